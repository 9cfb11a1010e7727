#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_groups.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

Q const h = 0.1Q;

/// A pair of M_c of the particle: q_0, and q_1 with the given x, y.
Arrow pair_on_constraint(Numbers const& q0, Q x, Q y) {
  return {q0[0], q0[1], q0[2], x, y, q0[2] + (q0[1] + y) / 2 * (x - q0[0])};
}
Arrow random_pair(Dice& dice) {
  auto const q0 = dice.numbers(3, 2), q1 = dice.numbers(2, 2);
  return pair_on_constraint(q0, q1[0], q1[1]);
}
/// Bases of D_c and of the tangents of M_c at a pair of the particle, of unit entries in x and y.
struct Spaces {
  Rows D0, D1, left, right;
  explicit Spaces(Arrow const& g) {
    Q const y0 = g[1], y1 = g[4], half = (y0 + y1) / 2, dx = g[3] - g[0];
    D0 = {{1, 0, y0}, {0, 1, 0}};
    D1 = {{1, 0, y1}, {0, 1, 0}};
    left = {{1, 0, half}, {0, 1, -dx / 2}};
    right = {{1, 0, half}, {0, 1, dx / 2}};
  }
};
/// By expansion along the first row: exact zeros are allowed.
Q expanded_determinant(Rows const& m) {
  if (m.size() == 1) return m[0][0];
  Q value = 0;
  for (std::size_t j = 0; j < m.size(); ++j) {
    Rows minor;
    for (std::size_t i = 1; i < m.size(); ++i) {
      minor.push_back(m[i]);
      minor.back().erase(minor.back().begin() + long(j));
    }
    value += (j % 2 ? -1 : 1) * m[0][j] * expanded_determinant(minor);
  }
  return value;
}
/// D_2 D_1 L_d of |q_1 - q_0|^2/(2 h) on two such spaces, times 2 h^2.
Q on_spaces(Rows const& first, Rows const& second) {
  return 2 * expanded_determinant(table_of(first, second, theory::old::dot));
}
/// Determinants of the Jacobians of F^+ and F^- in coordinates of M_c and D_c*, times 2 h^2.
struct Jacobians {
  Q plus, minus;
  explicit Jacobians(Arrow const& g) {
    auto const of = [&](bool at_end) {
      Numbers const at{g[0], g[1], g[2], g[3], g[4]};
      Rows slopes;
      for (std::size_t j = 0; j < 5; ++j)
        slopes.push_back(derivative([&](Q t) {
          auto c = at;
          c[j] += t;
          auto const q = pair_on_constraint(part(c, 0, 3), c[3], c[4]);
          Q const dx = q[3] - q[0], dy = q[4] - q[1], dz = q[5] - q[2];
          Numbers const p{dx + (at_end ? q[4] : q[1]) * dz, dy};
          return together(part(q, at_end ? 3 : 0, 3), p);
        }));
      return 2 * expanded_determinant(slopes);
    };
    plus = of(true), minus = of(false);
  }
};

