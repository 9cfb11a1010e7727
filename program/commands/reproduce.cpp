// Arguments of rattleback reproduce and report; rattleback diff: comparison of two results folders.

#include "program/commands/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/invalid_input.hpp"
#include "base/io_error.hpp"
#include "experiments/core/experiment.hpp"
#include "program/commands/commands.hpp"
#include "program/interface/arguments.hpp"
#include "reports/results/statements.hpp"

namespace rattleback {

namespace {
struct ReproduceArguments {
  std::vector<std::string> names;
  std::optional<std::string> threads, output, accepted;
  bool quick = false, full = false;
  std::string strict = {};
};

/// Returns the experiments of the named papers and experiments, in report order; by default all.
std::vector<std::string> named_experiments(std::vector<std::string> const& names) {
  if (experiments().empty())
    throw InvalidInput(
        "this program was built with a part of the catalogue of problems (RATTLEBACK_PROBLEMS), "
        "without the papers' experiments");
  std::vector<std::string> known;
  for (auto const& paper : papers()) known.push_back(paper.id);
  for (auto const& experiment : experiments()) known.push_back(experiment.id);
  for (auto const& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw_unknown("paper or experiment", name, known);

  auto const named = [&](std::string const& id) {
    return std::find(names.begin(), names.end(), id) != names.end();
  };
  std::vector<std::string> ids;
  for (auto const& experiment : experiments())
    if (names.empty() || named(experiment.id) || named(experiment.paper))
      ids.push_back(experiment.id);
  if (ids.empty()) throw InvalidInput("the selection contains no experiment");
  return ids;
}

std::string existing_folder(std::string const& path) {
  if (!std::filesystem::is_directory(path))
    throw InvalidInput(fmt::format("there is no folder '{}'", path));
  return path;
}

Strict strictness(std::string const& word) {
  if (word.empty()) return Strict::nothing;
  if (word == "everything") return Strict::everything;
  if (word == "verdicts") return Strict::verdicts;
  throw_unknown("--strict", word, {"everything", "verdicts"});
}

int reproduce_with(ReproduceArguments const& arguments, std::string const& command) {
  if (arguments.quick && arguments.full)
    throw InvalidInput("--quick and --full cannot be combined");
  ReproduceOptions options;
  options.names = named_experiments(arguments.names);
  options.quick = arguments.quick;
  options.jobs = parse_threads(arguments.threads);
  options.strict = strictness(arguments.strict);
  options.output = arguments.output.value_or(default_results_folder(options.quick));
  if (arguments.accepted) options.accepted = existing_folder(*arguments.accepted);
  options.command = command;
  return reproduce(options);
}

struct DiffArguments {
  std::string first, second;
  bool strict = false;
};

/// Returns the exit status: 1 if `strict` and the folders differ.
int diff(DiffArguments const& arguments) {
  for (auto const& path : {arguments.first, arguments.second}) {
    std::error_code failure;
    auto const status = std::filesystem::status(path, failure);
    if (!std::filesystem::exists(status))
      throw_io_error(fmt::format("cannot read '{}'", path), failure.value());
    if (!std::filesystem::is_directory(status))
      throw InvalidInput(fmt::format(
          "diff compares two results folders, and '{}' is not a folder; `make bench-compare` "
          "compares timings",
          path));
  }
  auto const lines = reports::differences(arguments.first, arguments.second);
  for (auto const& line : lines) fmt::print("{}\n", line);
  if (lines.empty()) fmt::print("no differences\n");
  return arguments.strict && !lines.empty() ? 1 : 0;
}

}  // namespace

void add_reproduce(CommandLine& line) {
  auto const a = std::make_shared<ReproduceArguments>();
  auto& verb = line.verb("reproduce", "Run, evaluate and report the experiments of papers",
                         [a, &line] { return reproduce_with(*a, line.text()); });
  verb.arguments("NAME", a->names, "Papers or experiments (default: all experiments)");
  verb.flag("--quick", a->quick, "Smaller experiments, whose accepted run has only verdicts");
  verb.flag("--full", a->full, "Experiments of the size in the papers (default)");
  verb.shared("--threads", a->threads);
  verb.flag(
      "--strict", "everything", a->strict,
      "Exit status 1 if a verdict became worse or, with accepted numbers (--full), a number or "
      "a curve left its tolerance; --strict=verdicts compares only verdicts (other processor "
      "or compiler)");
  verb.option("--accepted", "DIR", a->accepted,
              "Folder with the accepted runs full and quick (default: verdicts)");
  verb.option("--output", "DIR", a->output,
              "Results folder (default: results/full or results/quick)");
}

void add_report(CommandLine& line) {
  auto const folder = std::make_shared<std::optional<std::string>>();
  auto& verb = line.verb("report", "Rewrite the report of a results folder", [folder] {
    bool const quick = !std::filesystem::is_directory(default_results_folder(false));
    return report(existing_folder(folder->value_or(default_results_folder(quick))));
  });
  verb.argument("DIR", *folder, "Results folder (default: results/full, else results/quick)");
}

void add_diff(CommandLine& line) {
  auto const a = std::make_shared<DiffArguments>();
  auto& verb = line.verb("diff", "Compare two results folders", [a] { return diff(*a); });
  verb.argument("OLD", a->first, "First results folder");
  verb.argument("NEW", a->second, "Second results folder");
  verb.shared("--strict", a->strict);
}

}  // namespace rattleback
