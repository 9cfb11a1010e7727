#pragma once

#include <string>
#include <vector>

namespace rattleback {

/// Coordinates of a body that rolls on the plane: contact point x, y and the rotation row by row.
inline std::vector<std::string> rolling_coordinates() {
  return {"x", "y", "R11", "R12", "R13", "R21", "R22", "R23", "R31", "R32", "R33"};
}
inline std::vector<std::string> rolling_velocities() { return {"vx", "vy", "w1", "w2", "w3"}; }

/// What is odd about principal moments of inertia: those of a body obey the triangle inequality.
template <class Real>
std::vector<std::string> inertia_warnings(Real const& I1, Real const& I2, Real const& I3) {
  auto const broken = [](char const* one, char const* other, char const* third) {
    return std::string("no rigid body has these moments of inertia: the triangle inequality ") +
           one + " <= " + other + " + " + third + " is violated";
  };
  if (I1 > I2 + I3) return {broken("I1", "I2", "I3")};
  if (I2 > I1 + I3) return {broken("I2", "I1", "I3")};
  if (I3 > I1 + I2) return {broken("I3", "I1", "I2")};
  return {};
}

}  // namespace rattleback
