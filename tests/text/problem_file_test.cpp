// Problem files: their statements, and positions of errors. Their tables: interpolation against
// fractions by hand, motions against closed forms.

#include "problems/text/problem_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "integrators/core/registry/lookup.hpp"
#include "tests/refusal.hpp"

namespace rattleback::text {
namespace {

std::string const skate = R"(name = "Tilted skate"
coordinates = ["x", "y", "theta"]
lagrangian = "(vx^2 + vy^2 + J*vtheta^2)/2 - g*y"
constraints = ["-sin(theta)*vx + cos(theta)*vy - a*vtheta"]
invariants = { spin = "vtheta" }

[parameters]
J = 0.7
g = 5e-1
a = "1/5"

[[case]]
name = "A"
q = [0, 0, 0.4]
v = { vx = 0.87, vtheta = 0.6 }
)";

std::string with(std::string const& old, std::string const& replacement) {
  auto text = skate;
  auto const at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), replacement);
}

TEST(ProblemFile, StatesASystem) {
  auto const file = problem_of_text("a/skate.toml", skate);
  EXPECT_EQ(file.name, "Tilted skate");
  EXPECT_EQ(file.velocities, (std::vector<std::string>{"vx", "vy", "vtheta"}));
  ASSERT_EQ(file.parameters.size(), 3u);
  EXPECT_EQ(file.parameters[0].name, "J");  // in the order of the file
  EXPECT_EQ(file.parameters[1].name, "g");
  EXPECT_TRUE(file.graph.is_constant(file.parameters[0].value.node, *graph::Rational::of(7, 10)));
  EXPECT_TRUE(file.graph.is_constant(file.parameters[1].value.node, *graph::Rational::of(1, 2)));
  EXPECT_TRUE(file.graph.is_constant(file.parameters[2].value.node, *graph::Rational::of(1, 5)));
  ASSERT_EQ(file.cases.size(), 1u);
  EXPECT_FALSE(file.cases[0].v[1].has_value());
  EXPECT_DOUBLE_EQ(file.cases[0].v[0]->rounding, 0.005);
  EXPECT_DOUBLE_EQ(file.parameters[1].value.rounding, 0.05);
}

TEST(ProblemFile, ContentIgnoresNameAndPath) {
  auto const one = problem_of_text("one.toml", skate);
  auto const moved = problem_of_text("two.toml", with("Tilted skate", "Another name"));
  auto const other = problem_of_text("one.toml", with("- g*y", "+ g*y"));
  EXPECT_EQ(one.content, moved.content);
  EXPECT_NE(one.content, other.content);
  EXPECT_EQ(one.content.find('\n'), std::string::npos);
}

TEST(ProblemFile, ContentContainsEveryDigitOfADecimal) {
  auto const content = [](std::string const& digits) {
    return problem_of_text("s.toml", with("g*y", digits + "*y")).content;
  };
  EXPECT_EQ(content("1.23456789012345678901"), content("123.456789012345678901e-2"));
  EXPECT_NE(content("1.23456789012345678901"), content("1.23456789012345678902"));
}

TEST(ProblemFile, MayOmitParametersAndCases) {
  auto const file = problem_of_text("p.toml",
                                    "coordinates = [\"x\", \"y\"]\nlagrangian = \"vx^2 + vy^2\"\n"
                                    "constraints = [\"vx - x*vy\"]\n");
  EXPECT_EQ(file.name, "p.toml");
  EXPECT_TRUE(file.parameters.empty());
  EXPECT_EQ(file.cases.size(), 1u);
}

struct Bad {
  char const *old, *replacement;
  char const *place, *said, *shown;  ///< LINE:COLUMN, words of the message, end of the line shown
};

void expect_mistake(Bad const& bad) {
  try {
    problem_of_text("s.toml", with(bad.old, bad.replacement));
    ADD_FAILURE() << bad.replacement << " is accepted";
  } catch (InputFileError const& mistake) {
    std::string const what = mistake.what();
    EXPECT_EQ(what.rfind("s.toml:" + std::string(bad.place) + ": ", 0), 0u) << what;
    EXPECT_NE(what.find(bad.said), std::string::npos) << what;
    ASSERT_EQ(mistake.notes.size(), 2u);
    // The caret is below the first character of the shown text.
    auto const caret = mistake.notes[1].find('^');
    EXPECT_EQ(mistake.notes[0].substr(caret, std::string(bad.shown).size()), bad.shown) << what;
  }
}

