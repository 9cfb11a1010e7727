#include "experiments/iglesias_marrero_martin_martinez_2008/group_runs.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/systems.hpp"

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
  return sum(product(a, b), times(-1, product(b, a)));
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

void measure_group(Findings& findings) {
  Largest brackets, exponential;
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
  }
  findings.measure("C1", brackets.value);
  findings.measure("C1/exp", exponential.value);
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

/// g_k^-1 g_(k+1) of a run whose nodes are (x, y, theta).
Arrow interval(Trajectory<Q> const& t, std::size_t k) {
  auto const node = [&](std::size_t i) { return Numbers{t.q[i][2], t.q[i][0], t.q[i][1]}; };
  return planar_product(planar_inverse(node(k)), node(k + 1));
}

void measure_equations(Findings& findings) {
  Dice dice(2);
  Largest sides, entry, run;
  for (auto const& body : {sleigh_a(), sleigh_b()}) {
    auto const system = sleigh(step, body);
    auto altered = sleigh_mass_tensor(body);
    altered[1] += 1, altered[3] += 1;
    for (int i = 0; i < 20; ++i) {
      auto const g1 = dice.numbers(3, 2), g2 = dice.numbers(3, 2);
      auto const rows = sleigh_rows(body, g1, g2);
      int const order[]{1, 0};  // the first equation is that of e_1
      for (std::size_t r = 0; r < 2; ++r) {
        Numbers e(3, Q(0));
        e[std::size_t(order[r])] = 1;
        sides(double(absolute(rows.first[r] - step * left_field(system, g1, e))));
        sides(double(absolute(rows.second[r] - step * right_field(system, g2, e))));
      }
      entry(double(
          absolute(planar_kinetic(g1, altered) - planar_kinetic(g1, sleigh_mass_tensor(body)))));
    }
  }
  findings.measure("C2", entry.value);
  findings.measure("C3", sides.value);
  for (auto const& [name, body] : {std::pair{"SLE-A", sleigh_a()}, {"SLE-B", sleigh_b()}}) {
    auto const t = GroupRun{"chaplygin_sleigh", name, "euler_poincare_suslov", step, 100}.in_quad();
    for (std::size_t k = 0; k + 2 < t.q.size(); ++k) {
      auto const g = interval(t, k);
      auto const rows = sleigh_rows(body, g, interval(t, k + 1));
      run(distance(rows.first, rows.second));
      run(double(absolute((1 - cosq(g[0])) * g[1] - g[2] * sinq(g[0]))));
    }
  }
  findings.measure("C3/run", run.value);
}

void measure_symmetry(Findings& findings) {
  Dice dice(3);
  Largest definition, map, method, legendre;
  for (auto const& body : {sleigh_a(), sleigh_b()}) {
    auto const system = sleigh(step, body);
    for (int i = 0; i < 30; ++i) {
      auto const g = planar_exp({3 * Q(dice()), Q(dice()), 0});
      definition(lagrangian_asymmetry(system, g));
      definition(constraint_asymmetry(system, g));
      legendre(
          distance(legendre_plus(system, g), times(-1, legendre_minus(system, system.inverse(g)))));
    }
    for (int i = 0; i < (findings.quick ? 2 : 6); ++i)
      map(reversibility_of_map(system, planar_exp({0.1Q * Q(dice()), 0.1Q * Q(dice()), 0})));
  }
  for (auto const* name : {"SLE-A", "SLE-B", "SLE-C"})
    method(GroupRun{"chaplygin_sleigh", name, "euler_poincare_suslov", step, 1}
               .reversibility_defect());
  findings.measure("C6/definition", definition.value);
  findings.measure("C6/map", map.value);
  findings.measure("C6/method", method.value);
  findings.measure("C8", legendre.value);
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
  Table const D{{1, 0, 0}, {0, 1, 0}}, right{{1, 0, x / 2}, {0, 1, 0}},
      left{{1, 0, -x / 2}, {0, 1, 0}};
  return {step * step * determinant(table_of(D, right, G)),
          step * step * determinant(table_of(left, D, G))};
}

