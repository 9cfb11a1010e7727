#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "reports/comparison/view.hpp"

namespace rattleback::reports {

namespace {

// Orders: slack of the property tests (laws). Bounds on constraint and reversibility: rounding
// accumulated over a long run.
constexpr double order_slack = 0.15;
constexpr double constraint_bound = 1e-11;
constexpr double reversibility_bound = 1e-9;

/// Adds a line per start and promised order with the components that satisfy or break it. Fewer
/// than two usable points give no slope, hence no assessment.
void assess_orders(MethodResult const& method, Cell& cell) {
  std::map<std::pair<std::vector<std::string>*, std::string>, std::string> lines;
  std::vector<decltype(lines)::key_type> in_order;
  for (OrderRow const& row : method.orders) {
    if (!row.promised || *row.promised <= 0.0 || !row.order || !std::isfinite(*row.order)) continue;
    auto& list = *row.order >= *row.promised - order_slack ? cell.kept : cell.broken;
    auto const key = std::pair(&list, fmt::format("order {:g}{}", *row.promised,
                                                  row.start.empty() ? "" : ", start " + row.start));
    std::string& line = lines[key];
    if (line.empty()) in_order.push_back(key);
    line +=
        fmt::format("{}{} {}", line.empty() ? "" : ", ", row.component, two_decimals(*row.order));
  }
  for (auto const& key : in_order)
    key.first->push_back(fmt::format("{}: {}", key.second, lines.at(key)));
}

void assess_bounds(MethodResult const& method, Cell& cell) {
  auto const assess = [&](bool promised, char const* what, Number measured, double bound) {
    if (promised && measured)
      (*measured <= bound ? cell.kept : cell.broken)
          .push_back(fmt::format("{} ({:.1e})", what, *measured));
  };
  Structure const structure = method.structure.value_or(Structure{});
  assess(method.promises_constraint, "constraint preserved", structure.constraint_violation,
         constraint_bound);
  assess(method.promises_reversible, "reversible", structure.reversibility_defect,
         reversibility_bound);
}

/// Formats the energy error as "bounded, 2.1e-03 of the largest kinetic energy".
std::string energy_words(Drift const& energy) {
  if (energy.kind.empty() || energy.kind == "exact" || !energy.relative()) return energy.kind;
  std::string words = energy.trend;
  if (energy.lost_at) words = fmt::format("lost after t = {:g}, {}", *energy.lost_at, words);
  return words + fmt::format(", {:.1e} of the largest kinetic energy", *energy.relative());
}

bool failed(MethodResult const& method) {
  if (method.structure) return !is_success(method.structure->outcome);
  return !method.work.empty() &&
         std::none_of(method.work.begin(), method.work.end(),
                      [](WorkPoint const& run) { return is_success(run.outcome); });
}

/// Returns the first measured order of the default starting procedure.
std::string observed_order(MethodResult const& method) {
  for (OrderRow const& row : method.orders)
    if (row.start == method.start && row.order && std::isfinite(*row.order))
      return two_decimals(*row.order);
  return "";
}

/// Returns the ratio of the largest to the smallest work per unit step size over the sweep.
Number spread_of_work_per_step(MethodResult const& method) {
  double least = INFINITY, most = 0;
  for (WorkPoint const& run : method.work)
    if (is_success(run.outcome) && run.work && run.value) {
      double const per_step = *run.work * *run.value;
      least = std::min(least, per_step);
      most = std::max(most, per_step);
    }
  return most > 0 ? Number(most / least) : Number{};
}

/// Returns mark and meaning of a kind of assessment.
std::pair<char const*, char const*> look_of(std::string const& kind) {
  if (kind == "refused") return {"–", "does not apply"};
  if (kind == "failed") return {"✗", "fails on the long run"};
  if (kind == "lost") return {"≠", "loses the motion on the long run"};
  if (kind == "broken") return {"!", "runs, breaks a promise"};
  if (kind == "kept") return {"✓", "preserves all that it promises"};
  return {"○", "runs, no promise was measured"};
}

}  // namespace

char const* const assessment_rules =
    "A promise of an order holds if the observed order is at most 0.15 below it. A promise to "
    "preserve "
    "the constraint holds if no violation exceeds 1e-11 on the long run, before any projection. "
    "Reversibility holds if the reversed run misses the initial point by at most 1e-9. A promise "
    "that "
    "was not measured is not assessed. A method fails if its long run breaks down. It loses the "
    "motion if its energy error exceeds a tenth of the largest kinetic energy reached until then, "
    "or if its parasitic mode is predicted to hold a hundredth of it.";

Cell assess(MethodResult const& method) {
  Cell cell;
  if (method.applies()) {
    assess_orders(method, cell);
    assess_bounds(method, cell);
    cell.order = observed_order(method);
    Drift const energy = method.structure.value_or(Structure{}).energy;
    cell.energy = energy_words(energy);
    cell.kind = failed(method)          ? "failed"
                : energy.kind == "lost" ? "lost"
                : !cell.broken.empty()  ? "broken"
                : !cell.kept.empty()    ? "kept"
                                        : "ran";
  }
  std::tie(cell.mark, cell.words) = look_of(cell.kind);
  return cell;
}

bool is_explicit(Problems const& problems, std::string const& id) {
  int explicit_ones = 0, all = 0;
  for (ProblemResult const& problem : problems) {
    MethodResult const* const method = problem.method(id);
    if (problem.driven || method == nullptr || !method->structure) continue;
    if (method->adaptive) {
      ++all;
      explicit_ones += method->structure->newton_iterations_per_step.value_or(1) == 0;
    } else if (auto const spread = spread_of_work_per_step(*method)) {
      ++all;
      explicit_ones += *spread < 1.05;
    }
  }
  return 2 * explicit_ones > all;
}

}  // namespace rattleback::reports
