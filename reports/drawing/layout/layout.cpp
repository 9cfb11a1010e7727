#include "reports/drawing/layout/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <sstream>
#include <utility>

#include "base/io_error.hpp"
#include "reports/drawing/layout/text_width.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

// ---- legends and free places for them within the axes ----

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

// ---- layout of a figure ----

namespace {

constexpr double label_height = 0.47;  // of the labels of an x axis and its tics, in inches

constexpr double factor_height = 0.26;  // of the power of ten above a y axis, in inches

/// Returns the height by which upright labels of tics exceed a line of text.
double upright_height(std::vector<PlottedPanel> const& panels) {
  double width = 0.0;
  for (PlottedPanel const& panel : panels)
    if (panel.x.upright) width = std::max(width, panel.x.label_width);
  return width * label_size / points_per_inch;
}

/// Chooses margins and tics, which depend on each other.
void fit_axes(Layout& layout, std::vector<PlottedPanel>& panels) {
  bool const titled = std::any_of(panels.begin(), panels.end(),
                                  [](PlottedPanel const& panel) { return !panel.title.empty(); });
  double upright = 0.0, labels = 1.0, top = titled ? 0.31 : 0.13;
  for (int pass = 0; pass < 3; ++pass) {
    layout.margins = {0.44 + labels * label_size / points_per_inch, 0.22, label_height + upright,
                      top};
    if (layout.axes_width() <= 0.0 || layout.axes_height() <= 0.0)
      throw IoError("the figure is too small for its panels");
    labels = 1.0;
    for (PlottedPanel& panel : panels) {
      if (panel.aspect != Aspect::free)
        equalise(panel.x, layout.axes_width(), panel.y, layout.axes_height(),
                 panel.aspect == Aspect::equal ? INFINITY : 1.5);
      choose_tics(panel.x, layout.axes_width(), true);
      choose_tics(panel.y, layout.axes_height(), false);
      labels = std::max(labels, panel.y.label_width);
      if (panel.y.exponent != 0) top = std::max(top, factor_height);
    }
    upright = upright_height(panels);
  }
}

/// Returns one entry for each label of the figure, nothing if a label has several styles.
std::vector<PlottedSeries const*> all_entries(std::vector<PlottedPanel> const& panels) {
  std::map<std::string, std::string> styles;
  std::vector<PlottedSeries const*> entries;
  for (PlottedPanel const& panel : panels)
    for (auto const* series : legend_entries(panel)) {
      auto const [known, is_new] = styles.emplace(series->label, series->key_style);
      if (known->second != series->key_style) return {};
      if (is_new) entries.push_back(series);
    }
  return entries;
}

/// True if every panel has labels and one panel has all labels of the figure.
bool have_equal_labels(std::vector<PlottedPanel> const& panels, std::size_t labels) {
  auto const count = [](PlottedPanel const& panel) { return legend_entries(panel).size(); };
  return std::all_of(panels.begin(), panels.end(), count) &&
         std::any_of(panels.begin(), panels.end(),
                     [&](PlottedPanel const& panel) { return count(panel) == labels; });
}

/// Adds the entries of a legend below, in as many columns as the width from `left` on can hold,
/// and returns its height. The columns are centred if `centred`.
double add_below(Layout& layout, std::vector<PlottedSeries const*> const& entries, double left,
                 double width, double top, bool centred) {
  double const space = 0.2, column = legend_width(entries) + space;
  std::size_t const n = entries.size();
  auto const most = static_cast<std::size_t>(std::max(1.0, (width + space) / column));
  std::size_t const rows = (n + most - 1) / most, columns = (n + rows - 1) / rows;
  double const free = width + space - static_cast<double>(columns) * column;
  if (centred) left += std::max(0.0, free / 2);
  for (std::size_t i = 0; i < n; ++i) {
    if (i % rows == 0)
      layout.below.push_back({{}, left + static_cast<double>(i / rows) * column, top});
    layout.below.back().entries.push_back(entries[i]);
  }
  return static_cast<double>(rows) * legend_line + 0.06;
}

/// Chooses the place of each panel's legend and makes room for those below.
void place_legends(Layout& layout, std::vector<PlottedPanel> const& panels) {
  layout.inside.resize(panels.size());
  layout.rooms.assign((panels.size() + layout.columns - 1) / layout.columns, 0.0);
  std::vector<std::size_t> below;
  bool crowded = false, requested = false;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    PlottedPanel const& panel = panels[i];
    auto const entries = legend_entries(panel);
    if (panel.key == "off" || entries.empty()) continue;
    bool const is_place = panel.key != "below" && panel.key != "figure";
    auto const place = is_place
                           ? free_place(panel, panel.key, layout.axes_width(), layout.axes_height())
                           : std::nullopt;
    if (place)
      layout.inside[i] = {entries, place->left, place->top};
    else
      below.push_back(i);
    crowded = crowded || (is_place && !place);
    requested = requested || panel.key == "figure";
  }
  auto const common = all_entries(panels);
  if (!common.empty() && (requested || (crowded && have_equal_labels(panels, common.size())))) {
    layout.inside.assign(panels.size(), {});
    layout.height += add_below(layout, common, 0.1, layout.width - 0.2, layout.height, true);
    return;
  }
  for (std::size_t const i : below) {
    auto const entries = legend_entries(panels[i]);
    double const cell = layout.cell_width() * static_cast<double>(i % layout.columns);
    // A wide legend begins at the left edge of its cell.
    double const indent =
        std::clamp(layout.cell_width() - legend_width(entries) - 0.1, 0.05, layout.margins.left);
    double const top = layout.axes_top(i) + layout.axes_height() + layout.margins.bottom - 0.02;
    double& room = layout.rooms[i / layout.columns];
    room = std::max(room, add_below(layout, entries, cell + indent,
                                    layout.cell_width() - indent - 0.1, top, false));
  }
  layout.height += std::accumulate(layout.rooms.begin(), layout.rooms.end(), 0.0);
}

}  // namespace

double Layout::axes_left(std::size_t panel) const {
  return cell_width() * static_cast<double>(panel % columns) + margins.left;
}

double Layout::axes_top(std::size_t panel) const {
  auto const row = static_cast<std::ptrdiff_t>(panel / columns);
  return cell_height * static_cast<double>(row) + margins.top +
         std::accumulate(rooms.begin(), rooms.begin() + row, 0.0);
}

Layout lay_out(json const& figure, std::vector<PlottedPanel>& panels) {
  Layout layout{};
  layout.width = figure.at("width");
  layout.height = figure.at("height");
  layout.columns = std::max<std::size_t>(1, figure.value("columns", std::size_t{1}));
  double const largest = 100.0;  // inches; gnuplot's memory limits the size of a bitmap
  if (layout.width > largest || layout.height > largest)
    throw IoError(fmt::format("the figure is larger than {} inches", largest));
  std::size_t const rows = (panels.size() + layout.columns - 1) / layout.columns;
  layout.cell_height = layout.height / static_cast<double>(std::max<std::size_t>(1, rows));
  fit_axes(layout, panels);
  double widest_title = 0.0;
  for (PlottedPanel const& panel : panels)
    widest_title = std::max(widest_title, markup_width(panel.title) / points_per_inch);
  double const title_room = std::min(layout.axes_width() + 0.4, layout.cell_width() - 0.1);
  layout.title_size = std::clamp(title_room / std::max(widest_title, 0.01), 6.5, 9.0);
  place_legends(layout, panels);
  return layout;
}

}  // namespace rattleback::reports
