#pragma once
// Parasitic mode at one point, as matrices.

#include <Eigen/Dense>
#include <vector>

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

}  // namespace rattleback
