#pragma once
// Does a motion keep a volume? Divergences by central differences in quad precision, so that they
// share nothing with the derivatives the equations are made of.

#include "integrators/core/resolve.hpp"
#include "problems/core/quad.hpp"

namespace rattleback {

/// Divergence at the setting's point with respect to the Haar measure of the (unimodular) group
/// times the product of the independent velocities u:
///   sum_i e_i(v^i(q, u)) + sum_a du_a'/du_a,   e_i the left-invariant fields.
/// @param weigh  a factor rho(q, v) on the motion; the result is divided by it
template <template <class> class Problem, class Weight>
double divergence_of(Setting const& setting, Weight const& weigh) {
  using P = Problem<Quad>;
  constexpr int n = dof_of<P>;
  auto const [system, z, unused] = resolve<P>(setting);
  Quad const step = 1e-11Q;  // truncation ~ step^2, rounding ~ 1e-34/step

  std::array<bool, n> independent;
  independent.fill(true);
  for (int k : P::dependent_velocities) independent[k] = false;

  // Component i of rho times the motion, at z moved by s along direction i of q or of u.
  auto const moved_q = [&, &system = system, &z = z](int i, Quad s) {
    auto const q = P::Space::compose(z.q, P::Space::exp(s * unit<Quad, n>(i)));
    auto v = z.v;
    complete_velocity(system, q, v);
    return Quad(weigh(system, q, v) * v[i]);
  };
  auto const moved_u = [&, &system = system, &z = z](int i, Quad s) {
    auto v = z.v;
    v[i] += s;
    complete_velocity(system, z.q, v);
    return Quad(weigh(system, z.q, v) * accelerations(system, Point<P, Quad>{z.q, v}).vdot[i]);
  };
  Quad sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += (moved_q(i, step) - moved_q(i, -step)) / (2 * step);
    if (independent[i]) sum += (moved_u(i, step) - moved_u(i, -step)) / (2 * step);
  }
  return static_cast<double>(sum / weigh(system, z.q, z.v));
}

template <template <class> class Problem>
double divergence(Setting const& setting) {
  return divergence_of<Problem>(setting,
                                [](auto const&, auto const&, auto const&) { return Quad(1); });
}

/// The same for the stated density: zero for an invariant measure.
template <template <class> class Problem>
double measure_defect(Setting const& setting) {
  return divergence_of<Problem>(setting, [](auto const& system, auto const& q, auto const& v) {
    return system.density(q, v);
  });
}

}  // namespace rattleback
