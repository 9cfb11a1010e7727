// Timings page and comparison of two runs, from the sample tests/reports/bench.json with invented
// numbers.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/drawing/gnuplot.hpp"
#include "reports/pages/site.hpp"
#include "reports/results/manifest.hpp"
#include "reports/timings/data.hpp"
#include "reports/timings/figures.hpp"
#include "reports/timings/timings.hpp"
#include "tests/reports/contains.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Kind = BenchChange::Kind;

TEST(BenchData, TakesMediansOfRepetitionsNotAggregates) {
  Bench const bench = read_bench(RATTLEBACK_SAMPLE_BENCH);
  Timing const* const timing = bench.find("dla_leapfrog/contact_oscillator/one_orbit");
  ASSERT_NE(timing, nullptr);
  EXPECT_NEAR(timing->cpu.median, 16, 1e-9) << "per item, not per iteration of 200 items";
  EXPECT_NEAR(timing->cpu.deviation, 0.16, 1e-9);
  EXPECT_EQ(timing->label, "explicit");
  Timing const* const threads =
      bench.find("ensemble/chaotic_r7/dla_leapfrog/threads:2/process_time");
  ASSERT_NE(threads, nullptr);
  EXPECT_NEAR(threads->elapsed, threads->cpu.median / 2, 1e-9);
  EXPECT_EQ(bench.find("gni/contact_oscillator/run"), nullptr) << "a failed run";
  EXPECT_EQ(lane_count(bench), 8);
}

TEST(BenchData, ReportsTheInvalidFile) {
  ScratchFolder const scratch;
  auto const path = scratch.path() / "bench.json";
  for (char const* text :
       {"{", "{}", R"({"context": {}, "benchmarks": []})",
        R"({"context": {}, "benchmarks": [{"run_type": "iteration", "run_name": "a"}]})",
        R"({"context": {}, "benchmarks": [{"run_type": "iteration", "run_name": "a",
            "real_time": 1, "cpu_time": 1, "time_unit": "years"}]})",
        R"({"context": {}, "benchmarks": [{"run_type": "iteration", "run_name": "a",
            "real_time": 1, "cpu_time": 0, "time_unit": "ns"}]})",
        R"({"context": {}, "benchmarks": [{"run_type": "iteration", "run_name": "a",
            "real_time": 1, "cpu_time": "long"}]})",
        R"({"context": {}, "benchmarks": 7})", "7"}) {
    write_atomically(path, text);
    try {
      read_bench(path);
      ADD_FAILURE() << text;
    } catch (IoError const& failure) {
      EXPECT_TRUE(contains(failure.what(), "'" + path.string() + "'")) << failure.what();
      EXPECT_FALSE(contains(failure.what(), "exception")) << failure.what();
    }
  }
}

/// Returns a bench of one timing with the given times of its repetitions.
Bench bench_of(std::vector<double> const& times, std::string const& name = "a") {
  ScratchFolder const scratch;
  auto const path = scratch.path() / "bench.json";
  json runs = json::array();
  for (double const time : times)
    runs.push_back({{"run_type", "iteration"},
                    {"run_name", name},
                    {"real_time", time},
                    {"cpu_time", time},
                    {"time_unit", "us"}});
  if (times.empty())
    runs.push_back({{"run_type", "iteration"},
                    {"run_name", name},
                    {"error_occurred", true},
                    {"error_message", "no"}});
  write_atomically(path, json{{"context", json::object()}, {"benchmarks", runs}}.dump());
  return read_bench(path);
}

TEST(BenchComparison, ReportsSlowDownBeyondNoise) {
  Bench const old = bench_of({99, 100, 101});
  auto const change = [&](Bench const& now, double noise) {
    return compare(old, now, noise).changes.at(0);
  };
  EXPECT_NEAR(change(old, 0.1).before, 100e3, 1e-6) << "microseconds are converted to nanoseconds";
  EXPECT_EQ(change(bench_of({108, 109, 110}), 0.1).kind(), Kind::within_noise);
  EXPECT_EQ(change(bench_of({111, 112, 113}), 0.1).kind(), Kind::slower);
  EXPECT_EQ(change(bench_of({108, 109, 110}), 0.01).kind(), Kind::slower);
  EXPECT_EQ(change(bench_of({87, 88, 89}), 0.1).kind(), Kind::faster);
  // With a deviation of 10, three deviations exceed 20 per cent.
  EXPECT_EQ(change(bench_of({110, 120, 130}), 0.1).kind(), Kind::within_noise);
  EXPECT_FALSE(compare(old, old, 0.1).regressed());
  EXPECT_TRUE(compare(old, bench_of({111, 112, 113}), 0.1).regressed());
  EXPECT_FALSE(compare(old, bench_of({87, 88, 89}), 0.1).regressed());
}

TEST(BenchComparison, DistinguishesFailedFromMissingTimings) {
  Bench const old = bench_of({99, 100, 101});
  auto const failed = compare(old, bench_of({}), 0.1);
  EXPECT_EQ(failed.lost, std::vector<std::string>{"a"});
  EXPECT_TRUE(failed.regressed());
  EXPECT_THROW(compare(old, bench_of({100}, "b"), 0.1), std::runtime_error);
  Bench both = bench_of({100});
  both.timings.push_back(bench_of({100}, "b").timings.front());
  auto const partly = compare(both, old, 0.1);
  EXPECT_EQ(partly.absent, std::vector<std::string>{"b"});
  EXPECT_FALSE(partly.regressed());
}

