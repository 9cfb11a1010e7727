#pragma once
// Fills a registry entry: a problem from a text file with all methods and number types. Included by
// one generated translation unit for each kind of space, and by the unit of a compiled text.

#include <fmt/format.h>

#include "integrators/core/equations/formulas.hpp"
#include "integrators/core/registry/instantiate.hpp"
#include "integrators/core/run/resolve.hpp"
#include "integrators/core/text/examination.hpp"
#include "problems/core/spaces/any_group.hpp"
#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/se2.hpp"
#include "problems/core/spaces/so3.hpp"
#include "problems/text/text_problem.hpp"

namespace rattleback::text {

/// Constant: the method needs a space on which Cayley's map is the implicit midpoint rule.
template <class M>
concept NeedsCayleyMidpoint = M::needs_cayley_midpoint;

/// @tparam driven  for problems with forces or functions of time
template <class G, auto m, bool driven = false, template <class> class Functions = RunTapes>
struct ProblemSignature : TextClasses<G, m, driven, Functions> {
  using Classes = TextClasses<G, m, driven, Functions>;
  template <class S>
  using General = typename Classes::template General<S>;
  static constexpr auto size = G::size, dof = G::dof;

  /// The tapes of the formulas as they stand.
  static Tapes stated_tapes(ProblemFile const& file) {
    int const parameters = file.parameter_count(), first = file.first_coordinate();
    std::vector<graph::Argument> arguments{{"q", first, length(size)},
                                           {"v", first + length(size), length(dof)}};
    auto const tape = [&](std::vector<graph::Index> const& entries) {
      return Tape(file.graph, parameters, arguments, {{"value", entries}});
    };
    Tapes tapes;
    if (driven) {
      arguments.push_back({"t", parameters, 1});
      tapes.stated_force = tape(file.force_nodes);
    }
    tapes.invariants = tape(file.invariant_nodes);
    tapes.positions = tape(file.position_nodes);
    std::vector<graph::Index> conditions;
    for (auto const& condition : file.domain) conditions.push_back(condition.node);
    tapes.domain = tape(conditions);
    tapes.lagrangian = tape({file.lagrangian_node});
    tapes.constraint = tape(file.constraint_nodes);
    std::vector<graph::Index> of_kinks, exponents;
    for (auto const& kink : file.kinks) {
      of_kinks.push_back(kink.argument);
      if (kink.exponent >= 0) exponents.push_back(kink.exponent);
    }
    tapes.kinks = Tape(file.graph, parameters, arguments,
                       {{"arguments", of_kinks}, {"exponents", exponents}});
    return tapes;
  }

  /// Records the formulas of `made.file`, and their equations as tapes. Throws InputFileError.
  /// @param code  receives the equations as code, see code_of()
  static ExaminedSystem prepare(Loaded& made, std::string& code) {
    using graph::Recorded;
    work_on(General<double>(made));
    try {
      made.tapes = stated_tapes(made.file);
      auto const formulas = recorded_formulas<General>(General<Recorded>(made));
      auto findings = examined(made.file, formulas);
      made.force_on_velocity = findings.found.driven.force_on_velocity;
      made.reaction_leaves_constraint = findings.found.constraint_constant_along_reaction;
      General<double> const standard(made);
      auto const traced = traced_equations<General>(General<Recorded>(made), standard);
      record_equations(traced, made.tapes);
      examine_starts(made, findings);
      code = code_of(made.file, traced);
      return findings;
    } catch (graph::NotRecordable const& reason) {
      made.file.fail(made.file.lagrangian_at,
                     fmt::format("the equations of motion have no formula: {}", reason.what()));
    }
  }

  /// Records the formulas of `made.file`. Throws InputFileError.
  static void record(Loaded& made) {
    std::string unused;
    prepare(made, unused);
  }

