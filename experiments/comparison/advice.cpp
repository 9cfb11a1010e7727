#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "experiments/comparison/comparison.hpp"
#include "experiments/core/choices.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

namespace {

/// Returns the coarsest run that reaches an error; null if there is none.
WorkPoint const* run_for(std::vector<WorkPoint> const& work, double error) {
  auto const reaches = [&](WorkPoint const& point) { return point.position_error <= error; };
  auto const first = std::ranges::find_if(work, reaches);
  return first == work.end() ? nullptr : &*first;
}

/// Returns the cost of a given position error: CPU seconds, interpolated in log-log between the two
/// neighbouring runs; infinite if no run reaches the error.
double cost_of(std::vector<WorkPoint> const& work, double error) {
  auto const* const now = run_for(work, error);
  if (!now) return std::numeric_limits<double>::infinity();
  if (now == work.data()) return now->cpu_seconds;
  auto const& before = *(now - 1);
  if (!(before.position_error > error) || !(now->position_error > 0)) return now->cpu_seconds;
  double const part = std::log(before.position_error / error) /
                      std::log(before.position_error / now->position_error);
  return before.cpu_seconds * std::pow(now->cpu_seconds / before.cpu_seconds, part);
}

InvariantBehaviour const& energy_of(MethodComparison const& m) {
  return m.structure.invariants.front();
}

using Candidates = std::vector<MethodComparison const*>;

/// Returns the methods and variants for long runs.
Candidates candidates_of(Comparison const& c) {
  Candidates all;
  for (auto const* list : {&c.methods, &c.variants})
    for (auto const& m : *list)
      // An energy that is exact by construction says nothing about the motion.
      if (m.has_long_run() && m.structure.outcome == Outcome::ok && !m.card.adaptive &&
          !has_exact_energy(m.card) && m.structure.constraint_violation <= 1e-10 &&
          !energy_of(m).is_lost())
        all.push_back(&m);
  return all;
}

bool has_trend(Growth growth) {
  return growth == Growth::linear || growth == Growth::exponential || growth == Growth::drifting;
}

/// Returns the cheapest admissible candidate whose energy error has no trend and is at most ten
/// times the larger of the least such error and 1e-4 of the energy scale. Candidates with bounded
/// energy errors exclude the others; null if no candidate qualifies.
MethodComparison const* cheapest(Candidates const& all, double error, auto const& admissible) {
  double least = std::numeric_limits<double>::infinity();
  Candidates found;
  for (auto const* m : all) {
    auto const& energy = energy_of(*m);
    bool const drifts = !energy.exact && has_trend(energy.growth.kind);
    if (drifts || std::isnan(energy.relative_deviation())) continue;
    if (!admissible(*m) || !std::isfinite(cost_of(m->work, error))) continue;
    found.push_back(m);
    least = smaller_or_nan(least, energy.relative_deviation());
  }
  std::erase_if(found, [&](auto const* m) {
    return !(energy_of(*m).relative_deviation() <= 10 * larger_or_nan(least, 1e-4));
  });
  auto const bounded = [](auto const* m) { return energy_of(*m).stays(); };
  if (std::ranges::any_of(found, bounded)) std::erase_if(found, std::not_fn(bounded));
  auto const best =
      std::ranges::min_element(found, {}, [&](auto const* m) { return cost_of(m->work, error); });
  return best == found.end() ? nullptr : *best;
}

/// Returns the method or variant that reaches the error at the least cost; null if none does.
MethodComparison const* most_accurate(Comparison const& c, double error) {
  MethodComparison const* best = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (auto const* list : {&c.methods, &c.variants})
    for (auto const& m : *list)
      if (double const cost = cost_of(m.work, error); cost < least) best = &m, least = cost;
  return best;
}

constexpr double fine = 1e-9;

/// Returns text such as "243 microseconds" or "16.5 ms".
std::string duration(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.3g} microseconds", 1e6 * seconds);
  return seconds < 1 ? fmt::format("{:.3g} ms", 1e3 * seconds) : fmt::format("{:.3g} s", seconds);
}

