#pragma once
// One problem through every integrator: orders, structure over long runs, work against errors, and
// what to make of it.

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "experiments/comparison/growth.hpp"
#include "experiments/comparison/reversibility_axis.hpp"
#include "experiments/core/convergence.hpp"

namespace rattleback {

/// How an invariant's error behaves over a long run.
struct InvariantBehaviour {
  std::string name;
  GrowthVerdict growth;
  double time = 0;  ///< of the run that `growth` was judged by; 0: it ended early
  double initial = 0;
  double deviation = 0;  ///< largest |I(t) - I(0)|
  bool exact = false;    ///< that is rounding: at most 1e-11 max(1, |I(0)|)

  bool stays() const { return exact || growth.kind == Growth::bounded; }
  /// "exact", or the name of the growth.
  std::string words() const { return exact ? "exact" : name_of(growth.kind); }
  /// What a verdict would take; empty where there is one.
  std::string needs() const;
};

/// What is compared, and by which runs.
struct ComparisonSpec {
  Setting setting;  ///< case and parameters
  /// Steps per unit of time, increasing. Empty: 10 to 640 for orders; 5 to 640 for work, or for
  /// compositions from 2 on by the ratio 4^(1/order).
  std::vector<long> steps_per_unit;
  std::vector<double> tolerances;  ///< decreasing; empty: 1e-3 to 1e-11
  double unit_of_time = 1;         ///< the problem's time scale; compare() sets it
};

/// One long run: step 0.1, or tolerances 1e-6, to long_run_time(); all times in the problem's unit.
/// While it does not tell how the energy's error grows, runs twice as long follow, up to 32 times:
/// only the growth is judged by them.
struct Structure {
  double step = 0;
  long steps = 0;
  Outcome outcome = Outcome::ok;
  std::string reason;
  long failed_at = -1;
  double constraint_violation = 0;             ///< of the method's own state, before any projection
  std::vector<InvariantBehaviour> invariants;  ///< energy first
  double reversibility_defect = 0;             ///< of one step of 0.1; nan where it is not defined
  double volume_defect = 0;  ///< of one step of 0.1 against the problem's density; nan without one
  /// Largest over smallest maximal energy error, over the step to the method's order, at steps 0.08
  /// to 0.12 over t = 50: 1 for a smooth dependence. nan for adaptive solvers.
  double step_sensitivity = 0;
  double iterations_per_step = 0;  ///< of Newton's method
  /// Largest |q| distance of 20 steps of 0.1 from the same in quad: rounding and the floor of
  /// Newton's method, apart from the method's own error. nan in double precision only.
  double solver_error = 0;
  AxisBehaviour axis;  ///< of the method elsewhere: where nothing protects it
  /// For a picture: the largest |H - H(0)| in each of 200 equal parts of the run, at their ends.
  std::vector<double> energy_times, energy_errors;
};

/// One run to the time of the reference.
struct WorkPoint {
  bool adaptive = false;
  double value = 0;  ///< h, or the tolerances
  Outcome outcome = Outcome::ok;
  Counts counts;
  double cpu_seconds = 0;
  double position_error = 0, velocity_error = 0;  ///< at the end; velocities where nodes have them
  double energy_error = 0, constraint_error = 0;  ///< largest over the run
  double invariant_error = 0;  ///< the same of the problem's further invariants; nan: it has none
};

struct MethodComparison {
  MethodCard card;
  std::string refusal, start;
  std::vector<Convergence> orders;
  Structure structure;
  std::vector<WorkPoint> work;
};

/// Another form of a method, another number of stages, or a composition of it.
struct Variant {
  MethodCard card;                     ///< `id` names it
  std::string of;                      ///< the method's id
  std::vector<Convergence> orders;     ///< of positions at the time of the reference
  std::optional<Structure> structure;  ///< of forms and stages with fixed steps
  std::vector<WorkPoint> work;
};

/// A sentence and the rule that gave it.
struct Advice {
  std::string rule, sentence;
};

struct Comparison {
  ProblemCard problem;
  std::string space, case_name;
  std::string ensemble_starts;  ///< how ensembles draw their starts
  std::vector<std::pair<std::string, double>> parameters;
  std::vector<double> q, v;
  double reference_time = 0, reference_digits = 0, long_run_time = 0;
  std::string reference_by;
  std::vector<MethodComparison> methods;
  std::vector<Variant> variants;
  std::vector<Advice> advice;
  std::vector<std::vector<double>> path;  ///< rows of t and q to t = 10, for a picture
};

/// @param ids       methods, `compose(METHOD,SCHEME)` among them; empty: all of the catalogue, and
///                  every composition of every self-adjoint one as a variant
/// @param progress  fraction done; may throw Interrupted
/// Throws Misuse on unknown ids, on steps and tolerances that are out of order, and where the
/// reference cannot be certified to 12 digits.
Comparison compare(ProblemEntry const& problem, std::vector<std::string> const& ids,
                   ComparisonSpec const& spec, std::function<void(double)> const& progress);

/// When errors are measured: 4; 1 for spaces of more than 7 dimensions, whose references are dear.
double error_time(int dof);

/// 2000; 500 for spaces of more than 7 dimensions, whose derived equations are dear.
long long_run_time(int dof);

/// The parts of it. Options are the method's.
using Options = std::vector<std::pair<std::string, std::string>>;
Structure structure_of(ProblemEntry const& problem, MethodEntry const& method, Setting const&,
                       std::string const& start, Options const& options);
std::vector<WorkPoint> work_of(MethodEntry const& method, ComparisonSpec const& spec,
                               std::string const& start, Options const& options, double time,
                               ReferenceState const& exact);
std::vector<Variant> variants_of(ProblemEntry const& problem, MethodEntry const& method,
                                 ComparisonSpec const& spec, bool compositions, double time,
                                 ReferenceState const& exact);
std::vector<Advice> advice_of(Comparison const& comparison);

/// As the report reads it; numbers that are not finite become strings.
nlohmann::json to_json(Comparison const& comparison);

}  // namespace rattleback
