// Identity of stored pieces: pieces of another problem, method or program are recomputed.

#include <set>

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

using Identity = InFolder;

std::string const ensemble =
    "ensemble ./skate.toml gni --orbits 65 --step 0.1 --until 1 --energy 2 --seed 1 --json";

/// Runs the ensemble with pieces in the folder `pieces`; expects success.
Finished with_pieces(Scratch const& scratch, std::string const& more = "") {
  return success_of(scratch, ensemble + " " + more + " --checkpoint pieces");
}

struct Ingredient {
  char const *name, *old, *replacement, *said;
};

void PrintTo(Ingredient const& ingredient, std::ostream* to) { *to << ingredient.name; }

class IngredientOfAText : public testing::TestWithParam<Ingredient> {};

TEST_P(IngredientOfAText, CausesRecomputationWithTheReason) {
  auto const& [name, old, replacement, said] = GetParam();
  Scratch const scratch;
  copy_example(scratch, "skate.toml");
  auto const before = with_pieces(scratch);
  replace_in(scratch, "skate.toml", old, replacement);
  auto const after = with_pieces(scratch);
  std::filesystem::remove_all(scratch.path() / "pieces");
  auto const computed = with_pieces(scratch);
  EXPECT_EQ(after.out, computed.out);
  EXPECT_THAT(after.err, HasSubstr(std::string("belongs to another run: ") + said));
  EXPECT_THAT(after.err, HasSubstr("it is computed again"));
  EXPECT_NE(after.out, before.out);
}

INSTANTIATE_TEST_SUITE_P(
    All, IngredientOfAText,
    testing::Values(Ingredient{"Lagrangian", "- g*y\"", "- g*y*1.5\"", "formulas; "},
                    Ingredient{"Constraint", "- a*vtheta", "- a*vtheta*(theta + 0.6)",
                               "formulas; "},
                    Ingredient{"Parameter", "g = 0.5", "g = 5.5", "parameters ("},
                    Ingredient{"CaseName", "name = \"A\"", "name = \"B\"", "case ("},
                    Ingredient{"CaseStart", "q = [0, 0, 0.4]\nv = { vx = 0.87, vtheta = 0.6 }",
                               "q = [0, 0, 0.5]\nv = { vtheta = 0.6, vx = 0.87 }", "case ("}),
    [](auto const& ingredient) { return std::string(ingredient.param.name); });

TEST_F(Identity, DoesNotDependOnCommentsBlanksAndNames) {
  copy_example(scratch, "skate.toml");
  auto const before = with_pieces(scratch);
  replace_in(scratch, "skate.toml", "(vx^2 + vy^2", "( vx^2+vy^2");
  replace_in(scratch, "skate.toml", "# A skate", "# Another sentence about a skate");
  auto const after = with_pieces(scratch);
  EXPECT_EQ(after.out, before.out);
  EXPECT_EQ(after.err, "");
}

TEST_F(Identity, NamesTheOptionAndTheParameterOfTheCommandLine) {
  copy_example(scratch, "skate.toml");
  with_pieces(scratch);
  EXPECT_THAT(with_pieces(scratch, "--set g=0.75").err,
              HasSubstr("belongs to another run: parameters ("));
  EXPECT_THAT(with_pieces(scratch, "--option epsilon=0.25").err, HasSubstr("options ("));
}

TEST_F(Identity, ContainsTheCodeOfAMethodInAHeader) {
  copy_example(scratch, "my_leapfrog.hpp");
  std::string const run =
      "ensemble contact_oscillator ./my_leapfrog.hpp --orbits 65 --step 0.1 --until 1 "
      "--energy 2 --seed 1 --json --checkpoint pieces";
  auto const before = out_of(scratch, run);
  EXPECT_EQ(out_of(scratch, run), before);
  replace_in(scratch, "my_leapfrog.hpp", "qh = z0.q + h / S(2) * z0.v",
             "qh = z0.q + h / S(3) * z0.v");
  auto const after = success_of(scratch, run);
  EXPECT_NE(after.out, before);
  EXPECT_THAT(after.err, HasSubstr("belongs to another run: code of method my_leapfrog; "));
}

TEST_F(Identity, ChangesWithEachIngredientOfARun) {
  auto const identity = [&](std::string const& arguments) {
    return json_of(scratch, arguments)["identity"].get<std::string>();
  };
  std::string const run = "run contact_oscillator dla_leapfrog --step 0.1 --steps 3";
  std::vector<std::string> const changed{
      run,
      "run contact_oscillator gni --step 0.1 --steps 3",
      "run suslov euler_poincare_suslov --step 0.1 --steps 3",
      "run contact_oscillator compose(dla_leapfrog,yoshida4) --step 0.1 --steps 3",
      "run contact_oscillator compose(dla_leapfrog,suzuki4) --step 0.1 --steps 3",
      "run contact_oscillator dla_leapfrog --step 0.2 --steps 3",
      "run contact_oscillator dla_leapfrog --step 0.1 --steps 4",
      run + " --case A",
      run + " --set epsilon=0.125",
      run + " --option multipliers=newton",
      run + " --q 0.5,0.25,0.75 --v 0.5,0,-2",
      run + " --q 0.5,0.25,0.75 --v 1,0,-4",
      run + " --precision quad"};
  std::set<std::string> all;
  for (auto const& arguments : changed) {
    EXPECT_EQ(identity(arguments), identity(arguments));
    EXPECT_TRUE(all.insert(identity(arguments)).second) << arguments;
  }
  // Output and drawing are not part of the identity.
  EXPECT_EQ(identity(run + " --every 1 --output t.csv"), identity(run));
}

}  // namespace
}  // namespace rattleback
