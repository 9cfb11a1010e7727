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
    // Velocities that join the pair, or its first `equations` coordinates alone.
    auto const apart = [&](int equations) {
      Real largest = 0;
      for (int i = 0; i < 20; ++i) {
        auto const found = nearest_zero(p.w + sample(s.k(), 0.1L), [&](VectorX const& w) {
          return VectorX((end_of(s, p.q0, w, h) - p.q1).head(equations));
        });
        largest = larger_or_nan(largest, (found - p.w).norm());
      }
      return double(largest);
    };
    study.measure("C107", "as printed", s.name, {apart(s.n)});
    auto const both = jacobian(
        [&](VectorX const& x) {
          VectorX pair(2 * s.n);
          pair << x.head(s.n), end_of(s, x.head(s.n), x.tail(s.k()), h);
          return pair;
        },
        (VectorX(s.n + s.k()) << p.q0, p.w).finished());
    auto const rank = [](MatrixX const& M) { return double(rank_of(M)); };
    double const n = s.n, k = s.k();
    study.measure("S/proposition 10", "as printed", s.name, {rank(both) - (n + k)});
    study.control("S/proposition 10", "one initial velocity", s.name,
                  {rank(both.leftCols(s.n)) - (n + k)});
    study.measure("C110", "as printed", s.name,
                  {2 * n - rank(both.topRows(s.n)) - rank(both.bottomRows(s.n))});
    study.control("C110", "one first point", s.name,
                  {n - rank(both.bottomRightCorner(s.n, s.k()))});
    auto const back = [&](Real sign) -> Measured {
      return {double((moved(s, p.q1, sign * p.v1, h).first - p.q0).norm())};
    };
    study.measure("C109", "as printed", s.name, back(-1));
    study.control("C109", "velocity not reversed", s.name, back(1));
    // (7.7) at q1 over q0, and (7.8) at q0 over q1.
    auto const ahead = tangents(s, p.q0, p.w, h),
               behind = tangents(s, p.q1, components(s, p.q1, p.v1), -h);
    auto const defect = [&](Real time) -> Measured {
      Real const other = larger_or_nan(
          angle_between(ahead, fibre_by_its_equation(s, p.q1, p.v1, time)),
          angle_between(behind, fibre_by_its_equation(s, p.q0, s.basis(p.q0) * p.w, -time)));
      return {double(other) + 2 * k - rank(ahead) - rank(behind)};
    };
    study.measure("S/proposition 12 (i)", "as printed", s.name, defect(h));
    study.control("S/proposition 12 (i)", "half the time", s.name, defect(h / 2));
    study.control("C107", "fewer equations", s.name, {apart(1)});
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
    Measured const dimension{double(common_dimension(s))};
    study.measure("S/proposition 12 (ii)", "any potential", s.name, dimension);
    if (stiffness == 0) study.measure("S/proposition 12 (ii)", "V = 0", dimension);
  }
  Sampler sample(2);
  auto const beyond = [&](std::vector<LdaSystem> const& systems) -> Measured {
    int count = 0;
    for (auto const& s : systems)
      for (int i = 0; i < 5; ++i) {
        auto const p = sampled_pair(s, sample);
        VectorX const w = components(s, p.q1, p.v1) + sample(s.k(), 0.3L);
        auto const [q2, v2] = moved(s, p.q1, s.basis(p.q1) * w, h);
        MatrixX spaces(s.n, 2 * s.k());
        spaces << tangents(s, p.q0, p.w, h), tangents(s, q2, components(s, q2, v2), -h);
        int const dimension = 2 * s.k() - rank_of(spaces);
        count += dimension < std::max(0, 2 * s.k() - s.n) || dimension >= s.k();
      }
    return {double(count)};
  };
  study.measure("C113", beyond(nonintegrable()));

  auto const distance_of_product = [&](LdaSystem const& s) -> Measured {
    auto const p = sampled_pair(s, sample);
    VectorX const target = end_of(s, p.q1, sample(s.k(), 0.8L), h);
    auto const miss = [&](VectorX const& w) { return VectorX(end_of(s, p.q0, w, h) - target); };
    return {double(miss(nearest_zero(2 * p.w, miss)).norm())};
  };
  for (Real stiffness : {0.0L, 1.0L})
    study.measure("C115", "as printed", contact(stiffness).name,
                  distance_of_product(contact(stiffness)));
  study.control("C113", "integrable constraint", beyond({sphere()}));
  study.control("C115", "integrable constraint", distance_of_product(sphere()));
}

