#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "experiments/comparison/comparison.hpp"
#include "experiments/core/choices.hpp"
#include "experiments/core/series.hpp"
#include "experiments/parasitic/prediction.hpp"

namespace rattleback {

namespace {

double const not_defined = std::numeric_limits<double>::quiet_NaN();
/// Largest relative deviation of an invariant that counts as rounding in a long run.
constexpr double rounding = 1e-11;
/// Largest factors of the run length if the growth is undecided: for the energy, and for other
/// invariants, whose trends are only confirmed.
constexpr int longest_extension = 32, confirmation = 2;
/// A larger error is about to leave the range of numbers, because its square does.
constexpr double largest_error = 1e100;

/// Returns the ratio of scaled energy errors at neighbouring step sizes,
/// Structure::step_sensitivity.
double step_sensitivity(MethodEntry const& method, RunSpec spec, double order, RawQuad unit,
                        double scale) {
  double smallest = std::numeric_limits<double>::infinity(), largest = 0;
  for (int hundredths : {8, 10, 12}) {
    spec.step = unit * hundredths / 100;
    spec.steps = 5000 / hundredths;
    auto const run = method.integrate(spec);
    if (run.outcome != Outcome::ok) return not_defined;
    auto const& energy = run.invariants.front();
    // Errors at rounding level count as a smooth dependence on h.
    double const floor = 1e-12 * scale;
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
  spec.step = RawQuad(0.1 * unit);  // nearest double, in both precisions
  spec.steps = 20;
  auto const run = method.integrate(spec);
  auto const exact = method.integrate_quad(spec);
  if (run.outcome != Outcome::ok || exact.outcome != Outcome::ok) return not_defined;
  return largest_difference(run.q.back(), exact.q.back());
}

/// Records up to 200 maxima of equally many rows; the last part also takes the remaining rows.
void keep_energy_picture(Trajectory<double> const& run, std::size_t first, Structure& s) {
  std::size_t const rows = run.times.size(), part = std::max<std::size_t>(1, rows / 200);
  for (std::size_t i = first; i < rows;) {
    double largest = 0;
    std::size_t const end = rows - i < 2 * part ? rows : i + part;
    for (std::size_t j = i; j < end; ++j)
      largest = larger_or_nan(
          largest, std::abs(run.invariant_values[j][0] - run.invariant_values[first][0]));
    s.energy_times.push_back(run.times[end - 1]);
    s.energy_errors.push_back(largest);
    i = end;
  }
}

/// Returns the growth of invariant k; none if the run ended early for another reason than overflow.
/// The first row is the initial condition, and another quantity if the state belongs to an
/// interval.
std::optional<JudgedRun> growth_of(Trajectory<double> const& run, std::size_t first,
                                   std::size_t k) {
  if (run.outcome != Outcome::ok && run.outcome != Outcome::non_finite) return std::nullopt;
  std::vector<double> times, errors;
  bool left_range = run.outcome == Outcome::non_finite;
  for (std::size_t i = first; i < run.times.size(); ++i) {
    double const error = run.invariant_values[i][k] - run.invariant_values[first][k];
    if (!(std::abs(error) <= largest_error)) {
      left_range = true;
      break;
    }
    times.push_back(double(i));  // equidistant, also in tau
    errors.push_back(error);
  }
  return JudgedRun{classify_growth(times, errors), left_range};
}

/// Determines the growth of every invariant from the long run, and from longer runs if needed.
void judge_growth(MethodEntry const& method, RunSpec const& spec, Trajectory<double> const& run,
                  std::size_t first, Structure& s) {
  std::map<int, Trajectory<double>> longer;
  auto const run_of = [&](int times) -> Trajectory<double> const& {
    if (times == 1) return run;
    auto const [entry, is_new] = longer.try_emplace(times);
    if (is_new) {
      auto repeated = spec;
      repeated.steps *= times;
      repeated.every *= times;
      entry->second = method.integrate(repeated);
    }
    return entry->second;
  };
  for (std::size_t k = 0; k < s.invariants.size(); ++k) {
    auto& invariant = s.invariants[k];
    // For a lost motion the growth of the energy error is only confirmed.
    int const longest = invariant.exact                  ? 1
                        : k == 0 && !invariant.is_lost() ? longest_extension
                                                         : confirmation;
    auto const claimed =
        claim_growth([&](int times) { return growth_of(run_of(times), first, k); }, longest);
    invariant.growth = claimed.verdict;
    invariant.time = claimed.times > 1 || run.outcome == Outcome::ok
                         ? s.step * double(spec.steps) * claimed.times
                         : 0;
  }
}

}  // namespace

RunSpec long_run(ProblemEntry const& problem, MethodEntry const& method, RunSpec spec, double time,
                 RawQuad unit) {
  spec.every = method.card.adaptive ? 1 : 10;
  spec.step = method.card.adaptive ? unit : unit / 10;
  spec.steps = std::max(1L, std::lround(method.card.adaptive ? time : 10 * time));
  if (method.card.adaptive)
    for (auto const& option : problem.tolerances(1e-6)) spec.options.push_back(option);
  return spec;
}

std::string InvariantBehaviour::needs() const {
  if (exact || growth.kind != Growth::undecided) return "";
  if (time == 0) return "needs a run that does not end early";
  auto const longer = fmt::format("needs a run longer than t = {:g}", time);
  if (growth.likeliest == Growth::undecided)
    return longer + ": so far it shows a slow oscillation or a jump, and no law of growth";
  return fmt::format("{}: so far {} is likely, but not confirmed", longer,
                     name_of(growth.likeliest));
}

long long_run_time(int dof) { return dof > 7 ? 500 : 2000; }

Structure structure_of(ProblemEntry const& problem, MethodEntry const& method,
                       ComparisonSpec const& asked, std::string const& start,
                       OptionValues const& options) {
  auto const& scale = asked.energy_scale;
  Structure s;
  RawQuad const unit = problem.card.time_scale;
  RunSpec const from_start{
      .setting = asked.setting, .start = start, .options = options, .progress = asked.watch};
  auto const spec = long_run(
      problem, method, from_start,
      asked.until > 0 ? asked.until / problem.card.time_scale : double(long_run_time(problem.dof)),
      unit);
  auto const run = method.integrate(spec);
  s.step = static_cast<double>(spec.step);
  s.steps = spec.steps;
  s.outcome = run.outcome;
  s.reason = run.reason;
  s.failed_at = run.failed_at;
  s.constraint_violation = run.max_violation;
  std::size_t const first = method.card.velocity_node == 0 ? 0 : 1;
  for (std::size_t k = 0; k < 1 + problem.card.invariants.size(); ++k) {
    auto const& whole = run.invariants[k];
    double const size = k == 0 ? scale.value : larger_or_nan(1.0, std::abs(whole.initial));
    s.invariants.push_back(
        {.name = whole.name,
         .deviation = whole.max_deviation,
         .scale = size,
         .exact = run.outcome == Outcome::ok && whole.max_deviation <= rounding * size,
         .lost_at = k == 0 ? scale.time_of_loss(run, first) : not_defined});
  }
  s.trust_time = trust_time_of(problem, method, spec, scale.value, asked.mode);
  if (auto& lost_at = s.invariants.front().lost_at; s.trust_time && !(lost_at < *s.trust_time))
    lost_at = *s.trust_time;
  judge_growth(method, spec, run, first, s);
  keep_energy_picture(run, first, s);
  auto one = from_start;
  one.step = unit / 10;
  one.steps = 1;
  bool const fixed = !method.card.adaptive;
  s.reversibility_defect =
      fixed && method.reversibility_defect ? method.reversibility_defect(one) : not_defined;
  s.volume_defect =
      problem.measure_defect && method.volume_defect ? method.volume_defect(one) : not_defined;
  double const order = order_of(method.card, options);
  s.step_sensitivity =
      fixed ? step_sensitivity(method, from_start, order, unit, scale.value) : not_defined;
  long const taken = larger_or_nan(1L, run.counts.solver_steps);
  s.iterations_per_step = double(run.counts.newton_iterations) / double(taken);
  s.solver_error = fixed ? solver_error(method, from_start, problem.card.time_scale) : not_defined;
  s.axis = drift_test_of(method.card, options);
  return s;
}

}  // namespace rattleback
