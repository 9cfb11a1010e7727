#pragma once
// Fills a registry entry: one problem with all methods and number types. Included by one generated
// translation unit per problem.

#include "integrators/core/consistency.hpp"
#include "integrators/core/ensemble.hpp"
#include "integrators/core/invariant_measure.hpp"
#include "integrators/core/parasitic_mode.hpp"
#include "integrators/core/reference.hpp"
#include "integrators/core/registry.hpp"
#include "integrators/core/reversibility.hpp"
#include "integrators/core/volume_defect.hpp"

namespace rattleback {

/// What of a method on a problem is compiled for the two together. Null: there is none of it.
template <template <class> class Problem>
struct MethodOn {
  MakeStepper<Problem<double>, double> make_stepper = nullptr;
  MakeStepper<Problem<Quad>, Quad> make_quad_stepper = nullptr;
  MakeLaneBatch<Problem<double>> make_lane_batch = nullptr;
  /// Does the method carry nothing but the point?
  bool without_memory = false;
  /// Does what it carries follow a change of the step size?
  bool follows_step_size = false;
  bool reflects_momenta = false;
};

template <template <class> class Problem, Method M>
MethodOn<Problem> method_on() {
  using P = Problem<double>;
  using V = View<M, P>;
  MethodOn<Problem> made;
  if constexpr (Steps<M, V, double>) {
    made.make_stepper = &make_stepper<P, M, double>;
    if constexpr (Steps<M, View<M, Problem<Quad>>, Quad>)
      made.make_quad_stepper = &make_stepper<Problem<Quad>, M, Quad>;
    if constexpr (StepsOnLanes<M, P>) made.make_lane_batch = &make_lane_batch<P, M>;
    using Memory =
        decltype(memory_of(std::declval<M>(), std::declval<V>(), Point<V, double>{}, 1.0));
    made.without_memory = std::same_as<Memory, NoMemory>;
    made.follows_step_size = FollowsStepSize<Memory, double>;
    made.reflects_momenta =
        HasFlippedMomentum<Memory, V, double> || FlipsMomentumOfState<M, V, double>;
  }
  return made;
}

template <template <class> class Problem>
MethodEntry method_entry(MethodCard const& card, MethodOn<Problem> const& made) {
  using P = Problem<double>;
  MethodEntry entry;
  entry.card = card;
  auto const make = made.make_stepper;
  if (!make) {
    entry.refusal = card.id + " needs " + card.applies_to;
    return entry;
  }
  using Run = RunSpec const&;
  entry.integrate = [=](Run spec) { return integrate<Problem, double>(make, spec); };
  if (auto const make_quad = made.make_quad_stepper)
    entry.integrate_quad = [=](Run spec) { return integrate<Problem, Quad>(make_quad, spec); };
  entry.reversibility_defect = [=](Run spec) { return reversibility_defect<Problem>(make, spec); };
  entry.largest_step = [=](Run spec) { return largest_step_from_start<P>(make, spec); };
  entry.reflects_momenta = made.reflects_momenta;
  bool const maps_nodes = made.without_memory && card.velocity_node == 0;
  entry.self_adjoint = maps_nodes && card.reversible && !card.adaptive;
  entry.composable = entry.self_adjoint || (made.follows_step_size && card.velocity_node == 0 &&
                                            card.reversible && !card.adaptive);
  if constexpr (LieGroup<typename P::Space>)
    if (maps_nodes) entry.volume_defect = [=](Run spec) { return volume_defect<P>(make, spec); };
  entry.ensemble = [=](EnsembleSpec const& spec) {
    return ensemble<P>(card, make, made.make_lane_batch, made.without_memory, spec);
  };
  return entry;
}

/// Everything the rest of the program may know of Problem, with every method of the list.
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
  entry.equations = how_equations_are_evaluated<P>();
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
  (entry.methods.push_back(method_entry(card_of<Methods>(), method_on<Problem, Methods>())), ...);
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
  entry.starts = measure_of_starts<P>();
  entry.sample = [](std::uint64_t seed, std::uint64_t orbit, double wanted) {
    auto const c = P::cases().front();
    auto const [q, v] = start_of_orbit(c.system, c.q, seed, orbit, wanted);
    return std::pair{plain<double>(q), plain<double>(v)};
  };
  entry.consistency = &consistency<Problem>;
  if constexpr (LieGroup<typename P::Space>) {
    entry.divergence = &divergence<Problem>;
    entry.riemannian_divergence = &riemannian_divergence<Problem>;
  }
  entry.parasitic_modes = &parasitic_modes<Problem>;
  if constexpr (StatesInvariantMeasure<P>) entry.measure_defect = &measure_defect<Problem>;
  return entry;
}

}  // namespace rattleback
