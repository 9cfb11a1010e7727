#include "integrators/core/solvers/solver_in_pieces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

namespace rattleback {

namespace {

constexpr long most_switches = 1000;

class SolverInPieces : public StartedSolver<double> {
  using State = std::vector<double>;

 public:
  SolverInPieces(SolverEquations<double> equations, std::shared_ptr<SwitchSide> side,
                 OpenSolver open, State y0, double interval, std::vector<double> stops)
      : equations_(std::move(equations)),
        on_side_(equations_),
        side_(std::move(side)),
        open_(std::move(open)),
        interval_(interval),
        size_(y0.size()),
        stops_(std::move(stops)) {
    on_side_.stay_on(side_);
    begin(0, std::move(y0));
  }

  void change_after_steps(ChangeState<double> change) override {
    StartedSolver::change_after_steps(std::move(change));
    hand_on(*inner_, begin_);
  }
  void state_at(double t, State& at) override {
    if (inner_->reached == 0 || t <= begin_) {
      at = start_;
      return;
    }
    // Rounded times of the run may lie beyond the last step of the piece.
    inner_->state_at(std::min(t - begin_, inner_->reached), at);
    at.resize(size_);
  }
  bool advance(double end, bool) override {
    for (long switches = 0;; ++switches) {
      if (stuck_) return slide(*stuck_, begin_);
      for (std::size_t k = 0; k < side_->switches().size(); ++k)
        if (!std::isfinite(side_->switches()[k]))
          return fail(fmt::format("{} is not finite at t = {:.6g}",
                                  equations_.system().description().kinks[k], system_time(begin_)));
      if (switches == most_switches)
        return fail(fmt::format("more than {} switches in one output interval", most_switches));
      auto const stop = std::upper_bound(stops_.begin(), stops_.end(), begin_);
      // Before the last stop no step goes beyond a node: a stop may lie there.
      bool const is_bounded = stop != stops_.end(), at_stop = is_bounded && *stop <= end;
      double const target = at_stop ? *stop : end;
      has_switched_ = false;
      if (inner_->advance(target - begin_, is_bounded)) {
        if (at_stop) begin(target, own(inner_->y));
        if (target == end) break;
      } else if (!has_switched_) {
        return fail(inner_->reason);
      } else if (!pass_switch(std::min(to_, end))) {
        return false;
      } else if (begin_ >= end) {
        break;
      }
    }
    take_over();
    return true;
  }

 private:
  State own(State const& all) const { return {all.begin(), all.begin() + long(size_)}; }
  int switched(double t, State const& at) const { return side_->crossed(system_time(t), at); }
  double system_time(double t) const { return equations_.time_of(t); }
  bool fail(std::string why) {
    take_over();
    reason = std::move(why);
    return false;
  }
  bool slide(std::size_t k, double t) {
    slides = true;
    fail(fmt::format("the motions on both sides of the switch {} lead back to it",
                     equations_.system().description().kinks[k]));
    reached = t;
    return false;
  }

  /// Takes over the state and the counts of the piece.
  void take_over() {
    y = inner_->y;
    ydot = inner_->ydot;
    reached = begin_ + inner_->reached;
    for (std::size_t i = 0; i < std::size(counts); ++i)
      this->*counts[i] = passed_[i] + (*inner_).*counts[i];
  }
  static constexpr long StartedSolver<double>::*counts[]{
      &StartedSolver::solver_steps, &StartedSolver::step_residuals,
      &StartedSolver::jacobian_residuals, &StartedSolver::jacobian_evaluations,
      &StartedSolver::newton_iterations};

