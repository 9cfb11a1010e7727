#pragma once
// Runs of section 7.4 of Ferraro, Jimenez & Martin de Diego 2015: the ball on a rotating table.

#include <fmt/format.h>

#include <cmath>

#include "experiments/core/experiment.hpp"
#include "experiments/core/fit.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::ball {

inline constexpr char const* paper_id = "ferraro_jimenez_martin_2015";

using Numbers = std::vector<double>;
using Options = std::vector<std::pair<std::string, std::string>>;

/// A method on a case of a problem, with a start.
struct Runs {
  std::string problem, case_name, method, start;
  Options options = {};
};

/// `steps` steps of time/steps.
inline RunSpec specification(Runs const& runs, RawQuad time, long steps, long every = 0) {
  RunSpec spec;
  spec.setting.case_name = runs.case_name;
  spec.start = runs.start;
  spec.options = runs.options;
  spec.step = time / steps;
  spec.steps = steps;
  spec.every = every;
  return spec;
}
inline Trajectory<double> run(Runs const& runs, RawQuad time, long steps, long every = 0) {
  return find_problem(runs.problem)
      .method(runs.method)
      .integrate(specification(runs, time, steps, every));
}
/// Tells of a run that did not reach its end.
inline void watch(Findings& findings, Runs const& runs, Trajectory<double> const& t) {
  if (t.outcome != Outcome::ok)
    findings.outcome(runs.problem + ", " + runs.method, t.outcome, t.reason, t.times.back());
}

/// What the method carries at the end.
inline Numbers const& carried(Trajectory<double> const& t, std::string const& name) {
  for (auto const& [key, values] : t.memory)
    if (key == name) return values;
  throw std::logic_error("the method carries no " + name);
}

/// The diagnostics p, p_plus, p_average, interval_velocity (five numbers each) of step i = 1, ...
struct StepMomenta {
  Numbers p, p_plus, average, interval;
};
inline StepMomenta momenta_of_step(Trajectory<double> const& t, std::size_t i) {
  auto const& row = t.diagnostics.at(i - 1);
  auto const at = [&](int k) { return Numbers(row.begin() + 5 * k, row.begin() + 5 * (k + 1)); };
  return {at(0), at(1), at(2), at(3)};
}

/// Euclidean distance of the components [from, to).
inline double distance(Numbers const& a, Numbers const& b, int from, int to) {
  double sum = 0;
  for (int i = from; i < to; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}
inline double contact_distance(Numbers const& q, Numbers const& other) {
  return distance(q, other, 0, 2);
}
inline double spin_distance(Numbers const& v, Numbers const& other) {
  return distance(v, other, 2, 5);
}

/// Configuration and velocity (vx, vy, w1, w2, w3).
struct State {
  Numbers q, v;
};
inline std::vector<State> exact_states(std::string const& problem, std::string const& case_name,
                                       std::vector<RawQuad> const& times) {
  Setting setting;
  setting.case_name = case_name;
  std::vector<State> states;
  for (auto const& s : find_problem(problem).reference(setting, times).states)
    states.push_back({{s.q.begin(), s.q.end()}, {s.v.begin(), s.v.end()}});
  return states;
}
inline State exact_state(std::string const& problem, std::string const& case_name, RawQuad time) {
  return exact_states(problem, case_name, {time}).front();
}

/// round(10^(2 + j/4)): the exponentially decreasing steps that hit both ends the paper prints.
inline long steps_of_figure_3(int j) { return std::lround(std::pow(10.0, 2 + j / 4.0)); }

/// The starts, as claims name them.
inline constexpr char const* start_a =
    "first interval with the angular velocity w^0 := w(0) and the contact velocity v(0) (start A)";
inline constexpr char const* start_b = "momentum at the first node p_0 = p(0) (start B)";

inline Choice starts_choice() {
  return {"how the discrete motion starts",
          "A: the first interval has the velocity of the first node, as the data of the second "
          "example suggest; B: the first node has the momentum p(0)",
          "w^0 belongs to the middle of an interval: A is off by O(h), B is not"};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::ball
