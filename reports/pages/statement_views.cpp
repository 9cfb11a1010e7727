#include "reports/pages/statement_views.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>

#include "reports/files/anchor.hpp"
#include "reports/files/json_fields.hpp"
#include "reports/files/number_text.hpp"
#include "reports/results/direction.hpp"
#include "reports/results/statements.hpp"
#include "reports/site/mustache.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

json reading_view(json const& reading) {
  json view = fields_in_words(reading, {"name", "experiment"});
  for (char const* key : {"words", "criterion"}) view[key] = rich_text(text_at(reading, key));
  json const& matches = member(reading, "matches");
  view["matches"] = matches.is_null()     ? "not run"
                    : matches.get<bool>() ? "agrees"
                                          : "does not agree";
  view["matches_kind"] = matches.is_null() ? "open" : matches.get<bool>() ? "kept" : "broken";
  view["sampling"] = or_false(sampling_note(reading));
  return view;
}

json control_view(json const& control) {
  json view = fields_in_words(control, {"name"});
  view["words"] = rich_text(text_at(control, "words"));
  json const& outcome = member(control, "told_apart");
  view["outcome"] = outcome.is_null()     ? "not run"
                    : outcome.get<bool>() ? "told apart"
                                          : "not told apart";
  view["kind"] = outcome.is_null() ? "open" : outcome.get<bool>() ? "kept" : "broken";
  return view;
}

/// Returns the measured numbers that decide the verdict, each with its quantity.
json measured_views(json const& record) {
  json views = json::array();
  for (json const* reading : deciding_readings(record)) {
    auto const number = number_at(*reading, "measured");
    json const& measured = member(*reading, "measured");
    views.push_back({{"value", number ? number_text(*number) : scalar_in_words(measured)},
                     {"noun", rich_text(short_quantity(*reading))}});
  }
  return views;
}

/// Returns the names after "code of KIND " in the components of the studies that measure a
/// statement, joined by bars.
std::string subjects(Results const& results, json const& record, std::string const& kind) {
  std::set<std::string> names;
  std::string const prefix = fmt::format("code of {} ", kind);
  for (json const& reading : records_at(record, "readings"))
    if (Study const* const study = results.study(text_at(reading, "experiment")))
      for (auto const& [name, hash] : object_at(study->manifest, "components").items())
        if (name.starts_with(prefix)) names.insert(name.substr(prefix.size()));
  return fmt::format("{}", fmt::join(names, "|"));
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
  std::string const words = verdict_in_words(record);
  view["note"] = rich_text(words.substr(std::min(words.size(), std::string(word.word).size() + 2)));
  view["has_note"] = view["note"] != "";
  view["measured"] = measured_views(record);
  view["has_measured"] = !view["measured"].empty();
  view["background"] = flag_at(record, "background");
  view["own_criterion"] = flag_at(record, "own_criterion");
  view["problems"] = subjects(results, record, "problem");
  view["methods"] = subjects(results, record, "method");
  view["readings"] = json::array();
  for (json const& reading : records_at(record, "readings"))
    view["readings"].push_back(reading_view(reading));
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
