#pragma once
// Charts: a problem on a group with a global chart is a problem on R^n for methods that work in
// coordinates.

#include "integrators/core/method/method_card.hpp"
#include "problems/core/in_chart.hpp"

namespace rattleback {

/// True if method M can step problem P in the number type S: the concepts on `M::step` decide, and
/// for a driven system the method's constant `takes_forces`.
template <class M, class P, class S>
concept Steps = (!Driven<P> || TakesForces<M>)&&requires(M const& method, P const& system,
                                                         Point<P, S> const& z, S h) {
  {memory_of(method, system, z, h)};
  requires requires(decltype(memory_of(method, system, z, h)) memory) {
    { method.step(system, z, memory, h) } -> std::same_as<Step<P, S>>;
  };
};

/// Problem type that method M steps: P itself, or P in its chart if M works only in coordinates.
template <class M, class P>
struct ViewOf {
  using type = P;  ///< type of the problem that M steps
  /// Returns the problem.
  static P const& of(P const& system) { return system; }
};
/// View of a problem on a group in its chart.
template <class M, class P>
requires(!Steps<M, P, typename P::Real> && HasChart<P> &&
         Steps<M, InChart<P>, typename P::Real>) struct ViewOf<M, P> {
  using type = InChart<P>;  ///< type of the problem that M steps
  /// Returns the problem in its chart.
  static InChart<P> of(P const& system) { return {system}; }
};
/// Problem that M steps.
template <class M, class P>
using View = typename ViewOf<M, P>::type;

/// Returns the point z of P in the coordinates of V, which is P or the chart of P. from_chart() is
/// the inverse; it left-trivialises the velocity at the time `velocity_node` h after the node, at
/// which the method defines it.
template <class V, class P, class S>
Point<V, S> to_chart(Point<P, S> const& z) {
  if constexpr (std::is_same_v<V, InChart<P>>)
    return {z.q, P::Space::tangent(z.q, z.v)};
  else
    return {z.q, z.v};
}
/// Returns the point z of V as a point of P; the velocity is left-trivialised at the time
/// `velocity_node` h after the node.
template <class P, class V, class S>
Point<P, S> from_chart(Point<V, S> const& z, S h, double velocity_node) {
  if constexpr (std::is_same_v<typename V::Space, typename P::Space>)
    return {z.q, z.v};
  else
    return {z.q, P::Space::from_chart(z.q + S(velocity_node) * h * z.v, z.v)};
}

}  // namespace rattleback
