// Files of timings: comparison by `diff`, and their page.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

using nlohmann::json;

/// Writes a file of two timings, the second multiplied by `factor`.
void write_timings(std::filesystem::path const& path, double factor) {
  json runs = json::array();
  for (auto const& [name, time] : {std::pair("a/b/run", 100.0), {"c/d/run", 50.0 * factor}})
    for (double const noise : {-1.0, 0.0, 1.0})
      runs.push_back({{"run_type", "iteration"},
                      {"run_name", name},
                      {"label", "fixed step"},
                      {"real_time", time + noise},
                      {"cpu_time", time + noise},
                      {"time_unit", "ns"}});
  json const file = {{"context", {{"lanes", "4"}}}, {"benchmarks", runs}};
  std::ofstream(path) << file.dump();
}

TEST(Timings, DifferByMoreThanNoise) {
  Scratch const scratch;
  write_timings(scratch.path() / "old.json", 1);
  write_timings(scratch.path() / "new.json", 1.3);
  auto const diff = [&](std::string const& rest) { return scratch.run(words("diff " + rest)); };
  auto const slower = diff("old.json new.json --strict");
  EXPECT_EQ(slower.status, 1) << slower.err;
  EXPECT_NE(slower.out.find("1.300  c/d/run  slower"), std::string::npos) << slower.out;
  EXPECT_NE(slower.out.find("1 slower / 0 faster / 1 within noise"), std::string::npos);
  EXPECT_EQ(diff("old.json new.json").status, 0);
  EXPECT_EQ(diff("old.json new.json --strict --noise 0.4").status, 0);
  EXPECT_EQ(diff("new.json old.json --strict").status, 0) << "faster is not a regression";
  EXPECT_EQ(diff("old.json old.json --strict").status, 0);
  EXPECT_EQ(diff("old.json .").status, 2);
}

TEST(Timings, AppearOnTheirPage) {
  Scratch const scratch;
  write_timings(scratch.path() / "bench.json", 1);
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
