#pragma once
// Runs of the paper's method, with their nodes and momenta.

#include "experiments/measure/largest_values.hpp"
#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

using namespace theory;
using theory::Quad;

using Options = std::vector<std::pair<std::string, std::string>>;

/// Returns a run of `steps` steps of size h with every node recorded.
inline Run run_of(std::string problem, std::string case_name, std::string method, RawQuad h,
                  long steps, std::string start = "exact", Options options = {}) {
  return {.problem = std::move(problem),
          .method = std::move(method),
          .case_name = std::move(case_name),
          .step = h,
          .steps = steps,
          .start = std::move(start),
          .options = std::move(options)};
}

/// Nodes of a run, in the number type T.
template <class T, class S>
std::vector<VectorOf<T>> nodes_of(Trajectory<S> const& run) {
  std::vector<VectorOf<T>> nodes;
  for (auto const& q : run.q) nodes.push_back(vector_of<T>(q));
  return nodes;
}

/// Momenta at a node: of the interval before it (p_plus), of the interval after it (p), and their
/// mean.
struct Momenta {
  Vector p, p_plus, average;
};

/// Nodes 0, 1, ... of a run, and momenta at nodes 1, 2, ...
struct DiscreteMotion {
  std::vector<Vector> q;
  std::vector<Momenta> momenta;

  template <class S>
  explicit DiscreteMotion(Trajectory<S> const& run) : q(nodes_of<Quad>(run)) {
    for (auto const& row : run.diagnostics) {
      long const n = long(row.size()) / 4;  // the last quarter is the velocity of the interval
      momenta.push_back(
          {vector_of<Quad>(row, 0, n), vector_of<Quad>(row, n, n), vector_of<Quad>(row, 2 * n, n)});
    }
  }
};

}  // namespace rattleback::ferraro_iglesias_martin_2008
