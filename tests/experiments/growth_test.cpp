#include "experiments/measure/growth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "integrators/core/registry/registry.hpp"
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

TEST(Growth, LabelsNinetyFiveOfAHundredControlsRight) {
  for (auto const& [control, name, expected] : all_controls) {
    int right = 0, undecided = 0;
    for (int i = 0; i < 100; ++i) {
      auto const kind = of(control_series(control, 38038, i)).kind;
      right += kind == expected;
      undecided += kind == Growth::undecided;
    }
    EXPECT_GE(right, 95) << name;
    EXPECT_LE(100 - right - undecided, 2) << name << ": labelled wrong";
  }
}

TEST(Growth, ReturnsUndecidedIfTheWindowCannotTell) {
  EXPECT_EQ(of(series_of(127, [](double s) { return s; })).kind, Growth::undecided);
  for (double phase : {0.0, 1.0, 2.0, 4.0}) {
    auto const drift_and_slow = [&](double s) { return s + std::cos(2 * pi * s + phase) / 2; };
    EXPECT_EQ(of(series_of(1000, drift_and_slow)).kind, Growth::undecided) << phase;
  }
  for (int i = 0; i < 20; ++i) EXPECT_EQ(of(walk_of(120, i)).kind, Growth::undecided) << i;
}

TEST(Growth, ReturnsBoundedForAnErrorThatComesToRest) {
  EXPECT_EQ(of(series_of(500, [](double) { return 0; })).kind, Growth::bounded);
  EXPECT_EQ(of(series_of(500, [](double) { return -3; })).kind, Growth::bounded);
  auto const relaxing = [](double s) { return 1 - std::exp(-20 * s); };
  EXPECT_EQ(of(series_of(1000, relaxing)).kind, Growth::bounded);
  auto const still_settling = [](double s) { return 1 - std::exp(-5 * s); };
  EXPECT_EQ(of(series_of(1000, still_settling)).kind, Growth::drifting);
  auto const heteroclinic = [](double s) { return std::tanh(60 * (s - 0.3)); };
  EXPECT_EQ(of(series_of(1000, heteroclinic)).kind, Growth::bounded);
}

