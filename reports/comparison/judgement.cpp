#include "reports/comparison/judgement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "reports/comparison/tables.hpp"

namespace rattleback::reports {

namespace {

// An order is judged as the laws of the test suite judge it. Constraint and symmetry are kept to
// rounding, of which a long run gathers more than one step makes.
constexpr double order_slack = 0.15;
constexpr double constraint_bound = 1e-11;
constexpr double reversibility_bound = 1e-9;

struct Promises {
  std::vector<std::string>&kept, &broken, &open;

  void judge(std::string const& promise, Number measured, bool holds, std::string const& found) {
    if (!measured) {
      open.push_back(promise);
    } else {
      (holds ? kept : broken).push_back(fmt::format("{} ({})", promise, found));
    }
  }
};

/// A line per start and promised order names the components that keep it, break it or are open.
void judge_orders(MethodResult const& method, Promises promises) {
  std::map<std::pair<std::vector<std::string>*, std::string>, std::string> lines;
  std::vector<decltype(lines)::key_type> in_order;
  for (OrderRow const& row : method.orders) {
    if (!row.promised || *row.promised <= 0.0) continue;
    // Fewer than two usable points give no slope, and hence no verdict.
    bool const measured = row.order && std::isfinite(*row.order);
    auto& list = !measured                                   ? promises.open
                 : *row.order >= *row.promised - order_slack ? promises.kept
                                                             : promises.broken;
    auto const key = std::pair(&list, fmt::format("order {:g}{}", *row.promised,
                                                  row.start.empty() ? "" : ", start " + row.start));
    std::string& line = lines[key];
    if (line.empty()) in_order.push_back(key);
    line += (line.empty() ? "" : ", ") + row.component;
    if (measured) line += " " + two_decimals(*row.order);
  }
  for (auto const& key : in_order)
    key.first->push_back(fmt::format("{}: {}", key.second, lines.at(key)));
  if (method.orders.empty() && method.promised_order.value_or(0.0) > 0.0)
    promises.open.push_back(fmt::format("order {:g}", *method.promised_order));
}

void judge_bounds(MethodResult const& method, Promises promises) {
  auto const judge = [&](bool promised, char const* what, Number measured, double bound) {
    if (!promised) return;
    double const value = measured.value_or(NAN);
    promises.judge(what, measured, value <= bound, fmt::format("{:.1e}", value));
  };
  Structure const structure = method.structure.value_or(Structure{});
  judge(method.promises_constraint, "constraint kept", structure.constraint_violation,
        constraint_bound);
  judge(method.promises_reversible, "reversible", structure.reversibility_defect,
        reversibility_bound);
}

/// "bounded, 2.1e-03 of the largest kinetic energy"
std::string energy_words(Drift const& energy) {
  if (energy.kind.empty() || energy.kind == "exact" || !energy.relative()) return energy.kind;
  std::string words = energy.trend;
  if (energy.lost_at) words = fmt::format("lost from t = {:g} on, {}", *energy.lost_at, words);
  return words + fmt::format(", {:.1e} of the largest kinetic energy", *energy.relative());
}

/// "−2.7 B": ten to the power -2.7 of the largest kinetic energy, bounded.
std::string energy_sign(Drift const& energy) {
  std::string sign;
  for (Sign const& known : energy_signs)
    if ((energy.kind == "exact" ? energy.kind : energy.trend) == known.kind) sign = known.mark;
  if (energy.kind == "exact" || !energy.relative() || !(*energy.relative() > 0)) return sign;
  double const decades = std::log10(*energy.relative());
  if (!std::isfinite(decades)) return sign;
  return fmt::format("{}{:.1f}\u00a0{}", decades < 0 ? "−" : "+", std::abs(decades), sign);
}

bool failed(MethodResult const& method) {
  if (method.structure) return !is_success(method.structure->outcome);
  return !method.work.empty() &&
         std::none_of(method.work.begin(), method.work.end(),
                      [](WorkPoint const& run) { return is_success(run.outcome); });
}

/// The first that was measured from the start that the method takes by itself.
std::string observed_order(MethodResult const& method) {
  for (OrderRow const& row : method.orders)
    if (row.start == method.start && row.order && std::isfinite(*row.order))
      return two_decimals(*row.order);
  return "";
}

void set_sign(Cell& cell, CellStanding standing) {
  Sign const& sign = standing_signs[static_cast<std::size_t>(standing)];
  cell.standing = standing;
  cell.mark = sign.mark;
  cell.kind = sign.kind;
  cell.words = sign.meaning;
}

}  // namespace

char const* const promise_rules =
    "A promised order holds when the observed one is at most 0.15 below it. A promise to keep the "
    "constraint holds when no violation exceeds 1e-11 on the long run, before any projection; "
    "reversibility, when the way back misses the start by at most 1e-9. What was not measured is "
    "not judged. A method fails when its long run breaks down; it loses the motion when its energy "
    "error exceeds a tenth of the largest kinetic energy that the motion had until then.";

// In the order of CellStanding.
std::vector<Sign> const standing_signs{{"", "absent", "was not compared"},
                                       {"–", "refused", "does not apply"},
                                       {"✗", "failed", "fails on the long run"},
                                       {"≠", "lost", "loses the motion on the long run"},
                                       {"!", "broken", "runs, breaks a promise"},
                                       {"✓", "kept", "keeps its promises"},
                                       {"○", "ran", "runs, nothing promised was measured"}};

std::vector<Sign> const energy_signs{{"E", "exact", "exact to rounding"},
                                     {"B", "bounded", "bounded"},
                                     {"√", "square-root", "grows like the square root of time"},
                                     {"L", "linear", "grows linearly"},
                                     {"X", "exponential", "grows exponentially"},
                                     {"D", "drifting", "drifts at a changing speed"},
                                     {"?", "undecided", "undecided"}};

Cell judge(MethodResult const* method) {
  Cell cell;
  set_sign(cell, CellStanding::absent);
  if (method == nullptr) return cell;
  if (!method->applies()) {
    set_sign(cell, CellStanding::refused);
    return cell;
  }
  Promises const promises{cell.kept, cell.broken, cell.open};
  judge_orders(*method, promises);
  judge_bounds(*method, promises);
  cell.order = observed_order(*method);
  Drift const energy = method->structure.value_or(Structure{}).energy;
  cell.energy = energy_words(energy);
  cell.energy_sign = energy_sign(energy);
  set_sign(cell, failed(*method)         ? CellStanding::failed
                 : energy.kind == "lost" ? CellStanding::lost
                 : !cell.broken.empty()  ? CellStanding::broken
                 : !cell.kept.empty()    ? CellStanding::kept
                                         : CellStanding::ran);
  return cell;
}

}  // namespace rattleback::reports
