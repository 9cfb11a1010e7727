#pragma once
// Runs through the catalogue beside certified motions, and the orders that their errors show.

#include <fmt/format.h>

#include <cmath>

#include "experiments/core/convergence.hpp"
#include "experiments/core/experiment.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

inline constexpr char const* paper_id = "ferraro_jimenez_martin_2015";
inline constexpr char const* test_system = "coupled_oscillator_3d";
inline constexpr double quad_epsilon = 0x1p-112;

using Numbers = std::vector<double>;

/// A method on a case of a problem, with a start.
struct Candidate {
  std::string problem, case_name, method, start = "multiplier";
  std::vector<std::pair<std::string, std::string>> options = {};

  RunSpec spec(RawQuad const& step, long steps, long every = 0) const {
    RunSpec s;
    s.setting.case_name = case_name;
    s.start = start;
    s.options = options;
    s.step = step;
    s.steps = steps;
    s.every = every;
    return s;
  }
  Trajectory<double> run(RawQuad const& step, long steps, long every = 0) const {
    return find_problem(problem).method(method).integrate(spec(step, steps, every));
  }
  Trajectory<RawQuad> run_quad(RawQuad const& step, long steps, long every = 0) const {
    return find_problem(problem).method(method).integrate_quad(spec(step, steps, every));
  }
};

/// A run that did not reach its end is reported.
inline void watch(Findings& findings, Candidate const& candidate, Trajectory<double> const& t) {
  if (t.outcome != Outcome::ok)
    findings.outcome(candidate.problem + ", " + candidate.method, t.outcome, t.reason,
                     t.times.back());
}

inline std::vector<ReferenceState> certified(std::string const& problem,
                                             std::string const& case_name,
                                             std::vector<RawQuad> const& times) {
  Setting setting;
  setting.case_name = case_name;
  return find_problem(problem).reference(setting, times).states;
}

/// The number alone, where a statement asks for one.
template <class... Args>
Measured measured(double value, fmt::format_string<Args...> words, Args&&... args) {
  return {.value = value, .words = fmt::format(words, std::forward<Args>(args)...)};
}
/// The same of a computation in quad precision.
template <class... Args>
Measured measured_in_quad(double value, double steps, fmt::format_string<Args...> words,
                          Args&&... args) {
  return {.value = value,
          .words = fmt::format(words, std::forward<Args>(args)...),
          .steps = steps,
          .epsilon = quad_epsilon};
}

/// The order of errors of runs of length `time`, steps from coarse to fine.
inline double order_of(Numbers const& steps, Numbers const& errors, double time) {
  ObservedOrder observed;
  observed.errors = errors;
  fit_order(observed, steps, time);
  return observed.order;
}
inline Measured order(std::string const& errors_of, Numbers const& steps, Numbers const& errors,
                      double time) {
  double const value = order_of(steps, errors, time);
  return measured(value, "order {:.3f}: {}, from {:.2e} at h = {:.3g} to {:.2e} at h = {:.3g}",
                  value, errors_of, errors.front(), steps.front(), errors.back(), steps.back());
}

/// The order farthest from what is expected, and all of them in words.
struct FarthestOrder {
  double expected, value;
  std::vector<std::string> words = {};

  explicit FarthestOrder(double expected) : expected(expected), value(expected) {}
  void add(std::string const& name, double order) {
    if (!(std::abs(order - expected) <= std::abs(value - expected))) value = order;
    words.push_back(fmt::format("{} {:.3f}", name, order));
  }
  std::string text() const { return fmt::format("{}", fmt::join(words, ", ")); }
};

/// Errors of one run at its last node, Euclidean; velocities are those of the average momentum.
struct EndErrors {
  double position = NAN, velocity = NAN, energy = NAN;
};

inline double norm_of_difference(Numbers const& a, std::vector<RawQuad> const& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - double(b[i])) * (a[i] - double(b[i]));
  return std::sqrt(sum);
}

inline EndErrors end_errors(Candidate const& candidate, Trajectory<double> const& run,
                            ReferenceState const& exact) {
  if (run.outcome != Outcome::ok) return {};
  Setting there = candidate.spec(0, 0).setting;
  there.q = exact.q;
  there.v = exact.v;
  there.own_state = true;  // on the constraint up to the reference's last digits
  double const energy = find_problem(candidate.problem).energy(there);
  return {norm_of_difference(run.q.back(), exact.q), norm_of_difference(run.v.back(), exact.v),
          std::abs(run.invariants.front().final - energy)};
}

/// Errors over step sizes, from coarse to fine.
struct Orders {
  double time;
  Numbers steps;
  std::vector<EndErrors> errors;

  Numbers all(double EndErrors::*which) const {
    Numbers values;
    for (auto const& e : errors) values.push_back(e.*which);
    return values;
  }
  double of(double EndErrors::*which) const { return order_of(steps, all(which), time); }
};

inline Orders observed(Candidate const& candidate, double time, std::vector<long> const& counts) {
  auto const exact = certified(candidate.problem, candidate.case_name, {RawQuad(time)})[0];
  Orders orders{time, {}, {}};
  for (long n : counts) {
    orders.steps.push_back(time / double(n));
    orders.errors.push_back(end_errors(candidate, candidate.run(RawQuad(time) / n, n), exact));
  }
  return orders;
}

/// What sections 5 to 7 leave open.
inline std::vector<Choice> oscillator_choices() {
  return {{"the test system",
           "three coupled oscillators with a full mass matrix under z' = y x' (the problem "
           "coupled_oscillator_3d), T = 2",
           "the paper gives none; with a diagonal mass matrix some wrong schemes look right"},
          {"the start",
           "multiplier: p_0^- = p(0) - (h/2) mu^T lambda(0), with the paper's sign of lambda; "
           "others where they are named",
           "the smallest alternating mode of the starts that need no second point"}};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
