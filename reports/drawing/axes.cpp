#include "reports/drawing/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/io_error.hpp"

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
  if (high - low < 2.0) {  // so that several tics have a label
    low = std::floor(low);
    high = std::max(std::ceil(high), low + 1.0);
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

void choose_tics(Axis& axis, int most_tics) {
  double const size = std::max(std::abs(axis.low), std::abs(axis.high));
  double const step = round_step(axis.high - axis.low, most_tics - 1);
  int const magnitude = static_cast<int>(std::floor(std::log10(size)));
  if (magnitude < -2 || magnitude > 4) axis.exponent = magnitude;
  double const unit = std::pow(10.0, axis.exponent);
  int const digits = std::max(6, static_cast<int>(std::ceil(std::log10(size / step))) + 1);
  axis.tics.clear();
  axis.label_characters = 1;
  double const slack = 1e-6;  // relative tolerance for rounding at the ends
  for (double k = std::ceil(axis.low / step - slack); k <= axis.high / step + slack; ++k) {
    // Adding zero turns -0 into 0.
    axis.tics.push_back({k * step, typeset(k * step / unit + 0.0, digits)});
    std::size_t const characters = fmt::format("{:.{}g}", k * step / unit, digits).size();
    axis.label_characters = std::max(axis.label_characters, characters);
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
  if (!logarithmic) {
    choose_tics(axis, 9);
    if (axis.label_characters > 4) choose_tics(axis, 6);  // long labels would touch
  }
  return axis;
}

Axis named_axis(std::vector<std::string> const& names) {
  Axis axis;
  axis.low = 0.5;
  axis.high = double(names.size()) + 0.5;
  axis.label_characters = 1;
  for (std::size_t i = 0; i < names.size(); ++i) {
    axis.tics.push_back({double(i + 1), names[i]});
    axis.label_characters = std::max(axis.label_characters, names[i].size());
  }
  return axis;
}

}  // namespace rattleback::reports