/// Returns text such as "with h = 0.1 the position error at t = 4 is 3e-4, for 12 microseconds of
/// CPU time".
std::string run_in_words(WorkPoint const& run, std::string const& at) {
  return fmt::format("with {} {:.3g} the position error at {} is {:.1e}, for {} of CPU time",
                     run.adaptive ? "a tolerance of" : "h =", run.value, at, run.position_error,
                     duration(run.cpu_seconds));
}

std::string plain_solver(MethodCard const& card) {
  bool const promises_structure = card.reversible || card.preserves_constraint;
  return card.baseline && !promises_structure
             ? " It is a plain solver, which promises no structure."
             : "";
}

/// Sentence about the energy drift of a method on motions that no reversing symmetry maps to
/// themselves.
std::string without_symmetry(DriftTestResult const& axis) {
  auto const motion = "On a motion that no reversing symmetry maps to itself";
  switch (axis.kind) {
    case DriftTest::drifts:
      return fmt::format("{}, its energy drifts: on {} by a fraction of {:.1e} per unit of time.",
                         motion, axis.where, std::abs(axis.rate));
    case DriftTest::fails:
      return fmt::format("{}, the method may fail, as on {}.", motion, axis.where);
    case DriftTest::not_applicable:
      return fmt::format(
          "{}, its energy drift is unknown: the method applies to none of the problems that test "
          "it.",
          motion);
    default:
      return fmt::format("{}, its energy does not drift either, as on {}.", motion, axis.where);
  }
}

/// Returns text such as "1e-3 (0.2 per cent of the largest kinetic energy 0.5)".
std::string deviation_in_words(InvariantBehaviour const& energy) {
  return fmt::format("{:.1e} ({:.2g} per cent of the largest kinetic energy {:.3g})",
                     energy.deviation, 100 * energy.relative_deviation(), energy.scale);
}

/// Returns text such as "its energy error stays below 1e-3 (0.2 per cent of the largest kinetic
/// energy 0.5) up to t = 2000".
std::string energy_in_words(MethodComparison const& m) {
  auto const& energy = energy_of(m);
  return fmt::format("its energy error {} below {} up to t = {:g}{}",
                     energy.stays() ? "stays" : "is", deviation_in_words(energy), m.structure.end(),
                     energy.stays()                              ? ""
                     : energy.growth.kind == Growth::square_root ? ", and grows like a random walk"
                                                                 : ", and its growth is undecided");
}

std::string take(MethodComparison const& m, double error, std::string const& at) {
  return fmt::format("take {} with steps of {:g}: {}; {}.{}", m.card.id, m.structure.step,
                     energy_in_words(m), run_in_words(*run_for(m.work, error), at),
                     plain_solver(m.card));
}

AdvisedRun long_run_of(MethodComparison const& m) {
  return {m.card.id, m.start, false, m.structure.step, m.structure.end()};
}

void advise_for_long_runs(Comparison const& c, std::string const& at, std::vector<Advice>& advice) {
  auto const all = candidates_of(c);
  auto const* best = cheapest(all, c.asked_error, [](auto const&) { return true; });
  if (!best) {
    advice.push_back(
        {"long runs: no method with constant steps kept the constraint error below 1e-10 and an "
         "energy error without growth",
         "For long runs no method compared here preserves both energy and constraint. Take an "
         "adaptive solver; `rattleback choose` finds the tolerance for your length of run."});
    return;
  }
  auto const* safe =
      cheapest(all, c.asked_error, [](auto const& m) { return m.structure.axis.holds(); });
  // The method without conditions must also be good by the energy of this motion.
  if (safe && energy_of(*best).stays() && !energy_of(*safe).stays()) safe = nullptr;
  auto const rule = fmt::format(
      "the method that reaches a position error of {:g} at {} with the least CPU time, among those "
      "with constant steps, a constraint error below 1e-10 over the long run, and an energy error "
      "without trend, below a tenth of the largest kinetic energy and below ten times the larger "
      "of 1e-4 and the least error of these methods; methods with bounded energy error come first",
      c.asked_error, at);
  if (safe)
    advice.push_back({"long runs: without a drift on the reversibility axis, " + rule,
                      fmt::format("For long runs {} {}", take(*safe, c.asked_error, at),
                                  without_symmetry(safe->structure.axis)),
                      long_run_of(*safe)});
  if (safe && safe->card.id == best->card.id) return;
  advice.push_back(
      {"long runs of motions that a reversing symmetry maps to themselves: " + rule,
       fmt::format(
           "For long runs of motions that a reversing symmetry maps to themselves (such as "
           "oscillations), {} {}{}",
           take(*best, c.asked_error, at), without_symmetry(best->structure.axis),
           safe ? ""
                : " No method compared here is known to preserve the energy of such a motion."),
       long_run_of(*best)});
  advice.push_back(
      {"reversing symmetries that the problem states "
       "(docs/comparison.md, The reversibility axis)",
       c.problem.reversing_symmetry.empty()
           ? "No reversing symmetry of this problem is stated: the second advice may not apply."
           : "Reversing symmetries of this problem: " + c.problem.reversing_symmetry});
}

