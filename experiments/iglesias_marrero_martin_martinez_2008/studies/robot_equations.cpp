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
  Largest traces, invariance, matrix;
  Numbers const J{body.J / 2, 0, body.m0l, 0, body.J / 2, 0, body.m0l, 0, body.m};
  // L and the constraints (4.19) in the frame of the table.
  auto const lagrangian = [&](Q theta, Q vx, Q vy, Q omega, Q dphi, Q dpsi) {
    Q const c = cosq(theta), s = sinq(theta), v1 = c * vx + s * vy, v2 = c * vy - s * vx;
    return (body.J * omega * omega + body.m * (v1 * v1 + v2 * v2) + 2 * body.m0l * omega * v2 +
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
    invariance(lagrangian(theta + turn, wx, wy, omega, z[4], z[5]) -
               lagrangian(theta, vx, vy, omega, z[4], z[5]));
    invariance(distance(constraints(theta + turn, wx, wy, omega, z[4], z[5]),
                        constraints(theta, vx, vy, omega, z[4], z[5])));
    Q const v1 = z[1], v2 = z[2];
    Numbers const xi{0, -omega, v1, omega, 0, v2, 0, 0, 0};
    Q const kinetic = trace_of_product(product(xi, J), transposed(xi)) / 2;
    traces(kinetic + body.Jw * (z[4] * z[4] + z[5] * z[5]) / 2 -
           lagrangian(0, v1, v2, omega, z[4], z[5]));
    // The printed matrix of the wheels' velocities, put into (4.19).
    Q const turning = body.R / (2 * body.c) * (z[4] - z[5]), along = -body.R / 2 * (z[4] + z[5]);
    Numbers const printed{0, turning, along, -turning, 0, 0, 0, 0, 0};
    matrix(largest(constraints(0, printed[2], printed[5], printed[3], z[4], z[5])));
    matrix(printed[1] + printed[3]);
  }
  measure(study,
          {{"R15", invariance, "largest change of L and of (4.19) under planar motions, 20 states"},
           {"R16", traces,
            "largest difference of the trace form from L in (omega, v^1, v^2), 20 states"},
           {"R17", matrix, "largest residual of (4.19) with the printed matrix, 20 states"}});
}

/// R1 to R3 and R8 at random intervals: what is printed against the definitions.
void printed_equations(Study& study) {
  RobotBody const body;
  auto const system = robot(h, body);
  Dice dice(96);
  Largest lagrangian, on_constraint, subbundle, equations, reduced, substituted;
  auto const basis = system.distribution({});
  for (int sample = 0; sample < 6; ++sample) {
    // L_d, section 4.6.1, is the system's over h.
    auto const g = dice.numbers(7, 1);
    lagrangian(printed_lagrangian(g, h, body) - system.lagrangian(g) / h);
    auto const on = rolled_robot(body, part(g, 0, 2), part(g, 2, 2));
    on_constraint(largest(system.constraint(on)));
    reduced(printed_reduced_lagrangian(part(on, 0, 4), h, body) - system.lagrangian(on) / h);
    for (auto const& s : basis)
      subbundle(largest(Numbers{s[3] + body.R / 2 * (s[0] + s[1]), s[4],
                                s[2] + body.R / (2 * body.c) * (s[0] - s[1])}));
    // The second branch: equal turns of the wheels.
    auto const wheels = dice.numbers(3, 1);
    Numbers const from = part(wheels, 0, 2), to = sum(from, {wheels[2], wheels[2]});
    Arrow const straight = together(from, to, {0, -body.R * wheels[2], 0});
    on_constraint(largest(system.constraint(straight)));
    reduced((body.Jw + body.m * body.R * body.R / 2) * wheels[2] * wheels[2] / (h * h) -
            system.lagrangian(straight) / h);
    auto const z = dice.numbers(12, 1);
    Arrow const g1 = together(part(z, 0, 4), part(z, 6, 3)),
                g2 = together(part(z, 2, 4), part(z, 9, 3));
    auto const rest = printed_robot_equations(g1, g2, body);
    // s left (L_d) - s right (L_d), times 2 h: right minus left of the printed equations
    for (std::size_t i = 0; i < 2; ++i)
      equations(rest[i] - 2 * h * dot(basis[i], euler_lagrange(system, g1, g2)));
    auto const on1 = rolled_robot(body, part(z, 0, 2), part(z, 2, 2)),
               on2 = rolled_robot(body, part(z, 2, 2), part(z, 4, 2));
    auto const of_reduced = chaplygin_forces(on1, on2, h, body).rest(1),
               of_printed = printed_robot_equations(on1, on2, body);
    for (std::size_t i = 0; i < 2; ++i) substituted(of_reduced[i] + of_printed[i] / (2 * h));
  }
  subbundle(2 - rank(basis));
  measure(study,
          {{"R1/lagrangian", lagrangian,
            "largest difference of the expansion from the trace form, 6 arrows"},
           {"R1/subbundle", subbundle,
            "largest residual of (4.19) at s_1, s_2, and their missing rank"},
           {"R1/constraint", on_constraint,
            "largest difference of (4.20)-(4.22) and of the branch of equal increments "
            "from the exponential of the constraint, 12 increments"},
           {"R2", equations,
            "largest difference of (4.23), (4.24) from 2 h times the groupoid's "
            "equations, 6 pairs of arrows off M_c"},
           {"R3", reduced, "largest difference of both branches from L_d on M_c, 12 increments",
            "closed parenthesis"},
           {"R8", substituted,
            "largest difference of (4.23), (4.24) with (4.20)-(4.22), over -2 h, from "
            "the reduced equations, 6 triples of wheel positions",
            "two functions"}});
}

