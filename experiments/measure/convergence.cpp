#include "experiments/measure/convergence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/invalid_input.hpp"
#include "experiments/core/series.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback {

std::vector<MetKink> kinks_met(ProblemEntry const& problem, Setting const& setting, double until) {
  if (!problem.kinks) return {};
  long const rows = std::lround(std::clamp(200 * until / problem.card.time_scale, 200.0, 1e5));
  // A copy of a problem with one method lacks the solver.
  auto const* found = problem.methods.find("odeint_dopri5");
  auto const& solver = found ? *found : find_problem(problem.card.id).method("odeint_dopri5");
  return problem.kinks(setting, solver.integrate({.setting = setting,
                                                  .options = problem.tolerances(1e-10),
                                                  .step = RawQuad(until) / rows,
                                                  .steps = rows,
                                                  .every = 1}));
}

std::vector<std::string> kinks_in_words(std::vector<MetKink> const& kinks) {
  std::vector<std::string> words;
  for (auto const& kink : kinks)
    words.push_back(
        fmt::format("the motion is not smooth from t = {:.6g} on, where the argument of "
                    "{} changes its sign: at most order {:.3g} is expected",
                    kink.time, kink.name, kink.order));
  return words;
}

void fit_order(ObservedOrder& observed, std::vector<double> const& steps, double time) {
  std::vector<double> h, e;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    // Rounding adds up like a random walk over the steps; its plateau contains no method error.
    double const plateau = 1e2 * 2.2e-16 * std::sqrt(time / steps[i]);
    if (!std::isfinite(observed.errors[i]) || observed.errors[i] <= plateau) continue;
    h.push_back(steps[i]);
    e.push_back(observed.errors[i]);
  }
  observed.order = observed.confidence = std::numeric_limits<double>::quiet_NaN();
  observed.points = static_cast<int>(std::min<std::size_t>(h.size(), 4));
  if (h.size() < 4) return;
  auto const line = fit_power({h.end() - 4, h.end()}, {e.end() - 4, e.end()});
  observed.order = line.slope;
  observed.confidence = line.confidence;
}

double step_for(std::vector<double> const& steps, std::vector<double> const& errors, double error) {
  std::size_t first = errors.size();  // first run such that it and all finer ones reach `error`
  while (first > 0 && errors[first - 1] <= error) --first;
  if (first == errors.size()) return std::numeric_limits<double>::quiet_NaN();
  bool const bracketed = first > 0 && std::isfinite(errors[first - 1]) && errors[first] > 0;
  if (!bracketed) return steps[first];
  double const part = std::log(error / errors[first]) / std::log(errors[first - 1] / errors[first]);
  return steps[first] * std::pow(steps[first - 1] / steps[first], part);
}

std::vector<long> default_steps_per_unit() { return {10, 20, 40, 80, 160, 320, 640}; }

