#include "experiments/iglesias_marrero_martin_martinez_2008/shared/ball_arrows.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

Q const h = Q(1) / 20;
/// A ball of which no constant is 1.
BallBody body() { return {0.4Q, 1.5Q, 0.8Q}; }

/// The continuous system: B12 to B15, B17 and B18.
void continuous(Study& study) {
  Dice dice(91);
  Tested constraints, energy, action, invariance, affine, sections;
  Q const I = body().I, r = body().r, Omega = table_rate();
  auto const D = ball(h, Omega, body()).distribution({});
  for (int i = 0; i < 20; ++i) {
    auto const w = dice.numbers(3, 1), v = dice.numbers(2, 1), z = dice.numbers(2, 1);
    auto const R = rodrigues(dice.numbers(3, 1)), S = rodrigues(dice.numbers(3, 1));
    auto const Rdot = product(hat(w), R), spatial = product(Rdot, transposed(R));
    Q const first = r / 2 * trace_with(spatial, 2), second = r / 2 * trace_with(spatial, 1);
    constraints.printed(first + r * w[1]);
    constraints.printed(-second - r * w[0]);
    constraints.changed(second - r * w[0]);
    Q const trace = trace_of_product(spatial, transposed(spatial)), kinetic = I / 2 * dot(w, w);
    energy.printed(I / 4 * trace - kinetic);
    energy.changed(I / 2 * trace - kinetic);
    // The action of S on (omega, R), by the velocity of R S.
    auto const RS = product(R, S), RSdot = product(Rdot, S), acted = product(RSdot, transposed(RS));
    action.printed(distance(acted, hat(w)));
    action.changed(distance(product(transposed(RS), RSdot), product(transposed(R), Rdot)));
    invariance.printed(I / 4 * (trace_of_product(acted, transposed(acted)) - trace));
    Q const square = I / 4 * trace_of_product(hat(w), hat(w));
    invariance.printed(-square - I / 4 * trace);
    invariance.changed(square - I / 4 * trace);
    for (int const k : {1, 2})
      invariance.printed(r / 2 * (trace_with(acted, k) - trace_with(spatial, k)));
    // (4.13) of (v, w), and of (v, w) moved along D'_c.
    auto const of = [&](Numbers const& x, Numbers const& e) {
      return Numbers{x[0] + r / 2 * trace_with(hat(e), 2) + Omega * z[1],
                     x[1] - r / 2 * trace_with(hat(e), 1) - Omega * z[0]};
    };
    auto const before = of(v, w);
    for (auto const& X : D) {
      auto const dv = part(X, 0, 2), dw = part(X, 2, 3);
      affine.printed(distance(of(sum(v, dv), sum(w, dw)), before));
      affine.changed(distance(of(sum(v, dv), difference(w, dw)), before));
    }
    // The sections as fields on Q = R^2 x SO(3), by curves through (z, R) and through (z, R S).
    Rows fields;
    auto const velocity = [&](Numbers const& eta, Numbers const& at, bool on_the_left) {
      return derivative([&](Q t) {
        auto const turn = turned_by(times(t, part(eta, 2, 3)));
        return together(sum(z, times(t, part(eta, 0, 2))),
                        on_the_left ? product(at, turn) : product(turn, at));
      });
    };
    auto const moved = [&](Numbers const& tangent) {
      return together(part(tangent, 0, 2), product(part(tangent, 2, 9), S));
    };
    for (auto const& s : unit_vectors(5)) {
      auto const field = velocity(s, R, false);
      fields.push_back(field);
      sections.printed(distance(moved(field), velocity(s, RS, false)));
      sections.changed(distance(moved(velocity(s, R, true)), velocity(s, RS, true)));
      // The class of the tangent vector: its velocity on R^2, which is the anchor, and Rdot R^T.
      auto const turning = times(0.5Q, twice_axial(product(part(field, 2, 9), transposed(R))));
      sections.printed(distance(together(part(field, 0, 2), turning), s));
    }
    // They span the tangents of Q, of which (v, Rdot) is one.
    sections.printed(5 - rank(fields));
    auto both = fields;
    both.push_back(together(v, Rdot));
    sections.printed(rank(both) - 5);
  }
  // Dimensions: the two equations leave three directions.
  affine.printed(3 - rank(D));
  supply_tested(study, {{"B12", constraints, "sign of the second"},
                        {"B13", energy, "I/2"},
                        {"B14", action, "left trivialisation"},
                        {"B15", sections, "left trivialisation"},
                        {"B17", invariance, "plus Tr(omega^2)"},
                        {"B18", affine, "sign of the rotations"}});

  std::vector<double> steps, errors, of_antisymmetric;
  auto const w = dice.numbers(3, 1);
  Q const speed = sqrtq(dot(w, w));
  for (int const n : {10, 20, 40, 80, 160}) {
    Q const step = Q(1) / n;
    auto const W = rodrigues(times(tanq(step * speed / 2) / speed, w));
    steps.push_back(double(step));
    errors.push_back(distance(times(1 / step, difference(W, identity_matrix())), hat(w)));
    of_antisymmetric.push_back(
        distance(times(1 / (2 * step), difference(W, transposed(W))), hat(w)));
  }
  study.measure("B19", {.value = order_of(steps, errors, 1)});
  study.control("B19", "(W - W^T)/(2h)", {.value = order_of(steps, of_antisymmetric, 1)});
}

