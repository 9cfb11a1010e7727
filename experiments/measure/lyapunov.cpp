#include "experiments/measure/lyapunov.hpp"

#include <cmath>
#include <limits>

#include "base/misuse.hpp"

namespace rattleback {

namespace {

using State = std::vector<double>;  ///< q and v, one after the other

State joined(State q, State const& v) {
  q.insert(q.end(), v.begin(), v.end());
  return q;
}

/// b - a.
State difference(State const& a, State const& b) {
  State d(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) d[i] = b[i] - a[i];
  return d;
}

double length(State const& d) {
  double sum = 0;
  for (double x : d) sum += x * x;
  return std::sqrt(sum);
}

}  // namespace

LyapunovEstimate lyapunov_exponent(MethodEntry const& method, TwinSpec const& spec) {
  if (!method.integrate) throw Misuse(method.refusal);
  if (method.card.adaptive || method.card.velocity_node != 0)
    throw Misuse("no Lyapunov exponent of " + method.card.id +
                 ": its orbits cannot be continued from points on the constraint");
  if (spec.pulls < 1 || !(spec.distance > 0))
    throw Misuse("a Lyapunov exponent needs pulls >= 1 and a distance > 0");

  auto whole = spec.run;
  whole.steps = spec.pulls * spec.run.steps;
  whole.every = spec.run.steps;
  auto const orbit = method.integrate(whole);
  auto const failed = [](Outcome outcome) {
    return LyapunovEstimate{std::numeric_limits<double>::quiet_NaN(), outcome};
  };
  if (orbit.outcome != Outcome::ok) return failed(orbit.outcome);

  auto leg = spec.run;
  leg.every = 0;
  leg.setting.project = true;
  std::size_t const size = orbit.q.front().size();
  State apart = spec.direction;
  if (apart.empty())
    for (std::size_t i = 0; i < size + orbit.v.front().size(); ++i)
      apart.push_back(1 + 1 / (2.0 + static_cast<double>(i)));
  if (apart.size() != size + orbit.v.front().size() || !(length(apart) > 0))
    throw Misuse("the direction of the first separation must be one of (q, v), not zero");
  double sum = 0;
  for (long pull = 0; pull < spec.pulls; ++pull) {
    auto const from = joined(orbit.q[pull], orbit.v[pull]);
    double const scale = spec.distance / length(apart);
    std::vector<RawQuad> twin(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) twin[i] = from[i] + scale * apart[i];
    leg.setting.q.emplace(twin.begin(), twin.begin() + static_cast<long>(size));
    leg.setting.v.emplace(twin.begin() + static_cast<long>(size), twin.end());
    auto const run = method.integrate(leg);
    if (run.outcome != Outcome::ok) return failed(run.outcome);
    double const begun = length(difference(from, joined(run.start_q, run.start_v)));
    apart = difference(joined(orbit.q[pull + 1], orbit.v[pull + 1]),
                       joined(run.q.back(), run.v.back()));
    sum += std::log(length(apart) / begun);
  }
  return {sum / (static_cast<double>(whole.steps) * static_cast<double>(spec.run.step)),
          Outcome::ok};
}

double chaos_threshold(double time) { return 3 * std::log(time) / time; }

}  // namespace rattleback
