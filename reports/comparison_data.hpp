// A comparison as it was computed: one JSON file a problem, read into plain records.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rattleback {

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
  std::string kind;  ///< bounded, linear, square-root, exponential, undecided; empty: not measured
  Number exponent, deviation;
};

/// What became of the structure on a long run.
struct Structure {
  Number step, steps;
  std::string outcome, reason;
  Number failed_at, constraint_violation, reversibility_defect;
  Drift energy;
  std::vector<Drift> invariants;
  Number step_sensitivity, newton_iterations_per_step;
};

/// Cost and errors of one run.
struct WorkPoint {
  std::string parameter;  ///< h or rtol
  Number value;
  std::string outcome;
  Number force_evaluations, residual_evaluations, newton_iterations, cpu_seconds;
  Number position_error, velocity_error, energy_error, constraint_error;
};

/// One method on one problem.
struct MethodResult {
  std::string id, name, source, applies_to, start;
  std::string family;   ///< as given, else by the paper it comes from
  std::string refusal;  ///< why the method does not apply; empty when it does
  bool adaptive = false, baseline = false;
  Number promised_order;
  bool promises_reversible = false, promises_constraint = false;
  std::vector<OrderRow> orders;
  std::optional<Structure> structure;
  std::vector<WorkPoint> work;

  bool applies() const { return refusal.empty(); }
};

struct Advice {
  std::string rule, sentence;
};

/// Everything about one problem.
struct ProblemResult {
  std::string id, name, lagrangian, space, source, case_name, reference_by;
  std::vector<std::string> constraints, coordinates, velocities, invariants;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string q, v;
  Number reference_time, reference_digits;
  std::vector<MethodResult> methods;
  std::vector<Advice> advice;
  nlohmann::json pictures;  ///< as in the file; an object
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

/// True for an outcome that says a run reached its end.
bool is_success(std::string const& outcome);

/// True when the run failed, or its error is not finite, which no plot could show otherwise.
bool is_failure(WorkPoint const& run, Number WorkPoint::*error);

/// Reads every *.json of `folder`, in the order of their names. Parts that are missing stay empty.
/// Throws std::runtime_error naming the file that is unreadable, malformed, or gives an id that is
/// taken or cannot name a page.
std::vector<ProblemResult> read_comparison(std::filesystem::path const& folder);

/// One entry for each method of any problem (the first that has it), in order of appearance, the
/// baselines behind all others, methods of a family together.
std::vector<MethodResult const*> methods_of(std::vector<ProblemResult> const& problems);

}  // namespace rattleback
