// The numerical differentiation formulas (NDF) of L. F. Shampine and M. W. Reichelt, The MATLAB ODE
// Suite, SIAM J. Sci. Comput. 18 (1997) 1-22, section 2, with the step size control of ode15s.

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "integrators/baselines/step_limit.hpp"
#include "integrators/core/solvers/library_solvers.hpp"

namespace rattleback {

namespace {

// The formulas in backward differences nabla^j y.
namespace ndf {
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

constexpr int max_order = 5;
/// Coefficients of order k at index k: gamma_k = sum_{j <= k} 1/j and kappa_k (table 1 of the
/// paper).
constexpr std::array gamma{0.0, 1.0, 3.0 / 2, 11.0 / 6, 25.0 / 12, 137.0 / 60};
constexpr std::array kappa{0.0, -0.1850, -1.0 / 9, -0.0823, -0.0415, 0.0};

/// h y'(new) is (1 - kappa_k) gamma_k (y(new) - predicted) and known terms.
constexpr double leading_factor(int k) { return (1 - kappa[k]) * gamma[k]; }
/// Returns the coefficient of nabla^(k+1) y in the leading error term.
constexpr double error_constant(int k) { return kappa[k] * gamma[k] + 1.0 / (k + 1); }

/// Differences of the last states at the present step, in columns: nabla^j in column j - 1.
class Differences {
 public:
  explicit Differences(int size)
      : columns_(Matrix::Zero(size, max_order + 2)), scratch_(Matrix::Zero(size, max_order)) {}

  /// nabla^j y.
  auto nabla(int j) const { return columns_.col(j - 1); }
  template <class V>
  void start(V const& first) {
    columns_.col(0) = first;
  }

  /// sum_{j <= k} nabla^j y, which extrapolates the last k + 1 states by one step, and psi with
  /// (1 - kappa_k) gamma_k psi = sum_{j <= k} gamma_j nabla^j y.
  void extrapolate(int k, Vector& increment, Vector& psi) const {
    increment.setZero();
    psi.setZero();
    for (int j = 1; j <= k; ++j) {
      increment += nabla(j);
      psi += gamma[j] / leading_factor(k) * nabla(j);
    }
  }

  /// Takes up the next state by what it differs from the extrapolated one, its nabla^(k+1).
  void append(int k, Vector const& correction) {
    columns_.col(k + 1) = correction - columns_.col(k);
    columns_.col(k) = correction;
    for (int j = k - 1; j >= 0; --j) columns_.col(j) += columns_.col(j + 1);
  }

  /// Replaces the differences by those of the same polynomial of degree k at `factor` times the
  /// spacing:
  ///   nabla R U,  R_ij = prod_{l <= i} (l - 1 - j factor)/l,  U = R at factor 1.
  void rescale(int k, double factor) {
    Square const change = spacing(factor) * spacing(1);
    auto used = columns_.leftCols(k);
    scratch_.leftCols(k) = used.lazyProduct(change.topLeftCorner(k, k));
    used = scratch_.leftCols(k);
  }

  /// The polynomial of degree k, less the last state, at s steps beyond that.
  template <class V>
  void add_interpolated(int k, double s, V& y) const {
    double product = 1;
    for (int j = 1; j <= k; ++j) {
      product *= (s + j - 1) / j;
      y += product * nabla(j);
    }
  }

 private:
  using Square = Eigen::Matrix<double, max_order, max_order>;
  static Square spacing(double ratio) {
    Square r;
    for (int j = 0; j < max_order; ++j) {
      double product = 1;
      for (int i = 0; i < max_order; ++i) {
        product *= (i - (j + 1) * ratio) / (i + 1);
        r(i, j) = product;
      }
    }
    return r;
  }
  Matrix columns_, scratch_;
};
}  // namespace ndf

using ndf::Matrix, ndf::Vector, ndf::error_constant;

constexpr int max_iterations = 4;
constexpr double rounding = std::numeric_limits<double>::epsilon();

/// E y' = f(y) with a diagonal E of ones and zeros.
class Ndf : public StartedSolver<double> {
 public:
  Ndf(Dae dae, double h, StepControl const& control, bool test_algebraic)
      : dae_(std::move(dae)),
        size_(static_cast<int>(dae_.y0.size())),
        interval_(h),
        control_(control),
        rtol_(control.rtol),
        threshold_(control.atol / control.rtol),
        no_rate_(Vector::Zero(size_)),
        differential_(size_),
        tested_(size_),
        state_(Eigen::Map<Vector const>(dae_.y0.data(), size_)),
        differences_(size_),
        jacobian_(size_, size_),
        iteration_(size_, size_),
        lu_(size_) {
    for (int i = 0; i < size_; ++i) {
      differential_[i] = dae_.differential[i] ? 1 : 0;
      tested_[i] = test_algebraic || dae_.differential[i] ? 1 : 0;
    }
    for (Vector* v : {&new_state_, &predicted_, &psi_, &correction_, &weight_, &f_, &shifted_f_,
                      &right_hand_side_, &change_})
      v->setZero(size_);
    y = dae_.y0;
  }

