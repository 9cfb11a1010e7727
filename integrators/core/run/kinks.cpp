#include "integrators/core/run/kinks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>

#include "base/invalid_input.hpp"
#include "integrators/core/run/reference.hpp"
#include "integrators/core/run/resolve.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

namespace {

/// Points y + s dy/dt, with the time t + s, from a row of a run.
class TangentLine {
 public:
  TangentLine(System<double> const& system, double t, std::vector<double> const& q,
              std::vector<double> const& v)
      : system_(system), t_(t), q_(q), v_(v), qdot_(q.size()), vdot_(v.size()) {
    accelerations(0, vdot_);
    system_->tangent(system_.get(), q_.data(), v_.data(), qdot_.data());
  }
  std::vector<double> kinks(double s) const {
    auto const [q, v] = at(s);
    return kink_arguments(system_, t_ + s, q.data(), v.data());
  }
  /// Returns the exponent of |s - middle| in the accelerations; infinite if they are smooth.
  double exponent_at(double middle, double spacing) const {
    double smallest = std::numeric_limits<double>::infinity();
    auto const wide = differences(middle, spacing), narrow = differences(middle, spacing / 2);
    for (std::size_t i = 0; i < wide.size(); ++i)
      if (narrow[i] > 0 && wide[i] > 0)
        smallest = std::min(smallest, std::log2(wide[i] / narrow[i]));
    return smallest < 5 ? std::max(std::round(4 * smallest) / 4, 0.0)
                        : std::numeric_limits<double>::infinity();
  }

 private:
  std::pair<std::vector<double>, std::vector<double>> at(double s) const {
    auto q = q_, v = v_;
    for (std::size_t i = 0; i < q.size(); ++i) q[i] += s * qdot_[i];
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += s * vdot_[i];
    return {q, v};
  }
  void accelerations(double s, std::vector<double>& vdot) const {
    auto const [q, v] = at(s);
    std::vector<double> qdot(q.size()), multipliers(static_cast<std::size_t>(system_->constraints));
    system_->motion(system_.get(), t_ + s, q.data(), v.data(), qdot.data(), vdot.data(),
                    multipliers.data());
  }
  /// Returns seventh differences of the accelerations, 0 at rounding level. They vanish for
  /// polynomials, and not for |s|^a or s |s|^a.
  std::vector<double> differences(double middle, double spacing) const {
    std::vector<double> sum(v_.size()), vdot(v_.size());
    double largest = 0, binomial = 1;
    for (int k = 0; k <= 7; binomial *= -double(7 - k) / double(k + 1), ++k) {
      accelerations(middle + spacing * (k - 3.25), vdot);
      for (std::size_t i = 0; i < sum.size(); ++i) {
        sum[i] += binomial * vdot[i];
        largest = larger_or_nan(largest, std::abs(vdot[i]));
      }
    }
    for (double& x : sum) x = std::abs(x) > 1e-10 * largest ? std::abs(x) : 0;
    return sum;
  }

