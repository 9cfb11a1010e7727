// States of problems beyond the papers, by extrapolation of the motion without multipliers in 28 to
// 34 digits and by closed forms.

#include <gtest/gtest.h>
#include <quadmath.h>

#include "base/misuse.hpp"
#include "integrators/core/registry/registry.hpp"
#include "tests/reference_distance.hpp"

namespace rattleback {
namespace {

struct State {
  char const *problem, *case_name;
  double time;
  int digits;                          ///< printed
  std::vector<char const*> q, v = {};  ///< "nan": not compared
};

std::vector<State> const& states() {
  static std::vector<State> const all{
      {"pendulum_cvt",
       "a2",
       10,
       20,
       {".307790536409105669045", "19.79475097709899979054", ".7591259113193919777468"},
       {".4791550499984986432422", "2.245311627198815589615", "-.5911034380896746988714"}},
      {"pendulum_cvt",
       "a2-reverse",
       10,
       20,
       {"1.083194555041717584777", "-19.8393172226404071528", ".2058283079920936462272"},
       {"-.1188205008415041431936", "-2.39057104595267656876", "-.1421476420376412915764"}},
      {"pendulum_cvt",
       "a1",
       10,
       20,
       {"-1.078044719714165189833", "-.7539341469480513318059", "-.01547918491584074057863"},
       {"-.1671622255977575082726", "-.9258570983858714292846", "-.2442064034048915938551"}},
      {"pendulum_cvt",
       "a0",
       10,
       19,
       {".3267322478642860257339", "19.87640094701566189765", ".7616068734804172315925"},
       {".4879134153877184075734", "2.2989219363588988848", "-.5702118093810634590674"}},
      {"knife_edge_cvt",
       "c1",
       10,
       20,
       {"-.2238119552853793560505", "19.79475097709899979054", "-.7439118691629738476455"},
       {".4708419652105237489631", "2.245311627198815589615", ".651775408700326599839"}},
      {"knife_edge_cvt",
       "c0",
       10,
       19,
       {"-.9857299298873479483", "10", ".09790978722227585104184"},
       {".4349840836195469462549", "1", ".2820266403871020064388"}},
      {"tilted_sleigh",
       "slides",
       2,
       20,
       {".8201170252644610571297", "1.135328635776442493701", "1.300562686989496475648"},
       {".02014609863339902569896", ".3374119325592306707871", ".3532968818147933184047"}},
      {"vertical_disk", "circle", 5, 19, {"-.55123078636940261847", "3.0430033657426799592"}},
      {"rolling_disk",
       "generic",
       5,
       18,
       {"4.421095577355411546167", "3.628449557978599780713", ".5785068229637480628164",
        ".7854204957231566249665", ".22010111467773524841", "-.4450335844070434912855",
        ".07778811778016237583424", ".8921289802949114388463", ".6835751345201268753557",
        "-.6140550900613156645573", ".3945394553597649438171"},
       {"nan", "nan", "-.3848612090914688551995", "-.1300361037002543316804",
        "1.172681288269625782018"}},
      {"rolling_disk",
       "steady",
       5,
       20,
       {".02609906538909456820799", "-.1001863113518578369049", "nan", "nan", "nan", "nan", "nan",
        "nan", "-.517253239275974147189", ".6945855501365629733282", ".5"}},
      {"rattleback",
       "reverses",
       1,
       18,
       {".00093081310980742145949", "-.00112744797747418255771", "-.42894554781781479496",
        ".90318527225852712508", "-.01618891542275125868", "-.90295901184346785770",
        "-.42921416767910879350", "-.02098144881074596871", "-.02589864741531561708",
        ".00561802801880808496", ".99964878723641587431"},
       {"nan", "nan", "-4.90710347967185359896", "1.44190125792497283013",
        "2.96913476576246718967"}},
      {"rattleback",
       "steady",
       1,
       15,
       {"-.0020030280466550927", ".0006100498737712206", ".50606621474185994877",
        "-.85771955713380254982", "-.0906319348079876077", ".86249462919580728556",
        ".50326812011671807416", ".0531433333784353728", ".0000300870833912544",
        "-.1050636025671033801", ".9944655039318302875"},
       {"nan", "nan", "1.158815051980522649", ".444970225636545686", "-5.235970198656245531"}}};
  return all;
}

/// Largest difference from the numbers that are printed, relative to max(1, |number|).
RawQuad distance(std::vector<char const*> const& wanted, std::vector<RawQuad> const& found) {
  RawQuad largest = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    RawQuad const number = strtoflt128(wanted[i], nullptr);
    if (isnanq(number)) continue;
    RawQuad const d = fabsq(found.at(i) - number) / fmaxq(1, fabsq(number));
    largest = d > largest || isnanq(d) ? d : largest;
  }
  return largest;
}

Setting setting_of(std::string const& case_name) {
  Setting setting;
  setting.case_name = case_name;
  return setting;
}

TEST(BeyondThePapers, ExactMotions) {
  for (auto const& row : states()) {
    auto const& problem = find_problem(row.problem);
    auto const label = std::string(row.problem) + ", case " + row.case_name;
    auto const reference = problem.reference(setting_of(row.case_name), {RawQuad(row.time)});
    auto const& state = reference.states.front();
    EXPECT_GE(reference.digits, 20) << label;
    double const allowed = std::pow(10.0, -row.digits);
    EXPECT_LE(double(distance(row.q, state.q)), allowed) << label;
    EXPECT_LE(double(distance(row.v, state.v)), allowed) << label;
    // The same in double precision, by a solver that shares nothing with the reference.
    bool const is_rattleback = problem.card.id == "rattleback";
    RunSpec spec;
    spec.setting = setting_of(row.case_name);
    spec.step = RawQuad(row.time) / 20;
    spec.steps = 20;
    spec.options = {{"rtol", "1e-13"}, {"atol", "1e-14"}};
    auto const run = problem.method("odeint_rkf78").integrate(spec);
    ASSERT_EQ(run.outcome, Outcome::ok) << label;
    auto const raw = [](std::vector<double> const& x) {
      return std::vector<RawQuad>(x.begin(), x.end());
    };
    double const tolerance = is_rattleback ? 1e-9 : 1e-11;
    EXPECT_LE(double(distance(row.q, raw(run.q.back()))), tolerance) << label;
    EXPECT_LE(double(distance(row.v, raw(run.v.back()))), tolerance) << label;
  }
}

// Circle of the vertical disk by (4.18): rates and energy are exact, the radius is
// (r s/w) (h w/2) cot(h w/2).
TEST(BeyondThePapers, LeapfrogOfTheVerticalDisk) {
  RunSpec spec;
  spec.step = RawQuad(1) / 10;
  spec.steps = 50;
  auto const& problem = find_problem("vertical_disk");
  auto const run = problem.method("dla_leapfrog").integrate(spec);
  double const w = 0.7, s = 1.1, half = 0.1 * w / 2, radius = s / w * half / std::tan(half);
  EXPECT_NEAR(run.q.back()[0], radius * std::sin(5 * w), 1e-14);
  EXPECT_NEAR(run.q.back()[1], radius * (1 - std::cos(5 * w)), 1e-14);
  EXPECT_NEAR(run.q.back()[0], -.5510056820808082, 1e-14);
  EXPECT_NEAR(run.q.back()[1], 3.041760704547453, 1e-14);
  EXPECT_NEAR(run.v.back()[2], w, 1e-15);
  EXPECT_NEAR(run.v.back()[3], s, 1e-15);
}

TEST(BeyondThePapers, InvariantsOfTheRollingDisk) {
  RunSpec spec;
  spec.step = 0.01Q;
  spec.steps = 1000;
  spec.options = {{"rtol", "1e-13"}, {"atol", "1e-14"}};
  auto const run = find_problem("rolling_disk").method("odeint_rkf78").integrate(spec);
  std::vector<double> const wanted{2.033525403784438646764, .419794643430693122,
                                   .162811512385942829};
  ASSERT_EQ(run.invariants.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_NEAR(run.invariants[i].initial, wanted[i], 1e-14) << run.invariants[i].name;
    EXPECT_LE(run.invariants[i].max_deviation, 1e-10) << run.invariants[i].name;
  }
}

// The gauge leaves the motion in (q, v) as it is.
TEST(BeyondThePapers, GaugeDoesNotChangeTheMotion) {
  auto const gauged =
      find_problem("gauged_contact_oscillator").reference(setting_of("IC-C"), {2}).states[0];
  auto const plain =
      find_problem("contact_oscillator").reference(setting_of("IC-C"), {2}).states[0];
  for (int i = 0; i < 3; ++i) {
    EXPECT_LE(double(fabsq(gauged.q[i] - plain.q[i])), 1e-25);
    EXPECT_LE(double(fabsq(gauged.v[i] - plain.v[i])), 1e-25);
  }
}

// In steady spin the divergence is the trace of the linearised motion, of the sign of the spin: no
// invariant measure has a positive continuous density there.
TEST(BeyondThePapers, RattlebackHasNoInvariantMeasure) {
  auto const& problem = find_problem("rattleback");
  for (double spin : {5.0, -5.0}) {
    Setting setting = setting_of("reverses");
    setting.q = {0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    setting.v = {0, 0, 0, 0, spin};
    EXPECT_NEAR(problem.divergence(setting), spin / 5 * 3.83634222919937206, 1e-12);
  }
}
TEST(BeyondThePapers, RollingDiskKeepsTheVolume) {
  auto const& problem = find_problem("rolling_disk");
  for (double time : {0.0, 1.0, 3.0}) {
    auto const state = problem.reference(setting_of("generic"), {RawQuad(time)}).states[0];
    Setting setting = setting_of("generic");
    setting.q = state.q;
    setting.v = state.v;
    EXPECT_NEAR(problem.divergence(setting), 0, 1e-19);
  }
}

// Without spin the disk falls in a plane and lies flat when its axle is vertical.
TEST(BeyondThePapers, PassageOfTheFlatPositionIsRecorded) {
  RunSpec spec;
  spec.setting.v = {0, 0, 0, 0, 0};
  spec.step = 0.02Q;
  spec.steps = 500;
  for (char const* method : {"odeint_rkf78", "reduced_gni"}) {
    auto const run = find_problem("rolling_disk").method(method).integrate(spec);
    EXPECT_EQ(run.outcome, Outcome::singular_constraints) << method;
    EXPECT_NE(run.reason.find("flat"), std::string::npos) << method << ": " << run.reason;
    EXPECT_GT(run.q.back()[10], 0.9) << method;
  }
}

void expect_refusal(char const* problem, Setting const& setting, char const* words) {
  RunSpec spec;
  spec.setting = setting;
  spec.step = 0.01Q;
  spec.steps = 1;
  try {
    find_problem(problem).method("odeint_rkf78").integrate(spec);
    FAIL() << problem << " accepts it";
  } catch (Misuse const& misuse) {
    EXPECT_NE(std::string(misuse.what()).find(words), std::string::npos) << misuse.what();
  }
}

TEST(BeyondThePapers, ImpossibleBodiesAndPointsAreRefused) {
  auto const with = [](char const* name, RawQuad value) {
    Setting setting;
    setting.parameters = {{name, value}};
    return setting;
  };
  expect_refusal("rattleback", with("c", -1), "parameter c=-1");
  expect_refusal("rattleback", with("I33", 1), "no rigid body");
  expect_refusal("rolling_disk", with("C", 1), "C <= 2 A");
  expect_refusal("vertical_disk", with("J", 1), "J <= 2 I");
  Setting flat;
  flat.q = {0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  expect_refusal("rolling_disk", flat, "lies flat");
}

}  // namespace
}  // namespace rattleback
