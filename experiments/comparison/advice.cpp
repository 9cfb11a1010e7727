#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "experiments/comparison/comparison.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback {

namespace {

/// Cost of a given position error: CPU seconds, by interpolation between the two runs about it in
/// log-log; infinite when it is not reached.
double cost_of(std::vector<WorkPoint> const& work, double error) {
  double const never = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < work.size(); ++i) {
    auto const& now = work[i];
    if (!(now.position_error <= error)) continue;
    if (i == 0) return now.cpu_seconds;
    auto const& before = work[i - 1];
    if (!(before.position_error > error) || !(now.position_error > 0)) return now.cpu_seconds;
    double const part = std::log(before.position_error / error) /
                        std::log(before.position_error / now.position_error);
    return before.cpu_seconds * std::pow(now.cpu_seconds / before.cpu_seconds, part);
  }
  return never;
}

bool ran(MethodComparison const& m) {
  return m.refusal.empty() && m.structure.outcome == Outcome::ok;
}

/// Of the energy over the long run, against max(1, |H(0)|).
double relative_deviation(MethodComparison const& m) {
  auto const& energy = m.structure.invariants.front();
  return energy.deviation / larger_or_nan(1.0, std::abs(energy.initial));
}

/// Keeps energy and constraint over the long run.
bool is_structure_preserving(MethodComparison const& m) {
  if (!ran(m) || m.card.adaptive || m.structure.invariants.empty()) return false;
  return m.structure.invariants.front().stays() && m.structure.constraint_violation <= 1e-10;
}

/// The same with growth that is slower than linear, or that the run was too short to tell.
bool may_preserve_structure(MethodComparison const& m) {
  if (!ran(m) || m.card.adaptive || m.structure.invariants.empty()) return false;
  auto const kind = m.structure.invariants.front().growth.kind;
  return kind != Growth::linear && kind != Growth::exponential &&
         m.structure.constraint_violation <= 1e-10;
}

/// The cheapest of those that are admissible and whose energy error stays within ten times the
/// least among them, 1e-4 being little enough.
MethodComparison const* cheapest(Comparison const& c, double error, auto const& admissible) {
  double least = std::numeric_limits<double>::infinity();
  std::vector<MethodComparison const*> candidates;
  for (auto const& m : c.methods) {
    if (!admissible(m) || !std::isfinite(cost_of(m.work, error))) continue;
    candidates.push_back(&m);
    least = smaller_or_nan(least, relative_deviation(m));
  }
  MethodComparison const* best = nullptr;
  for (auto const* m : candidates)
    if (relative_deviation(*m) <= 10 * larger_or_nan(least, 1e-4))
      if (!best || cost_of(m->work, error) < cost_of(best->work, error)) best = m;
  return best;
}

struct Accurate {
  std::string id;
  double cost = std::numeric_limits<double>::infinity();
  double violation = 0;  ///< of the constraint in the first run that is as accurate
};

Accurate most_accurate(Comparison const& c, double error) {
  Accurate best;
  auto const consider = [&](std::string const& id, std::vector<WorkPoint> const& work) {
    double const cost = cost_of(work, error);
    if (!(cost < best.cost)) return;
    auto const reaches = [&](WorkPoint const& point) { return point.position_error <= error; };
    auto const first = std::find_if(work.begin(), work.end(), reaches);
    best = {id, cost, first->constraint_error};
  };
  for (auto const& m : c.methods) consider(m.card.id, m.work);
  for (auto const& variant : c.variants) consider(variant.card.id, variant.work);
  return best;
}

std::string microseconds(double seconds) {
  return fmt::format("{:.3g} microseconds", 1e6 * seconds);
}

}  // namespace

std::vector<Advice> advice_of(Comparison const& c) {
  std::vector<Advice> advice;
  double const coarse = 1e-3, fine = 1e-9;
  auto const at = fmt::format("t = {:g}", c.reference_time);
  auto const near = fmt::format(
      "energy within ten times the least of them (or 1e-4 max(1, |H|)), the one that reaches a "
      "position error of 1e-3 at {} with the least CPU time",
      at);
  if (auto const* m = cheapest(c, coarse, is_structure_preserving))
    advice.push_back(
        {"long runs: of the methods with bounded energy error and a constraint kept to 1e-10 over "
         "the long run, " +
             near,
         fmt::format("For long runs take {}: its energy error stays within {:.1e}, and an error of "
                     "1e-3 at {} costs {}.",
                     m->card.id, m->structure.invariants.front().deviation, at,
                     microseconds(cost_of(m->work, coarse)))});
  else if (auto const* other = cheapest(c, coarse, may_preserve_structure))
    advice.push_back(
        {"long runs, no energy error known to be bounded: of the methods that keep the constraint "
         "to 1e-10 and whose energy error grows neither linearly nor exponentially as far as the "
         "long run tells, " +
             near,
         fmt::format("For long runs take {}: its energy error stayed within {:.1e} without a "
                     "growth that could be told, and an error of 1e-3 at {} costs {}.",
                     other->card.id, other->structure.invariants.front().deviation, at,
                     microseconds(cost_of(other->work, coarse)))});
  else
    advice.push_back(
        {"long runs: no method kept the constraint to 1e-10 without an energy error that grows",
         "No method of the catalogue keeps energy and constraint of this problem over "
         "long runs: look at the structure table before trusting one."});
  if (auto const accurate = most_accurate(c, fine); !accurate.id.empty())
    advice.push_back(
        {fmt::format("accuracy: the method, form or composition that reaches a position error of "
                     "1e-9 at {} with the least CPU time",
                     at),
         fmt::format("For accuracy over short times take {}: an error of 1e-9 at {} costs {}; its "
                     "constraint is then off by {:.1e}.",
                     accurate.id, at, microseconds(accurate.cost), accurate.violation)});
  std::vector<std::string> drifting, failing;
  for (auto const& m : c.methods) {
    if (!m.refusal.empty()) continue;
    if (m.structure.outcome != Outcome::ok) {
      failing.push_back(m.card.id);
      continue;
    }
    auto const& energy = m.structure.invariants.front();
    auto const kind = energy.exact ? Growth::bounded : energy.growth.kind;
    if (kind == Growth::linear || kind == Growth::exponential)
      drifting.push_back(fmt::format("{} ({})", m.card.id, name_of(kind)));
  }
  if (!drifting.empty())
    advice.push_back({"drift: methods whose energy error grows linearly or exponentially",
                      fmt::format("Energy drifts with {}.", fmt::join(drifting, ", "))});
  if (!failing.empty())
    advice.push_back({"failures: methods whose long run ended early",
                      fmt::format("The long run ended early with {}.", fmt::join(failing, ", "))});
  return advice;
}

}  // namespace rattleback
