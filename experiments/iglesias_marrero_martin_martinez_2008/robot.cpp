#include "experiments/iglesias_marrero_martin_martinez_2008/robot_arrows.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

Runs runs_of(std::string solver = "closed") {
  return {.problem = "mobile_robot",
          .case_name = "ROB",
          .method = "chaplygin_dla",
          .options = {{"solver", std::move(solver)}}};
}

/// R1 to R3 at random intervals: what is printed against the definitions.
void printed_equations(Findings& findings) {
  Q const h = Q(1) / 10;
  RobotBody const body;
  auto const system = robot(h, body);
  Draw draw;
  Largest lagrangian, on_constraint, diagonal_part, subbundle, equations, reduced;
  for (int sample = 0; sample < 6; ++sample) {
    // L_d, section 4.6.1, is the toolbox's over h.
    auto const g = draw.vector(7);
    lagrangian(double(absolute(printed_lagrangian(g, h, body) - system.lagrangian(g) / h)));
    auto const on = rolled_robot(body, part(g, 0, 2), part(g, 2, 2));
    on_constraint(double(largest(system.constraint(on))));
    reduced(double(
        absolute(printed_reduced_lagrangian(part(on, 0, 4), h, body) - system.lagrangian(on) / h)));
    // sections s_1, s_2 fulfil (4.19)
    for (auto const& s : system.distribution({}))
      subbundle(double(largest({s[3] + body.R / 2 * (s[0] + s[1]), s[4],
                                s[2] + body.R / (2 * body.c) * (s[0] - s[1])})));
    // Both diagonal branches: equal turns of the wheels.
    auto const wheels = draw.vector(3);
    Numbers const from = part(wheels, 0, 2), to = sum(from, {wheels[2], wheels[2]});
    Arrow const straight = together(together(from, to), {0, -body.R * wheels[2], 0});
    diagonal_part(double(largest(system.constraint(straight))));
    reduced(
        double(absolute((body.Jw + body.m * body.R * body.R / 2) * wheels[2] * wheels[2] / (h * h) -
                        system.lagrangian(straight) / h)));
    auto const z = draw.vector(12);
    Arrow const g1 = together(part(z, 0, 4), part(z, 6, 3)),
                g2 = together(part(z, 2, 4), part(z, 9, 3));
    auto const rest = printed_robot_equations(g1, g2, body);
    auto const basis = system.distribution({});
    for (std::size_t i = 0; i < 2; ++i)
      // s left (L_d) - s right (L_d), times 2 h: right minus left of the printed equations
      equations(double(absolute(
          rest[i] -
          2 * h * (left_field(system, g1, basis[i]) - right_field(system, g2, basis[i])))));
  }
  findings.measure("R1/lagrangian", lagrangian.value);
  findings.measure("R1/subbundle", subbundle.value);
  findings.measure("R1/constraint", std::max(on_constraint.value, diagonal_part.value));
  findings.measure("R2/equations", equations.value);
  findings.measure("R3", reduced.value);

  auto const run = runs_of().in_quad(h, findings.quick ? 20 : 80);
  Largest of_run, of_constraint;
  auto const g = robot_intervals(run.q);
  for (std::size_t k = 1; k < g.size(); ++k) {
    of_run(double(largest(printed_robot_equations(g[k - 1], g[k], body))));
    of_constraint(distance(rolled_robot(body, part(g[k], 0, 2), part(g[k], 2, 2)), g[k]));
  }
  findings.measure("R2/run", of_run.value);
  findings.measure("R1/run", of_constraint.value);
}

