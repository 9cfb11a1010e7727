#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regular_units.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

constexpr Q step = 0.1Q;

/// e, e_1, e_2 of section 4.3.2.
Numbers planar_basis(int i) {
  if (i == 0) return {0, -1, 0, 1, 0, 0, 0, 0, 0};
  Numbers e(9, Q(0));
  e[i == 1 ? 2 : 5] = 1;
  return e;
}
Numbers commutator(Numbers const& a, Numbers const& b) {
  return difference(product(a, b), product(b, a));
}
/// The exponential of a 3 x 3 matrix by its series.
Numbers matrix_exponential(Numbers const& m) {
  Numbers term = identity_matrix(), total = term;
  for (int k = 1; k < 80; ++k) {
    term = times(Q(1) / k, product(term, m));
    total = sum(total, term);
  }
  return total;
}

void measure_group(Study& study) {
  Largest brackets, exponential, inverse;
  auto const e = planar_basis(0), e1 = planar_basis(1), e2 = planar_basis(2);
  brackets(distance(commutator(e, e1), e2));
  brackets(distance(commutator(e, e2), times(-1, e1)));
  brackets(distance(commutator(e1, e2), Numbers(9, Q(0))));
  Dice dice(1);
  for (int i = 0; i < 100; ++i) {
    auto const v = dice.numbers(3, 3);
    // The printed formula.
    Q const w = v[0], s = sinq(w) / w, c = (cosq(w) - 1) / w;
    auto const printed = planar_matrix({w, v[1] * s + v[2] * c, -v[1] * c + v[2] * s});
    auto const xi = sum(times(w, e), sum(times(v[1], e1), times(v[2], e2)));
    exponential(distance(printed, matrix_exponential(xi)));
    // (x, y) = [[S, -V], [V, S]] v is solved for v where S^2 + V^2 = 2 (1 - cos w)/w^2 > 0.
    Q const turn = 3.14Q * dice();
    auto const g = planar_exp({turn, v[1], v[2]});
    auto const columns = planar_exp({turn, 1, 0});
    Q const S = columns[1], V = columns[2], square = S * S + V * V;
    inverse(
        distance({(S * g[1] + V * g[2]) / square, (S * g[2] - V * g[1]) / square}, {v[1], v[2]}));
  }
  measure(
      study,
      {{"C1", brackets, "largest entry of the differences of the three commutators of matrices"},
       {"C1/exp", exponential,
        "largest entry of the printed exponential less its series, 100 elements"},
       {"C12", inverse,
        "largest difference of the logarithm of the exponential from its argument, 100 elements"}});
}

/// The sides of the two difference equations of section 4.3.2, as printed.
struct SleighRows {
  Numbers first, second;
};
SleighRows sleigh_rows(SleighBody const& s, Numbers const& g1, Numbers const& g2) {
  Q const am = s.a * s.m, bm = s.b * s.m, m = s.m, inertia = s.a * am + s.b * bm + s.J;
  Q const c1 = cosq(g1[0]), s1 = sinq(g1[0]), x1 = g1[1], y1 = g1[2];
  Q const c2 = cosq(g2[0]), s2 = sinq(g2[0]), x2 = g2[1], y2 = g2[2];
  return {{-am * c1 - bm * s1 + am + m * x1 * c1 + m * y1 * s1,
           am * y1 * c1 - am * x1 * s1 - bm * x1 * c1 - bm * y1 * s1 + inertia * s1},
          {m * x2 + am * c2 - bm * s2 - am, am * y2 - bm * x2 + inertia * s2}};
}