Convergence observed_orders(ProblemEntry const& problem, MethodEntry const& method,
                            std::string const& start, std::vector<long> const& steps_per_unit,
                            Setting const& setting, std::function<void(long)> const& watch,
                            double until) {
  Convergence c{.method = method.card.id, .start = start, .time = problem.card.time_scale};
  if (steps_per_unit.size() < 4) throw InvalidInput("an order needs at least four step sizes");
  for (std::size_t i = 0; i < steps_per_unit.size(); ++i)
    if (steps_per_unit[i] < 1 || (i > 0 && steps_per_unit[i] <= steps_per_unit[i - 1]))
      throw InvalidInput("steps per unit must be positive and increasing");
  if (!method.integrate)
    c.not_applicable_because = method.not_applicable_because;
  else if (method.card.adaptive)
    c.not_applicable_because = "chooses its own steps: its error follows the tolerance, not h";
  if (!c.not_applicable_because.empty()) return c;

  StartCard const* promise = nullptr;
  for (auto const& s : method.card.starts)
    if (s.name == start || (start.empty() && !promise)) promise = &s;
  if (!promise) {
    std::vector<std::string> known;
    for (auto const& s : method.card.starts) known.push_back(s.name);
    throw_unknown("start of " + method.card.id, start, known);
  }
  c.start = promise->name;

  // Steps are fractions of the problem's unit of time.
  RawQuad const end = until > 0 ? RawQuad(until) : RawQuad(problem.card.time_scale);
  c.time = static_cast<double>(end);
  double const units = c.time / problem.card.time_scale;
  constexpr double most_steps = 1e7;
  if (!(double(steps_per_unit.back()) * units <= most_steps))
    throw InvalidInput(
        fmt::format("a run to t = {:g} with {} steps per unit has more than {:g} steps", c.time,
                    steps_per_unit.back(), most_steps));
  auto const steps_to_end = [&](long n) { return std::lround(double(n) * units); };
  for (std::size_t i = 0; i < steps_per_unit.size(); ++i)
    if (steps_to_end(steps_per_unit[i]) < (i > 0 ? steps_to_end(steps_per_unit[i - 1]) + 1 : 1))
      throw InvalidInput(fmt::format("t = {:g} is too short for {} steps per unit of time", c.time,
                                     fmt::join(steps_per_unit, ", ")));
  // Nodes per step size: the middle and the final one, because the error of one component may pass
  // through zero. Times per node: of positions, velocities and multipliers.
  auto const nodes_of = [](long n) { return std::array{(n + 1) / 2, n}; };
  std::vector<RawQuad> times;
  for (long per_unit : steps_per_unit) {
    long const n = steps_to_end(per_unit);
    for (long node : nodes_of(n))
      for (double offset : {0.0, method.card.velocity_node, method.card.multiplier_node})
        times.push_back(end * (node + RawQuad(offset)) / n);
  }
  if (method.card.counts_in_tau) times = problem.times_at(setting, times);
  auto const exact = problem.reference(setting, times);
  c.reference_digits = exact.digits;
  c.reference_by = exact.certified_by;

  c.kinks = kinks_met(problem, setting, c.time);
  double highest = std::numeric_limits<double>::infinity();
  for (auto const& kink : c.kinks) highest = std::min(highest, kink.order);
  double const order = std::min(double(promise->order), highest);
  ObservedOrder position{.component = "positions", .promised = order};
  ObservedOrder velocity{.component = "velocities", .promised = order};
  ObservedOrder multiplier{.component = "multipliers",
                           .promised = std::min(double(promise->multiplier_order), highest)};
  ObservedOrder energy{.component = problem.driven ? "balance" : "energy"},
      constraint{.component = "constraint"};
  ObservedOrder reconstruction{.component = "reconstruction"};
  std::vector<ObservedOrder*> components{&position, &velocity};
  if (method.card.multipliers) components.push_back(&multiplier);
  components.insert(components.end(), {&energy, &constraint});
  if (!problem.group_coordinates.empty()) components.push_back(&reconstruction);
  auto state = exact.states.begin();
  for (long per_unit : steps_per_unit) {
    long const n = steps_to_end(per_unit);
    auto const run = method.integrate({.setting = setting,
                                       .start = c.start,
                                       .step = end / n,
                                       .steps = n,
                                       .every = 1,
                                       .progress = watch});
    c.steps.push_back(static_cast<double>(end / n));
    bool const ok = run.outcome == Outcome::ok;
    double const none = ok ? 0 : std::numeric_limits<double>::quiet_NaN();
    for (auto* observed : components) observed->errors.push_back(none);
    if (ok) constraint.errors.back() = run.max_violation;
    for (long node : nodes_of(n)) {
      auto const worsen = [](ObservedOrder& observed, double error) {
        observed.errors.back() = larger_or_nan(observed.errors.back(), error);
      };
      if (ok) {
        worsen(position, largest_difference(run.q[node], state[0].q));
        for (int i : problem.group_coordinates)
          worsen(reconstruction, std::abs(static_cast<double>(run.q[node][i] - state[0].q[i])));
        worsen(velocity, largest_difference(run.v[node], state[1].v));
        if (method.card.multipliers)
          worsen(multiplier, largest_difference(run.multipliers[node], state[2].multipliers));
        worsen(energy, std::abs(run.invariant_values[node][0] - run.invariant_values[0][0]));
      }
      state += 3;
    }
  }
  for (auto* observed : components) {
    fit_order(*observed, c.steps, c.time);
    c.orders.push_back(*observed);
  }
  return c;
}

}  // namespace rattleback
