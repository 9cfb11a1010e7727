#pragma once
// Finite difference maps (definition 6) with their inverses, on S^2 x R and on R^n.

#include <string>
#include <vector>

#include "experiments/core/random.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/geodesics.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

inline Quad const h = 0.1_quad;  ///< time step of the maps

/// Finite difference map with its inverse, coded independently, and one-forms on its space.
struct DifferenceMap {
  std::string name;
  long n;  ///< dimension of Q
  FiniteDifferenceMap phi;
  std::function<std::pair<JetVector, JetVector>(Tangent const&)> inverse;
  JetMatrix (*frame)(JetVector const&);  ///< columns: n tangent vectors
  /// Point moved by components in the frame.
  JetVector (*moved)(JetVector const&, JetVector const&);
  OneForm forms;  ///< one-forms, one per row
  Vector (*point)(Random&);

  /// Tangent vectors at q with the given components.
  Matrix vectors(Vector const& q, Matrix const& components) const;
  /// Components of a basis of C_q, one vector per column.
  Matrix distribution(Vector const& q) const;
  /// Constraint functions A o phi.
  JetVector constraint(JetVector const& q0, JetVector const& q1) const;
  /// Pair phi^(-1)(v) as one vector.
  JetVector pair(Tangent const& v) const;
};

JetMatrix contact_form(JetVector const& q);  ///< vx + y vz = 0 on R^3
JetMatrix two_forms(JetVector const& q);     ///< two constraints on R^4

/// Map (4.13), or (4.8) with the base point at the start, on R^n.
DifferenceMap euclidean(std::string const& space, OneForm forms, bool at_start = false);
/// Maps of section 4 that the paper uses, on spaces of three and four dimensions.
std::vector<DifferenceMap> difference_maps();

}  // namespace rattleback::mclachlan_perlmutter_2006
