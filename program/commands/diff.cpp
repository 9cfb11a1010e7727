// rattleback diff: comparison of two results folders.

#include <fmt/format.h>

#include <filesystem>

#include "base/invalid_input.hpp"
#include "base/io_error.hpp"
#include "program/commands/commands.hpp"
#include "reports/results/statements.hpp"

namespace rattleback {

namespace {
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

void add_diff(CommandLine& line) {
  auto const a = std::make_shared<DiffArguments>();
  auto& verb = line.verb("diff", "Compare two results folders", [a] { return diff(*a); });
  verb.argument("OLD", a->first, "First results folder");
  verb.argument("NEW", a->second, "Second results folder");
  verb.shared("--strict", a->strict);
}

}  // namespace rattleback
