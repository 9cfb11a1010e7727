#include "program/results/accepted.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/csv.hpp"
#include "base/files/files.hpp"
#include "base/files/json_fields.hpp"
#include "base/formulas/formulas.hpp"
#include "base/program_file.hpp"
#include "experiments/statements/verdict.hpp"
#include "reports/results/statements.hpp"

namespace rattleback {

double number_of(std::string const& text) {
  double value = std::nan("");
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Line = std::vector<std::string>;

constexpr double relative_tolerance = 1e-5;
constexpr char const* never = "never";

/// CSV file of guarded numbers: columns that identify a number, columns of numbers, and others.
struct GuardedFile {
  char const* name;
  Line columns;
  std::size_t names;  ///< number of leading columns that identify a number
  std::vector<std::size_t> values;
  std::size_t limit;  ///< column of the limit that a change is compared with; 0: none
  double share;       ///< allowed change as a fraction of the limit
};

std::vector<GuardedFile> const& guarded_files() {
  static std::vector<GuardedFile> const all{
      {"readings.csv",
       {"paper", "id", "reading", "instance", "value", "limit", "tolerance", "matches", "verdict"},
       4,
       {4},
       5,
       0.01},
      {"findings.csv", {"paper", "id", "value", "tolerance"}, 2, {2}, 0, 0},
      {"errata.csv", {"paper", "id", "printed", "right"}, 2, {2, 3}, 0, 0},
      {"curves.csv",
       {"experiment", "table", "column", "rows", "finite", "norm", "moment"},
       3,
       {3, 4, 5, 6},
       5,
       relative_tolerance}};
  return all;
}

/// Verdict words, the only file of an accepted quick run: those that are not the words of the full
/// run.
GuardedFile const& verdict_file() {
  static GuardedFile const file{"verdicts.csv", {"paper", "id", "verdict"}, 2, {}, 0, 0};
  return file;
}

std::string field(std::string const& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (char const c : text) quoted += c == '"' ? "\"\"" : std::string(1, c == '\n' ? ' ' : c);
  return quoted + "\"";
}

std::string text_of(GuardedFile const& file, std::vector<Line> const& lines) {
  auto text = fmt::format("{}\n", fmt::join(file.columns, ","));
  for (auto const& line : lines) {
    Line fields;
    for (auto const& one : line) fields.push_back(field(one));
    text += fmt::format("{}\n", fmt::join(fields, ","));
  }
  return text;
}

std::string six_digits(double number) { return fmt::format("{:.6g}", number); }

/// Formats the tolerance declared for a number; empty without one.
std::string tolerance_text(OwnTolerance const& own) {
  if (own.reason.empty()) return {};
  return own.relative > 0 ? six_digits(own.relative) : never;
}

/// @param verdicts  verdicts as text by paper and id
std::vector<Line> reading_lines(std::map<std::string, PaperMeasurements> const& measured,
                                std::map<Line, std::string> const& verdicts) {
  std::vector<Line> lines;
  for (auto const& s : declarations().statements) {
    auto const paper = measured.find(s.paper);
    if (paper == measured.end()) continue;
    auto const& readings = paper->second.readings;
    auto const verdict = verdicts.at({s.paper, s.id});
    auto const add = [&](std::string const& name, Reading const& judging, auto const& all) {
      Rule const rule(s.kind, judging.rule);
      for (auto const& [instance, m] : all)
        lines.push_back({s.paper, s.id, name, formulas::without_dollars(instance),
                         six_digits(m.value), six_digits(rule.limit(m)),
                         tolerance_text(judging.tolerance), rule.matches(m) ? "yes" : "no",
                         verdict});
    };
    bool any = false;
    for (auto const& r : s.readings) {
      auto const found = readings.instances.find({s.id, r.name});
      if (found == readings.instances.end()) continue;
      any = any || !found->second.empty();
      add(r.name, r, found->second);
    }
    for (auto const& c : s.controls) {
      auto const found = readings.controls.find({s.id, c.name});
      if (found == readings.controls.end()) continue;
      auto const judging = std::find_if(s.readings.begin(), s.readings.end(),
                                        [&](auto const& r) { return r.name == c.reading; });
      add("control " + c.name, *judging, found->second);
    }
    if (!any) lines.push_back({s.paper, s.id, "", "", "", "", "", "", verdict});
  }
  return lines;
}

std::vector<Line> finding_lines(std::map<std::string, PaperMeasurements> const& measured) {
  std::vector<Line> lines;
  for (auto const& f : declarations().findings)
    if (auto const paper = measured.find(f.paper); paper != measured.end())
      if (auto const found = paper->second.evidence.find(f.id);
          found != paper->second.evidence.end()) {
        auto const add = [&](std::string const& id, double number) {
          lines.push_back({f.paper, id, six_digits(number), tolerance_text(f.tolerance)});
        };
        auto const& numbers = found->second.numbers;
        add(f.id, numbers.value);
        if (!f.control.empty()) add(f.id + ", control", numbers.control);
        // An older run may have another number of neighbours.
        for (std::size_t i = 0; i < std::min(f.neighbours.size(), numbers.neighbours.size()); ++i)
          add(fmt::format("{}, neighbour {}", f.id, i + 1), numbers.neighbours[i]);
      }
  return lines;
}

std::vector<Line> erratum_lines(std::map<std::string, PaperMeasurements> const& measured) {
  std::vector<Line> lines;
  for (auto const& e : declarations().errata)
    if (auto const paper = measured.find(e.paper); paper != measured.end())
      if (auto const found = paper->second.defects.find(e.id); found != paper->second.defects.end())
        lines.push_back(
            {e.paper, e.id, six_digits(found->second.printed), six_digits(found->second.right)});
  return lines;
}

/// True if a number is outside its tolerance. Counts and non-finite numbers must not change.
/// @param allowed  allowed absolute change, besides the relative one
bool has_moved(std::string const& before, std::string const& after, double allowed,
               std::string const& tolerance, bool is_count) {
  if (before == after || tolerance == never) return false;
  if (is_count) return true;
  double const a = number_of(before), b = number_of(after),
               size = std::max(std::abs(a), std::abs(b));
  if (!std::isfinite(a) || !std::isfinite(b)) return true;
  double const change = std::abs(a - b);
  if (!tolerance.empty()) return change > number_of(tolerance) * size;
  return change > relative_tolerance * size && !(change <= allowed);
}

constexpr char const *made_by_file = "made_by.txt", *date_key = "date: ";

/// Returns compiler, flags, processor and library versions of a run, one per line.
std::string made_by(json const& run) {
  std::string text;
  for (char const* const key : {"compiler", "flags", "cpu"})
    text += fmt::format("{}: {}\n", key, run.value(key, "unknown"));
  json const libraries = run.value("libraries", json::object());
  for (auto const& [name, version] : libraries.items())
    text += fmt::format("{}: {}\n", name, version.get<std::string>());
  return text + std::string(date_key) + run.value("date", "unknown") + "\n";
}

/// Returns made_by.txt of a folder without its date, which says nothing about the build.
std::string build_in(fs::path const& folder) {
  auto const text = read_text(folder / made_by_file);
  return text.substr(0, text.rfind(date_key));
}

std::string name_of(GuardedFile const& file, Line const& line) {
  std::string const kind = file.name;
  if (kind == "curves.csv")
    return fmt::format("{}/data/{}.csv, column {}", line[0], line[1], line[2]);
  if (kind == "findings.csv") return fmt::format("finding {} {}", line[0], line[1]);
  if (kind == "errata.csv") return fmt::format("erratum {} {}", line[0], line[1]);
  auto name = fmt::format("{} {}", line[0], line[1]);
  if (!line[2].empty()) name += ", reading " + line[2];
  if (!line[3].empty()) name += ", instance " + line[3];
  return name;
}

/// Returns the accepted lines of a file about `id`; none if the file is missing.
std::vector<Line> accepted_lines(GuardedFile const& file, fs::path const& accepted,
                                 std::string const& paper, std::string const& id) {
  std::vector<Line> lines;
  if (!fs::exists(accepted / file.name)) return lines;
  for (auto& line : csv_lines(accepted / file.name, file.columns))
    if (line[0] == paper && line[1] == id) lines.push_back(std::move(line));
  return lines;
}

std::string values_of(GuardedFile const& file, Line const& line) {
  Line values;
  for (auto const column : file.values)
    values.push_back(file.values.size() > 1 ? file.columns[column] + " " + line[column]
                                            : line[column]);
  return fmt::format("{}", fmt::join(values, ", "));
}

/// True if a finding of the experiment is never compared: its tables depend on the machine as well.
bool depends_on_machine(std::string const& experiment) {
  return std::ranges::any_of(declarations().findings, [&](Finding const& f) {
    return f.experiment == experiment && tolerance_text(f.tolerance) == never;
  });
}

}  // namespace

std::string GuardedChange::in_words() const {
  if (kind == "missing") return fmt::format("{}: missing (was {})", what, before);
  if (kind == "new") return fmt::format("{}: {} is not among the accepted numbers", what, after);
  return fmt::format("{}: moved from {} to {}", what, before, after);
}

void write_guarded(fs::path const& results_folder, ResultsMeasurements const& all,
                   std::vector<json> const& statements) {
  auto const& measured = all.of_paper;
  std::vector<Line> curves;
  for (auto const& [id, columns] : all.curves)
    for (json const& c : columns)
      if (!depends_on_machine(id))
        curves.push_back({id, c.at("table"), c.at("column"), c.at("rows").dump(),
                          c.at("finite").dump(), six_digits(to_double(c.at("norm"), "norm")),
                          six_digits(to_double(c.at("moment"), "moment"))});
  std::vector<Line> words;
  std::map<Line, std::string> verdicts;
  for (json const& record : statements) {
    words.push_back({record.at("paper"), record.at("id"), reports::verdict_word_of(record).word});
    verdicts[{record.at("paper"), record.at("id")}] =
        formulas::without_dollars(reports::verdict_in_words(record));
  }
  std::vector<std::vector<Line>> const lines{
      reading_lines(measured, verdicts), finding_lines(measured), erratum_lines(measured), curves};
  fs::create_directories(results_folder / "guarded");
  for (std::size_t i = 0; i < lines.size(); ++i)
    write_atomically(results_folder / "guarded" / guarded_files()[i].name,
                     text_of(guarded_files()[i], lines[i]));
  write_atomically(results_folder / "guarded" / verdict_file().name,
                   text_of(verdict_file(), words));
  write_atomically(results_folder / "guarded" / made_by_file,
                   made_by(read_json(results_folder / "run.json")));
}

std::string other_build(fs::path const& results_folder, fs::path const& accepted) {
  if (!fs::exists(accepted / made_by_file)) return {};
  auto const before = build_in(accepted), now = build_in(results_folder / "guarded");
  if (before == now) return {};
  auto const on_a_line = [](std::string text) {
    std::replace(text.begin(), text.end(), '\n', ';');
    return text.substr(0, text.size() - 1);
  };
  return fmt::format(
      "the accepted numbers were made by another build ({}), these by ({}): the last digits may "
      "differ, and --strict=verdicts compares only verdicts",
      on_a_line(before), on_a_line(now));
}

std::size_t guarded_count(fs::path const& results_folder) {
  std::size_t count = 0;
  for (auto const& file : guarded_files())
    for (auto const& line : csv_lines(results_folder / "guarded" / file.name, file.columns))
      count += line[file.values.front()].empty() ? 0 : 1;
  return count;
}

std::vector<GuardedChange> guarded_changes(fs::path const& results_folder, fs::path const& accepted,
                                           bool whole) {
  std::vector<GuardedChange> changes;
  for (auto const& file : guarded_files()) {
    auto const read = [&](fs::path const& folder) {
      std::map<Line, Line> lines;
      for (auto const& line : csv_lines(folder / file.name, file.columns))
        if (!line[file.values.front()].empty())
          lines.emplace(Line(line.begin(), line.begin() + static_cast<long>(file.names)), line);
      return lines;
    };
    auto const before = read(accepted), now = read(results_folder / "guarded");
    auto const tolerance = std::find(file.columns.begin(), file.columns.end(), "tolerance");
    for (auto const& [key, line] : now) {
      auto const old = before.find(key);
      if (old == before.end()) {
        changes.push_back({"new", name_of(file, line), "", values_of(file, line)});
        continue;
      }
      auto const own = tolerance == file.columns.end()
                           ? std::string()
                           : line[static_cast<std::size_t>(tolerance - file.columns.begin())];
      bool moved = false;
      double const allowed =
          file.limit > 0 ? file.share * std::abs(number_of(line[file.limit])) : 0;
      for (auto const column : file.values)
        moved =
            moved || has_moved(old->second[column], line[column], allowed, own,
                               file.columns[column] == "rows" || file.columns[column] == "finite");
      if (moved)
        changes.push_back(
            {"moved", name_of(file, line), values_of(file, old->second), values_of(file, line)});
    }
    if (!whole) continue;
    for (auto const& [key, line] : before)
      if (!now.contains(key))
        changes.push_back({"missing", name_of(file, line), values_of(file, line), ""});
  }
  return changes;
}

fs::path accepted_verdicts() {
  fs::path const of_source = fs::path(RATTLEBACK_SOURCE_FOLDER) / "verdicts";
  auto const installed = program_file().parent_path().parent_path() / "share/rattleback/verdicts";
  std::error_code unreadable;
  return fs::exists(installed, unreadable) ? installed : of_source;
}

std::string accepted_date(fs::path const& accepted) {
  if (!fs::exists(accepted / made_by_file)) return "";
  auto const text = read_text(accepted / made_by_file);
  auto const at = text.rfind(date_key);
  return at == text.npos ? "" : text.substr(at + std::string(date_key).size(), 10);
}

bool has_accepted_numbers(fs::path const& accepted) {
  return fs::exists(accepted / guarded_files().front().name);
}

std::map<std::string, std::string> accepted_verdicts_in(fs::path const& accepted) {
  std::map<std::string, std::string> verdicts;
  auto const add = [&](GuardedFile const& file, fs::path const& folder) {
    for (auto const& line : csv_lines(folder / file.name, file.columns))
      verdicts[line[0] + " " + line[1]] = line.back();
  };
  if (has_accepted_numbers(accepted)) {
    add(guarded_files().front(), accepted);
    return verdicts;
  }
  auto const full = accepted.parent_path() / "full";
  if (has_accepted_numbers(full)) add(guarded_files().front(), full);
  for (auto& [statement, verdict] : verdicts)
    verdict.resize(std::min(verdict.find_first_of(":,;"), verdict.size()));
  add(verdict_file(), accepted);
  return verdicts;
}

std::vector<AcceptedReading> accepted_readings_in(fs::path const& accepted,
                                                  std::string const& paper, std::string const& id) {
  std::vector<AcceptedReading> readings;
  for (auto const& line : accepted_lines(guarded_files()[0], accepted, paper, id))
    readings.push_back({line[2], line[3], line[4], line[5], line[7] == "yes", line[8]});
  return readings;
}

std::vector<std::string> accepted_numbers_in(fs::path const& accepted, std::string const& name,
                                             std::string const& paper, std::string const& id) {
  auto const& file = *std::ranges::find(guarded_files(), name, &GuardedFile::name);
  std::vector<std::string> values;
  for (auto const& line : accepted_lines(file, accepted, paper, id))
    for (auto const column : file.values) values.push_back(line[column]);
  return values;
}

}  // namespace rattleback
