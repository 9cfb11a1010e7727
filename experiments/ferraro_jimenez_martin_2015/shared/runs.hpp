#pragma once
// Test system of the experiments of this paper, Euclidean errors, orders as text, and the largest
// residuals along runs.

#include <cmath>
#include <map>
#include <string_view>

#include "experiments/core/series.hpp"
#include "experiments/measure/orders.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

using Numbers = std::vector<double>;
using Options = std::vector<std::pair<std::string, std::string>>;

/// A method on the test system, from its own starting procedure (`multiplier`).
Run on_test_system(std::string method, std::string case_name = "T", Options options = {});

/// Euclidean distance of the components [from, to).
template <class B>
double distance(Numbers const& a, std::vector<B> const& b, std::size_t from, std::size_t to) {
  double sum = 0;
  for (auto i = from; i < to; ++i) sum += (a[i] - double(b[i])) * (a[i] - double(b[i]));
  return std::sqrt(sum);
}
/// Errors at the end of a run, Euclidean; velocities are those of the average momentum.
ErrorOf position_error(std::string name = "position");
ErrorOf velocity_error(std::string name = "velocity");

/// Adds other errors over the same steps.
void add(ErrorsOverSteps& all, ErrorsOverSteps const& more);

Numbers column(Table const& table, std::string const& name);
/// Order that the errors in a column show over the steps in the column h of a run of length `time`,
/// with the first and the last of the errors.
Measured order_in(Table const& table, std::string const& errors, double time);
/// Order of a component, with the first and the last of its errors.
Measured order_in(ErrorsOverSteps const& all, std::string const& component);

/// The order farthest from the expected one, and all orders as text.
struct FarthestOrder {
  double expected, value = expected;
  std::vector<std::string> words = {};

  void add(std::string const& name, double order);
  std::string text() const;
};

/// Largest residuals along a run, by reading and by control of a statement.
class Residuals {
 public:
  void measure(std::string_view statement, double residual);
  void measure(std::string_view statement, std::string_view reading, double residual);
  void control(std::string_view statement, std::string_view name, double residual);
  /// Supplies all of them to the study.
  /// @param steps     number of steps of the run
  /// @param epsilon   spacing of the number type at 1
  /// @param instance  of every reading and of every control; empty if there is only one
  void supply(Study& study, double steps, double epsilon, std::string const& instance = {}) const;

 private:
  std::map<Measurements::Key, Largest> measured_, controls_;
};

}  // namespace rattleback::ferraro_jimenez_martin_2015
