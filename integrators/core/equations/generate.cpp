#include <filesystem>
#include <fstream>
#include <iostream>
#include <string_view>

#include "integrators/core/equations/generator.hpp"

/// Writes ID.hpp for every problem into a folder. A file whose content stays is left alone. With
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
      auto const file = folder / (problem.id + ".hpp");
      std::ifstream before(file);
      if (before && std::string(std::istreambuf_iterator<char>(before), {}) == text) continue;
      before.close();
      std::ofstream after(file);
      after << text;
      if (!after.flush()) throw UnfitProblem("cannot write " + file.string());
    }
  } catch (UnfitProblem const& reason) {
    std::cerr << "rattleback: " << reason.what() << "\n";
    return 1;
  }
}
