#pragma once

#include <algorithm>

#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/core/mechanics/reduced_mechanics.hpp"
#include "integrators/core/method/chart.hpp"
#include "integrators/core/registry/registry.hpp"
#include "problems/core/numbers/quad.hpp"
#include "problems/core/sampler.hpp"

namespace rattleback {

/// Largest difference of numbers, relative to 1 + their size and scaled to the rounding unit of a
/// double; NaN if a number is NaN.
struct LargestDifference {
  double value = 0;

  template <class T>
  void add(T const& a, T const& b) {
    if constexpr (Differentiable<T>) {
      add(a.value, b.value);
      add(a.slope, b.slope);
    } else {
      using std::abs;
      double const unit = static_cast<double>(std::numeric_limits<double>::epsilon() /
                                              std::numeric_limits<T>::epsilon());
      double const difference = static_cast<double>(T(abs(T(a - b)) / (T(1) + abs(b)))) * unit;
      if (!(difference <= value)) value = difference;
    }
  }
  template <class T, auto N>
  void add(Vec<T, N> const& a, Vec<T, N> const& b) {
    for (int i = 0; i < N; ++i) add(a[i], b[i]);
  }
  template <class T, auto R, auto C>
  void add(Mat<T, R, C> const& a, Mat<T, R, C> const& b) {
    for (int i = 0; i < R; ++i) add(a.row[i], b.row[i]);
  }
};

template <class L, class S, auto s>
void add_gradients(LargestDifference& largest, L const& l, Vec<S, s> const& r, Vec<S, s> const& v) {
  ReducedGradients<L> const gradients{l};
  auto const derived = gradients.differentiated();
  largest.add(gradients.of_velocity(r, v), derived.of_velocity(r, v));
  largest.add(gradients.of_position(r, v), derived.of_position(r, v));
}

/// Returns the largest difference between the generated functions of the reduced Lagrangians and
/// automatic differentiation at z.
template <ChaplyginSystem P, class S>
[[gnu::cold]] double disagreement_of_reduced_mechanics(P const& system, Point<P, S> const& z) {
  LargestDifference largest;
  auto const r = shape_of<P>(z.q), v = shape_of<P>(z.v);
  add_gradients(largest, Reduced<P>{system}, r, v);
  largest.add(ReducedTotalForce<P>{system}(r, v), reduced_total_force(system, r, v));
  if constexpr (HamiltonizableSystem<P>) {
    add_gradients(largest, Hamiltonized<P>{system}, r, v);
    add_gradients(largest, PoincareTransformed<P, S>{system, S(1) / S(3)}, r, v);
  }
  return largest.value;
}

/// Returns the largest difference between the generated functions of mechanics.hpp and automatic
/// differentiation at z.
template <NonholonomicSystem P, class S>
[[gnu::cold]] double disagreement_of_mechanics(P const& system, Point<P, S> const& z) {
  LargestDifference largest;
  auto const& [q, v] = z;
  largest.add(configuration_force(system, q, v), differentiated_configuration_force(system, q, v));
  largest.add(velocity_gradient(system, q, v), differentiated_momentum(system, q, v));
  auto const forms = constraint_terms(system, q, v);
  auto const derived = differentiated_constraint_terms(system, q, v);
  largest.add(forms.mu, derived.mu);
  largest.add(forms.phi, derived.phi);
  Vec<S, P::constraints> lambda;
  for (int k = 0; k < P::constraints; ++k) lambda[k] = S(2 * k - 1);
  largest.add(constraint_force(system, q, lambda), transposed_times(derived.mu, lambda));
  auto const G = metric_at(system, q);
  largest.add(G * v,
              differentiated_momentum(system, q, v) - differentiated_momentum(system, q, S(0) * v));
  if constexpr (StatesForce<P>)
    largest.add(applied_force(system, q, v), system.force(q, v, S(clock_of(system))));
  if constexpr (ConstantMassSystem<P>) {
    largest.add(force(system, q), differentiated_configuration_force(system, q, S(0) * q));
    largest.add(G * mass_inverse(system, v), v);
    auto const change = mass_inverse(system, transposed_times(derived.mu, lambda));
    largest.add(velocity_after_impulses(system, q, lambda, v), v + change);
    Vec<S, size_of<P>> const end = q + S(1) / S(8) * v;
    largest.add(impulse_matrix(system, system, end, q) * lambda,
                differentiated_constraint_terms(system, end, v).mu * change);
  }
  if constexpr (ChaplyginSystem<P>) largest.add(disagreement_of_reduced_mechanics(system, z), 0.0);
  return largest.value;
}

/// Returns the largest difference between the generated equations of motion and those of automatic
/// differentiation with one pivoted system at z.
template <NonholonomicSystem P, class S>
[[gnu::cold]] double disagreement_of_equations(P const& system, Point<P, S> const& z) {
  LargestDifference largest;
  auto const derived = differentiated_terms(system, z);
  auto const generated = equation_terms(system, z);
  largest.add(generated.p, derived.p);
  largest.add(generated.mass, derived.mass);
  largest.add(generated.right_hand_side, derived.right_hand_side);
  largest.add(generated.mu, derived.mu);
  largest.add(generated.phi, derived.phi);
  largest.add(generated.phi_along_motion, derived.phi_along_motion);
  Vec<S, size_of<P>> qdot;
  Accelerations<P, S> motion;
  motion.singular =
      right_hand_side(system, z.q.c, z.v.c, qdot.c, motion.vdot.c, motion.multipliers.c);
  auto const solved = accelerations_of(derived);
  largest.add(qdot, P::Space::tangent(z.q, z.v));
  // In the problem's own unit of time.
  S const unit = S(system.card().time_scale) * S(system.card().time_scale);
  largest.add(unit * motion.vdot, unit * solved.vdot);
  largest.add(unit * motion.multipliers, unit * solved.multipliers);
  if (motion.singular != solved.singular) largest.add(0.0, 1.0);
  return std::max(largest.value, disagreement_of_mechanics(system, z));
}

/// Returns the largest difference of values and derivatives along a direction.
template <NonholonomicSystem P>
double disagreement_of_derivatives(P const& system, Point<P, double> const& z,
                                   Point<P, double> const& direction) {
  using D = Dual<double, 1>;
  Point<P, D> moved;
  for (int i = 0; i < size_of<P>; ++i) moved.q[i] = D(z.q[i], {direction.q[i]});
  for (int i = 0; i < dof_of<P>; ++i) moved.v[i] = D(z.v[i], {direction.v[i]});
  return disagreement_of_equations(system, moved);
}

/// Returns the system with its parameters in quad precision.
template <template <class> class Problem>
Problem<Quad> in_quad(Problem<double> const& system) {
  if constexpr (requires { system.template in_number_type<Quad>(); }) {
    return system.template in_number_type<Quad>();
  } else {
    Problem<Quad> same;
    auto const from = system.parameters();
    auto const to = same.parameters();
    for (std::size_t i = 0; i < from.size(); ++i) same.*(to[i].member) = system.*(from[i].member);
    if constexpr (Driven<Problem<double>>) clock_of(same) = clock_of(system);
    return same;
  }
}

/// Defects of what a problem states for speed against what its Lagrangian and constraints give, and
/// of its promises, at a random point near the start of each case (so for each case's parameters).
/// @tparam runs_in_quad  the problem's class runs in quad precision as well
template <template <class> class Problem, bool runs_in_quad>
std::vector<ConsistencyRecord> consistency(std::vector<Case<Problem<double>>> const& cases,
                                           std::uint64_t seed) {
  using P = Problem<double>;
  static constexpr auto n = dof_of<P>, m = P::constraints;
  std::vector<ConsistencyRecord> records;
  for (auto const& c : cases) {
    NormalSequence normal(seed, records.size());
    P system = c.system;
    auto const record = [&](char const* what, double defect) {
      records.push_back({std::string(what) + ", case " + c.name, defect});
    };
    Point<P, double> z;
    if constexpr (LieGroup<typename P::Space>) {
      Vec<double, n> xi;
      for (int i = 0; i < n; ++i) xi[i] = 0.2 * normal.next();
      z.q = P::Space::compose(c.q, P::Space::exp(xi));
    } else {
      for (int i = 0; i < size_of<P>; ++i) z.q[i] = c.q[i] + 0.2 * normal.next();
    }
    for (int i = 0; i < n; ++i) z.v[i] = c.v[i] + 0.2 * normal.next();
    Vec<double, m> lambda;
    for (int k = 0; k < m; ++k) lambda[k] = normal.next();

    if constexpr (Driven<P>) clock_of(system) = normal.next();
    // Velocities off the constraints: the equations are defined there, too.
    record("generated equations", disagreement_of_equations(system, z));
    if constexpr (HasChart<P>)
      record("generated equations in the chart",
             disagreement_of_mechanics(InChart<P>{system}, to_chart<InChart<P>, P>(z)));
    if constexpr (runs_in_quad)
      record(
          "generated equations in quad precision",
          disagreement_of_equations(in_quad<Problem>(system),
                                    Point<Problem<Quad>, Quad>{cast<Quad>(z.q), cast<Quad>(z.v)}));
    Point<P, double> direction;
    for (int i = 0; i < size_of<P>; ++i) direction.q[i] = normal.next();
    for (int i = 0; i < n; ++i) direction.v[i] = normal.next();
    record("generated equations on dual numbers",
           disagreement_of_derivatives(system, z, direction));

    auto const against = [](auto const& stated, auto const& derived) {
      double defect = 0;
      for (int i = 0; i < n; ++i)
        defect = std::max(defect, largest(stated.row[i] - derived.row[i]));
      return defect;
    };
    if constexpr (HasConstantMass<P>)
      record("mass_matrix", against(constant_mass_matrix(system), equation_terms(system, z).mass));
    if constexpr (requires { system.chart_mass_matrix(); })
      record("chart_mass_matrix",
             against(system.chart_mass_matrix(),
                     equation_terms(InChart<P>{system}, to_chart<InChart<P>, P>(z)).mass));
    if constexpr (LeftInvariantKinetic<P>)
      record("left_invariant_kinetic", largest(configuration_force(system, z.q, z.v)));
    if constexpr (LeftInvariantConstraints<P>)
      record("left_invariant_constraints",
             largest(constraint_of(system, z.q, z.v) - constraint_of(system, c.q, z.v)));
    if constexpr (has_knife_edge_constraint<P>)
      record("knife_edge_constraint",
             largest(constraint_of(system, z.q, z.v) - Vec<double, 1>{z.v[1]}));
    if constexpr (!has_affine_constraints<P>)
      record("linear constraints", largest(constraint_of(system, z.q, 0 * z.v)));
    if constexpr (!has_linear_terms_in_velocity<P>)
      record("no terms linear in v",
             largest(equation_terms(system, Point<P, double>{z.q, 0 * z.v}).p));
    if constexpr (requires { system.frame(z.q); }) {
      auto const E = system.frame(z.q);
      auto const terms = equation_terms(system, z);
      for (int a = 0; a < n - m; ++a) {
        record("frame", largest(terms.mu * E.row[a]));
        for (int b = 0; b < n - m; ++b)
          record("frame", std::abs(dot(E.row[a], terms.mass * E.row[b]) - (a == b ? 1 : 0)));
      }
    }
    if constexpr (requires { system.momentum(z.q, z.v); }) {
      auto v = z.v;
      complete_velocity(system, z.q, v);
      record("velocity of momentum", largest(system.velocity(z.q, system.momentum(z.q, v)) - v));
    }
    if constexpr (ConstantMassSystem<P>) {
      auto const stated = constant_mass_matrix(system);
      record("mass_inverse", largest(stated * mass_inverse(system, z.v) - z.v));
    }
    if constexpr (is_constant_along_reactions<P> && ConstantMassSystem<P>) {
      auto const moved = z.q + mass_inverse(system, constraint_force(system, z.v, lambda));
      record("constraint_constant_along_reaction",
             largest(constraint_of(system, moved, z.v) - constraint_of(system, z.q, z.v)));
    }
  }
  return records;
}

}  // namespace rattleback
