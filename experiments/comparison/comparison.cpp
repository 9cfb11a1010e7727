#include "experiments/comparison/comparison.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/invalid_input.hpp"
#include "experiments/core/choices.hpp"
#include "experiments/core/cpu_time.hpp"
#include "experiments/core/series.hpp"
#include "experiments/parasitic/prediction.hpp"
#include "integrators/core/method/composition.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/variants.hpp"
#include "integrators/core/run/reference_watch.hpp"

namespace rattleback {

namespace {

/// Returns rows of t and q to t = 10, for a figure.
std::vector<std::vector<double>> path_of(ProblemEntry const& problem, Setting const& setting) {
  auto const run = problem.method("odeint_dopri5")
                       .integrate({.setting = setting,
                                   .options = problem.tolerances(1e-10),
                                   .step = RawQuad(problem.card.time_scale) / 40,
                                   .steps = 400,
                                   .every = 1});
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    rows.push_back({run.times[i]});
    rows.back().insert(rows.back().end(), run.q[i].begin(), run.q[i].end());
  }
  return rows;
}

void check(ComparisonSpec const& spec, double unit_of_time) {
  constexpr double longest = 1e7;  // units of time
  if (spec.until != 0 && !(spec.until >= unit_of_time && spec.until <= longest * unit_of_time))
    throw InvalidInput(fmt::format("a comparison runs to a time from {:g} to {:g}, not {:g}",
                                   unit_of_time, longest * unit_of_time, spec.until));
  auto const& tolerances = spec.tolerances;
  for (std::size_t i = 0; i < tolerances.size(); ++i) {
    if (!(tolerances[i] >= 1e-14 && tolerances[i] <= 1))
      throw InvalidInput(fmt::format("tolerances must be in [1e-14, 1], not {}", tolerances[i]));
    if (i > 0 && tolerances[i] >= tolerances[i - 1])
      throw InvalidInput(
          fmt::format("tolerances must decrease: {} follows {}", tolerances[i], tolerances[i - 1]));
  }
}

/// Returns the comparison with the properties of the problem, before any method runs.
Comparison begun(ProblemEntry const& problem, ComparisonSpec const& spec) {
  auto const& setting = spec.setting;
  Comparison c;
  c.problem = problem.card;
  c.space = problem.space;
  auto const& functions = problem.functions->in_double;
  c.constant_mass = functions.constant_mass;
  c.on_group = problem.size != problem.dof || functions.to_chart != nullptr;
  c.ensemble_starts = problem.starts;
  auto const* chosen = &problem.cases.front();
  for (auto const& known : problem.cases)
    if (known.name == setting.case_name) chosen = &known;
  c.case_name = chosen->name;
  c.parameters = chosen->parameters;
  for (auto& [name, value] : c.parameters)
    for (auto const& [changed, to] : setting.parameters)
      if (name == changed) value = static_cast<double>(to);
  auto const at_start = problem.reference(setting, {RawQuad(0)}).states.front();
  c.q.assign(at_start.q.begin(), at_start.q.end());
  c.v.assign(at_start.v.begin(), at_start.v.end());
  c.long_run_time =
      spec.until > 0 ? spec.until : problem.card.time_scale * double(long_run_time(problem.dof));
  c.asked_error = spec.error;
  c.energy_scale = energy_scale(problem, setting, c.long_run_time, spec.watch);
  return c;
}

/// Returns the time at which errors are measured, in the problem's unit: 4; 1 for more than 7
/// dimensions, whose references are expensive.
double error_time(int dof) { return dof > 7 ? 1 : 4; }

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

/// Returns the observed order of the positions from the work points.
Convergence order_of_work(MethodComparison const& variant, double time) {
  Convergence c{.method = variant.card.id, .start = variant.start, .time = time};
  ObservedOrder positions{.component = "positions",
                          .promised = double(variant.card.starts.front().order)};
  for (auto const& point : variant.work) {
    c.steps.push_back(point.value);
    positions.errors.push_back(point.position_error);
  }
  fit_order(positions, c.steps, time);
  c.orders = {positions};
  return c;
}

/// Appends the variants of a method one by one.
void add_variants(ProblemEntry const& problem, MethodEntry const& method,
                  ComparisonSpec const& spec, bool with_compositions, double time,
                  ReferenceState const& exact, std::vector<MethodComparison>& variants) {
  auto const variant_with = [&](MethodCard const& card) {
    return MethodComparison{
        .card = card, .variant_of = method.card.id, .start = card.starts.front().name};
  };
  auto const by_option = variants_by_option(method.card, problem.driven);
  for (std::size_t i = 1; i < by_option.size(); ++i) {  // index 0 is the method itself
    auto const& [option, value, order] = by_option[i];
    auto variant = variant_with(method.card);
    variant.card.id += fmt::format(", {} {}", option, value);
    variant.card.starts = {variant.card.starts.front()};
    variant.card.starts.front().order = order;
    OptionValues const options{{option, value}};
    try {
      variant.work = work_of(problem, method, spec, "", options, time, exact);
    } catch (InvalidInput const&) {  // the problem lacks a requirement of the form, such as a frame
      continue;
    }
    if (!method.card.adaptive) {
      variant.structure = structure_of(problem, method, spec, "", options);
      variant.orders = {order_of_work(variant, time)};
    }
    variants.push_back(variant);
  }
  if (!with_compositions || !method.composable) return;
  for (auto const& scheme : compositions()) {
    auto const& composed =
        problem.method(fmt::format("compose({},{})", method.card.id, scheme.name));
    auto variant = variant_with(composed.card);
    variant.work = work_of(problem, composed, spec, variant.start, {}, time, exact);
    variant.orders = {order_of_work(variant, time)};
    variants.push_back(variant);
  }
}

}  // namespace

