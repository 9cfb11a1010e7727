// rattleback doctor: what this build is made of and whether anything it needs is missing.

#include <fmt/format.h>
#include <sundials/sundials_config.h>
#include <unistd.h>

#include <CLI/Version.hpp>
#include <Eigen/Core>
#include <boost/version.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "experiments/core/experiment.hpp"
#include "program/arguments.hpp"
#include "program/commands.hpp"

// The build tells how it compiles; a build that does not is still a working program.
#ifndef RATTLEBACK_FLAGS
#define RATTLEBACK_FLAGS "not recorded"
#endif
#ifndef RATTLEBACK_PRESET
#define RATTLEBACK_PRESET "not recorded"
#endif

namespace rattleback {

namespace {
void line(std::string_view label, std::string_view words) { fmt::print("{:<14} {}\n", label, words); }

std::string compiler() {
#if defined(__clang__)
  return fmt::format("clang {}", __clang_version__);
#else
  return fmt::format("g++ {}", __VERSION__);
#endif
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string text; std::getline(file, text);)
    if (text.starts_with("model name")) {
      auto const colon = text.find(": ");
      if (colon != text.npos) return text.substr(colon + 2);
    }
  return "unknown";
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

void print_libraries() {
  line("Eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION));
  line("Boost", fmt::format("{}.{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000,
                            BOOST_VERSION % 100));
  line("SUNDIALS", SUNDIALS_VERSION);
  line("fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100));
  line("nlohmann-json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                                    NLOHMANN_JSON_VERSION_PATCH));
  line("CLI11", CLI11_VERSION);
}

void print_catalogue() {
  std::size_t pairs = 0, claims = 0;
  for (auto const& problem : registry()) pairs += applicable_ids(problem).size();
  for (auto const& experiment : experiments()) claims += experiment.claims.size();
  line("catalogue", fmt::format("{} problems x {} integrators, {} pairs apply", registry().size(),
                                method_cards().size(), pairs));
  line("experiments", fmt::format("{} of {} papers, {} claims", experiments().size(), papers().size(),
                                  claims));
}

int doctor() {
  line("compiler", compiler());
  line("preset", RATTLEBACK_PRESET);
  line("flags", RATTLEBACK_FLAGS);
  print_libraries();
  line("processor", fmt::format("{}, {} threads", processor(), all_threads()));
  print_catalogue();
  auto const gnuplot = found_in_path("gnuplot");
  line("gnuplot", gnuplot.empty() ? "missing: figures cannot be drawn (package gnuplot-nox)" : gnuplot);
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
