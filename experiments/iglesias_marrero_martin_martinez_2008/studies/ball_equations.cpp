#include "experiments/iglesias_marrero_martin_martinez_2008/shared/ball_arrows.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// The first interval of figure 2 with w3 = .7.
Arrow interval_of_figure_2(Q h, Q Omega) {
  return rolled(h, Omega, {Q(99) / 100, 1}, {1, Q(99) / 100}, Q(7) / 10);
}

Q const h = Q(1) / 20;

/// The continuous system: B12 to B15, B17 and B18, with m = r = 1.
void continuous(Study& study) {
  Dice dice(91);
  Largest constraints, energy, action, invariance, affine;
  Q const I = ball_inertia(), Omega = table_rate();
  for (int i = 0; i < 20; ++i) {
    auto const w = dice.numbers(3, 1), v = dice.numbers(2, 1), z = dice.numbers(2, 1);
    auto const R = rodrigues(dice.numbers(3, 1)), S = rodrigues(dice.numbers(3, 1));
    auto const Rdot = product(hat(w), R), spatial = product(Rdot, transposed(R));
    constraints(trace_with(spatial, 2) / 2 + w[1]);
    constraints(-trace_with(spatial, 1) / 2 - w[0]);
    Q const traces = I / 4 * trace_of_product(spatial, transposed(spatial));
    energy(traces - I / 2 * dot(w, w));
    // The action of S on (omega, R), by the velocity of R S.
    auto const acted = product(product(Rdot, S), transposed(product(R, S)));
    action(distance(acted, hat(w)));
    invariance(I / 4 * trace_of_product(acted, transposed(acted)) - traces);
    invariance(-I / 4 * trace_of_product(hat(w), hat(w)) - traces);
    invariance(trace_with(acted, 1) - trace_with(spatial, 1));
    invariance(trace_with(acted, 2) - trace_with(spatial, 2));
    // (4.13) of (v, w), and of (v, w) moved along D'_c.
    auto const of = [&](Numbers const& x, Numbers const& e) {
      return Numbers{x[0] + trace_with(hat(e), 2) / 2 + Omega * z[1],
                     x[1] - trace_with(hat(e), 1) / 2 - Omega * z[0]};
    };
    auto const before = of(v, w);
    for (auto const& X : ball(h, Omega).distribution({}))
      affine(distance(of(sum(v, part(X, 0, 2)), sum(w, part(X, 2, 3))), before));
  }
  // Dimensions: the two equations leave three directions.
  affine(3 - rank(ball(h, Omega).distribution({})));
  measure(
      study,
      {{"B12", constraints,
        "largest difference of the trace terms from -r w_2 and r w_1, 20 states"},
       {"B13", energy, "largest difference of the trace form from I |omega|^2/2, 20 states"},
       {"B14", action,
        "largest difference of the velocity of R S from omega, right trivialised, 20 states"},
       {"B17", invariance,
        "largest change of L_c and of the constraints under SO(3), and difference of the two trace "
        "forms, 20 states"},
       {"B18", affine,
        "largest change of (4.13) along the three sections, and missing rank of these, 20 "
        "states"}});

  auto const system = ball(h, Omega);
  auto const g = rolled(h, Omega, {0.99Q, 1}, {1, 0.99Q}, 0.7Q);
  Largest anchor;
  auto const unit = unit_vectors(5);
  for (auto const& e : unit)
    anchor(
        distance(derivative([&](Q t) { return system.target(system.right_moved(g, times(t, e))); }),
                 part(e, 0, 2)));
  anchor(5 - rank(unit));
  measure(study, {{"B15", anchor,
                   "largest difference of the anchors of s_1', ..., s_5' from the first "
                   "projection, and their missing rank"}});

  std::vector<double> steps, errors;
  auto const w = dice.numbers(3, 1);
  Q const speed = sqrtq(dot(w, w));
  for (int const n : {10, 20, 40, 80, 160}) {
    Q const step = Q(1) / n;
    auto const W = rodrigues(times(tanq(step * speed / 2) / speed, w));
    steps.push_back(double(step));
    errors.push_back(distance(times(1 / step, difference(W, identity_matrix())), hat(w)));
  }
  study.measure("B19", slope(steps, errors, 1, "the largest entry of log(W)/h - (W - Id)/h"));
}

