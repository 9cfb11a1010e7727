#include "program/plugins/header_folders.hpp"

#include <fmt/format.h>

#include "base/invalid_input.hpp"
#include "base/program_file.hpp"

namespace rattleback {

namespace fs = std::filesystem;

std::vector<fs::path> header_folders() {
  auto const program = program_file();
  std::error_code unreadable;
  auto const holds_headers = [&](fs::path const& folder) {
    return fs::exists(folder / "integrators/core/registry/instantiate.hpp", unreadable);
  };
  std::vector<fs::path> const of_build{RATTLEBACK_SOURCE_FOLDER, RATTLEBACK_BINARY_FOLDER};
  bool const in_build = program.parent_path() == of_build.back() ||
                        program.parent_path() == of_build.back() / "python/rattleback";
  if (in_build && holds_headers(of_build.front())) return of_build;
  for (auto folder = program.parent_path(); folder.has_relative_path();
       folder = folder.parent_path())
    if (auto const installed = folder / "include/rattleback"; holds_headers(installed))
      return {installed};
  if (holds_headers(of_build.front())) return of_build;
  throw InvalidInput(
      fmt::format("the headers of '{}' are not installed next to it (package librattleback-dev)",
                  program.string()));
}

fs::path accepted_verdicts() {
  fs::path const of_source = fs::path(RATTLEBACK_SOURCE_FOLDER) / "verdicts";
  auto const installed = program_file().parent_path().parent_path() / "share/rattleback/verdicts";
  std::error_code unreadable;
  return fs::exists(installed, unreadable) ? installed : of_source;
}

}  // namespace rattleback
