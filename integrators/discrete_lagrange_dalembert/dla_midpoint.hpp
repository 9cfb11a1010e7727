#pragma once

#include "integrators/core/discrete_lagrangian.hpp"
#include "integrators/core/mechanics.hpp"
#include "integrators/core/newton.hpp"
#include "integrators/core/option.hpp"

namespace rattleback {

/// Discrete momentum p_i = D_2 L_d(q_(i-1), q_i), before the impulse of the constraint at q_i.
template <class P, class S>
struct DlaMidpointMemory {
  Vec<S, dof_of<P>> p;
  Vec<S, size_of<P>> increment = {};
  std::vector<std::pair<std::string, std::vector<S>>> report() const {
    return {{"p", {p.c, p.c + dof_of<P>}}};
  }
};

/// Discrete Lagrange-d'Alembert integrator with the midpoint discretisation, symmetrised.
/// Fernandez, Bloch & Olver 2012, (15)-(16), on the unreduced configuration space R^n:
///   D_1 L_d(q_i, q_(i+1)) + D_2 L_d(q_(i-1), q_i) + A(q_i)^T lambda_i = 0       (15)
///   A(q-bar) (q_(i+1) - q_i) = 0, averaged over the points of L_d                 (16)
/// State: node q_i, velocity of the interval that ends there; lambda is per unit of time.
struct DlaMidpoint {
  double epsilon = 0.5;
  static std::vector<Option<DlaMidpoint>> options() {
    return {bounded_option<DlaMidpoint>(
        "epsilon", &DlaMidpoint::epsilon, 0, 1,
        "where the discrete Lagrangian samples an interval, symmetrised")};
  }
  static MethodCard card() {
    return {
        .id = "dla_midpoint",
        .name = "Discrete Lagrange-d'Alembert integrator, midpoint",
        .equations = "D1 Ld(q1, q2) + D2 Ld(q0, q1) + A(q1)^T lambda = 0; A(qm) (q2 - q1) = 0",
        .source = "Fernandez, Bloch & Olver 2012, (15)-(16)",
        .applies_to = "problems on R^n",
        .starts = {{"euler", 1, 1}, {"legendre", 2, 2}, {"plain", 2, 2}, {"exact", 2, 2}, {"pair"}},
        .velocity_node = -0.5,
        .multiplier_node = -1,
        .reversible = true,
        .keeps_constraint = true,
        .options = {}};
  }
  template <class P>
  static constexpr bool runs_on_lanes = false;

  template <class P>
  auto discrete(P const& system) const {
    return discrete_lagrangian<size_of<P>>(
        [&system](auto const& q, auto const& v) { return system.lagrangian(q, v); }, epsilon);
  }
  /// (16) for an interval from q of the given increment.
  template <class P, class S, class T>
  Vec<T, P::constraints> discrete_constraint(P const& system, Vec<S, size_of<P>> const& q,
                                             Vec<T, size_of<P>> const& increment) const {
    auto const at = [&](double e) {
      return constraint_form(system, cast<T>(q) + S(e) * increment, increment);
    };
    return S(1) / S(2) * (at(epsilon) + at(1 - epsilon));
  }

  template <NonholonomicSystem P, class S>
  requires(size_of<P> == dof_of<P>) DlaMidpointMemory<P, S> memory(P const& system,
                                                                   Point<P, S> const& z, S h,
                                                                   StartPoint<P, S> const& start)
  const {
    constexpr int n = dof_of<P>, m = P::constraints;
    auto const L = discrete(system);
    DlaMidpointMemory<P, S> memory;
    memory.increment = h * z.v;
    if (start.name == "legendre" || start.name == "plain") {
      using D = Dual<S, n>;
      Vec<D, n> seeded;
      for (int i = 0; i < n; ++i) seeded[i] = {z.v[i], unit<S, n>(i)};
      memory.p = system.lagrangian(cast<D>(z.q), seeded).slope;
      return memory;
    }
    if (start.second) memory.increment = *start.second - z.q;
    // The second node must satisfy (16): its dependent coordinates follow the others.
    auto const with = [&](auto const& dependent) {
      using T = std::remove_cvref_t<decltype(dependent[0])>;
      auto increment = cast<T>(memory.increment);
      for (int k = 0; k < m; ++k) increment[P::dependent_velocities[k]] = dependent[k];
      return increment;
    };
    Vec<S, m> guess;
    for (int k = 0; k < m; ++k) guess[k] = memory.increment[P::dependent_velocities[k]];
    auto const root = newton(
        [&](auto const& d) { return discrete_constraint(system, z.q, with(d)); }, guess, S(1));
    if (root.outcome == Outcome::ok) memory.increment = with(root.x);
    memory.p = L.left_momentum(z.q, memory.increment, h);
    return memory;
  }

  template <NonholonomicSystem P, class S>
  requires(size_of<P> == dof_of<P>) Step<P, S> step(P const& system, Point<P, S> const& z,
                                                    DlaMidpointMemory<P, S>& memory, S h)
  const {
    constexpr int n = dof_of<P>, m = P::constraints;
    auto const L = discrete(system);
    auto const residual = [&](auto const& x) {
      using T = std::remove_cvref_t<decltype(x[0])>;
      Vec<T, n> increment;
      Vec<T, m> h_lambda;
      for (int i = 0; i < n; ++i) increment[i] = x[i];
      for (int k = 0; k < m; ++k) h_lambda[k] = x[n + k];
      auto const q = cast<T>(z.q);
      auto const balance = L.left_momentum(q, increment, h) - cast<T>(memory.p) -
                           constraint_force(system, z.q, h_lambda);         // (15)
      auto const constraint = discrete_constraint(system, z.q, increment);  // (16)
      Vec<T, n + m> r;
      for (int i = 0; i < n; ++i) r[i] = h * balance[i];
      for (int k = 0; k < m; ++k) r[n + k] = constraint[k];
      return r;
    };
    Vec<S, n + m> guess{};
    for (int i = 0; i < n; ++i) guess[i] = memory.increment[i];
    auto const root = newton(residual, guess, S(1));
    if (root.outcome != Outcome::ok) return {{}, {}, root.outcome, root.iterations};
    Vec<S, m> multipliers;
    for (int i = 0; i < n; ++i) memory.increment[i] = root.x[i];
    for (int k = 0; k < m; ++k) multipliers[k] = root.x[n + k] / h;
    memory.p = L.right_momentum(z.q, memory.increment, h);
    return {{z.q + memory.increment, S(1) / h * memory.increment},
            multipliers,
            Outcome::ok,
            root.iterations};
  }

  /// Turns the last interval round: the state is then at its other end.
  template <class P, class S>
  void reverse(P const& system, Point<P, S>& z, DlaMidpointMemory<P, S>& memory, S h) const {
    auto const q = z.q;
    z = {z.q - memory.increment, -z.v};
    memory.p = discrete(system).right_momentum(q, -memory.increment, h);
    memory.increment = -memory.increment;
  }
};

}  // namespace rattleback
