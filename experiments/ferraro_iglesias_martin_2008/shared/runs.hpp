#pragma once
// Runs of this paper's method and what is read off them, in double or with 113 bits.

#include <fmt/format.h>
#include <quadmath.h>

#include <Eigen/LU>

#include "experiments/core/experiment.hpp"
#include "experiments/core/series.hpp"
#include "experiments/theory/numbers.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

using Quad = RawQuad;
using std::abs, std::cos, std::log, std::sin, std::sqrt;
inline Quad cos(Quad x) { return cosq(x); }
inline Quad log(Quad x) { return logq(x); }
inline Quad sin(Quad x) { return sinq(x); }
inline Quad sqrt(Quad x) { return sqrtq(x); }

template <class T, int n>
using Vector = Eigen::Matrix<T, n, 1>;

using Options = std::vector<std::pair<std::string, std::string>>;

/// `steps` steps of h that keep every node.
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

template <class T, int n, class S>
Vector<T, n> vector_of(std::vector<S> const& numbers, std::size_t from = 0) {
  Vector<T, n> v;
  for (int i = 0; i < n; ++i) v[i] = T(numbers.at(from + std::size_t(i)));
  return v;
}

template <class T, int n, class S>
std::vector<Vector<T, n>> nodes_of(Trajectory<S> const& run) {
  std::vector<Vector<T, n>> nodes;
  for (auto const& q : run.q) nodes.push_back(vector_of<T, n>(q));
  return nodes;
}

/// Momenta at node k, of the intervals that end (p_plus) and start (p) there.
template <class T, int n>
struct Momenta {
  Vector<T, n> p, p_plus, average, interval_velocity;
};

/// Of nodes 1, 2, ...
template <class T, int n, class S>
std::vector<Momenta<T, n>> momenta_of(Trajectory<S> const& run) {
  std::vector<Momenta<T, n>> all;
  for (auto const& row : run.diagnostics)
    all.push_back({vector_of<T, n>(row), vector_of<T, n>(row, n), vector_of<T, n>(row, 2 * n),
                   vector_of<T, n>(row, 3 * n)});
  return all;
}

/// Largest absolute entry.
template <class Matrix>
double largest_entry(Matrix const& m) {
  return double(m.cwiseAbs().template maxCoeff<Eigen::PropagateNaN>());
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
