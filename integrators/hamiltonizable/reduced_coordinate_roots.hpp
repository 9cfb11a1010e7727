#pragma once
// Scalar equation of a step for a metric that depends on one coordinate c only: with the increment
// of c given, the equations are linear in the other increments. The roots of the scalar equation
// decide whether the step exists, and whether it is nearly ambiguous.

#include <algorithm>
#include <array>
#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/roots.hpp>
#include <limits>
#include <optional>

#include "integrators/core/mechanics/discrete_lagrangian.hpp"
#include "integrators/core/solve/newton.hpp"
#include "problems/core/numbers/linear_solve.hpp"

namespace rattleback {

/// Report on the scalar equation of a step.
struct RootReport {
  int roots = 0;      ///< in the window |D| <= window
  double chosen = 0;  ///< the root nearest to the nominal increment
  double gap = std::numeric_limits<double>::infinity();  ///< from it to the next root
  double slope = 0;      ///< slope of the scaled equation at the chosen root; 0 at a fold
  long evaluations = 0;  ///< evaluations of the equation
};

/// Increments (all coordinates) at a given increment D of coordinate c, and the residual of c's own
/// equation, in units of increments.
template <int N, class S, class Discrete>
std::pair<Vec<S, N>, S> increments_at(Discrete const& discrete, Vec<S, N> const& r,
                                      Vec<S, N> const& p, S const& k, int c, S const& D) {
  using T = Dual<S, N>;
  // Columns of all coordinates, that of c included; the others start from 0, where the equations
  // are exact because they are linear.
  Vec<T, N> increment;
  for (int i = 0; i < N; ++i) increment[i] = {i == c ? D : S(0), unit<S, N>(i)};
  auto const a = cast<T>(r);
  auto const residual = discrete.left_momentum(a, increment, k) - cast<T>(p);
  Mat<S, N - 1, N - 1> matrix;
  Vec<S, N - 1> right;
  for (int i = 0, row = 0; i < N; ++i) {
    if (i == c) continue;
    right[row] = -residual[i].value;
    for (int j = 0, column = 0; j < N; ++j)
      if (j != c) matrix(row, column++) = residual[i].slope[j];
    ++row;
  }
  auto const others = solve_without_pivoting(matrix, right);
  Vec<S, N> full;
  for (int i = 0, next = 0; i < N; ++i) full[i] = i == c ? D : others[next++];
  return {full, k * (discrete.left_momentum(r, full, k)[c] - p[c])};
}

/// The scalar equation of a step.
template <int N, class S>
struct ScalarEquation {
  Vec<S, N> r, p;
  S k;
  int coordinate;
  S nominal;      ///< the increment that is expected
  double window;  ///< increments that are looked at, at least

