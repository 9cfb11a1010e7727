// Timings page, from the sample tests/reports/bench.json with invented
// numbers.

#include <gtest/gtest.h>

#include "reports/drawing/gnuplot.hpp"
#include "reports/pages/site.hpp"
#include "reports/timings/timings.hpp"
#include "tests/refusal.hpp"
#include "tests/reports/contains.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;

TEST(BenchData, TakesMediansPerItem) {
  Bench const bench = read_bench(RATTLEBACK_SAMPLE_BENCH);
  Timing const* const timing = bench.find("dla_leapfrog/contact_oscillator/one_orbit");
  ASSERT_NE(timing, nullptr);
  EXPECT_NEAR(timing->cpu, 16, 1e-9) << "per item, not per iteration of 200 items";
  EXPECT_EQ(timing->label, "explicit");
  Timing const* const threads =
      bench.find("ensemble/chaotic_r7/dla_leapfrog/threads:2/process_time");
  ASSERT_NE(threads, nullptr);
  EXPECT_NEAR(threads->elapsed, threads->cpu / 2, 1e-9);
  EXPECT_EQ(bench.find("gni/contact_oscillator/run"), nullptr) << "a failed run";
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
    auto const failure = refusal<IoError>([&] { read_bench(path); });
    EXPECT_TRUE(contains(failure, "'" + path.string() + "'")) << text << failure;
    EXPECT_FALSE(contains(failure, "exception")) << failure;
  }
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
    figure = read_text(scratch.path() / "timings" / "timings.svg");
    csv = read_text(scratch.path() / "bench.csv");
  }
  static inline std::string page, csv, figure;
};

TEST_F(BenchPage, ShowsItsFigure) {
  EXPECT_TRUE(contains(figure, "Ensemble on threads"));
  EXPECT_TRUE(contains(page, "src=\"../timings/timings.svg\""));
}

TEST_F(BenchPage, ShowsTheCostOfEveryPair) {
  std::string const runs = page.substr(page.find("<table class=\"matrix\" id=\"runs\">"));
  std::string const table = runs.substr(0, runs.find("</table>"));
  EXPECT_TRUE(contains(table, ">0.0500</td>")) << "50 ns";
  EXPECT_TRUE(contains(table, ">0.150</td>"));
  EXPECT_TRUE(contains(table, "title=\"newton_diverged: no &quot;root&quot; &amp; more\">✗"));
  // 1/20000000 and 1/1250000 s per unit of work on one problem, 1/6666667 and 1/416667 on the
  // other: 16 times, and the median of two is their mean.
  EXPECT_TRUE(contains(table, "<th scope=\"row\">dla_leapfrog</th><td>0.118</td>")) << table;
  EXPECT_TRUE(contains(table, "<th scope=\"row\">ida</th><td>1.88</td>"));
}

TEST_F(BenchPage, ShowsTargetsAndTheWorstOfThem) {
  std::string const all = page.substr(page.find("<section id=\"targets\">"));
  std::string const table = all.substr(0, all.find("</table>"));
  EXPECT_TRUE(contains(table, "<td class=\"broken\"><span class=\"mark\">!</span> 1 of 2</td>"));
  EXPECT_TRUE(contains(table, ">0.550</td><td>dla_leapfrog on chaotic_r7</td>"));
  EXPECT_TRUE(contains(table, "≤ 1.05"));
  EXPECT_TRUE(contains(table, "<td class=\"kept\"><span class=\"mark\">✓</span> 1 of 1</td>"));
}

TEST_F(BenchPage, ShowsMachineAndBuild) {
  EXPECT_TRUE(contains(page, "Sample &lt;CPU&gt; &amp; more"));
  EXPECT_TRUE(contains(page, "-O3 -march=native"));
  EXPECT_FALSE(contains(page, "host_name"));
}

TEST_F(BenchPage, ListsEveryTimingInTheCsv) {
  EXPECT_TRUE(contains(csv, "\ndla_leapfrog/contact_oscillator/run,fixed step,50,"));
  EXPECT_TRUE(contains(csv, "gni/contact_oscillator/run,,,,,\"newton"));
}

}  // namespace
}  // namespace rattleback::reports
