#include <fmt/format.h>

#include <numbers>

#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/instances.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/printed_forms_exact.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr Real h = 0.6L;

std::function<VectorX(VectorX const&)> oscillator(Real stiffness) {
  return [stiffness](VectorX const& q) { return VectorX(stiffness * q); };
}
LdaSystem contact(Real stiffness) {
  return {stiffness == 0 ? "contact particle, V = 0" : "contact oscillator", 3, 1, contact_row,
          oscillator(stiffness)};
}
/// With the frequency 2 pi/h motions from y = ydot = 0 of all zdot return to their first point.
Real const focusing_stiffness = std::pow(2 * std::numbers::pi_v<Real> / h, 2);
LdaSystem two_constraints(Real stiffness) {
  return {stiffness == 0 ? "two constraints in R^4, V = 0" : "two constraints in R^4, V = |q|^2/2",
          4, 2,
          [](VectorX const& q) {
            MatrixX a(2, 4);
            a << 1, q[1], q[2], 0, 0, q[3], 1, q[0];
            return a;
          },
          oscillator(stiffness)};
}
/// A particle with weight on the sphere about the origin that it starts on.
LdaSystem sphere() {
  return {"particle with weight on spheres", 3, 1,
          [](VectorX const& q) { return MatrixX(q.transpose()); },
          [](VectorX const&) { return VectorX(VectorX::Unit(3, 2)); }};
}
std::vector<LdaSystem> nonintegrable() {
  return {contact(0), contact(1), two_constraints(0), two_constraints(1)};
}
VectorX point(int n) {
  VectorX q(n);
  Real const numbers[]{0.5L, 0.3L, -0.4L, 0.2L};
  for (int i = 0; i < n; ++i) q[i] = numbers[i];
  return q;
}

struct Pair {
  VectorX q0, w, q1, v1;
};
Pair sampled_pair(LdaSystem const& s, Sampler& sample) {
  VectorX const q0 = point(s.n) + sample(s.n, 0.2L), w = sample(s.k(), 0.8L);
  auto const [q1, v1] = moved(s, q0, s.basis(q0) * w, h);
  return {q0, w, q1, v1};
}
/// Spaces V_(q0)^(q1) and V_(q2)^(q1) of (7.7) and (7.8): ends over a fixed first point, and first
/// points over a fixed end, where v is the velocity that leaves or reaches it.
MatrixX tangents(LdaSystem const& s, VectorX const& base, VectorX const& w, Real time) {
  return jacobian([&](VectorX const& x) { return end_of(s, base, x, time); }, w);
}
VectorX components(LdaSystem const& s, VectorX const& q, VectorX const& v) {
  return s.basis(q).transpose() * v;
}
/// The same space as the points whose motions, run backwards, end in `base`.
MatrixX fibre_by_its_equation(LdaSystem const& s, VectorX const& q, VectorX const& v, Real time) {
  VectorX x(s.n + s.k());
  x << q, components(s, q, v);
  MatrixX const J =
      jacobian([&](VectorX const& y) { return end_of(s, y.head(s.n), y.tail(s.k()), -time); }, x);
  return MatrixX(Eigen::FullPivLU<MatrixX>(J).kernel()).topRows(s.n);
}

/// Distance from w of the velocities that lead from q0 where w does, found from 20 guesses near by.
double apart(LdaSystem const& s, VectorX const& q0, VectorX const& w, Sampler& sample) {
  VectorX const q1 = end_of(s, q0, w, h);
  Real worst = 0;
  for (int i = 0; i < 20; ++i) {
    auto const found = nearest_zero(w + sample(s.k(), 0.1L), [&](VectorX const& x) {
      return VectorX(end_of(s, q0, x, h) - q1);
    });
    worst = larger_or_nan(worst, (found - w).norm());
  }
  return double(worst);
}
/// Derivative of (q0, w) -> (q0, q1).
MatrixX pair_derivative(LdaSystem const& s, VectorX const& q0, VectorX const& w) {
  return jacobian(
      [&](VectorX const& x) {
        VectorX pair(2 * s.n);
        pair << x.head(s.n), end_of(s, x.head(s.n), x.tail(s.k()), h);
        return pair;
      },
      (VectorX(s.n + s.k()) << q0, w).finished());
}

