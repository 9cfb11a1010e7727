// Systems of users and of published test sets, stated as texts from their documents, against states
// at the end of a run that others computed or published: systems/end_states.csv.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "base/csv.hpp"
#include "experiments/laws/tools.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "problems/core/numbers/extremes.hpp"
#include "tests/refusal.hpp"

namespace rattleback {
namespace {

struct EndState {
  std::string system, case_name;
  double time = 0, allowed = 0;
  std::vector<double> q;
};
void PrintTo(EndState const& s, std::ostream* to) { *to << s.case_name << " at " << s.time; }

std::vector<EndState> end_states() {
  std::ifstream file(RATTLEBACK_SYSTEMS "/end_states.csv");
  std::vector<EndState> all;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    auto const fields = csv_fields(line);
    auto& s = all.emplace_back(
        EndState{fields.at(0), fields.at(1), std::stod(fields.at(2)), std::stod(fields.at(3)), {}});
    for (std::size_t i = 4; i < fields.size(); ++i) s.q.push_back(std::stod(fields[i]));
  }
  return all;
}

ProblemEntry const& system_of(std::string const& name) {
  return text::problem_in_file(fmt::format("{}/{}.toml", RATTLEBACK_SYSTEMS, name));
}

RunSpec spec_of(double step, long steps, std::string const& case_name) {
  return {.setting = {.case_name = case_name}, .step = RawQuad(step), .steps = steps};
}

class Systems : public testing::TestWithParam<EndState> {};
INSTANTIATE_TEST_SUITE_P(Public, Systems, testing::ValuesIn(end_states()), [](auto const& info) {
  auto const& system = info.param.system;  // with its folder, if it has one
  return fmt::format("{}{}", system.substr(system.find('/') + 1), info.index);
});

TEST_P(Systems, EndWhereOthersSay) {
  auto const& expected = GetParam();
  auto spec = spec_of(expected.time / 100, 100, expected.case_name);
  spec.options = {{"rtol", "1e-12"}, {"atol", "1e-14"}};
  auto const run = system_of(expected.system).method("odeint_bulirsch_stoer").integrate(spec);
  ASSERT_EQ(run.outcome, Outcome::ok) << run.reason;
  double largest = 0;
  for (double const x : expected.q) largest = larger_or_nan(largest, std::abs(x));
  for (std::size_t i = 0; i < expected.q.size(); ++i)
    EXPECT_NEAR(run.q.back()[i], expected.q[i], expected.allowed * largest) << "component " << i;
}

// Both mechanisms of the test set, by implicit solvers in the form of index two. The method of
// order two takes fixed steps, of which the second pair is half as long.
TEST(TestSet, EndsAsPublishedByImplicitMethods) {
  for (auto const& expected : end_states()) {
    if (expected.case_name != "test set") continue;
    auto const& problem = system_of(expected.system);
    auto const error = [&](std::string const& method, long steps, OptionValues options) {
      auto spec = spec_of(expected.time / double(steps), steps, expected.case_name);
      spec.options = std::move(options);
      auto const run = problem.method(method).integrate(spec);
      EXPECT_EQ(run.outcome, Outcome::ok) << run.reason;
      return laws::max_difference(run.q.back(), expected.q);
    };
    for (auto const* form : {"index2", "integrated_multiplier"})
      EXPECT_LT(error("radau", 1, {{"form", form}, {"rtol", "1e-10"}, {"atol", "1e-10"}}), 1e-6)
          << expected.system << " " << form;
    double const coarse = error("generalized_alpha", 6000, {}),
                 fine = error("generalized_alpha", 12000, {});
    EXPECT_LT(fine, 1e-2) << expected.system;
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.2) << expected.system;
  }
}

/// Cells of a row of a table, without ticks.
std::vector<std::string> cells_of(std::string const& row) {
  std::vector<std::string> cells;
  std::istringstream parts(row.substr(1));
  for (std::string cell; std::getline(parts, cell, '|');) {
    std::erase_if(cell, [](char c) { return c == ' ' || c == '`'; });
    cells.push_back(cell);
  }
  return cells;
}

