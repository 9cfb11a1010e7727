// The axes of a panel.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rattleback::reports {

/// A tic of a linear axis with the text next to it.
struct Tic {
  double at;
  std::string text;
};

/// The range of one axis and its tics.
struct Axis {
  bool logarithmic = false;
  double low = 0.0;
  double high = 1.0;
  std::vector<Tic> tics;             ///< of a linear axis
  int exponent = 0;                  ///< the texts of the tics are multiples of 10^exponent
  std::size_t label_characters = 5;  ///< of the longest number at a tic
};

/// Returns true for the scale "log", false for "linear".
/// Throws FileFailure for anything else.
bool is_logarithmic(std::string const& scale);

/// Returns the axis for `range` ([low, high], where a null stands for "as the data", or null for
/// both) around finite `values`, which are left `padding` (a fraction of the length) of free space.
/// Throws FileFailure when a given range is empty or not positive on a logarithmic axis.
Axis choose_axis(nlohmann::json const& range, bool logarithmic, std::vector<double> const& values,
                 double padding);

/// Returns the axis of the places 1, 2, ..., `names`.size() with their names as tics.
Axis named_axis(std::vector<std::string> const& names);

}  // namespace rattleback::reports
