// States of the integrators on Lie groupoids that were computed once with 30 to 50 digits.

#include <gtest/gtest.h>

#include <cmath>

#include "integrators/core/registry/registry.hpp"
#include "tests/reference_distance.hpp"

namespace rattleback {
namespace {

using Numbers = std::vector<double>;

/// A state after some steps; `p` is the momentum on D_c*, where that is what was computed.
struct Row {
  char const *problem, *case_name, *method;
  long steps_per_unit, steps;
  Numbers q, v = {}, p = {};
};

/// I v (J v + v J) with the inertia of the row's problem, on D_c*.
Numbers momentum_of(Row const& row, Numbers const& q, Numbers const& v) {
  if (std::string(row.problem) == "suslov")
    return {2.7 * v[0] - 0.2 * v[1], -0.2 * v[0] + 3.2 * v[1]};
  if (std::string(row.problem) == "veselova") {
    Numbers p{v[0], 2 * v[1], 2.5 * v[2]};  // on the plane across gamma
    double const along = p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    for (int i = 0; i < 3; ++i) p[i] -= along * q[i];
    return p;
  }
  if (std::string(row.problem) == "constrained_rigid_body_so3")
    return {3 * v[0], 4 * v[1], 5 * v[2]};
  return {3 * v[0], 4 * v[1], 5 * v[2], 5 * v[3], 6 * v[4], 7 * v[5]};
}

std::vector<Row> rows() {
  return {
      {"nonholonomic_particle",
       "PART",
       "particle_dla",
       10,
       1,
       {.05076142131979695431472081, -2.9, -.1497461928934010152284264}},
      {"nonholonomic_particle",
       "PART",
       "particle_dla",
       10,
       25,
       {2.114436449094239924596102, -.5, -3.232928970553362138407507}},
      {"nonholonomic_particle",
       "PART",
       "particle_dla",
       10,
       50,
       {5.159322081077135588913628, 2, -1.464532328157602726882954}},
      {"suslov",
       "SUS",
       "euler_poincare_suslov",
       10,
       1,
       {},
       {},
       {2.667064800810855178388956, .6647857913883573681370881}},
      {"suslov",
       "SUS",
       "euler_poincare_suslov",
       10,
       10,
       {},
       {},
       {2.782418010598199480595165, -.1606683923967730630763294}},
      {"suslov",
       "SUS",
       "euler_poincare_suslov",
       10,
       100,
       {.6263846900920212192736, -.6785690675638403267756, -.3836485899411893262787,
        -.5830874404238209371096, -.7345099331622633514595, .3471371413518956235758,
        -.5173502264794320195103, .006259283625878835636515, -.8557508776099333931526},
       {},
       {1.631036667480312821204224, -2.569650481269162528562082}},
      {"chaplygin_sleigh",
       "SLE-A",
       "euler_poincare_suslov",
       10,
       1,
       {-.09739261749431384753779893, -.004979610074766285385554422, .1021695024972918967012160},
       {-.9478523498862769507559786, 0, 1.039836880598130283084435}},
      {"chaplygin_sleigh",
       "SLE-A",
       "euler_poincare_suslov",
       10,
       10,
       {-.5810615653409038220759042, -.2878437255654353714945215, 1.180089751123709357290919},
       {-.3001733278135928993736818, 0, 1.314502483305166919677704}},
      {"chaplygin_sleigh",
       "SLE-A",
       "euler_poincare_suslov",
       10,
       100,
       {-.7755961492409711719519980, -9.594628169742066056883167, 5.115764463906666428773221},
       {1.499909270192515761652830, 0, .01475618353246526720789293}},
      {"chaplygin_sleigh",
       "SLE-C",
       "euler_poincare_suslov",
       10,
       50,
       {-3.0675361954683284671, 1.0878723333066976363, 3.6514735331152682242},
       {1.2629961295529812774, 0, .25468164159192153451}},
      {"veselova",
       "free",
       "veselova_dla",
       10,
       1,
       {.5577013202984591701466236, .1011421009940705275047606, .8238564879539765396658478},
       {},
       {1.216329396416374179356022, .9986309441455206088815413, -.9459804632276530126097132}},
      {"veselova",
       "free",
       "veselova_dla",
       10,
       100,
       {-.5650889629195684822088081, -.1973632957678383436347755, .8010756477824945842472574},
       {},
       {1.045100322338411227327080, -1.461915901038110140500419, .3770506790075831554387166}},
      {"veselova",
       "heavy",
       "veselova_dla",
       10,
       1,
       {.5584312879133667783547496, .1011209892110975357548780, .8233644649973592070553023},
       {},
       {1.221433330138508245418619, .9657763269614815637051020, -.9470251369070997667017885}},
      {"rolling_ball",
       "BALL-opposite",
       "atiyah_dla",
       20,
       1,
       {1.041217988757026858213616, .9512804497189256714553404}},
      {"rolling_ball",
       "BALL-opposite",
       "atiyah_dla",
       20,
       80,
       {1.888016092407741676478096, 3.410531560296406028302304}},
      {"rolling_ball",
       "BALL",
       "atiyah_dla",
       10,
       40,
       {-1.420781651220756613522096, .09846386433019699213964000, -.4145119619789801595338,
        -.4827432245548332300250, .7714524045738261465926, -.5825020490647769988514,
        .7920437083486479759483, .1826420731941520489776, -.6991932466862595752474,
        -.3736652823205866081779, -.6095105089960333642863}},
      {"mobile_robot",
       "ROB",
       "chaplygin_dla",
       10,
       1,
       {-.04883434357736118000863182, -.002480080683213001103063207, .1014839806307983915263419,
        -.006079072575188208916413978, .3322008628608064295047258},
       {-.4772033328732639268164207, 0, 1.026852001382155801416624}},
      {"constrained_rigid_body_so3",
       "MP-SO3",
       "moser_veselov",
       10,
       1,
       {},
       {},
       {-.902843604933070702, 1.61427330468023680, -1.98327410451987934}},
      {"constrained_rigid_body_so3",
       "MP-SO3",
       "moser_veselov",
       10,
       100,
       {.746135318215378054, .665777641974845514, .00471363533283540012, -.665579463816944823,
        .745695984679509921, .0306834772801966191, .0169134342102592281, -.0260313249618710190,
        .999518036787703348},
       {},
       {-.908004976470940027, 2.38985615703394385, -.0787261172214072286}},
      {"constrained_rigid_body_so4",
       "MP-SO4",
       "moser_veselov",
       10,
       1,
       {},
       {},
       {-.480694471797597072, -.382219150785186524, -1.40281692887534551, -.274293775065912020,
        -2.01623347873352818, .549959523250560565}},
      {"constrained_rigid_body_so4",
       "MP-SO4",
       "moser_veselov",
       10,
       10,
       {},
       {},
       {-.522524794582017422, -.331022907507367033, -1.37543999381479961, -.140896503904269093,
        -2.07032369443281745, .440653006687542015}},
  };
}

TEST(ReferenceStates, LieGroupoids) {
  for (auto const& row : rows()) {
    RunSpec spec;
    spec.setting.case_name = row.case_name;
    spec.step = RawQuad(1) / row.steps_per_unit;
    spec.steps = row.steps;
    auto const run = find_problem(row.problem).method(row.method).integrate(spec);
    auto const subject =
        std::string(row.problem) + " " + row.case_name + ", step " + std::to_string(row.steps);
    ASSERT_EQ(run.outcome, Outcome::ok) << subject;
    EXPECT_LE(distance_to(row.q, run.q.back()), 1e-11) << subject;
    EXPECT_LE(distance_to(row.v, run.v.back()), 1e-11) << subject;
    if (row.p.empty()) continue;  // only these rows belong to an inertia of momentum_of
    EXPECT_LE(distance_to(row.p, momentum_of(row, run.q.back(), run.v.back())), 1e-11) << subject;
  }
}

TEST(ReferenceStates, LieGroupoidsInQuad) {
  // To the last digit of a double.
  for (auto const& row : rows()) {
    if (row.q.empty() || row.steps > 10) continue;
    RunSpec spec;
    spec.setting.case_name = row.case_name;
    spec.step = RawQuad(1) / row.steps_per_unit;
    spec.steps = row.steps;
    auto const run = find_problem(row.problem).method(row.method).integrate_quad(spec);
    Numbers q;
    for (auto const& x : run.q.back()) q.push_back(static_cast<double>(x));
    EXPECT_LE(distance_to(row.q, q), 2e-16) << row.problem;
  }
}

TEST(ReferenceStates, ExactMotionsOfLieGroupoids) {
  struct Exact {
    char const *problem, *case_name;
    Numbers q, v = {};
  };
  std::vector<Exact> const exact{
      {"nonholonomic_particle",
       "PART",
       {5.157804413413184650007432, 2, -1.464466094067262377995778},
       {.7071067811865475244}},
      {"suslov",
       "SUS",
       {.65564048860391322857, -.57103271739801990467, -.49402144221101887668,
        -.050451521900253123539, -.68593758844347628462, .72590927029367549553,
        -.75338581990980571370, -.45101137504655166454, -.47853792528643798936},
       {.8130480213005713758665539333, -.5331996844787850948976252598, 0}},
      {"chaplygin_sleigh",
       "SLE-A",
       {-2.423063553836399912339127, -1.071772660961604622451757, 4.249093113136511114858491},
       {1.381432689147684967765615, 0, .5227953522013718856757070}},
      {"veselova",
       "free",
       {-.3433519499473121300553297, -.9218384895801858394378007, .1797866446538787521771397},
       {.9763361178557949717441872, -.4636215707709409164977547, -.5125925724011404663972503}},
      {"veselova",
       "heavy",
       {.4166634061033468757495474, .1371704068570226346965010, .8986522606086496232039907},
       {.9257888454411653450181331, -.6409304205549300738454001, -.3314136737582162439282697}},
      {"rolling_ball",
       "BALL-opposite",
       {1.886841125555683663266529, 3.410446116171540166011807},
       {-1.410446116171540166011807, -.1031588744443163367334709}},
      {"rolling_ball",
       "BALL",
       {-1.420446116171540166011807, .1031588744443163367334709, -.49960543036559415942,
        -.38572581146753536195, .77563523148250609290, -.68830751226576934574,
        .72041096869061838677, -.085092918323163862004, -.52595359349254115261,
        -.57638844068731654252, -.62541920576068540893},
       {.1031588744443163367334709, 1.410446116171540166011807}},
      {"mobile_robot",
       "ROB",
       {-.9296272913984000715658667, -.6144959497289561640619208, 4.489255770134627936616239,
        -8.874405916961865088983860, 6.089779983486894699736935},
       {.6315675383047476233431988, 0, .7976223807478683901989461}},
  };
  for (auto const& row : exact) {
    Setting setting;
    setting.case_name = row.case_name;
    bool const particle = std::string(row.problem) == "nonholonomic_particle";
    auto const state =
        find_problem(row.problem).reference(setting, {RawQuad(particle ? 5 : 4)}).states[0];
    Numbers q, v;
    for (auto const& x : state.q) q.push_back(static_cast<double>(x));
    for (auto const& x : state.v) v.push_back(static_cast<double>(x));
    EXPECT_LE(distance_to(row.q, q), 1e-14) << row.problem << " " << row.case_name;
    EXPECT_LE(distance_to(row.v, v), 1e-14) << row.problem << " " << row.case_name;
  }
}

}  // namespace
}  // namespace rattleback
