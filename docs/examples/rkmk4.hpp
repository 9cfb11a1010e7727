#pragma once

#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/core/mechanics/mechanics.hpp"

/// Method of Munthe-Kaas with the classical Runge-Kutta scheme, for problems on Lie groups: the
/// increment s in the Lie algebra and the velocity v obey s' = dexp^-1_(-s) v and v' = a(g exp(s),
/// v).
struct Rkmk4 {
  static constexpr bool takes_forces = true;
  static rattleback::MethodCard card() {
    return {.id = "rkmk4",
            .name = "Runge-Kutta method of Munthe-Kaas, order 4",
            .equations = "g = g0 exp(s); s' = dexp^-1_(-s) v; v' = a(g, v)",
            .source = "Munthe-Kaas 1999",
            .applies_to = "problems on Lie groups",
            .starts = {{"plain", 4, 4}},
            .options = {}};
  }

  template <rattleback::NonholonomicSystem P, class S>
  requires rattleback::LieGroup<typename P::Space> rattleback::Step<P, S> step(
      P const& system, rattleback::Point<P, S> const& z0, rattleback::NoMemory&, S h)
  const {
    using namespace rattleback;
    using G = typename P::Space;
    struct Slope {
      Vec<S, dof_of<P>> s, v;
      bool singular;
    };
    auto const slope = [&](P const& at, Vec<S, dof_of<P>> const& s, Vec<S, dof_of<P>> const& v) {
      auto const solved = accelerations(at, Point<P, S>{G::compose(z0.q, G::exp(s)), v});
      return Slope{G::dexp_inverse(-s, v), solved.vdot, solved.singular};
    };
    auto const &middle = later(system, h / S(2)), &end = later(system, h);
    auto const k1 = slope(system, S(0) * z0.v, z0.v);
    auto const k2 = slope(middle, h / S(2) * k1.s, z0.v + h / S(2) * k1.v);
    auto const k3 = slope(middle, h / S(2) * k2.s, z0.v + h / S(2) * k2.v);
    auto const k4 = slope(end, h * k3.s, z0.v + h * k3.v);
    Vec<S, dof_of<P>> const s = h / S(6) * (k1.s + S(2) * k2.s + S(2) * k3.s + k4.s);
    Point<P, S> const z1{G::compose(z0.q, G::exp(s)),
                         z0.v + h / S(6) * (k1.v + S(2) * k2.v + S(2) * k3.v + k4.v)};
    auto const last = accelerations(end, z1);
    bool const singular = k1.singular || k2.singular || k3.singular || k4.singular || last.singular;
    return {z1, last.multipliers, singular ? Outcome::singular_constraints : Outcome::ok};
  }
};
