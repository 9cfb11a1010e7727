#pragma once
// Types end here: everything above this layer sees problems and methods as cards and functions.

#include <map>
#include <memory>

#include "integrators/core/ensemble/ensemble_spec.hpp"
#include "integrators/core/method/trajectory.hpp"

namespace rattleback {

/// One method on one problem.
struct MethodEntry {
  MethodCard card;
  std::string composed_of;  ///< id of the method that a composition composes
  std::string refusal;      ///< why it does not apply; empty when it does
  /// Hash of the code of a method from outside the catalogue; empty for a method of the catalogue.
  std::string content;
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
  /// Its runs have a flipped part of the momentum.
  bool reflects_momenta = false;
};

/// Largest differences at a point between generated or stated functions and those of the Lagrangian
/// and the constraints.
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

struct ProblemFunctions;

/// One problem with all methods.
struct ProblemEntry {
  ProblemCard card;
  /// Its functions, for methods that are compiled later.
  std::shared_ptr<ProblemFunctions const> functions;
  /// Identifies a problem from outside the catalogue: the canonical form of a text, or the hash of
  /// a header's code. Empty for a problem of the catalogue. Values of parameters and cases are not
  /// in the canonical form.
  std::string content;
  std::string space;
  int size = 0, dof = 0, constraints = 0;
  bool affine = false;  ///< true for constraints with an affine term, whose sign a reversal changes
  std::string equations;  ///< evaluation of the equations, as text
  std::vector<int>
      group_coordinates;  ///< coordinates that reduced methods reconstruct; empty: no reduction
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

  std::function<Reference(Setting const&, std::vector<RawQuad> const& times)> reference;
  /// The closed form alone, without a certificate; null where there is none.
  std::function<std::vector<ReferenceState>(Setting const&, std::vector<RawQuad> const& times)>
      exact;
  std::function<double(Setting const&)> energy;
  /// Times at which the Hamiltonized time takes given values; null where there is none.
  std::function<std::vector<RawQuad>(Setting const&, std::vector<RawQuad> const& taus)> times_at;
  /// State of an orbit of an ensemble of the energy: q and v.
  std::function<std::pair<std::vector<double>, std::vector<double>>(
      std::uint64_t seed, std::uint64_t orbit, double energy)>
      sample;
  std::function<std::vector<ConsistencyRecord>(std::uint64_t seed)> consistency;
  /// Divergence of the motion with respect to the Haar measure times the independent velocities;
  /// and of the density times the motion, over the density, null where no density is stated.
  std::function<double(Setting const&)> divergence;
  std::function<double(Setting const&)> measure_defect;
  /// Divergence of the motion with respect to the Riemannian volume of the kinetic energy.
  std::function<double(Setting const&)> riemannian_divergence;
  /// Parasitic mode of methods that reflect momenta, at points (q, v) of the setting's system.
  std::function<std::vector<ParasiticMode>(Setting const&,
                                           std::vector<std::vector<double>> const& q,
                                           std::vector<std::vector<double>> const& v)>
      parasitic_modes;

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
