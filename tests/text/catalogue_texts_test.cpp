// Problems of the catalogue as problem files: text and header state the same problem.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>

#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/registry.hpp"
#include "integrators/core/tables/mechanics.hpp"
#include "problems/core/numbers/dual.hpp"
#include "problems/text/problem_file.hpp"
#include "problems/text/problem_text.hpp"

namespace rattleback::text {
namespace {

/// Problems with a text.
std::vector<std::string> stated_problems() {
  std::vector<std::string> ids;
  for (auto const& problem : registry())
    if (!text_in_catalogue(problem.card.id).text.empty()) ids.push_back(problem.card.id);
  return ids;
}

TEST(CatalogueTexts, GiveReasonsForTheProblemsWithoutText) {
  std::map<std::string, std::string> reasons;
  for (auto const& problem : registry())
    if (auto const stated = text_in_catalogue(problem.card.id); stated.text.empty())
      reasons[problem.card.id] = stated.no_text_because;
  EXPECT_EQ(reasons, (std::map<std::string, std::string>{
                         {"bicycle", "it has 26 parameters, and a text at most 16"},
                         {"constrained_rigid_body_so4", "a text cannot state the space SO(4)"}}));
}

TEST(CatalogueTexts, StateNoKinks) {
  for (auto const& id : stated_problems()) {
    auto const file = problem_of_text("text", text_in_catalogue(id).text);
    EXPECT_TRUE(file.kinks.empty()) << id << ": " << file.kinks.front().words;
  }
}

class CatalogueText : public testing::TestWithParam<std::string> {
 protected:
  ProblemEntry const& stated = find_problem(GetParam());
  std::string const content = text_in_catalogue(GetParam()).text;
  ProblemFile const file = problem_of_text("text", content);

