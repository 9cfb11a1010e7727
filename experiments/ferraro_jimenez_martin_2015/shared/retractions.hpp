#pragma once
// Retractions of the appendix on SO(3) and SE(2), and their trivialised derivatives by the printed
// matrix formulas. Compiled once.

#include <functional>

#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"
#include "experiments/theory/jet.hpp"
#include "experiments/theory/matrix_group.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

using QuadJet = theory::Jet<Quad>;
using AlgebraJet = theory::VectorOf3<QuadJet>;
using GroupJet = theory::MatrixOf3<QuadJet>;
/// Map from the algebra to the group.
using Map = std::function<GroupJet(AlgebraJet const&)>;

enum class Tau { cayley, exponential };

/// Point x + s u as jets.
AlgebraJet along(Vector3 const& x, Vector3 const& u);
Matrix3 inverse_of(Matrix3 const& A);
GroupJet inverse_of_jet(GroupJet const& g);

/// Group SO(3) or SE(2), chosen at run time.
struct Group {
  bool planar;  ///< true for SE(2)

  Matrix3 hat(Vector3 const& x) const;
  Matrix3 ad(Vector3 const& x) const;
  Matrix3 Ad(Matrix3 const& g) const;
  GroupJet Ad(GroupJet const& g) const;

  /// Retraction tau(x) as a group element.
  Matrix3 retract(Tau tau, Vector3 const& x) const;
  GroupJet retract(Tau tau, AlgebraJet const& x) const;
  /// Inverse of the Cayley map: X = 2 (W - e) (W + e)^-1.
  AlgebraJet inverse_cayley(GroupJet const& W) const;

  /// Matrix of the map y -> vee(A hat(y) B) of the algebra.
  Matrix3 between(Matrix3 const& A, Matrix3 const& B) const;
  /// Matrix d f_x by definition (50), for any smooth map from the algebra to the group.
  Matrix3 trivialised_tangent(Map const& f, Vector3 const& x) const;
  /// Matrix dtau_x by definition (50).
  Matrix3 tangent(Tau tau, Vector3 const& x) const;
  /// Map dcay_x^-1 y = (e - x/2) y (e + x/2), as printed.
  Matrix3 inverse_dcay(Vector3 const& x) const;
  /// Sum of the series of dexp_x^-1.
  Matrix3 inverse_dexp(Vector3 const& x) const;
  Matrix3 inverse_tangent(Tau tau, Vector3 const& x) const;
};
inline constexpr Group so3{false}, se2{true};

}  // namespace rattleback::ferraro_jimenez_martin_2015