/// The discrete Lagrangian and fields: B1, B20, B21.
void lagrangian(Study& study) {
  Dice dice(92);
  Q const I = ball_inertia();
  Largest corrected, printed, constant;
  for (int sample = 0; sample < 5; ++sample) {
    auto const W = rodrigues(dice.numbers(3, 1)), step = difference(W, identity_matrix());
    Q const kinetic = I / (4 * h * h) * trace_of_product(step, transposed(step));
    Q const trace = W[0] + W[4] + W[8];
    corrected(absolute(kinetic - I / (2 * h * h) * (3 - trace)) / kinetic);
    printed(absolute(kinetic - I / (4 * h * h) * (3 - trace)) / kinetic);
    constant(absolute(kinetic + I / (2 * h * h) * trace - 3 * I / (2 * h * h)) / kinetic);
  }
  std::string const what = "largest relative difference from L'_c((W - Id)/h), five W";
  measure(study, {{"B1", printed, what, number},
                  {"B1", corrected, what, "corrected factor"},
                  {"B20", constant,
                   "largest relative difference of L'_c((W - Id)/h) from -I/(2h^2) Tr(W) and "
                   "one constant, five W"}});

  auto const system = ball(h, table_rate());
  auto const g = rolled(h, table_rate(), {0.99Q, 1}, {1, 0.99Q}, 0.7Q);
  // Printed velocities of the two points and of W = h W (left) or h W (right).
  Largest first_five, last_printed, last_right;
  auto const sections = system.distribution({});
  Rows const base{{0, 0}, {1, 0}, {0, 1}}, turn{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}};
  auto const W = part(g, 4, 9);
  for (std::size_t k = 0; k < 3; ++k) {
    Numbers const rest{0, 0};
    auto const left = together(rest, base[k], product(W, hat(turn[k])));
    auto const right = [&](bool first_point) {
      auto const minus = times(-1, base[k]);
      return together(first_point ? minus : rest, first_point ? rest : minus,
                      product(hat(turn[k]), W));
    };
    auto const& X = sections[k];
    auto const of_left = derivative([&](Q t) { return system.right_moved(g, times(t, X)); });
    auto const of_right =
        times(-1, derivative([&](Q t) { return system.left_moved(g, times(t, X)); }));
    first_five(distance(of_left, left));
    (k < 2 ? first_five : last_right)(distance(of_right, right(true)));
    if (k == 2) last_printed(distance(of_right, right(false)));
  }
  std::string const six = "largest difference of the six fields from their definition";
  measure(study, {{"B21", larger_or_nan(first_five.value, last_printed.value), six, number},
                  {"B21", larger_or_nan(first_five.value, last_right.value), six, "first point"}});
  study.compare("E28", last_printed.value, last_right.value, "r = 1, one arrow");
}

/// B2 to B5 at arbitrary intervals.
void equations(Study& study) {
  Q const I = ball_inertia(), Omega = table_rate();
  auto const system = ball(h, Omega);
  Dice dice(93);
  Largest displayed, simplified, velocities, x_formula, y_formula, y_printed;
  for (int sample = 0; sample < 5; ++sample) {
    auto const z = dice.numbers(6, 1);
    auto const turn = [&] { return rodrigues(dice.numbers(3, 0.4Q)); };
    ArrowPair const g{together(part(z, 0, 4), turn()), together(part(z, 2, 4), turn())};
    displayed(distance(displayed_equations(g, h, Omega, I), equations_of_theory(system, g, h, I)));

    // On M'_c the second and third equations are I + 1 times (4.14) and (4.15).
    auto const near = times(0.02Q, z);
    Numbers const z0 = part(near, 0, 2), z1 = part(near, 2, 2), z2 = part(near, 4, 2);
    ArrowPair const on{rolled(h, Omega, z0, z1, 0.7Q), rolled(h, Omega, z1, z2, 0.4Q)};
    auto const five = displayed_equations(on, h, Omega, I),
               simple = simplified_equations(on, h, Omega, I);
    simplified(distance({simple[2], (I + 1) * simple[0], (I + 1) * simple[1], simple[3], simple[4]},
                        five));

    // The next point by (4.14), (4.15): (1 + a^2/4) (z2 - z1) = ..., a = alpha h.
    Q const a = I * Omega / (I + 1) * h, scale = a * a + 4;
    auto const next = eliminated({{1, a / 2}, {-a / 2, 1}}, {2 * z1[0] - z0[0] + a / 2 * z0[1],
                                                             2 * z1[1] - z0[1] - a / 2 * z0[0]})
                          .x;
    Numbers const d1 = difference(z1, z0), d2 = difference(next, z1);
    velocities(distance(d2, times(1 / scale, {(4 - a * a) * d1[0] - 4 * a * d1[1],
                                              4 * a * d1[0] + (4 - a * a) * d1[1]})));
    auto const rest = [&](std::size_t i, Q coefficient) {
      Q const own = 8 * z1[i] + (a * a - 4) * z0[i];
      return double(absolute(next[i] - (own + coefficient * d1[1 - i]) / scale));
    };
    x_formula(rest(0, -4 * a));
    y_formula(rest(1, 4 * a));
    y_printed(rest(1, 4 * a / h));
  }
  measure(study,
          {{"B2", displayed,
            "largest difference of the five displayed expressions from the groupoid's, five pairs"},
           {"B2/simplified", simplified,
            "largest difference of (4.14)-(4.18), the first two times I + m r^2, from the "
            "displayed expressions, five pairs of arrows of M'_c"},
           {"B3/velocities", velocities,
            "largest difference of A (z_1 - z_0) from the step that (4.14), (4.15) give, five "
            "triples"}});
  std::string const three =
      "largest difference from the point that (4.14), (4.15) give, five triples";
  measure(study, {{"B4", x_formula, three},
                  {"B5", y_printed, three, number},
                  {"B5", y_formula, three, "with h"}});

  Largest rotation;
  for (Q const b : {0.01Q, 0.1Q, 1.0Q, 5.0Q}) {
    Q const c = (4 - b * b) / (4 + b * b), s = 4 * b / (4 + b * b), angle = 2 * atanq(b / 2);
    rotation(c * c + s * s - 1);
    rotation(c - cosq(angle));
    rotation(s - sinq(angle));
  }
  measure(study, {{"B3", rotation,
                   "largest difference of A from the rotation by 2 atan(alpha h/2), alpha h = "
                   ".01, .1, 1, 5"}});
}

