// Radau IIA of order 5 for F(t, y, y') = 0. Newton iteration, error estimate and step size control
// are those of E. Hairer and G. Wanner, Solving Ordinary Differential Equations II, 2nd ed. 1996,
// IV.8, with M = F_y' and J = -F_y.

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "integrators/baselines/step_limit.hpp"
#include "integrators/core/solvers/library_solvers.hpp"

namespace rattleback {

namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using ComplexVector = Eigen::VectorXcd;
using Complex = std::complex<double>;
using Stages = Eigen::Matrix<double, Eigen::Dynamic, 3>;  ///< a column for each stage

/// Coefficients of the collocation at the nodes c. An increment is the change of the state up to a
/// stage. One eigenvalue of A^-1 is real, the other two are conjugate.
struct Coefficients {
  Eigen::Vector3d c{(4 - std::sqrt(6.0)) / 10, (4 + std::sqrt(6.0)) / 10, 1};
  Eigen::Matrix3d inverse_A;  ///< h y' of the stages from the increments
  Eigen::Matrix3d to_powers;  ///< coefficients of s, s^2, s^3 from the increments
  double real_eigenvalue;
  Complex eigenvalue;                     ///< with positive imaginary part
  Eigen::Vector3d real_vector, real_row;  ///< column of the matrix T of vectors, row of T^-1
  Eigen::Vector3cd vector, row;           ///< eigenvector and row of the complex eigenvalue
  /// Factors of the increments in the error estimate.
  Eigen::Vector3d estimate{-(13 + 7 * std::sqrt(6.0)) / 3, (-13 + 7 * std::sqrt(6.0)) / 3,
                           -1.0 / 3};

  Coefficients() {
    Eigen::Matrix3d powers, rates;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        powers(i, j) = std::pow(c[i], j + 1);
        rates(i, j) = (j + 1) * std::pow(c[i], j);
      }
    to_powers = powers.inverse();
    inverse_A = rates * to_powers;
    Eigen::EigenSolver<Eigen::Matrix3d> const system(inverse_A);
    Eigen::Matrix3cd const vectors = system.eigenvectors(), inverse = vectors.inverse();
    for (int k = 0; k < 3; ++k) {
      Complex const value = system.eigenvalues()[k];
      if (value.imag() == 0) {
        real_eigenvalue = value.real();
        real_vector = vectors.col(k).real();
        real_row = inverse.row(k).real();
      } else if (value.imag() > 0) {
        eigenvalue = value;
        vector = vectors.col(k);
        row = inverse.row(k);
      }
    }
  }
};

/// Sum of the columns times the weights, in the same order of operations wherever it is stored.
template <class Weights>
auto combined(Stages const& columns, Weights const& weights) {
  auto const weight = weights.eval();
  auto const column = [&](int k) {
    return columns.col(k).template cast<typename Weights::Scalar>() * weight[k];
  };
  return column(0) + column(1) + column(2);
}

class RadauSteps : public StartedSolver<double> {
 public:
  RadauSteps(Dae dae, double h, StepControl const& control, bool test_algebraic)
      : dae_(std::move(dae)),
        size_(static_cast<int>(dae_.y0.size())),
        control_(control),
        step_(h),
        newton_limit_(
            std::max(10 * rounding / control.rtol, std::min(0.03, std::sqrt(control.rtol)))),
        tested_(size_),
        state_(Eigen::Map<Vector const>(dae_.y0.data(), size_)),
        before_(state_),
        rate_(Eigen::Map<Vector const>(dae_.ydot0.data(), size_)),
        no_rate_(Vector::Zero(size_)),
        increments_(Stages::Zero(size_, 3)),
        polynomial_(Stages::Zero(size_, 3)),
        residuals_(size_, 3),
        rate_matrix_(size_, size_),
        jacobian_(size_, size_),
        matrix_(size_, size_),
        complex_matrix_(size_, size_),
        lu_(size_),
        complex_lu_(size_) {
    for (int i = 0; i < size_; ++i) tested_[i] = test_algebraic || dae_.differential[i] ? 1 : 0;
    for (Vector* v : {&scale_, &f_, &shifted_f_, &stage_, &stage_rate_, &real_part_, &error_})
      v->setZero(size_);
    complex_part_.setZero(size_);
    complex_change_.setZero(size_);
    choose_first_step();
    y = dae_.y0;
    ydot = dae_.ydot0;
  }

