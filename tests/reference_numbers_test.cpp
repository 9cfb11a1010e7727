// States that two independent multiprecision implementations agreed on, through the registry.
// McLachlan & Perlmutter 2006; all runs start from the case's velocity as the method's own state.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {
namespace {

void expect_close(std::vector<double> const& found, std::vector<double> const& wanted,
                  double tolerance, std::string const& what) {
  ASSERT_EQ(found.size(), wanted.size()) << what;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    EXPECT_NEAR(found[i], wanted[i], tolerance * std::max(1.0, std::abs(wanted[i])))
        << what << ", component " << i;
}

struct State {
  std::string problem, method, case_name, epsilon;
  long steps_per_unit, steps;
  std::vector<double> q, v, multipliers;  ///< no multipliers: not compared
};

std::vector<State> const& states() {
  static std::vector<State> const all{
      {"contact_oscillator",
       "dla_euler",
       "IC-C",
       "",
       10,
       100,
       {-0.711108739291439601, -0.588182781652377244, -0.539188393350833047},
       {0.222118556284834306, -0.321170256816873120, 0.377635257633415244},
       {}},
      {"contact_oscillator",
       "dla_trapezoidal",
       "IC-C",
       "",
       10,
       100,
       {-0.772468330234068880, -0.575283084518469994, -0.585995027753301035},
       {0.203882190796464843, -0.345035320897607394, 0.354403243000132080},
       {}},
      {"contact_oscillator",
       "dla_leapfrog",
       "IC-C",
       "",
       10,
       100,
       {-0.770747796094285106, -0.579137446679909268, -0.579091963970727617},
       {0.210584615108923764, -0.337616320403178531, 0.363617680597529059},
       {}},
      {"contact_oscillator",
       "reversible_non_dla",
       "IC-C",
       "",
       10,
       100,
       {-0.735429603453920958, -0.588182781652377244, -0.585435589944906250},
       {0.263214224452017734, -0.321170256816873120, 0.391129667046686759},
       {}},
      {"contact_oscillator",
       "dla_leapfrog",
       "IC-C",
       "0.1",
       10,
       100,
       {-0.725941307753419444, -0.579137446679909268, -0.611517935762195293},
       {0.218039417555523158, -0.337616320403178531, 0.376489931372084278},
       {}},
      {"chaotic_r7",
       "dla_leapfrog",
       "IC-R",
       "",
       10,
       20,
       {0.0535537894093718200, -0.303467647036400547, 0.0396308129263732986, 0.0459272296827900829,
        0.108575133690840906, -0.299693667033176033, -0.0655673513930160998},
       {-0.238611540803088603, -0.578045654575922505, 0.566134268462124661, -0.472423458675390329,
        -0.815120102721275513, 0.629612707944717095, -0.733837039577844532},
       {}},
      {"chaotic_r7",
       "dla_euler",
       "IC-R",
       "",
       10,
       20,
       {0.0916745833590615359, -0.292636032150820831, 0.0265313275154496896, 0.0522471165584590171,
        0.129901027298257478, -0.306624108341926468, -0.0215236089792281032},
       {-0.219771107442808675, -0.585083469991880027, 0.578017321777986013, -0.491248602915732623,
        -0.823021792642687407, 0.645968468823808691, -0.731392043387974392},
       {}},
      {"chaotic_r7",
       "dla_euler_adjoint",
       "IC-R",
       "",
       10,
       20,
       {0.0186201939723814257, -0.314049221255571856, 0.0522105227141714001, 0.0411650467900055646,
        0.0885993815140086115, -0.295225038682234037, -0.107777355732896318},
       {-0.254972713678716651, -0.570888193860609881, 0.554256204468213857, -0.453710760634736591,
        -0.806492564169760121, 0.611929070436932108, -0.734962961005563645},
       {}},
      {"anisotropic_particle",
       "dla_leapfrog",
       "T1",
       "",
       10,
       1,
       {0.445189091271458008, 0.359542542585699819, -0.319229049960139619},
       {-0.556218174570839848, 0.590850851713996376, 0.815419000797207617},
       {0.310818254291601523}},
      {"anisotropic_particle",
       "dla_leapfrog",
       "T1",
       "",
       10,
       100,
       {-0.304795352164588153, -0.103996315774723884, -0.712283562179749132},
       {0.0805190728880188979, -0.0657170089233858417, 0.966854556500202442},
       {}},
      {"two_constraint_particle",
       "dla_leapfrog",
       "T2",
       "",
       10,
       1,
       {0.175129781199013714, 0.358691591065455346, -0.413749341718916260, 0.427750480765730835},
       {-0.253404376019725728, 0.573831821309106926, -0.114986834378325200, -0.744990384685383305},
       {0.0937562398027427190, 0.0803842020562670248}},
      {"two_constraint_particle",
       "dla_leapfrog",
       "T2",
       "",
       10,
       100,
       {-0.0886693001422770707, 0.635739994206465758, 0.651208322825153469, 0.101147443191236280},
       {-0.131052864744883042, 0.152467783628353499, 0.0523995097548573356, 0.764878443035811287},
       {}},
      {"chaotic_r7",
       "dla_leapfrog",
       "sample7",
       "",
       10,
       20,
       {0.0961757525756040301, 0.262426231250501991, 0.307399667779720101, -0.324467184613073645,
        -1.12035876037609744, 0.556255906754148682, -1.34093877740953605},
       {0.447121934098963180, 0.385068682249189678, -0.518621950177599103, 0.00611799202981279432,
        -0.474491104476601348, -0.963157109638888558, 0.0817612613067367294},
       {}},
      {"chaotic_r7",
       "dla_leapfrog",
       "sample7",
       "",
       10,
       200,
       {-1.53129577183927414, -0.913893491421721517, -0.466694308376030124, 0.317445154709507703,
        -0.330886869510832814, 0.370464622362030888, -0.564672946374479889},
       {-0.412893569323620911, -0.0989921081805442125, -0.582317944316159569, -0.557152279793318779,
        -0.265320550588854389, -0.780247602735659408, -0.610241698280149546},
       {}},
      {"chaotic_r7",
       "dla_leapfrog",
       "sample7",
       "",
       20,
       20,
       {0.0247172808686071559, -0.236659201013169825, 0.472140256818988267, 0.0161392800086141612,
        0.0453792896444244628, 0.951055873091866682, -0.835206313621885170},
       {-0.377689709096381178, 0.473737902303146236, 0.282532408263534772, -0.511227921138804464,
        -1.51682530588680125, 0.0741410642397494160, -1.00908695887561802},
       {}},
      {"chaotic_r7",
       "dla_leapfrog",
       "sample7",
       "",
       20,
       200,
       {0.0708221126388427507, -0.608386226415213543, -0.400314357071028361, 0.00528348090806913953,
        0.0432963602188857844, 0.239160731624898196, 0.740953219528160410},
       {0.832214597414806881, 0.147839979104445844, 0.402201866013478367, -0.505456661393743804,
        1.18721600067164116, 0.294792101049389980, 1.52944161536335011},
       {}},
  };
  return all;
}

TEST(ReferenceNumbers, States) {
  for (auto const& s : states()) {
    RunSpec spec;
    spec.setting.case_name = s.case_name;
    if (!s.epsilon.empty()) spec.setting.parameters = {{"epsilon", RawQuad(std::stod(s.epsilon))}};
    spec.start = "plain";
    spec.step = RawQuad(1) / s.steps_per_unit;
    spec.steps = s.steps;
    auto const run = find_problem(s.problem).method(s.method).integrate(spec);
    std::string const what =
        s.method + " on " + s.problem + ", " + std::to_string(s.steps) + " steps";
    ASSERT_EQ(run.outcome, Outcome::ok) << what;
    expect_close(run.q.back(), s.q, 1e-11, what + ", q");
    expect_close(run.v.back(), s.v, 1e-11, what + ", v");
    if (!s.multipliers.empty()) expect_close(run.multipliers.back(), s.multipliers, 1e-11, what);
  }
}

TEST(ReferenceNumbers, QuadStatesAgreeToAllPrintedDigits) {
  for (auto const& s : states()) {
    auto const& entry = find_problem(s.problem).method(s.method);
    if (s.case_name == "sample7") continue;  // its start is made in double
    RunSpec spec;
    spec.setting.case_name = s.case_name;
    if (s.epsilon == "0.1") spec.setting.parameters = {{"epsilon", RawQuad(1) / 10}};
    spec.start = "plain";
    spec.step = RawQuad(1) / s.steps_per_unit;
    spec.steps = s.steps;
    auto const run = entry.integrate_quad(spec);
    for (std::size_t i = 0; i < s.q.size(); ++i) {
      // Literals are doubles: half a unit in their last place.
      EXPECT_NEAR(static_cast<double>(run.q.back()[i] - RawQuad(s.q[i])), 0, 1.2e-16) << s.method;
      EXPECT_NEAR(static_cast<double>(run.v.back()[i] - RawQuad(s.v[i])), 0, 1.2e-16) << s.method;
    }
  }
}

TEST(ReferenceNumbers, ExactFlow) {
  struct Exact {
    RawQuad epsilon;
    std::vector<RawQuad> q, v;
    RawQuad multiplier;
  };
  for (auto const& e : {
           Exact{0,
                 {-0.772273650121188592Q, -0.578134125256557624Q, -0.581924700677950139Q},
                 {0.207911319686847316Q, -0.340236584179060527Q, 0.359624714411353687Q},
                 -0.234954623736939440Q},
           Exact{0.1Q,
                 {-0.727497430325523117Q, -0.578134125256557624Q, -0.614420991470794556Q},
                 {0.215192248122461208Q, -0.340236584179060527Q, 0.372218554002439659Q},
                 -0.190596514232310787Q},
           Exact{0.7Q,
                 {-0.314345533080267659Q, -0.578134125256557624Q, -0.837337344514180543Q},
                 {0.268207477448940153Q, -0.340236584179060527Q, 0.463919124874211784Q},
                 0.154991379581332855Q},
       }) {
    Setting setting;
    setting.parameters = {{"epsilon", e.epsilon}};
    auto const r = find_problem("contact_oscillator").reference(setting, {RawQuad(10)});
    EXPECT_GE(r.digits, 25);
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(static_cast<double>(r.states[0].q[i] - e.q[i]), 0, 1e-18);
      EXPECT_NEAR(static_cast<double>(r.states[0].v[i] - e.v[i]), 0, 1e-18);
    }
    EXPECT_NEAR(static_cast<double>(r.states[0].multipliers[0] - e.multiplier), 0, 1e-18);
  }
}

