#include "reports/drawing/layout/legend_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "base/io_error.hpp"
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

constexpr int cells = 256;  // per side

int cell_of(double fraction) {
  return std::clamp(static_cast<int>(std::floor(fraction * cells)), 0, cells - 1);
}

/// Returns the part of a segment, as an interval of its parameter in [0, 1], inside `area`
/// (Liang and Barsky 1984).
std::optional<std::pair<double, double>> clip(Rectangle const& area, double x0, double y0,
                                              double x1, double y1) {
  double begin = 0.0, end = 1.0;
  auto const cut = [&](double start, double change, double low, double high) {
    if (change == 0.0) return low <= start && start <= high;
    double enter = (low - start) / change, leave = (high - start) / change;
    if (enter > leave) std::swap(enter, leave);
    begin = std::max(begin, enter);
    end = std::min(end, leave);
    return begin <= end;
  };
  if (!cut(x0, x1 - x0, area.left, area.right) || !cut(y0, y1 - y0, area.low, area.high)) return {};
  return std::pair{begin, end};
}

/// Grid over the unit square, the axes of a panel, whose cells a curve covers or leaves free.
class Occupancy {
 public:
  void add_point(double x, double y) {
    if (!(x >= 0.0 && x <= 1.0 && y >= 0.0 && y <= 1.0)) return;
    cells_[static_cast<std::size_t>(cell_of(y) * cells + cell_of(x))] = 1;
  }
  void add_segment(double x0, double y0, double x1, double y1) {
    auto const inside = clip({0.0, 0.0, 1.0, 1.0}, x0, y0, x1, y1);
    if (!inside) return;
    auto const [begin, end] = *inside;
    double const length = (end - begin) * std::max(std::abs(x1 - x0), std::abs(y1 - y0));
    int const parts = 1 + static_cast<int>(2 * cells * length);
    for (int i = 0; i <= parts; ++i) {
      double const t = begin + (end - begin) * i / parts;
      add_point(x0 + t * (x1 - x0), y0 + t * (y1 - y0));
    }
  }
  /// Returns the number of covered cells that meet `area`.
  long covered(Rectangle const& area) const {
    long count = 0;
    for (int row = cell_of(area.low); row <= cell_of(area.high); ++row) {
      auto const first = cells_.begin() + row * cells;
      count += std::count(first + cell_of(area.left), first + cell_of(area.right) + 1, 1);
    }
    return count;
  }

 private:
  std::vector<char> cells_ = std::vector<char>(cells * cells);
};

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

bool Rectangle::meets_segment(double x0, double y0, double x1, double y1) const {
  return clip(*this, x0, y0, x1, y1).has_value();
}

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
