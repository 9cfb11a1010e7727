#pragma once
// Linear algebra by Eigen's decompositions, which are compiled once for double and quad matrices.

#include "experiments/theory/numbers.hpp"

namespace rattleback::theory {

/// Decompositions of matrices over T, compiled in linear_algebra.cpp for double, and in
/// linear_algebra_in_quad.cpp for long double and Quad. Call the functions below.
template <class T>
struct Decompositions {
  using In = Eigen::Ref<MatrixOf<T> const> const&;
  static MatrixOf<T> solution(In A, In B);
  static MatrixOf<T> least_squares(In A, In B);
  static MatrixOf<T> orthogonal_factor(In A);
  static T determinant(In A);
  static MatrixOf<T> kernel(In A, double tolerance);
  static long rank(In A, double tolerance);
  static VectorOf<T> singular_values(In A);
  static VectorOf<T> symmetric_eigenvalues(In A);
};

/// Decompositions over the scalar of A.
template <class A>
using Of = Decompositions<typename A::Scalar>;

/// Returns X (n x k) with A X = B for A (n x n) and B (n x k), by elimination with row pivoting.
/// Throws std::runtime_error if a pivot is 0; NaN in A or B gives NaN.
template <class A, class B>
Eigen::Matrix<typename A::Scalar, A::ColsAtCompileTime, B::ColsAtCompileTime> solution(
    Eigen::MatrixBase<A> const& a, Eigen::MatrixBase<B> const& b) {
  return Of<A>::solution(a, b);
}
/// Returns the inverse of A (n x n). Throws std::runtime_error if a pivot is 0.
template <class A>
typename A::PlainObject inverse(Eigen::MatrixBase<A> const& a) {
  return Of<A>::solution(a, A::PlainObject::Identity(a.rows(), a.cols()));
}
/// Returns x with the least |A x - b|, by a QR decomposition with column pivoting.
template <class A, class B>
Eigen::Matrix<typename A::Scalar, A::ColsAtCompileTime, B::ColsAtCompileTime> least_squares(
    Eigen::MatrixBase<A> const& a, Eigen::MatrixBase<B> const& b) {
  return Of<A>::least_squares(a, b);
}
/// Returns the square orthogonal factor (n x n) of a QR decomposition without pivoting of A (n x k,
/// k <= n): its first k columns span those of A, the others are orthogonal to them.
template <class A>
MatrixOf<typename A::Scalar> orthogonal_factor(Eigen::MatrixBase<A> const& a) {
  return Of<A>::orthogonal_factor(a);
}
/// Returns the determinant of A (n x n); 1 for n = 0.
template <class A>
typename A::Scalar determinant(Eigen::MatrixBase<A> const& a) {
  return Of<A>::determinant(a);
}
/// Returns a basis of the vectors that A (m x n) maps to 0, one per column (n x k).
/// Throws std::runtime_error if an entry is not finite.
/// @param tolerance  pivots below this fraction of the largest count as 0
template <class A>
MatrixOf<typename A::Scalar> kernel(Eigen::MatrixBase<A> const& a, double tolerance = 1e-12) {
  return Of<A>::kernel(a, tolerance);
}
/// Returns the number of singular values above `tolerance` times the largest; 0 without entries.
/// Throws std::runtime_error if an entry is not finite.
template <class A>
long rank(Eigen::MatrixBase<A> const& a, double tolerance = 1e-9) {
  return Of<A>::rank(a, tolerance);
}
/// Returns the singular values, the largest first.
template <class A>
VectorOf<typename A::Scalar> singular_values(Eigen::MatrixBase<A> const& a) {
  return Of<A>::singular_values(a);
}
/// Returns the eigenvalues of a symmetric matrix, the smallest first. Reads the lower triangle.
template <class A>
VectorOf<typename A::Scalar> symmetric_eigenvalues(Eigen::MatrixBase<A> const& a) {
  return Of<A>::symmetric_eigenvalues(a);
}
/// Returns the eigenvalues of a square matrix, in no particular order.
Eigen::VectorXcd eigenvalues(Eigen::Ref<Eigen::MatrixXd const> const& a);
/// Returns the eigenvectors of a square matrix as columns of unit length.
Eigen::MatrixXcd eigenvectors(Eigen::Ref<Eigen::MatrixXd const> const& a);
/// Returns exp of a square matrix.
Eigen::MatrixXd exponential(Eigen::Ref<Eigen::MatrixXd const> const& a);

/// Returns F (F^T G F)^-1 F^T G (n x n), the projector onto the columns of F (n x k) that is
/// orthogonal in the metric G (n x n). Throws std::runtime_error if the columns are dependent.
template <class T>
MatrixOf<T> orthogonal_projector(MatrixOf<T> const& F, MatrixOf<T> const& G) {
  MatrixOf<T> const lowered = F.transpose() * G;
  return F * solution(MatrixOf<T>(lowered * F), lowered);
}

}  // namespace rattleback::theory