void measure_regularity(Findings& findings) {
  Dice dice(7);
  Largest minus, plus, root;
  std::string roots;
  for (auto const& body : {sleigh_a(), sleigh_b()}) {
    Q const am = body.a * body.m, rest = body.a * am + body.J;
    for (int i = 0; i < (findings.quick ? 4 : 20); ++i) {
      Q const x = 5 * Q(dice());
      auto const d = determinants(body, x);
      minus(double(absolute(d.minus - body.m * (rest + am * x / 2))));
      plus(double(absolute(d.plus - body.m * (rest - am * x / 2))));
    }
    Q const x = -2 * rest / am;
    root(double(absolute(determinants(body, x).minus)));
    roots += fmt::format("{}{:.4f}", roots.empty() ? "" : ", ", double(x));
  }
  findings.measure("C7", minus.value);
  findings.measure("C7/plus", plus.value);
  findings.measure("C7/root", root.value, fmt::format("{:.1e} (x = {})", root.value, roots));
}

void compute(Findings& findings) {
  measure_group(findings);
  measure_equations(findings);
  findings.progress(0.4);
  measure_symmetry(findings);
  measure_regularity(findings);
}

std::vector<Claim> claims() {
  std::vector<Claim> all;
  auto const add = [&](std::string id, std::string place, std::string statement,
                       std::string printed, Criterion criterion, std::string reason,
                       std::string assumption = {}, std::string correction = {}) {
    all.push_back({.id = std::move(id),
                   .place = std::move(place),
                   .statement = std::move(statement),
                   .printed = std::move(printed),
                   .criterion = std::move(criterion),
                   .reason = std::move(reason),
                   .correction = std::move(correction),
                   .assumption = std::move(assumption)});
  };
  std::string const here = "section 4.3.2", rounding = "rounding of 34 digits";
  add("C1", here, "Brackets of e, e_1, e_2 by their matrices: largest difference",
      "[e, e_1] = e_2, [e, e_2] = -e_1, [e_1, e_2] = 0", at_most(0), "whole numbers");
  add("C1/exp", here, "The exponential against its series: largest difference of 100",
      "exp(w, v_1, v_2)", at_most(1e-30), rounding);
  add("C2", here, "L_d does not depend on the entry (1, 2) of J: largest change when one is added",
      "the entry is ma", at_most(1e-31), rounding, {}, "the entry should be mab (E11)");
  add("C3", here,
      "Each side of the two difference equations is h times the derivative of the action along "
      "e_1, e: largest difference, 40 random pairs",
      "two equations", at_most(1e-26), by_differences);
  add("C3/run", here,
      "The method's intervals fulfil equations and constraint: largest rest in 100 steps with 113 "
      "bits",
      "two equations", at_most(1e-28), rounding, our_data);
  add("C6/definition", here,
      "Reversible by definition 3.15: largest |L_d(i(g)) - L_d(g)| and |phi(i(g))|, 60 elements",
      "reversible", at_most(1e-29), rounding);
  add("C6/map", "proposition 3.19",
      "The evolution operator U is reversible: largest entry of U i U - i",
      "the dynamics is reversible", at_most(1e-24), by_differences, our_data);
  add("C6/method", "proposition 3.19",
      "So is the method: largest entry of R F R F - 1, F a step of .1, three bodies",
      "the dynamics is reversible", at_most(1e-14), "rounding", our_data);
  add("C7", here,
      "Determinant of the regularity condition at (0, x, 0), times h^2, against m times the "
      "printed "
      "expression: largest difference, x in (-5, 5), two bodies",
      "a^2 m + J + a m x/2 is not zero", at_most(1e-18), by_differences);
  add("C7/root", here, "It is singular where that expression vanishes: determinant there",
      "a^2 m + J + a m x/2 is not zero", at_most(1e-18), by_differences);
  add("C7/plus", here,
      "The second condition of regularity, that of F^+, asks at (0, x, 0) for the same of -x: "
      "determinant against m (a^2 m + J - a m x/2)",
      "(the first condition only)", at_most(1e-18), by_differences);
  add("C8", "proposition 3.16", "F^+ = -F^- o i: largest difference, 60 elements", "F^+ = -F^- o i",
      at_most(1e-26), by_differences);
  return all;
}

}  // namespace

Experiment sleigh_equations() {
  return {.id = "immm2008_sleigh_equations",
          .paper = group_paper,
          .title = "The discrete Chaplygin sleigh: equations, symmetry, regularity",
          .about =
              "What section 4.3.2 says of its system, against differences of the discrete "
              "action with 113 bits.",
          .choices = {{"the bodies",
                       "SLE-A: m = J = 1, a = .5, b = 0; SLE-B: m = 1.5, J = .8, a = "
                       ".6, b = .3; SLE-C: m = J = 1, a = .4, b = 0",
                       "the paper gives none"}},
          .claims = claims(),
          .figures = {},
          .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
