#pragma once
// Numbers as the evidence of findings has them.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

namespace rattleback {

/// Numbers in a row, separated by commas.
inline std::string in_words(std::vector<double> const& values, char const* format = "{:.3e}") {
  std::vector<std::string> words;
  for (double const x : values) words.push_back(fmt::format(fmt::runtime(format), x));
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace rattleback
