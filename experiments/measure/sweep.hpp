#pragma once
// Sweeps: values of a function over a list of arguments, such as step sizes, their extremes and
// their tables.

#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "experiments/core/experiment.hpp"
#include "experiments/core/series.hpp"

namespace rattleback {

using RealFunction = std::function<double(double)>;

/// Returns 1, 2, ..., n.
inline std::vector<double> one_to(std::size_t n) {
  std::vector<double> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 1.0);
  return numbers;
}
/// Returns f of every argument, in order.
inline std::vector<double> values_over(std::vector<double> const& arguments,
                                       RealFunction const& f) {
  std::vector<double> values;
  for (double const x : arguments) values.push_back(f(x));
  return values;
}
/// Returns the largest value of f; NaN if a value is NaN, minus infinity without arguments.
inline double largest_over(std::vector<double> const& arguments, RealFunction const& f) {
  double largest = -std::numeric_limits<double>::infinity();
  for (double const x : arguments) largest = larger_or_nan(largest, f(x));
  return largest;
}
/// Returns the smallest value of f; NaN if a value is NaN, infinity without arguments.
inline double smallest_over(std::vector<double> const& arguments, RealFunction const& f) {
  return -largest_over(arguments, [&](double x) { return -f(x); });
}
/// Returns the median of the absolute values, with every value as a detail.
inline Measured median_of(std::vector<Detail> values) {
  std::vector<double> numbers;
  for (auto const& value : values) numbers.push_back(value.second);
  return {median(numbers), std::move(values)};
}

/// Fills a new table `name` by columns of equal length. Throws std::logic_error if their lengths
/// differ.
inline void tabulate(Study& study, std::string const& name,
                     std::vector<std::pair<std::string, std::vector<double>>> const& columns) {
  std::vector<std::string> names;
  for (auto const& column : columns) names.push_back(column.first);
  auto& table = study.table(name, names);
  table.rows.resize(columns.front().second.size());
  for (auto const& [title, values] : columns) {
    if (values.size() != table.rows.size())
      throw std::logic_error("the columns of table " + name + " differ in length");
    for (std::size_t i = 0; i < values.size(); ++i) table.rows[i].push_back(values[i]);
  }
}

/// Supplies the number of a reading that only a full run decides. A quick run records `why`
/// instead.
inline void measure_in_full(Study& study, std::string const& statement, std::string const& reading,
                            std::string const& why, Measured measured) {
  if (study.quick)
    study.not_run(statement, reading, why);
  else
    study.measure(statement, reading, std::move(measured));
}

}  // namespace rattleback
