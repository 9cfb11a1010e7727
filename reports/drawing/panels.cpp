#include "reports/drawing/panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

#include "base/files/files.hpp"
#include "base/formulas/formulas.hpp"
#include "base/io_error.hpp"
#include "reports/results/description.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

// ---- curves in CSV files ----

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    std::size_t const end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string_view trimmed(std::string_view text) {
  std::size_t const first = text.find_first_not_of(" \t\r\"");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\"") - first + 1);
}

std::size_t column_index(std::vector<std::string_view> const& header, std::string_view name,
                         std::filesystem::path const& path) {
  auto const found = std::find_if(header.begin(), header.end(),
                                  [&](std::string_view entry) { return trimmed(entry) == name; });
  if (found == header.end()) {
    throw IoError(fmt::format("{} has no column {}", path.string(), name));
  }
  return static_cast<std::size_t>(found - header.begin());
}

double number_at(std::vector<std::string_view> const& row, std::size_t column,
                 std::filesystem::path const& path, std::size_t line) {
  std::string const text(column < row.size() ? trimmed(row[column]) : std::string_view{});
  char* end = nullptr;
  double const value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') {
    throw IoError(fmt::format("{}:{}: \"{}\" is not a number", path.string(), line, text));
  }
  return value;
}

}  // namespace

std::vector<Curve> read_curves(std::filesystem::path const& path, CurveColumns const& columns) {
  std::string const text = read_text(path);
  std::vector<std::string_view> const lines = split(text, '\n');
  std::vector<std::string_view> const header = split(lines.front(), ',');
  std::size_t const x_column = column_index(header, columns.x, path);
  std::size_t const y_column = column_index(header, columns.y, path);
  bool const grouped = !columns.group.empty();
  std::size_t const group_column = grouped ? column_index(header, columns.group, path) : 0;

  auto const plottable = [](double value, bool logarithmic) {
    return std::isfinite(value) && (!logarithmic || value > 0.0);
  };
  std::vector<Curve> curves;
  std::map<double, std::size_t> open_curves;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (trimmed(lines[i]).empty()) continue;
    std::vector<std::string_view> const row = split(lines[i], ',');
    double const x = number_at(row, x_column, path, i + 1);
    double const y = number_at(row, y_column, path, i + 1);
    double const group = grouped ? number_at(row, group_column, path, i + 1) : 0.0;
    if (std::isnan(group)) continue;  // NaN does not equal itself, so it cannot be a key
    if (!plottable(x, columns.logarithmic_x) || !plottable(y, columns.logarithmic_y)) {
      open_curves.erase(group);
      continue;
    }
    auto const [open, is_new] = open_curves.try_emplace(group, curves.size());
    if (is_new) curves.push_back({{}, {}, group});
    curves[open->second].x.push_back(x);
    curves[open->second].y.push_back(y);
  }
  return curves;
}

std::size_t count_points(std::vector<Curve> const& curves) {
  std::size_t count = 0;
  for (Curve const& curve : curves) count += curve.x.size();
  return count;
}

void write_curves(std::filesystem::path const& path, std::vector<Curve> const& curves) {
  std::string text;
  for (Curve const& curve : curves) {
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      fmt::format_to(std::back_inserter(text), "{} {}\n", curve.x[i], curve.y[i]);
    }
    text += '\n';
  }
  write_text(path, text);
}

