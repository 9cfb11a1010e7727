#include "experiments/iglesias_marrero_martin_martinez_2008/ball_arrows.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// The first interval of figure 2 with w3 = .7.
Arrow interval_of_figure_2(Q h, Q Omega) {
  return rolled(h, Omega, {Q(99) / 100, 1}, {1, Q(99) / 100}, Q(7) / 10);
}

/// B2 to B5: the equations and what the paper makes of them, at arbitrary intervals and on a run.
void equations(Findings& findings) {
  Q const h = Q(1) / 20, I = ball_inertia();
  auto const system = ball(h, table_rate());
  Draw draw;
  Largest displayed;
  for (int sample = 0; sample < 5; ++sample) {
    auto const z = draw.vector(6);
    auto const turn = [&] { return rodrigues(times(0.4Q, draw.vector(3))); };
    ArrowPair const g{together(part(z, 0, 4), turn()), together(part(z, 2, 4), turn())};
    displayed(
        distance(displayed_equations(g, h, table_rate(), I), equations_of_theory(system, g, h, I)));
  }
  findings.measure("B2/displayed", displayed.value);

  auto const run = ball_runs("BALL-opposite").in_quad(h, findings.quick ? 20 : 60);
  Q const a = I * table_rate() / (I + 1) * h, scale = a * a + 4;
  Largest on_run, simplified, velocities, x_formula, y_formula, y_printed;
  for (auto const& g : pairs_of(run)) {
    on_run(double(largest(displayed_equations(g, h, table_rate(), I))));
    simplified(double(largest(simplified_equations(g, h, table_rate(), I))));
    Numbers const z0 = part(g.first, 0, 2), z1 = part(g.first, 2, 2), z2 = part(g.second, 2, 2),
                  d1 = sum(z1, times(-1, z0)), d2 = sum(z2, times(-1, z1));
    velocities(
        distance(times(1 / h, d2), times(1 / (scale * h), {(4 - a * a) * d1[0] - 4 * a * d1[1],
                                                           4 * a * d1[0] + (4 - a * a) * d1[1]})));
    auto const rest = [&](int i, Q coefficient) {
      Q const own = 8 * z1[i] + (a * a - 4) * z0[i];
      return double(absolute(z2[i] - (own + coefficient * d1[1 - i]) / scale));
    };
    x_formula(rest(0, -4 * a));
    y_formula(rest(1, 4 * a));
    y_printed(rest(1, 4 * a / h));
  }
  findings.measure("B2/run", on_run.value);
  findings.measure("B2/simplified", simplified.value);
  findings.measure("B3/velocities", velocities.value);
  findings.measure("B4", x_formula.value);
  findings.measure("B5", y_formula.value,
                   fmt::format("{:.1e} (as printed {:.2f})", y_formula.value, y_printed.value));

  // L'_c at (W - 1)/h is the next line with I/(2 h^2) Tr(1 - W).
  Largest corrected, printed;
  for (int sample = 0; sample < 5; ++sample) {
    auto const W = rodrigues(draw.vector(3)), step = sum(W, times(-1, identity_matrix()));
    Q const kinetic = I / (4 * h * h) * trace_of_product(step, transposed(step));
    Q const trace = 3 - (W[0] + W[4] + W[8]);
    corrected(double(absolute(kinetic - I / (2 * h * h) * trace)));
    printed(double(absolute(kinetic - I / (4 * h * h) * trace)));
  }
  findings.measure("B1", corrected.value,
                   fmt::format("{:.1e} (as printed {:.1f})", corrected.value, printed.value));

  Largest rotation;
  for (Q const b : {0.01Q, 0.1Q, 1.0Q, 5.0Q}) {
    Q const c = (4 - b * b) / (4 + b * b), s = 4 * b / (4 + b * b), angle = 2 * atanq(b / 2);
    rotation(double(absolute(c * c + s * s - 1)));
    rotation(double(absolute(c - cosq(angle))));
    rotation(double(absolute(s - sinq(angle))));
  }
  findings.measure("B3", rotation.value);
}

