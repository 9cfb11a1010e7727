#pragma once
// Fills a registry entry: a problem from a text file with all methods and number types. Included by
// one generated translation unit for each kind of space, and by the unit of a compiled text.

#include "integrators/core/equations/formulas.hpp"
#include "integrators/core/registry/instantiate.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/run/resolve.hpp"
#include "integrators/core/text/code.hpp"
#include "problems/core/spaces/any_group.hpp"
#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/se2.hpp"
#include "problems/core/spaces/so3.hpp"
#include "problems/text/text_problem.hpp"

namespace rattleback::text {

/// Constant: the method has steps of its own on SO(3) with one constraint, in which sizes are
/// known.
template <class M>
concept StepsRotations = M::steps_rotations;
/// Constant: the method needs a space on which Cayley's map is the implicit midpoint rule.
template <class M>
concept NeedsCayleyMidpoint = M::needs_cayley_midpoint;

/// @tparam driven  for problems with forces or functions of time
template <class G, auto m, bool driven = false, template <class> class Functions = RunTapes>
struct ProblemSignature {
  static constexpr auto size = G::size, dof = G::dof;
  template <class S>
  using General = TextProblem<S, G, m, driven ? Structure::driven : Structure::general, Functions>;
  template <class S>
  using ConstantMass =
      TextProblem<S, G, m, driven ? Structure::driven_constant_mass : Structure::constant_mass,
                  Functions>;
  template <class S>
  using LinearConstraints = TextProblem<S, G, m, Structure::linear_constraints, Functions>;
  template <class S>
  using Chaplygin = TextProblem<S, G, m, Structure::chaplygin, Functions>;
  template <class S>
  using InvariantKinetic = TextProblem<S, G, m, Structure::invariant_kinetic, Functions>;
  template <class S>
  using InvariantConstraints = TextProblem<S, G, m, Structure::invariant_constraints, Functions>;

  /// Known when methods are compiled, for those of rotations alone.
  template <class S>
  using OneConstraintOnRotations =
      TextProblem<S, SO3, 1, Structure::invariant_constraints, Functions>;
  static bool is_rotation_with_one_constraint(SharedProblem const& problem) {
    auto const& f = problem->in_double;
    return f.size == SO3::size && f.dof == SO3::dof && f.constraints == 1;
  }

