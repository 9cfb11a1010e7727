#include <fmt/format.h>

#include <boost/math/tools/roots.hpp>
#include <map>

#include "experiments/core/series.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "experiments/theory/linear_algebra.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006::integrable_structure_study {

namespace {

constexpr double amplitudes[]{0.5, 1.0, 2.0, 5.0};

/// Largest deviation of the y of (4.18) from a sin(i theta) over one period.
double y_error(Study& study, double a, int N, double theta) {
  double const h = step_of_period(N);
  auto const [y0, vy0] = y_start("dla_leapfrog", a, h, 0);
  auto const run = study.execute(contact_run("dla_leapfrog", {1, y0, 0, 0, vy0, 0}).with(h, N));
  Largest error;
  for (std::size_t i = 0; i < run.q.size(); ++i)
    error(run.q[i][1] - a * std::sin(double(i) * theta));
  return error.value;
}

/// Largest entry of M^T M - 1 and of det M - 1.
double departure_from_rotations(Eigen::Matrix3d const& M) {
  return larger_or_nan(theory::distance(M.transpose() * M, Eigen::Matrix3d::Identity()),
                       std::abs(M.determinant() - 1));
}

void measure_rotations(Study& study, std::map<double, double>& gamma) {
  for (double a : amplitudes) {
    auto const omega = flow_matrix(study, a);
    gamma[a] = rotation_angle(omega, 1);
    study.measure("C1", "as printed", fmt::format("$a$ = {}", a),
                  {.value = departure_from_rotations(omega), .details = {{"angle", gamma[a]}}});
    study.progress(a / 6);
  }
  study.control(
      "C1", "(4.18)",
      {departure_from_rotations(time_map(study, "dla_leapfrog", 1, step_of_period(40), 40, 0))});
}

/// Measures the y-orbits of (4.18) and (4.12).
void measure_y(Study& study) {
  for (auto const& [a, N] : {std::pair{1.0, 40}, {3.0, 17}}) {
    std::string const instance = fmt::format("$a$ = {}, $N$ = {}", a, N);
    double const h = step_of_period(N);
    study.measure("C2", "as printed", instance,
                  {.value = y_error(study, a, N, 2 * std::asin(h / 2)) / a, .steps = double(N)});
    study.control("C2", "theta = h", instance,
                  {.value = y_error(study, a, N, h) / a, .steps = double(N)});
  }
  auto const residual_of_y = [&](std::string const& method) -> Measured {
    double const h = 0.2;
    auto const run =
        study.execute(contact_run_off_constraint(method, {0.3, 0.2, -0.1, 0, 0.7, 0}).with(h, 50));
    Largest defect;
    for (std::size_t i = 1; i + 1 < run.q.size(); ++i)
      defect(run.q[i + 1][1] - (2 - h * h) * run.q[i][1] + run.q[i - 1][1]);
    return {defect.value};
  };
  study.measure("C75", "recursion of y", "(4.18)", residual_of_y("dla_leapfrog"));
  study.measure("C75", "recursion of y", "(4.12)", residual_of_y("dla_euler"));
  study.control("C75", "(4.14)", residual_of_y("dla_trapezoidal"));
  // Matrix of one step on (y, vy).
  auto const step_matrix = [&](std::string const& method, double h) {
    Eigen::Matrix2d map;
    for (int column : {0, 1}) {
      ContactStart const unit{0, 1.0 - column, 0, 0, double(column), 0};
      auto const run = study.execute(contact_run_off_constraint(method, unit).with(h, 1));
      map.col(column) << run.q.back()[1], run.v.back()[1];
    }
    return map;
  };
  for (double h : {0.2, 0.5})
    study.measure("C75", "map of (y, v_y)", fmt::format("$h$ = {}", h),
                  {theory::distance(step_matrix("dla_euler", h), step_matrix("dla_leapfrog", h))});
}

/// Measures one step as a linear map of (x, z, vz).
void measure_linear_maps(Study& study) {
  for (auto const& [a, N] : {std::pair{1.0, 12}, {2.0, 20}}) {
    double const h = step_of_period(N);
    auto const map = [&, a = a](long steps) -> Eigen::Matrix3d {
      return time_map(study, "dla_leapfrog", a, h, steps, 0);
    };
    Eigen::Matrix3d const period = map(N);
    double const periodic = (map(N + 1) - map(1) * period).norm() / period.norm();
    auto const [y0, vy0] = y_start("dla_leapfrog", a, h, 0);
    auto const run = study.execute(
        contact_run_off_constraint("dla_leapfrog", {0.3, y0, -0.5, -0.8 * y0, vy0, 0.8})
            .with(h, N, 0));
    Eigen::Vector3d const end(run.q.back()[0], run.q.back()[2], run.v.back()[2]);
    double const linear = (end - period * Eigen::Vector3d(0.3, -0.5, 0.8)).norm();
    std::string const instance = fmt::format("$a$ = {}, $N$ = {}", a, N);
    study.measure("C73", "as printed", instance,
                  {.value = larger_or_nan(periodic, linear),
                   .details = {{"of $R(N) - R$(0)", periodic}, {"of the linear map", linear}},
                   .steps = double(N)});
    study.control(
        "C73", "period N - 1", instance,
        {.value = (period - map(1) * map(N - 1)).norm() / period.norm(), .steps = double(N)});
  }
}

/// Relative change of the quadratic form V^-* V^-1, where V holds the eigenvectors, which the map
/// of N steps preserves if its eigenvalues are on the unit circle. NaN if the form is degenerate.
Measured change_of_form(Eigen::Matrix3d const& map, int N) {
  Eigen::MatrixXcd const V = theory::eigenvectors(map);
  Eigen::Matrix3d const X = V.real(), Y = V.imag();
  Eigen::Matrix3d const form = theory::inverse(X * X.transpose() + Y * Y.transpose());
  auto const eigenvalues = theory::symmetric_eigenvalues(form);
  Eigen::Matrix3d const change = map.transpose() * form * map - form;
  double const ratio = eigenvalues[0] / eigenvalues[eigenvalues.size() - 1];
  return {.value = ratio > 1e-9 ? change.norm() / (form.norm() * map.squaredNorm()) : std::nan(""),
          .details = {{"ratio of the squared axes", ratio}},
          .steps = double(N)};
}

void measure_spectra(Study& study, std::map<double, double> const& gamma) {
  for (auto const& [a, g] : gamma) {
    auto& angles = study.table(fmt::format("rotation_angles_{}", a),
                               {"N", "h", "alpha", "gamma", "difference"});
    for (int N : {20, 40, 80, 160}) {
      double const h = step_of_period(N);
      auto const map = time_map(study, "dla_leapfrog", a, h, N, 0);
      double const alpha = rotation_angle(map, 1);
      angles.add({double(N), h, alpha, g, std::abs(alpha - g)});
      std::string const instance = fmt::format("$a$ = {}, $N$ = {}", a, N);
      study.measure(
          "C4", "node at y = 0", instance,
          {.value = spectrum_defect(map, {1}), .details = {{"alpha", alpha}}, .steps = double(N)});
      study.measure("C74", "node at y = 0", instance, change_of_form(map, N));
    }
  }
  double const h = step_of_period(40);
  study.control(
      "C4", "N - 2 steps",
      {.value = spectrum_defect(time_map(study, "dla_leapfrog", 1, h, 38, 0), {1}), .steps = 38});
  study.control("C74", "(4.12)", change_of_form(time_map(study, "dla_euler", 1, h, 40, 0), 40));
  for (double a : {1.0, 2.0})
    for (int N : {8, 16}) {
      auto const map = time_map(study, "dla_leapfrog", a, step_of_period(N), N, 0.25);
      std::string const instance = fmt::format("$a$ = {}, $N$ = {}", a, N);
      study.measure("C4", "any phase of y", instance,
                    {.value = spectrum_defect(map, {1}), .steps = double(N)});
      study.measure("C74", "any phase of y", instance, change_of_form(map, N));
    }
}

/// Measures the conjugacy to the flow for each value of the invariant.
void measure_conjugacy(Study& study, std::map<double, double> const& gamma) {
  int const N = 40;
  double const h = step_of_period(N), theta = 2 * pi / N;
  study.measure("C7", "the flow at the times i h",
                {.value = theta / h - 1, .details = {{"theta", theta}, {"h", h}}});
  for (auto const& [a, g] : gamma) {
    auto const angle = [&](double amplitude) {
      return rotation_angle(time_map(study, "dla_leapfrog", amplitude, h, N, 0), 1);
    };
    std::string const instance = fmt::format("$a$ = {}, $N$ = 40", a);
    boost::math::tools::eps_tolerance<double> const tolerance(52);
    std::uintmax_t iterations = 100;
    auto const [low, high] = boost::math::tools::toms748_solve(
        [&, g = g](double amplitude) { return angle(amplitude) - g; }, 0.9 * a, 1.1 * a, tolerance,
        iterations);
    double const other = (low + high) / 2, left = angle(other) - g;
    study.measure("C7", "time rescaled, orbits relabelled", instance,
                  {.value = std::abs(left), .details = {{"$a'$", other}}, .steps = double(N)});
    study.control("C7", "no relabelling", instance,
                  {.value = std::abs(angle(a) - g), .steps = double(N)});
  }
}

}  // namespace

void integrable_structure(Study& study) {
  std::map<double, double> gamma;
  measure_rotations(study, gamma);
  measure_y(study);
  measure_linear_maps(study);
  measure_spectra(study, gamma);
  measure_conjugacy(study, gamma);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::integrable_structure_study
