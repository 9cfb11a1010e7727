#include "experiments/ferraro_jimenez_martin_2015/shared/printed_forms.hpp"

#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using PhaseMap = PhasePoint (*)(PhasePoint const&, Quad step);
Oscillator const oscillator;
Quad const h = 0.1_quad;

/// Free Euler methods as printed at the start of section 5.
PhasePoint printed_euler_a(PhasePoint const& z, Quad step) {
  return {z.q + step * oscillator.M_inverse * z.p, z.p - step * oscillator.V_q(z.q)};
}
PhasePoint printed_euler_b(PhasePoint const& z, Quad step) {
  // q' = q + h M^-1 p', p' = p - h K q'
  auto const& s = oscillator;
  Matrix3 const implicit = Matrix3::Identity() + step * step * s.M_inverse * s.K;
  Vector3 const q = theory::solution(implicit, z.q + step * s.M_inverse * z.p);
  return {q, z.p - step * s.V_q(q)};
}
PhasePoint phi_a(PhasePoint const& z, Quad step) { return oscillator.phi_a(z, step); }
PhasePoint phi_b(PhasePoint const& z, Quad step) { return oscillator.phi_b(z, step); }
PhasePoint in_halves(PhaseMap first, PhaseMap second, PhasePoint const& z, Quad step) {
  return second(first(z, step / 2), step / 2);
}
PhasePoint both(PhasePoint const& z, Quad step) { return in_halves(phi_a, phi_b, z, step); }

/// Symplectic form dq ^ dp.
Quad symplectic_form(PhasePoint const& a, PhasePoint const& b) {
  return a.q.dot(b.p) - a.p.dot(b.q);
}
/// Largest entry of D^T J D - J for a linear map of T*Q.
double symplectic_defect(PhaseMap map) {
  auto const unit = [](int i) -> PhasePoint {
    Vector const e = Vector::Unit(6, i);
    return {e.head<3>(), e.tail<3>()};
  };
  Largest defect;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < i; ++j)
      defect(symplectic_form(map(unit(i), h), map(unit(j), h)) - symplectic_form(unit(i), unit(j)));
  return defect.value;
}

/// Motion exp(t A) z of the free linear system, by its Taylor series.
PhasePoint exact_free_motion(PhasePoint const& start, Quad t) {
  PhasePoint sum = start, term = start;
  for (int j = 1; j < 60; ++j) {
    term = {t / j * (oscillator.M_inverse * term.p), -t / j * (oscillator.K * term.q)};
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
  auto const& s = oscillator;
  auto const z = s.start();
  Largest printed, corrected;
  double other = INFINITY;
  for (Scheme const scheme : {Scheme::a, Scheme::b}) {
    Vector3 const q = z.q + s.after_momentum(z.q, -z.p, h, scheme);
    PhasePoint const flow{q, s.D(2, z.q, q, h, scheme)};
    bool const a = scheme == Scheme::a;
    printed(distance(flow, a ? printed_euler_a(z, h) : printed_euler_b(z, h)));
    corrected(distance(flow, a ? phi_a(z, h) : phi_b(z, h)));
    other = smaller_or_nan(other, distance(flow, a ? phi_b(z, h) : phi_a(z, h)));
  }
  return {printed.value, corrected.value, other};
}

std::vector<FreeEulerErrors> free_euler_errors() {
  int const T = 2;
  auto const exact = exact_free_motion(oscillator.start(), T);
  auto const errors = [&](PhaseMap map, std::string reading, std::string method) {
    FreeEulerErrors all{std::move(reading), std::move(method), {{"h", "error"}, {}}};
    for (int n : {40, 80, 160, 320, 640, 1280}) {
      auto z = oscillator.start();
      for (int k = 0; k < n; ++k) z = map(z, Quad(T) / n);
      all.errors.add({double(T) / n, distance(z, exact)});
    }
    return all;
  };
  return {errors(printed_euler_a, "as printed", "Euler A"),
          errors(printed_euler_b, "as printed", "Euler B"),
          errors(phi_a, "flows of (10)", "Euler A"), errors(phi_b, "flows of (10)", "Euler B"),
          errors(both, "", "composition")};
}

Readings shake_line() {
  auto const& s = oscillator;
  auto const z0 = s.admissible_start(h, Scheme::rattle);
  auto const q = s.step(z0, h, Scheme::rattle).q;
  auto const next = next_nodes(s, z0.q, q, h, Scheme::rattle);
  Vector3 const right = -s.M_inverse * (s.V_q(q) + s.mu(q) * next.lambda / h);
  auto const rest = [&](Vector3 const& third) {
    return distance((next.with_multipliers - 2 * q + third) / (h * h), right);
  };
  return {rest(next.with_multipliers), rest(z0.q)};
}

Readings display_after_23c() {
  auto const& s = oscillator;
  auto const z = s.admissible_start(-h, Scheme::b);
  auto const end = s.step(z, -h, Scheme::b);
  Matrix3 const& W = s.M_inverse;
  Vector3 const mu = s.mu(z.q), left = -h / 2 * (W * s.mu(end.q)) * end.lambda;
  // A: matrix before both V_q.
  auto const rest = [&](Matrix3 const& A, int sign) -> Vector3 {
    return left + W * z.p + h / 2 * (A * s.V_q(z.q)) + W * end.p - h / 2 * (A * s.V_q(end.q)) -
           sign * h / 2 * (W * mu) * z.lambda;
  };
  auto const rest_of_corrected = [&](int sign) {
    return double(theory::abs(mu.dot(rest(W, sign))));
  };
  return {largest_entry(rest(Matrix3::Identity(), 1)), rest_of_corrected(1), rest_of_corrected(-1)};
}

Readings order_of_composition() {
  auto const& s = oscillator;
  auto const z = s.start();
  Vector3 const half = z.p - h / 2 * s.V_q(z.q), q = z.q + h * s.M_inverse * half;
  PhasePoint const printed_scheme{q, half - h / 2 * s.V_q(q)};
  return {distance(in_halves(phi_b, phi_a, z, h), printed_scheme),
          distance(both(z, h), printed_scheme), distance(both(z, 2 * h), printed_scheme)};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