void manifold(Study& study) {
  Sampler sample(1);
  for (auto const& s : nonintegrable()) {
    auto const p = sampled_pair(s, sample);
    study.measure("C107", "as printed", s.name, {apart(s, p.q0, p.w, sample)});
    auto const both = pair_derivative(s, p.q0, p.w);
    MatrixX const first = both.topRows(s.n), last = both.bottomRows(s.n);
    study.measure("S/proposition 10", "as printed", s.name,
                  {double(rank_of(both) - (s.n + s.k()))});
    study.measure("C110", "as printed", s.name, {double(2 * s.n - rank_of(first) - rank_of(last))});
    study.control("C110", "one first point", s.name,
                  {double(s.n - rank_of(last.rightCols(s.k())))});
    auto const back = [&](Real sign) {
      return double((moved(s, p.q1, sign * p.v1, h).first - p.q0).norm());
    };
    study.measure("C109", "as printed", s.name, {back(-1)});
    study.control("C109", "velocity not reversed", s.name, {back(1)});
    // (7.7) at q1 over q0, and (7.8) at q0 over q1.
    auto const ahead = tangents(s, p.q0, p.w, h),
               behind = tangents(s, p.q1, components(s, p.q1, p.v1), -h);
    Real const other = larger_or_nan(
        angle_between(ahead, fibre_by_its_equation(s, p.q1, p.v1, h)),
        angle_between(behind, fibre_by_its_equation(s, p.q0, s.basis(p.q0) * p.w, -h)));
    Real const lost = 2 * s.k() - rank_of(ahead) - rank_of(behind);
    study.measure("S/proposition 12 (i)", "as printed", s.name, {double(lost + other)});
    study.control("S/proposition 12 (i)", "C at the common point", s.name,
                  {double(angle_between(s.basis(p.q1), fibre_by_its_equation(s, p.q1, p.v1, h)))});
  }
  auto const s = contact(focusing_stiffness);
  VectorX q0(3);
  q0 << 0.5L, 0, -0.4L;
  VectorX const w = s.basis(q0).transpose() * VectorX::Unit(3, 2);
  study.control("C107", "conjugate pair", {apart(s, q0, w, sample)});
  study.control("S/proposition 10", "conjugate pair",
                {double(rank_of(pair_derivative(s, q0, w)) - (s.n + s.k()))});
}

/// Dimension of the intersection of the projected fibres at a common point, found near the motion
/// from q0 with half the velocity; 0 where there is none.
int common_dimension(LdaSystem const& s) {
  VectorX const q0 = point(s.n);
  VectorX w(2);
  w << 0.7L, 0.5L;
  // (q0, q2) is in C_d^e by the motion of the velocity 2 w.
  auto const [q2, v2] = moved(s, q0, s.basis(q0) * (2 * w), h);
  VectorX x(2 * s.k());
  x << w, components(s, q2, v2) / 2;
  auto const gap = [&](VectorX const& y) {
    return VectorX(end_of(s, q0, y.head(s.k()), h) - end_of(s, q2, y.tail(s.k()), -h));
  };
  x = nearest_zero(x, gap);
  if (!(gap(x).norm() < 1e-13L)) return 0;
  MatrixX spaces(s.n, 2 * s.k());
  spaces << tangents(s, q0, x.head(s.k()), h), tangents(s, q2, x.tail(s.k()), -h);
  return 2 * s.k() - rank_of(spaces);
}