  System<double> const& system_;
  double t_;
  std::vector<double> const &q_, &v_;
  std::vector<double> qdot_, vdot_;
};

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

std::vector<MetKink> kinks_met(SharedProblem const& problem, Setting const& setting,
                               Trajectory<double> const& run) {
  auto const& names = problem->description.kinks;
  auto const resolved = resolve<double>(problem, setting);
  std::vector<MetKink> met;
  std::vector<bool> known(names.size());
  for (std::size_t i = 0; i + 1 < run.times.size(); ++i) {
    TangentLine const line(resolved.system, run.times[i], run.q[i], run.v[i]);
    double const step = run.times[i + 1] - run.times[i];
    auto const before = line.kinks(0), after = line.kinks(step);
    for (std::size_t k = 0; k < names.size(); ++k) {
      // A motion that begins at a kink moves away from it.
      if (known[k] || sign(before[k]) == sign(after[k]) || (i == 0 && before[k] == 0)) continue;
      known[k] = true;
      if (!met.empty() && met.back().time >= run.times[i]) continue;  // at the same place
      double low = 0, high = step;
      for (int halving = 0; halving < 60; ++halving) {
        double const middle = (low + high) / 2;
        (sign(line.kinks(middle)[k]) == sign(before[k]) ? low : high) = middle;
      }
      double const exponent = line.exponent_at(high, 2 * step);
      if (std::isfinite(exponent)) met.push_back({run.times[i] + high, names[k], exponent + 1});
    }
  }
  return met;
}

template <class S>
std::string defect_of_formulas(System<S> const& system, S const& t, S const* q, S const* v) {
  auto const& card = system.description().card;
  auto const point = [&] {
    auto text = fmt::format("t = {:.6g}", static_cast<double>(t));
    auto const add = [&](std::vector<std::string> const& names, S const* numbers, int count) {
      for (std::size_t i = 0; i < std::min(names.size(), std::size_t(count)); ++i)
        text += fmt::format(", {} = {:.6g}", names[i], static_cast<double>(numbers[i]));
    };
    add(card.coordinates, q, system->size);
    add(card.velocities, v, system->dof);
    return text;
  };
  if (system->applied_force) {
    std::vector<S> force(system->dof);
    system->applied_force(system.get(), t, q, v, force.data());
    for (int i = 0; i < system->dof; ++i)
      if (!std::isfinite(static_cast<double>(force[i])))
        return fmt::format("the force on {} is not finite at {}", card.velocities.at(i), point());
  }
  auto const arguments = kink_arguments(system, t, q, v);
  for (std::size_t k = 0; k + system.description().events.size() < arguments.size(); ++k)
    if (auto const& kink = system.description().kinks[k];
        arguments[k] == S(0) && !kink.starts_with("abs("))
      return fmt::format("{} may have no finite derivative at {}", kink, point());
  return "";
}

template std::string defect_of_formulas(System<double> const&, double const&, double const*,
                                        double const*);
template std::string defect_of_formulas(System<Quad> const&, Quad const&, Quad const*, Quad const*);

template <class S>
EventWatch<S>::EventWatch(System<S> const& system, std::string const& name)
    : system_(system), in_quad_(quad_of(system)) {
  auto const& all = system.description();
  auto const at = std::find(all.events.begin(), all.events.end(), name);
  if (all.events.empty())
    throw InvalidInput(
        fmt::format("{} states no [events], so that no run ends at '{}'", all.card.id, name));
  if (at == all.events.end()) throw_unknown("event of " + all.card.id, name, all.events);
  event_ = all.kinks.size() - std::size_t(all.events.end() - at);
}

template <class S>
auto EventWatch<S>::observe(S const& t, std::vector<S> const& q, std::vector<S> const& v)
    -> std::optional<Passage> {
  S const before = value_;
  value_ = kink_arguments(system_, t, q.data(), v.data())[event_];
  std::optional<Passage> found;
  if (sign(before) * sign(value_) < 0 || (before != S(0) && value_ == S(0))) {
    found = passage(t, Search::before_end);
  } else if (!q_.empty()) {
    auto const length = static_cast<double>(t - t_), ahead = 1e-6 * length;
    Ends const ends{static_cast<double>(before), slope(t_, q_, v_, ahead),
                    static_cast<double>(value_), slope(t, q, v, ahead), length};
    if (ends.may_vanish_between()) found = passage(t, Search::between);
  }
  t_ = t;
  q_ = q;
  v_ = v;
  return found;
}

template <class S>
auto EventWatch<S>::observe_end(double t) const -> std::optional<Passage> {
  return passage(S(t), Search::at_end);
}

template <class S>
double EventWatch<S>::slope(S const& t, std::vector<S> const& q, std::vector<S> const& v,
                            double ahead) const {
  auto to_q = q, to_v = v;
  std::vector<S> multipliers(std::size_t(system_->constraints));
  system_->motion(system_.get(), t, q.data(), v.data(), to_q.data(), to_v.data(),
                  multipliers.data());
  system_->tangent(system_.get(), q.data(), v.data(), to_q.data());
  for (std::size_t i = 0; i < q.size(); ++i) to_q[i] = q[i] + S(ahead) * to_q[i];
  for (std::size_t i = 0; i < v.size(); ++i) to_v[i] = v[i] + S(ahead) * to_v[i];
  S const here = kink_arguments(system_, t, q.data(), v.data())[event_],
          next = kink_arguments(system_, t + S(ahead), to_q.data(), to_v.data())[event_];
  return static_cast<double>(next - here) / ahead;
}

template <class S>
auto EventWatch<S>::passage(S const& t1, Search search) const -> std::optional<Passage> {
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
  Quad const left = value_at(low);
  if (search == Search::between) {
    std::optional<double> found;
    auto const size = [&](double s) {
      double const value = static_cast<double>(value_at(Quad(s)) / left);
      if (value < 0 && !found) found = s;
      return value;
    };
    constexpr int bits = 26;
    std::uintmax_t iterations = 40;
    boost::math::tools::brent_find_minima(size, 0.0, static_cast<double>(high), bits, iterations);
    if (!found) return std::nullopt;
    high = *found;
  }
  Quad const right = value_at(high);
  // At the end of a run that slides the event is zero to the rounding of the time.
  if (search == Search::at_end && abs(right) > Quad(1e-9) * abs(left)) return std::nullopt;
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
  return Passage{static_cast<S>(t0 + direction * high), rounded(y.begin(), v),
                 rounded(v, v + long(dof)), rounded(multipliers.begin(), multipliers.end())};
}

template class EventWatch<double>;
template class EventWatch<Quad>;

}  // namespace rattleback
