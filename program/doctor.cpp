// rattleback doctor: what this build is made of and whether anything it needs is missing.

#include <fmt/format.h>

#include <utility>

#include "experiments/core/experiment.hpp"
#include "experiments/statements/statement.hpp"
#include "problems/core/file_failure.hpp"
#include "program/arguments.hpp"
#include "program/commands.hpp"
#include "program/interruption.hpp"
#include "program/provenance.hpp"
#include "reports/drawing/figures.hpp"

namespace rattleback {

namespace {
void line(std::string_view label, std::string_view words) {
  fmt::print("{:<14} {}\n", label, words);
}

/// Where gnuplot is, once it has drawn something; otherwise why figures cannot be drawn.
std::pair<bool, std::string> gnuplot_state() {
  try {
    reports::try_drawing(throw_if_interrupted);
    return {true, reports::program_in_path("gnuplot").string()};
  } catch (FileFailure const& failure) {
    return {false, failure.what()};
  }
}

void print_catalogue() {
  std::size_t pairs = 0;
  for (auto const& problem : registry()) pairs += applicable_ids(problem).size();
  line("catalogue", fmt::format("{} problems x {} integrators, {} pairs apply", registry().size(),
                                method_cards().size(), pairs));
  line("experiments", fmt::format("{} of {} papers, {} statements", experiments().size(),
                                  papers().size(), declarations().statements.size()));
}

int doctor() {
  line("compiler", compiler());
  line("preset", build_preset());
  line("flags", build_flags());
  for (auto const& [library, version] : library_versions()) line(library, version);
  line("processor", fmt::format("{}, {} threads", processor(), all_threads()));
  print_catalogue();
  auto const [well, gnuplot] = gnuplot_state();
  line("gnuplot", gnuplot);
  line("verdict", well ? "nothing is missing" : "something is missing");
  return well ? 0 : 2;
}
}  // namespace

void add_doctor(CommandLine& line) {
  line.verb("doctor", "Versions, processor, and whether anything needed is missing",
            [] { return doctor(); });
}

}  // namespace rattleback
