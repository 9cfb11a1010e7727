#pragma once
// Measured numbers with the words that say what was measured.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/core/measured.hpp"

namespace rattleback {

template <class... Args>
Measured measured(double value, fmt::format_string<Args...> words, Args&&... args) {
  return {.value = value, .words = fmt::format(words, std::forward<Args>(args)...)};
}

/// The same of a computation in quad precision over `steps` steps.
template <class... Args>
Measured measured_in_quad(double value, double steps, fmt::format_string<Args...> words,
                          Args&&... args) {
  return {.value = value,
          .words = fmt::format(words, std::forward<Args>(args)...),
          .steps = steps,
          .epsilon = quad_epsilon};
}

/// Numbers in a row, as measured texts have them.
inline std::string in_words(std::vector<double> const& values, char const* format = "{:.3e}") {
  std::vector<std::string> words;
  for (double const x : values) words.push_back(fmt::format(fmt::runtime(format), x));
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace rattleback
