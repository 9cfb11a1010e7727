#pragma once
// Records the derived equations of a problem and writes them as straight-line code.

#include <string>
#include <vector>

#include "integrators/core/equations/elimination.hpp"
#include "integrators/core/equations/generator.hpp"
#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/core/mechanics/reduced_mechanics.hpp"
#include "integrators/core/mechanics/terms.hpp"
#include "problems/core/graph/emit.hpp"
#include "problems/core/graph/factor.hpp"
#include "problems/core/graph/recorded.hpp"
#include "problems/core/in_chart.hpp"

namespace rattleback {

/// Numbers of a recorded array as nodes.
template <auto N>
std::vector<graph::Index> nodes_of(graph::Graph& graph, Vec<graph::Recorded, N> const& numbers) {
  std::vector<graph::Index> nodes;
  for (int i = 0; i < N; ++i) nodes.push_back(numbers[i].in(graph));
  return nodes;
}
template <auto R, auto C>
std::vector<graph::Index> nodes_of(graph::Graph& graph, Mat<graph::Recorded, R, C> const& numbers) {
  std::vector<graph::Index> nodes;
  for (int i = 0; i < R; ++i)
    for (int j = 0; j < C; ++j) nodes.push_back(numbers(i, j).in(graph));
  return nodes;
}

/// Writes down functions of inputs that have names.
class FunctionWriter {
 public:
  FunctionWriter(graph::Graph& graph, std::vector<TracedFunction>& functions)
      : graph_(graph), functions_(functions) {}
  void operator()(std::string const& name, std::vector<std::string> const& arguments,
                  char const* result, auto const& numbers) const {
    functions_.push_back({name, arguments, {{result, nodes_of(graph_, numbers)}}});
  }
  void operator()(std::string const& name, std::vector<std::string> const& arguments,
                  std::vector<graph::Result> results) const {
    functions_.push_back({name, arguments, std::move(results)});
  }

