// Page of the timings.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

using nlohmann::json;

TEST(Timings, AppearOnTheirPage) {
  Scratch const scratch;
  json const run{{"run_type", "iteration"}, {"run_name", "c/d/run"}, {"label", "fixed step"},
                 {"real_time", 50.0},       {"cpu_time", 50.0},      {"time_unit", "ns"}};
  write(scratch, "bench.json", json{{"context", {{"lanes", "4"}}}, {"benchmarks", {run}}}.dump());
  out_of(scratch, "report .");
  EXPECT_THAT(scratch.text_of("site/timings.html"), HasSubstr("0.0500")) << "microseconds";
  write(scratch, "bench.json", "{}");
  expect_refusal(scratch, "report .", "bench.json");
}

}  // namespace
}  // namespace rattleback