namespace {

// An SVG needs about 60 bytes per point and about 14 per corner of a line.
constexpr std::size_t most_vector_points = 5'000;
constexpr std::size_t most_vector_corners = 30'000;

// ---- line and point styles of series, distinct in black and white and by colour ----

/// Role of a series in its panel.
enum class Role { ordinary, emphasised, background };

/// Look of a series.
struct SeriesLook {
  /// "lines", "hairlines", "points", "linespoints", "dots", "rises", "falls" or "crosses".
  std::string style;
  Role role = Role::ordinary;
  std::size_t index = 0;     ///< number of colour, dashes and mark
  std::size_t points = 1;    ///< number of points of a curve
  bool large_marks = false;  ///< in a table of marks, or of a few points
};

struct Look {
  char const* colour;
  char const* dashes;
  double width;
  int point;
};

// Colours of Okabe and Ito, ordered so that neighbours also differ in grey level.
constexpr std::array<Look, 7> looks{{{"#000000", "solid", 1.0, 7},
                                     {"#d55e00", "(9,4)", 1.2, 4},
                                     {"#56b4e9", "solid", 2.0, 9},
                                     {"#0072b2", "(2.5,2.5)", 1.3, 6},
                                     {"#e69f00", "(10,3,2,3)", 1.6, 13},
                                     {"#009e73", "(5,3)", 1.0, 8},
                                     {"#cc79a7", "(10,3,2,3,2,3)", 1.3, 11}}};

constexpr Look background{"#a8a8a8", "solid", 0.35, 7};

Look look_of(Role role, std::size_t index) {
  if (role == Role::background) return background;
  // Other pairs of colour, dashes and mark follow when the colours are used up.
  std::size_t const cycle = index / looks.size();
  Look look = looks[index % looks.size()];
  look.dashes = looks[(index + 2 * cycle) % looks.size()].dashes;
  look.point = looks[(index + 3 * cycle) % looks.size()].point;
  if (role == Role::emphasised) {
    look.dashes = "solid";
    look.width = 2.6;
  }
  return look;
}

std::string dots_style(Look const& look, double size) {
  return fmt::format("with points pt 7 ps {} lw 0.1 lc rgb '{}'", size, look.colour);
}

/// Returns gnuplot's "with ..." clause. Throws IoError for any other style.
std::string series_style(SeriesLook const& series) {
  auto const& style = series.style;
  Look const look = look_of(series.role, series.index);
  std::string const line =
      fmt::format("lc rgb '{}' dt {} lw {}", look.colour, look.dashes, look.width);
  double const growth = series.role == Role::emphasised ? 1.5 : 1.0;
  if (style == "lines") return "with lines " + line;
  if (style == "hairlines") return fmt::format("with lines lc rgb '{}' lw 0.4", look.colour);
  if (style == "dots") return dots_style(look, 0.08 * growth);
  if (style == "points")
    return fmt::format("with points pt {} ps {} lc rgb '{}' lw 0.9", look.point,
                       (series.large_marks ? 0.75 : 0.5) * growth, look.colour);
  if (style == "rises" || style == "falls") {  // triangles up and down
    return fmt::format("with points pt {} ps 0.9 lc rgb '{}' lw 0.8", style == "rises" ? 9 : 11,
                       style == "rises" ? "#d55e00" : "#0072b2");
  }
  if (style == "crosses")
    return fmt::format("with points pt 2 ps 0.8 lc rgb '{}' lw 1.6", look.colour);
  if (style == "linespoints") {
    std::size_t const marks = 20;
    return fmt::format("with linespoints pt {} ps {} {} pointinterval {}", look.point,
                       0.55 * growth, line, std::max<std::size_t>(1, series.points / marks));
  }
  throw IoError(fmt::format("\"{}\" is not a valid style of a series", style));
}

/// Returns the clause for the sample in the legend: as series_style(), but with larger dots.
std::string key_style(SeriesLook const& series) {
  if (series.style == "dots") return dots_style(look_of(series.role, series.index), 0.35);
  SeriesLook sample = series;
  sample.points = 1;  // a sample has one mark, however many the curve omits
  return series_style(sample);
}

// ---- panels ----

/// True if the axes are coordinates of a plane, such as x and y or ω_1 and ω_2, by their labels.
bool is_plane(std::string x, std::string const& y) {
  std::set<std::string> const lengths{"$x$", "$y$", "$z$"};
  if (x == y) return false;
  if (lengths.count(x) != 0 && lengths.count(y) != 0) return true;
  std::replace(x.begin(), x.end(), '1', '2');
  return x == y;
}

std::string markup_of(std::string const& text) {
  return formulas::figure_markup(formulas::read_text(text));
}
/// Returns a text of the figure in gnuplot's markup.
std::string markup_at(json const& source, char const* key) {
  return markup_of(source.value(key, ""));
}

/// Returns an axis with `names` as tics at 1, 2, ..., `names`.size().
Axis axis_of_names(std::vector<std::string> const& names) {
  Axis axis;
  axis.named = true;
  axis.low = 0.5;
  axis.high = double(names.size()) + 0.5;
  for (std::string const& name : names)
    axis.tics.push_back({double(axis.tics.size() + 1), markup_of(name)});
  return axis;
}

/// Allocator of style numbers: one per label, distinct within a panel.
class LookNumbers {
 public:
  void start_panel(std::vector<json> const& series_list) {
    used_.clear();
    for (json const& series : series_list) {
      auto const known = numbers_.find(series.value("label", ""));
      if (known != numbers_.end()) used_.insert(known->second);
    }
  }

  std::size_t number(std::string const& label) {
    auto const known = numbers_.find(label);
    if (known != numbers_.end()) return known->second;
    std::size_t free = 0;
    while (used_.count(free) != 0) ++free;
    used_.insert(free);
    if (!label.empty()) numbers_[label] = free;
    return free;
  }

