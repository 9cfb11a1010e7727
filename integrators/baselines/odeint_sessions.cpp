#include <boost/numeric/odeint.hpp>
#include <cmath>

#include "integrators/baselines/sessions.hpp"

namespace rattleback {

namespace odeint = boost::numeric::odeint;

namespace {

template <class S>
class Rk4 : public Session<S> {
 public:
  Rk4(OdeFunction<S> f, std::vector<S> y0, S h) : f_(std::move(f)), h_(h) {
    this->y = std::move(y0);
  }
  bool advance() override {
    auto const f = [this](auto const& y, auto& dydt, S const&) { f_(y, dydt); };
    stepper_.do_step(f, this->y, S(0), h_);
    ++this->solver_steps;
    this->reached = static_cast<double>(this->solver_steps * h_);
    return true;
  }

 private:
  OdeFunction<S> f_;
  S h_;
  odeint::runge_kutta4<std::vector<S>, S, std::vector<S>, S> stepper_;
};

class Dopri5 : public Session<double> {
  using State = std::vector<double>;
  using Stepper = odeint::result_of::make_dense_output<odeint::runge_kutta_dopri5<State>>::type;

 public:
  Dopri5(OdeFunction<double> f, State y0, double h, double rtol, double atol)
      : f_(std::move(f)),
        h_(h),
        stepper_(odeint::make_dense_output(atol, rtol, odeint::runge_kutta_dopri5<State>())) {
    y = std::move(y0);
    stepper_.initialize(y, 0.0, std::min(h, 1e-2));
  }
  bool advance() override {
    auto const f = [this](State const& y, State& dydt, double) { f_(y, dydt); };
    double const end = ++nodes_ * h_;
    try {
      for (long inner = 0; stepper_.current_time() < end; ++inner, ++solver_steps) {
        if (inner > 100000) {
          reason = "more than 100000 steps in one output interval";
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
  OdeFunction<double> f_;
  double h_;
  long nodes_ = 0;
  Stepper stepper_;
};

}  // namespace

template <class S>
std::unique_ptr<Session<S>> odeint_rk4_session(OdeFunction<S> f, std::vector<S> y0, S h) {
  return std::make_unique<Rk4<S>>(std::move(f), std::move(y0), h);
}
template std::unique_ptr<Session<double>> odeint_rk4_session(OdeFunction<double>,
                                                             std::vector<double>, double);
template std::unique_ptr<Session<Quad>> odeint_rk4_session(OdeFunction<Quad>, std::vector<Quad>,
                                                           Quad);

std::unique_ptr<Session<double>> odeint_dopri5_session(OdeFunction<double> f,
                                                       std::vector<double> y0, double h,
                                                       double rtol, double atol) {
  return std::make_unique<Dopri5>(std::move(f), std::move(y0), h, rtol, atol);
}

}  // namespace rattleback
