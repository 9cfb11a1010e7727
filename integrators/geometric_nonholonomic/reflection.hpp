#pragma once
// Common part of the geometric nonholonomic integrators (GNI): F = R o Phi on the cotangent bundle,
// a variational step Phi without constraints, then the reflection R of the momentum at the new
// node,
//   p^- = (P - Q)* p^+ + 2 Q* Pi = p^+ - 2 A^T C^-1 (A M^-1 p^+ - A Y),   C = A M^-1 A^T.
// Ferraro, Iglesias-Ponte & Martin de Diego 2008, (6); Ferraro, Jimenez & Martin de Diego 2015,
// (26), for affine constraints A (v - Y) = 0. The mean p~ of p^+ and p^- satisfies the constraints.
// Covectors are left-trivialised. R is its own inverse.

#include <fmt/format.h>

#include "base/invalid_input.hpp"
#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/core/mechanics/forced_step.hpp"
#include "integrators/core/mechanics/mechanics.hpp"

namespace rattleback {

template <class P, class S>
struct Reflected {
  Vec<S, dof_of<P>> p;              ///< p^-
  Vec<S, dof_of<P>> average;        ///< p~
  Vec<S, dof_of<P>> velocity;       ///< G^-1 p~
  Vec<S, P::constraints> impulses;  ///< p^- = p^+ + mu^T impulses
  bool singular = false;            ///< never of lanes, as of a Solution
};

/// dL/dv(q, 0), what p differs by from G v; zero unless the Lagrangian has terms linear in v.
template <NonholonomicSystem P, class T>
Vec<T, dof_of<P>> momentum_offset(P const& system, Vec<T, size_of<P>> const& q) {
  if constexpr (has_linear_terms_in_velocity<P>)
    return momentum_of(system, q, T(0) * Vec<T, dof_of<P>>{});
  else
    return {};
}

/// R at q. Where p is not G v, it reflects the velocity: p is then p - dL/dv(q, 0) here.
template <NonholonomicSystem P, class S>
Reflected<P, S> reflect(P const& system, Vec<S, size_of<P>> const& q,
                        Vec<S, dof_of<P>> const& p_plus) {
  static constexpr auto n = dof_of<P>, m = P::constraints;
  count(system,
        {.solves = HasConstantMass<P> ? 1 : 2});  // with C, and with G where it is not constant
  auto const G = metric_at(system, q);
  auto const v_plus = solve_without_pivoting(G, p_plus - momentum_offset(system, q));
  auto const [mu, residual] = constraint_terms(system, q, v_plus);  // mu G^-1 p^+ - mu Y
  Mat<S, m, n> mu_raised;                                           // rows G^-1 mu^a
  Mat<S, m, m> C;
  for (int a = 0; a < m; ++a) mu_raised.row[a] = solve_without_pivoting(G, mu.row[a]);
  for (int a = 0; a < m; ++a)
    for (int b = 0; b < m; ++b) C(a, b) = dot(mu.row[a], mu_raised.row[b]);
  auto const solved = solve(C, residual);
  Reflected<P, S> r;
  r.impulses = S(-2) * solved.x;
  r.p = p_plus + transposed_times(mu, r.impulses);
  r.average = p_plus - transposed_times(mu, solved.x);
  r.velocity = v_plus - transposed_times(mu_raised, solved.x);
  r.singular = solved.singular;
  return r;
}

/// Internal state in addition to (q_k, v~_k): the momenta before and after the reflection at node
/// k.
template <class P, class S>
struct GniMemory {
  Vec<S, dof_of<P>> p;        ///< p_k^-, after the reflection
  Vec<S, dof_of<P>> p_plus;   ///< p_k^+, before it
  Vec<S, dof_of<P>> average;  ///< p~_k
  Vec<S, dof_of<P>> xi;       ///< velocity of the interval that ended at node k

