#include "reports/drawing/layout/legend_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/io_error.hpp"
#include "reports/drawing/layout/occupancy.hpp"
#include "reports/drawing/layout/text_width.hpp"

namespace rattleback::reports {
namespace {

/// Place within the axes as fractions of the free space: 0 is left or bottom, 1 right or top.
struct Place {
  double x, y;
};

Place place_of(std::string const& words) {
  Place place{0.5, 0.5};
  std::istringstream stream(words);
  for (std::string word; stream >> word;) {
    if (word == "left" || word == "right")
      place.x = word == "right" ? 1.0 : 0.0;
    else if (word == "top" || word == "bottom")
      place.y = word == "top" ? 1.0 : 0.0;
    else if (word != "center")
      throw IoError(fmt::format("{} is not a place of a legend", nlohmann::json(words).dump()));
  }
  return place;
}

double fraction_of(double value, Axis const& axis) {
  if (!axis.logarithmic) return (value - axis.low) / (axis.high - axis.low);
  return std::log10(value / axis.low) / std::log10(axis.high / axis.low);
}

Occupancy occupied_by(PlottedPanel const& panel) {
  Occupancy occupied;
  for (PlottedSeries const& series : panel.series)
    for (Curve const& curve : series.curves) {
      double last_x = 0, last_y = 0;
      for (std::size_t i = 0; i < curve.x.size(); ++i) {
        double const x = fraction_of(curve.x[i], panel.x), y = fraction_of(curve.y[i], panel.y);
        if (series.connected && i > 0)
          occupied.add_segment(last_x, last_y, x, y);
        else
          occupied.add_point(x, y);
        last_x = x;
        last_y = y;
      }
    }
  return occupied;
}

}  // namespace

std::vector<PlottedSeries const*> legend_entries(PlottedPanel const& panel) {
  std::vector<PlottedSeries const*> entries;
  for (PlottedSeries const& series : panel.series)
    if (!series.label.empty()) entries.push_back(&series);
  return entries;
}

double legend_width(std::vector<PlottedSeries const*> const& entries) {
  double widest = 0.0;
  for (auto const* series : entries) widest = std::max(widest, markup_width(series->label));
  return legend_sample + widest * legend_font_size / 72.0;
}

bool legend_text_fits(std::string const& text, double figure_width) {
  double const margins = 0.2;
  return legend_sample + text_width(text) * legend_font_size / 72.0 <= figure_width - margins;
}

std::optional<Corner> free_place(PlottedPanel const& panel, std::string const& preferred,
                                 double axes_width, double axes_height) {
  auto const entries = legend_entries(panel);
  double const inset = 0.06, air = 0.055;  // to the frame; to marks, with their radius
  double const width = legend_width(entries);
  double const height = static_cast<double>(entries.size()) * legend_line;
  double const free_x = axes_width - 2 * inset - width, free_y = axes_height - 2 * inset - height;
  std::array<Place, 10> const places{
      place_of(preferred), Place{1, 1},   Place{0, 1},   Place{1, 0},   Place{0, 0},
      Place{1, 0.5},       Place{0, 0.5}, Place{0.5, 1}, Place{0.5, 0}, Place{0.5, 0.5}};
  if (free_x < 0 || free_y < 0) return {};
  Occupancy const occupied = occupied_by(panel);
  for (auto const& [x, y] : places) {
    double const left = inset + x * free_x, top = inset + (1 - y) * free_y;
    Rectangle const area{(left - air) / axes_width, 1 - (top + height + air) / axes_height,
                         (left + width + air) / axes_width, 1 - (top - air) / axes_height};
    if (occupied.covered(area) == 0) return Corner{left, top};
  }
  return {};
}

}  // namespace rattleback::reports
