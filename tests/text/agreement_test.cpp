// Problems of the catalogue that are read as texts of users: tapes give the motion of compiled code
// under every method that applies to both. Texts of different sizes in turn on one thread: between
// any two steps of a run on one text, runs on the others leave their sizes at work, and every
// method steps on with the sizes of its own problem.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/registry.hpp"
#include "problems/core/numbers/extremes.hpp"
#include "problems/core/numbers/quad.hpp"
#include "problems/core/numbers/size.hpp"

namespace rattleback {
namespace {

std::string path_of(std::string const& id) { return RATTLEBACK_PROBLEM_TEXTS "/" + id + ".toml"; }

class SameProblem : public testing::TestWithParam<char const*> {
 protected:
  std::string const id = GetParam();
  ProblemEntry const& stated = find_problem(id);
  ProblemEntry const& text = find_problem(path_of(id));
  bool const on_group = stated.space.find('S') != std::string::npos;

  /// True for methods whose applicability may differ: they need properties that are not searched
  /// for in a text, or group variables, which are found even if the catalogue states none.
  bool is_otherwise(MethodEntry const& of_catalogue) const {
    auto const& name = of_catalogue.card.id;
    if (name == "rdla") return !of_catalogue.not_applicable_because.empty();
    if (name == "reduced_gni" || name == "energy_momentum_gni") return !on_group;
    return name == "hdel" || name == "pthdel" || name == "k_midpoint";
  }
};

template <class S>
double difference(std::vector<std::vector<S>> const& a, std::vector<std::vector<S>> const& b) {
  double largest = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    for (std::size_t k = 0; k < a[i].size(); ++k)
      largest = larger_or_nan(largest, std::abs(static_cast<double>(a[i][k] - b[i][k])));
  return largest;
}

RunSpec twenty_steps(std::string const& case_name) {
  return {.setting = {.case_name = case_name}, .step = RawQuad(1) / 20, .steps = 20, .every = 1};
}

TEST_P(SameProblem, AgreesInInitialConditions) {
  EXPECT_EQ(text.space, stated.space);
  ASSERT_EQ(text.card.coordinates, stated.card.coordinates);
  EXPECT_EQ(text.card.velocities, stated.card.velocities);
  EXPECT_EQ(text.card.invariants, stated.card.invariants);
  EXPECT_EQ(text.affine, stated.affine);
  for (auto const& c : text.cases) {
    auto const same = std::find_if(stated.cases.begin(), stated.cases.end(),
                                   [&](auto const& other) { return other.name == c.name; });
    ASSERT_NE(same, stated.cases.end()) << c.name;
    for (std::size_t i = 0; i < c.q.size(); ++i) EXPECT_DOUBLE_EQ(c.q[i], same->q[i]);
    for (std::size_t i = 0; i < c.v.size(); ++i) EXPECT_NEAR(c.v[i], same->v[i], 1e-15);
    for (std::size_t i = 0; i < c.parameters.size(); ++i)
      EXPECT_DOUBLE_EQ(c.parameters[i].second, same->parameters[i].second);
  }
}

TEST_P(SameProblem, AllowsTheSameMethods) {
  for (auto const& method : stated.methods)
    if (!is_otherwise(method)) {
      EXPECT_EQ(text.method(method.card.id).not_applicable_because.empty(),
                method.not_applicable_because.empty())
          << method.card.id << ": " << text.method(method.card.id).not_applicable_because;
    }
}

TEST_P(SameProblem, TakesTheSameSteps) {
  int compared = 0;
  for (auto const& method : stated.methods) {
    auto const& of_text = text.method(method.card.id);
    if (!method.integrate || !of_text.integrate || method.card.adaptive) continue;
    // Its default free step depends on properties that the catalogue states of a group.
    if (on_group && method.card.id == "equal_norm_gni") continue;
    for (auto const& c : text.cases) {
      auto const spec = twenty_steps(c.name);
      auto const one = method.integrate(spec), other = of_text.integrate(spec);
      ASSERT_EQ(one.outcome, other.outcome) << method.card.id << " " << other.reason;
      EXPECT_LT(difference(one.q, other.q), 1e-12) << method.card.id << " " << c.name;
      EXPECT_LT(difference(one.v, other.v), 1e-12) << method.card.id << " " << c.name;
      EXPECT_LT(difference(one.multipliers, other.multipliers), 1e-10) << method.card.id;
      EXPECT_LT(difference(one.invariant_values, other.invariant_values), 1e-12) << method.card.id;
      ++compared;
    }
  }
  EXPECT_GE(compared, 4);
}

TEST_P(SameProblem, TakesTheSameStepsInQuad) {
  for (auto const* id : {"dla_leapfrog", "gni", "odeint_rk4"}) {
    auto const &method = stated.method(id), &of_text = text.method(id);
    if (!method.integrate_quad) continue;
    ASSERT_TRUE(of_text.integrate_quad) << id;
    auto const spec = twenty_steps("");
    auto const one = method.integrate_quad(spec), other = of_text.integrate_quad(spec);
    EXPECT_LT(difference(one.q, other.q), 1e-30) << id;
    EXPECT_LT(difference(one.v, other.v), 1e-30) << id;
  }
}

TEST_P(SameProblem, AgreesInTheReference) {
  Setting const setting;
  auto const one = stated.reference(setting, {RawQuad(1)});
  auto const other = text.reference(setting, {RawQuad(1)});
  EXPECT_GT(other.digits, 25);
  EXPECT_LT(difference<RawQuad>({one.states[0].q}, {other.states[0].q}), 1e-25);
  EXPECT_LT(difference<RawQuad>({one.states[0].v}, {other.states[0].v}), 1e-25);
}

TEST_P(SameProblem, StepsEnsemblesAsSingleRuns) {
  auto const& c = text.cases.front();
  EnsembleSpec spec{.orbits = 11};
  for (int i = 0; i < spec.orbits; ++i)
    for (auto const* part : {&c.q, &c.v})
      spec.starts.insert(spec.starts.end(), part->begin(), part->end());
  spec.step = 0.05;
  spec.steps = 20;
  spec.every = 20;
  spec.final_states = true;
  int on_lanes = 0;
  for (auto const& method : text.methods) {
    if (!method.ensemble || method.card.adaptive) continue;
    auto const ensemble = method.ensemble(spec);
    on_lanes += ensemble.on_lanes;
    auto const run = method.integrate(twenty_steps(c.name));
    std::vector<double> state;
    for (int i = 0; i < spec.orbits; ++i)
      for (auto const* part : {&run.q.back(), &run.v.back()})
        state.insert(state.end(), part->begin(), part->end());
    EXPECT_EQ(ensemble.final_state, state) << method.card.id;
  }
  EXPECT_EQ(on_lanes, 0) << "texts have sizes at run time";
}

TEST_P(SameProblem, AgreesWithAutomaticDifferentiation) {
  for (auto const& record : text.consistency(1)) EXPECT_LT(record.defect, 1e-10) << record.what;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, SameProblem,
                         testing::Values("anisotropic_particle", "chaplygin_sleigh",
                                         "chaplygin_sphere", "coupled_oscillator_3d",
                                         "cylindrical_particle", "knife_edge",
                                         "nonholonomic_particle", "sinusoidal_particle", "suslov",
                                         "tilted_sleigh", "two_constraint_particle",
                                         "vertical_disk"),
                         [](auto const& info) { return std::string(info.param); });

// The catalogue computes dependent velocities also where a case states them.
TEST(TextProblems, StateVelocitiesFromWhichTheCatalogueRuns) {
  for (auto const& problem : registry()) {
    auto const& id = problem.card.id;
    auto const file = text::read_problem(path_of(id));
    ASSERT_EQ(file.cases.size(), problem.cases.size()) << id;
    for (std::size_t k = 0; k < file.cases.size(); ++k)
      for (std::size_t i = 0; i < file.velocities.size(); ++i) {
        auto const& number = file.cases[k].v[i];
        if (!number) continue;
        double const stated = graph::evaluate<double>(file.graph, std::array{number->node}, {})[0];
        EXPECT_NEAR(problem.cases[k].v[i], stated, 1e-14 * (1 + std::abs(stated)))
            << file.error(file.cases[k].at, "case " + file.cases[k].name + " runs from another " +
                                                file.velocities[i] + " than it states")
                   .what();
      }
  }
}

TEST(TextProblems, AllowSeveralFilesOfOneSignature) {
  RunSpec const spec{.step = RawQuad(1) / 10, .steps = 10};
  auto const& first = text::problem_in_file(path_of("nonholonomic_particle"));
  auto const before = first.method("gni").integrate(spec);
  auto const& second = text::problem_in_file(path_of("anisotropic_particle"));
  ASSERT_EQ(second.space, first.space);
  EXPECT_NE(second.method("gni").integrate(spec).q.back(), before.q.back());
  EXPECT_EQ(first.method("gni").integrate(spec).q.back(), before.q.back());
}

ProblemEntry const& entry_of(std::string const& folder, std::string const& name) {
  return find_problem(folder + "/" + name + ".toml");
}

/// Runs some steps of other problems at each node.
class Between : public TableSink {
 public:
  explicit Between(ProblemEntry const& own) {
    for (auto const* other : texts())
      if (other != &own) others_.push_back(other);
  }
  static std::vector<ProblemEntry const*> const& texts() {
    static std::vector<ProblemEntry const*> const all{
        &entry_of(RATTLEBACK_EXAMPLES, "skate"),
        &entry_of(RATTLEBACK_PROBLEM_TEXTS, "tilted_sleigh"),
        &entry_of(RATTLEBACK_PROBLEM_TEXTS, "vertical_disk"),
        &entry_of(RATTLEBACK_PROBLEM_TEXTS, "suslov"),
        &entry_of(RATTLEBACK_PROBLEM_TEXTS, "chaplygin_sphere"),
        &entry_of(RATTLEBACK_EXAMPLES, "driven_robot"),
        &entry_of(RATTLEBACK_WITNESS_TEXTS, "driven_sleigh_on_group"),
        &entry_of(RATTLEBACK_WITNESS_TEXTS, "driven_sphere")};
    return all;
  }

