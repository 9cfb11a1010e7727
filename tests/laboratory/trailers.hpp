// A text on R^6 with three constraints: a sleigh with a rotor on a spring draws two trailers, each
// with an axle that does not slip sideways.
#pragma once

namespace rattleback {

inline char const* const trailers = R"toml(coordinates = ["x", "y", "theta", "alpha", "beta", "psi"]
lagrangian = """(vx^2 + vy^2)/2 + 0.2*vtheta^2 + 0.1*(vtheta + vpsi)^2 - psi^2/3
  + 0.3*(x1^2 + y1^2) + 0.05*valpha^2 + 0.2*(x2^2 + y2^2) + 0.05*vbeta^2"""
constraints = ["cos(theta)*vy - sin(theta)*vx", "cos(alpha)*y1 - sin(alpha)*x1",
               "cos(beta)*y2 - sin(beta)*x2"]
[definitions]
x1 = "vx + l*sin(alpha)*valpha"
y1 = "vy - l*cos(alpha)*valpha"
x2 = "x1 + l*sin(beta)*vbeta"
y2 = "y1 - l*cos(beta)*vbeta"
[parameters]
l = 0.8
[[case]]
name = "A"
q = [0, 0, 0.4, 0.2, -0.1, 0.3]
v = { vx = 0.8, vtheta = 0.6, vpsi = -0.2 }
)toml";

}  // namespace rattleback
