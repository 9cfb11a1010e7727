#pragma once
// Quad numbers in Eigen: functions, vectors and matrices.

#include <Eigen/Core>
#include <cmath>
#include <concepts>

#include "integrators/core/registry/registry.hpp"
#include "problems/core/numbers/extremes.hpp"
#include "problems/core/numbers/raw_quad.hpp"

namespace Eigen {
/// Eigen treats an unknown type as unsigned: without these traits, cwiseAbs() changes nothing and
/// pivots are chosen by sign.
template <std::same_as<rattleback::RawQuad> Quad>
requires(!std::same_as<Quad, long double>) struct NumTraits<Quad> : GenericNumTraits<Quad> {
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 0 };
  enum { ReadCost = 2, AddCost = 10, MulCost = 10 };
};
namespace internal {
/// True for numbers without vector registers (quad, long double, jets).
template <class T>
inline constexpr bool multiplies_by_definition = !packet_traits<T>::Vectorizable;
/// Returns factor A B, by the definition of the product.
template <class T>
Matrix<T, Dynamic, Dynamic> product_by_definition(T const& factor,
                                                  Matrix<T, Dynamic, Dynamic> const& a,
                                                  Matrix<T, Dynamic, Dynamic> const& b) {
  Matrix<T, Dynamic, Dynamic> product(a.rows(), b.cols());
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < b.cols(); ++j) {
      T sum = 0;
      for (Index k = 0; k < a.cols(); ++k) sum += a(i, k) * b(k, j);
      product(i, j) = factor * sum;
    }
  return product;
}
extern template Matrix<rattleback::RawQuad, Dynamic, Dynamic> product_by_definition(
    rattleback::RawQuad const&, Matrix<rattleback::RawQuad, Dynamic, Dynamic> const&,
    Matrix<rattleback::RawQuad, Dynamic, Dynamic> const&);
template <class A, class B>
concept MultipliesByDefinition = multiplies_by_definition<typename A::Scalar> &&
    std::same_as<typename A::Scalar, typename B::Scalar>;
/// One function for the products of all sizes: Eigen's kernels for each kind of product take
/// seconds to compile, and save no time without vector registers.
template <class A, class B>
struct ProductByDefinition : generic_product_impl_base<A, B, ProductByDefinition<A, B>> {
  using T = typename A::Scalar;
  template <class Result>
  static void scaleAndAddTo(Result& result, A const& a, B const& b, T const& factor) {
    result += product_by_definition<T>(factor, a, b);
  }
};
template <class A, class B>
requires MultipliesByDefinition<A, B>
struct generic_product_impl<A, B, DenseShape, DenseShape, GemmProduct> : ProductByDefinition<A, B> {
};
template <class A, class B>
requires MultipliesByDefinition<A, B>
struct generic_product_impl<A, B, DenseShape, DenseShape, GemvProduct> : ProductByDefinition<A, B> {
};
template <class A, class B>
requires MultipliesByDefinition<A, B>
struct generic_product_impl<A, B, DenseShape, DenseShape, CoeffBasedProductMode>
    : ProductByDefinition<A, B> {
};
}  // namespace internal
}  // namespace Eigen

namespace rattleback::theory {

/// Quad number, 113 bits, that Eigen accepts as a scalar.
using Quad = RawQuad;

// Functions of double and quad numbers under one name, next to those of jets.
using rattleback::abs, rattleback::atan, rattleback::cos, rattleback::exp, rattleback::log,
    rattleback::pow, rattleback::sin, rattleback::sqrt, rattleback::tan;

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

/// Returns the largest absolute value of `count` numbers; 0 of none, NaN if one is NaN.
template <class T>
double largest_number(T const* numbers, long count) {
  T largest = 0;
  for (long i = 0; i < count; ++i) largest = larger_or_nan<T>(largest, abs(numbers[i]));
  return double(largest);
}
/// Returns the largest absolute value of an entry; 0 without entries, NaN if an entry is NaN.
template <class Derived>
double largest_entry(Eigen::MatrixBase<Derived> const& expression) {
  auto const& matrix = expression.eval();
  return largest_number(matrix.data(), matrix.size());
}
/// Returns the largest absolute difference of corresponding entries; the sizes must be equal.
template <class A, class B>
double distance(Eigen::MatrixBase<A> const& a, Eigen::MatrixBase<B> const& b) {
  auto const& x = a.eval();  // fewer types of differences compile faster
  auto const& y = b.eval();
  return largest_entry(x - y);
}

/// Returns `count` numbers from the index `first` on as a vector; all remaining ones if count < 0.
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
