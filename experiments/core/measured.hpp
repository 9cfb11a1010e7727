#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rattleback {

/// A number that an experiment supplies for one reading of a statement.
struct Measured {
  double value;  ///< what the statement's rule compares; one that is not finite decides nothing
  std::string words;          ///< what was measured, of what, against what, in which norm and unit
  double steps = 1;           ///< of the run: rounding grows with its square root
  double epsilon = 0x1p-52;   ///< of the number type
  double sampling_error = 0;  ///< two standard errors where `value` is an average over a sample
  std::string growth = {};    ///< name_of(Growth) where the rule asks how a series grows
};

/// A measured number of one instance of a reading.
struct Instance {
  std::string name;  ///< empty where there is only one
  Measured measured;
};

/// What was measured for readings, by (statement, reading).
struct Measurements {
  using Key = std::pair<std::string, std::string>;
  std::map<Key, std::vector<Instance>> instances;
  std::map<Key, std::string> not_run;  ///< why a reading was not measured
};

}  // namespace rattleback
