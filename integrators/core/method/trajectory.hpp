#pragma once
// Results: trajectory of a run, and certified reference solution.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "integrators/core/method/method.hpp"
#include "integrators/core/method/raw_quad.hpp"

namespace rattleback {

/// Values of one invariant over a run: initial, final, and largest deviation at the nodes.
template <class S>
struct InvariantRecord {
  std::string name;
  S initial = 0, final = 0, max_deviation = 0;
};

/// Flipped part d = (p^+ - p^-)/2 of reflected momenta over a run; W is the inverse mass matrix.
template <class S>
struct FlippedMomentum {
  struct Node {
    std::vector<S> q, v;
    std::vector<S> flipped;  ///< velocity W d
  };
  S initial = 0, largest = 0;  ///< kinetic energy d.W d/2, initially and the largest over all nodes
  std::vector<Node> first, last;  ///< up to seven nodes each
};

/// Crossings of a section in time order, without the initial point. q and v are the method's state.
template <class S>
struct SectionPoints {
  long count = 0;
  std::vector<S> times;
  std::vector<std::vector<S>> q, v;
  std::vector<std::vector<S>> invariant_values;  ///< energy first
  S lowest = 0, highest = 0;                     ///< range of the section's component at the nodes
};

/// Result of a run. Row i of q, v, multipliers and invariants belongs to times[i]. After a failure
/// it holds the rows up to the last valid node.
template <class S>
struct Trajectory {
  std::vector<S> times;
  std::vector<std::vector<S>> q, v, multipliers;  ///< multipliers[0] is empty
  std::vector<std::vector<S>> invariant_values;   ///< energy first
  std::vector<InvariantRecord<S>> invariants;
  std::vector<S>
      taus;  ///< reparametrised time tau of each row; `times` are then recovered from tau
  /// Internal state of the method at the end.
  std::vector<std::pair<std::string, std::vector<S>>> memory;
  std::vector<std::string> diagnostic_names;
  std::vector<std::vector<S>>
      diagnostics;           ///< one row per recorded step, if the method has diagnostics
  SectionPoints<S> section;  ///< empty unless the specification names one
  S max_violation = 0,
    final_violation = 0;            ///< |phi(q, v)| of the method's state, without projection
  std::vector<S> kinetic_energies;  ///< kinetic energy v.M v/2 of each row
  std::optional<FlippedMomentum<S>> flipped;  ///< set for methods that reflect momenta
  Outcome outcome = Outcome::ok;
  std::string reason;   ///< message of the library solver
  long failed_at = -1;  ///< number of the failed step; 0: initial point; -1: no failure
  double reached = 0;   ///< time that the solver reached
  Counts counts;
  std::vector<std::string> warnings;  ///< warnings about the run, as sentences
  // Setting after defaults were filled in:
  std::string case_name, start;
  std::vector<std::pair<std::string, S>> parameters;
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<S> start_q, start_v;
};

/// State of a reference solution at one time.
struct ReferenceState {
  RawQuad time;
  std::vector<RawQuad> q, v, multipliers;
};

/// Reference solution at given times; two formulations of the equations agree to `digits` digits.
struct Reference {
  std::vector<ReferenceState> states;
  double digits = 0;
  std::string certified_by;
  bool from_cache = false;
};

/// Matrices of the parasitic mode at a point, by rows, m x m where not stated otherwise: see
/// parasitic_modes().
struct ParasiticMode {
  std::vector<double> rate;       ///< K
  std::vector<double> gram;       ///< C = A W A^T
  std::vector<double> gram_rate;  ///< dC/dt along the motion
  std::vector<double> stiffness;  ///< A W V'' W A^T in the coordinates of a chart; 0 without one
  std::vector<double> forms, raised;  ///< A and A W, m x n by rows
  bool singular = false;              ///< the constraint forms have lost rank
};

}  // namespace rattleback
