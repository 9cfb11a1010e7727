#include "experiments/statements/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace rattleback {

namespace {

/// Instance with the least margin, and the number of instances that match.
struct Evaluation {
  Instance const* worst;
  long matching, all;
  bool holds() const { return matching == all; }
};

Evaluation evaluation_of(Rule const& rule, std::vector<Instance> const& all) {
  auto const margin = [&](Instance const& one) { return rule.margin(one.measured); };
  auto const matches = [&](Instance const& one) { return rule.matches(one.measured); };
  return {&*std::ranges::min_element(all, {}, margin), std::ranges::count_if(all, matches),
          std::ssize(all)};
}

std::string limit_in_words(Rule const& rule, Measured const& m) {
  auto const [low, high] = rule.accepted(m);
  if (std::isinf(low) && std::isinf(high)) return rule.words();
  if (low == -high) return fmt::format("limit {:.3g}", high);
  if (std::isinf(low)) return fmt::format("limit {:.6g}", high);
  if (std::isinf(high)) return fmt::format("at least {:.6g}", low);
  return fmt::format("limits {:.6g} and {:.6g}", low, high);
}

std::string precision_of(Measured const& m) {
  if (m.epsilon == quad_epsilon) return "quad";
  if (m.epsilon == 0x1p-52 || m.epsilon == 0x1p-53) return "double";
  return fmt::format("unit roundoff {:.2g}", m.epsilon);
}

/// Returns a sentence with the measured quantity, its instance, the number, further numbers, the
/// limit with its scale and the precision of the arithmetic, and the number of matching instances.
std::string sentence(std::string const& quantity, Reading const& reading, Rule const& rule,
                     Evaluation const& found) {
  Measured const& m = found.worst->measured;
  auto words = fmt::format("{}: {:.4g}", quantity, m.value);
  if (!m.growth.empty()) words += fmt::format(" ({})", m.growth);
  if (!found.worst->name.empty())
    words += fmt::format(" ({}{})", found.all > 1 ? "the worst: " : "", found.worst->name);
  for (auto const& [name, value] : m.details) words += fmt::format("; {}: {:.6g}", name, value);
  auto const& relative = reading.relative_to;
  words += fmt::format("; {} ({}{}, {})", limit_in_words(rule, m),
                       relative.starts_with("absolute") ? "" : "relative to ", relative,
                       precision_of(m));
  if (found.all > 1) words += fmt::format("; {} of {} instances match", found.matching, found.all);
  if (!std::isfinite(m.value)) words += "; the number is not finite, which decides nothing";
  return words;
}

ReadingResult result_of(Statement const& statement, Reading const& reading,
                        Measurements const& measurements) {
  ReadingResult result;
  if (!reading.not_measured.empty()) {
    result.words = reading.not_measured;
    return result;
  }
  Measurements::Key const key{statement.id, reading.name};
  if (auto const why = measurements.not_run.find(key); why != measurements.not_run.end()) {
    result.words = why->second;
    return result;
  }
  auto const found = measurements.instances.find(key);
  if (found == measurements.instances.end()) {
    result.words = fmt::format("the experiment {} has not run", reading.experiment);
    return result;
  }
  Rule const rule(statement.kind, reading.rule);
  auto const all = evaluation_of(rule, found->second);
  result.measured = all.worst->measured;
  result.words = sentence(reading.quantity, reading, rule, all);
  auto const limit = rule.accepted(*result.measured);
  if (std::isfinite(limit.low) || std::isfinite(limit.high)) result.limit = limit;
  result.precision = precision_of(*result.measured);
  result.tried = std::isfinite(result.measured->value);
  result.matches = all.holds();
  return result;
}

ControlResult result_of(Statement const& statement, Control const& control, Verdict const& verdict,
                        Measurements const& measurements) {
  ControlResult result;
  auto const reading = std::ranges::find(statement.readings, control.reading, &Reading::name);
  auto const& own = verdict.readings[std::size_t(reading - statement.readings.begin())];
  auto const found = measurements.controls.find(
      {control.same_as.empty() ? statement.id : control.same_as, control.name});
  if (found == measurements.controls.end()) {
    result.words = fmt::format("the experiment {} has not run", control.experiment);
    return result;
  }
  Rule const rule(statement.kind, reading->rule);
  auto const all = evaluation_of(rule, found->second);
  result.measured = all.worst->measured.value;
  result.words = sentence(control.quantity, *reading, rule, all);
  if (own.tried)
    result.told_apart = std::isfinite(*result.measured) && all.holds() == control.holds &&
                        own.matches != control.holds;
  return result;
}

/// True if the statement's own printed data selected the reading.
bool selected_itself(Statement const& statement, Reading const& reading) {
  auto const& from = reading.inferred_from;
  return std::ranges::find(from, statement.id) != from.end();
}

struct Tally {
  std::vector<std::size_t> tried, matching, lost;  ///< lost: the number is not finite
  bool all() const { return !tried.empty() && matching.size() == tried.size(); }
  bool none() const { return matching.empty(); }
};

void add(std::string& to, std::string const& text) {
  if (!text.empty() && to.find(text) == to.npos) to += (to.empty() ? "" : "; ") + text;
}

/// Adds the corrections, assumptions and data on which the verdict depends.
void name_grounds(Verdict& v, Statement const& statement, std::vector<std::size_t> const& named,
                  bool by_correction) {
  auto const reading = [&](std::size_t i) -> Reading const& { return statement.readings[i]; };
  bool const assumed =
      std::ranges::all_of(named, [&](auto i) { return !reading(i).assumption.empty(); });
  for (auto const i : named) {
    if (by_correction) add(v.correction, reading(i).correction);
    if (assumed) add(v.assumption, reading(i).assumption);
    for (auto const& id : reading(i).inferred_from)
      if (std::ranges::find(v.inferred_from, id) == v.inferred_from.end())
        v.inferred_from.push_back(id);
  }
}

/// Returns both ends with three digits, or with as many as tell them apart.
std::string both_ends(double low, double high) {
  for (int digits = 3; digits < 17; ++digits) {
    auto const from = fmt::format("{:.{}g}", low, digits),
               to = fmt::format("{:.{}g}", high, digits);
    if (from != to) return from + " and " + to;
  }
  return fmt::format("{:.17g}", low);
}

/// Returns "agrees", or the amount of the disagreement.
std::string outcome_in_words(ReadingResult const& r) {
  if (r.matches) return "agrees";
  if (!r.measured->growth.empty()) return fmt::format("does not agree ({})", r.measured->growth);
  std::string limit;
  if (r.limit) {
    auto const [low, high] = *r.limit;
    limit = std::isinf(low) || low == -high ? fmt::format("; limit {:.2g}", high)
            : std::isinf(high)              ? fmt::format("; at least {:.2g}", low)
                                            : "; limits " + both_ends(low, high);
  }
  return fmt::format("does not agree ({:.2g}{})", r.measured->value, limit);
}

/// Returns every interpretation with its outcome; empty if there is only one and it agrees.
std::string outcomes_in_words(Verdict const& v, Statement const& statement,
                              std::vector<std::size_t> const& tried) {
  std::string why;
  if (tried.size() == 1)
    return v.readings[tried[0]].matches
               ? ""
               : "the measured number " + outcome_in_words(v.readings[tried[0]]);
  for (auto const i : tried)
    add(why, fmt::format("'{}' {}", statement.readings[i].label, outcome_in_words(v.readings[i])));
  return why;
}

/// True if the experiment ran and its number is not finite: the reading might agree or not.
bool is_lost(ReadingResult const& reading) { return reading.measured && !reading.tried; }

/// Decides by alternative readings.
void decide_by_readings(Verdict& v, Statement const& statement) {
  Tally printed, corrected;
  for (std::size_t i = 0; i < v.readings.size(); ++i) {
    auto& tally = statement.readings[i].correction.empty() ? printed : corrected;
    if (is_lost(v.readings[i])) tally.lost.push_back(i);
    if (!v.readings[i].tried) continue;
    tally.tried.push_back(i);
    if (v.readings[i].matches) tally.matching.push_back(i);
  }
  if (printed.tried.empty() && corrected.tried.empty()) {
    v.word = "not run";
    v.why = v.readings.front().words;
    return;
  }
  bool const by_correction = printed.none() && !corrected.tried.empty();
  auto const& decides = by_correction ? corrected : printed;
  auto const& named = decides.none() ? decides.tried : decides.matching;
  name_grounds(v, statement, named, by_correction);
  v.word = decides.none() ? "fails" : decides.all() ? "holds" : "undetermined";
  // A correction that decides is shown by the numbers without it; else the interpretations decide.
  bool const without = by_correction && decides.all() && !printed.tried.empty();
  v.why = outcomes_in_words(v, statement, without ? printed.tried : decides.tried);
  if (without && !v.why.empty()) v.why = "without it " + v.why;
  if (v.word == "holds" && std::ranges::all_of(named, [&](auto i) {
        return selected_itself(statement, statement.readings[i]);
      })) {
    v.word = "undetermined";
    v.why = "the choice was found by matching this number";
  }
  if (!decides.lost.empty()) {
    v.word = "undetermined";
    add(v.why, fmt::format("the number of '{}' is not finite",
                           statement.readings[decides.lost.front()].label));
  }
}

/// Decides by the parts of a conjunction.
void decide_by_parts(Verdict& v, Statement const& statement) {
  std::vector<std::size_t> holding;
  bool fails = false, loses = false;
  for (std::size_t i = 0; i < v.readings.size(); ++i) {
    auto const& part = v.readings[i];
    auto const& declared = statement.readings[i];
    if (!declared.part) continue;
    loses = loses || is_lost(part);
    if (!part.tried) {
      add(v.why, fmt::format("the part '{}' is not measured: {}", declared.label, part.words));
    } else if (part.matches) {
      holding.push_back(i);
    } else {
      fails = true;
      add(v.why, fmt::format("the part '{}' {}", declared.label, outcome_in_words(part)));
    }
  }
  if (!fails) name_grounds(v, statement, holding, true);
  v.word = fails ? "fails" : holding.empty() ? "not run" : loses ? "undetermined" : "holds";
}

/// Marks the readings whose numbers decide: the first one that agrees if the statement holds, the
/// first one that does not if it fails, all of them if it is undetermined. Readings with a
/// correction decide nothing if one without agrees.
void mark_deciding(Verdict& v, Statement const& statement) {
  auto const corrects = [&](std::size_t i) {
    return !statement.readings[i].part && !statement.readings[i].correction.empty();
  };
  bool printed = false;
  for (std::size_t i = 0; i < v.readings.size(); ++i)
    printed = printed || (v.readings[i].matches && !corrects(i));
  for (std::size_t i = 0; i < v.readings.size(); ++i) {
    auto& reading = v.readings[i];
    if (!reading.tried || (printed && corrects(i))) continue;
    if (v.word == "holds" && !reading.matches) continue;
    // Parts of a conjunction that agree do not decide a failure.
    if (v.word == "fails" && reading.matches) continue;
    reading.decides = true;
    if (v.word != "undetermined") return;
  }
}

}  // namespace

