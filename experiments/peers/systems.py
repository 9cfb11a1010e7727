"""Equations of motion of the peers in Python, multipliers eliminated by hand.

A system is f(t, s, sin, cos), which returns s'. The first numbers of s are the coordinates of the program. The
functions sin and cos are arguments, so that a library of symbolic expressions can take the same equations."""

from collections import namedtuple

System = namedtuple("System", "equations start coordinates until problem")


def contact_oscillator(t, s, sin, cos):
    x, y, z, vx, vy, vz = s
    force = (x + y * z - vy * vz) / (1 + y * y)
    return [vx, vy, vz, force - x, -y, y * force - z]


def chaotic_r7(t, s, sin, cos):
    x, y1, y2, y3, z1, z2, z3, vx, vy1, vy2, vy3, vz1, vz2, vz3 = s
    g1 = z1 * (1 + y1 * y1 + z2 * z2)
    g2 = z2 * (1 + y2 * y2 + z1 * z1)
    g3 = z3 * (1 + y3 * y3)
    force = ((x + y1 * g1 + y2 * g2 + y3 * g3 - vy1 * vz1 - vy2 * vz2 - vy3 * vz3)
             / (1 + y1 * y1 + y2 * y2 + y3 * y3))
    return [vx, vy1, vy2, vy3, vz1, vz2, vz3,
            force - x, -y1 * (1 + z1 * z1), -y2 * (1 + z2 * z2), -y3 * (1 + z3 * z3),
            y1 * force - g1, y2 * force - g2, y3 * force - g3]


def snakeboard(t, s, sin, cos, m=2.0, r=0.5, inertia=0.5):
    x, y, theta, psi, phi, u, vpsi, vphi = s  # speed v = r cos(phi) u, turning rate w = -sin(phi) u
    c, d = cos(phi), sin(phi)
    v = r * c * u
    return [v * cos(theta), v * sin(theta), -d * u, vpsi, vphi,
            -d * c * (inertia - m * r * r) * vphi * u / (m * r * r * c * c + inertia * d * d), 0 * u, 0 * u]


def chaplygin_sphere(t, s, sin, cos, D=3.0, I1=1.0, I2=1.1, I3=1.2):
    x, y, a1, a2, a3, b1, b2, b3, c1, c2, c3, w1, w2, w3 = s  # rows of the rotation, angular velocity in the body
    n1, n2, n3 = (I2 - I3) * w2 * w3, (I3 - I1) * w3 * w1, (I1 - I2) * w1 * w2
    J1, J2, J3 = I1 + D, I2 + D, I3 + D
    share = D * (c1 * n1 / J1 + c2 * n2 / J2 + c3 * n3 / J3) / (1 - D * (c1 * c1 / J1 + c2 * c2 / J2 + c3 * c3 / J3))
    return [b1 * w1 + b2 * w2 + b3 * w3, -(a1 * w1 + a2 * w2 + a3 * w3),
            a2 * w3 - a3 * w2, a3 * w1 - a1 * w3, a1 * w2 - a2 * w1,
            b2 * w3 - b3 * w2, b3 * w1 - b1 * w3, b1 * w2 - b2 * w1,
            c2 * w3 - c3 * w2, c3 * w1 - c1 * w3, c1 * w2 - c2 * w1,
            (n1 + c1 * share) / J1, (n2 + c2 * share) / J2, (n3 + c3 * share) / J3]


def driven_robot(t, s, sin, cos, m=12.0, inertia=0.9, Jw=0.01, d=0.08, e=0.05, b=0.2, R=0.1,
                 weight=12.0 * 9.81 * 0.019998666693333084, tau0=1.0, tau1=0.2, k=0.1):
    x, y, theta, right, left, v, w = s  # weight: m g sin(slope), slope = 0.02
    c, n = cos(theta), sin(theta)
    vr, vl = (v + b * w) / R, (v - b * w) / R
    steering = tau1 * sin(t)
    torque_r, torque_l = tau0 + steering - k * vr, tau0 - steering - k * vl
    f = m * d * w * w - weight * c + (torque_r + torque_l) / R
    g = -m * d * v * w + weight * (d * n + e * c) + b * (torque_r - torque_l) / R
    A, B, C = m + 2 * Jw / R**2, -m * e, inertia + 2 * Jw * b**2 / R**2
    determinant = A * C - B * B
    return [v * c, v * n, w, vr, vl, (C * f - B * g) / determinant, (A * g - B * f) / determinant]


SYSTEMS = {
    "contact_oscillator": System(contact_oscillator, [0.5, 0.3, -0.4, -0.24, 0.6, 0.8], 3, 100, "contact_oscillator"),
    "chaotic_r7": System(chaotic_r7, [0.1, 0.5, -0.4, 0.3, 0.6, -0.2, 0.7, -0.52, 0.2, -0.3, 0.4, 0.5, -0.6, 0.1], 7,
                         20, "chaotic_r7"),
    "snakeboard": System(snakeboard, [0, 0, 0, 0, 0.3, 1, 1, 0.2], 5, 50, "snakeboard"),
    "chaplygin_sphere": System(chaplygin_sphere, [1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, -0.2, 0, 0.4], 11, 50,
                               "chaplygin_sphere"),
    "driven_robot": System(driven_robot, [0, 0, 0.4, 0, 0, 0.68, 0.6], 5, 20, "docs/examples/driven_robot.toml"),
}
