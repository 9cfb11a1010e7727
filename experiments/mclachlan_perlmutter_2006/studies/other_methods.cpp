#include <fmt/format.h>

#include <algorithm>

#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "experiments/measure/fit.hpp"
#include "experiments/parasitic/measured_growth.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr double shown[]{0.5, 1.0, 2.0};

/// Spectral radius of the time-N map of (4.12) minus 1.
double euler_excess(Study& study, double a, int N) {
  return excess_radius(time_map(study, "dla_euler", a, step_of_period(N), N, 0));
}

/// C8: (4.12).
void measure_euler(Study& study) {
  std::vector<double> const amplitudes{0.05, 0.2, 0.5, 0.75, 1, 2, 5, 10, 20, 50};
  std::vector<int> const numbers =
      study.quick ? std::vector<int>{5, 6, 7, 8, 13, 40}
                  : std::vector<int>{5, 6, 7, 8, 9, 10, 13, 20, 33, 40, 80, 121, 200};
  auto& radii = study.table("euler_radii", {"a", "N", "h", "excess"});
  auto const largest_over_amplitudes = [&](std::vector<int> const& some) {
    double largest = -1;
    for (double a : amplitudes)
      for (int N : some) {
        double const excess = euler_excess(study, a, N);
        radii.add({a, double(N), step_of_period(N), excess});
        largest = larger_or_nan(largest, excess);
      }
    return largest;
  };
  double const general = 1 + largest_over_amplitudes(numbers),
               coarse = 1 + largest_over_amplitudes({3, 4});
  study.measure("C8", "every N",
                {.value = larger_or_nan(general, coarse), .details = {{"at N = 3 or 4", coarse}}});
  study.measure("C8", "N at least 5",
                {.value = general, .details = {{"1 - modulus", 1 - general}}});
  double reversible = 0;
  for (int N : numbers)
    reversible = larger_or_nan(reversible, 1 + excess_radius(time_map(study, "dla_leapfrog", 0.5,
                                                                      step_of_period(N), N, 0)));
  study.control("C8", "(4.18)", {reversible});

  // The limit of an orbit, and how fast it gets there.
  double const h = step_of_period(40);
  auto const [y0, vy0] = y_start("dla_euler", 1, h, 0);
  auto const rest = [&](std::string const& method) {
    auto const run =
        study.execute(contact_run(method, {1, y0, 0.7, 0, vy0, 0.4}).with(h, 40 * 2000, 0));
    auto const &q = run.q.back(), &v = run.v.back();
    return Measured{.value = larger_or_nan({std::abs(q[0]), std::abs(q[2]), std::abs(v[2])}),
                    .details = {{"vy over its first value", v[1] / vy0}},
                    .steps = 40 * 2000};
  };
  study.measure("C8/limit", rest("dla_euler"));
  study.control("C8/limit", "(4.18)", rest("dla_leapfrog"));

  auto& rates = study.table("euler_rates", {"N", "h", "pair_over_h", "real_over_h"});
  for (int N : {20, 40, 80, 160, 320}) {
    double const step = step_of_period(N);
    double pair = 0, real = 0;
    for (auto const& mu : eigenvalues(time_map(study, "dla_euler", 1, step, N, 0)))
      (std::abs(mu.imag()) > 1e-9 ? pair : real) = -std::log(std::abs(mu)) / (N * step) / step;
    rates.add({double(N), step, pair, real});
  }
}

/// Largest |log| of the factor by which (5.3) changes the parasitic mode over ten periods of y,
/// from the end of the first one on.
double change_of_mode(Study& study) {
  constexpr int N = 40;
  double const h = step_of_period(N);
  auto const& method = study.method("contact_oscillator", "reversible_non_dla");
  double most = 0;
  for (double const a : {0.5, 1.0, 2.0}) {
    RunSpec run;
    run.setting.parameters = {{"epsilon", 0}};
    run.setting.q = std::vector<RawQuad>{1, 0, 0.3};
    run.setting.v = std::vector<RawQuad>{0, a * std::sin(2 * M_PI / N) / h, 0.5};
    run.setting.own_state = true;  // v belongs to the middle of the interval
    run.start = "plain";
    run.step = h;
    auto const log_after = [&](long periods) {
      run.steps = N * periods;
      return measured_log_factors(study.problem("contact_oscillator"), method, run, 1e-6).front();
    };
    most = larger_or_nan(most, std::abs(log_after(11) - log_after(1)));
  }
  return most;
}

