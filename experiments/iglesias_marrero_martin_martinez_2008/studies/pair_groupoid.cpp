#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_groups.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::pair_groupoid_study {

namespace {

Quad const h = 0.1_quad;

/// Pair of M_c of the particle: q_0, and q_1 with the given x, y.
Arrow pair_on_constraint(Vector const& q0, Quad x, Quad y) {
  return together(q0, Vector{{x, y, q0[2] + (q0[1] + y) / 2 * (x - q0[0])}});
}
Arrow random_pair(Random& random) {
  Vector const z = random_vector(random, 5, 2);
  return pair_on_constraint(z.head(3), z[3], z[4]);
}
/// Bases of D_c and of the tangents of M_c at a pair of the particle, with unit entries in x and y.
struct Spaces {
  Matrix D0, D1, left, right;
  explicit Spaces(Arrow const& g) {
    Quad const y0 = g[1], y1 = g[4], half = (y0 + y1) / 2, dx = g[3] - g[0];
    auto const with = [](Quad a, Quad b) { return Matrix{{1, 0}, {0, 1}, {a, b}}; };
    D0 = with(y0, 0);
    D1 = with(y1, 0);
    left = with(half, -dx / 2);
    right = with(half, dx / 2);
  }
};
/// Absolute determinant of a form on two such spaces, over the volumes of their bases.
Quad on_spaces(Matrix const& form, Matrix const& first, Matrix const& second) {
  return abs(determinant(first.transpose() * form * second)) /
         sqrt(gram_determinant(first) * gram_determinant(second));
}

/// System with L_d = |q_1 - q_0|^2/(2 h) - h V at the midpoint, V central.
DiscreteSystem of_midpoints() {
  auto s = unconstrained(particle(h));
  s.name = "midpoint";
  s.lagrangian = [](JetVector const& g) {
    return (g.tail(3) - g.head(3)).squaredNorm() / (2 * h) -
           h * central_potential((g.head(3) + g.tail(3)) / QuadJet(2));
  };
  return s;
}
/// D_2 D_1 L_d of of_midpoints() by its formula; with sign = 1: D_1 D_1 L_d.
Matrix second_derivative(Arrow const& g, int sign = -1) {
  Vector const q = (g.head(3) + g.tail(3)) / 2;
  Matrix const one = Matrix::Identity(3, 3);
  // V'' = (1 + |q|^2/2) Id + q q^T
  return sign * one / h - h / 4 * ((1 + q.squaredNorm() / 2) * one + q * q.transpose());
}
/// Covector D_2 L_d(q_0, q_1) + D_1 L_d(q_1, q_2), or D_1 L_d(q_0, q_1) + D_2 L_d(q_1, q_2), of the
/// particle or, if `heavy`, on the paraboloid.
Vector total_force(Vector const& q, bool heavy, bool interchanged) {
  Vector const q0 = q.head(3), q1 = q.segment(3, 3), q2 = q.tail(3),
               kinetic = (2 * q1 - q0 - q2) / h;
  auto const slope = [heavy](Vector const& at) {
    return heavy ? Vector{{at[1] / 2, at[0] / 2, 1}} : Vector(Vector::Zero(3));
  };
  if (interchanged) return -kinetic - h / 2 * (slope(q0) + slope(q2));
  return kinetic - h * slope(q1);
}
/// Tests section 4.2 with our own formulas for the derivatives of L_d: D1 and D3.
void any_system(Study& study) {
  Largest interchanged, at_source;
  for (auto const& s : {particle(h), paraboloid(h)}) {
    Largest equations, multipliers;
    bool const heavy = s.name == "paraboloid";
    for (int i = 1; i <= 5; ++i) {
      Random random(1, i);
      Vector const q = random_vector(random, 9), covector = euler_lagrange(s, q.head(6), q.tail(6));
      equations(distance(total_force(q, heavy, false), covector));
      interchanged(distance(total_force(q, heavy, true), covector));
    }
    Arrow const g = arrow_of_momentum(s, Vector{{1, 0.5_quad, 0.85_quad}},
                                      Vector{{0.3_quad, -0.4_quad}}),
                next = evolved(s, g);
    Vector const force = total_force(together(g, next.tail(3)), heavy, false);
    equations(rest_on_distribution(s, g, force));
    equations(largest_entry(s.constraint(next)));
    // One-form A^1 = dz - y dx, or the differential of z - x^2/2 - y^2.
    auto const rest = [&](Vector const& q) {
      Vector const A = heavy ? Vector{{-q[0], -2 * q[1], 1}} : Vector{{-q[1], 0, 1}};
      return outside_span(A, force);
    };
    multipliers(rest(s.target(g)));
    at_source(rest(s.source(g)));
    supply(study, {{"D1", "restricted to D_c", equations}, {"D1", "with multipliers", multipliers}},
           s.name);
  }
  supply_controls(
      study, {{"D1", "D_1 and D_2 interchanged", interchanged}, {"D1", "A^j at q_0", at_source}});
  struct Tangents {
    Vector g, u, v;
  };
  auto const s = of_midpoints();
  check(study, 10,
        [](Random& random) {
          Vector const z = random_vector(random, 12);
          return Tangents{z.head(6), z.segment(6, 3), z.tail(3)};
        },
        {{"D3", "minus D_2 D_1 L_d", [&](Tangents const& at, bool changed) {
            auto const& [g, u, v] = at;
            Quad const value = u.dot(second_derivative(g) * v);
            return double(bilinear(s, g, u, v)(0, 0) + (changed ? 1 : -1) * value);
          }}});
}

/// Tests the conditions of section 4.2 and of example 4.1: D4, D5, D6, P5.
void conditions(Study& study) {
  auto const s = particle(h);
  auto with_potential = s;
  with_potential.lagrangian = of_midpoints().lagrangian;
  // There is no next point with y_2 = 3 from y_1 = -1; F^+ is singular from y_0 = -3 to y_1 = 1.
  auto const from = [](Quad y0, Quad x1, Quad y1) {
    return pair_on_constraint(Vector{{0, y0, 0}}, x1, y1);
  };
  Arrow const no_step = from(-1, 0.5_quad, 3), folded = from(-3, 0.5_quad, 1);
  std::vector<Arrow> pairs{no_step, folded};
  for (int k = 1; pairs.size() < 32; ++k) {
    Random random(1, k);
    pairs.push_back(random_pair(random));
  }
  Largest displayed, displayed_changed, of_one_point, printed, printed_changed;
  int first = 0, second = 0, other_end = 0;
  auto const regular = [](Quad determinant) { return abs(determinant) > 1e-15_quad; };
  for (auto const& g : pairs) {
    Spaces const on(g);
    Quad const plus = plus_determinant(with_potential, g),
               minus = abs(minus_determinant(with_potential, g));
    auto const off = [&](Matrix const& D_after, int sign) {
      Matrix const form = second_derivative(g, sign);
      return double(h * h) * worst_of(on_spaces(form, on.left, D_after) - plus,
                                      on_spaces(form, on.D0, on.right) - minus);
    };
    displayed(off(on.D1, -1));
    displayed_changed(off(on.D0, -1));
    of_one_point(off(on.D1, 1));
    Quad const y0 = g[1], y1 = g[4],
               of_minus = 2 * h * h * determinant(bilinear(s, g, on.D0, on.right)),
               of_plus = 2 * h * h * determinant(bilinear(s, g, on.left, on.D1)),
               by_y0 = 2 + y0 * y0 + y0 * y1, by_y1 = 2 + y1 * y1 + y1 * y0;
    printed(worst_of(of_minus - by_y0, of_plus - by_y1));
    printed_changed(double(of_minus - by_y1));
    bool const is_regular = regular(minus_determinant(s, g));
    first += regular(of_plus) != is_regular;
    second += regular(of_minus) != is_regular;
    other_end += regular(determinant(bilinear(s, g, on.D1, on.right))) != is_regular;
  }
  study.add_erratum("E15", first, second, "pairs, of 32, at which they disagree");
  // True if a pair has a unique next pair although F^+ is not a local diffeomorphism.
  auto const one_sided = [&](Arrow const& g, Arrow const& next) {
    return rest_on_distribution(s, g, euler_lagrange(s, g, next)) < 1e-20 &&
           regular(minus_determinant(s, next)) && !regular(plus_determinant(s, g));
  };
  // Next pair of the singular one: y_2 = 5 and no change in x.
  Arrow const after_fold = pair_on_constraint(folded.tail(3), folded[3], 5),
              usual = arrow_of_momentum(s, Vector{{1, 0.5_quad, 0.75_quad}},
                                        Vector{{0.3_quad, -0.4_quad}});
  supply(study, {{"D4", displayed},
                 {"P5", printed},
                 {"D5", "first as displayed", first},
                 {"D5", "second as displayed", second},
                 {"D6", one_sided(folded, after_fold)}});
  supply_controls(study,
                  {{"D4", "D_c(q_1) in place of D_c(q_2)", displayed_changed},
                   {"D4", "D_1 D_1 L_d", of_one_point},
                   {"P5", "y_0 and y_1 interchanged", printed_changed},
                   {"D5", "D_c(q_2) in place of D_c(q_1)", other_end},
                   {"D6", "pair with both conditions", one_sided(usual, evolved(s, usual))}});
}

/// Three arbitrary points, and two composable pairs of M_c.
struct Points {
  Vector a, b, c;
  Arrow g, next;
};
Points random_points(Random& random) {
  Vector const z = random_vector(random, 11, 2);
  Arrow const g = random_pair(random);
  return {z.head(3), z.segment(3, 3), z.segment(6, 3), g,
          pair_on_constraint(g.tail(3), z[9], z[10])};
}
using At = Points const&;

/// Defect of X_1, X_2 as derivatives of the six coordinates: at the second point, and at the first
/// with minus signs (control: plus signs).
double field_defect(DiscreteSystem const& s, Arrow const& g, int sign) {
  Matrix const before = s.distribution(s.source(g)), after = s.distribution(s.target(g));
  Matrix left = Matrix::Zero(6, 2), right = Matrix::Zero(6, 2);
  left.bottomRows(3) << 1, 0, 0, 1, g[4], 0;
  right.topRows(3) << -1, 0, 0, -1, -g[1], 0;
  Largest off;
  for (long X = 0; X < 2; ++X) {
    off(distance(derivative([&](QuadJet const& t) { return s.right_moved(g, t * after.col(X)); }),
                 left.col(X)));
    off(distance(derivative([&](QuadJet const& t) { return s.left_moved(g, t * before.col(X)); }),
                 sign * right.col(X)));
  }
  return off.value;
}
/// Derivatives of the constraint along the printed tangents of M_c at both ends; `sign` is that of
/// b.
double tangent_defect(DiscreteSystem const& s, Arrow const& g, int sign) {
  Quad const half = (g[1] + g[4]) / 2, b = sign * (g[3] - g[0]) / 2;
  return worst_of(largest_entry(left_constraint_forms(s, g) * Matrix{{1, 0}, {0, 1}, {half, -b}}),
                  largest_entry(right_constraint_forms(s, g) * Matrix{{1, 0}, {0, 1}, {half, b}}));
}
/// Residual of (4.2) and (4.3) relative to 1 + the multiplier.
double residual_at(DiscreteSystem const& s, Arrow const& g, Arrow const& next) {
  Vector const rest = euler_lagrange(s, g, next);
  return worst_of((rest[0] + g[4] * rest[2]) / (1 + abs(rest[2])), rest[1]);
}
/// Residual at the explicit next pair, or at the pair with the inverted step, or its distance from
/// five roots of F^- = F^+(g) by Newton's method, relative to its size.
double next_pair_defect(DiscreteSystem const& s, Arrow const& g, bool inverted) {
  Quad const y0 = g[1], y1 = g[4], y2 = 2 * y1 - y0, numerator = 2 + y1 * y1 + y1 * y0,
             denominator = 2 + y1 * y1 + y1 * y2;
  if (abs(denominator) <= 0.01_quad || abs(numerator) <= 0.01_quad) return 0;
  Quad const ratio = inverted ? denominator / numerator : numerator / denominator,
             x2 = g[3] + ratio * (g[3] - g[0]);
  Arrow const next = pair_on_constraint(g.tail(3), x2, y2);
  Largest off;
  off(residual_at(s, g, next));
  for (int start = 1; start <= 5; ++start) {
    Random random(1, start);
    auto const root =
        arrow_of_momentum(s, s.target(g), legendre_plus(s, g), random_vector(random, 3));
    off(distance(root, next) / (1 + largest_entry(next)));
  }
  return off.value;
}
/// Least residual over x_2 = -10, ..., 10 of the pairs after (0, -5, 0), (1, -1, -3), for which
/// (4.3) gives y_2 = 3 and (4.2) does not depend on x_2.
double residual_of_last_pair(DiscreteSystem const& s) {
  Arrow const g = pair_on_constraint(Vector{{0, -5, 0}}, 1, -1);
  double least = INFINITY;
  for (int x2 = -10; x2 <= 10; ++x2)
    least = smaller_or_nan(least, residual_at(s, g, pair_on_constraint(g.tail(3), x2, 3)));
  return least;
}

/// Tests example 4.1: equations, constraint and tangents.
void equations(Study& study) {
  auto const s = particle(h);
  auto const second_difference = [](At at) -> Vector { return (at.c - 2 * at.b + at.a) / (h * h); };
  check(study, 30, random_points,
        {{"P1", "y_0 in (4.2)",
          [&](At at, bool changed) {
            Vector const second = second_difference(at),
                         force = euler_lagrange(s, together(at.a, at.b), together(at.b, at.c)) / h;
            Quad const y = changed ? at.a[1] : at.b[1],
                       first = second[0] + y * second[2] + force[0] + at.b[1] * force[2];
            return changed ? double(first) : worst_of(first, second[1] + force[1]);
          }},
         {"P1/fields", "no minus signs",
          [&](At at, bool changed) { return field_defect(s, at.g, changed ? 1 : -1); }},
         {"P7", "sign of y",
          [&](At at, bool changed) {
            Matrix const tangents = right_tangents(s, s.unit(at.a));
            Quad const y = changed ? -at.a[1] : at.a[1];
            Largest off;
            for (auto const& eta : tangents.colwise())
              off(double(eta[2] - y * eta[0]) / largest_entry(eta));
            return changed ? off.value : worst_of(off.value, tangents.cols() - 2);
          }},
         // Vectors a d/dx + b d/dz of D_c, on which the annihilator of D_c vanishes.
         {"P10", "(y, 1)",
          [&](At at, bool changed) {
            Matrix const annihilator = kernel(s.distribution(at.a).transpose()),
                         ab = kernel(Matrix{{annihilator(0, 0), annihilator(2, 0)}});
            Quad const off =
                changed ? ab(0, 0) - at.a[1] * ab(1, 0) : ab(1, 0) - at.a[1] * ab(0, 0);
            return worst_of(off / Quad(largest_entry(ab)), ab.cols() - 1);
          }},
         {"P11", "X_1", [&](At at, bool changed) {
            auto const invariance = [&](Matrix const& before, Matrix const& after) {
              return distance(left_fields(s, at.g, after), right_fields(s, at.g, before));
            };
            Matrix const translations{{1, 0}, {0, 0}, {0, 1}};
            return changed ? invariance(s.distribution(s.source(at.g)).col(0),
                                        s.distribution(s.target(at.g)).col(0))
                           : invariance(translations, translations);
          }}});
  over(study, 30, random_points,
       {{"P2", "where regular", [&](At at) { return next_pair_defect(s, at.g, false); }},
        {"P2", "inverted step", [&](At at) { return next_pair_defect(s, at.g, true); }, true},
        {"P4", "tangent if", [&](At at) { return tangent_defect(s, at.g, 1); }},
        {"P4", "sign of b", [&](At at) { return tangent_defect(s, at.g, -1); }, true},
        {"P4", "only if", [&](At at) {
           return worst_of(abs(left_constraint_forms(s, at.g)(0, 2)) - 1,
                           abs(right_constraint_forms(s, at.g)(0, 2)) - 1);
         }}});
  supply(study, {{"P2", "at every pair", residual_of_last_pair(s)},
                 {"P3", mixed_derivative_defect(1, true)},
                 {"P3", "tensor products", mixed_derivative_defect(2, false)}});
  supply_controls(study, {{"P3", "1/h", mixed_derivative_defect(1, false)},
                          {"P3", "wedge products", mixed_derivative_defect(2, true)}});
}

/// Tests P6 and P12: momentum equation for xi~ = (1, y).
void momentum_equation(Study& study) {
  auto const s = particle(h);
  // Displayed left side, with y_2 or y_1 in its first term.
  auto const displayed = [](At at, long of_y) {
    Vector const d0 = at.g.tail(3) - at.g.head(3), d1 = at.next.tail(3) - at.next.head(3);
    return (d1[0] + at.next[of_y] * d1[2] - d0[0] - at.g[4] * d0[2]) / (h * h);
  };
  // (y_2 - y_1) times the change of z over the second or the first interval.
  auto const right = [](At at, Arrow const& interval) {
    return (at.next[4] - at.next[1]) * (interval[5] - interval[2]) / (h * h);
  };
  check(
      study, 30, random_points,
      {{"P12", "y_1 in the first term",
        [&](At at, bool changed) {
          auto const& [a, b, c, g, next] = at;
          Quad const y1 = g[4], y2 = next[4];
          Quad const of_theorem =
              (left_field(s, next, Vector{{1, 0, y2}}) - left_field(s, g, Vector{{1, 0, y1}})) / h;
          Quad const off = displayed(at, changed ? 1 : 4) - of_theorem;
          if (changed) return double(off);
          return worst_of(off, right(at, next) - left_field(s, next, Vector{{0, 0, y2 - y1}}) / h);
        }},
       {"P6", "z_1 - z_0 on the right", [&](At at, bool changed) {
          Vector const second = (at.next.tail(3) - 2 * at.g.tail(3) + at.g.head(3)) / (h * h);
          return double(displayed(at, 4) - right(at, changed ? at.g : at.next) -
                        (second[0] + at.g[4] * second[2]));
        }}});
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

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::pair_groupoid_study
