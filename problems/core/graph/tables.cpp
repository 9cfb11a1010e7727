#include "problems/core/graph/tables.hpp"

#include <cmath>

namespace rattleback::graph {

namespace {

/// The slope between two points of the same sign of slope: their harmonic mean, weighted by the
/// lengths of the intervals; 0 at an extremum.
Index inner_slope(Graph& g, Index h0, Index h1, Index slope0, Index slope1) {
  if (!(*g.fixed_value(slope0) * *g.fixed_value(slope1) > 0)) return g.constant(0);
  auto const twice = [&](Index h) { return g.multiply(g.constant(2), h); };
  Index const w0 = g.add(twice(h1), h0), w1 = g.add(h1, twice(h0));
  return g.divide(g.add(w0, w1), g.add(g.divide(w0, slope0), g.divide(w1, slope1)));
}

/// The slope at an end of the table, whose interval is h0 with slope0.
Index end_slope(Graph& g, Index h0, Index h1, Index slope0, Index slope1) {
  Index const near = g.multiply(g.add(g.multiply(g.constant(2), h0), h1), slope0);
  Index const slope = g.divide(g.subtract(near, g.multiply(h0, slope1)), g.add(h0, h1));
  double const value = *g.fixed_value(slope), s0 = *g.fixed_value(slope0);
  if (!(value * s0 > 0)) return g.constant(0);
  bool const turns = s0 * *g.fixed_value(slope1) <= 0;
  return turns && std::abs(value) > 3 * std::abs(s0) ? g.multiply(g.constant(3), slope0) : slope;
}

}  // namespace

Index step_of(Index x, Graph& g) {
  Index const half = g.divide(g.constant(1), g.constant(2));
  return g.add(half, g.multiply(half, g.apply(Operation::sign, x)));
}

Index interpolated(Table const& table, Index x, Graph& g) {
  auto const& at = table.arguments;
  auto const& values = table.values;
  std::size_t const intervals = at.size() - 1;
  std::vector<Index> lengths, slopes, derivatives(at.size());
  for (std::size_t i = 0; i < intervals; ++i) {
    lengths.push_back(g.subtract(at[i + 1], at[i]));
    slopes.push_back(g.divide(g.subtract(values[i + 1], values[i]), lengths[i]));
  }
  bool const is_cubic = table.interpolation == Interpolation::monotone_cubic && intervals > 1;
  if (is_cubic) {
    std::size_t const n = intervals;
    derivatives[0] = end_slope(g, lengths[0], lengths[1], slopes[0], slopes[1]);
    derivatives[n] = end_slope(g, lengths[n - 1], lengths[n - 2], slopes[n - 1], slopes[n - 2]);
    for (std::size_t i = 1; i < n; ++i)
      derivatives[i] = inner_slope(g, lengths[i - 1], lengths[i], slopes[i - 1], slopes[i]);
  }
  // max(x - x_i, 0). The difference of two of them is the part of x in interval i.
  auto const beyond = [&](std::size_t i) {
    Index const excess = g.subtract(x, at[i]);
    return g.product_where_not_zero(step_of(excess, g), excess);
  };
  Index sum = values[0], before = beyond(0);
  for (std::size_t i = 0; i < intervals; ++i) {
    Index const behind = beyond(i + 1), u = g.subtract(before, behind);
    before = behind;
    Index slope = slopes[i];
    if (is_cubic) {
      // slope of the chord from the left end: d_i + (3 s - 2 d_i - d_(i+1)) w + (...) w^2, w = u/h
      Index const d0 = derivatives[i], d1 = derivatives[i + 1], w = g.divide(u, lengths[i]);
      Index const one = g.subtract(slope, d0), other = g.subtract(slope, d1);
      Index const linear = g.add(g.add(one, one), other);
      Index const square = g.negate(g.add(one, other));
      slope = g.add(d0, g.multiply(w, g.add(linear, g.multiply(w, square))));
    }
    sum = g.add(sum, g.multiply(slope, u));
  }
  return sum;
}

}  // namespace rattleback::graph
