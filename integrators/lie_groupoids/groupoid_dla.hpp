#pragma once
// Discrete nonholonomic Lagrangian systems (L_d, M_c, D_c) on a Lie groupoid, with the motion on
// the group reconstructed. An element of the groupoid stands for an interval: its left end q in G
// and the increment W, which leads to q W. Iglesias, Marrero, Martin de Diego & Martinez 2008,
// section 3:
//   F^-(q, W) . eta = -d/ds L_d(q exp(s eta), exp(-s eta) W)      discrete Legendre transformations
//   F^+(q, W) . eta =  d/ds L_d(q, W exp(s eta))
//   F^+(q_0, W_0) = F^-(q_1, W_1) on D_c(q_1),   (q_k, W_k) in M_c                        (3.3)
// as the Hamiltonian evolution operator F^+ o (F^-)^-1 on D_c* (section 3.6): the state is a node
// with the velocity v in D_c whose momentum is that of the node.
//
// A discretisation D states
//   D::chart                                          W = tau(xi) near the identity
//   discrete_lagrangian(system, q, W, h) -> T         L_d; its momenta are those of L
//   discrete_constraint(system, q, xi, h) -> Vec<T>   zero on M_c
// and, where they are written out, legendre_plus and legendre_minus of the same arguments as L_d.

#include <fmt/format.h>

#include "base/invalid_input.hpp"
#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/core/mechanics/retraction.hpp"
#include "integrators/core/method/option.hpp"
#include "integrators/core/solve/continuation.hpp"
#include "integrators/lie_groupoids/discrete_kinetic_energy.hpp"

