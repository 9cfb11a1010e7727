#include "experiments/ferraro_iglesias_martin_2008/shared/examples.hpp"

namespace rattleback::ferraro_iglesias_martin_2008::figure_3_study {

namespace {

/// Position and direction of a wheel. In the printed constraints theta + phi belongs to the wheel
/// at -r and theta - phi to the wheel at +r.
struct Wheel {
  Eigen::Vector2d at, along;
};
Wheel wheel(Eigen::VectorXd const& q, double side) {
  double const r = side * double(SnakeboardData{}.r), angle = q[2] - side * q[4];
  return {{q[0] + r * std::cos(q[2]), q[1] + r * std::sin(q[2])},
          {std::cos(angle), std::sin(angle)}};
}

/// Largest difference between the velocity of the board at a wheel, orthogonal to the direction of
/// the wheel, and the printed constraint. The constraint with theta + phi belongs to the wheel on
/// `side`, the constraint with theta - phi to the other wheel.
double slip_defect(Vector const& q, Vector const& v, int side) {
  Quad const r = SnakeboardData{}.r;
  Largest defect;
  Vector const printed = snakeboard().at(q).forms * v;
  for (int const i : {0, 1}) {
    int const sign = i == 0 ? 1 : -1;
    Quad const angle = q[2] + sign * q[4], arm = sign * side * r;
    Quad const vx = v[0] - arm * sin(q[2]) * v[2], vy = v[1] + arm * cos(q[2]) * v[2];
    Quad const across = vx * sin(angle) - vy * cos(angle);
    defect(double(across - printed[i]));
  }
  return defect.value;
}

/// Difference between the kinetic energies of the printed Lagrangian and of mass points: board,
/// rotor and axles as pairs of points that rotate with the angles (theta, rotor, theta + phi, theta
/// + second phi). The inertia of the board is J, which contains that of `in_J` axles.
double lagrangian_defect(Vector const& v, Quad rotor, int second = -1, int in_J = 0) {
  SnakeboardData const d;
  // A pair of points with moment of inertia I rotates at the given rate and moves with the centre.
  auto const points = [&](Quad I, Quad rate) {
    Quad const mass = d.m / 8, radius = sqrt(I / (2 * mass));
    Quad energy = 0;
    for (int const side : {1, -1}) {
      Quad const x = side * radius * cos(Quad(0.6)), y = side * radius * sin(Quad(0.6)),
                 vx = v[0] - rate * y, vy = v[1] + rate * x;
      energy += mass * (vx * vx + vy * vy) / 2;
    }
    return energy;
  };
  Quad const lagrangian = d.m * (v[0] * v[0] + v[1] * v[1]) / 2 +
                          (d.J + 2 * d.J1) * v[2] * v[2] / 2 + d.J0 * v[3] * v[3] / 2 +
                          d.J1 * v[4] * v[4];
  Quad const parts = points(d.J - in_J * d.J1, v[2]) + points(d.J0, rotor) +
                     points(d.J1, v[2] + v[4]) + points(d.J1, v[2] + second * v[4]);
  return double(parts / lagrangian - 1);
}

void check_the_model(Random& random, LargestValues& largest) {
  Vector const q = random_point(random, 5), v = random_point(random, 5);
  largest("FIM-65", slip_defect(q, v, -1));
  largest.control("FIM-65", "sign of the last terms", slip_defect(q, v, 1));
  largest("FIM-64", "rotor from the x-axis", lagrangian_defect(v, v[3]));
  largest("FIM-64", "rotor from the board", lagrangian_defect(v, v[2] + v[3]));
  largest("FIM-64", "all inertia of the axles in J", lagrangian_defect(v, v[3], -1, 2));
  largest.control("FIM-64", "axles at equal angles", lagrangian_defect(v, v[3], 1));
}

}  // namespace

void figure_3(Study& study) {
  auto const q =
      nodes_of<double>(study.execute(run_of("snakeboard", "FIM", "gni", RawQuad(1) / 10, 30)));
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
  over_instances(study, check_the_model);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008::figure_3_study
