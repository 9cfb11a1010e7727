#include "experiments/iglesias_marrero_martin_martinez_2008/shared/lines.hpp"

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/ball_arrows.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/robot_arrows.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/veselova_arrows.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

std::vector<Line> const& lines() {
  Quad const h = 0.1_quad;
  auto const rotation = [](Vector const& a, Vector const& b) {
    return entries_of(matrix_of(a).transpose() * matrix_of(b));
  };
  // Spatial increments W = R_1 R_0^T.
  auto const rolling = [](Vector const& a, Vector const& b) {
    Matrix3 const W = matrix_of(b.tail(9)) * matrix_of(a.tail(9)).transpose();
    return stacked(a.head(2), b.head(2), W);
  };
  auto const sleigh_run = [](char const* body) {
    return Run{"chaplygin_sleigh", "euler_poincare_suslov", body};
  };
  using enum Conserved;
  static std::vector<Line> const all{
      {"particle",
       {"nonholonomic_particle", "particle_dla", "PART"},
       particle(h),
       [](Vector const& a, Vector const& b) { return stacked(a, b); },
       boundedly},
      {"Suslov", {"suslov", "euler_poincare_suslov", "SUS"}, suslov(h), rotation, exactly},
      {"sleigh A", sleigh_run("SLE-A"), sleigh(h, sleigh_a()), planar_increment, exactly},
      {"sleigh B", sleigh_run("SLE-B"), sleigh(h, sleigh_b()), planar_increment, exactly},
      {"Veselova free", veselova_run("free"), veselova(h, 0), interval_between, boundedly},
      {"Veselova heavy", veselova_run("heavy"), veselova(h, 1), interval_between, boundedly},
      {"ball", ball_run("BALL"), ball(h, -3.5_quad), rolling, exactly, 1},
      {"robot", robot_run(), robot(h), robot_interval, boundedly}};
  return all;
}

Residuals residuals_of(Study& study, Line const& line, long steps) {
  auto const q = study.execute_quad(line.run.with(Quad(1) / 10, steps)).q;
  Residuals r;
  Arrow before;
  auto const& s = line.system;
  for (std::size_t k = 0; k + 1 < q.size(); ++k) {
    Arrow const g = line.arrow(vector_of<Quad>(q[k]), vector_of<Quad>(q[k + 1]));
    r.constraint(largest_entry(s.constraint(g)));
    if (k == 3) r.first = g;
    if (k > 0) {  // both in the basis of D_c at the common node
      Matrix const D = s.distribution(s.target(before));
      r.momentum(distance(left_fields(s, before, D), right_fields(s, g, D)));
    }
    before = g;
  }
  return r;
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
