#pragma once
// Groups SO(3) and SE(2) as matrices: constraint of the study of theorem 1, reflection in the body
// frame, and average momentum of section 4.4.

#include "experiments/ferraro_iglesias_martin_2008/shared/examples.hpp"
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

/// Pairing tr(a^T b) of a covector and a tangent vector of matrices.
inline Quad pairing(Matrix3 const& a, Matrix3 const& b) { return a.cwiseProduct(b).sum(); }

/// Left-invariant discrete Lagrangian without further symmetry on a group G of matrices,
///   L_d(g, g1) = l_d(g^-1 g1),   l_d(W) = tr(A^T W) + tr(B^T W)^2/2.
template <class G>
struct LeftInvariant {
  Matrix3 A, B;

  LeftInvariant() {
    A << 0.3, -0.8, 0.5, 0.9, 0.2, -0.4, 0.7, 0.1, 1.1;
    B << -0.2, 0.6, 0.4, 0.1, -0.9, 0.3, 0.5, 0.8, 0.2;
  }
  /// Derivative Dl_d(W), to be paired with tangent matrices at W.
  Matrix3 slope(Matrix3 const& W) const { return A + pairing(B, W) * B; }
  /// Components of dL_d at (g, g W) in body coordinates: -p^- at g, p^+ at g W.
  Vector momenta(Matrix3 const& W) const {
    auto const L_d = [&](Numbers const& w) {
      VectorOf3<Number> const first = w.head(3), second = w.tail(3);
      MatrixOf3<Number> const e = MatrixOf3<Number>::Identity(),
                              moved = (e - G::hat(first)) * W.cast<Number>() * (e + G::hat(second));
      Number const b = B.cast<Number>().cwiseProduct(moved).sum();
      return A.cast<Number>().cwiseProduct(moved).sum() + b * b / 2;
    };
    return gradient<Quad>(L_d, Vector::Zero(6));
  }
};

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
