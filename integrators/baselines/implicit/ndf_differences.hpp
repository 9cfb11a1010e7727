#pragma once
// The formulas of Shampine & Reichelt 1997, section 2, in backward differences nabla^j y.

#include <Eigen/Core>
#include <array>

namespace rattleback::ndf {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

constexpr int max_order = 5;
/// Coefficients of order k at index k: gamma_k = sum_{j <= k} 1/j and kappa_k (table 1 of the
/// paper).
constexpr std::array gamma{0.0, 1.0, 3.0 / 2, 11.0 / 6, 25.0 / 12, 137.0 / 60};
constexpr std::array kappa{0.0, -0.1850, -1.0 / 9, -0.0823, -0.0415, 0.0};

/// h y'(new) is (1 - kappa_k) gamma_k (y(new) - predicted) and known terms.
constexpr double leading_factor(int k) { return (1 - kappa[k]) * gamma[k]; }
/// Returns the coefficient of nabla^(k+1) y in the leading error term.
constexpr double error_constant(int k) { return kappa[k] * gamma[k] + 1.0 / (k + 1); }

/// Differences of the last states at the present step, in columns: nabla^j in column j - 1.
class Differences {
 public:
  explicit Differences(int size)
      : columns_(Matrix::Zero(size, max_order + 2)), scratch_(Matrix::Zero(size, max_order)) {}

  /// nabla^j y.
  auto nabla(int j) const { return columns_.col(j - 1); }
  template <class V>
  void start(V const& first) {
    columns_.col(0) = first;
  }

  /// sum_{j <= k} nabla^j y, which extrapolates the last k + 1 states by one step, and psi with
  /// (1 - kappa_k) gamma_k psi = sum_{j <= k} gamma_j nabla^j y.
  void extrapolate(int k, Vector& increment, Vector& psi) const {
    increment.setZero();
    psi.setZero();
    for (int j = 1; j <= k; ++j) {
      increment += nabla(j);
      psi += gamma[j] / leading_factor(k) * nabla(j);
    }
  }

  /// Takes up the next state by what it differs from the extrapolated one, its nabla^(k+1).
  void append(int k, Vector const& correction) {
    columns_.col(k + 1) = correction - columns_.col(k);
    columns_.col(k) = correction;
    for (int j = k - 1; j >= 0; --j) columns_.col(j) += columns_.col(j + 1);
  }

  /// Replaces the differences by those of the same polynomial of degree k at `factor` times the
  /// spacing:
  ///   nabla R U,  R_ij = prod_{l <= i} (l - 1 - j factor)/l,  U = R at factor 1.
  void rescale(int k, double factor) {
    Square const change = spacing(factor) * spacing(1);
    auto used = columns_.leftCols(k);
    scratch_.leftCols(k) = used.lazyProduct(change.topLeftCorner(k, k));
    used = scratch_.leftCols(k);
  }

  /// The polynomial of degree k, less the last state, at s steps beyond that.
  template <class V>
  void add_interpolated(int k, double s, V& y) const {
    double product = 1;
    for (int j = 1; j <= k; ++j) {
      product *= (s + j - 1) / j;
      y += product * nabla(j);
    }
  }

 private:
  using Square = Eigen::Matrix<double, max_order, max_order>;
  static Square spacing(double ratio) {
    Square r;
    for (int j = 0; j < max_order; ++j) {
      double product = 1;
      for (int i = 0; i < max_order; ++i) {
        product *= (i - (j + 1) * ratio) / (i + 1);
        r(i, j) = product;
      }
    }
    return r;
  }
  Matrix columns_, scratch_;
};

}  // namespace rattleback::ndf
