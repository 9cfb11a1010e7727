#pragma once

#include "integrators/lie_groupoids/cayley_momentum.hpp"
#include "integrators/lie_groupoids/groupoid_dla.hpp"

namespace rattleback {

/// Discrete Euler-Poincare-Suslov equations on a matrix group G, with left-invariant constraints
/// that D_c, a subspace of the Lie algebra, states.
/// Iglesias, Marrero, Martin de Diego & Martinez 2008, (4.4)-(4.5):
///   L_d(W) = tr((W - 1) J (W - 1)^T)/(2 h),   M_c = cay(D_c)
///   W_1^-1 dL_d(W_1) - dL_d(W_2) W_2^-1 = sum_j lambda_j mu^j,   g_2 = g_1 W_1
/// M_c is exp(D_c) for SO(3), where it is Tr(W E_3) = 0 for w_3 = 0, and for the sleigh, where it
/// is (1 - cos theta) x = y sin theta (4.6). The energy of the state is exact for both. Unknown: on
/// SO(3) two components of Cayley's vector; for the sleigh tan(theta/2); else all of W.
struct EulerPoincareSuslov {
  GroupoidSolver solver = GroupoidSolver::closed;
  static std::vector<Option> options() { return {groupoid_solver_option<EulerPoincareSuslov>()}; }
  static MethodCard card() {
    return {
        .id = "euler_poincare_suslov",
        .name = "Discrete Euler-Poincare-Suslov equations",
        .equations = "W1^-1 dLd(W1) - dLd(W2) W2^-1 = sum lambda_j mu_j; W in cay(D); g2 = g1 W1",
        .source = "Iglesias, Marrero, Martin de Diego & Martinez 2008, (4.4)-(4.6)",
        .applies_to = "left-invariant kinetic energies and constraints on a matrix group",
        .starts = {{"plain", 2}, {"pair"}},
        .multipliers = false,
        .reversible = true,
        .preserves_constraint = true,
        .no_forces_because = "its equations are those of a free body; reduced_gni takes forces"};
  }
  static constexpr bool steps_rotations = true;
  static constexpr RetractedDistribution<Retraction::cayley> discretisation{};

  template <class P, class S>
  requires LeftInvariantConstraints<P> && LeftInvariantKinetic<P> && HasDiscreteKineticEnergy<P>
      Step<P, S> step(P const& system, Point<P, S> const& z, NoMemory&, S h)
  const {
    if constexpr (std::same_as<typename P::Space, SO3>)
      if (solver == GroupoidSolver::closed) return rigid_body_step(system, z, h);
    if constexpr (has_knife_edge_constraint<P>)
      if (solver == GroupoidSolver::closed) return sleigh_step(system, z, h);
    return groupoid_step(discretisation, system, z, h);
  }

  template <class P, class S>
  Point<P, S> start(P const& system, Point<P, S> const& z, S h,
                    StartPoint<P, S> const& start) const {
    return start.second ? start_of_interval(discretisation, system, z, *start.second, h) : z;
  }

  /// p_1 = p_0 - (4/h) sigma x I sigma/(1 + |sigma|^2) on D_c*.
  template <class P, class S>
  static Step<P, S> rigid_body_step(P const& system, Point<P, S> const& z, S h) {
    auto const I = inertia_of<S>(system);
    auto const axis = constraint_force(system, z.q, Vec<S, 1>{S(1)});
    auto const p = I * z.v;
    auto const [sigma, outcome, iterations] = cayley_rotation(I, axis, p, h);
    count(system, {.lagrangian = 2 + iterations});  // p, that of each iterate, I sigma
    S const scale = S(4) / (h * (S(1) + dot(sigma, sigma)));
    auto const q1 = SO3::compose(z.q, SO3::cay(S(2) * sigma));
    return step_to(system, q1, p - scale * cross(sigma, I * sigma), outcome, iterations);
  }

  /// Per unit of mass, with P = h (v1 - b w), D = a^2 + I/m, c = h D w and tau = tan(theta/2):
  ///   a (P + 2 a) tau^3 - c tau^2 + (a P + 2 D) tau - c = 0
  ///   P_1 = P + 4 a tau^2/(1 + tau^2),   c_1 = c - 2 a tau (P + P_1)/2
  template <class P, class S>
  static Step<P, S> sleigh_step(P const& system, Point<P, S> const& z, S h) {
    using std::atan;
    auto const mass = constant_mass_matrix(system);
    S const m(mass(0, 0)), a = mass(1, 2) / m, b = -mass(0, 2) / m, D = mass(2, 2) / m - b * b;
    S const Pu = h * (z.v[0] - b * z.v[2]), c = h * D * z.v[2];
    auto const residual = [&](auto const& x, S const& t) {
      auto const& tau = x[0];
      S const Pt = t * Pu, ct = t * c;
      using T = std::remove_cvref_t<decltype(tau)>;
      T const value = ((a * (Pt + S(2) * a) * tau - ct) * tau + (a * Pt + S(2) * D)) * tau - ct;
      return Vec<T, 1>{value};
    };
    auto const root = continued_root<S, 1>(residual, S(1));
    count(system, {.lagrangian = 1 + root.iterations, .constraint = 1});
    if (root.outcome != Outcome::ok) return {{}, {}, root.outcome, root.iterations};
    S const tau = root.x[0], scale = S(1) / (S(1) + tau * tau), q = S(2) * a * tau * tau * scale;
    S const x = Pu + q + S(2) * b * tau * scale;
    S const w1 = (c - S(2) * a * tau * (Pu + q)) / (h * D), u1 = (Pu + S(2) * q) / h;
    auto const q1 = SE2::compose(z.q, Vec<S, 3>{x, x * tau, S(2) * atan(tau)});
    return {{q1, {u1 + b * w1, S(0), w1}}, {}, Outcome::ok, root.iterations};
  }
};

}  // namespace rattleback
