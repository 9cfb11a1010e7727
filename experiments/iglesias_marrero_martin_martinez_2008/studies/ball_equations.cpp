#include "experiments/iglesias_marrero_martin_martinez_2008/shared/rolling_ball.hpp"
#include "experiments/theory/linear_algebra.hpp"
#include "experiments/theory/newton.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::ball_equations_study {

namespace {

Quad const h = ball_step;
Matrix3 W_of(Arrow const& g) { return matrix_of(g.tail(9)); }

/// The discrete Lagrangian: B1, B20.
void lagrangian(Study& study) {
  Quad const factor = body().I / (2 * h * h);
  // Difference of 3 a - b Tr(W) from the rotational part of L'_c, relative to it.
  auto const off = [](Matrix3 const& W, Quad a, Quad b) {
    Quad const kinetic = body().I / 4 * squared((W - Matrix3::Identity()) / h);
    return double(abs(kinetic - (3 * a - b * W.trace())) / kinetic);
  };
  double printed = INFINITY;
  for (int k = 1; k <= 20; ++k) {
    Random random(1, k);
    Matrix3 const W = random_rotation(random);
    printed = smaller_or_nan(printed, off(W, factor / 2, factor / 2));
  }
  supply(study, {{"B1", printed}});
  using At = Matrix3 const&;
  over(study, 20, [](Random& random) { return random_rotation(random); },
       {{"B1", "corrected factor", [=](At W) { return off(W, factor, factor); }},
        {"B1", "Id + W", [=](At W) { return off(W, factor, -factor); }, true},
        {"B20", "as printed", [=](At W) { return off(W, factor, factor); }},
        {"B20", "I/(4h^2)", [=](At W) { return off(W, factor, factor / 2); }, true}});
}

/// Tests B21: printed velocities of the two points and of W = h W (left) or h W (right).
void fields(Study& study) {
  auto const system = ball(h, table_rate(), body());
  Matrix const sections = system.distribution({});
  Quad const r = body().r;
  Matrix const base{{0, r, 0}, {0, 0, r}}, turn{{0, 0, -1}, {0, 1, 0}, {1, 0, 0}};
  auto const of_left = [&](Arrow const& g, long k) {
    Vector const field =
        derivative([&](QuadJet const& t) { return system.right_moved(g, t * sections.col(k)); });
    return distance(
        field, stacked(Vector::Zero(2), base.col(k), (W_of(g) * hat<Quad>(turn.col(k))).eval()));
  };
  // X^R is minus the velocity of h(t)^-1 g, in which W = exp(-t X) W.
  auto const of_right = [&](Arrow const& g, long k, bool first_point, Quad sign = 1) {
    Vector const field =
        derivative([&](QuadJet const& t) { return system.left_moved(g, t * sections.col(k)); });
    Vector const minus = -base.col(k), rest = Vector::Zero(2);
    return distance(-field, stacked(first_point ? minus : rest, first_point ? rest : minus,
                                    (sign * hat<Quad>(turn.col(k)) * W_of(g)).eval()));
  };
  auto const worst = [&](Arrow const& g, auto const& right) {
    Largest off;
    for (long k = 0; k < 3; ++k) off(worst_of(of_left(g, k), right(k)));
    return off.value;
  };
  auto const draw = [](Random& random) {
    // Drawn one after the other: a call leaves the order of its arguments to the compiler.
    auto const rotation = random_rotation(random);
    return stacked(random_vector(random, 4), rotation);
  };
  over(study, 10, draw,
       {{"B21", "as printed",
         [&](Arrow const& g) { return worst(g, [&](long k) { return of_right(g, k, k < 2); }); }},
        {"B21", "first point",
         [&](Arrow const& g) { return worst(g, [&](long k) { return of_right(g, k, true); }); }},
        {"B21", "sign of the rotations",
         [&](Arrow const& g) { return worst(g, [&](long k) { return of_right(g, k, true, -1); }); },
         true}});
  Largest printed, right;
  for (int k = 1; k <= 10; ++k) {
    Random random(1, k);
    Arrow const g = draw(random);
    printed(of_right(g, 2, false));
    right(of_right(g, 2, true));
  }
  study.add_erratum("E28", printed.value, right.value, "$r$ = 0.8, ten arrows");
}

/// Two composable elements.
struct ArrowPair {
  Arrow first, second;
};
/// Left-hand sides of the five equations displayed before (4.14) in section 4.5.1.
Vector displayed_equations(ArrowPair const& g, Quad Omega, BallBody const& b) {
  Vector const z0 = g.first.head(2), z1 = g.first.segment(2, 2), z2 = g.second.segment(2, 2),
               second = b.r * b.m * (z2 - 2 * z1 + z0), d = z2 - z1, mean = (z1 + z2) / 2;
  Matrix3 const W2 = W_of(g.second), turn = W_of(g.first) - W2;
  return Vector{{trace_with(turn, 3), (second[0] + b.I / 2 * trace_with(turn, 2)) / (h * h),
                 (second[1] - b.I / 2 * trace_with(turn, 1)) / (h * h),
                 (d[0] + b.r / 2 * trace_with(W2, 2)) / h + Omega * mean[1],
                 (d[1] - b.r / 2 * trace_with(W2, 1)) / h - Omega * mean[0]}};
}
/// Equations of the theory for the pair: (X left)(L_d)(g_1) - (X right)(L_d)(g_2), X = s5', r s1' +
/// s4', r s2' - s3', divided by -h (the first by -I/(2 h)), and phi(g_2)/h.
Vector equations_of_theory(DiscreteSystem const& s, ArrowPair const& g, Quad I) {
  Matrix const D = s.distribution({});
  Vector const defect = left_fields(s, g.first, D) - right_fields(s, g.second, D);
  return together(defect.cwiseQuotient(Vector{{-I / (2 * h), -h, -h}}), s.constraint(g.second) / h);
}

/// Random intervals, a pair in M'_c over three points, and the third point by (4.14) and (4.15).
struct Intervals {
  ArrowPair any, on;
  Vector d1, d2, next, own;  ///< steps of the points, next point, and next point without rotation
};
/// Tests B2 to B5 at arbitrary intervals.
void equations(Study& study) {
  auto const b = body();
  Quad const Omega = table_rate(), total = b.I + b.m * b.r * b.r, alpha = b.I * Omega / total,
             a = alpha * h, scale = a * a + 4, printed = 4 * alpha;
  auto const system = ball(h, Omega, b);
  auto const draw = [&](Random& random) {
    Vector const z = random_vector(random, 6), near = 0.02_quad * z, z0 = near.head(2),
                 z1 = near.segment(2, 2), z2 = near.tail(2);
    Intervals at;
    at.any = {stacked(z.head(4), random_rotation(random, 0.4)),
              stacked(z.tail(4), random_rotation(random, 0.4))};
    at.on = {rolled(h, Omega, z0, z1, 0.7_quad, b), rolled(h, Omega, z1, z2, 0.4_quad, b)};
    // Equation (1 + a^2/4) (z2 - z1) = ..., solved for z2.
    at.next =
        solution(Matrix{{1, a / 2}, {-a / 2, 1}},
                 Vector{{2 * z1[0] - z0[0] + a / 2 * z0[1], 2 * z1[1] - z0[1] - a / 2 * z0[0]}});
    at.d1 = z1 - z0;
    at.d2 = at.next - z1;
    at.own = 8 * z1 + (a * a - 4) * z0;
    return at;
  };
  using At = Intervals const&;
  auto const coordinate = [=](At at, long i, Quad coefficient) {
    return double(abs(at.next[i] - (at.own[i] + coefficient * at.d1[1 - i]) / scale));
  };
  check(study, 10, draw,
        {{"B2", "W_1 and W_2 interchanged",
          [&](At at, bool changed) {
            auto const& [one, two] = at.any;
            ArrowPair const exchanged{stacked(one.head(4), W_of(two)),
                                      stacked(two.head(4), W_of(one))};
            return distance(displayed_equations(changed ? exchanged : at.any, Omega, b),
                            equations_of_theory(system, at.any, b.I));
          }},
         // On M'_c the second and third equations are (I + m r^2)/r times (4.14) and (4.15).
         {"B2/simplified", "I + m r",
          [&](At at, bool changed) {
            Quad const by = changed ? b.I * Omega / (b.I + b.m * b.r) : alpha;
            Vector const five = displayed_equations(at.on, Omega, b), z0 = at.on.first.head(2),
                         z1 = at.on.first.segment(2, 2), z2 = at.on.second.segment(2, 2),
                         d = z2 - z0, second = (z2 - 2 * z1 + z0) / (h * h);
            return distance(total / b.r * (second + by / (2 * h) * Vector{{d[1], -d[0]}}),
                            five.segment(1, 2));
          }},
         {"B3/velocities", "sign of alpha",
          [&](At at, bool changed) {
            Quad const sine = (changed ? -4 : 4) * a, cosine = 4 - a * a;
            return distance(at.d2, Matrix{{cosine, -sine}, {sine, cosine}} * at.d1 / scale);
          }},
         {"B4", "sign of alpha", [&](At at, bool changed) {
            return coordinate(at, 0, (changed ? 1 : -1) * printed * h);
          }}});
  over(study, 10, draw,
       {{"B5", "as printed", [&](At at) { return coordinate(at, 1, printed); }},
        {"B5", "with h", [&](At at) { return coordinate(at, 1, printed * h); }},
        {"B5", "sign of alpha", [&](At at) { return coordinate(at, 1, -printed * h); }, true}});

  Largest rotation, both_positive;
  for (Quad const a : {0.01_quad, 0.1_quad, 1.0_quad, 5.0_quad}) {
    Quad const c = (4 - a * a) / (4 + a * a), s = 4 * a / (4 + a * a), angle = 2 * atan(a / 2);
    // Entries of A^T A - Id and the angle; in the control both entries off the diagonal are 4a.
    rotation(worst_of(c * c + s * s - 1, c - cos(angle), s - sin(angle)));
    both_positive(double(2 * c * s));
  }
  supply(study, {{"B3", rotation}});
  supply_controls(study, {{"B3", "no minus sign", both_positive}});
}

/// Tests B9.
void reversal(Study& study) {
  Quad const step = Quad(1) / 100, Omega = table_rate();
  auto const system = ball(step, Omega, body()), at_rest = ball(step, 0, body());
  struct Interval {
    Arrow turning, at_rest, anywhere;
  };
  auto const draw = [&](Random& random) {
    Vector const z = random_vector(random, 3), from = random_vector(random, 2),
                 to = from + 0.01_quad * z.head(2);
    Vector const ends = random_vector(random, 4);
    return Interval{rolled(step, Omega, from, to, z[2], body()),
                    rolled(step, 0, from, to, z[2], body()),
                    stacked(ends, random_rotation(random))};
  };
  // Lagrangian Tr(B W) with a matrix B that is not symmetric.
  Random of_tensor(1, 1);
  Matrix3 const B = matrix_of(random_vector(of_tensor, 9));
  check(study, 20, draw, {{"B9/lagrangian", "Tr(B W)", [&](Interval const& at, bool changed) {
                             Matrix3 const W = W_of(at.anywhere);
                             return changed ? double(trace_of_product(B, W - W.transpose()))
                                            : lagrangian_asymmetry(system, at.anywhere);
                           }}});
  over(study, 20, draw,
       {{"B9/constraint", "table at rest",
         [&](Interval const& at) { return constraint_asymmetry(at_rest, at.at_rest); }, true}});
  double of_constraint = INFINITY;
  for (int k = 1; k <= 20; ++k) {
    Random random(1, k);
    of_constraint =
        smaller_or_nan(of_constraint, constraint_asymmetry(system, draw(random).turning));
  }
  supply(study, {{"B9/constraint", of_constraint}});
  // First interval of figure 2 with w3 = 0.7.
  auto const printed = ball(step, Omega), opposite_table = ball(step, -Omega);
  Arrow const g = rolled(step, Omega, Vector{{0.99_quad, 1}}, Vector{{1, 0.99_quad}}, 0.7_quad),
              back = evolved(opposite_table, printed.inverse(evolved(printed, g)));
  double const defect = distance(back, printed.inverse(g));
  study.add_finding("B9/opposite", defect, fmt::format("{:.1e}", defect));
}

/// Interval of M_c from (0.3, -0.2) with a rotation by `angle` about `axis`.
Arrow interval_turned_by(Quad Omega, Vector3 const& axis, Quad angle) {
  Vector3 const n = axis / sqrt(axis.squaredNorm()), a = body().r * sin(angle) * n;
  Quad const half = h * Omega / 2;
  // dx + half dy = a2 - 2 half y0,   dy - half dx = -a1 + 2 half x0
  Vector const z0{{0.3_quad, -0.2_quad}},
      dz = solution(Matrix{{1, half}, {-half, 1}},
                    Vector{{a[1] - 2 * half * z0[1], -a[0] + 2 * half * z0[0]}});
  return stacked(z0, z0 + dz, rodrigues(tan(angle / 2) * n));
}

/// Tests B10: determinants of both conditions against that of W - Tr(W) Id, on paths in M'_c.
void regularity(Study& study) {
  auto const system = ball(h, table_rate(), body());
  Matrix const D = system.distribution({});
  // Basis of the same tangents of M'_c with the rotation vectors e_i.
  auto const with_unit_turns = [](Matrix const& basis) {
    return Matrix(basis * inverse(Matrix3(basis.bottomRows(3))));
  };
  auto const conditions = [&](Arrow const& g) {
    return std::array{
        determinant(bilinear(system, g, D, with_unit_turns(right_tangents(system, g)))),
        determinant(bilinear(system, g, with_unit_turns(left_tangents(system, g)), D))};
  };
  auto const shifted = [](Arrow const& g, Quad sign) {
    Matrix3 const W = W_of(g);
    return determinant(W + sign * W.trace() * Matrix3::Identity());
  };
  auto const path = [](Vector const& axis) {
    return [=](Quad angle) { return interval_turned_by(table_rate(), axis, angle); };
  };
  int const axes = study.quick ? 2 : 4;
  check(study, axes, [](Random& random) { return random_vector(random, 3); },
        {{"B10", "W + Tr(W) Id", [&](Vector const& axis, bool changed) {
            auto const at = path(axis);
            Arrow const first = at(0.1_quad);
            auto const of_first = conditions(first);
            Quad const sign = changed ? 1 : -1;
            Largest off;
            if (!changed) off(largest_entry(system.constraint(first)));  // both lie in M'_c
            // W - Tr(W) Id is singular at pi/2 and at pi.
            for (Quad const angle : {0.4_quad, 0.8_quad, 1.2_quad, 1.5_quad, 1.57_quad, 1.58_quad,
                                     1.7_quad, 2.1_quad, 2.5_quad, 2.9_quad, 3.1_quad}) {
              Arrow const g = at(angle);
              if (!changed) off(largest_entry(system.constraint(g)));
              auto const of_g = conditions(g);
              for (std::size_t side = 0; side < 2; ++side)
                off(double(of_g[side] / of_first[side] / (shifted(g, sign) / shifted(first, sign)) -
                           1));
            }
            return off.value;
          }}});
  Largest off;
  for (int k = 1; k <= axes; ++k) {
    Random random(1, k);
    auto const at = path(random_vector(random, 3));
    auto const regular = [&](Quad angle) {
      return determinant(right_regularity(system, at(angle)));
    };
    Quad const near = regular(0.1_quad);
    off(double(end_of(0.1_quad, 2.5_quad, 1e-15_quad,
                      [&](Quad angle) { return regular(angle) * near > 0; }) -
               quad_pi / 2));
  }
  study.add_finding("B10/only", off.value, fmt::format("{:.1e}", off.value));
}

}  // namespace

void ball_equations(Study& study) {
  for (char const* const erratum : {"E27", "E28", "E29"}) study.uses(erratum);
  rolling_ball(study);
  lagrangian(study);
  fields(study);
  equations(study);
  study.progress(0.3);
  reversal(study);
  study.progress(0.6);
  regularity(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::ball_equations_study