  /// Throws InputFileError.
  template <template <class...> class List, class... Methods>
  static void load(ProblemFile& file, List<Methods...>, InQuad const& in_quad, LoadedProblem& to) {
    auto made = std::make_shared<Loaded>();
    made->file = std::move(file);
    auto const findings = prepare(*made, to.code);
    set_scales(*made);
    auto entry = entry_without_methods<General>(
        General<double>(*made), [&in_quad, made] { return in_quad.mechanics(*made); });
    entry.affine = findings.found.affine();
    entry.methods.constant_energy = !driven && !entry.affine;
    entry.equations = fmt::format("recorded from the text and {}; found: {}",
                                  Functions<General<double>>::how, findings.words);
    if (entry.card.reversing_symmetry.empty())
      entry.card.reversing_symmetry = findings.reversing_symmetry;
    entry.card.equations_of_motion = findings.texts.motion;
    entry.card.mass_matrix = findings.texts.mass_matrix;
    entry.card.constraint_matrix = findings.texts.constraint_matrix;
    entry.card.forces = findings.texts.forces;
    if (driven) entry.card.driven = driven_in_words(findings.found.driven);
    std::size_t place = 0;
    auto const table_in_quad = [&](Structures const& has) { return in_quad.table(place, has); };
    ((entry.methods.push_back(method<Methods>(entry.functions, findings, table_in_quad)), ++place),
     ...);
    to.entry = std::move(entry);
    to.loaded = std::move(made);
    to.findings = findings;
  }

  /// Returns a problem with its standard parameters, which names its dependent velocities.
  template <class S>
  static std::shared_ptr<void> system(Loaded const& problem, std::vector<int> const& dependent) {
    auto system = std::make_shared<General<S>>(problem);
    system->set_dependent_velocities(dependent);
    system->names_dependent_velocities = true;
    return system;
  }

  /// Returns the code in quad precision with all methods of the catalogue.
  template <template <class...> class List, class... Methods>
  static InQuad const& in_quad(List<Methods...>) {
    static constexpr InQuad all{
        [](Loaded const& problem) {
          if constexpr (double_only)
            return ProblemTable<Quad>{};
          else
            return problem_table_of(General<Quad>(problem));
        },
        &system<Quad>,
        [](std::size_t place, Structures const& has) {
          StepTable<Quad> const* found = nullptr;
          if constexpr (!double_only)
            ((place-- == 0 ? void(found = Classes::template table<Methods, Quad>(has)) : void()),
             ...);
          return found;
        }};
    return all;
  }

  /// A method that is not in the catalogue.
  template <class M>
  static MethodEntry method(SharedProblem const& problem, ExaminedSystem const& findings) {
    return method<M>(problem, findings, [](Structures const& has) -> StepTable<Quad> const* {
      if constexpr (double_only)
        return nullptr;
      else
        return Classes::template table<M, Quad>(has);
    });
  }

