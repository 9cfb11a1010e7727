#include "reports/drawing/layout/occupancy.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace rattleback::reports {
namespace {

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

}  // namespace

bool Rectangle::meets_segment(double x0, double y0, double x1, double y1) const {
  return clip(*this, x0, y0, x1, y1).has_value();
}

Occupancy::Occupancy() : cells_(cells * cells) {}

void Occupancy::add_point(double x, double y) {
  if (!(x >= 0.0 && x <= 1.0 && y >= 0.0 && y <= 1.0)) return;
  cells_[static_cast<std::size_t>(cell_of(y) * cells + cell_of(x))] = 1;
}

void Occupancy::add_segment(double x0, double y0, double x1, double y1) {
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

long Occupancy::covered(Rectangle const& area) const {
  long count = 0;
  for (int row = cell_of(area.low); row <= cell_of(area.high); ++row) {
    auto const first = cells_.begin() + row * cells;
    count += std::count(first + cell_of(area.left), first + cell_of(area.right) + 1, 1);
  }
  return count;
}

}  // namespace rattleback::reports
