// Controls of the studies beyond the papers: rates, times and volumes that were computed elsewhere,
// curves of work whose crossings are known, and methods that must be told from those that a study
// praises.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/beyond/shared/fibre_drift.hpp"
#include "experiments/beyond/shared/spin.hpp"
#include "experiments/beyond/shared/volume.hpp"
#include "experiments/beyond/shared/what_accuracy_costs.hpp"
#include "experiments/core/series.hpp"
#include "experiments/measure/fit.hpp"
#include "experiments/measure/trend.hpp"

namespace rattleback::beyond {
namespace {

Column const& column(std::string const& label) {
  for (auto const& c : columns())
    if (c.label == label) return c;
  throw std::logic_error("no column " + label);
}

/// At h = .1, every node kept.
Drift drift_of(std::string const& method, std::string const& label, long time) {
  Study found(true, 1, [](double) {});
  auto run = run_on(column(label), RawQuad(1) / 10, 10 * time, 1);
  run.method = method;
  return fibre_drift(found, run);
}

/// Means of E - E(0) over tenths of the run.
BlockMeans errors_of(std::string const& method, std::string const& label, long time) {
  auto const drift = drift_of(method, label, time);
  std::vector<double> errors;
  for (double const energy : drift.energy) errors.push_back(energy - drift.energy.front());
  return block_means(drift.times, errors);
}

TEST(FibreDrift, ReturnsTheRateOfTheLeapfrogInBothDirections) {
  auto const there = errors_of("dla_leapfrog", "a2+", 2000).means,
             back = errors_of("dla_leapfrog", "a2r+", 2000).means;
  EXPECT_NEAR(there.front(), -8.67e-3, 5e-5);
  EXPECT_NEAR(there.back(), -1.482e-1, 5e-4);
  EXPECT_NEAR(back.front(), 8.50e-3, 5e-5);
  EXPECT_NEAR(back.back(), 2.453e-1, 5e-4);
}

TEST(FibreDrift, WithAQuarticTermIsThereForGniAsWell) {
  auto const slope = [](char const* method) {
    auto const errors = errors_of(method, "a3+", 4000);
    return fit_line(errors.times, errors.means).slope;
  };
  EXPECT_NEAR(slope("dla_leapfrog") * 100, -7.1e-3, 1e-4);
  EXPECT_NEAR(slope("gni_rattle") * 100, -1.13e-4, 3e-6);
}

TEST(FibreDrift, DistinguishesDriftFromBoundedErrors) {
  for (auto const* method : {"dla_leapfrog", "gni", "lobatto_spark"})
    for (auto const* label : {"a0+", "a1−", "c0+"})
      EXPECT_EQ(drift_of(method, label, 2000).mark, Mark::bounded) << method << " " << label;
  EXPECT_EQ(drift_of("dla_leapfrog", "a2+", 2000).mark, Mark::falls);
  EXPECT_EQ(drift_of("dla_leapfrog", "a2−", 2000).mark, Mark::rises);
  EXPECT_EQ(drift_of("discrete_gradient", "a2+", 2000).mark, Mark::kept);
}

TEST(FibreDrift, FindsTheDriftOfAMethodWithoutSymmetryOnEveryTorus) {
  auto const mark = drift_of("dla_euler", "a0+", 2000).mark;
  EXPECT_TRUE(drifts(mark)) << name_of(mark);
}

TEST(SignChanges, OccurBetweenTheNodes) {
  std::vector<double> times, values;
  for (int i = 0; i < 400; ++i) {
    times.push_back(0.01 * i);
    values.push_back(std::cos(3 * times.back()));
  }
  auto const found = sign_changes(times, values);
  ASSERT_EQ(found.size(), 4u);
  for (std::size_t k = 0; k < found.size(); ++k)
    EXPECT_NEAR(found[k], (2 * double(k) + 1) * std::acos(-1.) / 6, 1e-8);
}

TEST(Rattleback, ReversesAtItsTimes) {
  for (auto const& [name, time] :
       {std::pair{"reverses", 2.68086108}, std::pair{"steady", 11.46351752}}) {
    Study found(true, 1, [](double) {});
    auto const t = found.execute({.problem = "rattleback",
                                  .method = "odeint_rkf78",
                                  .case_name = name,
                                  .step = RawQuad(1) / 10000,
                                  .steps = 120000,
                                  .options = {{"rtol", "1e-12"}, {"atol", "1e-12"}}});
    EXPECT_NEAR(sign_changes(t.times, spins_of(t)).at(0), time, 2e-8) << name;
  }
}

std::vector<WorkPoint> points(std::vector<std::pair<double, double>> const& of_work) {
  std::vector<WorkPoint> all;
  for (auto const& [work, error] : of_work)
    all.push_back(
        {.setting = 1 / work, .work = work, .position = error, .velocity = error, .energy = error});
  return all;
}

/// By its label, which a problem has once.
ComparedMethod compared_method(Subject const& subject, std::string const& label) {
  for (auto const& by : symmetric_methods(subject.motion.problem))
    if (by.variant.label == label) return by;
  throw std::logic_error("no method " + label);
}

Subject subject(std::string const& table) {
  for (auto const& s : subjects())
    if (s.table == table) return s;
  throw std::logic_error("no problem " + table);
}

TEST(Work, ToReachAnErrorIsInterpolatedInLogarithms) {
  auto const second_order = points({{10, 1e-2}, {100, 1e-4}, {1000, 1e-6}});
  EXPECT_NEAR(work_to_reach(1e-3, second_order), std::sqrt(1000.), 1e-9);
  EXPECT_EQ(work_to_reach(1, second_order), 10);
  EXPECT_NEAR(work_to_reach(1e-6, second_order), 1000, 1e-9);
  EXPECT_TRUE(std::isinf(work_to_reach(1e-7, second_order)));
}

TEST(Work, IgnoresAnErrorThatPassesThroughZero) {
  EXPECT_GT(work_to_reach(1e-5, points({{10, 1e-2}, {20, 1e-9}, {40, 1e-3}, {80, 1e-6}})), 40);
  EXPECT_GT(work_to_reach(0.1, points({{10, 1e-2}, {20, std::nan("")}, {40, 1e-3}})), 20);
}

TEST(Work, CrossesWhereThePowersDo) {
  auto const second = [](double error) { return std::pow(error, -0.5); };
  auto const fourth = [](double error) { return 10 * std::pow(error, -0.25); };
  EXPECT_NEAR(std::log10(crossing(second, fourth)), -4, 0.011);
  EXPECT_EQ(crossing(fourth, second), 0);  // at small errors the fourth order is cheaper
  EXPECT_EQ(crossing(second, [&](double error) { return second(error) / 2; }), 1);
  // An accuracy that the second method does not reach decides nothing; one that only the second
  // reaches decides for it.
  auto const ends = [&](double error) { return error < 1e-6 ? INFINITY : fourth(error); };
  EXPECT_NEAR(std::log10(crossing(second, ends)), -4, 0.011);
  EXPECT_EQ(crossing([&](double error) { return error < 1e-3 ? INFINITY : 1.; }, fourth),
            crossing([&](double error) { return error < 1e-3 ? 1e9 : 1.; }, fourth));
}

TEST(ComparedMethods, ReachTheOrderOfTheirSchemeOrStages) {
  int compositions = 0;
  for (auto const& by : symmetric_methods("contact_oscillator")) {
    EXPECT_TRUE(by.variant.symmetric && !by.variant.adaptive) << by.variant.label;
    EXPECT_NE(by.variant.method, "dla_euler");
    compositions += by.base == "dla_leapfrog" && by.variant.order > 2;
    if (by.variant.label == "lobatto_spark, 4") {
      EXPECT_EQ(by.variant.order, 6);
    }
  }
  EXPECT_EQ(compositions, 4);
}

TEST(Orders, TellMethodsApartOnTheSleigh) {
  auto const sleigh = subject("sleigh");
  struct Row {
    char const* method;
    double position, velocity;
  };
  // The velocities of the midpoint form violate the constraint by O(h^2) at the nodes; the internal
  // state of GNI is not a function of the point.
  for (auto const& row :
       {Row{"dla_leapfrog", 2, 2}, Row{"dla_leapfrog, suzuki4", 4, 4},
        Row{"dla_leapfrog, kahan_li6", 6, 6}, Row{"lobatto_spark, 3", 4, 4},
        Row{"discrete_gradient, frame, kahan_li6", 6, 6},
        Row{"discrete_gradient, midpoint, suzuki4", 4, 2}, Row{"gni_rattle, kahan_li6", 4, 4}}) {
    Study found(true, 1, [](double) {});
    auto const orders = orders_of(found, compared_method(sleigh, row.method), sleigh.motion, 2e4);
    EXPECT_NEAR(orders.position, row.position, order_tolerance) << row.method;
    EXPECT_NEAR(orders.velocity, row.velocity, order_tolerance) << row.method;
  }
  EXPECT_FALSE(may_reach(2, 4));
  EXPECT_TRUE(may_reach(std::nan(""), 4));
}

TEST(Orders, DifferForMultipliersOfSubstepAndState) {
  auto const contact = subject("contact");
  struct Row {
    char const* method;
    double reported, recomputed;
  };
  for (auto const& row : {Row{"dla_leapfrog, yoshida4", 2, 4}, Row{"dla_leapfrog, kahan_li6", 2, 6},
                          Row{"lobatto_spark, 2", 1, 2}, Row{"lobatto_spark, 3", 2, 4},
                          Row{"lobatto_spark, 4", 3, 6}}) {
    Study found(true, 1, [](double) {});
    auto const orders =
        multiplier_orders(found, compared_method(contact, row.method), contact.motion);
    EXPECT_NEAR(orders.reported, row.reported, order_tolerance) << row.method;
    EXPECT_NEAR(orders.recomputed, row.recomputed, order_tolerance) << row.method;
  }
}

TEST(LongRuns, LoseACompositionOfGniOnTheSleighAndNoLeapfrog) {
  auto const sleigh = subject("sleigh");
  auto const outcome = [&](char const* method, int per_unit) {
    Study found(true, 1, [](double) {});
    auto const run = run_by(compared_method(sleigh, method).variant,
                            sleigh.motion.with(RawQuad(1) / per_unit, per_unit * long_time, 0));
    return found.execute(run).outcome;
  };
  EXPECT_EQ(outcome("gni_composition, suzuki4", 64), Outcome::non_finite);
  EXPECT_EQ(outcome("gni_composition, suzuki4", 128), Outcome::non_finite);
  EXPECT_EQ(outcome("dla_leapfrog, suzuki4", 64), Outcome::ok);
}

ProblemEntry::CaseRecord const& case_of(std::string const& problem, std::string const& name) {
  auto const& cases = find_problem(problem).cases;
  return *std::find_if(cases.begin(), cases.end(), [&](auto const& c) { return c.name == name; });
}

/// One step of 1/per_unit from a case's start.
double volume_of(Run run, int per_unit) {
  Study found(true, 1, [](double) {});
  run.step = RawQuad(1) / per_unit;
  auto const& start = case_of(run.problem, run.case_name);
  return volume_of_step(found, run, start.q, start.v);
}

TEST(Volume, AgreesWithComplexDifferentiationForOneStep) {
  struct Known {
    char const *problem, *case_name, *method;
    double at_tenth, at_half, at_quarter;
  };
  for (auto const& known :
       {Known{"contact_oscillator", "IC-C", "dla_euler", -1.464054e-3, -3.724392e-4, -9.390316e-5},
        Known{"contact_oscillator", "IC-C", "dla_leapfrog", -5.118077e-5, -6.362820e-6,
              -7.917887e-7},
        Known{"contact_oscillator", "IC-C", "dla_trapezoidal", -5.108832e-5, -6.359884e-6,
              -7.916965e-7},
        Known{"chaotic_r7", "IC-R", "dla_euler", -6.782029e-4, -1.734596e-4, -4.386067e-5},
        Known{"chaotic_r7", "IC-R", "dla_leapfrog", -5.078178e-5, -6.744801e-6, -8.677935e-7},
        Known{"chaotic_r7", "IC-R", "dla_trapezoidal", -4.986821e-4, -6.423902e-5, -8.133718e-6}}) {
    rattleback::Run const run{
        .problem = known.problem, .method = known.method, .case_name = known.case_name};
    auto const name = std::string(known.method) + " on " + known.problem;
    EXPECT_NEAR(volume_of(run, 10), known.at_tenth, 6e-7 * std::abs(known.at_tenth) + 1e-12)
        << name;
    EXPECT_NEAR(volume_of(run, 20), known.at_half, 6e-7 * std::abs(known.at_half) + 1e-12) << name;
    EXPECT_NEAR(volume_of(run, 40), known.at_quarter, 6e-7 * std::abs(known.at_quarter) + 1e-12)
        << name;
  }
}

TEST(Volume, StaysConstantForTheDiscreteGradientInAFrameOnly) {
  rattleback::Run run{
      .problem = "contact_oscillator", .method = "discrete_gradient", .case_name = "IC-C"};
  run.options = {{"form", "frame"}};
  EXPECT_NEAR(volume_of(run, 10), 0, 1e-12);
  run.options = {{"form", "midpoint"}};
  EXPECT_GT(std::abs(volume_of(run, 10)), 1e-6);
}

/// At y = pi/2 the skate is perpendicular to x, and the velocities (vx, vy) are not coordinates.
TEST(Volume, ExistsWhereTheChartOfTheDensityEnds) {
  Study found(true, 1, [](double) {});
  double const vy = 1.5, speed = 0.7;
  rattleback::Run const run{.problem = "knife_edge_cvt",
                            .method = "dla_leapfrog",
                            .case_name = "c0",
                            .step = RawQuad(1) / 10};
  for (double const from_end : {0.3, 1e-3, 1e-9}) {
    double const y = std::numbers::pi / 2 - from_end;
    std::vector<double> const q{0.8, y, 0.5}, v{speed * std::cos(y), vy, speed * std::sin(y)};
    // In case c0 the heading moves at a constant rate, so that cos(h vy/2) does not change.
    EXPECT_NEAR(volume_of_step(found, run, q, v), 0, 1e-10) << from_end;
  }
}

TEST(Volume, DriftsInALongRunOfAMethodThatContracts) {
  Study found(true, 1, [](double) {});
  rattleback::Run run{.problem = "contact_oscillator",
                      .method = "dla_euler",
                      .case_name = "IC-C",
                      .step = RawQuad(1) / 10,
                      .steps = 2000};
  auto const contracting = volume_along(found, run);
  EXPECT_NEAR(contracting.logarithms.back(), -1.926, 5e-4);
  EXPECT_TRUE(trend_of(contracting.times, contracting.logarithms).drifts);
  run.method = "dla_leapfrog";
  auto const swinging = volume_along(found, run);
  EXPECT_NEAR(largest(swinging.logarithms), 3.32e-4, 1e-6);
  EXPECT_FALSE(trend_of(swinging.times, swinging.logarithms).drifts);
}

TEST(Volume, RejectsMethodsWithInternalState) {
  Study found(true, 1, [](double) {});
  rattleback::Run const run{
      .problem = "contact_oscillator", .method = "gni", .step = RawQuad(1) / 10};
  auto const& start = case_of("contact_oscillator", "IC-C");
  EXPECT_THROW(volume_of_step(found, run, start.q, start.v), std::logic_error);
}

}  // namespace
}  // namespace rattleback::beyond
