// Pages, figures and tables of a comparison, from the sample in tests/reports/comparison with
// invented numbers.

#include "reports/comparison/comparison.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "base/csv.hpp"
#include "reports/comparison/tables.hpp"
#include "reports/comparison/view.hpp"
#include "reports/drawing/gnuplot.hpp"
#include "reports/pages/site.hpp"
#include "reports/site/results.hpp"
#include "tests/reports/contains.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Sample, written once for all tests.
class ComparisonPages : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    scratch = new ScratchFolder;
    folder = scratch->path() / "comparison";
    fs::copy(RATTLEBACK_SAMPLE_COMPARISON, folder);
    draw_comparison(scratch->path());
    write_site(scratch->path());
  }
  static void TearDownTestSuite() { delete scratch; }

  static std::string text(std::string const& name) { return read_text(folder / name); }
  static std::string page(std::string const& name) {
    return read_text(scratch->path() / "site" / (name + ".html"));
  }

  /// Returns a table among the data of a problem's page.
  static json table(std::string const& problem, std::string const& id) {
    json const data =
        unpacked(read_text(scratch->path() / "site/problems" / (problem + ".curves.js")));
    for (json const& one : data.at("tables"))
      if (one.at("id") == id) return one;
    return nullptr;
  }

  static inline ScratchFolder* scratch = nullptr;
  static inline fs::path folder;
};

TEST_F(ComparisonPages, ExistForEveryProblemAndIntegrator) {
  for (char const* name :
       {"comparison", "problems/contact_oscillator", "problems/knife_edge", "problems/suslov",
        "methods/dla_euler", "methods/dla_leapfrog", "methods/gni", "methods/hdel",
        "methods/euler_poincare_suslov", "methods/ida", "methods/odeint_dopri5"})
    EXPECT_FALSE(page(name).empty()) << name;
}

/// Returns the data of the heat map of the sample.
class HeatMap : public ComparisonPages {
 protected:
  static json map() { return unpacked(read_text(scratch->path() / "site/comparison.map.js")); }
  static long at(json const& list, std::string const& id) {
    return std::find_if(list.begin(), list.end(),
                        [&](json const& one) { return one.at("id") == id; }) -
           list.begin();
  }
  static json cell(std::string const& problem, std::string const& method) {
    json const data = map();
    return data.at("cells").at(at(data.at("problems"), problem)).at(at(data.at("methods"), method));
  }
};

TEST_F(HeatMap, StatesAssessmentDeviationTrendAndOrder) {
  EXPECT_EQ(cell("contact_oscillator", "dla_leapfrog").at(0), "kept");
  json const broken = cell("knife_edge", "dla_leapfrog");
  EXPECT_EQ(broken.at(0), "broken") << "order 1.5, promised 2";
  EXPECT_EQ(broken.at(2), "square-root");
  EXPECT_EQ(broken.at(3), "1.50");
  EXPECT_EQ(cell("knife_edge", "gni").at(0), "failed");
  EXPECT_EQ(cell("knife_edge", "gni").at(2), "exponential");
  EXPECT_EQ(cell("contact_oscillator", "gni").at(2), "exact");
  EXPECT_EQ(cell("contact_oscillator", "ida").at(0), "ran");
  EXPECT_EQ(cell("suslov", "ida").at(0), "ran") << "neither orders nor structure nor work";
}

TEST_F(HeatMap, StatesWhyAMethodDoesNotApplyOnce) {
  json const data = map();
  json const refused = cell("suslov", "gni");
  ASSERT_TRUE(refused.is_number_integer());
  EXPECT_EQ(data.at("reasons").at(refused.get<std::size_t>()),
            "the mass matrix depends on the position");
}

TEST_F(HeatMap, GroupsMethodsByFamilyWithoutVariants) {
  std::vector<std::string> families;
  json const data = map();
  for (json const& method : data.at("methods")) {
    EXPECT_FALSE(contains(method.at("id"), "form")) << "variants are not columns";
    if (families.empty() || families.back() != method.at("family"))
      families.push_back(method.at("family"));
  }
  EXPECT_EQ(std::set<std::string>(families.begin(), families.end()).size(), families.size());
  EXPECT_EQ(families.back(), "Baselines: standard solvers");
  EXPECT_TRUE(heat_map_picture(data).starts_with("<svg"));
}

TEST_F(HeatMap, TagsMethodsByTheProblemsToWhichTheyApply) {
  auto const tags = [data = map()](char const* kind, char const* id) {
    return data.at(kind).at(at(data.at(kind), id)).at("tags").dump();
  };
  EXPECT_EQ(tags("problems", "suslov"), "[\"varying mass\",\"group\"]");
  EXPECT_EQ(tags("problems", "knife_edge"), "[\"constant mass\",\"vector space\"]");
  EXPECT_FALSE(contains(tags("methods", "dla_leapfrog"), "varying mass"));
  EXPECT_TRUE(contains(tags("methods", "ida"), "\"varying mass\",\"group\""));
}

