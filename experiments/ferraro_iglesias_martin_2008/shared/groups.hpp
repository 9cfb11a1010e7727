#pragma once
// SO(3) and SE(2) as matrices: constraint of the study of theorem 1, reflection in the body frame,
// and the average momentum of section 4.4.

#include "experiments/ferraro_iglesias_martin_2008/shared/runs.hpp"
#include "experiments/theory/matrix_group.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

/// The rotation whose rows are the nine coordinates.
inline Matrix3 rotation_of(Vector const& q) { return q.reshaped<Eigen::RowMajor>(3, 3); }

/// The matrix of (x, y, theta) in SE(2).
Matrix3 motion_of_plane(Vector3 const& q);
/// (x', y', theta') from the body velocity at the angle theta; the rotation of the plane by it.
inline Matrix3 body_to_chart(Quad theta) { return motion_of_plane({0, 0, theta}); }

Matrix3 random_rotation(Random& random);

/// The constraint form of `constrained_so3` in the body frame, with the parameter s.
Vector3 constraint_form(Matrix3 const& R, int s);

/// (P - Q)* p in the body frame, for one constraint form.
Vector3 reflected(Vector3 const& p, Vector3 const& form, Matrix3 const& inverse_metric);

struct Defects {
  double printed, right;
};

/// The average momentum under a right-invariant constraint: E10, p~_k = R* p~_(k-1), and E11, the
/// first member of its display, with the index as printed and corrected; `members` are all
/// equalities of that display.
struct AverageDefects {
  Defects translation, first_member, members;
};

/// Defects along a run from a momentum off the constraint: without a jump the body would rotate
/// about a fixed axis, along which all momenta agree. The constraint is right-invariant if s = 0.
AverageDefects average_momentum(Study& study, long steps, int s = 0);

}  // namespace rattleback::ferraro_iglesias_martin_2008
