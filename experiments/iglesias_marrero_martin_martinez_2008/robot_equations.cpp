#include "experiments/iglesias_marrero_martin_martinez_2008/robot_arrows.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

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
  findings.measure("R1/constraint", larger_or_nan(on_constraint.value, diagonal_part.value));
  findings.measure("R2/equations", equations.value);
  findings.measure("R3", reduced.value);

  auto const run = robot_runs().in_quad(h, findings.quick ? 20 : 80);
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
                   robot_runs().entry().reversibility_defect(robot_runs().specification(h, 1, 0)));

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
  auto const run = robot_runs().in_quad(h, findings.quick ? 10 : 40);
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
  auto const closed = robot_runs("closed").in_double(h, steps),
             reduced = robot_runs("reduced").in_double(h, steps);
  Largest apart;
  for (std::size_t k = 0; k < closed.q.size(); ++k)
    for (std::size_t i = 0; i < 5; ++i) apart(std::abs(closed.q[k][i] - reduced.q.at(k)[i]));
  findings.measure("R7/solver", apart.value);
}

void compute(Findings& findings) {
  printed_equations(findings);
  findings.progress(0.3);
  structure(findings);
  findings.progress(0.6);
  reduction(findings);
  findings.not_checkable("R4", "a name; the runs have one constant in L and L_d");
  findings.not_checkable("R8", "a name; rows R2 and R7 have both equations");
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
      "run with 113 bits",
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
  return add.all;
}

}  // namespace

Experiment robot_equations() {
  return {.id = "immm2008_robot_equations",
          .paper = paper_id,
          .title = "Two-wheeled planar robot: equations, symmetry, reduction",
          .about =
              "The discrete Chaplygin system of section 4.6.1 against the theory's definitions in "
              "quad precision, and its reduction to forced equations.",
          .choices = {{"masses, lengths and the motion",
                       "m_0 = 2, m_1 = .25, J = 1.2, J_w = .05, l = .4, R = .3, c = .5; v = -.5, w "
                       "= 1 at the origin",
                       "none is printed; the robot turns round, as it does when pushed backwards"},
                      {"factor of L_d", "h", "so that its momenta are those of L"}},
          .claims = claims(),
          .figures = {},
          .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
