// Axes of a panel.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rattleback::reports {

/// Tic of a linear axis with its label.
struct Tic {
  double at;
  std::string text;
};

/// Range and tics of one axis.
struct Axis {
  bool logarithmic = false;
  double low = 0.0;
  double high = 1.0;
  std::vector<Tic> tics;             ///< tics of a linear axis
  int exponent = 0;                  ///< tic labels are multiples of 10^exponent
  std::size_t label_characters = 5;  ///< length of the longest tic label
};

/// True for the scale "log", false for "linear".
/// Throws IoError for any other scale.
bool is_logarithmic(std::string const& scale);

/// Returns an axis for `range` and the finite `values`. `range` is [low, high], in which a null
/// means "from the data", or null for both ends. Ends from the data leave `padding` (a fraction of
/// the length) of free space. Throws IoError if a given range is empty, or not positive on a
/// logarithmic axis.
Axis choose_axis(nlohmann::json const& range, bool logarithmic, std::vector<double> const& values,
                 double padding);

/// Returns an axis with `names` as tics at 1, 2, ..., `names`.size().
Axis named_axis(std::vector<std::string> const& names);

}  // namespace rattleback::reports