  bool advance(double end, bool stops) override {
    if (step_ == 0 && !start()) return false;
    for (long i = 0; reached < end; ++i) {
      if (i == most_steps) return fail(too_many_steps());
      double const from = reached;
      // A step that leaves less than rounding to the stop ends there.
      if (stops && reached + step_ * (1 + 1e-10) > end) rescale((end - reached) / step_);
      if (!take_step()) return false;
      if (after_step && !after_step(from, reached)) return false;
    }
    state_at(end, y);
    return true;
  }
  /// The polynomial through the last k + 1 states.
  void state_at(double t, std::vector<double>& y_at) override {
    y_at.resize(y.size());
    Eigen::Map<Vector> at(y_at.data(), size_);
    at = state_;
    differences_.add_interpolated(order_, (t - reached) / step_, at);
  }

 private:
  /// The first step at order 1, whose error is h^2 y''/2, with a safety factor 1/1.25; y'' = J y'.
  /// Components without derivative have no y' to go by, so that there y' alone bounds the step.
  bool start() {
    Eigen::Map<Vector const> const rate(dae_.ydot0.data(), size_);
    weight_ = state_.cwiseAbs().cwiseMax(threshold_);
    linearise();
    double per_step = 1.25 * norm(rate) / std::sqrt(rtol_);
    if (differential_.minCoeff() == 1) {
      change_ = jacobian_ * rate;
      per_step = 1.25 * std::sqrt(0.5 * norm(change_) / rtol_);
    }
    if (!std::isfinite(per_step)) return fail("the equations are not finite at the start");
    step_ = std::min(interval_, 1 / per_step);
    if (control_.first_step > 0) step_ = control_.first_step;
    if (control_.max_step > 0) step_ = std::min(step_, control_.max_step);
    differences_.start(step_ * rate);
    factorise();
    return true;
  }

  /// One accepted step, after as many tries as it takes.
  bool take_step() {
    if (steps_alike_ >= order_ + 2) choose_step_and_order();
    for (bool failed_before = false;; failed_before = true) {
      if (!solve_implicit_equation()) return false;
      error_ = norm(correction_.cwiseProduct(tested_)) * error_constant(order_);
      if (error_ <= rtol_) break;
      if (at_smallest_step())
        return fail(fmt::format("the error test fails at the smallest step, {:.1e}", step_));
      if (failed_before)
        rescale(0.5);
      else
        reduce_step();
    }
    ++solver_steps;
    reached += step_;
    state_ = new_state_;
    differences_.append(order_, correction_);
    jacobian_is_current_ = false;
    ++steps_alike_;
    return true;
  }

  /// Simplified Newton iteration for y_new = predicted + d, where
  ///   (1 - kappa_k) gamma_k E (psi + d) = h f(y_new).
  /// A slow iteration gets a new Jacobian, and when that is at hand, a smaller step.
  bool solve_implicit_equation() {
    while (!iterate()) {
      if (!jacobian_is_current_) {
        linearise();
        factorise();
      } else if (at_smallest_step()) {
        return fail(reason_of_newton(correction_.allFinite(), step_));
      } else {
        rescale(0.3);
      }
    }
    return true;
  }

  /// At most four iterations; false when they converge too slowly to get there.
  bool iterate() {
    differences_.extrapolate(order_, predicted_, psi_);
    predicted_ += state_;
    new_state_ = predicted_;
    correction_.setZero();
    weight_ = state_.cwiseAbs().cwiseMax(new_state_.cwiseAbs()).cwiseMax(threshold_);
    double const least = 100 * rounding * norm(new_state_);
    double last = 0;
    for (int i = 1; i <= max_iterations; ++i) {
      evaluate(reached + step_, new_state_, f_);
      ++step_residuals;
      ++newton_iterations;
      right_hand_side_ =
          step_ / leading_factor() * f_ - differential_.cwiseProduct(psi_ + correction_);
      change_ = lu_.solve(right_hand_side_);
      correction_ += change_;
      new_state_ = predicted_ + correction_;
      double const size = norm(change_);
      if (!std::isfinite(size)) return false;
      if (size <= least) return true;
      // With a known rate of convergence the error left is size * rate / (1 - rate).
      if (i == 1) {
        if (rate_ > 0 && size * rate_ / (1 - rate_) <= 0.05 * rtol_) return true;
      } else {
        if (size > 0.9 * last) return false;
        rate_ = std::max(0.9 * rate_, size / last);
        double const left = size * rate_ / (1 - rate_);
        if (left <= 0.5 * rtol_) return true;
        if (left * std::pow(rate_, max_iterations - i) > 0.5 * rtol_) return false;
      }
      last = size;
    }
    return false;
  }

