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
  double deviation = 0;  ///< largest |I(t) - I(0)|
  double scale = 1;      ///< energy: EnergyScale::value; other invariants: max(1, |I(0)|)
  bool exact = false;    ///< true if the deviation is rounding: at most 1e-11 of the scale
  /// First time at which the motion counts as lost: the energy error does (EnergyScale::is_lost),
  /// or the parasitic mode (Structure::trust_time); NaN: never.
  double lost_at = std::numeric_limits<double>::quiet_NaN();

  /// 0 for an error of 0, as of a motion at rest, whose scale is 0 too.
  double relative_deviation() const { return deviation == 0 ? 0 : deviation / scale; }
  bool is_lost() const { return !std::isnan(lost_at); }
  bool stays() const { return !is_lost() && (exact || growth.kind == Growth::bounded); }
  /// Returns "lost", "exact", or the name of the growth.
  std::string words() const { return is_lost() ? "lost" : exact ? "exact" : trend(); }
  /// Returns the name of the growth, independent of the size of the error.
  std::string trend() const { return name_of(growth.kind); }
  /// Returns the runs that a verdict on the growth would need; empty if there is a verdict.
  std::string needs() const;
};

/// Settings of a comparison.
struct ComparisonSpec {
  Setting setting;  ///< case and parameters
  /// Steps per unit of time, increasing. Default (empty): 10 to 640 for orders, 5 to 640 for work;
  /// compositions: from 2 on by the ratio 4^(1/order).
  std::vector<long> steps_per_unit;
  std::vector<double> tolerances;  ///< decreasing; empty: 1e-3 to 1e-11
  double until = 0;  ///< end of the error runs and of the long run; 0: error_time and long_run_time
  double error = 1e-3;  ///< position error that the advice requires
  /// Limit per method, and of the preparation with the reference, in seconds of processor time; 0:
  /// none.
  double seconds_a_method = 20;
  // Set by compare():
  double unit_of_time = 1;  ///< the problem's time scale
  EnergyScale energy_scale;
  std::shared_ptr<ModeGrowth const> mode;  ///< null if the growth is not known
  std::function<void(long)> watch;         ///< see RunSpec::progress
};

/// Thrown by ComparisonSpec::watch when a method's time limit is exceeded.
struct GivenUp {};

/// Results of one long run to long_run_time(), with step 0.1 or tolerances 1e-6; all times in the
/// problem's unit. If the growth of the energy error is undecided, longer runs follow, each twice
/// as long, up to 32 times; at most one longer run follows for other invariants. The longer runs
/// only decide the growth.
struct Structure {
  double step = 0;
  long steps = 0;
  Outcome outcome = Outcome::ok;
  std::string reason;
  long failed_at = -1;
  double constraint_violation = 0;  ///< violation in the method's own state, before any projection
  std::vector<InvariantBehaviour> invariants;  ///< energy first
  double reversibility_defect = 0;  ///< defect of one step of 0.1; NaN if it is not defined
  /// Defect of one step of 0.1 against the problem's density; NaN if there is none.
  double volume_defect = 0;
  /// Ratio of the largest to the smallest maximal energy error, each divided by the step to the
  /// power of the method's order, at steps 0.08 to 0.12 over t = 50. 1 for a smooth dependence; NaN
  /// for adaptive solvers.
  double step_sensitivity = 0;
  double iterations_per_step = 0;  ///< Newton iterations per step
  /// Largest difference of a coordinate between double and quad precision over 20 steps of 0.1:
  /// rounding and Newton's stagnation level. NaN if the method runs in double precision only.
  double solver_error = 0;
  /// Predicted time at which the parasitic mode reaches a hundredth of the energy scale; none up to
  /// the end of the run, and for methods that reflect no momenta.
  std::optional<double> trust_time;
  DriftTestResult axis;  ///< drift test on non-symmetric tori, on other problems
  /// Data of a figure: the largest |H - H(0)| in each of 200 equal parts, and their ends.
  std::vector<double> energy_times, energy_errors;

  double end() const { return step * static_cast<double>(steps); }
};

