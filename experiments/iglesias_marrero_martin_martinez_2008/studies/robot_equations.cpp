#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regular_units.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/robot_arrows.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

Q const h = Q(1) / 10;

/// The continuous robot: R15 to R17. States (x, y, theta) and velocities.
void continuous(Study& study) {
  RobotBody const body;
  Dice dice(95);
  Tested traces, invariance, matrix;
  auto const tensor = [&](Q share) {
    return Numbers{share, 0, body.m0l, 0, share, 0, body.m0l, 0, body.m};
  };
  // L and the constraints (4.19) in the frame of the table.
  // (in the control the coupling has the velocity vy of the table's frame).
  auto const lagrangian = [&](Q theta, Q vx, Q vy, Q omega, Q dphi, Q dpsi, bool fixed = false) {
    Q const c = cosq(theta), s = sinq(theta), v1 = c * vx + s * vy, v2 = c * vy - s * vx,
            coupled = fixed ? vy : v2;
    return (body.J * omega * omega + body.m * (v1 * v1 + v2 * v2) + 2 * body.m0l * omega * coupled +
            body.Jw * (dphi * dphi + dpsi * dpsi)) /
           2;
  };
  auto const constraints = [&](Q theta, Q vx, Q vy, Q omega, Q dphi, Q dpsi) {
    Q const c = cosq(theta), s = sinq(theta);
    return Numbers{c * vx + s * vy + body.R / 2 * (dphi + dpsi), c * vy - s * vx,
                   omega + body.R / (2 * body.c) * (dphi - dpsi)};
  };
  for (int i = 0; i < 20; ++i) {
    auto const z = dice.numbers(6, 1);
    Q const theta = z[0], vx = z[1], vy = z[2], omega = z[3], turn = 3 * Q(dice());
    Q const c = cosq(turn), s = sinq(turn), wx = c * vx - s * vy, wy = s * vx + c * vy;
    for (bool const fixed : {false, true})
      (fixed ? invariance.changed
             : invariance.printed)(lagrangian(theta + turn, wx, wy, omega, z[4], z[5], fixed) -
                                   lagrangian(theta, vx, vy, omega, z[4], z[5], fixed));
    invariance.printed(distance(constraints(theta + turn, wx, wy, omega, z[4], z[5]),
                                constraints(theta, vx, vy, omega, z[4], z[5])));
    Numbers const xi{0, -omega, z[1], omega, 0, z[2], 0, 0, 0};
    Q const rest =
        body.Jw * (z[4] * z[4] + z[5] * z[5]) / 2 - lagrangian(0, z[1], z[2], omega, z[4], z[5]);
    auto const kinetic = [&](Q share) {
      return trace_of_product(product(xi, tensor(share)), transposed(xi)) / 2;
    };
    traces.printed(kinetic(body.J / 2) + rest);
    traces.changed(kinetic(body.J) + rest);
    // The printed matrix of the wheels' velocities, put into (4.19).
    Q const turning = body.R / (2 * body.c) * (z[4] - z[5]), along = -body.R / 2 * (z[4] + z[5]);
    Numbers const printed{0, turning, along, -turning, 0, 0, 0, 0, 0};
    matrix.printed(largest(constraints(0, printed[2], printed[5], printed[3], z[4], z[5])));
    matrix.printed(printed[1] + printed[3]);
    matrix.changed(largest(constraints(0, printed[2], printed[5], printed[1], z[4], z[5])));
  }
  supply_tested(study, {{"R15", invariance, "v_y for v^2"},
                        {"R16", traces, "J for J/2"},
                        {"R17", matrix, "sign of the turn"}});
}

