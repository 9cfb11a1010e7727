// States of the reduced methods of Fernandez, Bloch & Olver 2012 that were computed once with 50
// digits (start euler, epsilon = 1/2): node, momenta.

#include <gtest/gtest.h>

#include <cmath>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {
namespace {

struct Row {
  char const *problem, *method, *grid;
  double step;
  long steps;
  double r1, r2, p1, p2;
};

std::vector<Row> rows() {
  double const R2 = std::sin(7.0) / 100;
  return {
      {"hamiltonizable_particle", "rdla", "", 0.05, 10, 0.5, 0.481389595928005148, 1.0,
       1.11809693460697886},
      {"hamiltonizable_particle", "rdla", "", 0.05, 200, 10.0, 2.99879682433200529, 1.0,
       10.0514463742206084},
      {"hamiltonizable_particle", "hdel", "", 0.05, 10, 0.52090022568209814, 0.5,
       0.886830277551255649, 1.0},
      {"hamiltonizable_particle", "hdel", "", 0.05, 60, 10.0242164717202363, 3.0,
       0.0992349513935650318, 1.0},
      {"hamiltonizable_particle", "pthdel", "", 0.05, 10, 0.50003752421764661, 0.481397925418327517,
       0.894684183649590462, 1.00031245118712783},
      {"hamiltonizable_particle", "pthdel", "", 0.05, 200, 10.0239169735560214, 2.99727930809850195,
       0.0997563862573301689, 1.00031245118712783},
      {"sinusoidal_particle", "rdla", "", 0.05, 10, 0.5, 0.482175939866554148, 1.0,
       1.10907928993223328},
      {"sinusoidal_particle", "rdla", "", 0.05, 200, 10.0, 8.41641268699616182, 1.0,
       1.13851539421132177},
      {"sinusoidal_particle", "hdel", "", 0.05, 10, 0.519841076650889584, 0.5, 0.895502935912970564,
       1.0},
      {"sinusoidal_particle", "hdel", "", 0.05, 200, 12.059047535608063, 10.0, 0.899378243536988332,
       1.0},
      {"sinusoidal_particle", "pthdel", "", 0.05, 10, 0.500047894884134963, 0.482196797078572341,
       0.901956625063932307, 1.00031238610871798},
      {"sinusoidal_particle", "pthdel", "", 0.05, 200, 10.0032001961971923, 8.41810791054422415,
       0.877674378686855425, 1.00031238610871798},
      {"knife_edge", "rdla", "", 0.07, 10, 0.661024159662276108, 0.7, 1.37670154460500157, 1.0},
      {"knife_edge", "rdla", "", 0.07, 100, 0.671938926822165906, 7.0, 1.39681242735152231, 1.0},
      {"knife_edge", "hdel", "", 0.07, 10, 0.719217841275858627, 0.774456442043286617,
       1.05795856892719269, 0.714940020688793711},
      {"knife_edge", "hdel", "", 0.07, 14, 1.01886274569118078, 1.36282248126530445,
       1.08236217689653697, 0.207324168129842491},
      {"knife_edge", "hdel", "", R2, 10, 0.0658679460669792972, 0.0657455404255919021,
       1.0054397147237264, 0.99783954807710003},
      {"knife_edge", "hdel", "", R2, 100, 0.675608080179831783, 0.716807489937750486,
       1.05697385421166074, 0.753908016108535384},
      {"knife_edge", "hdel", "matched", 0.07, 10, 0.66033966977629495, 0.699340874211369021,
       1.05309931061758515, 0.765349722665632053},
      {"knife_edge", "hdel", "matched", 0.07, 100, 0.673793706812790153, 7.00020006322033884,
       1.05421219458179935, 0.754272889925274709},
      {"knife_edge", "pthdel", "", 0.07, 10, 0.66088490701394937, 0.699869082384218103,
       1.05372397849686733, 0.764920808040690605},
      {"knife_edge", "pthdel", "", 0.07, 100, 0.72831705754350174, 7.02722728039626024,
       1.05928675116241145, 0.733722238290205052},
  };
}

TEST(ReferenceNumbers, StatesOfTheReducedMethods) {
  for (auto const& row : rows())
    for (char const* solve : {"scalar", "newton"}) {
      // Newton's method from the last increment loses the root at cos(phi) = 0.
      if (std::string(solve) == "newton" && row.step == 0.07 && row.steps == 100) continue;
      RunSpec spec;
      spec.start = "euler";
      spec.step = row.step;
      spec.steps = row.steps;
      spec.options = {{"solve", solve}};
      if (row.grid[0] != '\0') spec.options.emplace_back("tau_grid", row.grid);
      auto const run = find_problem(row.problem).method(row.method).integrate(spec);
      ASSERT_EQ(run.outcome, Outcome::ok) << row.problem << ", " << row.method;
      auto const& p = run.memory[0].second;
      auto const near = [&](double measured, double wanted) {
        EXPECT_NEAR(measured, wanted, 1e-12 * std::max(1.0, std::abs(wanted)))
            << row.problem << ", " << row.method << " " << row.grid << ", " << row.steps
            << " steps, " << solve;
      };
      near(run.q.back()[0], row.r1);
      near(run.q.back()[1], row.r2);
      near(p[0], row.p1);
      near(p[1], row.p2);
    }
}

TEST(ReferenceNumbers, TheFoldOfTheKnifeEdgeInTau) {
  RunSpec spec;
  spec.start = "euler";
  spec.step = RawQuad(7) / 100;
  spec.steps = 100;
  spec.every = 1;
  auto const run = find_problem("knife_edge").method("hdel").integrate(spec);
  EXPECT_EQ(run.outcome, Outcome::no_real_root);
  EXPECT_EQ(run.failed_at, 15);
  ASSERT_EQ(run.q.size(), 15u);
  EXPECT_NEAR(run.q.back()[1], 1.36282248126530445, 1e-12);
}

TEST(References, PassWhereAVelocityIsNotDetermined) {
  // At cos(phi) = 0 the constraint of the knife edge no longer determines vy.
  auto const& knife = find_problem("knife_edge");
  auto const reference = knife.reference({}, {2, 7});
  EXPECT_GT(reference.digits, 25);
  auto const closed = knife.exact({}, {2, 7});
  for (std::size_t i = 0; i < closed.size(); ++i)
    for (int j = 0; j < 3; ++j) {
      EXPECT_LT(std::abs(static_cast<double>(reference.states[i].q[j] - closed[i].q[j])), 1e-25);
      EXPECT_LT(std::abs(static_cast<double>(reference.states[i].v[j] - closed[i].v[j])), 1e-25);
    }
}

}  // namespace
}  // namespace rattleback