/// R5, R6, R9, R11 to R13, R18, R19.
void structure(Study& study) {
  RobotBody const body;
  auto const system = robot(h, body);
  Dice dice(97);
  Largest definition, units, tangents, anchors, fields, recovered;
  int missing = 0;

  for (int sample = 0; sample < 4; ++sample) {
    auto const wheels = dice.numbers(4, 0.5Q);
    Numbers const from = part(wheels, 0, 2), to = part(wheels, 2, 2);
    auto const g = rolled_robot(body, from, to), unit = system.unit(from);
    definition(lagrangian_asymmetry(system, g));
    definition(constraint_asymmetry(system, g));
    units(largest(system.constraint(unit)));
    // Tangents of M_c at a unit fulfil what D_c does, (4.19); both have dimension two.
    auto const at_unit = right_tangents(system, unit);
    for (auto const& t : at_unit)
      tangents(largest(Numbers{t[3] + body.R / 2 * (t[0] + t[1]), t[4],
                        t[2] + body.R / (2 * body.c) * (t[0] - t[1])}) /
               largest(t));
    tangents(at_unit.size() == 2 ? 0 : INFINITY);
    // The pair (source, target) respects products and units, and its derivative is the anchor.
    auto const next = rolled_robot(body, to, dice.numbers(2, 0.5Q));
    anchors(distance(system.target(g), system.source(next)));
    anchors(distance(together(system.source(unit), system.target(unit)), together(from, from)));
    for (auto const& e : unit_vectors(5))
      anchors(distance(
          derivative([&](Q t) { return system.target(system.right_moved(unit, times(t, e))); }),
          part(e, 0, 2)));
    // Arrows of M_c are determined by their wheels: X^R and X^L on source and target.
    auto const D = system.distribution(to);
    for (std::size_t k = 0; k < 2; ++k) {
      auto const Y = times(-1, unit_vectors(2)[k]);  // s_k lies above -d/dphi, -d/dpsi
      for (auto const& ends :
           {derivative([&](Q t) { return system.source(system.left_moved(g, times(t, D[k]))); }),
            derivative([&](Q t) { return system.target(system.right_moved(g, times(t, D[k]))); })})
        fields(distance(ends, Y));
    }
    // Tangents of M_c over d/dphi_0, ..., d/dpsi_1, and the three directions of both fibres.
    Rows rows;
    for (auto const& e : unit_vectors(4))
      rows.push_back(derivative([&](Q t) {
        auto const w = sum(wheels, times(t, e));
        return rolled_robot(body, part(w, 0, 2), part(w, 2, 2));
      }));
    for (std::size_t i = 4; i < 7; ++i) rows.push_back(unit_vectors(7)[i]);
    missing += 7 - rank(rows);
    // (source, target) of an arrow of M_c near a unit gives it back.
    auto const short_arrow = arrow_of_momentum(system, from, times(0.05Q, part(wheels, 0, 2)));
    recovered(distance(rolled_robot(body, system.source(short_arrow), system.target(short_arrow)),
                       short_arrow));
  }
  measure(
      study,
      {{"R5", definition, "largest |L_d(i(g)) - L_d(g)| and constraint at i(g), 4 arrows of M_c"},
       {"R18", units, "largest constraint at 4 units"},
       {"R19", tangents, "largest residual of (4.19) of the tangents of M_c at 4 units"},
       {"R11", anchors,
        "largest defect of ends, units and the derivative of (source, target), robot"},
       {"R12", fields,
        "largest difference of the images of X^R and X^L from -Y and Y, 4 arrows of the robot"},
       {"R13", missing,
        "missing rank of the tangents of M_c and the common part of both fibres, of 7, 4 "
        "arrows of the robot",
        counted}});
  measure_regular_units(study, "R6", "as printed", {{"robot", system, {0.3Q, -0.2Q}}});

  std::vector<double> angles;
  for (double const v : {-1.0, 0.0, 1.0}) angles.push_back(first_singular_turn(body, v));
  study.find("R6/angle", *std::min_element(angles.begin(), angles.end()),
             in_words(angles, "{:.3f}") + " at lengths -1, 0, 1");

  Numbers const from{0, 0}, to{0.4Q, 0.1Q};
  auto const once = rolled_robot(body, from, to),
             again = rolled_robot(body, from, {to[0] + 2 * M_PIq, to[1]});
  double const chord = double(absolute(sinq((once[4] - again[4]) / 2))) * 2;
  measure(study, {{"R9", chord > 1e-9,
                   fmt::format("pairs of different arrows of M_c over the same wheel positions, "
                               "of one tried (chord of their turns {:.4f})",
                               chord),
                   counted, "onto the torus"}});
  Largest local;
  local(recovered.value);
  Rows onto;
  for (auto const& X : system.distribution({})) onto.push_back(part(X, 0, 2));
  local(2 - rank(onto));
  measure(study, {{"R9", local,
                   "largest distance of arrows of M_c from those recovered from their wheel "
                   "positions, and missing rank of D_c over T T^2",
                   "near the diagonal"}});
}

