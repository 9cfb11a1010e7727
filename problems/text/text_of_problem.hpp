#pragma once
// Problems of the catalogue as problem files. The formulas are recorded, so that a text follows
// from the problem's header and is never written by hand.

#include <concepts>
#include <optional>

#include "problems/core/graph/recorded.hpp"
#include "problems/core/numbers/dual.hpp"
#include "problems/core/numbers/quad.hpp"
#include "problems/text/problem_text.hpp"
#include "problems/text/text_problem.hpp"
#include "problems/text/text_space.hpp"

namespace rattleback::text {

/// A case as a text states it.
struct StatedCase {
  std::string name, note;
  std::vector<std::pair<std::string, Quad>> parameters;
  std::vector<Quad> q;
  std::vector<std::optional<Quad>> v;  ///< empty: the constraints determine it
};

/// Contents of a problem file. Inputs of the graph: the parameters, the time of a driven system, q,
/// v.
struct StatedProblem {
  ProblemCard card;
  std::vector<std::string> factors, coordinates, velocities;
  struct Parameter {
    std::string name, meaning;
    Quad value;
    std::string formula;  ///< formula of the value; empty if it is long
  };
  std::vector<Parameter> parameters;
  bool driven = false;
  graph::Graph graph;
  graph::Index lagrangian = 0;
  std::vector<graph::Index> constraints;
  std::vector<graph::Index> forces;      ///< one per velocity; empty without a force
  std::vector<graph::Index> invariants;  ///< empty if they cannot be recorded
  std::vector<StatedCase> cases;
};

/// Writes the file.
std::string written(StatedProblem const& problem);
/// Returns the formula of a recorded number; an empty text if it was rounded or the formula is
/// long.
std::string formula_of(graph::Recorded const& number);

/// Evaluates f(q, v) over the coordinates and velocities of a text. A sum of squares of turned
/// velocities stays a sum of squares, cos^2 + sin^2 does not appear.
template <class G, class F>
auto in_text_space(F const& f, Vec<graph::Recorded, TextSpace<G>::Space::size> const& stated_q,
                   Vec<graph::Recorded, G::dof> const& stated_v, graph::Graph& recorder) {
  using graph::Recorded;
  using To = TextSpace<G>;
  Vec<Recorded, G::size> const q = To::point(stated_q);
  Vec<Recorded, G::dof> const v = To::velocity(stated_q, stated_v);
  auto values = f(q, v);
  if constexpr (To::turned > 0) {
    constexpr int n = To::turned;
    using Jet = Jet2<Recorded, n>;
    auto at = cast<Jet>(v), at_rest = at;
    for (int i = 0; i < n; ++i) {
      auto& moving = at[To::first_turned + i];
      moving.gradient = unit<Recorded, n>(i);
      at_rest[To::first_turned + i] = Jet(Recorded(0), moving.gradient, moving.hessian);
    }
    auto const jets = f(cast<Jet>(q), at), jets_at_rest = f(cast<Jet>(q), at_rest);
    Recorded squares = 0;
    for (int i = 0; i < n; ++i) {
      auto const& component = stated_v[To::first_turned + i];
      squares = squares + component * component;
    }
    for (int k = 0; k < static_cast<int>(std::tuple_size_v<decltype(values)>); ++k) {
      auto const& jet = jets_at_rest[k];
      bool is_sum_of_squares = !jet.second(0, 0).is(0);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) {
          auto const expected = i == j ? jet.second(0, 0) : Recorded(0);
          is_sum_of_squares = is_sum_of_squares &&
                              jet.second(i, j).in(recorder) == expected.in(recorder) &&
                              jets[k].second(i, j).in(recorder) == expected.in(recorder);
        }
      if (!is_sum_of_squares) continue;
      values[k] = jet.value + jet.second(0, 0) * squares / 2;
      for (int i = 0; i < n; ++i) values[k] = values[k] + jet.gradient[i] * v[To::first_turned + i];
    }
  }
  return values;
}

