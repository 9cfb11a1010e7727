// Output of `compare`, compositions as integrators, output of `choose`, and confirmation of its
// answers by runs.

#include <signal.h>

#include <algorithm>
#include <cmath>

#include "problems/core/numbers/extremes.hpp"
#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

using Compare = InFolder;
using ChooseVerb = InFolder;

TEST_F(Compare, CombinesTheNamesOfTheirParts) {
  auto const run = json_of(scratch.run({"run", "suslov", "compose(euler_poincare_suslov, suzuki4)",
                                        "--step", "0.1", "--steps", "3", "--json"}));
  EXPECT_EQ(run["integrator"], "compose(euler_poincare_suslov,suzuki4)");
}

TEST_F(Compare, RunsConvergesAndShowsProjections) {
  auto const run = json_of(scratch.run({"run", "contact_oscillator", "projected(odeint_rk4, both)",
                                        "--step", "0.4", "--until", "40", "--json"}));
  EXPECT_EQ(run["integrator"], "projected(odeint_rk4,both)");
  EXPECT_LE(run["invariants"]["energy"]["max_deviation"].get<double>(), 1e-13);
  EXPECT_LE(run["constraint_violation"]["max"].get<double>(), 1e-13);
  auto const orders = json_of(
      scratch, "converge driven_sleigh projected(odeint_rk4,symmetric) feedback(odeint_rk4)");
  for (auto const& method : orders["results"])
    EXPECT_NEAR(method["orders"][0]["order"].get<double>(), 4, 0.2) << method["integrator"];
  auto const card = [&](std::string const& id) { return json_of(scratch, "show " + id); };
  EXPECT_EQ(card("projected(implicit_midpoint,symmetric)")["reversible"], true);
  EXPECT_EQ(card("projected(odeint_rk4,symmetric)")["reversible"], false);
  EXPECT_EQ(card("feedback(odeint_rk4)")["options"][0]["name"], "kc");
}

TEST_F(Compare, WritesTheInputOfTheReport) {
  std::string const command =
      "compare constrained_rigid_body_so3 moser_veselov euler_poincare_suslov ";
  // dla_leapfrog does not apply to this problem.
  EXPECT_EQ(scratch.run(words(command + "dla_leapfrog --json")).status, 2);
  auto const comparison = json_of(scratch, command + "--output .");
  EXPECT_EQ(comparison["problem"]["id"], "constrained_rigid_body_so3");
  EXPECT_GE(comparison["reference"]["digits"].get<double>(), 25);
  ASSERT_EQ(comparison["methods"].size(), 2u);
  auto const &projected = comparison["methods"][0], &symmetric = comparison["methods"][1];
  EXPECT_EQ(symmetric["structure"]["energy"]["class"], "exact");
  EXPECT_NE(projected["structure"]["energy"]["class"], "bounded");
  EXPECT_LE(symmetric["structure"]["reversibility_defect"].get<double>(), 1e-13);
  EXPECT_GE(projected["structure"]["reversibility_defect"].get<double>(), 1e-6);
  EXPECT_LE(symmetric["structure"]["constraint_violation"].get<double>(), 1e-13);
  // Eight points, fewer if a run takes long: the ladder is limited by CPU seconds.
  EXPECT_LE(symmetric["work"].size(), 8u);
  EXPECT_GE(symmetric["work"].size(), 5u);
  EXPECT_FALSE(comparison["advice"].empty());
  EXPECT_THAT(comparison["advice"][0]["sentence"].get<std::string>(),
              HasSubstr("euler_poincare_suslov"));
  EXPECT_EQ(json::parse(scratch.text_of("comparison/constrained_rigid_body_so3.json")), comparison);
}

// The kinetic energy near the pericentre of a Kepler orbit has a sharp peak, which runs with other
// tolerances sample at other places.
TEST_F(Compare, SaysWhyTheEnergyScaleIsNotMeasured) {
  write(scratch, "k.toml",
        "coordinates = [\"x\", \"y\", \"z\"]\n"
        "lagrangian = \"(vx^2 + vy^2 + vz^2)/2 + 1/sqrt(x^2 + y^2)\"\n"
        "constraints = [\"vz\"]\n[[case]]\nq = [1, 0, 0]\nv = [0, 0.03, 0]\n");
  auto const finished = scratch.run(words("compare k.toml odeint_rk4 --until 4.2 --limit 60"));
  EXPECT_THAT(finished.out,
              HasSubstr("largest kinetic energy of the motion: not measured, because two"))
      << finished.err;
}