void measure_equations(Study& study) {
  Dice dice(2);
  Largest sides;
  for (auto const& body : {sleigh_a(), sleigh_b()}) {
    auto const system = sleigh(step, body);
    for (int i = 0; i < 20; ++i) {
      auto const g1 = dice.numbers(3, 2), g2 = dice.numbers(3, 2);
      auto const rows = sleigh_rows(body, g1, g2);
      int const order[]{1, 0};  // the first equation is that of e_1
      for (std::size_t r = 0; r < 2; ++r) {
        Numbers e(3, Q(0));
        e[std::size_t(order[r])] = 1;
        sides(rows.first[r] - step * left_field(system, g1, e));
        sides(rows.second[r] - step * right_field(system, g2, e));
      }
    }
  }
  measure(study, {{"C3", sides,
                   "largest difference of the sides of both equations from h times the fields "
                   "on L_d, 40 pairs of motions, two bodies"}});
  // Four point masses around (a, b) that have the mass, centre and inertia of the body.
  auto const body = sleigh_b();
  Q const arm = sqrtq(body.J / body.m);
  Q moment = 0;
  for (auto const& [dx, dy] : {std::pair{arm, 0.0Q}, {-arm, 0.0Q}, {0.0Q, arm}, {0.0Q, -arm}})
    moment += body.m / 4 * (body.a + dx) * (body.b + dy);
  measure(study,
          {{"C2", absolute(body.m * body.a - moment) / moment,
            "|ma - sum of m_i x_i y_i| over that moment, body SLE-B", number},
           {"C2", absolute(body.m * body.a * body.b - moment) / moment,
            "|mab - sum of m_i x_i y_i| over that moment, body SLE-B", "product of inertia"}});
}

void measure_symmetry(Study& study) {
  Dice dice(3);
  Largest definition;
  for (auto const& body : {sleigh_a(), sleigh_b()}) {
    auto const system = sleigh(step, body);
    for (int i = 0; i < 30; ++i) {
      auto const g = planar_exp({3 * Q(dice()), Q(dice()), 0});
      definition(lagrangian_asymmetry(system, g));
      definition(constraint_asymmetry(system, g));
    }
  }
  measure(study,
          {{"C6", definition,
            "largest |L_d(i(g)) - L_d(g)| and constraint at i(g), 60 arrows of M_c, two bodies"}});
}

/// Determinants of G on D_c times the tangents of M_c at (0, x, 0) by right translation, and the
/// other way round, times h^2.
struct Determinants {
  Q minus, plus;
};
Determinants determinants(SleighBody const& body, Q x) {
  auto const system = sleigh(step, body);
  Arrow const g{0, x, 0};
  auto const G = [&](Numbers const& a, Numbers const& b) { return bilinear(system, g, a, b); };
  Rows const D{{1, 0, 0}, {0, 1, 0}}, right{{1, 0, x / 2}, {0, 1, 0}},
      left{{1, 0, -x / 2}, {0, 1, 0}};
  return {step * step * determinant(table_of(D, right, G)),
          step * step * determinant(table_of(left, D, G))};
}

void measure_regularity(Study& study) {
  Dice dice(7);
  Largest minus, plus;
  for (auto const& body : {sleigh_a(), sleigh_b()}) {
    Q const am = body.a * body.m, rest = body.a * am + body.J;
    for (int i = 0; i < (study.quick ? 4 : 20); ++i) {
      Q const x = 5 * Q(dice());
      auto const d = determinants(body, x);
      minus(d.minus - body.m * (rest + am * x / 2));
      plus(d.plus - body.m * (rest - am * x / 2));
    }
  }
  measure(study, {{"C7", minus,
                   "largest difference of the determinant at (0, x, 0), times h^2, from m (a^2 "
                   "m + J + a m x/2), two bodies"}});
  study.find("C7/plus", plus.value, fmt::format("{:.1e}", plus.value));
  measure_regular_units(
      study, "C7/neighbourhood", "as printed",
      {{"SLE-A", sleigh(step, sleigh_a()), {}}, {"SLE-B", sleigh(step, sleigh_b()), {}}});
}

}  // namespace

void sleigh_equations(Study& study) {
  measure_group(study);
  measure_equations(study);
  study.progress(0.4);
  measure_symmetry(study);
  measure_regularity(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
