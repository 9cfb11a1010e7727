// Certified references by Taylor series: against extrapolation, with wrong equations or series, and
// where series are not used.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/registry.hpp"
#include "integrators/core/run/reference.hpp"
#include "tests/scratch.hpp"

namespace rattleback::text {
namespace {

char const* const unconstrained = R"toml(coordinates = ["x", "y"]
lagrangian = "(vx^2 + vy^2*(2 + cos(x)))/2 + cos(x) - y^2/2"
constraints = []
[[case]]
name = "A"
q = [1, 0.5]
v = [0, 0.25]
)toml";

class CertifiedReference : public testing::TestWithParam<char const*> {
 protected:
  static ProblemEntry const& problem() {
    return GetParam() == std::string("pendulum") ? problem_in_text("pendulum", unconstrained)
                                                 : find_problem(GetParam());
  }
};
INSTANTIATE_TEST_SUITE_P(Problems, CertifiedReference,
                         testing::Values("contact_oscillator", "mobile_robot", "constrained_so3",
                                         "two_constraint_particle", "chaplygin_sphere",
                                         "snakeboard", "pendulum"));

TEST_P(CertifiedReference, AgreesWithExtrapolation) {
  auto const reference = problem().reference({}, {0, 0.5_quad, 2});
  EXPECT_GE(reference.digits, 29);
  auto const& table = problem().functions->in_quad.get();
  ASSERT_TRUE(table.series);
  auto const start = table.cases().front();
  auto const state = [&](std::size_t i) {
    std::vector<Quad> y(reference.states[i].q.begin(), reference.states[i].q.end());
    y.insert(y.end(), reference.states[i].v.begin(), reference.states[i].v.end());
    return y;
  };
  std::vector<Quad> multipliers(std::size_t(table.constraints));
  QuadOde const ode{.y0 = state(0), .f = [&](Quad const& t, auto const& y, auto& rate) {
                      return !table.motion(start.system.get(), t, y.data(), y.data() + table.size,
                                           rate.data(), rate.data() + table.size,
                                           multipliers.data());
                    }};
  auto const expected = extrapolate(ode, {0.5_quad, 2}, 1e-31);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < expected[i].size(); ++j)
      EXPECT_LE(double(abs(state(i + 1)[j] - expected[i][j])),
                1e-28 * std::max(1.0, double(abs(expected[i][j]))))
          << "state " << i << " component " << j;
}

/// Right functions, and the number of series made of them.
ProblemTable<Quad> right_functions;
int series_made = 0;

/// Returns the reference of a problem with other functions in quad precision. The cache, which does
/// not know of these, is out of use.
Reference reference_with(ProblemEntry const& problem, void (*change)(ProblemTable<Quad>&)) {
  auto changed = std::make_shared<ProblemFunctions>();
  changed->description = problem.functions->description;
  changed->in_double = problem.functions->in_double;
  right_functions = problem.functions->in_quad.get();
  series_made = 0;
  changed->in_quad.make = [change] {
    auto functions = right_functions;
    change(functions);
    return functions;
  };
  Variable const nowhere("RATTLEBACK_CACHE", "/dev/null/nowhere");
  return reference(changed, {}, {1.5_quad});
}

TEST(DigitsOfReference, ShowAnErrorOfOneFormulation) {
  auto const& problem = find_problem("chaplygin_sphere");
  EXPECT_GT(reference_with(problem, [](auto&) {}).digits, 29);
  // Series that both differ from the equations.
  auto const wrong_motion = [](ProblemTable<Quad>& functions) {
    functions.independent_motion = [](void const* system, Quad t, Quad const* q, Quad const* v,
                                      Quad* rates) {
      bool const singular = right_functions.independent_motion(system, t, q, v, rates);
      rates[0] += 1e-20;
      return singular;
    };
  };
  double const digits = reference_with(problem, wrong_motion).digits;
  EXPECT_GT(digits, 18);
  EXPECT_LT(digits, 23);
}

// Extrapolation then certifies more digits, and its states are returned.
TEST(DigitsOfReference, ShowAnErrorOfOneSeries) {
  auto const& problem = find_problem("chaplygin_sphere");
  auto const wrong_series = [](ProblemTable<Quad>& functions) {
    functions.series = [](void const* system) {
      auto start = right_functions.cases().front();
      right_functions.set_parameter(start.system.get(), 0,
                                    right_functions.parameter(system, 0) * (1 + Quad(1e-20)));
      return right_functions.series(++series_made == 1 ? start.system.get() : system);
    };
  };
  auto const found = reference_with(problem, wrong_series);
  EXPECT_EQ(series_made, 2);
  EXPECT_GT(found.digits, 28);
  auto const right = problem.reference({}, {1.5_quad});
  for (std::size_t i = 0; i < right.states[0].v.size(); ++i)
    EXPECT_LE(double(abs(Quad(found.states[0].v[i] - right.states[0].v[i]))), 1e-27) << i;
}

// The beginning of a step shows nothing of a narrow well ahead of it.
TEST(DigitsOfReference, SeeAWellWithinAStep) {
  auto const& problem = problem_in_text("well", R"toml(
coordinates = ["x", "y"]
lagrangian = "(vx^2 + vy^2)/2 - exp(-((x - 3)/0.01)^2)"
constraints = ["vy - 0.1*x*vx"]
[[case]]
name = "A"
q = [0, 0]
v = { vx = 2 }
)toml");
  auto const found = problem.reference({}, {0, 4});
  auto const& table = problem.functions->in_quad.get();
  auto const start = table.cases().front();
  std::vector<Quad> y(found.states[0].q.begin(), found.states[0].q.end());
  y.insert(y.end(), found.states[0].v.begin(), found.states[0].v.end());
  Quad multiplier;
  auto const f = [&](Quad const& t, auto const& at, auto& rate) {
    return !table.motion(start.system.get(), t, at.data(), at.data() + 2, rate.data(),
                         rate.data() + 2, &multiplier);
  };
  EXPECT_NEAR(double(found.states[1].q[0]),
              double(extrapolate({.y0 = y, .f = f}, {4}, 1e-28)[0][0]), 1e-12);
  EXPECT_GT(found.digits, 28);
}

// Series would step over the pulse.
TEST(DigitsOfReference, CertifyAPulseOfADrivenSystem) {
  auto const& problem = problem_in_text("pulse", R"toml(
time_scale = 1
coordinates = ["x"]
lagrangian = "vx^2/2"
constraints = []
[forces]
vx = "exp(-((t - 1.9)/0.1)^2)/0.1"
[[case]]
name = "A"
q = [0.5]
v = [0]
)toml");
  auto const found = problem.reference({}, {8});
  EXPECT_GT(found.digits, 28);
  EXPECT_NEAR(double(found.states[0].v[0]), std::sqrt(std::numbers::pi), 1e-14);
}

}  // namespace
}  // namespace rattleback::text
