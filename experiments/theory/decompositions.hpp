#pragma once
// Definitions of the decompositions, which are instantiated in one source for each number type.

#include <Eigen/Dense>
#include <stdexcept>
#include <type_traits>

#include "experiments/theory/linear_algebra.hpp"
#include "problems/core/numbers/quad.hpp"

namespace rattleback::theory {

/// Number type of the computation. Eigen calls std::sqrt and std::isfinite, which RawQuad lacks and
/// the class Quad has. Long double also uses this class, so that no third set is compiled.
template <class T>
using Complete = std::conditional_t<std::is_same_v<T, double>, double, rattleback::Quad>;
template <class T>
MatrixOf<Complete<T>> complete(typename Decompositions<T>::In A) {
  return A.unaryExpr([](T const& x) { return Complete<T>(x); });
}
/// Throws std::runtime_error if an entry is not finite: comparisons with NaN would decide silently.
template <class T>
void check_finite(typename Decompositions<T>::In A) {
  for (long j = 0; j < A.cols(); ++j)
    for (long i = 0; i < A.rows(); ++i)
      if (A(i, j) - A(i, j) != T(0))
        throw std::runtime_error("a matrix of a study has an entry that is not finite");
}
template <class T, class Result>
auto as_given(Eigen::MatrixBase<Result> const& result) {
  return result.unaryExpr([](auto const& x) { return static_cast<T>(x); }).eval();
}

template <class T>
MatrixOf<T> Decompositions<T>::solution(In A, In B) {
  Eigen::PartialPivLU<MatrixOf<Complete<T>>> const lu(complete<T>(A));
  if ((lu.matrixLU().diagonal().array() == Complete<T>(0)).any())
    throw std::runtime_error("a linear system of a study is singular");
  return as_given<T>(lu.solve(complete<T>(B)).eval());
}
template <class T>
MatrixOf<T> Decompositions<T>::least_squares(In A, In B) {
  Eigen::ColPivHouseholderQR<MatrixOf<Complete<T>>> const qr(complete<T>(A));
  return as_given<T>(qr.solve(complete<T>(B)).eval());
}
template <class T>
MatrixOf<T> Decompositions<T>::orthogonal_factor(In A) {
  Eigen::HouseholderQR<MatrixOf<Complete<T>>> const qr(complete<T>(A));
  return as_given<T>(MatrixOf<Complete<T>>(qr.householderQ()));
}
template <class T>
T Decompositions<T>::determinant(In A) {
  if (A.rows() == 0) return T(1);
  return static_cast<T>(Eigen::PartialPivLU<MatrixOf<Complete<T>>>(complete<T>(A)).determinant());
}
template <class T>
MatrixOf<T> Decompositions<T>::kernel(In A, double tolerance) {
  check_finite<T>(A);
  if (A.rows() == 0) return MatrixOf<T>::Identity(A.cols(), A.cols());
  Eigen::FullPivLU<MatrixOf<Complete<T>>> lu(complete<T>(A));
  lu.setThreshold(Complete<T>(tolerance));
  // Eigen returns one column of zeros if the kernel is zero.
  if (lu.dimensionOfKernel() == 0) return MatrixOf<T>(A.cols(), 0);
  return as_given<T>(lu.kernel().eval());
}
template <class T>
long Decompositions<T>::rank(In A, double tolerance) {
  check_finite<T>(A);
  if (A.size() == 0) return 0;
  auto const values = singular_values(A);
  return (values.array() > T(tolerance) * values[0]).count();
}
template <class T>
VectorOf<T> Decompositions<T>::singular_values(In A) {
  return as_given<T>(Eigen::JacobiSVD<MatrixOf<Complete<T>>>(complete<T>(A)).singularValues());
}
template <class T>
VectorOf<T> Decompositions<T>::symmetric_eigenvalues(In A) {
  Eigen::SelfAdjointEigenSolver<MatrixOf<Complete<T>>> const solver(complete<T>(A),
                                                                    Eigen::EigenvaluesOnly);
  return as_given<T>(solver.eigenvalues());
}

}  // namespace rattleback::theory
