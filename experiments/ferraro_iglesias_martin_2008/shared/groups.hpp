#pragma once
// Groups SO(3) and SE(2) as matrices: constraint of the study of theorem 1, reflection in the body
// frame, and average momentum of section 4.4.

#include "experiments/ferraro_iglesias_martin_2008/shared/runs.hpp"
#include "experiments/theory/matrix_group.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

/// Rotation with the nine coordinates row by row.
inline Matrix3 rotation_of(Vector const& q) { return q.reshaped<Eigen::RowMajor>(3, 3); }

/// Matrix of (x, y, theta) in SE(2).
Matrix3 motion_of_plane(Vector3 const& q);
/// Matrix from the body velocity to (x', y', theta') at the angle theta: the rotation of the plane
/// by theta.
inline Matrix3 body_to_chart(Quad theta) { return motion_of_plane({0, 0, theta}); }

Matrix3 random_rotation(Random& random);

/// Constraint form of `constrained_so3` in the body frame, with the parameter s.
Vector3 constraint_form(Matrix3 const& R, int s);

/// Reflected momentum (P - Q)* p in the body frame, for one constraint form.
Vector3 reflected(Vector3 const& p, Vector3 const& form, Matrix3 const& inverse_metric);

struct Defects {
  double printed, right;
};

/// Defects of the average momentum under a right-invariant constraint. E10: p~_k = R* p~_(k-1).
/// E11: first member of its display, with the index as printed and corrected; `members`: all
/// equalities of that display.
struct AverageDefects {
  Defects translation, first_member, members;
};

/// Defects along a run from a momentum that violates the constraint: without a jump the body would
/// rotate about a fixed axis, along which all momenta agree. The constraint is right-invariant if s
/// = 0.
AverageDefects average_momentum(Study& study, long steps, int s = 0);

}  // namespace rattleback::ferraro_iglesias_martin_2008
