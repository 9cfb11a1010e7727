#pragma once
// Exact motion of a particle in R^3 with xdot + y zdot = 0 and of the same particle without the
// constraint, by Taylor series: nodes, velocities, action and multiplier along the way.

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <vector>

#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

/// Differences of what is computed in extended precision keep the digits of a double.
using Real = long double;
using Vector2 = Eigen::Matrix<Real, 2, 1>;
using Vector3 = Eigen::Matrix<Real, 3, 1>;
using Vector4 = Eigen::Matrix<Real, 4, 1>;

/// L = |v|^2/2 - stiffness |q|^2/2, and whether xdot + y zdot = 0 holds.
struct ExactSystem {
  Real stiffness = 1;
  bool constrained = true;

  /// The velocity in C_q with (ydot, zdot) = w.
  static Vector3 admissible(Vector3 const& q, Vector2 const& w) {
    return {-q[1] * w[1], w[0], w[1]};
  }
  /// lambda of qddot = -grad V + lambda (1, 0, y).
  Real multiplier(Vector3 const& q, Vector3 const& v) const {
    if (!constrained) return 0;
    return (stiffness * (q[0] + q[1] * q[2]) - v[1] * v[2]) / (1 + q[1] * q[1]);
  }
};

/// An exact motion from q with velocity v over the time h.
class Motion {
 public:
  Motion(ExactSystem const& system, Vector3 q, Vector3 v, Real h) {
    int const pieces = larger_or_nan(1, int(std::ceil(std::abs(h) / 0.15L)));
    piece_ = h / pieces;
    for (int k = 0; k < pieces; ++k) {
      expansions_.push_back(expansion(system, q, v));
      auto const& e = expansions_.back();
      q = value(e.q, piece_);
      v = slope(e.q, piece_);
    }
    end_ = q;
    end_velocity_ = v;
    for (int node = 0; node < nodes(); ++node) {
      auto const [t, weight] = gauss(node);
      auto const& e = expansions_[std::size_t(node / 10)];
      Vector3 const at = value(e.q, t), velocity = slope(e.q, t);
      action_ += weight * (velocity.squaredNorm() - system.stiffness * at.squaredNorm()) / 2;
      path_.push_back(at);
      forces_.push_back(system.multiplier(at, velocity) * Vector3(1, 0, at[1]));
      weights_.push_back(weight);
    }
  }

  Vector3 const& end() const { return end_; }
  Vector3 const& end_velocity() const { return end_velocity_; }
  Real action() const { return action_; }  ///< integral of L
  /// Positions, forces lambda A and weights at the nodes of a quadrature in time.
  std::vector<Vector3> const& path() const { return path_; }
  std::vector<Vector3> const& forces() const { return forces_; }
  std::vector<Real> const& weights() const { return weights_; }

 private:
  static constexpr int order = 26;
  struct Expansion {
    std::array<Vector3, order + 1> q;
  };

  static Expansion expansion(ExactSystem const& system, Vector3 const& q, Vector3 const& v) {
    Expansion e;
    e.q[0] = q;
    e.q[1] = v;
    // Coefficients of lambda and of 1 + y^2, and of the numerator of lambda.
    std::array<Real, order + 1> lambda{}, square{};
    for (int k = 0; k + 2 <= order; ++k) {
      Vector3 force = -system.stiffness * e.q[k];
      if (system.constrained) {
        Real numerator = system.stiffness * e.q[k][0];
        square[k] = k == 0 ? 1 : 0;
        for (int j = 0; j <= k; ++j) {
          numerator += system.stiffness * e.q[j][1] * e.q[k - j][2] -
                       (j + 1) * e.q[j + 1][1] * (k - j + 1) * e.q[k - j + 1][2];
          square[k] += e.q[j][1] * e.q[k - j][1];
        }
        for (int j = 0; j < k; ++j) numerator -= lambda[j] * square[k - j];
        lambda[k] = numerator / square[0];
        force[0] += lambda[k];
        for (int j = 0; j <= k; ++j) force[2] += lambda[j] * e.q[k - j][1];
      }
      e.q[k + 2] = force / ((k + 1) * (k + 2));
    }
    return e;
  }
  static Vector3 value(std::array<Vector3, order + 1> const& c, Real t) {
    Vector3 sum = c[order];
    for (int k = order; k-- > 0;) sum = c[k] + t * sum;
    return sum;
  }
  static Vector3 slope(std::array<Vector3, order + 1> const& c, Real t) {
    Vector3 sum = order * c[order];
    for (int k = order; k-- > 1;) sum = k * c[k] + t * sum;
    return sum;
  }

