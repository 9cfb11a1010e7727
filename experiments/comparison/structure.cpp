#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/comparison/comparison.hpp"
#include "experiments/core/choices.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback {

namespace {

double const not_defined = std::numeric_limits<double>::quiet_NaN();
/// Of the long run, where it does not decide.
constexpr int longest_extension = 32;

RunSpec long_run(MethodEntry const& method, RunSpec spec, int dof, RawQuad unit) {
  long const time = long_run_time(dof);
  spec.every = method.card.adaptive ? 1 : 10;
  spec.step = method.card.adaptive ? unit : unit / 10;
  spec.steps = method.card.adaptive ? time : 10 * time;
  if (method.card.adaptive)
    spec.options.insert(spec.options.end(), {{"rtol", "1e-6"}, {"atol", "1e-6"}});
  return spec;
}

/// Energy errors at neighbouring step sizes.
double step_sensitivity(MethodEntry const& method, RunSpec spec, double order, RawQuad unit) {
  double smallest = std::numeric_limits<double>::infinity(), largest = 0;
  for (int hundredths : {8, 10, 12}) {
    spec.step = unit * hundredths / 100;
    spec.steps = 5000 / hundredths;
    auto const run = method.integrate(spec);
    if (run.outcome != Outcome::ok) return not_defined;
    auto const& energy = run.invariants.front();
    // Rounding is no dependence on h.
    double const floor = 1e-12 * larger_or_nan(1.0, std::abs(energy.initial));
    double const scaled = larger_or_nan(energy.max_deviation, floor);
    if (energy.max_deviation <= floor) return 1;
    double const error = scaled / std::pow(hundredths / 10.0, order);
    smallest = smaller_or_nan(smallest, error);
    largest = larger_or_nan(largest, error);
  }
  return largest / smallest;
}

double solver_error(MethodEntry const& method, RunSpec spec, double unit) {
  if (!method.integrate_quad) return not_defined;
  spec.step = RawQuad(0.1 * unit);  // the double next to it, in both
  spec.steps = 20;
  auto const run = method.integrate(spec);
  auto const exact = method.integrate_quad(spec);
  if (run.outcome != Outcome::ok || exact.outcome != Outcome::ok) return not_defined;
  double largest = 0;
  for (std::size_t i = 0; i < run.q.back().size(); ++i)
    largest = larger_or_nan(largest, std::abs(double(run.q.back()[i] - exact.q.back()[i])));
  return largest;
}

void keep_energy_picture(Trajectory<double> const& run, std::size_t first, Structure& s) {
  std::size_t const rows = run.times.size(), part = std::max<std::size_t>(1, rows / 200);
  for (std::size_t i = first; i < rows; i += part) {
    double largest = 0;
    std::size_t const end = smaller_or_nan(rows, i + part);
    for (std::size_t j = i; j < end; ++j)
      largest = larger_or_nan(
          largest, std::abs(run.invariant_values[j][0] - run.invariant_values[first][0]));
    s.energy_times.push_back(run.times[end - 1]);
    s.energy_errors.push_back(largest);
  }
}

/// Of invariant k over a complete run. The first row is the start; where the state belongs to an
/// interval, it is another quantity.
GrowthVerdict growth_of(Trajectory<double> const& run, std::size_t first, std::size_t k) {
  std::vector<double> times, errors;
  for (std::size_t i = first; i < run.times.size(); ++i) {
    times.push_back(double(i));  // equidistant, also in the Hamiltonized time
    errors.push_back(run.invariant_values[i][k] - run.invariant_values[first][k]);
  }
  return classify_growth(times, errors);
}

/// What the long run does not tell of the energy a longer one may.
void extend(MethodEntry const& method, RunSpec spec, std::size_t first, Structure& s) {
  auto& energy = s.invariants.front();
  for (int times = 2; times <= longest_extension; times *= 2) {
    if (energy.exact || energy.growth.kind != Growth::undecided) return;
    spec.steps *= 2;
    spec.every *= 2;
    auto const run = method.integrate(spec);
    if (run.outcome != Outcome::ok) return;
    energy.growth = growth_of(run, first, 0);
    energy.time = s.step * double(spec.steps);
  }
}

}  // namespace

std::string InvariantBehaviour::needs() const {
  if (exact || growth.kind != Growth::undecided) return "";
  if (time == 0) return "needs a run that does not end early";
  auto const longer = fmt::format("needs a run longer than t = {:g}", time);
  if (growth.likeliest == Growth::undecided)
    return longer +
           ": so far a slow oscillation, or noise between white and a random walk, "
           "explains it best";
  return fmt::format("{}: so far {} has probability {:.2f}", longer, name_of(growth.likeliest),
                     growth.confidence);
}

long long_run_time(int dof) { return dof > 7 ? 500 : 2000; }

Structure structure_of(ProblemEntry const& problem, MethodEntry const& method,
                       Setting const& setting, std::string const& start, Options const& options) {
  Structure s;
  RawQuad const unit = problem.card.time_scale;
  RunSpec from_start;
  from_start.setting = setting;
  from_start.start = start;
  from_start.options = options;
  auto const spec = long_run(method, from_start, problem.dof, unit);
  auto const run = method.integrate(spec);
  s.step = static_cast<double>(spec.step);
  s.steps = spec.steps;
  s.outcome = run.outcome;
  s.reason = run.reason;
  s.failed_at = run.failed_at;
  s.constraint_violation = run.max_violation;
  std::size_t const first = method.card.velocity_node == 0 ? 0 : 1;
  for (std::size_t k = 0; k < 1 + problem.card.invariants.size(); ++k) {
    // What a run that ended early did until then is no long run.
    bool const complete = run.outcome == Outcome::ok;
    auto const growth = complete ? growth_of(run, first, k) : GrowthVerdict{};
    auto const& whole = run.invariants[k];
    double const rounding = 1e-11 * larger_or_nan(1.0, std::abs(whole.initial));
    double const judged_by = complete ? s.step * double(spec.steps) : 0;
    s.invariants.push_back({whole.name, growth, judged_by, whole.initial, whole.max_deviation,
                            complete && whole.max_deviation <= rounding});
  }
  if (run.outcome == Outcome::ok) extend(method, spec, first, s);
  keep_energy_picture(run, first, s);
  auto one = from_start;
  one.step = unit / 10;
  one.steps = 1;
  bool const fixed = !method.card.adaptive;
  s.reversibility_defect = fixed ? method.reversibility_defect(one) : not_defined;
  s.volume_defect =
      problem.measure_defect && method.volume_defect ? method.volume_defect(one) : not_defined;
  double const order = order_of(method.card, options);
  s.step_sensitivity = fixed ? step_sensitivity(method, from_start, order, unit) : not_defined;
  long const taken = larger_or_nan(1L, run.counts.solver_steps);
  s.iterations_per_step = double(run.counts.newton_iterations) / double(taken);
  s.solver_error = fixed ? solver_error(method, from_start, problem.card.time_scale) : not_defined;
  s.axis = on_reversibility_axis(method.card, options);
  return s;
}

}  // namespace rattleback