TEST_F(Compare, WritesFilesOfTextsThatReportReads) {
  auto const finished =
      success_of(scratch.shell(
          "mkdir a && cp '" RATTLEBACK_DOCS "/examples/skate.toml' . && "
          "sed 's/g = 0.5/g = 0.25/' skate.toml > a/skate.toml && "
          "for text in ./skate.toml ./a/skate.toml skate.toml; do "
          "rattleback compare $text dla_leapfrog --limit 1 --output res > log || exit; done; "
          "ls res/comparison && echo '{' > res/comparison/b.json && rattleback report res"));
  EXPECT_EQ(std::count(finished.out.begin(), finished.out.end(), '\n'), 3) << finished.out;
  EXPECT_THAT(finished.err, HasSubstr("note: left out: 'res/comparison/b.json'"));
}

json choice_of(std::string const& arguments) { return json_of("choose " + arguments); }

bool contains(json const& text, std::string const& part) {
  return text.get<std::string>().find(part) != std::string::npos;
}

std::string reason_of(json const& choice, std::string const& method) {
  for (auto const& one : choice["excluded"])
    if (one["method"] == method) return one["reason"];
  return "not excluded";
}

/// Returns how many methods were excluded for a reason with this part.
long excluded_because(json const& choice, std::string const& part) {
  return std::ranges::count_if(choice["excluded"],
                               [&](json const& one) { return contains(one["reason"], part); });
}

/// Returns the nodes of a run: t, coordinates, velocities and invariants.
json nodes_of(std::string const& arguments) {
  Scratch const scratch;
  out_of(scratch, "run contact_oscillator " + arguments + " --until 10 --output nodes.json");
  return json::parse(scratch.text_of("nodes.json"))["trajectory"];
}

TEST_F(ChooseVerb, AgreesWithRuns) {
  auto const choice = choice_of("contact_oscillator --until 10 --error 1e-4 --limit 10");
  ASSERT_FALSE(choice["methods"].empty());
  int confirmed = 0;
  for (auto const& method : choice["methods"]) {
    EXPECT_LT(method["error"].get<double>(), 1e-4);
    EXPECT_GT(method["cpu_seconds"].get<double>(), 0);
    EXPECT_NE(method["step"].is_null(), method["tolerance"].is_null());
    if (method["step"].is_null() || !method["options"].empty() || ++confirmed > 3) continue;
    auto const step = " --step " + method["step"].dump(),
               start = " --start " + method["start"].get<std::string>();
    auto const run = nodes_of(method["method"].get<std::string>() + start + step);
    // A solver other than that of the reference, at the same nodes.
    auto const exact = nodes_of("cvode_adams --option rtol=1e-12 --option atol=1e-12" + step);
    ASSERT_EQ(run.size(), exact.size());
    double largest = 0;
    for (std::size_t i = 0; i < run.size(); ++i)
      for (std::size_t k = 1; k <= 3; ++k)
        largest =
            larger_or_nan(largest, std::abs(run[i][k].get<double>() - exact[i][k].get<double>()));
    EXPECT_NEAR(largest, method["error"].get<double>(), 1e-6) << method["method"];
  }
  EXPECT_GE(confirmed, 1);
  EXPECT_TRUE(contains(choice["answer"], choice["methods"][0]["method"].get<std::string>()));
  EXPECT_LE(choice["reference"]["error"].get<double>(), 1e-6);
  EXPECT_LE(choice["reference"]["interpolation_error"].get<double>(), 1e-6);
}

TEST_F(ChooseVerb, BeginsWithThreeSentences) {
  auto const said =
      lines(out_of(scratch, "choose contact_oscillator --until 5 --error 1e-3 --limit 6"));
  ASSERT_GE(said.size(), 5u);
  EXPECT_EQ(said[0].rfind("Take ", 0), 0u) << said[0];
  EXPECT_EQ(said[1].rfind("If the energy must not drift beyond t = 5, ", 0), 0u) << said[1];
  EXPECT_TRUE(said[2].rfind("Excluded", 0) == 0 || said[2] == "Nothing was excluded.") << said[2];
}

TEST_F(ChooseVerb, ComparesVelocitiesAndEnergiesDefinedAtNodes) {
  auto const velocities =
      choice_of("contact_oscillator --until 5 --error 1e-3 --quantity velocities --limit 6");
  EXPECT_THAT(reason_of(velocities, "dla_midpoint"), HasSubstr("do not belong to its nodes"));
  auto const energy =
      choice_of("contact_oscillator --until 5 --error 1e-3 --quantity energy --limit 6");
  ASSERT_FALSE(energy["methods"].empty());
  for (auto const& method : energy["methods"]) EXPECT_EQ(method["error"], method["energy_error"]);
  EXPECT_THAT(reason_of(energy, "dla_midpoint"), HasSubstr("nor does its energy"));
}

