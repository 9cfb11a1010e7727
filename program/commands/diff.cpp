// rattleback diff: comparison of two results folders or two files of timings.

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "base/invalid_input.hpp"
#include "base/io_error.hpp"
#include "program/commands/commands.hpp"
#include "program/text/number.hpp"
#include "reports/results/statements.hpp"
#include "reports/timings/data.hpp"

namespace rattleback {

namespace {
struct DiffArguments {
  std::string first, second;
  std::optional<std::string> noise;
  bool strict = false;
};

/// True if the path is a folder. Throws IoError if it does not exist.
bool is_folder(std::string const& path) {
  std::error_code failure;
  auto const status = std::filesystem::status(path, failure);
  if (!std::filesystem::exists(status))
    throw_io_error(fmt::format("cannot read '{}'", path), failure.value());
  return std::filesystem::is_directory(status);
}

/// Compares folders. Returns the exit status: 1 if `strict` and the folders differ.
int diff_folders(DiffArguments const& arguments) {
  auto const lines = reports::differences(arguments.first, arguments.second);
  for (auto const& line : lines) fmt::print("{}\n", line);
  if (lines.empty()) fmt::print("no differences\n");
  return arguments.strict && !lines.empty() ? 1 : 0;
}

/// Compares timings; changes below --noise or three standard deviations do not count. Returns the
/// exit status: 1 if `strict` and the second file is slower or lacks a timing.
int diff_timings(DiffArguments const& arguments) {
  using Kind = reports::BenchChange::Kind;
  auto const noise =
      static_cast<double>(parse_positive(arguments.noise.value_or("0.1"), "--noise"));
  auto const comparison = reports::compare(reports::read_bench(arguments.first),
                                           reports::read_bench(arguments.second), noise);
  std::map<Kind, long> count;
  for (auto const& change : comparison.changes) {
    auto const kind = change.kind();
    ++count[kind];
    fmt::print("{:8.3f}  {}{}\n", change.ratio(), change.name,
               kind == Kind::slower
                   ? fmt::format("  slower (noise {:.1f} %)", 100 * change.threshold)
               : kind == Kind::faster ? "  faster"
                                      : "");
  }
  for (auto const& name : comparison.lost) fmt::print("{:>8}  {}\n", "fails", name);
  for (auto const& name : comparison.absent) fmt::print("{:>8}  {}\n", "absent", name);
  fmt::print("timings: {} slower / {} faster / {} within noise / {} fail now / {} absent\n",
             count[Kind::slower], count[Kind::faster], count[Kind::within_noise],
             comparison.lost.size(), comparison.absent.size());
  return arguments.strict && comparison.regressed() ? 1 : 0;
}

int diff(DiffArguments const& arguments) {
  bool const folders = is_folder(arguments.first);
  if (is_folder(arguments.second) != folders)
    throw InvalidInput(fmt::format(
        "diff compares two folders or two files: '{}' is a {}, '{}' a {}", arguments.first,
        folders ? "folder" : "file", arguments.second, folders ? "file" : "folder"));
  if (folders && arguments.noise)
    throw InvalidInput("--noise requires files of timings, not folders");
  return folders ? diff_folders(arguments) : diff_timings(arguments);
}
}  // namespace

void add_diff(CommandLine& line) {
  auto const a = std::make_shared<DiffArguments>();
  auto& verb = line.verb("diff", "Compare two results folders, or two files of timings",
                         [a] { return diff(*a); });
  verb.argument("OLD", a->first, "First results folder, or bench.json");
  verb.argument("NEW", a->second, "Second results folder, or bench.json");
  verb.option("--noise", "SHARE", a->noise,
              "Timings: changes up to this fraction, or three standard deviations, are noise "
              "(default: 0.1)");
  verb.flag("--strict", a->strict, "Exit status 1 if folders differ or a timing is slower");
}

}  // namespace rattleback
