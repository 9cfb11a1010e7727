#include "experiments/mclachlan_perlmutter_2006/shared/free_rigid_body.hpp"

#include "experiments/theory/linear_algebra.hpp"
#include "experiments/theory/newton.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

Matrix FreeRigidBody::antisymmetric(Vector const& entries) const {
  Matrix S = Matrix::Zero(n, n);
  for (long a = 0, k = 0; a < n; ++a)
    for (long b = 0; b < a; ++b, ++k) {
      S(a, b) = entries[k];
      S(b, a) = -entries[k];
    }
  return S;
}
Vector FreeRigidBody::entries(Matrix const& S) const {
  Vector below(n * (n - 1) / 2);
  for (long a = 0, k = 0; a < n; ++a)
    for (long b = 0; b < a; ++b, ++k) below[k] = S(a, b);
  return below;
}
Vector FreeRigidBody::sums_of_J() const {
  Vector const J_of = Vector::LinSpaced(n, 1, n), one = Vector::Ones(n);
  return entries(J_of * one.transpose() + one * J_of.transpose());
}

Matrix FreeRigidBody::cayley(Vector const& x) const {
  Matrix const X = antisymmetric(x) / 2;
  return theory::solution(Matrix(identity() - X), Matrix(identity() + X));
}
Vector FreeRigidBody::solved(Vector const& hM, Vector const& guess) const {
  return theory::root_by_differences(
      guess, [&](Vector const& x) -> Vector { return discrete_momentum(cayley(x)) - hM; });
}
FreeRigidBody::State FreeRigidBody::stepped(State const& s, Quad h) const {
  Matrix const omega = cayley(solved(h * s.M, h * velocity(s.M)));
  return {s.g * omega, entries(omega.transpose() * antisymmetric(s.M) * omega)};
}

Quad FreeRigidBody::continuation_limit(Vector const& M) const {
  auto const jacobian_sign = [&](Vector const& x) {
    Quad const d = 1e-12_quad;
    Matrix jacobian(x.size(), x.size());
    for (long j = 0; j < x.size(); ++j) {
      Vector const step = d * Vector::Unit(x.size(), j);
      jacobian.col(j) =
          (discrete_momentum(cayley(x + step)) - discrete_momentum(cayley(x - step))) / (2 * d);
    }
    return theory::determinant(jacobian) > 0 ? 1 : -1;
  };
  Vector x = Vector::Zero(M.size());
  int const sign = jacobian_sign(x);
  Quad h = 0, ahead = 0.1_quad;
  while (ahead > 1e-12_quad) {
    bool good = false;
    Vector next;
    try {
      next = solved((h + ahead) * M, x);
      good = jacobian_sign(next) == sign && theory::distance(next, x) < 0.5;
    } catch (std::runtime_error const&) {  // no solution at this distance
    }
    if (good) {
      h += ahead;
      x = next;
    } else {
      ahead /= 2;
    }
  }
  return h;
}

}  // namespace rattleback::mclachlan_perlmutter_2006
