#include "experiments/beyond/shared/driven/driven_cost.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/beyond/shared/driven/driven_runs.hpp"
#include "experiments/beyond/shared/work_and_error.hpp"
#include "experiments/core/words.hpp"

namespace rattleback::beyond {

namespace {

constexpr long time_of_error = 200;
constexpr double rough_error = 1e-2;  ///< error at which costs are compared

/// Motion at which errors are taken: twenty nodes up to t = 200.
struct DrivenGoal {
  Run run;  ///< without a method
  Trajectory<double> exact;
  std::vector<double> energies;
  double disagreement;
};

double energy_of(Study& study, Run run, std::vector<double> const& q,
                 std::vector<double> const& v) {
  run.q.emplace(q.begin(), q.end());
  run.v.emplace(v.begin(), v.end());
  run.is_method_state = true;
  return study.problem(run.problem).energy(run.spec().setting);
}

DrivenGoal goal_of(Study& study, Run const& motion) {
  // The solver reports every two units, because the balance is summed between reports.
  auto const exact = checked_motion(study, motion.with(2, time_of_error / 2, 5));
  DrivenGoal goal{motion, exact.run, {}, exact.disagreement};
  for (std::size_t i = 0; i < goal.exact.q.size(); ++i)
    goal.energies.push_back(energy_of(study, motion, goal.exact.q[i], goal.exact.v[i]));
  return goal;
}

/// Returns evaluations and errors of one run: the position at the end, the energy at the nodes.
WorkPoint measured(Study& study, DrivenGoal const& goal, Run const& run, double setting) {
  auto const ended = study.execute(run);
  WorkPoint point{.setting = setting, .work = double(ended.counts.lagrangian_derivatives)};
  if (ended.outcome != Outcome::ok) return point;
  point.position = largest_difference(ended.q.back(), goal.exact.q.back());
  point.velocity = largest_difference(ended.v.back(), goal.exact.v.back());
  Largest energy;
  for (std::size_t i = 0; i < ended.q.size(); ++i)
    energy(energy_of(study, goal.run, ended.q[i], ended.v[i]) - goal.energies[i]);
  point.energy = energy.value;
  point.constraint = ended.max_violation;
  return point;
}

/// Returns the runs of a method from coarse to fine.
Curve curve_of(Study& study, DrivenGoal const& goal, MethodVariant const& by) {
  Curve curve{{.variant = by, .base = by.label}, {}};
  if (by.adaptive) {
    for (int digits = 3; digits <= 10; digits += study.quick ? 2 : 1) {
      auto const tolerance = fmt::format("1e-{}", digits);
      auto const run = solved(goal.run.with(2, time_of_error / 2, 5), by.method, tolerance);
      curve.points.push_back(measured(study, goal, run, std::stod(tolerance)));
    }
    return curve;
  }
  // Without forces, steps of 1 lose the contact oscillator.
  bool const driven = study.problem(goal.run.problem).driven;
  for (long n = driven ? 200 : 400; n <= (study.quick ? 3200 : 12800); n *= 2)
    curve.points.push_back(
        measured(study, goal, run_by(by, goal.run.with(RawQuad(time_of_error) / n, n, n / 20)),
                 double(time_of_error) / double(n)));
  return curve;
}

struct Curves {
  std::string name, table;
  double disagreement;
  std::vector<Curve> structured, general;
};

Curves curves_of(Study& study, Run const& motion, std::string name, std::string table,
                 bool has_forces) {
  auto const goal = goal_of(study, motion);
  Curves curves{std::move(name), std::move(table), goal.disagreement, {}, {}};
  std::vector<std::pair<std::string, std::string>> interval;
  if (has_forces) interval = {{"force", "interval"}};
  for (auto const& by :
       {variant("dla_leapfrog"), variant("dla_trapezoidal"), variant("equal_norm_gni", interval),
        variant("lobatto_spark", {{"stages", "3"}}, "lobatto_spark, 3"),
        variant("compose(dla_leapfrog,suzuki4)", {}, "dla_leapfrog, suzuki4")})
    curves.structured.push_back(curve_of(study, goal, by));
  curves.general.push_back(curve_of(study, goal, variant("odeint_rk4")));
  for (auto const& by : contenders(motion.problem))
    if (by.adaptive) curves.general.push_back(curve_of(study, goal, by));
  return curves;
}

double least_work(double error, std::vector<Curve> const& curves, double WorkPoint::*of) {
  return cheapest(
             error, curves, [](ComparedMethod const&) { return true; }, of)
      .work;
}

/// Evaluations of the best structured method over those of the best general one.
struct Ratio {
  double value;
  std::string words;
};
Ratio ratio_at(double error, Curves const& curves, double WorkPoint::*of) {
  auto const all = [](ComparedMethod const&) { return true; };
  auto const ours = cheapest(error, curves.structured, all, of),
             theirs = cheapest(error, curves.general, all, of);
  auto const label = [](Cheapest const& best) {
    return best.curve ? best.curve->by.variant.label : std::string("none");
  };
  return {ours.work / theirs.work,
          fmt::format("{} {:.2f} ({} {:.0f}, {} {:.0f})", curves.name, ours.work / theirs.work,
                      label(ours), ours.work, label(theirs), theirs.work)};
}

/// Returns the curves with one evaluation per step: the least cost of a step of order two.
std::vector<Curve> with_least_cost(std::vector<Curve> const& curves) {
  std::vector<Curve> cheap;
  for (auto const& curve : curves) {
    auto const& method = curve.by.variant.method;
    if (method != "dla_leapfrog" && method != "dla_trapezoidal") continue;
    cheap.push_back(curve);
    for (auto& point : cheap.back().points) point.work = double(time_of_error) / point.setting;
  }
  return cheap;
}

/// @param error  error on the axis of the figure
void add_tables(Study& study, Curves const& curves, double WorkPoint::*error) {
  auto& all = study.table("cost_" + curves.table,
                          {"method", "setting", "evaluations", "position", "energy", "constraint"});
  double row = 0;
  for (auto const* list : {&curves.structured, &curves.general})
    for (auto const& curve : *list) {
      ++row;
      for (auto const& p : curve.points)
        all.add({row, p.setting, p.work, p.position, p.energy, p.constraint});
    }
  // Columns of the figure: a method each.
  auto& drawn = study.table("work_" + curves.table, {"error", "leapfrog", "trapezoidal", "equal",
                                                     "spark", "composed", "rk4", "solver"});
  auto const best = cheapest(
      1e-6, curves.general, [](ComparedMethod const& by) { return by.variant.adaptive; }, error);
  auto const draw = [&](Curve const& curve, std::size_t column) {
    for (auto const& p : curve.points) {
      std::vector<double> numbers(8, std::nan(""));
      numbers[0] = p.*error;
      numbers[column] = p.work;
      if (p.*error < 10) drawn.add(numbers);
    }
  };
  for (std::size_t i = 0; i < curves.structured.size(); ++i) draw(curves.structured[i], i + 1);
  draw(curves.general.front(), 6);
  if (best.curve) draw(*best.curve, 7);
}

}  // namespace

void find_costs_with_drag(Study& study) {
  double least = std::numeric_limits<double>::infinity(), least_of_energy = least, pays = 1;
  std::vector<std::string> positions, energies, credits, references;
  Largest violation;
  Cases violations;
  for (auto const* problem : {"driven_sleigh", "driven_snakeboard", "steered_car"}) {
    auto const& on = driven_system(problem);
    auto const curves = curves_of(study, driven_run(on, 1, 1), on.name, on.table, true);
    add_tables(study, curves, &WorkPoint::position);
    references.push_back(fmt::format("{} {:.1e}", on.name, curves.disagreement));
    for (double const error : {1e-1, rough_error, 1e-4}) {
      auto const ratio = ratio_at(error, curves, &WorkPoint::position);
      least = smaller_or_nan(least, ratio.value);
      positions.push_back(fmt::format("at {:.0e} {}", error, ratio.words));
    }
    auto const of_energy = ratio_at(rough_error, curves, &WorkPoint::energy);
    least_of_energy = smaller_or_nan(least_of_energy, of_energy.value);
    energies.push_back(of_energy.words);
    auto const cheap = with_least_cost(curves.structured);
    double const credit = crossing(
        [&](double error) { return least_work(error, cheap, &WorkPoint::position); },
        [&](double error) { return least_work(error, curves.general, &WorkPoint::position); });
    pays = std::min(pays, credit);
    credits.push_back(fmt::format("{} {:.1e}", on.name, credit));
    for (auto const& curve : curves.structured)
      for (auto const& point : curve.points) violation(point.constraint);
    auto const best =
        cheapest(rough_error, curves.general, [](ComparedMethod const&) { return true; });
    double const theirs = at_work(best.work, best.curve->points, &WorkPoint::constraint);
    violations.add(theirs,
                   fmt::format("{} {:.1e} by {}", on.name, theirs, best.curve->by.variant.label));
  }
  study.add_finding("DR-09", least,
                    fmt::format("{}; the references at tolerances 1e-12 and 1e-13 differ by {}",
                                joined(positions), joined(references)));
  study.add_finding("DR-10", least_of_energy, joined(energies));
  Run const contact{.problem = "contact_oscillator", .case_name = "A"};
  auto const free = curves_of(study, contact, "contact oscillator", "free", false);
  add_tables(study, free, &WorkPoint::energy);
  auto const of_energy = ratio_at(rough_error, free, &WorkPoint::energy),
             of_position = ratio_at(rough_error, free, &WorkPoint::position);
  study.add_finding("DR-11", of_energy.value,
                    fmt::format("{}; for the position {}", of_energy.words, of_position.words));
  study.add_finding("DR-12", pays, joined(credits));
  study.add_finding("DR-13", violation.value,
                    fmt::format("{:.1e}; general methods at a position error of 0.01: {}",
                                violation.value, violations.words()));
}

}  // namespace rattleback::beyond