/// Returns the cases of a problem, without the velocities that the constraints determine. Texts do
/// not have cases that are states of a method.
template <class P>
std::vector<StatedCase> stated_cases(P const& standard) {
  using To = TextSpace<typename P::Space>;
  std::vector<StatedCase> all;
  for (auto& c : standard.cases()) {
    if (c.is_method_state) continue;
    complete_velocity(c.system, c.q, c.v);
    auto& to = all.emplace_back();
    to.name = c.name;
    to.note = c.note;
    for (auto const& parameter : P::parameters()) {
      Quad const value = c.system.*(parameter.member);
      if (value != standard.*(parameter.member)) to.parameters.emplace_back(parameter.name, value);
    }
    auto const q = To::stated_point(c.q);
    auto const v = To::stated_velocity(c.q, c.v);
    to.q.assign(q.c, q.c + To::Space::size);
    to.v.assign(v.c, v.c + To::Space::dof);
    for (int const dependent : standard.dependent_velocities)
      to.v[To::stated_index(dependent)].reset();
  }
  return all;
}

/// Returns what a text states of `Problem`. Throws graph::NotRecordable if its formulas cannot be
/// recorded.
template <template <class> class Problem>
StatedProblem stated_problem() {
  using graph::Recorded;
  using P = Problem<Recorded>;
  using G = typename P::Space;
  using To = TextSpace<G>;
  StatedProblem stated;
  auto& recorder = stated.graph;
  P system;
  stated.card = system.card();
  stated.driven = Driven<P>;
  int inputs = 0;
  auto const next = [&] { return Recorded(recorder, recorder.input(inputs++)); };
  Problem<Quad> const standard;
  for (auto const& parameter : Problem<Quad>::parameters()) {
    auto const at = stated.parameters.size();
    auto& member = system.*(P::parameters()[at].member);
    stated.parameters.push_back(
        {parameter.name, parameter.meaning, standard.*(parameter.member), formula_of(member)});
    member = next();
  }
  if constexpr (Driven<P>) clock_of(system) = next();
  Vec<std::string, G::size> names;
  for (int i = 0; i < G::size; ++i) names[i] = stated.card.coordinates[i];
  auto const stated_names = To::stated_point(names);
  stated.coordinates.assign(stated_names.c, stated_names.c + To::Space::size);
  SpaceNames<typename To::Space>::add(stated.factors, stated.velocities, stated.coordinates, 0);
  Vec<Recorded, To::Space::size> q;
  Vec<Recorded, G::dof> v;
  for (int i = 0; i < To::Space::size; ++i) q[i] = next();
  for (int i = 0; i < G::dof; ++i) v[i] = next();

  auto const lagrangian = [&]<class T>(Vec<T, G::size> const& at, Vec<T, G::dof> const& along) {
    return Vec<T, 1>{lagrangian_of(system, at, along)};
  };
  stated.lagrangian = in_text_space<G>(lagrangian, q, v, recorder)[0].in(recorder);
  auto const constraint = [&](auto const& at, auto const& along) {
    return constraint_of(system, at, along);
  };
  for (auto const& row : in_text_space<G>(constraint, q, v, recorder).c)
    stated.constraints.push_back(row.in(recorder));
  if constexpr (StatesForce<P>) {
    auto const force = system.force(To::point(q), To::velocity(q, v), clock_of(system));
    for (int i = 0; i < G::dof; ++i)
      stated.forces.push_back(dot(force, To::velocity(q, unit<Recorded, G::dof>(i))).in(recorder));
  }
  if constexpr (StatesInvariants<P>) try {
      auto const invariants = system.invariants(To::point(q), To::velocity(q, v));
      for (auto const& value : invariants.c) stated.invariants.push_back(value.in(recorder));
    } catch (graph::NotRecordable const&) {
      stated.invariants.clear();
    }
  stated.cases = stated_cases(standard);
  return stated;
}

/// Returns the text of `Problem`.
template <template <class> class Problem>
ProblemText text_of_problem() {
  using G = typename Problem<double>::Space;
  if constexpr (!requires { typename TextSpace<G>::Space; }) {
    return {"", "a text cannot state the space " + G::name()};
  } else {
    constexpr std::size_t parameters = std::tuple_size_v<decltype(Problem<double>::parameters())>;
    if (parameters > most_parameters)
      return {"", "it has " + std::to_string(parameters) + " parameters, and a text at most " +
                      std::to_string(most_parameters)};
    try {
      return {written(stated_problem<Problem>()), ""};
    } catch (graph::NotRecordable const& reason) {
      return {"", std::string("its formulas cannot be recorded: ") + reason.what()};
    }
  }
}

/// Returns the ids of all problems of the catalogue, with their texts.
std::vector<std::pair<std::string, ProblemText>> all_texts();

}  // namespace rattleback::text