namespace rattleback {

/// F^+(q, W), left-trivialised at q W.
template <class D, class P, class S, class T>
Vec<T, dof_of<P>> legendre_plus(D const& discretisation, P const& system,
                                Vec<S, size_of<P>> const& q, Vec<T, size_of<P>> const& W,
                                S const& h) {
  using G = typename P::Space;
  if constexpr (requires { discretisation.legendre_plus(system, q, W, h); })
    return discretisation.legendre_plus(system, q, W, h);
  auto const at = cast<Dual<T, dof_of<P>>>(q);
  return discretisation.discrete_lagrangian(system, at, moved_in_all_directions<G>(W), h).slope;
}

/// F^-(q, W), left-trivialised at q: exp(-s eta) W is W exp(-s Ad(W^-1) eta), so that
///   F^-(q, W) = Ad*(W^-1) F^+(q, W) - D_q L_d(q, W)
template <class D, class P, class S, class T>
Vec<T, dof_of<P>> legendre_minus(D const& discretisation, P const& system,
                                 Vec<S, size_of<P>> const& q, Vec<T, size_of<P>> const& W,
                                 S const& h) {
  using G = typename P::Space;
  if constexpr (requires { discretisation.legendre_minus(system, q, W, h); })
    return discretisation.legendre_minus(system, q, W, h);
  auto const of_W = G::Ad_transpose(G::inverse(W), legendre_plus(discretisation, system, q, W, h));
  if constexpr (LeftInvariantKinetic<P>) return of_W;
  auto const of_q = discretisation.discrete_lagrangian(
      uncounted(system), moved_in_all_directions<G>(cast<T>(q)), cast<Dual<T, dof_of<P>>>(W), h);
  return of_W - of_q.slope;
}

/// v and lambda of  M v = p + A(q)^T lambda,  A(q) v = eta(q): the velocity of a momentum on D_c*.
template <class P, class S>
struct NodeVelocity {
  Vec<S, dof_of<P>> v;
  Vec<S, P::constraints> lambda;
  bool singular = false;
};
template <class P, class S>
NodeVelocity<P, S> node_velocity(P const& system, Vec<S, size_of<P>> const& q,
                                 Vec<S, dof_of<P>> const& p) {
  static constexpr auto n = dof_of<P>, m = P::constraints;
  count(system, {.constraint = 1, .solves = HasConstantMass<P> ? 1 : 2});
  auto const mass = metric_at(system, q);
  Mat<S, m, n> A, raised;
  for (int a = 0; a < m; ++a) {
    A.row[a] = constraint_force(uncounted(system), q, unit<S, m>(a));
    raised.row[a] = solve_without_pivoting(mass, A.row[a]);
  }
  auto const free = solve_without_pivoting(mass, p);
  Mat<S, m, m> gram;
  for (int a = 0; a < m; ++a)
    for (int b = 0; b < m; ++b) gram(a, b) = dot(A.row[a], raised.row[b]);
  auto const solved = solve(gram, constraint_residual(uncounted(system), q, free));
  return {free - transposed_times(raised, solved.x), -solved.x, solved.singular};
}

/// The step that ends at q W with momentum p, given on D_c*.
template <class P, class S>
Step<P, S> step_to(P const& system, Vec<S, size_of<P>> const& q1, Vec<S, dof_of<P>> const& p,
                   Outcome outcome, int iterations) {
  if (outcome != Outcome::ok) return {{}, {}, outcome, iterations};
  auto const node = node_velocity(system, q1, p);
  if (node.singular) return {{}, {}, Outcome::singular_constraints, iterations};
  return {{q1, node.v}, {}, Outcome::ok, iterations};
}

/// One step of any discretisation by Newton's method on dual numbers, on the branch of the
/// identity. Unknown: xi and the impulses lambda of
///   F^-(q, tau(xi)) - M v - A(q)^T lambda = 0,   (q, tau(xi)) in M_c.
template <class D, class P, class S>
Step<P, S> groupoid_step(D const& discretisation, P const& system, Point<P, S> const& z, S h) {
  using G = typename P::Space;
  static constexpr auto n = dof_of<P>, m = P::constraints;
  // Continued from the identity: the momentum minus that of rest, and the affine terms.
  auto const rest = legendre_minus(discretisation, system, z.q, G::template identity<S>(), h);
  auto const p = momentum_of(system, z.q, z.v) - rest;
  count(system, {.constraint = 1});  // A(q), the same for all iterations
  auto const residual = [&](auto const& x, S const& t) {
    using T = std::remove_cvref_t<decltype(x[0])>;
    Vec<T, n> const xi = head<n>(x);
    Vec<T, m> const h_lambda = tail<m>(x);
    auto const momentum = legendre_minus(discretisation, system, z.q, retract<G>(D::chart, xi), h);
    auto const force = constraint_force(uncounted(system), z.q, h_lambda);
    return joined(h * (momentum - cast<T>(rest + t * p)) - force,
                  discretisation.discrete_constraint(system, cast<T>(z.q), xi, S(t * h)));
  };
  auto const root = continued_root<S, n + m>(residual, larger(S(1), S(h * largest(z.v))));
  if (root.outcome != Outcome::ok) return {{}, {}, root.outcome, root.iterations};
  auto const W = retract<G>(D::chart, head<n>(root.x));
  return step_to(system, G::compose(z.q, W), legendre_plus(discretisation, system, z.q, W, h),
                 Outcome::ok, root.iterations);
}

template <class P, class T>
concept HasDiscreteMomentum = requires(P const& system, Vec<T, size_of<P>> const& W) {
  DiscreteKineticEnergy<typename P::Space>::momentum(constant_mass_matrix(system), W);
};

/// M_c = tau(D_c), with the discrete kinetic energy and half of the potential at either end. Where
/// a paper has the whole potential at the left end, its L_d differs from this one by h (V(q W) -
/// V(q))/2, which drops out of the discrete equations but shifts momenta by half a kick.
template <Retraction tau>
struct RetractedDistribution {
  static constexpr Retraction chart = tau;