  /// The largest |D| of roots that count.
  double largest_increment() const {
    return std::max(window, 4 * std::abs(static_cast<double>(nominal)));
  }
  template <class Discrete>
  Vec<S, N> increments(Discrete const& discrete, S const& D) const {
    return increments_at(discrete, r, p, k, coordinate, D).first;
  }
  template <class Discrete>
  S height(Discrete const& discrete, S const& D) const {
    return increments_at(discrete, r, p, k, coordinate, D).second;
  }
};

template <class S, class Height>
S root_between(Height const& height, S low, S high, S at_low, S at_high) {
  using std::abs;
  boost::math::tools::eps_tolerance<S> const tight(std::numeric_limits<S>::digits - 2);
  std::uintmax_t iterations = 200;
  auto const [a, b] =
      boost::math::tools::toms748_solve(height, low, high, at_low, at_high, tight, iterations);
  // A last secant, not the middle: near a fold later steps magnify what is left.
  S const at_a = height(a), at_b = height(b);
  S const root = at_a == at_b ? (a + b) / S(2) : S(a - at_a * (b - a) / (at_b - at_a));
  return abs(root - a) <= abs(b - a) ? root : (a + b) / S(2);
}

/// The root nearest to the nominal increment where that is beyond doubt: with Newton's change d
/// from there, the equation is monotone at nominal - 2 d, ..., nominal + 2 d, and changes sign
/// behind the nominal increment. Nothing elsewhere. Adds to `evaluations`.
template <int N, class S, class Discrete>
std::optional<S> undoubted_root(ScalarEquation<N, S> const& equation, Discrete const& discrete,
                                long& evaluations) {
  using std::abs, std::sqrt;
  auto const height = [&](S D) -> S {
    ++evaluations;
    return equation.height(discrete, D);
  };
  S const at = equation.nominal, value = height(at);
  S const size = std::max(S(1), S(abs(at)));
  S const epsilon(std::numeric_limits<S>::epsilon()), nearby = sqrt(epsilon) * size;
  S const slope = (height(at + nearby) - value) / nearby;
  S const d = -value / slope;
  if (!(abs(at) + S(2) * abs(d) <= S(equation.largest_increment()))) return {};
  // Rounding in the equation: what is left is to look for others as far as it could matter.
  bool const is_there = abs(d) <= S(4) * epsilon * size;
  S const step = is_there ? nearby : d;
  S const values[]{height(at - S(2) * step), height(at - step), value, height(at + step),
                   height(at + S(2) * step)};
  S const direction = values[4] - values[0];
  for (int i = 0; i < 4; ++i)
    if (!((values[i + 1] - values[i]) * direction > S(0))) return {};
  if (is_there) return at + d;
  int const before = value * values[3] > S(0) ? 3 : 2;
  if (!(values[before] * values[before + 1] < S(0)))
    return values[before + 1] == S(0) ? std::optional(at + S(before - 1) * step) : std::nullopt;
  S const low = at + S(before - 2) * step, high = at + S(before - 1) * step;
  return low < high ? root_between(height, low, high, values[before], values[before + 1])
                    : root_between(height, high, low, values[before + 1], values[before]);
}

/// The root nearest to the nominal increment among all that count, by a scan that also looks into
/// dips that do not change sign. No roots: roots = 0 in the report.
template <int N, class S, class Discrete>
std::pair<S, RootReport> nearest_of_all_roots(ScalarEquation<N, S> const& equation,
                                              Discrete const& discrete) {
  using std::abs, std::isfinite;
  constexpr int intervals = 160;
  RootReport report;
  S const nominal = equation.nominal;
  auto const height = [&](S D) -> S {
    ++report.evaluations;
    return equation.height(discrete, D);
  };
  double const half = equation.largest_increment();
  auto const at = [&](int i) { return S((2.0 * i / intervals - 1) * half); };
  std::array<S, intervals + 1> values;
  for (int i = 0; i <= intervals; ++i) values[i] = height(at(i));
  // Two at most from each interval.
  std::array<S, 2 * intervals> roots;
  int count = 0;
  auto const bracketed = [&](S low, S high, S at_low, S at_high) {
    // A pole changes sign, too; there the height grows instead of vanishing.
    S const root = root_between(height, low, high, at_low, at_high);
    if (abs(height(root)) <= std::min(abs(at_low), abs(at_high))) roots[count++] = root;
  };
  for (int i = 0; i < intervals; ++i) {
    if (values[i] == S(0)) roots[count++] = at(i);
    if (values[i] * values[i + 1] < S(0)) bracketed(at(i), at(i + 1), values[i], values[i + 1]);
    bool const dip = i > 0 && values[i - 1] * values[i] > S(0) &&
                     values[i] * values[i + 1] > S(0) && abs(values[i]) <= abs(values[i - 1]) &&
                     abs(values[i]) <= abs(values[i + 1]);
    if (!dip) continue;
    S const sign(values[i] > S(0) ? 1 : -1);
    auto const [lowest, least] =
        boost::math::tools::brent_find_minima([&](S D) -> S { return sign * height(D); }, at(i - 1),
                                              at(i + 1), std::numeric_limits<double>::digits / 2);
    if (!(least < S(0))) continue;
    bracketed(at(i - 1), lowest, values[i - 1], height(lowest));
    bracketed(lowest, at(i + 1), height(lowest), values[i + 1]);
  }
  report.roots = count;
  if (count == 0) return {nominal, report};
  S chosen = roots[0];
  for (int i = 1; i < count; ++i)
    if (abs(roots[i] - nominal) < abs(chosen - nominal)) chosen = roots[i];
  for (int i = 0; i < count; ++i)
    if (roots[i] != chosen)
      report.gap = std::min(report.gap, static_cast<double>(abs(roots[i] - chosen)));
  S const d(1e-6);
  report.chosen = static_cast<double>(chosen);
  report.slope = static_cast<double>((height(chosen + d) - height(chosen - d)) / (2 * d));
  return {chosen, report};
}

}  // namespace rattleback