TEST(ProblemFile, ReportsErrorsWithLineColumnAndCaret) {
  for (Bad const& bad : std::initializer_list<Bad>{
           {"g*y", "g*z", "3:48", "there is no 'z'", "z\""},
           {"g*y", "g*time", "3:48", "the time is called t", "time\""},
           {"J = 0.7", "J = \"t\"", "8:6", "the time is called t", "t\""},
           {"[parameters]", "friction = 0.1\n[parameters]", "7:1", "stated in [forces]",
            "friction"},
           {"[parameters]", "[forces]\nvz = \"1\"\n[parameters]", "8:1",
            "not a velocity, on which a force could act; nearest: vx", "vz"},
           {"[parameters]", "[forces]\nvx = \"-vx*z\"\n[parameters]", "8:11", "there is no 'z'",
            "z"},
           {"[parameters]", "[definitions]\nc = \"t\"\n[forces]\nvx = \"c\"\n[parameters]\nc = 1",
            "8:1", "'c' is taken", "c = "},
           {"[parameters]", "[definitions]\nb = \"w\"\nw = \"t\"\n[parameters]", "8:6",
            "there is no 'w'", "w\""},
           {"sin(theta)", "sn(theta)", "4:18", "nearest: sin", "sn(theta)"},
           {"cos(theta)*vy", "(cos(theta)*vy", "4:34", "never closed", "(cos"},
           {"J = 0.7", "x = 0.7", "8:1", "'x' is taken", "x = 0.7"},
           {"J = 0.7", "vx = 0.7", "8:1", "'vx' is taken", "vx = 0.7"},
           {"J = 0.7", "pi = 0.7", "8:1", "'pi'", "pi = 0.7"},
           {"J = 0.7", "J = 0.7\nJ = 0.8", "9:1", "already", "J = 0.8"},
           {"J = 0.7", "J = 1e400", "8:10", "out of range", ""},
           {"J = 0.7", "J = true", "8:5", "must be a number", "true"},
           {"J = 0.7", "J = \"g\"", "8:6", "there is no 'g'", "g\""},
           {"\"y\", \"theta\"", "\"x\", \"theta\"", "2:21", "'x' is taken", "\"x\""},
           {"\"y\", \"theta\"", "\"y-1\", \"theta\"", "2:21", "is not a name", "\"y-1\""},
           {"\"y\", \"theta\"", "\"vx\", \"theta\"", "2:16", "'vx' is taken", "\"x\""},
           {"[0, 0, 0.4]", "[0, 0.4]", "14:5", "2 numbers, but 3", "[0, 0.4]"},
           {"{ vx = 0.87, vtheta", "{ vx = 0.87, wtheta", "15:18", "nearest: vtheta", "wtheta"},
           {"vx = 0.87, vtheta = 0.6", "vx = 0.87", "15:5", "leaves 2", "{"},
           {"lagrangian = ", "lagrangien = ", "3:1", "nearest: lagrangian", "lagrangien"},
           {"q = [0", "p = [0", "14:1", "nearest: q", "p = "},
           {"constraints = [\"", "constraints = \"\"#[\"", "4:15", "square brackets", "\"\""},
           {"name = \"Tilted", "space = [\"SE4\"]\nname = \"Tilted", "1:9", "is not a factor",
            "[\"SE4\""},
           {"name = \"A\"", "name = A", "13:8", "TOML", "A"},
           {"- g*y", "- g*y; touch x", "3:49", "';'", "; touch x"},
           {"name = \"Tilted", "space = [\"R03\"]\nname = \"Tilted", "1:9",
            "begins its number with 0", "[\"R03\""},
           {"J = 0.7", "J = \"sqrt(-1)\"", "8:6", "no finite value", "sqrt(-1)"},
           {"[0, 0, 0.4]", "[\"log(-2)\", 0, 0.4]", "14:7", "no finite value", "log(-2)"},
           {"spin = ", "\"a,b\" = ", "5:16", "'a,b' is not a name", "\"a,b\""},
           {"spin = ", "\"\" = ", "5:16", "'' is not a name", "\"\""},
           {"spin = ", "\"a\\nb\" = ", "5:16", "'a?b' is not a name", "\"a\\nb\""},
           {"spin = ", "energy_of_p = ", "5:16", "ends in '_of_p'", "energy_of_p"},
           {"Tilted skate", "Tilted\\u001b[31m", "1:8", "control character", "\"Tilted\\u"},
           {"name = \"A\"", "name = \"\\u009b\"", "13:8", "control character", "\"\\u009b"},
       })
    expect_mistake(bad);
}

