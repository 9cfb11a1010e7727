#include "integrators/core/registry/variants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/invalid_input.hpp"
#include "integrators/core/method/composition.hpp"
#include "integrators/core/tables/step_table.hpp"

namespace rattleback {

namespace {

/// Applies the change to the specification of each function. The change returns the options that it
/// took from the specification, which the result shows again.
void change_runs(MethodEntry& entry, std::function<OptionValues(RunSpec&)> const& change) {
  auto const changed = [&](auto& function) {
    if (!function) return;
    function = [change, inner = function](RunSpec spec) {
      auto const taken = change(spec);
      auto result = inner(spec);
      if constexpr (requires { result.options; })
        result.options.insert(result.options.end(), taken.begin(), taken.end());
      return result;
    };
  };
  changed(entry.integrate);
  changed(entry.integrate_quad);
  changed(entry.reversibility_defect);
  changed(entry.failed_step);
  changed(entry.volume_defect);
  entry.tables = {};
  entry.ensemble = nullptr;
  entry.largest_step = nullptr;
}

/// The card of a composition: its order, and the promises that survive.
MethodCard composed_card(MethodEntry const& base, Composition const& scheme) {
  auto card = base.card;
  int const stages = static_cast<int>(scheme.weights.size());
  card.id = fmt::format("compose({},{})", card.id, scheme.name);
  card.name = fmt::format("{}, composed by {}", card.name, scheme.name);
  card.equations = fmt::format("{} steps of gamma_i h, each: {}", stages, card.equations);
  card.source = scheme.source + "; " + card.source;
  // An alternating mode of the internal state is not a smooth function of the step size.
  auto const standard = card.starts.front().name;
  std::erase_if(card.starts, [&](StartCard const& start) { return start.name != standard; });
  // The substep in the middle, and the node at the end, are places that a step has as well.
  bool const has_multipliers =
      card.multipliers && (card.multiplier_node == -0.5 || card.multiplier_node == 0);
  // The order of compositions is proved for smooth maps of D. An internal state may alternate from
  // substep to substep: the composition then has order four and no more. A violation of the
  // constraint at the nodes alternates too, and limits the velocities to the order of the step;
  // that of a solver of the eliminated equations, which are smooth outside D too, does not.
  for (auto& start : card.starts) {
    if (card.preserves_constraint || card.baseline)
      start.order =
          std::max(start.order, base.self_adjoint ? scheme.order : std::min(scheme.order, 4));
    if (!has_multipliers) start.multiplier_order = 0;
  }
  card.multipliers = has_multipliers;
  card.lagrangian_derivatives_per_step *= stages;
  card.reflections_per_step *= stages;
  return card;
}

MethodEntry composed(MethodEntry const& base, std::string const& name) {
  std::vector<std::string> known;
  Composition const* scheme = nullptr;
  for (auto const& candidate : compositions()) {
    known.push_back(candidate.name);
    if (candidate.name == name) scheme = &candidate;
  }
  if (!scheme) throw_unknown("composition", name, known);
  if (base.not_applicable_because.empty() && !base.composable)
    throw InvalidInput(
        fmt::format("{} cannot be composed: it is not self-adjoint, or what it carries "
                    "from node to node is bound to one step size",
                    base.card.id));
  auto entry = base;
  entry.card = composed_card(base, *scheme);
  entry.self_adjoint = entry.composable = false;
  change_runs(entry, [weights = scheme->weights](RunSpec& spec) {
    spec.composition = weights;
    return OptionValues{};
  });
  return entry;
}

std::string words_of(Projection projection) {
  switch (projection) {
    case Projection::constraint:
      return "onto the constraint";
    case Projection::energy:
      return "onto the initial energy";
    case Projection::both:
      return "onto the constraint and the initial energy";
    case Projection::position:
      return "onto the constraint, and the configuration onto the position constraints";
    default:
      return "symmetrically onto the constraint";
  }
}

/// The card of a projection: the promises that it adds, and those that survive.
MethodCard projected_card(MethodCard card, Projection onto, std::string const& target) {
  bool const onto_constraint = onto != Projection::energy;
  bool const moves_nothing =  // up to rounding
      (onto == Projection::energy || card.preserves_constraint) &&
      (!needs_energy(onto) || card.preserves_energy);
  bool const keeps_both = card.preserves_constraint && card.preserves_energy;
  card.id = fmt::format("projected({},{})", card.id, target);
  card.name = fmt::format("{}, velocity projected {} {}", card.name, words_of(onto),
                          onto == Projection::symmetric ? "around each step" : "after each step");
  card.equations += "; then v is moved in the metric of the kinetic energy";
  card.source += onto == Projection::symmetric ? "; Hairer, Lubich & Wanner 2006, V.4.1"
                                               : "; Hairer, Lubich & Wanner 2006, IV.4";
  // A projection after the step breaks the symmetry of the step.
  card.reversible = (onto == Projection::symmetric || moves_nothing) && card.reversible;
  card.preserves_constraint = onto_constraint || card.preserves_constraint;
  card.preserves_energy = needs_energy(onto) || keeps_both;
  card.lagrangian_derivatives_per_step = 0;
  if (onto == Projection::symmetric)
    card.known_limits.push_back(
        {"A step whose constraint cannot be satisfied by one multiplier at both ends is a recorded "
         "failure.",
         "Hairer, Lubich & Wanner 2006, V.4.1"});
  if (needs_energy(onto))
    card.known_limits.push_back(
        {"A step to a point where the potential exceeds the initial energy is a recorded failure.",
         "docs/command_line.md"});
  return card;
}

MethodEntry projected(MethodEntry const& base, std::string const& target, bool constant_energy) {
  std::vector<std::string> known;
  Projection onto = Projection::none;
  for (auto const& [name, projection] : projections()) {
    known.push_back(name);
    if (name == target) onto = projection;
  }
  if (onto == Projection::none) throw_unknown("projection", target, known);
  auto const& id = base.card.id;
  if (base.not_applicable_because.empty()) {
    if (!base.no_projection_because.empty())
      throw InvalidInput(fmt::format("{} cannot be projected after each step: {}", id,
                                     base.no_projection_because));
    if (needs_energy(onto) && !constant_energy)
      throw InvalidInput(
          fmt::format("projected({},{}) needs a problem whose energy is constant; allowed for this "
                      "problem: projected({},constraint), projected({},symmetric)",
                      id, target, id, id));
    // Such a method reflects the reaction that the projection adds at the start of the step.
    if (onto == Projection::symmetric && !base.card.preserves_constraint && !base.card.baseline)
      throw InvalidInput(
          fmt::format("projected({},symmetric) does not exist: {} imposes the constraint between "
                      "its nodes; allowed for {}: constraint, energy, both",
                      id, id, id));
    if (onto == Projection::symmetric && base.card.adaptive)
      throw InvalidInput(
          fmt::format("projected({},symmetric) needs a method with fixed steps; allowed for {}: "
                      "constraint, energy, both, position",
                      id, id));
  }
  auto entry = base;
  entry.card = projected_card(base.card, onto, target);
  entry.no_projection_because = "its velocity is projected already";
  entry.self_adjoint = base.self_adjoint && onto == Projection::symmetric;
  entry.composable = false;
  change_runs(entry, [onto](RunSpec& spec) {
    spec.projection = onto;
    return OptionValues{};
  });
  return entry;
}

/// The gains of a feedback, as options.
std::vector<OptionCard> gains() {
  return {
      {.name = "kc", .meaning = "gain of the constraint, in 1/time", .standard = "1", .least = 0.0},
      {.name = "kE",
       .meaning = "gain of the energy, in 1/time; 0 where the energy is not constant",
       .standard = "0",
       .least = 0.0}};
}

/// Removes the gain from the options and returns its text.
std::string take_gain(OptionValues& options, OptionCard const& gain) {
  std::string text = gain.standard;
  for (auto const& [name, value] : options)
    if (name == gain.name) text = value;
  std::erase_if(options, [&](auto const& stated) { return stated.first == gain.name; });
  char* end = nullptr;
  double const value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0' || !gain.allows(value))
    throw InvalidInput(fmt::format("option {}='{}' must be {}", gain.name, text, gain.allowed()));
  return text;
}

/// Selects the form `ode` of a solver that has others: a feedback acts on no other.
void select_ode(MethodCard const& card, OptionValues& options) {
  if (std::none_of(card.options.begin(), card.options.end(),
                   [](auto const& option) { return option.name == "form"; }))
    return;
  for (auto const& [name, value] : options)
    if (name == "form" && value != "ode")
      throw InvalidInput(fmt::format(
          "{} needs the eliminated equations: option form='{}' must be ode", card.id, value));
  std::erase_if(options, [](auto const& stated) { return stated.first == "form"; });
  options.emplace_back("form", "ode");
}

MethodEntry with_feedback(MethodEntry const& base, bool constant_energy) {
  auto const& id = base.card.id;
  if (base.not_applicable_because.empty() && !base.takes_feedback)
    throw InvalidInput(fmt::format(
        "feedback({}) does not exist: {} {}; allowed, for instance: feedback(odeint_rk4)", id, id,
        base.tables.in_double && base.tables.in_double->needs_series
            ? "takes the equations of motion from the formulas of a text"
            : "does not solve the eliminated equations of motion"));
  auto entry = base;
  auto& card = entry.card;
  card.id = fmt::format("feedback({})", id);
  card.name = fmt::format("{}, with feedback of constraint and energy", base.card.name);
  card.equations +=
      "; v' gets the terms -kc W A^T C^-1 (A v + b) - kE (E - E0)/(v.M v) v, with "
      "W = M^-1 and C = A W A^T";
  card.source +=
      "; the feedback is this project's velocity form and not that of Chang & Perlmutter "
      "2018 (arXiv 1811.03757), whose variables are others";
  card.reversible = false;
  card.preserves_constraint = card.preserves_energy = false;
  for (auto& option : card.options) {
    if (option.name != "form") continue;
    option.standard = "ode";
    option.choices = {"ode"};
  }
  for (auto& gain : gains()) card.options.push_back(std::move(gain));
  entry.takes_feedback = false;
  entry.self_adjoint = entry.composable = false;
  change_runs(entry, [card, constant_energy](RunSpec& spec) {
    std::vector<std::string> names;
    for (auto const& option : card.options) names.push_back(option.name);
    for (auto const& [name, value] : spec.options)
      if (std::find(names.begin(), names.end(), name) == names.end())
        throw_unknown("option of " + card.id, name, names);
    select_ode(card, spec.options);
    auto const stated = gains();
    auto const kc = take_gain(spec.options, stated[0]), kE = take_gain(spec.options, stated[1]);
    spec.feedback = {RawQuad(std::stod(kc)), RawQuad(std::stod(kE))};
    if (spec.feedback.energy_gain != 0 && !constant_energy)
      throw InvalidInput(
          fmt::format("option kE='{}' must be 0 on a problem whose energy is not constant", kE));
    return OptionValues{{"kc", kc}, {"kE", kE}};
  });
  return entry;
}

}  // namespace

std::optional<VariantName> named_variant(std::string id) {
  std::erase(id, ' ');
  for (std::string const kind : {"compose", "projected", "feedback"}) {
    auto const head = kind + "(";
    if (!id.starts_with(head) || id.back() != ')') continue;
    auto const inside = id.substr(head.size(), id.size() - head.size() - 1);
    if (kind == "feedback") return VariantName{kind, inside, {}};
    auto const comma = inside.rfind(',');
    if (comma == std::string::npos) return VariantName{kind, inside, {}};
    return VariantName{kind, inside.substr(0, comma), inside.substr(comma + 1)};
  }
  return std::nullopt;
}

std::string innermost_method(std::string const& id) {
  auto const variant = named_variant(id);
  return variant ? innermost_method(variant->inner) : id;
}

bool projects_energy(std::string const& id) {
  auto const variant = named_variant(id);
  if (!variant) return false;
  return (variant->kind == "projected" &&
          (variant->argument == "energy" || variant->argument == "both")) ||
         projects_energy(variant->inner);
}

MethodEntry variant_of(MethodEntry const& base, VariantName const& name, bool constant_energy) {
  auto entry = name.kind == "compose"     ? composed(base, name.argument)
               : name.kind == "projected" ? projected(base, name.argument, constant_energy)
                                          : with_feedback(base, constant_energy);
  entry.variant_of = base.variant_of.empty() ? base.card.id : base.variant_of;
  return entry;
}

std::string refusal_on(ProblemEntry const& problem, std::string const& id) {
  try {
    return problem.method(id).not_applicable_because;
  } catch (InvalidInput const& refusal) {
    return refusal.what();
  }
}

MethodCard card_of_variant(std::string const& id) {
  std::string refusal;
  for (auto const& problem : registry()) {
    refusal = refusal_on(problem, id);
    if (refusal.empty()) return problem.method(id).card;
  }
  throw InvalidInput(refusal);
}

std::vector<std::string> corrected_baselines(ProblemEntry const& problem) {
  std::vector<std::string> ids{"projected(odeint_rk4,constraint)"};
  if (problem.methods.constant_energy) ids.push_back("projected(odeint_rk4,both)");
  for (auto const* id : {"projected(odeint_dopri5,constraint)",
                         "projected(implicit_midpoint,symmetric)", "feedback(odeint_rk4)"})
    ids.push_back(id);
  std::erase_if(ids, [&](std::string const& id) {
    return std::none_of(problem.methods.begin(), problem.methods.end(),
                        [&](auto const& m) { return m.card.id == innermost_method(id); });
  });
  return ids;
}

std::vector<MethodEntry const*> methods_or_all(ProblemEntry const& problem,
                                               std::vector<std::string> const& ids) {
  std::vector<MethodEntry const*> methods;
  for (auto const& id : ids) methods.push_back(&problem.method(id));
  if (!ids.empty()) return methods;
  for (auto const& method : problem.methods) methods.push_back(&method);
  for (auto const& id : corrected_baselines(problem)) methods.push_back(&problem.method(id));
  return methods;
}

}  // namespace rattleback
