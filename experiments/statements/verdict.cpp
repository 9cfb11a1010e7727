#include "experiments/statements/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rattleback {

namespace {

ReadingResult result_of(Statement const& statement, Reading const& reading,
                        Measurements const& measurements) {
  Rule const rule(statement.kind, reading.rule);
  ReadingResult result{.name = reading.name,
                       .choice = reading.choice,
                       .experiment = reading.experiment,
                       .criterion = rule.words(),
                       .measured = {},
                       .words = {},
                       .matches = false};
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
  auto const& all = found->second;
  auto const worst = std::min_element(all.begin(), all.end(), [&](auto const& a, auto const& b) {
    return rule.margin(a.measured) < rule.margin(b.measured);
  });
  auto const matching = std::count_if(all.begin(), all.end(), [&](auto const& instance) {
    return rule.matches(instance.measured);
  });
  result.measured = worst->measured;
  result.words = worst->measured.words;
  if (all.size() > 1)
    result.words +=
        fmt::format("; {} of {} instances match, the worst: {}", matching, all.size(), worst->name);
  result.tried = std::isfinite(worst->measured.value);
  if (!result.tried) result.words += "; the number is not finite, which decides nothing";
  result.matches = matching == std::ssize(all);
  return result;
}

/// Whether the statement's own printed data selected the reading.
bool selected_itself(Statement const& statement, Reading const& reading) {
  auto const& from = reading.inferred_from;
  return std::find(from.begin(), from.end(), statement.id) != from.end();
}

struct Tally {
  std::vector<std::size_t> tried, matching;
  bool all() const { return !tried.empty() && matching.size() == tried.size(); }
  bool none() const { return matching.empty(); }
};

}  // namespace

std::vector<std::string> const& verdict_words() {
  static std::vector<std::string> const all{"holds",   "fails",         "undetermined",
                                            "not run", "not checkable", "background"};
  return all;
}

Verdict verdict_of(Statement const& statement, Measurements const& measurements) {
  Verdict v;
  for (auto const& reading : statement.readings) {
    v.readings.push_back(result_of(statement, reading, measurements));
    v.own_criterion = v.own_criterion || Rule(statement.kind, reading.rule).own();
  }
  if (!v.readings.empty()) v.criterion = v.readings.front().criterion;
  auto const end_as = [&](char const* word, std::string why = {}) {
    v.word = word;
    v.why = std::move(why);
    return v;
  };
  if (!statement.not_run.empty()) return end_as("not run", statement.not_run);
  if (!statement.not_checkable.empty()) return end_as("not checkable", statement.not_checkable);
  if (statement.readings.empty()) return end_as("background");

  Tally printed, corrected;
  for (std::size_t i = 0; i < v.readings.size(); ++i) {
    if (!v.readings[i].tried) continue;
    auto& tally = statement.readings[i].correction.empty() ? printed : corrected;
    tally.tried.push_back(i);
    if (v.readings[i].matches) tally.matching.push_back(i);
  }
  if (printed.tried.empty() && corrected.tried.empty())
    return end_as("not run", v.readings.front().words);

  bool const by_correction = printed.none() && !corrected.tried.empty();
  auto const& decides = by_correction ? corrected : printed;
  auto const& named = decides.none() ? decides.tried : decides.matching;
  auto const reading = [&](std::size_t i) -> Reading const& { return statement.readings[i]; };
  auto const add = [](std::string& to, std::string const& text) {
    if (!text.empty() && to.find(text) == to.npos) to += (to.empty() ? "" : "; ") + text;
  };
  bool const assumed = std::all_of(named.begin(), named.end(),
                                   [&](auto i) { return !reading(i).assumption.empty(); });
  for (auto const i : named) {
    if (by_correction) add(v.correction, reading(i).correction);
    if (assumed) add(v.assumption, reading(i).assumption);
    for (auto const& id : reading(i).inferred_from)
      if (std::find(v.inferred_from.begin(), v.inferred_from.end(), id) == v.inferred_from.end())
        v.inferred_from.push_back(id);
  }

  if (decides.none()) return end_as("fails");
  std::string const count =
      fmt::format("{} readings, {} match{}", decides.tried.size(), decides.matching.size(),
                  decides.matching.size() == 1 ? "es" : "");
  if (!decides.all()) return end_as("undetermined", count);
  if (std::all_of(named.begin(), named.end(),
                  [&](auto i) { return selected_itself(statement, reading(i)); }))
    return end_as("undetermined", "the choice was found by matching this number");
  return end_as("holds");
}

}  // namespace rattleback
