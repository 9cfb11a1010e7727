#include "experiments/beyond/shared/matrix.hpp"

#include <fmt/format.h>

#include <cmath>

#include "experiments/beyond/shared/contenders.hpp"
#include "experiments/core/words.hpp"

namespace rattleback::beyond {

char const* name_of(Mark mark) {
  constexpr char const* names[]{"bounded", "kept", "rises", "falls", "walks", "undecided", "fails"};
  return names[static_cast<int>(mark)];
}

std::vector<std::string> columns_of_cells(std::vector<std::string> const& further) {
  std::vector<std::string> names{"row", "column"};
  names.insert(names.end(), further.begin(), further.end());
  for (Mark const mark : marks) names.push_back(name_of(mark));
  return names;
}

std::vector<double> cell_row(std::size_t row, std::size_t rows, double column,
                             std::vector<double> const& further, Mark mark) {
  std::vector<double> numbers{double(row + 1), column};
  numbers.insert(numbers.end(), further.begin(), further.end());
  // Rows are drawn from the top.
  for (Mark const other : marks)
    numbers.push_back(other == mark ? double(rows - row) : std::nan(""));
  return numbers;
}

std::vector<std::string> names_from_below(std::vector<std::string> const& labels) {
  return {labels.rbegin(), labels.rend()};
}

std::string counts_in_words(MarkCounts const& counts) {
  std::vector<std::string> words;
  for (auto const& [mark, number] : counts)
    words.push_back(fmt::format("{} {}", number, name_of(mark)));
  return joined(words, ", ");
}

}  // namespace rattleback::beyond