/// One run to the time of the reference.
struct WorkPoint {
  bool adaptive = false;
  double value = 0;  ///< h, or the tolerances
  Outcome outcome = Outcome::ok;
  Counts counts;
  double cpu_seconds = 0;
  /// Errors at the end; velocities for methods with velocities at nodes.
  double position_error = 0, velocity_error = 0;
  double energy_error = 0, constraint_error = 0;  ///< largest over the run
  /// Largest error of the problem's other invariants over the run; NaN: none.
  double invariant_error = 0;
};

/// Method, or a variant: other form of a method, other number of stages, or composition of it.
struct MethodComparison {
  MethodCard card;  ///< with the id of the variant
  /// Id of the method of a variant; empty for a method.
  std::string variant_of = {};
  std::string not_applicable_because = {}, start = {};
  /// Orders; of a variant, those of the positions at the time of the reference.
  std::vector<Convergence> orders = {};
  /// Without invariants if the time limit ended the method earlier, and for compositions and
  /// adaptive variants.
  Structure structure = {};
  std::vector<WorkPoint> work = {};
  /// Measurement that the time limit ended, with the time; empty: none.
  std::string gave_up = {};

  bool has_long_run() const { return !structure.invariants.empty(); }
};

/// Run of a method, or of a form of it, that an advice recommends.
struct AdvisedRun {
  std::string id, start;
  bool adaptive = false;
  double value = 0;  ///< h, or the tolerances
  double until = 0;
};

/// Sentence of advice and the rule that produced it.
struct Advice {
  std::string rule, sentence;
  std::optional<AdvisedRun> run = {};
};

struct Comparison {
  ProblemCard problem;
  std::string space, case_name;
  bool constant_mass = false;   ///< mass matrix in the velocities of the card
  bool on_group = false;        ///< a factor of the space is not R^n
  std::string ensemble_starts;  ///< sampling of initial conditions by ensembles, as text
  std::vector<std::pair<std::string, double>> parameters;
  std::vector<double> q, v;
  double reference_time = 0, reference_digits = 0, long_run_time = 0;
  EnergyScale energy_scale;   ///< energy scale of the long run
  double asked_error = 1e-3;  ///< ComparisonSpec::error
  std::string reference_by;
  std::vector<MethodComparison> methods;
  std::vector<MethodComparison> variants;
  std::vector<MetKink> kinks;  ///< kinks of the motion up to the reference time
  std::vector<Advice> advice;
  std::vector<std::vector<double>> path;  ///< rows of t and q to t = 10, for a figure
};

/// Callbacks of a comparison. Each may be empty, and each may throw Interrupted.
struct ComparisonProgress {
  std::function<void(double)> progress;  ///< fraction done
  /// Called after each method with the comparison so far, the total number of methods, and the
  /// seconds that this method took.
  std::function<void(Comparison const&, std::size_t, double)> finished;
};

/// Compares methods on a problem.
/// @param ids  methods, including variants; empty: all methods of the catalogue, the projections
/// and feedbacks of corrected_baselines(), and as variants all compositions of the self-adjoint
/// methods
/// Throws InvalidInput on unknown ids, on steps and tolerances that are out of order, and if the
/// reference cannot be certified to 12 digits, or not within the limit.
Comparison compare(ProblemEntry const& problem, std::vector<std::string> const& ids,
                   ComparisonSpec const& spec, ComparisonProgress const& progress);

/// Returns the length of the long run in the problem's unit: 2000; 500 for more than 7 dimensions,
/// whose derived equations are expensive.
long long_run_time(int dof);

/// Completes the specification of a long run: steps of a tenth of `unit`, every tenth of them
/// recorded, or tolerances of 1e-6.
/// @param time  length of the run in units
RunSpec long_run(ProblemEntry const& problem, MethodEntry const& method, RunSpec spec, double time,
                 RawQuad unit);

/// Parts of a comparison.
/// @param options  options of the method
Structure structure_of(ProblemEntry const& problem, MethodEntry const& method,
                       ComparisonSpec const& spec, std::string const& start,
                       OptionValues const& options);
std::vector<Advice> advice_of(Comparison const& comparison);

/// Returns the comparison in the format of the report; non-finite numbers become strings.
nlohmann::json to_json(Comparison const& comparison);

}  // namespace rattleback
