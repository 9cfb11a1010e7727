// Curves of a figure, read from a CSV file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace rattleback::reports {

/// Unbroken curve: points that a line may connect.
struct Curve {
  std::vector<double> x;
  std::vector<double> y;
  double group = 0.0;  ///< value in the column of groups
};

/// Columns of a CSV file to read: x, y and, if not empty, the column whose distinct values separate
/// the curves. On a logarithmic axis only positive numbers can be plotted.
struct CurveColumns {
  std::string x;
  std::string y;
  std::string group;
  bool logarithmic_x = false;
  bool logarithmic_y = false;
};

/// Reads the CSV file `path` (a header row, then numbers) and returns its points. Rows of different
/// groups never share a curve, even if interleaved. A row that cannot be plotted (nan, inf, or not
/// positive on a logarithmic axis) is omitted and ends the curve of its group.
/// Throws IoError naming the file if it cannot be read, a column is missing or an entry is not
/// a number.
std::vector<Curve> read_curves(std::filesystem::path const& path, CurveColumns const& columns);

/// Returns the number of points of all curves.
std::size_t count_points(std::vector<Curve> const& curves);

/// Writes `curves` to `path` in gnuplot's format: a point per line, a blank line between curves.
/// Throws IoError naming the path if it cannot be written.
void write_curves(std::filesystem::path const& path, std::vector<Curve> const& curves);

}  // namespace rattleback::reports
