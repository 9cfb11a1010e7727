#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/robot_arrows.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::robot_equations_study {

namespace {

Quad const h = Quad(1) / 10;
RobotBody const body = sample_robot();

/// Position and velocity of the robot.
struct Motion {
  Quad theta, vx, vy, omega, dphi, dpsi;

  /// Motion in a frame rotated by minus `angle`.
  Motion turned(Quad angle) const {
    Quad const c = cos(angle), s = sin(angle);
    return {theta + angle, c * vx - s * vy, s * vx + c * vy, omega, dphi, dpsi};
  }
  Quad v1() const { return cos(theta) * vx + sin(theta) * vy; }
  Quad v2() const { return cos(theta) * vy - sin(theta) * vx; }
  Quad of_wheels() const { return body.Jw * (dphi * dphi + dpsi * dpsi) / 2; }
};
/// Lagrangian L; the control has the velocity vy of the fixed frame in the coupling term.
Quad lagrangian(Motion const& z, bool fixed = false) {
  return (body.J * z.omega * z.omega + body.m * (z.v1() * z.v1() + z.v2() * z.v2())) / 2 +
         body.m0l * z.omega * (fixed ? z.vy : z.v2()) + z.of_wheels();
}
/// Constraints (4.19) in the fixed frame.
Vector constraints(Motion const& z) {
  return Vector{{z.v1() + body.R / 2 * (z.dphi + z.dpsi), z.v2(),
                 z.omega + body.R / (2 * body.c) * (z.dphi - z.dpsi)}};
}
/// Residual of (4.19) for (dphi, dpsi, omega, v1, v2), with a sign of the wheels.
double of_419(Vector const& s, int sign = 1) {
  return largest_entry(constraints({0, s[3], s[4], s[2], sign * s[0], sign * s[1]}));
}

/// Tests the continuous robot: R15 to R17.
void continuous(Study& study) {
  struct Instance {
    Motion z;
    Quad turn;
  };
  auto const draw = [](Random& random) {
    Vector const z = random_vector(random, 6);
    return Instance{{z[0], z[1], z[2], z[3], z[4], z[5]}, random.uniform(-3, 3)};
  };
  using At = Instance const&;
  check(study, 20, draw,
        {{"R15", "v_y for v^2",
          [](At at, bool changed) {
            Motion const turned = at.z.turned(at.turn);
            Quad const change = lagrangian(turned, changed) - lagrangian(at.z, changed);
            return changed ? double(change)
                           : worst_of(change, distance(constraints(turned), constraints(at.z)));
          }},
         {"R16", "J for J/2",
          [](At at, bool changed) {
            Motion z = at.z;
            z.theta = 0;
            Quad const share = changed ? body.J : body.J / 2;
            Matrix3 const tensor{{share, 0, body.m0l}, {0, share, 0}, {body.m0l, 0, body.m}},
                xi{{0, -z.omega, z.vx}, {z.omega, 0, z.vy}, {0, 0, 0}};
            return double(trace_of_product(xi * tensor, xi.transpose()) / 2 + z.of_wheels() -
                          lagrangian(z));
          }},
         // Printed matrix of the wheels' velocities, substituted into (4.19).
         {"R17", "sign of the turn", [](At at, bool changed) {
            Quad const turning = body.R / (2 * body.c) * (at.z.dphi - at.z.dpsi),
                       along = -body.R / 2 * (at.z.dphi + at.z.dpsi),
                       omega = changed ? turning : -turning;
            return largest_entry(constraints({0, along, 0, omega, at.z.dphi, at.z.dpsi}));
          }}});
}

/// Expanded form of L_d, as printed.
Quad printed_lagrangian(Arrow const& g, RobotBody const& b) {
  Quad const dphi = g[2] - g[0], dpsi = g[3] - g[1], theta = g[4], x = g[5], y = g[6];
  return (b.m * x * x + b.m * y * y - 2 * b.m0l * x * (1 - cos(theta)) +
          2 * b.J * (1 - cos(theta)) + 2 * b.m0l * y * sin(theta) +
          b.Jw * (dphi * dphi + dpsi * dpsi)) /
         (2 * h * h);
}
/// Reduced Lagrangian for unequal rotations, with the closing parenthesis after J (1 - cos) or at
/// the end.
Quad printed_reduced_lagrangian(Vector const& wheels, bool at_the_end) {
  Quad const dphi = wheels[2] - wheels[0], dpsi = wheels[3] - wheels[1], square = h * h;
  Quad const ratio = (dphi + dpsi) / (dphi - dpsi),
             lost = 1 - cos(body.R / (2 * body.c) * (dphi - dpsi));
  Quad const moving = (body.m * body.c * body.c * ratio * ratio * lost + body.J * lost) / square,
             of_wheels = body.Jw * (dphi * dphi + dpsi * dpsi) / (2 * square);
  return moving + (at_the_end ? of_wheels / square : of_wheels);
}
/// Differences of the two sides of (4.23), (4.24).
Vector printed_equations(Arrow const& g1, Arrow const& g2) {
  Quad const theta1 = g1[4], x1 = g1[5], y1 = g1[6], theta2 = g2[4], x2 = g2[5], y2 = g2[6];
  Quad const lm = body.m0l, c = body.c, m = body.m, R = body.R;
  auto const rest = [&](long wheel, int sign) {
    Quad const second = g2[2 + wheel] - 2 * g1[2 + wheel] + g1[wheel];
    return 2 * body.Jw * second - (lm * R * (cos(theta2) + cos(theta1)) +
                                   sign * body.J * R / c * (sin(theta2) - sin(theta1)) -
                                   sign * R * cos(theta1) / c * (lm * y1 + sign * c * m * x1) +
                                   sign * R * sin(theta1) / c * (lm * x1 - sign * c * m * y1) +
                                   R / c * (c * m * x2 + sign * lm * (y2 - sign * 2 * c)));
  };
  return Vector{{rest(0, 1), rest(1, -1)}};
}
/// Arrow g with the sign of (4.22) changed.
Arrow reflected(Arrow g) {
  g[6] = -g[6];
  return g;
}

/// Tests R1 to R3 and R8 at random intervals: printed formulas against the definitions.
void printed_formulas(Study& study) {
  for (char const* const erratum : {"E30", "E31", "E32"}) study.uses(erratum);
  auto const system = robot(h, body);
  Matrix const basis = system.distribution({});
  auto opposite_arm = body;
  opposite_arm.m0l = -body.m0l;
  /// Intervals on M_c over three positions of the wheels, with equal rotations of the wheels, and
  /// others.
  struct Intervals {
    Arrow any, on, next, straight, first, second;
    Quad turn;
  };
  auto const draw = [](Random& random) {
    Intervals at;
    at.any = random_vector(random, 7);
    Vector const from = random_vector(random, 2), z = random_vector(random, 12);
    at.turn = random.uniform();
    at.straight =
        stacked(from, from + Vector::Constant(2, at.turn), Vector{{0, -body.R * at.turn, 0}});
    at.on = rolled_robot(body, z.head(4));
    at.next = rolled_robot(body, z.segment(2, 4));
    at.first = stacked(z.head(4), z.segment(6, 3));
    at.second = stacked(z.segment(2, 4), z.tail(3));
    return at;
  };
  using At = Intervals const&;
  check(study, 6, draw,
        {// L_d of section 4.6.1 is that of the system over h.
         {"R1/lagrangian", "sign of l",
          [&](At at, bool changed) {
            return double(printed_lagrangian(at.any, changed ? opposite_arm : body) -
                          system.lagrangian(at.any) / h);
          }},
         // Second branch: equal rotations of the wheels.
         {"R1/constraint", "sign of (4.22)",
          [&](At at, bool changed) {
            if (changed) return largest_entry(system.constraint(reflected(at.on)));
            return worst_of(largest_entry(system.constraint(at.on)),
                            largest_entry(system.constraint(at.straight)));
          }},
         // s left (L_d) - s right (L_d), times 2 h, equals the difference of the sides of the
         // printed equations.
         {"R2", "theta_1 and theta_2 interchanged", [&](At at, bool changed) {
            Arrow first = at.first, second = at.second;
            if (changed) std::swap(first[4], second[4]);
            return distance(
                printed_equations(first, second),
                2 * h * basis.transpose() * euler_lagrange(system, at.first, at.second));
          }}});
  auto const reduced = [&](At at, bool at_the_end) {
    return double(printed_reduced_lagrangian(at.on.head(4), at_the_end) -
                  system.lagrangian(at.on) / h);
  };
  auto const substituted = [](At at, bool first_twice) {
    Vector printed = printed_equations(at.on, at.next);
    if (first_twice) printed[1] = printed[0];
    return largest_entry(chaplygin_forces(at.on, at.next, h, body).rest(1) + printed / (2 * h));
  };
  over(study, 6, draw,
       {{"R3", "closed parenthesis",
         [&](At at) {
           Quad const inertia = body.Jw + body.m * body.R * body.R / 2;
           return worst_of(reduced(at, false), inertia * at.turn * at.turn / (h * h) -
                                                   system.lagrangian(at.straight) / h);
         }},
        {"R3", "closed at the end", [&](At at) { return reduced(at, true); }, true},
        {"R8", "two functions", [&](At at) { return substituted(at, false); }},
        {"R8", "f_1 twice", [&](At at) { return substituted(at, true); }, true}});
  Largest off, of_wheels;
  for (auto const& s : basis.colwise()) off(of_419(s)), of_wheels(of_419(s, -1));
  supply(study, {{"R1/subbundle", worst_of(off.value, 2 - rank(basis))}});
  supply_controls(study, {{"R1/subbundle", "sign of the wheels", of_wheels}});
}

/// Anchor of an example, as a formula: x x eta on the sphere, and the part of eta along the base.
Vector anchor(PathOfArrows const& path, Vector const& x, Vector const& eta) {
  if (path.system.name == "Veselova") return Vector3(x).cross(Vector3(eta));
  return eta.head(path.base_dimension());
}
/// Defects of chi = (source, target) as a morphism to pairs, for g h with h(t) of velocity eta, and
/// of its derivative at units as (0, anchor). The control has chi = (target, source).
double anchor_defect(PathOfArrows const& path, Vector const& left, Vector const& eta,
                     bool reversed) {
  auto const& s = path.system;
  auto const &first = reversed ? s.target : s.source, &second = reversed ? s.source : s.target;
  Arrow const g = s.left_moved(path.sample(), left), whole = s.right_moved(g, eta),
              h = s.right_moved(s.unit(s.target(g)), eta), unit = s.unit(s.source(g));
  auto const velocity = [&](VectorOfArrow const& end) {
    return derivative([&](QuadJet const& t) { return end(s.right_moved(unit, t * eta)); });
  };
  Vector const x = s.source(unit);
  return worst_of(distance(first(whole), first(g)), distance(second(whole), second(h)),
                  distance(second(g), first(h)), distance(first(unit), second(unit)),
                  largest_entry(velocity(first)), distance(velocity(second), anchor(path, x, eta)));
}
/// Number of directions at an arrow of M_c that are not spanned by its tangents and those of both
/// fibres: all tangents, or those with one fixed wheel.
long missing_directions(Arrow const& g, long wheels) {
  Matrix tangents = Matrix::Zero(7, 3 + wheels);
  tangents.bottomLeftCorner(3, 3).setIdentity();
  tangents.rightCols(wheels) =
      jacobian<Quad>([](auto const& w) { return rolled_robot(body, w); }, Vector(g.head(4)))
          .leftCols(wheels);
  return 7 - rank(tangents);
}

/// Tests R5, R11 to R13, R18, R19.
void structure(Study& study) {
  auto const system = robot(h, body);
  struct Arrows {
    Arrow g;         // of M_c
    Arrow anywhere;  // of the groupoid
  };
  auto const draw = [](Random& random) {
    Arrow const g = rolled_robot(body, random_vector(random, 4, 0.5));
    return Arrows{g, random_vector(random, 7, 0.5)};
  };
  auto heavier_along_x = system;
  heavier_along_x.lagrangian = [&](JetVector const& g) {
    return system.lagrangian(g) + body.m * g[5] * g[5] / (2 * h);
  };
  using At = Arrows const&;
  check(study, 10, draw,
        {// M_c with the sign of (4.22) changed: its arrow above g, and the sign of the inverse.
         {"R5", "sign of (4.22)",
          [&](At at, bool changed) {
            if (changed)
              return largest_entry(system.constraint(reflected(system.inverse(reflected(at.g)))));
            return worst_of(lagrangian_asymmetry(system, at.anywhere),
                            constraint_asymmetry(system, at.g));
          }},
         {"R18", "off the diagonal",
          [&](At at, bool changed) {
            Arrow unit = system.unit(system.source(at.g));
            if (changed) unit.segment(2, 2) = system.target(at.g);
            return largest_entry(system.constraint(unit));
          }},
         // Tangents of M_c at a unit satisfy (4.19), the equations of D_c; both have dimension two.
         {"R19", "sign of the wheels",
          [&](At at, bool changed) {
            Matrix const tangents = right_tangents(system, system.unit(system.source(at.g)));
            Largest off;
            for (auto const& t : tangents.colwise())
              off(of_419(t, changed ? -1 : 1) / largest_entry(t));
            return changed ? off.value : worst_of(off.value, tangents.cols() - 2);
          }},
         // The wheels determine the arrows of M_c: X^R and X^L on source and target.
         {"R12", "plus Y",
          [&](At at, bool changed) {
            Matrix const D = system.distribution(system.target(at.g));
            Largest off;
            for (long k = 0; k < 2; ++k) {
              Vector const Y = -Vector::Unit(2, k);  // s_k lies above -d/dphi, -d/dpsi
              // X^R is minus the velocity of h(t)^-1 g.
              Vector const of_right = -derivative([&](QuadJet const&t) {
                return system.source(system.left_moved(at.g, t * D.col(k)));
              }),
                           of_left = derivative([&](QuadJet const&t) {
                             return system.target(system.right_moved(at.g, t * D.col(k)));
                           });
              off(changed ? distance(of_right, Y)
                          : worst_of(distance(of_right, -Y), distance(of_left, Y)));
            }
            return off.value;
          }},
         {"R13", "one wheel held",
          [](At at, bool changed) { return double(missing_directions(at.g, changed ? 3 : 4)); }}});
  over(study, 10, draw,
       {{"R5", "twice the mass along x",
         [&](At at) { return lagrangian_asymmetry(heavier_along_x, at.anywhere); }, true}});
  Largest of_reversed;
  for (auto const& path : paths()) {
    Largest off;
    for (int k = 1; k <= 10; ++k) {
      Random random(1, k);
      Vector const left = random_vector(random, path.system.rank, 0.5),
                   eta = random_vector(random, path.system.rank, 0.5);
      off(anchor_defect(path, left, eta, false));
      of_reversed(anchor_defect(path, left, eta, true));
    }
    supply(study, {{"R11", off}}, path.system.name);
  }
  supply_controls(study, {{"R11", "target and source", of_reversed}});
}

/// Tests R6 and R9.
void regularity(Study& study) {
  auto const system = robot(h, body);
  Vector const point{{0.3_quad, -0.2_quad}};
  study.measure("R6", "as printed", "robot", regularity_at(system, point));
  auto weightless = body;
  weightless.J = weightless.Jw = 0;
  study.control("R6", "J = J_1 = 0", regularity_at(robot(h, weightless), point));

  // Distance in SE(2) of two arrows of M_c.
  auto const distance_of = [](Arrow const& a, Arrow const& b) {
    return distance(planar_matrix(a.tail(3)), planar_matrix(b.tail(3)));
  };
  // Positions of the wheels with `source` and `target` rotations of phi added, which leave them on
  // the torus.
  auto const wound = [](Vector wheels, int source, int target) {
    wheels[0] += 2 * quad_pi * source;
    wheels[2] += 2 * quad_pi * target;
    return rolled_robot(body, wheels);
  };
  auto const differ = [&](int source, int target) {
    Vector const wheels{{0.2_quad, -0.3_quad, 0.6_quad, -0.1_quad}};
    return distance_of(wound(wheels, source, target), rolled_robot(body, wheels)) > 1e-9;
  };
  // The pair (source, target) of an arrow of M_c near a unit determines the arrow.
  auto const recovered = [&](Vector const& at, int turns) {
    Arrow const g = arrow_of_momentum(system, at.head(2), 0.05_quad * at.tail(2));
    Vector const wheels = together(system.source(g), system.target(g));
    return distance_of(rolled_robot(body, wheels), turns == 0 ? g : wound(wheels, 0, turns));
  };
  auto const missing = [](DiscreteSystem const& s, Vector const& at) {
    Arrow const unit = s.unit(at);
    Matrix const tangents = right_tangents(s, unit);
    return larger_or_nan(
        2 - rank(Matrix(tangents.topRows(2))),
        4 - rank(right_regularity(s, unit), 1e-15) - rank(left_regularity(s, unit), 1e-15));
  };
  over(study, 10, [](Random& random) { return random_vector(random, 4, 0.5); },
       {{"R9", "near the diagonal",
         [&](Vector const& at) { return worst_of(recovered(at, 0), missing(system, at.head(2))); }},
        {"R9", "phi wound once more", [&](Vector const& at) { return recovered(at, 1); }, true},
        {"R9", "J = J_1 = 0",
         [&](Vector const& at) { return missing(robot(h, weightless), at.head(2)); }, true}});
  supply(study, {{"R9", "onto the torus", differ(0, 1)}});
  supply_controls(study, {{"R9", "both ends wound", differ(1, 1)}});
}

/// Tests R7 and R14: forced equations on the torus of the wheels.
void reduction(Study& study) {
  auto const system = robot(h, body);
  // Lifts -s_1, -s_2 of d/dphi, d/dpsi.
  Matrix const lifts = -system.distribution({});
  struct Pair {
    Vector groupoid;
    ChaplyginForces forces;
  };
  auto const draw = [&](Random& random) {
    Vector const w = random_vector(random, 6, 0.5);
    Arrow const g = rolled_robot(body, w.head(4)), next = rolled_robot(body, w.tail(4));
    return Pair{lifts.transpose() * euler_lagrange(system, g, next),
                chaplygin_forces(g, next, h, body)};
  };
  using At = Pair const&;
  over(study, 4, draw,
       {{"R7", "as printed", [](At at) { return distance(at.forces.rest(-1), at.groupoid); }},
        {"R7", "other sign",
         [](At at) {
           return worst_of(distance(at.forces.rest(1), at.groupoid), at.forces.off_fibre);
         }},
        {"R7", "no forces",
         [](At at) { return distance(at.forces.left - at.forces.right, at.groupoid); }, true}});
  Arrow g = rolled_robot(body, Vector{{0, 0, 0.3_quad, 0.1_quad}});
  Largest printed, corrected, interchanged;
  for (int k = 0; k < (study.quick ? 3 : 8); ++k) {
    Arrow const next = evolved(system, g);
    auto const forces = chaplygin_forces(g, next, h, body),
               exchanged = chaplygin_forces(next, g, h, body);
    corrected(largest_entry(forces.rest(1)));
    printed(largest_entry(forces.rest(-1)));
    // Control: F^+ of the second and F^- of the first interval.
    interchanged(largest_entry(forces.left - forces.right - (exchanged.plus + exchanged.minus)));
    g = next;
  }
  supply(study, {{"R14", printed}, {"R14", "other sign", corrected}});
  supply_controls(study, {{"R14", "intervals exchanged", interchanged}});
}

}  // namespace

void robot_equations(Study& study) {
  continuous(study);
  printed_formulas(study);
  study.progress(0.3);
  structure(study);
  regularity(study);
  study.progress(0.6);
  reduction(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::robot_equations_study
