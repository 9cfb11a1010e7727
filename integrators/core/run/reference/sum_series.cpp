#include <algorithm>
#include <cmath>
#include <limits>

#include "integrators/core/run/reference.hpp"
#include "integrators/core/run/reference_watch.hpp"
#include "problems/core/numbers/extremes.hpp"
#include "problems/text/series/series.hpp"

namespace rattleback {

namespace {

/// Parts of a step at whose ends the series is compared with the equations: about as many as
/// extrapolation evaluates. At its beginning a series does not show a narrow feature ahead.
constexpr int compared_parts = 32;

/// Returns exp(-2 - 0.7/(N - 1)) times the radius of convergence that the coefficients N - 1 and N
/// estimate (Jorba and Zou, see Taylor).
Quad step_size(text::Series<Quad> const& series, std::vector<Quad> const& y, int order) {
  Quad radius = std::numeric_limits<Quad>::infinity();
  for (int const k : {order - 1, order}) {
    Quad largest = 0;
    for (int i = 0; i < series.size(); ++i)
      largest = larger_or_nan(largest,
                              Quad(abs(series.coefficient(i, k)) / (1 + abs(y[std::size_t(i)]))));
    if (isnan(largest)) return largest;
    if (largest > 0) radius = std::min(radius, Quad(pow(largest, Quad(-1) / k)));
  }
  return radius * exp(-2 - Quad(0.7) / (order - 1));
}

}  // namespace

std::optional<SummedSeries> sum_series(QuadOde const& ode, text::Series<Quad>& series,
                                       std::vector<Quad> const& times, Quad tolerance) {
  using State = std::vector<Quad>;
  int const order = static_cast<int>(std::ceil(1 - std::log(static_cast<double>(tolerance)) / 2));
  State y = ode.y0;
  auto const state_after = [&](Quad const& step) {
    State at(y.size());
    series.evaluate_change(step, at.data());
    for (std::size_t i = 0; i < y.size(); ++i) at[i] += y[i];
    return at;
  };
  SummedSeries sum;
  Quad t = 0;
  State rate(y.size()), expected(y.size());
  for (long steps = 0; sum.states.size() < times.size(); ++steps) {
    look_at_reference(static_cast<double>(t));
    if (steps > 1000000 || !series.expand(t, 1, y.data(), order, 0)) return std::nullopt;
    Quad const left = times.back() - t;
    Quad step = ode.share * std::min(step_size(series, y, order), ode.longest_step);
    if (!(step >= Quad(1e-12))) return std::nullopt;
    step = std::min(step, left);
    State const end = state_after(step);
    Quad const to = step == left ? times.back() : Quad(t + step);
    while (sum.states.size() < times.size() && times[sum.states.size()] <= to)
      sum.states.push_back(state_after(times[sum.states.size()] - t));
    Quad error = 0;
    for (int part = 1; part <= compared_parts; ++part) {
      Quad const until = part < compared_parts ? Quad(step * part / compared_parts) : step;
      series.evaluate_rate(until, rate.data());
      if (!ode.f(t + until, state_after(until), expected)) return std::nullopt;
      for (std::size_t i = 0; i < y.size(); ++i)
        error = larger_or_nan(error, abs(Quad(rate[i] - expected[i])));
    }
    if (!isfinite(error)) return std::nullopt;
    // The error of the derivative is that of the state times (N + 1)/h.
    sum.error += error * step / (order + 1);
    t = to;
    y = end;
  }
  return sum;
}

}  // namespace rattleback
