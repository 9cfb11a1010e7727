#pragma once
// Runs of this paper's method and what is read off them, in double or with 113 bits.

#include <quadmath.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "experiments/core/experiment.hpp"
#include "experiments/core/quad_matrix.hpp"
#include "problems/core/extremes.hpp"

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

/// A run that keeps every node.
struct Run {
  std::string problem, case_name, method;
  RawQuad step = 0;
  long steps = 0;
  std::string start = "exact";
  Options options = {};
  std::vector<std::pair<std::string, RawQuad>> parameters = {};

  RunSpec spec() const {
    RunSpec s;
    s.setting.case_name = case_name;
    s.setting.parameters = parameters;
    s.start = start;
    s.options = options;
    s.step = step;
    s.steps = steps;
    s.every = 1;
    return s;
  }
  Trajectory<double> in_double() const {
    return find_problem(problem).method(method).integrate(spec());
  }
  Trajectory<RawQuad> in_quad() const {
    return find_problem(problem).method(method).integrate_quad(spec());
  }
};

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

/// Largest less smallest, over the first.
template <class T>
double relative_spread(std::vector<T> const& values) {
  auto const [low, high] = minmax_element_or_nan(values.begin(), values.end());
  return double(T((*high - *low) / abs(values.front())));
}

/// Largest absolute entry.
template <class Matrix>
double largest_entry(Matrix const& m) {
  return double(m.cwiseAbs().template maxCoeff<Eigen::PropagateNaN>());
}

/// Keeps the largest of what it is given; not a number counts as largest.
struct Largest {
  double value = 0;
  void operator()(double x) {
    if (!(x <= value)) value = x;
  }
};

/// Of a quad number; hundreds of steps and divisions by h^2 cost some six of its 34 digits.
inline constexpr double quad_epsilon = 0x1p-112;

/// What `value` says to 113 bits.
inline Measured of_quad(double value, std::string words, double steps = 1) {
  return {.value = value, .words = std::move(words), .steps = steps, .epsilon = quad_epsilon};
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
