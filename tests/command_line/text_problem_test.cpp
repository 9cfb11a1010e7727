// Problems in text files on the command line: the page of the documentation, and errors.

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

using TextProblem = InFolder;

TEST_F(TextProblem, RunsTheDocumentation) {
  auto const page = read_text(RATTLEBACK_DOCS "/your_own_system.md");
  ASSERT_EQ(blocks(page, "toml").size(), 2u);
  write(scratch, "skate.toml", blocks(page, "toml")[0]);
  write(scratch, "robot.toml", blocks(page, "toml")[1]);
  for (std::string const name : {"upright_coin.toml", "upright_coin.hpp"})
    copy_example(scratch, name);
  int commands = 0;
  for (auto const& block : blocks(page, "sh"))
    for (auto const& command : lines(block)) {
      EXPECT_NE(success_of(scratch.shell(command)).out, "") << command;
      ++commands;
    }
  EXPECT_GE(commands, 10);
  for (auto const& block : blocks(page, "console")) {
    std::string expected, printed;
    for (auto const& line : lines(block))
      if (line.starts_with("$ "))
        printed += scratch.shell(line.substr(2)).err;
      else
        expected += line + "\n";
    EXPECT_EQ(printed, expected);
  }
}

struct Change {
  char const *name, *old, *replacement;
  std::vector<std::string> said;
};
void PrintTo(Change const& change, std::ostream* to) { *to << change.replacement; }

class WrongFile : public testing::TestWithParam<Change> {};

TEST_P(WrongFile, FailsInOneLineWithNotes) {
  auto const& [name, old, replacement, said] = GetParam();
  Scratch const scratch;
  copy_example(scratch, "skate.toml", old, replacement);
  auto const finished = scratch.run(words("run skate.toml dla_leapfrog --step 0.1 --steps 3"));
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.out, "");
  auto const printed = lines(finished.err);
  ASSERT_FALSE(printed.empty());
  EXPECT_EQ(printed[0].rfind("rattleback: ", 0), 0u) << finished.err;
  for (std::size_t i = 1; i < printed.size(); ++i)
    EXPECT_EQ(printed[i].rfind("rattleback: note: ", 0), 0u) << finished.err;
  for (auto const& word : said) EXPECT_THAT(printed[0], HasSubstr(word)) << finished.err;
  EXPECT_EQ(scratch.files(), std::vector<std::string>{"skate.toml"});
}

std::vector<Change> const mistakes{
    {"UnknownName", "g*y", "g*h", {"skate.toml:", "'h'", "nearest"}},
    {"NotLinear", "vx + cos", "vx^2 + cos", {"not linear", "vx depends on vx"}},
    {"NotQuadratic", "vx^2 + vy^2", "vx^2 + vy^4", {"not quadratic", "mass of vy"}},
    {"NoVelocity", "\"-sin(theta)*vx + cos(theta)*vy - a*vtheta\"", "\"x - y\"", {"no velocity"}},
    {"SingularMass", "vx^2 + vy^2", "0*vx", {"singular"}},
    {"OffTheConstraint",
     "{ vx = 0.87, vtheta = 0.6 }",
     "[0.87, 0.5, 1.6]",
     {"case A", "violates constraint 1"}},
    {"ShellText", "g*y", "$(touch evil)*y", {"'$'"}},
    {"Shape",
     "\"x\", \"y\", \"theta\"",
     "\"x\", \"y\", \"theta\", \"w1\", \"w2\", \"w3\", "
     "\"w4\"",
     {}},
    {"GreekKey", "g = 0.5", "gθ = 0.5", {"write \"gθ\" in quotation marks"}},
    {"GreekKeyOfAnInlineTable", "vtheta = 0.6", "vθ = 0.6", {"write \"vθ\" in"}},
    {"NotFinite", "J = 0.7", "J = nan", {"J = nan", "allowed: 0, and numbers"}},
    {"OutOfRange", "J = 0.7", "J = 1e308 # m", {"J = 1e308 is out", "-1e300"}},
    {"NameOfTwoLines", "name = \"A\"", "name = \"A\\nB\"", {"must be one line"}},
    {"NameOfNothing", "name = \"A\"", "name = \"\"", {"must not be empty"}},
    {"HugeSpace",
     "coordinates = [",
     "space = [\"R99999999999\"]\ncoordinates = [",
     {"R99999999999 has too many coordinates", "R1 to R"}},
};
INSTANTIATE_TEST_SUITE_P(Mistakes, WrongFile, testing::ValuesIn(mistakes),
                         [](auto const& info) { return std::string(info.param.name); });

