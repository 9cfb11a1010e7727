// Reading the curves of a figure from a CSV file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace rattleback::reports {

/// One unbroken curve: points that a line may connect.
struct Curve {
  std::vector<double> x;
  std::vector<double> y;
};

/// What to read from a CSV file: the names of two columns and, if not empty, of the column whose
/// distinct values separate the curves. On a logarithmic axis only positive numbers are plottable.
struct CurveColumns {
  std::string x;
  std::string y;
  std::string group;
  bool logarithmic_x = false;
  bool logarithmic_y = false;
};

/// Reads the CSV file `path` (a header row, then numbers) and returns its plottable points. Rows of
/// different groups never share a curve, even when interleaved; a row that cannot be plotted (nan,
/// inf, or not positive on a logarithmic axis) is left out and ends the curve of its group.
/// Throws FileFailure naming the file when it cannot be read, a column is missing or an
/// entry is not a number.
std::vector<Curve> read_curves(std::filesystem::path const& path, CurveColumns const& columns);

/// Returns the number of points of all curves.
std::size_t count_points(std::vector<Curve> const& curves);

/// Writes `curves` to `path` in the form gnuplot reads: a point per line, a blank line between
/// curves. Throws FileFailure naming the path when it cannot be written.
void write_curves(std::filesystem::path const& path, std::vector<Curve> const& curves);

}  // namespace rattleback::reports
