// Rows of a run for its figure: parts, first oscillations and constraint violation.

#include <gtest/gtest.h>

#include <cmath>

#include "problems/core/numbers/extremes.hpp"
#include "program/figures/run_figure.hpp"
#include "program/figures/violation_watch.hpp"
#include "program/interface/output.hpp"

namespace rattleback {
namespace {

using Rows = std::vector<std::vector<double>>;

Rows parts_of(long rows, long length) {
  RowParts parts(length, 1);
  Rows all;
  auto const write = [&](std::vector<double> const& part) { all.push_back(part); };
  for (long i = 0; i < rows; ++i) parts.add({double(i), double(i % 7)}, write);
  parts.finish(write);
  return all;
}

TEST(RowParts, RetainThePeaks) {
  EXPECT_EQ(parts_of(3, 1), (Rows{{0, 0}, {1, 1}, {2, 2}}));
  EXPECT_EQ(parts_of(20, 10), (Rows{{0, 6}, {10, 6}}));
  EXPECT_EQ(parts_of(0, 10), Rows{});
  EXPECT_EQ(parts_of(4, 10), (Rows{{0, 3}})) << "one short part";
}

TEST(RowParts, MergeAShortLastPart) {
  EXPECT_EQ(parts_of(24, 10).size(), 2u);
  EXPECT_EQ(parts_of(25, 10).size(), 3u);
}

TEST(FirstOscillations, EndAfterFortyTurns) {
  FirstOscillations beginning(1, 2);
  for (int i = 0; i < 100'000; ++i) beginning.add({0.01 * i, std::sin(0.01 * i)});
  EXPECT_TRUE(beginning.crowded());
  EXPECT_NEAR(beginning.rows().back()[0], 41 * std::acos(-1.0), 3.5);
  EXPECT_LE(beginning.rows().size(), 4000u);
}

TEST(FirstOscillations, IgnoreRoundingAndMonotoneCurves) {
  FirstOscillations beginning(1, 3);
  for (int i = 0; i < 1000; ++i) beginning.add({double(i), double(i), 1e-16 * (i % 2)});
  EXPECT_EQ(beginning.turns(), 0);
  EXPECT_FALSE(beginning.crowded());
}

/// Receiver of rows that are examined for their constraint violation.
template <class S>
class Violations final : public TableSink {
 public:
  explicit Violations(ViolationWatch<S> watch) : watch_(std::move(watch)) {}
  void begin(std::vector<std::string> const&) override {}
  void row(std::vector<double> const& numbers) override { take(numbers); }
  void row(std::vector<RawQuad> const& numbers) override { take(numbers); }
  double largest = 0;

 private:
  template <class Number>
  void take(std::vector<Number> const& numbers) {
    if constexpr (std::is_same_v<S, double> == std::is_same_v<Number, double>)
      largest = larger_or_nan(largest, watch_.at(numbers));
  }
  ViolationWatch<S> watch_;
};

TEST(ViolationWatch, AgreesWithTheRecordOfTheRun) {
  for (auto const& [problem_id, method_id] : {std::pair{"rattleback", "odeint_rk4"},
                                              {"snakeboard", "dla_midpoint"},
                                              {"snakeboard", "gni"},
                                              {"driven_sleigh", "implicit_midpoint"},
                                              {"driven_sleigh", "dla_left"}}) {
    auto const& problem = find_problem(problem_id);
    auto const& method = problem.method(method_id);
    ASSERT_EQ(method.not_applicable_because, "") << problem_id << ' ' << method_id;
    RunSpec spec{.step = 0.01, .steps = 300, .every = 1};
    Violations<double> violations({problem, method.card, spec});
    spec.table = &violations;
    auto const run = method.integrate(spec);
    EXPECT_NEAR(violations.largest, run.max_violation, 1e-3 * run.max_violation + 1e-17)
        << method_id;
  }
}

TEST(ThinnedRows, PassTheLastRow) {
  struct Times final : TableSink {
    void begin(std::vector<std::string> const&) override {}
    void row(std::vector<double> const& numbers) override { all.push_back(numbers[0]); }
    void row(std::vector<RawQuad> const&) override {}
    std::vector<double> all;
  };
  for (auto const& [rows, expected] :
       {std::pair{7, std::vector<double>{0, 3, 6}}, {8, std::vector<double>{0, 3, 6, 7}}}) {
    Times times;
    ThinnedRows thinned(times, 3);
    for (int i = 0; i < rows; ++i) thinned.row(std::vector<double>{double(i)});
    thinned.finish();
    EXPECT_EQ(times.all, expected);
  }
}

}  // namespace
}  // namespace rattleback
