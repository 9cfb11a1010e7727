#include "experiments/mclachlan_perlmutter_2006/shared/exact_motion.hpp"

#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <cmath>
#include <vector>

namespace rattleback::mclachlan_perlmutter_2006 {

VectorX integral_curve(VectorFunction const& rate, VectorX const& x, Real t) {
  using State = std::vector<Real>;
  State state(x.begin(), x.end());
  boost::numeric::odeint::runge_kutta_fehlberg78<State, Real, State, Real> stepper;
  auto const flat_rate = [&](State const& at, State& slope, Real) {
    VectorX const r = rate(VectorX::Map(at.data(), x.size()));
    slope.assign(r.begin(), r.end());
  };
  // Constant number of steps for short times, so that errors vary smoothly with the time.
  int const steps = larger_or_nan(24, int(std::ceil(std::abs(t) / 0.05L)));
  for (int i = 0; i < steps; ++i) stepper.do_step(flat_rate, state, i * t / steps, t / steps);
  return VectorX::Map(state.data(), x.size());
}

namespace {

/// Rate of (q, v).
VectorX rate(ExactSystem const& system, VectorX const& x) {
  Vector3 const q = x.head(3), v = x.segment(3, 3);
  return theory::together(v, system.reaction(q, v) + system.force(q, v));
}
VectorX with_zero(VectorX const& x) { return theory::together(x, VectorX::Zero(1)); }

}  // namespace

Motion::Motion(ExactSystem const& system, Vector3 const& q, Vector3 const& v, Real h)
    : end_(integral_curve(
          [&](VectorX const& x) {
            VectorX slope = with_zero(rate(system, x));
            Vector3 const q = x.head(3), v = x.segment(3, 3);
            slope[6] = (v.squaredNorm() - system.stiffness * q.squaredNorm() -
                        system.gyroscopic.cross(q).dot(v)) /
                       2;
            return slope;
          },
          with_zero(theory::together(q, v)), h)) {}

MatrixX jacobian(VectorFunction const& f, VectorX const& x) {
  MatrixX J;
  for (long j = 0; j < x.size(); ++j) {
    VectorX const column =
        difference([&](Real s) { return f(x + s * VectorX::Unit(x.size(), j)); });
    J.conservativeResize(column.size(), x.size());
    J.col(j) = column;
  }
  return J;
}
VectorX nearest_zero(VectorX x, VectorFunction const& f, Real near) {
  for (int iteration = 0; iteration < 20; ++iteration) {
    VectorX const value = f(x), change = theory::least_squares(jacobian(f, x), value);
    x -= change;
    if (change.norm() < 1e-16L || value.norm() < near) break;
  }
  return x;
}

MatrixX Fibre::tangents(Vector2 const& w) const {
  return jacobian([&](VectorX const& x) { return motion(x).end(); }, w);
}
Vector3 Fibre::normal(Vector2 const& w) const {
  MatrixX const t = tangents(w);
  return Vector3(t.col(0)).cross(Vector3(t.col(1))).normalized();
}
Vector2 Fibre::towards(Vector2 const& w, Vector3 const& u) const {
  return theory::least_squares(tangents(w), u);
}
Real Fibre::lagrangian_slope(Vector2 const& w, Vector2 const& dw) const {
  return difference([&](Real s) { return motion(w + s * dw).action(); });
}
Real Fibre::impulse(Vector2 const& w, Vector2 const& dw) const {
  auto const at_base = [&](Vector2 const& velocity) {
    return theory::together(base, ExactSystem::admissible(base, velocity));
  };
  // Integral of the reaction times the position on the varied motion.
  return difference([&](Real s) {
    return integral_curve(
        [&](VectorX const& x) {
          VectorX slope =
              with_zero(theory::together(rate(system, x.head(6)), rate(system, x.segment(6, 6))));
          slope[12] = system.reaction(x.head(3), x.segment(3, 3)).dot(Vector3(x.segment(6, 3)));
          return slope;
        },
        with_zero(theory::together(at_base(w), at_base(w + s * dw))), h)[12];
  });
}

}  // namespace rattleback::mclachlan_perlmutter_2006
