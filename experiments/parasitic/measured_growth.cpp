#include "experiments/parasitic/measured_growth.hpp"

#include <Eigen/Dense>
#include <cmath>

#include "problems/core/misuse.hpp"

namespace rattleback {

namespace {

using Rows = Eigen::Matrix<double, -1, -1, Eigen::RowMajor>;

/// Mode at a point, with the factor L of C = L L^T.
struct Frame {
  Rows forms, raised;      ///< A and A W
  Eigen::MatrixXd factor;  ///< L
  Frame(ProblemEntry const& problem, Setting setting, std::vector<double> const& q,
        std::vector<double> const& v) {
    setting.q.emplace(q.begin(), q.end());
    setting.v.emplace(v.begin(), v.end());
    setting.own_state = true;
    auto const mode = problem.parasitic_mode(setting);
    int const m = problem.constraints, n = problem.dof;
    forms = Eigen::Map<Rows const>(mode.forms.data(), m, n);
    raised = Eigen::Map<Rows const>(mode.raised.data(), m, n);
    factor = Eigen::Map<Rows const>(mode.gram.data(), m, m).llt().matrixL();
  }
  /// L^-1 A u, whose norm is that of d = W^-1 u.
  Eigen::VectorXd of_velocity(Eigen::VectorXd const& u) const {
    return factor.triangularView<Eigen::Lower>().solve(forms * u);
  }
};

Eigen::VectorXd vector_of(std::vector<double> const& numbers) {
  return Eigen::Map<Eigen::VectorXd const>(numbers.data(), long(numbers.size()));
}

Trajectory<double> completed(MethodEntry const& method, RunSpec const& run) {
  auto ended = method.integrate(run);
  if (ended.outcome != Outcome::ok)
    throw Misuse("the run of " + method.card.id + " ends early: " + name_of(ended.outcome));
  if (!ended.flipped) throw Misuse(method.card.id + " does not reflect momenta");
  return ended;
}

}  // namespace

std::vector<double> measured_log_factors(ProblemEntry const& problem, MethodEntry const& method,
                                         RunSpec run, double seed) {
  int const m = problem.constraints;
  auto const base = completed(method, run);
  Frame const start(problem, run.setting, base.start_q, base.start_v);
  std::vector<Frame> ends;  // at the last two nodes
  for (auto node = base.flipped->last.end() - 2; node != base.flipped->last.end(); ++node)
    ends.emplace_back(problem, run.setting, node->q, node->v);
  Eigen::MatrixXd factors(m, m);
  for (int j = 0; j < m; ++j) {
    Eigen::VectorXd const unit = Eigen::VectorXd::Unit(m, j);
    Eigen::VectorXd const change =
        start.raised.transpose() *
        start.factor.transpose().triangularView<Eigen::Upper>().solve(unit);
    Eigen::VectorXd const v = vector_of(base.start_v) + seed * change;
    run.setting.q.emplace(base.start_q.begin(), base.start_q.end());
    run.setting.v.emplace(v.begin(), v.end());
    run.setting.own_state = true;
    auto const moved = completed(method, run);
    auto const mode_at = [&](std::size_t i) -> Eigen::VectorXd {
      auto const at = base.flipped->last.size() - 2 + i;
      return ends[i].of_velocity(vector_of(moved.flipped->last[at].flipped) -
                                 vector_of(base.flipped->last[at].flipped));
    };
    factors.col(j) = (mode_at(1) - mode_at(0)) / (2 * seed);
  }
  std::vector<double> logs;
  for (double value : Eigen::JacobiSVD<Eigen::MatrixXd>(factors).singularValues())
    logs.push_back(std::log(value));
  return logs;
}

}  // namespace rattleback
