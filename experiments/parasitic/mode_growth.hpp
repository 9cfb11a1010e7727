#pragma once
// Parasitic mode of reflection-based methods: its matrices at one point, and its growth along a
// motion, predicted without a run.

#include <Eigen/Dense>
#include <functional>
#include <optional>
#include <vector>

#include "base/invalid_input.hpp"
#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Matrices of the parasitic mode at a point, and the factor L of C = L L^T. The norm of L^-1 f is
/// the size of the mode f.
struct ModeAt {
  Eigen::MatrixXd rate, gram, gram_rate;  ///< K, C and dC/dt, m x m
  Eigen::MatrixXd stiffness;              ///< A W V'' W A^T, m x m
  Eigen::MatrixXd forms, raised;          ///< A and A W, m x n
  Eigen::MatrixXd factor;                 ///< L

  ModeAt(ProblemEntry const& problem, ParasiticMode const& mode);
  /// Evaluates the matrices at one point of the setting's system, at time t. Throws InvalidInput if
  /// the setting is invalid.
  ModeAt(ProblemEntry const& problem, Setting const& setting, std::vector<double> const& q,
         std::vector<double> const& v, double t = 0);

  /// Returns the velocity W d of the j-th unit normal d = A^T L^-T e_j.
  Eigen::VectorXd unit_normal(int j) const;
  /// Returns L^-1 A u, whose norm is the size of d = W^-1 u.
  Eigen::VectorXd of_velocity(Eigen::VectorXd const& u) const;
  /// Returns the generator of L^-1 f: L^-1 K L + (L^-1)' L. Sizes change if and only if its
  /// symmetric part is not zero; its trace is tr K - (log det C)'/2.
  Eigen::MatrixXd orthonormal_rate() const;
};

Eigen::VectorXd eigen_vector(std::vector<double> const& numbers);

/// Exception for constraint forms that lose rank on a motion.
struct LostRank : InvalidInput {
  using InvalidInput::InvalidInput;
};

/// True if the method, with these options, takes the force of a driven system at its nodal
/// velocity.
bool takes_nodal_force(MethodEntry const& method, OptionValues const& options);

/// True if the size of the mode is constant for every motion, see ModeGrowth::neutral(), at points
/// of the motion to `until`. It takes a tenth of the time of a ModeGrowth.
/// Throws InvalidInput if the setting is invalid.
bool keeps_size_of_mode(ProblemEntry const& problem, Setting const& setting, double until);

/// Prediction of the parasitic mode along the motion from a setting's initial condition. The mode
/// f(t) is the violation of the constraint by the flipped part d of the momentum. It obeys f' =
/// K(t) f (docs/parasitic_mode.md); its size is |d|_W.
class ModeGrowth {
 public:
  /// Computes the motion by odeint_rkf78 with tolerance 1e-12 at 40 nodes per unit of the problem's
  /// time, and f' = K f by the classical Runge-Kutta method with steps of two nodes. The prediction
  /// ends with the motion.
  /// Throws InvalidInput if the setting is invalid, LostRank if the constraint forms lose rank on
  /// the motion.
  /// @param progress  called often; what it throws ends the computation
  ModeGrowth(ProblemEntry const& problem, Setting const& setting, double until,
             std::function<void()> const& progress = {});
  /// Computes the growth along a given motion of the setting's system: an odd number of points.
  ModeGrowth(ProblemEntry const& problem, Setting const& setting, MotionPoints motion,
             std::function<void()> const& progress = {});

  /// Returns the growth for a method whose free step, of size h, preserves H + s (h/2) V' . W p:
  /// the rate is changed by -s (h/2) V'' along the unit normals.
  /// @param asymmetry  s h
  ModeGrowth with_asymmetry(double asymmetry) const;
  /// Returns the growth for a method that takes the force of a driven system at its nodal velocity,
  /// which the mode does not change.
  ModeGrowth with_nodal_force() const;

  double end() const { return times_.back(); }
  /// True if the size of the mode is constant for every motion: tested at points of the motion with
  /// random allowed velocities, not proved.
  bool neutral() const { return neutral_; }
  std::vector<double> const& times() const { return times_; }

  /// Returns the logarithms of the factors by which sizes grow from 0 to the i-th time, the largest
  /// first: singular values of the propagator in the W norm. Factors below 1e-15 of the largest are
  /// rounding.
  std::vector<double> log_factors(std::size_t i) const;
  /// Returns the size |d|_W at the i-th time of the mode that equals f at time `from`.
  double size(std::size_t i, Eigen::VectorXd const& f, double from) const;
  /// Returns the size |d|_W of f at the i-th time.
  double norm(std::size_t i, Eigen::VectorXd const& f) const;
  /// Returns the index of the last time that is at most t.
  std::size_t index_at(double t) const;
  /// Returns the first time at which the mode that equals f at time `from` reaches a size; none up
  /// to the end.
  std::optional<double> time_of_size(double size, Eigen::VectorXd const& f, double from) const;

 private:
  void propagate(double asymmetry);

  bool neutral_ = false;
  /// K and A W V'' W A^T C^-1 at all points of the motion; the prediction uses every second point.
  std::vector<Eigen::MatrixXd> rates_, stiffnesses_;
  std::vector<Eigen::MatrixXd> nodal_rates_;  ///< K of a nodal force; empty: that of any force
  std::vector<double> times_;
  std::vector<Eigen::MatrixXd> propagators_;  ///< F(t) exp(-log_scales_)
  std::vector<double> log_scales_;
  std::vector<Eigen::MatrixXd> factors_;  ///< L with C = L L^T
};

}  // namespace rattleback
