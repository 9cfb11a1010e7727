#pragma once
// Largest residuals over instances, for the readings and the controls of several statements.

#include <map>
#include <string>

#include "experiments/core/experiment.hpp"
#include "experiments/core/series.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

/// Largest absolute values by statement and reading, and by statement and control.
class Worst {
 public:
  void operator()(std::string const& statement, double x) { readings_[{statement, printed}](x); }
  void operator()(std::string const& statement, std::string const& reading, double x) {
    readings_[{statement, reading}](x);
  }
  void control(std::string const& statement, std::string const& name, double x) {
    controls_[{statement, name}](x);
  }
  /// Supplies the largest of what was added, each divided by `size`, as one instance.
  /// @param as  steps and precision
  void supply(Study& study, std::string const& instance, Measured as = {.value = 0},
              double size = 1) const {
    for (auto const& [key, largest] : readings_) {
      as.value = largest.value / size;
      study.measure(key.first, key.second, instance, as);
    }
    for (auto const& [key, largest] : controls_) {
      as.value = largest.value / size;
      study.control(key.first, key.second, instance, as);
    }
  }

 private:
  static constexpr char const* printed = "as printed";
  std::map<Measurements::Key, Largest> readings_, controls_;
};

}  // namespace rattleback::ferraro_iglesias_martin_2008
