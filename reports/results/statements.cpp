#include "reports/results/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "base/files/files.hpp"
#include "base/files/json_fields.hpp"
#include "base/formulas/formulas.hpp"
#include "reports/results/description.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using formulas::plain_prose;
using nlohmann::json;

/// Returns the rank of a verdict as text, which begins with the verdict's name.
int rank_of(std::string const& words) {
  auto const word = words.substr(0, words.find_first_of(",:;"));
  for (VerdictWord const& known : verdict_words())
    if (word == known.word || word == known.verdict) return known.rank;
  throw Malformed(fmt::format("'{}' is not a verdict", word));
}

std::string cell(std::string const& text) {
  std::string safe;
  for (char const c : text) {
    if (c == '|') safe += '\\';
    safe += c == '\n' ? ' ' : c;
  }
  return safe;
}

void add_row(std::string& table, std::vector<std::string> const& cells) {
  for (std::string const& text : cells) table += fmt::format("| {} ", cell(text));
  table += "|\n";
}

void add_heading(std::string& table, std::vector<std::string> const& names) {
  add_row(table, names);
  add_row(table, std::vector<std::string>(names.size(), "---"));
}

/// Returns a text of a record, its formulas as plain text.
std::string prose_at(json const& record, char const* key) {
  return plain_prose(text_at(record, key));
}

std::string name_of(json const& record) {
  return fmt::format("{} {}", required_text_at(record, "paper"), required_text_at(record, "id"));
}

std::string number_in_words(json const& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value;
  return fmt::format("{:.4g}", value.get<double>());
}

std::string controls_in_words(ControlCounts const& counts) {
  return fmt::format(
      "\nOf {} rows whose kind needs a control, {} tell all their controls apart, {} do not, and "
      "{} "
      "have no control.\n",
      counts.needed(), counts.told_apart, counts.not_told_apart, counts.without);
}

/// Returns everything that differences() compares, as text by name.
std::map<std::string, std::string> comparable_items(fs::path const& results_folder) {
  std::map<std::string, std::string> items;
  for (std::string const& experiment : listed_experiments(results_folder)) {
    items["experiment " + experiment] = "present";
    fs::path const data = results_folder / experiment / "data";
    if (!fs::is_directory(data)) continue;
    for (auto const& file : fs::recursive_directory_iterator(data)) {
      if (!file.is_regular_file()) continue;
      std::string const name = file.path().lexically_relative(results_folder).generic_string();
      items["data file " + name] = "sha256 " + sha256_file(file.path());
    }
  }
  fs::path const file = results_folder / "statements.json";
  for (json const& record : read_statements(file))
    understood(file, [&] {
      std::string text = required_text_at(record, "verdict");
      for (json const& reading : records_at(record, "readings"))
        text += fmt::format("; {}: {}", required_text_at(reading, "name"),
                            member(reading, "measured").dump());
      items["statement " + name_of(record)] = text;
    });
  return items;
}

template <class Value>
std::set<std::string> all_keys(std::map<std::string, Value> const& first,
                               std::map<std::string, Value> const& second) {
  std::set<std::string> keys;
  for (auto const& entry : first) keys.insert(entry.first);
  for (auto const& entry : second) keys.insert(entry.first);
  return keys;
}

}  // namespace

std::vector<VerdictWord> const& verdict_words() {
  static std::vector<VerdictWord> const all{{"holds as printed", "holds", "✓", 3},
                                            {"holds corrected", "holds", "≈", 3},
                                            {"fails", "fails", "✗", 0},
                                            {"undetermined", "undetermined", "?", 2},
                                            {"not run", "not run", "○", 1},
                                            {"not checkable", "not checkable", "–", 1},
                                            {"background", "background", "·", 1}};
  return all;
}

VerdictWord const& verdict_word_of(json const& record) {
  auto const verdict = required_text_at(record, "verdict");
  bool const corrected = verdict == "holds" && !text_at(record, "correction").empty();
  for (VerdictWord const& known : verdict_words())
    if (verdict == known.verdict && (!corrected || &known == &verdict_words()[1])) return known;
  throw Malformed(fmt::format("'{}' is not a verdict", verdict));
}

std::vector<json> read_statements(fs::path const& file) {
  json const list = read_json(file);
  return understood(file, [&] {
    if (!list.is_array()) throw Malformed("the value is not a list of statements");
    std::vector<json> records;
    for (json const& record : list) {
      verdict_word_of(record);
      name_of(record);
      records.push_back(record);
    }
    return records;
  });
}

