#pragma once
// A method at work on a problem. It knows neither class: it drives a table of functions and owns
// what is the same for all methods.

#include <optional>

#include "integrators/core/stepping/velocity_projection.hpp"

namespace rattleback {

/// Properties of a method that stay fixed during a run.
struct MethodFacts {
  MethodCard const& card;
  OptionValues options;   ///< all of them with their values
  bool in_chart = false;  ///< the method works in the coordinates of the problem's chart
  bool uses_tau = false;  ///< its option asks for the Hamiltonized time
  /// Its reversal takes the memory of an interval, which only a step makes.
  bool reverses_memory = false;
  std::vector<std::string> diagnostic_names =
      {};  ///< names of the diagnostics that observe() adds to a row
};

/// Parts of a step besides the method.
template <class S>
struct StepRule {
  std::vector<S> weights = {};  ///< weights of a composition; empty: a step of the method itself
  Projection projection = Projection::none;  ///< projection of the velocity, after each step
  Feedback<S> feedback = {};                 ///< in the equations that a solver is given
};

/// A method with its options and a system, the node that it has come to, and its internal state.
/// S is double or Quad.
template <class S>
class Stepper {
 public:
  /// Throws InvalidInput on options that the method does not have.
  Stepper(StepTable<S> const& table, MethodCard const& card, OptionValues options, System<S> system,
          StepRule<S> rule = {});
  ~Stepper();
  Stepper(Stepper const&) = delete;

  MethodFacts const& facts() const { return facts_; }
  Counts& counts() { return counts_; }

  /// Begins at (q, v) with a starting procedure. Returns the method's warnings about steps of h.
  /// Throws InvalidInput where the method cannot begin.
  std::vector<std::string> start(S const* q, S const* v, S h, Start<S> const& start);
  /// Moves the point, to the initial point of a starting procedure where one is given, and makes no
  /// internal state: only step_exists, and steps of methods without one, may follow.
  void set_point(S const* q, S const* v, S h, Start<S> const* start = nullptr);
  /// A step of h by the rule. A step that fails, or ends in numbers that are not finite, leaves
  /// everything as it was.
  Outcome step(S h);
  /// Takes a step of the method from a point of NaN, which fails, and returns to the point. Without
  /// `restores`, the internal state remains as a step left it that reported its failure.
  void fail(S h, bool restores);
  /// Returns to the state before the last step.
  void restore_state();
  /// True if a step of size h exists from the current point. A method with internal state is
  /// restarted there. The state is restored.
  bool step_exists(S h);
  /// Reverses the motion, for steps of h, by the method's own symmetry: the exchange of nodes where
  /// the state is an interval, else (q, v) -> (q, -v). The affine term of the constraints changes
  /// its sign.
  void reverse(S h);

  /// Fills the row of the current node, in the coordinates of the problem.
  void observe(Row<S>& row);
  /// q and v in the numbers of the problem.
  void point(S* q, S* v) const;
  /// q, then v, in the method's own numbers: in natural units, see NaturalUnits.
  std::vector<S> coordinates() const;
  /// The system in the units in which the method steps, and these.
  System<S> const& system() const { return system_; }
  NaturalUnits const& units() const { return units_; }
  /// Fills in what only the method knows at the end of a run.
  void report(Trajectory<Erased<S>>& t) const;

 private:
  System<S> in_natural_units(System<S> system, OptionValues& options, MethodCard const& card);
  std::vector<double> unit_of_memory(std::string const& name) const;
  void own_point(S* q, S* v) const;
  S own_time(S const& t) const { return units_.are_used ? t / S(units_.time) : t; }
  StepResult substep(S t, S h);
  Outcome unprojected_step(S h);
  Outcome symmetric_step(S h);
  Outcome project(S const& t);
  void set_problem_velocity(S const* v);
  void save_state();
  void chart_velocity(S const* q, S const* velocity, S node, S* v) const;

  StepTable<S> const& table_;
  ProblemTable<S> const& mechanics_;
  StepRule<S> rule_;
  NaturalUnits units_;  ///< units of all numbers below, and of the system
  System<S> system_;
  Counts counts_;
  StepHandle<S> handle_;
  MethodFacts facts_;
  std::optional<VelocityProjection<S>> projection_;
  std::vector<S> multipliers_;  ///< multipliers of the last step
  std::vector<S> central_;      ///< multipliers of the central substep of a composition
  S h_ = S(0);                  ///< size of the last step; before it, of the first step
  long steps_ = 0;              ///< steps since the start
  S start_time_ = S(0);         ///< time of the initial condition
  S time_ = S(0);               ///< time of the node
  S work_ = S(0);               ///< the method's own work of the last step
  Start<S> start_;
  double velocity_node_ =
      0;  ///< node of the current velocity; an initial velocity is defined at its node
  std::vector<S> saved_;  ///< q, v and multipliers
  double saved_node_ = 0;
  S saved_time_ = S(0);
  mutable std::vector<S> moved_;              ///< a point in the chart
  std::vector<S> projected_q_, projected_v_;  ///< memory of project()
};

/// The largest step in (0, h] up to which a step from the stepper's point exists, by a scan and
/// bisection, to 1e-6 of h; 0 when none is found.
template <class S>
S largest_step(Stepper<S>& stepper, S h);

}  // namespace rattleback
