#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/reduced_system.hpp"
#include "experiments/measure/orders.hpp"

namespace rattleback::fernandez_bloch_olver_2012::errata_study {

namespace {

/// State of the particle on a certified motion, with the accelerations A^T lambda.
struct ParticleState {
  double x, y, z, vx, vy, vz, ax, ay;
};
/// Returns four states of each of two motions.
std::vector<ParticleState> states_of_two_motions(Study& study) {
  std::vector<ParticleState> all;
  for (std::string const name : {"FBO", "generic"})
    for (auto const& [time, q, v, multipliers] :
         study.reference({.problem = particle.problem, .case_name = name},
                         {Quad(3) / 10, Quad(7) / 10, Quad(1), Quad(2)}))
      all.push_back({double(q[0]), double(q[1]), double(q[2]), double(v[0]), double(v[1]),
                     double(v[2]), 0, double(multipliers[0]) * double(q[0])});
  return all;
}

/// Residuals of the two Euler-Lagrange equations of (vx^2/root + root^power vy^2)/2 + sign E/root,
/// root = (1 + x^2)^(1/2), E the energy of the motion.
/// @param of_y  true: of the first equation, with y in place of vy
Size residual_of_51(ParticleState const& s, int power, int sign, bool of_y = false) {
  double const u = 1 + s.x * s.x, root = std::sqrt(u), cube = u * root;
  double const E = (s.vx * s.vx + u * s.vy * s.vy) / 2, y = of_y ? s.y : s.vy;
  double const factor = std::pow(root, power), slope = power * factor * s.x / u;
  double const first =
      s.ax / root - s.vx * s.vx * s.x / (2 * cube) - slope * y * y / 2 + sign * E * s.x / cube;
  return of_y ? Size(first) : Size{first, factor * s.ay + slope * s.vx * s.vy};
}

/// Misprint with its corrected reading, its control, and its erratum.
template <class Point>
struct Misprint {
  std::string statement, corrected, control;
  std::string erratum, words;  ///< empty words: another formula is compared
  /// Returns the residuals as printed, as corrected, and of the control.
  std::function<std::array<Size, 3>(Point const&)> residuals;
};

/// Supplies the largest residuals at the points.
template <class Point>
void measure_misprints(Study& study, std::vector<Point> const& points,
                       std::vector<Misprint<Point>> const& misprints) {
  for (auto const& [statement, corrected, control, erratum, words, residuals] : misprints) {
    auto const most = [&, of = residuals](std::size_t k) {
      return largest(series(points.size(), [&](auto i) { return of(points[i])[k].value; }));
    };
    supply(study, "",
           {{statement, "as printed", most(0)},
            {statement, corrected, most(1)},
            {statement, control, most(2), true}});
    study.uses(erratum);
    if (!words.empty()) study.add_erratum(erratum, most(0), most(1), words);
  }
}

using Three = std::array<Size, 3>;

void measure_equations(Study& study) {
  auto const states = states_of_two_motions(study);
  // Residuals of the two equations (5) with the force F.
  auto const first = [](auto& s, double F) { return s.ax - s.x * s.vy * s.vy - F; };
  auto const second = [](auto& s, double F) {
    return (1 + s.x * s.x) * s.ay + 2 * s.x * s.vx * s.vy - F;
  };
  // (7) for the one-form A = x dy: dA_y/dx - dA_x/dy.
  auto const A_y = [](double x) { return x; };
  double const of_7 = A_y(1.5) - A_y(0.5);
  // (27), with (7) and footnote 7 as functions of the symbols that are printed without a dot.
  auto const F_1 = [](auto& s, double y) { return -s.x * y * y; };
  auto const F_2 = [](auto& s, double a, double b) { return s.x * a * b; };
  auto const constraint = [](auto& s, double z, double y) -> Size { return z + s.x * y; };
  // Force F_a = -(dl/dz') B_ab v^b.
  auto const of_5 = [&](auto& s, double B) -> Size {
    return {first(s, -s.vz * B * s.vy), second(s, s.vz * B * s.vx)};
  };
  std::string const at = " at four times of two certified motions of the particle";
  measure_misprints<ParticleState>(
      study, states,
      {{"E3", "opposite sign", "no curvature", "E3",
        "larger residual of the two equations (5)" + at,
        [&](auto& s) -> Three {
          return {of_5(s, of_7), of_5(s, -of_7), of_5(s, 0)};
        }},
       {"P21", "coefficient of z", "coefficient -1 of z", "P21", "$c(q) v$" + at,
        [&](auto& s) -> Three {
          return {constraint(s, 0, s.vy), constraint(s, s.vz, s.vy), constraint(s, -s.vz, s.vy)};
        }},
       {"E9a", "velocity", "opposite sign", "E9/(27)", "residual of the first equation of (5)" + at,
        [&](auto& s) -> Three {
          return {first(s, F_1(s, s.y)), first(s, F_1(s, s.vy)), first(s, -F_1(s, s.vy))};
        }},
       {"E2", "product", "opposite sign", "E2", "",
        [&](auto& s) -> Three {
          return {second(s, F_2(s, s.y, s.y)), second(s, F_2(s, s.vx, s.vy)),
                  second(s, -F_2(s, s.vx, s.vy))};
        }},
       {"E9b", "velocity", "root in the denominator", "E9/(51)",
        "residual of the Euler-Lagrange equations of (51), as printed of the first one," + at,
        [](auto& s) -> Three {
          return {residual_of_51(s, 1, 1, true), residual_of_51(s, 1, 1), residual_of_51(s, -1, 1)};
        }},
       {"E9c", "velocities", "opposite sign", "E9/fn7", "constraint of footnote 7" + at,
        [&](auto& s) -> Three {
          return {constraint(s, s.z, s.y), constraint(s, s.vz, s.vy), constraint(s, s.vz, -s.vy)};
        }}});
  auto const most = [&](auto const& of) {
    return largest(series(states.size(), [&](auto i) { return of(states[i]).value; }));
  };
  supply(
      study, "",
      {{"E9b", "sign of E", most([](auto& s) { return residual_of_51(s, 1, -1); }), true},
       {"E2", "dot restored", most([&](auto& s) { return Size(second(s, F_2(s, s.vy, s.vy))); })}});
  study.measure("P26", "(7) as printed", {of_7});
  // Coefficient B_xy required by the first equation of (5).
  for (std::size_t i = 0; i < states.size(); ++i) {
    auto const& s = states[i];
    study.measure("P26", "required by (5)", fmt::format("state {}", i),
                  {-first(s, 0) / (s.vz * s.vy)});
  }
}

/// Measures dx/dtau and dy/dtau on the motion at tau = 0.9, and the momentum before (31).
void measure_momenta(Study& study) {
  auto const& problem = study.problem(particle.problem);
  std::vector<SevenStates> motions;
  for (std::string const name : {"FBO", "generic"})
    for (Quad const tau : {Quad(4) / 10, Quad(9) / 10}) {
      Setting const setting{.case_name = name};
      motions.push_back(
          {problem.exact(setting, problem.times_at(setting, SevenStates::around(tau)))});
    }
  // A power of 1 + x^2 times the velocities in t, minus the rates in tau.
  auto const rates = [](SevenStates const& at, Quad power) -> Size {
    auto const& [time, q, v, multipliers] = at.middle();
    Quad const factor = pow(1 + q[0] * q[0], power);
    return {factor * v[0] - at.rate_of(0), factor * v[1] - at.rate_of(1)};
  };
  measure_misprints<SevenStates>(study, motions,
                                 {{"E6", "square root", "inverse root", "E6",
                                   "larger distance from $dx/dτ$ and $dy/dτ$ on two motions of the "
                                   "particle at $tau$ = 0.4 and 0.9",
                                   [&](auto& at) -> Three {
                                     return {rates(at, 1), rates(at, 0.5), rates(at, -0.5)};
                                   }}});
  // Differences from the derivatives of (30) at (x', y') = (0.7, 0.6); difference quotients are
  // exact for squares.
  auto const momentum = [](double x, double exponent, int of_y = 1) -> Size {
    double const w = 0.7, wy = 0.6;
    auto const l_30 = [&](double wx, double wy) { return (wx * wx / (1 + x * x) + wy * wy) / 2; };
    return {std::pow(1 + x * x, exponent) * w - (l_30(w + 1, wy) - l_30(w - 1, wy)) / 2,
            of_y * wy - (l_30(w, wy + 1) - l_30(w, wy - 1)) / 2};
  };
  measure_misprints<double>(study, {-1.1, 0.3, 0.8},
                            {{"E7", "exponent -1", "exponent -2", "E7", "", [&](double x) -> Three {
                                return {momentum(x, -0.5), momentum(x, -1), momentum(x, -2)};
                              }}});
  study.control("E7", "P_y = 2 y'", {momentum(0.3, -1, 2).value});
}

/// Measures (52), with E or h E before its last root, minus h times (51) at the point of (32),
/// relative to the latter, at random pairs of points r_i and r_i + h v, z = (r_i, v).
void measure_energy_term(Study& study) {
  Quad const h = Quad(1) / 10, E = Quad(13) / 10;
  auto const defect = [=](Quad weight, int exchanged) {
    return [=](Vector const& z) {
      Quad const x1 = z[0] + h * z[2], y1 = z[1] + h * z[3];
      Quad const vx = (x1 - z[0]) / h, vy = (y1 - z[1]) / h;
      auto const of_epsilon = [&](Quad x, Quad tested) {
        Quad const F = sqrt(1 + x * x), G = sqrt(1 + tested * tested);
        Quad const of_51 = (z[2] * z[2] / F + F * z[3] * z[3]) / 2 + E / F;
        Quad const of_52 = h / (2 * G) * vx * vx + h / 2 * G * vy * vy + weight * E / G;
        return of_52 / (h * of_51) - 1;
      };
      return over_epsilons(z[0], x1, exchanged, of_epsilon).value;
    };
  };
  auto const draw = [](Random& random) { return theory::vector_of<Quad>(random.vector(4)); };
  study.uses("E8");
  study.over(20, draw,
             {{"E8", "as printed", defect(1, 0)},
              {"E8", "h E", defect(h, 0)},
              {"E8", "1 - epsilon", defect(h, 1), true}},
             quad_epsilon);
}

std::vector<double> const steps{0.1, 0.05, 0.025, 0.0125};

/// Measures the orders of (21) with the force as printed in (24)-(25), as printed in (27), times
/// -h/2 and times h/2.
void measure_force(Study& study) {
  auto const measured = [](double (*factor)(double), bool lost_is_zero = false) -> Measured {
    std::vector<double> errors;
    for (double const h : steps) errors.push_back(rdla_error(h, factor(h)));
    // The corrected forces do not converge if they lose a path.
    bool const lost = lost_is_zero && !std::isfinite(largest(errors));
    return {.value = lost ? 0 : order_of(steps, errors, 10),
            .details = {{"error at 1/80", errors.back()}}};
  };
  study.uses("E1");
  study.measure("E1", measured([](double) { return 1.0; }));
  study.measure("E1", "factor of (27)", measured([](double h) { return h; }));
  study.measure("E1", "times -h/2", measured([](double h) { return -h / 2; }, true));
  study.control("E1", "times h/2", measured([](double h) { return h / 2; }));
  study.control("E1", "1/2 dropped", measured([](double h) { return -h; }));
  // The force of one term, at x_(1/4), in both averages.
  auto const one_term = series(steps.size(), [](std::size_t k) {
    double const h = steps[k];
    return largest(errors_of_path(
        [=](auto& r, auto& v) -> EndMomenta {
          Plane const at(r[0] - h / 4 * v[0], r[1]);
          auto const free = rdla_momenta(r, v, h, 0);
          Plane const f = rdla_momenta(at, v, h, -h / 2).left - rdla_momenta(at, v, h, 0).left;
          return {free.left + f, free.right - f};
        },
        h));
  });
  study.control("E1", "one term of each average", {order_of(steps, one_term, 10)});
}

/// Amplitude am(u | -1), the angle at which the integral of (1 + sin^2)^(-1/2) is u, by Newton's
/// method.
double amplitude(double u) {
  auto const slope = [](double a) { return 1 / std::sqrt(1 + std::sin(a) * std::sin(a)); };
  double angle = u;
  for (int i = 0; i < 20; ++i) angle -= (integral(slope, 0, angle) - u) / slope(angle);
  return angle;
}

/// Largest energy error of the three methods on the sinusoidal particle.
double largest_energy_error(Study& study, Quad step) {
  return largest(series(3, [&](std::size_t m) {
    auto const run = study.execute(run_of(sinusoidal, methods[m], "", step, 200));
    return run.invariants.front().max_deviation;
  }));
}

/// Number of steps of HDEL on the knife edge before a failure.
double steps_made(Study& study, std::string const& grid) {
  auto const run = run_of(knife_edge, "hdel", "euler", Quad(0.07), 100, {{"tau_grid", grid}});
  auto const t = study.execute(run);
  return double(t.outcome == Outcome::ok ? run.steps : t.failed_at - 1);
}

/// Supplies the numbers of the other errata: of the printed and of the correct formula.
void compare_numbers(Study& study) {
  double const h = 1. / 80, right = rdla_error(h, -h / 2);
  std::string const of_error =
      "largest error of ($x$, $y$) up to $t$ = 10 on the particle, $h$ = 1/80";
  study.add_erratum("E1", rdla_error(h, 1), right, of_error);
  study.add_erratum("E1/(27)", rdla_error(h, h), right, of_error);
  study.add_erratum("E2", rdla_error(h, -h / 2, true), right, of_error);
  study.add_erratum("E8", pthdel_error(h, 1), pthdel_error(h, h), of_error);
  // (31) at P of x' and y', minus the energy of (30), a kinetic energy.
  double const x = 0.8, wx = 0.7, wy = 0.6, u = 1 + x * x, L = (wx * wx / u + wy * wy) / 2;
  auto const legendre = [&](double P) { return std::abs((u * P * P + wy * wy) / 2 - L); };
  study.add_erratum("E7", legendre(wx / std::sqrt(u)), legendre(wx / u),
                    "difference of (31) and the energy of (30), $x$ = 0.8, $x'$ = 0.7, $y'$ = 0.6");
  // x(tau = 0.7) of the sinusoidal particle from (0, 0) with velocity (2, 3), by (63).
  auto const& problem = study.problem(sinusoidal.problem);
  auto const setting = with_velocity({}, 2, 3).spec().setting;
  double const tau = 0.7;
  double const of_motion =
      double(problem.exact(setting, problem.times_at(setting, {Quad(tau)}))[0].q[0]);
  study.add_erratum("E10", std::abs(amplitude(2 * tau / 3) / 2 - of_motion),
                    std::abs(amplitude(2 * tau) - of_motion),
                    "distance of $x$ from the exact motion at $tau$ = 0.7, $alpha$ = (2, 3)");
  study.add_erratum("E9/h", largest_energy_error(study, Quad(1) / 2),
                    largest_energy_error(study, Quad(1) / 20),
                    "largest energy error of RDLA, HDEL and PTHDEL on the sinusoidal particle, 200 "
                    "steps, $r_1 = r_0 + k v_0$");
  study.add_erratum(
      "K13", exponent_at_the_singularity(study, 0, 1), exponent_at_the_singularity(study, 1, 0),
      "exponent of $pi$/2 - $phi$ as it tends to zero, unit velocity along $x$: of $L_c$, of the "
      "Poincaré Lagrangian");
  study.add_erratum("E11", steps_made(study, "constant"), steps_made(study, "matched"),
                    "steps that HDEL makes on the knife edge of the 100 that are printed");
}

}  // namespace

void errata(Study& study) {
  measure_equations(study);
  measure_momenta(study);
  measure_energy_term(study);
  measure_force(study);
  study.progress(0.5);
  compare_numbers(study);
  auto& errors = study.table("errors", {"h", "rdla", "rdla_printed", "rdla_27", "second_force",
                                        "pthdel", "pthdel_printed"});
  for (double const h : steps)
    errors.add({h, rdla_error(h, -h / 2), rdla_error(h, 1), rdla_error(h, h),
                rdla_error(h, -h / 2, true), pthdel_error(h, h), pthdel_error(h, 1)});
}

}  // namespace rattleback::fernandez_bloch_olver_2012::errata_study