/// C9: (5.3) on (x, z, vx, vz).
void measure_non_dla(Study& study) {
  // Its constraint lets A v change sign every step, so the second eigenvalue is (-1)^N.
  double even = 0, odd = 0, odd_signed = 0;
  for (double a : {0.5, 1.0, 2.0, 5.0, 20.0})
    for (int N : {5, 8, 13, 20, 40, 80, 199, 198}) {
      auto const map = non_dla_map(study, a, N);
      if (N % 2 == 0)
        even = larger_or_nan(
            even, fixed_normals(map).cols() == 2 ? spectrum_defect(map, {1, 1}) : std::nan(""));
      else {
        odd = larger_or_nan(odd, spectrum_defect(map, {1, 1}));
        odd_signed = larger_or_nan(odd_signed, spectrum_defect(map, {1, -1}));
      }
    }
  study.measure("C9", "even N", {.value = even, .steps = 198});
  study.measure("C9", "odd N",
                {.value = odd,
                 .details = {{"with -1 for the second eigenvalue 1", odd_signed}},
                 .steps = 199});
  study.control(
      "C9", "N - 2 steps",
      {spectrum_defect(time_map(study, "reversible_non_dla", 1, step_of_period(40), 38, 0, true),
                       {1, 1})});
  study.find("C9/odd N", odd_signed,
             fmt::format("{:.1e}; against 1, 1, exp(+-i alpha) it is {:.1e}", odd_signed, odd));
  study.find("C9/second eigenvalue", change_of_mode(study),
             "log growth of the parasitic mode over ten periods of y, amplitudes .5, 1 and 2");
}

/// Angle between the hyperplanes vx + c_vz vz + c_z z = 0.
double angle_between(Eigen::Vector2d const& c, Eigen::Vector2d const& d) {
  Eigen::Vector3d const m(c[0], 1, c[1]), n(d[0], 1, d[1]);
  return std::atan2(m.cross(n).norm(), m.dot(n));
}

/// C10: the hyperplanes that (5.3) keeps.
void measure_subspaces(Study& study) {
  long fewest = 4, most = 0;
  for (double a : shown) {
    auto& table = study.table(fmt::format("subspace_{}", a), {"N", "h", "c_z", "c_vz"});
    for (int N : {8, 12, 16, 20, 28, 40, 56, 80, 112, 160}) {
      auto const map = non_dla_map(study, a, N);
      long const normals = fixed_normals(map).cols();
      fewest = smaller_or_nan(fewest, normals);
      most = larger_or_nan(most, normals);
      auto const c = invariant_subspace(map);
      table.add({double(N), step_of_period(N), std::abs(c[0]), std::abs(c[1])});
    }
  }
  study.find("C10/pencil", double(fewest),
             fmt::format("{} to {} normals at a = 0.5, 1, 2 and N = 8 ... 160", fewest, most));
  double without_x = pi, any = pi;
  for (double a : shown) {
    auto const here = non_dla_map(study, a, 40);
    for (auto const& there : {non_dla_map(study, a, 80), non_dla_map(study, 2 * a, 40)}) {
      without_x = smaller_or_nan(
          without_x, angle_between(invariant_subspace(here), invariant_subspace(there)));
      auto const n = fixed_normals(here), m = fixed_normals(there);
      // Sine of the least angle between the planes of normals.
      Eigen::MatrixXd const apart = m - n * (n.transpose() * m);
      any = smaller_or_nan(any, Eigen::JacobiSVD<Eigen::MatrixXd>(apart).singularValues()[1]);
    }
  }
  Eigen::Matrix4d const map = non_dla_map(study, 1, 40);
  auto const c = invariant_subspace(map);
  study.measure("C10", "the hyperplane without x",
                {.value = without_x, .details = {{"c_vz at a = 1, N = 40", c[1]}, {"c_z", c[0]}}});
  study.measure("C10", "any invariant hyperplane", {any});
  study.control("C10", "two periods", {angle_between(c, invariant_subspace(map * map))});
}

