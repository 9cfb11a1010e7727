#include <array>
#include <cmath>

#include "experiments/beyond/shared/driven/driven_runs.hpp"
#include "experiments/beyond/shared/projection/projected_structure.hpp"
#include "experiments/beyond/shared/work_and_error.hpp"
#include "experiments/core/words.hpp"

namespace rattleback::beyond {

namespace {

/// Motion with an error to be reached at its end.
struct Goal {
  char const *problem, *case_name, *name, *table;
  long time;
  double error;
  int least_steps_per_unit;
};
constexpr std::array goals{
    Goal{"driven_sleigh", "swims", "sleigh", "sleigh", 200, 1e-2, 2},
    Goal{"driven_snakeboard", "gait", "snakeboard", "snakeboard", 200, 1e-2, 2},
    Goal{"steered_car", "slalom", "steered car", "car", 200, 1e-2, 2},
    Goal{"bicycle", "M2", "bicycle", "bicycle", 5, 1e-4, 10}};

Curve curve_of(Study& study, Goal const& goal, MethodVariant const& by,
               std::vector<double> const& exact) {
  Curve curve{{.variant = by, .base = by.label}, {}};
  int const most = study.quick ? 16 : 64;
  for (int factor = 1; factor <= most; factor *= 2) {
    int const per_unit = goal.least_steps_per_unit * factor;
    auto run = run_by(by, Run{.problem = goal.problem, .case_name = goal.case_name}.with(
                              RawQuad(1) / per_unit, goal.time * per_unit, 0));
    auto const ended = study.execute(run);
    WorkPoint point{.setting = 1.0 / per_unit, .work = double(ended.counts.lagrangian_derivatives)};
    if (ended.outcome == Outcome::ok) {
      point.position = largest_difference(exact, ended.q.back());
      point.constraint = ended.max_violation;
    }
    curve.points.push_back(point);
  }
  return curve;
}

}  // namespace

void find_costs_of_projections(Study& study) {
  Cases prices, gains, violations, references;
  for (auto const& goal : goals) {
    Run const motion{.problem = goal.problem, .case_name = goal.case_name};
    auto const exact = checked_motion(study, motion.with(RawQuad(goal.time) / 4, 4, 1));
    std::vector<Curve> curves;
    for (auto const& by :
         {variant("dla_midpoint", {}, "(4.16), midpoint"),
          variant("odeint_rk4", {}, "Runge-Kutta 4"),
          variant("projected(odeint_rk4,constraint)", {}, "projected, constraint")})
      curves.push_back(curve_of(study, goal, by, exact.run.q.back()));
    auto& table = study.table(std::string("projected_cost_") + goal.table,
                              {"error", "midpoint", "plain", "constraint"});
    for (std::size_t k = 0; k < curves.size(); ++k)
      for (auto const& point : curves[k].points) {
        if (!(point.position < 10)) continue;
        std::vector<double> numbers(4, std::nan(""));
        numbers[0] = point.position;
        numbers[k + 1] = point.work;
        table.add(numbers);
      }
    auto const work = [&](std::size_t k) { return work_to_reach(goal.error, curves[k].points); };
    auto const price = work(2) / work(1), gain = work(0) / work(2);
    prices.add(price, fmt::format("{} {:.2f}", goal.name, price));
    gains.add(gain, fmt::format("{} {:.1f}", goal.name, gain));
    references.add(exact.disagreement, fmt::format("{} {:.1e}", goal.name, exact.disagreement));
    Largest plain, projected;
    for (auto const& point : curves[1].points) plain(point.constraint);
    for (auto const& point : curves[2].points) projected(point.constraint);
    violations.add(projected.value, fmt::format("{} {:.1e} (without {:.1e})", goal.name,
                                                projected.value, plain.value));
  }
  study.add_finding("PR-14", prices.largest.value,
                    fmt::format("{}; evaluations of (4.16) over those of the projected step: {}; "
                                "the references at tolerances 1e-12 and 1e-13 differ by: {}",
                                prices.words(), gains.words(), references.words()));
  study.add_finding("PR-15", violations.largest.value, violations.words());
}

}  // namespace rattleback::beyond
