// Cost of a step by size of the system and by number of constraints.

#include <fmt/format.h>

#include "experiments/timings/bare_steps.hpp"
#include "experiments/timings/benchmarks.hpp"
#include "integrators/core/registry/instantiate.hpp"
#include "integrators/discrete_lagrange_dalembert/dla_leapfrog.hpp"
#include "integrators/discrete_lagrange_dalembert/dla_midpoint.hpp"

namespace rattleback {
namespace {

/// Chaotic system on R^(2n+1) with coordinates x, y1..yn, z1..zn, as chaotic_r7 for n = 3.
///   L = |v|^2/2 - (|q|^2 + z1^2 z2^2 + sum_i yi^2 zi^2)/2
///   constraint: vx + sum_i yi vzi = 0
template <class Scalar, int n>
struct ChaoticSystem {
  using Real = Scalar;
  static constexpr int N = 2 * n + 1;
  using Space = R<N>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{0};

  static std::array<Parameter<ChaoticSystem>, 0> parameters() { return {}; }
  static std::vector<Case<ChaoticSystem>> cases() {
    Case<ChaoticSystem> only{"generic", "generic start", {}, {}, {}};
    for (int i = 0; i < N; ++i) only.q[i] = Real(i % 2 == 0 ? 1 + i % 5 : -2 - i % 3) / 10;
    for (int i = 1; i < N; ++i) only.v[i] = Real(3 - i % 7) / 10;
    return {only};
  }
  template <class T>
  T lagrangian(Vec<T, N> const& q, Vec<T, N> const& v) const {
    auto const &z1 = q[n + 1], &z2 = q[n + 2];
    T potential = dot(q, q) + z1 * z1 * z2 * z2;
    for (int i = 1; i <= n; ++i) potential = potential + q[i] * q[i] * q[n + i] * q[n + i];
    return (dot(v, v) - potential) / 2;
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, N> const& q, Vec<T, N> const& v) const {
    Vec<T, 1> phi{v[0]};
    for (int i = 1; i <= n; ++i) phi[0] = phi[0] + q[i] * v[n + i];
    return phi;
  }
};

/// Harmonic particle on R^12 under up to six constraints.
///   L = |v|^2/2 - |q|^2/2,   constraints: vx_i + sum_j y_j vz_(i+j) = 0 for i = 1..m
/// Coordinates x1..x6, y1..y3, z1..z3 (indices of z modulo 3). The rows share y and z, so that the
/// multipliers of a step solve one dense m x m system.
template <class Scalar, int m>
struct ConstrainedParticle {
  using Real = Scalar;
  static constexpr int N = 12;
  using Space = R<N>;
  static constexpr int constraints = m;
  static constexpr std::array<int, m> dependent_velocities = [] {
    std::array<int, m> all{};
    for (int i = 0; i < m; ++i) all[i] = i;
    return all;
  }();
  /// Constraints depend on y only, which no reaction moves.
  static constexpr bool constraint_constant_along_reaction = true;

