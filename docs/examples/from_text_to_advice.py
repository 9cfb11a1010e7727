"""Which integrator for a robot? From its text file to advice."""

import rattleback as rb

# A cart on two driven wheels and a castor: its axle cannot slip sideways, and a spring holds it back.
robot = rb.problem_from_text(
    """
name = "Cart on a spring"
coordinates = ["x", "y", "theta"]
lagrangian = "m*(vx^2 + vy^2)/2 + J*vtheta^2/2 - k*(x^2 + y^2)/2"
constraints = ["-sin(theta)*vx + cos(theta)*vy"]

[parameters]
m = 4.2
J = 0.35
k = 1.5

[[case]]
name = "pushed"
q = [0.6, 0, 0.3]
v = { vx = 0.5, vtheta = 0.8 }
"""
)
print("applies:", ", ".join(robot.integrators))
print("does not:", robot.refused_integrators["hdel"])

# Do the methods have their orders here?
candidates = ["dla_leapfrog", "gni", "discrete_gradient", "cvode_adams"]
orders = robot.converge("dla_leapfrog", "gni", "discrete_gradient")
for method in ("dla_leapfrog", "gni", "discrete_gradient"):
    print(f"{method}: order {orders.order(method):.2f}")

# What does each keep over a long run, and at what cost?
comparison = robot.compare(*candidates)
for method in candidates:
    structure = comparison[method]["structure"]
    print(
        f"{method}: constraint {float(structure['constraint_violation']):.0e}, "
        f"energy {structure['energy']['class']}"
    )
print(*comparison.advice, sep="\n")

# The motion, and how far the energy of the first candidate strays.
run = robot.run("dla_leapfrog", step=0.05, until=60)
print(f"energy strays by {abs(run['energy'] - run['energy'][0]).max():.1e}")
axes = run.plot("y", "x")
axes.figure.savefig("path.pdf")
