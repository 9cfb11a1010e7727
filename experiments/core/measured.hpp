#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rattleback {

/// Unit roundoff of a quad number (113 bits).
inline constexpr double quad_epsilon = 0x1p-112;

/// A further number that belongs to a measured one, with its name.
using Detail = std::pair<std::string, double>;

/// A number that an experiment supplies for one reading of a statement or for one control.
struct Measured {
  double value;  ///< number that the rule compares; NaN and infinity decide nothing
  std::vector<Detail> details = {};  ///< e.g. {{"slope of the positions", 2.003}}
  double steps = 1;          ///< number of steps of the run; the rounding limit grows with its root
  double epsilon = 0x1p-52;  ///< spacing of the number type at 1
  double sampling_error = 0;  ///< two standard errors where `value` is an average over a sample
  std::string growth = {};    ///< name_of(Growth) where the rule asks how a series grows
};

/// Returns a measured number of a computation in quad precision.
inline Measured in_quad(double value, double steps = 1, std::vector<Detail> details = {}) {
  return {.value = value, .details = std::move(details), .steps = steps, .epsilon = quad_epsilon};
}

/// A measured number of one instance of a reading.
struct Instance {
  std::string name;  ///< empty where there is only one
  Measured measured;
};

/// Measured numbers of readings by (statement, reading), and of controls by (statement, control).
struct Measurements {
  using Key = std::pair<std::string, std::string>;
  std::map<Key, std::vector<Instance>> instances, controls;
  std::map<Key, std::string> not_run;  ///< why a reading was not measured
};

}  // namespace rattleback
