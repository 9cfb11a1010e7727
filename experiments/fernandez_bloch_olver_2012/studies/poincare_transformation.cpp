#include <boost/math/quadrature/gauss_kronrod.hpp>

#include "experiments/fernandez_bloch_olver_2012/shared/numbers.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/reduced_system.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

struct Motion {
  System system;
  RawQuad S;  ///< sine of the inclination
  RawQuad E;  ///< energy of l_c at the start
  std::vector<Moving> points;
};

/// The certified motion of a case at four times, accelerations from the multipliers: unit masses
/// and the gradients (0, s, 1) and (-sin(phi), 0, cos(phi)) of the constraints.
Motion motion(Study& study, System const& system, std::string const& case_name) {
  RawQuad const alpha = case_name == "FBO" ? M_PIq / 36 : RawQuad(4) / 10;
  Motion m{system, system.knife() ? sinq(alpha) : RawQuad(0), 0, {}};
  Run run{.problem = system.problem, .case_name = case_name};
  if (system.knife()) run.parameters = {{"alpha", alpha}};
  for (auto const& state :
       study.reference(run, {0, RawQuad(3) / 10, RawQuad(7) / 10, RawQuad(1)})) {
    RawQuad const lambda = state.multipliers[0];
    Pair const r{state.q[0], state.q[1]};
    RawQuad const s = system.sinusoidal() ? sinq(r[0]) : r[0];
    Pair const a = system.knife() ? Pair{m.S - sinq(r[1]) * lambda, 0} : Pair{0, s * lambda};
    m.points.push_back({r, {state.v[0], state.v[1]}, a});
  }
  m.E = reduced_at(system.problem, m.points[0].r, m.S).energy(m.points[0].v);
  return m;
}

/// Largest residuals along a motion.
struct Residuals {
  double hamilton = 0;   ///< (41)-(42)
  double reduced = 0;    ///< (43)
  double canonical = 0;  ///< canonical equations of H_c in tau
  double in_t = 0;       ///< canonical equations of H_c in t
  double value = 0;      ///< f (H_c - E), and H_c - E
  double poincare = 0;   ///< energy of the Poincare Lagrangian by (47)
  double energy = 0;     ///< energy of l_c - E
  double of_L_c = 0;     ///< energy of the Hamiltonized Lagrangian at velocities in t - E
  double lagrange = 0;   ///< Euler-Lagrange equations of (44)
  double in_tau = 0;     ///< Euler-Lagrange equations of the Hamiltonized Lagrangian in tau
  double without_f = 0;  ///< those of l_c in t
};

/// @param E  in f (H_c - E) and f (l_c + E); the motion's own energy is right
Residuals residuals_along(Motion const& m, RawQuad const& E) {
  Residuals all;
  for (auto const& [r, v, a] : m.points) {
    auto const at = reduced_at(m.system.problem, r, m.S);
    RawQuad const rate = v[at.c];  // of the coordinate that G and f depend on
    Pair P, dP;
    for (int i = 0; i < 2; ++i) {
      P[i] = at.f * at.G[i] * v[i];
      dP[i] = (at.df * at.G[i] + at.f * at.dG[i]) * rate * v[i] + at.f * at.G[i] * a[i];
    }
    auto const H = hamiltonized(at, P);
    keep(all.value, at.f * (H.value - E));
    keep(all.value, H.value - E);
    keep(all.poincare, at.f * at.square(v) / 2 + at.f * (at.V - E));
    keep(all.energy, at.energy(v) - E);
    keep(all.of_L_c, at.f * at.f * at.square(v) / 2 + at.V - E);
    for (int i = 0; i < 2; ++i) {
      bool const along = i == at.c;
      RawQuad const df = along ? at.df : RawQuad(0);
      keep(all.hamilton, v[i] - at.f * H.by_P[i]);
      keep(all.hamilton, dP[i] + at.f * H.by_r[i] + (H.value - E) * df);
      keep(all.reduced, v[i] - at.f * H.by_P[i]);
      keep(all.reduced, dP[i] + at.f * H.by_r[i]);
      keep(all.canonical, v[i] / at.f - H.by_P[i]);
      keep(all.canonical, dP[i] / at.f + H.by_r[i]);
      keep(all.in_t, v[i] - H.by_P[i]);
      keep(all.in_t, dP[i] + H.by_r[i]);
      keep(all.without_f, at.dG[i] * rate * v[i] + at.G[i] * a[i] - at.slope(v)[i]);
      // (44) by r: its kinetic part has the metric f G. In tau: w = v/f, metric f^2 G,
      // d/dtau = (1/f) d/dt.
      RawQuad slope = -df * (at.V - E) - at.f * at.dV[i], slope_in_tau = -at.dV[i];
      for (int b = 0; along && b < 2; ++b) {
        slope += (at.df * at.G[b] + at.f * at.dG[b]) * v[b] * v[b] / 2;
        RawQuad const dM = 2 * at.f * at.df * at.G[b] + at.f * at.f * at.dG[b];
        slope_in_tau += dM * (v[b] / at.f) * (v[b] / at.f) / 2;
      }
      keep(all.lagrange, dP[i] - slope);
      keep(all.in_tau, dP[i] / at.f - slope_in_tau);
    }
  }
  return all;
}

