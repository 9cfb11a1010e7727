#pragma once
// Roots of a scalar equation near a value that is expected, compiled once for double and for quad.

#include <functional>
#include <limits>
#include <optional>
#include <utility>

namespace rattleback {

/// Report on the roots of a scalar equation.
struct RootReport {
  int roots = 0;                                         ///< with |D| <= largest
  double chosen = 0;                                     ///< the root nearest to the nominal value
  double gap = std::numeric_limits<double>::infinity();  ///< from it to the next root
  double slope = 0;      ///< slope of the scaled equation at the chosen root; 0 at a fold
  long evaluations = 0;  ///< evaluations of the equation
};

/// A continuous function of D, and where its roots count.
template <class S>
struct ScalarFunction {
  std::function<S(S const&)> height;
  S nominal;       ///< the root that is expected
  double largest;  ///< the largest |D| of roots that count
};

/// Returns the root nearest to the nominal value where no other can be nearer, and nothing
/// elsewhere: with Newton's change d from the nominal value, the function is monotone at
/// nominal - 2 d, ..., nominal + 2 d, and changes sign behind the nominal value.
/// @param evaluations  increased by the evaluations of the function
template <class S>
std::optional<S> undoubted_root(ScalarFunction<S> const& function, long& evaluations);

/// Returns the root nearest to the nominal value among all that count, by a scan that also looks
/// into dips that do not change sign. Without a root, roots = 0 in the report.
template <class S>
std::pair<S, RootReport> nearest_of_all_roots(ScalarFunction<S> const& function);

}  // namespace rattleback
