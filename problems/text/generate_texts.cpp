#include <fmt/format.h>

#include <fstream>
#include <iostream>

#include "problems/text/text_of_problem.hpp"

/// Writes the source file that defines text_in_catalogue().
int main(int argc, char** argv) {
  using namespace rattleback::text;
  if (argc != 2) {
    std::cerr << "usage: generate_texts FILE\n";
    return 2;
  }
  std::string entries;
  for (auto const& [id, stated] : all_texts())
    entries += fmt::format("      {{\"{}\", {{R\"~toml~({})~toml~\", \"{}\"}}}},\n", id,
                           stated.text, stated.no_text_because);
  std::ofstream file(argv[1]);
  file << "#include \"problems/text/problem_text.hpp\"\n"
          "#include <map>\n"
          "namespace rattleback::text {\n"
          "ProblemText text_in_catalogue(std::string const& id) {\n"
          "  static std::map<std::string, ProblemText> const all{\n"
       << entries << "  };\n  return all.at(id);\n}\n}\n";
  if (!file.flush()) {
    std::cerr << "rattleback: cannot write " << argv[1] << "\n";
    return 1;
  }
}