void measure_along(Study& study, System const& system, std::string const& case_name) {
  auto const m = motion(study, system, case_name);
  auto const r = residuals_along(m, m.E), other = residuals_along(m, m.E + RawQuad(1) / 10);
  std::string const own = system.knife() ? "K16" : system.sinusoidal() ? "S11" : "P29";
  supply(study, system.name + ", case " + case_name,
         {{"G8", "as printed", r.in_tau},
          {"G8", "no change of time", r.without_f, true},
          {own, "as printed", r.in_tau},
          {"G2a", "motion", r.hamilton},
          {"G2a", "another E", other.hamilton, true},
          {"G2b", "zero", r.value},
          {"G2b", "another E", other.value, true},
          {"G2c", "as printed", r.reduced},
          {"G36", "as printed", r.canonical},
          {"G36", "no change of time", r.in_t, true},
          {"G37", "as printed", larger_or_nan(r.hamilton, r.reduced)},
          {"G2d", "equations of motion", r.lagrange},
          {"G2d", "another E", other.lagrange, true},
          {"G38", "energy of the Poincaré Lagrangian", r.poincare},
          {"G38", "another E", other.poincare, true},
          {"G38", "energy of l_c", r.energy},
          {"G38", "energy of L_c at velocities in t", r.of_L_c, true}});
}

/// (41)-(42) at random (r, P) with H_c - E not zero, against f (H_c - E) differentiated by
/// differences: the equations and the rate of f (H_c - E), for the field with and without the last
/// term of (42).
void measure_canonical(Study& study, System const& system) {
  double equations[]{0, 0}, rate[]{0, 0};
  RawQuad const E = RawQuad(13) / 10, S = paper_slope(system.problem);
  for (auto const& [r, P, a] : random_points(100)) {
    auto const at = reduced_at(system.problem, r, S);
    auto const H = hamiltonized(at, P);
    auto const d = derivatives<1, 4>(
        [&](std::array<RawQuad, 4> const& z) -> std::array<RawQuad, 1> {
          auto const there = reduced_at(system.problem, {z[0], z[1]}, S);
          return {there.f * (hamiltonized(there, {z[2], z[3]}).value - E)};
        },
        {r[0], r[1], P[0], P[1]})[0];
    for (int last = 0; last < 2; ++last) {
      Pair dr, dP;
      RawQuad change = 0;
      for (int i = 0; i < 2; ++i) {
        dr[i] = at.f * H.by_P[i];
        dP[i] = -at.f * H.by_r[i] - (i == at.c ? last * (H.value - E) * at.df : RawQuad(0));
        keep(equations[last], dr[i] - d[2 + i]);
        keep(equations[last], dP[i] + d[i]);
        change += d[i] * dr[i] + d[2 + i] * dP[i];
      }
      keep(rate[last], change);
    }
  }
  supply(study, system.name,
         {{"G2a", "canonical equations", equations[1]},
          {"G2a", "without the last term", equations[0], true},
          {"G2b", "conserved", rate[1]},
          {"G2b", "without the last term", rate[0], true}});
}