/// R5, R6, R9.
void structure(Findings& findings) {
  Q const h = Q(1) / 10;
  RobotBody const body;
  auto const system = robot(h, body);
  Draw draw;
  Largest definition, of_map, legendre;
  for (int sample = 0; sample < (findings.quick ? 2 : 4); ++sample) {
    auto const wheels = times(0.5Q, draw.vector(4));
    auto const g = rolled_robot(body, part(wheels, 0, 2), part(wheels, 2, 2));
    definition(lagrangian_asymmetry(system, g));
    definition(constraint_asymmetry(system, g));
    of_map(reversibility_of_map(system, g));
    legendre(
        distance(legendre_plus(system, g), times(-1, legendre_minus(system, system.inverse(g)))));
  }
  findings.measure("R5", definition.value);
  findings.measure("R5/map", of_map.value);
  findings.measure("R5/legendre", legendre.value);
  findings.measure("R5/method",
                   runs_of().entry().reversibility_defect(runs_of().specification(h, 1, 0)));

  auto const unit = determinant(right_regularity(system, system.unit({0.3Q, -0.2Q})));
  findings.measure("R6/units", std::abs(double(unit)));
  std::vector<double> angles;
  Largest against_theory;
  for (double const v : {-1.0, 0.0, 1.0}) {
    double const angle = first_singular_turn(body, v);
    angles.push_back(angle);
    auto const regular = [&](double theta) {
      // dphi + dpsi = -2 v/R, dphi - dpsi = -2 c theta/R
      Q const sum = -2 * Q(v) / body.R, difference = -2 * body.c * Q(theta) / body.R;
      return determinant(right_regularity(
          system, rolled_robot(body, {0, 0}, {(sum + difference) / 2, (sum - difference) / 2})));
    };
    against_theory(regular(angle - 1e-6) * regular(angle + 1e-6) < 0 ? 0 : 1);
  }
  findings.measure("R6/angles", *std::min_element(angles.begin(), angles.end()),
                   in_words(angles, "{:.3f}") + " at v = -1, 0, 1");
  findings.measure("R6/theory", against_theory.value);

  Numbers const from{0, 0}, to{0.4Q, 0.1Q};
  auto const once = rolled_robot(body, from, to),
             again = rolled_robot(body, from, {to[0] + 2 * M_PIq, to[1]});
  Q const turn = once[4] - again[4];
  findings.measure("R9", double(absolute(sinq(turn / 2))) * 2,
                   fmt::format("{:.4f} (the turns differ by {:.4f})",
                               double(absolute(sinq(turn / 2))) * 2, double(turn)));
}

/// R7: the forced equations on the wheels' torus.
void reduction(Findings& findings) {
  RawQuad const h = RawQuad(1) / 10;
  RobotBody const body;
  auto const run = runs_of().in_quad(h, findings.quick ? 10 : 40);
  auto const g = robot_intervals(run.q);
  Largest corrected, printed, force;
  for (std::size_t k = 1; k < g.size(); ++k) {
    auto const forces = chaplygin_forces(g[k - 1], g[k], h, body);
    corrected(double(largest(forces.rest(1))));
    printed(double(largest(forces.rest(-1))));
    force(double(largest(forces.minus)));
  }
  findings.measure("R7", corrected.value,
                   fmt::format("{:.1e} (as printed {:.3f}; |F^-| up to {:.3f})", corrected.value,
                               printed.value, force.value));
  long const steps = findings.quick ? 100 : 400;
  auto const closed = runs_of("closed").in_double(h, steps),
             reduced = runs_of("reduced").in_double(h, steps);
  Largest apart;
  for (std::size_t k = 0; k < closed.q.size(); ++k)
    for (std::size_t i = 0; i < 5; ++i) apart(std::abs(closed.q[k][i] - reduced.q.at(k)[i]));
  findings.measure("R7/solver", apart.value);
}

/// Largest relative change of the energy of a run with 113 bits.
double energy_change(Runs const& runs, RawQuad h, long steps) {
  auto const run = runs.in_quad(h, steps);
  Largest change;
  for (auto const& row : run.invariant_values)
    change(double(absolute(row[0] / run.invariant_values[0][0] - 1)));
  return change.value;
}
/// The same from the definitions alone, for wheels without inertia (not in the catalogue: its
/// Lagrangian must be regular).
double energy_change_without_wheels(Q h, int steps) {
  RobotBody body;
  body.Jw = 0;
  auto const system = robot(h, body);
  // E = (P_v^2/m + P_w^2/J)/2 of the momenta along e_1 and e: F^- on s_1 + s_2 and s_1 - s_2.
  auto const energy = [&](Numbers const& p) {
    Q const v = (p[0] + p[1]) / body.R, w = (p[0] - p[1]) * body.c / body.R;
    return (v * v / body.m + w * w / body.J) / 2;
  };
  Numbers const p0{body.R / 2 * (body.m * -0.5Q) + body.R / (2 * body.c) * body.J,
                   body.R / 2 * (body.m * -0.5Q) - body.R / (2 * body.c) * body.J};
  Arrow g = arrow_of_momentum(system, {0, 0}, p0);
  Largest change;
  for (int k = 0; k < steps; ++k) {
    change(double(absolute(energy(legendre_plus(system, g)) / energy(p0) - 1)));
    g = evolved(system, g);
  }
  return change.value;
}

