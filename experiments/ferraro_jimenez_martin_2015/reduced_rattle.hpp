#pragma once
// The reduced GNI equations (30) and their RATTLE form (37) on R^2 x SE(2), for a snakeboard: x =
// (psi, phi), xi = (v1, v2, w), the constraints act on xi alone (mu = 0, eta of phi).

#include "experiments/ferraro_jimenez_martin_2015/retraction_maps.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

using Two = Eigen::Vector2d;
using Three = Eigen::Vector3d;
using Five = Eigen::Matrix<double, 5, 1>;

/// What (37c) multiplies with: the block (G^-1)^ij as printed, or the inverse of the block G_ij.
enum class Block { of_inverse, inverse_of };

/// The catalogue's snakeboard with its data, or one whose rotor is carried by the board: its
/// kinetic energy is J0 (w + psi')^2/2, so that G_it does not vanish. A spring may hold the wheels.
struct BoardWithRotor {
  bool coupled = false;
  double stiffness = 0;
  double m = 2, r = 0.5, inertia = 0.5, J0 = 0.3, two_J1 = 0.1;

  /// G, first x and then xi.
  Eigen::Matrix<double, 5, 5> metric() const {
    Eigen::Matrix<double, 5, 5> G = Eigen::Matrix<double, 5, 5>::Zero();
    G.diagonal() << J0, two_J1, m, m, inertia;
    if (coupled) {
      G(4, 4) += J0;
      G(0, 4) = G(4, 0) = J0;
    }
    return G;
  }
  Eigen::Matrix<double, 5, 5> inverse_metric() const {
    Eigen::Matrix<double, 5, 5> result;
    for (int j = 0; j < 5; ++j) result.col(j) = linear_solution<double, 5>(metric(), Five::Unit(j));
    return result;
  }
  Two V_x(Two const& x) const { return {0, stiffness * x[1]}; }
  Eigen::Matrix<double, 2, 3> eta(Two const& x) const {
    double const c = std::cos(x[1]), s = std::sin(x[1]);
    Eigen::Matrix<double, 2, 3> rows;
    rows << s, -c, r * c, -s, -c, -r * c;
    return rows;
  }
};

/// Node k and the velocities of the interval that begins there.
struct ReducedNode {
  Two x, x_rate;
  Three xi;
};

/// Newton's method with differences, for (30)'s u_k and (37)'s xi_(k+1).
template <class Vector, class Residual>
Vector solved(Residual const& residual, Vector u) {
  for (int iteration = 0; iteration < 30; ++iteration) {
    Eigen::Matrix<double, Vector::RowsAtCompileTime, Vector::RowsAtCompileTime> slope;
    double const d = 1e-6;
    for (int i = 0; i < u.size(); ++i)
      slope.col(i) =
          (residual(Vector(u + d * Vector::Unit(i))) - residual(Vector(u - d * Vector::Unit(i)))) /
          (2 * d);
    Vector const update = linear_solution<double, Vector::RowsAtCompileTime>(slope, residual(u));
    u -= update;
    if (!(update.cwiseAbs().template maxCoeff<Eigen::PropagateNaN>() > 1e-15)) break;
  }
  return u;
}

/// (30): nodes 0 ... N from the first velocities, by the momenta F^- and F^+ of (29).
inline std::vector<ReducedNode> run_of_30(BoardWithRotor const& board, Tau tau,
                                          ReducedNode const& start, double h, int N) {
  Eigen::Matrix<double, 5, 5> const G = board.metric(), inverse = board.inverse_metric();
  Two x = start.x;
  Five u;
  u << start.x_rate, start.xi;
  auto const momentum = [&](Two const& at, Five const& velocities, double sign) -> Five {
    Five p = G * velocities;
    Three const xi = velocities.tail<3>();
    p.tail<3>() = inverse_tangent<Se2>(tau, Three(sign * h * xi)).transpose() * p.tail<3>().eval();
    p.head<2>() += sign * h / 2 * board.V_x(at);
    return p;
  };
  std::vector<ReducedNode> nodes{start};
  for (int k = 0; k < N; ++k) {
    x += h * u.head<2>();
    Five const p_plus = momentum(x, u, -1);
    Eigen::Matrix<double, 2, 5> rows = Eigen::Matrix<double, 2, 5>::Zero();
    rows.rightCols<3>() = board.eta(x);
    Eigen::Matrix<double, 5, 2> const raised = inverse * rows.transpose();
    Eigen::Matrix2d const C = rows * raised;
    Two const residual = raised.transpose() * p_plus, impulse = C.inverse() * residual;
    Five const p = p_plus - 2 * (rows.transpose() * impulse);
    u = solved([&](Five const& v) -> Five { return momentum(x, v, 1) - p; }, u);
    nodes.push_back({x, u.head<2>(), u.tail<3>()});
  }
  return nodes;
}

