#include "experiments/measure/fit.hpp"

#include <Eigen/Dense>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <stdexcept>

namespace rattleback {

Line fit_line(std::vector<double> const& x, std::vector<double> const& y) {
  auto const n = static_cast<Eigen::Index>(x.size());
  if (n < 3 || x.size() != y.size()) throw std::invalid_argument("a line needs three points");
  Eigen::MatrixX2d design(n, 2);
  design.col(0).setOnes();
  design.col(1) = Eigen::Map<Eigen::VectorXd const>(x.data(), n);
  Eigen::Map<Eigen::VectorXd const> const values(y.data(), n);
  Eigen::Vector2d const solution = design.colPivHouseholderQr().solve(values);
  Eigen::VectorXd const residual = values - design * solution;
  double const spread = (design.col(1).array() - design.col(1).mean()).square().sum();
  double const error = std::sqrt(residual.squaredNorm() / static_cast<double>(n - 2) / spread);
  boost::math::students_t const student(static_cast<double>(n - 2));
  return {solution[1], solution[0], error * boost::math::quantile(student, 0.975),
          residual.cwiseAbs().template maxCoeff<Eigen::PropagateNaN>()};
}

Line fit_power(std::vector<double> const& x, std::vector<double> const& y) {
  std::vector<double> log_x, log_y;
  for (double a : x) log_x.push_back(std::log(a));
  for (double b : y) log_y.push_back(std::log(b));
  return fit_line(log_x, log_y);
}

}  // namespace rattleback
