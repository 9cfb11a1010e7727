#pragma once
// Types end here: everything above this layer sees problems and methods as cards and functions.

#include <map>
#include <memory>

#include "integrators/core/ensemble/ensemble_spec.hpp"
#include "integrators/core/method/trajectory.hpp"
#include "problems/core/numbers/quad.hpp"

namespace rattleback {

template <class S>
struct StepTable;
struct LaneTable;

namespace text {
struct LoadedProblem;
}

/// Tables of a method on a problem. Null: the method does not apply, in that number type.
struct MethodTables {
  StepTable<double> const* in_double = nullptr;  ///< steps in double precision
  StepTable<Quad> const* in_quad = nullptr;      ///< steps in quad precision
  LaneTable const* lanes = nullptr;              ///< steps of one orbit in each lane
};

/// Method on a problem. Functions of a RunSpec throw InvalidInput on invalid input.
struct MethodEntry {
  MethodCard card;  ///< metadata and promises
  /// For a composition, a projection or a feedback: id of the method inside; else empty.
  std::string variant_of;
  std::string
      not_applicable_because;  ///< reason why the method does not apply; empty if it applies
  /// Hash of the code of a method from outside the catalogue; empty for a method of the catalogue.
  std::string content;
  MethodTables tables;  ///< steps without a run
  /// Runs the method in double precision.
  std::function<Trajectory<double>(RunSpec const&)> integrate;
  /// Runs the method in quad precision; empty: not available.
  std::function<Trajectory<RawQuad>(RunSpec const&)> integrate_quad;
  /// Runs an ensemble; empty: not available.
  std::function<EnsembleResult(EnsembleSpec const&)> ensemble;
  /// Returns max |R F R F z - z| for one step F from the initial point, R the reversing symmetry.
  /// Empty on a driven system.
  std::function<double(RunSpec const&)> reversibility_defect;
  /// Tests the effect of a failed step before the last step of the run. Empty for an adaptive
  /// method.
  std::function<FailedStepEffect(RunSpec const&)> failed_step;
  /// Returns the largest step in (0, spec.step] up to which a step from the initial point exists.
  std::function<double(RunSpec const&)> largest_step;
  /// Returns |det D F| rho(F(z))/rho(z) - 1 for one step F from the initial point, with respect to
  /// the Haar measure times the independent velocities; rho is the problem's stated density or 1.
  /// Empty for a method with internal state.
  std::function<double(RunSpec const&)> volume_defect;
  /// True for a map of nodes without internal state that is its own adjoint.
  bool self_adjoint = false;
  /// True if symmetric compositions raise the order: the method is self-adjoint, and its internal
  /// state adapts to the step size.
  bool composable = false;
  /// Reason why the velocity cannot be projected after each step; empty if it can.
  std::string no_projection_because;
  /// True if the method solves the equations of motion with eliminated multipliers, to which a
  /// feedback can be added.
  bool takes_feedback = false;
  /// True if its runs have a flipped part of the momentum.
  bool reflects_momenta = false;
};

/// Largest differences at a point between generated or stated functions and those of the Lagrangian
/// and the constraints.
struct ConsistencyRecord {
  std::string what;  ///< function that is compared
  double defect;     ///< largest difference, relative to 1 + the size
};

/// Methods of a problem. Copies share their methods.
class MethodEntries {
 public:
  /// Makes the methods when one is first asked for: most commands use those of a single problem.
  void make_later(std::function<std::vector<MethodEntry>()> make) { made_->make = std::move(make); }
  /// Adds a method.
  void push_back(MethodEntry entry) { entries().push_back(std::move(entry)); }
  /// Returns the method of that id, or null. An id may name a variant of a method, see
  /// variants.hpp. Throws InvalidInput on a variant that does not exist.
  MethodEntry const* find(std::string const& id) const;
  /// First method in the order of the catalogue.
  auto begin() const { return std::as_const(entries()).begin(); }
  /// End of the methods.
  auto end() const { return std::as_const(entries()).end(); }
  /// First method.
  MethodEntry const& front() const { return entries().front(); }
  /// Number of methods.
  std::size_t size() const { return entries().size(); }
  /// Returns an empty list of methods of the same problem.
  MethodEntries without_methods() const {
    MethodEntries none;
    none.constant_energy = constant_energy;
    return none;
  }
  /// True if the energy of the problem is constant along its motion.
  bool constant_energy = true;

 private:
  struct Made {
    std::function<std::vector<MethodEntry>()> make;  ///< empty once the methods are made
    std::vector<MethodEntry> entries;
    std::map<std::string, MethodEntry> variants;  ///< variants that were requested
  };
  std::vector<MethodEntry>& entries() const;