/// Returns text such as "grows linearly", or "shows no trend".
std::string balance_in_words(InvariantBehaviour const& balance, double until) {
  if (balance.exact)
    return fmt::format("its balance of energy and work is exact to rounding up to t = {:g}", until);
  return fmt::format("the error of its balance of energy and work is at most {} up to t = {:g}, {}",
                     deviation_in_words(balance), until,
                     has_trend(balance.growth.kind)
                         ? "with a growth that is normal where drag leaves nothing to cancel"
                         : "without a trend");
}

/// Advice on a driven system: a trend of the balance excludes no method that does not lose the
/// motion, and adaptive solvers are compared at equal error.
void advise_for_driven(Comparison const& c, std::string const& at, std::vector<Advice>& advice) {
  auto all = candidates_of(c);
  auto const cost = [&](auto const* m) { return cost_of(m->work, c.asked_error); };
  std::erase_if(all, [&](auto const* m) {
    return energy_of(*m).growth.kind == Growth::exponential || !std::isfinite(cost(m));
  });
  auto const rule = fmt::format(
      "driven systems: the method that reaches a position error of {:g} at {} with the least CPU "
      "time, among those with constant steps, a constraint error below 1e-10 over the long run, a "
      "motion that is not lost in it and a balance that does not grow exponentially; another trend "
      "of the balance excludes no method. It is compared with the least CPU time of all methods, "
      "adaptive solvers included, for the same error",
      c.asked_error, at);
  auto const cheapest = std::ranges::min_element(all, {}, cost);
  if (cheapest == all.end()) {
    advice.push_back(
        {rule,
         "No method compared here keeps the constraints and the balance of this driven "
         "system over the long run at this error. Take an adaptive solver; "
         "`rattleback choose` finds the tolerance for your length of run."});
    return;
  }
  auto const& best = **cheapest;
  auto const& run = *run_for(best.work, c.asked_error);
  auto words =
      fmt::format("For this driven system take {}: {}; {}.{}", best.card.id, run_in_words(run, at),
                  balance_in_words(energy_of(best), best.structure.end()), plain_solver(best.card));
  auto const* fastest = most_accurate(c, c.asked_error);
  if (fastest->card.id != best.card.id)
    words += fmt::format(
        " At the same error {} needs {:.2g} of its time, and violates the constraint by {:.1e}.",
        fastest->card.id, cost(fastest) / cost(&best),
        run_for(fastest->work, c.asked_error)->constraint_error);
  else
    words += " No method compared here reaches this error in less time.";
  advice.push_back(
      {rule, words, AdvisedRun{best.card.id, best.start, false, run.value, c.reference_time}});
}

/// Returns a sentence on equal_norm_gni; empty if its motion is lost or was not compared.
std::string without_the_mode(Comparison const& c) {
  for (auto const& m : c.methods) {
    if (m.card.id != "equal_norm_gni" || !m.has_long_run()) continue;
    auto const& energy = energy_of(m);
    if (m.structure.outcome != Outcome::ok || energy.is_lost()) return "";
    return fmt::format(
        " {} has no such mode: its energy error is at most {:.1e} of the largest kinetic energy.",
        m.card.id, energy.relative_deviation());
  }
  return "";
}

