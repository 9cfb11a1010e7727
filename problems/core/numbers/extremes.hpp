#pragma once
// Maxima and minima that a number that is none does not slip through: std::max(x, nan) is x, and a
// defect that could not be computed must not count as a small one. Of numbers they are those of the
// standard library, bit for bit.

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace rattleback {

/// The larger of two numbers; not a number if either is none.
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

/// As std::max_element and std::minmax_element, but the first entry that is not a number where
/// there is one.
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

}  // namespace rattleback
