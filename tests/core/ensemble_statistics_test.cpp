// Statistics of ensembles: right, and the same bits from whatever parts.

#include "integrators/core/ensemble/ensemble_statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "base/invalid_input.hpp"
#include "integrators/core/registry/registry.hpp"

namespace rattleback {
namespace {

std::vector<std::vector<double>> sample(long orbits, std::size_t times) {
  std::mt19937_64 engine(11);
  std::normal_distribution<double> normal(3, 0.5);
  std::vector<std::vector<double>> errors(static_cast<std::size_t>(orbits));
  for (auto& row : errors)
    for (std::size_t k = 0; k < times; ++k) row.push_back(std::pow(normal(engine), int(k) + 1));
  return errors;
}

EnsemblePart part_of(std::vector<std::vector<double>> const& errors, long first, long last) {
  EnsemblePart part(errors.front().size());
  part.add(first, OrbitErrors(errors.begin() + first, errors.begin() + last));
  return part;
}

void expect_same_bits(EnsemblePart const& a, EnsemblePart const& b) {
  auto const one = a.total(), other = b.total();
  EXPECT_EQ(one.counted, other.counted);
  EXPECT_EQ(one.failed, other.failed);
  for (std::size_t k = 0; k < a.times(); ++k) {
    EXPECT_EQ(one.at_time[k].mean, other.at_time[k].mean);
    EXPECT_EQ(one.at_time[k].second, other.at_time[k].second);
    EXPECT_EQ(one.at_time[k].third, other.at_time[k].third);
    EXPECT_EQ(one.at_time[k].fourth, other.at_time[k].fourth);
    EXPECT_EQ(a.histograms()[k].bins(), b.histograms()[k].bins());
  }
}

TEST(EnsembleStatistics, ReturnMomentsAboutTheMean) {
  auto const errors = sample(777, 3);
  auto const total = part_of(errors, 0, 777).total();
  for (std::size_t k = 0; k < 3; ++k) {
    long double mean = 0, second = 0, third = 0, fourth = 0;
    for (auto const& row : errors) mean += row[k];
    mean /= 777;
    for (auto const& row : errors) {
      long double const d = row[k] - mean;
      second += d * d, third += d * d * d, fourth += d * d * d * d;
    }
    auto const expect = [](double measured, long double exact) {
      EXPECT_NEAR(measured, static_cast<double>(exact), 1e-12 * std::abs(double(exact)));
    };
    expect(total.at_time[k].mean, mean);
    expect(total.at_time[k].second, second);
    expect(total.at_time[k].third, third);
    expect(total.at_time[k].fourth, fourth);
  }
}

TEST(EnsembleStatistics, DoNotDependOnTheParts) {
  auto const errors = sample(1001, 2);
  auto const whole = part_of(errors, 0, 1001);
  EXPECT_TRUE(whole.covers(0, 1001));
  EXPECT_LE(whole.nodes().size(), 10u);  // memory: the binary digits of 1001
  for (long parts : {2, 3, 7, 64, 1001}) {
    // In an order in which parts do not join at once.
    std::vector<long> order;
    for (long i = 0; i < parts; ++i) order.push_back(i);
    std::shuffle(order.begin(), order.end(), std::mt19937(static_cast<unsigned>(parts)));
    EnsemblePart merged(2);
    for (long i : order) merged.add(part_of(errors, 1001 * i / parts, 1001 * (i + 1) / parts));
    EXPECT_TRUE(merged.covers(0, 1001));
    expect_same_bits(whole, merged);
  }
}

TEST(EnsembleStatistics, CountOrbitsThatAreNotFiniteApart) {
  auto errors = sample(100, 2);
  auto const without = part_of(errors, 0, 99);
  errors[99][1] = std::numeric_limits<double>::quiet_NaN();
  auto const all = part_of(errors, 0, 100);
  EXPECT_EQ(all.total().failed, 1);
  EXPECT_EQ(all.total().counted, 99);
  EXPECT_NEAR(all.total().at_time[0].mean, without.total().at_time[0].mean, 1e-14);
  EXPECT_EQ(all.histograms()[0].bins(), without.histograms()[0].bins());
}

TEST(EnsembleStatistics, CountOrbitsWhoseFourthPowerOverflowsAsFailed) {
  auto errors = sample(64, 2);
  errors[5][1] = 1e100;
  auto const total = part_of(errors, 0, 64).total();
  EXPECT_EQ(total.failed, 1);
  EXPECT_TRUE(std::isfinite(total.at_time[1].fourth));
}

TEST(EnsembleStatistics, ReturnNaNWithoutOrbits) {
  EnsembleResult result;
  result.times = {1};
  summarise(result, part_of({{std::numeric_limits<double>::infinity()}}, 0, 1));
  EXPECT_EQ(result.failed, 1);
  for (double x : {result.mean[0], result.variance[0], result.kurtosis[0], result.quantiles[0][2]})
    EXPECT_TRUE(std::isnan(x)) << x;
}

// Errors of both signs over forty octaves: with a count for each bin between the extremes, each
// time of 200 orbits would take 20 kB.
TEST(EnsembleStatistics, TakeLittleMemoryForEachTime) {
  std::mt19937_64 engine(5);
  std::uniform_real_distribution<double> exponent(-50, -10);
  constexpr std::size_t times = 100;
  OrbitErrors errors(200, std::vector<double>(times));
  for (auto& orbit : errors)
    for (double& error : orbit) error = (engine() % 2 ? 1 : -1) * std::exp2(exponent(engine));
  auto const part = part_of(errors, 0, 200);
  EXPECT_LT(part.bytes(), times * 2500);
}

TEST(EnsembleStatistics, RefuseAnOrbitTwiceAndOtherTimes) {
  auto const errors = sample(100, 2);
  auto part = part_of(errors, 0, 60);
  EXPECT_THROW(part.add(part_of(errors, 59, 70)), InvalidInput);
  EXPECT_THROW(part.add(part_of(sample(100, 3), 70, 80)), InvalidInput);
  part.add(part_of(errors, 70, 100));
  EXPECT_FALSE(part.covers(0, 100));
}

TEST(Histogram, ReturnsQuantilesToItsResolution) {
  auto const errors = sample(20001, 1);
  Histogram histogram;
  std::vector<double> sorted;
  for (auto const& row : errors) {
    sorted.push_back(1e-9 * (row[0] - 3.1));  // both signs
    histogram.add(sorted.back());
  }
  std::sort(sorted.begin(), sorted.end());
  for (double p : {0.05, 0.25, 0.5, 0.75, 0.95}) {
    double const exact = sorted[static_cast<std::size_t>(std::ceil(p * 20001)) - 1];
    EXPECT_NEAR(histogram.quantile(p), exact, 0.0157 * std::abs(exact)) << p;
  }
  EXPECT_TRUE(std::isnan(Histogram().quantile(0.5)));
}

}  // namespace
}  // namespace rattleback
