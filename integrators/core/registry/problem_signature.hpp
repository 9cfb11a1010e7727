#pragma once
// Fills a registry entry: a problem from a text file with all methods and number types. Included by
// one generated translation unit per shape, a space with m constraints.

#include "integrators/core/equations/formulas.hpp"
#include "integrators/core/registry/instantiate.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/run/resolve.hpp"
#include "integrators/core/text/code.hpp"
#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/se2.hpp"
#include "problems/core/spaces/so3.hpp"
#include "problems/text/text_problem.hpp"

namespace rattleback::text {

/// @tparam driven  for problems with forces or functions of time
template <class G, int m, bool driven = false, template <class> class Functions = RunTapes>
struct ProblemSignature {
  static constexpr int size = G::size, dof = G::dof;
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

  /// The tapes of the formulas as they stand.
  static Tapes stated_tapes(ProblemFile const& file) {
    int const parameters = file.parameter_count(), first = file.first_coordinate();
    std::vector<graph::Argument> arguments{{"q", first, size}, {"v", first + size, dof}};
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
  static Findings prepare(Loaded<G, m>& made, std::string& code) {
    using graph::Recorded;
    try {
      made.tapes = stated_tapes(made.file);
      auto const formulas = recorded_formulas<General>(General<Recorded>(made));
      auto findings = examined(made.file, formulas);
      std::copy_n(findings.dependent_velocities.begin(), m, made.dependent_velocities.begin());
      made.force_on_velocity = findings.found.driven.force_on_velocity;
      General<double> const standard(made);
      check_starts(standard);
      auto const traced = traced_equations<General>(General<Recorded>(made), standard);
      record_equations(traced, made.tapes);
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
    auto made = std::make_shared<Loaded<G, m>>();
    made->file = std::move(file);
    auto const findings = prepare(*made, to.code);
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
    if constexpr (driven && !TakesForces<M> && !LibrarySolver<M, double>) {
      MethodEntry refused;
      refused.card = card;
      refused.not_applicable_because = refusal_of_forces(card);
      return refused;
    }
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
    MethodEntry refused;
    refused.card = card;
    refused.not_applicable_because = not_looked_for(card, !is_euclidean<G>);
    return refused;
  }

 private:
  template <template <class...> class List, class... Methods>
  static void add_methods(ProblemEntry& entry, Findings const& findings, List<Methods...>) {
    (entry.methods.push_back(method<Methods>(entry.functions, findings)), ...);
  }
  /// Returns the method if the structure was found, otherwise the reason why it does not apply.
  template <class M, template <class> class Problem>
  static MethodEntry method_with(SharedProblem const& problem, Findings const& findings,
                                 Structure structure) {
    auto const& card = card_of<M>();
    MethodEntry refused;
    refused.card = card;
    refused.not_applicable_because = findings.refusal_of(card, structure);
    if (!refused.not_applicable_because.empty()) return refused;
    return method_entry(problem, card, tables_on<Problem, M, General>());
  }
  template <class M, template <class> class Problem>
  static constexpr bool steps() {
    return LibrarySolver<M, double> || Steps<M, View<M, Problem<double>>, double>;
  }
  /// Says by how much the nearest velocity on the constraints differs.
  static std::string change_by_projection(General<double> const& system, Vec<double, size> const& q,
                                          Vec<double, dof> const& v) {
    Point<General<double>, double> z{q, v};
    project_velocity(system, z);
    return fmt::format("; the nearest velocity (--project of --v) differs by {:.3g}",
                       largest(z.v - v));
  }
  /// Refuses a start that is off the constraints by more than its numbers were rounded.
  static void check_starts(General<double> const& standard) {
    auto const& file = standard.file();
    auto const cases = standard.cases();
    auto const is_given = [](auto const& velocity) { return velocity.has_value(); };
    for (std::size_t k = 0; k < cases.size(); ++k) {
      auto const& start = file.cases[k];
      auto const& [name, note, system, q, completed, is_method_state] = cases[k];
      auto v = completed;
      for (int i = 0; i < dof; ++i)
        if (start.v[i]) v[i] = standard.number(*start.v[i]);
      if constexpr (driven) {
        auto const f = system.force(q, v, 0.0);
        for (int i = 0; i < dof; ++i)
          if (!std::isfinite(f[i]))
            file.fail(file.forces_at, fmt::format("the force on {} is not finite at the start of "
                                                  "case {}",
                                                  file.velocities[i], start.name));
      }
      auto const [mu, phi] = differentiated_constraint_terms(system, q, v);
      for (int i = 0; i < m; ++i) {
        double allowed = 0;
        for (int j = 0; j < dof; ++j)
          allowed += std::abs(mu(i, j)) * (start.v[j] ? start.v[j]->rounding : 0) +
                     start_tolerance * (std::abs(mu(i, j) * v[j]) + 1);
        if (!std::isfinite(phi[i]))
          file.fail(start.at, fmt::format("constraint {} has no value at the start of case {}",
                                          i + 1, start.name));
        if (std::abs(phi[i]) > allowed && !std::all_of(start.v.begin(), start.v.end(), is_given))
          file.fail(start.at,
                    fmt::format("the constraints do not determine the velocities that case {} "
                                "leaves out",
                                start.name));
        if (std::abs(phi[i]) > allowed)
          file.fail(
              start.at,
              fmt::format("the start of case {} violates constraint {} by {:.3g}, more than its "
                          "numbers are rounded: give other velocities, or leave out {} to have "
                          "{} computed{}",
                          start.name, i + 1, std::abs(phi[i]), m == 1 ? "one" : "some",
                          m == 1 ? "it" : "them",
                          driven ? ", at t = 0" + change_by_projection(system, q, v) : ""));
      }
    }
  }
};

}  // namespace rattleback::text
