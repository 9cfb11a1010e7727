#pragma once
// The reduced GNI equations (30) and their RATTLE form (37) on R^2 x SE(2), for snakeboards: x =
// (psi, phi), xi = (v1, v2, w). By formulas of this file's own, in quad precision.

#include "experiments/ferraro_jimenez_martin_2015/shared/retractions.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

using Two = Eigen::Matrix<Quad, 2, 1>;
using Three = Vector3<Quad>;
using Five = Eigen::Matrix<Quad, 5, 1>;
using Two2 = Eigen::Matrix<Quad, 2, 2>;
using Matrix5 = Eigen::Matrix<Quad, 5, 5>;
using ConstraintRows = Eigen::Matrix<Quad, 2, 5>;  ///< (mu, eta)

/// What (37c) multiplies with: the block (G^-1)^ij as printed, or the inverse of the block G_ij.
enum class Block { of_inverse, inverse_of };

/// The catalogue's snakeboard with its data, and variations of it.
struct Board {
  bool coupled = false;   ///< the board carries the rotor: J0 (w + psi')^2/2, so that G_it is not 0
  bool dragging = false;  ///< the constraints contain psi' and phi', so that mu is not 0
  Quad stiffness = 0;     ///< of a spring on the wheels

  Matrix5 metric() const {
    Matrix5 G = Matrix5::Zero();
    Quad const ten = 10, J0 = 3 / ten;
    G.diagonal() << J0, 1 / ten, 2, 2, Quad(1) / 2;
    if (coupled) {
      G(4, 4) += J0;
      G(0, 4) = G(4, 0) = J0;
    }
    return G;
  }
  Matrix5 inverse_metric() const {
    Matrix5 result;
    for (int j = 0; j < 5; ++j)
      result.col(j) = linear_solution<Quad, 5>(metric(), Five(Five::Unit(j)));
    return result;
  }
  Quad V(Two const& x) const { return stiffness * x[1] * x[1] / 2; }
  Two V_x(Two const& x) const { return {0, stiffness * x[1]}; }
  ConstraintRows rows(Two const& x) const {
    Quad const c = cosine(x[1]), s = sine(x[1]), r = Quad(1) / 2;
    ConstraintRows all = ConstraintRows::Zero();
    all.rightCols<3>() << s, -c, r * c, -s, -c, -r * c;
    if (dragging) all.leftCols<2>() << Quad(4) / 10, c / 5, s / 10, Quad(-3) / 10;
    return all;
  }
};

inline Two2 inverse_of(Two2 const& A) {
  Quad const determinant = A(0, 0) * A(1, 1) - A(0, 1) * A(1, 0);
  Two2 result;
  result << A(1, 1), -A(0, 1), -A(1, 0), A(0, 0);
  return result / determinant;
}

/// The part Q* p of a momentum in the annihilator of D~, as (mu, eta)^T impulse.
struct NormalPart {
  Five momentum;
  Two impulse;
};
inline NormalPart normal_part(Board const& board, Two const& x, Five const& p) {
  ConstraintRows const rows = board.rows(x);
  Eigen::Matrix<Quad, 5, 2> const raised = board.inverse_metric() * rows.transpose();
  Two2 const C = rows * raised;
  Two const impulse = inverse_of(C) * Two(raised.transpose() * p);
  return {rows.transpose() * impulse, impulse};
}

/// Node k and the velocities of the interval that begins there.
struct ReducedNode {
  Two x, x_rate;
  Three xi;

  Five velocities() const {
    Five u;
    u << x_rate, xi;
    return u;
  }
};

/// Newton's method with differences, for (30)'s u_k and (37)'s xi_(k+1).
template <class Vector, class Residual>
Vector solved(Residual const& residual, Vector u) {
  for (int iteration = 0; iteration < 12; ++iteration) {
    Eigen::Matrix<Quad, Vector::RowsAtCompileTime, Vector::RowsAtCompileTime> slope;
    Quad const d = 1e-9;
    for (int i = 0; i < u.size(); ++i)
      slope.col(i) =
          (residual(Vector(u + d * Vector::Unit(i))) - residual(Vector(u - d * Vector::Unit(i)))) /
          (2 * d);
    Vector const update =
        linear_solution<Quad, Vector::RowsAtCompileTime>(slope, Vector(residual(u)));
    u -= update;
    if (!(largest_double(update) > 1e-31)) break;
  }
  return u;
}

/// F^- of (29) at the first node of an interval, or F^+ at its last, by the formulas of
/// section 7.2.
inline Five legendre(Board const& board, Tau tau, Two const& at, Five const& velocities, Quad h,
                     bool at_end) {
  Five p = board.metric() * velocities;
  Quad const sign = at_end ? -1 : 1;
  Three const xi = velocities.tail<3>(), group = p.tail<3>();
  p.tail<3>() = inverse_tangent<Se2>(tau, Three(sign * h * xi)).transpose() * group;
  p.head<2>() += sign * h / 2 * board.V_x(at);
  return p;
}

/// (30): nodes 0 ... N from the first velocities.
inline std::vector<ReducedNode> run_of_30(Board const& board, Tau tau, ReducedNode const& start,
                                          Quad h, int N) {
  std::vector<ReducedNode> nodes{start};
  Two x = start.x;
  Five u = start.velocities();
  for (int k = 0; k < N; ++k) {
    x += h * u.head<2>();
    Five const plus = legendre(board, tau, x, u, h, true);
    Five const minus = plus - 2 * normal_part(board, x, plus).momentum;
    u = solved([&](Five const& v) -> Five { return legendre(board, tau, x, v, h, false) - minus; },
               u);
    nodes.push_back({x, u.head<2>(), u.tail<3>()});
  }
  return nodes;
}

