#include "experiments/parasitic/prediction.hpp"

#include <algorithm>
#include <cmath>

#include "problems/core/misuse.hpp"

namespace rattleback {

namespace {

/// Of a relative energy error that a user would still accept.
constexpr double tolerated = 0.01;
constexpr double longest = 1000;

/// Does the flipped part change its sign from step to step? Two reflections a step keep it.
bool alternates(MethodCard const& card) {
  return card.id.find("gni_composition") == std::string::npos;
}

}  // namespace

Eigen::VectorXd alternating_part(ProblemEntry const& problem, Setting const& setting,
                                 std::vector<FlippedMomentum<double>::Node> const& nodes) {
  using Rows = Eigen::Matrix<double, -1, -1, Eigen::RowMajor>;
  constexpr double weights[]{1, -6, 15, -20, 15, -6, 1};
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(problem.constraints);
  for (std::size_t k = 0; k < 7; ++k) {
    auto const& node = nodes.at(k);
    auto at = setting;
    at.q.emplace(node.q.begin(), node.q.end());
    at.v.emplace(node.v.begin(), node.v.end());
    at.own_state = true;
    auto const mode = problem.parasitic_mode(at);
    Eigen::Map<Rows const> const forms(mode.forms.data(), problem.constraints, problem.dof);
    Eigen::Map<Eigen::VectorXd const> const flipped(node.flipped.data(), problem.dof);
    sum += weights[k] / 64 * (forms * flipped);
  }
  return sum;
}

ParasiticPrediction predict_parasitic_mode(ProblemEntry const& problem, MethodEntry const& method,
                                           RunSpec run, double energy_scale) {
  double const end =
      std::min(double(run.step) * double(run.steps), longest * problem.card.time_scale);
  ModeGrowth const growth(problem, run.setting, end);
  ParasiticPrediction prediction;
  std::size_t const last = growth.times().size() - 1;
  prediction.rate = growth.log_factors(last).front() / growth.end();
  if (!alternates(method.card) || run.steps < 6) return prediction;
  run.steps = 6;
  run.table = nullptr;
  run.section.reset();
  run.progress = {};
  auto const begun = method.integrate(run);
  if (begun.outcome != Outcome::ok) return prediction;
  if (!begun.flipped) throw Misuse(method.card.id + " does not reflect momenta");
  auto const mode = alternating_part(problem, run.setting, begun.flipped->first);
  double const from = 3 * double(run.step);
  std::size_t const at = growth.index_at(from);
  prediction.size_start = growth.norm(at, mode);
  prediction.trust_time = growth.time_of_size(std::sqrt(2 * tolerated * energy_scale), mode, from);
  return prediction;
}

}  // namespace rattleback
