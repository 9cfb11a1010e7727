#include "experiments/mclachlan_perlmutter_2006/shared/constrained_body.hpp"

#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

Matrix ConstrainedBody::allowed() const { return theory::kernel(one_forms); }
Vector ConstrainedBody::by_multipliers(Vector const& M) const {
  Matrix velocities = one_forms.transpose();
  for (auto&& mu : velocities.colwise()) mu = free().velocity(mu);
  Vector const lambda =
      theory::solution(Matrix(one_forms * velocities), Vector(-one_forms * free().velocity(M)));
  return M + one_forms.transpose() * lambda;
}
Vector ConstrainedBody::by_unit_metric(Vector const& M) const {
  Vector v = free().velocity(M);
  for (auto const& mu : one_forms.rowwise()) v -= mu.dot(v) / mu.squaredNorm() * mu.transpose();
  return free().momentum(v);
}
Vector ConstrainedBody::by_metric(Vector const& M) const {
  Matrix const basis = allowed();
  Matrix momenta = basis;
  for (auto&& b : momenta.colwise()) b = free().momentum(b);
  Vector const c =
      theory::solution(Matrix(basis.transpose() * momenta), Vector(basis.transpose() * M));
  return free().momentum(basis * c);
}

std::vector<ConstrainedBody> const& constrained_bodies() {
  static std::vector<ConstrainedBody> const all{
      {3, "SO(3)", "constrained_rigid_body_so3", Matrix{{1, 0.5_quad, -0.25_quad}}},
      {4, "SO(4)", "constrained_rigid_body_so4",
       Matrix{{1, 0, 0, 0.5_quad, -0.5_quad, 0.25_quad},
              {0, 1, -0.5_quad, 0, 0.25_quad, 0.5_quad}}}};
  return all;
}

}  // namespace rattleback::mclachlan_perlmutter_2006
