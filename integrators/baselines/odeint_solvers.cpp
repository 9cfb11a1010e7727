#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <utility>

#include "integrators/baselines/step_limit.hpp"
#include "integrators/core/solvers/library_solvers.hpp"

namespace rattleback {

namespace odeint = boost::numeric::odeint;

namespace {

/// The largest step as a stepper takes it: a step that ends at a node may be longer by rounding.
double largest_step(StepControl const& control) { return control.max_step * (1 + 1e-11); }

template <class S>
class Rk4 : public FixedSteps<S> {
  using FixedSteps<S>::t_, FixedSteps<S>::h_;

 public:
  Rk4(OdeFunction<S> f, std::vector<S> y0) : f_(std::move(f)) { this->y = std::move(y0); }
  bool advance(S, bool) override {
    auto const f = [this](auto const& y, auto& dydt, S const& t) { f_(t, y, dydt); };
    stepper_.do_step(f, this->y, t_, h_);
    return this->finish_step();
  }

 private:
  OdeFunction<S> f_;
  odeint::runge_kutta4<std::vector<S>, S, std::vector<S>, S> stepper_;
};

/// A stepper with error control but without dense output: its last step before a node is cut to end
/// there, and the one after goes on with what it had in mind.
template <class Stepper>
class Controlled : public StartedSolver<double> {
  using State = std::vector<double>;

 public:
  /// @param second  the estimate of the stepper may vanish: steps are compared with two halves
  Controlled(Stepper stepper, OdeFunction<double> f, State y0, double h, StepControl const& control,
             bool second = false)
      : f_(std::move(f)),
        next_(first_step(h, control)),
        control_(control),
        second_(second),
        stepper_(std::move(stepper)) {
    y = std::move(y0);
  }
  void state_at(double t, State& at) override {
    if (t == reached) {
      at = y;
      return;
    }
    auto const f = [this](State const& y, State& dydt, double t) { f_(t, y, dydt); };
    Stepper stepper = stepper_;
    if constexpr (requires { stepper.reset(); }) stepper.reset();
    at = before_;
    double time = from_;
    for (double next = t - time; time < t;) {
      bool const cut = next >= (t - time) * (1 - 1e-12);
      if (cut) next = t - time;
      if (stepper.try_step(f, at, time, next) == odeint::success && cut) return;
    }
  }
  [[gnu::flatten]] bool advance(double end, bool) override {
    auto const f = [this](State const& y, State& dydt, double t) { f_(t, y, dydt); };
    for (long inner = 0; reached < end; ++inner) {
      if (inner > most_steps) return fail(too_many_steps());
      double const left = end - reached;
      bool const cut = next_ >= left * (1 - 1e-12);
      double wanted = cut ? left : next_;
      if (wanted < 1e-14 * end) return fail("the step size has become too small");
      double time = reached;
      if (second_ || after_step) before_ = y;
      double const tried = wanted;
      if (stepper_.try_step(f, y, time, wanted) == odeint::success) {
        if (double const error = second_ ? second_estimate(tried) : 0; error > 1) {
          y = before_;
          next_ = tried * std::max(0.2, 0.9 * std::pow(error, -1.0 / 8));
          continue;
        }
        ++solver_steps;
        from_ = reached;
        reached = cut ? end : time;
        if (change_) {
          if (!change(reached, y.data())) return false;
          if constexpr (requires { stepper_.reset(); }) stepper_.reset();
        }
        if (after_step && !after_step(from_, reached)) return false;
        next_ = cut ? std::max(next_, wanted) : wanted;
      } else {
        next_ = wanted;
      }
      if (!std::isfinite(y[0])) return true;  // recorded by the loop
    }
    return true;
  }

 private:
  /// Returns the largest difference of y and two half steps from `before_`, in tolerances.
  double second_estimate(double step) {
    if constexpr (requires { stepper_.stepper(); }) {
      auto const f = [this](State const& y, State& dydt, double t) { f_(t, y, dydt); };
      halves_ = before_;
      auto& method = stepper_.stepper();
      method.do_step(f, halves_, reached, step / 2);
      method.do_step(f, halves_, reached + step / 2, step / 2);
      return difference_in_tolerances(y, halves_.data(), control_);
    }
    return 0;
  }

  OdeFunction<double> f_;
  double next_, from_ = 0;
  StepControl control_;
  bool second_;
  State before_, halves_;
  Stepper stepper_;
};

class Dopri5 : public StartedSolver<double> {
  using State = std::vector<double>;
  using Stepper = odeint::result_of::make_dense_output<odeint::runge_kutta_dopri5<State>>::type;