 private:
  std::map<std::string, std::size_t> numbers_;
  std::set<std::size_t> used_;
};

/// Returns the series of a panel. A series of groups whose label is a list "A | B | ..." becomes
/// one series for each group, in the order of the groups' values. Those without a name are
/// background.
std::vector<json> series_by_name(json const& panel) {
  std::string const separator = " |";
  std::vector<json> all;
  for (json const& series : panel.at("series")) {
    std::string names = series.value("label", "");
    if (series.value("group", "").empty() || names.find(separator) == std::string::npos) {
      all.push_back(series);
      continue;
    }
    names += separator;
    for (std::size_t rank = 0, end; (end = names.find(separator)) != std::string::npos; ++rank) {
      json one = series;
      std::size_t const begin = names.find_first_not_of(' ');
      std::string const name = begin < end ? names.substr(begin, end - begin) : "";
      one["label"] = name;
      one["rank"] = rank;
      if (name.empty()) one["background"] = true;
      all.push_back(one);
      names.erase(0, end + separator.size());
    }
  }
  return all;
}

/// Keeps only the curves of the group with the number `rank`.
void select_group(std::vector<Curve>& curves, std::size_t rank) {
  std::set<double> groups;
  for (Curve const& curve : curves) groups.insert(curve.group);
  std::erase_if(curves, [&](Curve const& curve) {
    return static_cast<std::size_t>(std::distance(groups.begin(), groups.find(curve.group))) !=
           rank;
  });
}

Role role_of(json const& series, bool panel_has_emphasis) {
  if (series.value("emphasis", false)) return Role::emphasised;
  if (series.value("background", false)) return Role::background;
  bool const grouped = !series.value("group", "").empty() && !series.contains("rank");
  return grouped && panel_has_emphasis ? Role::background : Role::ordinary;
}

PlottedPanel read_panel(json const& source, std::filesystem::path const& experiment_folder,
                        std::filesystem::path const& scratch_folder, std::size_t panel_number,
                        LookNumbers& looks) {
  PlottedPanel panel{markup_at(source, "title"),
                     markup_at(source, "x_label"),
                     markup_at(source, "y_label"),
                     source.value("key", "off"),
                     source.value("equal", false) ? Aspect::equal : Aspect::free,
                     {},
                     {},
                     {}};
  bool const logarithmic_x = is_logarithmic(source.value("x_scale", "linear"));
  bool const logarithmic_y = is_logarithmic(source.value("y_scale", "linear"));

  std::vector<json> const listed = series_by_name(source);
  std::vector<json> ordered = listed;
  auto const plain = [](json const& series) { return !series.value("emphasis", false); };
  auto const is_behind = [](json const& series) { return series.value("background", false); };
  std::stable_partition(ordered.begin(), ordered.end(), is_behind);
  auto const first_emphasised = std::stable_partition(ordered.begin(), ordered.end(), plain);
  bool const has_emphasis = first_emphasised != ordered.end();

  // The numbers follow the order of the file, not the drawing order.
  looks.start_panel(listed);
  std::map<json, std::size_t> numbers;
  bool only_lines = true;
  for (json const& series : listed) {
    if (role_of(series, has_emphasis) != Role::background) {
      numbers[series] = looks.number(series.value("like", series.value("label", "")));
    }
    std::string const style = series.at("style");
    only_lines = only_lines && (style == "lines" || style == "hairlines");
  }

  std::vector<double> all_x, all_y;
  for (json const& series : ordered) {
    std::vector<Curve> curves = read_curves(
        experiment_folder / data_file(series),
        {series.at("x"), series.at("y"), series.value("group", ""), logarithmic_x, logarithmic_y});
    if (series.contains("rank")) select_group(curves, series.at("rank"));
    for (Curve const& curve : curves) {
      all_x.insert(all_x.end(), curve.x.begin(), curve.x.end());
      all_y.insert(all_y.end(), curve.y.begin(), curve.y.end());
    }
    std::string const file = fmt::format("series_{}_{}.txt", panel_number, panel.series.size());
    write_curves(scratch_folder / file, curves);

    std::string const style = series.at("style");
    std::size_t const points = count_points(curves);
    std::size_t const points_per_curve = points / std::max<std::size_t>(1, curves.size());
    bool const as_line = style == "lines" || style == "hairlines" || style == "linespoints";
    bool const heavy = points > (as_line ? most_vector_corners : most_vector_points);
    Role const role = role_of(series, has_emphasis);
    std::size_t const few = 3;
    bool const large_marks =
        points <= few || source.contains("x_names") || source.contains("y_names");
    SeriesLook const look{style, role, numbers[series], points_per_curve, large_marks};
    panel.series.push_back({file, series_style(look), key_style(look), markup_at(series, "label"),
                            heavy, as_line, std::move(curves)});
  }
  panel.x =
      choose_axis(source.value("x_range", json()), logarithmic_x, all_x, only_lines ? 0.0 : 0.03);
  panel.y = choose_axis(source.value("y_range", json()), logarithmic_y, all_y, 0.05);
  if (panel.aspect == Aspect::free && !logarithmic_x && !logarithmic_y &&
      is_plane(source.value("x_label", ""), source.value("y_label", "")))
    panel.aspect = Aspect::equal_if_close;
  if (source.contains("x_names")) panel.x = axis_of_names(source.at("x_names"));
  if (source.contains("y_names")) panel.y = axis_of_names(source.at("y_names"));
  return panel;
}

}  // namespace

bool PlottedPanel::has_heavy_series() const {
  return std::any_of(series.begin(), series.end(), [](auto const& s) { return s.heavy; });
}

std::vector<PlottedPanel> read_panels(json const& figure,
                                      std::filesystem::path const& experiment_folder,
                                      std::filesystem::path const& scratch_folder) {
  std::vector<PlottedPanel> panels;
  LookNumbers looks;
  for (json const& source : figure.at("panels")) {
    panels.push_back(read_panel(source, experiment_folder, scratch_folder, panels.size(), looks));
  }
  return panels;
}

}  // namespace rattleback::reports