/// R10 and the energy.
void conserved(Findings& findings) {
  auto symmetric = runs_of();
  symmetric.parameters = {{"l", 0}};
  auto const run = symmetric.in_double(RawQuad(1) / 10, findings.quick ? 1000 : 10000);
  std::vector<double> turning;  // momentum of (R/c) e - d/dphi + d/dpsi
  for (auto const& v : run.v) turning.push_back(0.3 / 0.5 * 1.2 * v[2] - 0.05 * v[3] + 0.05 * v[4]);
  findings.measure("R10", spread(turning) / std::abs(turning[0]));

  auto special = runs_of();
  special.parameters = {{"J", RawQuad(625) / 1000}};
  findings.measure("R-energy/J=mc2", energy_change(special, RawQuad(1) / 10, 200));
  findings.measure("R-energy/Jw=0",
                   energy_change_without_wheels(Q(1) / 10, findings.quick ? 4 : 12));

  auto const band = runs_of().in_double(RawQuad(1) / 10, findings.quick ? 2000 : 20000);
  double const first = band.invariant_values[0][0];
  std::vector<double> change;
  for (auto const& row : band.invariant_values) change.push_back(row[0] / first - 1);
  auto const [low, high] = std::minmax_element(change.begin(), change.end());
  // On the final straight motion the energy stays where it is.
  std::vector<double> const second_half(change.begin() + long(change.size()) / 2, change.end());
  findings.measure("R-energy/band", spread(second_half) / (*high - *low),
                   fmt::format("{:.1e} (H/H_0 - 1 in [{:.2e}, {:.2e}], last {:.2e})",
                               spread(second_half) / (*high - *low), *low, *high, change.back()));
  std::vector<double> steps, largest_change;
  for (int const parts : {5, 10, 20, 40}) {
    auto const t = runs_of().in_double(RawQuad(1) / parts, 10 * parts);
    Largest most;
    for (auto const& row : t.invariant_values) most(std::abs(row[0] / first - 1));
    steps.push_back(1.0 / parts);
    largest_change.push_back(most.value);
  }
  double const order = fit_power(steps, largest_change).slope;
  findings.measure("R-energy/order", order,
                   fmt::format("{:.3f} (changes {})", order, in_words(largest_change)));

  auto& path = findings.table("path", {"t", "x", "y", "phi", "psi", "energy"});
  for (std::size_t k = 0; k <= 120; ++k)
    path.add({band.times[k], band.q[k][0], band.q[k][1], band.q[k][3], band.q[k][4], change[k]});
  Setting setting;
  setting.case_name = "ROB";
  std::vector<RawQuad> times;
  for (int k = 0; k <= 240; ++k) times.push_back(RawQuad(k) / 20);
  auto& exact = findings.table("exact", {"t", "x", "y", "phi", "psi"});
  for (auto const& s : find_problem("mobile_robot").reference(setting, times).states)
    exact.add({double(s.time), double(s.q[0]), double(s.q[1]), double(s.q[3]), double(s.q[4])});
}

void compute(Findings& findings) {
  printed_equations(findings);
  findings.progress(0.2);
  structure(findings);
  findings.progress(0.4);
  reduction(findings);
  findings.progress(0.6);
  conserved(findings);
  findings.progress(0.8);
  measure_orders(findings, "R2/order", runs_of(), 4, {20, 40, 80, 160, 320, 640},
                 {error_of_v("velocity", 0, 3), error_of_q("angle", 2, 3), error_of_q("path", 0, 2),
                  error_of_q("wheels", 3, 5), error_of_energy(runs_of())},
                 "errors");
}