 public:
  Dopri5(OdeFunction<double> f, State y0, double h, StepControl const& control)
      : f_(std::move(f)),
        h_(h),
        control_(control),
        stepper_(odeint::make_dense_output(control.atol, control.rtol, largest_step(control),
                                           odeint::runge_kutta_dopri5<State>())) {
    y = std::move(y0);
    stepper_.initialize(y, 0.0, first_step(h, control));
  }
  /// Dense output passes over a changed state: the steps then end at the nodes.
  void change_after_steps(ChangeState<double> change) override {
    end_at_nodes();
    ending_at_nodes_->change_after_steps(std::move(change));
  }
  void state_at(double t, State& at) override {
    if (ending_at_nodes_) return ending_at_nodes_->state_at(t, at);
    at.resize(y.size());
    stepper_.calc_state(t, at);
  }
  /// Inlined: the library's operations on a few numbers are shorter than the calls of them.
  [[gnu::flatten]] bool advance(double end, bool stops) override {
    if (stops && reached == 0 && !ending_at_nodes_) end_at_nodes();
    if (ending_at_nodes_) return advance_to_node(end);
    auto const f = [this](State const& y, State& dydt, double t) { f_(t, y, dydt); };
    try {
      for (long inner = 0; stepper_.current_time() < end; ++inner, ++solver_steps) {
        if (inner > most_steps) return fail(too_many_steps());
        stepper_.do_step(f);
        double const from = std::exchange(reached, stepper_.current_time());
        if (after_step && !after_step(from, reached)) return false;
        if (!std::isfinite(stepper_.current_state()[0])) break;
      }
      stepper_.calc_state(end, y);
    } catch (std::exception const& failure) {
      return fail(failure.what());
    }
    return true;
  }

 private:
  using Ending =
      Controlled<odeint::result_of::make_controlled<odeint::runge_kutta_dopri5<State>>::type>;

  void end_at_nodes() {
    ending_at_nodes_ = std::make_unique<Ending>(
        odeint::make_controlled(control_.atol, control_.rtol, largest_step(control_),
                                odeint::runge_kutta_dopri5<State>()),
        f_, y, h_, control_);
  }
  bool advance_to_node(double end) {
    ending_at_nodes_->after_step = after_step;
    bool const advanced = ending_at_nodes_->advance(end, true);
    y = ending_at_nodes_->y;
    solver_steps = ending_at_nodes_->solver_steps;
    reached = ending_at_nodes_->reached;
    reason = ending_at_nodes_->reason;
    return advanced;
  }

  OdeFunction<double> f_;
  double h_;
  StepControl control_;
  Stepper stepper_;
  std::unique_ptr<Ending> ending_at_nodes_;
};

template <class Stepper>
std::unique_ptr<StartedSolver<double>> controlled(Stepper stepper, OdeFunction<double> f,
                                                  std::vector<double> y0, double h,
                                                  StepControl const& control, bool second = false) {
  return std::make_unique<Controlled<Stepper>>(std::move(stepper), std::move(f), std::move(y0), h,
                                               control, second);
}

}  // namespace

template <class S>
std::unique_ptr<StartedSolver<S>> odeint_rk4_solver(OdeFunction<S> f, std::vector<S> y0) {
  return std::make_unique<Rk4<S>>(std::move(f), std::move(y0));
}
template std::unique_ptr<StartedSolver<double>> odeint_rk4_solver(OdeFunction<double>,
                                                                  std::vector<double>);
template std::unique_ptr<StartedSolver<Quad>> odeint_rk4_solver(OdeFunction<Quad>,
                                                                std::vector<Quad>);

std::unique_ptr<StartedSolver<double>> odeint_dopri5_solver(OdeFunction<double> f,
                                                            std::vector<double> y0, double h,
                                                            StepControl const& control) {
  return std::make_unique<Dopri5>(std::move(f), std::move(y0), h, control);
}

std::unique_ptr<StartedSolver<double>> odeint_rkf78_solver(OdeFunction<double> f,
                                                           std::vector<double> y0, double h,
                                                           StepControl const& control) {
  using Stepper = odeint::runge_kutta_fehlberg78<std::vector<double>>;
  return controlled(
      odeint::make_controlled(control.atol, control.rtol, largest_step(control), Stepper()),
      std::move(f), std::move(y0), h, control, control.is_abrupt);
}

std::unique_ptr<StartedSolver<double>> odeint_bulirsch_stoer_solver(OdeFunction<double> f,
                                                                    std::vector<double> y0,
                                                                    double h,
                                                                    StepControl const& control) {
  return controlled(odeint::bulirsch_stoer<std::vector<double>>(control.atol, control.rtol, 1, 1,
                                                                largest_step(control)),
                    std::move(f), std::move(y0), h, control);
}

}  // namespace rattleback
