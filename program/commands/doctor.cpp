// rattleback doctor: versions of this build and check for missing dependencies.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "experiments/core/experiment.hpp"
#include "experiments/statements/statement.hpp"
#include "program/commands/commands.hpp"
#include "program/plugins/header_folders.hpp"
#include "program/results/provenance.hpp"
#include "program/text/arguments.hpp"
#include "program/text/interruption.hpp"
#include "reports/drawing/figures.hpp"

namespace rattleback {

namespace {
void line(std::string_view label, std::string_view words) {
  fmt::print("{:<14} {}\n", label, words);
}

void print_catalogue() {
  std::size_t pairs = 0;
  for (auto const& problem : registry()) pairs += applicable_ids(problem).size();
  line("catalogue", fmt::format("{} problems x {} integrators, {} pairs apply", registry().size(),
                                method_cards().size(), pairs));
  auto const published = std::count_if(papers().begin(), papers().end(),
                                       [](Paper const& paper) { return paper.published; });
  line("experiments",
       fmt::format("{} of {} papers and of collections of own studies, {} statements",
                   experiments().size(), published, declarations().statements.size()));
}

/// Prints the report. Throws IoError naming a missing dependency.
int doctor() {
  reports::try_drawing(throw_if_interrupted);
  line("compiler", compiler());
  line("preset", build_preset());
  line("flags", build_flags());
  for (auto const& [library, version] : library_versions()) line(library, version);
  line("processor", fmt::format("{}, {} threads", processor(), all_threads()));
  print_catalogue();
  std::vector<std::string> folders;
  for (auto const& folder : header_folders()) folders.push_back(folder.string());
  line("headers", fmt::format("{}", fmt::join(folders, ", ")));
  line("gnuplot", reports::program_in_path("gnuplot").string());
  line("verdict", "nothing is missing");
  return 0;
}
}  // namespace

void add_doctor(CommandLine& line) {
  line.verb("doctor", "Print versions and processor, and check for missing dependencies",
            [] { return doctor(); });
}

}  // namespace rattleback