/// Largest defects of identities at random points, relative to sizes of order one.
void measure_identities(Study& study, System const& system) {
  double lagrangian = 0, legendre = 0, plain_energy = 0, of_poincare = 0, back = 0, in_tau = 0;
  double plus_E = 0, one_V = 0, energy_plus_E = 0, times_f = 0, first_power = 0;
  RawQuad const E = RawQuad(13) / 10, S = paper_slope(system.problem);
  for (auto const& [r, v, a] : random_points(100)) {
    auto const at = reduced_at(system.problem, r, S);
    auto const l = [&](Pair const& u) { return at.lagrangian(u); };
    auto const transformed = [&](Pair const& u) -> RawQuad { return at.f * (l(u) + E); };
    keep(lagrangian, transformed(v) - (at.f / 2 * at.square(v) - at.f * (at.V - E)));
    Pair const P{at.f * at.G[0] * v[0], at.f * at.G[1] * v[1]};
    auto const transform = [&](int sign) -> RawQuad {
      return dot(v, P) - at.f * (hamiltonized(at, P).value - sign * E) - transformed(v);
    };
    keep(legendre, transform(1));
    keep(plus_E, transform(-1));
    // (47) by differences, exact for what is quadratic in v.
    auto const energy = [&](auto const& L) -> RawQuad {
      RawQuad sum = -L(v);
      for (int i = 0; i < 2; ++i) {
        Pair more = v, less = v;
        more[i] += 1;
        less[i] -= 1;
        sum += v[i] * (L(more) - L(less)) / 2;
      }
      return sum;
    };
    RawQuad const plain = energy(l), poincare = energy(transformed);
    keep(plain_energy, plain - (l(v) + 2 * at.V));
    keep(one_V, plain - (l(v) + at.V));
    keep(of_poincare, poincare - at.f * (l(v) + 2 * at.V - E));
    keep(of_poincare, poincare - at.f * (plain - E));
    keep(energy_plus_E, poincare - at.f * (plain + E));
    keep(back, plain - (E + poincare / at.f));
    keep(times_f, plain - (E + poincare * at.f));
    Pair const w{v[0], v[1]}, rate{at.f * w[0], at.f * w[1]};
    keep(in_tau, l(rate) - (at.f * at.f * at.square(w) / 2 - at.V));
    keep(first_power, l(rate) - (at.f * at.square(w) / 2 - at.V));
  }
  supply(study, system.name,
         {{"G25", "as printed", in_tau},
          {"G25", "first power of f", first_power, true},
          {"G2d", "both forms", lagrangian},
          {"G2e", "as printed", legendre},
          {"G2e", "sign of E", plus_E, true},
          {"G2f", "as printed", plain_energy},
          {"G2g", "as printed", of_poincare},
          {"G2g", "sign of E", energy_plus_E, true},
          {"G2h", "as printed", back},
          {"G2h", "f for 1/f", times_f, true}},
         in_quad(0));
  if (system.knife()) supply(study, "", {{"G2f", "l_c + V", one_V, true}}, in_quad(0));
}

