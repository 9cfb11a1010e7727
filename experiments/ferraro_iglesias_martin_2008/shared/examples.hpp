#pragma once
// Examples of section 5 in the paper's own coordinates: metric, constraints, Lagrangian and
// projectors as printed.

#include "experiments/ferraro_iglesias_martin_2008/shared/runs.hpp"
#include "experiments/theory/jet.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

using Number = Jet<Quad>;  ///< quad number with exact derivatives in two directions
using Numbers = VectorOf<Number>;

/// Metric and constraint forms at a point. The rows of `forms` are the forms mu^a.
struct Geometry {
  Matrix metric, forms;

  Matrix gradients() const;  ///< vectors Z^a = G^-1 mu^a, one per column
  Matrix projector() const;  ///< projector Q of section 2, C_ab Z^a (x) mu^b; Q* is its transpose
  /// Distance of Q from the orthogonal projector onto the span of the columns.
  double distance_from_span(Matrix const& columns) const;
};

/// Example of section 5.
struct Example {
  std::string name;
  long n;                                                         ///< dimension
  std::function<MatrixOf<Number>(Numbers const&)> metric, forms;  ///< functions of q
  std::function<Number(Numbers const&)> lagrangian;  ///< Lagrangian as printed, function of (q, v)

  Geometry at(Vector const& q) const;
  /// Geometry with the second derivatives of the Lagrangian in place of the printed metric.
  Geometry by_lagrangian(Vector const& q) const;
};

struct SnakeboardData {
  Quad m = 2, r = Quad(1) / 2, J = Quad(4) / 10, J0 = Quad(3) / 10, J1 = Quad(5) / 100;

  Quad total() const { return J + 2 * J1; }  ///< total inertia J'
};

struct SleighData {
  Quad m = 1, I = 1, a = Quad(2) / 10;

  Quad inertia() const { return I + m * a * a; }  ///< inertia about the point of contact
};

/// Lagrangian of example 3 as printed, a function of (q, v).
template <class T>
T sleigh_lagrangian(VectorOf<T> const& state, SleighData const& data = {}) {
  T const s = sin(state[2]), c = cos(state[2]), m(data.m), I(data.I), a(data.a);
  auto const v = state.tail(3);
  return m / 2 *
             (v[0] * v[0] - 2 * a * v[2] * v[0] * s + v[1] * v[1] + 2 * a * v[2] * v[1] * c +
              a * a * v[2] * v[2]) +
         I / 2 * v[2] * v[2];
}

Example particle();
Example snakeboard(SnakeboardData const& data = {});
Example sleigh(SleighData const& data = {});
inline std::vector<Example> examples() { return {particle(), snakeboard(), sleigh()}; }

/// True if the least eigenvalue of a symmetric matrix is at most 1e-6 of the largest.
inline bool is_singular(Matrix const& C) {
  Vector const all = symmetric_eigenvalues(C);
  return !(all[0] > Quad(1e-6) * all[all.size() - 1]);
}

/// Random point with coordinates in (-1.3, 1.3), for which the constraints of the snakeboard are
/// independent.
Vector random_point(Random& random, long n);
/// Random data of an example: masses, lengths and moments in (0.28, 1.72).
SnakeboardData random_snakeboard(Random& random);
SleighData random_sleigh(Random& random);

/// Direction (a, b, c) of example 2: (x', y', theta') on the constraints.
Vector3 snakeboard_direction(Vector const& q, SnakeboardData const& data = {});
/// Configuration with theta = pi/2, for which a = 0.
Vector snakeboard_with_a_zero();
/// Projector Q as printed in example 2.
Matrix printed_snakeboard_projector(Vector const& q, SnakeboardData const& data = {});
/// Two vectors of example 2 that span the complement of D.
Matrix printed_snakeboard_complement(Vector const& q, SnakeboardData const& data = {});
/// Projector Q* as printed in example 3.
Matrix3 printed_sleigh_dual_projector(Vector const& q, SleighData const& data = {});

}  // namespace rattleback::ferraro_iglesias_martin_2008
