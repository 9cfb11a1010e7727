#pragma once
// Energy of a method outside the catalogue whose error neither grows nor decreases.

#include "generated/contact_oscillator.hpp"
#include "tests/experiments/growth_controls.hpp"

namespace rattleback {

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
