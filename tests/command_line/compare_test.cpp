// Output of `compare`, and compositions as integrators.

#include <algorithm>

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

using Compare = InFolder;

using json = nlohmann::ordered_json;

TEST(Compositions, CombineTheNamesOfTheirParts) {
  auto const run =
      json_of(Scratch().run({"run", "suslov", "compose(euler_poincare_suslov, suzuki4)", "--step",
                             "0.1", "--steps", "3", "--json"}));
  EXPECT_EQ(run["integrator"], "compose(euler_poincare_suslov,suzuki4)");
}

TEST(Projections, RunConvergeAndShow) {
  Scratch const scratch;
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

}  // namespace
}  // namespace rattleback
