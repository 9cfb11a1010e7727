#pragma once
// Gradients of the reduced Lagrangians of an abelian Chaplygin system, for the reduced methods.
// They are generated at build time, or evaluated by automatic differentiation.

#include "integrators/core/mechanics/chaplygin_reduction.hpp"
#include "integrators/core/mechanics/discrete_lagrangian.hpp"

namespace rattleback {

/// Reduced Lagrangian l_c(r, v).
template <ChaplyginSystem P>
struct Reduced {
  using Generated = GeneratedFor<P>;
  P const& system;

  template <class V>
  auto lagrangian(V const& r, V const& v) const {
    return reduced_lagrangian(system, r, v);
  }
  template <class T>
  void momentum(T const* r, T const* v, T* p) const requires requires {
    &Generated::template reduced_momentum<T>;
  }
  { Generated::reduced_momentum(uncounted(system), r, v, p); }
  template <class T>
  void force(T const* r, T const* v, T* f) const requires requires {
    &Generated::template reduced_force<T>;
  }
  { Generated::reduced_force(uncounted(system), r, v, f); }
};

/// Hamiltonized Lagrangian l_c(r, f w) in the time d tau = f dt, with w = dr/d tau = v/f.
template <HamiltonizableSystem P>
struct Hamiltonized {
  using Generated = GeneratedFor<P>;
  P const& system;

  template <class V>
  auto lagrangian(V const& r, V const& w) const {
    return reduced_lagrangian(system, r, system.multiplier(r) * w);
  }
  template <class T>
  void momentum(T const* r, T const* w, T* p) const requires requires {
    &Generated::template hamiltonized_momentum<T>;
  }
  { Generated::hamiltonized_momentum(uncounted(system), r, w, p); }
  template <class T>
  void force(T const* r, T const* w, T* f) const requires requires {
    &Generated::template hamiltonized_force<T>;
  }
  { Generated::hamiltonized_force(uncounted(system), r, w, f); }
};

/// Poincare-transformed Lagrangian f (l_c + E) at energy E, in the time t.
template <HamiltonizableSystem P, class S>
struct PoincareTransformed {
  using Generated = GeneratedFor<P>;
  P const& system;
  S energy;

  template <class V>
  auto lagrangian(V const& r, V const& v) const {
    return system.multiplier(r) * (reduced_lagrangian(system, r, v) + energy);
  }
  template <class T>
  void momentum(T const* r, T const* v, T* p) const requires requires {
    &Generated::template poincare_momentum<T>;
  }
  { Generated::poincare_momentum(uncounted(system), r, v, p); }
  template <class T>
  void force(T const* r, T const* v, T* f) const requires requires {
    &Generated::template poincare_force<T>;
  }
  {
    T const E(energy);
    Generated::poincare_force(uncounted(system), r, v, &E, f);
  }
};

/// Gradients of a reduced Lagrangian. Generated gradients count as one evaluation of the Lagrangian
/// and one of the connection, whose derivatives the force needs.
template <class L>
struct ReducedGradients {
  L of;

  auto differentiated() const {
    auto const lagrangian = [this](auto const& r, auto const& v) { return of.lagrangian(r, v); };
    return Differentiated<decltype(lagrangian)>{lagrangian};
  }
  template <class T, auto s, class... After>
  Vec<T, s> of_velocity(Vec<T, s> const& r, Vec<T, s> const& v, After const&...) const {
    Vec<T, s> p;
    if constexpr (requires { of.momentum(r.c, v.c, p.c); }) {
      count(of.system,
            {.lagrangian = evaluations_of<T>(), .constraint = evaluations_of<T>(), .solves = 1});
      of.momentum(r.c, v.c, p.c);
      return p;
    } else {
      return differentiated().of_velocity(r, v);
    }
  }
  template <class T, auto s, class... After>
  Vec<T, s> of_position(Vec<T, s> const& r, Vec<T, s> const& v, After const&...) const {
    Vec<T, s> f;
    if constexpr (requires { of.force(r.c, v.c, f.c); }) {
      count(of.system, {.lagrangian = evaluations_of<T>(),
                        .constraint = (1 + length(s)) * evaluations_of<T>(),
                        .solves = 1});
      of.force(r.c, v.c, f.c);
      return f;
    } else {
      return differentiated().of_position(r, v);
    }
  }
};

/// Total force dl_c/dr + F(r, v); needs the connection and its derivative along the motion.
template <ChaplyginSystem P>
struct ReducedTotalForce {
  using Generated = GeneratedFor<P>;
  P const& system;

  template <class T, auto s, class... After>
  Vec<T, s> operator()(Vec<T, s> const& r, Vec<T, s> const& v, After const&...) const {
    if constexpr (requires { &Generated::template reduced_total_force<T>; }) {
      count(
          system,
          {.lagrangian = evaluations_of<T>(), .constraint = 2 * evaluations_of<T>(), .solves = 1});
      Vec<T, s> f;
      Generated::reduced_total_force(uncounted(system), r.c, v.c, f.c);
      return f;
    } else {
      return reduced_total_force(system, r, v);
    }
  }
};

/// Returns the discrete mechanics of a reduced Lagrangian without a force.
template <class L>
auto discrete_lagrangian(L const& of, double epsilon) {
  using Gradients = ReducedGradients<L>;
  static constexpr auto s = shape_size<std::remove_cvref_t<decltype(of.system)>>;
  return DiscreteLagrangian<s, Gradients, PositionGradient<Gradients>>{{of}, {{of}}, epsilon};
}

}  // namespace rattleback