  static std::array<Parameter<ConstrainedParticle>, 0> parameters() { return {}; }
  static std::vector<Case<ConstrainedParticle>> cases() {
    Case<ConstrainedParticle> only{"generic", "generic start", {}, {}, {}};
    for (int i = 0; i < N; ++i) {
      only.q[i] = Real(1 + i % 5) / 10;
      only.v[i] = Real(3 - i % 7) / 10;
    }
    return {only};
  }
  template <class T>
  T lagrangian(Vec<T, N> const& q, Vec<T, N> const& v) const {
    return (dot(v, v) - dot(q, q)) / 2;
  }
  template <class T>
  Vec<T, m> constraint(Vec<T, N> const& q, Vec<T, N> const& v) const {
    Vec<T, m> phi;
    for (int i = 0; i < m; ++i) {
      phi[i] = v[i];
      for (int j = 0; j < 3; ++j) phi[i] = phi[i] + q[6 + j] * v[9 + (i + j) % 3];
    }
    return phi;
  }
  Mat<Real, N, N> mass_matrix() const {
    Mat<Real, N, N> mass;
    for (int i = 0; i < N; ++i) mass(i, i) = Real(1);
    return mass;
  }
};

}  // namespace

// Equations of these families, for which the build generates no code.

template <int n>
struct GeneratedEquations<ChaoticSystem<double, n>> {
  using System = ChaoticSystem<double, n>;
  static constexpr bool constant_mass = true, constraint_constant_along_reaction = true;
  template <class T>
  static void metric(System const&, T const*, T* mass) {
    for (int i = 0; i < System::N; ++i)
      for (int j = 0; j < System::N; ++j) mass[i * System::N + j] = T(i == j ? 1 : 0);
  }
  template <class T>
  static void mass_inverse(System const&, T const* p, T* v) {
    for (int i = 0; i < System::N; ++i) v[i] = p[i];
  }
  template <class T>
  static void force(System const&, T const* q, T* f) {
    f[0] = -q[0];
    for (int i = 1; i <= n; ++i) {
      T const yz = q[i] * q[n + i];
      f[i] = -(q[i] + yz * q[n + i]);
      f[n + i] = -(q[n + i] + yz * q[i]);
    }
    T const &z1 = q[n + 1], &z2 = q[n + 2], z12 = z1 * z2;
    f[n + 1] = f[n + 1] - z12 * z2;
    f[n + 2] = f[n + 2] - z12 * z1;
  }
  template <class T>
  static void constraint_force(System const&, T const* q, T const* lambda, T* f) {
    f[0] = lambda[0];
    for (int i = 1; i <= n; ++i) {
      f[i] = T(0);
      f[n + i] = q[i] * lambda[0];
    }
  }
};

template <int m>
struct GeneratedEquations<ConstrainedParticle<double, m>> {
  using System = ConstrainedParticle<double, m>;
  template <class T>
  static void mass_inverse(System const&, T const* p, T* v) {
    for (int i = 0; i < System::N; ++i) v[i] = p[i];
  }
  template <class T>
  static void force(System const&, T const* q, T* f) {
    for (int i = 0; i < System::N; ++i) f[i] = -q[i];
  }
  template <class T>
  static void configuration_force(System const& system, T const* q, T const*, T* f) {
    force(system, q, f);
  }
  template <class T>
  static void momentum(System const&, T const*, T const* v, T* p) {
    for (int i = 0; i < System::N; ++i) p[i] = v[i];
  }
};

namespace {

template <class P, class M>
void add(std::string const& what) {
  auto const start = timed_start<P>();
  TimedMethod const timed{{&step_table<P, M, double, P>, nullptr, &lane_table<P, M, P>},
                          {nullptr, std::make_shared<P>(P::cases().front().system)},
                          flat(start.q),
                          flat(start.v),
                          P::constraints,
                          start_name(M::card(), "")};
  auto const add_loop = [&](char const* way, auto const& loop) {
    benchmark::RegisterBenchmark(fmt::format("cost/{}/{}/{}", M::card().id, way, what).c_str(),
                                 [=](benchmark::State& state) { loop(state, timed); });
  };
  add_loop("one_orbit", &one_orbit);
  add_loop("lanes", &lanes);
}

template <int... n>
void add_dimensions() {
  (add<ChaoticSystem<double, n>, DlaLeapfrog>(fmt::format("dimension:{}", 2 * n + 1)), ...);
}
template <class M, int... m>
void add_constraints() {
  (add<ConstrainedParticle<double, m>, M>(fmt::format("constraints:{}", m)), ...);
}

}  // namespace

void add_costs() {
  add_dimensions<2, 3, 5, 8, 16, 32, 64>();
  add_constraints<DlaLeapfrog, 1, 2, 3, 4, 5, 6>();
  add_constraints<DlaMidpoint, 1, 2, 3, 4, 5, 6>();
}

}  // namespace rattleback