std::vector<std::pair<std::string, int>> count_verdicts(std::vector<json> const& records) {
  std::vector<std::pair<std::string, int>> counts;
  for (VerdictWord const& known : verdict_words())
    counts.emplace_back(known.word,
                        std::count_if(records.begin(), records.end(), [&](json const& record) {
                          return &verdict_word_of(record) == &known;
                        }));
  return counts;
}

ControlCounts count_controls(std::vector<json> const& records) {
  ControlCounts counts;
  for (json const& record : records) {
    auto const verdict = text_at(record, "verdict");
    if (!flag_at(record, "needs_control") ||
        (verdict != "holds" && verdict != "fails" && verdict != "undetermined"))
      continue;
    bool measured = false, told_apart = true;
    for (json const& control : records_at(record, "controls")) {
      json const& outcome = member(control, "told_apart");
      if (outcome.is_null()) continue;
      measured = true;
      told_apart = told_apart && outcome.get<bool>();
    }
    ++(!measured ? counts.without : told_apart ? counts.told_apart : counts.not_told_apart);
  }
  return counts;
}

std::string verdict_in_words(json const& record) {
  std::string words = verdict_word_of(record).word;
  if (auto const correction = text_at(record, "correction"); !correction.empty())
    words += text_at(record, "verdict") == "holds"
                 ? ": " + correction
                 : fmt::format(", with the correction ({}) as well", correction);
  if (auto const why = text_at(record, "why"); !why.empty()) words += ": " + why;
  if (auto const assumption = text_at(record, "assumption"); !assumption.empty())
    words += "; assuming " + assumption;
  if (auto const from = texts_at(record, "inferred_from"); !from.empty())
    words += fmt::format("; the reading was inferred from {}", fmt::join(from, ", "));
  return words;
}

std::vector<json const*> deciding_readings(json const& record) {
  std::vector<json const*> all;
  for (json const& reading : records_at(record, "readings"))
    if (flag_at(reading, "decides")) all.push_back(&reading);
  return all;
}

std::string measured_in_words(json const& record) {
  std::string words;
  for (json const* reading : deciding_readings(record))
    words += fmt::format(
        "{}{}{}", words.empty() ? "" : "; ",
        text_at(record, "verdict") == "undetermined" ? text_at(*reading, "name") + ": " : "",
        number_in_words(member(*reading, "measured")));
  return words.empty() ? "-" : words;
}

std::string statements_table(std::vector<json> const& records) {
  std::string text = "# Statements and verdicts\n\n";
  std::vector<std::string> names{"paper"};
  for (auto const& known : verdict_words()) names.push_back(known.word);
  add_heading(text, names);
  std::vector<std::string> papers;
  std::map<std::string, std::vector<json>> of_paper;
  for (json const& record : records) {
    auto const paper = required_text_at(record, "paper");
    if (!of_paper.contains(paper)) papers.push_back(paper);
    of_paper[paper].push_back(record);
  }
  for (auto const& paper : papers) {
    std::vector<std::string> row{paper};
    for (auto const& [word, count] : count_verdicts(of_paper[paper]))
      row.push_back(std::to_string(count));
    add_row(text, row);
  }
  text += controls_in_words(count_controls(records));
  for (auto const& paper : papers) {
    text += fmt::format("\n## {}\n\n", paper);
    add_heading(text, {"id", "place", "statement", "printed", "measured", "verdict"});
    for (json const& record : of_paper[paper])
      add_row(text,
              {text_at(record, "id"), prose_at(record, "place"), prose_at(record, "statement"),
               prose_at(record, "printed"), plain_prose(measured_in_words(record)),
               plain_prose(verdict_in_words(record))});
  }
  return text;
}

std::string evidence_in_words(json const& finding) {
  std::vector<std::string> clauses;
  for (char const* key : {"quantity", "scope", "words"})
    if (auto const text = text_at(finding, key); !text.empty()) clauses.push_back(text);
  auto const with_number = [](std::string const& text, json const& number) {
    return number.is_null() ? text : fmt::format("{} ({})", text, number_in_words(number));
  };
  if (auto const control = text_at(finding, "control"); !control.empty())
    clauses.push_back("control: " + with_number(control, member(finding, "control_measured")));
  std::vector<std::string> neighbours;
  json const& numbers = member(finding, "neighbours_measured");
  for (auto const& name : texts_at(finding, "neighbours"))
    neighbours.push_back(with_number(
        name, neighbours.size() < numbers.size() ? numbers[neighbours.size()] : json()));
  if (!neighbours.empty())
    clauses.push_back(fmt::format("neighbours: {}", fmt::join(neighbours, ", ")));
  return fmt::format("{}", fmt::join(clauses, "; "));
}

