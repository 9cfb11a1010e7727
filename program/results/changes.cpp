#include "program/results/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/files/files.hpp"
#include "experiments/core/experiment.hpp"
#include "reports/results/description.hpp"

namespace rattleback {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(GuardedChange, kind, what, before, after)
namespace reports {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(VerdictChange, kind, paper, id, before, after)
}

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Returns the statements all of whose experiments are in the folder; other verdicts may change.
std::vector<json> decided(std::vector<json> records, std::vector<std::string> const& listed) {
  std::erase_if(records, [&](json const& record) {
    auto const& readings = record.at("readings");
    return std::ranges::any_of(readings, [&](json const& reading) {
      std::string const experiment = reading.at("experiment");  // empty: part without a measurement
      return !experiment.empty() && std::ranges::find(listed, experiment) == listed.end();
    });
  });
  return records;
}

void write_json(fs::path const& file, json const& value) {
  write_atomically(file, in_lines(value, 2) + "\n");
}

/// Returns the records of runs elsewhere, in the order of their names.
json records_elsewhere(fs::path const& folder) {
  json records = json::array();
  if (!fs::is_directory(folder)) return records;
  for (auto const& file : files_in(folder, ".json")) {
    records.push_back(read_json(file));
    records.back()["name"] = file.stem().string();
  }
  return records;
}

}  // namespace

std::optional<Changes> write_changes(fs::path const& results, std::vector<json> const& records,
                                     fs::path const& all_accepted, bool needed) {
  json const run = read_json(results / "run.json");
  std::string const mode = run.value("mode", "") == "quick" ? "quick" : "full";
  fs::path const accepted = all_accepted / mode;
  if (!needed && !fs::exists(accepted)) {
    fs::remove(results / "changes.json");
    return {};
  }
  auto const listed = reports::listed_experiments(results);
  bool const whole = listed.size() >= experiments().size();
  auto const statements = decided(records, listed);
  bool const has_numbers = has_accepted_numbers(accepted);
  Changes changes{
      has_numbers,
      reports::changed_verdicts(statements, accepted_verdicts_in(accepted), !has_numbers),
      has_numbers ? guarded_changes(results, accepted, whole) : std::vector<GuardedChange>{},
      other_build(results, accepted)};
  if (!whole)
    std::erase_if(changes.verdicts, [](auto const& change) { return change.kind == "missing"; });
  json record{
      {"accepted", "verdicts/" + mode},
      {"mode", mode},
      {"compared",
       {{"verdicts", statements.size()}, {"numbers", has_numbers ? guarded_count(results) : 0}}},
      {"changes", changes.verdicts},
      {"numbers", changes.numbers}};
  for (char const* const key :
       {"compiler", "flags", "architecture", "cpu", "libraries", "date", "commit"})
    record[key] = run.value(key, json());
  write_json(results / "changes.json", record);
  write_json(results / "elsewhere.json", records_elsewhere(all_accepted / "elsewhere"));
  for (std::string const part : {"comparison", "timings", "choices"})
    if (auto const file = all_accepted / "full" / (part + ".json"); fs::exists(file))
      write_atomically(results / ("accepted_" + part + ".json"), read_text(file));
  return changes;
}

bool print_regressions(Changes const& changes, bool numbers_count) {
  bool any = false;
  auto const print = [&](bool regression, std::string const& words) {
    fmt::print("{}: {}\n", regression ? "regression" : "changed", words);
    any = any || regression;
  };
  for (auto const& change : changes.verdicts)
    print(change.is_regression() || change.kind == "missing", change.in_words());
  for (auto const& change : changes.numbers) print(numbers_count, change.in_words());
  if (!changes.numbers.empty() && !changes.other_build.empty())
    fmt::print("note: {}\n", changes.other_build);
  return any;
}

}  // namespace rattleback