/// B9, at the first interval of figure 2.
void reversal(Findings& findings) {
  Q const h = Q(1) / 100, Omega = table_rate();
  auto const system = ball(h, Omega), opposite = ball(h, -Omega);
  auto const g = interval_of_figure_2(h, Omega);
  findings.measure("B9/lagrangian", lagrangian_asymmetry(system, g));
  auto const rest = times(1 / h, system.constraint(system.inverse(g)));
  findings.measure(
      "B9/constraint", double(largest(rest)),
      fmt::format("{:.4f} ({:.4f}, {:.4f}; on g itself {:.0e})", double(largest(rest)),
                  double(rest[0]), double(rest[1]), double(largest(system.constraint(g)))));
  findings.measure("B9/formula", distance(rest, {Omega * (g[1] + g[3]), -Omega * (g[0] + g[2])}));
  auto const back = evolved(opposite, system.inverse(evolved(system, g)));
  findings.measure("B9/opposite-table", distance(back, system.inverse(g)));
  auto const i = [&](Arrow const& arrow) { return mirrored(system.inverse(arrow)); };
  findings.measure("B9/mirrored", distance(evolved(system, i(evolved(system, g))), i(g)));
  auto const runs = ball_runs("BALL-opposite");
  findings.measure("B9/method",
                   runs.entry().reversibility_defect(runs.specification(RawQuad(1) / 100, 1, 0)));
}

/// An interval of M_c that turns by `angle` about `axis`, from (0.3, -0.2).
Arrow interval_turned_by(Q h, Q Omega, Numbers const& axis, Q angle) {
  Numbers const z0{0.3Q, -0.2Q}, n = times(1 / sqrtq(dot(axis, axis)), axis);
  Q const a1 = sinq(angle) * n[0], a2 = sinq(angle) * n[1], half = h * Omega / 2;
  // dx + half dy = a2 - 2 half y0,   dy - half dx = -a1 + 2 half x0
  Q const p = a2 - 2 * half * z0[1], q = -a1 + 2 * half * z0[0], scale = 1 / (1 + half * half);
  Numbers const z1{z0[0] + scale * (p - half * q), z0[1] + scale * (q + half * p)};
  return together(together(z0, z1), rodrigues(times(tanq(angle / 2), n)));
}

/// B10: determinants.
void regularity(Findings& findings) {
  Draw draw;
  Largest identity, off;
  Q const h = Q(1) / 20;
  auto const system = ball(h, table_rate());
  for (int sample = 0; sample < (findings.quick ? 2 : 4); ++sample) {
    auto const axis = draw.vector(3);
    for (Q const angle : {0.2Q, 1.2Q, 1.9Q, 3.0Q}) {
      auto const W = part(interval_turned_by(h, table_rate(), axis, angle), 4, 9);
      Q const trace = W[0] + W[4] + W[8], c = cosq(angle), s = sinq(angle);
      Table rows;
      for (std::size_t i = 0; i < 3; ++i) {
        rows.push_back(part(W, 3 * i, 3));
        rows.back()[i] -= trace;
      }
      identity(double(absolute(determinant(rows) + 2 * c * ((1 + c) * (1 + c) + s * s))));
    }
    auto const regular = [&](Q angle) {
      return determinant(
          right_regularity(system, interval_turned_by(h, table_rate(), axis, angle)));
    };
    Q low = 0.1Q, high = 2.5Q;
    Q const sign = regular(low);
    while (high - low > 1e-15Q) {
      Q const middle = (low + high) / 2;
      (regular(middle) * sign > 0 ? low : high) = middle;
    }
    off(double(absolute(low - M_PI_2q)));
  }
  findings.measure("B10/determinant", identity.value);
  findings.measure("B10/first-singular", off.value);
  auto const unit = determinant(right_regularity(system, system.unit({0.3Q, -0.2Q})));
  findings.measure("B10/units", std::abs(double(unit)));
}

void compute(Findings& findings) {
  equations(findings);
  findings.progress(0.3);
  reversal(findings);
  findings.progress(0.6);
  regularity(findings);
}