using Nodes = std::vector<Eigen::Vector3d>;

Eigen::RowVector3d row(Eigen::Vector3d const& q) { return {1, 0, q[1]}; }

/// Multiplier of (5.3) at q for the velocity v that reaches q, or is taken there; with the factor 1
/// in place of 2 that of the constraint A(q_i)(q_(i+1) - q_i) = 0.
double multiplier(Eigen::Vector3d const& q, Eigen::Vector3d const& v, double h, double factor = 2) {
  return row(q).dot(q - factor / h * v) / row(q).squaredNorm();
}
/// The next node of (5.3) on the contact oscillator.
Eigen::Vector3d next_node(Eigen::Vector3d const& q0, Eigen::Vector3d const& q1, double h,
                          double factor = 2) {
  return 2 * q1 - q0 +
         h * h * (-q1 + multiplier(q1, (q1 - q0) / h, h, factor) * row(q1).transpose());
}
/// Nodes of the velocity form: as printed, or with velocities that reach their nodes.
Nodes velocity_form(bool printed, double h, int steps, double factor = 2) {
  Eigen::Vector3d q(0.5, 0.3, -0.4), v(-0.24, 0.6, 0.8);
  Nodes nodes{q};
  for (int i = 0; i < steps; ++i) {
    Eigen::Vector3d const next = v + h * (-q + multiplier(q, v, h, factor) * row(q).transpose());
    q += h * (printed ? v : next);
    v = next;
    nodes.push_back(q);
  }
  return nodes;
}
/// Largest residual of (5.3) along nodes, whatever the multiplier.
double two_step_residual(Nodes const& nodes, double h) {
  double largest = 0;
  for (std::size_t i = 1; i + 1 < nodes.size(); ++i) {
    auto const &before = nodes[i - 1], &q = nodes[i], &after = nodes[i + 1];
    Eigen::Vector3d const force = (after - 2 * q + before) / (h * h) + q, A = row(q).transpose();
    Eigen::Vector3d const rest = force - A * (A.dot(force) / A.squaredNorm());
    largest = larger_or_nan({largest, rest.norm(), std::abs(row(q).dot(after - before)) / (2 * h)});
  }
  return largest;
}

/// E3, E4, C76 and C12/(5.3): the formulas of (5.3).
void measure_formulas(Study& study) {
  double const h = 0.1;
  study.uses("A9"), study.uses("A10");
  for (bool printed : {true, false}) {
    study.measure("E3", printed ? "as printed" : "backward velocities",
                  {.value = two_step_residual(velocity_form(printed, h, 100), h), .steps = 100});
  }
  study.control("E3", "factor of the multiplier",
                {.value = two_step_residual(velocity_form(false, h, 100, 1), h), .steps = 100});
  // A v is not zero: under (5.3) it changes its sign every step.
  Eigen::Vector3d const q(0.5, 0.3, -0.4), v(-0.1, 0.6, 0.8);
  double const lambda = [&] {  // from the constraint of a step, without the formula
    Eigen::Vector3d const free = v - h * q, A = row(q).transpose();
    return -A.dot(v + free) / (h * A.squaredNorm());
  }();
  auto const residual_of_multiplier = [&](Eigen::Vector3d const& p, double factor) -> Measured {
    double const residual = row(q).squaredNorm() * lambda - row(q).dot(q - factor / h * p);
    return {std::abs(residual) / (2 / h * v.norm())};
  };
  study.measure("E4", "as printed", residual_of_multiplier(v + h / 2 * q, 2));
  study.measure("E4", "v_i", residual_of_multiplier(v, 2));
  study.control("E4", "1/h", residual_of_multiplier(v, 1));

  Eigen::Vector3d const q1(0.47, 0.36, -0.33);
  auto const reversibility = [&](double factor) -> Measured {
    Eigen::Vector3d const q2 = next_node(q, q1, h, factor);
    double const back = (next_node(q2, q1, h, factor) - q).norm(),
                 y = std::abs(q2[1] - (2 - h * h) * q1[1] + q[1]);
    return {.value = larger_or_nan(back, y), .details = {{"of y alone", y}}};
  };
  study.measure("C76", reversibility(2));
  study.control("C76", "constraint of (4.12)", reversibility(1));

  auto const generic = contact_run("", {0.5, 0.3, -0.4, -0.24, 0.6, 0.8});
  std::vector<double> steps, defects, one_sided;
  for (int denominator : {5, 10, 20, 40}) {
    RawQuad const step = RawQuad(1) / denominator, t = 1;
    auto const states = study.reference(generic, {t - step, t, t + step});
    // A(q(t)) (q(t + h) - q(t + h from)) over the time between them.
    auto const defect = [&](std::size_t from) {
      auto const change = [&](std::size_t i) { return states[2].q[i] - states[from].q[i]; };
      return std::abs(
          double((change(0) + states[1].q[1] * change(2)) / (RawQuad(2 - long(from)) * step)));
    };
    defects.push_back(defect(0));
    one_sided.push_back(defect(1));
    steps.push_back(double(step));
  }
  study.measure("C12/(5.3)", {.value = fit_power(steps, defects).slope,
                              .details = {{"defect at h = 0.2", defects.front()},
                                          {"at h = 0.025", defects.back()}}});
  study.control("C12/(5.3)", "one-sided difference", {fit_power(steps, one_sided).slope});
}

