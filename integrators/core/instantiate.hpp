#pragma once
// Fills a registry entry: one problem with all methods and number types. Included by one generated
// translation unit per problem.

#include "integrators/core/consistency.hpp"
#include "integrators/core/ensemble.hpp"
#include "integrators/core/invariant_measure.hpp"
#include "integrators/core/reference.hpp"
#include "integrators/core/reversibility.hpp"

namespace rattleback {

template <template <class> class Problem, class M>
MethodEntry method_entry() {
  using P = Problem<double>;
  MethodEntry entry;
  entry.card = card_of<M>();
  if constexpr (Steps<M, View<M, P>, double>) {
    entry.integrate = &integrate<Problem, M, double, double>;
    entry.reversibility_defect = &reversibility_defect<Problem, M>;
    entry.largest_step = &largest_step_from_start<Problem, M>;
    using V = View<M, P>;
    using Memory =
        decltype(memory_of(std::declval<M>(), std::declval<V>(), Point<V, double>{}, 1.0));
    if constexpr (std::same_as<Memory, NoMemory>) {
      auto const& card = entry.card;
      entry.self_adjoint = card.reversible && card.velocity_node == 0 && !card.adaptive;
      if constexpr (StatesInvariantMeasure<P> && std::same_as<View<M, P>, P>)
        if (card.velocity_node == 0) entry.volume_defect = &volume_defect<Problem, M>;
    }
    if constexpr (is_euclidean<typename P::Space> && (SampledStarts<P> || StartFamily<P>))
      entry.ensemble = &ensemble<Problem, M>;
    if constexpr (Steps<M, View<M, Problem<Quad>>, Quad>)
      entry.integrate_quad = &integrate<Problem, M, Quad, RawQuad>;
  } else {
    entry.refusal = entry.card.id + " needs " + entry.card.applies_to;
  }
  return entry;
}

/// Everything the rest of the house may know of Problem, with every method of the list.
template <template <class> class Problem, template <class...> class List, class... Methods>
ProblemEntry problem_entry(List<Methods...>) {
  using P = Problem<double>;
  static_assert(CataloguedProblem<P>);
  ProblemEntry entry;
  entry.card = P::card();
  entry.space = P::Space::name();
  entry.size = size_of<P>;
  entry.dof = dof_of<P>;
  entry.constraints = P::constraints;
  entry.affine = AffineConstraints<P>;
  if constexpr (requires { P::group_coordinates; })
    entry.group_coordinates.assign(P::group_coordinates.begin(), P::group_coordinates.end());
  for (auto const& p : P::parameters())
    entry.parameters.push_back(
        {p.name, p.meaning, P{}.*(p.member), bound_in_words(p.lower, p.lower_allowed)});
  for (auto const& c : P::cases()) {
    ProblemEntry::CaseRecord record{c.name, c.note, plain<double>(c.q), {}, {}, c.own_state};
    auto v = c.v;
    if (!c.own_state) complete_velocity(c.system, c.q, v);
    record.v = plain<double>(v);
    for (auto const& p : P::parameters())
      record.parameters.emplace_back(p.name, c.system.*(p.member));
    entry.cases.push_back(record);
  }
  (entry.methods.push_back(method_entry<Problem, Methods>()), ...);
  entry.reference = &reference<Problem>;
  if constexpr (ExactSolution<P>)
    entry.exact = [](Setting const& setting, std::vector<RawQuad> const& times) {
      auto const r = resolve<Problem<Quad>>(setting);
      std::vector<ReferenceState> states;
      for (RawQuad t : times) {
        auto const [q, v] = r.system.exact(r.z.q, r.z.v, Quad(t));
        states.push_back({t, plain<RawQuad>(q), plain<RawQuad>(v), {}});
      }
      return states;
    };
  if constexpr (HamiltonizableSystem<P>)
    entry.times_at = [](Setting const& setting, std::vector<RawQuad> const& taus) {
      auto const r = resolve<Problem<Quad>>(setting);
      std::vector<RawQuad> times;
      for (RawQuad tau : taus)
        times.push_back(static_cast<RawQuad>(r.system.time_at(r.z.q, r.z.v, Quad(tau))));
      return times;
    };
  entry.energy = [](Setting const& setting) {
    auto const r = resolve<P>(setting);
    return energy(r.system, r.z.q, r.z.v);
  };
  if constexpr (SampledStarts<P>)
    entry.sample = [](std::uint64_t seed, std::uint64_t orbit, double wanted) {
      auto const [q, v] = sampled_start(P::cases().front().system, seed, orbit, wanted);
      return std::pair{plain<double>(q), plain<double>(v)};
    };
  else
    entry.ensemble_refusal = entry.card.id + " states no sampled starts";
  entry.consistency = &consistency<P>;
  if constexpr (LieGroup<typename P::Space>) entry.divergence = &divergence<Problem>;
  if constexpr (StatesInvariantMeasure<P>) entry.measure_defect = &measure_defect<Problem>;
  return entry;
}

}  // namespace rattleback
