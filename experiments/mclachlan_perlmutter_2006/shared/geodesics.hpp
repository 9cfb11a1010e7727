#pragma once
// Geodesics of S^2 x R and their finite difference maps (4.6) and (4.7), for quad jets.

#include <functional>

#include "experiments/theory/jet.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

using theory::Quad, theory::Vector, theory::Matrix;
using QuadJet = theory::Jet<Quad>;
using JetVector = theory::VectorOf<QuadJet>;
using JetMatrix = theory::MatrixOf<QuadJet>;

/// Derivative at x = 0 of a vector-valued function on R^n.
Matrix derivative_at_0(long n, std::function<JetVector(JetVector const&)> const& f);

/// Tangent vector of Q. On Q = S^2 x R points are (n, z), vectors (ndot, zdot) with n . ndot = 0.
struct Tangent {
  JetVector point, vector;
};
using FiniteDifferenceMap = std::function<Tangent(JetVector const&, JetVector const&)>;

/// Initial velocity of the geodesic from q0 to q1 in the time h, (4.6).
Tangent geodesic_at_start(JetVector const& q0, JetVector const& q1, Quad h);
/// Velocity of that geodesic at its middle, (4.7).
Tangent geodesic_at_middle(JetVector const& q0, JetVector const& q1, Quad h);
/// Geodesic from `start` after the time t.
Tangent geodesic(Tangent const& start, Quad t);

/// Basis of the tangent space of S^2 x R at q, one vector per column.
JetMatrix frame(JetVector const& q);
/// Curve of points with the velocity frame(q) eta, at t = 1.
JetVector moved(JetVector const& q, JetVector const& eta);

/// Constraint one-form at a point, as a row of four numbers.
using OneForm = JetMatrix (*)(JetVector const&);
JetMatrix contact(JetVector const& q);    ///< zdot = n1 n2dot
JetMatrix meridians(JetVector const& q);  ///< totally geodesic leaves
JetMatrix parallels(JetVector const& q);  ///< leaves that are not totally geodesic

}  // namespace rattleback::mclachlan_perlmutter_2006
