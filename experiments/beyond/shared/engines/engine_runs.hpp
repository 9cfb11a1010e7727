#pragma once
// Runs of physics engines and of methods of the catalogue on bodies that roll, and their errors.

#include "experiments/core/experiment.hpp"
#include "experiments/engines/body.hpp"

namespace rattleback::beyond {

/// Engine with its settings, or a method of the catalogue.
struct Contestant {
  std::string key, label;
  std::string engine;         ///< program of the engine; empty: the key is the id of a method
  std::string settings = {};  ///< lines of the engine's input
  bool is_typical = false;    ///< unilateral or contact constraint of order one, best settings
};

/// True if the program of the engine exists, or for a method of the catalogue (an empty name).
bool is_installed(std::string const& engine);

/// Problem and case, without a method, and its body, as an engine needs them.
struct RollingSystem {
  std::string name;
  Run run;
  std::optional<engines::Body> body = {};  ///< none: the robot
  bool at_centre = true;  ///< (x, y) of the problem is the ellipsoid's centre, else that of mass
  std::vector<double> q = {}, v = {}, robot = {};

  bool is_ball() const { return body && body->A.minCoeff() == body->A.maxCoeff(); }
  /// Returns the motion of the body from the problem's numbers, which satisfy the constraint.
  engines::Motion motion(std::vector<double> const& q, std::vector<double> const& v) const;
};
/// Returns sphere, top, disk, rattleback, robot or ball.
RollingSystem rolling_system(Study& study, std::string const& name);

/// Errors of a run; NaN if the run failed or the engine is not installed.
struct RollingErrors {
  double position = std::nan(""), rotation = std::nan("");  ///< largest component at the end
  double slip = std::nan(""), energy = std::nan("");        ///< largest over the run
  double lost = std::nan("");  ///< first time at which the energy is off by a tenth of the kinetic
  double reversal = std::nan("");      ///< first time at which the rattleback's spin is below -1
  double microseconds = std::nan("");  ///< processor time per step
  std::vector<double> spins = {};      ///< angular velocity of the rattleback about the vertical
};

/// Runs the contestant; a failed run of an engine is recorded. Errors at the end are measured up to
/// t = 10 (rattleback 1), against the certified reference.
/// @param every  steps per node of an engine that is observed
RollingErrors rolling_errors(Study& study, Contestant const& by, std::string const& system,
                             double time, long steps, long every = 1);

}  // namespace rattleback::beyond
