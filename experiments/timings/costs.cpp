// Cost of a step by size of the system.

#include <fmt/format.h>

#include "experiments/timings/bare_steps.hpp"
#include "experiments/timings/benchmarks.hpp"
#include "integrators/core/registry/instantiate.hpp"
#include "integrators/discrete_lagrange_dalembert/dla_leapfrog.hpp"

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

}  // namespace

// Equations of the family, for which the build generates no code.

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

namespace {

template <int n>
void add() {
  using P = ChaoticSystem<double, n>;
  auto const start = timed_start<P>();
  TimedMethod const timed{
      {&step_table<P, DlaLeapfrog, double, P>, nullptr, &lane_table<P, DlaLeapfrog, P>},
      {nullptr, std::make_shared<P>(P::cases().front().system)},
      flat(start.q),
      flat(start.v),
      P::constraints,
      start_name(DlaLeapfrog::card(), "")};
  for (auto const& [way, loop] : {std::pair{"one_orbit", &one_orbit}, {"lanes", &lanes}})
    benchmark::RegisterBenchmark(
        fmt::format("cost/{}/{}/dimension:{}", DlaLeapfrog::card().id, way, 2 * n + 1).c_str(),
        [=](benchmark::State& state) { loop(state, timed); });
}

template <int... n>
void add_dimensions() {
  (add<n>(), ...);
}

}  // namespace

void add_costs() { add_dimensions<2, 3, 5, 8, 16, 32, 64>(); }

}  // namespace rattleback
