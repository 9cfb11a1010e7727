#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rattleback {

/// Spacing of the quad numbers at 1 (113 bits).
inline constexpr double quad_epsilon = 0x1p-112;

/// Additional number of a measurement, with its name.
using Detail = std::pair<std::string, double>;

/// Number that an experiment supplies for one reading of a statement or for one control.
struct Measured {
  double value;  ///< number that the rule compares; NaN and infinity are undetermined
  std::vector<Detail> details = {};  ///< e.g. {{"slope of the positions", 2.003}}
  double steps = 1;  ///< number of steps of the run; the rounding limit grows with its square root
  double epsilon = 0x1p-52;   ///< spacing of the number type at 1
  double sampling_error = 0;  ///< two standard errors if `value` is a sample average
  std::string growth = {};    ///< name_of(Growth) if the rule classifies the growth of a series
};

/// Returns a measured number of a computation in quad precision.
inline Measured in_quad(double value, double steps = 1, std::vector<Detail> details = {}) {
  return {.value = value, .details = std::move(details), .steps = steps, .epsilon = quad_epsilon};
}

/// Measured number of one instance of a reading.
struct Instance {
  std::string name;  ///< empty if there is only one instance
  Measured measured;
};

/// Measured numbers: of readings by (statement, reading), of controls by (statement, control).
struct Measurements {
  using Key = std::pair<std::string, std::string>;
  std::map<Key, std::vector<Instance>> instances, controls;
  std::map<Key, std::string> not_run;  ///< reasons why readings were not measured
};

}  // namespace rattleback
