#include <boost/numeric/odeint.hpp>
#include <cmath>

#include "integrators/baselines/step_limit.hpp"
#include "integrators/core/solvers/library_solvers.hpp"

namespace rattleback {

namespace odeint = boost::numeric::odeint;

namespace {

template <class S>
class Rk4 : public StartedSolver<S> {
 public:
  Rk4(OdeFunction<S> f, std::vector<S> y0) : f_(std::move(f)) { this->y = std::move(y0); }
  void place(S const& t, S const& h, std::vector<S> const& y) override {
    t_ = t;
    h_ = h;
    std::copy(y.begin(), y.end(), this->y.begin());
  }
  bool advance() override {
    auto const f = [this](auto const& y, auto& dydt, S const& t) { f_(t, y, dydt); };
    stepper_.do_step(f, this->y, t_, h_);
    ++this->solver_steps;
    this->reached = static_cast<double>(t_ + h_);
    return true;
  }

 private:
  OdeFunction<S> f_;
  S t_ = S(0), h_ = S(0);
  odeint::runge_kutta4<std::vector<S>, S, std::vector<S>, S> stepper_;
};

/// A stepper with error control but without dense output: its last step before a node is cut to end
/// there, and the one after goes on with what it had in mind.
template <class Stepper>
class Controlled : public StartedSolver<double> {
  using State = std::vector<double>;

 public:
  Controlled(Stepper stepper, OdeFunction<double> f, State y0, double h)
      : f_(std::move(f)), h_(h), next_(std::min(h, 1e-2)), stepper_(std::move(stepper)) {
    y = std::move(y0);
  }
  bool advance() override {
    auto const f = [this](State const& y, State& dydt, double t) { f_(t, y, dydt); };
    double const end = ++nodes_ * h_;
    for (long inner = 0; reached < end; ++inner) {
      if (inner > most_steps) {
        reason = too_many_steps();
        return false;
      }
      double const left = end - reached;
      bool const cut = next_ >= left * (1 - 1e-12);
      double wanted = cut ? left : next_;
      if (wanted < 1e-14 * end) {
        reason = "the step size has become too small";
        return false;
      }
      double time = reached;
      if (stepper_.try_step(f, y, time, wanted) == odeint::success) {
        ++solver_steps;
        reached = cut ? end : time;
        if (change_) {
          if (!change(reached, y.data())) return false;
          if constexpr (requires { stepper_.reset(); }) stepper_.reset();
        }
        next_ = cut ? std::max(next_, wanted) : wanted;
      } else {
        next_ = wanted;
      }
      if (!std::isfinite(y[0])) return true;  // recorded by the loop
    }
    return true;
  }

 private:
  OdeFunction<double> f_;
  double h_, next_;
  long nodes_ = 0;
  Stepper stepper_;
};

class Dopri5 : public StartedSolver<double> {
  using State = std::vector<double>;
  using Stepper = odeint::result_of::make_dense_output<odeint::runge_kutta_dopri5<State>>::type;

 public:
  Dopri5(OdeFunction<double> f, State y0, double h, double rtol, double atol)
      : f_(std::move(f)),
        h_(h),
        rtol_(rtol),
        atol_(atol),
        stepper_(odeint::make_dense_output(atol, rtol, odeint::runge_kutta_dopri5<State>())) {
    y = std::move(y0);
    stepper_.initialize(y, 0.0, std::min(h, 1e-2));
  }
  /// Dense output passes over a changed state: the steps then end at the nodes.
  void change_after_steps(ChangeState<double> change) override {
    ending_at_nodes_ = std::make_unique<Ending>(
        odeint::make_controlled(atol_, rtol_, odeint::runge_kutta_dopri5<State>()), f_, y, h_);
    ending_at_nodes_->change_after_steps(std::move(change));
  }
  bool advance() override {
    if (ending_at_nodes_) return advance_to_node();
    auto const f = [this](State const& y, State& dydt, double t) { f_(t, y, dydt); };
    double const end = ++nodes_ * h_;
    try {
      for (long inner = 0; stepper_.current_time() < end; ++inner, ++solver_steps) {
        if (inner > most_steps) {
          reason = too_many_steps();
          return false;
        }
        stepper_.do_step(f);
        reached = stepper_.current_time();
        if (!std::isfinite(stepper_.current_state()[0])) break;
      }
      stepper_.calc_state(end, y);
    } catch (std::exception const& failure) {
      reason = failure.what();
      return false;
    }
    return true;
  }

 private:
  using Ending =
      Controlled<odeint::result_of::make_controlled<odeint::runge_kutta_dopri5<State>>::type>;

  bool advance_to_node() {
    bool const advanced = ending_at_nodes_->advance();
    y = ending_at_nodes_->y;
    solver_steps = ending_at_nodes_->solver_steps;
    reached = ending_at_nodes_->reached;
    reason = ending_at_nodes_->reason;
    return advanced;
  }

  OdeFunction<double> f_;
  double h_, rtol_, atol_;
  long nodes_ = 0;
  Stepper stepper_;
  std::unique_ptr<Ending> ending_at_nodes_;
};

template <class Stepper>
std::unique_ptr<StartedSolver<double>> controlled(Stepper stepper, OdeFunction<double> f,
                                                  std::vector<double> y0, double h) {
  return std::make_unique<Controlled<Stepper>>(std::move(stepper), std::move(f), std::move(y0), h);
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
                                                            double rtol, double atol) {
  return std::make_unique<Dopri5>(std::move(f), std::move(y0), h, rtol, atol);
}

std::unique_ptr<StartedSolver<double>> odeint_rkf78_solver(OdeFunction<double> f,
                                                           std::vector<double> y0, double h,
                                                           double rtol, double atol) {
  using Stepper = odeint::runge_kutta_fehlberg78<std::vector<double>>;
  return controlled(odeint::make_controlled(atol, rtol, Stepper()), std::move(f), std::move(y0), h);
}

std::unique_ptr<StartedSolver<double>> odeint_bulirsch_stoer_solver(OdeFunction<double> f,
                                                                    std::vector<double> y0,
                                                                    double h, double rtol,
                                                                    double atol) {
  return controlled(odeint::bulirsch_stoer<std::vector<double>>(atol, rtol), std::move(f),
                    std::move(y0), h);
}

}  // namespace rattleback
