// States of the geometric nonholonomic integrators that were computed once with 50 digits.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "integrators/core/registry.hpp"

namespace rattleback {
namespace {

using Words = std::vector<std::pair<std::string, std::string>>;

struct Row {
  char const *problem, *case_name, *method;
  Words options;
  char const* start;
  double step;
  long steps;
  std::vector<double> q;
  std::vector<std::pair<std::string, std::vector<double>>> memory = {};
  std::vector<double> q1 = {};
};

std::vector<Row> rows() {
  Words const none;
  std::string const p = "p", average = "p_average";
  return {
      {"nonholonomic_particle",
       "P1",
       "gni",
       none,
       "exact",
       0.1,
       2,
       {.2020167624140780782702, -1.95, -.3989831057678042440837}},
      {"nonholonomic_particle",
       "P1",
       "gni",
       none,
       "exact",
       0.1,
       10,
       {1.053040470373048041951, -1.75, -1.972264454082258982569}},
      {"nonholonomic_particle",
       "P1",
       "gni",
       none,
       "exact",
       0.1,
       100,
       {17.21609182746621617574, .5, -10.00042773333903001660}},
      {"nonholonomic_particle",
       "P1",
       "dla_midpoint",
       none,
       "exact",
       0.1,
       2,
       {.2020227320057282077723, -1.95, -.3989800831897535557282}},
      {"nonholonomic_particle",
       "P1",
       "dla_midpoint",
       none,
       "exact",
       0.1,
       100,
       {17.21681295846061014656, .5, -10.00019185987475552036}},
      {"snakeboard",
       "FIM",
       "gni",
       none,
       "exact",
       0.1,
       1,
       {.04760862649347624954225, -.000717881406572777352676, -.03050535521582576033501, .1, .32}},
      {"snakeboard",
       "FIM",
       "gni",
       none,
       "exact",
       0.1,
       2,
       {.09485952115298507020207, -.002894621333136460844231, -.06290014502457512239381, .2, .34}},
      {"snakeboard",
       "FIM",
       "gni",
       none,
       "exact",
       0.1,
       50,
       {.5756741375341104303129, -.9218391858152240043801, -3.438289208845645205274, 5, 1.3}},
      {"snakeboard",
       "FIM",
       "gni",
       none,
       "exact",
       0.1,
       100,
       {.1969900245187146317134, -.516676468933327735022, -8.106505786702690641474, 10, 2.3}},
      {"chaplygin_sleigh",
       "FIM",
       "gni",
       none,
       "exact",
       0.12,
       1,
       {-.23952070203831949699, -.0070040610573839162267, .058948620568151675956}},
      {"chaplygin_sleigh",
       "FIM",
       "gni",
       none,
       "exact",
       0.12,
       10,
       {-2.1754917543446773, -.75445378780831307367, .72944172713554678252}},
      {"chaplygin_sleigh",
       "FIM",
       "gni",
       none,
       "exact",
       0.12,
       60,
       {-2.2212151635973166576, -2.4908974929334108939, 10.240491022682990217}},
      {"chaplygin_sleigh",
       "FIM",
       "dla_midpoint",
       none,
       "exact",
       0.12,
       10,
       {-2.1750781518274945784, -.75663445988427889456, .72988048799767834258}},
      {"chaplygin_sleigh",
       "FIM",
       "dla_midpoint",
       none,
       "exact",
       0.12,
       60,
       {-2.226315298774221996, -2.4912866363698120459, 10.248531669676141793}},
      {"chaplygin_sleigh",
       "FIM",
       "dla_left",
       none,
       "exact",
       0.12,
       10,
       {-2.193188403866435744, -.6634768573087321194, .71119142201610663821}},
      {"chaplygin_sleigh",
       "FIM",
       "dla_left",
       none,
       "exact",
       0.12,
       60,
       {-1.7431937067136279922, -2.1967369078924541655, 9.2638503899152985233}},
      {"chaplygin_sleigh",
       "FIM",
       "gni",
       none,
       "pair",
       0.12,
       60,
       {-2.2202341894801543387, -2.4902501498806177503, 10.237006372936856702},
       {},
       {-.2395, -.0070, .0589}},
      {"constrained_so3",
       "FIM-momentum",
       "reduced_gni",
       {{"retraction", "cayley"}},
       "plain",
       0.1,
       100,
       {},
       {{p, {-.51330675316970922106, 1.0476660987703348636, .70633697527293455896}}}},
      {"constrained_so3",
       "FIM-momentum",
       "reduced_gni",
       {{"retraction", "exp"}},
       "plain",
       0.1,
       100,
       {},
       {{p, {-.51338392590672211579, 1.0572588159031871538, .69183866675373953905}}}},
      {"coupled_oscillator_3d",
       "T",
       "gni_euler_a",
       none,
       "multiplier",
       0.05,
       40,
       {.78880916684880785893, -.18556586661368428913, -.095171031849928806743},
       {{average, {-.78243962961131029942, -.9540822818166438579, .1154362222907145559}}}},
      {"coupled_oscillator_3d",
       "T",
       "gni_euler_b",
       none,
       "multiplier",
       0.05,
       40,
       {.8032905336217691309, -.18658718092917824131, -.10837631284623518397}},
      {"coupled_oscillator_3d",
       "T",
       "gni_rattle",
       none,
       "multiplier",
       0.05,
       40,
       {.79594747977757634071, -.18606512569506580829, -.10163900865357719104},
       {{average, {-.78455370140245456894, -.9527301105846781675, .12272297053502553884}}}},
      {"coupled_oscillator_3d",
       "T",
       "gni",
       {{"epsilon", "0"}},
       "multiplier",
       0.05,
       40,
       {.79594747977757634071, -.18606512569506580829, -.10163900865357719104},
       {{average, {-.78455370140245456894, -.9527301105846781675, .12272297053502553884}}}},
      {"coupled_oscillator_3d",
       "T",
       "reduced_gni",
       none,
       "multiplier",
       0.05,
       40,
       {.79594747977757634071, -.18606512569506580829, -.10163900865357719104}},
      {"coupled_oscillator_3d",
       "T",
       "gni_composition",
       {{"first", "b"}},
       "multiplier",
       0.05,
       40,
       {.79539983011131704639, -.18588978215902227427, -.10155057861277992454}},
      {"coupled_oscillator_3d",
       "T",
       "gni_composition",
       {{"first", "a"}},
       "multiplier",
       0.05,
       40,
       {.79578736551094746542, -.18604773429634642138, -.1014032305042324948}},
      {"body_frame_ball",
       "figure_1",
       "reduced_gni",
       none,
       "plain",
       0.1,
       100,
       {-5.0273548130349903232, 3.2368222412491819843}},
      {"body_frame_ball",
       "figure_1",
       "reduced_gni",
       none,
       "euler",
       0.1,
       100,
       {-5.0425169433221335565, 3.2704854346778044029}},
      {"body_frame_ball",
       "figure_3",
       "reduced_gni",
       none,
       "euler",
       0.15,
       100,
       {-2.0042651499765618449, 5.594053617645625634},
       {{"interval_velocity",
         {NAN, NAN, -.70622135465774965391, .68787747501889889051, .6029031727383523948}}}},
      {"body_frame_ball",
       "figure_3",
       "reduced_gni",
       none,
       "plain",
       0.15,
       100,
       {-2.0072104219575294755, 5.5909738304509573993}},
      {"body_frame_ball",
       "figure_3",
       "reduced_gni",
       {{"retraction", "exp"}},
       "plain",
       0.15,
       100,
       {-2.0115871135973090232, 5.5922435438702833695}},
      {"chaplygin_sphere",
       "FJM",
       "reduced_gni",
       none,
       "plain",
       0.15,
       100,
       {.99581836714683520281, 2.8932093797212892666}},
      {"chaplygin_sphere",
       "FJM",
       "reduced_gni",
       {{"retraction", "exp"}},
       "plain",
       0.15,
       100,
       {.99569949420126099344, 2.8933403079019088561}},
      {"chaplygin_sphere",
       "FJM",
       "energy_momentum_gni",
       none,
       "plain",
       0.15,
       100,
       {.9957256343273543087, 2.8933098453891072212}},
      {"rolling_ball",
       "FJM",
       "atiyah_dla",
       none,
       "exact",
       0.1,
       100,
       {-5.0270615921309313248, 3.2442660517065198518}},
      {"rolling_ball",
       "FJM",
       "atiyah_dla",
       none,
       "euler",
       0.1,
       100,
       {-4.9813726414541480794, 3.3645080400956609833}},
  };
}

/// Largest difference over the numbers that are wanted, relative to max(1, |number|).
double distance_to(std::vector<double> const& wanted, std::vector<double> const& found) {
  double largest = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (!std::isnan(wanted[i])) {
      double const d = std::abs(found.at(i) - wanted[i]) / std::max(1.0, std::abs(wanted[i]));
      largest = d > largest || std::isnan(d) ? d : largest;
    }
  return largest;
}

TEST(ReferenceStates, GeometricNonholonomicIntegrators) {
  for (auto const& row : rows()) {
    RunSpec spec;
    spec.setting.case_name = row.case_name;
    spec.options = row.options;
    spec.start = row.start;
    spec.step = row.step;
    spec.steps = row.steps;
    if (!row.q1.empty()) spec.setting.q1.emplace(row.q1.begin(), row.q1.end());
    auto const label = std::string(row.problem) + ", " + row.method + ", start " + row.start +
                       (row.options.empty() ? "" : ", " + row.options.front().second) + ", " +
                       std::to_string(row.steps) + " steps";
    auto const run = find_problem(row.problem).method(row.method).integrate(spec);
    ASSERT_EQ(run.outcome, Outcome::ok) << label;
    EXPECT_LE(distance_to(row.q, run.q.back()), 1e-11) << label;
    for (auto const& [name, numbers] : row.memory) {
      auto const at = std::find_if(run.memory.begin(), run.memory.end(),
                                   [&, &name = name](auto const& m) { return m.first == name; });
      ASSERT_NE(at, run.memory.end()) << label;
      EXPECT_LE(distance_to(numbers, at->second), 1e-11) << label << ", " << name;
    }
  }
}

TEST(ReferenceStates, ExactMotions) {
  struct Exact {
    char const *problem, *case_name;
    double time;
    std::vector<double> q, v = {};
  };
  std::vector<Exact> const rows{
      {"snakeboard",
       "FIM",
       5,
       {.5757912641209640219088, -.9216542558498939796929, -3.439188302505093063222}},
      {"chaplygin_sleigh",
       "FIM",
       1.2,
       {-2.1747877386418499858, -.75560910099843052738, .72973939101132308384}},
      {"chaplygin_sleigh",
       "FIM",
       7.2,
       {-2.2214988308577054745, -2.4875898389054567582, 10.238019955287090365}},
      {"coupled_oscillator_3d",
       "T",
       2,
       {.79572576334419345093, -.18594765595172196244, -.10139607446841950334}},
      {"body_frame_ball",
       "figure_1",
       10,
       {-5.026115290428850415, 3.2421028138892091582},
       {.10315887444431633673, -1.410446116171540166, -3.615669174257310249,
        3.3452616883335254949}},
      {"rolling_ball",
       "FJM",
       10,
       {-5.026115290428850415, 3.2421028138892091582},
       {.10315887444431633673, -1.410446116171540166, -3.615669174257310249,
        3.3452616883335254949}},
      {"body_frame_ball",
       "figure_3",
       15,
       {-2.0117114766701130197, 5.5920780321418445376},
       {NAN, NAN, -.7207081866263468918, .68852413238561366645, .61158860169876767753}},
      {"chaplygin_sphere",
       "FJM",
       15,
       {.9956978438245487574, 2.893349632724340157, NAN, NAN, NAN, NAN, NAN, NAN,
        -.025992822612618829765, -.35876277051612675393, .93306679700020507328},
       {NAN, NAN, -.19341728325741564752, -.071631883157999623645, .39895661110692932201}},
  };
  for (auto const& row : rows) {
    Setting setting;
    setting.case_name = row.case_name;
    auto const state = find_problem(row.problem).reference(setting, {RawQuad(row.time)}).states[0];
    auto const label = std::string(row.problem) + ", case " + row.case_name;
    EXPECT_LE(distance_to(row.q, {state.q.begin(), state.q.end()}), 1e-14) << label;
    EXPECT_LE(distance_to(row.v, {state.v.begin(), state.v.end()}), 1e-14) << label;
  }
}

}  // namespace
}  // namespace rattleback
