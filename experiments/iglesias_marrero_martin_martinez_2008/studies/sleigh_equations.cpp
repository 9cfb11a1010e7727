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
  Tested brackets, exponential, inverse;
  auto const e = planar_basis(0), e1 = planar_basis(1), e2 = planar_basis(2);
  brackets.printed(distance(commutator(e, e1), e2));
  brackets.printed(distance(commutator(e, e2), times(-1, e1)));
  brackets.printed(distance(commutator(e1, e2), Numbers(9, Q(0))));
  brackets.changed(distance(commutator(e, e2), e1));
  Dice dice(1);
  auto const series = [&](Numbers const& v) {
    return matrix_exponential(sum(times(v[0], e), sum(times(v[1], e1), times(v[2], e2))));
  };
  // (theta, x, y) with |theta| < pi.
  auto const logarithm = [](Numbers const& W) {
    Q const theta = atan2q(W[3], W[0]), half = theta / 2, cot = cosq(half) / sinq(half);
    return Numbers{theta, half * (W[2] * cot + W[5]), half * (W[5] * cot - W[2])};
  };
  for (int i = 0; i < 100; ++i) {
    auto const v = dice.numbers(3, 3);
    // The printed formula, with a sign of its third component.
    Q const w = v[0], s = sinq(w) / w, c = (cosq(w) - 1) / w;
    auto const formula = [&](Q sign) {
      return planar_matrix({w, v[1] * s + v[2] * c, sign * v[1] * c + v[2] * s});
    };
    exponential.printed(distance(formula(-1), series(v)));
    exponential.changed(distance(formula(1), series(v)));
    exponential.printed(distance(planar_matrix({0, v[1], v[2]}), series({0, v[1], v[2]})));
    Q const turn = 3.14Q * dice();
    auto const at = [&](Q t) { return Numbers{t, v[1], v[2]}; };
    inverse.printed(distance(logarithm(series(at(turn))), at(turn)));
    inverse.printed(distance(series(logarithm(series(v))), series(v)));
    inverse.changed(distance(logarithm(series(at(turn + 2 * M_PIq))), at(turn + 2 * M_PIq)));
  }
  supply_tested(study, {{"C1", brackets, "sign of [e, e_2]"},
                        {"C1/exp", exponential, "sign in y"},
                        {"C12", inverse, "one turn more"}});
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
  Tested sides;
  for (auto const& body : {sleigh_a(), sleigh_b()}) {
    auto const system = sleigh(step, body);
    auto reflected = body;
    reflected.b = -body.b;
    for (int i = 0; i < 20; ++i) {
      auto const g1 = dice.numbers(3, 2), g2 = dice.numbers(3, 2);
      auto const rows = sleigh_rows(body, g1, g2), of_reflected = sleigh_rows(reflected, g1, g2);
      int const order[]{1, 0};  // the first equation is that of e_1
      for (std::size_t r = 0; r < 2; ++r) {
        auto const e = unit_vectors(3)[std::size_t(order[r])];
        Q const left = step * left_field(system, g1, e), right = step * right_field(system, g2, e);
        sides.printed(rows.first[r] - left);
        sides.printed(rows.second[r] - right);
        sides.changed(of_reflected.first[r] - left);
        sides.changed(of_reflected.second[r] - right);
      }
    }
  }
  supply_tested(study, {{"C3", sides, "sign of b"}});
  // Four point masses around (a, b) that have the mass, centre and inertia of a body.
  double as_printed = INFINITY;
  Tested entry;
  for (int i = 0; i < 20; ++i) {
    auto const z = dice.numbers(4, 1);
    SleighBody const body{1 + z[0] / 2, 1 + z[1] / 2, z[2], z[3]};
    Q const arm = sqrtq(body.J / body.m);
    Q moment = 0;
    for (auto const& [dx, dy] : {std::pair{arm, 0.0Q}, {-arm, 0.0Q}, {0.0Q, arm}, {0.0Q, -arm}})
      moment += body.m / 4 * (body.a + dx) * (body.b + dy);
    auto const off = [&](Q value) { return double(absolute(value - moment) / absolute(moment)); };
    as_printed = smaller_or_nan(as_printed, off(body.m * body.a));
    entry.printed(off(body.m * body.a * body.b));
    entry.changed(off(body.m * body.b));
  }
  supply(study, {{"C2", as_printed}, {"C2", "product of inertia", entry.printed}});
  supply_controls(study, {{"C2", "mb", entry.changed}});
}

void measure_symmetry(Study& study) {
  Dice dice(3);
  Tested definition;
  for (auto const& body : {sleigh_a(), sleigh_b()}) {
    auto const system = sleigh(step, body);
    for (int i = 0; i < 30; ++i) {
      auto const g = planar_exp({3 * Q(dice()), Q(dice()), 0});
      definition.printed(lagrangian_asymmetry(system, g));
      definition.printed(constraint_asymmetry(system, g));
      auto const back = system.inverse({g[0], g[1], g[1] * sinq(g[0])});
      definition.changed(back[2] - back[1] * sinq(back[0]));
    }
  }
  supply_tested(study, {{"C6", definition, "y = x sin theta"}});
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
  Tested minus;
  Largest plus;
  for (auto const& body : {sleigh_a(), sleigh_b()}) {
    Q const am = body.a * body.m, rest = body.a * am + body.J;
    for (int i = 0; i < (study.quick ? 4 : 20); ++i) {
      Q const x = 5 * Q(dice());
      auto const d = determinants(body, x);
      minus.printed(d.minus - body.m * (rest + am * x / 2));
      minus.changed(d.minus - body.m * (rest - am * x / 2));
      plus(d.plus - body.m * (rest - am * x / 2));
    }
  }
  supply_tested(study, {{"C7", minus, "sign of x"}});
  study.find("C7/plus", plus.value, fmt::format("{:.1e}", plus.value));
  measure_regular_units(
      study, "C7/neighbourhood", "as printed",
      {{"SLE-A", sleigh(step, sleigh_a()), {}}, {"SLE-B", sleigh(step, sleigh_b()), {}}});
  study.control("C7/neighbourhood", "massless sleigh",
                regularity_at({"", sleigh(step, {0, 1, 0.5Q, 0}), {}}));
}

}  // namespace

void sleigh_equations(Study& study) {
  study.uses("E18");
  measure_group(study);
  measure_equations(study);
  study.progress(0.4);
  measure_symmetry(study);
  measure_regularity(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
