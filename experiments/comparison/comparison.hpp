#pragma once
// Comparison of all integrators on one problem: orders, structure over long runs, work against
// error, and advice.

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "experiments/comparison/symmetric_torus_test.hpp"
#include "experiments/measure/convergence.hpp"
#include "experiments/measure/energy_scale.hpp"
#include "experiments/measure/growth.hpp"
#include "experiments/parasitic/mode_growth.hpp"

namespace rattleback {

/// Behaviour of an invariant's error over a long run.
struct InvariantBehaviour {
  std::string name;
  GrowthVerdict growth;
  double time = 0;  ///< length of the longest run that decided `growth`; 0: the run ended early
  double initial = 0;
  double deviation = 0;  ///< largest |I(t) - I(0)|
  double scale = 1;      ///< of the energy: EnergyScale::value; of other invariants: max(1, |I(0)|)
  bool exact = false;    ///< the deviation is rounding: at most 1e-11 of the scale
  /// Time from which on the energy error counts as a lost motion (EnergyScale::is_lost); nan:
  /// never.
  double lost_at = std::numeric_limits<double>::quiet_NaN();

  double relative_deviation() const { return deviation / scale; }
  bool is_lost() const { return !std::isnan(lost_at); }
  bool stays() const { return exact || (!is_lost() && growth.kind == Growth::bounded); }
  /// "exact", "lost", or the name of the growth.
  std::string words() const { return exact ? "exact" : is_lost() ? "lost" : trend(); }
  /// Name of the growth, independent of the error's size.
  std::string trend() const { return name_of(growth.kind); }
  /// Runs that a verdict on the growth would need; empty if there is a verdict.
  std::string needs() const;
};

/// Settings of a comparison.
struct ComparisonSpec {
  Setting setting;  ///< case and parameters
  /// Steps per unit of time, increasing. Empty: 10 to 640 for orders; 5 to 640 for work, or for
  /// compositions from 2 on by the ratio 4^(1/order).
  std::vector<long> steps_per_unit;
  std::vector<double> tolerances;  ///< decreasing; empty: 1e-3 to 1e-11
  double until = 0;     ///< end of the error runs and of the long run; 0: error_time, long_run_time
  double error = 1e-3;  ///< position error that the advice requires
  double seconds_a_method = 20;  ///< time limit per method; 0: none
  // Set by compare():
  double unit_of_time = 1;  ///< the problem's time scale
  EnergyScale energy_scale;
  std::shared_ptr<ModeGrowth const> mode;  ///< null if the growth is not known
  std::function<void(long)> watch;         ///< see RunSpec::progress
};

/// Thrown by ComparisonSpec::watch when a method's time limit is exceeded.
struct GivenUp {};

/// Results of one long run: step 0.1, or tolerances 1e-6, to long_run_time(); all times in the
/// problem's unit. While the growth of the energy error is undecided, runs follow that are twice as
/// long, up to 32 times; one follows for the other invariants. They decide the growth only.
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
  /// Predicted time at which the parasitic mode holds a hundredth of the energy scale; none up to
  /// the end of the run, and of methods that reflect no momenta.
  std::optional<double> trust_time;
  DriftTestResult axis;  ///< of the method elsewhere: where nothing protects it
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
  std::string not_applicable_because, start;
  std::vector<Convergence> orders;
  Structure structure;  ///< without invariants where the method was given up before
  std::vector<WorkPoint> work;
  std::string gave_up;  ///< measurement that the time limit cut off, with the time; empty: none
};

/// Another form of a method, another number of stages, or a composition of it.
struct Variant {
  MethodCard card;                     ///< `id` names it
  std::string of;                      ///< the method's id
  std::vector<Convergence> orders;     ///< of positions at the time of the reference
  std::optional<Structure> structure;  ///< of forms and stages with fixed steps
  std::vector<WorkPoint> work;
};

/// Sentence of advice and the rule that produced it.
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
  EnergyScale energy_scale;   ///< energy scale of the long run
  double asked_error = 1e-3;  ///< ComparisonSpec::error
  std::string reference_by;
  std::vector<MethodComparison> methods;
  std::vector<Variant> variants;
  std::vector<Advice> advice;
  std::vector<std::vector<double>> path;  ///< rows of t and q to t = 10, for a picture
};

/// Callbacks of a comparison. Each may be empty, and each may throw Interrupted.
struct ComparisonProgress {
  std::function<void(double)> progress;  ///< fraction done
  /// Called after each method with the comparison so far, the number of methods in all, and the
  /// seconds that this method took.
  std::function<void(Comparison const&, std::size_t, double)> finished;
};

/// @param ids       methods, `compose(METHOD,SCHEME)` among them; empty: all of the catalogue, and
///                  every composition of every self-adjoint one as a variant
/// Throws InvalidInput on unknown ids, on steps and tolerances that are out of order, and where the
/// reference cannot be certified to 12 digits.
Comparison compare(ProblemEntry const& problem, std::vector<std::string> const& ids,
                   ComparisonSpec const& spec, ComparisonProgress const& progress);

/// Time at which errors are measured: 4; 1 for spaces of more than 7 dimensions, whose references
/// are expensive.
double error_time(int dof);

/// End of the long run: 2000; 500 for spaces of more than 7 dimensions, whose derived equations are
/// expensive.
long long_run_time(int dof);

/// Completes the specification of a long run: steps of a tenth of `unit`, every tenth of them
/// recorded, or tolerances of 1e-6.
/// @param time  length of the run in units
RunSpec long_run(MethodEntry const& method, RunSpec spec, double time, RawQuad unit);

/// The parts of it. Options are the method's.
using Options = std::vector<std::pair<std::string, std::string>>;
Structure structure_of(ProblemEntry const& problem, MethodEntry const& method,
                       ComparisonSpec const& spec, std::string const& start,
                       Options const& options);
std::vector<WorkPoint> work_of(MethodEntry const& method, ComparisonSpec const& spec,
                               std::string const& start, Options const& options, double time,
                               ReferenceState const& exact);
/// Appends the variants of a method one by one.
void add_variants(ProblemEntry const& problem, MethodEntry const& method,
                  ComparisonSpec const& spec, bool compositions, double time,
                  ReferenceState const& exact, std::vector<Variant>& variants);
std::vector<Advice> advice_of(Comparison const& comparison);

/// As the report reads it; numbers that are not finite become strings.
nlohmann::json to_json(Comparison const& comparison);

}  // namespace rattleback
