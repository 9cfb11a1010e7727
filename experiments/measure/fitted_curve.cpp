#include "experiments/measure/fitted_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

namespace {

FittedCurve fitted(std::vector<double> const& x, std::vector<double> curve,
                   std::vector<double> const& weights = {}) {
  auto const weight = [&](std::size_t i) { return weights.empty() ? 1.0 : weights[i]; };
  double total = 0, of_curve = 0, of_x = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    total += weight(i), of_curve += weight(i) * curve[i], of_x += weight(i) * x[i];
  double square = 0, product = 0, square_of_x = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double const c = curve[i] - of_curve / total, y = x[i] - of_x / total;
    square += weight(i) * c * c, product += weight(i) * c * y, square_of_x += weight(i) * y * y;
  }
  FittedCurve trend;
  trend.curve = std::move(curve);
  trend.factor = square > 0 ? product / square : 0;
  trend.left = larger_or_nan(0.0, (square_of_x - trend.factor * product) / total);
  return trend;
}

template <class F>
std::vector<double> curve_of(std::size_t samples, F f) {
  std::vector<double> curve;
  for (std::size_t i = 0; i < samples; ++i)
    curve.push_back(f(static_cast<double>(i) / static_cast<double>(samples - 1)));
  return curve;
}

FittedCurve const nothing_yet{.left = std::numeric_limits<double>::infinity()};

}  // namespace

double FittedCurve::moves_late() const { return factor * (curve.back() - curve[curve.size() / 2]); }

std::vector<double> FittedCurve::rest_of(std::vector<double> x) const {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] -= factor * curve[i];
  return x;
}

FittedCurve fit_mean(std::vector<double> const& x) {
  return fitted(x, curve_of(x.size(), [](double) { return 0.0; }));
}

FittedCurve fit_straight_line(std::vector<double> const& x, std::vector<double> const& weights) {
  return fitted(x, curve_of(x.size(), [](double s) { return s; }), weights);
}

double largest_rate(std::vector<double> const& x) { return static_cast<double>(x.size()) / 4; }

FittedCurve fit_exponential(std::vector<double> const& x) {
  // Positions from -1 to 1 map to rates: near zero in equal steps, elsewhere in equal ratios.
  double const scale = std::asinh(largest_rate(x));
  auto const at = [&](double position) {
    double const rate = std::sinh(position * scale);
    // The curve is at most 1 for every rate.
    auto trend = fitted(
        x, curve_of(x.size(), [&](double s) { return std::exp(rate * (rate > 0 ? s - 1 : s)); }));
    trend.rate = rate;
    return trend;
  };
  constexpr int cells = 32;
  auto best = nothing_yet;
  double nearest = 0;
  for (int i = -cells; i <= cells; ++i) {
    if (i == 0) continue;  // rate zero is the straight line
    double const position = static_cast<double>(i) / cells;
    auto trend = at(position);
    if (trend.left < best.left) best = std::move(trend), nearest = position;
  }
  double low = larger_or_nan(nearest - 1.0 / cells, -1.0);
  double high = smaller_or_nan(nearest + 1.0 / cells, 1.0);
  for (int i = 0; i < 16; ++i) {
    double const a = high - 0.618 * (high - low), b = low + 0.618 * (high - low);
    auto of_a = at(a), of_b = at(b);
    bool const earlier = of_a.left < of_b.left;
    (earlier ? high : low) = earlier ? b : a;
    auto& nearer = earlier ? of_a : of_b;
    if (nearer.left < best.left) best = std::move(nearer);
  }
  return best;
}

FittedCurve fit_power_law(std::vector<double> const& x) {
  auto best = nothing_yet;
  for (double power : {-2.0, -1.0, -0.5, 0.25, 0.5, 0.75, 1.5, 2.0, 3.0})
    for (double speed : {1, 3, 10, 30}) {
      auto trend =
          fitted(x, curve_of(x.size(), [&](double s) { return std::pow(1 + speed * s, power); }));
      trend.power = power;
      if (trend.left < best.left) best = std::move(trend);
    }
  return best;
}

FittedCurve fit_jump(std::vector<double> const& x) {
  double const n = static_cast<double>(x.size());
  double total = 0, before = 0, most = -1;
  for (double value : x) total += value;
  std::size_t at = 1;
  for (std::size_t i = 1; i < x.size(); ++i) {
    before += x[i - 1];
    double const m = static_cast<double>(i), height = (total - before) / (n - m) - before / m;
    double const gain = height * height * m * (n - m);
    if (gain > most) most = gain, at = i;
  }
  std::vector<double> curve(x.size());
  std::fill(curve.begin() + static_cast<long>(at), curve.end(), 1.0);
  return fitted(x, std::move(curve));
}

}  // namespace rattleback
