#pragma once
// Largest residuals over the nodes of a run or over random instances, for the readings and controls
// of several statements.

#include <string_view>

#include "experiments/core/experiment.hpp"
#include "experiments/core/series.hpp"

namespace rattleback {

/// Values of largest size by statement and reading, and by statement and control.
class LargestValues {
 public:
  void operator()(std::string_view statement, double x) { (*this)(statement, "as printed", x); }
  void operator()(std::string_view statement, std::string_view reading, double x) {
    readings_[{std::string(statement), std::string(reading)}](x);
  }
  void control(std::string_view statement, std::string_view name, double x) {
    controls_[{std::string(statement), std::string(name)}](x);
  }
  /// Adds a size of the terms; the supplied values are relative to the largest size, if any.
  void relative_to(double size) { size_(size); }
  /// Supplies the values.
  /// @param as       steps, precision and details
  /// @param example  system of a statement about several systems; empty for a single one
  void supply(Study& study, Measured as, std::string const& example = "") const {
    double const size = size_.value == 0 ? 1 : size_.value;
    for (auto const& [key, largest] : readings_) {
      as.value = largest.value / size;
      study.measure(key.first, key.second, example, as);
    }
    for (auto const& [key, largest] : controls_) {
      as.value = largest.value / size;
      study.control(key.first, key.second, example, as);
    }
  }

 private:
  std::map<Measurements::Key, Largest> readings_, controls_;
  Largest size_;
};

/// Supplies the largest of the values that instance(random, largest) adds over 200 random
/// instances. Instance k is the same in every run, as in Study::over().
template <class Instance>
void over_instances(Study& study, Instance const& instance, std::string const& example = "",
                    double epsilon = quad_epsilon) {
  int const count = 200;
  LargestValues largest;
  for (int k = 1; k <= count; ++k) {
    Random random(1, std::uint64_t(k));
    instance(random, largest);
  }
  largest.supply(study, {.value = 0, .details = {{"random instances", count}}, .epsilon = epsilon},
                 example);
}

}  // namespace rattleback
