// Declared invariants are conserved along the motion, the energies of cases are those stated, and
// references exist where a constraint degenerates.

#include <gtest/gtest.h>

#include <cmath>

#include "integrators/core/registry/registry.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {
namespace {

constexpr double limit = 1e-8;  // relative to max(1, |I|)

/// The motion of a case at 400 nodes up to 100 units of time, by a solver with tolerance 1e-12.
Trajectory<double> motion(ProblemEntry const& problem, std::string const& case_name) {
  RunSpec const spec{.setting = {.case_name = case_name},
                     .options = {{"rtol", "1e-12"}, {"atol", "1e-12"}},
                     .step = RawQuad(problem.card.time_scale) / 4,
                     .steps = 400,
                     .every = 1};
  return problem.method("odeint_rkf78").integrate(spec);
}

double change(std::vector<double> const& values) {
  double largest = 0, size = 1;
  for (double value : values) {
    largest = larger_or_nan(largest, std::abs(value - values.front()));
    size = larger_or_nan(size, std::abs(value));
  }
  return largest / size;
}

class Invariants : public testing::TestWithParam<std::string> {};

TEST_P(Invariants, StayConstantOnEveryCase) {
  auto const& problem = find_problem(GetParam());
  for (auto const& at : problem.cases) {
    if (at.is_method_state)
      continue;  // a method's first state, which need not be a point of the motion
    auto const run = motion(problem, at.name);
    ASSERT_GT(run.times.size(), 10u) << at.name << ": " << run.reason;
    // The energy is not an invariant if affine constraints do work.
    for (std::size_t k = problem.affine || problem.driven ? 1 : 0; k < run.invariants.size(); ++k) {
      std::vector<double> values;
      for (auto const& row : run.invariant_values) values.push_back(row[k]);
      EXPECT_LE(change(values), limit) << at.name << ", " << run.invariants[k].name;
    }
  }
}

std::vector<std::string> all_problems() {
  std::vector<std::string> ids;
  for (auto const& problem : registry()) ids.push_back(problem.card.id);
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Problems, Invariants, testing::ValuesIn(all_problems()),
                         [](auto const& info) { return info.param; });

TEST(Energies, EqualThoseOfTheCases) {
  EXPECT_NEAR(find_problem("chaotic_r7").energy({}), 1.36765, 1e-15);
  EXPECT_NEAR(find_problem("chaotic_r7").energy({.case_name = "H306"}), 3.06, 1e-15);
  EXPECT_NEAR(find_problem("chaotic_r7").energy({.case_name = "sample7"}), 3.06, 1e-14);
  for (char const* orbit : {"A", "B"})
    EXPECT_NEAR(find_problem("contact_oscillator").energy({.case_name = orbit}), 1.5, 1e-15);
}

// On the snakeboard the forward velocity changes sign with cos(phi), and a speed with its sign.
TEST(InvariantsControl, SeesASpeedWhoseSignChanges) {
  std::vector<double> values;
  for (auto const& v : motion(find_problem("snakeboard"), "FIM").v)
    values.push_back(std::copysign(std::sqrt(2 * v[0] * v[0] + 0.5 * v[2] * v[2]), v[0]));
  EXPECT_GT(change(values), limit);
}

TEST(References, ExistOnTheKnifeEdgeWhereAVelocityIsNotDetermined) {
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
