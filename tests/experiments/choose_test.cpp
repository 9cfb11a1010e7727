// The search for the cheapest method: by synthetic methods under a clock of their own, and by a
// problem whose motion is known.

#include "experiments/choose/choose.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/invalid_input.hpp"
#include "experiments/choose/rung_search.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {
namespace {

/// Runs a search against errors by rung; returns what it tried.
std::vector<int> tried(RungSearch& search, std::function<double(int)> const& error) {
  std::vector<int> rungs;
  while (auto const rung = search.next()) {
    rungs.push_back(*rung);
    search.record(*rung, error(*rung));
    if (rungs.size() > 200) ADD_FAILURE() << "it does not end";
    if (rungs.size() > 200) break;
  }
  return rungs;
}

RungSearch::Ladder ladder(int order) { return {100, 8, order / 4.0, 24}; }

TEST(RungSearch, FindsTheCoarsestRungInFewRuns) {
  for (int order : {1, 2, 4, 6})
    for (int sought : {0, 1, 2, 7, 8, 30, 61}) {
      RungSearch search(1e-4, ladder(order));
      // 1e-4 lies halfway between the rung before and the one that is sought.
      auto const runs = tried(search, [&](int rung) {
        return 1e-4 * std::pow(2.0, order * (sought - 0.5 - rung) / 4.0);
      });
      ASSERT_TRUE(search.found()) << order << " " << sought;
      EXPECT_EQ(*search.found(), sought) << order;
      EXPECT_LE(runs.size(), 5u + std::size_t(sought) / 8 + 3) << order << " " << sought;
    }
}

TEST(RungSearch, WantsThreeRungsInARow) {
  // Rungs 10 and 11 pass by luck, 12 does not; from 16 on all do.
  RungSearch search(1e-4, ladder(2));
  auto const runs =
      tried(search, [](int rung) { return rung >= 16 || rung == 10 || rung == 11 ? 5e-5 : 2e-4; });
  ASSERT_TRUE(search.found());
  EXPECT_EQ(*search.found(), 16);
  std::set<int> const all(runs.begin(), runs.end());
  for (int rung : {15, 16, 17, 18}) EXPECT_TRUE(all.contains(rung)) << rung;
}

TEST(RungSearch, DoesNotFindWhatFailsAtTheEndOfTheLadder) {
  // The last two pass, but there is no third one.
  RungSearch search(1e-4, {12, 4, 2.66, 50});
  tried(search, [](int rung) { return rung >= 11 ? 1e-5 : 1e-2; });
  EXPECT_FALSE(search.found());
  EXPECT_FALSE(search.next());
}

TEST(RungSearch, GivesUpWhereTheErrorDoesNotFall) {
  RungSearch search(1e-4, ladder(2));
  auto const runs = tried(search, [](int) { return 1400.0; });
  EXPECT_FALSE(search.found());
  EXPECT_TRUE(search.falls_short());
  EXPECT_GE(runs.back(), 24);
  EXPECT_LE(runs.back(), 40);
  RungSearch falling(1e-12, {30, 8, 0.5, 24});
  tried(falling, [](int rung) { return std::pow(2.0, -rung / 2.0); });
  EXPECT_FALSE(falling.found());
  EXPECT_FALSE(falling.falls_short());
}

TEST(RungSearch, TakesWhatIsNoNumberForAFailure) {
  RungSearch search(1, ladder(2));
  tried(search, [](int rung) { return rung < 9 ? std::nan("") : 0.1; });
  ASSERT_TRUE(search.found());
  EXPECT_EQ(*search.found(), 9);
}

/// Methods by formulas, and a clock that their runs advance.
class Bench final : private SearchRuns {
 public:
  struct Behaviour {
    double seconds_per_step = 1e-3;
    double seconds_of_tables = 0;  ///< made by the first run
    double error_at_one = 1;       ///< with one step in [0, T]
    double work_per_step = 1;
    double drift = 1;  ///< energy error beyond T over that within
    std::string failure = {};
    std::string not_applicable_because = {};
    bool beyond_trust = false;
  };
  std::map<std::string, Behaviour> methods;
  double clock = 0;
  int interrupt_after = -1;  ///< runs
  std::vector<std::string> runs;

  MethodVariant contender(std::string const& name, int order, Behaviour behaviour) {
    methods[name] = std::move(behaviour);
    return {name, {}, "plain", order, order == 0};
  }
  SearchResult search(std::vector<MethodVariant> const& contenders, double limit) {
    orders_.clear();
    for (auto const& one : contenders) orders_[one.method] = one.order;
    SearchSpec spec;
    spec.until = 10;
    spec.error = 1e-4;
    spec.limit = limit;
    return rattleback::search(contenders, spec, *this);
  }

