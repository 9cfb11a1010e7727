#pragma once
// Types end here: everything above this room sees problems and methods as cards and functions.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "integrators/core/ensemble_statistics.hpp"
#include "integrators/core/method.hpp"

namespace rattleback {

/// Quad numbers across the erased border, without the cost of a header (113 bits).
using RawQuad = __float128;

/// Which system and which point on it. Empty: the problem's own.
struct Setting {
  std::string case_name;
  std::vector<std::pair<std::string, RawQuad>> parameters;
  std::optional<std::vector<RawQuad>> q, v;
  std::optional<std::vector<RawQuad>> q1;  ///< second node, for the start `pair`
  bool project = false;  ///< take the nearest velocity on the constraint instead of refusing
  /// (q, v) is a method's own state rather than a point of the system: no check of the constraint.
  bool own_state = false;
};

/// Poincare section: where a coordinate or velocity passes a value.
struct Section {
  enum class Direction { up, down, both };
  std::string component;
  RawQuad value = 0;
  Direction direction = Direction::up;
};

/// Takes a table while it arises: its columns first, then rows of as many numbers, which are not a
/// number where a row has no value.
class TableSink {
 public:
  virtual ~TableSink() = default;
  virtual void begin(std::vector<std::string> const& columns) = 0;
  virtual void row(std::vector<double> const& numbers) = 0;
  virtual void row(std::vector<RawQuad> const& numbers) = 0;
};

/// Column names of which no two are equal: an invariant that is called like a coordinate or a
/// velocity gets "invariant_" in front.
std::vector<std::string> unique_columns(std::vector<std::string> names);

/// What to integrate and how.
struct RunSpec {
  Setting setting;
  std::string start;  ///< empty: the method's default
  std::vector<std::pair<std::string, std::string>> options;
  RawQuad step = 0;
  long steps = 0;
  long every = 0;  ///< keep every K-th node beside first and last; 0: first and last only
  /// Substeps of a step, as fractions of it; empty: one step of the method itself.
  std::vector<RawQuad> composition;
  std::optional<Section> section;  ///< record its crossings
  /// Takes the kept nodes, or the crossings; the trajectory then holds the first and the last only.
  TableSink* table = nullptr;
  /// Called now and then with the step number; may throw Interrupted to stop.
  std::function<void(long)> progress;
};

/// Thrown where long work notices that the user asked it to stop.
struct Interrupted {};

/// One invariant over all nodes of a run.
template <class S>
struct InvariantRecord {
  std::string name;
  S initial = 0, final = 0, max_deviation = 0;
};

/// Crossings of a section, in time order; the start is not one. The state is the method's own.
template <class S>
struct SectionPoints {
  long count = 0;
  std::vector<S> times;
  std::vector<std::vector<S>> q, v;
  std::vector<std::vector<S>> invariant_values;  ///< energy first
  S lowest = 0, highest = 0;                     ///< what the section's component took at nodes
};

/// A run. Rows of q, v, multipliers and invariants belong to `times`. After a failure it holds the
/// prefix, ending with the last good node.
template <class S>
struct Trajectory {
  std::vector<S> times;
  std::vector<std::vector<S>> q, v, multipliers;  ///< multipliers[0] is empty: no step led there
  std::vector<std::vector<S>> invariant_values;   ///< energy first
  std::vector<InvariantRecord<S>> invariants;
  std::vector<S> taus;  ///< Hamiltonized time of each row, where a method has it; then `times` are
                        ///< the recovered ones
  std::vector<std::pair<std::string, std::vector<S>>>
      memory;  ///< what the method carries, at the end
  std::vector<std::string> diagnostic_names;
  std::vector<std::vector<S>> diagnostics;   ///< one row a kept step, where a method has them
  SectionPoints<S> section;                  ///< empty unless the specification names one
  S max_violation = 0, final_violation = 0;  ///< |phi(q, v)| of the method's own state, unprojected
  Outcome outcome = Outcome::ok;
  std::string reason;   ///< a solver's own words
  long failed_at = -1;  ///< the step that failed
  double reached = 0;   ///< time the solver itself got to
  Counts counts;
  std::vector<std::string> warnings;  ///< what is unusual about the run, in words
  // as resolved:
  std::string case_name, start;
  std::vector<std::pair<std::string, S>> parameters;
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<S> start_q, start_v;
};

/// Ensemble of `orbits` starts: sampled ones, keyed by seed and index, the problem's family, or
/// given ones.
struct EnsembleSpec {
  std::vector<std::pair<std::string, RawQuad>> parameters;
  std::vector<std::pair<std::string, std::string>> options;
  bool family = false;  ///< the problem's one-parameter family of starts instead of the sampler
  std::vector<double> starts;  ///< q and v of every orbit, one after the other, instead of both
  std::string invariant;       ///< statistics of this one as well; empty: of the energy alone
  double energy = 0;
  std::uint64_t seed = 1;
  long orbits = 0;
  long first = 0, last = -1;  ///< run orbits first to last - 1 of them only; -1: to the end
  double step = 0;
  long steps = 0;
  long every = 1;
  long paths = 0;  ///< keep the energy errors of the first so many orbits
  int threads = 1;
  bool scalar = false;                       ///< one orbit at a time (the result is the same)
  std::optional<Section> section;            ///< record every orbit's crossings
  std::vector<std::string> section_columns;  ///< components of a crossing that are kept
  bool lyapunov = false;  ///< every orbit's largest exponent; its twin is renormalised at every time
  std::vector<double> direction;  ///< of the twin's first separation (algebra, velocities)
  bool check_only = false;        ///< check all this and compute nothing
  /// Called several times a second, by one thread at a time, with the fraction done; may throw
  /// Interrupted.
  std::function<void(double)> progress;
  /// Called likewise with the bytes that statistics and crossings have come to take, and the
  /// fraction done; may throw.
  std::function<void(std::size_t, double)> grown;

