// rattleback doctor: what this build is made of and whether anything it needs is missing.

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "experiments/core/experiment.hpp"
#include "program/arguments.hpp"
#include "program/commands.hpp"
#include "program/provenance.hpp"

namespace rattleback {

namespace {
void line(std::string_view label, std::string_view words) {
  fmt::print("{:<14} {}\n", label, words);
}

/// Full path of a program, empty when no folder of PATH has it.
std::string found_in_path(std::string const& program) {
  char const* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    auto const file = std::filesystem::path(folder.empty() ? "." : folder) / program;
    if (::access(file.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(file)) return file;
  }
  return {};
}

void print_catalogue() {
  std::size_t pairs = 0, claims = 0;
  for (auto const& problem : registry()) pairs += applicable_ids(problem).size();
  for (auto const& experiment : experiments()) claims += experiment.claims.size();
  line("catalogue", fmt::format("{} problems x {} integrators, {} pairs apply", registry().size(),
                                method_cards().size(), pairs));
  line("experiments",
       fmt::format("{} of {} papers, {} claims", experiments().size(), papers().size(), claims));
}

int doctor() {
  line("compiler", compiler());
  line("preset", build_preset());
  line("flags", build_flags());
  for (auto const& [library, version] : library_versions()) line(library, version);
  line("processor", fmt::format("{}, {} threads", processor(), all_threads()));
  print_catalogue();
  auto const gnuplot = found_in_path("gnuplot");
  line("gnuplot",
       gnuplot.empty() ? "missing: figures cannot be drawn (package gnuplot-nox)" : gnuplot);
  bool const well = !gnuplot.empty();
  line("verdict", well ? "nothing is missing" : "something is missing");
  return well ? 0 : 1;
}
}  // namespace

void add_doctor(CommandLine& line) {
  line.verb("doctor", "Versions, processor, and whether anything needed is missing",
            [] { return doctor(); });
}

}  // namespace rattleback
