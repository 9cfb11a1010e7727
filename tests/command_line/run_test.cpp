// Output and files of `run`.

#include <algorithm>

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

using RunVerb = InFolder;

std::string const hundred_steps = "run contact_oscillator dla_leapfrog --step 0.1 --steps 100 ";

TEST_F(RunVerb, ReportsDiscreteMomentaAndBothTimes) {
  auto const run = json_of("run hamiltonizable_particle hdel --step 0.05 --steps 60 --start euler");
  EXPECT_NEAR(run["tau"].get<double>(), 3, 1e-14);
  EXPECT_NEAR(run["time"].get<double>(), 10.022463893606969, 1e-12);
  EXPECT_NEAR(run["memory"]["p"][0].get<double>(), 0.0992349513935650318, 1e-12);
  EXPECT_TRUE(run["multipliers"].empty());
}

TEST_F(RunVerb, WritesTheMultipliersOfEachNode) {
  std::string const some = "run two_constraint_particle gni --step 0.1 --multipliers ";
  out_of(scratch, some + "--steps 7 --output a.json");
  auto const table = json::parse(scratch.text_of("a.json"));
  std::size_t const first = table["columns"].size() - 2;
  EXPECT_EQ(table["columns"][first], "lambda1");
  EXPECT_EQ(table["trajectory"][0][first], "nan");
  for (int steps : {1, 4, 7}) {
    auto const end = json_of(scratch, some + "--steps " + std::to_string(steps));
    EXPECT_EQ(table["trajectory"][steps][first], end["multipliers"][0]);
    EXPECT_EQ(table["trajectory"][steps][first + 1], end["multipliers"][1]);
  }
  expect_refusal(scratch, some + "--steps 7 --section x1=0", "--section");
}

TEST_F(RunVerb, TakesASecondPoint) {
  auto const pair =
      json_of("run hamiltonizable_particle rdla --step 0.05 --steps 10 --q1 0.05,0.05,0");
  auto const euler =
      json_of("run hamiltonizable_particle rdla --step 0.05 --steps 10 --start euler");
  EXPECT_EQ(pair["start"], "pair");
  EXPECT_EQ(euler["start"], "euler");
  EXPECT_EQ(pair["q"], euler["q"]);
}

// The sleigh speeds up on the slope: at t = 400 the energy error is 0.2 per cent of the kinetic
// energy of the exact motion, of which gni has lost nearly all by t = 70.
TEST_F(RunVerb, WarnsOfALostMotion) {
  for (std::string const method : {"gni", "odeint_dopri5"})
    for (std::string const more : {"", " --output nodes.csv", " --precision quad"}) {
      if (method == "odeint_dopri5" && more.find("quad") != std::string::npos) continue;
      auto const finished = scratch.run(
          words("run tilted_sleigh " + method + " --step 0.1 --until 400 --json" + more));
      auto const run = json_of(finished);
      double const off =
          run["invariants"]["energy"]["max_deviation"].is_string()
              ? std::stod(run["invariants"]["energy"]["max_deviation"].get<std::string>())
              : run["invariants"]["energy"]["max_deviation"].get<double>();
      EXPECT_LT(off, 0.01 * run["energy_scale"].get<double>());
      EXPECT_EQ(run.contains("lost_at"), method == "gni") << more;
      EXPECT_EQ(finished.err.find("the trajectory is not that of the system") != std::string::npos,
                method == "gni")
          << finished.err;
      if (method != "gni") continue;
      EXPECT_GT(run["lost_at"].get<double>(), 50);
      EXPECT_LT(run["lost_at"].get<double>(), 100);
      for (auto const* said : {"exceeds a tenth of the largest kinetic energy up to that time",
                               "on the whole run it reaches", "up to the end"})
        EXPECT_THAT(finished.err, HasSubstr(said));
    }
}

