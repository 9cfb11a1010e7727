#pragma once
// Systems of unit masses with linear constraints, their exact Lagrange-d'Alembert motions in
// extended precision, and the linear algebra of section 7.

#include <string>

#include "experiments/mclachlan_perlmutter_2006/shared/exact_motion.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

/// L = |v|^2/2 - V on R^n with A(q) v = 0, A polynomial in q.
struct LdaSystem {
  std::string name;
  int n, constraints;
  std::function<MatrixX(VectorX const&)> A;
  VectorFunction gradient;  ///< gradient of V

  int k() const { return n - constraints; }
  /// Acceleration (2.4), with the multipliers that preserve A v = 0.
  VectorX acceleration(VectorX const& q, VectorX const& v) const;
  /// Orthonormal basis of C_q as columns, smooth in q.
  MatrixX basis(VectorX const& q) const;
};

/// Constraint matrix A of the contact oscillator.
MatrixX contact_row(VectorX const& q);
/// System (5.4); (5.1) for epsilon = 0.
LdaSystem contact_system(Real epsilon);
/// System (5.5)-(5.6) with n = 3.
LdaSystem chaotic_system();

struct LdaState {
  VectorX q, v;
};
/// State after the time t of the motion from (q, v).
LdaState moved(LdaSystem const& system, VectorX const& q, VectorX const& v, Real t);
/// End of the motion from q whose initial velocity has the components w in the basis of C_q.
VectorX end_of(LdaSystem const& system, VectorX const& q, VectorX const& w, Real t);

/// Sine of the largest angle between the column spaces.
Real angle_between(MatrixX const& a, MatrixX const& b);

}  // namespace rattleback::mclachlan_perlmutter_2006