/// Page of the sample, written once for all tests.
class BenchPage : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    ScratchFolder const scratch;
    fs::copy(RATTLEBACK_SAMPLE_BENCH, scratch.path() / "bench.json");
    draw_timings(scratch.path());
    write_site(scratch.path());
    page = read_text(scratch.path() / "site" / "timings.html");
    for (auto const& entry : fs::directory_iterator(scratch.path() / "timings"))
      figures += entry.path().extension() == ".svg";
    csv = read_text(scratch.path() / "bench.csv");
  }
  static inline std::string page, csv;
  static inline int figures = 0;
};

TEST_F(BenchPage, ShowsEveryFigure) {
  EXPECT_EQ(figures, 4);
  for (char const* name : {"speed_up", "threads", "size", "constraints"})
    EXPECT_TRUE(contains(page, fmt::format("src=\"../timings/{}.svg\"", name))) << name;
}

TEST_F(BenchPage, ShowsTheCostOfEveryPair) {
  std::string const fixed = page.substr(page.find("<table class=\"matrix\" id=\"fixed\">"));
  std::string const table = fixed.substr(0, fixed.find("</table>"));
  EXPECT_TRUE(contains(table, ">0.0500</td>")) << "50 ns";
  EXPECT_TRUE(contains(table, ">0.150</td>"));
  EXPECT_TRUE(contains(table, "title=\"newton_diverged: no &quot;root&quot; &amp; more\">✗"));
  EXPECT_FALSE(contains(table, "ida"));
  std::string const adaptive = page.substr(page.find("id=\"adaptive\">"));
  EXPECT_TRUE(contains(adaptive.substr(0, adaptive.find("</table>")), "too many steps\">✗"))
      << "a failed run has no label, but is in its method's row";
  std::string const time = page.substr(page.find("id=\"adaptive_time\">"));
  EXPECT_TRUE(contains(time.substr(0, time.find("</table>")), ">66.7</td>")) << "2 us / 0.03";
}

TEST_F(BenchPage, ShowsTargetsAndTheWorstOfThem) {
  std::string const all = page.substr(page.find("<section id=\"targets\">"));
  std::string const table = all.substr(0, all.find("</table>"));
  EXPECT_TRUE(contains(table, "<td class=\"broken\"><span class=\"mark\">!</span> 1 of 2</td>"));
  EXPECT_TRUE(contains(table, ">0.550</td><td>dla_leapfrog on chaotic_r7</td>"));
  EXPECT_TRUE(contains(table, "≤ 1.05"));
  EXPECT_TRUE(contains(table, "<td class=\"kept\"><span class=\"mark\">✓</span> 1 of 1</td>"));
}

TEST_F(BenchPage, ShowsTheRatioOfTheAxes) {
  // 1/20000000 and 1/1250000 s on one problem, 1/6666667 and 1/416667 on the other: 16 times, and
  // the median of two is their mean.
  EXPECT_TRUE(contains(page, "<tr><td>dla_leapfrog</td><td class=\"number\">0.118</td>")) << page;
  EXPECT_TRUE(contains(page, "<tr><td>ida</td><td class=\"number\">1.88</td>"));
}

TEST_F(BenchPage, ShowsMachineAndBuild) {
  EXPECT_TRUE(contains(page, "Sample &lt;CPU&gt; &amp; more"));
  EXPECT_TRUE(contains(page, "L1 Data 32 KiB, L2 Unified 1024 KiB"));
  EXPECT_TRUE(contains(page, "-O3 -march=native"));
  EXPECT_FALSE(contains(page, "host_name"));
}

TEST_F(BenchPage, ListsEveryTimingInTheCsv) {
  EXPECT_TRUE(contains(csv, "\ndla_leapfrog/contact_oscillator/run,fixed step,50,"));
  EXPECT_TRUE(contains(csv, "gni/contact_oscillator/run,,,,,,\"newton"));
}

TEST(BenchFigures, OmitFiguresWithoutTimings) {
  Bench bench = bench_of({1, 1, 1});
  bench.context["lanes"] = "8";
  ScratchFolder const scratch;
  EXPECT_TRUE(draw_bench_figures(bench, scratch.path()).empty());
}

TEST(BenchFigures, DoNotDependOnTheOrderOfTheTimings) {
  Bench bench = read_bench(RATTLEBACK_SAMPLE_BENCH);
  ScratchFolder const scratch;
  fs::path const first = scratch.path() / "first", second = scratch.path() / "second";
  draw_bench_figures(bench, first);
  std::reverse(bench.timings.begin(), bench.timings.end());
  draw_bench_figures(bench, second);
  for (char const* name : {"threads.svg", "size.svg", "constraints.svg"})
    EXPECT_EQ(read_text(first / name), read_text(second / name)) << name;
}

TEST(BenchFigures, OmitThreadsWithoutASingleThread) {
  Bench bench = read_bench(RATTLEBACK_SAMPLE_BENCH);
  std::erase_if(bench.timings, [](Timing const& timing) {
    return timing.name.starts_with("ensemble/") &&
           timing.name.find("threads:1") != std::string::npos;
  });
  ScratchFolder const scratch;
  EXPECT_FALSE(draw_bench_figures(bench, scratch.path()).contains("threads"));
}

}  // namespace
}  // namespace rattleback::reports