std::vector<Claim> claims() {
  ClaimList add{"section 4.6.1", {}};
  std::string const quad = quad_reason, bits = "113 bits, divided by h^2",
                    body = "m_0 = 2, m_1 = .25, J = 1.2, J_w = .05, l = .4, R = .3, c = .5";
  add("R1/lagrangian",
      "The expansion of L_d is the trace form: largest difference, random elements", "equality",
      at_most(1e-28), bits);
  add("R1/subbundle", "s_1 and s_2 fulfil (4.19)", "generated by s_1, s_2", at_most(1e-30),
      "113 bits");
  add("R1/constraint",
      "(4.20)-(4.22) and the branch dphi = dpsi are exp of the constraint: largest difference",
      "(4.20)-(4.22)", at_most(1e-28), "113 bits");
  add("R2/equations",
      "(4.23), (4.24) are s_i left (L_d) - s_i right (L_d) = 0, times a factor: largest difference "
      "at random pairs, not only on M_c",
      "(4.23), (4.24)", at_most(1e-22), quad);
  add("R3", "Both branches of the reduced Lagrangian are L_d on M_c: largest difference",
      "equality", at_most(1e-27), bits)
      .correction = "E12: a parenthesis closed after the cosine of J";
  add("R4", "The axial inertia of the wheels", "J_2 in L, J_1 in L_d", at_least(0), "a name")
      .correction = "E12: one constant";
  add("R8", "The pair of reduced equations", "0 = f_1, 0 = f_1", at_least(0), "a name").correction =
      "E12: f_1, f_2";
  add.assumption = body;
  add("R1/run", "(4.20)-(4.22) along a run of the integrator with 113 bits: largest rest",
      "(4.20)-(4.22)", at_most(1e-26), "wheel angles of order 100");
  add("R2/run", "(4.23), (4.24) along that run: largest rest", "(4.23), (4.24)", at_most(1e-28),
      "113 bits");
  for (std::string const what : {"velocity", "angle", "path", "wheels", "energy"})
    add("R2/order/" + what, "Order of the " + what + " at T = 4", "not printed", within(2, 0.05),
        order_reason);
  add("R5", "The system is reversible: largest |L_d(i(g)) - L_d(g)| and rest of M_c at i(g)",
      "reversible", at_most(1e-28), "113 bits");
  add("R5/map", "So is its evolution operator U (proposition 3.19): largest |U(i(U(g))) - i(g)|",
      "reversible", at_most(1e-22), quad);
  add("R5/legendre", "F^+(g) = -F^-(i(g)) (proposition 3.16): largest difference", "equality",
      at_most(1e-22), quad);
  add("R5/method", "Reversibility of the integrator in double precision", "reversible",
      at_most(1e-13), "two steps with a few roundings of 1e-16, wheel angles magnified by 1/R");
  add("R6/units", "The system is regular at the units: |determinant of G| on D_c and the tangents",
      "regular", at_least(1e-3), "far above rounding");
  add("R6/angles", "How far: smallest turn theta of an interval of length v at which it is not",
      "in a neighbourhood", at_least(0.5), "well beyond the .1 to .3 of a step");
  add("R6/theory", "There that determinant changes sign (0: at all three)", "not mentioned",
      between(0, 0), "a sign");
  add("R7",
      "The reduced equations are forced discrete Euler-Lagrange equations: largest rest along a "
      "run "
      "with 113 bits",
      "right side F^+ - F^-", at_most(1e-22), quad)
      .correction = "E7: F^+ + F^-, or F^- = -Z'(L_d)";
  add("R7/solver",
      "Solving these on the wheels' torus gives the same motion: largest distance of nodes",
      "a discrete Chaplygin system", at_most(1e-10), "Newton's floor in hundreds of steps");
  add("R9",
      "M_c -> T^2 x T^2 is a diffeomorphism near the units only: two elements of M_c over the same "
      "wheel positions, phi being wound once more, differ by the chord of their turns",
      "(L_d, U, D_c) is a discrete Chaplygin system", at_least(0.1), "far above rounding")
      .assumption = "wheel increments are real lifts of angles";
  add("R10", "s_1 - s_2 is a horizontal symmetry if l = 0: largest relative change of its momentum",
      "corollary 3.26", at_most(1e-11), "10000 roundings, summed up")
      .assumption = body + "; l = 0, an example of ours";
  add("R-energy/band",
      "The energy has a band and no drift: its spread in the second half of 20000 steps of .1 over "
      "that of the whole",
      "very good energy behavior (section 5)", at_most(1e-6),
      "the motion is straight by then: rounding over 1e-4");
  add("R-energy/order", "Order of the largest relative change of the energy", "not printed",
      within(2, 0.05), "exponent of h over three halvings");
  add("R-energy/J=mc2", "Exact if J = m c^2: largest relative change in 200 steps with 113 bits",
      "not mentioned", at_most(1e-28), "113 bits")
      .assumption = body + "; J = m c^2";
  add("R-energy/Jw=0", "Exact if the wheels have no inertia: largest relative change",
      "not mentioned", at_most(1e-22), quad)
      .assumption = body + "; J_w = 0";
  return add.all;
}

}  // namespace