TEST_F(HeatMap, LeavesOutAnEnergyThatTheMotionChanges) {
  auto problems = read_comparison(RATTLEBACK_SAMPLE_COMPARISON);
  for (ProblemResult& problem : problems) problem.energy_varies = true;
  for (json const& row : heat_map(problems, [](auto const&) { return ""; }).at("cells"))
    for (json const& cell : row) EXPECT_TRUE(!cell.is_array() || cell.at(1).is_null());
}

TEST(Explicit, FollowsFromTheWorkPerStep) {
  auto const method = [](double finest) {
    MethodResult one{.id = "m"};
    one.structure.emplace();
    one.work = {{.value = 0.1, .outcome = "ok", .work = 100},
                {.value = 0.05, .outcome = "ok", .work = finest}};
    return std::vector{ProblemResult{.methods = {one}}};
  };
  EXPECT_TRUE(is_explicit(method(200), "m"));
  EXPECT_FALSE(is_explicit(method(150), "m")) << "fewer iterations at smaller steps";
}

TEST_F(ComparisonPages, ShowReasonsFailuresAndAdviceWithRules) {
  std::string const problem = page("problems/knife_edge");
  EXPECT_TRUE(contains(table("knife_edge", "refusals").dump(),
                       "the configuration space is not a matrix group"));
  EXPECT_TRUE(contains(table("knife_edge", "methods").dump(),
                       "iteration did not converge within 50 steps"));
  std::string const failures = problem.substr(problem.find("<table id=\"failures\""));
  EXPECT_TRUE(contains(failures.substr(0, failures.find("</table>")), "newton_diverged"));
  EXPECT_TRUE(contains(problem, "For high accuracy take the Dormand-Prince pair."));
  EXPECT_TRUE(contains(
      problem, "baseline with the fewest force evaluations at an error of 10<sup>−9</sup>"));
  std::string const method = page("methods/gni");
  auto const data = method.find("window.rattlebackResults");
  EXPECT_TRUE(
      contains(unpacked(method.substr(data)).dump(), "the mass matrix depends on the position"));
  EXPECT_TRUE(contains(method, "preserves the constraint to rounding at every node"));
}

TEST_F(ComparisonPages, EscapeTextsOfTheInput) {
  EXPECT_TRUE(contains(page("problems/contact_oscillator"), "&lt; infinity &amp; finite"));
}

TEST_F(ComparisonPages, DrawFiguresInVectorFormats) {
  EXPECT_TRUE(contains(text("figures/contact_oscillator_path.svg"), "<svg"));
  EXPECT_TRUE(text("figures/contact_oscillator_energy.pdf").starts_with("%PDF"));
  EXPECT_TRUE(fs::exists(folder / "figures" / "suslov_convergence.svg"));
  EXPECT_FALSE(fs::exists(folder / "figures" / "suslov_path.svg")) << "it has no pictures";
  EXPECT_FALSE(fs::exists(folder / "figures" / "suslov_work_position_error_cpu_seconds.svg"));
  EXPECT_TRUE(contains(text("figures/suslov_work_position_error_work.svg"),
                       "Work of the run (weighted sum of counts)"));
}

/// Returns the rows of a CSV text.
std::vector<std::vector<std::string>> rows_of(std::string const& csv) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) rows.push_back(csv_fields(line));
  return rows;
}

TEST_F(ComparisonPages, WriteTablesThatParse) {
  auto const rows = rows_of(text("tables/suslov_orders.csv"));
  ASSERT_EQ(rows.size(), 5u) << "a header and four components";
  for (auto const& row : rows) ASSERT_EQ(row.size(), 7u);
  EXPECT_EQ(rows[0][4], "order");
  EXPECT_NEAR(std::stod(rows[1][4]), 2.0, 0.05);
  EXPECT_EQ(rows[3][2], "multiplier");
  EXPECT_EQ(rows[4][2], "reconstruction");
  for (char const* problem : {"contact_oscillator", "knife_edge", "suslov"})
    for (char const* table : {"orders", "structure"}) {
      std::string const name = fmt::format("tables/{}_{}.tex", problem, table);
      EXPECT_TRUE(contains(text(name), "\\begin{tabular}")) << name;
    }
  auto const runs = rows_of(text("tables/suslov_work.csv"));
  ASSERT_GT(runs.size(), 10u);
  EXPECT_EQ(runs[0].front(), "method");
  EXPECT_EQ(runs[0].back(), "constraint_error");
  EXPECT_FALSE(fs::exists(folder / "tables" / "suslov_work.tex")) << "hundreds of rows";
}

TEST_F(ComparisonPages, ShowVariantsNextToTheirMethods) {
  std::string const shown_page = page("problems/contact_oscillator");
  json const data =
      unpacked(read_text(scratch->path() / "site/problems/contact_oscillator.curves.js"));
  EXPECT_TRUE(contains(data.at("convergence").dump(), "compose(dla_leapfrog,suzuki4)"));
  std::string const work = text("tables/contact_oscillator_work.csv");
  EXPECT_TRUE(contains(work, "\"ida, form index2\",rtol"));
  EXPECT_TRUE(contains(work, "invariant_error"));
  std::string const failures = shown_page.substr(shown_page.find("<table id=\"failures\""));
  EXPECT_TRUE(contains(failures.substr(0, failures.find("</table>")), "ida, form stabilised"));
  std::string const figure = text("figures/contact_oscillator_energy.svg");
  EXPECT_TRUE(contains(figure, ">ida<"));
  EXPECT_FALSE(contains(figure, "compose(")) << "diagrams of the page show variants";
}