  bool advance(double end, bool stops) override {
    double const limit = stops || change_ ? end : std::numeric_limits<double>::infinity();
    for (long i = 0; reached < end; ++i) {
      if (i == most_steps) return fail(too_many_steps());
      double const from = reached;
      if (!take_step(limit)) return false;
      if (change_ && !change(reached, state_.data())) return false;
      if (after_step && !after_step(from, reached)) return false;
    }
    state_at(end, y);
    take_rate(end, stage_rate_);
    std::copy(stage_rate_.begin(), stage_rate_.end(), ydot.begin());
    return true;
  }
  /// The polynomial of the collocation.
  void state_at(double t, std::vector<double>& at) override {
    at.resize(y.size());
    Eigen::Map<Vector> to(at.data(), size_);
    to = state_;
    if (t != reached) to = before_ + combined(polynomial_, powers((t - from_) / last_step_));
  }

 private:
  static Eigen::Vector3d powers(double s) { return {s, s * s, s * s * s}; }
  void take_rate(double t, Vector& rate) const {
    double const s = (t - from_) / last_step_;
    rate = combined(polynomial_, Eigen::Vector3d(1, 2 * s, 3 * s * s) / last_step_);
  }

  /// A hundredth of the time in which the state changes by its size, at least by a tolerance.
  void choose_first_step() {
    update_scale();
    double const change = std::sqrt(squared_norm(rate_));
    if (change > 0) step_ = 1e-2 * std::max(1.0, std::sqrt(squared_norm(state_))) / change;
    if (control_.first_step > 0) step_ = control_.first_step;
    if (control_.max_step > 0) step_ = std::min(step_, control_.max_step);
    smallest_step_ = rounding * step_;
  }

  /// One accepted step, which ends at `limit` at the latest, after as many tries as it takes.
  bool take_step(double limit) {
    bool was_rejected = false;
    for (;;) {
      bool const is_cut = reached + step_ * (1 + 1e-10) > limit;
      double const h = is_cut ? limit - reached : step_;
      update_scale();
      if (!solve(h)) {
        if (h <= smallest_step()) return fail(reason_of_newton(increments_.allFinite(), h));
        if (!jacobian_is_current_) linearise();
        step_ = h / 2;
        was_rejected = true;
        continue;
      }
      double const error = estimate(h, solver_steps == 0 || was_rejected);
      double const factor = step_factor(error);
      if (!(error < 1)) {
        if (h <= smallest_step())
          return fail(fmt::format("the error test fails at the smallest step, {:.1e}", h));
        step_ = h * (solver_steps == 0 ? std::min(0.1, factor) : factor);
        was_rejected = true;
        if (!jacobian_is_current_) linearise();
        continue;
      }
      accept(h, is_cut ? limit : reached + h);
      double next = h * std::min(factor, predicted_factor(h, error));
      if (was_rejected) next = std::min(next, h);
      if (is_cut) next = std::max(next, step_);
      if (control_.max_step > 0) next = std::min(next, control_.max_step);
      // A change of the step costs a factorisation.
      bool const is_alike = convergence_ <= fast_convergence && next >= h && next <= 1.2 * h;
      if (!is_alike) step_ = next;
      if (convergence_ > fast_convergence) linearise();
      return true;
    }
  }
  void accept(double h, double end) {
    ++solver_steps;
    before_ = state_;
    for (int k = 0; k < 3; ++k)
      polynomial_.col(k) = combined(increments_, coefficients().to_powers.row(k));
    from_ = reached;
    last_step_ = h;
    reached = end;
    state_ += increments_.col(2);
    take_rate(end, rate_);
    jacobian_is_current_ = false;
  }