// The prediction precedes the run, and the run confirms the prediction.
TEST_F(RunVerb, PredictsTheParasiticMode) {
  auto const finished = scratch.run(words("run snakeboard gni --step 0.1 --until 120 --json"));
  auto const mode = json_of(finished)["parasitic"];
  EXPECT_NEAR(mode["trust_time"].get<double>(), 75.6, 0.1);
  EXPECT_NEAR(mode["rate"].get<double>(), 0.136, 0.001);
  EXPECT_GT(mode["size"].get<double>(), 0.3);
  EXPECT_LT(mode["size_start"].get<double>(), 1e-5);
  EXPECT_FALSE(mode["neutral"].get<bool>());
  EXPECT_THAT(finished.err, HasSubstr("prediction: from t = 75.5"));
  EXPECT_THAT(finished.err, HasSubstr("equal_norm_gni has no such mode"));

  auto const early = scratch.run(words("run snakeboard gni --step 0.1 --until 50 --json"));
  EXPECT_TRUE(json_of(early)["parasitic"]["trust_time"].is_null());
  EXPECT_EQ(early.err, "");
  auto const quad = json_of("run snakeboard gni --step 0.1 --until 5 --precision quad");
  EXPECT_LT(quad["parasitic"]["size"].get<double>(), 1e-4);
  // Runs of 1e-23, shorter than a step of the solver in double precision.
  for (std::string const from : {"", " --q 0.3,0.4,0.5,0.6,0.7 --v 0.1,0.2,0.3,1,0.2 --project"}) {
    auto const tiny =
        json_of(scratch, "run snakeboard gni --step 1e-24 --steps 10 --precision quad" + from);
    EXPECT_EQ(tiny["status"], "ok");
    EXPECT_GT(tiny["energy_scale"].get<double>(), 0.1);
    if (from.empty()) {
      EXPECT_LT(std::abs(tiny["parasitic"]["rate"].get<double>()), 1);
    }
  }
  auto const other = json_of("run snakeboard equal_norm_gni --step 0.1 --until 50");
  EXPECT_FALSE(other.contains("parasitic"));
  auto const twice = json_of("run contact_oscillator gni_composition --step 0.1 --until 5");
  EXPECT_TRUE(twice["parasitic"]["size_start"].is_null());
  EXPECT_TRUE(twice["parasitic"]["neutral"].get<bool>());
}

// The robot in coordinates of its centre of mass, with a constant mass matrix.
TEST_F(RunVerb, PredictsTheTrustTimeOfATextProblem) {
  write(scratch, "robot.toml", R"toml(name = "Robot by its centre of mass"
coordinates = ["x", "y", "theta", "phi", "psi"]
lagrangian = "(5/2*(vx^2 + vy^2) + (6/5 - (4/5)^2/(5/2))*vtheta^2 + (vphi^2 + vpsi^2)/20)/2"
constraints = ["cos(theta)*vx + sin(theta)*vy + 3/20*(vphi + vpsi)",
  "-sin(theta)*vx + cos(theta)*vy - 8/25*vtheta", "vtheta + 3/10*(vphi - vpsi)"]
[[case]]
name = "ROB"
q = [0.32, 0, 0, 0, 0]
v = [-0.5, 0.32, 1, 0, "10/3"]
)toml");
  out_of(scratch, "run ./robot.toml gni --start plain --step 0.1 --until 14 --output nodes.json");
  auto const run = read_json(scratch.path() / "nodes.json");
  auto const& rows = run["trajectory"];
  auto const& columns = run["columns"];
  auto const energy = std::find(columns.begin(), columns.end(), "energy") - columns.begin();
  double const first = rows[0][energy].get<double>();
  double lost = 0;
  for (auto const& row : rows)
    if (lost == 0 && std::abs(row[energy].get<double>() - first) > 0.01 * first)
      lost = row[0].get<double>();
  EXPECT_NEAR(run["parasitic"]["trust_time"].get<double>(), lost, 0.03 * lost);
}

TEST_F(RunVerb, EndsAtAFoldAndRetainsItsNodes) {
  auto const run = json_of("run knife_edge hdel --step 0.07 --steps 100 --start euler");
  EXPECT_EQ(run["status"], "no_real_root");
  EXPECT_EQ(run["failed_at"], 15);
  EXPECT_NEAR(run["q"][1].get<double>(), 1.36282248126530445, 1e-12);
}

