#pragma once
// The equation of a step of the sleigh SLE-A and its branch of the identity.

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/runs.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

/// k and a of the sleigh SLE-A, per unit of mass, with P = h u and c = h D w.
inline constexpr double sleigh_k = 1, sleigh_a_length = 0.5, sleigh_D = 1.25;
inline Run sleigh_run(double step, double P, double c) {
  return {"chaplygin_sleigh",         "SLE-A", "euler_poincare_suslov", step, 1, 1,
          Numbers{P, 0, c / sleigh_D}};
}
/// The end of a branch: t, and tau = tan(theta/2) there.
struct BranchEnd {
  double t, tau;
};
/// On the ray t (P, c), c > 0, the equation t c = a (t P + 2 a) tan(theta/2) + k sin(theta) gives t
/// in terms of tau. Where the branch of tau = 0 reaches t = longest, else turns back, else has
/// theta = pi.
inline BranchEnd sleigh_branch(double P, double c, double longest) {
  double const a = sleigh_a_length, k = sleigh_k;
  auto const t = [&](double tau) {
    double const rest = c - a * P * tau;
    return rest > 0 ? (2 * a * a * tau + 2 * k * tau / (1 + tau * tau)) / rest : INFINITY;
  };
  double before = 0;
  for (double tau = 1e-4; tau < 1e9; tau *= 1.0005) {
    if (t(tau) >= longest) {
      double good = before, bad = tau;
      for (int i = 0; i < 60; ++i) (t((good + bad) / 2) < longest ? good : bad) = (good + bad) / 2;
      return {longest, good};
    }
    if (t(tau) < t(before)) return {t(before), before};
    before = tau;
  }
  return {t(before), before};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
