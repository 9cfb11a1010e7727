// Ensembles from given initial conditions, on groups, and of invariants other than the energy.
// Identity of stored pieces: pieces of another problem, method or program are recomputed.

#include <set>

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

std::string const particle = "ensemble contact_oscillator dla_leapfrog --step 0.1 --until 5 ";
std::string const header = "x,y,z,vx,vy,vz\n";
/// vx + y vz = 0.
std::string const rows = "1,0.5,0,-1,0,2\n0,1,0,-0.5,1,0.5\n0.25,0,1,0,0.5,1\n";

/// Test in a folder with the starts in a.csv.
class Starts : public InFolder {
 protected:
  Starts() { write(scratch, "a.csv", header + rows); }
};

TEST_F(Starts, EqualThoseOfSingleRuns) {
  auto const result = json_of(scratch, particle + "--starts a.csv --section vy=0");
  EXPECT_EQ(result["orbits"], 3);
  EXPECT_TRUE(result["energy"].is_null() && result["seed"].is_null());
  auto const single = json_of(
      scratch, "run contact_oscillator dla_leapfrog --step 0.1 --until 5 --q 1,0.5,0 --v -1,0,2");
  auto const one = json_of(scratch, particle + "--starts a.csv --orbits 1 --every 50");
  EXPECT_EQ(one["mean"].back().get<double>(),
            single["invariants"]["energy"]["final"].get<double>() -
                single["invariants"]["energy"]["initial"].get<double>());
}

TEST_F(Starts, EndInTheStatesOfSingleRuns) {
  auto const whole = out_of(scratch, particle + "--starts a.csv --json");
  EXPECT_EQ(out_of(scratch, particle + "--starts a.csv --final all.csv --json"), whole);
  auto const all = lines(scratch.text_of("all.csv"));
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0], "orbit,t," + header.substr(0, header.size() - 1));
  auto const starts = lines(rows);
  for (int i = 0; i < 3; ++i) {
    auto at = starts[i].begin();
    for (int commas = 0; commas < 3; ++at) commas += *at == ',';
    out_of(scratch, "run contact_oscillator dla_leapfrog --step 0.1 --until 5 --output b.csv --q " +
                        std::string(starts[i].begin(), at - 1) + " --v " +
                        std::string(at, starts[i].end()));
    auto const end = std::to_string(i) + "," + lines(scratch.text_of("b.csv")).back();
    EXPECT_EQ(end.substr(0, all[i + 1].size() + 1), all[i + 1] + ",");
  }
  // Shards hold their own orbits, by their numbers in the whole.
  out_of(scratch, particle + "--starts a.csv --shard 2/2 --final c.csv");
  EXPECT_EQ(lines(scratch.text_of("c.csv")).back(), all.back());
  expect_refusal(scratch, particle + "--starts a.csv --final d.csv --checkpoint e",
                 "pieces hold statistics only");
}

TEST_F(Starts, MayNameTheirColumnsInAnyOrder) {
  write(scratch, "b.csv",
        "vz, vy, vx, z, y, x\r\n2,0,-1,0,0.5,1\r\n0.5,1,-0.5,0,1,0\r\n1,.5,0,1,0,+0.25\r\n\r\n");
  auto const a = json_of(scratch, particle + "--starts a.csv");
  auto const b = json_of(scratch, particle + "--starts b.csv");
  for (auto const* name : {"mean", "variance", "kurtosis", "quantiles", "times"})
    EXPECT_EQ(a[name], b[name]) << name;
  EXPECT_NE(a["starts"], b["starts"]);
}

TEST_F(Starts, MayBeginWithAByteOrderMark) {
  write(scratch, "b.csv", "\xef\xbb\xbf" + header + rows);
  auto const a = json_of(scratch, particle + "--starts a.csv");
  auto const b = json_of(scratch, particle + "--starts b.csv");
  EXPECT_EQ(a["mean"], b["mean"]);
  // One byte order mark is not part of a name, but a second one is.
  write(scratch, "b.csv", "\xef\xbb\xbf\xef\xbb\xbf" + header + rows);
  expect_refusal(scratch, particle + "--starts b.csv", "unknown column");
}