/// The discrete Lagrangian and fields: B1, B20, B21.
void lagrangian(Study& study) {
  Dice dice(92);
  Q const I = body().I;
  double printed = INFINITY;
  Tested corrected, constant;
  for (int sample = 0; sample < 20; ++sample) {
    auto const W = rodrigues(dice.numbers(3, 1)), step = difference(W, identity_matrix());
    Q const kinetic = I / (4 * h * h) * trace_of_product(step, transposed(step)),
            factor = I / (2 * h * h), trace = W[0] + W[4] + W[8];
    auto const off = [&](Q value) { return double(absolute(kinetic - value) / kinetic); };
    printed = smaller_or_nan(printed, off(factor / 2 * (3 - trace)));
    corrected.printed(off(factor * (3 - trace)));
    corrected.changed(off(factor * (3 + trace)));
    constant.printed(off(3 * factor - factor * trace));
    constant.changed(off(3 * factor - factor / 2 * trace));
  }
  supply(study, {{"B1", printed}, {"B1", "corrected factor", corrected.printed}});
  supply_controls(study, {{"B1", "Id + W", corrected.changed}});
  supply_tested(study, {{"B20", constant, "I/(4h^2)"}});

  auto const system = ball(h, table_rate(), body());
  auto const sections = system.distribution({});
  Q const r = body().r;
  Rows const base{{0, 0}, {r, 0}, {0, r}}, turn{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}};
  // Printed velocities of the two points and of W = h W (left) or h W (right).
  Largest as_printed, last_printed, last_right;
  Tested six;
  for (int sample = 0; sample < 10; ++sample) {
    auto const W = rodrigues(dice.numbers(3, 1));
    auto const g = together(dice.numbers(4, 1), W);
    for (std::size_t k = 0; k < 3; ++k) {
      Numbers const rest{0, 0};
      auto const left = together(rest, base[k], product(W, hat(turn[k])));
      auto const right = [&](bool first_point, Q sign = 1) {
        auto const minus = times(-1, base[k]);
        return together(first_point ? minus : rest, first_point ? rest : minus,
                        times(sign, product(hat(turn[k]), W)));
      };
      auto const& X = sections[k];
      auto const of_left = derivative([&](Q t) { return system.right_moved(g, times(t, X)); });
      // X^R is the velocity of h(t)^-1 g times -1, in which W = exp(-t X) W.
      auto const of_right =
          times(-1, derivative([&](Q t) { return system.left_moved(g, times(t, X)); }));
      for (auto* most : {&as_printed, &six.printed, &six.changed}) (*most)(distance(of_left, left));
      six.printed(distance(of_right, right(true)));
      six.changed(distance(of_right, right(true, -1)));
      as_printed(distance(of_right, right(k < 2)));
      if (k < 2) continue;
      last_printed(distance(of_right, right(false)));
      last_right(distance(of_right, right(true)));
    }
  }
  supply(study, {{"B21", as_printed}, {"B21", "first point", six.printed}});
  supply_controls(study, {{"B21", "sign of the rotations", six.changed}});
  study.compare("E28", last_printed.value, last_right.value, "r = 0.8, ten arrows");
}