/// R1 to R3 and R8 at random intervals: what is printed against the definitions.
void printed_equations(Study& study) {
  RobotBody const body;
  auto const system = robot(h, body);
  Dice dice(96);
  Tested lagrangian, on_constraint, subbundle, equations, reduced, substituted;
  auto const basis = system.distribution({});
  auto opposite_arm = body;
  opposite_arm.m0l = -body.m0l;
  auto const of_419 = [&](Numbers const& s) {
    return largest(Numbers{s[3] + body.R / 2 * (s[0] + s[1]), s[4],
                           s[2] + body.R / (2 * body.c) * (s[0] - s[1])});
  };
  for (int sample = 0; sample < 6; ++sample) {
    // L_d, section 4.6.1, is the system's over h.
    auto const g = dice.numbers(7, 1);
    lagrangian.printed(printed_lagrangian(g, h, body) - system.lagrangian(g) / h);
    lagrangian.changed(printed_lagrangian(g, h, opposite_arm) - system.lagrangian(g) / h);
    auto const on = rolled_robot(body, part(g, 0, 2), part(g, 2, 2));
    auto reflected = on;
    reflected[6] = -on[6];
    on_constraint.printed(largest(system.constraint(on)));
    on_constraint.changed(largest(system.constraint(reflected)));
    for (bool const at_the_end : {false, true})
      (at_the_end ? reduced.changed : reduced.printed)(
          printed_reduced_lagrangian(part(on, 0, 4), h, body, at_the_end) -
          system.lagrangian(on) / h);
    for (auto const& s : basis) {
      subbundle.printed(of_419(s));
      subbundle.changed(of_419(together(times(-1, part(s, 0, 2)), part(s, 2, 3))));
    }
    // The second branch: equal turns of the wheels.
    auto const wheels = dice.numbers(3, 1);
    Numbers const from = part(wheels, 0, 2), to = sum(from, {wheels[2], wheels[2]});
    Arrow const straight = together(from, to, {0, -body.R * wheels[2], 0});
    on_constraint.printed(largest(system.constraint(straight)));
    reduced.printed((body.Jw + body.m * body.R * body.R / 2) * wheels[2] * wheels[2] / (h * h) -
                    system.lagrangian(straight) / h);
    auto const z = dice.numbers(12, 1);
    Arrow const g1 = together(part(z, 0, 4), part(z, 6, 3)),
                g2 = together(part(z, 2, 4), part(z, 9, 3));
    auto turns_exchanged = std::pair{g1, g2};
    std::swap(turns_exchanged.first[4], turns_exchanged.second[4]);
    auto const rest = printed_robot_equations(g1, g2, body),
               of_exchanged =
                   printed_robot_equations(turns_exchanged.first, turns_exchanged.second, body);
    // s left (L_d) - s right (L_d), times 2 h: right minus left of the printed equations
    for (std::size_t i = 0; i < 2; ++i) {
      Q const expected = 2 * h * dot(basis[i], euler_lagrange(system, g1, g2));
      equations.printed(rest[i] - expected);
      equations.changed(of_exchanged[i] - expected);
    }
    auto const on1 = rolled_robot(body, part(z, 0, 2), part(z, 2, 2)),
               on2 = rolled_robot(body, part(z, 2, 2), part(z, 4, 2));
    auto const of_reduced = chaplygin_forces(on1, on2, h, body).rest(1),
               of_printed = printed_robot_equations(on1, on2, body);
    for (std::size_t i = 0; i < 2; ++i) {
      substituted.printed(of_reduced[i] + of_printed[i] / (2 * h));
      substituted.changed(of_reduced[i] + of_printed[0] / (2 * h));
    }
  }
  subbundle.printed(2 - rank(basis));
  study.uses("E30");
  study.uses("E31");
  study.uses("E32");
  supply_tested(study, {{"R1/lagrangian", lagrangian, "sign of l"},
                        {"R1/subbundle", subbundle, "sign of the wheels"},
                        {"R1/constraint", on_constraint, "sign of (4.22)"},
                        {"R2", equations, "theta_1 and theta_2 interchanged"}});
  supply(study, {{"R3", "closed parenthesis", reduced.printed},
                 {"R8", "two functions", substituted.printed}});
  supply_controls(study, {{"R3", "closed at the end", reduced.changed},
                          {"R8", "f_1 twice", substituted.changed}});
}

