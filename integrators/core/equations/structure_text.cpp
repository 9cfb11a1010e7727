// The structure of a problem as text.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "integrators/core/equations/structure.hpp"

namespace rattleback {

std::string entry_of_mass(std::vector<std::string> const& velocities, int row, int column) {
  return row == column
             ? fmt::format("the mass of {}", velocities[row])
             : fmt::format("the mass that couples {} and {}", velocities[row], velocities[column]);
}

std::string reversing_in_words(FoundStructure const& found, FormulaNames const& names,
                               std::vector<std::pair<int, int>> const& translations) {
  std::vector<std::string> words;
  constexpr std::size_t most = 3;
  for (auto const& turned : found.reversing) {
    if (words.size() == most) break;
    if (turned.empty()) {
      words.push_back("($q$, $v$) -> ($q$, -$v$)");
      continue;
    }
    std::vector<std::string> changed;  // their sign
    for (int const i : turned) changed.push_back(names.coordinates[i]);
    for (std::size_t j = 0; j < names.velocities.size(); ++j) {
      auto const of_turned = [&](std::pair<int, int> const& t) {
        return t.second == static_cast<int>(j) &&
               std::find(turned.begin(), turned.end(), t.first) != turned.end();
      };
      if (std::none_of(translations.begin(), translations.end(), of_turned))
        changed.push_back(names.velocities[j]);
    }
    auto const list = fmt::format("{}", fmt::join(changed, ", "));
    words.push_back(fmt::format("({0}) -> -({0})", list));
  }
  return fmt::format("{}", fmt::join(words, "; "));
}

std::string conserved_in_words(FoundStructure const& found, FormulaNames const& names) {
  std::vector<std::string> words;
  for (auto const& direction : found.conserved) {
    std::string sum;
    for (std::size_t i = 0; i < direction.size(); ++i) {
      if (direction[i] == 0) continue;
      auto const size = std::abs(direction[i]);
      sum += sum.empty() ? (direction[i] < 0 ? "-" : "") : direction[i] < 0 ? " - " : " + ";
      if (size != 1) sum += fmt::format("{:.6g} ", size);
      sum += "dL/d" + names.velocities[i];
    }
    words.push_back(sum);
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace rattleback
