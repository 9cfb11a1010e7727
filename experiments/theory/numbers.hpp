#pragma once
// Quad numbers in Eigen: functions, vectors and matrices.

#include <quadmath.h>

#include <Eigen/Core>
#include <cmath>

#include "integrators/core/registry/registry.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace Eigen {
/// Eigen takes a type that it does not know for unsigned: without this, cwiseAbs() changes nothing
/// and pivots are chosen by sign.
template <>
struct NumTraits<__float128> : GenericNumTraits<__float128> {
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 0 };
  enum { ReadCost = 2, AddCost = 10, MulCost = 10 };
};
}  // namespace Eigen

namespace rattleback::theory {

/// Quad number, 113 bits, that Eigen accepts as a scalar.
using Quad = RawQuad;

// Functions of double and quad numbers under one name.
using std::abs, std::atan, std::cos, std::exp, std::log, std::sin, std::sqrt, std::tan;
inline Quad atan(Quad x) { return atanq(x); }
inline Quad cos(Quad x) { return cosq(x); }
inline Quad exp(Quad x) { return expq(x); }
inline Quad log(Quad x) { return logq(x); }
inline Quad sin(Quad x) { return sinq(x); }
inline Quad sqrt(Quad x) { return sqrtq(x); }
inline Quad tan(Quad x) { return tanq(x); }

/// Vector with a size that is known at run time. Vectors and matrices of all sizes share their
/// compiled functions, so that a study compiles faster than with fixed sizes.
template <class T>
using VectorOf = Eigen::Matrix<T, Eigen::Dynamic, 1>;
/// Matrix with sizes that are known at run time.
template <class T>
using MatrixOf = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = VectorOf<Quad>;              ///< quad vector
using Matrix = MatrixOf<Quad>;              ///< quad matrix
using Vector3 = Eigen::Matrix<Quad, 3, 1>;  ///< quad vector of R^3
using Matrix3 = Eigen::Matrix<Quad, 3, 3>;  ///< quad 3 x 3 matrix

/// Returns the largest absolute value of an entry; 0 without entries, NaN if an entry is NaN.
template <class Derived>
double largest_entry(Eigen::MatrixBase<Derived> const& expression) {
  auto const matrix = expression.eval();
  typename Derived::Scalar largest = 0;
  for (auto const& x : matrix.reshaped())
    largest = larger_or_nan<typename Derived::Scalar>(largest, abs(x));
  return double(largest);
}
/// Returns the largest absolute difference of corresponding entries; the sizes must be equal.
template <class A, class B>
double distance(Eigen::MatrixBase<A> const& a, Eigen::MatrixBase<B> const& b) {
  return largest_entry(a - b);
}

/// Returns `count` numbers from the index `first` on as a vector; all that follow if count < 0.
template <class T, class Numbers>
VectorOf<T> vector_of(Numbers const& numbers, long first = 0, long count = -1) {
  long const size = count < 0 ? long(numbers.size()) - first : count;
  VectorOf<T> v(size);
  for (long i = 0; i < size; ++i) v[i] = T(numbers[std::size_t(first + i)]);
  return v;
}

/// Returns the entries of a, then those of b.
template <class A, class B>
VectorOf<typename A::Scalar> together(Eigen::MatrixBase<A> const& a,
                                      Eigen::MatrixBase<B> const& b) {
  VectorOf<typename A::Scalar> all(a.size() + b.size());
  all << a, b;
  return all;
}

}  // namespace rattleback::theory