/// Number of pairs of random pairs at which dim V is not in [max(0, 2k - n), k).
int beyond(LdaSystem const& s, Sampler& sample) {
  int count = 0;
  for (int i = 0; i < 5; ++i) {
    auto const p = sampled_pair(s, sample);
    VectorX const w = components(s, p.q1, p.v1) + sample(s.k(), 0.3L);
    auto const [q2, v2] = moved(s, p.q1, s.basis(p.q1) * w, h);
    MatrixX spaces(s.n, 2 * s.k());
    spaces << tangents(s, p.q0, p.w, h), tangents(s, q2, components(s, q2, v2), -h);
    int const dimension = 2 * s.k() - rank_of(spaces);
    count += dimension < std::max(0, 2 * s.k() - s.n) || dimension >= s.k();
  }
  return count;
}
/// Distance from q_2 of another point that fulfils (7.12) with the orbit's q_0 and q_1: the end of
/// a motion from q_1 whose velocity differs in its first component. Not a number where the secant
/// method finds none.
double another_end(Orbit orbit) {
  Vector3 const q1 = orbit.middle, q2 = orbit.behind.base;
  Vector2 const w = orbit.ahead.motion(orbit.w_ahead).end_velocity().tail<2>();
  auto const rest = [&](Real second) {
    Motion const motion(orbit.system, q1, ExactSystem::admissible(q1, {w[0] + 0.1L, second}),
                        orbit.h);
    orbit.behind.base = motion.end();
    Vector4 x;
    x << orbit.w_ahead, -motion.end_velocity().tail<2>();
    return orbit.equations(x).forced;
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
/// What is left of the distance from the product's end to points that motions from its first point
/// reach in the time h.
double left_of_product(LdaSystem const& s, Sampler& sample) {
  auto const p = sampled_pair(s, sample);
  VectorX const target = end_of(s, p.q1, sample(s.k(), 0.8L), h);
  auto const miss = [&](VectorX const& w) { return VectorX(end_of(s, p.q0, w, h) - target); };
  return double(miss(nearest_zero(2 * p.w, miss)).norm());
}

void fibres(Study& study) {
  for (Real stiffness : {0.0L, 1.0L}) {
    auto const s = two_constraints(stiffness);
    Measured const dimension{double(common_dimension(s))};
    study.measure("S/proposition 12 (ii)", "as printed", s.name, dimension);
    if (stiffness == 0) study.control("S/proposition 12 (ii)", "V = 0", dimension);
  }
  Sampler sample(2);
  int count = 0, others = 0;
  for (auto const& s : nonintegrable()) count += beyond(s, sample);
  study.measure("C113", "equations", {double(count)});
  study.control("C113", "integrable constraint", {double(beyond(sphere(), sample))});
  for (Real stiffness : {0.0L, 1.0L}) others += another_end(Orbit(stiffness)) > 1e-3;
  study.measure("C113", "another q_2", {double(others)});
  for (Real stiffness : {0.0L, 1.0L})
    study.measure("C115", "as printed", contact(stiffness).name,
                  {left_of_product(contact(stiffness), sample)});
  study.control("C115", "integrable constraint", {left_of_product(sphere(), sample)});
}

/// Least size at the end of the variations by a unit velocity in C_q, by their own equation, or by
/// (7.2) as it is printed.
Real least_jacobi_field(ExactSystem const& system, Vector3 const& q0, Vector2 const& w,
                        MatrixX const& data, bool printed) {
  MatrixX ends(3, 2);
  for (int j = 0; j < 2; ++j) {
    using State = std::vector<Real>;
    Vector3 const v0 = ExactSystem::admissible(q0, w), dv = data.col(j);
    State x{q0[0], q0[1], q0[2], v0[0], v0[1], v0[2], 0, 0, 0, dv[0], dv[1], dv[2]};
    boost::numeric::odeint::runge_kutta_fehlberg78<State, Real, State, Real> stepper;
    auto const rate = [&](State const& y, State& dy, Real) {
      Eigen::Map<Vector3 const> const q(y.data()), v(y.data() + 3), U(y.data() + 6),
          V(y.data() + 9);
      Real const square = 1 + q[1] * q[1], lambda = system.multiplier(q, v);
      // The derivative of lambda's quotient along (U, V).
      Real const by_v = printed ? 0 : V[1] * v[2] + v[1] * V[2],
                 by_q = printed ? 0 : system.stiffness;
      Real const numerator =
          system.stiffness * (U[0] + U[1] * q[2] + q[1] * U[2]) - by_v - lambda * 2 * q[1] * U[1];
      Real const varied = numerator / square;
      Vector3 const A(1, 0, q[1]), A_U(0, 0, U[1]);
      Vector3 const a = -system.stiffness * q + lambda * A,
                    b = -by_q * U + varied * A + lambda * A_U;
      for (int i = 0; i < 3; ++i) {
        dy[std::size_t(i)] = v[i];
        dy[std::size_t(3 + i)] = a[i];
        dy[std::size_t(6 + i)] = V[i];
        dy[std::size_t(9 + i)] = b[i];
      }
    };
    for (int k = 0; k < 24; ++k) stepper.do_step(rate, x, k * h / 24, h / 24);
    ends.col(j) << x[6], x[7], x[8];
  }
  return singular_values(ends)[1];
}

void jacobi_fields(Study& study) {
  auto const constrained = jacobi_equation(), free = jacobi_equation(false);
  study.measure("S/(7.2)", {constrained.printed});
  study.control("S/(7.2)", "all terms", {constrained.corrected});
  study.measure("C104", {free.printed});
  study.control("C104", "all terms", {free.corrected});
  study.find(
      "S/(7.2), all terms", larger_or_nan(constrained.corrected, free.corrected),
      fmt::format("residual over the size of U'' at t = 0.4, harmonic potential: {:.1e} with "
                  "the constraint, {:.1e} without; as printed {:.2f} and {:.2f}",
                  constrained.corrected, free.corrected, constrained.printed, free.printed));
  // Pairs at which (7.1) is injective and a field vanishes, or the reverse.
  int disagree_printed = 0, disagree = 0;
  auto const compare = [&](Real stiffness, Vector3 const& q0, Vector2 const& velocity) {
    auto const s = contact(stiffness);
    Real const limit = 1e-6L * h;
    VectorX const w = components(s, q0, ExactSystem::admissible(q0, velocity));
    bool const injective = singular_values(tangents(s, q0, w, h))[1] > limit;
    auto const no_field_vanishes = [&](bool printed) {
      return least_jacobi_field({stiffness, true}, q0, velocity, s.basis(q0), printed) > limit;
    };
    disagree_printed += injective != no_field_vanishes(true);
    disagree += injective != no_field_vanishes(false);
  };
  compare(0, start, start_velocity);
  compare(1, start, start_velocity);
  compare(focusing_stiffness, {0.5L, 0, -0.4L}, {0, 1});
  study.measure("C105", {double(disagree_printed)});
  study.control("C105", "all terms", {double(disagree)});
}

void integrable_constraint(Study& study) {
  auto const s = sphere();
  VectorX q0 = point(3).normalized(), w(2);
  w << 0.7L, -0.4L;
  auto const values = singular_values(tangents(s, q0, w, h));
  study.measure("C106", "(7.1) is not injective", {double(values[1] / values[0])});
  auto const miss = [&](VectorX const& target) {
    return [&s, &q0, target](VectorX const& x) { return VectorX(end_of(s, q0, x, h) - target); };
  };
  VectorX const outside = 1.05L * end_of(s, q0, w, h);
  auto const nearest = nearest_zero(w, miss(outside));
  double const distance = double(miss(outside)(nearest).norm());
  study.measure("C106", "not all pairs near by can be joined", {distance});
  study.control("C108", "points of another leaf", {distance});
  // The same point without the constraint, by velocities in all of the tangent space.
  auto const miss_freely = [&](VectorX const& v) -> VectorX {
    return Motion({1, false}, q0, v, h).end() - outside;
  };
  VectorX const v = nearest_zero(s.basis(q0) * w, miss_freely);
  study.control("C106", "no constraint", {double(miss_freely(v).norm())});
  Sampler sample(3);
  Real worst = 0;
  for (int i = 0; i < 10; ++i) {
    VectorX const end = end_of(s, q0, sample(2, 1), h);
    worst = larger_or_nan(worst, std::abs(end.norm() - 1));
    VectorX const target = (q0 + sample(3, 0.3L)).normalized();
    worst = larger_or_nan(worst, miss(target)(nearest_zero(VectorX::Zero(2), miss(target))).norm());
  }
  study.measure("C108", {double(worst)});
}

/// Least size of A in the bracket of d/dy and d/dz - q[i] d/dx, which span the kernel of A = dx +
/// q[i] dz, at random points.
double bracket(int i) {
  auto const X = [](VectorX const&) { return VectorX(VectorX::Unit(3, 1)); };
  auto const Y = [i](VectorX const& q) { return VectorX((Vector3() << -q[i], 0, 1).finished()); };
  Sampler sample(4);
  Real least = 10;
  for (int k = 0; k < 5; ++k) {
    VectorX const q = sample(3, 1);
    VectorX const commutator = jacobian(Y, q) * X(q) - jacobian(X, q) * Y(q);
    least = smaller_or_nan(least, std::abs(commutator[0] + q[i] * commutator[2]));
  }
  return double(least);
}

/// A step of the midpoint Lagrangian and C_d of the contact oscillator with one-forms taken at the
/// mean of three points with the weight 1/4 of the first, or `weight`.
VectorX three_point_step(VectorX const& q0, VectorX const& q1, Real step, Real weight) {
  auto const middle = [](VectorX const& a, VectorX const& b) { return VectorX((a + b) / 2); };
  VectorX x(4);
  x << 2 * q1 - q0, 0;
  auto const found = nearest_zero(x, [&](VectorX const& y) {
    VectorX const q2 = y.head(3), m0 = middle(q0, q1), m1 = middle(q1, q2);
    VectorX r(4);
    r.head(3) = (q2 - 2 * q1 + q0) / step + step * (m0 + m1) / 2 -
                contact_row(weight * q0 + q1 / 2 + (0.5L - weight) * q2).transpose() * y[3];
    r[3] = (contact_row(m1) * (q2 - q1))[0] / step;
    return r;
  });
  return found.head(3);
}

void three_points(Study& study) {
  Real const step = 0.1L;
  VectorX const q0 = start;
  // A second point with (q0, q1) in C_d.
  VectorX const q1 = nearest_zero(VectorX(q0 + step * ExactSystem::admissible(start, {0.6L, 0.8L})),
                                  [&](VectorX const& q) {
                                    VectorX r(1);
                                    r << (contact_row((q0 + q) / 2) * (q - q0))[0];
                                    return r;
                                  });
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

}  // namespace rattleback::mclachlan_perlmutter_2006