/// B2 to B5 at arbitrary intervals.
void equations(Study& study) {
  auto const b = body();
  Q const Omega = table_rate(), total = b.I + b.m * b.r * b.r, alpha = b.I * Omega / total;
  auto const system = ball(h, Omega, b);
  Dice dice(93);
  Tested displayed, simplified, velocities, x_formula, y_formula, rotation;
  Largest y_printed;
  for (int sample = 0; sample < 10; ++sample) {
    auto const z = dice.numbers(6, 1);
    auto const turn = [&] { return rodrigues(dice.numbers(3, 0.4Q)); };
    ArrowPair const g{together(part(z, 0, 4), turn()), together(part(z, 2, 4), turn())},
        exchanged{together(part(z, 0, 4), part(g.second, 4, 9)),
                  together(part(z, 2, 4), part(g.first, 4, 9))};
    auto const of_theory = equations_of_theory(system, g, h, b.I);
    displayed.printed(distance(displayed_equations(g, h, Omega, b), of_theory));
    displayed.changed(distance(displayed_equations(exchanged, h, Omega, b), of_theory));

    // On M'_c the second and third equations are (I + m r^2)/r times (4.14) and (4.15).
    auto const near = times(0.02Q, z);
    Numbers const z0 = part(near, 0, 2), z1 = part(near, 2, 2), z2 = part(near, 4, 2);
    ArrowPair const on{rolled(h, Omega, z0, z1, 0.7Q, b), rolled(h, Omega, z1, z2, 0.4Q, b)};
    auto const five = displayed_equations(on, h, Omega, b);
    auto const compare = [&](Largest& most, Q with) {
      auto const simple = simplified_equations(on, h, Omega, b, with);
      most(distance(
          {simple[2], total / b.r * simple[0], total / b.r * simple[1], simple[3], simple[4]},
          five));
    };
    compare(simplified.printed, alpha);
    compare(simplified.changed, b.I * Omega / (b.I + b.m * b.r));

    // The next point by (4.14), (4.15): (1 + a^2/4) (z2 - z1) = ..., a = alpha h.
    Q const a = alpha * h, scale = a * a + 4;
    auto const next = eliminated({{1, a / 2}, {-a / 2, 1}}, {2 * z1[0] - z0[0] + a / 2 * z0[1],
                                                             2 * z1[1] - z0[1] - a / 2 * z0[0]})
                          .x;
    Numbers const d1 = difference(z1, z0), d2 = difference(next, z1);
    auto const of_A = [&](Q sine) {
      return distance(d2, times(1 / scale, {(4 - a * a) * d1[0] - sine * d1[1],
                                            sine * d1[0] + (4 - a * a) * d1[1]}));
    };
    velocities.printed(of_A(4 * a));
    velocities.changed(of_A(-4 * a));
    auto const rest = [&](std::size_t i, Q coefficient) {
      Q const own = 8 * z1[i] + (a * a - 4) * z0[i];
      return double(absolute(next[i] - (own + coefficient * d1[1 - i]) / scale));
    };
    x_formula.printed(rest(0, -4 * a));
    x_formula.changed(rest(0, 4 * a));
    y_formula.printed(rest(1, 4 * a));
    y_formula.changed(rest(1, -4 * a));
    y_printed(rest(1, 4 * alpha));
  }
  supply(study, {{"B5", y_printed}, {"B5", "with h", y_formula.printed}});
  supply_controls(study, {{"B5", "sign of alpha", y_formula.changed}});

  for (Q const a : {0.01Q, 0.1Q, 1.0Q, 5.0Q}) {
    Q const c = (4 - a * a) / (4 + a * a), s = 4 * a / (4 + a * a), angle = 2 * atanq(a / 2);
    // Entries of A^T A - Id and the angle; in the control both entries off the diagonal are 4a.
    rotation.printed(c * c + s * s - 1);
    rotation.printed(c - cosq(angle));
    rotation.printed(s - sinq(angle));
    rotation.changed(2 * c * s);
  }
  supply_tested(study, {{"B2", displayed, "W_1 and W_2 interchanged"},
                        {"B2/simplified", simplified, "I + m r"},
                        {"B3/velocities", velocities, "sign of alpha"},
                        {"B4", x_formula, "sign of alpha"},
                        {"B3", rotation, "no minus sign"}});
}

/// B9.
void reversal(Study& study) {
  Q const step = Q(1) / 100, Omega = table_rate();
  auto const system = ball(step, Omega, body()), at_rest = ball(step, 0, body());
  Dice dice(95);
  Tested of_lagrangian;
  double of_constraint = INFINITY;
  Largest without_rotation;
  auto const tensor = dice.numbers(9, 1);
  for (int sample = 0; sample < 20; ++sample) {
    auto const z = dice.numbers(3, 1), from = dice.numbers(2, 1);
    auto const to = sum(from, times(0.01Q, part(z, 0, 2)));
    auto const g = rolled(step, Omega, from, to, z[2], body());
    of_lagrangian.printed(lagrangian_asymmetry(system, g));
    // Tr(B W) with a matrix B that is not symmetric.
    auto const W = part(g, 4, 9);
    of_lagrangian.changed(trace_of_product(tensor, W) - trace_of_product(tensor, transposed(W)));
    of_constraint = smaller_or_nan(of_constraint, constraint_asymmetry(system, g) / double(step));
    without_rotation(constraint_asymmetry(at_rest, rolled(step, 0, from, to, z[2], body())) /
                     double(step));
  }
  supply(study, {{"B9/constraint", of_constraint}});
  supply_controls(study, {{"B9/constraint", "table at rest", without_rotation}});
  supply_tested(study, {{"B9/lagrangian", of_lagrangian, "Tr(B W)"}});
  // The first interval of figure 2 with w3 = .7.
  auto const printed = ball(step, Omega), opposite_table = ball(step, -Omega);
  auto const g = rolled(step, Omega, {Q(99) / 100, 1}, {1, Q(99) / 100}, Q(7) / 10);
  auto const back = evolved(opposite_table, printed.inverse(evolved(printed, g)));
  double const defect = distance(back, printed.inverse(g));
  study.find("B9/opposite", defect, fmt::format("{:.1e}", defect));
}

