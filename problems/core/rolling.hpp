#pragma once

#include "problems/core/rigid_body.hpp"

namespace rattleback {

/// Coordinates of a body that rolls on the plane: contact point x, y and the rotation row by row.
inline std::vector<std::string> rolling_coordinates() {
  auto names = rotation_coordinates();
  names.insert(names.begin(), {"x", "y"});
  return names;
}
inline std::vector<std::string> rolling_velocities() { return {"vx", "vy", "w1", "w2", "w3"}; }

}  // namespace rattleback
