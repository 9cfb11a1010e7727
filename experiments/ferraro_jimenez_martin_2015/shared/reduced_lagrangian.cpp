// Discrete Lagrangian of section 7.2 on the group, and its derivatives along curves.

#include "experiments/ferraro_jimenez_martin_2015/shared/reduced_system.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

QuadJet discrete_lagrangian(Board const& board, Jets const& x, Jets const& next,
                            GroupJet const& g) {
  Jets const u = theory::together(next - x, se2.inverse_cayley(g)) / QuadJet(reduced_step),
             Gu = board.G.cast<QuadJet>() * u;
  QuadJet const square = x[1] * x[1] + next[1] * next[1], k = board.stiffness;
  return reduced_step / 2 * (u.dot(Gu) - k / 2 * square);
}
Momenta momenta_on_group(Board const& board, ReducedNode const& node) {
  SmallVector const next = node.x + reduced_step * node.x_rate;
  Jets const x0 = node.x.cast<QuadJet>(), x1 = next.cast<QuadJet>();
  GroupJet const g = se2.retract(Tau::cayley, Vector3(reduced_step * node.xi)).cast<QuadJet>();
  Momenta p{SmallVector(5), SmallVector(5)};
  for (int i = 0; i < 2; ++i) {
    Vector const e = Vector::Unit(2, i);
    p.minus[i] = -discrete_lagrangian(board, theory::jets<Quad>(node.x, e), x1, g).s;
    p.plus[i] = discrete_lagrangian(board, x0, theory::jets<Quad>(next, e), g).s;
  }
  for (int j = 0; j < 3; ++j) {
    GroupJet const curve = se2.retract(Tau::exponential, along(Vector3::Zero(), Vector3::Unit(j)));
    p.minus[2 + j] = discrete_lagrangian(board, x0, x1, curve * g).s;
    p.plus[2 + j] = discrete_lagrangian(board, x0, x1, g * curve).s;
  }
  return p;
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