  /// The tapes of the formulas as they stand.
  static Tapes stated_tapes(ProblemFile const& file) {
    int const parameters = file.parameter_count(), first = file.first_coordinate();
    std::vector<graph::Argument> arguments{{"q", first, length(size)},
                                           {"v", first + length(size), length(dof)}};
    auto const tape = [&](std::vector<graph::Index> const& entries) {
      return Tape(file.graph, parameters, arguments, {{"value", entries}});
    };
    Tapes tapes;
    tapes.invariants = tape(file.invariant_nodes);
    if (driven) {
      arguments.push_back({"t", parameters, 1});
      tapes.stated_force = tape(file.force_nodes);
    }
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
  /// @param code  receives the equations as code, see code.hpp
  static Findings prepare(Loaded& made, std::string& code) {
    using graph::Recorded;
    work_on(General<double>(made));
    try {
      made.tapes = stated_tapes(made.file);
      auto const formulas = recorded_formulas<General>(General<Recorded>(made));
      auto findings = examined(made.file, formulas);
      made.force_on_velocity = findings.found.driven.force_on_velocity;
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

  /// Throws InputFileError.
  template <class Methods>
  static void load(ProblemFile& file, Methods all, LoadedProblem& to) {
    auto made = std::make_shared<Loaded>();
    made->file = std::move(file);
    auto const findings = prepare(*made, to.code);
    set_scales(*made);
    auto entry = entry_without_methods<General>(General<double>(*made), General<Quad>(*made));
    entry.affine = findings.found.affine();
    entry.methods.constant_energy = !driven && !entry.affine;
    entry.equations = fmt::format("recorded from the text and {}; found: {}",
                                  Functions<General<double>>::how, findings.words);
    entry.card.reversing_symmetry = findings.reversing_symmetry;
    entry.card.equations_of_motion = findings.equations_of_motion;
    entry.card.mass_matrix = findings.mass_matrix;
    entry.card.constraint_matrix = findings.constraint_matrix;
    entry.card.forces = findings.forces;
    if (driven) entry.card.driven = driven_in_words(findings.found.driven);
    add_methods(entry, findings, all);
    to.entry = std::move(entry);
    to.loaded = std::move(made);
    to.findings = findings;
  }

  /// Compiled for the least structure that the method needs, once.
  template <class M>
  static MethodEntry method(SharedProblem const& problem, Findings const& findings) {
    auto const& card = card_of<M>();
    if constexpr (driven && !TakesForces<M> && !LibrarySolver<M, double>)
      return refused_with(card, refusal_of_forces(card));
    if constexpr (std::same_as<G, AnyGroup<false>> && NeedsCayleyMidpoint<M>)
      if (problem->description.space.find(SE2::name()) != std::string::npos)
        return refused_with(card, not_looked_for(card, true));
    if constexpr (std::same_as<G, AnyGroup<false>> && !driven && StepsRotations<M>)
      if (is_rotation_with_one_constraint(problem))
        return method_with<M, OneConstraintOnRotations>(problem, findings,
                                                        Structure::invariant_constraints);
    if constexpr (is_euclidean<G> && PrefersConstantMass<M> && steps<M, ConstantMass>())
      if (auto const entry =
              method_with<M, ConstantMass>(problem, findings, Structure::constant_mass);
          entry.not_applicable_because.empty())
        return entry;
    if constexpr (steps<M, General>()) {
      return method_entry(problem, card, tables_on<General, M>());
    } else if constexpr (is_euclidean<G>) {
      if constexpr (steps<M, ConstantMass>())
        return method_with<M, ConstantMass>(problem, findings, Structure::constant_mass);
      else if constexpr (driven)
        ;  // the other structures are those of conservative problems
      else if constexpr (steps<M, LinearConstraints>())
        return method_with<M, LinearConstraints>(problem, findings, Structure::linear_constraints);
      else if constexpr (steps<M, Chaplygin>())
        return method_with<M, Chaplygin>(problem, findings, Structure::chaplygin);
    } else if constexpr (!driven) {
      if constexpr (steps<M, InvariantKinetic>())
        return method_with<M, InvariantKinetic>(problem, findings, Structure::invariant_kinetic);
      else if constexpr (steps<M, InvariantConstraints>())
        return method_with<M, InvariantConstraints>(problem, findings,
                                                    Structure::invariant_constraints);
    }
    return refused_with(card, not_looked_for(card, !is_euclidean<G>));
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
    auto const mechanics = mechanics_of(standard);
    NaturalUnits units;
    mechanics.in_natural_units(&first, mechanics, units);
    double const stated = first.stated_time_scale();
    made.time_scale = stated > 0 ? stated : units.time;
    made.size_scale = units.smallest() * units.tolerance;
  }
  template <template <class...> class List, class... Methods>
  static void add_methods(ProblemEntry& entry, Findings const& findings, List<Methods...>) {
    (entry.methods.push_back(method<Methods>(entry.functions, findings)), ...);
  }
  /// Returns the method if the structure was found, otherwise the reason why it does not apply.
  template <class M, template <class> class Problem>
  static MethodEntry method_with(SharedProblem const& problem, Findings const& findings,
                                 Structure structure) {
    auto const& card = card_of<M>();
    if (auto reason = findings.refusal_of(card, structure); !reason.empty())
      return refused_with(card, std::move(reason));
    return method_entry(problem, card, tables_on<Problem, M, General>());
  }
  template <class M, template <class> class Problem>
  static constexpr bool steps() {
    return LibrarySolver<M, double> || Steps<M, View<M, Problem<double>>, double>;
  }
  /// Returns why a case does not run as stated, or an empty text.
  static std::string rejection(ProblemFile const& file, Start const& start,
                               Case<General<double>> const& c) {
    if (start.is_missing) return "the file has no [[case]]: give --q and --v";
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
  static void examine_starts(Loaded& made, Findings const& findings) {
    for (auto const& found : findings.starts) {
      auto& start = made.starts.emplace_back();
      start.dependent_velocities = found.dependent_velocities;
    }
    auto const cases = General<double>(made).cases();
    for (std::size_t k = 0; k < cases.size(); ++k) {
      auto const& start = made.file.cases[k];
      auto const& undetermined = findings.starts[k].rejected_because;
      auto const why = undetermined.empty() ? rejection(made.file, start, cases[k]) : undetermined;
      if (!why.empty()) made.starts[k].rejected = made.file.error(start.at, why);
    }
  }
};

}  // namespace rattleback::text
