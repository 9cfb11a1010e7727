#include "experiments/measure/trend.hpp"

#include <cmath>
#include <stdexcept>

#include "experiments/core/series.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback {

namespace {

/// Calls `call` with the first index and the end of each block.
void for_each_block(std::size_t size, std::size_t blocks, auto const& call) {
  for (std::size_t b = 0; b < blocks; ++b) call(b * size / blocks, (b + 1) * size / blocks);
}

}  // namespace

BlockMeans block_means(std::vector<double> const& times, std::vector<double> const& values,
                       std::size_t blocks) {
  if (times.size() != values.size() || values.size() < blocks)
    throw std::invalid_argument("means need as many times as values, and no fewer than blocks");
  BlockMeans result;
  for_each_block(values.size(), blocks, [&](std::size_t from, std::size_t to) {
    double time = 0, mean = 0;
    for (std::size_t i = from; i < to; ++i) {
      time += times[i] / double(to - from);
      mean += values[i] / double(to - from);
    }
    result.times.push_back(time);
    result.means.push_back(mean);
  });
  return result;
}

Trend trend_of(std::vector<double> const& times, std::vector<double> const& values) {
  auto const blocked = block_means(times, values);
  Trend trend{.rate = fit_line(blocked.times, blocked.means).slope};
  std::vector<double> swings;
  for_each_block(values.size(), blocked.means.size(), [&](std::size_t from, std::size_t to) {
    std::vector<double> about;
    for (std::size_t i = from; i < to; ++i) about.push_back(values[i] - trend.rate * times[i]);
    swings.push_back(spread(about) / 2);
  });
  trend.ripple = median(swings);
  trend.drifts = std::abs(trend.rate) * (times.back() - times.front()) > trend.ripple;
  return trend;
}

}  // namespace rattleback