/// R7 and R14: the forced equations on the wheels' torus.
void reduction(Study& study) {
  RobotBody const body;
  auto const system = robot(h, body);
  Dice dice(98);
  Largest corrected, printed, forced;
  double size = 0;
  for (int sample = 0; sample < 4; ++sample) {
    auto const w = dice.numbers(6, 0.5Q);
    auto const g = rolled_robot(body, part(w, 0, 2), part(w, 2, 2)),
               next = rolled_robot(body, part(w, 2, 2), part(w, 4, 2));
    auto const forces = chaplygin_forces(g, next, h, body);
    auto const covector = euler_lagrange(system, g, next);
    // The lifts of d/dphi, d/dpsi are -s_1, -s_2.
    Numbers groupoid;
    for (auto const& s : system.distribution({})) groupoid.push_back(-dot(s, covector));
    corrected(distance(forces.rest(1), groupoid));
    printed(distance(forces.rest(-1), groupoid));
    size = larger_or_nan(size, double(largest(forces.minus)));
  }
  auto g = rolled_robot(body, {0, 0}, {0.3Q, 0.1Q});
  for (int k = 0; k < (study.quick ? 3 : 8); ++k) {
    auto const next = evolved(system, g);
    forced(largest(chaplygin_forces(g, next, h, body).rest(1)));
    g = next;
  }
  std::string const words = fmt::format(
      "largest difference of both sides from the groupoid's "
      "equations, 4 triples of wheel positions (|F^-| up to {:.3f})",
      size);
  measure(
      study,
      {{"R7", printed, words, number},
       {"R7", corrected, words, "other sign"},
       {"R14", forced,
        "largest D_2 L~_d + D_1 L~_d with the forces of both intervals along solutions, h = .1"}});
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
