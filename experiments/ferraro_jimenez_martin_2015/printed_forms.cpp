#include "experiments/ferraro_jimenez_martin_2015/printed_forms.hpp"

#include "experiments/ferraro_jimenez_martin_2015/oscillator_maps.hpp"
#include "experiments/ferraro_jimenez_martin_2015/reduced_rattle.hpp"
#include "experiments/ferraro_jimenez_martin_2015/runs.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

/// The free Euler methods as printed at the start of section 5.
PhasePoint<double> printed_euler_a(Oscillator<double> const& s, PhasePoint<double> const& z,
                                   double h) {
  return {z.q + h * s.M_inverse * z.p, z.p - h * s.V_q(z.q)};
}
PhasePoint<double> printed_euler_b(Oscillator<double> const& s, PhasePoint<double> const& z,
                                   double h) {
  // q' = q + h M^-1 p', p' = p - h K q'
  Matrix3<double> const implicit = Matrix3<double>::Identity() + h * h * s.M_inverse * s.K;
  Vector3<double> const q = implicit.inverse() * (z.q + h * s.M_inverse * z.p);
  return {q, z.p - h * s.V_q(q)};
}

/// Largest entry of D^T J D - J for a linear map of T*Q.
template <class Map>
double symplectic_defect(Map const& map) {
  Eigen::Matrix<double, 6, 6> D, J = Eigen::Matrix<double, 6, 6>::Zero();
  J.topRightCorner<3, 3>().setIdentity();
  J.bottomLeftCorner<3, 3>() = -Matrix3<double>::Identity();
  for (int i = 0; i < 6; ++i) {
    Eigen::Matrix<double, 6, 1> const e = Eigen::Matrix<double, 6, 1>::Unit(i);
    auto const image = map(PhasePoint<double>{e.head<3>(), e.tail<3>()});
    D.col(i) << image.q, image.p;
  }
  return (D.transpose() * J * D - J).cwiseAbs().template maxCoeff<Eigen::PropagateNaN>();
}

}  // namespace

Readings symplecticity() {
  auto const s = Oscillator<double>::coupled();
  double const h = 0.1;
  using Point = PhasePoint<double>;
  return {
      smaller_or_nan(symplectic_defect([&](Point const& z) { return printed_euler_a(s, z, h); }),
                     symplectic_defect([&](Point const& z) { return printed_euler_b(s, z, h); })),
      larger_or_nan(symplectic_defect([&](Point const& z) { return s.phi_a(z, h); }),
                    symplectic_defect([&](Point const& z) { return s.phi_b(z, h); }))};
}

Readings shake_line() {
  auto const s = Oscillator<double>::coupled();
  double const h = 0.1;
  auto const z0 = s.admissible_start(h, Scheme::rattle);
  auto const z1 = s.step(z0, h, Scheme::rattle), z2 = s.step(z1, h, Scheme::rattle);
  Vector3<double> const right = -s.M_inverse * (s.V_q(z1.q) + s.mu(z1.q) * z1.lambda);
  auto const rest = [&](Vector3<double> const& third) {
    return distance(Vector3<double>((z2.q - 2 * z1.q + third) / (h * h)), right);
  };
  return {rest(z2.q), rest(z0.q)};
}

Coefficients multiplier_coefficients() {
  auto const s = Oscillator<double>::coupled();
  double const h = 0.1;
  auto const z = s.admissible_start(h, Scheme::b);
  auto const end = s.step(z, h, Scheme::b);
  auto const equations = [&](double lambda) {
    Vector3<double> const row = s.mu(z.q), row1 = s.mu(end.q), force1 = s.V_q(end.q);
    Vector3<double> const p = z.p - h / 2 * (s.V_q(z.q) + row * z.lambda + force1 + row1 * lambda);
    double const of_23c =
        -row.dot(s.M_inverse * (p + h / 2 * (force1 + row * z.lambda + row1 * lambda)));
    double const of_14e = row1.dot(s.M_inverse * (p - h / 2 * force1));
    return std::pair{of_23c, of_14e};
  };
  auto const low = equations(0), high = equations(1);
  double const unit = h / 2 * s.C(end.q);
  return {std::abs(high.first - low.first) / unit, std::abs(high.second - low.second) / unit};
}

Readings display_after_23c() {
  auto const s = Oscillator<double>::coupled();
  double const h = 0.1;
  auto const z = s.admissible_start(-h, Scheme::b);
  auto const end = s.step(z, -h, Scheme::b);
  Matrix3<double> const& W = s.M_inverse;
  Vector3<double> const left = -h / 2 * (W * s.mu(end.q)) * end.lambda;
  Vector3<double> const printed = -W * z.p - h / 2 * s.V_q(z.q) - W * end.p + h / 2 * s.V_q(end.q) +
                                  h / 2 * (W * s.mu(z.q)) * z.lambda;
  Vector3<double> const corrected =
      W * (-z.p - h / 2 * s.V_q(z.q) - end.p + h / 2 * s.V_q(end.q) + h / 2 * s.mu(z.q) * z.lambda);
  return {distance(left, printed), std::abs(s.mu(z.q).dot(left - corrected))};
}

Readings equation_21(double h) {
  auto const s = Oscillator<Quad>::coupled();
  Setting setting;
  setting.case_name = "T";
  auto const states =
      find_problem(test_system).reference(setting, {RawQuad(0), RawQuad(h), RawQuad(2 * h)}).states;
  auto const q = [&](int i) {
    return Vector3<Quad>(states[i].q[0], states[i].q[1], states[i].q[2]);
  };
  Vector3<Quad> const before = (q(1) - q(0)) / Quad(h), after = (q(2) - q(1)) / Quad(h);
  Quad const rest = -2 * s.mu(q(1)).dot(before) / Quad(h) + s.mu_q(after);
  Quad const force = s.mu(q(1)).dot(s.M_inverse * s.V_q(q(1)));
  return {double(std::abs(rest - force)), double(std::abs(rest))};
}

Readings order_of_composition() {
  auto const s = Oscillator<double>::coupled();
  double const h = 0.1;
  auto const z = s.start();
  Vector3<double> const half = z.p - h / 2 * s.V_q(z.q), q = z.q + h * s.M_inverse * half;
  PhasePoint<double> const printed_scheme{q, half - h / 2 * s.V_q(q)};
  return {distance(s.phi_a(s.phi_b(z, h / 2), h / 2), printed_scheme),
          distance(s.phi_b(s.phi_a(z, h / 2), h / 2), printed_scheme)};
}

Readings block_inverse() {
  return {reduced_distance(Block::of_inverse), reduced_distance(Block::inverse_of)};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
