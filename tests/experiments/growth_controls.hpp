#pragma once
// Series whose growth is known, for the classifier: by formulas, and the energy of a method outside
// the catalogue whose error neither grows nor decreases.

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "experiments/measure/growth.hpp"
#include "generated/contact_oscillator.hpp"

namespace rattleback {

enum class Control {
  bounded,
  relaxing,
  square_root,
  linear,
  exponential,
  growing_oscillation,
  drifting,
};

struct ControlFacts {
  Control control;
  char const* name;
  Growth expected;
};
inline constexpr ControlFacts all_controls[]{
    {Control::bounded, "bounded", Growth::bounded},
    {Control::relaxing, "relaxing", Growth::bounded},
    {Control::square_root, "square_root", Growth::square_root},
    {Control::linear, "linear", Growth::linear},
    {Control::exponential, "exponential", Growth::exponential},
    {Control::growing_oscillation, "growing_oscillation", Growth::exponential},
    {Control::drifting, "drifting", Growth::drifting}};

struct Series {
  std::vector<double> times, values;
};

/// The distributions of the standard library differ from one to the next; these do not.
class Draw {
 public:
  Draw(unsigned seed, int control, int index) {
    std::seed_seq sequence{seed, static_cast<unsigned>(control), static_cast<unsigned>(index)};
    engine_.seed(sequence);
  }
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11) + 0.5) / 9007199254740992.0;
  }
  double log_between(double low, double high) { return low * std::pow(high / low, between(0, 1)); }
  double sign() { return between(-1, 1) < 0 ? -1 : 1; }
  double normal() {
    double const radius = std::sqrt(-2 * std::log(between(0, 1)));
    return radius * std::cos(2 * std::numbers::pi * between(0, 1));
  }

 private:
  std::mt19937_64 engine_;
};

/// Oscillations of amplitude about 1 in all: one to five frequencies, from three periods in the
/// window to more than the sampling resolves, and noise of up to a tenth in four out of five.
/// Under them, growth over the window.
inline Series control_series(Control control, unsigned seed, int index) {
  Draw draw(seed, static_cast<int>(control), index);
  int const n = static_cast<int>(draw.log_between(500, 4001));
  double const window = draw.log_between(1, 1e5), scale = draw.log_between(1e-15, 1e3);
  int const oscillations = static_cast<int>(draw.between(1, 6));
  std::vector<double> periods, phases, amplitudes;
  double total = 0;
  for (int i = 0; i < oscillations; ++i) {
    periods.push_back(draw.log_between(3, n));
    if (i == 0 && draw.between(0, 1) < 0.3) periods[0] = draw.between(3, 5);
    phases.push_back(draw.between(0, 2 * std::numbers::pi));
    amplitudes.push_back(draw.log_between(0.1, 1));
    total += amplitudes.back();
  }
  double const noise = draw.between(0, 1) < 0.2 ? 0 : draw.log_between(1e-4, 0.1);
  double const sign = draw.sign();
  double growth = 0, rate = 0, walk = 0, power = 0;
  switch (control) {
    case Control::bounded:
      break;
    case Control::relaxing:
      growth = draw.log_between(1, 100), rate = -draw.log_between(8, 100);
      break;
    case Control::square_root:
      growth = draw.log_between(1, 30);
      break;
    case Control::linear:  // a trend moves farther than the oscillations, whose amplitude is 1
      growth = draw.log_between(1, 30);
      break;
    case Control::exponential:
      growth = draw.log_between(5, 1e4), rate = draw.log_between(6, 40);
      break;
    case Control::growing_oscillation:
      rate = draw.log_between(6, 40);
      break;
    case Control::drifting:
      growth = draw.log_between(5, 100), rate = draw.log_between(3, 30);
      power = draw.between(0, 1) < 0.5 ? draw.between(0.3, 0.6) : draw.between(1.7, 2.5);
      break;
  }
  Series series;
  for (int i = 0; i < n; ++i) {
    double const s = static_cast<double>(i) / (n - 1);
    double x = 0;
    for (int j = 0; j < oscillations; ++j)
      x += amplitudes[j] / total * std::cos(2 * std::numbers::pi * periods[j] * s + phases[j]);
    x += noise * draw.normal();
    if (control == Control::relaxing) x += sign * growth * std::exp(rate * s);
    if (control == Control::linear) x += sign * growth * s;
    if (control == Control::exponential) x += sign * growth * std::exp(rate * (s - 1));
    if (control == Control::growing_oscillation) x *= std::exp(rate * (s - 1));
    if (control == Control::drifting)
      x += sign * growth * (std::pow(1 + rate * s, power) - 1) / (std::pow(1 + rate, power) - 1);
    if (control == Control::square_root) x += walk;
    walk += growth * draw.normal() / std::sqrt(n);
    series.times.push_back(window * s);
    series.values.push_back(x);
  }
  double const first = series.values[0];
  for (double& value : series.values) value = scale * (value - first);
  return series;
}

/// The nonholonomic implicit midpoint rule on the contact oscillator:
///   q1 = q0 + h/2 (v0 + v1); v1 = v0 + h (-grad V(qm) + A(qm)^T lambda); qm = (q0 + q1)/2;
///   A(q1) v1 = 0,
/// solved by fixed-point iteration.
class MidpointControl {
 public:
  using Three = Vec<double, 3>;
  MidpointControl(double epsilon, Three const& q, Three const& v)
      : epsilon_(epsilon), q_(q), v_(v) {}

  double energy() const {
    auto const& [x, y, z] = q_;
    return (dot(v_, v_) + dot(q_, q_) + epsilon_ * x * x * z * z) / 2;
  }

  void step(double h) {
    Three v1 = v_, q1 = q_;
    for (int iteration = 0; iteration < 40; ++iteration) {
      q1 = q_ + h / 2 * (v_ + v1);
      Three const qm = 0.5 * (q_ + q1), a1{1, 0, q1[1]}, am{1, 0, qm[1]};
      Three const w = v_ + h * force(qm);
      v1 = w - dot(a1, w) / dot(a1, am) * am;
    }
    q_ = q1, v_ = v1;
  }

 private:
  Three force(Three const& q) const {
    auto const& [x, y, z] = q;
    return {-x - epsilon_ * x * z * z, -y, -z - epsilon_ * x * x * z};
  }

  double epsilon_;
  Three q_, v_;
};

/// Returns 2001 energies up to t = 2000 `times`, in steps of 0.1, from a case of the problem.
inline Series midpoint_series(std::string const& case_name, int times) {
  Series series;
  for (auto const& one : ContactOscillator<double>::cases()) {
    if (one.name != case_name) continue;
    MidpointControl midpoint(one.system.epsilon, one.q, one.v);
    double const start = midpoint.energy();
    for (int i = 0; i <= 2000; ++i) {
      series.times.push_back(i * times);
      series.values.push_back(midpoint.energy() - start);
      for (int j = 0; j < 10 * times; ++j) midpoint.step(0.1);
    }
  }
  return series;
}

}  // namespace rattleback