TEST_F(Starts, ReportRowAndColumnOfAnError) {
  for (auto const& [text, said] : std::initializer_list<std::pair<std::string, std::string>>{
           {"", "column of 'a.csv' ''"},
           {header, "'a.csv' contains no row of numbers"},
           {"x,y,z,vx,vy\n", "'a.csv' has no column 'vz'"},
           {"x,y,z,vx,vy,vw\n", "unknown column of 'a.csv' 'vw'; nearest: v"},
           {"x,y,z,vx,vy,vz,x\n", "two columns 'x'"},
           {header + "1,0.5,0,-1,0,2\n1,0.5,zero,-1,0,2\n", "row 2, column z: 'zero' is not"},
           {header + "1,0.5,0,-1,0,\n", "row 1, column vz: '' is not a number"},
           {header + "1,0.5,0,-1,inf,2\n", "row 1, column vy must be finite, not 'inf'"},
           {header + "1,0.5,0,-1,0,1e999\n", "row 1, column vz must be finite"},
           {header + "1,0.5,0,-1,0\n", "row 1: expected 6 entries, got 5"},
           {header + std::string("1,0.5\0,0,-1,0,2\n", 17), "'a.csv' contains a zero byte"},
           {header + "1,0.5,0,-1,0,2\n\n1,0.5,0,-1,0,2\n", "row 2: expected 6 entries, got 1"},
           {header + rows + "1,0.5,0,-1,0,2.5\n", "row 4 of the starts violates the constraint"},
       }) {
    write(scratch, "a.csv", text);
    expect_refusal(scratch, particle + "--starts a.csv --checkpoint pieces", said);
    EXPECT_EQ(scratch.files(), std::vector<std::string>{"a.csv"});
  }
  write(scratch, "a.csv", header + rows);
  for (auto const& [more, said] :
       {std::pair{"--energy 1", "--energy applies to sampled initial conditions"},
        {"--seed 1", "--seed applies to sampled initial conditions"},
        {"--orbits 4", "--orbits 4: 'a.csv' has 3 rows"}})
    expect_refusal(scratch, particle + "--starts a.csv " + more, said);
  expect_refusal(scratch, particle + "--starts b.csv", "No such file");
  expect_refusal(scratch, particle + "--starts .", "Is a directory");
  expect_refusal(scratch, particle + "--orbits 2 --seed 1",
                 "ensemble needs --energy, or --starts FILE.csv");
}

TEST_F(Starts, MustBePointsOfTheSpace) {
  std::string const names = "R11,R12,R13,R21,R22,R23,R31,R32,R33,w1,w2,w3\n",
                    sound = "1,0,0,0,1,0,0,0,1,1,0.5,0\n";
  write(scratch, "a.csv", names + sound + "1,0,0,0,1,0,0,0,1.1,1,0.5,0\n");
  std::string const body = "ensemble suslov reduced_gni --step 0.1 --until 5 --starts a.csv ";
  expect_refusal(scratch, body, "row 2 of the starts misses SO(3)");
  out_of(scratch, body + "--orbits 1");
}

TEST_F(Starts, PreventMergingWithOtherFiles) {
  write(scratch, "b.csv", header + rows + "\n");
  auto const whole = out_of(scratch, particle + "--starts a.csv --json");
  write(scratch, "1", out_of(scratch, particle + "--starts a.csv --json --shard 1/2"));
  write(scratch, "2", out_of(scratch, particle + "--starts a.csv --json --shard 2/2"));
  write(scratch, "3", out_of(scratch, particle + "--starts b.csv --json --shard 2/2"));
  EXPECT_EQ(out_of(scratch, "merge --json 1 2"), whole);
  expect_refusal(scratch, "merge 1 3", "parts of different runs: starts (\"file with SHA-256 ");
  auto const with = particle + "--json --checkpoint pieces --starts ";
  EXPECT_EQ(out_of(scratch, with + "a.csv"), whole);
  EXPECT_THAT(scratch.run(words(with + "b.csv")).err, HasSubstr("belongs to another run: starts"));
}