  /// Begins a piece at the time t of the run.
  void begin(double t, State at) {
    begin(t, std::move(at), [this](auto const& y0) { return open_(begin_, y0, interval_); });
    inner_->after_step = [this](double from, double to) {
      return observe(begin_ + from, begin_ + to, true);
    };
  }
  template <class Open>
  void begin(double t, State at, Open const& open) {
    for (std::size_t i = 0; inner_ && i < std::size(counts); ++i)
      passed_[i] += (*inner_).*counts[i];
    begin_ = known_ = t;
    side_->stand_at(system_time(t), at);
    start_ = std::move(at);
    choose_sides();
    largest_.assign(side_->switches().size(), 0);
    inner_ = open(start_);
    hand_on(*inner_, t);
  }
  void hand_on(StartedSolver<double>& solver, double begin) const {
    if (change_)
      solver.change_after_steps(
          [this, begin](double t, double* state) { return change_(begin + t, state); });
  }
  /// Looks at a step of the piece. Returns false where a switch has changed its sign.
  bool observe(double from, double to, bool looks_at_switches) {
    if (looks_at_switches && !side_->switches().empty()) {
      state_at(to, after_);
      to_ = switched(to, after_) >= 0 ? to : switched_between(from, to);
      if (!std::isnan(to_)) {
        has_switched_ = true;
        from_ = known_;
        return false;
      }
      if (is_clear_of_switches(system_time(to))) {
        side_->stand_at(system_time(to), after_);
        known_ = to;
      }
    }
    return look_at(from, to);
  }
  /// Returns a time in a step at which a switch has another sign than at both ends, as where a
  /// motion touches a wall for less than a step; NaN if none is found.
  double switched_between(double from, double to) {
    State before;
    state_at(from, before);
    double const ahead = 1e-6 * (to - from);
    auto const values = [&](double t, State const& at) {
      return side_->switches_at(system_time(t), at.data());
    };
    auto const first = values(from, before), last = values(to, after_);
    auto const next = values(from + ahead, along(before, rate_at(from, before), ahead)),
               beyond = values(to + ahead, along(after_, rate_at(to, after_), ahead));
    equations_.count_calls(-2);  // a look is not part of a step's cost
    double found = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t k = 0; k < first.size() && std::isnan(found); ++k) {
      Ends const ends{first[k], (next[k] - first[k]) / ahead, last[k],
                      (beyond[k] - last[k]) / ahead, to - from};
      if (!ends.may_vanish_between()) continue;
      auto const size = [&](double t) {
        state_at(t, before);
        double const value = values(t, before)[k] / first[k];
        if (value < 0 && std::isnan(found)) found = t;
        return value;
      };
      constexpr int bits = 26;
      std::uintmax_t iterations = 40;
      boost::math::tools::brent_find_minima(size, from, to, bits, iterations);
    }
    return found;
  }
  /// Hands on a step, or the part of it that is not looked at yet.
  bool look_at(double from, double to) {
    if (to <= looked_at_) return true;
    from = std::max(from, looked_at_);
    looked_at_ = to;
    return !after_step || after_step(from, to);
  }

