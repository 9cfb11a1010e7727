#pragma once
// Problems on a group with a global chart as problems on R^n, for methods that work in coordinates.

#include "problems/core/numbers/dual.hpp"
#include "problems/core/problem.hpp"

namespace rattleback {

/// Problem in a chart: the Lagrangian and the constraints of P in the time derivatives of the
/// coordinates.
template <class P>
struct InChart {
  using Real = typename P::Real;
  using Space = R<size_of<P>>;
  static constexpr auto constraints = P::constraints;
  static constexpr bool is_chart = true;
  static constexpr bool affine_constraints = has_affine_constraints<P>;
  static constexpr bool linear_terms_in_velocity = has_linear_terms_in_velocity<P>;

  P system;
  decltype(P::dependent_velocities) dependent_velocities = system.dependent_velocities;

  template <class T, class... Time>
  T lagrangian(Vec<T, Space::size> const& q, Vec<T, Space::size> const& qdot,
               Time const&... t) const requires requires(P const& p) {
    p.lagrangian(q, qdot, t...);
  }
  { return system.lagrangian(q, P::Space::from_chart(q, qdot), t...); }
  template <class T, class... Time>
  Vec<T, constraints> constraint(Vec<T, Space::size> const& q, Vec<T, Space::size> const& qdot,
                                 Time const&... t) const requires requires(P const& p) {
    p.constraint(q, qdot, t...);
  }
  { return system.constraint(q, P::Space::from_chart(q, qdot), t...); }
  /// The force on the time derivatives of the coordinates: (dv/dq')^T f.
  template <class T>
  Vec<T, Space::size> force(Vec<T, Space::size> const& q, Vec<T, Space::size> const& qdot,
                            T const& t) const requires StatesForce<P> {
    using D = Dual<T, Space::size>;
    auto const seeded = independent(qdot);
    auto const v = P::Space::from_chart(cast<D>(q), seeded);
    auto const f = system.force(q, P::Space::from_chart(q, qdot), t);
    auto in_chart = f[0] * v[0].slope;
    for (int j = 1; j < Space::size; ++j) in_chart = in_chart + f[j] * v[j].slope;
    return in_chart;
  }
  Sizes sizes() const { return system.sizes(); }
  auto& clock() requires Driven<P> { return clock_of(system); }
  auto const& clock() const requires Driven<P> { return clock_of(system); }
  template <class T>
  Vec<T, constraints> regular_constraint(Vec<T, Space::size> const& q,
                                         Vec<T, Space::size> const& qdot) const requires
      StatesRegularConstraint<P> {
    return system.regular_constraint(q, P::Space::from_chart(q, qdot));
  }
  Mat<Real, Space::size, Space::size> mass_matrix() const requires requires(P const& p) {
    p.chart_mass_matrix();
  }
  { return system.chart_mass_matrix(); }
};

/// Problems that are seen in a chart by methods that need one.
template <class P>
concept HasChart = HasGlobalChart<typename P::Space> && !is_euclidean<typename P::Space>;

}  // namespace rattleback