 private:
  static MethodEntry refused_with(MethodCard const& card, std::string reason) {
    MethodEntry refused;
    refused.card = card;
    refused.not_applicable_because = std::move(reason);
    return refused;
  }
  /// Sets the time scale that the file states, or that of its first case, and the scale of sizes.
  static void set_scales(Loaded& made) {
    General<double> const standard(made);
    auto const first = standard.cases().front().system;
    auto const mechanics = problem_table_of(standard);
    NaturalUnits units;
    mechanics.in_natural_units(&first, mechanics, units);
    double const stated = first.stated_time_scale();
    made.time_scale = stated > 0 ? stated : units.time;
    made.size_scale = made.file.size_scale
                          ? *made.file.graph.fixed_value(made.file.size_scale->node)
                          : units.smallest() * units.tolerance;
  }
  /// Returns the method if the problem has the structure that it needs, otherwise the reason why it
  /// does not apply.
  /// @param in_quad  returns it in quad precision
  template <class M, class TableInQuad>
  static MethodEntry method(SharedProblem const& problem, ExaminedSystem const& findings,
                            TableInQuad const& in_quad) {
    auto const& card = card_of<M>();
    if constexpr (driven && !TakesForces<M> && !LibrarySolver<M, double>)
      return refused_with(card, refusal_of_forces(card));
    if constexpr (std::same_as<G, AnyGroup<false>> && NeedsCayleyMidpoint<M>)
      if (problem->description.space.find(SE2::name()) != std::string::npos)
        return refused_with(card, not_looked_for(card, true));
    if constexpr (Classes::is_large && !LibrarySolver<M, double> && !TakesLargeSystems<M>)
      return refused_with(card, refusal_of_large(card));
    auto const has = structures_of(problem, findings);
    MethodTables tables;
    tables.in_double = Classes::template table<M, double>(has);
    if (!tables.in_double) {
      constexpr auto least = Classes::template steps_rotations<M>
                                 ? std::optional(Structure::invariant_constraints)
                                 : Classes::template least_structure<M>();
      auto reason = least ? findings.refusal_of(card, *least) : "";
      return refused_with(card, reason.empty() ? not_looked_for(card, !is_euclidean<G>) : reason);
    }
    tables.in_quad = in_quad(has);
    tables.lanes = Classes::template lanes<M>(has);
    return method_entry(problem, card, tables);
  }
  /// The structures that were found.
  static Structures structures_of(SharedProblem const& problem, ExaminedSystem const& findings) {
    Structures has;
    for (auto const structure :
         {Structure::general, Structure::constant_mass, Structure::linear_constraints,
          Structure::chaplygin, Structure::invariant_kinetic, Structure::invariant_constraints})
      if (findings.missing(structure).empty()) has.add(structure);
    auto const& f = problem->in_double;
    if (has.has(Structure::invariant_constraints) && f.size == SO3::size && f.dof == SO3::dof &&
        f.constraints == 1)
      has.add(Structure::one_constraint_on_rotations);
    return has;
  }
  /// Returns why a case does not run as stated, or an empty text.
  static std::string rejection(ProblemFile const& file, Start const& start,
                               Case<General<double>> const& c) {
    if (start.is_missing) return "the file has no [[case]]: give --q and --v";
    if (start.is_method_state) return "";
    if constexpr (driven) {
      auto const f = c.system.force(c.q, c.v, 0.0);
      for (int i = 0; i < dof; ++i)
        if (!std::isfinite(f[i]))
          return fmt::format("the force on {} is not finite at the start of case {}",
                             file.velocities[i], start.name);
    }
    auto const terms = equation_terms(c.system, Point<General<double>, double>{c.q, c.v});
    auto const& phi = terms.phi;
    int worst = 0;
    for (int i = 0; i < m; ++i) {
      if (!std::isfinite(phi[i]))
        return fmt::format("constraint {} has no value at the start of case {}", i + 1, start.name);
      if (std::abs(phi[i]) > std::abs(phi[worst])) worst = i;
    }
    if (c.stated.is_complete) return "";
    if (!c.stated.is_whole)
      return fmt::format("the constraints are singular at the start of case {}", start.name);
    Point<General<double>, double> nearest{c.q, c.v};
    project_velocity(c.system, nearest);
    auto const change = nearest.v - c.v;
    auto const squared = [&](auto const& v) { return std::abs(dot(v, terms.mass * v)); };
    if (squared(change) <= start_tolerance * start_tolerance * squared(c.v) && largest(change) > 0)
      return "";  // the digits do not say so, but it is nearer than they matter
    return fmt::format(
        "the start of case {} violates constraint {} by {:.3g}, more than its "
        "numbers are rounded: give other velocities, leave out {} to have {} "
        "computed, or ask for the nearest velocity (--project), which differs by "
        "{:.3g}",
        start.name, worst + 1, std::abs(phi[worst]), length(m) == 1 ? "one" : "some",
        length(m) == 1 ? "it" : "them", largest(change));
  }
  /// Examines the starts of the cases.
  static void examine_starts(Loaded& made, ExaminedSystem const& findings) {
    for (auto const& found : findings.starts) {
      auto& start = made.starts.emplace_back();
      start.dependent_velocities = found.dependent_velocities;
    }
    auto const cases = General<double>(made).cases();
    for (std::size_t k = 0; k < cases.size(); ++k) {
      auto const& start = made.file.cases[k];
      auto const& q = cases[k].q;
      auto const& v = cases[k].v;
      made.starts[k].found = {
          {q.c, q.c + start.q.size()}, {v.c, v.c + start.v.size()}, cases[k].stated.is_complete};
      auto const& undetermined = findings.starts[k].rejected_because;
      auto const why = undetermined.empty() ? rejection(made.file, start, cases[k]) : undetermined;
      if (!why.empty()) made.starts[k].rejected = made.file.error(start.at, why);
    }
  }
};

}  // namespace rattleback::text
