#include "experiments/core/series.hpp"

#include <algorithm>

namespace rattleback {

double largest(std::vector<double> const& values) {
  Largest most;
  for (double const value : values) most(value);
  return most.value;
}

std::vector<double> column_of(std::vector<std::vector<double>> const& rows, std::size_t k) {
  std::vector<double> column;
  for (auto const& row : rows) column.push_back(row[k]);
  return column;
}

double median(std::vector<double> values) {
  if (values.empty()) return std::nan("");
  for (double& value : values) {
    if (std::isnan(value)) return value;
    value = std::abs(value);
  }
  std::sort(values.begin(), values.end());
  auto const n = values.size();
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

double root_mean_square(std::vector<double> const& values) {
  double sum = 0;
  for (double const value : values) sum += value * value;
  return std::sqrt(sum / double(values.size()));
}

}  // namespace rattleback
