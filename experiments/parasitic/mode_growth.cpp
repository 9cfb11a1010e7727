#include "experiments/parasitic/mode_growth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "integrators/core/method/without_balance.hpp"

namespace rattleback {

namespace {

Eigen::MatrixXd matrix(std::vector<double> const& rows, int m, int n) {
  return Eigen::Map<Eigen::Matrix<double, -1, -1, Eigen::RowMajor> const>(rows.data(), m, n);
}

/// True if the size of the mode stays constant at each of eight points of a motion, for its
/// velocity and for eight random allowed velocities.
bool keeps_sizes(ProblemEntry const& problem, Setting const& setting, MotionPoints const& motion) {
  auto const& [q, v, times, nodal_force] = motion;
  constexpr int points = 8, velocities = 8;
  constexpr double rounding = 1e-7;  // of the central difference of C, in units of the time scale
  std::mt19937_64 numbers(1);
  std::normal_distribution<double> normal;
  for (int k = 0; k < points; ++k) {
    std::size_t const i = k * (q.size() - 1) / (points - 1);
    ModeAt const at(problem, setting, q[i], v[i], times[i]);
    std::vector<std::vector<double>> points_q(velocities + 1, q[i]), points_v(1, v[i]);
    for (int j = 0; j < velocities; ++j) {
      Eigen::VectorXd w(problem.dof);
      for (double& x : w) x = normal(numbers) / problem.card.time_scale;
      w -= at.raised.transpose() * at.gram.ldlt().solve(at.forms * w);  // now A w = 0
      w += eigen_vector(v[i]);
      points_v.emplace_back(w.begin(), w.end());
    }
    MotionPoints const around{points_q, points_v, std::vector<double>(points_q.size(), times[i])};
    for (auto const& mode : problem.parasitic_modes(setting, around)) {
      Eigen::MatrixXd const rate = ModeAt(problem, mode).orthonormal_rate();
      if ((rate + rate.transpose()).norm() > rounding * (rate.norm() + 1 / problem.card.time_scale))
        return false;
    }
  }
  return true;
}

/// The motion from the setting's initial condition to `until` at equidistant times.
Trajectory<double> motion_of(ProblemEntry const& problem, Setting const& setting, double until,
                             double tolerance, long steps, std::function<void()> const& progress) {
  RunSpec run{.setting = setting, .options = problem.tolerances(tolerance), .every = 1};
  run.setting.q1.reset();  // second node of the method's start
  run.steps = steps;
  run.step = RawQuad(until) / steps;
  if (progress) run.progress = [&](long) { progress(); };
  WithoutBalance const without;
  return problem.method("odeint_rkf78").integrate(run);
}

MotionPoints points_of(Trajectory<double> const& run) { return {run.q, run.v, run.times}; }

/// An even number of steps with 40 nodes per unit of time.
long steps_to(double until, double unit) {
  return 2 * std::max(1L, std::lround(20 * until / unit));
}

/// Calls use(i, mode) for the mode at point i, of all points, and `progress` before each part of
/// them: the modes of a long motion would take more time to store than to compute.
template <class Use>
void for_each_mode(ProblemEntry const& problem, Setting const& setting, MotionPoints const& points,
                   std::function<void()> const& progress, Use const& use) {
  constexpr std::size_t part_size = 1024;
  MotionPoints part{{}, {}, {}, points.nodal_force};
  for (std::size_t first = 0; first < points.q.size(); first += part_size) {
    auto const from = static_cast<std::ptrdiff_t>(first),
               to = static_cast<std::ptrdiff_t>(std::min(first + part_size, points.q.size()));
    part.q.assign(points.q.begin() + from, points.q.begin() + to);
    part.v.assign(points.v.begin() + from, points.v.begin() + to);
    part.times.assign(points.times.begin() + from, points.times.begin() + to);
    if (progress) progress();
    std::size_t i = first;
    for (auto const& mode : problem.parasitic_modes(setting, part)) use(i++, mode);
  }
}

}  // namespace

Eigen::VectorXd eigen_vector(std::vector<double> const& numbers) {
  return Eigen::Map<Eigen::VectorXd const>(numbers.data(), long(numbers.size()));
}

ModeAt::ModeAt(ProblemEntry const& problem, ParasiticMode const& mode) {
  int const m = problem.constraints, n = problem.dof;
  rate = matrix(mode.rate, m, m);
  gram = matrix(mode.gram, m, m);
  gram_rate = matrix(mode.gram_rate, m, m);
  stiffness = matrix(mode.stiffness, m, m);
  forms = matrix(mode.forms, m, n);
  raised = matrix(mode.raised, m, n);
  factor = gram.llt().matrixL();
}

ModeAt::ModeAt(ProblemEntry const& problem, Setting const& setting, std::vector<double> const& q,
               std::vector<double> const& v, double t)
    : ModeAt(problem, problem.parasitic_modes(setting, {{q}, {v}, {t}}).front()) {}

Eigen::VectorXd ModeAt::unit_normal(int j) const {
  Eigen::VectorXd const unit = Eigen::VectorXd::Unit(factor.rows(), j);
  return raised.transpose() * factor.transpose().triangularView<Eigen::Upper>().solve(unit);
}

Eigen::VectorXd ModeAt::of_velocity(Eigen::VectorXd const& u) const {
  return factor.triangularView<Eigen::Lower>().solve(forms * u);
}

Eigen::MatrixXd ModeAt::orthonormal_rate() const {
  auto const L = factor.triangularView<Eigen::Lower>();
  // L' = L Phi(L^-1 C' L^-T), where Phi is the lower triangle with half of the diagonal.
  Eigen::MatrixXd const half = L.solve(gram_rate);
  Eigen::MatrixXd const scaled = L.solve(half.transpose());
  Eigen::MatrixXd change = scaled.triangularView<Eigen::StrictlyLower>();
  change.diagonal() = scaled.diagonal() / 2;
  return L.solve(rate * factor) - change;
}

bool keeps_size_of_mode(ProblemEntry const& problem, Setting const& setting, double until) {
  auto const motion = motion_of(problem, setting, until, 1e-6, 8, {});
  return motion.outcome == Outcome::ok && keeps_sizes(problem, setting, points_of(motion));
}

bool takes_nodal_force(MethodEntry const& method, OptionValues const& options) {
  if (method.card.nodal_force) return true;
  return std::find(options.begin(), options.end(),
                   std::pair<std::string, std::string>{"force", "nodal"}) != options.end();
}

ModeGrowth::ModeGrowth(ProblemEntry const& problem, Setting const& setting, double until,
                       std::function<void()> const& progress)
    : ModeGrowth(problem, setting,
                 points_of(motion_of(problem, setting, until, 1e-12,
                                     steps_to(until, problem.card.time_scale), progress)),
                 progress) {}

ModeGrowth::ModeGrowth(ProblemEntry const& problem, Setting const& setting, MotionPoints motion,
                       std::function<void()> const& progress) {
  auto const& times = motion.times;
  for_each_mode(problem, setting, motion, progress, [&](std::size_t i, ParasiticMode const& at) {
    if (at.singular)
      throw LostRank(fmt::format("the constraint forms of {} lose rank at t = {:.6g}",
                                 problem.card.id, times[i]));
    ModeAt const mode(problem, at);
    rates_.push_back(mode.rate);
    stiffnesses_.push_back(mode.stiffness * mode.gram.inverse());
    if (i % 2 == 1) return;
    times_.push_back(times[i]);
    factors_.push_back(mode.factor);
  });
  if (problem.driven) {
    motion.nodal_force = true;
    for_each_mode(problem, setting, motion, progress, [&](std::size_t, ParasiticMode const& at) {
      nodal_rates_.push_back(ModeAt(problem, at).rate);
    });
  }
  neutral_ = keeps_sizes(problem, setting, motion);
  propagate(0);
}

ModeGrowth ModeGrowth::with_asymmetry(double asymmetry) const {
  auto other = *this;
  other.propagate(asymmetry);
  for (auto const& stiffness : stiffnesses_) other.neutral_ = other.neutral_ && stiffness.isZero(0);
  return other;
}

ModeGrowth ModeGrowth::with_nodal_force() const {
  auto other = *this;
  if (!nodal_rates_.empty()) other.rates_ = nodal_rates_;
  other.propagate(0);
  return other;
}

void ModeGrowth::propagate(double asymmetry) {
  auto const rate = [&](std::size_t i) -> Eigen::MatrixXd {
    if (asymmetry == 0) return rates_[i];
    return rates_[i] - asymmetry / 2 * stiffnesses_[i];
  };
  propagators_.clear();
  log_scales_.clear();
  auto const m = factors_.front().rows();
  Eigen::MatrixXd F = Eigen::MatrixXd::Identity(m, m);
  double log_scale = 0;
  for (std::size_t k = 0; k < times_.size(); ++k) {
    propagators_.push_back(F);
    log_scales_.push_back(log_scale);
    if (k + 1 == times_.size()) return;
    double const h = times_[k + 1] - times_[k];
    Eigen::MatrixXd const K0 = rate(2 * k), K1 = rate(2 * k + 1), K2 = rate(2 * k + 2);
    Eigen::MatrixXd const a = K0 * F, b = K1 * (F + h / 2 * a), c = K1 * (F + h / 2 * b),
                          d = K2 * (F + h * c);
    F += h / 6 * (a + 2 * b + 2 * c + d);
    double const size = F.norm();
    F /= size;
    log_scale += std::log(size);
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
  std::size_t const first = index_at(from);
  Eigen::VectorXd const start = propagators_[first].partialPivLu().solve(f);
  for (std::size_t i = first; i < times_.size(); ++i) {
    double const growth = std::exp(log_scales_[i] - log_scales_[first]);
    if (!(norm(i, propagators_[i] * start) * growth < size)) return times_[i];
  }
  return {};
}

}  // namespace rattleback