std::vector<Claim> claims() {
  ClaimList add{"section 4.5.1", {}};
  std::string const quad = quad_reason;
  add("B1", "L'_c((W - Id)/h) has the rotational part I/(2 h^2) Tr(Id - W): largest difference",
      "I/(2 h)^2 Tr(Id - W)", at_most(1e-26), "113 bits, divided by h^2")
      .correction = "E2: I/(2 h^2)";
  add("B2/displayed",
      "The five displayed equations are the discrete nonholonomic equations of (L'_d, M'_c, D'_c): "
      "largest difference at arbitrary pairs of intervals",
      "the system", at_most(1e-20), quad);
  add.assumption = "m = r = 1, I = .4, Omega = +-3.5, w3 = .7";
  add("B2/run", "Their rest along a run of the integrator with 113 bits, h = .05",
      "discrete nonholonomic equations", at_most(1e-26), "113 bits, divided by h^2");
  add("B2/simplified", "Rest of (4.14) to (4.18) along that run", "(4.14)-(4.18)", at_most(1e-26),
      "113 bits, divided by h^2");
  add("B3", "The matrix A is the rotation by 2 atan(alpha h/2): largest difference", "A in SO(2)",
      at_most(1e-30), "113 bits")
      .assumption = "";
  add("B3/velocities", "(u_(k+1), v_(k+1)) = A (u_k, v_k) along that run", "equality",
      at_most(1e-28), "113 bits, divided by h");
  add("B4", "The formula for x(k+2) along that run: largest rest", "equality", at_most(1e-28),
      "113 bits");
  add("B5", "The formula for y(k+2) along that run: largest rest", "equality, with 4 alpha",
      at_most(1e-28), "113 bits")
      .correction = "E1: 4 alpha h";
  add("B9/lagrangian",
      "L'_d is reversible: |L'_d(i(g)) - L'_d(g)| at the first interval of figure 2", "reversible",
      at_most(1e-28), "113 bits");
  add("B9/constraint",
      "M'_c is not reversible, hence nor the system: rest of the constraints at i(g), g in M'_c "
      "the first interval of figure 2",
      "not reversible", at_least(1e-3), "far above rounding");
  add("B9/formula", "That rest is 2 Omega (y, -x) at the midpoint: largest difference",
      "not printed", at_most(1e-28), "113 bits");
  add("B9/opposite-table",
      "What replaces reversibility: U' i U = i with the evolution operators U of this table and U' "
      "of the opposite one",
      "not mentioned", at_most(1e-22), quad);
  add("B9/mirrored", "Or, on one table, U S i U = S i with the mirror S: y -> -y", "not mentioned",
      at_most(1e-22), quad);
  add("B9/method", "The first of these for the integrator in double precision", "not mentioned",
      at_most(1e-13), "two steps with a few roundings of 1e-16");
  add("B10/determinant",
      "det(W - Tr(W) Id) = -2 cos(t) ((1 + cos(t))^2 + sin(t)^2) for a rotation by t, so that W is "
      "in U for t < pi/2",
      "the set U", at_most(1e-30), "113 bits")
      .assumption = "";
  add("B10/first-singular",
      "The system is regular in U: the angle at which the determinant of G on D'_c and the "
      "tangents of M'_c changes sign, less pi/2",
      "regular in U'", at_most(1e-13), "bisection to 1e-15");
  add("B10/units", "That determinant at a unit", "regular", at_least(1e-3), "far above rounding");
  return add.all;
}

}  // namespace

Experiment ball_equations() {
  return {.id = "immm2008_ball_equations",
          .paper = paper_id,
          .title = "Rolling ball: equations, symmetry, regularity",
          .about =
              "The discrete equations of section 4.5.1 and what the paper says of them against the "
              "theory's definitions, in quad precision.",
          .choices = {{"m, r, I, Omega, w3", "m = r = 1, I = .4, Omega = 3.5 and -3.5, w3 = .7",
                       "none is printed; |alpha| = 1 as in our figure 2"}},
          .claims = claims(),
          .figures = {},
          .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
