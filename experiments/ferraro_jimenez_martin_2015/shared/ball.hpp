#pragma once
// Ball of section 7.4: runs of the catalogue, and the formulas in printed and corrected form, in
// arithmetic independent of the catalogue.

#include "experiments/ferraro_jimenez_martin_2015/shared/runs.hpp"
#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::ball {

using theory::largest_entry;

/// Returns the internal state `name` of the method at the end of a run.
Numbers const& carried(Trajectory<double> const& t, std::string const& name);

/// Diagnostics p and p_plus (five numbers each) of step i = 1, ...
struct StepMomenta {
  Numbers p, p_plus;
};
StepMomenta momenta_of_step(Trajectory<double> const& t, std::size_t i);

template <class B>
double contact_distance(Numbers const& q, std::vector<B> const& other) {
  return distance(q, other, 0, 2);
}
template <class B>
double spin_distance(Numbers const& v, std::vector<B> const& other) {
  return distance(v, other, 2, 5);
}
/// Errors of the contact point and of the velocity at the end of a run.
ErrorOf contact_error(std::string name);
ErrorOf spin_error(std::string name);

/// Returns the largest error of the angular velocity of the average momentum at about 20 nodes of a
/// run up to `time`, against the exact motion of another run; NaN if the run fails, ends
/// elsewhere or has fewer nodes.
double largest_spin_error(Study& study, Run const& run, Run const& exact, RawQuad time, long steps);

/// Rotation R of a configuration (x, y, R), row by row.
Eigen::Matrix3d rotation_of(Numbers const& q);

/// Returns a run of the reduced GNI on the system as printed, with the data of figure_1, figure_2
/// or figure_3.
Run printed_ball(std::string case_name, std::string start = "plain", Options options = {});

/// Configuration and velocity (vx, vy, w1, w2, w3).
struct State {
  Numbers q, v;
};
std::vector<State> exact_states(Study& study, Run const& run, std::vector<RawQuad> const& times);
State exact_state(Study& study, Run const& run, RawQuad time);

/// Returns the start of the method that corresponds to start A or B of the paper's examples.
std::string start_called(std::string const& letter);

using Vec3 = Eigen::Vector3d;
using Vec5 = Eigen::Matrix<double, 5, 1>;  ///< (x, y; w) or its dual
using Mat5 = Eigen::Matrix<double, 5, 5>;
using Rows = Eigen::Matrix<double, 2, 5>;

struct BallData {
  double m = 3, r = 1;
  Vec3 I{1, 1.1, 1.2};
  double Omega = 0.2;

  Mat5 metric() const;
  /// Rows of the constraints (40), mu (v - Y) = 0.
  Rows mu() const;
  /// Left sides of the constraints (40).
  Eigen::Vector2d constraint(double x, double y, Vec5 const& v) const;
  /// Orthogonal projection G^-1 mu^T C^-1 mu along the printed D~.
  Mat5 projection() const;
  Mat5 printed_Q() const;  ///< (44)
  Mat5 printed_P() const;  ///< (45)
  /// Covector Pi = G~(Y~, .) at (x, y).
  Vec5 Pi(double x, double y) const;
  double norm2(Vec3 const& w) const { return w.cwiseProduct(I).dot(w); }
};

/// Displacement of the contact point and angular velocity over an interval.
struct Interval {
  double dx, dy;
  Vec3 w;
};

/// Residuals of the five equations after (45) for two intervals of length h that meet at (x, y).
/// Controls have other signs of the gyroscopic terms and of O_1 to O_5.
Vec5 five_equations(BallData const& b, Interval const& now, Interval const& before, double x,
                    double y, double h, int gyroscopic = 1, int sign_of_O = 1);

/// Step map of (42) with (43) and the Cayley map.
struct BallMap {
  BallData data = {};
  double pi_sign = -1;  ///< sign of 2 Q* Pi in (42b): correct is -1, printed is +1
  /// True for F l_d^+- with D_3 l_d = h I w as printed, instead of I w.
  bool scaled_inertia = false;

  double x = 1, y = 0;
  Vec5 p = Vec5::Zero(), p_plus = Vec5::Zero();  ///< momenta p_k^-, p_k^+
  Interval interval = {};                        ///< last interval

  /// Initialises the map with start B: p_0 = p(0), with (vx, vy) from (40).
  void start(double h, Vec3 const& w = {-0.2, 0, 0.4});
  Vec3 inertia(double h) const { return scaled_inertia ? Vec3(h * data.I) : data.I; }
  /// Momentum (dcay^-1_(s h w))^* I w at the end of an interval, s = +-1.
  Vec3 end_momentum(Vec3 const& w, double h, double s) const;
  void step(double h);
};

/// Distance of the contact point at T = 15 by (42), in one interpretation, from the exact motion.
double ball_error(State const& exact, double pi_sign, bool scaled_inertia, long steps);

}  // namespace rattleback::ferraro_jimenez_martin_2015::ball
