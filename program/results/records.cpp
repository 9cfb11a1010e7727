#include "program/results/records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "base/files/files.hpp"
#include "base/files/json_fields.hpp"
#include "experiments/core/experiment.hpp"
#include "experiments/statements/rule.hpp"
#include "program/interface/messages.hpp"
#include "program/results/accepted.hpp"
#include "program/results/statements.hpp"
#include "reports/results/statements.hpp"

namespace rattleback {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr char const* accepted_run = "accepted run (verdicts/full)";

bool is_named(json const& record, RecordName const& name) {
  return text_at(record, "paper") == name.paper && text_at(record, "id") == name.id;
}

/// Returns the record of that name in a list of records; null if there is none. Throws
/// Malformed if an entry is not an object.
json record_in(json const& records, RecordName const& name) {
  json found = nullptr;
  for (json const& record : records) {
    if (!record.is_object()) throw Malformed("an entry is not an object");
    if (is_named(record, name)) found = record;
  }
  return found;
}

/// Returns the record that `file` of the first results folder with its numbers contains; null if
/// there is none.
template <class IsMeasured>
json measured_record(std::string const& file, RecordName const& name,
                     IsMeasured const& is_measured) {
  for (fs::path const folder : {"results/full", "results/quick"}) {
    if (!fs::exists(folder / file)) continue;
    json record;
    read_or_skip(print_left_out, [&] {
      json const records = read_json(folder / file);
      understood(folder / file, [&] {
        json const found = record_in(records, name);
        if (fs::exists(folder / "run.json") && !found.is_null() && is_measured(found))
          record = found;
      });
    });
    if (record.is_null()) continue;
    record["numbers_from"] = folder.string();
    return record;
  }
  return nullptr;
}

/// Accepted numbers of one interpretation or control.
struct AcceptedNumbers {
  Rule rule;
  std::vector<AcceptedReading> instances = {};

  bool holds() const { return std::ranges::all_of(instances, &AcceptedReading::matches); }
  /// Returns the instance that agrees least.
  AcceptedReading const& worst() const {
    auto const margin = [&](AcceptedReading const& one) {
      double const value = number_of(one.value), size = std::abs(value / number_of(one.limit));
      return std::tuple(one.matches, rule.margin({.value = value}), -size);
    };
    return *std::ranges::min_element(instances, {}, margin);
  }
  std::string words(std::string const& quantity) const {
    auto const& one = worst();
    auto text = fmt::format("{}: {}", quantity, one.value);
    if (!one.instance.empty()) text += fmt::format(" ({})", one.instance);
    if (number_of(one.limit) > 0) text += fmt::format("; limit {}", one.limit);
    if (instances.size() > 1)
      text += fmt::format("; {} of {} instances match",
                          std::ranges::count_if(instances, &AcceptedReading::matches),
                          instances.size());
    return text;
  }
};

AcceptedNumbers numbers_of(std::vector<AcceptedReading> const& all, std::string const& name,
                           Rule const& rule) {
  AcceptedNumbers numbers{rule};
  for (auto const& one : all)
    if (one.reading == name) numbers.instances.push_back(one);
  return numbers;
}

/// Returns a verdict that is not decided or "not run" with the accepted numbers of its statement,
/// decided by them.
/// @param all  accepted numbers of the statement
Verdict accepted_verdict(Verdict v, Statement const& s, std::vector<AcceptedReading> const& all,
                         fs::path const& accepted) {
  auto const rule_of = [&](Reading const& reading) { return Rule(s.kind, reading.rule); };
  for (std::size_t i = 0; i < s.readings.size(); ++i) {
    Reading const& declared = s.readings[i];
    // A part that is not measured may have no rule.
    if (!declared.not_measured.empty()) continue;
    auto const numbers = numbers_of(all, declared.name, rule_of(declared));
    if (numbers.instances.empty()) continue;
    auto& reading = v.readings[i];
    reading.measured = {.value = number_of(numbers.worst().value)};
    reading.tried = std::isfinite(reading.measured->value);
    reading.matches = numbers.holds();
    reading.words = numbers.words(declared.quantity);
  }
  for (std::size_t i = 0; i < s.controls.size(); ++i) {
    Control const& declared = s.controls[i];
    auto const& judging = *std::ranges::find(s.readings, declared.reading, &Reading::name);
    auto const numbers = numbers_of(
        declared.same_as.empty() ? all : accepted_readings_in(accepted, s.paper, declared.same_as),
        "control " + declared.name, rule_of(judging));
    auto const own = numbers_of(all, judging.name, rule_of(judging));
    if (numbers.instances.empty() || own.instances.empty()) continue;
    auto& control = v.controls[i];
    control.measured = number_of(numbers.worst().value);
    control.words = numbers.words(declared.quantity);
    control.told_apart = numbers.holds() == declared.holds && own.holds() != declared.holds;
  }
  decide(v, s);
  return v;
}

json statement_with_numbers(Statement const& s, fs::path const& accepted) {
  RecordName const name{s.paper, s.id};
  json record = measured_record("statements.json", name, [](json const& one) {
    records_at(one, "readings");
    return reports::verdict_word_of(one).verdict != std::string("not run");
  });
  if (!record.is_null()) {
    record["verdict_text"] = reports::verdict_in_words(record);
    return record;
  }
  auto const numbers = accepted_readings_in(accepted, s.paper, s.id);
  Verdict const none = verdict_of(s, {});
  record =
      statement_record(s, numbers.empty() ? none : accepted_verdict(none, s, numbers, accepted));
  record["numbers_from"] = numbers.empty() ? "" : accepted_run;
  record["verdict_text"] =
      numbers.empty() ? reports::verdict_in_words(record) : numbers.front().verdict;
  return record;
}

/// Returns a finding or an erratum with its numbers, whose fields are `keys`: those of a results
/// folder that has measured the record, else the accepted ones.
/// @param list  "findings" or "errata"
json with_numbers(std::string const& list, json const& card, std::vector<char const*> const& keys,
                  fs::path const& accepted) {
  RecordName const name{card.at("paper"), card.at("id")};
  json record = measured_record(
      list + ".json", name, [&](json const& one) { return !member(one, keys.front()).is_null(); });
  if (!record.is_null()) return record;
  auto const numbers = accepted_numbers_in(accepted, list + ".csv", name.paper, name.id);
  record = card;
  for (std::size_t i = 0; i < keys.size(); ++i)
    record[keys[i]] = i < numbers.size() ? number_json(number_of(numbers[i])) : json(nullptr);
  record["words"] = "";
  record["numbers_from"] = numbers.empty() ? "" : accepted_run;
  return record;
}

json finding_with_numbers(json const& card, fs::path const& accepted) {
  return with_numbers("findings", card, {"measured"}, accepted);
}

json erratum_with_numbers(json const& card, fs::path const& accepted) {
  return with_numbers("errata", card, {"printed_defect", "right_defect"}, accepted);
}

}  // namespace