std::string findings_table(json const& findings) {
  std::string text =
      "# Findings\n\nResults that the papers do not state; none is a verdict on a paper.\n\n";
  add_heading(text, {"paper", "id", "place", "finding", "number", "evidence"});
  for (json const& f : findings)
    add_row(text,
            {text_at(f, "paper"), text_at(f, "id"), prose_at(f, "place"), prose_at(f, "finding"),
             number_in_words(member(f, "measured")), plain_prose(evidence_in_words(f))});
  return text;
}

std::string errata_table(json const& errata) {
  std::string text =
      "# Errata\n\nThe papers were read as extracted text, which may have lost dots, bars, "
      "inverses and signs.\n\n";
  add_heading(text, {"paper", "id", "place", "printed", "right", "defect", "of the printed",
                     "of the right", "possibly lost by the text", "statements"});
  for (json const& e : errata) {
    auto const lost = prose_at(e, "lost");
    add_row(text, {text_at(e, "paper"), text_at(e, "id"), prose_at(e, "place"),
                   prose_at(e, "printed"), prose_at(e, "right"), prose_at(e, "defect"),
                   number_in_words(member(e, "printed_defect")),
                   number_in_words(member(e, "right_defect")), lost.empty() ? "no" : lost,
                   fmt::format("{}", fmt::join(texts_at(e, "statements"), ", "))});
  }
  return text;
}

std::string VerdictChange::in_words() const {
  std::string const name = paper + " " + id;
  if (kind == "missing") return fmt::format("{}: vanished (was \"{}\")", name, before);
  if (kind == "new")
    return fmt::format("{}: \"{}\" is not among the accepted verdicts", name, after);
  return fmt::format("{}: {} from \"{}\" to \"{}\"", name, kind, before, after);
}

namespace {
/// Returns the verdict without amounts, as in "does not agree (2e-17; at least 2.2e-10)": numbers
/// are compared on their own, and differ in their last digits between processors.
std::string without_amounts(std::string const& verdict) {
  static std::regex const amounts(R"((does not agree) \((-?[0-9]|nan|inf)[^()]*\))");
  return std::regex_replace(verdict, amounts, "$1");
}
}  // namespace

std::vector<VerdictChange> changed_verdicts(std::vector<json> const& records,
                                            std::map<std::string, std::string> const& accepted,
                                            bool only_words) {
  auto const now = [&] {
    std::map<std::string, std::string> words;
    for (json const& record : records)
      words[name_of(record)] = only_words ? verdict_word_of(record).word
                                          : formulas::without_dollars(verdict_in_words(record));
    return words;
  }();
  std::vector<VerdictChange> changes;
  for (std::string const& name : all_keys(accepted, now)) {
    auto const old = accepted.find(name), current = now.find(name);
    bool const had = old != accepted.end(), has = current != now.end();
    auto const space = name.find(' ');
    VerdictChange change{"", name.substr(0, space), name.substr(space + 1), had ? old->second : "",
                         has ? current->second : ""};
    if (without_amounts(change.before) == without_amounts(change.after)) continue;
    int const step = had && has ? rank_of(change.after) - rank_of(change.before) : 0;
    change.kind = !has       ? "missing"
                  : !had     ? "new"
                  : step < 0 ? "worse"
                  : step > 0 ? "improved"
                             : "changed";
    changes.push_back(change);
  }
  return changes;
}

std::vector<std::string> differences(fs::path const& first, fs::path const& second) {
  auto const items_a = comparable_items(first), items_b = comparable_items(second);
  std::vector<std::string> lines;
  for (std::string const& name : all_keys(items_a, items_b)) {
    auto const a = items_a.find(name), b = items_b.find(name);
    if (a == items_a.end() || b == items_b.end()) {
      fs::path const& owner = a == items_a.end() ? second : first;
      lines.push_back(fmt::format("{}: only in {}", name, owner.string()));
    } else if (a->second != b->second) {
      lines.push_back(fmt::format("{}: \"{}\" against \"{}\"", name, a->second, b->second));
    }
  }
  return lines;
}

}  // namespace rattleback::reports