/// R5, R6, R9, R11 to R13, R18, R19.
void structure(Study& study) {
  RobotBody const body;
  auto const system = robot(h, body);
  Dice dice(97);
  Tested definition, units, tangents, anchors, fields;
  Largest recovered;
  int missing = 0, missing_of_three = 0;

  for (int sample = 0; sample < 10; ++sample) {
    auto const wheels = dice.numbers(4, 0.5Q);
    Numbers const from = part(wheels, 0, 2), to = part(wheels, 2, 2);
    auto const g = rolled_robot(body, from, to), unit = system.unit(from);
    definition.printed(lagrangian_asymmetry(system, g));
    definition.printed(constraint_asymmetry(system, g));
    // M_c with the sign of (4.22) changed: its arrow above g, and the sign of the inverse.
    auto reflected = g;
    reflected[6] = -g[6];
    auto back = system.inverse(reflected);
    back[6] = -back[6];
    definition.changed(largest(system.constraint(back)));
    units.printed(largest(system.constraint(unit)));
    units.changed(largest(system.constraint(together(from, to, part(unit, 4, 3)))));
    // Tangents of M_c at a unit fulfil what D_c does, (4.19); both have dimension two.
    auto const at_unit = right_tangents(system, unit);
    for (auto const& t : at_unit)
      for (int const sign : {1, -1})
        (sign == 1 ? tangents.printed : tangents.changed)(
            largest(Numbers{t[3] + sign * body.R / 2 * (t[0] + t[1]), t[4],
                            t[2] + sign * body.R / (2 * body.c) * (t[0] - t[1])}) /
            largest(t));
    tangents.printed(double(at_unit.size()) - 2);
    // (source, target) respects the product (4.10), and its derivative at units is the anchor.
    auto const next = rolled_robot(body, to, dice.numbers(2, 0.5Q));
    auto const whole = together(system.source(g), system.target(next),
                                planar_product(part(g, 4, 3), part(next, 4, 3)));
    anchors.printed(distance(system.source(whole), system.source(g)));
    anchors.printed(distance(system.target(whole), system.target(next)));
    anchors.printed(
        distance(together(system.source(unit), system.target(unit)), together(from, from)));
    for (auto const& e : unit_vectors(5)) {
      auto const velocity = [&](auto const& end) {
        return derivative([&](Q t) { return end(system.right_moved(unit, times(t, e))); });
      };
      anchors.printed(distance(velocity(system.target), part(e, 0, 2)));
      anchors.printed(largest(velocity(system.source)));
      anchors.changed(distance(velocity(system.source), part(e, 0, 2)));
    }
    // Arrows of M_c are determined by their wheels: X^R and X^L on source and target.
    auto const D = system.distribution(to);
    for (std::size_t k = 0; k < 2; ++k) {
      auto const Y = times(-1, unit_vectors(2)[k]);  // s_k lies above -d/dphi, -d/dpsi
      // X^R is minus the velocity of h(t)^-1 g.
      auto const of_right = times(-1, derivative([&](Q t) {
        return system.source(system.left_moved(g, times(t, D[k])));
      })),
                 of_left = derivative(
                     [&](Q t) { return system.target(system.right_moved(g, times(t, D[k]))); });
      fields.printed(distance(of_right, times(-1, Y)));
      fields.printed(distance(of_left, Y));
      fields.changed(distance(of_right, Y));
    }
    // Tangents of M_c over d/dphi_0, ..., d/dpsi_1, and the three directions of both fibres.
    Rows rows;
    for (std::size_t i = 4; i < 7; ++i) rows.push_back(unit_vectors(7)[i]);
    for (auto const& e : unit_vectors(4)) {
      if (rows.size() == 6) missing_of_three += 7 - rank(rows);
      rows.push_back(derivative([&](Q t) {
        auto const w = sum(wheels, times(t, e));
        return rolled_robot(body, part(w, 0, 2), part(w, 2, 2));
      }));
    }
    missing += 7 - rank(rows);
    // (source, target) of an arrow of M_c near a unit gives it back.
    auto const short_arrow = arrow_of_momentum(system, from, times(0.05Q, part(wheels, 0, 2)));
    recovered(distance(rolled_robot(body, system.source(short_arrow), system.target(short_arrow)),
                       short_arrow));
  }
  supply_tested(study, {{"R5", definition, "sign of (4.22)"},
                        {"R18", units, "off the diagonal"},
                        {"R19", tangents, "sign of the wheels"},
                        {"R11", anchors, "source in place of target"},
                        {"R12", fields, "plus Y"}});
  supply(study, {{"R13", missing}});
  supply_controls(study, {{"R13", "one wheel held", missing_of_three}});
  measure_regular_units(study, "R6", "as printed", {{"robot", system, {0.3Q, -0.2Q}}});
  auto weightless = body;
  weightless.J = weightless.Jw = 0;
  study.control("R6", "J = J_1 = 0", regularity_at({"", robot(h, weightless), {0.3Q, -0.2Q}}));

  std::vector<double> angles;
  for (double const v : {-1.0, 0.0, 1.0}) angles.push_back(first_singular_turn(body, v));
  study.find("R6/angle", *std::min_element(angles.begin(), angles.end()),
             in_words(angles, "{:.3f}") + " at lengths -1, 0, 1");

  // Whether two arrows of M_c over the wheel positions differ: phi wound `turns` times more.
  Numbers const from{0, 0}, to{0.4Q, 0.1Q};
  auto const once = rolled_robot(body, from, to);
  auto const chord = [&](int turns) {
    auto const again = rolled_robot(body, from, {to[0] + 2 * M_PIq * turns, to[1]});
    return 2 * double(absolute(sinq((once[4] - again[4]) / 2)));
  };
  Largest local;
  local(recovered.value);
  Rows onto;
  for (auto const& X : system.distribution({})) onto.push_back(part(X, 0, 2));
  local(2 - rank(onto));
  supply(study, {{"R9", "onto the torus", chord(1) > 1e-9}, {"R9", "near the diagonal", local}});
  supply_controls(study, {{"R9", "wheels on a plane", chord(0) > 1e-9},
                          {"R9", "phi wound once more", chord(1)}});
}

