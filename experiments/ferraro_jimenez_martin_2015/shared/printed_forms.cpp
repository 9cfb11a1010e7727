#include "experiments/ferraro_jimenez_martin_2015/shared/printed_forms.hpp"

#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using Point = PhasePoint<double>;
using System = Oscillator<double>;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
constexpr double h = 0.1;

/// The free Euler methods as printed at the start of section 5.
Point printed_euler_a(System const& s, Point const& z, double step) {
  return {z.q + step * s.M_inverse * z.p, z.p - step * s.V_q(z.q)};
}
Point printed_euler_b(System const& s, Point const& z, double step) {
  // q' = q + h M^-1 p', p' = p - h K q'
  Matrix3<double> const implicit = Matrix3<double>::Identity() + step * step * s.M_inverse * s.K;
  Vector3<double> const q = implicit.inverse() * (z.q + step * s.M_inverse * z.p);
  return {q, z.p - step * s.V_q(q)};
}

/// Largest entry of D^T J D - J for a linear map of T*Q.
template <class Map>
double symplectic_defect(Map const& map) {
  auto const s = System::coupled();
  Matrix6 D, J = Matrix6::Zero();
  J.topRightCorner<3, 3>().setIdentity();
  J.bottomLeftCorner<3, 3>() = -Matrix3<double>::Identity();
  for (int i = 0; i < 6; ++i) {
    Vector6 const e = Vector6::Unit(i);
    auto const image = map(s, Point{e.head<3>(), e.tail<3>()}, h);
    D.col(i) << image.q, image.p;
  }
  return largest_entry(D.transpose() * J * D - J);
}

Point phi_a(System const& s, Point const& z, double step) { return s.phi_a(z, step); }
Point phi_b(System const& s, Point const& z, double step) { return s.phi_b(z, step); }
Point both(System const& s, Point const& z, double step) {
  return s.phi_b(s.phi_a(z, step / 2), step / 2);
}

/// exp(t A) z of the free linear system by its Taylor series.
Point exact_free_motion(System const& s, Point const& start, double t) {
  Point sum = start, term = start;
  for (int j = 1; j < 60; ++j) {
    term = {t / j * (s.M_inverse * term.p), -t / j * (s.K * term.q)};
    sum.q += term.q;
    sum.p += term.p;
  }
  return sum;
}

}  // namespace

Symplecticity symplecticity() {
  double const a = symplectic_defect(printed_euler_a), b = symplectic_defect(printed_euler_b);
  return {smaller_or_nan(a, b), larger_or_nan(a, b),
          larger_or_nan(symplectic_defect(phi_a), symplectic_defect(phi_b))};
}

Readings distance_from_flow() {
  auto const s = System::coupled();
  auto const z = s.start();
  Readings largest{0, 0, INFINITY};
  for (Scheme const scheme : {Scheme::a, Scheme::b}) {
    Vector3<double> const q = z.q + s.after_momentum(z.q, -z.p, h, scheme);
    Point const flow{q, s.D(2, z.q, q, h, scheme)};
    bool const a = scheme == Scheme::a;
    largest.printed = larger_or_nan(
        largest.printed, distance(flow, a ? printed_euler_a(s, z, h) : printed_euler_b(s, z, h)));
    largest.corrected =
        larger_or_nan(largest.corrected, distance(flow, a ? s.phi_a(z, h) : s.phi_b(z, h)));
    largest.changed =
        smaller_or_nan(largest.changed, distance(flow, a ? s.phi_b(z, h) : s.phi_a(z, h)));
  }
  return largest;
}

std::vector<FreeEulerErrors> free_euler_errors() {
  auto const s = System::coupled();
  double const T = 2;
  auto const exact = exact_free_motion(s, s.start(), T);
  auto const errors = [&](auto const& map, std::string reading, std::string method) {
    FreeEulerErrors all{std::move(reading), std::move(method), {{"h", "error"}, {}}};
    for (int n : {40, 80, 160, 320, 640, 1280}) {
      auto z = s.start();
      for (int k = 0; k < n; ++k) z = map(s, z, T / n);
      all.errors.add({T / n, distance(z, exact)});
    }
    return all;
  };
  return {errors(printed_euler_a, "as printed", "Euler A"),
          errors(printed_euler_b, "as printed", "Euler B"),
          errors(phi_a, "flows of (10)", "Euler A"), errors(phi_b, "flows of (10)", "Euler B"),
          errors(both, "", "composition")};
}

Readings shake_line() {
  auto const s = System::coupled();
  auto const z0 = s.admissible_start(h, Scheme::rattle);
  auto const z1 = s.step(z0, h, Scheme::rattle), z2 = s.step(z1, h, Scheme::rattle);
  Vector3<double> const right = -s.M_inverse * (s.V_q(z1.q) + s.mu(z1.q) * z1.lambda);
  auto const rest = [&](Vector3<double> const& third) {
    return distance(Vector3<double>((z2.q - 2 * z1.q + third) / (h * h)), right);
  };
  return {rest(z2.q), rest(z0.q)};
}

Readings display_after_23c() {
  auto const s = System::coupled();
  auto const z = s.admissible_start(-h, Scheme::b);
  auto const end = s.step(z, -h, Scheme::b);
  Matrix3<double> const& W = s.M_inverse;
  Vector3<double> const left = -h / 2 * (W * s.mu(end.q)) * end.lambda;
  Vector3<double> const printed = -W * z.p - h / 2 * s.V_q(z.q) - W * end.p + h / 2 * s.V_q(end.q) +
                                  h / 2 * (W * s.mu(z.q)) * z.lambda;
  auto const corrected = [&](int sign) -> Vector3<double> {
    return W * (-z.p - h / 2 * s.V_q(z.q) - end.p + h / 2 * s.V_q(end.q) +
                sign * h / 2 * s.mu(z.q) * z.lambda);
  };
  return {distance(left, printed), std::abs(s.mu(z.q).dot(left - corrected(1))),
          std::abs(s.mu(z.q).dot(left - corrected(-1)))};
}

Readings order_of_composition() {
  auto const s = System::coupled();
  auto const z = s.start();
  Vector3<double> const half = z.p - h / 2 * s.V_q(z.q), q = z.q + h * s.M_inverse * half;
  Point const printed_scheme{q, half - h / 2 * s.V_q(q)};
  return {distance(s.phi_a(s.phi_b(z, h / 2), h / 2), printed_scheme),
          distance(s.phi_b(s.phi_a(z, h / 2), h / 2), printed_scheme),
          distance(s.phi_b(s.phi_a(z, h), h), printed_scheme)};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
