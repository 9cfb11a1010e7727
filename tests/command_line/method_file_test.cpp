// Methods in user headers: the page of the documentation, errors, and names of hooks: agreement of
// code and documentation, and detection of misspellings.

#include <fmt/format.h>

#include <cstdlib>
#include <regex>
#include <set>

#include "program/plugins/hooks.hpp"
#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

using MethodFile = InFolder;
using TextWithExtra = InFolder;

TEST_F(MethodFile, RunsTheDocumentationAndEqualsTheCatalogue) {
  auto const page = read_text(RATTLEBACK_DOCS "/your_own_method.md");
  copy_example(scratch, "my_leapfrog.hpp");
  copy_example(scratch, "skate.toml");
  ASSERT_EQ(blocks(page, "sh").size(), 1u);
  int commands = 0;
  for (auto const& line : lines(blocks(page, "sh")[0])) {
    EXPECT_NE(success_of(scratch.shell(line)).out, "") << line;
    ++commands;
  }
  EXPECT_EQ(commands, 6);
  std::string const rest = " --step 0.1 --steps 20";
  for (std::string const problem : {"contact_oscillator", "./skate.toml"}) {
    auto const own = json_of(scratch, "run " + problem + " my_leapfrog" + rest);
    auto const known = json_of(scratch, "run " + problem + " dla_leapfrog" + rest);
    EXPECT_EQ(own["q"], known["q"]) << problem;
    EXPECT_EQ(own["v"], known["v"]) << problem;
  }
  auto const card = out_of(scratch, "show my_leapfrog");
  auto const forces = card.find("driven systems");
  EXPECT_TRUE(card.substr(forces, card.find('\n', forces) - forces).ends_with(" no")) << card;
  EXPECT_THAT(out_of(scratch, "list integrators"),
              HasSubstr("built for contact_oscillator, ./skate.toml"));
  // A text that resembles a composition is not a name of the method.
  refusal_of(scratch, "run contact_oscillator compose(my_leapfrog,yoshida4" + rest);
  // Two consecutive files of one signature are distinguished.
  write(scratch, "steep.toml", scratch.text_of("skate.toml"));
  replace_in(scratch, "steep.toml", "g = 0.5", "g = 2.5");
  EXPECT_EQ(json_of(scratch, "run ./steep.toml my_leapfrog" + rest)["q"],
            json_of(scratch, "run ./steep.toml dla_leapfrog" + rest)["q"]);
}

TEST_F(MethodFile, ObeysTheLawsInTheOtherExampleOfThePage) {
  copy_example(scratch, "rkmk4.hpp");
  out_of(scratch, "laws ./rkmk4.hpp --on suslov --strict");
}

/// Returns the names of the laws that a method breaks.
std::vector<std::string> broken_laws(json const& judged) {
  std::vector<std::string> broken;
  for (auto const& law : judged["laws"])
    if (!law["broken"].empty()) broken.push_back(law["law"]);
  return broken;
}

TEST_F(MethodFile, BreaksALawWithAnUnfulfilledPromise) {
  // A wrong end point of the half step: neither second order nor reversible.
  copy_example(scratch, "my_leapfrog.hpp", "return qh + h / S(2) * v1;",
               "return qh + h / S(2) * z0.v;");
  auto const broken = broken_laws(json_of(
      scratch.run(words("laws ./my_leapfrog.hpp --on contact_oscillator --strict --json")), 1));
  for (char const* const law : {"orders", "reversibility"})
    EXPECT_THAT(broken, testing::Contains(law));
  EXPECT_THAT(broken, Not(testing::Contains("starts")));
}

// The leapfrog of the documentation ignores forces and takes its constraint at the old time.
TEST_F(MethodFile, BreaksLawsOnTheDefaultSet) {
  copy_example(scratch, "my_leapfrog.hpp", "  template <class P>\n",
               "  static constexpr bool takes_forces = true;\n  template <class P>\n");
  auto const judged = scratch.run(words("laws my_leapfrog.hpp --strict"));
  EXPECT_EQ(judged.status, 1);
  for (auto const* said :
       {"default set: contact_oscillator (constant mass",
        "on driven_sleigh, start plain: positions", "on moving_contact, start plain: positions",
        "not tested the method reflects no momenta",
        "not covered: the method does not apply to: mass that depends on the configuration; Lie"})
    EXPECT_THAT(judged.out, HasSubstr(said));
}

