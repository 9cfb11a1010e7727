#include "program/figures/row_thinning.hpp"

#include <algorithm>
#include <cmath>

#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

void RowParts::raise(std::vector<double>& row, std::vector<double> const& other) const {
  for (std::size_t i = first_error_; i < row.size(); ++i) row[i] = larger_or_nan(row[i], other[i]);
}

FirstOscillations::FirstOscillations(std::size_t first, std::size_t end)
    : first_(first), components_(end - first) {}

void FirstOscillations::follow(Component& c, double value) {
  c.low = std::min(c.low, value);
  c.high = std::max(c.high, value);
  size_ = std::max({size_, std::abs(c.low), std::abs(c.high)});
  double const range = c.high - c.low;
  if (range <= 1e-6 * size_) return;  // constant up to rounding
  double const moved = value - c.extreme;
  if (c.direction == 0) {
    c.direction = moved > 0 ? 1 : -1;
    c.extreme = value;
  } else if (moved * c.direction > 0) {
    c.extreme = value;
  } else if (std::abs(moved) > 0.1 * range) {
    c.direction = -c.direction;
    c.extreme = value;
    most_turns_ = std::max(most_turns_, ++c.turns);
  }
}

void FirstOscillations::add(std::vector<double> const& row) {
  long const shown_turns = 40;
  std::size_t const most_rows = 4000;
  bool const is_first = seen_ == 0;
  for (std::size_t i = 0; i < components_.size(); ++i) {
    double const value = row[first_ + i];
    if (!std::isfinite(value)) continue;
    if (is_first) components_[i] = {value, value, value, 0, 0};
    follow(components_[i], value);
  }
  if (most_turns_ <= shown_turns && seen_ % stride_ == 0) rows_.push_back(row);
  ++seen_;
  if (rows_.size() < most_rows) return;
  for (std::size_t i = 1; 2 * i < rows_.size(); ++i) rows_[i] = std::move(rows_[2 * i]);
  rows_.resize((rows_.size() + 1) / 2);
  stride_ *= 2;
}

}  // namespace rattleback
