#include "experiments/comparison/growth.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "integrators/core/registry.hpp"
#include "tests/experiments/growth_controls.hpp"

namespace rattleback {
namespace {

constexpr double pi = std::numbers::pi;

GrowthVerdict of(Series const& series) { return classify_growth(series.times, series.values); }

template <class F>
Series series_of(int samples, F value) {
  Series series;
  for (int i = 0; i < samples; ++i) {
    series.times.push_back(i);
    series.values.push_back(value(static_cast<double>(i) / (samples - 1)));
  }
  return series;
}

Series walk_of(int steps, int index) {
  Draw draw(77, 77, index);
  double sum = 0;
  return series_of(steps + 1, [&](double s) { return s == 0 ? 0 : sum += draw.normal(); });
}

class Controls : public testing::TestWithParam<Control> {};

TEST_P(Controls, AreLabelledCorrectlyInNinetyFiveOfAHundred) {
  int right = 0, undecided = 0;
  for (int i = 0; i < 100; ++i) {
    auto const kind = of(control_series(GetParam(), 2006, i)).kind;
    right += kind == expected(GetParam());
    undecided += kind == Growth::undecided;
  }
  EXPECT_GE(right, 95);
  EXPECT_LE(100 - right - undecided, 2) << "labelled wrong";
}

INSTANTIATE_TEST_SUITE_P(Growth, Controls, testing::ValuesIn(all_controls),
                         [](auto const& info) { return std::string(name_of(info.param)); });

TEST(Growth, IsUndecidedWhereTheWindowCannotTell) {
  EXPECT_EQ(of(series_of(127, [](double s) { return s; })).kind, Growth::undecided);
  for (double phase : {0.0, 1.0, 2.0, 4.0}) {
    auto const drift_and_slow = [&](double s) { return s + std::cos(2 * pi * s + phase) / 2; };
    EXPECT_EQ(of(series_of(1000, drift_and_slow)).kind, Growth::undecided) << phase;
  }
  for (int i = 0; i < 20; ++i) EXPECT_EQ(of(walk_of(120, i)).kind, Growth::undecided) << i;
}

TEST(Growth, OfWhatComesToRestIsBounded) {
  EXPECT_EQ(of(series_of(500, [](double) { return 0; })).kind, Growth::bounded);
  EXPECT_EQ(of(series_of(500, [](double) { return -3; })).kind, Growth::bounded);
  auto const relaxing = [](double s) { return 1 - std::exp(-20 * s); };
  EXPECT_EQ(of(series_of(1000, relaxing)).kind, Growth::bounded);
  auto const heteroclinic = [](double s) { return std::tanh(60 * (s - 0.3)); };
  EXPECT_EQ(of(series_of(1000, heteroclinic)).kind, Growth::bounded);
}

// An energy of size one shows its error only from 2e-16 on.
TEST(Growth, ThatStartsBelowRoundingIsExponential) {
  for (int samples : {500, 2000})
    for (double start : {1e-18, 1e-20, 1e-24})
      for (double rate : {60.0, 80.0}) {
        auto const error = [&](double s, double shape) {
          return (1 + start * std::exp(rate * s) * shape) - 1;
        };
        auto const growing = of(series_of(samples, [&](double s) { return error(s, 1); }));
        EXPECT_EQ(growing.kind, Growth::exponential) << start << " " << rate;
        EXPECT_NEAR(growing.exponent * (samples - 1), rate, 0.05 * rate);
        auto const swinging = of(series_of(
            samples, [&](double s) { return error(s, std::cos(2 * pi * 50.3 * s + 1)); }));
        EXPECT_EQ(swinging.kind, Growth::exponential) << start << " " << rate;
      }
}

TEST(Growth, OfOscillationsThatHardlyRiseAboveRoundingIsNothingElse) {
  for (int samples : {500, 1000, 4000}) {
    auto const swinging = [](double s) {
      return (1 + 1e-18 * std::exp(20 * s) * std::cos(2 * pi * 50.3 * s + 1)) - 1;
    };
    auto const kind = of(series_of(samples, swinging)).kind;
    EXPECT_TRUE(kind == Growth::exponential || kind == Growth::undecided) << name_of(kind);
  }
}

// The cosine of whole periods has no tail in slower modes; there once was rounding in its place.
TEST(Growth, OfWholePeriodsFasterThanTheModesIsBounded) {
  for (int periods : {65, 71, 88, 120})
    for (double phase : {0.0, 0.7, 1.5}) {
      auto const fast = [&](double s) { return std::cos(2 * pi * periods * s + phase); };
      EXPECT_EQ(of(series_of(1000, fast)).kind, Growth::bounded) << periods << " " << phase;
    }
}

TEST(Growth, OfADriftIsLinearWhereItHardlyBends) {
  for (double bend : {-1.0, -0.3, -0.03, 0.03, 0.3, 1.0}) {
    auto const drift = [&](double s) {
      return std::expm1(bend * s) / bend + 0.01 * std::cos(2 * pi * 33.3 * s);
    };
    EXPECT_EQ(of(series_of(1000, drift)).kind,
              std::abs(bend) < 0.1 ? Growth::linear : Growth::drifting)
        << bend;
  }
}

TEST(Growth, HasTheNamesThatReportsRead) {
  EXPECT_STREQ(name_of(Growth::bounded), "bounded");
  EXPECT_STREQ(name_of(Growth::square_root), "square-root");
  EXPECT_STREQ(name_of(Growth::linear), "linear");
  EXPECT_STREQ(name_of(Growth::exponential), "exponential");
  EXPECT_STREQ(name_of(Growth::drifting), "drifting");
  EXPECT_STREQ(name_of(Growth::undecided), "undecided");
}

TEST(Growth, OneJumpIsNoRandomWalk) {
  auto const jump = [](double s) { return s < 0.7 ? 0.0 : 1.0; };
  EXPECT_NE(of(series_of(1000, jump)).kind, Growth::square_root);
}

TEST(Growth, DoesNotDependOnUnitsOrSign) {
  for (Control control : all_controls)
    for (int i = 0; i < 3; ++i) {
      auto series = control_series(control, 5, i);
      auto const before = of(series);
      for (double& time : series.times) time = 7 + 1e3 * time;
      for (double& value : series.values) value *= -3e-9;
      auto const after = of(series);
      EXPECT_EQ(after.kind, before.kind);
      EXPECT_NEAR(after.confidence, before.confidence, 1e-3);
      double const unit = before.kind == Growth::exponential ? 1e3 : 1;
      EXPECT_NEAR(after.exponent * unit, before.exponent, 1e-3 * (1 + std::abs(before.exponent)));
    }
}

TEST(Growth, RefusesWhatIsNoSeries) {
  auto series = control_series(Control::linear, 1, 0);
  series.values[7] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(of(series), std::invalid_argument);
  series.values.pop_back();
  EXPECT_THROW(of(series), std::invalid_argument);
  series = control_series(Control::linear, 1, 0);
  std::swap(series.times[3], series.times[4]);
  EXPECT_THROW(of(series), std::invalid_argument);
}

GrowthVerdict of_energy(std::string const& problem, std::string const& method,
                        std::string const& case_name, double step, long steps, long every) {
  RunSpec spec;
  spec.setting.case_name = case_name;
  spec.step = RawQuad(step);
  spec.steps = steps;
  spec.every = every;
  auto const run = find_problem(problem).method(method).integrate(spec);
  EXPECT_EQ(run.outcome, Outcome::ok) << problem << " by " << method;
  std::vector<double> times, errors;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    times.push_back(run.times[i]);
    errors.push_back(run.invariant_values[i][0] - run.invariant_values[0][0]);
  }
  return classify_growth(times, errors);
}

TEST(Growth, OfEnergyOnAChaoticOrbitByLeapfrogIsARandomWalk) {
  EXPECT_EQ(of_energy("chaotic_r7", "dla_leapfrog", "H306", 0.2, 100000, 20).kind,
            Growth::square_root);
}

TEST(Growth, OfEnergyOfTheFreeVeselovaBodyIsBounded) {
  EXPECT_EQ(of_energy("veselova", "veselova_dla", "free", 0.05, 40000, 20).kind, Growth::bounded);
}

// Both lose energy, less and less of it: a drift of no law that has a name.
TEST(Growth, OfADriftThatBendsIsDrifting) {
  EXPECT_EQ(of_energy("suslov", "moser_veselov", "", 0.05, 40000, 20).kind, Growth::drifting);
  EXPECT_EQ(of_energy("contact_oscillator", "dla_euler", "A", 0.05, 40000, 20).kind,
            Growth::drifting);
}

}  // namespace
}  // namespace rattleback