 private:
  double now() override { return clock; }
  void report_progress() override {}
  double cpu_seconds(MethodVariant const& c, Rung const& rung, double deadline) override {
    return observe(c, rung, deadline).cpu_seconds;
  }
  EnergyError energy_beyond(MethodVariant const& c, Rung const& rung, double) override {
    auto const& m = methods[c.method];
    clock += 10 * m.seconds_per_step * double(rung.steps);
    return {true, 1e-6, 1e-6 * m.drift, m.beyond_trust};
  }
  ObservedRun observe(MethodVariant const& c, Rung const& rung, double deadline) override {
    if (int(runs.size()) == interrupt_after) throw Interrupted{};
    runs.push_back(c.method);
    auto const& m = methods[c.method];
    if (!m.not_applicable_because.empty()) throw InvalidInput(m.not_applicable_because);
    // A solver takes steps by its tolerance.
    double const steps = c.adaptive ? 10 / std::pow(rung.tolerance, 0.2) : double(rung.steps);
    bool const is_first = std::ranges::count(runs, c.method) == 1;
    double const seconds = m.seconds_per_step * steps + (is_first ? m.seconds_of_tables : 0);
    if (clock + seconds > deadline) {
      clock = deadline;
      throw TimeIsOver{};
    }
    clock += seconds;
    ObservedRun run;
    run.failure = m.failure;
    run.error = m.error_at_one *
                (c.adaptive ? rung.tolerance : std::pow(steps, -double(orders_[c.method])));
    run.work = m.work_per_step * steps;
    run.cpu_seconds = seconds;
    return run;
  }
  std::map<std::string, int> orders_;
};

Excluded const* excluded(SearchResult const& result, std::string const& name) {
  for (auto const& one : result.excluded)
    if (one.contender.method == name) return &one;
  return nullptr;
}

TEST(Choose, TakesTheCheapestMethodWithTheLargestStep) {
  Bench bench;
  auto const result = bench.search({bench.contender("second", 2, {.seconds_per_step = 1e-6}),
                                    bench.contender("fourth", 4, {.seconds_per_step = 1e-6}),
                                    bench.contender("solver", 0, {.seconds_per_step = 1e-4})},
                                   10);
  ASSERT_EQ(result.found.size(), 3u);
  EXPECT_TRUE(result.excluded.empty());
  // An error of 1e-4 needs more than 10 steps of order 4: the ladder from 4 has 10, whose error is
  // too large, and then 11. Order 2 needs more than 100 steps.
  EXPECT_EQ(result.found[0].contender.method, "fourth");
  EXPECT_EQ(result.found[0].rung.steps, 11);
  EXPECT_EQ(result.found[1].contender.method, "second");
  EXPECT_EQ(result.found[1].rung.steps, 108);
  EXPECT_DOUBLE_EQ(result.found[2].rung.tolerance, 1e-5);
  EXPECT_EQ(result.energy.keeps, 0u);
}

// Tables as those of taylor take a thousand times as long as a run.
TEST(Choose, CountsNoTablesThatTheFirstRunMakes) {
  Bench bench;
  auto quick = bench.contender("quick", 0, {.seconds_per_step = 1e-7});
  auto tables =
      bench.contender("tables", 0, {.seconds_per_step = 1e-7, .seconds_of_tables = 0.015});
  quick.standard = tables.standard = true;
  auto const result = bench.search({quick, tables}, 10);
  ASSERT_EQ(result.found.size(), 2u);
  EXPECT_NEAR(result.found[1].cpu_seconds, result.found[0].cpu_seconds, 1e-12);
}

TEST(Choose, OrdersWhatIsEqualByItsWork) {
  Bench bench;
  auto const result = bench.search(
      {bench.contender("fast", 2, {.seconds_per_step = 1.00e-6, .work_per_step = 3}),
       bench.contender("frugal", 2, {.seconds_per_step = 1.19e-6, .work_per_step = 1}),
       bench.contender("slower", 2, {.seconds_per_step = 1.21e-6, .work_per_step = 0.1})},
      10);
  ASSERT_EQ(result.found.size(), 3u);
  EXPECT_EQ(result.found[0].contender.method, "frugal");
  EXPECT_EQ(result.found[1].contender.method, "fast");
  EXPECT_EQ(result.found[1].group, 0);
  EXPECT_EQ(result.found[2].contender.method, "slower");
  EXPECT_EQ(result.found[2].group, 1);
}

TEST(Choose, KeepsToTheLimitAndListsWhatItCutsOff) {
  Bench bench;
  auto const result = bench.search({bench.contender("slow", 1, {.seconds_per_step = 1e-3}),
                                    bench.contender("quick", 4, {.seconds_per_step = 1e-3}),
                                    bench.contender("endless", 2, {.seconds_per_step = 10})},
                                   2);
  EXPECT_LE(bench.clock, 2);
  ASSERT_EQ(result.found.size(), 1u);
  EXPECT_EQ(result.found[0].contender.method, "quick");
  // Not one has a second run before all have had their first.
  EXPECT_EQ((std::set<std::string>(bench.runs.begin(), bench.runs.begin() + 2)),
            (std::set<std::string>{"slow", "quick"}));
  for (auto const* name : {"slow", "endless"}) {
    ASSERT_TRUE(excluded(result, name)) << name;
    EXPECT_EQ(excluded(result, name)->cause, Cause::limit);
    EXPECT_NE(excluded(result, name)->reason.find("limit of 2 s"), std::string::npos);
  }
}

TEST(Choose, RunsStandardSolversFirst) {
  Bench bench;
  auto standard = bench.contender("standard", 0, {.seconds_per_step = 1e-6});
  standard.standard = true;
  auto const result =
      bench.search({bench.contender("structured", 2, {.seconds_per_step = 1e-5}), standard}, 10);
  EXPECT_EQ(result.found.size(), 2u);
  auto const first = std::ranges::find(bench.runs, "structured");
  EXPECT_EQ(std::ranges::count(bench.runs.begin(), first, "standard"), first - bench.runs.begin());
  EXPECT_GE(first - bench.runs.begin(), 6);  // searched, confirmed and timed
}

// With 700 methods, their coarsest runs alone exceed the limit.
TEST(Choose, ConfirmsAnAnswerBeforeOtherMethodsRun) {
  Bench bench;
  std::vector<MethodVariant> all{
      bench.contender("accurate", 6, {.seconds_per_step = 4e-4, .error_at_one = 1e-3})};
  for (int i = 0; i < 700; ++i)
    all.push_back(bench.contender("broken " + std::to_string(i), 2,
                                  {.seconds_per_step = 4e-4, .failure = "it broke"}));
  auto const result = bench.search(all, 1);
  ASSERT_EQ(result.found.size(), 1u);
  EXPECT_EQ(result.found[0].contender.method, "accurate");
}

// A method whose coarsest run takes a sixth of the limit waits until the others have their answer.
TEST(Choose, PostponesLongRuns) {
  Bench bench;
  auto const result =
      bench.search({bench.contender("long", 6, {.seconds_per_step = 0.1, .error_at_one = 1e-3}),
                    bench.contender("quick", 4, {.seconds_per_step = 1e-3})},
                   24);
  ASSERT_EQ(result.found.size(), 2u) << result.excluded.front().reason;
  EXPECT_EQ(result.found[0].contender.method, "quick");
  EXPECT_EQ(result.found[1].contender.method, "long");
  EXPECT_LE(bench.clock, 24);
}

TEST(Choose, LeavesOutWhatIsSlowerByFar) {
  Bench bench;
  auto const result = bench.search({bench.contender("first", 1, {.seconds_per_step = 1e-6}),
                                    bench.contender("fourth", 4, {.seconds_per_step = 1e-6})},
                                   10);
  ASSERT_EQ(result.found.size(), 2u);  // 0.01 s and 0.00001 s: both are fast
  auto const slower = bench.search({bench.contender("first", 1, {.seconds_per_step = 1e-4}),
                                    bench.contender("fourth", 4, {.seconds_per_step = 1e-4})},
                                   10);
  ASSERT_EQ(slower.found.size(), 1u);
  EXPECT_EQ(excluded(slower, "first")->cause, Cause::slower);
  EXPECT_LT(bench.clock, 2);
}

TEST(Choose, SaysWhyMethodsAreExcluded) {
  Bench bench;
  auto between = bench.contender("between", 2, {});
  between.not_applicable_because = "its velocities do not belong to its nodes";
  auto const result = bench.search(
      {between, bench.contender("picky", 2, {.not_applicable_because = "there is no frame"}),
       bench.contender("broken", 2, {.seconds_per_step = 1e-9, .failure = "it broke"})},
      10);
  EXPECT_TRUE(result.found.empty());
  ASSERT_TRUE(excluded(result, "between"));
  EXPECT_EQ(excluded(result, "between")->reason, between.not_applicable_because);
  ASSERT_TRUE(excluded(result, "picky"));
  EXPECT_EQ(excluded(result, "picky")->reason, "there is no frame");
  ASSERT_TRUE(excluded(result, "broken"));
  EXPECT_NE(excluded(result, "broken")->reason.find("it broke"), std::string::npos);
}

TEST(Choose, AsksForTheEnergyBeyond) {
  Bench bench;
  auto const result =
      bench.search({bench.contender("drifting", 4, {.seconds_per_step = 1e-6, .drift = 2.01}),
                    bench.contender("keeping", 2, {.seconds_per_step = 1e-6, .drift = 1.99})},
                   10);
  ASSERT_EQ(result.found.size(), 2u);
  ASSERT_TRUE(result.energy.keeps);
  EXPECT_EQ(result.found[*result.energy.keeps].contender.method, "keeping");
  ASSERT_EQ(result.energy.drifting.size(), 1u);
  EXPECT_EQ(result.energy.unexamined, 0u);
}

// A parasitic mode that takes over within 10 T, although the energy does not show it yet.
TEST(Choose, TakesNoMethodForLongerThanItsTrustTime) {
  Bench bench;
  auto const result = bench.search(
      {bench.contender("reflecting", 4, {.seconds_per_step = 1e-6, .beyond_trust = true}),
       bench.contender("one-step", 2, {.seconds_per_step = 1e-6})},
      10);
  ASSERT_TRUE(result.energy.keeps);
  EXPECT_EQ(result.found[*result.energy.keeps].contender.method, "one-step");
}

TEST(Choose, LeavesTheEnergyWhereNoTimeIsLeft) {
  Bench bench;
  // The search takes some 0.3 s, and ten times 0.1 s for the energy are not left.
  auto const result = bench.search({bench.contender("one", 4, {.seconds_per_step = 9e-3})}, 1.1);
  ASSERT_EQ(result.found.size(), 1u) << result.excluded.front().reason;
  EXPECT_FALSE(result.energy.keeps);
  EXPECT_EQ(result.energy.unexamined, 1u);
}

TEST(Choose, ReturnsWhatItHasWhenItIsInterrupted) {
  Bench bench;
  std::vector<MethodVariant> const contenders{
      bench.contender("quick", 4, {.seconds_per_step = 1e-6}),
      bench.contender("slow", 1, {.seconds_per_step = 1e-5})};
  for (int after = 0; after < 40; ++after) {
    bench.interrupt_after = after;
    bench.runs.clear();
    bench.clock = 0;
    auto const result = bench.search(contenders, 100);
    if (!result.interrupted) {
      EXPECT_GT(after, 12);
      return;
    }
    EXPECT_EQ(result.found.size() + result.excluded.size(), 2u) << after;
  }
  ADD_FAILURE() << "always interrupted";
}

TEST(MotionTable, KnowsItsErrorBetweenRows) {
  auto const table = [](double spacing) {
    MotionTable motion(spacing, 1, 1);
    for (long i = 0; double(i) * spacing <= 20; ++i)
      motion.append({std::sin(double(i) * spacing), std::cos(double(i) * spacing), 1});
    return motion;
  };
  for (double const spacing : {0.1, 0.3, 0.6}) {
    auto const motion = table(spacing);
    double largest = 0;
    for (double t = 0; t <= motion.end(); t += 0.0137) {
      double at[3];
      motion.interpolate(t, 0, 2, at);
      largest =
          larger_or_nan({largest, std::abs(at[0] - std::sin(t)), std::abs(at[1] - std::cos(t))});
    }
    double const known = motion.interpolation_error(0, 2);
    EXPECT_LE(largest, std::max(known, 1e-14)) << spacing;
    EXPECT_LE(known, 2e3 * largest + 1e-12) << spacing;
  }
}

// A motion that falls into a singularity at t = 1.
TEST(MotionTable, ReachesFartherWithMoreRows) {
  double before = 0;
  for (double const spacing : {0.02, 0.01, 0.005, 0.0025}) {
    MotionTable motion(spacing, 1, 0);
    for (long i = 0; double(i) * spacing < 1; ++i)
      motion.append({1 / (1 - double(i) * spacing), 0});
    EXPECT_GT(motion.interpolation_error(0, 1), 1e-6) << spacing;
    motion.shorten(motion.rows_known_to(1e-6, 0, 1));
    EXPECT_LE(motion.interpolation_error(0, 1), 1e-6) << spacing;
    EXPECT_GT(motion.end(), before) << spacing;
    before = motion.end();
  }
  EXPECT_GT(before, 0.9);
}

TEST(Contenders, LeavesOutWhatIsExactByConstruction) {
  auto const& problem = find_problem("contact_oscillator");
  auto const reason = [&](Quantity quantity) {
    for (auto const& one : contenders_on(problem, quantity, {"discrete_gradient"}))
      if (one.options.empty()) return one.not_applicable_because;
    return std::string("not compared");
  };
  EXPECT_EQ(reason(Quantity::positions), "");
  EXPECT_NE(reason(Quantity::energy).find("exact by construction"), std::string::npos);
  auto const all = contenders_on(problem, Quantity::positions, {});
  EXPECT_TRUE(std::ranges::is_partitioned(all, &MethodVariant::standard));
  EXPECT_TRUE(all.front().standard);
}

}  // namespace
}  // namespace rattleback
