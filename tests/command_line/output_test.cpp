// Files written by `run --output`, and non-finite numbers.

#include <set>

#include "base/csv.hpp"
#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

using Output = InFolder;

using nlohmann::ordered_json;

std::string const hundred_steps = "run contact_oscillator dla_leapfrog --step 0.1 --steps 100 ";

TEST_F(Output, WritesOneCsvRowPerNodeExactly) {
  auto const run = json_of(scratch, hundred_steps + "--output a.csv");
  EXPECT_EQ(scratch.files(), std::vector<std::string>{"a.csv"});
  auto const rows = lines(scratch.text_of("a.csv"));
  ASSERT_EQ(rows.size(), 102u);
  EXPECT_EQ(rows[0], "t,x,y,z,vx,vy,vz,energy,energy_y");
  EXPECT_EQ(rows[1].substr(0, 15), "0,0.5,0.3,-0.4,");
  std::vector<double> numbers;
  for (auto const& cell : csv_fields(rows.back())) numbers.push_back(std::stod(cell));
  ASSERT_EQ(numbers.size(), 9u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(numbers[1 + i], run["q"][i].get<double>());
}

TEST_F(Output, EveryThinsTheNodes) {
  out_of(scratch, hundred_steps + "--every 30 --output a.csv");
  EXPECT_EQ(lines(scratch.text_of("a.csv")).size(), 1u + 5u);  // 0, 30, 60, 90 and the last, 100
}

TEST_F(Output, WritesJsonWithThePrintedObjectAndTheNodes) {
  auto const run = json_of(scratch, hundred_steps + "--output a.json");
  auto file = ordered_json::parse(scratch.text_of("a.json"));
  ASSERT_EQ(file["trajectory"].size(), 101u);
  for (auto const& row : file["trajectory"]) EXPECT_EQ(row.size(), file["columns"].size());
  EXPECT_EQ(file["trajectory"].back()[1], run["q"][0]);
  file.erase("trajectory");
  file.erase("columns");
  EXPECT_EQ(file, run);
}

TEST_F(Output, Writes33DigitsOfQuadNumbers) {
  out_of(scratch, hundred_steps + "--precision quad --output a.csv");
  auto const rows = lines(scratch.text_of("a.csv"));
  for (auto const& cell : csv_fields(rows.back())) EXPECT_EQ(digits(cell), 33) << cell;
}

TEST_F(Output, ReplacesAnEarlierFile) {
  for (auto const* steps : {"20", "3"})
    out_of(scratch, "run contact_oscillator dla_leapfrog --step 0.1 --output a.csv --steps " +
                        std::string(steps));
  EXPECT_EQ(lines(scratch.text_of("a.csv")).size(), 5u);
  EXPECT_EQ(scratch.files(), std::vector<std::string>{"a.csv"});
}

/// Returns the rows of a CSV file, the header first.
std::vector<std::vector<std::string>> cells_of(std::string const& csv) {
  std::vector<std::vector<std::string>> rows;
  for (auto const& line : lines(csv)) rows.push_back(csv_fields(line));
  return rows;
}

// The snakeboard has a velocity and an invariant of the same name, gni has its own momentum.
TEST_F(Output, WritesARectangularTableWithDistinctColumns) {
  auto const run = json_of(scratch, "run snakeboard gni --step 0.1 --steps 5 --output a.csv");
  auto const rows = cells_of(scratch.text_of("a.csv"));
  ASSERT_EQ(rows.size(), 7u);
  for (auto const& row : rows) EXPECT_EQ(row.size(), rows[0].size());
  std::set<std::string> const names(rows[0].begin(), rows[0].end());
  EXPECT_EQ(names.size(), rows[0].size());
  for (auto const* name : {"vpsi", "invariant_vpsi", "energy", "energy_of_p", "vpsi_of_p"})
    EXPECT_TRUE(names.contains(name)) << name;
  // The last row equals the final values of the run.
  for (std::size_t i = 0; i < rows[0].size(); ++i)
    if (rows[0][i] == "energy_of_p") {
      EXPECT_EQ(std::stod(rows.back()[i]), run["invariants"]["energy_of_p"]["final"]);
    }
}

// The state of the first step is finite; its energy overflows.
TEST(NotFinite, ObservablesCountAsAFailedStep) {
  Scratch const scratch;
  auto const run = json_of(
      scratch.run(
          words("run chaotic_r7 odeint_rk4 --step 5e1 --steps 2 --json --strict --output a.csv")),
      1);
  EXPECT_EQ(run["status"], "non_finite");
  EXPECT_FALSE(run["constraint_violation"]["max"].is_number() &&
               run["invariants"]["energy"]["max_deviation"].is_number());
  // Final values are those of the last good node, which is the last row of the file.
  EXPECT_TRUE(run["constraint_violation"]["final"].is_number());
  auto const rows = cells_of(scratch.text_of("a.csv"));
  EXPECT_EQ(static_cast<long>(rows.size()), run["failed_at"].get<long>() + 1);
}

TEST(Steps, RejectSizesThatCannotBeTaken) {
  for (char const* line : {"run contact_oscillator dla_leapfrog --step 1e-20 --steps 3",
                           "run contact_oscillator odeint_dopri5 --step 1e-200 --steps 3",
                           "run contact_oscillator arkode_erk --step 1e-200 --steps 3",
                           "run contact_oscillator cvode_bdf --step 1e50 --steps 3"})
    refusal_of(Scratch(), line);
}

TEST(Run, SweepsAParameter) {
  Scratch const scratch;
  std::string const run = "run contact_oscillator dla_leapfrog --step 0.1 --steps 30 ";
  auto const swept = json_of(scratch, run + "--sweep epsilon=0:1:3 --output s.csv");
  auto const& columns = swept["columns"];
  EXPECT_EQ(columns[0], "epsilon");
  EXPECT_EQ(columns[3], "x");
  ASSERT_EQ(swept["rows"].size(), 3u);
  for (int k = 0; k < 3; ++k) {
    auto const alone = json_of(scratch, run + "--set epsilon=" + std::to_string(k * 0.5));
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(swept["rows"][k][3 + i], alone["q"][i]);
      EXPECT_EQ(swept["rows"][k][6 + i], alone["v"][i]);
    }
  }
  EXPECT_EQ(lines(scratch.text_of("s.csv")).size(), 4u);
  std::string const driven = "run moving_contact dla_leapfrog --step 0.1 --steps 1 ";
  auto const titles = lines(out_of(scratch, driven + "--sweep c=0:1:2")).at(0);
  for (std::string const title : {" max_deviation_balance ", " max_constraint_violation"})
    EXPECT_THAT(titles, HasSubstr(title));
  for (auto const& [stated, said] : {std::pair{"epsilom=0:1:3", "nearest: epsilon"},
                                     {"epsilon=0:1", "NAME=FIRST:LAST:COUNT"},
                                     {"epsilon=0:x:3", "'x'"},
                                     {"epsilon=0:1:0", "--sweep"},
                                     {"epsilon=0:1:99999999999", "at most 1000000"},
                                     {"epsilon=0:1:3 --set epsilon=1", "epsilon is given twice"},
                                     {"epsilon=0:1:2 --v 9,9,9", "epsilon=0: the start violates"}})
    expect_refusal(scratch, run + "--json --sweep " + stated, said);
}

}  // namespace
}  // namespace rattleback