  /// After a first failure: the step that would have passed at this order or, never larger, at the
  /// one below.
  void reduce_step() {
    int const k = order_;
    double factor = std::max(0.1, 0.833 * std::pow(rtol_ / error_, 1.0 / (k + 1)));
    if (k > 1) {
      change_ = (differences_.nabla(k) + correction_).cwiseProduct(tested_);
      double const below = norm(change_) * error_constant(k - 1);
      double const factor_below = std::max(0.1, 0.769 * std::pow(rtol_ / below, 1.0 / k));
      if (factor_below > factor) {
        factor = std::min(1.0, factor_below);
        --order_;
      }
    }
    rescale(factor);
  }

  /// After k + 2 steps alike: the order among k - 1, k, k + 1 that allows the largest step, if it
  /// is larger than the present one.
  void choose_step_and_order() {
    int const k = order_;
    auto const factor = [&](int order, double its_error, double safety) {
      return 1 / std::max(0.1, safety * std::pow(its_error / rtol_, 1.0 / (order + 1)));
    };
    double best = factor(k, error_, 1.2);
    auto const consider = [&](int order, double safety) {
      change_ = differences_.nabla(order + 1).cwiseProduct(tested_);
      double const other = factor(order, norm(change_) * error_constant(order), safety);
      if (other > best) {
        best = other;
        order_ = order;
      }
    };
    if (k > 1) consider(k - 1, 1.3);
    if (k < ndf::max_order) consider(k + 1, 1.4);
    if (best > 1 && !(control_.max_step > 0 && order_ == k && step_ >= control_.max_step))
      rescale(best);
    else
      order_ = k;
  }

  /// Changes the step by `factor`, but never to less than the smallest one, or to more than the
  /// largest one.
  void rescale(double factor) {
    if (control_.max_step > 0) factor = std::min(factor, control_.max_step / step_);
    factor = std::max(factor, smallest_step() / step_);
    differences_.rescale(order_, factor);
    step_ *= factor;
    steps_alike_ = 0;
    factorise();
  }

  /// The Jacobian of f at the present state by forward differences.
  void linearise() {
    evaluate(reached, state_, f_);
    for (int j = 0; j < size_; ++j) {
      double const at = state_[j];
      double const moved = at + std::sqrt(rounding) * std::max(std::abs(at), threshold_);
      state_[j] = moved;
      evaluate(reached, state_, shifted_f_);
      jacobian_.col(j) = (shifted_f_ - f_) / (moved - at);
      state_[j] = at;
    }
    ++jacobian_evaluations;
    jacobian_residuals += size_ + 1;
    jacobian_is_current_ = true;
  }

  /// E - h/((1 - kappa_k) gamma_k) J; the rate of convergence is unknown again.
  void factorise() {
    iteration_ = -step_ / leading_factor() * jacobian_;
    iteration_.diagonal() += differential_;
    lu_.compute(iteration_);
    rate_ = 0;
  }

  void evaluate(double t, Vector const& at, Vector& f) const {
    dae_.residual(t, at.data(), no_rate_.data(), f.data());
    f = -f;
  }
  /// Largest component relative to its weight.
  template <class V>
  double norm(V const& v) const {
    double largest = 0;
    for (int i = 0; i < size_; ++i) {
      double const relative = std::abs(v[i]) / weight_[i];
      if (std::isnan(relative)) return relative;
      largest = std::max(largest, relative);
    }
    return largest;
  }
  double leading_factor() const { return ndf::leading_factor(order_); }
  double smallest_step() const { return 16 * rounding * reached; }
  bool at_smallest_step() const { return step_ <= std::max(smallest_step(), 1e-300); }

  Dae dae_;
  int size_;
  double interval_;
  StepControl control_;
  double rtol_, threshold_;
  double step_ = 0;
  int order_ = 1, steps_alike_ = 0;  ///< steps_alike_: accepted at the present step and order
  double error_ = 0;                 ///< estimate for the last step tried, relative to weights
  double rate_ = 0;                  ///< of Newton's convergence; 0: unknown
  bool jacobian_is_current_ = false;
  Vector no_rate_, differential_, tested_, state_;
  ndf::Differences differences_;
  Matrix jacobian_, iteration_;
  Eigen::PartialPivLU<Matrix> lu_;
  Vector new_state_, predicted_, psi_, correction_, weight_, f_, shifted_f_, right_hand_side_,
      change_;
};

}  // namespace

std::unique_ptr<StartedSolver<double>> ndf_solver(Dae dae, double h, StepControl const& control,
                                                  bool test_algebraic) {
  return std::make_unique<Ndf>(std::move(dae), h, control, test_algebraic);
}

}  // namespace rattleback
