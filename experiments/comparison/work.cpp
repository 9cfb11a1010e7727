#include <cmath>

#include "experiments/comparison/comparison.hpp"
#include "experiments/core/cpu_time.hpp"
#include "experiments/core/series.hpp"

namespace rattleback {

namespace {

double const none = std::numeric_limits<double>::quiet_NaN();

/// Returns the numbers of steps over the whole time.
std::vector<long> steps_of(ComparisonSpec const& spec, MethodEntry const& method, double whole) {
  double const time = whole / spec.unit_of_time;
  std::vector<long> per_unit = spec.steps_per_unit, steps;
  if (per_unit.empty() && method.card.id.starts_with("compose(")) {
    // Consecutive runs reduce the error by about four.
    double const ratio = std::pow(4.0, 1.0 / method.card.starts.front().order);
    for (double n = 2 * time; n < 330 * time; n = larger_or_nan(n * ratio, n + 1))
      steps.push_back(std::lround(n));
    return steps;
  }
  if (per_unit.empty()) per_unit = {5, 10, 20, 40, 80, 160, 320, 640};
  for (long n : per_unit) steps.push_back(std::lround(time * double(n)));
  return steps;
}

/// Returns the runs from coarse to fine.
std::vector<RunSpec> sweep(ProblemEntry const& problem, MethodEntry const& method,
                           ComparisonSpec const& spec, std::string const& start,
                           OptionValues const& options, double time) {
  std::vector<RunSpec> runs;
  RunSpec run{.setting = spec.setting, .start = start, .options = options, .progress = spec.watch};
  if (method.card.adaptive) {
    run.step = RawQuad(time) / 4;  // some solvers end at every node: few nodes
    run.steps = 4;
    auto tolerances = spec.tolerances;
    if (tolerances.empty()) tolerances = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11};
    for (double tolerance : tolerances) {
      run.options = options;
      for (auto const& option : problem.tolerances(tolerance)) run.options.push_back(option);
      runs.push_back(run);
    }
  } else {
    for (long n : steps_of(spec, method, time)) {
      run.step = RawQuad(time) / n;
      run.steps = n;
      runs.push_back(run);
    }
  }
  return runs;
}

WorkPoint point_of(MethodEntry const& method, RunSpec const& spec, ReferenceState const& exact) {
  WorkPoint point;
  point.adaptive = method.card.adaptive;
  point.value =
      point.adaptive ? std::stod(spec.options.back().second) : static_cast<double>(spec.step);
  // Short runs are repeated until the clock resolves their time.
  Trajectory<double> run;
  int repeats = 0;
  double const began = cpu_now();
  do {
    run = method.integrate(spec);
    ++repeats;
  } while (cpu_now() - began < 0.005 && repeats < 1000);
  point.cpu_seconds = (cpu_now() - began) / repeats;
  point.outcome = run.outcome;
  point.counts = run.counts;
  bool const ok = run.outcome == Outcome::ok, at_nodes = method.card.velocity_node == 0;
  point.position_error = ok ? largest_difference(run.q.back(), exact.q) : none;
  point.velocity_error = ok && at_nodes ? largest_difference(run.v.back(), exact.v) : none;
  point.energy_error = run.invariants.front().max_deviation;
  point.constraint_error = run.max_violation;
  point.invariant_error = run.invariants.size() > 1 ? 0 : none;
  for (std::size_t k = 1; k < run.invariants.size(); ++k)
    point.invariant_error = larger_or_nan(point.invariant_error, run.invariants[k].max_deviation);
  return point;
}

/// True if finer runs would be too expensive, or at rounding level.
bool is_enough(std::vector<WorkPoint> const& points) {
  if (points.back().cpu_seconds > 0.1) return true;
  if (points.size() < 4) return false;
  auto const at = [&](std::size_t i) { return points[points.size() - i].position_error; };
  double const rounding = 1e-12;
  return at(1) < rounding && at(2) < rounding && at(1) > at(3) / 2;
}

}  // namespace

std::vector<WorkPoint> work_of(ProblemEntry const& problem, MethodEntry const& method,
                               ComparisonSpec const& spec, std::string const& start,
                               OptionValues const& options, double time,
                               ReferenceState const& exact) {
  std::vector<WorkPoint> points;
  for (auto const& run : sweep(problem, method, spec, start, options, time)) {
    points.push_back(point_of(method, run, exact));
    if (is_enough(points)) break;
  }
  return points;
}

}  // namespace rattleback
