#pragma once
// Problems on a group with a global chart as problems on R^n, for methods that work in coordinates.

#include "problems/core/problem.hpp"

namespace rattleback {

/// Problem in a chart: the Lagrangian and the constraints of P in the time derivatives of the
/// coordinates.
template <class P>
struct InChart {
  using Real = typename P::Real;
  using Space = R<size_of<P>>;
  static constexpr int constraints = P::constraints;
  static constexpr bool is_chart = true;
  static constexpr bool affine_constraints = AffineConstraints<P>;

  P system;
  std::array<int, constraints> dependent_velocities = system.dependent_velocities;

  template <class T>
  T lagrangian(Vec<T, Space::size> const& q, Vec<T, Space::size> const& qdot) const {
    return system.lagrangian(q, P::Space::from_chart(q, qdot));
  }
  template <class T>
  Vec<T, constraints> constraint(Vec<T, Space::size> const& q,
                                 Vec<T, Space::size> const& qdot) const {
    return system.constraint(q, P::Space::from_chart(q, qdot));
  }
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
