#include "experiments/mclachlan_perlmutter_2006/shared/exact_motion.hpp"

#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr int order = 26;
using Series = std::array<Vector3, order + 1>;

Series expansion(ExactSystem const& system, Vector3 const& q, Vector3 const& v) {
  Series c;
  c[0] = q;
  c[1] = v;
  // Coefficients of lambda and of 1 + y^2, and of the numerator of lambda.
  std::array<Real, order + 1> lambda{}, square{};
  for (int k = 0; k + 2 <= order; ++k) {
    Vector3 force = -system.stiffness * c[k];
    if (system.constrained) {
      Real numerator = system.stiffness * c[k][0];
      square[k] = k == 0 ? 1 : 0;
      for (int j = 0; j <= k; ++j) {
        numerator += system.stiffness * c[j][1] * c[k - j][2] -
                     (j + 1) * c[j + 1][1] * (k - j + 1) * c[k - j + 1][2];
        square[k] += c[j][1] * c[k - j][1];
      }
      for (int j = 0; j < k; ++j) numerator -= lambda[j] * square[k - j];
      lambda[k] = numerator / square[0];
      force[0] += lambda[k];
      for (int j = 0; j <= k; ++j) force[2] += lambda[j] * c[k - j][1];
    }
    c[k + 2] = force / ((k + 1) * (k + 2));
  }
  return c;
}
Vector3 value(Series const& c, Real t) {
  Vector3 sum = c[order];
  for (int k = order; k-- > 0;) sum = c[k] + t * sum;
  return sum;
}
Vector3 slope(Series const& c, Real t) {
  Vector3 sum = order * c[order];
  for (int k = order; k-- > 1;) sum = k * c[k] + t * sum;
  return sum;
}

}  // namespace

Motion::Motion(ExactSystem const& system, Vector3 q, Vector3 v, Real h) {
  using Gauss = boost::math::quadrature::gauss<Real, 10>;
  int const pieces = larger_or_nan(1, int(std::ceil(std::abs(h) / 0.15L)));
  Real const half = h / pieces / 2;
  for (int piece = 0; piece < pieces; ++piece) {
    auto const c = expansion(system, q, v);
    for (int side : {1, -1})
      for (std::size_t i = 0; i < 5; ++i) {
        Real const t = half * (1 + side * Gauss::abscissa()[i]);
        weights_.push_back(half * Gauss::weights()[i]);
        Vector3 const at = value(c, t), velocity = slope(c, t);
        action_ +=
            weights_.back() * (velocity.squaredNorm() - system.stiffness * at.squaredNorm()) / 2;
        path_.push_back(at);
        forces_.push_back(system.multiplier(at, velocity) * Vector3(1, 0, at[1]));
      }
    q = value(c, 2 * half);
    v = slope(c, 2 * half);
  }
  end_ = q;
  end_velocity_ = v;
}

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
VectorX nearest_zero(VectorX x, VectorFunction const& f) {
  for (int iteration = 0; iteration < 20; ++iteration) {
    VectorX const change = theory::least_squares(jacobian(f, x), f(x));
    x -= change;
    if (change.norm() < 1e-16L) break;
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
  auto const middle = motion(w);
  Real work = 0;
  for (std::size_t k = 0; k < middle.path().size(); ++k)
    work += middle.weights()[k] * middle.forces()[k].dot(difference([&](Real s) {
      return Vector3(motion(w + s * dw).path()[k]);
    }));
  return work;
}

}  // namespace rattleback::mclachlan_perlmutter_2006
