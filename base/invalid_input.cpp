#include "base/invalid_input.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace rattleback {

namespace {
int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      int const substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}
}  // namespace

std::string nearest(std::string_view word, std::vector<std::string> const& known) {
  auto const best = std::min_element(known.begin(), known.end(), [&](auto const& a, auto const& b) {
    return edit_distance(word, a) < edit_distance(word, b);
  });
  return best == known.end() ? std::string{} : *best;
}

void throw_unknown(std::string_view what, std::string_view word,
                   std::vector<std::string> const& known) {
  if (known.empty())
    throw InvalidInput(fmt::format("unknown {} '{}': there are no allowed values", what, word));
  throw InvalidInput(fmt::format("unknown {} '{}'; nearest: {}; allowed: {}", what, word,
                                 nearest(word, known), fmt::join(known, ", ")));
}

}  // namespace rattleback
