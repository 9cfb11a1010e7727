// States of exact motions that were computed once with 50 digits.

#include <gtest/gtest.h>

#include "integrators/core/registry/registry.hpp"
#include "tests/reference_distance.hpp"

namespace rattleback {
namespace {

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