/// The values of (37) at one node.
struct NodeOf37 {
  Two x, p;  ///< p~
  Three xi, M;
  Two lambda;  ///< lambda = h lambda~
};

/// The blocks of (37).
struct Blocks {
  Two2 in_37c;
  Eigen::Matrix<Quad, 2, 3> G_xt;
  Matrix3<Quad> G_tt;

  Blocks(Board const& board, Block block)
      : in_37c(block == Block::inverse_of ? inverse_of(Two2(board.metric().topLeftCorner<2, 2>()))
                                          : Two2(board.inverse_metric().topLeftCorner<2, 2>())),
        G_xt(board.metric().topRightCorner<2, 3>()),
        G_tt(board.metric().bottomRightCorner<3, 3>()) {}
  Two x_rate(Two const& p_half, Three const& xi) const { return in_37c * Two(p_half - G_xt * xi); }
  /// (dtau^-1_(h xi))* D_3 l_d
  Three M(Tau tau, Two const& rate, Three const& xi, Quad h) const {
    Three const D3 = G_xt.transpose() * rate + G_tt * xi;
    return inverse_tangent<Se2>(tau, Three(h * xi)).transpose() * D3;
  }
};
/// p_(k+1/2) by (37a).
inline Two half_momentum(Board const& board, NodeOf37 const& z, Quad h) {
  return z.p - h / 2 * board.V_x(z.x) - board.rows(z.x).leftCols<2>().transpose() * z.lambda / 2;
}

/// One step of (37), its lines in the order in which the paper solves them; `sign` is that of h xi
/// in (37b).
inline NodeOf37 step_of_37(Board const& board, Tau tau, NodeOf37 const& z, Quad h, Block block,
                           int sign = 1) {
  Blocks const blocks(board, block);
  Matrix5 const inverse = board.inverse_metric();
  NodeOf37 next;
  Two const p_half = half_momentum(board, z, h);   // (37a)
  next.x = z.x + h * blocks.x_rate(p_half, z.xi);  // (37c)
  Three const moved =
      Ad<Se2>(retract<Se2>(tau, Three(sign * h * z.xi))).transpose() * z.M;  // in (37b)
  Two const free = p_half - h / 2 * board.V_x(next.x);                       // in (37e)
  auto const rows = board.rows(next.x);
  Eigen::Matrix<Quad, 2, 3> const eta = rows.rightCols<3>();
  Two2 const mu = rows.leftCols<2>();
  Two2 const A = mu * inverse.topLeftCorner<2, 2>() + eta * inverse.bottomLeftCorner<3, 2>();
  Eigen::Matrix<Quad, 2, 3> const B =
      mu * inverse.topRightCorner<2, 3>() + eta * inverse.bottomRightCorner<3, 3>();
  // (37e), and (37b) in (37f), put into (37d)
  Two2 const C = A * mu.transpose() + B * eta.transpose();
  next.lambda = inverse_of(C) * Two(2 * (A * free + B * moved));
  next.p = free - mu.transpose() * next.lambda / 2;
  next.M = moved - eta.transpose() * next.lambda;
  Two const next_half = half_momentum(board, next, h);
  next.xi = solved(
      [&](Three const& v) -> Three {
        return blocks.M(tau, blocks.x_rate(next_half, v), v, h) - next.M;
      },
      z.xi);
  return next;
}
/// The start of (37) with given velocities of the first interval; lambda~_0 may be 0.
inline NodeOf37 start_of_37(Board const& board, Tau tau, ReducedNode const& start, Quad h,
                            Block block) {
  Blocks const blocks(board, block);
  Two const p_half = (board.metric() * start.velocities()).head<2>();
  return {start.x, p_half + h / 2 * board.V_x(start.x), start.xi,
          blocks.M(tau, start.x_rate, start.xi, h), Two::Zero()};
}

inline ReducedNode start_of(Board const& board) {
  Quad const phi = Quad(3) / 10;
  ReducedNode start{{0, phi}, {1, Quad(1) / 5}, {cosine(phi) / 2, 0, -sine(phi)}};
  if (!board.dragging) return start;
  // On the constraint again: the normal part of the momentum goes.
  Five const u = start.velocities(), p = board.metric() * u;
  Five const v = u - board.inverse_metric() * normal_part(board, start.x, p).momentum;
  return {start.x, v.head<2>(), v.tail<3>()};
}

constexpr int reduced_steps = 40;
inline Quad const reduced_step = Quad(1) / 20;

/// Largest distance of nodes and velocities between (37) and (30), 40 steps of 0.05.
inline double distance_of_37(Board const& board, Tau tau, Block block, int sign = 1) {
  auto const start = start_of(board);
  auto const nodes = run_of_30(board, tau, start, reduced_step, reduced_steps);
  auto z = start_of_37(board, tau, start, reduced_step, block);
  double largest = 0;
  for (auto const& node : nodes) {
    largest =
        larger_or_nan({largest, double(distance(z.x, node.x)), double(distance(z.xi, node.xi))});
    z = step_of_37(board, tau, z, reduced_step, block, sign);
  }
  return largest;
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
