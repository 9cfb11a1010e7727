#pragma once
// Two-point mechanics of a Lagrangian l(r, v) with a force F(r, v), symmetrised over epsilon:
//   L^e(a, b) = k l((1 - e) a + e b, (b - a)/k),   L_d = (L^epsilon + L^(1 - epsilon))/2,
//   f_d(a, b) = (k/2) (F(r_epsilon, v) + F(r_(1 - epsilon), v))/2     on either side,
//   p_i = -D_1 L_d(r_i, r_(i+1)) - f_d(r_i, r_(i+1)),   p_(i+1) = D_2 L_d + f_d.
// Eliminating p gives the discrete Euler-Lagrange equations with forces.

#include "integrators/core/mechanics/mechanics.hpp"

namespace rattleback {

/// Gradients of a function l(r, v), by automatic differentiation.
template <class L>
struct Differentiated {
  L lagrangian;
  template <class T, auto N, class... After>
  Vec<T, N> of_position(Vec<T, N> const& r, Vec<T, N> const& v, After const&...) const {
    using D = Dual<T, N>;
    auto const seeded = independent(r);
    return lagrangian(seeded, cast<D>(v)).slope;
  }
  template <class T, auto N, class... After>
  Vec<T, N> of_velocity(Vec<T, N> const& r, Vec<T, N> const& v, After const&...) const {
    using D = Dual<T, N>;
    auto const seeded = independent(v);
    return lagrangian(cast<D>(r), seeded).slope;
  }
};

/// Gradients of the Lagrangian of a system on R^n, at a time `after` that of the system. The force
/// of a driven system joins the gradient in position, if `forced`: its virtual work at a point
/// between two nodes is shared out between them as that of a potential is.
template <class P>
struct OfSystem {
  P const& system;
  bool forced = true;
  template <class T, auto N, class S>
  Vec<T, N> of_position(Vec<T, N> const& r, Vec<T, N> const& v, S const& after) const {
    if constexpr (StatesForce<P>)
      if (forced) return total_configuration_force(later(system, after), r, v);
    return configuration_force(later(system, after), r, v);
  }
  template <class T, auto N, class S>
  Vec<T, N> of_velocity(Vec<T, N> const& r, Vec<T, N> const& v, S const& after) const {
    return velocity_gradient(later(system, after), r, v);
  }
};

/// Total force dl/dr of a Lagrangian without another force.
template <class Gradients>
struct PositionGradient {
  Gradients gradients;
  template <class T, auto N, class S>
  Vec<T, N> operator()(Vec<T, N> const& r, Vec<T, N> const& v, S const& after) const {
    return gradients.of_position(r, v, after);
  }
};

/// Momenta of the discrete Lagrangian at both ends of an interval.
/// @tparam N  dimension of r
/// @tparam L  gradients of l, for every number type
/// @tparam F  (r, v) -> dl/dr + F, as a sum, because large parts of the two may cancel
/// Both take the time from the left end of the interval as a last argument.
template <auto N, class L, class F>
struct DiscreteLagrangian {
  L gradients;
  F total_force;
  double epsilon;

  /// Returns p_i at the left end a of an interval. The argument is the increment b - a, because
  /// subtraction would lose digits.
  template <class T, class S>
  Vec<T, N> left_momentum(Vec<T, N> const& a, Vec<T, N> const& increment, S const& k) const {
    return symmetrised(a, increment, k, -1);
  }
  /// Returns p_(i+1) at the right end.
  template <class T, class S>
  Vec<T, N> right_momentum(Vec<T, N> const& a, Vec<T, N> const& increment, S const& k) const {
    return symmetrised(a, increment, k, 1);
  }

 private:
  template <class T, class S>
  Vec<T, N> symmetrised(Vec<T, N> const& a, Vec<T, N> const& increment, S const& k,
                        int side) const {
    if (epsilon == 0.5) return momentum(a, increment, k, side, S(1) / S(2));
    auto const one = momentum(a, increment, k, side, S(epsilon));
    auto const other = momentum(a, increment, k, side, S(1) - S(epsilon));
    return S(1) / S(2) * (one + other);
  }

  /// Returns l_v +- (k/2) (l_r + F) + (e - 1/2) k l_r; the last term is zero at the midpoint.
  template <class T, class S>
  Vec<T, N> momentum(Vec<T, N> const& a, Vec<T, N> const& increment, S const& k, int side,
                     S const& e) const {
    auto const r = a + e * increment;
    auto const v = S(1) / k * increment;
    S const after = e * k;
    auto p = gradients.of_velocity(r, v, after) + S(side) * k / S(2) * total_force(r, v, after);
    if (epsilon != 0.5) p = p + (e - S(1) / S(2)) * k * gradients.of_position(r, v, after);
    return p;
  }
};

/// Returns the discrete mechanics of a system on R^n, with the force of a driven one if `forced`.
template <class P>
auto discrete_lagrangian_of(P const& system, double epsilon, bool forced = true) {
  using L = OfSystem<P>;
  return DiscreteLagrangian<size_of<P>, L, PositionGradient<L>>{
      {system, forced}, {{system, forced}}, epsilon};
}

}  // namespace rattleback