TEST_F(RunVerb, MeasuresNoDeviationIfTheFirstStepFails) {
  write(scratch, "pendulum.toml",
        "coordinates = [\"x\", \"y\"]\nlagrangian = \"(vx^2 + vy^2)/2 - y\"\n"
        "holonomic = [\"x^2 + y^2 - 1\"]\n[[case]]\nname = \"A\"\nq = [1, 0]\nv = [0, 0]\n");
  std::string const run = "run pendulum.toml dla_midpoint --steps 1 --step ";
  EXPECT_THAT(out_of(scratch, run + "1e3"),
              HasSubstr("position_1: 0 initially, 0 finally, deviation not "
                        "measured"));
  auto const deviation = [&](std::string const& step) {
    return json_of(scratch, run + step)["invariants"]["position_1"]["max_deviation"];
  };
  EXPECT_TRUE(deviation("1e3").is_null());
  EXPECT_TRUE(deviation("0.1").is_number());
}

TEST_F(RunVerb, RecordsASection) {
  auto const run =
      json_of(scratch,
              "run contact_oscillator dla_leapfrog --case A --step 0.05 --until 100 --section vy=0 "
              "--output section.csv");
  auto const& section = run["section"];
  EXPECT_EQ(section["component"], "vy");
  EXPECT_EQ(section["crossings"], 15);  // 100 / (2 pi)
  EXPECT_NEAR(section["last"]["q"][1].get<double>(), -1, 1e-3);
  EXPECT_NEAR(section["last"]["v"][1].get<double>(), 0, 1e-15);
  auto const rows = lines(scratch.text_of("section.csv"));
  ASSERT_EQ(rows.size(), 16u);
  EXPECT_EQ(rows[0], "t,x,y,z,vx,vy,vz,energy,energy_y");
}

TEST_F(RunVerb, ReportsASectionThatIsNeverCrossed) {
  auto const command = words(hundred_steps + "--section y=3 --json");
  auto const run = scratch.run(command);
  EXPECT_EQ(json_of(run)["section"]["crossings"], 0);
  EXPECT_EQ(run.err_lines(), 1);
  EXPECT_THAT(run.err, HasSubstr("was never crossed: y stayed in [-0."));
  EXPECT_TRUE(run.err.starts_with("rattleback: warning: ")) << run.err;
  auto const strict = scratch.run(words(hundred_steps + "--section y=3 --strict"));
  EXPECT_EQ(strict.status, 1);
  EXPECT_TRUE(strict.err.starts_with("rattleback: the section")) << strict.err;
}

TEST_F(RunVerb, PrintsTheContractsObject) {
  auto const finished = scratch.run(words(hundred_steps + "--json"));
  auto const run = json_of(finished);
  EXPECT_EQ(finished.err, "");
  EXPECT_EQ(fields(run), words("problem integrator case parameters options start step steps time "
                               "status coordinates velocities q v multipliers memory invariants "
                               "constraint_violation counts identity energy_scale program"));
  EXPECT_GT(run["energy_scale"], 0);
  auto const expected = json::parse(R"({
    "problem": "contact_oscillator", "integrator": "dla_leapfrog", "case": "IC-C",
    "parameters": {"epsilon": 0.0}, "start": "plain", "step": 0.1, "steps": 100, "time": 10.0,
    "status": "ok", "coordinates": ["x", "y", "z"], "velocities": ["vx", "vy", "vz"],
    "memory": {}})");
  for (auto const& [name, value] : expected.items()) EXPECT_EQ(run[name], value) << name;
  EXPECT_EQ(run["options"]["multipliers"], "closed");
  EXPECT_EQ(run["v"].size(), 3u);
  EXPECT_EQ(run["multipliers"].size(), 1u);
  EXPECT_EQ(fields(run["invariants"]), words("energy energy_y"));
  EXPECT_EQ(fields(run["invariants"]["energy"]), words("initial final max_deviation"));
  EXPECT_EQ(fields(run["constraint_violation"]), words("max final"));
  EXPECT_EQ(fields(run["counts"]),
            words("lagrangian_derivatives constraint_derivatives linear_solves newton_iterations "
                  "solver_steps equation_calls equation_calls_for_jacobians jacobians"));
  for (auto const& [name, count] : run["counts"].items()) EXPECT_TRUE(count.is_number()) << name;
  EXPECT_EQ(run["counts"]["lagrangian_derivatives"], 100);
  EXPECT_THAT(finished.out, HasSubstr("\"step\":0.10000000000000001,"));
}