  void begin(std::vector<std::string> const&) override {}
  void row(std::vector<double> const&) override { work_on_others(); }
  void row(std::vector<RawQuad> const&) override { work_on_others(); }
  int changed = 0;  ///< nodes after which the sizes at work were others

 private:
  static std::array<int, 3> sizes() {
    auto const& at = sizes_at_work;
    return {at.coordinates, at.velocities, at.constraints};
  }
  void work_on_others() {
    auto const before = sizes();
    RunSpec const spec{.step = RawQuad(1) / 64, .steps = 1};
    auto const& other = *others_[next_++ % others_.size()];
    other.method("odeint_rk4").integrate(spec);
    changed += sizes() != before;
  }
  std::vector<ProblemEntry const*> others_;
  std::size_t next_ = 0;
};

template <class S>
void expect_same_end(ProblemEntry const& problem, MethodEntry const& method,
                     std::function<Trajectory<S>(RunSpec const&)> const& integrate) {
  SCOPED_TRACE(problem.card.id + " " + method.card.id);
  RunSpec spec{.step = RawQuad(1) / 64, .steps = 8, .every = 1};
  auto const alone = integrate(spec);
  Between between(problem);
  spec.table = &between;
  auto const in_turn = integrate(spec);
  EXPECT_EQ(in_turn.outcome, alone.outcome);
  EXPECT_EQ(in_turn.counts.lagrangian_derivatives, alone.counts.lagrangian_derivatives);
  EXPECT_TRUE(in_turn.q.back() == alone.q.back());
  EXPECT_TRUE(in_turn.v.back() == alone.v.back());
  EXPECT_TRUE(in_turn.max_violation == alone.max_violation);
  if (alone.outcome == Outcome::ok) {
    EXPECT_GE(between.changed, 4);
  }
}

class Alternation : public testing::TestWithParam<std::size_t> {};

TEST_P(Alternation, LeavesEachMethodItsSizes) {
  auto const& problem = *Between::texts()[GetParam()];
  int methods = 0;
  for (auto const& method : problem.methods) {
    if (!method.not_applicable_because.empty()) continue;
    ++methods;
    expect_same_end<double>(problem, method, method.integrate);
    if (method.integrate_quad) expect_same_end<RawQuad>(problem, method, method.integrate_quad);
  }
  EXPECT_GE(methods, 10);
}

INSTANTIATE_TEST_SUITE_P(Texts, Alternation,
                         testing::Range(std::size_t{0}, Between::texts().size()),
                         [](auto const& text) {
                           auto const& path = Between::texts()[text.param]->card.id;
                           auto const from = path.find_last_of('/') + 1;
                           return path.substr(from, path.find_last_of('.') - from);
                         });

}  // namespace
}  // namespace rattleback
