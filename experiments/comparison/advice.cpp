#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

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

/// A method, or a form of one, that may be advised for long runs.
struct Candidate {
  std::string id;
  Structure const* structure;
  std::vector<WorkPoint> const* work;

  InvariantBehaviour const& energy() const { return structure->invariants.front(); }
  /// Of the energy over the long run, against max(1, |H(0)|).
  double relative_deviation() const {
    return energy().deviation / larger_or_nan(1.0, std::abs(energy().initial));
  }
};

std::vector<Candidate> candidates_of(Comparison const& c) {
  std::vector<Candidate> all;
  auto const consider = [&](MethodCard const& card, Structure const& structure,
                            std::vector<WorkPoint> const& work) {
    if (structure.outcome == Outcome::ok && !card.adaptive && !structure.invariants.empty() &&
        structure.constraint_violation <= 1e-10)
      all.push_back({card.id, &structure, &work});
  };
  for (auto const& m : c.methods) {
    if (m.refusal.empty()) consider(m.card, m.structure, m.work);
    for (auto const& variant : c.variants)
      if (variant.of == m.card.id && variant.structure)
        consider(variant.card, *variant.structure, variant.work);
  }
  return all;
}

bool has_trend(Growth growth) {
  return growth == Growth::linear || growth == Growth::exponential || growth == Growth::drifting;
}

/// Of those whose energy has no trend and an error below a tenth of max(1, |H|), within ten times
/// the least among them, 1e-4 being little enough: the cheapest whose error is bounded, or the
/// cheapest where none is.
std::optional<Candidate> cheapest(std::vector<Candidate> const& all, double error,
                                  auto const& admissible) {
  double least = std::numeric_limits<double>::infinity();
  std::vector<Candidate> found;
  for (auto const& m : all) {
    bool const drifts = !m.energy().exact && has_trend(m.energy().growth.kind);
    if (drifts || !(m.relative_deviation() <= 0.1)) continue;
    if (!admissible(m) || !std::isfinite(cost_of(*m.work, error))) continue;
    found.push_back(m);
    least = smaller_or_nan(least, m.relative_deviation());
  }
  std::erase_if(found, [&](Candidate const& m) {
    return !(m.relative_deviation() <= 10 * larger_or_nan(least, 1e-4));
  });
  auto const bounded = [](Candidate const& m) { return m.energy().stays(); };
  if (std::any_of(found.begin(), found.end(), bounded)) std::erase_if(found, std::not_fn(bounded));
  auto const best = std::min_element(found.begin(), found.end(), [&](auto const& a, auto const& b) {
    return cost_of(*a.work, error) < cost_of(*b.work, error);
  });
  return best == found.end() ? std::nullopt : std::optional(*best);
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

constexpr double coarse = 1e-3, fine = 1e-9;

/// What the method does where no reversing map takes the torus of the orbit to itself.
std::string elsewhere(AxisBehaviour const& axis) {
  switch (axis.kind) {
    case OnAxis::drifts:
      return fmt::format(
          "Where none does its energy drifts ({}: by {:.1e} of itself in a unit of "
          "time)",
          axis.where, std::abs(axis.rate));
    case OnAxis::fails:
      return fmt::format("Where none does it may fail ({})", axis.where);
    case OnAxis::not_applicable:
      return "Where none does nothing is known: it runs on none of the problems that would tell";
    default:
      return fmt::format(
          "Nor did its energy drift where no reversing map takes the torus of the orbit to itself "
          "({})",
          axis.where);
  }
}

/// How large the energy error is, and how it grows.
std::string energy_in_words(Candidate const& m) {
  auto const& energy = m.energy();
  if (energy.stays()) return fmt::format("its energy error stays within {:.1e}", energy.deviation);
  return fmt::format("its energy error stayed within {:.1e}, {}", energy.deviation,
                     energy.growth.kind == Growth::square_root
                         ? "growing like a random walk"
                         : "and how it grows could not be told");
}

void advise_for_long_runs(Comparison const& c, std::string const& at, std::vector<Advice>& advice) {
  auto const all = candidates_of(c);
  auto const best = cheapest(all, coarse, [](Candidate const&) { return true; });
  if (!best) {
    advice.push_back(
        {"long runs: no method kept the constraint to 1e-10 without an energy error that grows",
         "No method of the catalogue keeps energy and constraint of this problem over "
         "long runs: look at the structure table before trusting one."});
    return;
  }
  auto const safe =
      cheapest(all, coarse, [](Candidate const& m) { return m.structure->axis.holds(); });
  auto const rule = fmt::format(
      "of the methods that keep the constraint to 1e-10 over the long run and whose energy error "
      "shows no trend and is below a tenth of max(1, |H|), energy within ten times the least of "
      "them (or 1e-4 max(1, |H|)), bounded "
      "where it is for one of these, the one that reaches a position error of 1e-3 at {} with the "
      "least CPU time",
      at);
  auto const stays = [&](Candidate const& m) {
    return fmt::format("{}, and an error of 1e-3 at {} costs {}", energy_in_words(m), at,
                       microseconds(cost_of(*m.work, coarse)));
  };
  if (safe)
    advice.push_back({"long runs: of those without a drift on the reversibility axis, " + rule,
                      fmt::format("For long runs take {}: {}. {}.", safe->id, stays(*safe),
                                  elsewhere(safe->structure->axis))});
  if (safe && safe->id == best->id) return;
  auto const where = "a reversing map takes the torus of your orbit to itself";
  if (safe)
    advice.push_back({"long runs on a torus that comes back to itself: " + rule,
                      fmt::format("Where {}, you may take {} as well: {}. {}.", where, best->id,
                                  stays(*best), elsewhere(best->structure->axis))});
  else
    advice.push_back(
        {"long runs, none without a drift on the reversibility axis: " + rule,
         fmt::format("For long runs take {} where {}: {}. {}. No method of this comparison is "
                     "known to hold there.",
                     best->id, where, stays(*best), elsewhere(best->structure->axis))});
  advice.push_back(
      {"what decides: the reversing maps of the problem, as it states them",
       fmt::format("{}. The map v -> -v takes the torus of an orbit to itself where the motion "
                   "swings to and fro, and to another one where it goes round.",
                   c.problem.reversing_symmetry.empty()
                       ? std::string("No reversing map of this problem is stated")
                       : "Reversing maps of this problem: " + c.problem.reversing_symmetry)});
}

}  // namespace

std::vector<Advice> advice_of(Comparison const& c) {
  std::vector<Advice> advice;
  auto const at = fmt::format("t = {:g}", c.reference_time);
  advise_for_long_runs(c, at, advice);
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
    if (has_trend(kind)) drifting.push_back(fmt::format("{} ({})", m.card.id, name_of(kind)));
  }
  if (!drifting.empty())
    advice.push_back({"drift: methods whose energy error has a trend",
                      fmt::format("Energy drifts with {}.", fmt::join(drifting, ", "))});
  if (!failing.empty())
    advice.push_back({"failures: methods whose long run ended early",
                      fmt::format("The long run ended early with {}.", fmt::join(failing, ", "))});
  return advice;
}

}  // namespace rattleback