TEST_F(RunVerb, PrintsQuadNumbersAsStringsOf33Digits) {
  auto const run = json_of(hundred_steps + "--precision quad");
  EXPECT_EQ(run["q"][0].get<std::string>().substr(0, 20), "-0.77074779609428510");
  for (auto const* name : {"q", "v", "multipliers"})
    for (auto const& number : run[name]) EXPECT_EQ(digits(number), 33) << number;
  for (auto const& number : {run["step"], run["time"], run["invariants"]["energy"]["initial"]})
    EXPECT_EQ(digits(number), 33) << number;
  EXPECT_EQ(run["step"].get<std::string>().substr(0, 6), "0.1000");
  EXPECT_TRUE(run["steps"].is_number_integer());
}

TEST_F(RunVerb, UntilRoundsToWholeSteps) {
  auto const run = json_of("run contact_oscillator dla_leapfrog --step 0.3 --until 1");
  EXPECT_EQ(run["steps"], 3);
}

TEST_F(RunVerb, UsesGivenValues) {
  auto const run = json_of(
      "run contact_oscillator dla_leapfrog --step 0.01 --steps 1 --case A --set epsilon=0.25 "
      "--option multipliers=newton --q .5,-.25,1 --v -.25,1,-1");
  EXPECT_EQ(run["case"], "A");
  EXPECT_EQ(run["parameters"]["epsilon"], 0.25);
  EXPECT_EQ(run["options"]["multipliers"], "newton");
  EXPECT_NEAR(run["q"][0].get<double>(), 0.5, 0.01);
}

TEST_F(RunVerb, ArraysMatchTheDimensionsOfTheProblem) {
  auto const run = json_of("run two_constraint_particle dla_euler --step 0.01 --steps 5");
  EXPECT_EQ(run["q"].size(), run["coordinates"].size());
  EXPECT_EQ(run["v"].size(), run["velocities"].size());
  EXPECT_EQ(run["multipliers"].size(), 2u);
  auto const staggered =
      json_of("run anisotropic_particle reversible_non_dla --step 0.01 --steps 5");
  EXPECT_EQ(staggered["start"], "staggered");
  for (auto const* baseline : {"ida", "ndf", "cvode_bdf", "odeint_rk4", "odeint_dopri5"}) {
    auto const result = json_of(
        scratch, std::string("run cylindrical_particle ") + baseline + " --step 0.1 --steps 5");
    EXPECT_EQ(result["status"], "ok") << baseline;
  }
}

TEST_F(RunVerb, ReachesAPublishedStateOnAGroup) {
  auto const ball = json_of(
      "run body_frame_ball reduced_gni --case figure-3 --start euler --step 0.15 --steps 100 "
      "--option retraction=cayley");
  EXPECT_NEAR(ball["q"][0].get<double>(), -2.0042651499765618449, 2e-11);
  EXPECT_NEAR(ball["q"][1].get<double>(), 5.594053617645625634, 5e-11);
  EXPECT_EQ(ball["coordinates"].size(), 11u);
  EXPECT_EQ(ball["velocities"].size(), 5u);
  EXPECT_EQ(ball["memory"]["p"].size(), 5u);
  EXPECT_LE(ball["constraint_violation"]["max"].get<double>(), 1e-13);
  auto const sleigh = json_of(
      "run chaplygin_sleigh gni --step 0.12 --steps 60 --start pair --q1=-.2395,-.0070,.0589");
  EXPECT_NEAR(sleigh["q"][2].get<double>(), 10.237006372936856702, 1e-10);
}

TEST_F(RunVerb, ContinuesWithAWarningOfUnusualInput) {
  auto const body = scratch.run(
      words("run chaplygin_sphere reduced_gni --step 0.1 --steps 10 --set I1=5 --json"));
  EXPECT_THAT(body.err, HasSubstr("triangle inequality I1 <= I2 + I3"));
  EXPECT_EQ(json_of(body)["warnings"].size(), 1u);
  auto const leapfrog =
      scratch.run(words("run rolling_ball reduced_gni --step 3 --steps 5 --json"));
  EXPECT_THAT(leapfrog.err, HasSubstr("h alpha = 1.2"));
  EXPECT_EQ(json_of(leapfrog)["status"], "ok");
  auto const stable =
      scratch.run(words("run rolling_ball reduced_gni --step 2.4 --steps 5 --json"));
  EXPECT_THAT(stable.err, Not(HasSubstr("h alpha")));
  EXPECT_EQ(json_of(stable)["status"], "ok");
}

