#include "experiments/core/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rattleback {

std::string joined(std::vector<std::string> const& clauses, std::string_view between) {
  return fmt::format("{}", fmt::join(clauses, between));
}

void Cases::add(double number, std::string clause) {
  largest(number);
  clauses.push_back(std::move(clause));
}

std::string in_words(std::vector<double> const& values, char const* format) {
  std::vector<std::string> words;
  for (double const x : values) words.push_back(fmt::format(fmt::runtime(format), x));
  return joined(words, ", ");
}

}  // namespace rattleback
