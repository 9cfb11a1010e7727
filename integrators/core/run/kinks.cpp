#include "integrators/core/run/kinks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

}  // namespace rattleback