Comparison compare(ProblemEntry const& problem, std::vector<std::string> const& ids,
                   ComparisonSpec const& asked, ComparisonProgress const& told) {
  check(asked, problem.card.time_scale);
  auto spec = asked;
  spec.unit_of_time = problem.card.time_scale;
  auto const& setting = spec.setting;
  auto const methods = methods_or_all(problem, ids);

  double const time = spec.until > 0 ? spec.until : spec.unit_of_time * error_time(problem.dof);
  double began = cpu_now();
  auto const seconds = [&] { return cpu_now() - began; };
  double done = 0;  // fraction
  spec.watch = [&](long) {
    if (told.progress) told.progress(done);
    if (spec.seconds_a_method > 0 && seconds() > spec.seconds_a_method) throw GivenUp{};
  };
  ReferenceWatch const in_reference([&](double) { spec.watch(0); });
  Comparison c;
  Reference reference;
  try {
    c = begun(problem, spec);
    spec.energy_scale = c.energy_scale;
    spec.mode = growth_of_mode(problem, setting, c.long_run_time, [&] { spec.watch(0); });
    reference = problem.reference(setting, {RawQuad(spec.unit_of_time) / 2, RawQuad(time)});
  } catch (GivenUp const&) {
    throw InvalidInput(fmt::format(
        "the reference of {} up to t = {:g}, with the predictions up to t = {:g}, takes longer "
        "than the limit of {:g} s; type --limit {:g}, --limit 0 for none, or an earlier --until",
        problem.card.id, time, c.long_run_time, spec.seconds_a_method, 4 * spec.seconds_a_method));
  }
  c.reference_time = time;
  c.kinks = kinks_met(problem, setting, time);
  c.reference_digits = reference.digits;
  c.reference_by = reference.certified_by;
  if (!(reference.digits >= 12))
    throw InvalidInput(
        fmt::format("the reference of {} cannot be certified: its formulations agree to "
                    "{:.1f} digits, 12 are needed",
                    problem.card.id, reference.digits));
  c.path = path_of(problem, setting);
  // Methods with `counts_in_tau` end at tau = 1: later values of tau may be out of reach.
  auto const end_of = [&](MethodCard const& card) { return card.counts_in_tau ? 1 : time; };
  auto const state_at_end = [&](MethodCard const& card) {
    if (!card.counts_in_tau) return reference.states.back();
    return problem.reference(setting, problem.times_at(setting, {RawQuad(1)})).states.front();
  };
  auto const steps = spec.steps_per_unit.empty() ? default_steps_per_unit() : spec.steps_per_unit;

  for (std::size_t i = 0; i < methods.size(); ++i) {
    auto const& method = *methods[i];
    auto const& card = method.card;
    auto& m = c.methods.emplace_back(
        MethodComparison{.card = card, .not_applicable_because = method.not_applicable_because});
    began = cpu_now();
    char const* doing = "";
    auto const now = [&](char const* what, double part) {
      doing = what;
      done = (double(i) + part) / double(methods.size());
      if (told.progress) told.progress(done);
    };
    if (method.not_applicable_because.empty()) try {
        m.start = best_start(card).name;
        now("orders", 0);
        if (!card.adaptive)
          for (auto const& start : card.starts)
            if (start.name != "pair")
              m.orders.push_back(
                  observed_orders(problem, method, start.name, steps, setting, spec.watch));
        now("long run", 0.3);
        m.structure = structure_of(problem, method, spec, m.start, {});
        now("work and errors", 0.6);
        auto const exact = state_at_end(card);
        m.work = work_of(problem, method, spec, m.start, {}, end_of(card), exact);
        now("forms and compositions", 0.8);
        add_variants(problem, method, spec, ids.empty(), end_of(card), exact, c.variants);
      } catch (GivenUp const&) {
        m.gave_up = fmt::format("gave up after {:g} s: {}", spec.seconds_a_method, doing);
      }
    if (told.finished) told.finished(c, methods.size(), seconds());
  }
  c.advice = advice_of(c);
  return c;
}

}  // namespace rattleback
