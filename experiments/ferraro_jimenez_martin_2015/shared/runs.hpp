#pragma once
// Test system of the experiments of this paper, Euclidean errors, orders as text, and the largest
// residuals along runs.

#include <cmath>

#include "experiments/core/series.hpp"
#include "experiments/measure/largest_values.hpp"
#include "experiments/measure/orders.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

using Numbers = std::vector<double>;
using Options = std::vector<std::pair<std::string, std::string>>;

/// Returns a run of a method on the test system, with the start `multiplier`.
Run on_test_system(std::string method, std::string case_name = "T", Options options = {});

/// Euclidean distance of the components [from, to).
template <class B>
double distance(Numbers const& a, std::vector<B> const& b, std::size_t from, std::size_t to) {
  double sum = 0;
  for (auto i = from; i < to; ++i) sum += (a[i] - double(b[i])) * (a[i] - double(b[i]));
  return std::sqrt(sum);
}
/// Errors of the components [from, to) at the end of a run, Euclidean; velocities are those of the
/// average momentum.
ErrorOf position_error(std::string name, std::size_t from = 0, std::size_t to = -1);
ErrorOf velocity_error(std::string name, std::size_t from = 0, std::size_t to = -1);

/// Adds other errors over equal steps.
void add(ErrorsOverSteps& all, ErrorsOverSteps const& more);

Numbers column(Table const& table, std::string const& name);
/// Order of the errors in a column as a function of the steps in the column h, for runs of length
/// `time`, with the first and the last error as details.
Measured order_in(Table const& table, std::string const& errors, double time);
/// Order of a component, with its first and its last error as details.
Measured order_in(ErrorsOverSteps const& all, std::string const& component);

/// Order farthest from the expected order, and all orders as text.
struct FarthestOrder {
  double expected, value = expected;
  std::vector<std::string> words = {};

  void add(std::string const& name, double order);
  std::string text() const;
};

/// Largest residuals along a run, by reading and by control of a statement.
struct Residuals : LargestValues {
  void measure(auto const&... row) { (*this)(row...); }
  /// Supplies all residuals to the study.
  /// @param steps     number of steps of the run
  /// @param epsilon   spacing of the number type at 1
  /// @param instance  instance of every reading and control; empty if there is only one
  void supply(Study& study, double steps, double epsilon, std::string const& instance = {}) const {
    LargestValues::supply(study, {.value = 0, .steps = steps, .epsilon = epsilon}, instance);
  }
};

}  // namespace rattleback::ferraro_jimenez_martin_2015
