#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"

#include "experiments/core/series.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

Run contact_run(std::string const& method, ContactStart const& s, double epsilon) {
  return {.problem = "contact_oscillator",
          .method = method,
          .parameters = {{"epsilon", RawQuad(epsilon)}},
          .q = {{s.x, s.y, s.z}},
          .v = {{s.vx, s.vy, s.vz}}};
}

std::pair<double, double> y_start(std::string const& method, double a, double h, double phase) {
  if (a == 0) return {0, 0};  // also for h > 2, where theta is not real
  double const theta = 2 * std::asin(h / 2);
  double const y0 = a * std::sin(phase * theta);
  if (method != "dla_leapfrog") return {y0, (a * std::sin((1 + phase) * theta) - y0) / h};
  double const half = a * std::sin((phase + 0.5) * theta) / std::cos(theta / 2);
  return {y0, 2 * (half - y0) / h};
}

Eigen::MatrixXd time_map(Study& study, std::string const& method, double a, double h, long steps,
                         double phase, bool free_vx) {
  auto const [y0, vy0] = y_start(method, a, h, phase);
  int const n = free_vx ? 4 : 3;
  Eigen::MatrixXd map(n, n);
  for (int column = 0; column < n; ++column) {
    Eigen::Vector4d e = Eigen::Vector4d::Zero();  // x, z, vx, vz
    e[column == n - 1 ? 3 : column] = 1;
    if (!free_vx) e[2] = -y0 * e[3];
    auto const run = study.execute(
        contact_run_off_constraint(method, {e[0], y0, e[1], e[2], vy0, e[3]}).with(h, steps, 0));
    auto const &q = run.q.back(), &v = run.v.back();
    if (free_vx)
      map.col(column) << q[0], q[2], v[0], v[2];
    else
      map.col(column) << q[0], q[2], v[2];
  }
  return map;
}

double excess_radius(Eigen::MatrixXd const& m) {
  return eigenvalues(m).cwiseAbs().maxCoeff<Eigen::PropagateNaN>() - 1;
}

double spectrum_defect(Eigen::MatrixXd const& map, std::vector<double> const& real) {
  double const alpha = rotation_angle(map, std::accumulate(real.begin(), real.end(), 0.0));
  // Coefficients of the expected polynomial, highest power first.
  std::vector<double> expected{1, -2 * std::cos(alpha), 1};
  for (double root : real) {
    expected.push_back(0);
    for (std::size_t k = expected.size() - 1; k > 0; --k) expected[k] -= root * expected[k - 1];
  }
  // Coefficients of the map's polynomial by Faddeev and Leverrier's recursion.
  double defect = 0, size = 1;
  Eigen::MatrixXd const one = Eigen::MatrixXd::Identity(map.rows(), map.rows());
  Eigen::MatrixXd power = one;
  for (std::size_t k = 1; k < expected.size(); ++k) {
    Eigen::MatrixXd const product = map * power;
    double const coefficient = -product.trace() / double(k);
    size *= larger_or_nan(1.0, map.norm());
    defect = larger_or_nan(defect, std::abs(coefficient - expected[k]) / size);
    power = product + coefficient * one;
  }
  return defect;
}

double least_sine_of_normals(Eigen::MatrixXd const& first, Eigen::MatrixXd const& second) {
  Eigen::MatrixXd const one = Eigen::MatrixXd::Identity(4, 4),
                        P = theory::orthogonal_projector(fixed_normals(first), one),
                        Q = theory::orthogonal_projector(fixed_normals(second), one);
  return theory::singular_values((one - P) * Q)[1];
}

Eigen::Vector2d invariant_subspace(Eigen::MatrixXd const& map) {
  auto const normals = fixed_normals(map);  // rows: x, z, vx, vz
  if (normals.cols() != 2) return Eigen::Vector2d::Constant(std::nan(""));
  Eigen::Vector4d const normal = normals.col(0) * normals(0, 1) - normals.col(1) * normals(0, 0);
  return {normal[1] / normal[2], normal[3] / normal[2]};
}

Eigen::Matrix3d flow_matrix(Study& study, double a, RawQuad t) {
  Eigen::Matrix3d omega;
  for (int column = 0; column < 3; ++column) {
    Eigen::Vector3d const e = Eigen::Vector3d::Unit(column);
    auto const state = study.reference(contact_run("", {e[0], 0, e[1], 0, a, e[2]}), {t})[0];
    omega.col(column) << double(state.q[0]), double(state.q[2]), double(state.v[2]);
  }
  return omega;
}

double median_node_error(Trajectory<double> const& run, double h, std::size_t first) {
  std::vector<double> errors;
  for (std::size_t i = first; i + 1 < run.q.size(); ++i) {
    double energy = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      double const v = (run.q[i + 1][k] - run.q[i - 1][k]) / (2 * h);
      energy += (v * v + run.q[i][k] * run.q[i][k]) / 2;
    }
    errors.push_back(energy - run.invariants[0].initial);
  }
  return median(errors);
}

EnsembleSpec section_ensemble(Study const& study, std::vector<SectionPoint> const& points,
                              double epsilon, long iterates, int N) {
  EnsembleSpec spec;
  spec.parameters = {{"epsilon", RawQuad(epsilon)}};
  for (auto const& [z, vz] : points) {
    auto const s = section_start(epsilon, z, vz);
    spec.starts.insert(spec.starts.end(), {s.x, s.y, s.z, s.vx, s.vy, s.vz});
  }
  spec.orbits = long(points.size());
  spec.step = step_of_period(N);
  spec.steps = iterates * N;
  spec.every = N;
  spec.threads = study.threads;
  return spec;
}

std::vector<double> exponents_per_iterate(Study& study, std::vector<SectionPoint> const& points,
                                          double epsilon, long iterates, int N) {
  auto spec = section_ensemble(study, points, epsilon, iterates, N);
  spec.lyapunov = true;
  spec.direction = {0, 0, 1, 0, 0, 0};
  auto exponents = study.method("contact_oscillator", "dla_leapfrog").ensemble(spec).exponents;
  for (double& x : exponents) x *= N * step_of_period(N);
  return exponents;
}

double share_alike(std::vector<double> const& a, std::vector<double> const& b, double threshold) {
  long alike = 0;
  for (std::size_t i = 0; i < a.size(); ++i) alike += (a[i] > threshold) == (b.at(i) > threshold);
  return double(alike) / double(a.size());
}

}  // namespace rattleback::mclachlan_perlmutter_2006
