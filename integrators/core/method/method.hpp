#pragma once
// Interface of all integrators: points, steps, outcomes, and the card with the promises of a
// method.

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "integrators/core/method/work.hpp"
#include "problems/core/numbers/mask.hpp"
#include "problems/core/problem.hpp"

namespace rattleback {

/// Names and values of options, as the user states them.
using OptionValues = std::vector<std::pair<std::string, std::string>>;

/// Outcome of a step. A failure is a value: it is recorded and never thrown.
enum class Outcome {
  ok,
  newton_diverged,
  singular_constraints,
  no_real_root,
  non_finite,
  solver_failed,
  projection_failed,
  sliding
};

/// Returns the name of an outcome.
inline char const* name_of(Outcome outcome) {
  constexpr char const* names[]{
      "ok",         "newton_diverged", "singular_constraints", "no_real_root",
      "non_finite", "solver_failed",   "projection_failed",    "sliding"};
  return names[static_cast<int>(outcome)];
}

/// Returns the outcome of a step as a sentence without a full stop.
inline char const* words_for(Outcome outcome) {
  constexpr char const* sentences[]{"the step succeeded",
                                    "Newton's method did not converge",
                                    "the Lagrange multipliers are not determined",
                                    "the step's equation has no real root",
                                    "the state is not finite",
                                    "the solver failed",
                                    "the velocity cannot be projected: no velocity has the initial "
                                    "energy, or the constraints are singular",
                                    "the motions on both sides of a switch lead back to it"};
  return sentences[static_cast<int>(outcome)];
}

/// Configuration q and left-trivialised velocity v.
template <class S, auto size, auto dof>
struct PointOf {
  Vec<S, size> q;  ///< configuration
  Vec<S, dof> v;   ///< left-trivialised velocity
};
/// Point of problem P over the number type S.
template <class P, class S>
using Point = PointOf<S, size_of<P>, dof_of<P>>;

/// True if all numbers of the point are finite.
template <class S, auto size, auto dof>
bool is_finite(PointOf<S, size, dof> const& z) {
  return all_finite(z.q) && all_finite(z.v);
}

/// Starting procedure of a method with internal state: its name, and the second node if it needs
/// one (`exact`: from the closed form or the certified reference; `pair`: from the user).
template <class S, auto size>
struct StartPointOf {
  std::string name;                         ///< name of the starting procedure
  std::optional<Vec<S, size>> second = {};  ///< second node
};
/// Starting procedure on problem P over the number type S.
template <class P, class S>
using StartPoint = StartPointOf<S, size_of<P>>;

/// Result of a step: end point, multipliers at the card's multiplier node, and outcome.
template <class S, auto size, auto dof, auto constraints>
struct StepOf {
  PointOf<S, size, dof> z;          ///< end point
  Vec<S, constraints> multipliers;  ///< multipliers at the card's multiplier node
  Outcome outcome = Outcome::ok;    ///< outcome
  int iterations = 0;               ///< Newton iterations
};
/// Result of a step on problem P over the number type S.
template <class P, class S>
using Step = StepOf<S, size_of<P>, dof_of<P>, P::constraints>;

/// Internal state of methods whose only state is the point.
struct NoMemory {};

/// True if Newton's method on lanes inlines the residual. Residuals in a chart are long and those
/// of text problems are calls: inlining them doubles the compile time and saves little at run time.
template <class P>
inline constexpr bool newton_is_inlined_on_lanes = !requires {
  P::is_text;
}
&&!requires { P::is_chart; };

/// Starting procedure on a card, with its promised orders. 0: no promise.
struct StartCard {
  std::string name;          ///< name
  int order = 0;             ///< positions, and velocities at the card's velocity node
  int multiplier_order = 0;  ///< multipliers at the card's multiplier node
};

/// Option of a method: one of several words, a finite number within bounds, or either.
struct OptionCard {
  std::string name;                       ///< name
  std::string meaning;                    ///< meaning, one line
  std::string standard = {};              ///< default value
  std::vector<std::string> choices = {};  ///< allowed words
  bool whole = false;                     ///< true if a number must be an integer
  bool of_driven = false;                 ///< true if only driven systems have the option
  std::optional<double> above;            ///< bound: value > above
  std::optional<double> least;            ///< bound: value >= least
  std::optional<double> most;             ///< bound: value <= most

  /// True if the number satisfies the bounds.
  bool allows(double value) const {
    return std::isfinite(value) && !(above && value <= *above) && !(least && value < *least) &&
           !(most && value > *most);
  }
  /// Returns the allowed values as text.
  std::string allowed() const;
};

/// Known limitation of a method, for its users.
struct KnownLimit {
  std::string sentence;   ///< limitation
  std::string reference;  ///< paper and equation, or the id of a finding
};

/// Metadata and promises of a method. The laws test each promise on every problem to which the
/// method applies.
struct MethodCard {
  std::string id;                 ///< registry id
  std::string name;               ///< one line
  std::string equations;          ///< as text
  std::string source;             ///< paper and equation
  std::string applies_to;         ///< as text; the concepts decide
  std::vector<StartCard> starts;  ///< the first is the default
  double velocity_node = 0;       ///< v_i is defined at t_i + velocity_node h
  double multiplier_node =
      0;  ///< the multipliers of the step to t_i are defined at t_i + multiplier_node h
  bool multipliers = true;     ///< false if the method eliminates the multipliers
  bool counts_in_tau = false;  ///< true if h is a step of the reparametrised time tau
  bool reversible = false;     ///< true if reversible under the problem's reversing symmetry
  bool preserves_constraint =
      false;  ///< constraint satisfied at every node to rounding, or to Newton's stagnation level
  bool preserves_energy = false;            ///< energy preserved at every node to rounding
  int lagrangian_derivatives_per_step = 0;  ///< Lagrangian derivatives per step; 0: no promise
  int reflections_per_step =
      1;  ///< reflections of the momentum per step, for methods that reflect it
  /// Coefficient s of a method that reflects momenta: its step without constraint preserves H + s
  /// (h/2) V' . M^-1 p + O(h^2). 0 for a symmetric step.
  double free_step_asymmetry = 0;
  bool nodal_force = false;  ///< true if it takes a force at its nodal velocity, without an option
  bool adaptive = false;  ///< true if the method chooses its steps; h is then the output interval
  bool takes_forces = false;  ///< true if it takes driven systems; by card_of()
  /// Why the method does not take driven systems, or which of them it does not take.
  std::string no_forces_because = {};
  bool baseline = false;                 ///< true for a standard solver of the derived equations
  std::vector<OptionCard> options = {};  ///< options
  std::vector<KnownLimit> known_limits = {};  ///< known limitations
};

}  // namespace rattleback
