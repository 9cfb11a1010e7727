#pragma once
// Numbers on their way to statements, several at a time.

#include "experiments/core/experiment.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

/// The number of a reading, or of a control, of a statement.
struct Number {
  std::string statement, name;
  double value;
  bool is_control = false;
};

/// Supplies numbers of one instance.
/// @param common  precision, steps and details that all of them have
inline void supply(Study& study, std::string const& instance, std::vector<Number> const& numbers,
                   Measured common = {.value = 0}) {
  for (auto const& [statement, name, value, is_control] : numbers) {
    common.value = value;
    is_control ? study.control(statement, name, instance, common)
               : study.measure(statement, name, instance, common);
  }
}

}  // namespace rattleback::fernandez_bloch_olver_2012
