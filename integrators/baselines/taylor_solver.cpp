#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "integrators/baselines/taylor.hpp"
#include "problems/text/series/series.hpp"

namespace rattleback {

namespace {

class TaylorSolver : public StartedSolver<double> {
  using State = std::vector<double>;

 public:
  TaylorSolver(SolverEquations<double> equations, State y0, double h, StepControl const& control)
      : equations_(std::move(equations)),
        series_(equations_.system()->series(equations_.system().get())),
        interval_(h),
        control_(control),
        state_(y0),
        end_(y0.size()),
        lost_(y0.size()),
        end_lost_(y0.size()),
        rate_(y0.size()),
        expected_(y0.size()) {
    y = std::move(y0);
    control_.rtol = std::max(control_.rtol, std::numeric_limits<double>::epsilon());
    accuracy_ = std::max(control_.rtol, control_.atol);
    order_ = std::max(2, int(std::ceil(1 - std::log(accuracy_) / 2)));
  }
  void state_at(double t, State& at) override {
    at = state_;
    if (t == reached) return;
    series_->evaluate_change(t - from_, at.data());
    for (int i = 0; i < series_->size(); ++i) at[std::size_t(i)] += series_->coefficient(i, 0);
  }
  bool advance(double end, bool stops) override {
    // Dense output passes over a changed state: the steps then end at the nodes.
    bool const ends_there = stops || change_;
    for (long inner = 0; reached < end; ++inner) {
      if (inner > most_steps) return fail(too_many_steps());
      if (!step(end, ends_there)) return false;
    }
    state_at(end, y);
    return true;
  }

 private:
  bool fail(std::string why) {
    reason = std::move(why);
    return false;
  }
  bool step(double end, bool ends_there) {
    equations_.count_calls(order_);
    if (!series_->expand(equations_.time_of(reached), equations_.direction(), state_.data(), order_,
                         1e-7 * interval_))
      return fail("the equations of motion are singular");
    double h = step_size();
    if (std::isnan(h)) return fail("the coefficients of the power series are not finite");
    double const left = end - reached;
    if (std::isinf(h)) h = std::max(left, interval_);
    if (control_.max_step > 0) h = std::min(h, control_.max_step);
    if (reached == 0 && control_.first_step > 0) h = std::min(h, control_.first_step);
    if (h < 1e-14 * end) return fail("the step size has become too small");
    double to = reached + h;
    if (ends_there && h >= left * (1 - 1e-12)) to = end;
    for (;; to = reached + (to - reached) / 2) {
      advance_state(to - reached);
      if (!is_abrupt(to)) break;
      if (to - reached < 1e-14 * end) return fail("the step size has become too small");
    }
    from_ = std::exchange(reached, to);
    state_.swap(end_);
    lost_.swap(end_lost_);
    ++solver_steps;
    if (change_) std::fill(lost_.begin(), lost_.end(), 0.0);
    if (!change(reached, state_.data())) return false;
    y = state_;
    return !after_step || after_step(from_, reached);
  }
  /// Computes the state after a step h. What rounding loses of a sum is added in the next step.
  void advance_state(double h) {
    series_->evaluate_change(h, end_.data());
    for (std::size_t i = 0; i < end_.size(); ++i) {
      double const change = end_[i] + lost_[i];
      end_[i] = state_[i] + change;
      end_lost_[i] = change - (end_[i] - state_[i]);
    }
  }
  /// Returns exp(-2 - 0.7/(N - 1)) times the radius of convergence that the last two coefficients
  /// estimate; infinity for a polynomial, NaN for coefficients that are not finite.
  double step_size() {
    double radius = std::numeric_limits<double>::infinity();
    for (int const k : {order_ - 1, order_}) {
      double largest = 0;
      for (int i = 0; i < series_->size(); ++i)
        largest = larger_or_nan(largest, std::abs(series_->coefficient(i, k)) / size_at(i));
      if (!std::isfinite(largest)) return std::numeric_limits<double>::quiet_NaN();
      if (largest > 0) radius = std::min(radius, std::pow(largest, -1.0 / k));
    }
    return radius * std::exp(-2 - 0.7 / (order_ - 1));
  }
  /// Returns the size of component i: the tolerance of its error divided by the accuracy.
  double size_at(int i) const {
    return (control_.atol + control_.rtol * std::abs(state_[std::size_t(i)])) / accuracy_;
  }
  /// True if the equations of a driven system change within a step to the time `to` so that its
  /// series does not satisfy them there. A step over a kink ends there anyway.
  bool is_abrupt(double to) {
    if (!equations_.system().description().driven || passes_kink(to)) return false;
    series_->evaluate_rate(to - reached, rate_.data());
    equations_.right_hand_side(equations_.time_of(to), end_.data(), expected_.data());
    // The error of the derivative is that of the state times (N + 1)/h.
    for (std::size_t i = 0; i < rate_.size(); ++i)
      rate_[i] = end_[i] +
                 (to - reached) / (order_ + 1) * (rate_[i] - equations_.direction() * expected_[i]);
    return !(difference_in_tolerances(end_, rate_.data(), control_) <= 1);
  }
  bool passes_kink(double to) const {
    auto const& system = equations_.system();
    if (!system->kink_arguments) return false;
    auto const at = [&](double t, State const& state) {
      return kink_arguments(system, equations_.time_of(t), state.data(),
                            state.data() + system->size);
    };
    auto const before = at(reached, state_), after = at(to, end_);
    return !std::equal(before.begin(), before.end(), after.begin(),
                       [](double a, double b) { return sign(a) == sign(b); });
  }

  SolverEquations<double> equations_;
  std::shared_ptr<text::Series<double>> series_;
  double const interval_;
  StepControl control_;
  double accuracy_;  ///< tolerance eps that determines the order
  int order_ = 2;
  double from_ = 0;        ///< beginning of the last step
  State state_;            ///< state at the end of the last step
  State end_;              ///< state at the end of the next step
  State lost_, end_lost_;  ///< rounding errors of these states
  State rate_, expected_;
};

}  // namespace

std::unique_ptr<StartedSolver<double>> taylor_solver(SolverEquations<double> equations,
                                                     std::vector<double> y0, double h,
                                                     StepControl const& control) {
  return std::make_unique<TaylorSolver>(std::move(equations), std::move(y0), h, control);
}

}  // namespace rattleback
