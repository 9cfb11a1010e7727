#include <boost/math/quadrature/gauss_kronrod.hpp>

#include "experiments/fernandez_bloch_olver_2012/shared/reduced_system.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// A row of a table of statements: the largest defect of a formula.
struct Row {
  std::string statement;
  double defect;
  std::string what;
};

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
  double value = 0;      ///< f (H_c - E), and H_c - E
  double poincare = 0;   ///< energy of the Poincare Lagrangian by (47), and E_lc - E
  double lagrange = 0;   ///< Euler-Lagrange equations of (44)
  double in_tau = 0;     ///< Euler-Lagrange equations of the Hamiltonized Lagrangian
};

Residuals residuals_along(Motion const& m) {
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
    keep(all.value, at.f * (H.value - m.E));
    keep(all.value, H.value - m.E);
    keep(all.poincare, at.f * at.square(v) / 2 + at.f * (at.V - m.E));
    keep(all.poincare, at.energy(v) - m.E);
    for (int i = 0; i < 2; ++i) {
      bool const along = i == at.c;
      RawQuad const df = along ? at.df : RawQuad(0);
      keep(all.hamilton, v[i] - at.f * H.by_P[i]);
      keep(all.hamilton, dP[i] + at.f * H.by_r[i] + (H.value - m.E) * df);
      keep(all.reduced, v[i] - at.f * H.by_P[i]);
      keep(all.reduced, dP[i] + at.f * H.by_r[i]);
      keep(all.canonical, v[i] / at.f - H.by_P[i]);
      keep(all.canonical, dP[i] / at.f + H.by_r[i]);
      // (44) by r: its kinetic part has the metric f G. In tau: w = v/f, metric f^2 G,
      // d/dtau = (1/f) d/dt.
      RawQuad slope = -df * (at.V - m.E) - at.f * at.dV[i], slope_in_tau = -at.dV[i];
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
  auto const r = residuals_along(motion(study, system, case_name));
  std::string const instance = system.name + ", case " + case_name;
  std::string const in_tau = "residual of the Euler-Lagrange equations of l_c(r, f r') in tau";
  for (auto const& [statement, residual, what] :
       {Row{"G8", r.in_tau, in_tau},
        {system.knife()        ? "K16"
         : system.sinusoidal() ? "S11"
                               : "P29",
         r.in_tau, in_tau},
        {"G2a", r.hamilton, "residual of (41)-(42)"},
        {"G2b", r.value, "f (H_c - E) and H_c - E"},
        {"G2c", r.reduced, "residual of (43)"},
        {"G36", r.canonical, "residual of the canonical equations of H_c in tau"},
        {"G37", larger_or_nan(r.hamilton, r.reduced), "residual of (41)-(42) and of (43)"},
        {"G2d", r.lagrange, "residual of the Euler-Lagrange equations of (44)"},
        {"G38", r.poincare, "energy of the Poincaré Lagrangian, and change of that of l_c,"}})
    study.measure(
        statement, "as printed", instance,
        measured(residual, "{} along the certified motion, {}: {:.1e}", what, instance, residual));
}

/// Largest defects of identities at random points, relative to sizes of order one.
void measure_identities(Study& study, System const& system) {
  double lagrangian = 0, legendre = 0, plain_energy = 0, of_poincare = 0, back = 0, in_tau = 0;
  RawQuad const E = RawQuad(13) / 10, S = paper_slope(system.problem);
  for (auto const& [r, v, a] : random_points(100)) {
    auto const at = reduced_at(system.problem, r, S);
    auto const l = [&](Pair const& u) { return at.lagrangian(u); };
    auto const transformed = [&](Pair const& u) -> RawQuad { return at.f * (l(u) + E); };
    keep(lagrangian, transformed(v) - (at.f / 2 * at.square(v) - at.f * (at.V - E)));
    Pair const P{at.f * at.G[0] * v[0], at.f * at.G[1] * v[1]};
    keep(legendre, dot(v, P) - at.f * (hamiltonized(at, P).value - E) - transformed(v));
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
    keep(of_poincare, poincare - at.f * (l(v) + 2 * at.V - E));
    keep(of_poincare, poincare - at.f * (plain - E));
    keep(back, plain - (E + poincare / at.f));
    Pair const w{v[0], v[1]}, rate{at.f * w[0], at.f * w[1]};
    keep(in_tau, l(rate) - (at.f * at.f * at.square(w) / 2 - at.V));
  }
  for (auto const& [statement, defect, what] :
       {Row{"G25", in_tau, "l_c(r, f r') less (1/2) f^2 G r' r' + V"},
        {"G2d", lagrangian, "difference of the two forms of (44)"},
        {"G2e", legendre, "Legendre transform of f (H_c - E) less f (l_c + E)"},
        {"G2f", plain_energy, "energy of l_c by (47) less l_c + 2V"},
        {"G2g", of_poincare, "energy of the Poincaré Lagrangian by (47) less (49)"},
        {"G2h", back, "energy of l_c by (47) less (50)"}})
    study.measure(statement, "as printed", system.name,
                  measured_in_quad(defect, 1, "{} at 100 random points, quad precision, {}: {:.1e}",
                                   what, system.name, defect));
}

/// The examples' own formulas against the general ones.
void measure_examples(Study& study) {
  double of_30 = 0, of_31 = 0, of_40 = 0, of_51 = 0, of_L = 0, of_68 = 0;
  RawQuad const S = paper_slope("knife_edge"), h = RawQuad(1) / 10;
  auto const l_30 = [](Pair const& r, Pair const& w) -> RawQuad {
    return (w[0] * w[0] / (1 + r[0] * r[0]) + w[1] * w[1]) / 2;
  };
  for (auto const& [r, v, a] : random_points(100)) {
    auto const at = reduced_at(particle.problem, r, 0);
    Pair const rate{at.f * v[0], at.f * v[1]};
    keep(of_30, l_30(r, v) - at.lagrangian(rate));
    Pair const P{v[0] / (1 + r[0] * r[0]), v[1]};
    keep(of_31, ((1 + r[0] * r[0]) * P[0] * P[0] + P[1] * P[1]) / 2 - (dot(v, P) - l_30(r, v)));
    for (RawQuad const epsilon : {RawQuad(0), RawQuad(1) / 4, RawQuad(1) / 2, RawQuad(1)}) {
      Pair const next{r[0] + h * v[0], r[1] + h * v[1]};
      RawQuad const x = (1 - epsilon) * r[0] + epsilon * next[0];
      RawQuad const dx = (next[0] - r[0]) / h, dy = (next[1] - r[1]) / h;
      RawQuad const printed = h / 2 * (1 / (1 + x * x) * dx * dx + dy * dy);
      keep(of_40, printed - h * l_30({x, r[1]}, {dx, dy}));
    }
    RawQuad const poincare = at.f * (at.energy(v) - 1);
    keep(of_51, at.energy(v) - (1 + sqrtq(1 + r[0] * r[0]) * poincare));

    auto const edge = reduced_at(knife_edge.problem, r, S);
    RawQuad const cos = cosq(r[1]);
    Pair const knife_rate{cos * v[0], cos * v[1]};
    keep(of_L,
         (v[0] * v[0] + cos * cos * v[1] * v[1]) / 2 + r[0] * S - edge.lagrangian(knife_rate));
    keep(of_68, (v[0] * v[0] / cos + cos * v[1] * v[1]) / 2 + cos * (r[0] * S + 1) -
                    edge.f * (edge.lagrangian(v) + 1));
  }
  for (auto const& [statement, defect, what] :
       {Row{"P30", of_30, "(30) less l_c(r, f r') of the particle"},
        {"P32", of_31, "(31) less the Legendre transform of (30)"},
        {"P33", of_40, "(40) less h_tau times (30) at epsilon = 0, 1/4, 1/2, 1"},
        {"P37", of_51,
         "energy of l_c less 1 + sqrt(1 + x^2) times that of the Poincaré Lagrangian, particle"},
        {"K18", of_L, "printed Hamiltonized Lagrangian of the knife edge less l_c(r, f r')"},
        {"K23", of_68, "(68) less f (l_c + 1) of the knife edge"}})
    study.measure(statement,
                  measured_in_quad(defect, 1, "{} at 100 random points, quad precision: {:.1e}",
                                   what, defect));
  int degenerate = 0;
  for (int i = -1000; i <= 1000; ++i) {
    double const x = i / 10.0, determinant = 1 / (1 + x * x);
    if (!(determinant > 0)) ++degenerate;
  }
  study.measure("P31", measured(double(degenerate),
                                "points among 2001, -100 <= x <= 100, at which the "
                                "matrix of second derivatives of (30) by x', y' is "
                                "not positive: {}",
                                degenerate));
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
  double rate_defect = 0, time_defect = 0;
  for (RawQuad const tau : {RawQuad(3) / 10, RawQuad(6) / 10, RawQuad(9) / 10}) {
    RawQuad const d = RawQuad(1) / 4096;
    auto const s = states_at(seven_around(tau, d));
    for (int i = 0; i < 2; ++i) {
      std::array<RawQuad, 7> values;
      for (int j = 0; j < 7; ++j) values[j] = s[j].q[i];
      RawQuad const rate = middle_slope(values, d);
      keep(rate_defect, rate * multiplier(s[3].q) / s[3].v[i] - 1);
    }
    double const t = boost::math::quadrature::gauss_kronrod<double, 31>::integrate(
        [&](double u) { return 1 / double(multiplier(states_at({RawQuad(u)})[0].q)); }, 0.0,
        double(tau), 3, 1e-14);
    keep(time_defect, RawQuad(t) / s[3].time - 1);
  }
  for (auto const& [statement, defect, what] :
       {Row{"G24", rate_defect, "r' by sixth-order differences in tau over v/f"},
        {"G26", time_defect, "integral of 1/f over tau along the exact motion over t"}})
    study.measure(
        statement, "as printed", system.name,
        measured(defect, "{}, less 1, tau = 0.3, 0.6, 0.9, {}: {:.1e}", what, system.name, defect));
}

/// (53)-(57) for alpha = (0.7, 0.6).
void measure_solutions(Study& study) {
  RawQuad const ax = RawQuad(7) / 10, ay = RawQuad(6) / 10;
  Run const motion{.problem = particle.problem, .q = {{0, 0, 0}}, .v = {{ax, ay, 0}}};
  double in_t = 0, integral = 0, inverse = 0, in_tau = 0, curve = 0;
  for (auto const& state : study.reference(motion, {RawQuad(1) / 2, 1, 2})) {
    RawQuad const t = state.time, x = ax * t, log_term = logq(x + sqrtq(1 + x * x));
    RawQuad const tau = log_term / ax;
    keep(in_t, state.q[0] - x);
    keep(in_t, state.q[1] - ay / ax * log_term);
    double const by_rule = boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
        [&](double u) { return particle.f(double(ax) * u, 0); }, 0.0, double(t), 10, 1e-15);
    keep(integral, tau - by_rule);
    keep(inverse, sinhq(ax * tau) / ax - t);
    keep(inverse, asinhq(ax * t) / ax - tau);
    keep(in_tau, state.q[0] - sinhq(ax * tau));
    keep(in_tau, state.q[1] - ay * tau);
    keep(curve, state.q[0] - sinhq(ax / ay * state.q[1]));
  }
  for (auto const& [statement, defect, what] :
       {Row{"P19a", in_t, "distance of (53) from the certified motion"},
        {"P19b", integral, "distance of (54) from the integral of f over t"},
        {"P19c", inverse, "distance of (55) from t and from tau"},
        {"P19d", in_tau, "distance of (56) from the certified motion"},
        {"P19e", curve, "distance of x from (57) along the certified motion"}})
    study.measure(statement,
                  measured(defect, "{}, alpha = (0.7, 0.6), t = 0.5, 1, 2: {:.1e}", what, defect));
}

}  // namespace

void poincare_transformation(Study& study) {
  for (auto const& system : systems) {
    for (std::string const case_name : {"FBO", "generic"}) measure_along(study, system, case_name);
    measure_identities(study, system);
    measure_times(study, system);
    study.progress(0.3);
  }
  measure_examples(study);
  measure_solutions(study);
}

}  // namespace rattleback::fernandez_bloch_olver_2012