  /// How many quantities the statistics are of.
  int quantities() const { return invariant.empty() ? 1 : 2; }
};

/// Statistics of the error I(t) - I(0) of one quantity over the ensemble, one entry for each time.
struct ErrorStatistics {
  std::vector<double> mean, variance, kurtosis;  ///< variance about the mean; excess kurtosis
  std::vector<std::vector<double>> quantiles;    ///< [time][level], of quantile_levels
};

/// What an ensemble leaves: statistics of the energy, and of an invariant where asked for.
struct EnsembleResult : ErrorStatistics {
  EnsemblePart part;  ///< what can be added to other parts of the ensemble
  std::vector<double> times;
  std::optional<ErrorStatistics> invariant;
  std::vector<std::vector<double>> paths;  ///< [orbit][time], errors of the energy
  std::vector<double> final_state;  ///< q and v of the orbits kept in `paths`, one after the other
  long failed = 0;  ///< orbits that did not stay finite; they are not in the statistics
  bool on_lanes = false;
  /// [orbit]: time and columns of each crossing, one after the other; only where asked for.
  std::vector<std::vector<double>> crossings;
  std::vector<double> exponents;  ///< one an orbit, where asked for; nan where it failed
};
inline constexpr std::array quantile_levels{0.05, 0.25, 0.5, 0.75, 0.95};

/// Fills the statistics of a result from those of its orbits, which hold one or two quantities at
/// result.times.
void summarise(EnsembleResult& result, EnsemblePart const& part);

/// Reference state at one time.
struct ReferenceState {
  RawQuad time;
  std::vector<RawQuad> q, v, multipliers;
};

/// The exact motion at given times, to `digits` decimal digits, as agreed by two formulations.
struct Reference {
  std::vector<ReferenceState> states;
  double digits = 0;
  std::string certified_by;
  bool from_cache = false;
};

/// One method on one problem.
struct MethodEntry {
  MethodCard card;
  std::string composed_of;  ///< id of the method that a composition composes
  std::string refusal;      ///< why it does not apply; empty when it does
  std::function<Trajectory<double>(RunSpec const&)> integrate;
  std::function<Trajectory<RawQuad>(RunSpec const&)> integrate_quad;  ///< empty: double only
  std::function<EnsembleResult(EnsembleSpec const&)> ensemble;        ///< empty: runs none
  /// max |R F R F z - z| for one step F from the setting's start (after the method's start).
  std::function<double(RunSpec const&)> reversibility_defect;
  /// The largest step in (0, spec.step] up to which a step from the setting's start exists.
  std::function<double(RunSpec const&)> largest_step;
  /// |det D F| rho(F(z))/rho(z) - 1 for one step F from the setting's start, rho the problem's
  /// stated density or one, against the Haar measure times the independent velocities; empty where
  /// the method carries more than the point.
  std::function<double(RunSpec const&)> volume_defect;
  /// A map of nodes without memory that is its own adjoint.
  bool self_adjoint = false;
  /// Symmetric compositions raise its order: self-adjoint, and what it carries follows the step
  /// size.
  bool composable = false;
};

/// How far stated speed-ups are from what Lagrangian and constraints give, at a point.
struct ConsistencyRecord {
  std::string what;
  double defect;
};

/// The methods of one problem.
class MethodEntries {
 public:
  void push_back(MethodEntry entry) { entries_.push_back(std::move(entry)); }
  /// Null when there is none of that id. `compose(METHOD,SCHEME)` names the symmetric composition
  /// of a self-adjoint method. Throws Misuse on a scheme that is unknown and on a method that is
  /// not self-adjoint.
  MethodEntry const* find(std::string const& id) const;
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  MethodEntry const& front() const { return entries_.front(); }
  std::size_t size() const { return entries_.size(); }

