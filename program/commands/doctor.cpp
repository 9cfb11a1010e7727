// rattleback doctor: versions of this build and check for missing dependencies.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "experiments/core/experiment.hpp"
#include "experiments/statements/statement.hpp"
#include "program/commands/commands.hpp"
#include "program/interface/arguments.hpp"
#include "program/interface/interruption.hpp"
#include "program/interface/provenance.hpp"
#include "program/plugins/method_files.hpp"
#include "reports/drawing/figures.hpp"

namespace rattleback {

namespace {
using Lines = std::vector<std::pair<std::string, std::string>>;

void add_catalogue(Lines& lines) {
  std::size_t pairs = 0;
  for (auto const& problem : registry()) pairs += applicable_ids(problem).size();
  lines.emplace_back("catalogue", fmt::format("{} problems x {} integrators, {} pairs apply",
                                              registry().size(), method_cards().size(), pairs));
  auto const published = std::count_if(papers().begin(), papers().end(),
                                       [](Paper const& paper) { return paper.published; });
  lines.emplace_back(
      "experiments",
      fmt::format("{} of {} papers and of collections of own studies, {} statements",
                  experiments().size(), published, declarations().statements.size()));
}

/// Prints the report. Throws IoError naming a missing dependency.
int doctor(bool json) {
  reports::try_drawing(throw_if_interrupted);
  Lines lines{{"version", version()},
              {"commit", source_commit()},
              {"compiler", compiler()},
              {"preset", build_preset()},
              {"flags", build_flags()}};
  for (auto const& library : library_versions()) lines.push_back(library);
  lines.emplace_back("processor", fmt::format("{}, {} threads", processor(), all_threads()));
  add_catalogue(lines);
  std::vector<std::string> folders;
  for (auto const& folder : header_folders()) folders.push_back(folder.string());
  lines.emplace_back("headers", fmt::format("{}", fmt::join(folders, ", ")));
  lines.emplace_back("gnuplot", program_in_path("gnuplot").string());
  lines.emplace_back("verdict", "nothing is missing");
  JsonObject object;
  for (auto const& [label, words] : lines)
    if (json)
      object.add(label, words);
    else
      fmt::print("{:<14} {}\n", label, words);
  if (json) print_result(object);
  return 0;
}
}  // namespace

void add_doctor(CommandLine& line) {
  auto const json = std::make_shared<bool>(false);
  line.verb("doctor", "Print versions and processor, and check for missing dependencies",
            [json] { return doctor(*json); })
      .shared("--json", *json);
}

}  // namespace rattleback
