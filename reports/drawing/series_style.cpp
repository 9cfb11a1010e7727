#include "reports/drawing/series_style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/io_error.hpp"

namespace rattleback::reports {
namespace {

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

}  // namespace

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

std::string key_style(SeriesLook const& series) {
  if (series.style == "dots") return dots_style(look_of(series.role, series.index), 0.35);
  SeriesLook sample = series;
  sample.points = 1;  // a sample has one mark, however many the curve omits
  return series_style(sample);
}

}  // namespace rattleback::reports
