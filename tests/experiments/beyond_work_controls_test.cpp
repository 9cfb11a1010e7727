// Controls of what a study says about work and orders: curves whose crossings are known, and
// methods that must be told from those that have their order.

#include <gtest/gtest.h>

#include <cmath>

#include "experiments/beyond/shared/what_accuracy_costs.hpp"

namespace rattleback::beyond {
namespace {

std::vector<WorkPoint> points(std::vector<std::pair<double, double>> const& of_work) {
  std::vector<WorkPoint> all;
  for (auto const& [work, error] : of_work)
    all.push_back({.setting = 1 / work,
                   .work = work,
                   .position = error,
                   .velocity = error,
                   .energy = error,
                   .constraint = 0});
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

}  // namespace
}  // namespace rattleback::beyond
