#pragma once
// Eigen's decompositions, compiled once, of double and quad matrices of any size.

#include <complex>

#include "experiments/theory/numbers.hpp"

namespace rattleback::theory {

/// Compiled in linear_algebra.cpp for double, long double and Quad. The functions below call them.
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

template <class A>
using Of = Decompositions<typename A::Scalar>;

/// X of A X = B with as many columns as B, by elimination with row pivoting. Throws
/// std::runtime_error if A is singular to the last digit.
template <class A, class B>
Eigen::Matrix<typename A::Scalar, A::ColsAtCompileTime, B::ColsAtCompileTime> solution(
    Eigen::MatrixBase<A> const& a, Eigen::MatrixBase<B> const& b) {
  return Of<A>::solution(a, b);
}
/// The inverse. Throws std::runtime_error if A is singular to the last digit.
template <class A>
typename A::PlainObject inverse(Eigen::MatrixBase<A> const& a) {
  return Of<A>::solution(a, A::PlainObject::Identity(a.rows(), a.cols()));
}
/// x with the least |A x - b|, by a QR decomposition with column pivoting.
template <class A, class B>
Eigen::Matrix<typename A::Scalar, A::ColsAtCompileTime, B::ColsAtCompileTime> least_squares(
    Eigen::MatrixBase<A> const& a, Eigen::MatrixBase<B> const& b) {
  return Of<A>::least_squares(a, b);
}
/// The square orthogonal factor of a QR decomposition without pivoting: its first columns span
/// those of A, the others are orthogonal to them.
template <class A>
MatrixOf<typename A::Scalar> orthogonal_factor(Eigen::MatrixBase<A> const& a) {
  return Of<A>::orthogonal_factor(a);
}
/// The determinant; 1 of a matrix without rows.
template <class A>
typename A::Scalar determinant(Eigen::MatrixBase<A> const& a) {
  return Of<A>::determinant(a);
}
/// Columns: a basis of the vectors that A maps to 0.
/// @param tolerance  pivots below this fraction of the largest count as 0
template <class A>
MatrixOf<typename A::Scalar> kernel(Eigen::MatrixBase<A> const& a, double tolerance = 1e-12) {
  return Of<A>::kernel(a, tolerance);
}
/// Number of singular values above `tolerance` times the largest.
template <class A>
long rank(Eigen::MatrixBase<A> const& a, double tolerance = 1e-9) {
  return Of<A>::rank(a, tolerance);
}
/// Singular values, the largest first.
template <class A>
VectorOf<typename A::Scalar> singular_values(Eigen::MatrixBase<A> const& a) {
  return Of<A>::singular_values(a);
}
/// Eigenvalues of a symmetric matrix, the smallest first. Reads the lower triangle.
template <class A>
VectorOf<typename A::Scalar> symmetric_eigenvalues(Eigen::MatrixBase<A> const& a) {
  return Of<A>::symmetric_eigenvalues(a);
}
/// Eigenvalues of any square matrix of double numbers, in no particular order.
Eigen::VectorXcd eigenvalues(Eigen::Ref<Eigen::MatrixXd const> const& a);
/// Eigenvectors of a square matrix of double numbers: columns of unit length.
Eigen::MatrixXcd eigenvectors(Eigen::Ref<Eigen::MatrixXd const> const& a);
/// exp of a square matrix of double numbers.
Eigen::MatrixXd exponential(Eigen::Ref<Eigen::MatrixXd const> const& a);

/// F (F^T G F)^-1 F^T G: the projector onto the columns of F, orthogonal in the metric G.
template <class T>
MatrixOf<T> orthogonal_projector(MatrixOf<T> const& F, MatrixOf<T> const& G) {
  MatrixOf<T> const lowered = F.transpose() * G;
  return F * solution(MatrixOf<T>(lowered * F), lowered);
}

}  // namespace rattleback::theory
