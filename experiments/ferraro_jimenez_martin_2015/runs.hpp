#pragma once
// Runs through the catalogue beside certified motions, and the orders that their errors show.

#include <fmt/format.h>

#include <cmath>

#include "experiments/core/experiment.hpp"
#include "experiments/core/fit.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

/// A method on a case of a problem.
struct Candidate {
  std::string problem, case_name, method;
  std::vector<std::pair<std::string, std::string>> options = {};
  std::string start = "multiplier";

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

/// Errors of one run at its last node, Euclidean; velocities are those of the average momentum.
struct EndErrors {
  double position = NAN, velocity = NAN, energy = NAN;
};

inline EndErrors end_errors(Candidate const& candidate, double time, long steps,
                            ReferenceState const& exact) {
  auto const run = candidate.run(RawQuad(time) / steps, steps);
  if (run.outcome != Outcome::ok) return {};
  auto const norm = [](std::vector<double> const& a, std::vector<RawQuad> const& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - double(b[i])) * (a[i] - double(b[i]));
    return std::sqrt(sum);
  };
  Setting there = candidate.spec(0, 0).setting;
  there.q = exact.q;
  there.v = exact.v;
  there.own_state = true;  // on the constraint up to the reference's last digits
  double const energy = find_problem(candidate.problem).energy(there);
  return {norm(run.q.back(), exact.q), norm(run.v.back(), exact.v),
          std::abs(run.invariants.front().final - energy)};
}

/// Errors over step sizes; orders by a fit.
struct Orders {
  std::vector<double> steps;
  std::vector<EndErrors> errors;

  double of(double EndErrors::*which) const {
    std::vector<double> values;
    for (auto const& e : errors) values.push_back(e.*which);
    return fit_power(steps, values).slope;
  }
};

inline ReferenceState certified(std::string const& problem, std::string const& case_name,
                                double time) {
  Setting setting;
  setting.case_name = case_name;
  return find_problem(problem).reference(setting, {RawQuad(time)}).states[0];
}

inline Orders observed(Candidate const& candidate, double time, std::vector<long> const& counts) {
  auto const exact = certified(candidate.problem, candidate.case_name, time);
  Orders orders;
  for (long n : counts) {
    orders.steps.push_back(time / double(n));
    orders.errors.push_back(end_errors(candidate, time, n, exact));
  }
  return orders;
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
  std::string text() const { return fmt::format("{:.3f} ({})", value, fmt::join(words, ", ")); }
};

inline constexpr char const* test_system = "coupled_oscillator_3d";

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
