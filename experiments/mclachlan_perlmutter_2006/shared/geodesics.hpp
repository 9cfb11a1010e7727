#pragma once
// Geodesics of S^2 x R and the finite difference maps (4.6) and (4.7) that they make, in quad
// precision with exact derivatives.

#include "experiments/mclachlan_perlmutter_2006/shared/discrete_systems.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

// Q = S^2 x R: points (n, z), velocities (ndot, zdot) with n . ndot = 0, the product metric.
// A tangent vector is eight numbers (point, vector), as is a pair of points.

/// Finite difference map: (q_0, q_1) to a tangent vector over the time h.
using FiniteDifferenceMap = JetVector (*)(JetVector const& pair, Quad h);
/// (4.6): initial velocity of the geodesic from q0 to q1 in the time h.
JetVector geodesic_at_start(JetVector const& pair, Quad h);
/// (4.7): its velocity at the middle.
JetVector geodesic_at_middle(JetVector const& pair, Quad h);
/// Returns the end of the geodesic with the initial tangent vector after the time t.
JetVector geodesic(JetVector const& start, Quad t);

/// Columns: two tangent vectors of the sphere at n that span its tangent plane.
MatrixOf<QuadJet> frame(JetVector const& n);
/// A curve of points with the velocity eta = (two components in the frame, zdot) at t = 1.
JetVector moved(JetVector const& q, JetVector const& eta);

/// The constraint one-form as four numbers at a point.
using OneForm = JetVector (*)(JetVector const&);
JetVector contact(JetVector const& q);    ///< zdot = n1 n2dot
JetVector meridians(JetVector const& q);  ///< totally geodesic leaves
JetVector parallels(JetVector const& q);  ///< leaves that are not

}  // namespace rattleback::mclachlan_perlmutter_2006
