#include "experiments/parasitic/mode_growth.hpp"

#include <algorithm>
#include <cmath>

namespace rattleback {

namespace {

Eigen::MatrixXd matrix_of(std::vector<double> const& rows, int m) {
  return Eigen::Map<Eigen::Matrix<double, -1, -1, Eigen::RowMajor> const>(rows.data(), m, m);
}

}  // namespace

ModeGrowth::ModeGrowth(ProblemEntry const& problem, Setting const& setting, double until) {
  constexpr double nodes_a_unit = 40;
  int const m = problem.constraints;
  RunSpec run;
  run.setting = setting;
  long const steps = std::max(1L, std::lround(nodes_a_unit / 2 * until / problem.card.time_scale));
  run.steps = 2 * steps;
  run.step = RawQuad(until) / run.steps;
  run.every = 1;
  run.options = {{"rtol", "1e-12"}, {"atol", "1e-12"}};
  auto const motion = problem.method("odeint_rkf78").integrate(run);
  auto const mode_at = [&](std::size_t i) {
    auto at = setting;
    at.q.emplace(motion.q[i].begin(), motion.q[i].end());
    at.v.emplace(motion.v[i].begin(), motion.v[i].end());
    at.own_state = true;
    return problem.parasitic_mode(at);
  };
  Eigen::MatrixXd F = Eigen::MatrixXd::Identity(m, m);
  double log_scale = 0;
  auto mode = mode_at(0);
  for (std::size_t i = 0;; i += 2) {
    times_.push_back(motion.times[i]);
    propagators_.push_back(F);
    log_scales_.push_back(log_scale);
    factors_.push_back(matrix_of(mode.gram, m).llt().matrixL());
    if (i + 2 >= motion.times.size()) return;
    double const h = motion.times[i + 2] - motion.times[i];
    auto const end = mode_at(i + 2);
    Eigen::MatrixXd const K0 = matrix_of(mode.rate, m), K1 = matrix_of(mode_at(i + 1).rate, m),
                          K2 = matrix_of(end.rate, m);
    Eigen::MatrixXd const a = K0 * F, b = K1 * (F + h / 2 * a), c = K1 * (F + h / 2 * b),
                          d = K2 * (F + h * c);
    F += h / 6 * (a + 2 * b + 2 * c + d);
    double const size = F.norm();
    F /= size;
    log_scale += std::log(size);
    mode = end;
  }
}

std::vector<double> ModeGrowth::log_factors(std::size_t i) const {
  Eigen::MatrixXd const scaled =
      factors_[i].triangularView<Eigen::Lower>().solve(propagators_[i] * factors_[0]);
  Eigen::VectorXd const values = Eigen::JacobiSVD<Eigen::MatrixXd>(scaled).singularValues();
  std::vector<double> logs;
  for (double value : values) logs.push_back(std::log(value) + log_scales_[i]);
  return logs;
}

double ModeGrowth::norm(std::size_t i, Eigen::VectorXd const& f) const {
  return factors_[i].triangularView<Eigen::Lower>().solve(f).norm();
}

std::size_t ModeGrowth::index_at(double t) const {
  auto const after = std::upper_bound(times_.begin(), times_.end(), t * (1 + 1e-12));
  return after == times_.begin() ? 0 : std::size_t(after - times_.begin()) - 1;
}

double ModeGrowth::size(std::size_t i, Eigen::VectorXd const& f, double from) const {
  std::size_t const j = index_at(from);
  Eigen::VectorXd const start = propagators_[j].partialPivLu().solve(f);
  return norm(i, propagators_[i] * start) * std::exp(log_scales_[i] - log_scales_[j]);
}

std::optional<double> ModeGrowth::time_of_size(double size, Eigen::VectorXd const& f,
                                               double from) const {
  for (std::size_t i = index_at(from); i < times_.size(); ++i)
    if (!(this->size(i, f, from) < size)) return times_[i];
  return {};
}

}  // namespace rattleback