TEST_F(TextProblem, LeavesOutDependentConstraintsAndRejectsContradictions) {
  write(scratch, "d.toml",
        "coordinates = [\"a\", \"b\", \"c\", \"d\"]\nlagrangian = \"va^2 + vb^2 + vc^2 + vd^2\"\n"
        "constraints = [\"va - b*vc\", \"2*va - 2*b*vc\"]\n");
  EXPECT_THAT(out_of(scratch, "show d.toml"),
              HasSubstr("left out, because the others imply it: 2*va - 2*b*vc"));
  write(scratch, "e.toml",
        "coordinates = [\"a\", \"b\", \"c\", \"d\"]\nlagrangian = \"va^2 + vb^2 + vc^2 + vd^2\"\n"
        "constraints = [\"va - b*vc\", \"2*va - 2*b*vc - 1\"]\n");
  auto const contradicting = scratch.run(words("show e.toml"));
  EXPECT_EQ(contradicting.status, 2);
  EXPECT_TRUE(contradicting.err.starts_with("rattleback: e.toml:3:29: the constraints contradict"))
      << contradicting.err;
}

// A load 3 on vy, which rows with the coefficients 1 and c bear: c_k 3/(1 + c^2) is least.
TEST_F(TextProblem, SharesALoadAmongRedundantConstraintsByLeastNorm) {
  auto const expect_shares = [&](std::string const& second, double c) {
    write(scratch, "load.toml",
          "coordinates = [\"x\", \"y\", \"z\"]\n"
          "lagrangian = \"(vx^2 + vy^2 + vz^2)/2 - 3*y\"\nconstraints = [\"vy\", \"" +
              second + "\"]\n[[case]]\nname = \"A\"\nq = [1, 0, 0]\nv = [1, 0, 0]\n");
    for (std::string const method : {"dla_leapfrog", "odeint_rk4", "ida"}) {
      auto const finished = scratch.run(words("run load.toml " + method +
                                              " --step 0.1 --steps 10 --json --multipliers "
                                              "--output nodes.json"));
      EXPECT_THAT(finished.err, HasSubstr("multipliers are those of least norm"));
      auto const lambda = json_of(finished)["multipliers"];
      ASSERT_EQ(lambda.size(), 2u) << method;
      EXPECT_NEAR(lambda[0].get<double>(), 3 / (1 + c * c), 1e-6) << method << " " << second;
      EXPECT_NEAR(lambda[1].get<double>(), 3 * c / (1 + c * c), 1e-6) << method << " " << second;
      auto const table = json::parse(scratch.text_of("nodes.json"));
      EXPECT_EQ(table["columns"].back(), "lambda2");
      EXPECT_EQ(table["trajectory"].back().back(), lambda[1]);
    }
  };
  expect_shares("vy", 1);
  expect_shares("2*vy", 2);
  expect_shares("x*vy", 2);  // x = 2 at the end
}

TEST_F(TextProblem, RunsOnEverySpaceWithoutACompiler) {
  // A particle that moves independently of Suslov's body.
  write(scratch, "s.toml", read_text(RATTLEBACK_DOCS "/../problems/suslov.toml"));
  replace_in(scratch, "s.toml", R"(space = ["SO3"])",
             "space = [\"R1\", \"SO3\"]\ncoordinates = [\"x\"]");
  replace_in(scratch, "s.toml", "lagrangian = \"", "lagrangian = \"vx^2/2 + ");
  replace_in(scratch, "s.toml", "note = \"full inertia\"", "q = [0]");
  replace_in(scratch, "s.toml", "v = { w1", "v = { vx = 1, w1");
  std::string const how = " reduced_gni --step 0.1 --steps 10 --json";
  auto const finished = scratch.shell("CXX=/bin/false rattleback run s.toml" + how);
  EXPECT_EQ(finished.err, "");
  auto const q = json_of(finished)["q"],
             catalogued = json_of(scratch.run(words("run suslov" + how)))["q"];
  for (int i = 0; i < 9; ++i)
    EXPECT_NEAR(q[1 + i].get<double>(), catalogued[i].get<double>(), 1e-13);
}

TEST_F(TextProblem, TakesTheSameStepsWhenCompiled) {
  // Functions of all kinds.
  copy_example(scratch, "skate.toml", "g*y",
               "g*y - 0.1*exp(-x^2)*log(2 + tanh(y)^2) + 0.01*atan2(x, 2) - sqrt(2)*x^2 - "
               "1.2345678901234567890123*(2 + x)^a");
  auto const card = json_of(scratch, "show skate.toml");
  auto const run = [&](std::string const& method) {
    return json_of(scratch, "run skate.toml " + method + " --step 0.1 --steps 20");
  };
  std::vector<json> before;
  for (auto const& method : card["integrators"]) before.push_back(run(method));
  ASSERT_GT(before.size(), 15u);
  EXPECT_EQ(out_of(scratch, "build skate.toml"), "skate.toml compiled\n");
  EXPECT_THAT(out_of(scratch, "show skate.toml"), HasSubstr("recorded from the text and compiled"));
  std::size_t next = 0;
  for (auto const& method : card["integrators"]) EXPECT_EQ(run(method), before[next++]) << method;
  EXPECT_EQ(scratch.run({"build", "skate.toml"}).err, "") << "compiled again";
  EXPECT_EQ(scratch.run(words("build skate.toml --on suslov")).status, 2);
}

