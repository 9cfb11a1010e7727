#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "base/invalid_input.hpp"
#include "problems/text/classes/problem_class.hpp"

/// Writes the class of each problem into a folder, ID.hpp for ID.toml. A file whose content stays
/// is left alone.
int main(int argc, char** argv) {
  using namespace rattleback;
  namespace fs = std::filesystem;
  if (argc < 3) {
    std::cerr << "usage: generate_classes FOLDER FILE.toml...\n";
    return 2;
  }
  fs::path const folder = argv[1];
  for (int k = 2; k < argc; ++k) try {
      fs::path const source = argv[k];
      auto const id = source.stem().string();
      auto const extra = "problems/extras/" + id + ".hpp";
      bool const has_extra = fs::exists(source.parent_path().parent_path() / extra);
      auto const text =
          text::problem_class(text::read_problem(source.string()), id, has_extra ? extra : "");
      auto const file = folder / (id + ".hpp");
      std::ifstream before(file);
      if (before && std::string(std::istreambuf_iterator<char>(before), {}) == text) continue;
      before.close();
      std::ofstream after(file);
      after << text;
      if (!after.flush()) {
        std::cerr << "rattleback: cannot write " << file << "\n";
        return 1;
      }
    } catch (std::exception const& error) {
      std::cerr << "rattleback: " << error.what() << "\n";
      return 1;
    }
}
