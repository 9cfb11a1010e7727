// Files written by `run --output`, non-finite numbers, and figures of `run`, `converge` and
// `ensemble`.

#include <set>

#include "base/csv.hpp"
#include "reports/drawing/picture_files.hpp"
#include "tests/command_line/program_run.hpp"
#include "tests/reports/svg_scene.hpp"

namespace rattleback {
namespace {

using Output = InFolder;
using Figure = InFolder;
using RunVerb = InFolder;

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
  auto file = json::parse(scratch.text_of("a.json"));
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

/// Returns the texts of an SVG in drawing order, without elements between them.
std::string texts_of(std::string const& svg) {
  std::string texts;
  bool within = false;
  for (std::size_t at = 0; at < svg.size(); ++at) {
    if (svg.compare(at, 5, "<text") == 0) within = true;
    if (svg.compare(at, 7, "</text>") == 0) within = false, texts += '\n';
    if (svg[at] == '<')
      at = svg.find('>', at);
    else if (within && svg[at] != '\n')
      texts += svg[at];
  }
  return texts;
}

void expect_texts(std::string const& svg, std::vector<std::string> const& wanted) {
  std::string const texts = texts_of(svg);
  for (auto const& text : wanted) EXPECT_THAT(texts, HasSubstr(text));
}

std::string const run = "run contact_oscillator dla_leapfrog --step 0.1 --steps 50 ";
std::string const ensemble =
    "ensemble chaotic_r7 dla_leapfrog --orbits 20 --step 0.1 --until 20 --energy 3 --seed 1 ";

TEST_F(Figure, DrawsARunInEveryFormat) {
  for (std::string const name : {"a.svg", "a.pdf", "a.png"}) {
    Scratch const scratch;
    EXPECT_EQ(success_of(scratch, run + "--figure " + name).err, "");
    EXPECT_EQ(scratch.files(), std::vector<std::string>{name});
    EXPECT_NO_THROW(reports::read_picture(scratch.path() / name));
  }
}

TEST_F(Figure, ShowsPathTimeSeriesAndInvariantsOfARun) {
  EXPECT_EQ(out_of(scratch, run + "--json --figure a.svg --output a.csv"),
            out_of(scratch, run + "--json"))
      << "a figure changes no number";
  EXPECT_EQ(lines(scratch.text_of("a.csv")).size(), 52u);
  expect_texts(scratch.text_of("a.svg"),
               {"Path", "Coordinates", "Velocities", "Invariants", "Time t", "vx",
                "|Deviation from the initial value|", "energy y"});
}

TEST_F(Figure, DrawsRequestedPanelsInTheWidthOfAColumn) {
  out_of(scratch, run + "--figure a.svg --panel path --panel energy,constraint --width 86mm");
  auto const svg = scratch.text_of("a.svg");
  expect_texts(svg, {"Path", "Energy", "|H − H0|", "Constraint", "Largest |φ(q, v)|"});
  EXPECT_THAT(texts_of(svg), Not(HasSubstr("Velocities")));
  EXPECT_THAT(svg, HasSubstr("width=\"3.385")) << svg.substr(0, 300);
}

TEST_F(Figure, DrawsMultipliersWorkAndComponents) {
  out_of(scratch,
         "run driven_sleigh dla_midpoint --step 0.1 --steps 50 --figure a.svg --panel "
         "lambda,work,vtheta");
  expect_texts(scratch.text_of("a.svg"), {"Multipliers", "λ1", "Energy and work", "vθ"});
}

TEST_F(Figure, GivesThePathEqualAxes) {
  out_of(scratch, "run snakeboard dla_leapfrog --step 0.05 --until 20 --figure a.svg --panel path");
  auto const scene = reports::read_scene(scratch.text_of("a.svg"));
  ASSERT_FALSE(scene.frames.empty());
  // Distances of the labels of two tick marks of each axis, and their numbers.
  auto const at = [&](std::string const& text, bool on_x) {
    for (auto const& label : scene.texts)
      if (label.text == text && (label.box.low > scene.frames[0].high) == on_x)
        return on_x ? (label.box.left + label.box.right) / 2 : (label.box.low + label.box.high) / 2;
    ADD_FAILURE() << "no tick mark is labelled " << text;
    return 0.0;
  };
  EXPECT_NEAR(at("3", true) - at("2", true), at("−1", false) - at("0", false), 0.5);
}

TEST_F(Figure, ShowsFirstOscillationsAndLargestErrorsOfALongRun) {
  std::string const long_run = "run contact_oscillator dla_leapfrog --step 0.05 --until 2000 ";
  out_of(scratch, long_run + "--figure a.png");
  EXPECT_LT(scratch.text_of("a.png").size(), 350'000u);
  out_of(scratch, long_run + "--figure a.svg --panel v,energy");
  expect_texts(scratch.text_of("a.svg"), {"Velocities, first oscillations", "Energy"});
  EXPECT_EQ(out_of(scratch, long_run + "--json --figure a.svg"),
            out_of(scratch, long_run + "--json"))
      << "a figure changes no number";
}

TEST_F(Figure, DrawsSomeNodesOfALongRun) {
  out_of(scratch, "run contact_oscillator dla_leapfrog --step 0.01 --steps 200000 --figure a.svg");
  EXPECT_LT(scratch.text_of("a.svg").size(), 2'000'000u);
}

TEST_F(Figure, ShowsTheOtherComponentsOfASection) {
  out_of(
      scratch,
      "run contact_oscillator dla_leapfrog --step 0.05 --until 500 --section vy=0 --figure a.svg");
  std::string const texts = texts_of(scratch.text_of("a.svg"));
  EXPECT_THAT(texts, HasSubstr("vx"));
  EXPECT_THAT(texts, HasSubstr("vz"));
  EXPECT_THAT(texts, Not(HasSubstr("vy"))) << "it has the same value at all crossings";
}

TEST_F(Figure, ShowsQuadDeviationsBelowDoubleRounding) {
  out_of(scratch,
         "run suslov euler_poincare_suslov --step 0.1 --steps 20 --precision quad --figure a.svg");
  EXPECT_NO_THROW(reports::read_picture(scratch.path() / "a.svg"));
}

TEST_F(Figure, ShowsTheNodesBeforeAFailure) {
  auto const finished = scratch.run(
      words("run snakeboard dla_leapfrog --step 5 --steps 2000 --strict --figure a.svg"));
  EXPECT_TRUE(finished.status == 0 || finished.status == 1) << finished.err;
  EXPECT_EQ(scratch.files(), std::vector<std::string>{"a.svg"});
}

TEST_F(Figure, ShowsAPanelPerComponentOfOrders) {
  out_of(scratch, "converge contact_oscillator dla_leapfrog gni --figure a.svg");
  auto const svg = scratch.text_of("a.svg");
  expect_texts(svg, {"positions", "velocities", "dla_leapfrog: order 2.0"});
  EXPECT_THAT(texts_of(svg), Not(HasSubstr("1 of 2"))) << "one panel for a component";
  EXPECT_THAT(svg, HasSubstr("width=\"3.4in\"")) << "one column";
  auto const scene = reports::read_scene(svg);
  for (auto const& entry : scene.entries)
    EXPECT_GT(entry.box.low, scene.frames.back().high) << "the legend is below all panels";
}

TEST_F(Figure, ShowsTheStatisticsOfAnEnsemble) {
  out_of(scratch, ensemble + "--figure a.svg");
  expect_texts(scratch.text_of("a.svg"),
               {"Error of the energy", "95 %", "Quantiles", "Variance", "Kurtosis"});
  out_of(scratch, ensemble + "--section vy1=0 --lyapunov --figure b.svg");
  expect_texts(scratch.text_of("b.svg"), {"Largest Lyapunov exponent", "vx"});
}

TEST_F(Figure, FailsBeforeTheComputationWithoutGnuplot) {
  for (std::string const verb :
       {"run contact_oscillator dla_leapfrog --step 0.1 --steps 2000000000", "converge suslov",
        "ensemble chaotic_r7 dla_leapfrog --orbits 20 --step 0.1 --until 1e8 --energy 3 --seed 1",
        "ensemble chaotic_r7 dla_leapfrog --orbits 20 --step 0.1 --until 1e8 --energy 3 --seed 1 "
        "--lyapunov"}) {
    Scratch const scratch;
    expect_refusal(scratch.shell("PATH= $RATTLEBACK " + verb + " --figure a.svg"),
                   "gnuplot is missing");
    EXPECT_TRUE(scratch.files().empty());
  }
}

TEST_F(Figure, LaysOutLegendsFree) {
  for (std::string const command :
       {"run chaplygin_sleigh gni --step 0.05 --until 20",
        "run snakeboard gni --step 0.1 --until 100",
        "run contact_oscillator dla_leapfrog --step 0.05 --until 500",
        "converge contact_oscillator dla_leapfrog gni dla_euler", "converge snakeboard gni"}) {
    out_of(scratch, command + " --figure a.svg");
    EXPECT_EQ(reports::layout_defects(scratch.text_of("a.svg")), std::vector<std::string>{})
        << command;
  }
}

TEST_F(Figure, RemovesOnlyFoldersOfKilledProcesses) {
  auto const finished = success_of(scratch.shell(
      "export TMPDIR=$PWD/tmp; mkdir -p tmp/rattleback-figure-dead tmp/rattleback-figure-live "
      "other; "
      "touch tmp/rattleback-figure-dead/data other/kept; ln -s ../other "
      "tmp/rattleback-figure-link; "
      "flock tmp/rattleback-figure-live rattleback " +
      run + "--figure a.svg >out && ls tmp other"));
  EXPECT_EQ(finished.out, "other:\nkept\n\ntmp:\nrattleback-figure-link\nrattleback-figure-live\n");
}

}  // namespace
}  // namespace rattleback