/// The examples' own formulas against the general ones.
void measure_examples(Study& study) {
  double of_30 = 0, root_30 = 0, of_31 = 0, root_31 = 0, of_40 = 0, other_40 = 0, of_50 = 0;
  double inverse_50 = 0, of_L = 0, minus_L = 0, of_68 = 0, minus_68 = 0;
  int singular = 0, singular_without_y = 0;
  RawQuad const S = paper_slope("knife_edge"), h = RawQuad(1) / 10;
  auto const l_30 = [](Pair const& r, Pair const& w, int y = 1) -> RawQuad {
    return (w[0] * w[0] / (1 + r[0] * r[0]) + y * w[1] * w[1]) / 2;
  };
  for (auto const& [r, v, a] : random_points(100)) {
    auto const at = reduced_at(particle.problem, r, 0);
    RawQuad const u = 1 + r[0] * r[0], root = sqrtq(u);
    RawQuad const l = at.lagrangian({at.f * v[0], at.f * v[1]});
    keep(of_30, l_30(r, v) - l);
    keep(root_30, (v[0] * v[0] / root + v[1] * v[1]) / 2 - l);
    auto const legendre = [&](RawQuad const& Px) -> RawQuad {
      return (u * Px * Px + v[1] * v[1]) / 2 - (v[0] * Px + v[1] * v[1] - l_30(r, v));
    };
    keep(of_31, legendre(v[0] / u));
    keep(root_31, legendre(v[0] / root));
    for (RawQuad const epsilon : {RawQuad(0), RawQuad(1) / 4, RawQuad(1) / 2, RawQuad(1)}) {
      Pair const next{r[0] + h * v[0], r[1] + h * v[1]};
      RawQuad const dx = (next[0] - r[0]) / h, dy = (next[1] - r[1]) / h;
      auto const printed = [&](RawQuad const& e) -> RawQuad {
        RawQuad const x = (1 - e) * r[0] + e * next[0];
        return h / 2 * (1 / (1 + x * x) * dx * dx + dy * dy);
      };
      RawQuad const exact = h * l_30({(1 - epsilon) * r[0] + epsilon * next[0], r[1]}, {dx, dy});
      keep(of_40, printed(epsilon) - exact);
      keep(other_40, printed(1 - epsilon) - exact);
    }
    RawQuad const poincare = at.f * (at.energy(v) - 1);
    keep(of_50, at.energy(v) - (1 + root * poincare));
    keep(inverse_50, at.energy(v) - (1 + poincare / root));

    auto const edge = reduced_at(knife_edge.problem, r, S);
    RawQuad const cos = cosq(r[1]), l_edge = edge.lagrangian({cos * v[0], cos * v[1]});
    for (int sign : {1, -1}) {
      keep(sign > 0 ? of_L : minus_L,
           (v[0] * v[0] + cos * cos * v[1] * v[1]) / 2 + sign * r[0] * S - l_edge);
      keep(sign > 0 ? of_68 : minus_68, (v[0] * v[0] / cos + cos * v[1] * v[1]) / 2 +
                                            cos * (r[0] * S + sign) -
                                            edge.f * (edge.lagrangian(v) + 1));
    }
  }
  // Second derivatives of (30) by the velocities, diagonal: second differences are exact.
  for (int i = -1000; i <= 1000; ++i)
    for (int y : {1, 0}) {
      Pair const r{RawQuad(i) / 10, 0};
      auto const second = [&](Pair const& w) -> RawQuad {
        return l_30(r, w, y) + l_30(r, {-w[0], -w[1]}, y) - 2 * l_30(r, {0, 0}, y);
      };
      bool const positive = second({1, 0}) > 0 && second({0, 1}) > 0;
      (y == 1 ? singular : singular_without_y) += !positive;
    }
  supply(study, "",
         {{"P31", "as printed", double(singular)},
          {"P31", "without y'", double(singular_without_y), true}});
  supply(study, "",
         {{"P30", "as printed", of_30},
          {"P30", "exponent of 1 + x^2", root_30, true},
          {"P32", "as printed", of_31},
          {"P32", "printed P_x", root_31, true},
          {"P33", "as printed", of_40},
          {"P33", "1 - epsilon", other_40, true},
          {"P37", "as printed", of_50},
          {"P37", "f for 1/f", inverse_50, true},
          {"K18", "as printed", of_L},
          {"K18", "sign of the potential", minus_L, true},
          {"K23", "as printed", of_68},
          {"K23", "sign of E", minus_68, true}},
         in_quad(0));
}