TEST(ReferenceNumbers, PoincareIterates) {
  struct Iterate {
    std::string orbit;
    int number;
    double x, z, vz, energy;
  };
  for (auto const& i : {
           Iterate{"A", 1, -0.705467160565766537, 1.05667414396981589, -0.0785217867422154346,
                   1.50778067762675962},
           Iterate{"A", 2, 1.11637051641959600, 0.556442589688630889, 0.297071569536747683,
                   1.50126686885704738},
           Iterate{"A", 10, 0.820305899811699146, 0.472341997147274636, 0.710842762362566410,
                   1.50584697294696188},
           Iterate{"B", 1, -0.535736945053109592, 0.737474099332762805, -0.730199095171612041,
                   1.50326600376583333},
           Iterate{"B", 2, 0.000995240274099150026, 0.562583709952926779, 0.920247738925774680,
                   1.50510672132494342},
           Iterate{"B", 10, 1.24981875811358636, -0.294866413708370291, -0.358151413683533280,
                   1.50030391683133723},
       }) {
    RunSpec spec;
    spec.setting.case_name = i.orbit;
    spec.step = RawQuad(2 * std::sin(std::numbers::pi / 40));
    spec.steps = 40 * i.number;
    auto const run = find_problem("contact_oscillator").method("dla_leapfrog").integrate(spec);
    expect_close({run.q.back()[0], run.q.back()[2], run.v.back()[2], run.invariants[0].final},
                 {i.x, i.z, i.vz, i.energy}, 1e-11, "orbit " + i.orbit);
  }
}

TEST(ReferenceNumbers, Energies) {
  EXPECT_NEAR(find_problem("chaotic_r7").energy({}), 1.36765, 1e-15);
  EXPECT_NEAR(find_problem("chaotic_r7").energy({.case_name = "H306"}), 3.06, 1e-15);
  EXPECT_NEAR(find_problem("chaotic_r7").energy({.case_name = "sample7"}), 3.06, 1e-14);
  for (char const* orbit : {"A", "B"})
    EXPECT_NEAR(find_problem("contact_oscillator").energy({.case_name = orbit}), 1.5, 1e-15);
}

}  // namespace
}  // namespace rattleback