  ProblemEntry const& from_file() const {
    auto const path = testing::TempDir() + "/" + GetParam() + ".toml";
    std::ofstream(path) << content;
    return problem_in_file(path);
  }
  /// The text has the velocities of the problem, perhaps by other names.
  bool has_same_velocities() const {
    static std::vector<std::string> const others{"snakeboard", "mobile_robot", "rolling_ball",
                                                 "constrained_rigid_body_so3"};
    return std::find(others.begin(), others.end(), GetParam()) == others.end();
  }
  /// Entries of the problem's configuration by the text's coordinates.
  template <class S>
  std::vector<S> own_coordinates(std::vector<S> const& q) const {
    std::vector<S> own;
    for (std::size_t i = 0; i < q.size(); ++i)
      if (!stated.card.coordinates[i].starts_with("gamma")) own.push_back(q[i]);
    return own;
  }
};

template <class S>
double difference(std::vector<S> const& a, std::vector<S> const& b) {
  double largest = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    largest = std::max(largest, std::abs(static_cast<double>(a[i] - b[i])));
  return largest;
}

/// Energy, constraints and forces of a text at a point.
struct Evaluated {
  double energy = 0;
  std::vector<double> constraints, forces;
};
Evaluated evaluated(ProblemFile const& file, std::vector<double> const& inputs) {
  Evaluated at;
  auto const first = static_cast<std::size_t>(file.first_coordinate()) + file.coordinates.size();
  using D = Dual<double, 1>;
  for (std::size_t j = 0; j < file.velocities.size(); ++j) {
    std::vector<D> moved(inputs.begin(), inputs.end());
    moved[first + j].slope[0] = 1;
    auto const L =
        graph::evaluate<D>(file.graph, std::array{file.lagrangian_node}, std::span<D const>(moved));
    at.energy += inputs[first + j] * L[0].slope[0] -
                 L[0].value / static_cast<double>(file.velocities.size());
  }
  at.constraints = graph::evaluate<double>(file.graph, file.constraint_nodes, inputs);
  at.forces = graph::evaluate<double>(file.graph, file.force_nodes, inputs);
  return at;
}

TEST_P(CatalogueText, AgreesInEnergyConstraintsAndForces) {
  auto const& mechanics = stated.functions->in_double;
  constexpr double time = 0.73;
  int points = 0;
  for (auto const& c : mechanics.cases()) {
    if (c.is_method_state) continue;
    std::vector<double> inputs;
    for (std::size_t k = 0; k < file.parameters.size(); ++k)
      inputs.push_back(mechanics.parameter(c.system.get(), static_cast<int>(k)));
    if (file.driven) inputs.push_back(time);
    auto q = c.q, v = c.v;
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += std::sin(1.0 + static_cast<double>(i));
    if (has_same_velocities() && stated.size == stated.dof)
      for (std::size_t i = 0; i < q.size(); ++i) q[i] += std::sin(2.0 + static_cast<double>(i)) / 4;
    auto const own = own_coordinates(q);
    inputs.insert(inputs.end(), own.begin(), own.end());
    if (GetParam() == "constrained_rigid_body_so3")
      inputs.insert(inputs.end(), {v[2], -v[1], v[0]});
    else
      inputs.insert(inputs.end(), v.begin(), v.end());
    auto const at = evaluated(file, inputs);
    std::vector<double> observed(static_cast<std::size_t>(mechanics.observables));
    std::vector<double> phi(static_cast<std::size_t>(mechanics.constraints));
    mechanics.observe(c.system.get(), time, q.data(), v.data(), observed.data(), phi.data());
    EXPECT_NEAR(at.energy, observed[0], 1e-13 * (1 + std::abs(observed[0]))) << c.name;
    EXPECT_LT(difference(at.constraints, phi), 1e-13) << c.name;
    if (mechanics.applied_force) {
      std::vector<double> force(v.size());
      mechanics.applied_force(c.system.get(), time, q.data(), v.data(), force.data());
      EXPECT_LT(difference(at.forces, force), 1e-13) << c.name;
    }
    ++points;
  }
  EXPECT_GT(points, 0);
}

class MotionOfCatalogueText : public CatalogueText {};

TEST_P(MotionOfCatalogueText, AgreesWithTheProblem) {
  auto const& text = from_file();
  int compared = 0;
  for (auto const& c : stated.cases) {
    if (c.is_method_state) continue;
    for (char const* const id : {"dla_leapfrog", "gni", "odeint_rk4"}) {
      auto const &method = stated.method(id), &of_text = text.method(id);
      if (!method.integrate || !of_text.integrate || !has_same_velocities()) continue;
      RunSpec spec;
      spec.setting.case_name = c.name;
      spec.step = RawQuad(1) / 20 * static_cast<RawQuad>(stated.card.time_scale);
      spec.steps = 20;
      auto const one = method.integrate(spec), other = of_text.integrate(spec);
      ASSERT_EQ(one.outcome, other.outcome) << id << " " << c.name << " " << other.reason;
      EXPECT_LT(difference(own_coordinates(one.q.back()), other.q.back()), 1e-12)
          << id << " " << c.name;
      EXPECT_LT(difference(one.v.back(), other.v.back()), 1e-12) << id << " " << c.name;
      ++compared;
    }
    // Positions of the exact motion, also where the text has other velocities.
    Setting setting;
    setting.case_name = c.name;
    auto const time = RawQuad(1) / 2 * static_cast<RawQuad>(stated.card.time_scale);
    auto const one = stated.reference(setting, {time}), other = text.reference(setting, {time});
    EXPECT_LT(difference(own_coordinates(one.states[0].q), other.states[0].q), 1e-25) << c.name;
  }
  if (has_same_velocities()) {
    EXPECT_GT(compared, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(All, CatalogueText, testing::ValuesIn(stated_problems()),
                         [](auto const& info) { return info.param; });
INSTANTIATE_TEST_SUITE_P(Built, MotionOfCatalogueText, testing::ValuesIn(stated_problems()),
                         [](auto const& info) { return info.param; });

}  // namespace
}  // namespace rattleback::text