/// r' = v/f by differences in tau, and t as the integral of 1/f over tau.
void measure_times(Study& study, System const& system) {
  auto const& problem = study.problem(system.problem);
  auto const states_at = [&](std::vector<RawQuad> const& taus) {
    return problem.exact({}, problem.times_at({}, taus));
  };
  auto const multiplier = [&](std::vector<RawQuad> const& q) {
    return reduced_at(system.problem, {q[0], q[1]}, 0).f;
  };
  double rate_defect = 0, product_defect = 0, time_defect = 0, tau_defect = 0;
  for (RawQuad const tau : {RawQuad(3) / 10, RawQuad(6) / 10, RawQuad(9) / 10}) {
    RawQuad const d = RawQuad(1) / 4096;
    auto const s = states_at(seven_around(tau, d));
    for (int i = 0; i < 2; ++i) {
      std::array<RawQuad, 7> values;
      for (int j = 0; j < 7; ++j) values[j] = s[j].q[i];
      RawQuad const rate = middle_slope(values, d);
      RawQuad const f = multiplier(s[3].q);
      keep(rate_defect, rate * f / s[3].v[i] - 1);
      keep(product_defect, rate / f / s[3].v[i] - 1);
    }
    double const t = boost::math::quadrature::gauss_kronrod<double, 31>::integrate(
        [&](double u) { return 1 / double(multiplier(states_at({RawQuad(u)})[0].q)); }, 0.0,
        double(tau), 3, 1e-14);
    keep(time_defect, RawQuad(t) / s[3].time - 1);
    keep(tau_defect, tau / s[3].time - 1);
  }
  supply(study, system.name,
         {{"G24", "as printed", rate_defect},
          {"G24", "product with f", product_defect, true},
          {"G26", "as printed", time_defect},
          {"G26", "without 1/f", tau_defect, true}});
}

/// (53)-(57) for alpha = (0.7, 0.6).
void measure_solutions(Study& study) {
  RawQuad const ax = RawQuad(7) / 10, ay = RawQuad(6) / 10;
  Run const motion{.problem = particle.problem, .q = {{0, 0, 0}}, .v = {{ax, ay, 0}}};
  // Each formula as printed, and with alpha_x or alpha_y changed.
  double in_t[]{0, 0}, integral[]{0, 0}, inverse[]{0, 0}, in_tau[]{0, 0}, curve[]{0, 0};
  for (auto const& state : study.reference(motion, {RawQuad(1) / 2, 1, 2})) {
    RawQuad const t = state.time, x = ax * t, log_term = logq(x + sqrtq(1 + x * x));
    RawQuad const tau = log_term / ax;
    double const by_rule = boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
        [&](double u) { return particle.f(double(ax) * u, 0); }, 0.0, double(t), 10, 1e-15);
    for (int changed : {0, 1}) {
      RawQuad const factor = changed ? RawQuad(1) : 1 / ax;
      keep(in_t[changed], state.q[0] - x);
      keep(in_t[changed], state.q[1] - ay * factor * log_term);
      keep(integral[changed], factor * log_term - by_rule);
      keep(inverse[changed], sinhq(ax * tau) * factor - t);
      keep(inverse[changed], asinhq(ax * t) * factor - tau);
      keep(in_tau[changed], state.q[0] - sinhq(ax * tau) * (changed ? 1 / ax : RawQuad(1)));
      keep(in_tau[changed], state.q[1] - ay * tau);
      keep(curve[changed], state.q[0] - sinhq((changed ? ay / ax : ax / ay) * state.q[1]));
    }
  }
  std::string const own = "as printed", no_factor = "without 1/alpha_x";
  supply(study, "",
         {{"P19a", own, in_t[0]},
          {"P19a", no_factor, in_t[1], true},
          {"P19b", own, integral[0]},
          {"P19b", no_factor, integral[1], true},
          {"P19c", own, inverse[0]},
          {"P19c", no_factor, inverse[1], true},
          {"P19d", own, in_tau[0]},
          {"P19d", "factor 1/alpha_x", in_tau[1], true},
          {"P19e", own, curve[0]},
          {"P19e", "alpha_y/alpha_x", curve[1], true}});
}

}  // namespace

void poincare_transformation(Study& study) {
  for (auto const& system : systems) {
    for (std::string const case_name : {"FBO", "generic"}) measure_along(study, system, case_name);
    measure_canonical(study, system);
    measure_identities(study, system);
    measure_times(study, system);
    study.progress(0.3);
  }
  measure_examples(study);
  measure_solutions(study);
}

}  // namespace rattleback::fernandez_bloch_olver_2012