Experiment robot() {
  return {
      .id = "immm2008_robot",
      .paper = paper_id,
      .title = "Two-wheeled planar robot",
      .about =
          "The discrete Chaplygin system of section 4.6.1 against the theory's definitions in quad "
          "precision, its reduction to forced equations, and runs of the integrator.",
      .choices = {{"masses, lengths and the motion",
                   "m_0 = 2, m_1 = .25, J = 1.2, J_w = .05, l = .4, R = .3, c = .5; v = -.5, w = 1 "
                   "at the origin",
                   "none is printed; the robot turns round, as it does when pushed backwards"},
                  {"factor of L_d", "h", "so that its momenta are those of L"}},
      .claims = claims(),
      .figures = {{.id = "robot",
                   .number = "",
                   .caption =
                       "Robot, {/:Italic h} = 0.1 (points) and exact (lines). (a) Path of the "
                       "middle of the axle. (b) Angles of the wheels. (c) Relative change of the "
                       "energy. (d) Errors at {/:Italic T} = 4.",
                   .columns = 2,
                   .width = 6.9,
                   .height = 5.8,
                   .panels =
                       {{.title = "(a) path",
                         .x_label = "{/:Italic x}",
                         .y_label = "{/:Italic y}",
                         .series = {{"exact.csv", "x", "y", "lines", ""},
                                    {"path.csv", "x", "y", "points", ""}}},
                        {.title = "(b) wheels",
                         .x_label = "{/:Italic t}",
                         .y_label = "{/:Italic φ}, {/:Italic ψ}",
                         .key = "bottom left",
                         .series = {{"exact.csv", "t", "phi", "lines", "{/:Italic φ}"},
                                    {"exact.csv", "t", "psi", "lines", "{/:Italic ψ}"},
                                    {"path.csv", "t", "phi", "dots", ""},
                                    {"path.csv", "t", "psi", "dots", ""}}},
                        {.title = "(c) energy",
                         .x_label = "{/:Italic t}",
                         .y_label = "{/:Italic H}/{/:Italic H}_0 − 1",
                         .series = {{"path.csv", "t", "energy", "lines", ""}}},
                        {.title = "(d) errors",
                         .x_label = "{/:Italic h}",
                         .y_label = "error",
                         .x_scale = "log",
                         .y_scale = "log",
                         .x_range = {{0.005, 0.3}},
                         .y_range = {{1e-9, 1}},
                         .key = "bottom right",
                         .series = {{"errors.csv", "h", "wheels", "linespoints", "wheels"},
                                    {"errors.csv", "h", "path", "linespoints", "path"},
                                    {"errors.csv", "h", "velocity", "linespoints", "velocity"},
                                    {"errors.csv", "h", "energy", "linespoints", "energy"}}}}}},
      .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