  template <class P, class T, class S>
  static T discrete_lagrangian(P const& system, Vec<T, size_of<P>> const& q,
                               Vec<T, size_of<P>> const& W, S const& h) {
    count(system, {.lagrangian = derivatives_of<T>()});
    T const kinetic =
        S(1) / h * DiscreteKineticEnergy<typename P::Space>::of(constant_mass_matrix(system), W);
    if constexpr (LeftInvariantKinetic<P>) return kinetic;
    auto const rest = T(0) * Vec<T, dof_of<P>>{};
    return kinetic +
           h / S(2) *
               (system.lagrangian(q, rest) + system.lagrangian(P::Space::compose(q, W), rest));
  }
  /// With the momentum p of the discrete kinetic energy, and f = -grad V:
  ///   F^+ = p(W)/h + (h/2) f(q W),   F^- = Ad*(W^-1) p(W)/h - (h/2) f(q)
  template <class P, class S, class T>
  requires HasDiscreteMomentum<P, T>
  static Vec<T, dof_of<P>> legendre_plus(P const& system, Vec<S, size_of<P>> const& q,
                                         Vec<T, size_of<P>> const& W, S const& h) {
    count(system, {.lagrangian = evaluations_of<T>()});
    auto const kinetic = S(1) / h * kinetic_momentum(system, W);
    if constexpr (LeftInvariantKinetic<P>)
      return kinetic;
    else
      return kinetic + h / S(2) * potential_force(system, P::Space::compose(cast<T>(q), W));
  }
  template <class P, class S, class T>
  requires HasDiscreteMomentum<P, T>
  static Vec<T, dof_of<P>> legendre_minus(P const& system, Vec<S, size_of<P>> const& q,
                                          Vec<T, size_of<P>> const& W, S const& h) {
    using G = typename P::Space;
    count(system, {.lagrangian = evaluations_of<T>()});
    auto const kinetic = S(1) / h * G::Ad_transpose(G::inverse(W), kinetic_momentum(system, W));
    if constexpr (LeftInvariantKinetic<P>)
      return kinetic;
    else
      return kinetic - cast<T>(h / S(2) * potential_force(system, q));
  }
  template <class P, class T, class S>
  static Vec<T, P::constraints> discrete_constraint(P const& system, Vec<T, size_of<P>> const& q,
                                                    Vec<T, dof_of<P>> const& xi, S const&) {
    return system.constraint(q, xi);
  }

 private:
  template <class P, class T>
  static Vec<T, dof_of<P>> kinetic_momentum(P const& system, Vec<T, size_of<P>> const& W) {
    return DiscreteKineticEnergy<typename P::Space>::momentum(constant_mass_matrix(system), W);
  }
  template <class P, class T>
  static Vec<T, dof_of<P>> potential_force(P const& system, Vec<T, size_of<P>> const& q) {
    return configuration_force(uncounted(system), q, T(0) * Vec<T, dof_of<P>>{});
  }
};

/// The start `pair`: the momentum of the first interval, from z.q to a second point. Throws
/// InvalidInput when the interval is not in M_c.
template <class D, class P, class S>
Point<P, S> start_of_interval(D const& discretisation, P const& system, Point<P, S> const& z,
                              Vec<S, size_of<P>> const& second, S h) {
  using G = typename P::Space;
  auto const W = G::compose(G::inverse(z.q), second);
  auto const xi = unretract<G>(D::chart, W);
  auto const defect = largest(discretisation.discrete_constraint(system, z.q, xi, h));
  bool const in_chart = G::distance(retract<G>(D::chart, xi), W) < S(1e-6);
  if (!in_chart)
    throw InvalidInput(
        "the second point is half a turn or more from the start, beyond the chart of M_c");
  if (!(defect <= S(1e-10)))
    throw InvalidInput(fmt::format("the first interval misses M_c by {:.3g} (allowed 1e-10)",
                                   static_cast<double>(defect)));
  return {z.q, node_velocity(system, z.q, legendre_minus(discretisation, system, z.q, W, h)).v};
}

/// Solver of a step: closed forms of the problem, or the solver above.
enum class GroupoidSolver { closed, generic };

template <class M>
Option groupoid_solver_option() {
  return choice_option<M, GroupoidSolver>(
      "solver", &M::solver, "closed form where the problem has one, or always the generic solver",
      {{"closed", GroupoidSolver::closed}, {"generic", GroupoidSolver::generic}});
}

}  // namespace rattleback
