#pragma once

#include <string>
#include <vector>

#include "problems/core/numbers/vec.hpp"

namespace rattleback {

/// diag(entries)
template <class Real, int N>
Mat<Real, N, N> diagonal(Vec<Real, N> const& entries) {
  Mat<Real, N, N> matrix{};
  for (int i = 0; i < N; ++i) matrix(i, i) = entries[i];
  return matrix;
}

/// Mass tensor J = tr(I)/2 - I of a body with inertia I: L = tr(hat(w) J hat(w)^T)/2 = w . I w/2.
template <class Real>
Mat<Real, 3, 3> mass_tensor(Mat<Real, 3, 3> const& I) {
  Real const half_trace = (I(0, 0) + I(1, 1) + I(2, 2)) / 2;
  Mat<Real, 3, 3> J;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) J(i, j) = (i == j ? half_trace : Real(0)) - I(i, j);
  return J;
}

/// Returns warnings about principal moments of inertia that violate the triangle inequality, which
/// no body has.
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
/// Returns warnings about an inertia matrix I whose mass tensor has a negative principal minor.
template <class Real>
std::vector<std::string> inertia_warnings(Mat<Real, 3, 3> const& I) {
  auto const J = mass_tensor(I);
  auto const minor = [&](int i, int j) { return J(i, i) * J(j, j) - J(i, j) * J(i, j); };
  Real const determinant = J(0, 0) * minor(1, 2) -
                           J(0, 1) * (J(0, 1) * J(2, 2) - J(1, 2) * J(0, 2)) +
                           J(0, 2) * (J(0, 1) * J(1, 2) - J(1, 1) * J(0, 2));
  for (Real const& value :
       {J(0, 0), J(1, 1), J(2, 2), minor(0, 1), minor(0, 2), minor(1, 2), determinant})
    if (value < 0)
      return {"no rigid body has this inertia I: tr(I)/2 - I is not positive semidefinite"};
  return {};
}

}  // namespace rattleback