bool needs_control(std::string const& kind) {
  static std::set<std::string> const kinds{"theorem", "formula", "invariant", "qualitative",
                                           "order",   "ranking", "figure"};
  return kinds.contains(kind);
}

Verdict verdict_of(Statement const& statement, Measurements const& measurements) {
  Verdict v;
  for (auto const& reading : statement.readings)
    v.readings.push_back(result_of(statement, reading, measurements));
  for (auto const& control : statement.controls)
    v.controls.push_back(result_of(statement, control, v, measurements));
  decide(v, statement);
  return v;
}

void decide(Verdict& v, Statement const& statement) {
  if (statement.readings.empty()) {
    v.word = !statement.not_run.empty()         ? "not run"
             : !statement.not_checkable.empty() ? "not checkable"
                                                : "background";
    v.why = statement.not_run + statement.not_checkable;
    return;
  }
  v.why = "";
  bool const parts = std::ranges::any_of(statement.readings, &Reading::part);
  parts ? decide_by_parts(v, statement) : decide_by_readings(v, statement);
  for (std::size_t i = 0; i < v.controls.size(); ++i)
    if (v.word != "not run" && v.controls[i].told_apart == false) {
      v.word = "undetermined";
      v.why = fmt::format("the check has no power: the control '{}' is not told apart ({})",
                          statement.controls[i].label, v.controls[i].words);
    }
  mark_deciding(v, statement);
}

}  // namespace rattleback
