#pragma once

#include "integrators/core/mechanics/discrete_lagrangian.hpp"
#include "integrators/core/method/option.hpp"
#include "integrators/core/solve/newton.hpp"
#include "integrators/geometric_nonholonomic/reflection.hpp"

namespace rattleback {

/// Geometric nonholonomic integrator of a discrete Lagrangian, in coordinates.
/// Ferraro, Iglesias-Ponte & Martin de Diego 2008, (4):
///   D_1 L_d(q_k, q_(k+1)) + (P - Q)* D_2 L_d(q_(k-1), q_k) = 0
/// and Ferraro, Jimenez & Martin de Diego 2015, (26), for affine constraints:
///   -D_1 L_d(q_k, q_(k+1)) = p_k^-         (a)
///   p_(k+1)^+ = D_2 L_d(q_k, q_(k+1))      (b)
///   p_(k+1)^- = R p_(k+1)^+                (c)
/// L_d(q_k, q_(k+1)) = h L(q_k + epsilon Delta q, Delta q/h), symmetrised: epsilon = 1/2 is the
/// midpoint, epsilon = 0 is (16) of 2015 (SHAKE). Unknown: Delta q in R^n, from (a).
/// State: node q_k with the velocity of the average momentum p~_k.
/// On a driven system L_d takes L at the times of its points, and the force is taken there with the
/// velocity of the interval (force=interval), or at the nodes with the nodal velocities v~_k.
struct Gni : ReversesMomenta {
  static constexpr bool takes_forces = true;

  double epsilon = 0.5;
  GniForce discrete_force = GniForce::interval;
  static std::vector<Option> options() {
    return {bounded_option<Gni>("epsilon", &Gni::epsilon, 0, 1,
                                "where the discrete Lagrangian samples an interval, symmetrised"),
            gni_force_option<Gni>()};
  }
  static MethodCard card() {
    return {.id = "gni",
            .name = "Geometric nonholonomic integrator",
            .equations = "D1 Ld(q1, q2) + (P - Q)* D2 Ld(q0, q1) - 2 Q* Pi = 0",
            .source =
                "Ferraro, Iglesias-Ponte & Martin de Diego 2008, (4); Ferraro, Jimenez & "
                "Martin de Diego 2015, (26) corrected: sign of $Pi$",
            .applies_to = "problems on $R^{n}$ or on a group with a global chart",
            .starts = gni_starts(),
            .reversible = true,
            .preserves_constraint = true,
            .known_limits = reflection_limits()};
  }

  bool nodal() const { return discrete_force == GniForce::nodal; }
  template <class P>
  auto discrete(P const& system) const {
    return discrete_lagrangian_of(system, epsilon, !nodal());
  }

  template <EuclideanSystem P, class S>
  GniMemory<P, S> memory(P const& system, Point<P, S> const& z, S h,
                         StartPoint<P, S> const& start) const {
    auto const L = discrete(system);
    return gni_memory(
        system, z, h, start,
        [&](auto const& v) {
          auto const p = L.left_momentum(z.q, h * v, h);
          return nodal() ? with_nodal_force(system, z.q, z.v, p, -h) : p;
        },
        [&](auto const& q1) { return S(1) / h * (q1 - z.q); });
  }

  template <EuclideanSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z, GniMemory<P, S>& memory, S h) const {
    auto const L = discrete(system);
    auto const p = nodal() ? with_nodal_force(system, z.q, z.v, memory.p, h) : memory.p;
    auto const residual = [&](auto const& increment) {  // (a)
      using T = std::remove_cvref_t<decltype(increment[0])>;
      return h * (L.left_momentum(cast<T>(z.q), increment, h) - cast<T>(p));
    };
    auto const root = newton<P>(residual, h * memory.xi, S(1));
    auto const p_plus = L.right_momentum(z.q, root.x, h);  // (b)
    Drift<P, S> drift{z.q + root.x, p_plus, S(1) / h * root.x, root.outcome, root.iterations};
    auto const& end = later(system, h);
    if (nodal()) add_nodal_force(end, drift, h);
    return reflected_step(end, drift, memory, h);  // (c)
  }
};

}  // namespace rattleback
