#pragma once
// Free steps on R^n: symmetric steps Phi_h of the system without constraints, from (q_0, p_0) to
// (q_1, p_1).

#include "integrators/core/solve/newton.hpp"
#include "integrators/geometric_nonholonomic/reflection.hpp"

namespace rattleback {

/// Returns the velocity G(q)^-1 (p - dL/dv(q, 0)) that belongs to a momentum.
template <NonholonomicSystem P, class T>
Vec<T, dof_of<P>> velocity_of(P const& system, Vec<T, size_of<P>> const& q,
                              Vec<T, dof_of<P>> const& p) {
  if constexpr (ConstantMassSystem<P>)
    return mass_inverse(system, p);
  else
    return solve_without_pivoting(metric_at(system, q), p - momentum_offset(system, q));
}

/// Stoermer-Verlet step, explicit; of a driven system whose force does not depend on velocities,
/// with -V_q + f in place of -V_q.
/// @param force0  -V_q(q_0)
/// @param force1  becomes -V_q(q_1)
template <ConstantMassSystem P, class S>
[[gnu::always_inline]] inline Drift<P, S> verlet_step(P const& system, Vec<S, size_of<P>> const& q0,
                                                      Vec<S, dof_of<P>> const& p0,
                                                      Vec<S, dof_of<P>> const& force0, S h,
                                                      Vec<S, dof_of<P>>& force1) {
  auto p_half = p0 + h / S(2) * force0;
  auto v_half = mass_inverse(system, p_half);
  auto q1 = q0 + h * v_half;
  force1 = total_force(later(system, h), q1, v_half);
  return {q1, p_half + h / S(2) * force1, v_half};
}

/// Energy-preserving step on R^n for H(q, p) = (p - l(q)).W(q)(p - l(q))/2 + V(q). Discrete
/// gradient of H in p at the mean of both positions, and Gonzalez's in q at the mean of both
/// momenta:
///   w = (q_1 - q_0)/h = (W_0 (p_m - l_0) + W_1 (p_m - l_1))/2,   p_m = (p_0 + p_1)/2      (a)
///   (p_1 - p_0)/h = -f'(q_m) - (f(q_1) - f(q_0) - f'(q_m).d) d/|d|^2,   d = h w           (b)
/// with f(q) = (H(q, p_0) + H(q, p_1))/2 and q_m = (q_0 + q_1)/2. Unknown: w, from (b), nonlinear.
/// Gonzalez, J. Nonlinear Sci. 6 (1996).
template <EuclideanSystem P, class S>
Drift<P, S> discrete_gradient_step(P const& system, Vec<S, size_of<P>> const& q0,
                                   Vec<S, dof_of<P>> const& p0, Vec<S, dof_of<P>> const& guess,
                                   S h) {
  static constexpr auto n = size_of<P>;
  // H(q, p) = v.(p - l)/2 - L(q, 0)
  auto const hamiltonian = [&](auto const& q, auto const& p) {
    using T = std::remove_cvref_t<decltype(p[0])>;
    auto const v = velocity_of(system, q, p);
    return T(S(1) / S(2)) * dot(v, p - momentum_offset(uncounted(system), q)) -
           lagrangian_of(uncounted(system), q, T(0) * v);
  };
  // W_0 and W_0 l_0
  Mat<S, n, n> W0;
  Vec<S, n> drift0{};
  if constexpr (!ConstantMassSystem<P>) {
    auto const G0 = metric_at(system, q0);
    for (int j = 0; j < n; ++j) W0.row[j] = solve_without_pivoting(G0, unit<S, n>(j));
    drift0 = W0 * momentum_offset(system, q0);
  }
  auto const mean_momentum = [&](auto const& q1, auto const& w) {
    using T = std::remove_cvref_t<decltype(w[0])>;
    if constexpr (ConstantMassSystem<P>) {
      return momentum_of(system, q1, w);
    } else {  // (a)
      T const half(S(1) / S(2));
      auto const G1 = metric_at(system, q1);
      Mat<T, n, n> W;
      for (int j = 0; j < n; ++j)
        W.row[j] = half * (cast<T>(W0.row[j]) + solve_without_pivoting(G1, unit<T, n>(j)));
      Vec<T, n> const drift =
          half * (cast<T>(drift0) + solve_without_pivoting(G1, momentum_offset(system, q1)));
      return solve_without_pivoting(W, w + drift);
    }
  };
  auto const residual = [&](auto const& w) {
    using T = std::remove_cvref_t<decltype(w[0])>;
    Vec<T, n> const d = h * w, q1 = cast<T>(q0) + d, qm = cast<T>(q0) + T(S(1) / S(2)) * d;
    Vec<T, n> const a = cast<T>(p0), b = S(2) * mean_momentum(q1, w) - a;
    Vec<T, n> slope;  // f'(q_m)
    T rise;           // f(q_1) - f(q_0)
    if constexpr (ConstantMassSystem<P>) {
      slope = -force(system, qm);
      rise = lagrangian_of(uncounted(system), cast<T>(q0), T(0) * w) -
             lagrangian_of(uncounted(system), q1, T(0) * w);
    } else {
      slope = T(S(-1) / S(2)) * (configuration_force(system, qm, velocity_of(system, qm, a)) +
                                 configuration_force(system, qm, velocity_of(system, qm, b)));
      auto const f = [&](auto const& q) {
        return T(S(1) / S(2)) * (hamiltonian(q, a) + hamiltonian(q, b));
      };
      rise = f(q1) - f(cast<T>(q0));
    }
    T const tiny(S(1e-100));  // at rest d = 0, and so is the factor of d/|d|^2
    auto const gradient = slope + ((rise - dot(slope, d)) / (dot(d, d) + tiny)) * d;
    return b - a + h * gradient;  // (b)
  };
  auto const root = newton<P>(residual, guess, larger(S(1), largest(guess)));
  auto const q1 = q0 + h * root.x;
  return {q1, S(2) * mean_momentum(q1, root.x) - p0, root.x, root.outcome, root.iterations};
}

}  // namespace rattleback