  int nodes() const { return 10 * int(expansions_.size()); }
  /// Time within its piece, and weight, of a node of Gauss's rule with ten nodes a piece.
  std::pair<Real, Real> gauss(int node) const {
    constexpr std::array<Real, 5> x{
        0.148874338981631210884826001130L, 0.433395394129247190799265943166L,
        0.679409568299024406234327365115L, 0.865063366688984510732096688423L,
        0.973906528517171720077964012084L};
    constexpr std::array<Real, 5> w{
        0.295524224714752870173815619189L, 0.269266719309996355091226921569L,
        0.219086362515982043995534934228L, 0.149451349150580593145863396958L,
        0.066671344308688137593568809893L};
    int const k = node % 10;
    Real const side = k < 5 ? 1 : -1;
    return {piece_ * (1 + side * x[std::size_t(k % 5)]) / 2, piece_ * w[std::size_t(k % 5)] / 2};
  }

  Real piece_ = 0, action_ = 0;
  std::vector<Expansion> expansions_;
  Vector3 end_, end_velocity_;
  std::vector<Vector3> path_, forces_;
  std::vector<Real> weights_;
};

/// Derivative at 0, of sixth order in the difference.
template <class F>
auto difference(F const& f, Real d = 4e-3L) {
  using Value = std::decay_t<decltype(f(d))>;
  return Value((45 * (f(d) - f(-d)) - 9 * (f(2 * d) - f(-2 * d)) + (f(3 * d) - f(-3 * d))) /
               (60 * d));
}

/// x that makes A x nearest to b, by the normal equations (A is well conditioned here).
template <int m, int n>
Eigen::Matrix<Real, n, 1> least_squares(Eigen::Matrix<Real, m, n> const& A,
                                        Eigen::Matrix<Real, m, 1> const& b) {
  Eigen::Matrix<Real, n, n> const square = A.transpose() * A;
  return square.inverse() * (A.transpose() * b);
}

/// Motions that leave a fixed point: the fibre of s over q0, or, run backwards, of t over q2.
struct Fibre {
  ExactSystem system;
  Vector3 base;
  Real h;

  Motion motion(Vector2 const& w) const {
    return {system, base, ExactSystem::admissible(base, w), h};
  }
  /// Columns span the space V of (7.7): derivatives of the end point by the velocity at the base.
  Eigen::Matrix<Real, 3, 2> tangents(Vector2 const& w) const {
    Eigen::Matrix<Real, 3, 2> columns;
    for (int j = 0; j < 2; ++j)
      columns.col(j) =
          difference([&](Real s) { return Vector3(motion(w + s * Vector2::Unit(j)).end()); });
    return columns;
  }
  /// The change of w that moves the end point along u in V.
  Vector2 towards(Vector2 const& w, Vector3 const& u) const {
    return least_squares(tangents(w), u);
  }
  /// Derivative of the exact discrete Lagrangian when the end point moves along u, (7.4).
  Real lagrangian_slope(Vector2 const& w, Vector2 const& dw) const {
    return difference([&](Real s) { return motion(w + s * dw).action(); });
  }
  /// F^+ or F^- of (7.10), (7.11): the work of the constraint force on the varied motion.
  Real impulse(Vector2 const& w, Vector2 const& dw) const {
    auto const middle = motion(w);
    Real work = 0;
    for (std::size_t k = 0; k < middle.path().size(); ++k)
      work += middle.weights()[k] * middle.forces()[k].dot(difference([&](Real s) {
        return Vector3(motion(w + s * dw).path()[k]);
      }));
    return work;
  }
};

/// Newton's method on n equations with difference quotients; least squares for more equations.
template <int n, class F>
Eigen::Matrix<Real, n, 1> solved(Eigen::Matrix<Real, n, 1> x, F const& residual) {
  for (int iteration = 0; iteration < 30; ++iteration) {
    auto const r = residual(x);
    Eigen::Matrix<Real, std::decay_t<decltype(r)>::RowsAtCompileTime, n> jacobian;
    for (int j = 0; j < n; ++j)
      jacobian.col(j) = difference([&](Real s) {
        return std::decay_t<decltype(r)>(residual(x + s * Eigen::Matrix<Real, n, 1>::Unit(j)));
      });
    Eigen::Matrix<Real, n, 1> const change = least_squares(jacobian, r);
    x -= change;
    if (change.norm() < 1e-17L) break;
  }
  return x;
}

}  // namespace rattleback::mclachlan_perlmutter_2006
