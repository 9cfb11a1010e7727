#include "experiments/parasitic/measured_growth.hpp"

#include <cmath>

#include "base/invalid_input.hpp"
#include "experiments/parasitic/mode_growth.hpp"

namespace rattleback {

namespace {

Trajectory<double> completed(MethodEntry const& method, RunSpec const& run) {
  auto ended = method.integrate(run);
  if (ended.outcome != Outcome::ok)
    throw InvalidInput("the run of " + method.card.id + " ends early: " + name_of(ended.outcome));
  if (!ended.flipped) throw InvalidInput(method.card.id + " does not reflect momenta");
  return ended;
}

}  // namespace

std::vector<double> measured_log_factors(ProblemEntry const& problem, MethodEntry const& method,
                                         RunSpec run, double seed) {
  constexpr int averaged = 3;
  constexpr double weights[averaged]{0.25, -0.5, 0.25};
  int const m = problem.constraints;
  auto const base = completed(method, run);
  auto const& nodes = base.flipped->last;
  if (nodes.size() < averaged) throw InvalidInput("the growth of a mode needs at least two steps");
  ModeAt const start(problem, run.setting, base.start_q, base.start_v);
  std::vector<ModeAt> ends;
  for (auto node = nodes.end() - averaged; node != nodes.end(); ++node)
    ends.emplace_back(problem, run.setting, node->q, node->v, node->t);
  Setting const setting = run.setting;
  // Alternating part at the end of a run from a perturbed initial velocity.
  auto const mode_from = [&](Eigen::VectorXd const& v) {
    run.setting = setting;
    run.setting.q.emplace(base.start_q.begin(), base.start_q.end());
    run.setting.v.emplace(v.begin(), v.end());
    run.setting.is_method_state = true;
    auto const moved = completed(method, run);
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(m);
    for (int i = 0; i < averaged; ++i)
      sum += weights[i] *
             ends[i].of_velocity(eigen_vector((moved.flipped->last.end() - averaged + i)->flipped));
    return sum;
  };
  Eigen::MatrixXd factors(m, m);
  for (int j = 0; j < m; ++j) {
    Eigen::VectorXd const change = seed * start.unit_normal(j);
    auto const v = eigen_vector(base.start_v);
    factors.col(j) = (mode_from(v + change) - mode_from(v - change)) / (2 * seed);
  }
  std::vector<double> logs;
  Eigen::VectorXd const values = Eigen::JacobiSVD<Eigen::MatrixXd>(factors).singularValues();
  for (double const value : values) logs.push_back(std::log(value));
  return logs;
}

}  // namespace rattleback