  /// G^-1 p_k^-: what theorems on the energy of these methods speak of.
  template <class System>
  Vec<S, dof_of<P>> velocity_of_p(System const& system, Vec<S, size_of<P>> const& q) const {
    return solve_without_pivoting(metric_at(system, q), p - momentum_offset(system, q));
  }
  /// Returns M^-1 (p_k^+ - p_k^-)/2, whose sign the reflection changes.
  template <class System>
  Vec<S, dof_of<P>> flipped_velocity(System const& system, Vec<S, size_of<P>> const& q) const {
    return solve_without_pivoting(metric_at(system, q), S(1) / S(2) * (p_plus - p));
  }
  /// Replaces the momenta by those of a step that is `ratio` times as long, with the same p~ and
  /// multiplier: p~ and lambda belong to the node, p^- = p~ + (h/2) A^T lambda does not.
  void rescale(S ratio) {
    auto const half_impulse = ratio / S(2) * (p - p_plus);
    p = average + half_impulse;
    p_plus = average - half_impulse;
  }
  static std::vector<S> numbers(Vec<S, dof_of<P>> const& v) {
    return {v.c, v.c + length(dof_of<P>)};
  }
  std::vector<std::pair<std::string, std::vector<S>>> report() const {
    return {{"p", numbers(p)},
            {"p_plus", numbers(p_plus)},
            {"p_average", numbers(average)},
            {"interval_velocity", numbers(xi)}};
  }
  static std::vector<std::string> diagnostic_names() {
    std::vector<std::string> names;
    for (char const* name : {"p", "p_plus", "p_average", "interval_velocity"})
      for (int i = 1; i <= dof_of<P>; ++i) names.push_back(name + std::to_string(i));
    return names;
  }
  std::vector<S> diagnostics() const {
    std::vector<S> all;
    for (auto const* v : {&p, &p_plus, &average, &xi})
      for (int i = 0; i < dof_of<P>; ++i) all.push_back((*v)[i]);
    return all;
  }
};

/// Starts of the methods on the cotangent bundle.
inline std::vector<StartCard> gni_starts() {
  return {{"multiplier", 2, 2}, {"plain", 2}, {"exact", 2}, {"euler", 1}, {"pair"}};
}

/// Known limits of the methods that reflect momenta.
inline std::vector<KnownLimit> reflection_limits() {
  return {
      {"The part of the momentum whose sign the reflection changes is a parasitic mode. On some "
       "motions it grows at a rate that does not depend on the step. The trajectory is then "
       "lost, and halving the step only delays the loss by a constant time.",
       "docs/parasitic_mode.md, findings PM-01 and PM-05"},
      {"The method keeps the volume of phase space. On a system whose motion contracts it, such "
       "as the Chaplygin sleigh, the parasitic mode must grow.",
       "findings FIM-19/volume and PM-10"},
      {"The energy of the method's own momentum does not show the loss; the energy at the nodes "
       "does.",
       "finding FIM-74/nodes"},
      {"A force at the nodal velocity does not act on the mode. A force at the velocity of the "
       "interval damps it where drag acts on the directions of the reactions.",
       "docs/parasitic_mode.md"}};
}

/// The memory of a node with momentum p^- that an interval with velocity xi led to.
template <class P, class S>
GniMemory<P, S> memory_at_node(P const& system, Vec<S, size_of<P>> const& q,
                               Vec<S, dof_of<P>> const& p, Vec<S, dof_of<P>> const& xi) {
  auto const back = reflect(system, q, p);
  return {p, back.p, back.average, xi};
}

/// The start, with the first momentum p_0^-:
/// - plain: p(0)
/// - multiplier: p(0) + (h/2) mu^T lambda(0), half of the exact reaction; its alternating mode is
///   smaller
/// - euler: that of an interval with the velocity v(0)
/// - exact, pair: that of the interval to the second node
/// @param left_momentum      p_0^- of an interval with a given velocity
/// @param interval_velocity  velocity of the interval from the start to a given second node
/// Throws InvalidInput when the second node is out of the retraction's reach.
template <class P, class S, class LeftMomentum, class IntervalVelocity>
GniMemory<P, S> gni_memory(P const& system, Point<P, S> const& z, S h,
                           StartPoint<P, S> const& start, LeftMomentum const& left_momentum,
                           IntervalVelocity const& interval_velocity) {
  auto const p = momentum_of(system, z.q, z.v);
  if (start.name == "plain") return memory_at_node(system, z.q, p, z.v);
  if (start.name == "multiplier" || start.name == "reaction") {
    auto const lambda = accelerations(system, z).multipliers;
    auto const reaction = h / S(2) * constraint_force(system, z.q, lambda);
    return memory_at_node(system, z.q, p + reaction, z.v);
  }
  auto const xi = start.second ? interval_velocity(*start.second) : z.v;
  using std::abs;
  for (int i = 0; i < dof_of<P>; ++i)
    if (!all(abs(h * xi[i]) < S(1e8)))
      throw InvalidInput(
          "the second point is half a turn from the start, where the retraction ends");
  return memory_at_node(system, z.q, left_momentum(xi), xi);
}

/// The free step Phi: where it ends, with which momentum, and the velocity of its interval.
template <class P, class S>
struct Drift {
  Vec<S, size_of<P>> q;
  Vec<S, dof_of<P>> p_plus, xi;
  Outcome outcome = Outcome::ok;
  int iterations = 0;
};

/// The discrete force of a driven system: at the velocity of the interval, or at that of the node.
enum class GniForce { interval, nodal };
/// The option `force` of methods that take either.
template <class M>
Option gni_force_option() {
  return force_option<M, GniForce>(
      &M::discrete_force, {{"interval", GniForce::interval}, {"nodal", GniForce::nodal}},
      "force at the velocity of the interval, where the Lagrangian is sampled, or at the nodal "
      "velocity; order 2");
}

/// The nodal velocity v~ and the multipliers at q, from the momentum p that an interval without
/// force brings there:
///   p~ = p + (h/2) f(q, v~) + A^T mu,   v~ = velocity of p~,   A v~ + b = 0
/// Unknown: (v~, mu). @param guess  of v~
template <StatesForce P, class S>
ForcedVelocity<P, S> forced_node(P const& system, Vec<S, size_of<P>> const& q,
                                 Vec<S, dof_of<P>> const& p, Vec<S, dof_of<P>> const& guess, S h) {
  static constexpr auto n = dof_of<P>, m = P::constraints;
  auto const residual = [&](auto const& x) {
    using T = std::remove_cvref_t<decltype(x[0])>;
    Vec<T, n> const v = head<n>(x);
    Vec<T, m> const mu = tail<m>(x);
    auto const at = cast<T>(q);
    return joined(momentum_of(system, at, v) - cast<T>(p) -
                      h / S(2) * applied_force(system, at, v) -
                      constraint_force(uncounted(system), q, mu),
                  constraint_residual(system, q, v));
  };
  auto const root =
      newton<P>(residual, joined(guess, S(0) * Vec<S, m>{}), larger(S(1), largest(guess)));
  return {head<n>(root.x), tail<m>(root.x), root.outcome, root.iterations};
}

/// Adds the force at the node where an interval without force ends: p^+ = p + (h/2) f(q, v~).
template <class P, class S>
void add_nodal_force(P const& system, Drift<P, S>& drift, S h) {
  if constexpr (StatesForce<P>) {
    if (drift.outcome != Outcome::ok) return;
    auto const node = forced_node(system, drift.q, drift.p_plus, drift.xi, h);
    drift.p_plus = drift.p_plus + h / S(2) * applied_force(system, drift.q, node.v);
    drift.outcome = node.outcome;
    drift.iterations += node.iterations;
  }
}
/// Returns the momentum with which an interval without force begins: p^- + (h/2) f(q, v~).
template <class P, class S>
Vec<S, dof_of<P>> with_nodal_force(P const& system, Vec<S, size_of<P>> const& q,
                                   Vec<S, dof_of<P>> const& v, Vec<S, dof_of<P>> const& p, S h) {
  if constexpr (StatesForce<P>)
    return p + h / S(2) * applied_force(system, q, v);
  else
    return p;
}

/// R after Phi, at the time of the system where it ends.
template <class P, class S>
Step<P, S> reflected_step(P const& system, Drift<P, S> const& drift, GniMemory<P, S>& memory, S h) {
  if (drift.outcome != Outcome::ok) return {{}, {}, drift.outcome, drift.iterations};
  auto const r = reflect(system, drift.q, drift.p_plus);
  if (r.singular) return {{}, {}, Outcome::singular_constraints, drift.iterations};
  memory = {r.p, drift.p_plus, r.average, drift.xi};
  return {{drift.q, r.velocity}, S(1) / h * r.impulses, Outcome::ok, drift.iterations};
}

/// Reverses the motion: (q, p^-) -> (q, -p^+).
struct ReversesMomenta {
  template <class P, class S>
  void reverse(P const&, Point<P, S>& z, GniMemory<P, S>& memory, S) const {
    z.v = -z.v;
    memory = {-memory.p_plus, -memory.p, -memory.average, -memory.xi};
  }
};

/// A method for which the homogeneous rolling ball is a leapfrog of the frequency `gyration_rate`:
/// what to say when it is unstable.
struct MayBeLeapfrog : ReversesMomenta {
  template <class P, class S>
  std::vector<std::string> warnings(P const& system, S h) const {
    if constexpr (requires { system.gyration_rate(); }) {
      using std::abs;
      double const turn = static_cast<double>(abs(S(h * system.gyration_rate())));
      if (turn >= 1)
        return {fmt::format(
            "unstable: h alpha = {:.3g}, where alpha is the rate at which the velocity turns, must "
            "be below 1",
            turn)};
    }
    return {};
  }
};

}  // namespace rattleback
