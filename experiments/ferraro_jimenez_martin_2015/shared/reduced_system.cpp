#include "experiments/ferraro_jimenez_martin_2015/shared/reduced_system.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

/// Root by Newton's method with difference quotients, for u_k of (30) and xi_(k+1) of (37).
Vector root(std::function<Vector(Vector const&)> const& residual, Vector u) {
  Quad const d = 1e-9;
  long const n = u.size();
  for (int iteration = 0; iteration < 12; ++iteration) {
    Matrix slope(n, n);
    for (long i = 0; i < n; ++i) {
      Vector const e = d * Vector::Unit(n, i);
      slope.col(i) = (residual(u + e) - residual(u - e)) / (2 * d);
    }
    Vector const update = theory::solution(slope, residual(u));
    u -= update;
    if (!(largest_entry(update) > 1e-31)) break;
  }
  return u;
}

}  // namespace

SmallVector from_parts(SmallVector const& of_x, Vector3 const& of_group) {
  SmallVector both(5);
  both << of_x, of_group;
  return both;
}

SmallMatrix Board::metric() const {
  Quad const J0 = 0.3_quad;
  SmallMatrix result = SmallMatrix::Zero(5, 5);
  result.diagonal() << J0, 0.1_quad, 2, 2, 0.5_quad;
  if (coupled) {
    result(4, 4) += J0;
    result(0, 4) = result(4, 0) = J0;
  }
  return result;
}
SmallMatrix Board::rows(SmallVector const& x) const {
  Quad const c = theory::cos(x[1]), s = theory::sin(x[1]), r = 0.5_quad;
  SmallMatrix all{{0, 0, s, -c, r * c}, {0, 0, -s, -c, -r * c}};
  if (dragging) all.leftCols(2) << 0.4_quad, c / 5, s / 10, -0.3_quad;
  return all;
}

SmallVector x_part(SmallVector const& of_both) { return of_both.head(2); }
Vector3 group_part(SmallVector const& of_both) { return of_both.tail(3); }

NormalPart normal_part(Board const& board, SmallVector const& x, SmallVector const& p) {
  SmallMatrix const rows = board.rows(x), raised = rows * board.inverse;
  SmallMatrix const C = raised * rows.transpose();
  SmallVector const impulse = theory::solution(C, SmallVector(raised * p));
  return {rows.transpose() * impulse, impulse};
}

ReducedNode start_of(Board const& board) {
  Quad const phi = 0.3_quad;
  ReducedNode const start{SmallVector{{0, phi}},
                          SmallVector{{1, 0.2_quad}},
                          {theory::cos(phi) / 2, 0, -theory::sin(phi)}};
  if (!board.dragging) return start;
  // Projection onto the constraint: the normal part of the momentum is removed.
  SmallVector const u = start.velocities(),
                    v = u - board.inverse * normal_part(board, start.x, board.G * u).momentum;
  return {start.x, x_part(v), group_part(v)};
}

SmallVector legendre(Board const& board, Tau tau, SmallVector const& at,
                     SmallVector const& velocities, bool at_end) {
  SmallVector const p = board.G * velocities;
  Quad const signed_h = at_end ? -reduced_step : reduced_step;
  Matrix3 const pull = se2.inverse_tangent(tau, signed_h * group_part(velocities));
  return from_parts(x_part(p) + signed_h / 2 * board.V_x(at), pull.transpose() * group_part(p));
}

std::vector<ReducedNode> run_of_30(Board const& board, Tau tau) {
  std::vector<ReducedNode> nodes{start_of(board)};
  for (int k = 0; k < reduced_steps; ++k) {
    auto const before = nodes.back();
    SmallVector const x = before.x + reduced_step * before.x_rate;
    SmallVector const plus = legendre(board, tau, x, before.velocities(), true),
                      minus = plus - 2 * normal_part(board, x, plus).momentum;
    auto const residual = [&](SmallVector const& u) -> SmallVector {
      return legendre(board, tau, x, u, false) - minus;
    };
    SmallVector const u = root(residual, before.velocities());
    nodes.push_back({x, x_part(u), group_part(u)});
  }
  return nodes;
}

NodeOf37 System37::start(ReducedNode const& first) const {
  SmallVector const p_half = x_part(board.G * first.velocities());
  return {first.x, p_half + reduced_step / 2 * board.V_x(first.x), first.xi,
          M(first.x_rate, first.xi), SmallVector::Zero(2)};
}
NodeOf37 System37::step(NodeOf37 const& z) const {
  NodeOf37 next;
  SmallVector const p_half = half_momentum(z);         // (37a)
  next.x = z.x + reduced_step * x_rate(p_half, z.xi);  // (37c)
  // (37e), and (37b) in (37f), substituted into (37d).
  SmallVector const free =
      from_parts(p_half - reduced_step / 2 * board.V_x(next.x), moved(z, sign));
  auto const normal = normal_part(board, next.x, free);
  next.lambda = 2 * normal.impulse;
  next.p = x_part(free) - x_part(normal.momentum);
  next.M = group_part(free) - 2 * group_part(normal.momentum);
  SmallVector const next_half = half_momentum(next);
  auto const residual = [&](Vector3 const& xi) -> Vector3 {
    return M(x_rate(next_half, xi), xi) - next.M;
  };
  next.xi = root(residual, z.xi);
  return next;
}
SmallVector System37::half_momentum(NodeOf37 const& z) const {
  SmallMatrix const mu = board.rows(z.x).leftCols(2);
  return z.p - reduced_step / 2 * board.V_x(z.x) - mu.transpose() * z.lambda / 2;
}
SmallVector System37::x_rate(SmallVector const& p_half, Vector3 const& xi) const {
  SmallVector const p = p_half - board.G.topRightCorner(2, 3) * xi;
  SmallMatrix const of_inverse = board.inverse.topLeftCorner(2, 2),
                    of_metric = board.G.topLeftCorner(2, 2);
  if (block == Block::of_inverse) return of_inverse * p;
  return theory::solution(of_metric, p);
}
Vector3 System37::moved(NodeOf37 const& z, int sign_of_xi) const {
  return se2.Ad(se2.retract(tau, Vector3(sign_of_xi * reduced_step * z.xi))).transpose() * z.M;
}
Vector3 System37::M(SmallVector const& rate, Vector3 const& xi) const {
  Vector3 const D3 = group_part(board.G * from_parts(rate, xi));
  return se2.inverse_tangent(tau, reduced_step * xi).transpose() * D3;
}

double distance_of_37(System37 const& system) {
  auto const nodes = run_of_30(system.board, system.tau);
  auto z = system.start(nodes.front());
  Largest most;
  for (auto const& node : nodes) {
    most(distance(z.x, node.x));
    most(distance(z.xi, node.xi));
    z = system.step(z);
  }
  return most.value;
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
