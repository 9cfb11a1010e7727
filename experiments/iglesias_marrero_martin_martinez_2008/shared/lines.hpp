#pragma once
// The catalogue's runs of the six examples beside the paper's discrete systems for them.

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/runs.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

inline Numbers increment(Numbers const& from, Numbers const& to) {
  return product(transposed(from), to);
}
/// (theta, x, y) of the motion from one placement (x, y, theta) to the next.
inline Numbers planar_increment(Numbers const& from, Numbers const& to) {
  return planar_product(planar_inverse({from[2], from[0], from[1]}), {to[2], to[0], to[1]});
}

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
  auto const rotation = [](Numbers const& a, Numbers const& b) { return increment(a, b); };
  auto const planar = [](Numbers const& a, Numbers const& b) { return planar_increment(a, b); };
  auto const directed = [](Numbers const& a, Numbers const& b) {
    return together(part(a, 0, 3), increment(part(a, 3, 9), part(b, 3, 9)));
  };
  static std::vector<Line> const all{
      {"particle",
       {"nonholonomic_particle", "PART", "particle_dla"},
       particle(h),
       [](Numbers const& a, Numbers const& b) { return together(a, b); },
       Conserved::boundedly},
      {"Suslov",
       {"suslov", "SUS", "euler_poincare_suslov"},
       suslov(h),
       rotation,
       Conserved::exactly},
      {"sleigh A",
       {"chaplygin_sleigh", "SLE-A", "euler_poincare_suslov"},
       sleigh(h, sleigh_a()),
       planar,
       Conserved::exactly},
      {"sleigh B",
       {"chaplygin_sleigh", "SLE-B", "euler_poincare_suslov"},
       sleigh(h, sleigh_b()),
       planar,
       Conserved::exactly},
      {"Veselova free",
       {"veselova", "free", "veselova_dla"},
       veselova(h, 0),
       directed,
       Conserved::boundedly},
      {"Veselova heavy",
       {"veselova", "heavy", "veselova_dla"},
       veselova(h, 1),
       directed,
       Conserved::boundedly},
      {"ball",
       {"rolling_ball", "BALL", "atiyah_dla"},
       ball(h, -3.5Q),
       [](Numbers const& a, Numbers const& b) {
         // W = R_1 R_0^T: spatial increments.
         return together(together(part(a, 0, 2), part(b, 0, 2)),
                         product(part(b, 2, 9), transposed(part(a, 2, 9))));
       },
       Conserved::exactly,
       1},
      {"robot",
       {"mobile_robot", "ROB", "chaplygin_dla"},
       robot(h),
       [](Numbers const& a, Numbers const& b) {
         return together({a[3], a[4], b[3], b[4]}, planar_increment(a, b));
       },
       Conserved::boundedly}};
  return all;
}

/// Largest residuals of a short run in quad: F^+(g_k) - F^-(g_(k+1)) and phi(g_k).
struct Residuals {
  double momentum = 0, constraint = 0;
  Arrow first;
};
inline Residuals residuals_of(Line const& line, long steps = 20) {
  auto const run = line.run.with(Q(1) / 10, steps).in_quad();
  Residuals r;
  std::vector<Arrow> arrows;
  for (std::size_t k = 0; k + 1 < run.q.size(); ++k)
    arrows.push_back(line.arrow(run.q[k], run.q[k + 1]));
  auto const& s = line.system;
  for (std::size_t k = 0; k < arrows.size(); ++k) {
    r.constraint = larger_or_nan(r.constraint, double(largest(s.constraint(arrows[k]))));
    if (k == 0) continue;
    // Both in the basis of D_c at the common node.
    Numbers difference;
    for (auto const& eta : s.distribution(s.target(arrows[k - 1])))
      difference.push_back(left_field(s, arrows[k - 1], eta) - right_field(s, arrows[k], eta));
    r.momentum = larger_or_nan(r.momentum, double(largest(difference)));
  }
  r.first = arrows.at(3);
  return r;
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
