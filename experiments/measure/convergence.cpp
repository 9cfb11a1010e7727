#include "experiments/measure/convergence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/invalid_input.hpp"
#include "experiments/core/series.hpp"
#include "experiments/measure/fit.hpp"
#include "integrators/core/run/kinks.hpp"
#include "integrators/core/run/resolve.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

namespace {

/// Returns the largest difference in the listed coordinates.
double difference_in(std::vector<int> const& coordinates, std::vector<double> const& a,
                     std::vector<RawQuad> const& b) {
  Largest most;
  for (int i : coordinates) most(static_cast<double>(a[i] - b[i]));
  return most.value;
}

/// Points y + s dy/dt, with the time t + s, from a row of a run.
class TangentLine {
 public:
  TangentLine(System<double> const& system, double t, std::vector<double> const& q,
              std::vector<double> const& v)
      : system_(system), t_(t), q_(q), v_(v), qdot_(q.size()), vdot_(v.size()) {
    accelerations(0, vdot_);
    system_->tangent(q_.data(), v_.data(), qdot_.data());
  }
  std::vector<double> kinks(double s) const {
    auto const [q, v] = at(s);
    return kink_arguments(system_, t_ + s, q.data(), v.data());
  }
  /// Returns the exponent of |s - middle| in the accelerations; infinite if they are smooth.
  double exponent_at(double middle, double spacing) const {
    double smallest = std::numeric_limits<double>::infinity();
    auto const wide = differences(middle, spacing), narrow = differences(middle, spacing / 2);
    for (std::size_t i = 0; i < wide.size(); ++i)
      if (narrow[i] > 0) smallest = std::min(smallest, std::log2(wide[i] / narrow[i]));
    return smallest < 5 ? std::max(std::round(4 * smallest) / 4, 0.0)
                        : std::numeric_limits<double>::infinity();
  }

 private:
  std::pair<std::vector<double>, std::vector<double>> at(double s) const {
    auto q = q_, v = v_;
    for (std::size_t i = 0; i < q.size(); ++i) q[i] += s * qdot_[i];
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += s * vdot_[i];
    return {q, v};
  }
  void accelerations(double s, std::vector<double>& vdot) const {
    auto const [q, v] = at(s);
    std::vector<double> qdot(q.size()), multipliers(static_cast<std::size_t>(system_->constraints));
    system_->motion(system_.get(), t_ + s, q.data(), v.data(), qdot.data(), vdot.data(),
                    multipliers.data());
  }
  /// Returns seventh differences of the accelerations, 0 at rounding level. They vanish for
  /// polynomials, and not for |s|^a or s |s|^a.
  std::vector<double> differences(double middle, double spacing) const {
    std::vector<double> sum(v_.size()), vdot(v_.size());
    double largest = 0, binomial = 1;
    for (int k = 0; k <= 7; binomial *= -double(7 - k) / double(k + 1), ++k) {
      accelerations(middle + spacing * (k - 3.25), vdot);
      for (std::size_t i = 0; i < sum.size(); ++i) {
        sum[i] += binomial * vdot[i];
        largest = larger_or_nan(largest, std::abs(vdot[i]));
      }
    }
    for (double& x : sum) x = std::abs(x) > 1e-10 * largest ? std::abs(x) : 0;
    return sum;
  }

  System<double> const& system_;
  double t_;
  std::vector<double> const &q_, &v_;
  std::vector<double> qdot_, vdot_;
};

}  // namespace

std::vector<MetKink> kinks_met(ProblemEntry const& problem, Setting const& setting, double until) {
  auto const& names = problem.functions->description.kinks;
  std::vector<MetKink> met;
  std::vector<bool> known(names.size());
  if (names.empty()) return met;
  auto const resolved = resolve<double>(problem.functions, setting);
  double const scale = problem.card.time_scale;
  long const rows = std::lround(std::clamp(200 * until / scale, 200.0, 1e5));
  double const step = until / double(rows);
  auto const run = problem.method("odeint_dopri5")
                       .integrate({.setting = setting,
                                   .options = {{"rtol", "1e-10"}, {"atol", "1e-10"}},
                                   .step = RawQuad(step),
                                   .steps = rows,
                                   .every = 1});
  for (std::size_t i = 0; i + 1 < run.times.size(); ++i) {
    TangentLine const line(resolved.system, run.times[i], run.q[i], run.v[i]);
    auto const before = line.kinks(0), after = line.kinks(step);
    for (std::size_t k = 0; k < names.size(); ++k) {
      // A motion that begins at a kink moves away from it.
      if (known[k] || sign(before[k]) == sign(after[k]) || (i == 0 && before[k] == 0)) continue;
      known[k] = true;
      if (!met.empty() && met.back().time >= run.times[i]) continue;  // at the same place
      double low = 0, high = step;
      for (int halving = 0; halving < 60; ++halving) {
        double const middle = (low + high) / 2;
        (sign(line.kinks(middle)[k]) == sign(before[k]) ? low : high) = middle;
      }
      double const exponent = line.exponent_at(high, 0.01 * scale);
      if (std::isfinite(exponent)) met.push_back({run.times[i] + high, names[k], exponent + 1});
    }
  }
  return met;
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
  Convergence c{problem.card.id, method.card.id, start, problem.card.time_scale};
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
        if (!problem.group_coordinates.empty())
          worsen(reconstruction, difference_in(problem.group_coordinates, run.q[node], state[0].q));
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
