#include "integrators/core/run/event.hpp"

#include <algorithm>
#include <boost/math/tools/roots.hpp>

#include "base/invalid_input.hpp"
#include "integrators/core/run/reference.hpp"

namespace rattleback {

namespace {

/// Returns the system in quad precision, with the same parameters.
template <class S>
System<Quad> quad_of(System<S> const& system) {
  auto const& problem = system.problem;
  System<Quad> in_quad{problem, problem->template mechanics<Quad>().cases().front().system};
  int const parameters = int(system.description().parameters.size());
  for (int k = 0; k < parameters; ++k)
    in_quad->set_parameter(in_quad.self.get(), k, Quad(system->parameter(system.get(), k)));
  return in_quad;
}

std::vector<Quad> in_quad(auto const& numbers) { return {numbers.begin(), numbers.end()}; }

}  // namespace

template <class S>
EventWatch<S>::EventWatch(System<S> const& system, std::string const& name)
    : system_(system), in_quad_(quad_of(system)) {
  auto const& all = system.description();
  auto const at = std::find(all.events.begin(), all.events.end(), name);
  if (at == all.events.end()) throw_unknown("event of " + all.card.id, name, all.events);
  event_ = all.kinks.size() - std::size_t(all.events.end() - at);
}

template <class S>
auto EventWatch<S>::observe(S const& t, std::vector<S> const& q, std::vector<S> const& v)
    -> std::optional<Passage> {
  S const before = value_;
  value_ = kink_arguments(system_, t, q.data(), v.data())[event_];
  std::optional<Passage> found;
  if (sign(before) * sign(value_) < 0 || (before != S(0) && value_ == S(0))) found = passage(t);
  t_ = t;
  q_ = q;
  v_ = v;
  return found;
}

template <class S>
auto EventWatch<S>::passage(S const& t1) const -> Passage {
  auto const& system = in_quad_;
  std::size_t const size = std::size_t(system->size), dof = std::size_t(system->dof);
  Quad const t0(t_), direction(t1 < t_ ? -1 : 1);
  std::vector<Quad> multipliers(std::size_t(system->constraints));
  QuadOde ode;
  ode.y0 = in_quad(q_);
  for (S const& x : v_) ode.y0.push_back(Quad(x));
  ode.f = [&](Quad const& s, std::vector<Quad> const& y, std::vector<Quad>& dydt) {
    bool const singular =
        system->motion(system.get(), t0 + direction * s, y.data(), y.data() + size, dydt.data(),
                       dydt.data() + size, multipliers.data());
    system->tangent(system.get(), y.data(), y.data() + size, dydt.data());
    for (Quad& x : dydt) x = direction * x;
    return !singular;
  };
  ode.kinks = [&](Quad const& s, std::vector<Quad> const& y) {
    return kink_arguments(system, t0 + direction * s, y.data(), y.data() + size);
  };
  Quad const tolerance = S(1) + S(1e-20) == S(1) ? Quad(1e-17) : Quad(1e-28);
  auto const state_at = [&](Quad const& s) {
    return s > Quad(0) ? extrapolate(ode, {s}, tolerance).front() : ode.y0;
  };
  auto const value_at = [&](Quad const& s) { return ode.kinks(s, state_at(s))[event_]; };
  Quad low = 0, high = direction * (Quad(t1) - t0);
  Quad const left = value_at(low), right = value_at(high);
  if (sign(left) * sign(right) < 0) {
    std::uintmax_t iterations = 60;
    boost::math::tools::eps_tolerance<Quad> const tight(std::numeric_limits<S>::digits);
    std::tie(low, high) =
        boost::math::tools::toms748_solve(value_at, low, high, left, right, tight, iterations);
  }
  auto const y = state_at(high);
  auto rate = y;
  ode.f(high, y, rate);
  auto const rounded = [](auto first, auto last) {
    std::vector<S> numbers;
    std::transform(first, last, std::back_inserter(numbers),
                   [](Quad const& x) { return static_cast<S>(x); });
    return numbers;
  };
  auto const v = y.begin() + long(size);
  return {static_cast<S>(t0 + direction * high), rounded(y.begin(), v), rounded(v, v + long(dof)),
          rounded(multipliers.begin(), multipliers.end())};
}

template class EventWatch<double>;
template class EventWatch<Quad>;

}  // namespace rattleback