/// B9.
void reversal(Study& study) {
  Q const step = Q(1) / 100, Omega = table_rate();
  auto const system = ball(step, Omega), opposite_table = ball(step, -Omega);
  auto const g = interval_of_figure_2(step, Omega);
  measure(study, {{"B9/lagrangian", lagrangian_asymmetry(system, g),
                   "|L'_d(i(g)) - L'_d(g)| at the first interval of figure 2"}});
  auto const rest = times(1 / step, system.constraint(system.inverse(g)));
  measure(study,
          {{"B9/constraint", largest(rest),
            fmt::format("largest residual of the constraints at i(g), g the first interval of "
                        "figure 2 in M'_c, ({:.4f}, {:.4f}) with {:.0e} on g itself",
                        double(rest[0]), double(rest[1]), double(largest(system.constraint(g)))),
            number}});
  auto const back = evolved(opposite_table, system.inverse(evolved(system, g)));
  double const defect = distance(back, system.inverse(g));
  study.find("B9/opposite", defect, fmt::format("{:.1e}", defect));
}

/// An interval of M_c that turns by `angle` about `axis`, from (0.3, -0.2).
Arrow interval_turned_by(Q h, Q Omega, Numbers const& axis, Q angle) {
  Numbers const z0{0.3Q, -0.2Q}, n = times(1 / sqrtq(dot(axis, axis)), axis);
  Q const a1 = sinq(angle) * n[0], a2 = sinq(angle) * n[1], half = h * Omega / 2;
  // dx + half dy = a2 - 2 half y0,   dy - half dx = -a1 + 2 half x0
  Q const p = a2 - 2 * half * z0[1], q = -a1 + 2 * half * z0[0], scale = 1 / (1 + half * half);
  Numbers const z1{z0[0] + scale * (p - half * q), z0[1] + scale * (q + half * p)};
  return together(z0, z1, rodrigues(times(tanq(angle / 2), n)));
}

/// B10: W - Tr(W) Id against both conditions.
void regularity(Study& study) {
  Dice dice(94);
  int counterexamples = 0, arrows = 0;
  Largest off;
  auto const system = ball(h, table_rate());
  for (int sample = 0; sample < (study.quick ? 2 : 4); ++sample) {
    auto const axis = dice.numbers(3, 1);
    auto const at = [&](Q angle) { return interval_turned_by(h, table_rate(), axis, angle); };
    for (Q const angle : {0.2Q, 1.2Q, 1.9Q, 2.7Q, 3.0Q}) {
      auto const W = part(at(angle), 4, 9);
      Rows rows;
      for (std::size_t i = 0; i < 3; ++i) {
        rows.push_back(part(W, 3 * i, 3));
        rows.back()[i] -= W[0] + W[4] + W[8];
      }
      ++arrows;
      bool const in_U = absolute(determinant(rows)) > 1e-12Q;
      for (auto const& condition :
           {right_regularity(system, at(angle)), left_regularity(system, at(angle))})
        counterexamples += in_U && !(absolute(determinant(condition)) > 1e-12Q);
    }
    auto const regular = [&](Q angle) { return determinant(right_regularity(system, at(angle))); };
    Q const first = regular(0.1Q);
    off(end_of(0.1Q, 2.5Q, 1e-15Q, [&](Q angle) { return regular(angle) * first > 0; }) - M_PI_2q);
  }
  measure(
      study,
      {{"B10", counterexamples,
        fmt::format(
            "conditions, of both sides of {} arrows of M'_c with W - Tr(W) Id regular, that fail",
            arrows),
        counted}});
  study.find("B10/only", off.value, fmt::format("{:.1e}", off.value));
}

}  // namespace

void ball_equations(Study& study) {
  continuous(study);
  lagrangian(study);
  equations(study);
  study.progress(0.3);
  reversal(study);
  study.progress(0.6);
  regularity(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