/// L_d = |q_1 - q_0|^2/(2 h) - h V at the midpoint, V central.
DiscreteSystem of_midpoints() {
  auto s = unconstrained(particle(h));
  s.name = "midpoint";
  s.lagrangian = [](Arrow const& g) {
    auto const step = difference(part(g, 3, 3), part(g, 0, 3));
    return dot(step, step) / (2 * h) -
           h * central_potential(times(0.5Q, sum(part(g, 0, 3), part(g, 3, 3))));
  };
  return s;
}
/// Section 4.2, its derivatives of L_d by formulas of our own: D1 and D3.
void any_system(Study& study) {
  Dice dice(71);
  Tested all, with_multipliers, form;
  for (auto const& s : {particle(h), paraboloid(h)}) {
    Tested equations, multipliers;
    bool const heavy = s.name == "paraboloid";
    // D_2 L_d(q_0, q_1) + D_1 L_d(q_1, q_2), or D_1 L_d(q_0, q_1) + D_2 L_d(q_1, q_2).
    auto const total = [&](Numbers const& q, bool interchanged) {
      Numbers const slope = heavy ? Numbers{q[4] / 2, q[3] / 2, 1} : Numbers(3, Q(0));
      Numbers sum;
      for (std::size_t j = 0; j < 3; ++j) {
        Q const kinetic = (2 * q[3 + j] - q[j] - q[6 + j]) / h;
        Q const before = interchanged && heavy ? Numbers{q[1] / 2, q[0] / 2, 1}[j] : slope[j],
                after = interchanged && heavy ? Numbers{q[7] / 2, q[6] / 2, 1}[j] : slope[j];
        sum.push_back((interchanged ? -1 : 1) * kinetic - h / 2 * (before + after));
      }
      return sum;
    };
    for (int i = 0; i < 5; ++i) {
      auto const q = dice.numbers(9, 1);
      auto const covector = euler_lagrange(s, part(q, 0, 6), part(q, 3, 6));
      equations.printed(distance(total(q, false), covector));
      equations.changed(distance(total(q, true), covector));
    }
    auto const g = arrow_of_momentum(s, {1, 0.5Q, 0.75Q}, {0.3Q, -0.4Q}), next = evolved(s, g);
    auto const force = total(together(g, part(next, 3, 3)), false);
    equations.printed(rest_on_distribution(s, g, force));
    equations.printed(largest(s.constraint(next)));
    // A^1 = dz - y dx, or the differential of z - x^2/2 - y^2.
    auto const rest = [&](Numbers const& q) {
      Numbers const A = heavy ? Numbers{-q[0], -2 * q[1], 1} : Numbers{-q[1], 0, 1};
      return distance(force, times(dot(force, A) / dot(A, A), A)) / double(largest(force));
    };
    multipliers.printed(rest(s.target(g)));
    multipliers.changed(rest(s.source(g)));
    supply(study,
           {{"D1", "restricted to D_c", equations.printed},
            {"D1", "with multipliers", multipliers.printed}},
           s.name);
    all.changed(equations.changed.value);
    with_multipliers.changed(multipliers.changed.value);
  }
  auto const s = of_midpoints();
  for (int i = 0; i < 10; ++i) {
    auto const g = dice.numbers(6, 1), u = dice.numbers(3, 1), v = dice.numbers(3, 1),
               q = times(0.5Q, sum(part(g, 0, 3), part(g, 3, 3)));
    // V'' = (1 + |q|^2/2) Id + q q^T
    Q const second = (1 + dot(q, q) / 2) * dot(u, v) + dot(q, u) * dot(q, v),
            value = -dot(u, v) / h - h / 4 * second, G = bilinear(s, g, u, v);
    form.printed(G - value);
    form.changed(G + value);
  }
  supply(study, {{"D3", form.printed}});
  supply_controls(study, {{"D1", "D_1 and D_2 interchanged", all.changed},
                          {"D1", "A^j at q_0", with_multipliers.changed},
                          {"D3", "minus D_2 D_1 L_d", form.changed}});
}

/// The conditions of section 4.2 and of example 4.1: D4, D5, D6, P5.
void conditions(Study& study) {
  auto const s = particle(h);
  Dice dice(72);
  // No next point with y_2 = 3 from y_1 = -1; F^+ singular from y_0 = -3 to y_1 = 1.
  Arrow const no_step = pair_on_constraint({0, -1, 0}, 0.5Q, 3),
              folded = pair_on_constraint({0, -3, 0}, 0.5Q, 1);
  std::vector<Arrow> pairs{no_step, folded};
  while (pairs.size() < 32) pairs.push_back(random_pair(dice));
  Tested displayed, printed;
  int first = 0, second = 0, other_end = 0;
  auto const regular = [](Q determinant) { return absolute(determinant) > 1e-15Q; };
  for (auto const& g : pairs) {
    Spaces const on(g);
    Jacobians const of(g);
    Q const on_left = on_spaces(on.left, on.D1), on_right = on_spaces(on.D0, on.right);
    displayed.printed(absolute(on_left) - absolute(of.plus));
    displayed.printed(absolute(on_right) - absolute(of.minus));
    displayed.changed(absolute(on_spaces(on.left, on.D0)) - absolute(of.plus));
    auto const G = [&](Numbers const& u, Numbers const& v) { return bilinear(s, g, u, v); };
    Q const y0 = g[1], y1 = g[4],
            of_minus = 2 * h * h * expanded_determinant(table_of(on.D0, on.right, G)),
            of_plus = 2 * h * h * expanded_determinant(table_of(on.left, on.D1, G));
    printed.printed(of_minus - (2 + y0 * y0 + y0 * y1));
    printed.printed(of_plus - (2 + y1 * y1 + y1 * y0));
    printed.changed(of_minus - (2 + y1 * y1 + y1 * y0));
    first += regular(on_left) != regular(of.minus);
    second += regular(on_right) != regular(of.minus);
    other_end += regular(on_spaces(on.D1, on.right)) != regular(of.minus);
  }
  supply(study, {{"D4", displayed.printed},
                 {"P5", printed.printed},
                 {"D5", "first as displayed", first},
                 {"D5", "second as displayed", second}});
  study.compare("E15", first, second, "pairs, of 32, at which they disagree");
  // Whether a pair has a unique next one and F^+ is no local diffeomorphism.
  auto const one_sided = [&](Arrow const& g, Arrow const& next) {
    return rest_on_distribution(s, g, euler_lagrange(s, g, next)) < 1e-20 &&
           regular(Jacobians(next).minus) && !regular(Jacobians(g).plus);
  };
  // The next pair of the folded one: y_2 = 5 and no change in x.
  supply(study, {{"D6", one_sided(folded, pair_on_constraint(part(folded, 3, 3), folded[3], 5))}});
  auto const usual = arrow_of_momentum(s, {1, 0.5Q, 0.75Q}, {0.3Q, -0.4Q});
  supply_controls(study,
                  {{"D4", "D_c(q_1) in place of D_c(q_2)", displayed.changed},
                   {"P5", "y_0 and y_1 interchanged", printed.changed},
                   {"D5", "D_c(q_2) in place of D_c(q_1)", other_end},
                   {"D6", "pair with both conditions", one_sided(usual, evolved(s, usual))}});
  // 2 + y^2 + y (y + d) is least, 2 - d^2/8, at y = -d/4.
  double const limit = end_of(0.0, 10.0, 1e-12, [](double d) {
    double const y = -d / 4;
    return 2 + y * y + y * (y + d) > 0;
  });
  study.find("P5/limit", limit, fmt::format("{:.9f}", limit));
}

