#pragma once
// A run of the catalogue as data.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// A method on a case of a problem. Empty fields leave the default: the problem's first case, its
/// start and its parameters, and the method's start and options.
struct Run {
  std::string problem, method;
  std::string case_name = {};
  RawQuad step = 0;
  long steps = 0;
  long every = 1;  ///< keep every so many nodes beside first and last; 0: first and last only
  std::string start = {};
  std::vector<std::pair<std::string, std::string>> options = {};
  std::vector<std::pair<std::string, RawQuad>> parameters = {};
  std::optional<std::vector<RawQuad>> q = {}, v = {};
  std::optional<std::vector<RawQuad>> q1 = {};  ///< second node, for the start `pair`
  bool is_method_state = false;  ///< (q, v) is a method's own state: no check of the constraint
  std::optional<Section> section = {};  ///< record its crossings

  /// The same run with another step.
  Run with(RawQuad new_step, long new_steps, long new_every = 1) const {
    auto run = *this;
    run.step = new_step;
    run.steps = new_steps;
    run.every = new_every;
    return run;
  }

  RunSpec spec() const {
    return {.setting = {case_name, parameters, q, v, q1, false, is_method_state},
            .start = start,
            .options = options,
            .step = step,
            .steps = steps,
            .every = every,
            .section = section};
  }
};

}  // namespace rattleback
