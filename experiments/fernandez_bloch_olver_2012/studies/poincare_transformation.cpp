#include "experiments/fernandez_bloch_olver_2012/shared/reduced_system.hpp"

namespace rattleback::fernandez_bloch_olver_2012::poincare_transformation_study {

namespace {

/// Point z = (r, v) of a motion with its rate (v, v').
struct MotionPoint {
  Vector z, rate;
};

/// Returns the certified motion of a case at four times. Accelerations are computed from the
/// multipliers, with unit masses and the constraint gradients (0, s, 1) and (-sin(phi), 0,
/// cos(phi)).
std::vector<MotionPoint> motion(Study& study, System const& system, Run const& run) {
  std::vector<MotionPoint> points;
  for (auto const& [time, q, v, multipliers] :
       study.reference(run, {0, Quad(3) / 10, Quad(7) / 10, Quad(1)})) {
    Quad const lambda = multipliers[0];
    Vector z(4), rate(4);
    z << q[0], q[1], v[0], v[1];
    rate << v[0], v[1], system.knife() ? system.S - sin(q[1]) * lambda : Quad(0),
        system.knife() ? Quad(0) : system.a(q) * lambda;
    points.push_back({z, rate});
  }
  return points;
}

/// Point (r, P) of the Poincaré Lagrangian at (r, v).
Vector canonical_point(System const& system, Vector const& z) {
  return together(z.head(2), momentum(poincare_lagrangian(system, 0), z));
}

void measure_along(Study& study, System system, std::string const& case_name) {
  Run run{.problem = system.problem, .case_name = case_name};
  if (system.knife()) {
    Quad const alpha = case_name == "FBO" ? quad_pi / 36 : Quad(4) / 10;
    run.parameters = {{"alpha", alpha}};
    system.S = sin(alpha);
  }
  auto const points = motion(study, system, run);
  auto const l_c = lagrangian(system);
  auto const L_c = hamiltonized(system);
  auto const H_c = hamiltonian(system);
  Quad const E = energy(l_c, points[0].z), other = E + Quad(1) / 10;
  auto const f = [&](MotionPoint const& at) { return system.f(at.z); };
  // Point (r, P) and its rate.
  auto const rP = [&](MotionPoint const& at) { return canonical_point(system, at.z); };
  auto const rate = [&](MotionPoint const& at) -> Vector {
    return together(at.rate.head(2),
                    rate_of_momentum(poincare_lagrangian(system, 0), at.z, at.rate));
  };
  auto const of_42 = [&](MotionPoint const& at, Quad e, int last = 1) -> Vector {
    return rate(at) - field_of_42(system, e, rP(at), last);
  };
  // Euler-Lagrange expression of l_c(r, f^power r') in the time with d tau = f^power dt.
  auto const in_tau = [&](MotionPoint const& at, Quad power) -> Vector {
    auto const velocity = [&]<class T>(VectorOf<T> const& z) -> VectorOf<T> {
      return z.tail(2) / rate_of_time(system, z, int(power));
    };
    Vector const w = velocity(at.z), dw = theory::directional<Quad>(velocity, at.z, at.rate);
    return euler_lagrange(hamiltonized(system, int(power)), together(at.z.head(2), w),
                          together(w, dw / rate_of_time(system, at.z, int(power))));
  };
  std::string const own = system.knife() ? "K16" : system.sinusoidal() ? "S11" : "P29";
  over(study, points,
       {{"G8", "as printed", "no change of time", 1, 0, in_tau},
        {"G8", "", "dt = f d tau", 1, -1, in_tau},
        {own, "as printed", "", 1, 0, [&](auto& at, Quad) { return in_tau(at, 1); }},
        {"G2a", "motion", "another E", E, other, of_42},
        {"G2b", "zero", "another E", E, other,
         [&](auto& at, Quad e) -> Size {
           return {H_c(rP(at)) - e, f(at) * (H_c(rP(at)) - e)};
         }},
        {"G2c", "as printed", "", E, E, [&](auto& at, Quad e) { return of_42(at, e, 0); }},
        {"G36", "as printed", "no change of time", 1, 0,
         [&](auto& at, Quad power) -> Size {
           return rate(at) / pow(f(at), power) - canonical_field<Quad>(H_c, rP(at));
         }},
        {"G37", "as printed", "", E, E,
         [&](auto& at, Quad e) -> Size { return together(of_42(at, e), of_42(at, e, 0)); }},
        {"G2d", "equations of motion", "another E", E, other,
         [&](auto& at, Quad e) {
           return euler_lagrange(poincare_lagrangian(system, e), at.z, at.rate);
         }},
        {"G38", "energy of the Poincaré Lagrangian", "another E", E, other,
         [&](auto& at, Quad e) { return energy(poincare_lagrangian(system, e), at.z); }},
        {"G38", "energy of l_c", "energy of L_c at velocities in t", 1, 0,
         [&](auto& at, Quad c) { return (c == 1 ? energy(l_c, at.z) : energy(L_c, at.z)) - E; }}},
       system.name + ", case " + case_name);
}

/// Measures identities at random points z = (r, v) or (r, P), E = 1.3.
void measure_identities(Study& study, System const& system) {
  Quad const E = Quad(13) / 10;
  auto const l = lagrangian(system);
  auto const L = hamiltonized(system);
  auto const K = poincare_lagrangian(system, E);
  auto const f = [&](Vector const& z) { return system.f(z); };
  auto const V = [&](Vector const& z) { return potential(system, z); };
  auto const G = [&](Vector const& z) { return square(system, z); };
  // Hamiltonian f (H_c - E), and (41)-(42) with and without the last term of (42).
  auto const H = transformed_hamiltonian(system, E);
  auto const X = [&](Vector const& z, Quad last) { return field_of_42(system, E, z, int(last)); };
  over_random(
      study,
      {{"G2a", "canonical equations", "without the last term", 1, 0,
        [&](auto& z, Quad last) -> Size { return X(z, last) - canonical_field<Quad>(H, z); }},
       {"G2b", "conserved", "without the last term", 1, 0,
        [&](auto& z, Quad last) { return theory::derivative<Quad>(H, z, X(z, last)); }},
       {"G25", "as printed", "first power of f", 2, 1,
        [&](auto& z, Quad power) { return L(z) - (pow(f(z), power) * G(z) / 2 - V(z)); }},
       {"G2d", "both forms", "", 1, 1,
        [&](auto& z, Quad) { return K(z) - (f(z) / 2 * G(z) - f(z) * (V(z) - E)); }},
       {"G2e", "as printed", "sign of E", 1, -1,
        [&](auto& z, Quad sign) {
          Vector const rP = canonical_point(system, z);
          Quad const of_P = transformed_hamiltonian(system, sign * E)(rP);
          return z.tail(2).dot(rP.tail(2)) - of_P - K(z);
        }},
       {"G2f", "as printed", "", 2, 1,
        [&](auto& z, Quad c) { return energy(l, z) - (l(z) + c * V(z)); }},
       {"G2g", "as printed", "sign of E", 1, -1,
        [&](auto& z, Quad sign) -> Size {
          return {energy(K, z) - f(z) * (l(z) + 2 * V(z) - sign * E),
                  energy(K, z) - f(z) * (energy(l, z) - sign * E)};
        }},
       {"G2h", "as printed", "f for 1/f", -1, 1,
        [&](auto& z, Quad power) { return energy(l, z) - (E + energy(K, z) * pow(f(z), power)); }}},
      system.name);
  // The energy of the unreduced system in the catalogue, in double precision.
  auto const& problem = study.problem(system.problem);
  auto const full = [&](Vector const& z, Quad factor) -> Quad {
    Setting at;
    at.q = {z[0], z[1], 0};
    at.v = {factor * z[2], factor * z[3], -factor * system.connection(z, z.tail(2))};
    return problem.energy(at);
  };
  over_random(study,
              {{"G25", "as printed", "first power of f", 2, 1,
                [&](auto& z, Quad power) {
                  return full(z, f(z)) - 2 * full(z, 0) - (pow(f(z), power) * G(z) / 2 - V(z));
                }}},
              system.name + ", unreduced", std::numeric_limits<double>::epsilon());
  if (system.knife())
    over_random(study, {{"G2f", "", "l_c + V", 1, 1,
                         [&](auto& z, Quad c) { return energy(l, z) - (l(z) + c * V(z)); }}});
}

/// Lagrangian (30), or with another power of 1 + x^2 or factor of y'^2.
Quad l_30(Vector const& z, Quad power = 1, int y = 1) {
  return (z[2] * z[2] / pow(1 + z[0] * z[0], power) + y * z[3] * z[3]) / 2;
}

/// Compares the formulas of the examples with the general formulas.
void measure_examples(Study& study) {
  Quad const h = Quad(1) / 10, S = knife_edge.S;
  auto const u = [](Vector const& z) { return 1 + z[0] * z[0]; };
  over_random(study,
              {{"P30", "as printed", "exponent of 1 + x^2", 1, 0.5,
                [&](auto& z, Quad power) { return l_30(z, power) - hamiltonized(particle)(z); }},
               // Difference of (31) from the Legendre transform of (30).
               {"P32", "as printed", "printed P_x", -1, -0.5,
                [&](auto& z, Quad power) {
                  Quad const Px = pow(u(z), power) * z[2];
                  return (u(z) * Px * Px + z[3] * z[3]) / 2 - (z[2] * Px + z[3] * z[3] - l_30(z));
                }},
               // Difference of (40), by difference quotients, from h times (30) at the point of
               // (32).
               {"P33", "as printed", "1 - epsilon", 0, 1,
                [&](auto& z, Quad exchanged) {
                  Vector const next = z.head(2) + h * z.tail(2), d = (next - z.head(2)) / h;
                  return over_epsilons(z[0], next[0], exchanged, [&](Quad x, Quad tested) {
                    Vector at(4);
                    at << x, z[1], d;
                    Quad const u = 1 + tested * tested;
                    return h / 2 * (1 / u * d[0] * d[0] + d[1] * d[1]) - h * l_30(at);
                  });
                }},
               {"P37", "as printed", "f for 1/f", 0.5, -0.5,
                [&](auto& z, Quad power) {
                  return energy(lagrangian(particle), z) -
                         (1 + pow(u(z), power) * energy(poincare_lagrangian(particle, 1), z));
                }},
               {"K18", "as printed", "sign of the potential", 1, -1,
                [&](auto& z, Quad sign) {
                  Quad const c = cos(z[1]);
                  return (z[2] * z[2] + c * c * z[3] * z[3]) / 2 + sign * z[0] * S -
                         hamiltonized(knife_edge)(z);
                }},
               {"K23", "as printed", "sign of E", 1, -1, [&](auto& z, Quad sign) {
                  Quad const c = cos(z[1]);
                  return (z[2] * z[2] / c + c * z[3] * z[3]) / 2 + c * (z[0] * S + sign) -
                         poincare_lagrangian(knife_edge, 1)(z);
                }}});
  // Second derivatives of (30) with respect to the velocities, a diagonal matrix: second
  // differences are exact.
  auto const singular = [](int y) {
    int count = 0;
    for (int i = -1000; i <= 1000; ++i) {
      auto const second = [&](int vx, int vy) {
        auto const at = [&](int sign) {
          return l_30(Eigen::Vector4d(i / 10., 0, sign * vx, sign * vy).cast<Quad>(), 1, y);
        };
        return at(1) + at(-1) - 2 * at(0);
      };
      count += !(second(1, 0) > 0 && second(0, 1) > 0);
    }
    return double(count);
  };
  supply(study, "", {{"P31", "as printed", singular(1)}, {"P31", "without y'", singular(0), true}});
}

/// Measures r' = v/f by differences in tau, and t as the integral of 1/f over tau.
void measure_times(Study& study, System const& system) {
  auto const& problem = study.problem(system.problem);
  auto const states_at = [&](std::vector<Quad> const& taus) {
    return problem.exact({}, problem.times_at({}, taus));
  };
  struct Point {
    Quad tau, t;
    SevenStates states;
  };
  std::vector<Point> points;
  for (Quad const tau : {Quad(3) / 10, Quad(6) / 10, Quad(9) / 10}) {
    SevenStates const states{states_at(SevenStates::around(tau))};
    points.push_back({tau, states.middle().time, states});
  }
  over(study, points,
       {{"G24", "as printed", "product with f", 1, -1,
         [&](auto& at, Quad power) -> Size {
           auto const& [time, q, v, multipliers] = at.states.middle();
           Quad const factor = pow(system.f(q), power);
           return {at.states.rate_of(0) * factor / v[0] - 1,
                   at.states.rate_of(1) * factor / v[1] - 1};
         }},
        {"G26", "as printed", "without 1/f", 1, 0,
         [&](auto& at, Quad c) {
           auto const F = [&](double u) {
             return 1 / double(pow(system.f(states_at({Quad(u)})[0].q), c));
           };
           return integral(F, 0, double(at.tau), 3) / at.t - 1;
         }}},
       system.name);
}

/// Measures (53)-(57) for alpha = (0.7, 0.6), as printed and with alpha_x or alpha_y changed.
void measure_solutions(Study& study) {
  Quad const ax = Quad(7) / 10, ay = Quad(6) / 10;
  auto const motion = with_velocity({.problem = particle.problem}, ax, ay);
  auto const f = [&](double t) { return particle.f(std::array{double(ax) * t, 0.0}); };
  // The integral of f, because (55) itself is asinh(alpha_x t)/alpha_x.
  auto const tau = [&](ReferenceState const& at) { return integral(f, 0, double(at.time)); };
  over(study, study.reference(motion, {Quad(1) / 2, 1, 2}),
       {{"P19a", "as printed", "without 1/alpha_x", 1 / ax, 1,
         [&](auto& at, Quad factor) -> Size {
           return {at.q[0] - ax * at.time, at.q[1] - ay * factor * asinh(ax * at.time)};
         }},
        {"P19b", "as printed", "without 1/alpha_x", 1 / ax, 1,
         [&](auto& at, Quad factor) {
           Quad const x = ax * at.time;
           return factor * log(x + sqrt(1 + x * x)) - tau(at);
         }},
        {"P19c", "as printed", "without 1/alpha_x", 1 / ax, 1,
         [&](auto& at, Quad factor) -> Size {
           return {sinh(ax * tau(at)) * factor - at.time, asinh(ax * at.time) * factor - tau(at)};
         }},
        {"P19d", "as printed", "factor 1/alpha_x", 1, 1 / ax,
         [&](auto& at, Quad factor) -> Size {
           return {at.q[0] - sinh(ax * tau(at)) * factor, at.q[1] - ay * tau(at)};
         }},
        {"P19e", "as printed", "alpha_y/alpha_x", ax / ay, ay / ax,
         [&](auto& at, Quad factor) { return at.q[0] - sinh(factor * at.q[1]); }}});
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

}  // namespace rattleback::fernandez_bloch_olver_2012::poincare_transformation_study