TEST_F(ComparisonPages, ShowEveryInvariantByName) {
  std::string const invariants = table("contact_oscillator", "invariants").dump();
  EXPECT_TRUE(contains(invariants, "Deviation of energy_y"));
  EXPECT_TRUE(contains(invariants, "bounded (exponent 0.10)"));
  EXPECT_TRUE(contains(text("tables/contact_oscillator_structure.csv"), "solver_error"));
  EXPECT_FALSE(fs::exists(folder / "tables" / "suslov_invariants.csv")) << "it has none";
}

TEST(ComparisonCells, ShowTheSizeOfAnEnergyErrorBeforeItsTrend) {
  MethodResult method;
  method.promises_reversible = true;
  method.structure.emplace();
  auto& s = *method.structure;
  s.outcome = "ok";
  s.reversibility_defect = 1e-14;
  s.energy = {
      .name = "energy", .kind = "bounded", .trend = "bounded", .deviation = 2e-3, .scale = 1};
  auto cell = assess(method);
  EXPECT_EQ(cell.kind, "kept");
  EXPECT_EQ(cell.energy, "bounded, 2.0e-03 of the largest kinetic energy");
  // An equal error is a loss of the motion if the kinetic energies are small.
  s.energy.kind = "lost";
  s.energy.scale = 4e-3;
  s.energy.lost_at = 87;
  cell = assess(method);
  EXPECT_EQ(cell.kind, "lost");
  EXPECT_EQ(cell.words, "loses the motion on the long run");
  EXPECT_EQ(cell.energy, "lost after t = 87, bounded, 5.0e-01 of the largest kinetic energy");
  s.energy = {
      .name = "energy", .kind = "exact", .trend = "bounded", .deviation = 1e-15, .scale = 1};
  EXPECT_EQ(assess(method).energy, "exact");
}

TEST(ComparisonPage, CallsNoRunFailedWhoseVelocitiesLiveBetweenNodes) {
  auto const run = [](double h, double position, char const* outcome) {
    return WorkPoint{.parameter = "h", .value = h, .outcome = outcome, .position_error = position};
  };
  ProblemResult problem;
  MethodResult method;
  method.id = method.name = "staggered";
  method.work = {run(0.4, NAN, "newton_diverged"), run(0.2, NAN, "newton_diverged"),
                 run(0.1, 1e-3, "ok"), run(0.05, 1e-4, "ok")};
  problem.methods = {method};
  auto const view = problem_view(problem, nlohmann::json::array());
  ASSERT_EQ(view.at("failures").size(), 1u);
  EXPECT_EQ(view["failures"][0]["setting"], "h = 0.4 to 0.2");
  EXPECT_EQ(view["failures"][0]["outcome"], "newton_diverged");
  EXPECT_EQ(view["between_nodes"], "staggered");
}

TEST(ComparisonData, DistinguishesUndefinedFromFailed) {
  auto const problems = read_comparison(RATTLEBACK_SAMPLE_COMPARISON);
  ProblemResult const& knife_edge = problems.at(1);
  for (WorkPoint const& run : knife_edge.method("dla_leapfrog")->work)
    EXPECT_FALSE(is_failure(run, &WorkPoint::invariant_error)) << "it has no further invariants";
  EXPECT_EQ(knife_edge.method("dla_leapfrog")->structure->energy.kind, "square-root");
  EXPECT_FALSE(problems.at(0).method("ida")->structure->volume_defect);
  auto const all = problems.at(0).methods_and_variants();
  auto const at = std::find_if(all.begin(), all.end(), [](auto* m) { return m->id == "ida"; });
  EXPECT_EQ((*(at + 1))->of, "ida");
}

TEST(Motion, StatesTheDimensionsOfTheBicycle) {
  ProblemResult bicycle;
  bicycle.id = "bicycle";
  bicycle.coordinates = {"x", "y", "psi", "phi", "theta", "delta", "theta_R", "theta_F"};
  for (char const* name : {"w", "c", "lambda_s", "rR", "rF", "xB", "zB", "mB"})
    bicycle.parameters.emplace_back(name, "-0.9");
  bicycle.path = {{"columns", bicycle.coordinates}, {"rows", {{1, 2, 3, 4, 5, 6, 7, 8}}}};
  json const motion = motion_data(bicycle);
  EXPECT_EQ(motion.at("body"), "bicycle");
  EXPECT_EQ(motion.at("dimensions").size(), 7u) << "the mass is not drawn";
  EXPECT_EQ(motion.at("dimensions").at("zB"), -0.9);
  EXPECT_EQ(motion.at("rows").size(), 1u);
  bicycle.path["columns"].erase(0);
  EXPECT_TRUE(motion_data(bicycle).is_null()) << "a coordinate is missing";
}

}  // namespace
}  // namespace rattleback::reports