/// Sentence about energies that are exact by construction: what the other invariants do. Empty if
/// the problem has none, or if no such method ran.
std::string projections_in_words(Comparison const& c) {
  std::vector<std::string> words;
  for (auto const& m : c.methods) {
    if (!has_exact_energy(m.card) || m.structure.invariants.size() < 2) continue;
    auto const worst =
        std::max_element(m.structure.invariants.begin() + 1, m.structure.invariants.end(),
                         [](auto const& a, auto const& b) { return a.deviation < b.deviation; });
    words.push_back(fmt::format("{} keeps the energy by construction, and misses {} by {:.1e} ({})",
                                m.card.id, worst->name, worst->deviation, worst->words()));
  }
  if (words.empty()) return "";
  return fmt::format("An energy that is exact by construction says nothing about the motion: {}.",
                     fmt::join(words, "; "));
}

}  // namespace

std::vector<Advice> advice_of(Comparison const& c) {
  std::vector<Advice> advice;
  auto const at = fmt::format("t = {:g}", c.reference_time);
  bool const driven = !c.problem.driven.empty();
  driven ? advise_for_driven(c, at, advice) : advise_for_long_runs(c, at, advice);
  if (auto const* accurate = most_accurate(c, fine)) {
    auto const& card = accurate->card;
    auto const& run = *run_for(accurate->work, fine);
    advice.push_back(
        {fmt::format("accuracy: the method, form or composition that reaches a position error of "
                     "1e-9 at {} with the least CPU time",
                     at),
         fmt::format("For a position error of {:g} at {} take {}: {}; its constraint violation is "
                     "then {:.1e}.{}",
                     fine, at, card.id, run_in_words(run, at), run.constraint_error,
                     plain_solver(card)),
         AdvisedRun{card.id, accurate->start, run.adaptive, run.value,
                    card.counts_in_tau ? 1 : c.reference_time}});
  }
  if (auto const words = projections_in_words(c); !words.empty())
    advice.push_back(
        {"projection: the largest error of another invariant on the long run (finding PR-07)",
         words});
  std::vector<std::string> lost, drifting, failing, parasitic;
  for (auto const& m : c.methods) {
    if (!m.has_long_run()) continue;  // not applicable, or ended by the time limit
    if (m.structure.outcome != Outcome::ok) {
      failing.push_back(m.card.id);
      continue;
    }
    auto const& energy = energy_of(m);
    if (energy.is_lost())
      (energy.lost_at == m.structure.trust_time ? parasitic : lost)
          .push_back(fmt::format("{} (from t = {:.4g} on)", m.card.id, energy.lost_at));
    else if (!energy.exact && has_trend(energy.growth.kind) && !driven)
      drifting.push_back(fmt::format("{} ({})", m.card.id, energy.trend()));
  }
  if (!lost.empty()) {
    auto const ids = fmt::format("{}", fmt::join(lost, ", "));
    advice.push_back(
        {fmt::format("lost: methods whose {} error exceeds a tenth of the largest kinetic energy "
                     "up to that time",
                     driven ? "balance" : "energy"),
         driven ? "The balance of energy and work is lost with " + ids +
                      ". With drag it grows with time, and a bounded motion may be right all the "
                      "same."
                : "The motion is lost with " + ids + "."});
  }
  if (!parasitic.empty())
    advice.push_back(
        {"trust time: methods whose parasitic mode is predicted to hold a hundredth of the largest "
         "kinetic energy before the end of the long run (docs/parasitic_mode.md)",
         fmt::format("The parasitic mode dominates the motion with {}.{}",
                     fmt::join(parasitic, ", "), without_the_mode(c))});
  if (!drifting.empty())
    advice.push_back({"drift: methods whose energy error has a trend",
                      fmt::format("The energy drifts with {}.", fmt::join(drifting, ", "))});
  if (!failing.empty())
    advice.push_back({"failures: methods whose long run ended early",
                      fmt::format("The long run ended early with {}.", fmt::join(failing, ", "))});
  return advice;
}

}  // namespace rattleback