using Groups = InFolder;

// On SO(3), on SE(2) x R^2, and on a product with SO(3), with a method that has a momentum as
// state.
TEST_F(Groups, GiveTheSameBytesForThreadsShardsAndPieces) {
  for (std::string const pair : {"suslov reduced_gni", "suslov euler_poincare_suslov",
                                 "snakeboard gni", "chaplygin_sphere reduced_gni"}) {
    auto const some =
        "ensemble " + pair + " --orbits 70 --step 0.05 --until 2 --energy 1.5 --seed 4 --json ";
    auto const whole = out_of(scratch, some + "--threads 1");
    EXPECT_EQ(json::parse(whole)["failed"], 0) << pair;
    EXPECT_EQ(out_of(scratch, some + "--threads 3"), whole) << pair;
    for (auto const* part : {"1", "2", "3"})
      write(scratch, part, out_of(scratch, some + "--shard " + part + "/3"));
    EXPECT_EQ(out_of(scratch, "merge --json 3 1 2"), whole) << pair;
    auto const folder = some + "--checkpoint " + pair.substr(0, pair.find(' '));
    EXPECT_EQ(out_of(scratch, folder), whole) << pair;
    EXPECT_EQ(out_of(scratch, folder), whole) << pair;
  }
}

TEST_F(Groups, AllowSectionsAndExponents) {
  for (std::string const pair : {"suslov odeint_rk4", "chaplygin_sphere odeint_rk4"}) {
    auto const some =
        "ensemble " + pair + " --orbits 5 --step 0.05 --until 50 --energy 1 --seed 4 ";
    auto const result =
        json_of(scratch, some + "--section R11=0 --crossing both --output a.csv --lyapunov");
    ASSERT_EQ(result["exponents"].size(), 5u);
    for (double const exponent : result["exponents"]) EXPECT_LT(std::abs(exponent), 1) << pair;
    long crossings = 0;
    for (long const some_of_them : result["crossings"]) crossings += some_of_them;
    EXPECT_GT(crossings, 5) << pair;
    EXPECT_EQ(
        out_of(scratch, some + "--section R11=0 --crossing both --lyapunov --json --threads 1"),
        out_of(scratch, some + "--section R11=0 --crossing both --lyapunov --json --threads 2"))
        << pair;
  }
}

TEST(Invariants, SupplementTheEnergy) {
  Scratch const scratch;
  std::string const some =
      "ensemble snakeboard gni --orbits 40 --step 0.05 --until 5 --energy 1 --seed 4 --json ";
  auto const plain = json::parse(out_of(scratch, some));
  auto const text = out_of(scratch, some + "--invariant vpsi");
  auto const with = json::parse(text);
  for (auto const& entry : plain.items())
    if (entry.key() != "identity") {
      EXPECT_EQ(with[entry.key()], entry.value());
    }
  EXPECT_NE(with["identity"], plain["identity"]);
  EXPECT_EQ(with["invariant"]["name"], "vpsi");
  EXPECT_EQ(with["invariant"]["mean"].size(), with["times"].size());
  // psi' is free, and every step preserves it; the energy changes.
  for (double const variance : with["invariant"]["variance"]) EXPECT_LT(variance, 1e-24);
  EXPECT_GT(with["variance"].back().get<double>(), 1e-14);
  EXPECT_EQ(out_of(scratch, some + "--invariant energy"), out_of(scratch, some));
  for (auto const* part : {"1", "2"})
    write(scratch, part, out_of(scratch, some + "--invariant vpsi --shard " + part + "/2"));
  EXPECT_EQ(out_of(scratch, "merge --json 1 2"), text);
  expect_refusal(scratch, some + "--invariant vps",
                 "unknown invariant of snakeboard 'vps'; nearest: vpsi");
}

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