// An energy of size one shows its error only from 2e-16 on.
TEST(Growth, ReturnsExponentialForGrowthFromBelowRounding) {
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

TEST(Growth, ReturnsBoundedForOscillationsNearRounding) {
  for (int samples : {500, 1000, 4000}) {
    auto const swinging = [](double s) {
      return (1 + 1e-18 * std::exp(20 * s) * std::cos(2 * pi * 50.3 * s + 1)) - 1;
    };
    auto const kind = of(series_of(samples, swinging)).kind;
    EXPECT_TRUE(kind == Growth::exponential || kind == Growth::undecided) << name_of(kind);
  }
}

// The cosine of whole periods has no tail in slower modes; there once was rounding in its place.
TEST(Growth, ReturnsBoundedForWholePeriodsFasterThanTheModes) {
  for (int periods : {65, 71, 88, 120})
    for (double phase : {0.0, 0.7, 1.5}) {
      auto const fast = [&](double s) { return std::cos(2 * pi * periods * s + phase); };
      EXPECT_EQ(of(series_of(1000, fast)).kind, Growth::bounded) << periods << " " << phase;
    }
}

TEST(Growth, ReturnsLinearForADriftThatHardlyBends) {
  for (double bend : {-1.0, -0.3, -0.03, 0.03, 0.3, 1.0}) {
    auto const drift = [&](double s) {
      return std::expm1(bend * s) / bend + 0.01 * std::cos(2 * pi * 33.3 * s);
    };
    EXPECT_EQ(of(series_of(1000, drift)).kind,
              std::abs(bend) < 0.1 ? Growth::linear : Growth::drifting)
        << bend;
  }
}

TEST(Growth, UsesTheNamesThatReportsRead) {
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
  for (auto const& [control, name, expected] : all_controls)
    for (int i = 0; i < 3; ++i) {
      auto series = control_series(control, 5, i);
      auto const before = of(series);
      for (double& time : series.times) time = 7 + 1e3 * time;
      for (double& value : series.values) value *= -3e-9;
      auto const after = of(series);
      EXPECT_EQ(after.kind, before.kind) << name;
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

// Largest errors and means of sixteen parts of the run are the same.
TEST(Growth, ReturnsBoundedForTheEnergyOfTheMidpointRule) {
  for (std::string const name : {"IC-C", "A"}) {
    auto const claimed =
        claim_growth([&](int times) { return JudgedRun{of(midpoint_series(name, times))}; }, 32);
    EXPECT_EQ(claimed.verdict.kind, Growth::bounded) << name;
    EXPECT_EQ(claimed.times, 1) << name;
    EXPECT_EQ(of(midpoint_series(name, 8)).kind, Growth::bounded) << name;
  }
}

TEST(Growth, ReturnsBoundedForAConstantEnvelope) {
  for (int i = 0; i < 50; ++i) {
    Draw draw(39038, 1, i);
    double const carrier = draw.log_between(20, 700), beat = draw.log_between(4, 40);
    double const depth = draw.between(0, 0.9), phase = draw.between(0, 2 * pi);
    auto const swings = [&](double s) {
      double const envelope = 1 + depth * std::cos(2 * pi * beat * s + phase);
      return envelope * std::pow(std::cos(2 * pi * carrier * s), 2) + 1e-3 * draw.normal();
    };
    EXPECT_EQ(of(series_of(2000, swings)).kind, Growth::bounded) << carrier << " " << beat;
  }
}

// The last samples of an oscillation may happen to be its largest.
TEST(Growth, ReturnsBoundedForALastSampleThatStandsOut) {
  for (double height : {1.0, 2.0, 5.0}) {
    auto const stands_out = [&](double s) { return s == 1 ? height : std::cos(2 * pi * 31.7 * s); };
    EXPECT_EQ(of(series_of(2000, stands_out)).kind, Growth::bounded) << height;
  }
}

// Window maxima of 5.7 8.4 8.9 8.9 8.8 8.7 8.3 10.0.
TEST(Growth, ReturnsNoTrendForAnEnvelopeThatSettles) {
  double const envelopes[]{5.7, 8.4, 8.9, 8.9, 8.8, 8.7, 8.3, 10.0};
  for (double periods : {47.3, 120.9, 455.1}) {
    auto const swings = [&](double s) {
      double const place = std::clamp(8 * s - 0.5, 0.0, 6.999), part = place - std::floor(place);
      auto const i = static_cast<std::size_t>(place);
      return ((1 - part) * envelopes[i] + part * envelopes[i + 1]) * std::cos(2 * pi * periods * s);
    };
    auto const kind = of(series_of(2000, swings)).kind;
    EXPECT_TRUE(kind == Growth::bounded || kind == Growth::undecided) << name_of(kind);
  }
}

TEST(Growth, ReturnsNoTrendForOneJump) {
  int walks = 0;
  for (int i = 0; i < 100; ++i) {
    Draw draw(39038, 2, i);
    double const at = draw.between(0.05, 0.995), height = draw.log_between(2, 30);
    double const periods = draw.log_between(8, 200), phase = draw.between(0, 2 * pi);
    auto const jumps = [&](double s) {
      return std::cos(2 * pi * periods * s + phase) + (s < at ? 0 : height);
    };
    auto const kind = of(series_of(2000, jumps)).kind;
    EXPECT_NE(kind, Growth::exponential) << at << " " << height;
    EXPECT_NE(kind, Growth::linear) << at << " " << height;
    EXPECT_NE(kind, Growth::drifting) << at << " " << height;
    walks += kind == Growth::square_root;
  }
  EXPECT_LE(walks, 5);
}

// Window maxima of 1.3 1.4 4.7 3.1 3.6 6.4 5.8 33: jumps, the largest of them last.
TEST(Growth, NeverReturnsExponentialForSeveralJumps) {
  double const levels[]{1.3, 1.4, 4.7, 3.1, 3.6, 6.4, 5.8, 33};
  for (double last : {0.9, 0.95, 0.99}) {
    auto const jumps = [&](double s) {
      double const level = s > last ? levels[7] : levels[static_cast<int>(7 * s / last)];
      return level * (0.8 + 0.2 * std::cos(2 * pi * 333.3 * s));
    };
    EXPECT_NE(of(series_of(2000, jumps)).kind, Growth::exponential) << last;
  }
}

TEST(Growth, ReturnsNoTrendBelowTheOscillationAmplitude) {
  for (int i = 0; i < 100; ++i) {
    Draw draw(39038, 3, i);
    double const trend = draw.sign() * draw.log_between(0.01, 0.9 / std::sqrt(2));
    double const periods = draw.log_between(3, 200), phase = draw.between(0, 2 * pi);
    auto const drifting = [&](double s) {
      return std::cos(2 * pi * periods * s + phase) + trend * s + 1e-3 * draw.normal();
    };
    auto const kind = of(series_of(2000, drifting)).kind;
    EXPECT_TRUE(kind == Growth::bounded || kind == Growth::undecided)
        << name_of(kind) << " " << trend;
  }
}

// ---- what is claimed ----

/// Runs that sample one function of time more and more coarsely, 2000 units of time being the
/// first.
template <class F>
ClaimedGrowth claimed_of(F value) {
  return claim_growth(
      [&](int times) {
        return JudgedRun{of(series_of(2001, [&](double s) { return value(2000.0 * times * s); }))};
      },
      32);
}

double swing(double t) { return std::cos(2 * pi * t / 13.7); }

TEST(ClaimedGrowth, NeedsOneRunForABoundedError) {
  auto const claimed = claimed_of(swing);
  EXPECT_EQ(claimed.verdict.kind, Growth::bounded);
  EXPECT_EQ(claimed.times, 1);
}

TEST(ClaimedGrowth, RepeatsInTheNextRun) {
  auto const linear = claimed_of([](double t) { return swing(t) + t / 300; });
  EXPECT_EQ(linear.verdict.kind, Growth::linear);
  EXPECT_EQ(linear.times, 2);
  // The trend moves by 0.22, 0.44 and 0.89, the oscillation's root mean square being 0.71.
  auto const slow = claimed_of([](double t) { return swing(t) + t / 9000; });
  EXPECT_EQ(slow.verdict.kind, Growth::linear);
  EXPECT_EQ(slow.times, 8);
}

TEST(ClaimedGrowth, VanishesIfALongerRunReturns) {
  // A quarter of a period looks like a drift.
  auto const drift = [](double t) { return 20 * std::sin(2 * pi * t / 9000) + swing(t); };
  EXPECT_NE(of(series_of(2001, [&](double s) { return drift(2000 * s); })).kind, Growth::bounded);
  EXPECT_EQ(claimed_of(drift).verdict.kind, Growth::bounded);
  auto const settles = [](double t) { return 10 * std::min(t, 2500.0) / 2000 + swing(t); };
  auto const claimed = claimed_of(settles);
  EXPECT_TRUE(claimed.verdict.kind == Growth::bounded || claimed.verdict.kind == Growth::undecided)
      << name_of(claimed.verdict.kind);
}

ClaimedGrowth claimed_from(std::vector<JudgedRun> const& runs, int longest = 32) {
  return claim_growth(
      [&](int times) -> std::optional<JudgedRun> {
        std::size_t i = 0;
        for (; times > 1; times /= 2) ++i;
        return i < runs.size() ? std::optional(runs[i]) : std::nullopt;
      },
      longest);
}

JudgedRun shows(Growth kind, bool left_range = false) { return {{kind, 0, kind}, left_range}; }

TEST(ClaimedGrowth, NeedsTheSameClassTwice) {
  using enum Growth;
  for (Growth kind : {square_root, linear, exponential, drifting}) {
    EXPECT_EQ(claimed_from({shows(kind), shows(kind)}).verdict.kind, kind);
    EXPECT_EQ(claimed_from({shows(kind), shows(bounded)}).verdict.kind, bounded);
    auto const once = claimed_from({shows(kind)});
    EXPECT_EQ(once.verdict.kind, undecided);
    EXPECT_EQ(once.verdict.likeliest, kind);
    EXPECT_EQ(once.times, 1);
    EXPECT_EQ(claimed_from({shows(kind), shows(undecided), shows(kind)}).verdict.kind, undecided);
    EXPECT_EQ(claimed_from({shows(kind), shows(undecided), shows(kind), shows(kind)}).times, 8);
  }
  EXPECT_EQ(claimed_from({shows(linear), shows(drifting), shows(drifting)}).verdict.kind, drifting);
  auto const short_of = claimed_from({shows(linear), shows(drifting), shows(drifting)}, 2);
  EXPECT_EQ(short_of.verdict.kind, undecided);
  EXPECT_EQ(short_of.times, 2);
  EXPECT_EQ(claimed_from({}).times, 0);
  EXPECT_EQ(claimed_from({shows(undecided), shows(undecided)}).verdict.kind, undecided);
}

TEST(ClaimedGrowth, NeedsNoLongerRunAfterOverflow) {
  auto const claimed = claimed_from({shows(Growth::exponential, true)});
  EXPECT_EQ(claimed.verdict.kind, Growth::exponential);
  EXPECT_EQ(claimed.times, 1);
  // Until it left.
  EXPECT_EQ(claimed_from({shows(Growth::bounded, true)}).verdict.kind, Growth::undecided);
}

GrowthVerdict of_energy(std::string const& problem, std::string const& method,
                        std::string const& case_name, double step, long steps) {
  RunSpec const spec{
      .setting = {.case_name = case_name}, .step = RawQuad(step), .steps = steps, .every = 20};
  auto const run = find_problem(problem).method(method).integrate(spec);
  EXPECT_EQ(run.outcome, Outcome::ok) << problem << " by " << method;
  std::vector<double> times, errors;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    times.push_back(run.times[i]);
    errors.push_back(run.invariant_values[i][0] - run.invariant_values[0][0]);
  }
  return classify_growth(times, errors);
}

TEST(Growth, ReturnsSquareRootForTheLeapfrogOnAChaoticOrbit) {
  EXPECT_EQ(of_energy("chaotic_r7", "dla_leapfrog", "H306", 0.2, 100000).kind, Growth::square_root);
}

TEST(Growth, ReturnsBoundedForTheFreeVeselovaBody) {
  EXPECT_EQ(of_energy("veselova", "veselova_dla", "free", 0.05, 40000).kind, Growth::bounded);
}

// Both lose energy, less and less of it: a drift of no law that has a name.
TEST(Growth, ReturnsDriftingForADriftThatBends) {
  EXPECT_EQ(of_energy("suslov", "moser_veselov", "", 0.05, 40000).kind, Growth::drifting);
  EXPECT_EQ(of_energy("contact_oscillator", "dla_euler", "A", 0.05, 40000).kind, Growth::drifting);
}

}  // namespace
}  // namespace rattleback
