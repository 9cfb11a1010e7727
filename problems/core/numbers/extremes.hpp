#pragma once
// Maxima and minima that propagate NaN: std::max(x, nan) is x, and a defect that could not be
// computed must not count as small. Without NaN they equal those of the standard library, bit for
// bit.

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

namespace rattleback {

/// Returns the larger of two numbers; NaN if one of them is NaN.
template <class T>
constexpr T larger_or_nan(T const& a, T const& b) {
  if (b != b) return b;
  return a < b ? b : a;
}
template <class T>
constexpr T smaller_or_nan(T const& a, T const& b) {
  if (b != b) return b;
  return b < a ? b : a;
}
template <class T>
constexpr T larger_or_nan(std::initializer_list<T> numbers) {
  T largest = *numbers.begin();
  for (T const& x : numbers) largest = larger_or_nan(largest, x);
  return largest;
}
template <class T>
constexpr T smaller_or_nan(std::initializer_list<T> numbers) {
  T smallest = *numbers.begin();
  for (T const& x : numbers) smallest = smaller_or_nan(smallest, x);
  return smallest;
}

/// Returns std::max_element or std::minmax_element, or the first NaN if there is one.
template <class Iterator>
Iterator max_element_or_nan(Iterator first, Iterator last) {
  auto const none = std::find_if(first, last, [](auto const& x) { return x != x; });
  return none == last ? std::max_element(first, last) : none;
}
template <class Iterator>
std::pair<Iterator, Iterator> minmax_element_or_nan(Iterator first, Iterator last) {
  auto const none = std::find_if(first, last, [](auto const& x) { return x != x; });
  return none == last ? std::minmax_element(first, last) : std::pair{none, none};
}

/// Returns true if all numbers are finite.
template <class T>
bool all_finite(std::vector<T> const& numbers) {
  using std::isfinite;
  return std::all_of(numbers.begin(), numbers.end(), [](T const& x) { return isfinite(x); });
}

}  // namespace rattleback