/// Least size at the end of the variations by a unit velocity in C_q, by their own equation, in
/// which the multiplier varies with the velocity as well, or with the position alone (printed).
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
      Real const by_velocity = printed ? 0 : V[1] * v[2] + v[1] * V[2];
      Real const numerator = system.stiffness * (U[0] + U[1] * q[2] + q[1] * U[2]) - by_velocity -
                             lambda * 2 * q[1] * U[1];
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
  study.measure("S/(7.2)", {constrained.printed});
  study.control("S/(7.2)", "all terms", {constrained.corrected});
  study.measure("C104", {free.printed});
  study.control("C104", "all terms", {free.corrected});
  for (Real stiffness : {0.0L, 1.0L}) {
    auto const s = contact(stiffness);
    MatrixX const basis = s.basis(start);
    VectorX const w = components(s, start, ExactSystem::admissible(start, start_velocity));
    Real const derivative = singular_values(tangents(s, start, w, h))[1];
    auto const against_field = [&](bool printed) -> Measured {
      Real const field =
          least_jacobi_field({stiffness, true}, start, start_velocity, basis, printed);
      return {.value = double(derivative - field),
              .details = {{"of (7.1)", double(derivative)}, {"of the fields", double(field)}}};
    };
    study.measure("C105", "as printed", s.name, against_field(false));
    study.control("C105", "multiplier varied with q alone", s.name, against_field(true));
  }
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
  VectorX const w_other = w + VectorX::Constant(2, 0.05L);
  auto const distance = [&](VectorX const& target) -> Measured {
    return {double(miss(target)(nearest_zero(w, miss(target))).norm())};
  };
  study.measure("C106", "not all pairs near by can be joined",
                distance(1.05L * end_of(s, q0, w, h)));
  study.control("C106", "the same sphere", distance(end_of(s, q0, w_other, h)));
  Sampler sample(3);
  auto const off_the_leaf = [&](LdaSystem const& system) -> Measured {
    Real worst = 0;
    for (int i = 0; i < 10; ++i) {
      VectorX const end = end_of(system, q0, sample(2, 1), h);
      worst = larger_or_nan(worst, std::abs(end.norm() - 1));
      VectorX const target = (q0 + sample(3, 0.3L)).normalized();
      auto const left = [&](VectorX const& x) {
        return VectorX(end_of(system, q0, x, h) - target);
      };
      worst = larger_or_nan(worst, left(nearest_zero(VectorX::Zero(2), left)).norm());
    }
    return {double(worst)};
  };
  study.measure("C108", off_the_leaf(s));
  study.control("C108", "nonintegrable constraint", off_the_leaf(contact(1)));
}

/// A in the bracket of d/dy and d/dz - y d/dx, which span the contact distribution.
void bracket(Study& study) {
  // The distribution of A = (1, 0, f), f = y for the contact constraint, f = z for d(x + z^2/2).
  auto const least_component = [](int of_form) -> Measured {
    auto const X = [](VectorX const&) { return VectorX(VectorX::Unit(3, 1)); };
    auto const Y = [of_form](VectorX const& q) {
      return VectorX((Vector3() << -q[of_form], 0, 1).finished());
    };
    Sampler sample(4);
    Real least = 10;
    for (int i = 0; i < 5; ++i) {
      VectorX const q = sample(3, 1);
      VectorX const commutator = jacobian(Y, q) * X(q) - jacobian(X, q) * Y(q);
      least = smaller_or_nan(least, std::abs(commutator[0] + q[of_form] * commutator[2]));
    }
    return {double(least)};
  };
  study.measure("C118", least_component(1));
  study.control("C118", "integrable constraint", least_component(2));
}

/// A step of the midpoint Lagrangian and C_d of the contact oscillator with one-forms taken at the
/// mean of three points, or (not symmetric) at that of the first two.
VectorX three_point_step(VectorX const& q0, VectorX const& q1, Real step, bool symmetric) {
  auto const middle = [](VectorX const& a, VectorX const& b) { return VectorX((a + b) / 2); };
  VectorX x(4);
  x << 2 * q1 - q0, 0;
  auto const found = nearest_zero(x, [&](VectorX const& y) {
    VectorX const q2 = y.head(3), m0 = middle(q0, q1), m1 = middle(q1, q2);
    VectorX r(4);
    r.head(3) = (q2 - 2 * q1 + q0) / step + step * (m0 + m1) / 2 -
                contact_row(symmetric ? middle(m0, m1) : m0).transpose() * y[3];
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
  auto const back = [&](bool symmetric) -> Measured {
    VectorX const q2 = three_point_step(q0, q1, step, symmetric);
    return {double((three_point_step(q2, q1, step, symmetric) - q0).norm())};
  };
  study.measure("C120", back(true));
  study.control("C120", "two points", back(false));
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
