#include "experiments/iglesias_marrero_martin_martinez_2008/shared/veselova_arrows.hpp"

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/planar_inertia.hpp"
#include "experiments/theory/newton.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

Matrix3 momentum_matrix(Matrix3 const& Omega) {
  Matrix3 const J = Vector3(1.75_quad, 0.75_quad, 0.25_quad).asDiagonal();
  return Omega * J - J * Omega.transpose();
}

}  // namespace

Arrow interval_between(Vector const& a, Vector const& b) {
  return stacked(a.head(3), (matrix_of(a.tail(9)).transpose() * matrix_of(b.tail(9))).eval());
}

Vector3 momentum_vector(Matrix3 const& Omega) { return axial(momentum_matrix(Omega)); }
Vector3 across(Vector3 const& gamma, Vector3 const& v) {
  return v - gamma.dot(v) / gamma.squaredNorm() * gamma;
}
Vector3 pair_equation(Arrow const& g1, Arrow const& g2, Quad h, int sign, bool inverse) {
  Matrix3 const Omega1 = Omega_of(g1);
  Matrix3 const Omega = inverse ? Matrix3(Omega1.transpose()) : Omega1,
                force = hat<Quad>(gamma_of(g2).cross(veselova_axis())),
                rest = momentum_matrix(Omega_of(g2)) -
                       Omega.transpose() * momentum_matrix(Omega1) * Omega + sign * h * h * force;
  return across(gamma_of(g2), axial(rest));
}
Vector3 vector_equation(Arrow const& g1, Arrow const& g2, Quad h, int sign) {
  Vector3 const moved = Omega_of(g1).transpose() * momentum_vector(Omega_of(g1)),
                force = gamma_of(g2).cross(veselova_axis());
  return across(gamma_of(g2), momentum_vector(Omega_of(g2)) - moved + sign * h * h * force);
}
Vector3 derivative_of_psi(Vector3 const& gamma, Matrix3 const& Omega) {
  Vector3 gradient;
  for (long i = 0; i < 3; ++i)
    gradient[i] = derivative([&](QuadJet const& t) {
      MatrixOf3<QuadJet> const turned =
          Omega.cast<QuadJet>() * turned_by(t * Vector3(Vector3::Unit(i)));
      return QuadJet(gamma.cast<QuadJet>().dot(twice_axial(turned)));
    });
  return gradient;
}

AxisAcross random_plane(Random& random) {
  auto const unit = [](Vector3 const& v) -> Vector3 { return v / sqrt(v.squaredNorm()); };
  auto const draw = [&] {
    Vector3 v;
    for (Quad& x : v) x = random.normal();
    return unit(v);
  };
  Vector3 const gamma = draw();
  return {gamma, unit(across(gamma, draw()))};
}
Arrow interval_turned_by(AxisAcross const& a, Quad angle) {
  return stacked(a.gamma, rodrigues(tan(angle / 2) * a.n));
}

double first_singular_angle_across(AxisAcross const& plane) {
  // Rodrigues' vector is x = tan(angle/2) (1, 0) in the plane orthogonal to gamma with first vector
  // n.
  Eigen::Matrix<double, 3, 2> f;
  f << plane.n.cast<double>(), plane.gamma.cross(plane.n).cast<double>();
  Eigen::Matrix3d const I = veselova_moments().cast<double>().asDiagonal();
  PlanarInertia<double> const body{f.transpose() * I * f,
                                   f.transpose() * I * plane.gamma.cast<double>()};
  return theory::first_singular_angle([&](double angle) {
    return body.fold({std::tan(angle / 2), 0});
  });
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