TEST_F(ChooseVerb, ExcludesMethodsWithReparametrisedTime) {
  auto const choice = choice_of("hamiltonizable_particle --until 2 --error 1e-3 --limit 6");
  EXPECT_GE(excluded_because(choice, "Hamiltonized time"), 1);
}

TEST_F(ChooseVerb, ReportsTheTimeLimitOfACertainChaoticMotion) {
  auto const choice = choice_of("chaotic_r7 --until 5000 --error 1e-6 --limit 5");
  double const until = choice["reference"]["until"];
  EXPECT_GT(until, 5);
  EXPECT_LT(until, 5000);
  EXPECT_TRUE(contains(choice["answer"], "beyond this time no reference is certain"))
      << choice["answer"];
  EXPECT_NE(choice["reference"]["ends_because"], "");
}

TEST_F(ChooseVerb, ReportsMethodsCutOffByTheLimit) {
  auto const choice = choice_of("contact_oscillator --until 50 --error 1e-7 --limit 0.5");
  EXPECT_GE(excluded_because(choice, "the limit of 0.5 s"), 1);
  EXPECT_TRUE(contains(choice["exclusions"], "that the limit of 0.5 s cut off"));
}

TEST_F(ChooseVerb, SaysWhatWasTriedAndWhatToType) {
  auto const choice = choice_of("contact_oscillator dla_left --until 50 --error 1e-10 --limit 0.5");
  EXPECT_TRUE(choice["methods"].empty());
  EXPECT_TRUE(choice["command"].is_null());
  for (auto const* part : {"The limit of 0.5 s of processor time ended the search",
                           "1 of 1 had a run", "by dla_left; type --limit 2"})
    EXPECT_TRUE(contains(choice["answer"], part)) << choice["answer"];
}

TEST_F(ChooseVerb, ComparesNamedMethodsAndPrintsTheRun) {
  auto const choice =
      choice_of("contact_oscillator projected(odeint_rk4,constraint) gni --until 5 --error 1e-3");
  ASSERT_FALSE(choice["methods"].empty());
  for (auto const& method : choice["methods"])
    EXPECT_TRUE(method["method"] == "gni" || method["method"] == "projected(odeint_rk4,constraint)")
        << method["method"];
  auto command = choice["command"].get<std::string>();
  EXPECT_EQ(command.rfind("rattleback run contact_oscillator ", 0), 0u) << command;
  std::erase(command, '\'');
  out_of(scratch, command.substr(std::string("rattleback ").size()));
}

// The motion falls into the singularity of 1/x at t = 1.126.
TEST_F(ChooseVerb, GivesNoLessForMoreTimeOnAMotionThatEnds) {
  write(scratch, "ends.toml",
        "coordinates = ['x', 'y', 'z']\n"
        "lagrangian = '(vx^2 + vy^2 + vz^2)/2 + 1/x'\n"
        "constraints = ['vz - 0.3*y*vx']\n"
        "[[case]]\n"
        "q = [1, 0.5, 0.2]\n"
        "v = { vx = 0, vy = 0.1 }\n");
  double before = 0.8;
  for (auto const* limit : {"2", "8"}) {
    auto const choice = json_of(
        scratch,
        std::string("choose ./ends.toml odeint_rk4 --until 3 --error 1e-4 --limit ") + limit);
    ASSERT_FALSE(choice["methods"].empty()) << choice["answer"];
    double const until = choice["reference"]["until"];
    EXPECT_GE(until, before) << limit;
    EXPECT_LT(until, 1.126);
    EXPECT_TRUE(contains(choice["reference"]["ends_because"], "fails at t = 1.13"))
        << choice["reference"]["ends_because"];
    before = until;
  }
}

TEST_F(ChooseVerb, PrintsPartialResultsWhenInterrupted) {
  auto const finished = scratch.run(
      words("choose contact_oscillator --until 5000 --error 1e-7 --limit 60"), {{2500, SIGINT}});
  EXPECT_EQ(finished.status, 130);
  EXPECT_EQ(finished.err, "rattleback: interrupted\n");
  EXPECT_LT(finished.seconds_since_signal, 2);
  // On a busy machine the reference may be unfinished.
  if (!finished.out.empty()) {
    EXPECT_EQ(finished.out.rfind("Until the interruption: ", 0), 0u) << finished.out;
    EXPECT_THAT(finished.out, HasSubstr("the interruption ended its search"));
  }
}

}  // namespace
}  // namespace rattleback
