// Right-hand sides, accelerations and multipliers included, as the build generates them from
// Lagrangian and constraints, beside the same written out by hand: on R^n, on SE(2) and on
// R^2 x SO(3). All solvers, references and orders rest on the generated ones.

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/timings/bare_steps.hpp"
#include "experiments/timings/benchmarks.hpp"
#include "experiments/timings/hand_written.hpp"
#include "integrators/core/mechanics/derived_equations.hpp"
#include "problems/chaotic_system.hpp"
#include "problems/chaplygin_sleigh.hpp"
#include "problems/chaplygin_sphere.hpp"

namespace rattleback {
namespace {

/// (x, y, theta; v1, v2, w) of the sleigh, v2 = 0, and its multiplier:
///   (m a^2 + I) w' = m a w (b w - v1),   v1' = a w^2 + b w',   lambda = m (a w' + w (v1 - b w))
void by_hand(ChaplyginSleigh<double> const& s, double const* state, double* derivative,
             double* multiplier) {
  double const v1 = state[3], v2 = state[4], w = state[5];
  double const sine = std::sin(state[2]), cosine = std::cos(state[2]);
  derivative[0] = cosine * v1 - sine * v2;
  derivative[1] = sine * v1 + cosine * v2;
  derivative[2] = w;
  double const turn = s.m * s.a * w * (s.b * w - v1) / (s.m * s.a * s.a + s.I);
  derivative[3] = s.a * w * w + s.b * turn;
  derivative[4] = 0;
  derivative[5] = turn;
  multiplier[0] = s.m * (s.a * turn + w * (v1 - s.b * w));
}

/// (x, y, R; vx, vy, w1, w2, w3) of the sphere on its table. With rows R_1, R_2 of R, u = I^-1 (I w
/// x w) and a_i = I^-1 R_i:  w' = u - r lambda_1 a_2 + r lambda_2 a_1,  m v' = lambda, and
///   vx' = r R_2 . w' - Omega vy,   vy' = -r R_1 . w' + Omega vx.
void by_hand(ChaplyginSphere<double> const& s, double const* state, double* derivative,
             double* multipliers) {
  double const* R = state + 2;
  double const vx = state[11], vy = state[12], w1 = state[13], w2 = state[14], w3 = state[15];
  derivative[0] = vx;
  derivative[1] = vy;
  for (int i = 0; i < 9; i += 3) {
    derivative[2 + i] = R[i + 1] * w3 - R[i + 2] * w2;
    derivative[3 + i] = R[i + 2] * w1 - R[i] * w3;
    derivative[4 + i] = R[i] * w2 - R[i + 1] * w1;
  }
  double const i1 = 1 / s.I1, i2 = 1 / s.I2, i3 = 1 / s.I3, mr = s.m * s.r, mrr = mr * s.r;
  double const u1 = (s.I2 - s.I3) * i1 * w2 * w3, u2 = (s.I3 - s.I1) * i2 * w3 * w1,
               u3 = (s.I1 - s.I2) * i3 * w1 * w2;
  double const a11 = i1 * R[0], a12 = i2 * R[1], a13 = i3 * R[2];
  double const a21 = i1 * R[3], a22 = i2 * R[4], a23 = i3 * R[5];
  double const k11 = R[0] * a11 + R[1] * a12 + R[2] * a13;
  double const k12 = R[3] * a11 + R[4] * a12 + R[5] * a13;
  double const k22 = R[3] * a21 + R[4] * a22 + R[5] * a23;
  // lambda_1 (1 + m r^2 k22) - lambda_2 m r^2 k12 = c1,  -lambda_1 m r^2 k12 + lambda_2 (1 + m r^2
  // k11) = c2
  double const c1 = mr * (R[3] * u1 + R[4] * u2 + R[5] * u3) - s.m * s.Omega * vy;
  double const c2 = -mr * (R[0] * u1 + R[1] * u2 + R[2] * u3) + s.m * s.Omega * vx;
  double const A = 1 + mrr * k22, B = -mrr * k12, D = 1 + mrr * k11, over = 1 / (A * D - B * B);
  double const l1 = over * (D * c1 - B * c2), l2 = over * (A * c2 - B * c1);
  derivative[11] = l1 / s.m;
  derivative[12] = l2 / s.m;
  derivative[13] = u1 - s.r * (l1 * a21 - l2 * a11);
  derivative[14] = u2 - s.r * (l1 * a22 - l2 * a12);
  derivative[15] = u3 - s.r * (l1 * a23 - l2 * a13);
  multipliers[0] = l1;
  multipliers[1] = l2;
}

void by_hand(ChaoticR7<double> const&, double const* state, double* derivative, double*) {
  hand_written_motion(state, derivative);
}

template <class P>
using State = std::array<double, size_of<P> + dof_of<P>>;

/// The default start, and the system of its case.
template <class P>
std::pair<P, State<P>> start_of() {
  auto const z = timed_start<P>();
  State<P> state;
  std::copy_n(z.q.c, size_of<P>, state.begin());
  std::copy_n(z.v.c, dof_of<P>, state.begin() + size_of<P>);
  return {P::cases().front().system, state};
}

template <class P>
void generated(P const& system, double const* state, double* derivative, double* multipliers) {
  right_hand_side(system, state, state + size_of<P>, derivative, derivative + size_of<P>,
                  multipliers);
}

/// Euler steps so short that nothing moves far: each evaluation needs the one before.
template <class P, auto motion>
void evaluations(benchmark::State& timing) {
  auto const [system, start] = start_of<P>();
  for (auto _ : timing) {
    auto state = start;
    for (long i = 0; i < timed_steps; ++i) {
      State<P> derivative;
      double multipliers[P::constraints]{};
      motion(system, state.data(), derivative.data(), multipliers);
      for (std::size_t k = 0; k < state.size(); ++k) state[k] += 1e-6 * derivative[k];
      benchmark::DoNotOptimize(multipliers);
    }
    benchmark::DoNotOptimize(state);
  }
  timing.SetItemsProcessed(timing.iterations() * timed_steps);
}

template <class P>
void add() {
  std::string const name = "right_hand_side/" + P::card().id;
  benchmark::RegisterBenchmark((name + "/generated").c_str(), &evaluations<P, &generated<P>>);
  constexpr void (*hand)(P const&, double const*, double*, double*) = &by_hand;
  benchmark::RegisterBenchmark((name + "/by_hand").c_str(), &evaluations<P, hand>);
}

/// At a state that is not the start, with the parameters of the last case.
template <class P>
double difference() {
  auto const start = P::cases().back();
  auto [system, state] = start_of<P>();
  system = start.system;
  for (std::size_t k = 0; k < state.size(); ++k) state[k] += 0.1 * std::sin(1.0 + k);
  // On the constraints, where alone what is written by hand holds.
  Point<P, double> z;
  std::copy_n(state.begin(), size_of<P>, z.q.c);
  if constexpr (!is_euclidean<typename P::Space>)
    z.q = P::Space::compose(start.q, P::Space::exp(timed_start<P>().v));
  std::copy_n(state.begin() + size_of<P>, dof_of<P>, z.v.c);
  complete_velocity(system, z.q, z.v);
  std::copy_n(z.q.c, size_of<P>, state.begin());
  std::copy_n(z.v.c, dof_of<P>, state.begin() + size_of<P>);
  State<P> one, other;
  double of_one[P::constraints]{}, of_other[P::constraints]{};
  generated(system, state.data(), one.data(), of_one);
  by_hand(system, state.data(), other.data(), of_other);
  double worst = 0;
  for (std::size_t k = 0; k < one.size(); ++k) worst = std::max(worst, std::abs(one[k] - other[k]));
  if constexpr (!std::same_as<P, ChaoticR7<double>>)
    for (int k = 0; k < P::constraints; ++k)
      worst = std::max(worst, std::abs(of_one[k] - of_other[k]));
  return worst;
}

}  // namespace

void add_right_hand_sides() {
  add<ChaoticR7<double>>();
  add<ChaplyginSleigh<double>>();
  add<ChaplyginSphere<double>>();
}

double disagreement_of_right_hand_sides() {
  return std::max({difference<ChaoticR7<double>>(), difference<ChaplyginSleigh<double>>(),
                   difference<ChaplyginSphere<double>>()});
}

}  // namespace rattleback