/// R7 and R14: the forced equations on the wheels' torus.
void reduction(Study& study) {
  RobotBody const body;
  auto const system = robot(h, body);
  Dice dice(98);
  Largest printed;
  Tested corrected, forced;
  for (int sample = 0; sample < 4; ++sample) {
    auto const w = dice.numbers(6, 0.5Q);
    auto const g = rolled_robot(body, part(w, 0, 2), part(w, 2, 2)),
               next = rolled_robot(body, part(w, 2, 2), part(w, 4, 2));
    auto const forces = chaplygin_forces(g, next, h, body);
    auto const covector = euler_lagrange(system, g, next);
    // The lifts of d/dphi, d/dpsi are -s_1, -s_2.
    Numbers groupoid;
    for (auto const& s : system.distribution({})) groupoid.push_back(-dot(s, covector));
    corrected.printed(distance(forces.rest(1), groupoid));
    corrected.printed(forces.off_fibre);
    corrected.changed(distance(difference(forces.left, forces.right), groupoid));
    printed(distance(forces.rest(-1), groupoid));
  }
  auto g = rolled_robot(body, {0, 0}, {0.3Q, 0.1Q});
  Largest forced_as_printed;
  for (int k = 0; k < (study.quick ? 3 : 8); ++k) {
    auto const next = evolved(system, g);
    auto const forces = chaplygin_forces(g, next, h, body),
               exchanged = chaplygin_forces(next, g, h, body);
    forced.printed(largest(forces.rest(1)));
    forced_as_printed(largest(forces.rest(-1)));
    // F^+ of the second and F^- of the first interval.
    forced.changed(largest(
        difference(difference(forces.left, forces.right), sum(exchanged.plus, exchanged.minus))));
    g = next;
  }
  supply(study, {{"R7", printed},
                 {"R7", "other sign", corrected.printed},
                 {"R14", forced_as_printed},
                 {"R14", "other sign", forced.printed}});
  supply_controls(study, {{"R7", "no forces", corrected.changed},
                          {"R14", "intervals exchanged", forced.changed}});
}

}  // namespace

void robot_equations(Study& study) {
  continuous(study);
  printed_equations(study);
  study.progress(0.3);
  structure(study);
  study.progress(0.6);
  reduction(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
