#pragma once

#include "integrators/core/equations/agreement.hpp"
#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/core/method/chart.hpp"
#include "integrators/core/registry/registry.hpp"
#include "problems/core/sampler.hpp"

namespace rattleback {

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