/// Returns a reflection of momenta that maps the normal part d to -exp(-c h G) d, G the rate of
/// |d|.
/// @param guard  condition under which a step changes the memory
std::string reflecting_method(char const* c, char const* guard) {
  return fmt::format(R"(#pragma once
#include "integrators/geometric_nonholonomic/free_steps.hpp"
namespace rattleback {{
template <class P>
struct MyMemory {{
  Vec<double, dof_of<P>> p, p_plus;
  template <class System>
  auto flipped_velocity(System const& system, Vec<double, size_of<P>> const&) const {{
    return mass_inverse(system, 0.5 * (p_plus - p));
  }}
}};
struct MyGni {{
  static MethodCard card() {{
    return {{.id = "my_gni", .name = "My GNI", .equations = "", .source = "", .applies_to = "",
            .starts = {{{{"plain", 2}}}}, .multipliers = false, .reversible = true,
            .preserves_constraint = true, .options = {{}}}};
  }}
  template <ConstantMassSystem P>
  MyMemory<P> memory(P const& system, Point<P, double> const& z, double h) const {{
    auto const lambda = accelerations(system, z).multipliers;
    auto const p = momentum_of(system, z.q, z.v) + h / 2 * constraint_force(system, z.q, lambda);
    return {{p, reflect(system, z.q, p).p}};
  }}
  template <ConstantMassSystem P>
  Step<P, double> step(P const& system, Point<P, double> const& z, MyMemory<P>& memory,
                       double h) const {{
    Vec<double, dof_of<P>> force1;
    auto const end = verlet_step(system, z.q, memory.p, force(system, z.q), h, force1);
    auto const r = reflect(system, end.q, end.p_plus);
    auto const n = mass_inverse(system, constraint_terms(system, end.q, r.velocity).mu.row[0]);
    Vec<Dual<double, 1>, size_of<P>> moving;
    for (int i = 0; i < size_of<P>; ++i) moving[i] = {{end.q[i], Vec<double, 1>{{n[i]}}}};
    auto const phi = uncounted(system).constraint(moving, cast<Dual<double, 1>>(r.velocity));
    double const G = phi[0].slope[0] / constraint_form(system, end.q, n)[0];
    {1}memory = {{r.average + std::exp(-{0} * h * G) * (r.p - r.average), end.p_plus}};
    return {{{{end.q, r.velocity}}, {{}}, multiplier_outcome(r.impulses)}};
  }}
  template <class P>
  void reverse(P const&, Point<P, double>& z, MyMemory<P>& memory, double) const {{
    z.v = -z.v;
    memory = {{-memory.p_plus, -memory.p}};
  }}
}};
}}  // namespace rattleback
)",
                     c, guard);
}

// All are of order two and reversible; the growth rates of their modes differ, and one changes its
// memory in a step that fails.
TEST_F(MethodFile, BreaksTheLawsOfTheParasiticModeAndOfFailedSteps) {
  auto const broken = [&](char const* c, char const* guard) {
    write(scratch, "my_gni.hpp", reflecting_method(c, guard));
    auto const judged = json_of(scratch, "laws ./my_gni.hpp --on tilted_sleigh");
    for (auto const& law : judged["laws"]) {
      bool const has_test = law["law"] != "closed form" && law["law"] != "compositions" &&
                            law["law"] != "variants" && law["law"] != "quad";
      EXPECT_EQ(law["status"] == "not tested", !has_test) << law;
    }
    return broken_laws(judged);
  };
  EXPECT_EQ(broken("0", "if (!r.singular) "), std::vector<std::string>());
  EXPECT_EQ(broken("1", "if (!r.singular) "), std::vector<std::string>{"parasitic mode"});
  EXPECT_EQ(broken("0", ""), std::vector<std::string>{"failed steps"});
}

