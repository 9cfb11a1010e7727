#include "experiments/parasitic/mode_at.hpp"

namespace rattleback {

namespace {

Eigen::MatrixXd matrix(std::vector<double> const& rows, int m, int n) {
  return Eigen::Map<Eigen::Matrix<double, -1, -1, Eigen::RowMajor> const>(rows.data(), m, n);
}

}  // namespace

Eigen::VectorXd eigen_vector(std::vector<double> const& numbers) {
  return Eigen::Map<Eigen::VectorXd const>(numbers.data(), long(numbers.size()));
}

ModeAt::ModeAt(ProblemEntry const& problem, ParasiticMode const& mode) {
  int const m = problem.constraints, n = problem.dof;
  rate = matrix(mode.rate, m, m);
  gram = matrix(mode.gram, m, m);
  gram_rate = matrix(mode.gram_rate, m, m);
  stiffness = matrix(mode.stiffness, m, m);
  forms = matrix(mode.forms, m, n);
  raised = matrix(mode.raised, m, n);
  factor = gram.llt().matrixL();
}

ModeAt::ModeAt(ProblemEntry const& problem, Setting const& setting, std::vector<double> const& q,
               std::vector<double> const& v, double t)
    : ModeAt(problem, problem.parasitic_modes(setting, {{q}, {v}, {t}}).front()) {}

Eigen::VectorXd ModeAt::unit_normal(int j) const {
  Eigen::VectorXd const unit = Eigen::VectorXd::Unit(factor.rows(), j);
  return raised.transpose() * factor.transpose().triangularView<Eigen::Upper>().solve(unit);
}

Eigen::VectorXd ModeAt::of_velocity(Eigen::VectorXd const& u) const {
  return factor.triangularView<Eigen::Lower>().solve(forms * u);
}

Eigen::MatrixXd ModeAt::orthonormal_rate() const {
  auto const L = factor.triangularView<Eigen::Lower>();
  // L' = L Phi(L^-1 C' L^-T), where Phi is the lower triangle with half of the diagonal.
  Eigen::MatrixXd const half = L.solve(gram_rate);
  Eigen::MatrixXd const scaled = L.solve(half.transpose());
  Eigen::MatrixXd change = scaled.triangularView<Eigen::StrictlyLower>();
  change.diagonal() = scaled.diagonal() / 2;
  return L.solve(rate * factor) - change;
}

}  // namespace rattleback
