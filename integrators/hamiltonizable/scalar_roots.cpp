#include "integrators/hamiltonizable/scalar_roots.hpp"

#include <algorithm>
#include <array>
#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/roots.hpp>

#include "problems/core/numbers/quad.hpp"

namespace rattleback {

namespace {

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

}  // namespace

template <class S>
std::optional<S> undoubted_root(ScalarFunction<S> const& function, long& evaluations) {
  using std::abs, std::sqrt;
  auto const height = [&](S D) -> S {
    ++evaluations;
    return function.height(D);
  };
  S const at = function.nominal, value = height(at);
  S const size = std::max(S(1), S(abs(at)));
  S const epsilon(std::numeric_limits<S>::epsilon()), nearby = sqrt(epsilon) * size;
  S const slope = (height(at + nearby) - value) / nearby;
  S const d = -value / slope;
  if (!(abs(at) + S(2) * abs(d) <= S(function.largest))) return {};
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

template <class S>
std::pair<S, RootReport> nearest_of_all_roots(ScalarFunction<S> const& function) {
  using std::abs;
  constexpr int intervals = 160;
  RootReport report;
  S const nominal = function.nominal;
  auto const height = [&](S D) -> S {
    ++report.evaluations;
    return function.height(D);
  };
  double const half = function.largest;
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

template std::optional<double> undoubted_root(ScalarFunction<double> const&, long&);
template std::optional<Quad> undoubted_root(ScalarFunction<Quad> const&, long&);
template std::pair<double, RootReport> nearest_of_all_roots(ScalarFunction<double> const&);
template std::pair<Quad, RootReport> nearest_of_all_roots(ScalarFunction<Quad> const&);

}  // namespace rattleback
