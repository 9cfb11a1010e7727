// Boost.Odeint as a user writes it: Dormand-Prince 5(4), Fehlberg 7(8), Bulirsch-Stoer.

#include <boost/numeric/odeint.hpp>

#include "systems.hpp"

namespace ode = boost::numeric::odeint;

int main(int count, char** words) {
  auto orbit = []<class System>(System, auto& state, std::string const& method, double end,
                                double tolerance) {
    using State = typename System::State;
    auto f = [](State const& s, State& d, double t) { System::derivative(t, s.data(), d.data()); };
    auto run = [&](auto stepper) { ode::integrate_adaptive(stepper, f, state, 0.0, end, 0.01); };
    if (method == "dopri5")
      run(ode::make_controlled<ode::runge_kutta_dopri5<State>>(tolerance, tolerance));
    else if (method == "rkf78")
      run(ode::make_controlled<ode::runge_kutta_fehlberg78<State>>(tolerance, tolerance));
    else
      run(ode::bulirsch_stoer<State>(tolerance, tolerance));
  };
  return run_peer(orbit, count, words);
}
