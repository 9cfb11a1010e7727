#pragma once
// The catalogue's runs of the six examples beside the paper's discrete systems for them.

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/robot_arrows.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/veselova_arrows.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

enum class Conserved { exactly, boundedly };

/// A catalogue run and the paper's discrete system for it.
struct Line {
  std::string name;
  Run run;
  DiscreteSystem system;
  Arrow (*arrow)(Numbers const& from, Numbers const& to);  // of two nodes of the catalogue
  Conserved energy;
  std::size_t invariant = 0;  // energy, or the one that takes its place

  /// What errors are drawn in: rounding, or h^2.
  double scale() const { return energy == Conserved::exactly ? 1e-15 : 1e-2; }
};
inline std::vector<Line> const& lines() {
  Q const h = 0.1Q;
  auto const rotation = [](Numbers const& a, Numbers const& b) {
    return product(transposed(a), b);
  };
  // W = R_1 R_0^T: spatial increments.
  auto const rolling = [](Numbers const& a, Numbers const& b) {
    return together(part(a, 0, 2), part(b, 0, 2),
                    product(part(b, 2, 9), transposed(part(a, 2, 9))));
  };
  auto const sleigh_run = [](char const* body) {
    return Run{"chaplygin_sleigh", "euler_poincare_suslov", body};
  };
  using enum Conserved;
  static std::vector<Line> const all{
      {"particle",
       {"nonholonomic_particle", "particle_dla", "PART"},
       particle(h),
       [](Numbers const& a, Numbers const& b) { return together(a, b); },
       boundedly},
      {"Suslov", {"suslov", "euler_poincare_suslov", "SUS"}, suslov(h), rotation, exactly},
      {"sleigh A", sleigh_run("SLE-A"), sleigh(h, sleigh_a()), planar_increment, exactly},
      {"sleigh B", sleigh_run("SLE-B"), sleigh(h, sleigh_b()), planar_increment, exactly},
      {"Veselova free", veselova_run("free"), veselova(h, 0), interval_between, boundedly},
      {"Veselova heavy", veselova_run("heavy"), veselova(h, 1), interval_between, boundedly},
      {"ball", ball_run("BALL"), ball(h, -3.5Q), rolling, exactly, 1},
      {"robot", robot_run(), robot(h), robot_interval, boundedly}};
  return all;
}

/// Largest residuals of a short run in quad: F^+(g_k) - F^-(g_(k+1)) and phi(g_k).
struct Residuals {
  Largest momentum, constraint;
  Arrow first;
};
inline Residuals residuals_of(Study& study, Line const& line, long steps = 20) {
  auto const q = study.execute_quad(line.run.with(Q(1) / 10, steps)).q;
  Residuals r;
  Arrow before;
  auto const& s = line.system;
  for (std::size_t k = 0; k + 1 < q.size(); ++k) {
    auto const g = line.arrow(q[k], q[k + 1]);
    r.constraint(largest(s.constraint(g)));
    if (k == 3) r.first = g;
    if (k > 0)  // both in the basis of D_c at the common node
      for (auto const& eta : s.distribution(s.target(before)))
        r.momentum(left_field(s, before, eta) - right_field(s, g, eta));
    before = g;
  }
  return r;
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
