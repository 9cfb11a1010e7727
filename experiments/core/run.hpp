#pragma once
// Runs of the catalogue as data.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Run of a method on a case of a problem. Empty fields select the defaults: first case of the
/// problem with its initial condition and parameters, and the method's start and options.
struct Run {
  std::string problem, method;
  std::string case_name = {};
  RawQuad step = 0;
  long steps = 0;
  /// Record every `every`-th node, the first and the last; 0: the first and the last only.
  long every = 1;
  std::string start = {};
  std::vector<std::pair<std::string, std::string>> options = {};
  std::vector<std::pair<std::string, RawQuad>> parameters = {};
  std::optional<std::vector<RawQuad>> q = {}, v = {};
  std::optional<std::vector<RawQuad>> q1 = {};  ///< second node, for the start `pair`
  /// True if (q, v) is a method's own state, whose constraint is not checked.
  bool is_method_state = false;
  std::optional<Section> section = {};  ///< section whose crossings are recorded

  /// Returns the run with another step size, number of steps and recording interval.
  Run with(RawQuad new_step, long new_steps, long new_every = 1) const;

  /// Returns the run in the form of the registry's entries.
  RunSpec spec() const;
};

}  // namespace rattleback
