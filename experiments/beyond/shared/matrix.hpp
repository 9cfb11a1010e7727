#pragma once
// The picture of methods (rows) on cases (columns), a mark for each: shapes, not colours, tell
// marks apart.

#include <array>

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// What becomes of a quantity that the exact motion keeps.
enum class Mark { bounded, kept, rises, falls, walks, undecided, fails };
inline constexpr std::array marks{Mark::bounded, Mark::kept,      Mark::rises, Mark::falls,
                                  Mark::walks,   Mark::undecided, Mark::fails};
char const* name_of(Mark mark);

/// The table cells.csv of such a picture: row and column, further numbers, and one column a mark.
std::vector<std::string> columns_of_cells(std::vector<std::string> const& further);
/// A row of it. `row` counts from the top of the picture, from 0.
std::vector<double> cell_row(std::size_t row, std::size_t rows, double column,
                             std::vector<double> const& further, Mark mark);

/// Names of the rows along an axis, which has the last row at its lower end.
std::vector<std::string> names_from_below(std::vector<std::string> const& labels);

/// Number of cells that have each mark.
using MarkCounts = std::map<Mark, int>;

/// How many of each mark: "3 bounded, 2 rises".
std::string counts_in_words(MarkCounts const& counts);
/// Evidence of a finding: the number of cells that rise or fall, and all marks.
void find_drifting(Study& study, std::string const& finding, MarkCounts const& counts,
                   std::string const& remark = "");

}  // namespace rattleback::beyond