TEST_F(MethodFile, ReportsErrorsInOneLine) {
  copy_example(scratch, "my_leapfrog.hpp", "mass_inverse(", "mass_inverze(");
  std::string const build = "build my_leapfrog.hpp --on contact_oscillator";
  expect_refusal(scratch, build, "'mass_inverze'");
  expect_refusal(scratch, build + " --class Empty",
                 "my_leapfrog.hpp has no class 'Empty'; --class NAME");
  expect_refusal(scratch, "build my_leapfrog.hpp", "--on PROBLEM,.. is missing");
  expect_refusal(scratch,
                 "run contact_oscillator compose(./my_leapfrog.hpp,yoshida4) --step 0.1 --steps 1",
                 "names a header; build it first (`rattleback build ./my_leapfrog.hpp --on");
  expect_refusal(scratch, build + "x", "nearest: contact_oscillator");
  expect_refusal(scratch, "build no.hpp --on contact_oscillator", "no.hpp");
  expect_refusal(scratch, "build my_leapfrog.cpp", "neither the header");
  expect_refusal(scratch, "show my_leapfrog.hpp", "has not been built");
  expect_refusal(scratch.shell("CXX=nosuch \"$RATTLEBACK\" " + build), "the compiler 'nosuch'");
  expect_refusal(
      scratch.shell("cp \"$RATTLEBACK\" old && touch -d 2000-01-01 old && ./old " + build),
      "is newer than the program");
  copy_example(scratch, "my_leapfrog.hpp", "runs_on_lanes", "runs_on_lane");
  expect_refusal(scratch, build,
                 "'runs_on_lane' differs by one letter from the hook 'runs_on_lanes'");
  copy_example(scratch, "my_leapfrog.hpp", "MethodCard card()", "MethodCard cart()");
  expect_refusal(scratch, build, "MyLeapfrog has no `static MethodCard card()`");
}

TEST_F(MethodFile, CompilesWithTheOtherCompiler) {
  if (std::system("command -v g++ clang++ > /dev/null") != 0) GTEST_SKIP() << "one compiler only";
  for (char const* const other : {"g++", "clang++"}) {
    Scratch const scratch;
    copy_example(scratch, "my_leapfrog.hpp");
    SCOPED_TRACE(other);
    success_of(scratch.shell(
        fmt::format("CXX={} rattleback build my_leapfrog.hpp --on contact_oscillator", other)));
  }
}

TEST_F(TextWithExtra, RunsWithoutTheExtraUntilItIsCompiled) {
  copy_example(scratch, "upright_coin.toml");
  copy_example(scratch, "upright_coin.hpp");
  std::string const run = "run ./upright_coin.toml gni --step 0.1 --steps 20 --json";
  auto const before = scratch.run(words(run));
  EXPECT_EQ(before.err,
            "rattleback: note: upright_coin.hpp is left out; `rattleback build "
            "./upright_coin.toml` compiles it\n");
  EXPECT_EQ(out_of(scratch, "build ./upright_coin.toml"), "./upright_coin.toml compiled\n");
  auto const after = scratch.run(words(run));
  EXPECT_EQ(after.err, "");
  for (auto const* field : {"q", "v"})
    for (int i = 0; i < 4; ++i)
      EXPECT_NEAR(json_of(before)[field][i].get<double>(), json_of(after)[field][i].get<double>(),
                  1e-13);
  EXPECT_EQ(json_of(scratch, "show ./upright_coin.toml")["exact_solution"],
            "both rates are constant, the centre moves on a circle");
}

