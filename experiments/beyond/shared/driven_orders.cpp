#include "experiments/beyond/shared/driven_orders.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/beyond/shared/driven_runs.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/orders.hpp"

namespace rattleback::beyond {

namespace {

constexpr long end = 2;

/// Returns numbers of steps to t = 2 at which errors of that order exceed rounding.
std::vector<long> steps_for(int order) {
  if (order <= 4) return {20, 40, 80, 160};
  return {8, 12, 16, 24, 32};
}

struct PositionAndVelocity {
  double position, velocity;
};

PositionAndVelocity orders_of(Study& study, MethodVariant const& by, Run const& motion,
                              ReferenceState const& at_end) {
  double const node = study.method(motion.problem, by.method).card.velocity_node;
  std::vector<double> steps, positions, velocities;
  for (long const n : steps_for(by.order)) {
    RawQuad const h = RawQuad(end) / n;
    auto const run = study.execute(run_by(by, motion.with(h, n, 0)));
    bool const ok = run.outcome == Outcome::ok;
    // Some velocities belong to a point inside the step.
    auto const exact = node == 0 ? at_end : study.reference(motion, {end + RawQuad(node) * h})[0];
    steps.push_back(double(h));
    positions.push_back(ok ? largest_difference(run.q.back(), at_end.q) : std::nan(""));
    velocities.push_back(ok ? largest_difference(run.v.back(), exact.v) : std::nan(""));
  }
  return {order_of(steps, positions, end), order_of(steps, velocities, end)};
}

/// Orders of the cells of the table that a finding is about.
struct OrderCells {
  int count = 0;
  double extreme = 0;
  std::string where = "none";

  void add(double number, std::string const& cell) {
    ++count;
    if (!std::isnan(extreme) && !(number <= extreme)) where = cell;
    extreme = larger_or_nan(extreme, number);
  }
};

}  // namespace

void find_orders_with_forces(Study& study) {
  std::vector<DrivenSystem const*> systems;
  for (auto const* problem :
       {"driven_contact", "driven_sleigh", "driven_snakeboard", "moving_contact", "steered_car"})
    systems.push_back(&driven_system(problem));
  auto const methods = methods_with_forces(systems.front()->problem);
  std::vector<std::string> names;
  auto& table = study.table("orders", {"system", "row", "expected", "position", "velocity"});
  OrderCells lacking, euler;
  for (std::size_t s = 0; s < systems.size(); ++s) {
    auto const motion = driven_run(*systems[s], 1, 1);
    auto const exact = study.reference(motion, {end}).at(0);
    for (std::size_t m = 0; m < methods.size(); ++m) {
      auto const& by = methods[m];
      // In quick runs compositions are represented by those of (4.18).
      bool const omitted = study.quick && by.method.starts_with("compose") &&
                           by.method.find("dla_leapfrog") == std::string::npos;
      if (omitted || !study.problem(systems[s]->problem).method(by.method).integrate) continue;
      auto const [position, velocity] = orders_of(study, by, motion, exact);
      table.add({double(s + 1), double(methods.size() - m), double(by.order), position, velocity});
      auto const cell =
          fmt::format("{} on {} {:.2f}, {:.2f}", by.label, systems[s]->name, position, velocity);
      double const lower = smaller_or_nan(position, velocity);
      if (by.symmetric) lacking.add(by.order - lower, cell);
      if (by.method.starts_with("dla_euler")) euler.add(larger_or_nan(position, velocity), cell);
    }
  }
  for (auto by = methods.rbegin(); by != methods.rend(); ++by) names.push_back(drawn(by->label));
  study.names("methods", names);
  study.add_finding("DR-01", lacking.extreme,
                    fmt::format("{:.3f} in {} cells (method, system); farthest below: {}",
                                lacking.extreme, lacking.count, lacking.where));
  study.add_finding(
      "DR-02", euler.extreme,
      fmt::format("{:.3f} in {} cells; highest: {}", euler.extreme, euler.count, euler.where));
}

}  // namespace rattleback::beyond
