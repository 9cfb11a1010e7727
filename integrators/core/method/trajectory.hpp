#pragma once
// Results: trajectory of a run, and certified reference solution.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "integrators/core/method/method.hpp"
#include "problems/core/numbers/raw_quad.hpp"

namespace rattleback {

/// Values of one invariant over a run: initial, final, and largest deviation at the nodes.
template <class S>
struct InvariantRecord {
  std::string name;     ///< name
  S initial = 0;        ///< value at the initial point
  S final = 0;          ///< value at the last node
  S max_deviation = 0;  ///< largest |value - initial| over all nodes
};

/// Flipped part d = (p^+ - p^-)/2 of reflected momenta over a run; W is the inverse mass matrix.
template <class S>
struct FlippedMomentum {
  /// Node with its flipped part.
  struct Node {
    S t = 0;                 ///< time
    std::vector<S> q;        ///< configuration
    std::vector<S> v;        ///< velocity
    std::vector<S> flipped;  ///< velocity W d
  };
  S initial = 0;            ///< kinetic energy d.W d/2 at the initial point
  S largest = 0;            ///< largest d.W d/2 over all nodes
  std::vector<Node> first;  ///< first nodes, at most seven
  std::vector<Node> last;   ///< last nodes, at most seven
};

/// Crossings of a section in time order, without the initial point. q and v are the method's state.
template <class S>
struct SectionPoints {
  long count = 0;                                ///< number of crossings
  std::vector<S> times;                          ///< times of the crossings
  std::vector<std::vector<S>> q;                 ///< configurations
  std::vector<std::vector<S>> v;                 ///< velocities
  std::vector<std::vector<S>> invariant_values;  ///< energy first
  S lowest = 0;                                  ///< least value of the component at the nodes
  S highest = 0;                                 ///< largest value of the component at the nodes
  /// Largest estimated error of the interpolation between nodes, in the state; 0 for roots.
  S interpolation_error = 0;
};

/// Result of a run. Row i of q, v, multipliers and invariants belongs to times[i]. After a failure
/// it holds the rows up to the last valid node.
template <class S>
struct Trajectory {
  std::vector<S> times;                          ///< times of the rows
  std::vector<std::vector<S>> q;                 ///< configurations
  std::vector<std::vector<S>> v;                 ///< velocities
  std::vector<std::vector<S>> multipliers;       ///< multipliers; multipliers[0] is empty
  std::vector<std::vector<S>> invariant_values;  ///< energy first
  std::vector<InvariantRecord<S>> invariants;    ///< energy first, over all nodes
  /// Energy and work of a driven system, whose first invariant is the balance of both.
  std::vector<InvariantRecord<S>> observables;
  bool own_work = false;  ///< the balance is that of the method's own discrete work
  /// Reparametrised time tau of each row; `times` are then recovered from tau.
  std::vector<S> taus;
  /// Internal state of the method at the end.
  std::vector<std::pair<std::string, std::vector<S>>> memory;
  std::vector<std::string> diagnostic_names;  ///< names of the diagnostics
  /// Diagnostics, one row per recorded step, if the method has them.
  std::vector<std::vector<S>> diagnostics;
  SectionPoints<S> section;  ///< empty unless the specification names one
  S max_violation = 0;       ///< largest |phi(q, v)| of the method's state, without projection
  S final_violation = 0;     ///< |phi(q, v)| at the last node
  std::vector<S> kinetic_energies;            ///< kinetic energy v.M v/2 of each row
  std::optional<FlippedMomentum<S>> flipped;  ///< set for methods that reflect momenta
  Outcome outcome = Outcome::ok;              ///< outcome of the last step
  std::string reason;                         ///< message of the library solver
  long failed_at = -1;          ///< number of the failed step; 0: initial point; -1: no failure
  double reached = 0;           ///< time that the solver reached
  bool ended_at_event = false;  ///< the last row is the zero of the event that ends the run
  Counts counts;                ///< work of the run
  std::vector<std::string> warnings;                  ///< warnings about the run, as sentences
  std::string case_name;                              ///< case, as resolved
  std::string start;                                  ///< starting procedure, as resolved
  std::vector<std::pair<std::string, S>> parameters;  ///< values of all parameters
  std::vector<std::pair<std::string, std::string>> options;  ///< values of all options
  std::string start_moved;  ///< changes of the stated start of a text; empty: none
  std::vector<S> start_q;   ///< initial configuration
  std::vector<S> start_v;   ///< initial velocity
};

/// State of a reference solution at one time.
struct ReferenceState {
  RawQuad time;                      ///< time
  std::vector<RawQuad> q;            ///< configuration
  std::vector<RawQuad> v;            ///< velocity
  std::vector<RawQuad> multipliers;  ///< multipliers
};

/// Reference solution at given times; two formulations of the equations agree to `digits` digits.
struct Reference {
  std::vector<ReferenceState> states;  ///< states in the order of the requested times
  double digits = 0;                   ///< decimal digits in which the formulations agree
  std::string certified_by;            ///< names of the formulations
  bool from_cache = false;             ///< true if read from the cache
};

/// Place of a motion where formulas are not smooth, see ProblemDescription::kinks.
struct MetKink {
  double time;       ///< first time
  std::string name;  ///< subexpression and formula
  /// Largest order of a method with fixed steps: s + 1 if accelerations change by |t - time|^s, as
  /// a step across the kink has an error of the order h^(s+1).
  double order;
};

/// Points (q, v) of a motion of a system.
struct MotionPoints {
  std::vector<std::vector<double>> q;  ///< configurations
  std::vector<std::vector<double>> v;  ///< velocities
  std::vector<double> times = {};      ///< times, of which a driven system depends; empty: 0
  bool nodal_force = false;            ///< the method takes the force at its nodal velocity
};

/// Matrices of the parasitic mode at a point, by rows, m x m where not stated otherwise: see
/// parasitic_modes().
struct ParasiticMode {
  std::vector<double> rate;       ///< K
  std::vector<double> gram;       ///< C = A W A^T
  std::vector<double> gram_rate;  ///< dC/dt along the motion
  std::vector<double> stiffness;  ///< A W V'' W A^T in the coordinates of a chart; 0 without one
  std::vector<double> forms;      ///< A, m x n by rows
  std::vector<double> raised;     ///< A W, m x n by rows
  bool singular = false;          ///< the constraint forms have lost rank
};

}  // namespace rattleback