  std::shared_ptr<Made> made_ = std::make_shared<Made>();
};

struct ProblemFunctions;

/// Problem with all methods. Functions of a Setting throw InvalidInput on invalid input.
struct ProblemEntry {
  ProblemCard card;  ///< metadata
  /// Functions of the problem, for methods that are compiled later.
  std::shared_ptr<ProblemFunctions const> functions;
  /// Returns a problem of the catalogue as the text that states it, for methods that are compiled
  /// once for all texts. Null, or returns null: the problem does not run as a text.
  text::LoadedProblem const* (*as_text)() = nullptr;
  /// Identifies a problem from outside the catalogue: the canonical form of a text, or the hash of
  /// a header's code. Empty for a problem of the catalogue. Values of parameters and cases are not
  /// in the canonical form.
  std::string content;
  std::string space;    ///< name of the configuration space
  int size = 0;         ///< numbers per configuration
  int dof = 0;          ///< numbers per velocity
  int constraints = 0;  ///< number of constraints
  bool affine = false;  ///< true for constraints with an affine term, whose sign a reversal changes
  bool driven = false;  ///< true for a system with a force or functions that depend on time
  std::string equations;  ///< evaluation of the equations, as text
  /// Coordinates that reduced methods reconstruct; empty: no reduction.
  std::vector<int> group_coordinates;
  /// Parameter of the problem.
  struct ParameterRecord {
    std::string name;     ///< name
    std::string meaning;  ///< meaning, one line
    double standard;      ///< default value
    std::string allowed;  ///< allowed values, as text
  };
  std::vector<ParameterRecord> parameters;  ///< parameters
  /// Case: named parameters and an initial condition.
  struct CaseRecord {
    std::string name;                                        ///< name
    std::string note;                                        ///< note, one line
    std::vector<double> q;                                   ///< initial configuration
    std::vector<double> v;                                   ///< initial velocity
    std::vector<std::pair<std::string, double>> parameters;  ///< values of all parameters
    bool is_method_state = false;  ///< true: state of a method, which may violate the constraints
    StatedStart stated{};          ///< statement of the initial condition
  };
  std::vector<CaseRecord> cases;  ///< cases; the first is the default
  MethodEntries methods;          ///< methods, also those that do not apply
  std::string starts;             ///< measure of an ensemble's initial conditions, as text

  /// Returns the certified reference solution at the given times (>= 0).
  std::function<Reference(Setting const&, std::vector<RawQuad> const& times)> reference;
  /// Returns the closed form at the given times, without a certificate; null without a closed form.
  std::function<std::vector<ReferenceState>(Setting const&, std::vector<RawQuad> const& times)>
      exact;
  /// Returns the kinks of the formulas that a run in double precision meets, each with its first
  /// time; null for formulas without kinks.
  std::function<std::vector<MetKink>(Setting const&, Trajectory<double> const& run)> kinks;
  /// Returns the energy of the initial condition.
  std::function<double(Setting const&)> energy;
  /// Returns the times at which the reparametrised time takes given values; null without one.
  std::function<std::vector<RawQuad>(Setting const&, std::vector<RawQuad> const& taus)> times_at;
  /// Returns the initial condition (q, v) of an orbit of an ensemble at the energy.
  std::function<std::pair<std::vector<double>, std::vector<double>>(
      std::uint64_t seed, std::uint64_t orbit, double energy)>
      sample;
  /// Compares generated and stated functions with the Lagrangian and the constraints at random
  /// points.
  std::function<std::vector<ConsistencyRecord>(std::uint64_t seed)> consistency;
  /// Returns the divergence of the motion with respect to the Haar measure times the independent
  /// velocities.
  std::function<double(Setting const&)> divergence;
  /// Returns the divergence of the density times the motion, divided by the density; null if no
  /// density is stated.
  std::function<double(Setting const&)> measure_defect;
  /// Returns the divergence of the motion with respect to the Riemannian volume of the kinetic
  /// energy.
  std::function<double(Setting const&)> riemannian_divergence;
  /// Returns the parasitic mode of methods that reflect momenta, at points of a motion of the
  /// setting's system.
  std::function<std::vector<ParasiticMode>(Setting const&, MotionPoints const&)> parasitic_modes;

  /// Throws InvalidInput naming the nearest when there is none of that id.
  MethodEntry const& method(std::string const& id) const;
  /// Returns the options of an adaptive solver for a relative tolerance, and the same tolerance in
  /// units of the card's scale of sizes.
  OptionValues tolerances(double tolerance) const;
};

/// All problems, in catalogue order.
std::vector<ProblemEntry> const& registry();

/// Throws InvalidInput naming the nearest when there is none of that id.
ProblemEntry const& find_problem(std::string const& id);

/// Cards of all methods, in catalogue order.
std::vector<MethodCard> method_cards();

}  // namespace rattleback
