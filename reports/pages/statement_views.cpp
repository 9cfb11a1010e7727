#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>

#include "base/files/anchor.hpp"
#include "base/files/json_fields.hpp"
#include "base/files/number_text.hpp"
#include "reports/pages/page_writers.hpp"
#include "reports/results/statements.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

/// Returns a word for an outcome: not known, true or false.
char const* word_for(json const& outcome, char const* open, char const* yes, char const* no) {
  return outcome.is_null() ? open : outcome.get<bool>() ? yes : no;
}

json reading_view(json const& reading) {
  json view = fields_in_words(reading, {"experiment"});
  for (char const* key : {"name", "words", "criterion"})
    view[key] = rich_text(text_at(reading, key));
  json const& matches = member(reading, "matches");
  view["matches"] = word_for(matches, "not run", "agrees", "does not agree");
  view["matches_kind"] = word_for(matches, "open", "kept", "broken");
  view["sampling"] = or_false(sampling_note(reading));
  return view;
}

json control_view(json const& control) {
  json view = json::object();
  for (char const* key : {"name", "words"}) view[key] = rich_text(text_at(control, key));
  json const& outcome = member(control, "told_apart");
  view["outcome"] = word_for(outcome, "not run", "told apart", "not told apart");
  view["kind"] = word_for(outcome, "open", "kept", "broken");
  return view;
}

/// Returns the measured numbers that decide the verdict, each with its quantity. Of more than two
/// interpretations, their range.
json measured_views(json const& record) {
  auto const readings = deciding_readings(record);
  auto const value = [](json const& reading) {
    auto const number = number_at(reading, "measured");
    return number ? number_text(*number) : scalar_in_words(member(reading, "measured"));
  };
  auto const noun = [](json const& reading) { return rich_text(short_quantity(reading)); };
  json views = json::array();
  if (readings.size() <= 2) {
    for (json const* reading : readings)
      views.push_back({{"value", value(*reading)}, {"noun", noun(*reading)}});
    return views;
  }
  auto const less = [](json const* a, json const* b) {
    return number_at(*a, "measured").value_or(0) < number_at(*b, "measured").value_or(0);
  };
  auto const [least, most] = std::ranges::minmax_element(readings, less);
  views.push_back(
      {{"value", fmt::format("{} to {}", value(**least), value(**most))},
       {"noun", fmt::format("{}; {} interpretations", noun(*readings.front()), readings.size())}});
  return views;
}

/// Returns the conditions of a verdict: correction, assumption, choice of the interpretation; the
/// reason, if no reading shows it.
std::string note_on(json const& record) {
  std::vector<std::string> parts;
  auto const add = [&](char const* before, std::string const& words) {
    if (!words.empty()) parts.push_back(before + words + (words.ends_with('.') ? "" : "."));
  };
  if (list_at(record, "readings").empty()) add("", text_at(record, "why"));
  add("Corrected: ", text_at(record, "correction"));
  add("Assumed: ", text_at(record, "assumption"));
  if (auto const from = texts_at(record, "inferred_from"); !from.empty())
    parts.push_back(fmt::format(
        "The interpretation was chosen so that {} come{} out; it does not confirm {}.",
        fmt::join(from, ", "), from.size() == 1 ? "s" : "", from.size() == 1 ? "it" : "them"));
  return rich_text(fmt::format("{}", fmt::join(parts, " ")));
}

/// Returns the problems or methods (`kind`) whose code the studies that measure a statement use,
/// joined by bars.
std::string subjects(Results const& results, json const& record, std::string const& kind) {
  std::set<std::string> names;
  std::string const prefix = fmt::format("code of {} ", kind);
  for (json const& reading : records_at(record, "readings"))
    if (StudyResults const* const study = results.study(text_at(reading, "experiment")))
      for (auto const& [name, hash] : object_at(study->manifest, "components").items())
        if (name.starts_with(prefix)) names.insert(name.substr(prefix.size()));
  return fmt::format("{}", fmt::join(names, "|"));
}

/// Returns the result of the false neighbours that were tried, in words; empty if there are none.
std::string power_of(json const& record) {
  json const& power = object_at(record, "power");
  if (power.empty()) return {};
  auto const count = [&](char const* name) { return long(number_at(power, name).value_or(0)); };
  return fmt::format("refutes {} of {} false neighbours{}{}", count("refuted"),
                     count("tried") - count("equivalent"),
                     count("run") < count("executed") ? " so far" : "",
                     flag_at(power, "stale") ? ", by earlier code" : "");
}

}  // namespace

std::string section_of(json const& record) {
  std::string const place = text_at(record, "place");
  static std::regex const numbered("sections? ([A-Z]?[0-9]*)");
  std::smatch found;
  std::string words = place.substr(0, place.find_first_of(",;("));
  if (std::regex_search(place, found, numbered) && found[1].length() > 0)
    words = fmt::format("Section {}", found[1].str());
  while (!words.empty() && words.back() == ' ') words.pop_back();
  if (!words.empty()) words.front() = static_cast<char>(std::toupper(words.front()));
  return words;
}

json statement_view(Results const& results, json const& record) {
  json view = fields_in_words(record, {"id", "kind", "verdict"});
  for (char const* key : {"place", "statement", "printed", "criterion"})
    view[key] = rich_text(text_at(record, key));
  std::string const verdict = view["verdict"];
  view["anchor"] = anchor(text_at(record, "id"));
  view["address"] = statement_address(record);
  VerdictWord const& word = verdict_word_of(record);
  view["class"] = anchor(verdict);
  view["verdict"] = word.word;
  view["mark"] = word.mark;
  view["direction"] = or_false(direction_of(record));
  view["power"] = or_false(power_of(record));
  view["note"] = or_false(note_on(record));
  view["measured"] = measured_views(record);
  view["accepted"] = false;
  if (json const& accepted = object_at(record, "accepted"); !accepted.empty()) {
    VerdictWord const& full = verdict_word_of(accepted);
    view["accepted"] = {{"verdict", full.word},
                        {"mark", full.mark},
                        {"class", anchor(full.verdict)},
                        {"measured", measured_views(accepted)},
                        {"date", or_false(text_at(results.run, "accepted_date"))}};
  }
  view["background"] = flag_at(record, "background");
  view["own_criterion"] = flag_at(record, "own_criterion");
  view["problems"] = subjects(results, record, "problem");
  view["methods"] = subjects(results, record, "method");
  view["readings"] = json::array();
  json last_rule;
  for (json const& reading : records_at(record, "readings")) {
    json one = reading_view(reading);
    // A rule is shown at the first of the readings that it decides.
    json const rule = {one.at("criterion"), one.at("experiment")};
    one["new_rule"] = view["readings"].empty() || rule != last_rule;
    last_rule = rule;
    view["readings"].push_back(one);
  }
  view["controls"] = json::array();
  for (json const& control : records_at(record, "controls"))
    view["controls"].push_back(control_view(control));
  return view;
}

json verdict_parts(std::vector<json> const& records) {
  json parts = json::array();
  auto const counts = count_verdicts(records);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    auto const& [word, count] = counts[i];
    if (count == 0) continue;
    parts.push_back({{"word", word},
                     {"mark", verdict_words()[i].mark},
                     {"class", anchor(verdict_words()[i].verdict)},
                     {"count", std::to_string(count)},
                     {"share", fmt::format("{:.2f}", 100.0 * count / records.size())}});
  }
  return parts;
}

}  // namespace rattleback::reports