/// C88: (5.3) beside (4.18), by what the two do to the contact oscillator.
void compare_with_leapfrog(Study& study) {
  auto const rank = [&](std::string const& method) {
    auto const map = time_map(study, method, 1, step_of_period(40), 40, 0, true);
    auto const s = Eigen::JacobiSVD<Eigen::MatrixXd>(map).singularValues();
    return double((s.array() > 1e-9 * s[0]).count());
  };
  double const four = rank("reversible_non_dla"), three = rank("dla_leapfrog");
  study.measure("C88", "space of motions",
                {.value = four / three, .details = {{"of (5.3)", four}, {"of (4.18)", three}}});

  double const h = step_of_period(40);
  auto const median_energy_error = [&](std::string const& method, int parts) {
    auto const run = contact_run(method, {0.5, 0.3, -0.4, -0.24, 0.6, 0.8});
    return median_node_error(study.execute(run.with(h / parts, 4000 * parts)), h / parts, 1);
  };
  double const other = median_energy_error("reversible_non_dla", 1),
               ours = median_energy_error("dla_leapfrog", 1);
  study.measure("C88", "energy",
                {.value = other / ours, .details = {{"of (5.3)", other}, {"of (4.18)", ours}}});
  study.control("C88", "(4.18) with h/2", {median_energy_error("dla_leapfrog", 2) / ours});

  double least = std::numeric_limits<double>::infinity();
  for (double a : shown) {
    double const gamma = rotation_angle(flow_matrix(study, a), 1);
    auto const leapfrog = [&](int N) {
      auto const map = time_map(study, "dla_leapfrog", a, step_of_period(N), N, 0);
      return std::abs(rotation_angle(map, 1) - gamma);
    };
    for (int N : {20, 40, 80}) {
      double const theirs = std::abs(rotation_angle(non_dla_map(study, a, N), 2) - gamma);
      least = smaller_or_nan(least, theirs / leapfrog(N));
    }
  }
  study.measure("C88", "rotation angle", {least});
}

/// Spectral radii of the three methods over h, for the figure.
void tabulate_radii(Study& study) {
  std::vector<int> numbers;
  for (int N = 4; N <= 200; N += N < 20 ? 2 : N < 60 ? 4 : 20) numbers.push_back(N);
  for (double a : shown) {
    auto& table = study.table(fmt::format("radii_{}", a), {"h", "euler", "leapfrog", "non_dla"});
    for (int N : numbers) {
      double const h = step_of_period(N);
      table.add({h, 1 + euler_excess(study, a, N),
                 1 + excess_radius(time_map(study, "dla_leapfrog", a, h, N, 0)),
                 1 + excess_radius(non_dla_map(study, a, N))});
    }
  }
}

}  // namespace

void other_methods(Study& study) {
  measure_euler(study);
  study.progress(0.5);
  measure_non_dla(study);
  measure_subspaces(study);
  study.progress(0.8);
  measure_formulas(study);
  compare_with_leapfrog(study);
  tabulate_radii(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
