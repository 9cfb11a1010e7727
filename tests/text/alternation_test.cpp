// Texts of different sizes in turn on one thread: between any two steps of a run on one text, runs
// on the others leave their sizes at work. Every method steps on with the sizes of its own problem.

#include <gtest/gtest.h>

#include <array>

#include "integrators/core/registry/registry.hpp"
#include "problems/core/numbers/size.hpp"

namespace rattleback {
namespace {

ProblemEntry const& text(std::string const& folder, std::string const& name) {
  return find_problem(std::string(folder) + "/" + name + ".toml");
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
        &text(RATTLEBACK_EXAMPLES, "skate"),
        &text(RATTLEBACK_PROBLEM_TEXTS, "tilted_sleigh"),
        &text(RATTLEBACK_PROBLEM_TEXTS, "vertical_disk"),
        &text(RATTLEBACK_PROBLEM_TEXTS, "suslov"),
        &text(RATTLEBACK_PROBLEM_TEXTS, "chaplygin_sphere"),
        &text(RATTLEBACK_EXAMPLES, "driven_robot"),
        &text(RATTLEBACK_WITNESS_TEXTS, "driven_sleigh_on_group"),
        &text(RATTLEBACK_WITNESS_TEXTS, "driven_sphere")};
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
using Run = std::function<Trajectory<S>(RunSpec const&)>;

/// A run of eight steps, with or without the others between its nodes.
template <class S>
Trajectory<S> eight_steps(Run<S> const& integrate, TableSink* between) {
  RunSpec const spec{.step = RawQuad(1) / 64, .steps = 8, .every = 1, .table = between};
  return integrate(spec);
}

template <class S>
void expect_same_end(ProblemEntry const& problem, MethodEntry const& method,
                     Run<S> const& integrate) {
  SCOPED_TRACE(problem.card.id + " " + method.card.id);
  Between between(problem);
  auto const alone = eight_steps(integrate, nullptr);
  auto const in_turn = eight_steps(integrate, &between);
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