  /// Factor of the step that makes the estimate equal to the tolerance.
  double step_factor(double error) const {
    constexpr int most = 2 * max_iterations;
    double const safety = 0.9 * (1 + most) / (iterations_ + most);
    return bounded(std::min(0.9, safety) * std::pow(error, -0.25));
  }
  /// The same, predicted from this and the last step.
  double predicted_factor(double h, double error) {
    double factor = largest_factor;
    if (accepted_step_ > 0)
      factor = bounded(0.9 * h / accepted_step_ * std::pow(error * error / accepted_error_, -0.25));
    accepted_step_ = h;
    accepted_error_ = std::max(1e-2, error);
    return factor;
  }
  static double bounded(double factor) {
    return std::isfinite(factor) ? std::clamp(factor, 0.2, largest_factor) : 0.2;
  }

  /// Simplified Newton iteration for the increments of the stages. False where it converges too
  /// slowly.
  bool solve(double h) {
    auto const& of = coefficients();
    if (jacobian_evaluations == 0) linearise();
    if (factored_step_ != h) factorise(h);
    for (int i = 0; i < 3; ++i)
      if (last_step_ > 0)
        increments_.col(i) =
            combined(polynomial_, powers(1 + of.c[i] * h / last_step_) - powers(1));
      else
        increments_.col(i).setZero();
    double last = 0, last_ratio = 0;
    remaining_ = std::pow(std::max(remaining_, rounding), 0.8);
    convergence_ = fast_convergence;
    for (iterations_ = 1; iterations_ <= max_iterations; ++iterations_) {
      for (int i = 0; i < 3; ++i) {
        stage_ = state_ + increments_.col(i);
        stage_rate_ = combined(increments_, of.inverse_A.row(i).transpose() / h);
        dae_.residual(reached + of.c[i] * h, stage_.data(), stage_rate_.data(),
                      residuals_.col(i).data());
      }
      step_residuals += 3;
      ++newton_iterations;
      real_part_ = combined(residuals_, of.real_row);
      complex_part_ = combined(residuals_, of.row);
      stage_ = lu_.solve(real_part_);
      complex_change_ = complex_lu_.solve(complex_part_);
      double sum = 0;
      for (int i = 0; i < 3; ++i) {
        stage_rate_ = of.real_vector[i] * stage_ + 2 * (of.vector[i] * complex_change_).real();
        increments_.col(i) -= stage_rate_;
        sum += squared_norm(stage_rate_);
      }
      double const size = std::sqrt(sum / 3);
      if (!std::isfinite(size)) return false;
      if (iterations_ > 1) {
        double const ratio = size / last;
        convergence_ = iterations_ == 2 ? ratio : std::sqrt(ratio * last_ratio);
        last_ratio = ratio;
        if (!(convergence_ < 0.99)) return false;
        remaining_ = convergence_ / (1 - convergence_);
        double const at_end = std::pow(convergence_, max_iterations - iterations_);
        if (remaining_ * size * at_end >= newton_limit_) return false;
      }
      last = std::max(size, rounding);
      if (remaining_ * size <= newton_limit_) return true;
    }
    return false;
  }

  /// Error of the embedded formula of order 3, in tolerances: (gamma/h M - J)^-1 times -F at the
  /// beginning and a combination of the increments as y'. A second evaluation filters the fast
  /// components of a first or repeated step.
  double estimate(double h, bool is_filtered) {
    stage_ = state_;
    stage_rate_ = -combined(increments_, coefficients().estimate / h);
    double error = 0;
    for (int evaluation = 0; evaluation == 0 || (evaluation == 1 && error >= 1 && is_filtered);
         ++evaluation) {
      dae_.residual(reached, stage_.data(), stage_rate_.data(), f_.data());
      ++step_residuals;
      error_ = -lu_.solve(f_);
      error = std::sqrt(squared_norm(error_));
      stage_ = state_ + error_;
    }
    return std::max(error, 1e-10);
  }

