#pragma once
// What a run leaves, and the certified motion that it is compared with.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "integrators/core/method/method.hpp"
#include "integrators/core/method/raw_quad.hpp"

namespace rattleback {

/// One invariant over all nodes of a run.
template <class S>
struct InvariantRecord {
  std::string name;
  S initial = 0, final = 0, max_deviation = 0;
};

/// Flipped part d = (p^+ - p^-)/2 of a reflection's momenta over a run, W the inverse mass matrix.
template <class S>
struct FlippedMomentum {
  struct Node {
    std::vector<S> q, v;
    std::vector<S> flipped;  ///< velocity W d
  };
  S initial = 0, largest = 0;     ///< kinetic energy d.W d/2, at the start and over all nodes
  std::vector<Node> first, last;  ///< up to seven nodes each
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
  std::vector<S> kinetic_energies;           ///< v.M v/2 of each row
  std::optional<FlippedMomentum<S>> flipped;  ///< of methods that reflect momenta
  Outcome outcome = Outcome::ok;
  std::string reason;   ///< a solver's own words
  long failed_at = -1;  ///< number of the step that failed; 0: the start; -1: none
  double reached = 0;   ///< time the solver itself got to
  Counts counts;
  std::vector<std::string> warnings;  ///< what is unusual about the run, in words
  // as resolved:
  std::string case_name, start;
  std::vector<std::pair<std::string, S>> parameters;
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<S> start_q, start_v;
};

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