  /// True if rounding does not change the sign of a switch after the last step.
  bool is_clear_of_switches(double t) {
    constexpr double clear = 1e-8;  // of the largest value in the piece
    bool all = true;
    for (std::size_t k = 0; k < largest_.size(); ++k) {
      double const size = std::abs(side_->value(k, t, after_));
      largest_[k] = std::max(largest_[k], size);
      all = all && (side_->switches()[k] == 0 || size >= clear * largest_[k]);
    }
    return all;
  }
  /// Returns a solver for the way from the last step before a switch: explicit, and more accurate
  /// than the pieces, as multistep methods cannot begin with steps as short as they may be here.
  /// Both stages at the end of a step may lie beyond the switch, where the estimate misses them, so
  /// that a step is compared with two halves, unless the equations are singular at the switch.
  std::unique_ptr<StartedSolver<double>> short_run(State const& y0, double span) const {
    auto on_side = on_side_;
    on_side.set_clock(system_time(from_), equations_.direction());
    return odeint_rkf78_solver(on_side.ode(), y0, span,
                               {.rtol = 1e-13, .atol = 1e-13, .is_abrupt = !is_singular_});
  }
  /// Returns the state at the time t by a short run; empty if it fails or is not finite.
  State state_after(double t) {
    constexpr int most_steps = 3000;  // where the equations are smooth on the side
    if (t <= from_) return side_->state();
    for (;;) {
      auto const solver = short_run(side_->state(), t - from_);
      hand_on(*solver, from_);
      if (!is_singular_)
        solver->after_step = [steps = 0](double, double) mutable { return ++steps < most_steps; };
      if (solver->advance(t - from_, true)) {
        auto at = own(solver->y);
        bool const is_finite =
            std::all_of(at.begin(), at.end(), [](double x) { return std::isfinite(x); });
        return is_finite ? at : State{};
      }
      if (is_singular_) return {};
      is_singular_ = true;
    }
  }
  /// Passes the first switch after the last step before it, or goes to `limit` if there is none.
  bool pass_switch(double limit) {
    is_singular_ = false;
    double low = limit, high = limit;
    auto at_high = state_after(high);
    // Beyond several switches the extension of one side is not smooth.
    constexpr int most_halvings = 40;
    for (int i = 0; at_high.empty() && i < most_halvings; ++i) {
      low = high = from_ + (high - from_) / 2;
      at_high = state_after(high);
    }
    if (at_high.empty()) return fail("no step ends before a switch");
    int last = -1;
    for (int k; (k = switched(high, at_high)) >= 0 && k != last; last = k) {
      auto const value = [&](double t) {
        auto const at = state_after(t);
        return at.empty() ? 0 : side_->value(std::size_t(k), system_time(t), at);
      };
      double const right = value(high);
      if (!std::isfinite(right)) return fail("a switch has no finite value");
      std::uintmax_t iterations = 100;
      low = high;
      if (right != 0)
        std::tie(low, high) = boost::math::tools::toms748_solve(
            value, from_, high, side_->switches()[std::size_t(k)], right,
            boost::math::tools::eps_tolerance<double>(50), iterations);
      at_high = state_after(high);
      if (at_high.empty()) return fail("no step ends before a switch");
    }
    if (last >= 0 && slides_at(std::size_t(last), high, at_high))
      return slide(std::size_t(last), high);
    // The look ends before the switch: beyond it the equations are others.
    double const look = low - look_gap * (low - from_);
    begin(from_, side_->state(), [&](auto const& y0) { return short_run(y0, look - from_); });
    inner_->after_step = [this](double from, double to) {
      return observe(begin_ + from, begin_ + to, false);
    };
    if (look > from_ && !inner_->advance(look - from_, true)) return fail(inner_->reason);
    // The next piece begins a little beyond the switch, where rounding does not change its sign.
    double const beyond = last < 0 ? high : high + look_gap * (high - from_);
    begin(beyond, last < 0 ? at_high : along(at_high, rate_beyond(high, at_high), beyond - high));
    return look_at(look, beyond) || fail("stopped");
  }
  State rate_at(double t, State const& at) {
    State rate(size_);
    equations_.right_hand_side(system_time(t), at.data(), rate.data());
    for (double& r : rate) r *= equations_.direction();
    return rate;
  }
  static State along(State at, State const& rate, double by) {
    for (std::size_t i = 0; i < at.size(); ++i) at[i] += by * rate[i];
    return at;
  }
  /// Chooses the sides of switches that are zero at the beginning by the motion from there.
  void choose_sides() {
    stuck_.reset();
    auto const switches = side_->switches();
    if (std::count(switches.begin(), switches.end(), 0.0) == 0) return;
    double const ahead = 1e-7 * interval_, t = begin_ + ahead;
    auto const there = along(start_, rate_at(begin_, start_), ahead);
    side_->stand_at(system_time(t), there);
    known_ = t;
    for (std::size_t k = 0; k < switches.size(); ++k)
      if (switches[k] == 0 && side_->switches()[k] != 0 && turns_back(k, t, there, ahead))
        stuck_ = k;
  }
  /// True if switch k comes nearer to zero from a state on.
  bool turns_back(std::size_t k, double t, State const& at, double ahead) {
    auto const next = along(at, rate_at(t, at), ahead);
    double const now = side_->value(k, system_time(t), at),
                 then = side_->value(k, system_time(t + ahead), next);
    return sign(then - now) == -sign(now);
  }
  double ahead_of(double t) const { return 1e-7 * std::max(t - from_, 1e-2 * interval_); }
  /// Returns a state beyond the switch that is zero at t, on the motion from before it.
  State beyond(double t, State const& at) {
    double const earlier = std::max(from_, t - ahead_of(t));
    auto const still_before = state_after(earlier);
    return still_before.empty() ? at : along(at, rate_at(earlier, still_before), ahead_of(t));
  }
  State rate_beyond(double t, State const& at) { return rate_at(t + ahead_of(t), beyond(t, at)); }
  /// True if the motion beyond switch k leads back to it.
  bool slides_at(std::size_t k, double t, State const& at) {
    double const ahead = ahead_of(t);
    auto const beyond = this->beyond(t, at);
    double const value = side_->value(k, system_time(t + ahead), beyond);
    return sign(value) == -sign(side_->switches()[k]) && turns_back(k, t + ahead, beyond, ahead);
  }

  SolverEquations<double> equations_, on_side_;
  std::shared_ptr<SwitchSide> const side_;
  OpenSolver const open_;
  double const interval_;
  std::size_t const size_;
  std::vector<double> const stops_;
  std::unique_ptr<StartedSolver<double>> inner_;
  double begin_ = 0;  ///< beginning of the piece
  State start_;       ///< state at that time
  long passed_[std::size(counts)]{};
  State after_;                       ///< state after the last step
  State largest_;                     ///< largest sizes of the switches in the piece
  double known_ = 0;                  ///< time of the state that the side knows
  double looked_at_ = 0;              ///< end of the steps that are looked at
  std::optional<std::size_t> stuck_;  ///< switch that the motion from the beginning does not leave
  bool has_switched_ = false;
  bool is_singular_ = false;  ///< no strict short run passes the switch
  double from_ = 0, to_ = 0;  ///< the step in which a switch changed its sign
};

}  // namespace

std::unique_ptr<StartedSolver<double>> solver_in_pieces(SolverEquations<double> equations,
                                                        std::shared_ptr<SwitchSide> side,
                                                        OpenSolver open, std::vector<double> y0,
                                                        double interval,
                                                        std::vector<double> stops) {
  return std::make_unique<SolverInPieces>(std::move(equations), std::move(side), std::move(open),
                                          std::move(y0), interval, std::move(stops));
}

}  // namespace rattleback