TEST(ProblemFile, ReportsErrorsWithoutControlCharacters) {
  try {
    problem_of_text("s.toml", with("lagrangian = ", "\"\\u001b[2J\" = 1 # \x1b[2J\nlagrangian = "));
    ADD_FAILURE();
  } catch (InputFileError const& mistake) {
    EXPECT_EQ(std::string(mistake.what()).find('\x1b'), std::string::npos);
    for (auto const& note : mistake.notes) EXPECT_EQ(note.find('\x1b'), std::string::npos) << note;
  }
}

TEST(ProblemFile, ShowsANoteOnOneLine) {
  auto const file = problem_of_text("s.toml", with("name = \"A\"", "note = \"\"\"one\ntwo\"\"\""));
  EXPECT_EQ(file.cases[0].note, "one two");
}

TEST(ProblemFile, ReadsInLinearTime) {
  auto const seconds_of = [](std::string const& text) {
    auto const begin = std::chrono::steady_clock::now();
    refusal<InputFileError>([&] { problem_of_text("s.toml", text); });
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  // On one line and on many; a quadratic algorithm would take minutes.
  constexpr double most = 10;
  std::string cases = skate, row = "case = [";
  for (int i = 0; i < 15000; ++i) {
    cases += "[[case]]\nq = [0, 0, " + std::to_string(i) + "]\nv = { vx = 1, vtheta = 0 }\n";
    row += "{ q = [0, 0, " + std::to_string(i) + "], v = [1, 0, 0] }, ";
  }
  EXPECT_LT(seconds_of(cases), most);
  EXPECT_LT(seconds_of(row + "]\n" + skate.substr(0, skate.find("[[case]]"))), most);
  std::string constraints;
  for (int i = 0; i < 100000; ++i) constraints += "\"vx\",";
  EXPECT_LT(seconds_of(with("constraints = [", "constraints = [" + constraints)), most);
}

TEST(ProblemFile, RejectsALongFileBeforeReadingAll) {
  auto const path = std::filesystem::temp_directory_path() /
                    ("rattleback_long_" + std::to_string(::getpid()) + ".toml");
  std::ofstream(path) << "#";
  std::filesystem::resize_file(path, std::uintmax_t(1)
                                         << 36);  // more than memory; no blocks of a disk
  expect_refusal([&] { read_problem(path.string()); }, "at most 1000000 bytes");
  std::filesystem::remove(path);
}

TEST(ProblemFile, ReportsMissingKeys) {
  expect_refusal<InputFileError>([&] { problem_of_text("s.toml", with("lagrangian", "#")); },
                                 "'lagrangian' is missing");
}

TEST(ProblemFile, ReportsPositionsInMultilineTexts) {
  expect_mistake({"\"(vx^2 + vy^2 + J*vtheta^2)/2 - g*y\"",
                  "\"\"\"\n(vx^2 + vy^2\n + J*vtheta^2)/2 - G*y\"\"\"", "5:20", "'G'", "G*y"});
}

TEST(ProblemFile, ComputesParametersAndStartsFromParameters) {
  auto const file = problem_of_text("p", R"(coordinates = ["x", "y"]
lagrangian = "m*(vx^2 + b*vy^2)/2"
constraints = ["x*vx + y*vy"]
[parameters]
m = 2
a = { value = 0.5, above = 0, meaning = "an edge" }
b = "a^2"
[[case]]
q = ["a", "2*b"]
v = { vx = "1/m" }
parameters = { a = 3 }
)");
  ASSERT_EQ(file.parameters.size(), 2u);  // b follows from a
  EXPECT_EQ(file.parameters[1].meaning, "an edge");
  EXPECT_EQ(file.parameters[1].lower, 0);
  auto const value = [&](Number const& x) { return *file.graph.fixed_value(x.node); };
  EXPECT_EQ(value(file.cases[0].q[0]), 3);
  EXPECT_EQ(value(file.cases[0].v[0].value()), 0.5);
  EXPECT_EQ(graph::evaluate<double>(file.graph, std::array{file.lagrangian_node},
                                    std::vector<double>{2, 3, 0, 0, 1, 1})[0],
            10);
}

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
  return run.invariants.at(1).initial;  // after the energy
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
    expect_refusal<InputFileError>(
        [&] {
          problem_in_text((folder / "s.toml").string(),
                          pushed + "torque = { file = \"wrong.csv\" }\n");
        },
        said);
  }
  std::filesystem::remove(folder / "wrong.csv");
  expect_refusal<InputFileError>(
      [] { problem_in_text("s.toml", pushed + "vx = { x = [0, 1], y = [0, 1] }\n"); },
      "'vx' is taken");
}

}  // namespace
}  // namespace rattleback::text
