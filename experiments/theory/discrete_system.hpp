#pragma once
// Discrete nonholonomic Lagrangian systems (L_d, M_c, D_c) on Lie groupoids, section 3 of Iglesias,
// Marrero, Martin de Diego & Martinez 2008. Computed from L_d, the functions that vanish on M_c and
// a basis of D_c, with exact derivatives. Independent of the integrators.

#include <functional>
#include <string>

#include "experiments/theory/jet.hpp"

namespace rattleback::theory {

using QuadJet = Jet<Quad>;
using JetVector = VectorOf<QuadJet>;

/// Element of a groupoid, as numbers.
using Arrow = Vector;

inline Quad value_of(QuadJet const& x) { return x.value; }
inline Vector value_of(JetVector const& x) { return values(x); }
inline Matrix value_of(MatrixOf<QuadJet> const& x) { return values(x); }

template <class Signature>
class JetFunction;
/// Function of vectors of jets; vectors of quad numbers give quad numbers.
template <class Result, class... Arguments>
class JetFunction<Result(Arguments...)> {
 public:
  template <class F>
  requires std::is_invocable_r_v<Result, F const&, Arguments const&...> JetFunction(F f)
      : on_jets_(std::move(f)) {}

  template <class... X>
  auto operator()(X const&... x) const {
    if constexpr ((std::is_same_v<typename X::Scalar, QuadJet> || ...))
      return on_jets_(JetVector(x.template cast<QuadJet>())...);
    else
      return value_of(on_jets_(JetVector(x.template cast<QuadJet>())...));
  }

 private:
  std::function<Result(Arguments const&...)> on_jets_;
};
using NumberOfArrow = JetFunction<QuadJet(JetVector)>;
using VectorOfArrow = JetFunction<JetVector(JetVector)>;
using MatrixOfVector = JetFunction<MatrixOf<QuadJet>(JetVector)>;
using MovedArrow = JetFunction<JetVector(JetVector, JetVector)>;

/// System (L_d, M_c, D_c) on a groupoid whose algebroid has fibres R^rank. A curve h(t) of arrows
/// that starts at the unit over x with velocity eta in the fibre over x moves
///   the right end of g, beta(g) = x:   g h(t),
///   the left end of g, alpha(g) = x:   h(t)^-1 g.
struct DiscreteSystem {
  std::string name;
  long rank;
  NumberOfArrow lagrangian;                           ///< L_d
  VectorOfArrow constraint;                           ///< functions that vanish on M_c
  std::function<Matrix(Vector const&)> distribution;  ///< columns: a basis of D_c(x)
  VectorOfArrow source, target;                       ///< alpha and beta
  VectorOfArrow unit;                                 ///< unit over a point of the base
  VectorOfArrow inverse;
  MovedArrow right_moved, left_moved;  ///< g moved by the curve with velocity eta, at t = 1
};

/// Returns the system of L_d without constraints.
DiscreteSystem unconstrained(DiscreteSystem s);
/// Returns the groupoid X x X of pairs (x_0, x_1) of vectors in R^n.
DiscreteSystem on_pair_groupoid(std::string name, long n, NumberOfArrow lagrangian,
                                VectorOfArrow constraint,
                                std::function<Matrix(Vector const&)> distribution);

/// Returns d/dt L_d(g h(t)) for each column eta of X: the left-invariant fields applied to L_d.
/// Jets g may depend on a second parameter, with rates t.
JetVector left_fields(DiscreteSystem const& s, JetVector const& g, Matrix const& X);
Vector left_fields(DiscreteSystem const& s, Vector const& g, Matrix const& X);
/// Returns -d/dt L_d(h(t)^-1 g) for each column eta of X: the right-invariant fields applied to
/// L_d.
JetVector right_fields(DiscreteSystem const& s, JetVector const& g, Matrix const& X);
Vector right_fields(DiscreteSystem const& s, Vector const& g, Matrix const& X);
inline Quad left_field(DiscreteSystem const& s, Arrow const& g, Vector const& eta) {
  return left_fields(s, g, eta)[0];
}
inline Quad right_field(DiscreteSystem const& s, Arrow const& g, Vector const& eta) {
  return right_fields(s, g, eta)[0];
}

/// Returns F^-(L_d, M_c, D_c)(g) in the basis of D_c(alpha(g)), (3.1).
Vector legendre_minus(DiscreteSystem const& s, Arrow const& g);
/// Returns F^+(L_d, M_c, D_c)(g) in the basis of D_c(beta(g)), (3.2).
Vector legendre_plus(DiscreteSystem const& s, Arrow const& g);

/// Returns G_g(a, b) = d^2/ds dt L_d(h_a(s)^-1 g h_b(t)), (2.22), of the columns a of A and b of B.
Matrix bilinear(DiscreteSystem const& s, Arrow const& g, Matrix const& A, Matrix const& B);
/// Returns the matrix (rank x rank) of G_g.
Matrix bilinear(DiscreteSystem const& s, Arrow const& g);

/// Return the derivatives of the constraint functions along g h(t) (or h(t)^-1 g) as forms of eta,
/// one per row.
Matrix right_constraint_forms(DiscreteSystem const& s, Arrow const& g);
Matrix left_constraint_forms(DiscreteSystem const& s, Arrow const& g);
/// Return a basis of the eta over beta(g) (or alpha(g)) that move g within M_c, one per column.
Matrix right_tangents(DiscreteSystem const& s, Arrow const& g);
Matrix left_tangents(DiscreteSystem const& s, Arrow const& g);
/// Return the matrix of G_g on D_c(alpha(g)) times the tangents on the right, and on the tangents
/// on the left times D_c(beta(g)). F^- (F^+) is a local diffeomorphism if its determinant does not
/// vanish.
Matrix right_regularity(DiscreteSystem const& s, Arrow const& g);
Matrix left_regularity(DiscreteSystem const& s, Arrow const& g);

/// Returns the covector eta -> eta^L(g)(L_d) - eta^R(h)(L_d) of a composable pair.
Vector euler_lagrange(DiscreteSystem const& s, Arrow const& g, Arrow const& h);
/// Returns the largest value of the covector on the basis of D_c relative to its largest entry.
double rest_on_distribution(DiscreteSystem const& s, Arrow const& g, Vector const& covector);

/// Returns the element of M_c (without constraints: of the groupoid) near the unit over x with F^-
/// = p. Newton's method from `start` (empty: zero, the unit) in the velocity that moves the unit.
/// Throws std::runtime_error if the iteration does not converge.
Arrow arrow_of_momentum(DiscreteSystem const& s, Vector const& x, Vector const& p,
                        Vector const& start = {});
/// Returns Upsilon(g), where Upsilon is the evolution operator: F^-(Upsilon(g)) = F^+(g).
Arrow evolved(DiscreteSystem const& s, Arrow const& g);
/// Returns the largest entry of Upsilon(i(Upsilon(g))) - i(g).
double reversibility_of_map(DiscreteSystem const& s, Arrow const& g);
/// Return |L_d(i(g)) - L_d(g)| and |phi(i(g))|: the two halves of Definition 3.15.
double lagrangian_asymmetry(DiscreteSystem const& s, Arrow const& g);
double constraint_asymmetry(DiscreteSystem const& s, Arrow const& g);

}  // namespace rattleback::theory