TEST_F(RunVerb, FailsWithoutASolutionOfTheDiscreteConstraint) {
  auto const ended = json_of("run rolling_ball atiyah_dla --step 0.5 --steps 100");
  EXPECT_EQ(ended["status"], "no_real_root");
  EXPECT_GE(ended["failed_at"].get<long>(), 1);
  EXPECT_THAT(ended["reason"].get<std::string>(), HasSubstr("for steps up to about"));
}

// The multiplier of time vanishes nearly, so no method can restart; the run ends there.
TEST_F(RunVerb, EndsAtASingularity) {
  auto const ended = json_of("run hamiltonizable_particle hdel --step 0.1 --until 2000");
  EXPECT_EQ(ended["status"], "no_real_root");
  EXPECT_FALSE(has_null(ended));
}

TEST_F(RunVerb, PrintsASummaryWithoutJson) {
  auto const printed = out_of(scratch, hundred_steps);
  for (auto const* word :
       {"contact_oscillator", "dla_leapfrog", "IC-C", "-0.77074779609428", "energy"})
    EXPECT_THAT(printed, HasSubstr(word));
}

/// Runs of methods with velocities at nodes, on intervals, and of one that reflects momenta; the
/// last one fails.
constexpr char const* runs_with_rare_records[] = {
    "run contact_oscillator dla_leapfrog --step 0.1 --steps 97 --every 10 ",
    "run contact_oscillator dla_midpoint --step 0.1 --steps 97 --every 10 ",
    "run contact_oscillator gni --step 0.1 --steps 97 --every 10 ",
    "run hamiltonizable_particle hdel --step 0.1 --until 2000 --every 7 "};

TEST_F(RunVerb, MeasuresRecordedNodesOnlyIfAsked) {
  for (std::string const run : runs_with_rare_records) {
    auto const all = json_of(run);
    auto const recorded = json_of(run + "--measure recorded");
    for (auto const* field : {"q", "v", "multipliers", "status", "time", "counts"})
      EXPECT_EQ(all[field], recorded[field]) << run << field;
    for (auto const* name : {"initial", "final"})
      EXPECT_EQ(all["invariants"]["energy"][name], recorded["invariants"]["energy"][name]) << run;
    EXPECT_EQ(all["constraint_violation"]["final"], recorded["constraint_violation"]["final"]);
    // A run that fails may deviate most at its last node, which is always recorded.
    double const most = all["invariants"]["energy"]["max_deviation"],
                 seen = recorded["invariants"]["energy"]["max_deviation"];
    EXPECT_TRUE(all["status"] == "ok" ? seen < most : seen <= most) << run << seen << " " << most;
    EXPECT_FALSE(all.contains("measured_every"));
    EXPECT_TRUE(recorded.contains("measured_every"));
    EXPECT_NE(all["identity"], recorded["identity"]) << "their deviations differ";
  }
}

TEST_F(RunVerb, SaysThatOnlyRecordedNodesAreMeasured) {
  std::string const run = runs_with_rare_records[0], said = "measured at recorded nodes only";
  EXPECT_THAT(scratch.run(words(run)).out, Not(HasSubstr(said)));
  EXPECT_THAT(scratch.run(words(run + "--measure recorded")).out, HasSubstr(said));
}

TEST_F(RunVerb, RecordsAFailedStep) {
  std::string const failing =
      "run contact_oscillator dla_leapfrog --step 1e3 --steps 1000 --set epsilon=0.7 ";
  auto const lenient = json_of(failing);
  auto const finished = scratch.run(words(failing + "--strict --json"));
  auto const strict = json_of(finished, 1);
  EXPECT_EQ(finished.err_lines(), 2) << "a warning and the reason";
  EXPECT_EQ(lenient, strict);
  EXPECT_NE(strict["status"], "ok");
  EXPECT_GE(strict["failed_at"], 1);
  EXPECT_EQ(strict["time"], 1e3 * (strict["failed_at"].get<double>() - 1));
  EXPECT_NE(strict["reason"], "");
  EXPECT_TRUE(strict.contains("reached"));
  EXPECT_FALSE(has_null(strict)) << "numbers that are not finite are strings";
}

}  // namespace
}  // namespace rattleback
