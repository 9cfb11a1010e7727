#pragma once
// The classes of problems in text files on which methods are compiled: one for each structure that
// a method may need.

#include <optional>

#include "integrators/core/registry/tables_on.hpp"
#include "problems/core/spaces/any_group.hpp"
#include "problems/text/text_problem.hpp"

namespace rattleback::text {

/// Constant: the method has steps of its own on SO(3) with one constraint, in which sizes are
/// known.
template <class M>
concept StepsRotations = M::steps_rotations;

/// Constant: the steps of the method hold no more than vectors of dual numbers, and run on large
/// systems.
template <class M>
concept TakesLargeSystems = M::takes_large_systems;

/// Classes of problems on G with m constraints.
/// @tparam driven  for problems with forces or functions of time
template <class G, auto m, bool driven, template <class> class Functions = RunTapes>
struct TextClasses {
  template <class S>
  using General = TextProblem<S, G, m, driven ? Structure::driven : Structure::general, Functions>;
  template <class S>
  using ConstantMass =
      TextProblem<S, G, m, driven ? Structure::driven_constant_mass : Structure::constant_mass,
                  Functions>;
  /// Class of one constraint on rotations, whose sizes are known when methods are compiled.
  template <class S>
  using OneConstraintOnRotations =
      TextProblem<S, SO3, 1, Structure::invariant_constraints, Functions>;

  /// Systems above the sizes for which all methods are compiled.
  static constexpr bool is_large = capacity(G::dof) > capacity_of_any_size.velocities ||
                                   capacity(m) > capacity_of_any_size.constraints;
  /// The method has steps of its own where one constraint is stated on SO(3).
  template <class M>
  static constexpr bool steps_rotations =
      std::same_as<G, AnyGroup<false>> && !driven && StepsRotations<M>;
  /// The method steps problems on R^n with a constant mass matrix apart from others.
  template <class M>
  static constexpr bool prefers_constant_mass() {
    if constexpr (is_euclidean<G> && PrefersConstantMass<M>)
      return steps<M, ConstantMass>();
    else
      return false;
  }
  /// Returns the least structure on which the method steps, if there is one.
  template <class M>
  static constexpr std::optional<Structure> least_structure() {
    if constexpr (steps<M, General>()) {
      return Structure::general;
    } else if constexpr (is_euclidean<G>) {
      if constexpr (steps<M, ConstantMass>())
        return Structure::constant_mass;
      else if constexpr (driven)
        ;  // the other structures are those of conservative problems
      else if constexpr (steps<M, Of<Structure::linear_constraints>::template Class>())
        return Structure::linear_constraints;
      else if constexpr (steps<M, Of<Structure::chaplygin>::template Class>())
        return Structure::chaplygin;
    } else if constexpr (!driven) {
      if constexpr (steps<M, Of<Structure::invariant_kinetic>::template Class>())
        return Structure::invariant_kinetic;
      else if constexpr (steps<M, Of<Structure::invariant_constraints>::template Class>())
        return Structure::invariant_constraints;
    }
    return {};
  }

  /// Returns M, compiled for a structure of a problem that has these; null if it needs another one.
  template <class M, class S>
  static StepTable<S> const* table(Structures const& has) {
    return on_class<M, StepTable<S> const*>(
        has, []<template <class> class Problem>() { return table_on<Problem, M, S, General>(); });
  }
  /// Returns M on lanes, as table().
  template <class M>
  static LaneTable const* lanes(Structures const& has) {
    return on_class<M, LaneTable const*>(
        has, []<template <class> class Problem>() { return lanes_on<Problem, M, General>(); });
  }
  /// True if the method is compiled for a structure of a problem that has these.
  template <class M>
  static constexpr bool steps_with(Structures const& has) {
    constexpr auto least = least_structure<M>();
    return (steps_rotations<M> && has.has(Structure::one_constraint_on_rotations)) ||
           (prefers_constant_mass<M>() && has.has(Structure::constant_mass)) ||
           (least.has_value() && has.has(*least));
  }

 private:
  /// Class of the problems of a structure. A driven one is named as without a drive.
  template <Structure structure>
  struct Of {
    static constexpr auto own = !driven                           ? structure
                                : structure == Structure::general ? Structure::driven
                                                                  : Structure::driven_constant_mass;
    template <class S>
    using Class = TextProblem<S, G, m, own, Functions>;
  };
  /// Returns what `made` returns for the class on which M is compiled; null if there is none.
  template <class M, class Made, class F>
  static Made on_class([[maybe_unused]] Structures const& has, F const& made) {
    constexpr auto least = least_structure<M>();
    if constexpr (steps_rotations<M>)
      if (has.has(Structure::one_constraint_on_rotations))
        return made.template operator()<OneConstraintOnRotations>();
    if constexpr (prefers_constant_mass<M>())
      if (has.has(Structure::constant_mass)) return made.template operator()<ConstantMass>();
    if constexpr (least.has_value())
      if (has.has(*least)) return made.template operator()<Of<*least>::template Class>();
    return nullptr;
  }
  template <class M, template <class> class Problem>
  static constexpr bool steps() {
    if constexpr (LibrarySolver<M, double>)
      return true;
    else if constexpr (is_large && !TakesLargeSystems<M>)
      return false;
    else
      return Steps<M, View<M, Problem<double>>, double>;
  }
};

}  // namespace rattleback::text
