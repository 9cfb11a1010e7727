// A comparison as it was computed: one JSON file a problem, read into plain records.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rattleback::reports {

/// A measured number, possibly not finite; none where nothing was measured.
using Number = std::optional<double>;

/// Observed order of one component, with the errors that gave it.
struct OrderRow {
  std::string start, component;
  Number promised, order, confidence, points;
  std::vector<double> steps, errors;
};

/// How a quantity that the flow conserves behaved on a long run.
struct Drift {
  std::string name;
  /// exact, lost, bounded, square-root, linear, exponential, drifting, undecided; empty: not
  /// measured
  std::string kind;
  std::string trend;  ///< the same without exact and lost
  Number exponent, deviation;
  Number scale;    ///< what the deviation is compared with; of the energy: the largest kinetic one
  Number lost_at;  ///< time from which on the motion is lost; none: it is not
  Number time;     ///< of the run that `kind` was judged by
  std::string needs;  ///< what a verdict would take, where it is undecided

  /// Deviation over scale.
  Number relative() const {
    return deviation && scale && *scale > 0 ? Number(*deviation / *scale) : Number{};
  }
};

/// What became of the structure on a long run.
struct Structure {
  Number step, steps;
  std::string outcome, reason;
  Number failed_at, constraint_violation, reversibility_defect, volume_defect, solver_error;
  std::string axis;  ///< bounded, kept, drifts, fails or not applicable; empty: not measured
  std::string axis_case;
  Number axis_rate;
  Drift energy;
  std::vector<Drift> invariants;
  Number step_sensitivity, newton_iterations_per_step;
};

/// Cost and errors of one run.
struct WorkPoint {
  std::string parameter;  ///< h or rtol
  Number value;
  std::string outcome;
  Number lagrangian_derivatives, constraint_derivatives, linear_solves, newton_iterations;
  Number work;  ///< weighted sum of these, see ProblemResult::work_weights
  Number cpu_seconds;
  Number position_error, velocity_error, energy_error, invariant_error, constraint_error;
};

/// One method on one problem, or a variant of one: a form or a composition of it.
struct MethodResult {
  std::string id, name, source, applies_to, start;
  std::string of;       ///< the id of the method that a variant varies; empty for methods
  std::string family;   ///< as given, else by the paper it comes from
  std::string refusal;  ///< why the method does not apply; empty when it does
  std::string gave_up;  ///< what was given up, and after which time; empty: nothing
  std::vector<std::pair<std::string, std::string>> known_limits;  ///< sentence and reference
  bool adaptive = false, baseline = false;
  Number promised_order;
  bool promises_reversible = false, promises_constraint = false;
  std::vector<OrderRow> orders;
  std::optional<Structure> structure;
  std::vector<WorkPoint> work;

  bool applies() const { return refusal.empty(); }
};

/// |H - H_0| of one method at some times.
struct EnergyError {
  std::string method;
  std::vector<double> times, errors;
};

struct Advice {
  std::string rule, sentence;
};

/// Everything about one problem.
struct ProblemResult {
  std::string id, name, lagrangian, space, ensemble_starts, source, case_name, reference_by,
      build;  ///< what took the CPU seconds: preset, compiler, processor
  std::vector<std::string> constraints, coordinates, velocities, invariants;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string q, v;
  Number reference_time, reference_digits;
  std::vector<std::pair<std::string, double>> work_weights;  ///< of the counts in WorkPoint::work
  std::vector<MethodResult> methods;
  std::vector<MethodResult> variants;  ///< behind their methods in tables, no columns of the matrix
  std::vector<Advice> advice;
  nlohmann::json path;  ///< the picture of the motion as in the file; null without one
  std::vector<EnergyError> energy;

  /// The method with the id; null when there is none.
  MethodResult const* method(std::string const& id) const;
  /// Every method, each followed by its variants; variants of no method at the end.
  std::vector<MethodResult const*> methods_and_variants() const;
};

/// A quantity that every run of the work tables may have, and how axes and tables call it.
struct Quantity {
  char const* id;
  char const* label;  ///< of a choice or a column
  char const* title;  ///< spelled out
  char const* unit;
  Number WorkPoint::*value;

  std::string axis() const { return std::string(title) + " (" + unit + ")"; }
};
extern std::vector<Quantity> const costs;
extern std::vector<Quantity> const errors;

/// How the count `id` is called in a sentence.
std::string words_of_cost(std::string const& id);

/// The first cost that some run of the problem has; else the first.
Quantity const& first_measured_cost(ProblemResult const& problem);

/// True when some run, of a method or a variant, has the quantity and it is not 0.
bool is_measured(Quantity const& quantity, ProblemResult const& problem);

/// The components of the observed orders, in order of appearance.
std::vector<std::string> components_of(ProblemResult const& problem);

/// True for an outcome that says a run reached its end.
bool is_success(std::string const& outcome);

/// True when the run failed, or its error is not finite, which no plot could show otherwise.
bool is_failure(WorkPoint const& run, Number WorkPoint::*error);

/// Reads every *.json of `folder`, in the order of their names. Parts that are missing stay empty.
/// Throws FileFailure naming the file that is unreadable, malformed, or gives an id that is
/// taken or cannot name a page.
std::vector<ProblemResult> read_comparison(std::filesystem::path const& folder);

/// One entry for each method of any problem (the first that has it), in order of appearance, the
/// baselines behind all others, methods of a family together.
std::vector<MethodResult const*> methods_of(std::vector<ProblemResult> const& problems);

}  // namespace rattleback::reports
