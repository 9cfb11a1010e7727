#pragma once
// Records the formulas of a problem to look at their structure.

#include "integrators/core/equations/structure.hpp"
#include "integrators/core/equations/trace.hpp"
#include "problems/core/spaces/product.hpp"

namespace rattleback {

/// Adds the coordinates of factors R^n and their velocities, counted from these on.
template <class G>
void add_translations(std::vector<std::pair<int, int>>& all, int coordinate, int velocity) {
  if constexpr (is_euclidean<G>)
    for (int i = 0; i < G::dof; ++i) all.emplace_back(coordinate + i, velocity + i);
  else if constexpr (requires { G::is_product; })
    G::each([&]<class F>(int q, int v) { add_translations<F>(all, coordinate + q, velocity + v); });
}

/// The formulas of `Problem` over recorded numbers.
template <template <class> class Problem>
RecordedFormulas recorded_formulas(Problem<graph::Recorded> system = {}) {
  using graph::Recorded;
  using P = Problem<Recorded>;
  RecordedFormulas formulas;
  auto& recorder = formulas.graph;
  int inputs = 0;
  auto const next = [&] { return Recorded(recorder, recorder.input(inputs++)); };
  for (auto const& parameter : system.parameters()) system.*(parameter.member) = next();
  if constexpr (Driven<P>) clock_of(system) = next();
  formulas.driven = Driven<P>;
  formulas.parameters = inputs;
  formulas.size = length(size_of<P>);
  formulas.dof = length(dof_of<P>);
  formulas.constraints = length(P::constraints);
  formulas.euclidean = is_euclidean<typename P::Space>;
  add_translations<typename P::Space>(formulas.translations, 0, 0);
  Point<P, Recorded> z;
  for (int i = 0; i < size_of<P>; ++i) z.q[i] = next();
  for (int i = 0; i < dof_of<P>; ++i) z.v[i] = next();

  formulas.lagrangian = lagrangian_of(system, z.q, z.v).in(recorder);
  formulas.constraint = nodes_of(recorder, constraint_of(system, z.q, z.v));
  auto const terms = differentiated_terms(system, z);
  formulas.mass = nodes_of(recorder, terms.mass);
  formulas.mu = nodes_of(recorder, terms.mu);
  formulas.right_hand_side = nodes_of(recorder, terms.right_hand_side);
  formulas.force = nodes_of(recorder, differentiated_configuration_force(system, z.q, z.v));
  if constexpr (StatesForce<P>) {
    static constexpr auto n = dof_of<P>;
    using D = Dual<Recorded, n>;
    auto const v = independent(z.v);
    auto const f = system.force(cast<D>(z.q), v, D(clock_of(system)));
    for (int i = 0; i < n; ++i) {
      auto const value = f[i].value.in(recorder);
      formulas.applied_force.push_back(value);
      formulas.force[i] = recorder.add(formulas.force[i], value);
      for (int j = 0; j < n; ++j) formulas.force_by_velocity.push_back(f[i].slope[j].in(recorder));
    }
  }
  try {
    auto const rest = Recorded(0) * z.v;
    formulas.momentum_offset = nodes_of(recorder, differentiated_momentum(system, z.q, rest));
    formulas.constraint_at_rest = nodes_of(recorder, constraint_of(system, z.q, rest));
  } catch (graph::NotRecordable const&) {
    // They do not exist at rest: the Lagrangian or a constraint divides by a velocity.
    formulas.momentum_offset.clear();
  }
  return formulas;
}

}  // namespace rattleback
