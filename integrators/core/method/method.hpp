#pragma once
// The one interface of all integrators: a step from a point to a point, and a card that promises.

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "integrators/core/method/work.hpp"
#include "problems/core/numbers/mask.hpp"
#include "problems/core/problem.hpp"

namespace rattleback {

/// Names of options, and what the user gives them.
using OptionValues = std::vector<std::pair<std::string, std::string>>;

/// What became of a step. Failures are values: they are recorded, never thrown.
enum class Outcome {
  ok,
  newton_diverged,
  singular_constraints,
  no_real_root,
  non_finite,
  solver_failed
};

inline char const* name_of(Outcome outcome) {
  constexpr char const* names[]{"ok",           "newton_diverged", "singular_constraints",
                                "no_real_root", "non_finite",      "solver_failed"};
  return names[static_cast<int>(outcome)];
}

/// Configuration q and left-trivialised velocity v.
template <class S, int size, int dof>
struct PointOf {
  Vec<S, size> q;
  Vec<S, dof> v;
};
template <class P, class S>
using Point = PointOf<S, size_of<P>, dof_of<P>>;

template <class S, int size, int dof>
bool is_finite(PointOf<S, size, dof> const& z) {
  return all_finite(z.q) && all_finite(z.v);
}

/// How a method with memory is started: the start's name, and the second node where it has one
/// (`exact`: from the closed form or the certified reference; `pair`: the user's).
template <class S, int size>
struct StartPointOf {
  std::string name;
  std::optional<Vec<S, size>> second = {};
};
template <class P, class S>
using StartPoint = StartPointOf<S, size_of<P>>;

/// One step's end point, its multipliers (at the card's multiplier node) and how it went.
template <class S, int size, int dof, int constraints>
struct StepOf {
  PointOf<S, size, dof> z;
  Vec<S, constraints> multipliers;
  Outcome outcome = Outcome::ok;
  int iterations = 0;  ///< Newton iterations
};
template <class P, class S>
using Step = StepOf<S, size_of<P>, dof_of<P>, P::constraints>;

/// For methods that carry nothing but the point.
struct NoMemory {};

/// Newton's method is compiled on lanes for at most this many unknowns: beyond it one method takes
/// the compiler several seconds. Ensembles then step one orbit at a time, with the same bits.
template <class P>
inline constexpr bool newton_fits_lanes = dof_of<P> + P::constraints <= 10;

/// On lanes Newton's method is one function in which everything is inlined, but for formulas in a
/// chart, which are long, and for those of text files, which are calls: there inlining takes the
/// compiler up to half of its time and saves little at run time.
template <class P>
inline constexpr bool newton_is_inlined_on_lanes = !requires {
  P::is_text;
}
&&!requires { P::is_chart; };

/// A way to start a method, with the orders it promises. 0: no order is promised.
struct StartCard {
  std::string name;
  int order = 0;             ///< positions, and velocities at the card's velocity node
  int multiplier_order = 0;  ///< multipliers at the card's multiplier node
};

/// A settable option of a method: one of several words, a finite number within bounds, or either.
struct OptionCard {
  std::string name, meaning;
  std::string standard;  ///< the value where none is given
  std::vector<std::string> choices;
  bool whole = false;                        ///< a number has to be an integer
  std::optional<double> above, least, most;  ///< bounds of a number: > above, >= least, <= most

  bool allows(double value) const {
    return std::isfinite(value) && !(above && value <= *above) && !(least && value < *least) &&
           !(most && value > *most);
  }
  /// In words.
  std::string allowed() const;
};

/// Something that a user of a method should know before trusting it.
struct KnownLimit {
  std::string sentence;
  std::string reference;  ///< paper and equation, or the id of a finding
};

/// The promises of a method. Each is tested wherever the method applies.
struct MethodCard {
  std::string id, name;
  std::string equations;          ///< as text
  std::string source;             ///< paper and equation
  std::string applies_to;         ///< in words; the concepts decide
  std::vector<StartCard> starts;  ///< the first is the default
  double velocity_node = 0;       ///< v_i lives at t_i + velocity_node h
  double multiplier_node = 0;  ///< multipliers of the step to t_i live at t_i + multiplier_node h
  bool multipliers = true;     ///< false: the method has eliminated them
  bool counts_in_tau = false;  ///< h is a step of the Hamiltonized time
  bool reversible = false;     ///< under the problem's reversing symmetry
  bool keeps_constraint = false;  ///< to rounding (Newton: to its floor), at every node
  bool keeps_energy = false;      ///< to rounding, at every node
  int forces_per_step = 0;        ///< Lagrangian derivatives of a step; 0: no promise
  int reflections_per_step = 1;   ///< of momenta, by methods that reflect them
  /// s where the free step of such a method preserves H + s (h/2) V' . M^-1 p + O(h^2); 0 for
  /// symmetric free steps.
  double free_step_asymmetry = 0;
  bool adaptive = false;  ///< chooses its own steps; h is the output interval
  bool baseline = false;  ///< solves the derived equations and promises no structure
  std::vector<OptionCard> options;
  std::vector<KnownLimit> known_limits;
};

}  // namespace rattleback
