#include <fmt/format.h>

#include <numbers>

#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/exact_orbit.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/instances.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/lda_motion.hpp"
#include "experiments/theory/jet.hpp"

namespace rattleback::mclachlan_perlmutter_2006::exact_structure_study {

namespace {

constexpr Real h = 0.6L;

VectorFunction oscillator(Real stiffness) {
  return [stiffness](VectorX const& q) { return VectorX(stiffness * q); };
}
LdaSystem contact(Real stiffness) {
  return {stiffness == 0 ? "contact particle, $V$ = 0" : "contact oscillator", 3, 1, contact_row,
          oscillator(stiffness)};
}
/// With the frequency 2 pi/h, motions from y = ydot = 0 return to their first point for all zdot.
Real const focusing_stiffness = std::pow(2 * std::numbers::pi_v<Real> / h, 2);
LdaSystem two_constraints(Real stiffness) {
  return {stiffness == 0 ? "two constraints in $R^4$, $V$ = 0"
                         : "two constraints in $R^4$, $V = |q|^2$/2",
          4, 2,
          [](VectorX const& q) {
            return MatrixX{{1, q[1], q[2], 0}, {0, q[3], 1, q[0]}};
          },
          oscillator(stiffness)};
}
/// Particle with weight on the sphere about the origin through its initial point.
LdaSystem sphere() {
  return {"particle with weight on spheres", 3, 1,
          [](VectorX const& q) { return MatrixX(q.transpose()); },
          [](VectorX const&) { return VectorX(VectorX::Unit(3, 2)); }};
}
std::vector<LdaSystem> nonintegrable() {
  return {contact(0), contact(1), two_constraints(0), two_constraints(1)};
}
VectorX point(int n) { return VectorX{{0.5L, 0.3L, -0.4L, 0.2L}}.head(n); }

VectorX components(LdaSystem const& s, VectorX const& q, VectorX const& v) {
  return s.basis(q).transpose() * v;
}
/// Motion over the time h from q0 to q1, with the components of its velocities in the bases of C.
struct Pair {
  VectorX q0, w0, q1, w1;
};
Pair pair_from(LdaSystem const& s, VectorX const& q0, VectorX const& w) {
  auto const [q1, v1] = moved(s, q0, s.basis(q0) * w, h);
  return {q0, w, q1, components(s, q1, v1)};
}
Pair random_pair(LdaSystem const& s, Random& random) {
  // Drawn one after the other: a call leaves the order of its arguments to the compiler.
  VectorX const w = random_vector<Real>(random, s.k(), 0.8);
  return pair_from(s, point(s.n) + random_vector<Real>(random, s.n, 0.2), w);
}
/// Spaces V_(q0)^(q1) and V_(q2)^(q1) of (7.7) and (7.8): end points over a fixed first point, and
/// first points over a fixed end. w: velocity at the fixed point.
MatrixX tangents(LdaSystem const& s, VectorX const& base, VectorX const& w, Real time) {
  return jacobian([&](VectorX const& x) { return end_of(s, base, x, time); }, w);
}
/// Space tangents(), computed from the points whose reversed motions end in `base`.
MatrixX fibre_by_its_equation(LdaSystem const& s, VectorX const& q, VectorX const& w, Real time) {
  MatrixX const J =
      jacobian([&](VectorX const& y) { return end_of(s, y.head(s.n), y.tail(s.k()), -time); },
               theory::together(q, w));
  return theory::kernel(J).topRows(s.n);
}
/// Dimension 2 k - rank of the intersection of two spaces of dimension k.
long common_dimension(MatrixX const& a, MatrixX const& b) {
  MatrixX both(a.rows(), a.cols() + b.cols());
  both << a, b;
  return both.cols() - theory::rank(both);
}

/// Largest distance from w of the velocities, found from 20 nearby guesses, that lead from q0 to
/// the same end.
double apart(LdaSystem const& s, Pair const& p, Random& random) {
  // The motions of a conjugate pair have the same end to about 1e-12, the error of the motions.
  // Steps from ends that are not much further apart would follow that error.
  constexpr Real near = 1e-8L;
  Real worst = 0;
  for (int i = 0; i < 20; ++i) {
    VectorX const found = nearest_zero(
        p.w0 + random_vector<Real>(random, s.k(), 0.1),
        [&](VectorX const& x) { return VectorX(end_of(s, p.q0, x, h) - p.q1); }, near);
    worst = larger_or_nan(worst, (found - p.w0).norm());
  }
  return double(worst);
}
/// Derivative of (q0, w) -> (q0, q1).
MatrixX pair_derivative(LdaSystem const& s, Pair const& p) {
  return jacobian(
      [&](VectorX const& x) {
        return theory::together(x.head(s.n), end_of(s, x.head(s.n), x.tail(s.k()), h));
      },
      theory::together(p.q0, p.w0));
}

void manifold(Study& study) {
  Random random(1, 1);
  for (auto const& s : nonintegrable()) {
    auto const p = random_pair(s, random);
    study.measure("C107", "as printed", s.name, {apart(s, p, random)});
    MatrixX const both = pair_derivative(s, p), first = both.topRows(s.n),
                  last = both.bottomRows(s.n);
    study.measure("S/proposition 10", "as printed", s.name,
                  {double(theory::rank(both) - (s.n + s.k()))});
    study.measure("C110", "as printed", s.name,
                  {double(2 * s.n - theory::rank(first) - theory::rank(last))});
    study.control("C110", "one first point", s.name,
                  {double(s.n - theory::rank(last.rightCols(s.k())))});
    auto const back = [&](Real sign) {
      return double((end_of(s, p.q1, sign * p.w1, h) - p.q0).norm());
    };
    study.measure("C109", "as printed", s.name, {back(-1)});
    study.control("C109", "velocity not reversed", s.name, {back(1)});
    // Space (7.7) at q1 over q0, and (7.8) at q0 over q1.
    MatrixX const ahead = tangents(s, p.q0, p.w0, h), behind = tangents(s, p.q1, p.w1, -h),
                  fibre = fibre_by_its_equation(s, p.q1, p.w1, h);
    Real const other =
        larger_or_nan(angle_between(ahead, fibre),
                      angle_between(behind, fibre_by_its_equation(s, p.q0, p.w0, -h)));
    long const lost = 2 * s.k() - theory::rank(ahead) - theory::rank(behind);
    study.measure("S/proposition 12 (i)", "as printed", s.name, {double(lost + other)});
    study.control("S/proposition 12 (i)", "C at the common point", s.name,
                  {double(angle_between(s.basis(p.q1), fibre))});
  }
  auto const s = contact(focusing_stiffness);
  VectorX const q0{{0.5L, 0, -0.4L}};
  auto const conjugate = pair_from(s, q0, components(s, q0, VectorX::Unit(3, 2)));
  study.control("C107", "conjugate pair", {apart(s, conjugate, random)});
  study.control("S/proposition 10", "conjugate pair",
                {double(theory::rank(pair_derivative(s, conjugate)) - (s.n + s.k()))});
}

/// Dimension of the intersection of the projected fibres at a common point, found near the motion
/// from q0 with half the velocity; 0 if there is no such point.
long dimension_of_intersection(LdaSystem const& s) {
  VectorX const q0 = point(s.n), w{{0.7L, 0.5L}};
  // (q0, q2) is in C_d^e by the motion of the velocity 2 w.
  auto const whole = pair_from(s, q0, 2 * w);
  auto const gap = [&](VectorX const& y) {
    return VectorX(end_of(s, q0, y.head(2), h) - end_of(s, whole.q1, y.tail(2), -h));
  };
  VectorX const x = nearest_zero(theory::together(w, whole.w1 / 2), gap);
  if (!(gap(x).norm() < 1e-13L)) return 0;
  return common_dimension(tangents(s, q0, x.head(2), h), tangents(s, whole.q1, x.tail(2), -h));
}

/// Number of random pairs for which dim V is not in [max(0, 2k - n), k).
double beyond(LdaSystem const& s) {
  return number_of(
      5,
      [&](Random& random) {
        auto const p = random_pair(s, random);
        auto const next = pair_from(s, p.q1, p.w1 + random_vector<Real>(random, s.k(), 0.3));
        return common_dimension(tangents(s, p.q0, p.w0, h), tangents(s, next.q1, next.w1, -h));
      },
      [&](long dimension) {
        return dimension < std::max(0, 2 * s.k() - s.n) || dimension >= s.k();
      });
}
/// Largest distance between ends of motions from q0 and of reversed motions from q2, n = 4, k = 2,
/// at points of the motion from q0 to q2: for V = 0 a motion with c times the velocity reaches them
/// after the time h. The two projected fibres are not transversal there.
double gap_of_parallel_fibres(LdaSystem const& s) {
  auto const whole = pair_from(s, point(s.n), 2 * VectorX{{0.7L, 0.5L}});
  Real gap = 0;
  for (Real part : {0.35L, 0.45L, 0.55L, 0.65L}) {
    VectorX const ahead = end_of(s, whole.q0, 2 * part * whole.w0, h / 2),
                  behind = end_of(s, whole.q1, -2 * (1 - part) * whole.w1, h / 2);
    gap = larger_or_nan(gap, (ahead - behind).norm());
  }
  return double(gap);
}

/// Distance from q_2 of another point that satisfies (7.12) with the orbit's q_0 and q_1: the end
/// of a motion from q_1 whose velocity differs in its first component. NaN if the secant method
/// finds no such point.
double another_end(Orbit orbit) {
  Vector3 const q1 = orbit.middle, q2 = orbit.behind.base;
  Vector2 const w = orbit.ahead.motion(orbit.x.head(2)).end_velocity().tail(2);
  auto const rest = [&](Real second) {
    Motion const motion(orbit.system, q1, ExactSystem::admissible(q1, {w[0] + 0.1L, second}),
                        orbit.h);
    orbit.behind.base = motion.end();
    return orbit.equations(theory::together(orbit.x.head(2), -motion.end_velocity().tail(2)))
        .forced;
  };
  Real before = w[1] - 0.1L, now = w[1], f_before = rest(before), f = rest(now);
  for (int k = 0; k < 20 && std::abs(f) > 1e-15L; ++k) {
    Real const next = now - f * (now - before) / (f - f_before);
    before = now;
    f_before = f;
    f = rest(now = next);
  }
  return std::abs(f) < 1e-12L ? double((orbit.behind.base - q2).norm()) : std::nan("");
}
/// Least distance of the product's end from points that motions from its first point reach in the
/// time h.
double left_of_product(LdaSystem const& s) {
  Random random(1, 1);
  auto const p = random_pair(s, random);
  VectorX const target = end_of(s, p.q1, random_vector<Real>(random, s.k(), 0.8), h);
  auto const miss = [&](VectorX const& w) { return VectorX(end_of(s, p.q0, w, h) - target); };
  return double(miss(nearest_zero(2 * p.w0, miss)).norm());
}

void fibres(Study& study) {
  for (Real stiffness : {0.0L, 1.0L}) {
    // With the one-forms of two_constraints the common points form a curve also for potentials.
    // Newton's method does not converge on this curve, because the Jacobian has rank 3.
    auto s = two_constraints(stiffness);
    s.A = [](VectorX const& q) {
      return MatrixX{{1, q[1] * q[2], q[3], q[0]}, {q[3], 0.3L, 1, q[0] * q[1]}};
    };
    Measured const gap{gap_of_parallel_fibres(s)};
    if (stiffness == 0) study.measure("S/proposition 12 (iii)", "parallel fibres", gap);
    if (stiffness == 1) study.control("S/proposition 12 (iii)", "with a potential", gap);
    Measured const dimension{double(dimension_of_intersection(s))};
    study.measure("S/proposition 12 (ii)", "as printed", s.name, dimension);
    if (stiffness == 0) study.control("S/proposition 12 (ii)", "V = 0", dimension);
  }
  double count = 0;
  int others = 0;
  for (auto const& s : nonintegrable()) count += beyond(s);
  study.measure("C113", "equations", {count});
  study.control("C113", "integrable constraint", {beyond(sphere())});
  for (Real stiffness : {0.0L, 1.0L}) others += another_end(Orbit(stiffness)) > 1e-3;
  study.measure("C113", "another q_2", {double(others)});
  for (Real stiffness : {0.0L, 1.0L})
    study.measure("C115", "as printed", contact(stiffness).name,
                  {left_of_product(contact(stiffness))});
  study.control("C115", "integrable constraint", {left_of_product(sphere())});
}

/// Least size at the end of the variations by a unit velocity in C_q, by their own equation or by
/// (7.2) as printed.
Real least_jacobi_field(ExactSystem const& system, Vector3 const& q0, Vector2 const& w,
                        MatrixX const& data, bool printed) {
  auto const rate = [&](VectorX const& x) {
    Vector3 const q = x.segment(0, 3), v = x.segment(3, 3), U = x.segment(6, 3),
                  U_dot = x.segment(9, 3);
    Real const lambda = system.multiplier(q, v);
    // Derivative of the quotient of lambda along (U, U_dot).
    Real const by_v = printed ? 0 : U_dot[1] * v[2] + v[1] * U_dot[2];
    Real const varied =
        (system.stiffness * (U[0] + U[1] * q[2] + q[1] * U[2]) - by_v - lambda * 2 * q[1] * U[1]) /
        (1 + q[1] * q[1]);
    Vector3 const A(1, 0, q[1]), A_U(0, 0, U[1]);
    Vector3 const by_q = printed ? Vector3::Zero() : Vector3(system.stiffness * U);
    VectorX slope(12);
    slope << v, -system.stiffness * q + lambda * A, U_dot, -by_q + varied * A + lambda * A_U;
    return slope;
  };
  MatrixX ends(3, 2);
  for (int j = 0; j < 2; ++j) {
    VectorX x(12);
    x << q0, ExactSystem::admissible(q0, w), Vector3::Zero(), data.col(j);
    ends.col(j) = integral_curve(rate, x, h).segment(6, 3);
  }
  return theory::singular_values(ends)[1];
}

void jacobi_fields(Study& study) {
  auto const constrained = jacobi_equation(), free = jacobi_equation(false);
  study.measure("S/(7.2)", {constrained.printed});
  study.control("S/(7.2)", "all terms", {constrained.corrected});
  study.measure("C104", {free.printed});
  study.control("C104", "all terms", {free.corrected});
  study.add_finding(
      "S/(7.2), all terms", larger_or_nan(constrained.corrected, free.corrected),
      fmt::format("residual over the size of $U''$ at $t$ = 0.4, harmonic potential: {:.1e} with "
                  "the constraint, {:.1e} without; as printed {:.2f} and {:.2f}",
                  constrained.corrected, free.corrected, constrained.printed, free.printed));
  // Pairs at which (7.1) is injective and a field vanishes, or vice versa.
  int disagree_printed = 0, disagree = 0;
  auto const compare = [&](Real stiffness, Vector3 const& q0, Vector2 const& velocity) {
    auto const s = contact(stiffness);
    Real const limit = 1e-6L * h;
    VectorX const w = components(s, q0, ExactSystem::admissible(q0, velocity));
    bool const injective = theory::singular_values(tangents(s, q0, w, h))[1] > limit;
    auto const no_field_vanishes = [&](bool printed) {
      return least_jacobi_field({stiffness, true}, q0, velocity, s.basis(q0), printed) > limit;
    };
    disagree_printed += injective != no_field_vanishes(true);
    disagree += injective != no_field_vanishes(false);
  };
  compare(0, start, start_velocity);
  compare(1, start, start_velocity);
  compare(focusing_stiffness, {0.5L, 0, -0.4L}, {0, 1});
  compare(focusing_stiffness / 4, {0.5L, 0.3L, -0.4L}, {4, 0.567041L});
  study.measure("C105", {double(disagree_printed)});
  study.control("C105", "all terms", {double(disagree)});
}

void integrable_constraint(Study& study) {
  auto const s = sphere();
  VectorX const q0 = point(3).normalized(), w{{0.7L, -0.4L}};
  auto const values = theory::singular_values(tangents(s, q0, w, h));
  study.measure("C106", "(7.1) is not injective", {double(values[1] / values[0])});
  auto const miss = [&](VectorX const& target) {
    return [&s, &q0, target](VectorX const& x) { return VectorX(end_of(s, q0, x, h) - target); };
  };
  VectorX const outside = 1.05L * end_of(s, q0, w, h);
  auto const nearest = nearest_zero(w, miss(outside));
  double const distance = double(miss(outside)(nearest).norm());
  study.measure("C106", "not all pairs near by can be joined", {distance});
  study.control("C108", "points of another leaf", {distance});
  // Motion to this point without the constraint, by velocities in the whole tangent space.
  auto const miss_freely = [&](VectorX const& v) {
    return VectorX(Motion({1, false}, q0, v, h).end() - outside);
  };
  VectorX const v = nearest_zero(s.basis(q0) * w, miss_freely);
  study.control("C106", "no constraint", {double(miss_freely(v).norm())});
  study.over(
      10,
      [&](Random& random) {
        return std::pair{random_vector<Real>(random, 2),
                         VectorX(q0 + random_vector<Real>(random, 3, 0.3)).normalized().eval()};
      },
      {{"C108", "as printed", [&](std::pair<VectorX, VectorX> const& instance) {
          auto const& [velocity, target] = instance;
          return double(
              larger_or_nan(std::abs(end_of(s, q0, velocity, h).norm() - 1),
                            miss(target)(nearest_zero(VectorX::Zero(2), miss(target))).norm()));
        }}});
}

/// Least |A([X, Y])| of X = d/dy and Y = d/dz - q[i] d/dx, which span the kernel of A = dx + q[i]
/// dz, at five random points.
double bracket(int i) {
  using theory::Quad, theory::Vector, theory::VectorOf;
  auto const Y = [i]<class T>(VectorOf<T> const& q) { return VectorOf<T>{{-q[i], T(0), T(1)}}; };
  double least = 10;
  for (int k = 1; k <= 5; ++k) {
    Random random(1, k);
    Vector const q = random_vector<Quad>(random, 3);
    // [X, Y] = DY X, because X is constant.
    Vector const commutator = theory::directional<Quad>(Y, q, Vector(Vector::Unit(3, 1)));
    least = smaller_or_nan(least, double(theory::abs(commutator[0] + q[i] * commutator[2])));
  }
  return least;
}

/// Step of the midpoint Lagrangian and C_d of the contact oscillator with one-forms evaluated at
/// the mean of three points, in which the first has the weight 1/4, or `weight`.
VectorX three_point_step(VectorX const& q0, VectorX const& q1, Real step, Real weight) {
  return nearest_zero(theory::together(2 * q1 - q0, VectorX::Zero(1)),
                      [&](VectorX const& y) {
                        VectorX const q2 = y.head(3), m0 = (q0 + q1) / 2, m1 = (q1 + q2) / 2,
                                      A = contact_row(weight * q0 + q1 / 2 + (0.5L - weight) * q2)
                                              .transpose();
                        return theory::together(
                            (q2 - 2 * q1 + q0) / step + step * (m0 + m1) / 2 - y[3] * A,
                            contact_row(m1) * (q2 - q1) / step);
                      })
      .head(3);
}

void three_points(Study& study) {
  Real const step = 0.1L;
  VectorX const q0 = start;
  // Second point with (q0, q1) in C_d.
  VectorX const q1 =
      nearest_zero(q0 + step * ExactSystem::admissible(start, {0.6L, 0.8L}),
                   [&](VectorX const& q) { return VectorX(contact_row((q0 + q) / 2) * (q - q0)); });
  auto const back = [&](Real weight) {
    VectorX const q2 = three_point_step(q0, q1, step, weight);
    return double((three_point_step(q2, q1, step, weight) - q0).norm());
  };
  study.measure("C120", {back(0.25L)});
  study.control("C120", "unequal weights", {back(0.5L)});
}

}  // namespace

void exact_structure(Study& study) {
  manifold(study);
  study.progress(0.6);
  fibres(study);
  study.progress(0.8);
  jacobi_fields(study);
  integrable_constraint(study);
  study.measure("C118", {bracket(1)});
  study.control("C118", "dx + z dz", {bracket(2)});
  three_points(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::exact_structure_study
