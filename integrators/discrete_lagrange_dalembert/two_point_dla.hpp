#pragma once
// Discrete Lagrange-d'Alembert integrators of a discrete Lagrangian L_d and a discrete constraint
// phi_d on pairs of nodes:
//   D_1 L_d(q_i, q_(i+1)) + D_2 L_d(q_(i-1), q_i) + A(q_i)^T lambda_i = 0
//   phi_d(q_i, q_(i+1)) = 0
// Fernandez, Bloch & Olver 2012, (15)-(16), on R^n; lambda is per unit of time.

#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/core/mechanics/discrete_lagrangian.hpp"
#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/core/solve/newton.hpp"

namespace rattleback {

/// Discrete momentum p_i = D_2 L_d(q_(i-1), q_i), before the impulse of the constraint at q_i.
template <class P, class S>
struct TwoPointMemory {
  Vec<S, dof_of<P>> p{};
  Vec<S, size_of<P>> increment{};
  bool first_interval_given = false;  ///< by a second node: it is where the motion starts from
  std::vector<std::pair<std::string, std::vector<S>>> report() const {
    return {{"p", {p.c, p.c + length(dof_of<P>)}}};
  }
};

/// False for texts, also in a chart: each case has velocities of its own that depend on the others.
template <class P>
bool names_dependent_velocities(P const& system) {
  if constexpr (requires { system.names_dependent_velocities; })
    return system.names_dependent_velocities;
  else if constexpr (requires { system.system.names_dependent_velocities; })
    return system.system.names_dependent_velocities;
  else
    return true;
}

/// Parts of a method M with the L_d of `M::epsilon` and the phi_d of `M::discrete_constraint`, a
/// function of q and the increment.
template <class M>
struct TwoPointDla {
  template <EuclideanSystem P, class S>
  TwoPointMemory<P, S> memory(P const& system, Point<P, S> const& z, S h,
                              StartPoint<P, S> const& start) const {
    static constexpr auto m = P::constraints;
    TwoPointMemory<P, S> memory;
    memory.increment = h * z.v;
    if (start.name == "legendre" || start.name == "plain") {
      memory.p = momentum_of(system, z.q, z.v);
      return memory;
    }
    if (start.second) {
      memory.increment = *start.second - z.q;
      memory.first_interval_given = true;
      return memory;
    }
    // The second node must satisfy phi_d: its dependent coordinates follow the others. Those of a
    // text do not suit all starts, so that its node moves along the reactions M^-1 A^T.
    bool const by_name = names_dependent_velocities(system);
    Mat<S, m, dof_of<P>> reactions;
    Vec<S, m> guess{};
    if (by_name) {
      for (int k = 0; k < m; ++k) guess[k] = memory.increment[system.dependent_velocities[k]];
    } else {
      auto const terms = equation_terms(system, z);
      for (int k = 0; k < m; ++k) reactions.row[k] = solve(terms.mass, terms.mu.row[k]).x;
    }
    auto const with = [&](auto const& dependent) {
      using T = std::remove_cvref_t<decltype(dependent[0])>;
      auto increment = cast<T>(memory.increment);
      for (int k = 0; k < m; ++k)
        if (by_name)
          increment[system.dependent_velocities[k]] = dependent[k];
        else
          increment = increment + dependent[k] * cast<T>(reactions.row[k]);
      return increment;
    };
    auto const constraint = method().discrete_constraint(system, h);
    auto const root =
        newton<P>([&](auto const& d) { return constraint(z.q, with(d)); }, guess, S(1));
    memory.increment = select(found(root), with(root.x), memory.increment);
    memory.p = discrete(system).left_momentum(z.q, memory.increment, h);
    return memory;
  }

  template <EuclideanSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z, TwoPointMemory<P, S>& memory, S h) const {
    static constexpr auto n = dof_of<P>, m = P::constraints;
    auto const L = discrete(system);
    Root<S, n + m> root;
    if (memory.first_interval_given) {
      memory.first_interval_given = false;
    } else {
      count(system, {.constraint = 1});  // A(q_i), the same for all iterations
      auto const constraint = method().discrete_constraint(system, h);
      auto const residual = [&](auto const& x) {
        using T = std::remove_cvref_t<decltype(x[0])>;
        Vec<T, n> increment = head<n>(x);
        Vec<T, m> h_lambda = tail<m>(x);
        auto const q = cast<T>(z.q);
        auto const balance = L.left_momentum(q, increment, h) - cast<T>(memory.p) -
                             constraint_force(uncounted(system), z.q, h_lambda);
        return joined(h * balance, constraint(z.q, increment));
      };
      root = newton<P>(residual, joined(memory.increment, S(0) * Vec<S, m>{}), S(1));
      if (root.outcome != Outcome::ok) return {{}, {}, root.outcome, root.iterations};
      memory.increment = head<n>(root.x);
    }
    memory.p = L.right_momentum(z.q, memory.increment, h);
    return {{z.q + memory.increment, S(1) / h * memory.increment},
            S(1) / h * tail<m>(root.x),
            Outcome::ok,
            root.iterations};
  }

  /// Turns the last interval round: the state is then at its other end.
  template <class P, class S>
  void reverse(P const& system, Point<P, S>& z, TwoPointMemory<P, S>& memory, S h) const {
    auto const q = z.q;
    z = {z.q - memory.increment, -z.v};
    memory.p = discrete(system).right_momentum(q, -memory.increment, h);
    memory.increment = -memory.increment;
  }

 private:
  M const& method() const { return static_cast<M const&>(*this); }
  template <class P>
  auto discrete(P const& system) const {
    return discrete_lagrangian_of(system, method().epsilon);
  }
};

}  // namespace rattleback
