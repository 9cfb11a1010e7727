#include <filesystem>
#include <fstream>
#include <iostream>
#include <string_view>

#include "integrators/core/equations/loops.hpp"

namespace rattleback {
namespace {

/// A file whose content stays is left alone. Throws UnfitProblem.
void write(std::filesystem::path const& file, std::string const& text) {
  std::ifstream before(file);
  if (before && std::string(std::istreambuf_iterator<char>(before), {}) == text) return;
  before.close();
  std::ofstream after(file);
  after << text;
  if (!after.flush()) throw UnfitProblem("cannot write " + file.string());
}

}  // namespace
}  // namespace rattleback

/// Writes ID.hpp for every problem into a folder, and series_loops.cpp for all of them. With
/// --check: says where a problem declares what is not found, or the other way round.
int main(int argc, char** argv) {
  using namespace rattleback;
  if (argc != 2) {
    std::cerr << "usage: generate_equations FOLDER|--check\n";
    return 2;
  }
  if (std::string_view(argv[1]) == "--check") {
    int differences = 0;
    for (auto const& problem : traced_problems()) {
      try {
        for (std::string const& difference : problem.differences()) {
          std::cout << difference << "\n";
          ++differences;
        }
      } catch (graph::NotRecordable const&) {
        // Nothing is found where formulas cannot be recorded; the build says so.
      }
    }
    return differences == 0 ? 0 : 1;
  }
  std::filesystem::path const folder = argv[1];
  try {
    for (auto const& problem : traced_problems()) {
      auto const text = problem.header();
      if (auto const at = text.find("not_recorded_because = \""); at != std::string::npos) {
        auto const begin = at + 11;
        std::cerr << problem.id
                  << ": its equations stay with automatic differentiation, because of "
                  << text.substr(begin, text.find('"', begin) - begin) << "\n";
      }
      write(folder / (problem.id + ".hpp"), text);
    }
    write(folder / "series_loops.cpp", text::loops_source(loops_of_problems()));
  } catch (UnfitProblem const& reason) {
    std::cerr << "rattleback: " << reason.what() << "\n";
    return 1;
  }
}
