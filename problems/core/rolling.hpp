#pragma once

#include "problems/core/rigid_body.hpp"
#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/so3.hpp"

namespace rattleback {

/// Coordinates of a body that rolls on the plane: contact point or centre of mass x, y, and the
/// rotation row by row.
inline std::vector<std::string> rolling_coordinates() {
  auto names = rotation_coordinates();
  names.insert(names.begin(), {"x", "y"});
  return names;
}
inline std::vector<std::string> rolling_velocities() { return {"vx", "vy", "w1", "w2", "w3"}; }

/// A convex body under gravity that touches the plane in the point `contact`, in the body frame
/// from the centre of mass, whose horizontal position is (x, y). Its height is -gamma . contact
/// with gamma = R^T e3, and since the contact point is where the tangent plane has the normal
/// gamma, that height changes at the rate -gamma . (w x contact):
///   L = m (vx^2 + vy^2 + (gamma . (w x contact))^2)/2 + w . I w/2 + m g gamma . contact
template <class Real, class T>
T rolling_lagrangian(Real const& m, Real const& g, Mat<Real, 3, 3> const& I,
                     Vec<T, 3> const& contact, Vec<T, 11> const& q, Vec<T, 5> const& v) {
  auto const gamma = tail<3>(q), w = tail<3>(v);
  T const rise = dot(gamma, cross(w, contact));
  return m * (v[0] * v[0] + v[1] * v[1] + rise * rise) / 2 + dot(w, I * w) / 2 +
         m * g * dot(gamma, contact);
}
/// Its point of contact is at rest: (vx, vy) + (R (w x contact))_(1, 2).
template <class T>
Vec<T, 2> rolling_constraint(Vec<T, 3> const& contact, Vec<T, 11> const& q, Vec<T, 5> const& v) {
  auto const u = SO3::Ad(tail<9>(q), cross(tail<3>(v), contact));
  return {v[0] + u[0], v[1] + u[1]};
}

}  // namespace rattleback