 private:
  graph::Graph& graph_;
  std::vector<TracedFunction>& functions_;
};

/// Writes the functions of mechanics.hpp at a point whose velocity is the input `v`. A mass matrix
/// that P states is used unchanged.
template <class P>
void write_mechanics(FunctionWriter const& write, graph::Graph& recorder, P const& system,
                     Point<P, graph::Recorded> const& z, std::string const& v,
                     EquationTerms<P, graph::Recorded> const& terms,
                     Vec<graph::Recorded, P::constraints> const& multipliers, bool constant_mass) {
  auto mass = terms.mass;
  if constexpr (requires { system.mass_matrix(); }) {
    mass = system.mass_matrix();
    constant_mass = true;
  }
  write("momentum", {"q", v}, "p", constant_mass ? mass * z.v : terms.p);
  write("metric", {"q"}, "mass", mass);
  write("configuration_force", {"q", v}, "f", differentiated_configuration_force(system, z.q, z.v));
  write("constraint_force", {"q", "multipliers"}, "f", transposed_times(terms.mu, multipliers));
  write("constraint_terms", {"q", v},
        {{"mu", nodes_of(recorder, terms.mu)}, {"phi", nodes_of(recorder, terms.phi)}});
  if constexpr (is_euclidean<typename P::Space>) {
    auto const at_rest = differentiated_configuration_force(system, z.q, graph::Recorded(0) * z.v);
    write("force", {"q"}, "f", at_rest);
  }
  if constexpr (StatesForce<P>)
    write("applied_force", {"q", v}, "f", system.force(z.q, z.v, clock_of(system)));
}

/// The equations of `Problem` over recorded numbers, as they are derived.
/// @param constant_mass  write the momentum as M v
template <template <class> class Problem>
TracedEquations derived_equations(Problem<graph::Recorded> system = {},
                                  Problem<double> const& standard = {},
                                  bool constant_mass = false) {
  using graph::Recorded;
  using P = Problem<Recorded>;
  using D = Problem<double>;
  static constexpr auto n = dof_of<P>, m = P::constraints;
  TracedEquations traced;
  auto& recorder = traced.graph;
  int inputs = 0;
  auto const next = [&] { return Recorded(recorder, recorder.input(inputs++)); };
  auto const array = [&]<auto N>(char const* name, Vec<Recorded, N>& entries) {
    traced.inputs.push_back({name, inputs, length(N)});
    for (int i = 0; i < N; ++i) entries[i] = next();
  };

  for (auto const& parameter : system.parameters()) system.*(parameter.member) = next();
  for (auto const& parameter : standard.parameters())
    traced.parameters.push_back(standard.*(parameter.member));
  if constexpr (Driven<P>) {
    clock_of(system) = next();
    traced.parameters.push_back(generic_time);
    traced.driven = true;
  }
  Point<P, Recorded> z;
  Vec<Recorded, m> multipliers;
  Vec<Recorded, n> p;
  array("q", z.q);
  array("v", z.v);
  array("multipliers", multipliers);
  array("p", p);

  auto const terms = differentiated_terms(system, z);
  auto const parts = eliminated_motion(terms);
  traced.terms = {{"p", nodes_of(recorder, terms.p)},
                  {"mass", nodes_of(recorder, terms.mass)},
                  {"right_hand_side", nodes_of(recorder, terms.right_hand_side)},
                  {"mu", nodes_of(recorder, terms.mu)},
                  {"phi", nodes_of(recorder, terms.phi)},
                  {"phi_along_motion", nodes_of(recorder, terms.phi_along_motion)}};

  FunctionWriter const write(recorder, traced.functions);
  write_mechanics(write, recorder, system, z, "v", terms, multipliers, constant_mass);
  if constexpr (ChaplyginSystem<P>) {
    static constexpr auto s = shape_size<P>;
    Vec<Recorded, s> r, u;
    array("r", r);
    array("u", u);
    auto const write_gradients = [&]<class L>(std::string const& name, L const& l,
                                              std::vector<std::string> const& of_force) {
      ReducedGradients<L> const gradients{l};
      auto const derived = gradients.differentiated();
      write(name + "_momentum", {"r", "u"}, "p", derived.of_velocity(r, u));
      write(name + "_force", of_force, "f", derived.of_position(r, u));
    };
    write_gradients("reduced", Reduced<P>{system}, {"r", "u"});
    write("reduced_total_force", {"r", "u"}, "f", reduced_total_force(system, r, u));
    if constexpr (HamiltonizableSystem<D>) {
      Vec<Recorded, 1> energy;
      array("energy", energy);
      write_gradients("hamiltonized", Hamiltonized<P>{system}, {"r", "u"});
      write_gradients("poincare", PoincareTransformed<P, Recorded>{system, energy[0]},
                      {"r", "u", "energy"});
    }
  }
  if constexpr (HasChart<P>) {
    using Chart = InChart<P>;
    Chart const chart{system};
    Point<Chart, Recorded> seen{z.q, {}};
    Vec<Recorded, dof_of<Chart>> momentum;
    array("qdot", seen.v);
    array("momentum", momentum);
    auto const in_chart = differentiated_terms(chart, seen);
    FunctionWriter const write_in_chart(recorder, traced.in_chart);
    write_mechanics(write_in_chart, recorder, chart, seen, "qdot", in_chart, multipliers, false);
    if constexpr (HasConstantMass<Chart>) {
      Factors<Recorded, dof_of<Chart>> mass;
      Vec<Recorded, dof_of<Chart>> pivots;
      if (factorise(chart.mass_matrix(), mass, pivots))
        write_in_chart("mass_inverse", {"momentum"}, "v", mass.solve(momentum));
    }
  }
  if (!parts.exists) return traced;
  write("mass_inverse", {"p"}, "v", parts.factors.solve(p));
  if constexpr (is_euclidean<typename P::Space>)
    if (constant_mass) {
      Vec<Recorded, size_of<P>> end;
      Vec<Recorded, n> w;
      array("end", end);
      array("w", w);
      auto const forms = differentiated_constraint_terms(system, end, z.v).mu;
      Mat<Recorded, m, m> matrix;
      for (int i = 0; i < m; ++i)
        for (int j = 0; j < m; ++j) matrix(i, j) = dot(forms.row[i], parts.raised.row[j]);
      write("impulse_matrix", {"end", "q"}, "k", matrix);
      for (int k = 0; k < m; ++k) w = w + multipliers[k] * parts.raised.row[k];
      write("velocity_after_impulses", {"q", "multipliers", "w"}, "v", w);
    }

  std::vector<graph::Index> conditions;
  for (Recorded const& condition : parts.conditions) conditions.push_back(condition.in(recorder));
  traced.motion.push_back({"qdot", nodes_of(recorder, P::Space::tangent(z.q, z.v))});
  auto const closed = closed_motion(terms, parts);
  auto const add_closed = [&](std::vector<graph::Result>& motion) {
    for (Recorded const& condition : closed.conditions)
      conditions.push_back(condition.in(recorder));
    motion.push_back({"vdot", nodes_of(recorder, closed.vdot)});
    motion.push_back({"multipliers", nodes_of(recorder, closed.multipliers)});
  };
  if (m == 1) {
    add_closed(traced.motion);
  } else {
    if (closed.exists) {
      traced.closed_motion = traced.motion;
      add_closed(traced.closed_motion);
      traced.closed_motion.push_back({"conditions", conditions});
    }
    traced.motion.push_back({"free", nodes_of(recorder, parts.free)});
    traced.motion.push_back({"mu", nodes_of(recorder, terms.mu)});
    traced.motion.push_back({"raised", nodes_of(recorder, parts.raised)});
    traced.motion.push_back({"phi_along_motion", nodes_of(recorder, terms.phi_along_motion)});
  }
  traced.motion.push_back({"conditions", conditions});
  return traced;
}

/// The equations of `Problem`, each function with as few operations as graph::factor() finds.
/// @param constant_mass  write the momentum as M v
template <template <class> class Problem>
TracedEquations traced_equations(Problem<graph::Recorded> const& system = {},
                                 Problem<double> const& standard = {}, bool constant_mass = false) {
  auto traced = derived_equations<Problem>(system, standard, constant_mass);
  for (auto* results : {&traced.terms, &traced.motion, &traced.closed_motion})
    graph::factor(traced.graph, *results);
  for (auto* functions : {&traced.functions, &traced.in_chart})
    for (auto& function : *functions) graph::factor(traced.graph, function.results);
  return traced;
}

}  // namespace rattleback
