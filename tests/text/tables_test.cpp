// Tables of texts: interpolation against fractions by hand, motions against closed forms.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "integrators/core/registry/lookup.hpp"
#include "tests/refusal.hpp"

namespace rattleback::text {
namespace {

/// The value at x of the table, which records it as an invariant at the start.
double value_at(std::string const& table, double x) {
  auto const& problem =
      problem_in_text("table",
                      "coordinates = [\"x\", \"y\"]\nlagrangian = \"(vx^2 + vy^2)/2\"\n"
                      "constraints = [\"vy\"]\ninvariants = { value = \"f(x)\" }\n[tables]\nf = " +
                          table + "\n[[case]]\nq = [0, 0]\nv = [0, 0]\n");
  RunSpec const spec{
      .setting = {.q = std::vector<RawQuad>{RawQuad(x), 0}}, .step = RawQuad(0.1), .steps = 1};
  auto const run = problem.method("odeint_rk4").integrate(spec);
  for (auto const& invariant : run.invariants)
    if (invariant.name == "value") return invariant.initial;
  ADD_FAILURE() << "value is not recorded";
  return 0;
}

TEST(Tables, InterpolateLinearly) {
  std::string const table = "{ x = [0, 1, 3], y = [0, 2, \"sqrt(9)\"] }";
  for (auto const& [x, y] :
       {std::pair{-5., 0.}, {0., 0.}, {0.25, 0.5}, {1., 2.}, {2., 2.5}, {3., 3.}, {1e6, 3.}})
    EXPECT_DOUBLE_EQ(value_at(table, x), y) << x;
}

TEST(Tables, InterpolateByMonotoneCubics) {
  // Slopes at the points 1/2, 4/3, 5/2, and 5/2, 6/7, 0; in the middle of an interval of length h
  // the value is the mean of its ends plus h/8 times the difference of the slopes.
  std::string const equal = "{ x = [0, 1, 2], y = [0, 1, 3], interpolation = \"monotone cubic\" }";
  for (auto const& [x, y] : {std::pair{0.5, 19. / 48}, {1., 1.}, {1.5, 89. / 48}, {2.5, 3.}})
    EXPECT_DOUBLE_EQ(value_at(equal, x), y) << x;
  std::string const other = "{ x = [0, 1, 3], y = [0, 2, 3], interpolation = \"monotone cubic\" }";
  for (auto const& [x, y] : {std::pair{0.5, 135. / 112}, {1., 2.}, {2., 19. / 7}})
    EXPECT_DOUBLE_EQ(value_at(other, x), y) << x;
  // At an extremum the slope is 0; the end slope is limited to three times that of the chord.
  std::string const peak = "{ x = [0, 1, 2], y = [0, 1, -4], interpolation = \"monotone cubic\" }";
  EXPECT_DOUBLE_EQ(value_at(peak, 0.5), 0.5 + 3. / 8);
}

std::string const pushed =
    "coordinates = [\"x\", \"y\"]\nlagrangian = \"(vx^2 + vy^2)/2\"\nconstraints = [\"vy\"]\n"
    "forces = { vx = \"torque(t)\" }\n[[case]]\nq = [0, 0]\nv = [0, 0]\n[tables]\n";

TEST(Tables, DriveASystemFromAFile) {
  auto const folder = std::filesystem::temp_directory_path() / "rattleback_tables_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "torque.csv") << "t,torque\r\n# a ramp up and down\n0, 0\n1, 2\n\n2, 0\n";
  std::ofstream(folder / "pushed.toml") << pushed << "torque = { file = \"torque.csv\" }\n";
  auto const& problem = problem_in_file((folder / "pushed.toml").string());
  for (char const* solver : {"odeint_dopri5", "odeint_bulirsch_stoer", "cvode_bdf", "ida"}) {
    RunSpec const spec{
        .options = {{"rtol", "1e-10"}, {"atol", "1e-10"}}, .step = RawQuad(0.75), .steps = 4};
    auto const run = problem.method(solver).integrate(spec);
    ASSERT_EQ(run.outcome, Outcome::ok) << solver << ": " << run.reason;
    EXPECT_NEAR(run.v.back()[0], 2, 1e-7) << solver;
    EXPECT_NEAR(run.q.back()[0], 4, 1e-7) << solver;
  }
  std::filesystem::remove_all(folder);
}

TEST(Tables, NameWhatIsWrong) {
  for (auto const& [table, said] : {std::pair{"{ x = [0, 1], y = [0] }", "x has 2 numbers"},
                                    {"{ x = [0], y = [0] }", "1 points; allowed: 2 to 200"},
                                    {"{ x = [0, 0], y = [0, 1] }", "0 follows 0"},
                                    {"{ x = [0, 1] }", "'y' is missing"},
                                    {"{ file = \"a\", x = [0, 1] }", "by 'file', or by 'x' and"},
                                    {"{ }", "by 'file', or by 'x' and"},
                                    {"{ file = \"nowhere.csv\" }", "nowhere.csv"},
                                    {"{ file = \"../x\" }", "not in the folder of the text"},
                                    {"{ file = \"/etc/passwd\" }", "not in the folder of the"},
                                    {"{ x = [0, 1], y = [0, 1], kind = 1 }", "no key 'kind'"},
                                    {"{ x = [0, 1], y = [0, 1], interpolation = \"cubic\" }",
                                     "allowed: linear, monotone cubic"}}) {
    auto const message = refusal<InputFileError>(
        [&, t = table] { problem_in_text("s.toml", pushed + "torque = " + t + "\n"); });
    EXPECT_NE(message.find(said), std::string::npos) << table << ": " << message;
    EXPECT_TRUE(message.starts_with("s.toml:9:")) << message;
  }
  auto const folder = std::filesystem::temp_directory_path();
  for (auto const& [lines, said] :
       {std::pair{"0,1\n1,2,3\n", "line 2 of 'wrong.csv' has 3 columns"},
        {"a,b\n0,1\nx,2\n", "line 3 of 'wrong.csv' holds 'x'"},
        {"nan,5\n1,2\n2,3\n", "line 1 of 'wrong.csv' holds 'nan'"},
        {"1e400,1\n1,2\n2,3\n", "line 1 of 'wrong.csv' holds '1e400'"},
        {"0.5x,1\n1,2\n2,3\n", "line 1 of 'wrong.csv' holds '0.5x'"},
        {"0.5,\n1,2\n2,3\n", "line 1 of 'wrong.csv' holds ''"},
        {"t,5\n1,2\n2,3\n", "line 1 of 'wrong.csv' holds 't'"},
        {"\xEF\xBB\xBF"
         "0,1\n",
         "1 points; allowed: 2"}}) {
    std::ofstream(folder / "wrong.csv") << lines;
    auto const message = refusal<InputFileError>([&] {
      problem_in_text((folder / "s.toml").string(), pushed + "torque = { file = \"wrong.csv\" }\n");
    });
    EXPECT_NE(message.find(said), std::string::npos) << message;
  }
  std::filesystem::remove(folder / "wrong.csv");
  auto const message = refusal<InputFileError>(
      [&] { problem_in_text("s.toml", pushed + "vx = { x = [0, 1], y = [0, 1] }\n"); });
  EXPECT_NE(message.find("'vx' is taken"), std::string::npos) << message;
}

}  // namespace
}  // namespace rattleback::text
