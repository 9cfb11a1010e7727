#include "experiments/iglesias_marrero_martin_martinez_2008/shared/robot_arrows.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

ChaplyginForces chaplygin_forces(Arrow const& g1, Arrow const& g2, Quad h, RobotBody const& b) {
  auto const system = robot(h, b);
  ChaplyginForces forces{Vector(2), Vector(2), Vector(2), Vector(2)};
  Largest off;
  auto const along = [&](Arrow const& g, Vector const& Z) {
    off(largest_entry(Z.head(4)));
    return derivative([&](QuadJet const& t) { return system.lagrangian(g + t * Z); });
  };
  for (long i = 0; i < 2; ++i) {
    Vector const X = -system.distribution({}).col(i);
    // Elements of M_c above the positions of the wheels, of which one moves.
    auto const above = [&](Arrow const& g, long wheel, QuadJet const& t) {
      return rolled_robot(b, g.head(4) + t * Vector::Unit(4, wheel));
    };
    auto const first = [&](QuadJet const& t) { return above(g1, 2 + i, t); };
    auto const second = [&](QuadJet const& t) { return above(g2, i, -t); };
    Vector const left = derivative([&](QuadJet const&t) { return system.right_moved(g1, t * X); }),
                 right = derivative([&](QuadJet const&t) { return system.left_moved(g2, -t * X); });
    forces.plus[i] = -along(g1, left - derivative(first));
    forces.minus[i] = along(g2, right - derivative(second));
    forces.left[i] = derivative([&](QuadJet const& t) { return system.lagrangian(first(t)); });
    forces.right[i] = derivative([&](QuadJet const& t) { return system.lagrangian(second(t)); });
  }
  forces.off_fibre = off.value;
  return forces;
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
