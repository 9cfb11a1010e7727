#include "experiments/ferraro_iglesias_martin_2008/shared/examples.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/worst.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

/// Position and direction of a wheel. In the printed constraints theta + phi
/// belongs to the wheel at -r and theta - phi to the one at +r.
struct Wheel {
  Eigen::Vector2d at, along;
};
Wheel wheel(Vector<double, 5> const& q, double side) {
  double const r = side * SnakeboardData{}.r, angle = q[2] - side * q[4];
  return {{q[0] + r * std::cos(q[2]), q[1] + r * std::sin(q[2])},
          {std::cos(angle), std::sin(angle)}};
}

/// Velocity of the board at a wheel, across its direction, less the printed constraint. The printed
/// one with theta + phi belongs to the wheel on `side`, with theta - phi to the other.
double slip_defect(Vector<double, 5> const& q, Vector<double, 5> const& v, double side) {
  Largest defect;
  for (double const sign : {1.0, -1.0}) {
    double const angle = q[2] + sign * q[4], arm = sign * side * SnakeboardData{}.r;
    double const vx = v[0] - arm * std::sin(q[2]) * v[2], vy = v[1] + arm * std::cos(q[2]) * v[2];
    double const across = vx * std::sin(angle) - vy * std::cos(angle);
    double const printed = v[0] * std::sin(angle) - v[1] * std::cos(angle) +
                           sign * SnakeboardData{}.r * v[2] * std::cos(q[4]);
    defect(std::abs(across - printed));
  }
  return defect.value;
}

/// Kinetic energy of the printed Lagrangian less that of its mass points: board, rotor and axles as
/// pairs of points that rotate with the angles (theta, rotor, theta + phi, theta + second phi).
double lagrangian_defect(Vector<double, 5> const& v, double rotor, int second = -1) {
  SnakeboardData const d;
  double const J = double(d.J), J0 = double(d.J0), J1 = double(d.J1);
  // A pair of points with moment of inertia I rotates at the rate r and moves with the centre.
  auto const points = [&](double I, double rate) {
    double const mass = d.m / 8, radius = std::sqrt(I / (2 * mass));
    double energy = 0;
    for (double const side : {1.0, -1.0}) {
      Eigen::Vector2d const at = side * radius * Eigen::Vector2d(std::cos(0.6), std::sin(0.6));
      Eigen::Vector2d const velocity(v[0] - rate * at[1], v[1] + rate * at[0]);
      energy += mass * velocity.squaredNorm() / 2;
    }
    return energy;
  };
  double const lagrangian = d.m * (v[0] * v[0] + v[1] * v[1]) / 2 + (J + 2 * J1) * v[2] * v[2] / 2 +
                            J0 * v[3] * v[3] / 2 + J1 * v[4] * v[4];
  double const parts = points(J, v[2]) + points(J0, rotor) + points(J1, v[2] + v[4]) +
                       points(J1, v[2] + second * v[4]);
  return std::abs(parts / lagrangian - 1);
}

void check_the_model(Study& study) {
  Worst worst;
  auto const velocities = random_points<5>(42);
  std::size_t k = 0;
  for (auto const& point : random_points<5>(41)) {
    Vector<double, 5> const q = point.cast<double>(), v = velocities[k++].cast<double>();
    worst("FIM-65", slip_defect(q, v, -1));
    worst.control("FIM-65", "sign of the last terms", slip_defect(q, v, 1));
    worst("FIM-64", "rotor from the x-axis", lagrangian_defect(v, v[3]));
    worst("FIM-64", "rotor from the board", lagrangian_defect(v, v[2] + v[3]));
    worst.control("FIM-64", "axles at equal angles", lagrangian_defect(v, v[3], 1));
  }
  worst.supply(study, "");
}

}  // namespace

void figure_3(Study& study) {
  auto const q =
      nodes_of<double, 5>(study.execute(run_of("snakeboard", "FIM", "gni", RawQuad(1) / 10, 30)));
  auto& path = study.table("path", {"x", "y"});
  auto& boards = study.table("boards", {"board", "x", "y"});
  auto& wheels = study.table("wheels", {"wheel", "x", "y"});
  auto& rotors = study.table("rotors", {"board", "x", "y"});
  double const wheel_length = 0.08, rotor_length = 0.15;
  for (std::size_t k = 0; k < q.size(); ++k) {
    path.add({q[k][0], q[k][1]});
    if (k % 10 != 0) continue;
    for (double const side : {-1.0, 1.0}) {
      auto const w = wheel(q[k], side);
      boards.add({double(k), w.at[0], w.at[1]});
      for (double const end : {-1.0, 1.0}) {
        Eigen::Vector2d const p = w.at + end * wheel_length * w.along;
        wheels.add({double(k) + side, p[0], p[1]});
      }
      Eigen::Vector2d const rotor(std::cos(q[k][3]), std::sin(q[k][3]));
      rotors.add({double(k), q[k][0] + side * rotor_length * rotor[0],
                  q[k][1] + side * rotor_length * rotor[1]});
    }
  }
  check_the_model(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
