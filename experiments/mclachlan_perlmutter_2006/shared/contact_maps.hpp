#pragma once
// Linear maps of the contact oscillator (epsilon = 0) along a given y-orbit, and its Poincare
// section.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/core/experiment.hpp"
#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

using std::numbers::pi;
using theory::eigenvalues;

/// Initial condition on the contact oscillator.
struct ContactStart {
  double x, y, z, vx, vy, vz;
};

/// Returns the run from s, without step and number of steps.
Run contact_run(std::string const& method, ContactStart const& s, double epsilon = 0);
/// Returns the run from a method's own state s, which may violate the constraint.
inline Run contact_run_off_constraint(std::string const& method, ContactStart const& s) {
  auto run = contact_run(method, s);
  run.start = "plain";
  run.is_method_state = true;
  return run;
}

/// Time step for N steps per period of the leapfrog's y: h = 2 sin(pi/N).
inline double step_of_period(double N) { return 2 * std::sin(pi / N); }

/// The y-orbit y_i = a sin((i + phase) theta), theta = 2 asin(h/2), of all methods of section 5.1.
/// Returns (y_0, v_0). The leapfrog's velocity is defined at the node; the velocity of the other
/// methods is (y_1 - y_0)/h.
std::pair<double, double> y_start(std::string const& method, double a, double h, double phase);

/// Matrix of `steps` steps on (x, z, vz), where vx = -y vz, or on (x, z, vx, vz) if `free_vx`.
Eigen::MatrixXd time_map(Study& study, std::string const& method, double a, double h, long steps,
                         double phase, bool free_vx = false);

/// Map over one period of y, in N steps, on (x, z, vz).
inline Eigen::MatrixXd period_map(Study& study, std::string const& method, double a, int N,
                                  double phase = 0) {
  return time_map(study, method, a, step_of_period(N), N, phase);
}
/// max(|eigenvalue|) - 1.
double excess_radius(Eigen::MatrixXd const& m);
/// excess_radius() of the map over one period.
inline double period_excess(Study& study, std::string const& method, double a, int N,
                            double phase = 0) {
  return excess_radius(period_map(study, method, a, N, phase));
}

/// Rotation angle in [0, pi] of a map with the eigenvalues exp(+-i angle) and others with the sum
/// `rest`.
inline double rotation_angle(Eigen::MatrixXd const& m, double rest) {
  return std::acos(std::clamp((m.trace() - rest) / 2, -1.0, 1.0));
}

/// Largest difference between the coefficients of the characteristic polynomial and of the
/// polynomial with the roots {`real`, exp(+-i alpha)}, each relative to the size of its terms.
/// alpha is computed from the trace.
double spectrum_defect(Eigen::MatrixXd const& map, std::vector<double> const& real);

/// Map of (5.3) on (x, z, vx, vz) over one period of y, at phase 0.
inline Eigen::MatrixXd non_dla_map(Study& study, double a, int N) {
  return time_map(study, "reversible_non_dla", a, step_of_period(N), N, 0, true);
}

/// Independent row vectors w with w P = w, as columns: normals of hyperplanes that P leaves
/// invariant. The tolerance exceeds rounding, which leaves relative pivots of 1e-14 in place of
/// zeros.
inline Eigen::MatrixXd fixed_normals(Eigen::MatrixXd const& map) {
  return theory::kernel((map - Eigen::MatrixXd::Identity(4, 4)).transpose(), 1e-9);
}

/// Sine of the smallest angle between the planes of fixed normals of two maps: second singular
/// value of (1 - P) Q, where P and Q project orthogonally onto the planes.
double least_sine_of_normals(Eigen::MatrixXd const& first, Eigen::MatrixXd const& second);

/// (c_z, c_vz) of the hyperplane vx + c_vz vz + c_z z = 0 that the map of (5.3) leaves invariant:
/// the hyperplane without x in the pencil. NaN unless two normals are fixed.
Eigen::Vector2d invariant_subspace(Eigen::MatrixXd const& map);

/// 2 pi in quad precision: the period of the flow's y.
inline RawQuad const two_pi = 2 * 3.14159265358979323846264338327950288_quad;

/// Flow over the time t on (x, z, vz) along y = a sin t, from certified references. After whole
/// periods, where y = 0, this is the flow of (5.2) on (x, z, sqrt(1 + y^2) vz).
Eigen::Matrix3d flow_matrix(Study& study, double a, RawQuad t = two_pi);

/// Initial condition on the section y = -1, vy = 0 with energy 3/2, y^2 + vy^2 = 1 and x > 0.
inline ContactStart section_start(double epsilon, double z, double vz) {
  return {std::sqrt((2 - 2 * vz * vz - z * z) / (1 + epsilon * z * z)), -1, z, vz, 0, vz};
}

/// Median of the energy error of the contact oscillator from node `first` on. Velocities are
/// central differences of the nodes, because methods define velocities at different times.
double median_node_error(Trajectory<double> const& run, double h, std::size_t first);

using SectionPoint = std::pair<double, double>;  ///< (z, vz)
/// Values of epsilon of the portraits of figure 1.
inline constexpr double portrait_epsilons[]{0, 0.4, 0.7, 1.0};
/// Orbits of (4.18) from points of the section, N steps per iterate.
EnsembleSpec section_ensemble(Study const& study, std::vector<SectionPoint> const& points,
                              double epsilon, long iterates, int N);
/// Largest finite-time Lyapunov exponent per iterate from each point. The neighbouring orbit
/// differs in z only, so that both orbits have the same y and satisfy the constraint of the
/// section.
std::vector<double> exponents_per_iterate(Study& study, std::vector<SectionPoint> const& points,
                                          double epsilon, long iterates, int N);
/// Number of exponents above the threshold of chaos.
inline long count_chaotic(std::vector<double> const& exponents, double threshold) {
  return std::count_if(exponents.begin(), exponents.end(), [=](double x) { return x > threshold; });
}
/// Fraction of the orbits that both lists assign to the same side of the threshold.
double share_alike(std::vector<double> const& a, std::vector<double> const& b, double threshold);

}  // namespace rattleback::mclachlan_perlmutter_2006
