// Ensembles: sampled starts on the constraint, at the wanted energy and normal; statistics, the
// same bits from whatever parts.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "base/invalid_input.hpp"
#include "experiments/laws/tools.hpp"
#include "integrators/core/ensemble/ensemble_statistics.hpp"
#include "integrators/core/registry/registry.hpp"
#include "problems/core/sampler.hpp"
#include "tests/refusal.hpp"

namespace rattleback {
namespace {

TEST(NormalSequence, DependsOnSeedAndOrbitOnly) {
  NormalSequence first(5, 9), again(5, 9), other_orbit(5, 10), other_seed(6, 9);
  for (int i = 0; i < 20; ++i) {
    double const x = first.next();
    EXPECT_EQ(x, again.next());
    EXPECT_NE(x, other_orbit.next());
    EXPECT_NE(x, other_seed.next());
  }
}

TEST(NormalSequence, ReproducesTheMomentsOfTheNormalDistribution) {
  // First numbers of many orbits: neighbouring keys must be independent too.
  long const count = 200000;
  double sums[5]{}, neighbours = 0, previous = 0;
  for (long orbit = 0; orbit < count; ++orbit) {
    double const x = NormalSequence(1, orbit).next();
    double power = 1;
    for (double& sum : sums) sum += std::exchange(power, power * x);
    neighbours += x * previous;
    previous = x;
  }
  double const sigma = 1 / std::sqrt(static_cast<double>(count));
  EXPECT_NEAR(sums[1] / count, 0, 5 * sigma);
  EXPECT_NEAR(sums[2] / count, 1, 5 * std::sqrt(2.0) * sigma);
  EXPECT_NEAR(sums[3] / count, 0, 5 * std::sqrt(15.0) * sigma);
  EXPECT_NEAR(sums[4] / count, 3, 5 * std::sqrt(96.0) * sigma);
  EXPECT_NEAR(neighbours / count, 0, 5 * sigma);
}

TEST(SampledStart, SatisfiesTheConstraintAtTheRequestedEnergy) {
  for (auto const& problem : registry()) {
    if (problem.driven) continue;  // its energy is not constant
    auto const base = laws::samples_all_coordinates(problem)
                          ? 0.0
                          : problem.energy(laws::case_setting(problem.cases.front().name));
    for (double above : {0.01, 1.0, 3.06, 50.0})
      for (std::uint64_t orbit = 0; orbit < 50; ++orbit) {
        double const energy = base + above;
        auto const [q, v] = problem.sample(11, orbit, energy);
        auto setting = laws::setting_at(q, v);
        // Refused with an InvalidInput when it is off the space or the constraint.
        setting.is_method_state = false;
        double const size = std::abs(base) + above;
        EXPECT_NEAR(problem.energy(setting), energy, 4e-14 * size) << problem.card.id;
        // A step so short that it changes the violation by nothing.
        auto const run = problem.method("odeint_rk4").integrate(laws::run_spec(setting, 1e-9, 1));
        EXPECT_LE(run.max_violation, 4e-14 * laws::scale_of(v) * laws::scale_of(q))
            << problem.card.id;
      }
  }
}

/// Means of products of entries of random n x n rotations, each with the standard deviation that
/// Haar's measure gives it.
void expect_haar_measure(std::string const& problem, int first, int n) {
  long const count = 20'000;
  int const size = n * n;
  std::vector<double> mean(size), square(size), neighbours(size);
  double trace = 0, trace_square = 0;
  auto const& entry = find_problem(problem);
  double const energy = entry.energy(laws::case_setting(entry.cases.front().name)) + 10;
  for (long orbit = 0; orbit < count; ++orbit) {
    auto const q = entry.sample(5, orbit, energy).first;
    double diagonal = 0;
    for (int i = 0; i < size; ++i) {
      double const x = q[first + i];
      mean[i] += x / count;
      square[i] += x * x / count;
      neighbours[i] += x * q[first + (i + 1) % size] / count;
      if (i % (n + 1) == 0) diagonal += x;
    }
    trace += diagonal / count;
    trace_square += diagonal * diagonal / count;
  }
  // Second and fourth moment of an entry are 1/n and 3/(n (n + 2)), the trace is the character of
  // an irreducible representation: mean 0, mean square 1, mean fourth power at most 4.
  double const root = std::sqrt(static_cast<double>(count)), sigmas = 5.5;
  double const fourth = 3.0 / (n * (n + 2));
  for (int i = 0; i < size; ++i) {
    EXPECT_NEAR(mean[i], 0, sigmas * std::sqrt(1.0 / n) / root) << problem << " " << i;
    EXPECT_NEAR(square[i], 1.0 / n, sigmas * std::sqrt(fourth - 1.0 / (n * n)) / root)
        << problem << " " << i;
    // The product of two entries has a mean square of at most the fourth moment.
    EXPECT_NEAR(neighbours[i], 0, sigmas * std::sqrt(fourth) / root) << problem << " " << i;
  }
  EXPECT_NEAR(trace, 0, sigmas / root) << problem;
  EXPECT_NEAR(trace_square, 1, sigmas * std::sqrt(3.0) / root) << problem;
}

TEST(SampledStart, DrawsRotationsByHaarsMeasure) {
  expect_haar_measure("suslov", 0, 3);
  expect_haar_measure("chaplygin_sphere", 2, 3);
  expect_haar_measure("rolling_ball", 2, 3);
  expect_haar_measure("veselova", 3, 3);
  expect_haar_measure("constrained_rigid_body_so4", 0, 4);
}

TEST(SampledStart, DrawsTheAngleOfThePlaneAndKeepsThePosition) {
  auto const& problem = find_problem("snakeboard");
  auto const& start = problem.cases.front();
  long const count = 20'000;
  double sine = 0, cosine = 0, square = 0;
  for (long orbit = 0; orbit < count; ++orbit) {
    auto const q = problem.sample(2, orbit, 1.0).first;
    for (int i : {0, 1, 3, 4}) EXPECT_EQ(q[i], start.q[i]);
    EXPECT_TRUE(q[2] >= 0 && q[2] < 6.2832) << q[2];
    sine += std::sin(q[2]) / count;
    cosine += std::cos(q[2]) / count;
    square += std::cos(q[2]) * std::cos(q[2]) / count;
  }
  double const root = std::sqrt(static_cast<double>(count));
  EXPECT_NEAR(sine, 0, 5 * std::sqrt(0.5) / root);
  EXPECT_NEAR(cosine, 0, 5 * std::sqrt(0.5) / root);
  EXPECT_NEAR(square, 0.5, 5 * std::sqrt(0.125) / root);
}

// Suslov's w3 = 0: in the coordinates zeta = L^T (w1, w2), L L^T the upper block of the inertia,
// the energy is |zeta|^2/2, and the directions are those of a circle.
TEST(SampledStart, DrawsVelocitiesIsotropicInTheKineticEnergy) {
  auto const& problem = find_problem("suslov");
  double I11 = 0, I22 = 0, I12 = 0;
  for (auto const& p : problem.parameters) {
    if (p.name == "I11") I11 = p.standard;
    if (p.name == "I22") I22 = p.standard;
    if (p.name == "I12") I12 = p.standard;
  }
  ASSERT_NE(I12, 0);
  double const l11 = std::sqrt(I11), l21 = I12 / l11, l22 = std::sqrt(I22 - l21 * l21);
  long const count = 20'000;
  double const energy = 0.7;
  double first = 0, second = 0, both = 0, square = 0;
  for (long orbit = 0; orbit < count; ++orbit) {
    auto const w = problem.sample(3, orbit, energy).second;
    double const a = l11 * w[0] + l21 * w[1], b = l22 * w[1];
    first += a / count, second += b / count, both += a * b / count, square += a * a / count;
  }
  double const root = std::sqrt(static_cast<double>(count));
  EXPECT_NEAR(first, 0, 5 * std::sqrt(energy) / root);
  EXPECT_NEAR(second, 0, 5 * std::sqrt(energy) / root);
  EXPECT_NEAR(both, 0, 5 * energy * std::sqrt(0.5) / root);
  EXPECT_NEAR(square, energy, 5 * energy * std::sqrt(0.5) / root);
}

TEST(SampledStart, TheFirstOfSeedOneIsTheCase) {
  auto const& problem = find_problem("chaotic_r7");
  auto const run = problem.method("dla_leapfrog")
                       .integrate(laws::run_spec(laws::case_setting("sample7"), 0.1, 1));
  auto const [q, v] = problem.sample(1, 0, 3.06);
  EXPECT_EQ(run.start_q, q);
  EXPECT_LE(laws::max_difference(run.start_v, v), 1e-16);
}

/// Returns the message with which sampling is rejected; empty if it succeeds.
std::string refusal_of(std::string const& problem, double energy) {
  return refusal([&] { find_problem(problem).sample(1, 0, energy); });
}

TEST(SampledStart, NamesTheLeastEnergy) {
  for (std::string const problem : {"chaotic_r7", "suslov"})
    for (int const energy : {0, -1})
      EXPECT_THAT(refusal_of(problem, energy),
                  testing::StartsWith(fmt::format(
                      "no start of {} has the energy {}: it must exceed 0,", problem, energy)));
  // The least potential energy of the top, a height that positions only come near.
  auto const refusal = refusal_of("chaplygin_top", -1e3);
  EXPECT_NE(refusal.find("10000 positions drawn"), std::string::npos) << refusal;
}

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
