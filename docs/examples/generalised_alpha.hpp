#pragma once

#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/core/mechanics/forced_step.hpp"
#include "integrators/core/solve/newton.hpp"

/// Generalised-alpha method with the constraints in velocity form: an implicit step with an
/// internal state, the algorithmic acceleration. `rho` is the spectral radius at infinite
/// frequency.
struct GeneralisedAlpha {
  double rho = 0.8;
  static constexpr bool takes_forces = true;
  static rattleback::MethodCard card() {
    return {.id = "generalised_alpha",
            .name = "Generalised alpha, constraints in velocity form",
            .equations =
                "q1 = q0 + h v0 + h^2 ((1/2 - beta) a0 + beta a1); "
                "v1 = v0 + h ((1 - gamma) a0 + gamma a1); "
                "(1 - am) a1 + am a0 = (1 - af) d1 + af d0; "
                "M d1 = F(q1, v1) + A(q1)^T lambda; A(q1) v1 = 0",
            .source = "Arnold & Bruls 2007, with velocity constraints",
            .applies_to = "problems with a constant mass matrix",
            .starts = {{"plain", 2, 2}},
            .preserves_constraint = true,
            .options = {}};
  }

  /// Internal state: algorithmic acceleration a and acceleration d of the last node.
  template <class P, class S>
  struct Accelerated {
    rattleback::Vec<S, rattleback::dof_of<P>> a, d;
  };
  template <rattleback::ConstantMassSystem P, class S>
  Accelerated<P, S> memory(P const& system, rattleback::Point<P, S> const& z, S) const {
    auto const d = accelerations(system, z).vdot;
    return {d, d};
  }

  template <rattleback::ConstantMassSystem P, class S>
  rattleback::Step<P, S> step(P const& system, rattleback::Point<P, S> const& z0,
                              Accelerated<P, S>& memory, S h) const {
    using namespace rattleback;
    constexpr int n = dof_of<P>, m = P::constraints;
    S const r = S(rho), am = (S(2) * r - S(1)) / (r + S(1)), af = r / (r + S(1)),
            gamma = S(1) / S(2) + af - am,
            beta = S(1) / S(4) * (gamma + S(1) / S(2)) * (gamma + S(1) / S(2));
    auto const& end = later(system, h);
    // a1, q1 and v1 are linear in the unknown x = (d1, lambda).
    auto const at = [&](auto const& x) {
      using T = std::remove_cvref_t<decltype(x[0])>;
      struct {
        Vec<T, n> d, a, q, v;
        Vec<T, m> lambda;
      } node;
      for (int i = 0; i < n; ++i) node.d[i] = x[i];
      for (int k = 0; k < m; ++k) node.lambda[k] = x[n + k];
      node.a = S(1) / (S(1) - am) * ((S(1) - af) * node.d + af * memory.d - am * memory.a);
      node.q = z0.q + h * z0.v + h * h * ((S(1) / S(2) - beta) * memory.a + beta * node.a);
      node.v = z0.v + h * ((S(1) - gamma) * memory.a + gamma * node.a);
      return node;
    };
    auto const residual = [&](auto const& x) {
      auto const node = at(x);
      auto const b = node.d - mass_inverse(end, total_force(end, node.q, node.v) +
                                                    constraint_force(end, node.q, node.lambda));
      auto const c = constraint_residual(end, node.q, node.v);
      std::remove_cvref_t<decltype(x)> all;
      for (int i = 0; i < n; ++i) all[i] = h * b[i];
      for (int k = 0; k < m; ++k) all[n + k] = c[k];
      return all;
    };
    Vec<S, n + m> guess;
    for (int i = 0; i < n; ++i) guess[i] = memory.d[i];
    for (int k = 0; k < m; ++k) guess[n + k] = S(0);
    // The scale is the size of the unknown, for the tolerances of Newton's method.
    auto const root = newton<P>(residual, guess, largest(memory.d) + largest(z0.v));
    auto const node = at(root.x);
    if (root.outcome == Outcome::ok) memory = {node.a, node.d};
    return {{node.q, node.v}, node.lambda, root.outcome, root.iterations};
  }
};
