#pragma once
// Files of trajectories: CSV, NumPy arrays, and whether they can be written at all.

#include <string>
#include <vector>

#include "integrators/core/registry.hpp"

namespace rattleback {

enum class OutputFormat { csv, npy, json };

/// The format that the ending of `path` names. Throws Misuse when there is none of it or when the
/// file could not be written; leaves nothing behind.
OutputFormat checked_output(std::string const& path);

/// Columns t, coordinates, velocities, energy and other invariants.
template <class S>
struct Rows {
  std::vector<std::string> columns;
  std::vector<std::vector<S>> rows;
};

/// Hamiltonized times of the rows; empty where a run has none.
template <class S>
std::vector<S> const& taus_of(Trajectory<S> const& trajectory) {
  return trajectory.taus;
}
template <class S>
std::vector<S> taus_of(SectionPoints<S> const&) {
  return {};
}

/// Rows of the nodes that a run kept, or of its crossings of a section.
template <class S, class Points>
Rows<S> rows_of(ProblemCard const& problem, Trajectory<S> const& trajectory, Points const& points) {
  Rows<S> table{{"t"}, {}};
  auto const append = [](auto& to, auto const& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(table.columns, problem.coordinates);
  append(table.columns, problem.velocities);
  for (auto const& invariant : trajectory.invariants) table.columns.push_back(invariant.name);
  auto const& taus = taus_of(points);
  if (!taus.empty()) table.columns.push_back("tau");
  for (std::size_t i = 0; i < points.times.size(); ++i) {
    std::vector<S> row{points.times[i]};
    append(row, points.q[i]);
    append(row, points.v[i]);
    append(row, points.invariant_values[i]);
    if (!taus.empty()) row.push_back(taus[i]);
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// A header line and one line a row: shortest decimals that read back, in quad 33 digits.
template <class S>
std::string csv_text(Rows<S> const& table);

/// A NumPy file: a two-dimensional array of little-endian doubles, one row a node.
template <class S>
std::string npy_text(Rows<S> const& table);

}  // namespace rattleback