// Right positions by the equations with multipliers in 12 digits.
TEST_F(TextProblem, RunsEachCaseFromTheStartThatItStates) {
  write(scratch, "headings.toml",
        "coordinates = [\"x\", \"y\", \"theta\"]\n"
        "lagrangian = \"(vx^2 + vy^2)/2 + vtheta^2/4 - x\"\n"
        "constraints = [\"-sin(theta)*vx + cos(theta)*vy\"]\n"
        "[[case]]\nname = \"east\"\nq = [0, 0, 0]\nv = [1, 0, 0.6]\n"
        "[[case]]\nname = \"north\"\nq = [0, 0, \"pi/2\"]\nv = [0, 1, 0.6]\n"
        "[[case]]\nname = \"off\"\nq = [0, 0, \"pi/2\"]\nv = [1, 1, 0.6]\n"
        "[[case]]\nname = \"open\"\nq = [0, 0, 0.7854]\nv = [1, 1, 0.6]\n"
        "[[case]]\nname = \"free\"\nq = [0, 0, 0]\nv = { vy = 0, vtheta = 0.6 }\n");
  write(scratch, "circle.toml",
        "coordinates = [\"x\", \"y\"]\nlagrangian = \"(vx^2 + vy^2)/2 - y\"\n"
        "constraints = [\"x*vx + y*vy\"]\n"
        "[[case]]\nname = \"bottom\"\nq = [0, -1]\nv = [1, 0]\n"
        "[[case]]\nname = \"right\"\nq = [1, 0]\nv = [0, 1]\n");
  auto const run = [&](std::string const& what, std::string const& until) {
    return scratch.run(words("run " + what + " odeint_dopri5 --step 0.1 --until " + until +
                             " --option rtol=1e-10 --option atol=1e-12 --json"));
  };
  auto const x = [&](std::string const& what, std::string const& until) {
    return json_of(run(what, until))["q"][0].get<double>();
  };
  EXPECT_NEAR(x("headings.toml --case north", "3"), -4.13703819, 1e-7);
  EXPECT_NEAR(x("circle.toml", "1"), 0.749825755, 1e-8);
  auto const wrong = run("headings.toml --case off", "1");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("(--project), which differs by 1"));
  EXPECT_NEAR(x("headings.toml --case off --project", "3"), -4.13703819, 1e-7);
  // A start at another point determines other velocities.
  EXPECT_NEAR(x("headings.toml --case north --q 1,0,0", "0.1") - 1, 0, 1e-2);
  EXPECT_THAT(run("headings.toml --case open", "0.1").err, HasSubstr("theta by 1.8e-06"));
  EXPECT_THAT(run("headings.toml --case free", "1").err, HasSubstr("do not determine vx"));
  write(scratch, "none.toml",
        "coordinates = [\"x\", \"y\"]\nlagrangian = \"(vx^2 - 2*vy^2)/2\"\n"
        "constraints = [\"vx\"]\n");
  EXPECT_EQ(run("none.toml", "1").status, 2);
  EXPECT_THAT(success_of(run("none.toml --q 0,0 --v 0,1", "1")).err,
              HasSubstr("not positive definite"));
}

TEST_F(TextProblem, RejectsSizesBeyondTheCapacity) {
  std::string names, terms, constraints;
  for (char c = 'a'; c <= 'z'; ++c) {
    names += std::string(names.empty() ? "\"" : ", \"") + "x" + c + "\"";
    terms += std::string(terms.empty() ? "" : " + ") + "vx" + c + "^2";
    if (c != 'z') constraints += std::string(constraints.empty() ? "\"" : ", \"") + "vx" + c + "\"";
  }
  write(scratch, "d.toml",
        "coordinates = [" + names + "]\nlagrangian = \"" + terms + "\"\nconstraints = [" +
            constraints + "]\n");
  auto const refused = refusal_of(scratch, "show d.toml");
  EXPECT_THAT(refused, HasSubstr("26 velocities, 26 coordinates and 25 constraints"));
  EXPECT_THAT(refused, HasSubstr("and 24 constraints"));
}

TEST_F(TextProblem, AcceptsLongAndRejectsDeepFormulas) {
  std::string sum = "g*y";
  while (sum.size() < 10000) sum += " + 0*sin(y)";
  std::string const run = "run skate.toml dla_leapfrog --step 0.1 --steps 5";
  copy_example(scratch, "skate.toml");
  auto const plain = json_of(scratch, run);
  replace_in(scratch, "skate.toml", "g*y", "(" + sum + ")");
  EXPECT_EQ(json_of(scratch, run)["q"], plain["q"]);
  copy_example(scratch, "skate.toml", "g*y",
               std::string(10000, '(') + "y" + std::string(10000, ')'));
  auto const deep = scratch.run(words(run));
  EXPECT_EQ(deep.status, 2);
  EXPECT_THAT(deep.err, HasSubstr("deep, no more"));
}

}  // namespace
}  // namespace rattleback
