#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"

#include "experiments/theory/jet.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

double distance(PhasePoint const& a, PhasePoint const& b) {
  return larger_or_nan(distance(a.q, b.q), distance(a.p, b.p));
}
double distance(NodeState const& a, NodeState const& b) {
  return larger_or_nan(
      {distance(a.q, b.q), distance(a.p, b.p), double(theory::abs(a.lambda - b.lambda))});
}

std::string method_of(Scheme scheme) {
  return scheme == Scheme::a ? "gni_euler_a" : scheme == Scheme::b ? "gni_euler_b" : "gni_rattle";
}
std::string name_of(Scheme scheme) {
  return scheme == Scheme::a ? "Euler A" : scheme == Scheme::b ? "Euler B" : "RATTLE";
}

Vector3 Oscillator::V_q(Vector3 const& q) const {
  Vector3 const linear = K * q;
  if (anharmonic == 0) return linear;
  Vector3 const others(q[1] * q[2], q[2] * q[0], q[0] * q[1]);
  return linear + anharmonic * (q.cwiseProduct(q).cwiseProduct(q) + others);
}
Vector3 Oscillator::Y(Vector3 const& q) const {
  if (!affine) return Vector3::Zero();
  return {-0.3_quad * q[1], 0.3_quad * q[0], 0.2_quad};
}
Quad Oscillator::lambda(PhasePoint const& z) const {
  return (mu_q(M_inverse * z.p) - normal_force(z.q)) / C(z.q);
}
Vector3 Oscillator::normal_part(Vector3 const& q, Vector3 const& p) const {
  return mu(q) * (mu(q).dot(M_inverse * p) / C(q));
}
PhasePoint Oscillator::start() const {
  Vector3 const q(0.5_quad, 0.7_quad, -0.4_quad);
  Vector3 v(0.6_quad, -0.3_quad, 0);
  v[2] = mu(q).dot(Y(q) - v);
  return {q, M * v};
}

Vector3 Oscillator::D(int slot, Vector3 const& q0, Vector3 const& q1, Quad h, Scheme scheme) const {
  auto const of_both = [&](auto const& q) {
    return Ld(q.head(3).eval(), q.tail(3).eval(), h, scheme);
  };
  Vector const slope = theory::gradient<Quad>(of_both, theory::together(q0, q1));
  return slot == 1 ? slope.head<3>() : slope.tail<3>();
}
Matrix3 Oscillator::D_12(Quad h, Scheme scheme) const {
  auto const of_both = [&](auto const& q) {
    return Ld(q.head(3).eval(), q.tail(3).eval(), h, scheme);
  };
  return theory::hessian<Quad>(of_both, Vector::Zero(6)).topRightCorner<3, 3>();
}
Vector3 Oscillator::discrete_euler_lagrange(Vector3 const& before, Vector3 const& now, Quad h,
                                            Scheme scheme) const {
  return now + after_momentum(now, -D(2, before, now, h, scheme), h, scheme);
}
Vector3 Oscillator::after_momentum(Vector3 const& q, Vector3 const& D1, Quad h,
                                   Scheme scheme) const {
  return theory::solution(D_12(h, scheme), D1 - D(1, q, q, h, scheme));
}

PhasePoint Oscillator::phi_a(PhasePoint const& z, Quad h) const {
  Vector3 const p = z.p - h * V_q(z.q);
  return {z.q + h * M_inverse * p, p};
}
PhasePoint Oscillator::phi_b(PhasePoint const& z, Quad h) const {
  Vector3 const q = z.q + h * M_inverse * z.p;
  return {q, z.p - h * V_q(q)};
}
PhasePoint Oscillator::reflected(PhasePoint const& z) const {
  return {z.q, z.p - 2 * normal_part(z.q, z.p)};
}

Quad Oscillator::two_step_multiplier(Vector3 const& before, Vector3 const& now, Quad h,
                                     Scheme scheme) const {
  Quad const s = static_cast<int>(scheme);
  Vector3 const free = 2 * (now - before - h * Y(now)) / (h * h);
  return (mu(now).dot(free) + (s - 1) * normal_force(now)) / C(now);
}
Vector3 Oscillator::two_step(Vector3 const& before, Vector3 const& now, Quad h,
                             Scheme scheme) const {
  Vector3 const kick = V_q(now) + mu(now) * two_step_multiplier(before, now, h, scheme);
  return 2 * now - before - h * h * M_inverse * kick;
}

NodeState Oscillator::step(NodeState const& z, Quad h, Scheme scheme, Quad last_kick) const {
  Quad const s = static_cast<int>(scheme);
  Vector3 const half = z.p - h / 2 * (V_q(z.q) + mu(z.q) * z.lambda);
  NodeState next;
  next.q = z.q + h * M_inverse * half;
  Vector3 const row = mu(next.q), force = V_q(next.q);
  next.lambda =
      row.dot(M_inverse * (half - (1 - s) * h / 2 * force) - Y(next.q)) * 2 / (h * C(next.q));
  next.p = half - h / 2 * (last_kick * force + row * next.lambda);
  return next;
}
NodeState Oscillator::admissible_start(Quad h, Scheme scheme) const {
  auto const z = start();
  Quad const s = static_cast<int>(scheme);
  return {z.q, z.p - s * h / 2 * normal_part(z.q, V_q(z.q)), lambda(z)};
}

std::vector<Vector3> catalogue_nodes(Study& study, std::string const& method, long steps,
                                     std::string const& case_name) {
  auto const run = study.execute_quad(on_test_system(method, case_name).with(0.05_quad, steps));
  std::vector<Vector3> nodes;
  for (auto const& q : run.q) nodes.push_back(vector_of<Quad>(q));
  return nodes;
}

ThreeForms next_nodes(Oscillator const& system, Vector3 const& q0, Vector3 const& q1, Quad h,
                      Scheme scheme, ChangedForms const& changed) {
  Vector3 const D2 = system.D(2, q0, q1, h, scheme), Pi = system.M * system.Y(q1),
                mu = system.mu(q1), raised = system.M_inverse * mu;
  // D_1 L_d(q1, q2) = c + B (q2 - q1)
  Vector3 const c = system.D(1, q1, q1, h, scheme);
  Matrix3 const B = system.D_12(h, scheme), Q = mu * raised.transpose() / mu.dot(raised),
                P = Matrix3::Identity() - Q;

  Matrix equations(6, 3);  // (7), of rank three
  equations << P * B, Q * B;
  Vector3 const projected =
      theory::least_squares(equations, theory::together(-P * (c + D2), -Q * (c - D2 + 2 * Pi)));

  Vector3 const after = D2 - changed.reflections * (Q * (D2 - Pi));
  Vector3 const reflected = theory::solution(B, -c - after);

  Vector3 const row = changed.lowered ? mu : raised;
  Eigen::Matrix<Quad, 4, 4> bordered;  // (9)
  bordered << B, -mu, row.transpose() * B, 0;
  Eigen::Matrix<Quad, 4, 1> right;
  right << -c - D2, row.dot(D2 - c - 2 * changed.Pi * Pi);
  Eigen::Matrix<Quad, 4, 1> const with_multipliers = theory::solution(bordered, right);
  return {q1 + projected, q1 + reflected, q1 + with_multipliers.head<3>(), with_multipliers[3]};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
