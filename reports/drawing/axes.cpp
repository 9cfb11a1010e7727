#include "reports/drawing/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/io_error.hpp"
#include "reports/drawing/layout/text_width.hpp"

namespace rattleback::reports {
namespace {

/// Largest number for which an axis can be computed without overflow.
constexpr double largest = 1e307;

void fit_linear(Axis& axis, double padding) {
  double const size = std::max(std::abs(axis.low), std::abs(axis.high));
  double length = axis.high - axis.low;
  if (length <= 1e-12 * size || length == 0.0) {  // too short for distinct tics
    length = size == 0.0 ? 2.0 : 0.2 * size;
    padding = 0.5;
  }
  axis.low = std::max(axis.low - padding * length, -largest);
  axis.high = std::min(axis.high + padding * length, largest);
}

void fit_logarithmic(Axis& axis, double padding) {
  double low = std::log10(axis.low);
  double high = std::log10(axis.high);
  double const margin = std::max(padding, 0.02) * (high - low);
  low -= margin;
  high += margin;
  if (high - low < 0.1) {  // too short for distinct tics
    low -= 0.15;
    high += 0.15;
  }
  axis.low = std::pow(10.0, low);
  axis.high = std::min(std::pow(10.0, high), largest);
}

/// Returns the smallest of 1, 2 and 5 times a power of 10 that divides `length` into at most
/// `parts`.
double round_step(double length, int parts) {
  double const power = std::pow(10.0, std::floor(std::log10(length / parts)));
  for (double const factor : {1.0, 2.0, 5.0}) {
    if (factor * power * parts >= length * (1.0 - 1e-9)) return factor * power;
  }
  return 10.0 * power;
}

/// Formats a number with a typographic minus sign.
std::string typeset(double number, int digits) {
  std::string text = fmt::format("{:.{}g}", number, digits);
  if (text.front() == '-') text.replace(0, 1, "−");
  return text;
}

double inches(std::string const& label) { return markup_width(label) * label_size / 72.0; }

void choose_linear_tics(Axis& axis, int most_tics) {
  double const size = std::max(std::abs(axis.low), std::abs(axis.high));
  double const step = round_step(axis.high - axis.low, most_tics - 1);
  int const magnitude = static_cast<int>(std::floor(std::log10(size)));
  axis.exponent = magnitude < -2 || magnitude > 4 ? magnitude : 0;
  double const unit = std::pow(10.0, axis.exponent);
  int const digits = std::max(6, static_cast<int>(std::ceil(std::log10(size / step))) + 1);
  axis.tics.clear();
  double const slack = 1e-6;  // relative tolerance for rounding at the ends
  for (double k = std::ceil(axis.low / step - slack); k <= axis.high / step + slack; ++k)
    // Adding zero turns -0 into 0.
    axis.tics.push_back({k * step, typeset(k * step / unit + 0.0, digits)});
}

/// True if the labels of the tics leave a space between each other.
bool has_room(Axis const& axis, double length, bool horizontal) {
  double const space = horizontal ? 0.09 : 0.0, line = 0.23;
  auto const at = [&](double value) {
    return axis.logarithmic
               ? length * std::log10(value / axis.low) / std::log10(axis.high / axis.low)
               : length * (value - axis.low) / (axis.high - axis.low);
  };
  for (std::size_t i = 1; i < axis.tics.size(); ++i) {
    Tic const &left = axis.tics[i - 1], &right = axis.tics[i];
    double const needed = horizontal ? (inches(left.text) + inches(right.text)) / 2 : line;
    if (at(right.at) - at(left.at) < needed + space) return false;
  }
  return true;
}

/// Chooses the largest of the numbers of tics from `most` down to 2 with room for the labels.
void choose_spaced_linear_tics(Axis& axis, double length, bool horizontal) {
  for (int most = 9; most >= 2; --most) {
    choose_linear_tics(axis, most);
    if (has_room(axis, length, horizontal)) return;
  }
}

std::string power_of_ten(int exponent) {
  return fmt::format("10^{{{}{}}}", exponent < 0 ? "−" : "", std::abs(exponent));
}

void choose_logarithmic_tics(Axis& axis, double length, bool horizontal) {
  double const slack = 1e-9;
  int const first = static_cast<int>(std::ceil(std::log10(axis.low) - slack));
  int const last = static_cast<int>(std::floor(std::log10(axis.high) + slack));
  auto const inside = [&](double value) {
    return value >= axis.low * (1 - slack) && value <= axis.high * (1 + slack);
  };
  if (last > first) {
    for (int const step : {1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 500}) {
      axis.tics.clear();
      for (int k = first; k <= last; ++k)
        if (k % step == 0) axis.tics.push_back({std::pow(10.0, k), power_of_ten(k)});
      if (has_room(axis, length, horizontal)) break;
    }
    if (axis.tics.empty()) axis.tics.push_back({std::pow(10.0, first), power_of_ten(first)});
  } else {  // one power of ten or none within the range
    axis.tics.clear();
    for (int k = first - 1; k <= last; ++k)
      for (double const factor : {1.0, 2.0, 5.0}) {
        double const value = factor * std::pow(10.0, k);
        if (!inside(value)) continue;
        bool const plain = k >= -3 && k <= 3;
        axis.tics.push_back({value, plain         ? typeset(value, 6)
                                    : factor == 1 ? power_of_ten(k)
                                                  : fmt::format("{}×{}", factor, power_of_ten(k))});
      }
    if (axis.tics.size() < 2) return choose_spaced_linear_tics(axis, length, horizontal);
  }
  // More minor tics would be too dense.
  bool const between = std::log10(axis.high / axis.low) <= 6;
  for (int k = first - 1; k <= last && last - first <= 40; ++k)
    for (int factor = 1; factor <= (between ? 9 : 1); ++factor) {
      double const value = factor * std::pow(10.0, k);
      auto const labelled = [&](Tic const& tic) { return std::abs(tic.at / value - 1) < slack; };
      if (inside(value) && std::none_of(axis.tics.begin(), axis.tics.end(), labelled))
        axis.minor_tics.push_back(value);
    }
}

}  // namespace

bool is_logarithmic(std::string const& scale) {
  if (scale == "log") return true;
  if (scale == "linear") return false;
  throw IoError(fmt::format("\"{}\" is not a scale of an axis; use \"log\" or \"linear\"", scale));
}

Axis choose_axis(nlohmann::json const& range, bool logarithmic, std::vector<double> const& values,
                 double padding) {
  Axis axis;
  axis.logarithmic = logarithmic;
  axis.low = logarithmic ? 0.1 : 0.0;
  if (!values.empty()) {
    auto const [low, high] = std::minmax_element(values.begin(), values.end());
    axis.low = std::max(*low, -largest);
    axis.high = std::min(*high, largest);
    logarithmic ? fit_logarithmic(axis, padding) : fit_linear(axis, padding);
  }
  if (range.is_array() && range.size() == 2) {
    if (range[0].is_number()) axis.low = range[0].get<double>();
    if (range[1].is_number()) axis.high = range[1].get<double>();
  }
  // Tics can be counted and are distinct only within these bounds.
  double const length = axis.high - axis.low;
  double const size = std::max(std::abs(axis.low), std::abs(axis.high));
  bool const has_tics = logarithmic ? axis.low > 0.0 : length > 1e-13 * size && length > 1e-300;
  if (!(axis.low < axis.high) || !has_tics || !(size <= largest)) {
    throw IoError(fmt::format("[{}, {}] is not a valid range of an axis", axis.low, axis.high));
  }
  return axis;
}

void equalise(Axis& x, double x_length, Axis& y, double y_length, double most) {
  double const x_unit = (x.high - x.low) / x_length, y_unit = (y.high - y.low) / y_length;
  double const unit = std::max(x_unit, y_unit);
  if (unit > most * std::min(x_unit, y_unit)) return;
  auto const extend = [](Axis& axis, double wanted) {
    double const middle = (axis.low + axis.high) / 2;
    axis.low = middle - wanted / 2;
    axis.high = middle + wanted / 2;
  };
  extend(x, unit * x_length);
  extend(y, unit * y_length);
}

void choose_tics(Axis& axis, double length, bool horizontal) {
  if (axis.named) {
    axis.upright = horizontal && !has_room(axis, length, horizontal);
  } else {
    axis.minor_tics.clear();
    axis.logarithmic ? choose_logarithmic_tics(axis, length, horizontal)
                     : choose_spaced_linear_tics(axis, length, horizontal);
  }
  axis.label_width = axis.logarithmic ? 3.2 : 1.0;
  for (Tic const& tic : axis.tics)
    axis.label_width = std::max(axis.label_width, markup_width(tic.text));
}

}  // namespace rattleback::reports
