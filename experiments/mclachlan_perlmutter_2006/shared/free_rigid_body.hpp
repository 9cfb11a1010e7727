#pragma once
// Rigid body on SO(n), n = 3 or 4, without constraints: map (6.7) of Moser and Veselov, M_1 =
// omega^T M_0 omega, in quad precision and independent of the integrators.

#include "experiments/theory/numbers.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

using theory::Matrix, theory::Quad, theory::Vector;

/// Body with J = diag(1, ..., n). Antisymmetric matrices are also given by their entries below the
/// diagonal, in the order of the catalogue's velocities.
struct FreeRigidBody {
  long n;

  Matrix J() const { return Vector::LinSpaced(n, 1, n).asDiagonal(); }
  Matrix identity() const { return Matrix::Identity(n, n); }
  Matrix antisymmetric(Vector const& entries) const;
  Vector entries(Matrix const& S) const;
  /// Momentum m = J v + v J of a velocity, and its inverse, entry by entry.
  Vector momentum(Vector const& v) const { return v.cwiseProduct(sums_of_J()); }
  Vector velocity(Vector const& m) const { return m.cwiseQuotient(sums_of_J()); }

  /// Discrete Lagrangian L_d of (6.2), tr(a J b^T).
  Quad lagrangian(Matrix const& a, Matrix const& b) const {
    return (a * J()).cwiseProduct(b).sum();
  }

  /// Cayley transform (1 - X/2)^-1 (1 + X/2).
  Matrix cayley(Vector const& x) const;
  /// Entries of omega J - J omega^T, (6.6).
  Vector discrete_momentum(Matrix const& omega) const {
    return entries(omega * J() - J() * omega.transpose());
  }
  /// Solution x of (6.7) with omega = cayley(x), from a guess.
  Vector solved(Vector const& hM, Vector const& guess) const;
  struct State {
    Matrix g;
    Vector M;
  };
  State stepped(State const& s, Quad h) const;

  /// Returns the largest h up to which (6.7) has the solution that continues omega = 1, by Newton's
  /// method along h and the sign of its Jacobian determinant.
  Quad continuation_limit(Vector const& M) const;

 private:
  /// Sums J_a + J_b for the entries below the diagonal.
  Vector sums_of_J() const;
};

}  // namespace rattleback::mclachlan_perlmutter_2006
