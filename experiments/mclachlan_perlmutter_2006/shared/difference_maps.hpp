#pragma once
// Finite difference maps (definition 6) with their inverses, on S^2 x R and on R^n.

#include "experiments/mclachlan_perlmutter_2006/shared/geodesics.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

inline Quad const h = 0.1Q;  ///< time step of the maps

/// A finite difference map with its inverse, coded apart from it, and one-forms on its space.
struct DifferenceMap {
  std::string name;
  long n;                              ///< dimension of Q
  long size;                           ///< numbers of a point
  theory::VectorOfArrow phi, inverse;  ///< of pairs (q_0, q_1) and tangent vectors (point, vector)
  theory::MatrixOfVector frame;        ///< columns: n tangent vectors at a point
  theory::MovedArrow moved;            ///< by components in the frame
  theory::MatrixOfVector forms;        ///< rows
  std::function<Vector(RandomNumbers&)> point;

  /// Columns: components of a basis of C_q.
  Matrix distribution(Vector const& q) const;
  /// A o phi.
  JetVector constraint(JetVector const& pair) const;
  Vector constraint(Vector const& pair) const {
    return theory::values(constraint(JetVector(pair.cast<QuadJet>())));
  }
};

DifferenceMap euclidean(NaturalSystem const& system, Node node);
/// The maps of section 4 that the paper uses, on spaces of three and four dimensions.
std::vector<DifferenceMap> const& difference_maps();

}  // namespace rattleback::mclachlan_perlmutter_2006