TEST(TestSet, EndsAndDriftsLikeTheDocument) {
  std::ifstream document(RATTLEBACK_DOCS "/your_own_system.md");
  std::string line;
  while (std::getline(document, line) && !line.starts_with("| method | positions |"))
    ;
  std::getline(document, line);
  std::vector<EndState> mechanisms;
  for (auto const& state : end_states())
    if (state.case_name == "test set") mechanisms.push_back(state);
  ASSERT_EQ(mechanisms.size(), 2U);
  if (mechanisms[0].system != "car_axis") std::swap(mechanisms[0], mechanisms[1]);
  ProblemEntry const* const problems[]{&system_of(mechanisms[0].system),
                                       &system_of(mechanisms[1].system)};
  int rows = 0;
  for (; std::getline(document, line) && line.starts_with("| "); ++rows) {
    auto const cells = cells_of(line);
    ASSERT_GE(cells.size(), 8U) << line;
    for (std::size_t j : {0, 1}) {
      std::size_t const column = 2 + 3 * j;
      auto const& expected = mechanisms[j];
      auto const& method = problems[j]->method(cells[0]);
      long const steps = method.card.adaptive ? 1 : 6000;
      auto spec = spec_of(expected.time / double(steps), steps, expected.case_name);
      if (method.card.adaptive) spec.options = {{"rtol", "1e-7"}, {"atol", "1e-7"}};
      if (!cells[1].empty()) spec.options.emplace_back("positions", cells[1]);
      auto const run = method.integrate(spec);
      EXPECT_EQ(run.outcome == Outcome::ok, cells[column + 1] != "fails") << line << run.reason;
      double const calls = std::stod(cells[column]);
      if (run.outcome == Outcome::ok) {
        double const error = laws::max_difference(run.q.back(), expected.q);
        double largest = 0, drift = 0;
        for (double const x : expected.q) largest = larger_or_nan(largest, std::abs(x));
        for (std::size_t k = 0; k < run.invariants.size(); ++k)
          if (run.invariants[k].name.starts_with("position_"))
            drift = larger_or_nan(drift, run.invariants[k].max_deviation);
        EXPECT_NEAR(double(run.counts.equation_calls), calls, 0.1 * calls) << line;
        EXPECT_NEAR(std::log10(error / largest / std::stod(cells[column + 1])), 0, 0.5) << line;
        EXPECT_NEAR(std::log10(drift / std::stod(cells[column + 2])), 0, 0.7) << line;
      }
    }
  }
  EXPECT_EQ(rows, 17);
}

TEST(SystemsOfUsers, LeaveOutARedundantConstraint) {
  auto const& problem = system_of("redundant");
  EXPECT_NE(problem.equations.find("left out, because the others imply it: va - vc"),
            std::string::npos)
      << problem.equations;
  for (char const* const method : {"odeint_dopri5", "dla_trapezoidal", "gni", "ida"}) {
    auto const run = problem.method(method).integrate(spec_of(0.01, 100, ""));
    ASSERT_EQ(run.outcome, Outcome::ok) << method << ": " << run.reason;
    // 3 J a'' = -3 m g cos a: the energy of one crank.
    double const a = run.q.back()[0], va = run.v.back()[0];
    EXPECT_NEAR(va * va / 2 + 0.4 * 9.81 * std::sin(a), 0.02 + 0.4 * 9.81 * std::sin(0.5), 2e-3)
        << method;
    EXPECT_NEAR(a, run.q.back()[2], 1e-6) << method;
  }
}

TEST(SystemsOfUsers, NameTheReasonOfARejection) {
  struct Rejected {
    char const *system, *case_name, *reason;
  };
  for (auto const& [system, case_name, reason] :
       {Rejected{"appell", "A", "not linear in velocities: its coefficient of vx depends on vx"},
        Rejected{"rodwheel", "A", "singular everywhere: vφ has no kinetic energy"},
        Rejected{"forces/coulomb", "from rest", "the force on vx is not finite at the start"}})
    expect_refusal<InputFileError>(
        [&] { system_of(system).method("odeint_dopri5").integrate(spec_of(0.1, 1, case_name)); },
        reason);
}

TEST(SystemsOfUsers, LeaveOutFewerVelocitiesThanConstraints) {
  std::string const text = R"toml(coordinates = ["x", "y", "z", "w"]
lagrangian = "(vx^2 + vy^2 + vz^2 + vw^2)/2 - w"
constraints = ["vy - x*vx", "vz - y*vx"]
[[case]]
name = "z"
q = [2, 3, 0, 0]
v = { vx = 1.25, vy = 2.5, vw = 0 }
[[case]]
name = "y"
q = [2, 3, 0, 0]
v = { vx = 1.25, vz = 3.75, vw = 0 }
[[case]]
name = "off"
q = [2, 3, 0, 0]
v = { vx = 1.25, vy = 2.75, vw = 0 }
)toml";
  auto const& problem = text::problem_in_text("fewer.toml", text);
  for (auto const* name : {"z", "y"}) {
    auto const run = problem.method("odeint_dopri5").integrate(spec_of(0.1, 1, name));
    EXPECT_EQ(run.start_v, (std::vector<double>{1.25, 2.5, 3.75, 0})) << name;
  }
  expect_refusal<InputFileError>(
      [&] { problem.method("odeint_dopri5").integrate(spec_of(0.1, 1, "off")); },
      "the start of case off violates constraint 2 by 0.375");
}

TEST(SystemsOfUsers, WithDryFrictionSlideWhereTheyStick) {
  for (char const* const method : {"odeint_dopri5", "cvode_bdf", "ndf", "ida"}) {
    auto const run =
        system_of("forces/coulomb_sign").method(method).integrate(spec_of(0.05, 400, "moving"));
    EXPECT_EQ(run.outcome, Outcome::sliding) << method << ": " << run.reason;
  }
}

}  // namespace
}  // namespace rattleback
