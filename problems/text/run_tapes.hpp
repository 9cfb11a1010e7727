#pragma once
// A problem in a file with its formulas as tapes, and the functions that run them.

#include <array>
#include <optional>

#include "problems/text/problem_file.hpp"
#include "problems/text/series_of.hpp"
#include "problems/text/tape.hpp"

namespace rattleback::text {

/// Functions of (q, v) with the names of TracedEquations, and those of the text itself.
struct Tapes {
  /// Functions of (q, v), of a driven problem (q, v, t).
  Tape lagrangian, constraint, invariants, stated_force, kinks, domain, positions;
  Tape momentum, metric, configuration_force, force, constraint_force, constraint_terms;
  Tape mass_inverse, terms, motion, applied_force;
  bool has_motion = false;  ///< accelerations have a closed form
};

/// Examined start of a case: the velocities that the constraints determine best there, or those
/// that it leaves out; and why it does not run as stated.
struct ExaminedStart {
  /// Point on the constraints that the start runs from, in double precision.
  struct Point {
    std::vector<double> q, v;
    bool is_complete;
  };
  std::vector<int> dependent_velocities{};
  std::optional<InputFileError> rejected{};
  std::optional<Point> found{};  ///< kept, because the search takes up to seconds
};

/// A problem in a file.
struct Loaded {
  ProblemFile file;
  Tapes tapes;
  std::vector<ExaminedStart> starts;      ///< one for each case, once it is examined
  double time_scale = 1, size_scale = 1;  ///< see ProblemCard
  bool force_on_velocity = false;         ///< the force depends on velocities
  /// phi(q, v) does not change along its own reaction, see is_constant_along_reactions.
  bool reaction_leaves_constraint = false;
  LazySeriesTapes series_tapes{};
};

/// The functions of a text problem, System, by its tapes: arguments and results are arrays as in
/// GeneratedEquations.
template <class System>
struct RunTapes {
  static constexpr char const* how = "run as tapes";
  static bool has_motion(System const& system) { return system.source->tapes.has_motion; }
  static typename System::Real time_of(System const& system) {
    if constexpr (System::is_driven)
      return system.time * typename System::Real(system.units.time);
    else
      return {};
  }

  template <class T>
  static void lagrangian(System const& system, T const* q, T const* v, T* value) {
    system.source->tapes.lagrangian.run(system, {q, v}, {value});
  }
  template <class T>
  static void lagrangian(System const& system, T const* q, T const* v, T const* t, T* value) {
    system.source->tapes.lagrangian.run(system, {q, v, t}, {value});
  }
  template <class T>
  static void constraint(System const& system, T const* q, T const* v, T* phi) {
    system.source->tapes.constraint.run(system, {q, v}, {phi});
  }
  template <class T>
  static void constraint(System const& system, T const* q, T const* v, T const* t, T* phi) {
    system.source->tapes.constraint.run(system, {q, v, t}, {phi});
  }
  template <class T>
  static void invariants(System const& system, T const* q, T const* v, T* values) {
    T const t(time_of(system));
    system.source->tapes.invariants.run(system, {q, v, &t}, {values});
  }
  template <class T>
  static void positions(System const& system, T const* q, T* values) {
    T const t(time_of(system));
    Vec<T, System::dof> const at_rest{};
    system.source->tapes.positions.run(system, {q, at_rest.c, &t}, {values});
  }
  template <class T>
  static void stated_force(System const& system, T const* q, T const* v, T const* t, T* f) {
    system.source->tapes.stated_force.run(system, {q, v, t}, {f});
  }
  template <class T>
  static void applied_force(System const& system, T const* q, T const* v, T* f) {
    system.source->tapes.applied_force.run(system, {q, v}, {f}, time_of(system));
  }
  template <class T>
  static void momentum(System const& system, T const* q, T const* v, T* p) {
    system.source->tapes.momentum.run(system, {q, v}, {p}, time_of(system));
  }
  template <class T>
  static void metric(System const& system, T const* q, T* mass) {
    system.source->tapes.metric.run(system, {q}, {mass}, time_of(system));
  }
  template <class T>
  static void configuration_force(System const& system, T const* q, T const* v, T* f) {
    system.source->tapes.configuration_force.run(system, {q, v}, {f}, time_of(system));
  }
  template <class T>
  static void force(System const& system, T const* q, T* f) {
    system.source->tapes.force.run(system, {q}, {f}, time_of(system));
  }
  template <class T>
  static void constraint_force(System const& system, T const* q, T const* multipliers, T* f) {
    system.source->tapes.constraint_force.run(system, {q, multipliers}, {f}, time_of(system));
  }
  template <class T>
  static void constraint_terms(System const& system, T const* q, T const* v, T* mu, T* phi) {
    system.source->tapes.constraint_terms.run(system, {q, v}, {mu, phi}, time_of(system));
  }
  template <class T>
  static void mass_inverse(System const& system, T const* p, T* v) {
    system.source->tapes.mass_inverse.run(system, {p}, {v}, time_of(system));
  }
  template <class T, class... Results>
  static void terms(System const& system, T const* q, T const* v, Results*... results) {
    system.source->tapes.terms.run(system, {q, v}, {results...}, time_of(system));
  }
  template <class T, class... Results>
  static void motion(System const& system, T const* q, T const* v, Results*... results) {
    system.source->tapes.motion.run(system, {q, v}, {results...}, time_of(system));
  }
};

}  // namespace rattleback::text
