#include <fmt/format.h>

#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/discrete_systems.hpp"
#include "experiments/measure/fit.hpp"
#include "experiments/measure/sweep.hpp"
#include "experiments/parasitic/measured_growth.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006::other_methods_study {

namespace {

using Eigen::Vector3d;

std::vector<double> const shown{0.5, 1, 2};

/// Measures C8: spectral radius of (4.12).
void measure_euler(Study& study) {
  using List = std::vector<double>;
  List const amplitudes{0.05, 0.2, 0.5, 0.75, 1, 2, 5, 10, 20, 50},
      numbers = study.quick ? List{5, 6, 7, 8, 13, 40}
                            : List{5, 6, 7, 8, 9, 10, 13, 20, 33, 40, 80, 121, 200};
  auto& radii = study.table("euler_radii", {"a", "N", "h", "excess"});
  auto const radius = [&](List const& some) {
    return 1 + largest_over(amplitudes, [&](double a) {
             return largest_over(some, [&](int N) {
               double const excess = period_excess(study, "dla_euler", a, N);
               radii.add({a, double(N), step_of_period(N), excess});
               return excess;
             });
           });
  };
  auto const leapfrog = [&](int N) { return 1 + period_excess(study, "dla_leapfrog", 0.5, N); };
  double const general = radius(numbers), coarse = radius({3, 4});
  study.measure("C8", "every N", {larger_or_nan(general, coarse), {{"at $N$ = 3 or 4", coarse}}});
  study.measure("C8", "N at least 5", {general, {{"1 - modulus", 1 - general}}});
  study.control("C8", "(4.18)", {largest_over(numbers, leapfrog)});
}

/// Measures C8/limit: limit of an orbit of (4.12), and the rates of approach.
void measure_limit(Study& study) {
  double const h = step_of_period(40);
  auto const rest = [&](std::string const& method) {
    auto const [y0, vy0] = y_start(method, 1, h, 5);
    ContactStart const start{1, y0, 0.7, -0.4 * y0, vy0, 0.4};
    auto const run = study.execute(contact_run(method, start).with(h, 40 * 2000, 0));
    auto const &q = run.q.back(), &v = run.v.back();
    return Measured{.value = larger_or_nan({std::abs(q[0]), std::abs(q[2]), std::abs(v[2])}),
                    .details = {{"$v_y$ over its first value", v[1] / start.vy}},
                    .steps = 40 * 2000};
  };
  study.measure("C8/limit", rest("dla_euler"));
  study.control("C8/limit", "(4.18)", rest("dla_leapfrog"));

  auto& rates = study.table("euler_rates", {"N", "h", "pair_over_h", "real_over_h"});
  for (int N : {20, 40, 80, 160, 320}) {
    double const step = step_of_period(N);
    double pair = 0, real = 0;
    for (auto const& mu : eigenvalues(period_map(study, "dla_euler", 1, N)))
      (std::abs(mu.imag()) > 1e-9 ? pair : real) = -std::log(std::abs(mu)) / (N * step) / step;
    rates.add({double(N), step, pair, real});
  }
}

/// Measures C9: (5.3) on (x, z, vx, vz).
void measure_non_dla(Study& study) {
  auto const defect = [&](std::vector<double> const& numbers, std::vector<double> const& real) {
    return largest_over({0.5, 1, 2, 5, 20}, [&](double a) {
      return largest_over(numbers, [&](int N) {
        auto const map = non_dla_map(study, a, N);
        bool const is_even = N % 2 == 0;
        return is_even && fixed_normals(map).cols() != 2 ? std::nan("")
                                                         : spectrum_defect(map, real);
      });
    });
  };
  // Under (5.3) A v may change sign in every step, so that the second eigenvalue is (-1)^N.
  std::vector<double> const even{8, 20, 40, 80, 198}, odd{5, 13, 199};
  double const unsigned_odd = defect(odd, {1, 1}), signed_odd = defect(odd, {1, -1});
  study.measure("C9", "even N", {.value = defect(even, {1, 1}), .steps = 198});
  study.measure("C9", "odd N",
                {.value = unsigned_odd,
                 .details = {{"with -1 for the second eigenvalue 1", signed_odd}},
                 .steps = 199});
  for (double a : {1.0, 2.0})
    for (int N : {8, 16}) {
      auto const map = time_map(study, "reversible_non_dla", a, step_of_period(N), N, 0.25, true);
      study.measure("C9", "any phase of y", fmt::format("$a$ = {}, $N$ = {}", a, N),
                    {.value = spectrum_defect(map, {1, 1}), .steps = double(N)});
    }
  auto const shorter = time_map(study, "reversible_non_dla", 1, step_of_period(40), 38, 0, true);
  study.control("C9", "N - 2 steps", {spectrum_defect(shorter, {1, 1})});
}

/// Angle between the invariant hyperplanes vx + c_vz vz + c_z z = 0 of two maps.
double angle_without_x(Eigen::MatrixXd const& first, Eigen::MatrixXd const& second) {
  auto const c = invariant_subspace(first), d = invariant_subspace(second);
  Vector3d const m(c[0], 1, c[1]), n(d[0], 1, d[1]);
  return std::atan2(m.cross(n).norm(), m.dot(n));
}
/// Measures C10: hyperplanes that (5.3) leaves invariant.
void measure_subspaces(Study& study) {
  for (double a : shown) {
    auto& table = study.table(fmt::format("subspace_{}", a), {"N", "h", "c_z", "c_vz"});
    for (int N : {8, 12, 16, 20, 28, 40, 56, 80, 112, 160}) {
      auto const map = non_dla_map(study, a, N);
      auto const c = invariant_subspace(map);
      table.add({double(N), step_of_period(N), std::abs(c[0]), std::abs(c[1])});
    }
  }
  // Least angle between the hyperplanes of an amplitude and those of another step or amplitude.
  auto const least = [&](auto const& angle) {
    return smallest_over(shown, [&](double a) {
      auto const here = non_dla_map(study, a, 40);
      return smaller_or_nan(angle(here, non_dla_map(study, a, 80)),
                            angle(here, non_dla_map(study, 2 * a, 40)));
    });
  };
  Eigen::Matrix4d const map = non_dla_map(study, 1, 40);
  auto const c = invariant_subspace(map);
  study.measure("C10", "the hyperplane without x",
                {least(angle_without_x), {{"$c_{vz}$ at $a$ = 1, $N$ = 40", c[1]}, {"c_z", c[0]}}});
  study.measure("C10", "any invariant hyperplane", {least(least_sine_of_normals)});
  study.control("C10", "two periods", {angle_without_x(map, map * map)});
}

using Nodes = std::vector<Vector3d>;

/// Column A(q).
Vector3d A(Vector3d const& q) { return {1, 0, q[1]}; }

/// Force of (5.3) at q for the velocity v of the step to q, or the velocity at q. The factor is 1
/// in place of 2 for the constraint A(q_i)(q_(i+1) - q_i) = 0.
Vector3d force(Vector3d const& q, Vector3d const& v, double h, double factor = 2) {
  double const lambda = A(q).dot(q - factor / h * v) / A(q).squaredNorm();
  return -q + lambda * A(q);
}
/// Next node of (5.3) on the contact oscillator.
Vector3d next_node(Vector3d const& q0, Vector3d const& q1, double h, double factor = 2) {
  return 2 * q1 - q0 + h * h * force(q1, (q1 - q0) / h, h, factor);
}
/// Nodes of the velocity form: as printed, or with velocities of the steps to their nodes.
Nodes velocity_form(bool printed, double h, int steps, double factor = 2) {
  Vector3d q(0.5, 0.3, -0.4), v(-0.24, 0.6, 0.8);
  Nodes nodes{q};
  for (int i = 0; i < steps; ++i) {
    Vector3d const next = v + h * force(q, v, h, factor);
    q += h * (printed ? v : next);
    v = next;
    nodes.push_back(q);
  }
  return nodes;
}
/// Largest residual of (5.3) along nodes, for any multiplier.
double two_step_residual(Nodes const& nodes, double h) {
  double largest = 0;
  for (std::size_t i = 1; i + 1 < nodes.size(); ++i) {
    auto const &before = nodes[i - 1], &q = nodes[i], &after = nodes[i + 1];
    Vector3d const reaction = (after - 2 * q + before) / (h * h) + q, a = A(q).normalized();
    Vector3d const rest = reaction - a * a.dot(reaction);
    largest = larger_or_nan({largest, rest.norm(), std::abs(A(q).dot(after - before)) / (2 * h)});
  }
  return largest;
}

/// Measures E4: the formula for the multipliers against the solution of (5.3).
void measure_multipliers(Study& study) {
  Quad const h = 0.1_quad;
  for (auto const& system : {natural_systems()[0], natural_systems()[3]}) {
    // Under (5.3) A v is not zero: it changes sign in every step.
    long const n = system.n;
    Vector const q = Vector{{0.5_quad, 0.3_quad, -0.4_quad, 0.2_quad}}.head(n),
                 v = Vector{{-0.1_quad, 0.6_quad, 0.8_quad, 0.5_quad}}.head(n), before = q - h * v,
                 gradient = system.gradient(q);
    Matrix const A = system.forms(q);
    long const m = A.rows();
    // Linear equations (5.3) for the next node and the multipliers.
    Matrix equations = Matrix::Zero(n + m, n + m);
    equations.topLeftCorner(n, n) = Matrix::Identity(n, n) / (h * h);
    equations.topRightCorner(n, m) = -A.transpose();
    equations.bottomLeftCorner(m, n) = A;
    Vector const right = theory::together((2 * q - before) / (h * h) - gradient, A * before),
                 lambda = theory::solution(equations, right).tail(m);
    auto const residual = [&](Vector const& p, int factor) {
      Vector const rest = A * A.transpose() * lambda - A * (gradient - factor / h * p);
      return in_quad(double(sqrt(rest.squaredNorm()) / (2 / h * sqrt(v.squaredNorm()))));
    };
    study.measure("E4", "as printed", system.name, residual(v, 2));
    study.control("E4", "1/h", system.name, residual(v, 1));
    study.control("E4", "momentum of the midpoint rule", system.name,
                  residual(v + h / 2 * gradient, 2));
  }
}

/// Measures E3, C76: the formulas of (5.3).
void measure_formulas(Study& study) {
  double const h = 0.1;
  study.uses("A9");
  auto const residual = [&](bool printed, double factor) -> Measured {
    return {.value = two_step_residual(velocity_form(printed, h, 100, factor), h), .steps = 100};
  };
  study.measure("E3", "as printed", residual(true, 2));
  study.measure("E3", "backward velocities", residual(false, 2));
  study.control("E3", "factor of the multiplier", residual(false, 1));

  Vector3d const q(0.5, 0.3, -0.4), q1(0.47, 0.36, -0.33);
  auto const reversibility = [&](double factor) -> Measured {
    Vector3d const q2 = next_node(q, q1, h, factor);
    double const back = (next_node(q2, q1, h, factor) - q).norm(),
                 y = std::abs(q2[1] - (2 - h * h) * q1[1] + q[1]);
    // A control must differ by reversal, not by the residual of the other method.
    double const residual = factor == 2 ? two_step_residual({q, q1, q2}, h) : 0;
    return {.value = larger_or_nan({back, y, residual}), .details = {{"of $y$ alone", y}}};
  };
  study.measure("C76", reversibility(2));
  study.control("C76", "constraint of (4.12)", reversibility(1));
}

/// Measures C12/(5.3): order of A(q(t)) (q(t + h) - q(t + from h)) in the time between the two
/// points, on an exact motion.
void measure_constraint_order(Study& study) {
  auto const generic = contact_run("", {0.5, 0.3, -0.4, -0.24, 0.6, 0.8});
  std::vector<double> const steps{1 / 5., 1 / 10., 1 / 20., 1 / 40.};
  auto const defects = [&](int from) {
    return values_over(steps, [&](double h) {
      RawQuad const step = 1 / RawQuad(std::lround(1 / h)), t = 1;
      auto const states = study.reference(generic, {t + from * step, t, t + step});
      auto const change = [&](std::size_t i) { return states[2].q[i] - states[0].q[i]; };
      return std::abs(double((change(0) + states[1].q[1] * change(2)) / ((1 - from) * step)));
    });
  };
  auto const centred = defects(-1);
  study.measure("C12/(5.3)", {.value = fit_power(steps, centred).slope,
                              .details = {{"defect at $h$ = 0.2", centred.front()},
                                          {"at $h$ = 0.025", centred.back()}}});
  study.control("C12/(5.3)", "one-sided difference", {fit_power(steps, defects(0)).slope});
}

/// Measures C88: (5.3) against (4.18) by their maps of the contact oscillator.
void compare_with_leapfrog(Study& study) {
  auto const ratio = [](double other, double ours) -> Measured {
    return {other / ours, {{"of (5.3)", other}, {"of (4.18)", ours}}};
  };
  auto const rank = [&](std::string const& method) {
    return double(theory::rank(time_map(study, method, 1, step_of_period(40), 40, 0, true)));
  };
  study.measure("C88", "space of motions", ratio(rank("reversible_non_dla"), rank("dla_leapfrog")));

  double const h = step_of_period(40);
  auto const energy_error = [&](std::string const& method, int parts = 1) {
    auto const run = contact_run(method, {0.5, 0.3, -0.4, -0.24, 0.6, 0.8});
    return median_node_error(study.execute(run.with(h / parts, 4000 * parts)), h / parts, 1);
  };
  double const ours = energy_error("dla_leapfrog");
  study.measure("C88", "energy", ratio(energy_error("reversible_non_dla"), ours));
  study.control("C88", "(4.18) with h/2", {energy_error("dla_leapfrog", 2) / ours});

  double const least = smallest_over(shown, [&](double a) {
    double const gamma = rotation_angle(flow_matrix(study, a), 1);
    return smallest_over({20, 40, 80}, [&](int N) {
      double const leapfrog = rotation_angle(period_map(study, "dla_leapfrog", a, N), 1);
      return std::abs(rotation_angle(non_dla_map(study, a, N), 2) - gamma) /
             std::abs(leapfrog - gamma);
    });
  });
  study.measure("C88", "rotation angle", {least});
}

/// Tabulates the spectral radii of the three methods over h, for the figure.
void tabulate_radii(Study& study) {
  std::vector<double> numbers;
  for (int N = 4; N <= 200; N += N < 20 ? 2 : N < 60 ? 4 : 20) numbers.push_back(N);
  for (double a : shown) {
    auto const radii = [&](std::string const& method) {
      return values_over(numbers, [&](int N) { return 1 + period_excess(study, method, a, N); });
    };
    auto const non_dla = [&](int N) { return 1 + excess_radius(non_dla_map(study, a, N)); };
    tabulate(study, fmt::format("radii_{}", a),
             {{"h", values_over(numbers, step_of_period)},
              {"euler", radii("dla_euler")},
              {"leapfrog", radii("dla_leapfrog")},
              {"non_dla", values_over(numbers, non_dla)}});
  }
}

}  // namespace

void other_methods(Study& study) {
  measure_euler(study);
  measure_limit(study);
  study.progress(0.5);
  measure_non_dla(study);
  measure_subspaces(study);
  study.progress(0.8);
  measure_formulas(study);
  measure_multipliers(study);
  measure_constraint_order(study);
  compare_with_leapfrog(study);
  tabulate_radii(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::other_methods_study