  /// F_y' and F_y at the present state by forward differences. F is linear in y'.
  void linearise() {
    stage_ = state_;
    stage_rate_ = rate_;
    dae_.residual(reached, stage_.data(), no_rate_.data(), f_.data());
    for (int j = 0; j < size_; ++j) {
      stage_rate_.setZero();
      stage_rate_[j] = std::max(1.0, std::abs(rate_[j]));
      dae_.residual(reached, stage_.data(), stage_rate_.data(), shifted_f_.data());
      rate_matrix_.col(j) = (shifted_f_ - f_) / stage_rate_[j];
    }
    dae_.residual(reached, stage_.data(), rate_.data(), f_.data());
    for (int j = 0; j < size_; ++j) {
      double const at = stage_[j];
      stage_[j] = at + std::sqrt(rounding) * std::max(3e-3, std::abs(at));
      dae_.residual(reached, stage_.data(), rate_.data(), shifted_f_.data());
      jacobian_.col(j) = (shifted_f_ - f_) / (stage_[j] - at);
      stage_[j] = at;
    }
    ++jacobian_evaluations;
    jacobian_residuals += 2 * (size_ + 1);
    jacobian_is_current_ = true;
    factored_step_ = no_step;
  }
  void factorise(double h) {
    auto const& of = coefficients();
    matrix_ = of.real_eigenvalue / h * rate_matrix_ + jacobian_;
    complex_matrix_ = (of.eigenvalue / h) * rate_matrix_.cast<Complex>();
    complex_matrix_ += jacobian_.cast<Complex>();
    lu_.compute(matrix_);
    complex_lu_.compute(complex_matrix_);
    factored_step_ = h;
  }

  void update_scale() { scale_ = control_.atol + control_.rtol * state_.array().abs(); }
  /// Mean square of the tested components relative to their tolerances.
  double squared_norm(Vector const& v) const {
    return (v.array() / scale_.array() * tested_.array()).square().sum() / tested_.sum();
  }
  double smallest_step() const { return std::max(smallest_step_, 16 * rounding * reached); }
  static Coefficients const& coefficients() {
    static Coefficients const all;
    return all;
  }

  static constexpr double rounding = std::numeric_limits<double>::epsilon();
  /// Differs from every step, also from the step 0 of an infinite rate.
  static constexpr double no_step = std::numeric_limits<double>::quiet_NaN();
  static constexpr int max_iterations = 7;
  static constexpr double largest_factor = 8;
  /// Reuses the Jacobian; between the 0.001 and the 0.1 that the book advises for Jacobians that
  /// cost little or much.
  static constexpr double fast_convergence = 1e-2;

  Dae dae_;
  int size_;
  StepControl control_;
  double step_;  ///< next step
  double smallest_step_ = 0, newton_limit_;
  double from_ = 0, last_step_ = 0;  ///< last step
  double accepted_step_ = 0, accepted_error_ = 1;
  double factored_step_ = no_step;          ///< no_step: no factors
  double convergence_ = 0, remaining_ = 1;  ///< rate of Newton's method; error left per change
  int iterations_ = 0;
  bool jacobian_is_current_ = false;
  Vector tested_, state_, before_, rate_, no_rate_;
  Stages increments_, polynomial_, residuals_;
  Matrix rate_matrix_, jacobian_, matrix_;
  Eigen::MatrixXcd complex_matrix_;
  Eigen::PartialPivLU<Matrix> lu_;
  Eigen::PartialPivLU<Eigen::MatrixXcd> complex_lu_;
  Vector scale_, f_, shifted_f_, stage_, stage_rate_, real_part_, error_;
  ComplexVector complex_part_, complex_change_;
};

}  // namespace

std::unique_ptr<StartedSolver<double>> radau_solver(Dae dae, double h, StepControl const& control,
                                                    bool test_algebraic) {
  return std::make_unique<RadauSteps>(std::move(dae), h, control, test_algebraic);
}

}  // namespace rattleback