TEST_F(TextWithExtra, ReportsErrorsInOneLine) {
  auto const refuses = [&](std::string const& file, std::string const& old,
                           std::string const& replacement, std::string const& said) {
    copy_example(scratch, "upright_coin.toml");
    copy_example(scratch, "upright_coin.hpp");
    copy_example(scratch, file, old, replacement);
    auto const finished = scratch.run(words("build upright_coin.toml"));
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    int messages = 0;
    for (auto const& line : lines(finished.err))
      if (!line.starts_with("rattleback: note: ")) {
        ++messages;
        EXPECT_THAT(line, HasSubstr(said));
      }
    EXPECT_EQ(messages, 1) << finished.err;
  };
  refuses("upright_coin.toml", "m*(vx^2 + vy^2)", "mm*(vx^2 + vy^2)", "'mm'");
  refuses("upright_coin.toml", "m*(vx^2 + vy^2)", "m*(vx + vy)^2", "singular everywhere");
  refuses("upright_coin.hpp", "auto const& [m, r, I, J]", "auto const& [m, r, I]", "3 names");
  refuses("upright_coin.hpp", "UprightCoin<Real>>", "UprightCoim<Real>>", "UprightCoim");
}

TEST(Hooks, AgreeWithCodeAndDocumentation) {
  auto concepts = read_text(RATTLEBACK_DOCS "/../integrators/core/method/hooks.hpp");
  auto const page = read_text(RATTLEBACK_DOCS "/your_own_method.md");
  static std::regex const comment("//[^\n]*");
  concepts = std::regex_replace(concepts, comment, "");
  static std::regex const part("(?:method\\.|memory\\.|M::template |M::)(\\w+)");
  std::set<std::string> asked;
  for (std::sregex_iterator at(concepts.begin(), concepts.end(), part), end; at != end; ++at)
    asked.insert((*at)[1]);
  for (auto const& name : asked)
    EXPECT_TRUE(std::regex_search(page, std::regex("\n\\|[^|]*`(static )?" + name + "\\b")))
        << name;
  // Hooks whose misspellings are not looked for, because the names are common words.
  for (char const* const common : {"card", "multipliers", "tau", "time", "work"})
    EXPECT_EQ(asked.erase(common), 1u) << common;
  auto const& names = hook_names();
  EXPECT_EQ(asked, std::set<std::string>(names.begin(), names.end()));
}

/// The core states no methods; its local names are free.
TEST(Hooks, MatchTheCatalogue) {
  int headers = 0;
  for (auto const& entry :
       std::filesystem::recursive_directory_iterator(RATTLEBACK_DOCS "/../integrators")) {
    bool const of_core = entry.path().string().find("/core/") != std::string::npos;
    if (entry.path().extension() != ".hpp" || of_core) continue;
    ++headers;
    for (auto const& [written, meant] : misspelt_hooks(read_text(entry.path())))
      ADD_FAILURE() << entry.path() << ": " << written << " for " << meant;
  }
  EXPECT_GT(headers, 45);
}

TEST(Hooks, DetectMisspellings) {
  for (char const* const text :
       {"auto memroy(P const& p) const {", "auto memor(int);", "auto memoryy (int);",
        "auto menory(int) {}", "static constexpr bool x = emory(1);",
        "auto url = \"http://x\"; auto memroy(int);", "#error it's wrong\nauto memroy();",
        "/* a\n*/ auto memroy(int);"}) {
    auto const found = misspelt_hooks(text);
    ASSERT_EQ(found.size(), 1u) << text;
    EXPECT_EQ(found[0].meant, "memory");
  }
  EXPECT_EQ(misspelt_hooks("bool run_on_lanes = true;").at(0).meant, "runs_on_lanes");
  for (std::string const text :
       {"auto memory(int);", "auto memory_of(int);", "// memroy(x)", "/* memroy(x) */ int a;",
        "/* open memroy(\n * memroy(\n */", "/* open\n memroy(x)\n*/ int a;", "int memroy;",
        "auto restarted(int);", "auto m(int);", "auto s = \"\\\"memroy(\";",
        "char c = '\"'; char d = '\"'; // memroy("})
    EXPECT_TRUE(misspelt_hooks(text).empty()) << text;
  EXPECT_TRUE(misspelt_hooks(std::string(1'000'000, 'x') + "memroy(").empty()) << "generated";
}

}  // namespace
}  // namespace rattleback
