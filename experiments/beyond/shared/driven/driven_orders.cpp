#include <array>
#include <cmath>
#include <map>
#include <set>

#include "experiments/beyond/shared/driven/driven_runs.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/orders.hpp"

namespace rattleback::beyond {

namespace {

constexpr long end_time = 2;

/// Returns numbers of steps to t = 2. The fit takes the finest four whose errors exceed rounding.
/// Some compositions by a scheme of order six reach six and promise four.
std::array<long, 5> steps_for(MethodVariant const& by) {
  bool const may_reach_six = by.order > 4 || (by.order == 4 && by.method.ends_with(",kahan_li6)"));
  if (may_reach_six) return {8, 12, 16, 24, 32};
  return {10, 20, 40, 80, 160};
}

/// Time of the last velocity of a run: some velocities belong to a point inside the step.
RawQuad velocity_time(Study& study, std::string const& problem, MethodVariant const& by, long n) {
  double const node = study.method(problem, by.method).card.velocity_node;
  return end_time + RawQuad(node) * RawQuad(end_time) / n;
}

/// Exact states of one system at the times at which errors are taken.
using ExactStates = std::map<RawQuad, ReferenceState>;
ExactStates exact_states(Study& study, Run const& motion,
                         std::vector<MethodVariant> const& methods) {
  // One call for all times: the reference is integrated once.
  std::set<RawQuad> times{end_time};
  for (auto const& by : methods)
    for (long const n : steps_for(by)) times.insert(velocity_time(study, motion.problem, by, n));
  auto const states = study.reference(motion, {times.begin(), times.end()});
  ExactStates exact;
  for (auto const time : times) exact.emplace(time, states.at(exact.size()));
  return exact;
}

struct PositionAndVelocity {
  double position, velocity;
};

PositionAndVelocity orders_of(Study& study, MethodVariant const& by, Run const& motion,
                              ExactStates const& exact) {
  std::vector<double> steps, positions, velocities;
  for (long const n : steps_for(by)) {
    auto const run = study.execute(run_by(by, motion.with(RawQuad(end_time) / n, n, 0)));
    bool const ok = run.outcome == Outcome::ok;
    steps.push_back(double(end_time) / double(n));
    positions.push_back(ok ? largest_difference(run.q.back(), exact.at(end_time).q) : std::nan(""));
    velocities.push_back(
        ok ? largest_difference(run.v.back(),
                                exact.at(velocity_time(study, motion.problem, by, n)).v)
           : std::nan(""));
  }
  return {order_of(steps, positions, end_time), order_of(steps, velocities, end_time)};
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
  std::array const problems{"driven_contact", "driven_sleigh", "driven_snakeboard",
                            "moving_contact", "steered_car"};
  auto methods = methods_with_forces(problems.front());
  // In quick runs compositions are represented by those of (4.18).
  if (study.quick)
    std::erase_if(methods, [](MethodVariant const& by) {
      return by.method.starts_with("compose") && !by.method.starts_with("compose(dla_leapfrog");
    });
  auto& table = study.table("orders", {"system", "row", "expected", "position", "velocity"});
  OrderCells lacking, euler;
  for (std::size_t s = 0; s < problems.size(); ++s) {
    auto const& on = driven_system(problems[s]);
    auto const motion = driven_run(on, 1, 1);
    auto const exact = exact_states(study, motion, methods);
    for (std::size_t m = 0; m < methods.size(); ++m) {
      auto const& by = methods[m];
      auto const [position, velocity] = orders_of(study, by, motion, exact);
      table.add({double(s + 1), double(methods.size() - m), double(by.order), position, velocity});
      auto const cell =
          fmt::format("{} on {} {:.2f}, {:.2f}", by.label, on.name, position, velocity);
      if (by.symmetric) lacking.add(by.order - smaller_or_nan(position, velocity), cell);
      if (by.method.starts_with("dla_euler")) euler.add(larger_or_nan(position, velocity), cell);
    }
  }
  std::vector<std::string> names;
  for (auto by = methods.rbegin(); by != methods.rend(); ++by) names.push_back(by->label);
  study.names("methods", names);
  study.add_finding("DR-01", {lacking.extreme, 2 - euler.extreme},
                    fmt::format("{} cells (method, system); farthest below: {}; highest of the "
                                "Euler methods: {}",
                                lacking.count, lacking.where, euler.where));
}

}  // namespace rattleback::beyond