 private:
  MethodEntry const* composed(std::string const& id) const;
  std::vector<MethodEntry> entries_;
  mutable std::map<std::string, MethodEntry> composed_;  ///< those asked for
};

/// One problem with all methods.
struct ProblemEntry {
  ProblemCard card;
  std::string space;
  int size = 0, dof = 0, constraints = 0;
  bool affine = false;  ///< constraints with a drift, which reversal has to turn round
  std::string equations;  ///< how they are evaluated, in words
  std::vector<int> group_coordinates;  ///< what reduced methods reconstruct; empty: no reduction
  struct ParameterRecord {
    std::string name, meaning;
    double standard;
    std::string allowed;  ///< in words
  };
  std::vector<ParameterRecord> parameters;
  struct CaseRecord {
    std::string name, note;
    std::vector<double> q, v;
    std::vector<std::pair<std::string, double>> parameters;
    bool own_state = false;  ///< a method's first state, which may be off the constraints
  };
  std::vector<CaseRecord> cases;
  MethodEntries methods;
  std::string starts;  ///< by which measure an ensemble's starts are drawn, in words

  Reference (*reference)(Setting const&, std::vector<RawQuad> const& times) = nullptr;
  /// The closed form alone, without a certificate; null where there is none.
  std::vector<ReferenceState> (*exact)(Setting const&, std::vector<RawQuad> const& times) = nullptr;
  double (*energy)(Setting const&) = nullptr;
  /// Times at which the Hamiltonized time takes given values; null where there is none.
  std::vector<RawQuad> (*times_at)(Setting const&, std::vector<RawQuad> const& taus) = nullptr;
  std::pair<std::vector<double>, std::vector<double>> (*sample)(std::uint64_t seed,
                                                                std::uint64_t orbit,
                                                                double energy) = nullptr;
  std::vector<ConsistencyRecord> (*consistency)(std::uint64_t seed) = nullptr;
  /// Divergence of the motion with respect to the Haar measure times the independent velocities;
  /// and of the density times the motion, over the density, null where no density is stated.
  double (*divergence)(Setting const&) = nullptr;
  double (*measure_defect)(Setting const&) = nullptr;

  /// Throws Misuse naming the nearest when there is none of that id.
  MethodEntry const& method(std::string const& id) const;
};

/// All problems, in catalogue order.
std::vector<ProblemEntry> const& registry();

/// Throws Misuse naming the nearest when there is none of that id.
ProblemEntry const& find_problem(std::string const& id);

/// Cards of all methods, in catalogue order.
std::vector<MethodCard> method_cards();

}  // namespace rattleback
