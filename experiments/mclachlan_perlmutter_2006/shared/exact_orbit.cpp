#include "experiments/mclachlan_perlmutter_2006/shared/exact_orbit.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

Orbit::Orbit(Real stiffness) : system{stiffness, true}, ahead{system, start, h}, behind(ahead) {
  Motion const whole(system, start, ExactSystem::admissible(start, start_velocity), 2 * h);
  behind.base = whole.end();
  x = theory::together(start_velocity, -whole.end_velocity().tail(2));
  middle = end_ahead(x);
  direction = common_direction(x);
}
Vector3 Orbit::common_direction(VectorX const& at) const {
  Vector3 const u = ahead.normal(at.head(2)).cross(behind.normal(at.tail(2))).normalized();
  return u.dot(ahead.motion(at.head(2)).end_velocity()) < 0 ? Vector3(-u) : u;
}
VectorX Orbit::admissible(Real s, VectorX const& guess) const {
  return nearest_zero(guess, [&](VectorX const& at) {
    Vector3 const a = end_ahead(at);
    VectorX residual(4);
    residual << a - end_behind(at), (a - middle).dot(direction) - s;
    return residual;
  });
}
Orbit::Discrete Orbit::equations(VectorX const& at) const {
  Vector2 const a = at.head(2), b = at.tail(2);
  Vector3 const u = common_direction(at);
  Vector2 const da = ahead.towards(a, u), db = behind.towards(b, u);
  Real const D2 = ahead.lagrangian_slope(a, da), D1 = behind.lagrangian_slope(b, db);
  Real const F_plus = ahead.impulse(a, da), F_minus = behind.impulse(b, db);
  // The motion from q1 to q2 starts with the negative final velocity of the reversed motion.
  Real const arriving = ahead.motion(a).end_velocity().dot(u);
  Real const leaving = -behind.motion(b).end_velocity().dot(u);
  return {D2 + D1,
          D2 + D1 + F_plus + F_minus,
          D2 + F_plus - arriving,
          D1 + F_minus + leaving,
          (D2 + F_plus) - (-D1 - F_minus),
          D2 - arriving,
          D1 + leaving};
}

JacobiDefects jacobi_equation(bool constrained) {
  ExactSystem const system{1, constrained};
  Real const t = 0.4L;
  Vector3 const v0 = ExactSystem::admissible(start, start_velocity),
                dv0 = ExactSystem::admissible(start, {0.3L, -0.7L});
  auto const state = [&](Real s, Real time) { return Motion(system, start, v0 + s * dv0, time); };
  auto const rate = [&](Real time) {
    return difference([&](Real s) { return state(s, time).end_velocity(); });
  };
  auto const now = state(0, t);
  Vector3 const q = now.end(), v = now.end_velocity(), U_dot = rate(t);
  Vector3 const U = difference([&](Real s) { return state(s, t).end(); });
  Vector3 const U_ddot = difference([&](Real s) { return rate(t + s); });
  Real const by_q = difference([&](Real s) { return system.multiplier(q + s * U, v); });
  Real const by_qdot = difference([&](Real s) { return system.multiplier(q, v + s * U_dot); });
  Vector3 const A(1, 0, q[1]), A_varied(0, 0, U[1]);
  Vector3 const printed = U_ddot - system.multiplier(q, v) * A_varied - by_q * A;
  Vector3 const without_rate = printed + system.stiffness * U,
                complete = without_rate - by_qdot * A;
  auto const relative = [&](Vector3 const& rest) { return double(rest.norm() / U_ddot.norm()); };
  return {relative(printed), relative(without_rate), relative(complete)};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
