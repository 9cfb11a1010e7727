// Page of the timings.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

using nlohmann::json;

TEST(Timings, AppearOnTheirPage) {
  Scratch const scratch;
  json const run{{"run_type", "iteration"}, {"run_name", "c/d/run"}, {"label", "fixed step"},
                 {"real_time", 50.0},       {"cpu_time", 50.0},      {"time_unit", "ns"}};
  std::ofstream(scratch.path() / "bench.json")
      << json{{"context", {{"lanes", "4"}}}, {"benchmarks", {run}}}.dump();
  auto const report = scratch.run({"report", "."});
  EXPECT_EQ(report.status, 0) << report.err;
  EXPECT_NE(scratch.text_of("site/timings.html").find("0.0500"), std::string::npos)
      << "microseconds";
  std::ofstream(scratch.path() / "bench.json") << "{}";
  auto const broken = scratch.run({"report", "."});
  EXPECT_EQ(broken.status, 2);
  EXPECT_NE(broken.err.find("bench.json"), std::string::npos) << broken.err;
}

}  // namespace
}  // namespace rattleback
