#pragma once
// Figures of methods (rows) on cases (columns) with one mark per cell. Marks differ by shape, not
// only by colour.

#include <array>

#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

/// Behaviour of a quantity that the exact motion preserves; `kept`: preserved to rounding.
enum class Mark { bounded, kept, rises, falls, walks, undecided, fails };
inline constexpr std::array marks{Mark::bounded, Mark::kept,      Mark::rises, Mark::falls,
                                  Mark::walks,   Mark::undecided, Mark::fails};
char const* name_of(Mark mark);

/// Returns the columns of the table cells.csv of such a figure: row, column, further numbers, and
/// one column per mark.
std::vector<std::string> columns_of_cells(std::vector<std::string> const& further);
/// Returns a row of cells.csv. `row` counts from the top of the figure, from 0.
std::vector<double> cell_row(std::size_t row, std::size_t rows, double column,
                             std::vector<double> const& further, Mark mark);

/// Returns the names of the rows along the vertical axis, from the last row upwards.
std::vector<std::string> names_from_below(std::vector<std::string> const& labels);

/// Number of cells that have each mark.
using MarkCounts = std::map<Mark, int>;

/// Returns text such as "3 bounded, 2 rises".
std::string counts_in_words(MarkCounts const& counts);

}  // namespace rattleback::beyond