/// Example 4.1: the equations, the constraint and its tangents.
void equations(Study& study) {
  auto const s = particle(h);
  Dice dice(73);
  Tested action, fields, next_point, spaces, tangent, symmetry, section;
  Largest other_tangents;
  for (int i = 0; i < 30; ++i) {
    auto const a = dice.numbers(3, 2), b = dice.numbers(3, 2), c = dice.numbers(3, 2);
    auto const second = [&](std::size_t k) { return (c[k] - 2 * b[k] + a[k]) / (h * h); };
    auto const covector = times(1 / h, euler_lagrange(s, together(a, b), together(b, c)));
    Q const of_X1 = covector[0] + b[1] * covector[2];
    action.printed(second(0) + b[1] * second(2) + of_X1);
    action.changed(second(0) + a[1] * second(2) + of_X1);
    action.printed(second(1) + covector[1]);

    auto const g = random_pair(dice);
    Q const y0 = g[1], y1 = g[4], dx = g[3] - g[0];
    // X_1, X_2 on the six coordinates: at the second point, and with minus signs at the first.
    Rows const left{{0, 0, 0, 1, 0, y1}, {0, 0, 0, 0, 1, 0}},
        right{{-1, 0, -y0, 0, 0, 0}, {0, -1, 0, 0, 0, 0}};
    for (std::size_t X = 0; X < 2; ++X) {
      auto const after = s.distribution(s.target(g))[X], before = s.distribution(s.source(g))[X];
      auto const at_start = derivative([&](Q t) { return s.left_moved(g, times(t, before)); });
      fields.printed(
          distance(derivative([&](Q t) { return s.right_moved(g, times(t, after)); }), left[X]));
      fields.printed(largest(sum(at_start, right[X])));
      fields.changed(distance(at_start, right[X]));
    }
    auto const change = [&](auto const& moved, Numbers const& v) {
      return derivative([&](Q t) { return s.constraint(moved(g, times(t, v)))[0]; });
    };
    for (auto const& [moved, sign] : {std::pair{s.left_moved, -1}, {s.right_moved, 1}}) {
      for (auto const& ab : {Numbers{1, 0}, Numbers{0, 1}}) {
        Q const first = ab[0] * (y1 + y0), last = sign * ab[1] * dx;
        spaces.printed(change(moved, {ab[0], ab[1], (first + last) / 2}));
        spaces.changed(change(moved, {ab[0], ab[1], (first - last) / 2}));
      }
      other_tangents(absolute(change(moved, {0, 0, 1})) - 1);
    }
    Q const y2 = 2 * y1 - y0, denominator = 2 + y1 * y1 + y1 * y2,
            numerator = 2 + y1 * y1 + y1 * y0;
    if (absolute(denominator) > 0.01Q && absolute(numerator) > 0.01Q)
      for (bool const inverted : {false, true}) {
        Q const step = dx * (inverted ? denominator / numerator : numerator / denominator);
        auto const rest = euler_lagrange(s, g, pair_on_constraint(part(g, 3, 3), g[3] + step, y2));
        auto& most = inverted ? next_point.changed : next_point.printed;
        most(absolute(rest[0] + y1 * rest[2]) / (1 + absolute(rest[2])));
        most(rest[1]);
      }
    auto const tangents = right_tangents(s, s.unit(a));
    tangent.printed(double(tangents.size()) - 2);
    for (auto const& eta : tangents) {
      tangent.printed(absolute(eta[2] - a[1] * eta[0]) / largest(eta));
      tangent.changed(absolute(eta[2] + a[1] * eta[0]) / largest(eta));
    }
    auto const invariance = [&](Numbers const& before, Numbers const& after) {
      return left_field(s, g, after) - right_field(s, g, before);
    };
    for (auto const& translation : {Numbers{1, 0, 0}, {0, 0, 1}})
      symmetry.printed(invariance(translation, translation));
    symmetry.changed(invariance(s.distribution(s.source(g))[0], s.distribution(s.target(g))[0]));
    // a d/dx + b d/dz in D_c: the annihilator of D_c vanishes on it.
    auto const annihilator = null_space(s.distribution(a), 3).at(0);
    auto const kernel = null_space(Rows{{annihilator[0], annihilator[2]}}, 2);
    section.printed(double(kernel.size()) - 1);
    section.printed(absolute(kernel[0][1] - a[1] * kernel[0][0]) / largest(kernel[0]));
    section.changed(absolute(kernel[0][0] - a[1] * kernel[0][1]) / largest(kernel[0]));
  }
  supply(study, {{"P1", action.printed},
                 {"P1/fields", fields.printed},
                 {"P2", "where regular", next_point.printed},
                 {"P4", "tangent if", spaces.printed},
                 {"P4", "only if", other_tangents},
                 {"P7", tangent.printed},
                 {"P10", section.printed},
                 {"P11", symmetry.printed},
                 {"P3", mixed_derivative_defect(1, true)},
                 {"P3", "tensor products", mixed_derivative_defect(2, false)}});
  supply_controls(study, {{"P1", "y_0 in (4.2)", action.changed},
                          {"P1/fields", "no minus signs", fields.changed},
                          {"P2", "inverted step", next_point.changed},
                          {"P4", "sign of b", spaces.changed},
                          {"P7", "sign of y", tangent.changed},
                          {"P10", "(y, 1)", section.changed},
                          {"P11", "X_1", symmetry.changed},
                          {"P3", "1/h", mixed_derivative_defect(1, false)}});
}