void add_accepted(json& record, Statement const& s, Verdict const& v, fs::path const& accepted) {
  if (v.word != "not run") return;
  auto const numbers = accepted_readings_in(accepted, s.paper, s.id);
  if (numbers.empty()) return;
  Verdict const full = accepted_verdict(v, s, numbers, accepted);
  if (full.word == "not run") return;
  json const decided = statement_record(s, full);
  for (char const* key : {"verdict", "correction", "readings"})
    record["accepted"][key] = decided.at(key);
}

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::vector<RecordName> record_names() {
  std::vector<RecordName> names;
  std::set<std::pair<std::string, std::string>> known;
  auto const add = [&](auto const& records) {
    for (auto const& record : records)
      if (known.emplace(record.paper, record.id).second) names.push_back({record.paper, record.id});
  };
  add(declarations().statements);
  add(declarations().findings);
  add(declarations().errata);
  return names;
}

std::optional<std::string> paper_of_alias(std::string const& alias) {
  auto const word = lower_case(alias);
  if (word.empty()) return std::nullopt;
  std::set<std::string> begun;
  for (auto const& paper : papers()) {
    if (paper.id == word || lower_case(paper.short_name) == word) return paper.id;
    if (paper.id.starts_with(word)) begun.insert(paper.id);
  }
  for (auto const& experiment : experiments())
    if (experiment.id.starts_with(word + "_")) begun.insert(experiment.paper);
  if (begun.size() != 1) return std::nullopt;
  return *begun.begin();
}

json record_of(RecordName const& name, fs::path const& accepted) {
  json all = {{"paper", name.paper}, {"id", name.id}, {"short_name", name.paper}};
  for (auto const& paper : papers())
    if (paper.id == name.paper) all["short_name"] = paper.short_name;
  for (auto const& s : declarations().statements)
    if (s.paper == name.paper && s.id == name.id)
      all["statement"] = statement_with_numbers(s, accepted);
  json findings = json::array(), errata = json::array();
  for (json const& card : finding_cards()) {
    if (is_named(card, name))
      all["finding"] = finding_with_numbers(card, accepted);
    else if (text_at(card, "paper") == name.paper && text_at(card, "id").starts_with(name.id + "/"))
      findings.push_back(finding_with_numbers(card, accepted));
  }
  for (json const& card : erratum_cards()) {
    auto const corrected = texts_at(card, "statements");
    if (is_named(card, name))
      all["erratum"] = erratum_with_numbers(card, accepted);
    else if (text_at(card, "paper") == name.paper &&
             std::ranges::find(corrected, name.id) != corrected.end())
      errata.push_back(erratum_with_numbers(card, accepted));
  }
  all["findings"] = findings;
  all["errata"] = errata;
  return all;
}

}  // namespace rattleback
