#pragma once
// Numbers computed from a series. NaN propagates.

#include <cmath>
#include <vector>

#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

/// Largest absolute value of the arguments of all calls; NaN if one is NaN.
struct Largest {
  double value = 0;
  void operator()(double x) { value = larger_or_nan(value, std::abs(x)); }
};

/// Returns the largest absolute value; 0 without values.
double largest(std::vector<double> const& values);

/// Returns the largest |a_i - b_i|, i up to the length of a.
template <class A, class B>
double largest_difference(std::vector<A> const& a, std::vector<B> const& b) {
  Largest most;
  for (std::size_t i = 0; i < a.size(); ++i) most(double(a[i] - b[i]));
  return most.value;
}

/// Returns the k-th number of every row.
std::vector<double> column_of(std::vector<std::vector<double>> const& rows, std::size_t k);

/// Returns the median of the absolute values: the mean of the middle two if their number is even,
/// NaN without values or if a value is NaN.
double median(std::vector<double> values);

/// Returns the root of the mean square; NaN without values.
double root_mean_square(std::vector<double> const& values);

/// Returns the largest minus the smallest value.
template <class T>
T spread(std::vector<T> const& values) {
  auto const [low, high] = minmax_element_or_nan(values.begin(), values.end());
  return *high - *low;
}

/// Returns the spread relative to |first value|.
template <class T>
double relative_spread(std::vector<T> const& values) {
  return double(T(spread(values) / (values.front() < 0 ? -values.front() : values.front())));
}

}  // namespace rattleback