/// P6 and P12: the momentum equation for xi~ = (1, y).
void momentum_equation(Study& study) {
  auto const s = particle(h);
  Dice dice(74);
  Tested theorem, equation;
  for (int i = 0; i < 30; ++i) {
    auto const g = random_pair(dice);
    auto const xy = dice.numbers(2, 2);
    auto const next = pair_on_constraint(part(g, 3, 3), xy[0], xy[1]);
    auto const q0 = part(g, 0, 3), q1 = part(next, 0, 3), q2 = part(next, 3, 3);
    Q const square = h * h;
    // The displayed left side, with y_2 or y_1 in its first term.
    auto const displayed = [&](Q y) {
      return ((q2[0] - q1[0] + y * (q2[2] - q1[2])) - (q1[0] - q0[0] + q1[1] * (q1[2] - q0[2]))) /
             square;
    };
    Q const change = displayed(q2[1]), right = (q2[1] - q1[1]) * (q2[2] - q1[2]) / square;
    Q const of_theorem = (left_field(s, next, {1, 0, q2[1]}) - left_field(s, g, {1, 0, q1[1]})) / h;
    theorem.printed(change - of_theorem);
    theorem.changed(displayed(q1[1]) - of_theorem);
    theorem.printed(right - left_field(s, next, {0, 0, q2[1] - q1[1]}) / h);
    auto const second = [&](std::size_t k) { return (q2[k] - 2 * q1[k] + q0[k]) / square; };
    Q const of_42 = second(0) + q1[1] * second(2);
    equation.printed(change - right - of_42);
    equation.changed(change - (q2[1] - q1[1]) * (q1[2] - q0[2]) / square - of_42);
  }
  supply(study, {{"P12", theorem.printed}, {"P6", equation.printed}});
  supply_controls(study, {{"P12", "y_1 in the first term", theorem.changed},
                          {"P6", "z_1 - z_0 on the right", equation.changed}});
}

}  // namespace

void pair_groupoid(Study& study) {
  for (char const* const erratum : {"E15", "E16"}) study.uses(erratum);
  any_system(study);
  conditions(study);
  study.progress(0.6);
  equations(study);
  momentum_equation(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
