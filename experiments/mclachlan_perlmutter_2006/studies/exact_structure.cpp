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

void manifold(Study& study) {
  Sampler sample(1);
  for (auto const& s : nonintegrable()) {
    auto const p = sampled_pair(s, sample);
    Real apart = 0;
    for (int i = 0; i < 20; ++i) {
      auto const found = nearest_zero(p.w + sample(s.k(), 0.1L), [&](VectorX const& w) {
        return VectorX(end_of(s, p.q0, w, h) - p.q1);
      });
      apart = larger_or_nan(apart, (found - p.w).norm());
    }
    study.measure("C107", "as printed", s.name,
                  measured(apart, "20 velocities apart by at most {:.1e}, {}", apart, s.name));
    auto const both = jacobian(
        [&](VectorX const& x) {
          VectorX pair(2 * s.n);
          pair << x.head(s.n), end_of(s, x.head(s.n), x.tail(s.k()), h);
          return pair;
        },
        (VectorX(s.n + s.k()) << p.q0, p.w).finished());
    double const excess = double(rank_of(both) - (s.n + s.k()));
    study.measure("S/proposition 10", "as printed", s.name,
                  measured(excess, "rank minus {}: {}, {}", s.n + s.k(), excess, s.name));
    Real const missing = 2 * s.n - rank_of(both.topRows(s.n)) - rank_of(both.bottomRows(s.n));
    study.measure("C110", "as printed", s.name,
                  measured(missing, "ranks missing in both maps: {}, {}", missing, s.name));
    double const back = double((moved(s, p.q1, -p.v1, h).first - p.q0).norm());
    study.measure("C109", "as printed", s.name,
                  measured(back, "back within {:.1e}, {}", back, s.name));
    // (7.7) at q1 over q0, and (7.8) at q0 over q1.
    auto const ahead = tangents(s, p.q0, p.w, h),
               behind = tangents(s, p.q1, components(s, p.q1, p.v1), -h);
    Real const other = larger_or_nan(
        angle_between(ahead, fibre_by_its_equation(s, p.q1, p.v1, h)),
        angle_between(behind, fibre_by_its_equation(s, p.q0, s.basis(p.q0) * p.w, -h)));
    Real const lost = 2 * s.k() - rank_of(ahead) - rank_of(behind);
    double const defect = double(lost + other);
    study.measure(
        "S/proposition 12 (i)", "as printed", s.name,
        measured(defect, "missing ranks and sine of the angle: {:.1e}, {}", defect, s.name));
  }
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

void fibres(Study& study) {
  for (Real stiffness : {0.0L, 1.0L}) {
    auto const s = two_constraints(stiffness);
    double const dimension_found = double(common_dimension(s));
    auto const dimension = measured(dimension_found, "dimension {}, {}", dimension_found, s.name);
    study.measure("S/proposition 12 (ii)", "any potential", s.name, dimension);
    if (stiffness == 0) study.measure("S/proposition 12 (ii)", "V = 0", dimension);
  }
  Sampler sample(2);
  int beyond = 0, pairs = 0;
  for (auto const& s : nonintegrable())
    for (int i = 0; i < 5; ++i, ++pairs) {
      auto const p = sampled_pair(s, sample);
      VectorX const w = components(s, p.q1, p.v1) + sample(s.k(), 0.3L);
      auto const [q2, v2] = moved(s, p.q1, s.basis(p.q1) * w, h);
      MatrixX spaces(s.n, 2 * s.k());
      spaces << tangents(s, p.q0, p.w, h), tangents(s, q2, components(s, q2, v2), -h);
      int const dimension = 2 * s.k() - rank_of(spaces);
      beyond += dimension < std::max(0, 2 * s.k() - s.n) || dimension >= s.k();
    }
  study.measure("C113", measured(beyond, "{} of {} pairs of random pairs", beyond, pairs));

  for (Real stiffness : {0.0L, 1.0L}) {
    auto const s = contact(stiffness);
    auto const p = sampled_pair(s, sample);
    VectorX const target = end_of(s, p.q1, sample(s.k(), 0.8L), h);
    auto const miss = [&](VectorX const& w) { return VectorX(end_of(s, p.q0, w, h) - target); };
    auto const w = nearest_zero(2 * p.w, miss);
    double const distance = double(miss(w).norm());
    study.measure("C115", "as printed", s.name,
                  measured(distance, "least distance {:.2e}, {}", distance, s.name));
  }
}

/// Least size at the end of the variations by a unit velocity in C_q, by their own equation.
Real least_jacobi_field(ExactSystem const& system, Vector3 const& q0, Vector2 const& w,
                        MatrixX const& data) {
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
      Real const numerator = system.stiffness * (U[0] + U[1] * q[2] + q[1] * U[2]) - V[1] * v[2] -
                             v[1] * V[2] - lambda * 2 * q[1] * U[1];
      Real const varied = numerator / square;
      Vector3 const A(1, 0, q[1]), A_U(0, 0, U[1]);
      Vector3 const a = -system.stiffness * q + lambda * A,
                    b = -system.stiffness * U + varied * A + lambda * A_U;
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
  auto const add = [&](char const* id, char const* reading, double value) {
    study.measure(
        id, reading,
        measured(value, "residual {:.1e}, over the size of Udd; harmonic potential", value));
  };
  add("S/(7.2)", "as printed", constrained.printed);
  add("S/(7.2)", "all terms", constrained.corrected);
  add("C104", "as printed", free.printed);
  add("C104", "all terms", free.corrected);
  for (Real stiffness : {0.0L, 1.0L}) {
    auto const s = contact(stiffness);
    MatrixX const basis = s.basis(start);
    VectorX const w = components(s, start, ExactSystem::admissible(start, start_velocity));
    Real const derivative = singular_values(tangents(s, start, w, h))[1],
               field = least_jacobi_field({stiffness, true}, start, start_velocity, basis);
    double const difference_of_both = double(derivative - field);
    study.measure("C105", "as printed", s.name,
                  measured(difference_of_both, "{:.4f} and {:.4f}, difference {:.1e}, {}",
                           derivative, field, difference_of_both, s.name));
  }
}

void integrable_constraint(Study& study) {
  auto const s = sphere();
  VectorX q0 = point(3).normalized(), w(2);
  w << 0.7L, -0.4L;
  auto const values = singular_values(tangents(s, q0, w, h));
  double const ratio = double(values[1] / values[0]);
  study.measure("C106", "(7.1) is not injective",
                measured(ratio, "ratio {:.3f}, weight on a unit sphere, h = 0.6", ratio));
  auto const miss = [&](VectorX const& target) {
    return [&s, &q0, target](VectorX const& x) { return VectorX(end_of(s, q0, x, h) - target); };
  };
  VectorX const outside = 1.05L * end_of(s, q0, w, h);
  auto const nearest = nearest_zero(w, miss(outside));
  double const distance = double(miss(outside)(nearest).norm());
  study.measure("C106", "not all pairs near by can be joined",
                measured(distance, "least distance {:.3f} to a point of the sphere of radius 1.05",
                         distance));
  Sampler sample(3);
  Real worst = 0;
  for (int i = 0; i < 10; ++i) {
    VectorX const end = end_of(s, q0, sample(2, 1), h);
    worst = larger_or_nan(worst, std::abs(end.norm() - 1));
    VectorX const target = (q0 + sample(3, 0.3L)).normalized();
    worst = larger_or_nan(worst, miss(target)(nearest_zero(VectorX::Zero(2), miss(target))).norm());
  }
  study.measure("C108", measured(worst,
                                 "{:.1e} is the largest departure or distance left, 10 ends and "
                                 "10 targets on the unit sphere, h = 0.6",
                                 worst));
}

/// A in the bracket of d/dy and d/dz - y d/dx, which span the contact distribution.
void bracket(Study& study) {
  auto const X = [](VectorX const&) { return VectorX(VectorX::Unit(3, 1)); };
  auto const Y = [](VectorX const& q) { return VectorX((Vector3() << -q[1], 0, 1).finished()); };
  Sampler sample(4);
  Real least = 10;
  for (int i = 0; i < 5; ++i) {
    VectorX const q = sample(3, 1);
    VectorX const commutator = jacobian(Y, q) * X(q) - jacobian(X, q) * Y(q);
    least = smaller_or_nan(least, std::abs((contact_row(q) * commutator)[0]));
  }
  study.measure("C118",
                measured(least, "|A([X, Y])| at least {:.6f} at 5 random points", double(least)));
}

/// A step of the midpoint Lagrangian and C_d of the contact oscillator with one-forms taken at the
/// mean of three points.
VectorX three_point_step(VectorX const& q0, VectorX const& q1, Real step) {
  auto const middle = [](VectorX const& a, VectorX const& b) { return VectorX((a + b) / 2); };
  VectorX x(4);
  x << 2 * q1 - q0, 0;
  auto const found = nearest_zero(x, [&](VectorX const& y) {
    VectorX const q2 = y.head(3), m0 = middle(q0, q1), m1 = middle(q1, q2);
    VectorX r(4);
    r.head(3) = (q2 - 2 * q1 + q0) / step + step * (m0 + m1) / 2 -
                contact_row(middle(m0, m1)).transpose() * y[3];
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
  VectorX const q2 = three_point_step(q0, q1, step);
  double const back = double((three_point_step(q2, q1, step) - q0).norm());
  study.measure("C120", measured(back, "back within {:.1e} of q_0, h = 0.1", back));
}

}  // namespace

void exact_structure(Study& study) {
  manifold(study);
  study.progress(0.6);
  fibres(study);
  study.progress(0.8);
  jacobi_fields(study);
  integrable_constraint(study);
  bracket(study);
  three_points(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