/// (37), its lines in the order in which the paper solves them.
inline std::vector<ReducedNode> run_of_37(BoardWithRotor const& board, Tau tau,
                                          ReducedNode const& start, double h, int N, Block block) {
  Eigen::Matrix<double, 5, 5> const G = board.metric(), inverse = board.inverse_metric();
  Eigen::Matrix2d const G_xx = G.topLeftCorner<2, 2>();
  Eigen::Matrix2d const in_37c =
      block == Block::inverse_of ? Eigen::Matrix2d(G_xx.inverse()) : inverse.topLeftCorner<2, 2>();
  Eigen::Matrix<double, 2, 3> const G_xt = G.topRightCorner<2, 3>();
  Eigen::Matrix3d const G_tt = G.bottomRightCorner<3, 3>();
  auto const D3_ld = [&](Two const& x_rate, Three const& xi) -> Three {
    return G_xt.transpose() * x_rate + G_tt * xi;
  };

  Two x = start.x;
  Three xi = start.xi;
  Two p = G_xx * start.x_rate + G_xt * xi + h / 2 * board.V_x(x);
  Three M = inverse_tangent<Se2>(tau, Three(h * xi)).transpose() * D3_ld(start.x_rate, xi);
  std::vector<ReducedNode> nodes{start};
  for (int k = 0; k < N; ++k) {
    Two const p_half = p - h / 2 * board.V_x(x);  // (37a), mu = 0
    x += h * in_37c * (p_half - G_xt * xi);       // (37c)
    Three const moved = Ad<Se2>(retract<Se2>(tau, Three(h * xi))).transpose() * M;
    p = p_half - h / 2 * board.V_x(x);  // (37e)
    auto const eta = board.eta(x);
    Eigen::Matrix2d const A = eta * inverse.bottomLeftCorner<3, 2>();
    Eigen::Matrix<double, 2, 3> const B = eta * inverse.bottomRightCorner<3, 3>();
    // (37b), (37f): M~' = moved - lambda eta; (37d): A p~' + B (moved + M~')/2 = 0.
    Eigen::Matrix2d const C = B * eta.transpose();
    Two const right = A * p + B * moved, lambda = C.inverse() * (2 * right);
    M = moved - eta.transpose() * lambda;
    Two const next_half = p - h / 2 * board.V_x(x);
    auto const x_rate = [&](Three const& v) -> Two { return in_37c * (next_half - G_xt * v); };
    xi = solved(
        [&](Three const& v) -> Three {
          return inverse_tangent<Se2>(tau, Three(h * v)).transpose() * D3_ld(x_rate(v), v) - M;
        },
        xi);
    nodes.push_back({x, x_rate(xi), xi});
  }
  return nodes;
}

inline double distance(std::vector<ReducedNode> const& a, std::vector<ReducedNode> const& b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    double const now = larger_or_nan(distance(a[k].x, b[k].x), distance(a[k].xi, b[k].xi));
    if (!(now <= largest)) largest = now;  // also what is not a number
  }
  return largest;
}

/// Largest distance between (37) and (30), 200 steps of 0.05 with the coupled rotor and a spring.
inline double reduced_distance(Block block) {
  BoardWithRotor const board{true, 0.2};
  ReducedNode const start{{0, 0.3}, {1, 0.2}, {0.5 * std::cos(0.3), 0, -std::sin(0.3)}};
  return distance(run_of_37(board, Tau::cayley, start, 0.05, 200, block),
                  run_of_30(board, Tau::cayley, start, 0.05, 200));
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
