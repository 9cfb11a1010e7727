// Results of a comparison: plain records, read from one JSON file per problem.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/files/files.hpp"

namespace rattleback::reports {

/// Measured number, possibly not finite; empty if nothing was measured.
using Number = std::optional<double>;

/// Observed order of one component, with the errors that it was fitted to.
struct OrderRow {
  std::string start, component;
  Number promised, order, confidence, points;
  std::vector<double> steps, errors;
};

/// Error of a conserved quantity on a long run, with the class of its growth.
struct Drift {
  std::string name;
  /// exact, lost, bounded, square-root, linear, exponential, drifting, undecided; empty: not
  /// measured
  std::string kind;
  std::string trend;  ///< class of the growth without regard to exact and lost
  Number exponent, deviation;
  Number scale;       ///< scale of the deviation; for the energy: largest kinetic energy
  Number lost_at;     ///< time after which the motion is lost; empty if it is not
  std::string needs;  ///< run that would decide, if `kind` is undecided

  /// Returns "exact" or the trend.
  std::string const& growth() const { return kind == "exact" ? kind : trend; }
  /// Returns deviation / scale; empty if either is missing or the scale is not positive.
  Number relative() const {
    return deviation && scale && *scale > 0 ? Number(*deviation / *scale) : Number{};
  }
};

/// Structure preservation of one method on a long run.
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

/// Cost and errors of one run of a work-precision sweep.
struct WorkPoint {
  std::string parameter;  ///< h or rtol
  Number value;
  std::string outcome;
  Number lagrangian_derivatives, constraint_derivatives, linear_solves, newton_iterations;
  Number work;  ///< weighted sum of the counts above, see ProblemResult::work_weights
  Number cpu_seconds;
  Number position_error, velocity_error, energy_error, invariant_error, constraint_error;
};

/// Results of one method, or of a variant (form or composition) of a method, on one problem.
struct MethodResult {
  std::string id, name, source, applies_to, start;
  std::string of;                      ///< id of the varied method; empty for methods
  std::string family;                  ///< given family, else the paper of the method
  std::string not_applicable_because;  ///< reason why the method does not apply; empty if it does
  std::string gave_up;  ///< measurement that was abandoned, with its time; empty if none
  bool adaptive = false, baseline = false;
  Number promised_order;
  bool promises_reversible = false, promises_constraint = false;
  std::vector<OrderRow> orders;
  std::optional<Structure> structure;
  std::vector<WorkPoint> work;

  bool applies() const { return not_applicable_because.empty(); }
};

/// Energy error |H - H_0| of one method against time.
struct EnergyError {
  std::string method;
  std::vector<double> times, errors;
};

struct Advice {
  std::string rule, sentence;
};

/// Results of all methods on one problem, with the data of its card.
struct ProblemResult {
  bool constant_mass = false;  ///< in the velocities of its card
  bool on_group = false;       ///< a factor of its space is not R^n
  bool driven = false;         ///< its energy is the balance of energy and work
  bool energy_varies = false;  ///< along the exact motion, by 1/100 of the kinetic energy
  std::string id, name, case_name, reference_by,
      build,            ///< preset, compiler and processor of the CPU seconds
      origin;           ///< version and commit of the program
  nlohmann::json card;  ///< in the form of the catalogue, with the fields that the file has
  std::vector<std::string> coordinates;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string q, v;
  Number reference_time, reference_digits;
  std::vector<std::pair<std::string, double>> work_weights;  ///< weights in WorkPoint::work
  std::vector<MethodResult> methods;
  std::vector<MethodResult> variants;  ///< rows of tables behind their methods; not in the matrix
  std::vector<Advice> advice;
  nlohmann::json path;  ///< motion for the animation, as in the file; null without one
  std::vector<EnergyError> energy;

  /// Returns the method with the given id; null if the problem has none.
  MethodResult const* method(std::string const& id) const;
  /// Returns every method, each followed by its variants; variants of unknown methods come last.
  std::vector<MethodResult const*> methods_and_variants() const;
};

/// Measured quantity of the work tables, with its names on axes and in tables.
struct Quantity {
  char const* id;
  char const* label;  ///< name in a selection list or column
  char const* title;  ///< full name
  char const* unit;
  Number WorkPoint::*value;

  std::string axis() const { return std::string(title) + " (" + unit + ")"; }
};
extern std::vector<Quantity> const costs;
extern std::vector<Quantity> const errors;

/// Returns the name of the count `id` within a sentence.
std::string words_of_cost(std::string const& id);

/// Returns the first cost that some run of the problem has; the first cost if no run has one.
Quantity const& first_measured_cost(ProblemResult const& problem);

/// True if some run, of a method or a variant, has a value of the quantity other than 0.
bool is_measured(Quantity const& quantity, ProblemResult const& problem);

/// Returns the components of the observed orders, in order of appearance.
std::vector<std::string> components_of(ProblemResult const& problem);

/// True if `outcome` says that a run reached its end.
bool is_success(std::string const& outcome);

/// True if the run failed or its error is not finite.
bool is_failure(WorkPoint const& run, Number WorkPoint::*error);

/// Reads every *.json of `folder`, in the order of the file names. Missing parts stay empty.
/// Leaves out, with the reason to `skip`, a file that is unreadable or malformed, or whose id is
/// already used or is not a valid page name.
std::vector<ProblemResult> read_comparison(std::filesystem::path const& folder,
                                           Skip const& skip = {});

/// Returns the name of the page and file of a problem in the comparison: the id of a problem of the
/// catalogue; for a user's file FILE.toml "FILE-HASH", where HASH, eight digits of the SHA-256 of
/// its text, separates files of one name. Throws IoError if the file cannot be read.
std::string comparison_name(std::string const& problem);

/// Returns one entry for each method of any problem (the first to which it applies), in order of
/// appearance: methods of one family together, baselines last.
std::vector<MethodResult const*> methods_of(std::vector<ProblemResult> const& problems);

}  // namespace rattleback::reports
