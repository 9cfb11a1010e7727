#pragma once
// A method on a problem as a table of functions of flat arrays, in one number type. Stepper drives
// it; step_table_of.hpp fills it from the classes of the method and of the problem.

#include <functional>
#include <string>
#include <vector>

#include "integrators/core/method/method.hpp"
#include "integrators/core/method/projection.hpp"
#include "integrators/core/method/trajectory.hpp"
#include "integrators/core/tables/problem_table.hpp"

namespace rattleback {

struct LaneTable;

/// Numbers as they leave the loops: Quad crosses as RawQuad.
template <class S>
using Erased = std::conditional_t<std::is_same_v<S, Quad>, RawQuad, S>;

/// Starting procedure of a method: its name, and the second node (`size` numbers) if it needs one.
template <class S>
struct Start {
  std::string name;
  std::vector<S> second = {};
  S time = S(0);  ///< time of the initial condition
};

/// Row of a trajectory: the observables of a node. Vectors keep their memory from node to node.
template <class S>
struct Row {
  std::vector<S> q, v;         ///< the state, in the numbers of the problem
  std::vector<S> multipliers;  ///< multipliers of the step to the node
  /// Velocity of the method's own momentum, for methods whose state is another; else empty.
  std::vector<S> momentum_velocity;
  /// Velocity of the flipped part of the momenta, for methods that reflect them; else empty.
  std::vector<S> flipped_velocity;
  bool has_tau = false;  ///< the run uses the reparametrised time
  S tau = S(0), time = S(0);
  S t = S(0);             ///< time of the node
  S work = S(0);          ///< the method's own work of the step to the node, where it states one
  bool has_work = false;  ///< the method states the work of its steps
  bool wants_diagnostics = false;
  std::vector<S> diagnostics;
};

/// Outcome, multipliers and iterations of a step.
struct StepResult {
  Outcome outcome = Outcome::ok;
  int iterations = 0;  ///< iterations of Newton's method
};

/// Changes the state y = (q, v) after a step of an adaptive solver that ends at t.
template <class S>
using AfterStep = std::function<Outcome(S const& t, S* y)>;

/// The internal state of a method: its point (q, v) in the method's coordinates, and what it
/// transfers from node to node.
template <class S>
struct StepHandle {
  void* self = nullptr;
  S *q = nullptr, *v = nullptr;
  OptionValues options;  ///< all options with their values
};

/// Functions of one method on one problem. A function that is marked optional is null for methods
/// that do not have it. t is the time of the node, for a step that at its beginning, h its length.
template <class S>
struct StepTable {
  /// Allocates the state. Throws InvalidInput on options that the method does not have.
  StepHandle<S> (*make)(OptionValues const& options, System<S> const& system,
                        Counts* counts) = nullptr;
  void (*destroy)(void* self) = nullptr;
  /// Replaces the point by the initial point of the starting procedure. Throws InvalidInput where
  /// the method cannot begin. Optional.
  void (*begin)(void* self, S t, S h, Start<S> const& start) = nullptr;
  /// Makes the internal state at the point. Optional.
  void (*initialise)(void* self, S t, S h, Start<S> const& start) = nullptr;
  /// Steps; a failed step leaves the point alone, but not the internal state.
  StepResult (*step)(void* self, S t, S h, S* multipliers) = nullptr;
  /// Saves and restores the internal state, without the point. Optional.
  void (*save)(void* self) = nullptr;
  void (*restore)(void* self) = nullptr;
  /// Adapts the internal state to a step `ratio` times as long. Optional.
  void (*rescale)(void* self, S ratio) = nullptr;
  /// Exchanges the system for that of the reversed motion. Optional.
  void (*reverse_system)(void* self) = nullptr;
  /// Reverses the motion where the method's symmetry is not (q, v) -> (q, -v). Optional.
  void (*reverse)(void* self, S h) = nullptr;
  /// Fills what only this method shows of a node: velocities in its own coordinates. Optional.
  void (*observe)(void* self, S t, S h, Row<S>& row) = nullptr;
  /// The method's own discrete work of the last step, on a driven system. Optional.
  S (*work)(void const* self) = nullptr;
  std::vector<std::string> (*diagnostic_names)(void const* self) = nullptr;  ///< optional
  bool (*uses_tau)(void const* self) = nullptr;                              ///< optional
  std::vector<std::string> (*warnings)(void const* self, S h) = nullptr;     ///< optional
  /// Fills in what only the method knows at the end of a run. Optional.
  void (*report)(void const* self, Trajectory<Erased<S>>& t) = nullptr;

  /// Gives an adaptive solver a function that it calls after each of its own steps. Optional.
  void (*set_after_step)(void* self, AfterStep<S> after_step) = nullptr;
  /// Adds a feedback to the equations of a solver. Optional.
  void (*set_feedback)(void* self, Feedback<S> const& feedback) = nullptr;

  bool in_chart = false;    ///< the point is in the coordinates of the problem's chart
  bool has_memory = false;  ///< transfers more than the point from node to node
  bool follows_step_size =
      false;  ///< true if the internal state adapts to a change of the step size
  bool reflects_momenta = false;
  bool needs_series = false;  ///< true if the method needs ProblemTable::series
  /// A method with series on lanes, for problems without kinks. Optional.
  LaneTable const* lanes = nullptr;
};

}  // namespace rattleback