/// An interval of M_c that turns by `angle` about `axis`, from (0.3, -0.2).
Arrow interval_turned_by(Q Omega, Numbers const& axis, Q angle) {
  Numbers const z0{0.3Q, -0.2Q}, n = times(1 / sqrtq(dot(axis, axis)), axis);
  Q const a1 = body().r * sinq(angle) * n[0], a2 = body().r * sinq(angle) * n[1],
          half = h * Omega / 2;
  // dx + half dy = a2 - 2 half y0,   dy - half dx = -a1 + 2 half x0
  Q const p = a2 - 2 * half * z0[1], q = -a1 + 2 * half * z0[0], scale = 1 / (1 + half * half);
  Numbers const z1{z0[0] + scale * (p - half * q), z0[1] + scale * (q + half * p)};
  return together(z0, z1, rodrigues(times(tanq(angle / 2), n)));
}

/// B10: determinants of both conditions against that of W - Tr(W) Id, on paths of arrows in M'_c.
void regularity(Study& study) {
  Dice dice(94);
  Tested ratios;
  Largest off;
  auto const system = ball(h, table_rate(), body());
  auto const D = system.distribution({});
  // Tangents of M'_c by the rotation vectors e_i, the points moving as (4.17), (4.18) demand.
  auto const tangents = [&](Arrow const& g, auto const& moved) {
    auto const forms = constraint_forms(system, g, moved);
    Rows basis;
    for (std::size_t i = 2; i < 5; ++i) {
      auto const dz =
          eliminated({part(forms[0], 0, 2), part(forms[1], 0, 2)}, {-forms[0][i], -forms[1][i]}).x;
      basis.push_back(together(dz, unit_vectors(3)[i - 2]));
    }
    return basis;
  };
  auto const shifted = [](Arrow const& g, Q sign) {
    auto const W = part(g, 4, 9);
    Rows rows;
    for (std::size_t i = 0; i < 3; ++i) {
      rows.push_back(part(W, 3 * i, 3));
      rows.back()[i] += sign * (W[0] + W[4] + W[8]);
    }
    return determinant(rows);
  };
  for (int sample = 0; sample < (study.quick ? 2 : 4); ++sample) {
    auto const axis = dice.numbers(3, 1);
    auto const at = [&](Q angle) { return interval_turned_by(table_rate(), axis, angle); };
    auto const conditions = [&](Arrow const& g) {
      auto const G = [&](Numbers const& a, Numbers const& b) { return bilinear(system, g, a, b); };
      return std::array{determinant(table_of(D, tangents(g, system.right_moved), G)),
                        determinant(table_of(tangents(g, system.left_moved), D, G))};
    };
    auto const first = at(0.1Q);
    ratios.printed(largest(system.constraint(first)));
    auto const of_first = conditions(first);
    // W - Tr(W) Id is singular at pi/2 and at pi.
    for (Q const angle : {0.4Q, 0.8Q, 1.2Q, 1.5Q, 1.57Q, 1.58Q, 1.7Q, 2.1Q, 2.5Q, 2.9Q, 3.1Q}) {
      auto const g = at(angle);
      ratios.printed(largest(system.constraint(g)));  // zero if g lies in M'_c
      auto const of_g = conditions(g);
      for (std::size_t side = 0; side < 2; ++side) {
        Q const ratio = of_g[side] / of_first[side];
        ratios.printed(ratio / (shifted(g, -1) / shifted(first, -1)) - 1);
        ratios.changed(ratio / (shifted(g, 1) / shifted(first, 1)) - 1);
      }
    }
    auto const regular = [&](Q angle) { return determinant(right_regularity(system, at(angle))); };
    Q const near = regular(0.1Q);
    off(end_of(0.1Q, 2.5Q, 1e-15Q, [&](Q angle) { return regular(angle) * near > 0; }) - M_PI_2q);
  }
  supply_tested(study, {{"B10", ratios, "W + Tr(W) Id"}});
  study.find("B10/only", off.value, fmt::format("{:.1e}", off.value));
}

}  // namespace

void ball_equations(Study& study) {
  for (char const* const erratum : {"E27", "E28", "E29"}) study.uses(erratum);
  continuous(study);
  lagrangian(study);
  equations(study);
  study.progress(0.3);
  reversal(study);
  study.progress(0.6);
  regularity(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
