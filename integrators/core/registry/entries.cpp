#include "integrators/core/registry/entries.hpp"

#include <fmt/format.h>

#include "integrators/core/ensemble/ensemble.hpp"
#include "integrators/core/ensemble/initial_states.hpp"
#include "integrators/core/method/option.hpp"
#include "integrators/core/run/integrate.hpp"
#include "integrators/core/run/kinks.hpp"
#include "integrators/core/run/parasitic_mode.hpp"
#include "integrators/core/run/reference.hpp"
#include "integrators/core/run/volume.hpp"

namespace rattleback {

std::string refusal_of_forces(MethodCard const& card) {
  return fmt::format("{} does not take driven systems{}", card.id,
                     card.no_forces_because.empty() ? "" : ": " + card.no_forces_because);
}

namespace {
/// Why the velocity of the method cannot be projected after each step; empty if it can.
std::string refusal_of_projection(StepTable<double> const& table, MethodCard const& card) {
  if (table.set_after_step) return {};
  if (card.adaptive)
    return "its library has no function for a projection, and its next step uses earlier ones";
  if (table.has_memory)
    return "its internal state belongs to the velocity that a projection would replace";
  if (card.velocity_node != 0) return "its velocities do not belong to its nodes";
  return {};
}
}  // namespace

MethodEntry method_entry(SharedProblem const& problem, MethodCard const& card,
                         MethodTables const& tables) {
  MethodEntry entry;
  entry.card = card;
  bool const lacks_series =
      tables.in_double && tables.in_double->needs_series && !problem->in_double.series;
  if (!lacks_series) entry.tables = tables;
  if (auto const* table = entry.tables.in_double;
      table && table->lanes && problem->ensembles.energy && !problem->in_double.kink_arguments)
    entry.tables.lanes = table->lanes;
  if (!entry.tables.in_double) {
    entry.not_applicable_because = card.id + " needs " + card.applies_to;
    if (problem->description.driven && !card.takes_forces)
      entry.not_applicable_because = refusal_of_forces(card);
    else if (problem->description.driven && !card.no_forces_because.empty())
      entry.not_applicable_because += "; " + card.no_forces_because;
    return entry;
  }
  auto const& table = *tables.in_double;
  auto const on_table = [problem, &card](auto const& table, auto of) {
    return [=, &card, &table](RunSpec const& spec) { return of(problem, table, card, spec); };
  };
  entry.integrate = on_table(table, &integrate<double>);
  if (tables.in_quad && !double_only)
    entry.integrate_quad = on_table(*tables.in_quad, &integrate<Quad>);
  // The reversed motion of a driven system is that of another system.
  if (!problem->description.driven)
    entry.reversibility_defect = on_table(table, &reversibility_defect);
  if (!card.adaptive) entry.failed_step = on_table(table, &failed_step);
  entry.largest_step = on_table(table, &largest_step_from_start);
  entry.no_projection_because = refusal_of_projection(table, card);
  entry.takes_feedback = table.set_feedback != nullptr;
  entry.reflects_momenta = table.reflects_momenta && problem->in_double.constraints > 0;
  bool const maps_nodes = !table.has_memory && card.velocity_node == 0;
  entry.self_adjoint = maps_nodes && card.reversible && !card.adaptive;
  entry.composable = entry.self_adjoint || (table.follows_step_size && card.velocity_node == 0 &&
                                            card.reversible && !card.adaptive);
  if (problem->in_double.moved && maps_nodes) entry.volume_defect = on_table(table, &volume_defect);
  entry.ensemble = [=, &card, &table, lanes = entry.tables.lanes](EnsembleSpec const& spec) {
    bool const stops = std::any_of(spec.options.begin(), spec.options.end(), [](auto const& given) {
      return letters_of(given.first) == "stops";
    });
    return ensemble(problem, EnsembleMethod{table, stops ? nullptr : lanes, card}, spec);
  };
  return entry;
}

ProblemEntry problem_entry(SharedProblem const& problem) {
  auto const& description = problem->description;
  auto const& mechanics = problem->in_double;
  ProblemEntry entry;
  entry.card = description.card;
  entry.functions = problem;
  entry.space = description.space;
  entry.size = mechanics.size;
  entry.dof = mechanics.dof;
  entry.constraints = mechanics.constraints;
  entry.affine = description.affine;
  entry.driven = description.driven;
  entry.methods.constant_energy = !entry.driven && !entry.affine;
  entry.equations = description.equations;
  entry.group_coordinates = description.group_coordinates;
  for (auto const& p : description.parameters)
    entry.parameters.push_back(
        {p.name, p.meaning, p.standard, bound_in_words(p.lower, p.lower_allowed)});
  for (auto const& c : mechanics.cases()) {
    ProblemEntry::CaseRecord record{c.name, c.note, c.q, c.v, {}, c.is_method_state, c.stated};
    if (!c.is_method_state && !c.stated.is_complete && !c.stated.rejected)
      mechanics.complete_velocity(c.system.get(), 0, record.q.data(), record.v.data());
    for (std::size_t k = 0; k < description.parameters.size(); ++k)
      record.parameters.emplace_back(description.parameters[k].name,
                                     mechanics.parameter(c.system.get(), static_cast<int>(k)));
    entry.cases.push_back(record);
  }
  auto const on_problem = [problem](auto of) {
    return [=](auto const&... arguments) { return of(problem, arguments...); };
  };
  entry.reference = on_problem(&reference);
  if (!double_only && problem->in_double.exact)
    entry.exact = [=](Setting const& setting, std::vector<RawQuad> const& times) {
      auto const r = resolve<Quad>(problem, setting);
      std::vector<Quad> q(r.q.size()), v(r.v.size());
      std::vector<ReferenceState> states;
      for (RawQuad t : times) {
        r.system->exact(r.system.get(), Quad(t), r.q.data(), r.v.data(), q.data(), v.data());
        states.push_back({t, {q.begin(), q.end()}, {v.begin(), v.end()}, {}});
      }
      return states;
    };
  if (!double_only && problem->in_double.time_at)
    entry.times_at = [=](Setting const& setting, std::vector<RawQuad> const& taus) {
      auto const r = resolve<Quad>(problem, setting);
      std::vector<RawQuad> times;
      for (RawQuad tau : taus)
        times.push_back(static_cast<RawQuad>(
            r.system->time_at(r.system.get(), r.q.data(), r.v.data(), Quad(tau))));
      return times;
    };
  if (mechanics.kink_arguments) entry.kinks = on_problem(&kinks_met);
  entry.energy = [=](Setting const& setting) {
    auto const r = resolve<double>(problem, setting);
    std::vector<double> observables(r.system->observables), phi(r.system->constraints);
    r.system->observe(r.system.get(), 0, r.q.data(), r.v.data(), observables.data(), phi.data());
    return observables[0];
  };
  entry.starts = measure_of_starts(*problem);
  entry.sample = [=](std::uint64_t seed, std::uint64_t orbit, double energy) {
    auto const c = problem->in_double.cases().front();
    auto z = start_of_orbit({problem, c.system}, c.q, seed, orbit, energy);
    return std::pair{std::move(z.q), std::move(z.v)};
  };
  if (mechanics.moved) {
    entry.divergence = on_problem(&divergence);
    entry.riemannian_divergence = on_problem(&riemannian_divergence);
  }
  if (mechanics.density) entry.measure_defect = on_problem(&measure_defect);
  entry.parasitic_modes = on_problem(&parasitic_modes);
  return entry;
}

}  // namespace rattleback
