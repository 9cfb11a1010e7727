// Axes of a panel.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rattleback::reports {

/// Tic with its label in gnuplot's markup.
struct Tic {
  double at;
  std::string text;
};

/// Range and tics of one axis.
struct Axis {
  bool logarithmic = false;
  double low = 0.0;
  double high = 1.0;
  std::vector<Tic> tics;
  std::vector<double> minor_tics;  ///< tics without labels
  int exponent = 0;                ///< tic labels are multiples of 10^exponent
  double label_width = 3.2;        ///< width of the widest tic label in a font of size 1
  bool named = false;              ///< the tics are names of 1, 2, ...
  bool upright = false;            ///< tic labels read upwards, because they are too wide
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

/// Extends one of two linear axes, whose lengths are in inches, on both sides, so that units have
/// equal lengths, if this takes at most the factor `most`.
void equalise(Axis& x, double x_length, Axis& y, double y_length, double most);

/// Chooses as many tics as have room for their labels on an axis of `length` inches.
void choose_tics(Axis& axis, double length, bool horizontal);

/// Size of the labels of tics and axes in points.
inline constexpr double label_size = 8.0;

}  // namespace rattleback::reports
