#pragma once
// Elements of SO(3) and SE(2) as parts of arrows, over any number type. A rotation is nine numbers
// row by row, a planar motion is (theta, x, y).

#include "experiments/theory/discrete_system.hpp"
#include "experiments/theory/matrix_group.hpp"

namespace rattleback::theory {

/// Returns the 3 x 3 matrix with these nine numbers row by row.
template <class A>
MatrixOf3<typename A::Scalar> matrix_of(Eigen::MatrixBase<A> const& numbers) {
  return numbers.reshaped(3, 3).transpose();
}
/// Returns the entries of a 3 x 3 matrix row by row.
template <class A>
VectorOf<typename A::Scalar> entries_of(Eigen::MatrixBase<A> const& matrix) {
  MatrixOf3<typename A::Scalar> const rows = matrix.transpose();
  return rows.reshaped();
}
/// Returns all parts as one vector, in order; a 3 x 3 matrix row by row.
template <class A, class... More>
VectorOf<typename A::Scalar> stacked(Eigen::MatrixBase<A> const& a, More const&... more) {
  VectorOf<typename A::Scalar> first;
  if constexpr (A::ColsAtCompileTime == 3)
    first = entries_of(a);
  else
    first = a;
  if constexpr (sizeof...(more) == 0)
    return first;
  else
    return together(first, stacked(more...));
}
/// Returns Tr(a b).
template <class A, class B>
auto trace_of_product(Eigen::MatrixBase<A> const& a, Eigen::MatrixBase<B> const& b) {
  return a.cwiseProduct(b.transpose()).sum();
}
/// Returns (S32 - S23, S13 - S31, S21 - S12).
template <class A>
VectorOf3<typename A::Scalar> twice_axial(Eigen::MatrixBase<A> const& S) {
  using T = typename A::Scalar;
  return T(2) * axial<T>(S);
}
/// Returns the rotation with Rodrigues' vector sigma = tan(angle/2) n.
template <class A>
MatrixOf3<typename A::Scalar> rodrigues(Eigen::MatrixBase<A> const& sigma) {
  using T = typename A::Scalar;
  MatrixOf3<T> const X = hat<T>(sigma);
  return MatrixOf3<T>::Identity() + (X + X * X) * (T(2) / (T(1) + sigma.squaredNorm()));
}
/// Returns cay(w); turned_by(t w) is a curve of rotations through 1 with velocity w at t = 0.
template <class A>
MatrixOf3<typename A::Scalar> turned_by(Eigen::MatrixBase<A> const& w) {
  return rodrigues(w / typename A::Scalar(2));
}

template <class A, class B>
VectorOf<typename A::Scalar> planar_product(Eigen::MatrixBase<A> const& a,
                                            Eigen::MatrixBase<B> const& b) {
  typename A::Scalar const c = cos(a[0]), s = sin(a[0]);
  return VectorOf<typename A::Scalar>{
      {a[0] + b[0], a[1] + c * b[1] - s * b[2], a[2] + s * b[1] + c * b[2]}};
}
template <class A>
VectorOf<typename A::Scalar> planar_inverse(Eigen::MatrixBase<A> const& a) {
  typename A::Scalar const c = cos(a[0]), s = sin(a[0]);
  return VectorOf<typename A::Scalar>{{-a[0], -c * a[1] - s * a[2], s * a[1] - c * a[2]}};
}
/// Return sin(w)/w and (1 - cos(w))/w, by series near w = 0.
template <class T>
T sine_part(T const& w) {
  return abs(w) < T(1e-9) ? T(1) - w * w / T(6) : sin(w) / w;
}
template <class T>
T cosine_part(T const& w) {
  T const half = sin(w / T(2));
  return abs(w) < T(1e-9) ? w / T(2) - w * w * w / T(24) : T(2) * half * half / w;
}
/// Returns exp(omega, v1, v2), section 4.3.2 of Iglesias, Marrero, Martin de Diego & Martinez 2008.
template <class A>
VectorOf<typename A::Scalar> planar_exp(Eigen::MatrixBase<A> const& xi) {
  typename A::Scalar const S = sine_part(xi[0]), V = cosine_part(xi[0]);
  return VectorOf<typename A::Scalar>{{xi[0], S * xi[1] - V * xi[2], V * xi[1] + S * xi[2]}};
}
template <class A>
MatrixOf3<typename A::Scalar> planar_matrix(Eigen::MatrixBase<A> const& a) {
  using T = typename A::Scalar;
  T const c = cos(a[0]), s = sin(a[0]);
  return MatrixOf3<T>{{c, -s, a[1]}, {s, c, a[2]}, {T(0), T(0), T(1)}};
}
/// Returns the planar motion from one placement (x, y, theta) of a catalogue's body to the next.
Vector planar_increment(Vector const& from, Vector const& to);

/// Lie group of dimension three with elements of `size` numbers.
struct Group {
  long size;
  JetVector (*identity)();
  JetVector (*product)(JetVector const&, JetVector const&);
  JetVector (*inverse)(JetVector const&);
  /// Curve through the identity with this velocity, at t = 1.
  JetVector (*curve)(JetVector const&);
};
Group rotations();
Group planar_motions();

/// Returns the system on the groupoid (R^n x R^n) x G; for n = 0 the groupoid is G. Arrows are
/// (x_0, x_1, W); velocities are pairs of a vector of R^n and an element of the algebra of G.
DiscreteSystem on_trivial_groupoid(std::string name, long n, Group const& G,
                                   NumberOfArrow lagrangian, VectorOfArrow constraint,
                                   std::function<Matrix(Vector const&)> distribution);

}  // namespace rattleback::theory
