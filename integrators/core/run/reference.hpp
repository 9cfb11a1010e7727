#pragma once
// The exact motion in quad precision: two formulations that share no solve, by Taylor series where
// a text states the problem in smooth formulas, else by extrapolation.

#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "integrators/core/method/trajectory.hpp"
#include "integrators/core/run/run_spec.hpp"
#include "integrators/core/tables/problem_table.hpp"

namespace rattleback {

/// An initial value problem y' = f(t, y), from the time 0 on, in quad precision; f returns false
/// when it cannot be evaluated.
struct QuadOde {
  std::vector<Quad> y0;
  std::function<bool(Quad const& t, std::vector<Quad> const& y, std::vector<Quad>& dydt)> f;
  /// Numbers at whose change of sign f is not smooth; null for a smooth f.
  std::function<std::vector<Quad>(Quad const& t, std::vector<Quad> const& y)> kinks;
  /// Returns the length of a shorter step in place of one from (t0, y0) to (t1, y1) that must be
  /// taken again; empty to keep it.
  std::function<std::optional<Quad>(Quad const& t0, std::vector<Quad> const& y0, Quad const& t1,
                                    std::vector<Quad> const& y1)>
      shorter_step = [](auto const&...) { return std::nullopt; };
  Quad share = 1;  ///< length of steps, as a share of what the error allows
  Quad longest_step = std::numeric_limits<double>::infinity();  ///< longest step of a series
};

/// y at each of the times (ascending, >= 0), by adaptive Bulirsch-Stoer extrapolation with relative
/// and absolute tolerance `tolerance`. Throws std::runtime_error when f fails or steps vanish.
std::vector<std::vector<Quad>> extrapolate(QuadOde const& ode, std::vector<Quad> const& times,
                                           Quad tolerance);

/// States of a motion with the error that its derivative shows.
struct SummedSeries {
  std::vector<std::vector<Quad>> states;
  /// Sum over the steps of the error of the state that belongs to the largest difference of y' and
  /// f at the ends of 32 parts of each step.
  Quad error = 0;
};

/// Returns y at each of the times (ascending, >= 0), by Taylor series of a relative and absolute
/// tolerance; nothing where their steps vanish or the equations are singular: extrapolation may
/// pass such a point.
/// @param ode     start, steps, and f from formulas that the series does not solve
/// @param series  y' = f
std::optional<SummedSeries> sum_series(QuadOde const& ode, text::Series<Quad>& series,
                                       std::vector<Quad> const& times, Quad tolerance);

/// Distance of the points at which a step is searched, in time scales of the problem. A pulse
/// exp(-((t - a)/w)^2) is found for w >= 2e-5 time scales: a point is within 3.1 w of its middle.
/// Narrower pulses may be missed.
inline constexpr double search_spacing = 1.0 / 8192;

/// Returns the first time between the ends of a step at which fourth differences of the
/// accelerations exceed those of a motion that the step resolves; empty without such a time. The
/// points are on the cubic Hermite interpolant of the step. A step has at most 65536 points.
/// @param t0,t1  ends of the step
/// @param y0,y1  (q, v) at the ends
std::optional<double> abrupt_change(System<double> const& system, double t0,
                                    std::vector<double> const& y0, double t1,
                                    std::vector<double> const& y1);

/// Hash of the code that references depend on; a change of it voids the cache.
std::string reference_code_hash();

/// The exact motion at the given times (>= 0), certified by two formulations that share no solve.
/// Throws InvalidInput on a setting that makes no sense, and where the motion ends.
Reference reference(SharedProblem const& problem, Setting const& setting,
                    std::vector<RawQuad> const& times);

}  // namespace rattleback
