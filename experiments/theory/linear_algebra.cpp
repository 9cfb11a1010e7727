#include "experiments/theory/linear_algebra.hpp"

#include <unsupported/Eigen/MatrixFunctions>

#include "experiments/theory/decompositions.hpp"

namespace rattleback::theory {

template struct Decompositions<double>;

Eigen::VectorXcd eigenvalues(Eigen::Ref<Eigen::MatrixXd const> const& a) {
  return Eigen::EigenSolver<Eigen::MatrixXd>(a, false).eigenvalues();
}
Eigen::MatrixXcd eigenvectors(Eigen::Ref<Eigen::MatrixXd const> const& a) {
  return Eigen::EigenSolver<Eigen::MatrixXd>(a).eigenvectors();
}
Eigen::MatrixXd exponential(Eigen::Ref<Eigen::MatrixXd const> const& a) {
  return Eigen::MatrixXd(a).exp();
}

}  // namespace rattleback::theory
