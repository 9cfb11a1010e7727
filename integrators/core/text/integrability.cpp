#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>

#include "integrators/core/text/examination.hpp"

namespace rattleback::text {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
/// Forms at a point, one in each row.
using Forms = std::function<MatrixXd(VectorXd const&)>;

constexpr double difference = 1e-5, tolerance = 1e-3;

/// Differences of forms by each coordinate, at a point.
std::vector<MatrixXd> slopes(Forms const& forms, VectorXd const& at) {
  std::vector<MatrixXd> all;
  for (Eigen::Index i = 0; i < at.size(); ++i) {
    double const h = difference * (1 + std::abs(at[i]));
    VectorXd ahead = at, behind = at;
    ahead[i] += h;
    behind[i] -= h;
    all.push_back((forms(ahead) - forms(behind)) / (2 * h));
  }
  return all;
}

/// Derivatives d(form) on pairs of the velocities that all forms annihilate: a row for each form.
MatrixXd curvature(Forms const& forms, VectorXd const& at) {
  MatrixXd const rows = forms(at);
  MatrixXd const free = Eigen::FullPivLU<MatrixXd>(rows).kernel();
  auto const by = slopes(forms, at);
  auto const n = at.size(), k = free.cols();
  MatrixXd pairs = MatrixXd::Zero(rows.rows(), std::max<Eigen::Index>(1, k * (k - 1) / 2));
  for (Eigen::Index row = 0; row < rows.rows(); ++row) {
    MatrixXd d(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j) d(i, j) = by[i](row, j) - by[j](row, i);
    MatrixXd const on_free = free.transpose() * d * free;
    Eigen::Index pair = 0;
    for (Eigen::Index a = 0; a < k; ++a)
      for (Eigen::Index b = 0; b < a; ++b) pairs(row, pair++) = on_free(a, b);
  }
  return pairs;
}

/// Combinations of forms with vanishing rows of `pairs`, one in each row, with the identity in
/// the columns `pivots`, so that they depend smoothly on the point. Empty pivots are chosen.
MatrixXd vanishing(MatrixXd const& pairs, std::vector<Eigen::Index>& pivots) {
  Eigen::FullPivLU<MatrixXd> lu(pairs.transpose());
  lu.setThreshold(tolerance);
  if (lu.dimensionOfKernel() == 0) return MatrixXd(0, pairs.rows());
  MatrixXd const kernel = lu.kernel().transpose();
  if (pivots.empty()) {
    Eigen::ColPivHouseholderQR<MatrixXd> const qr(kernel);
    for (Eigen::Index i = 0; i < kernel.rows(); ++i)
      pivots.push_back(qr.colsPermutation().indices()[i]);
  }
  MatrixXd square(kernel.rows(), kernel.rows());
  for (Eigen::Index i = 0; i < kernel.rows(); ++i)
    square.col(i) = kernel.col(pivots[static_cast<std::size_t>(i)]);
  return square.partialPivLu().solve(kernel);
}

/// Forms at the point that integrate, one in each row; none where that is not seen in few rounds,
/// each of which takes differences of the one before.
MatrixXd integrable(Forms forms, VectorXd const& at) {
  int const most_rounds = at.size() > 7 ? 1 : 2;  // a round takes the square of the work of another
  for (int round = 0; round < most_rounds; ++round) {
    MatrixXd const rows = forms(at), pairs = curvature(forms, at);
    if (rows.rows() == 0 || !pairs.allFinite() || !rows.allFinite()) return MatrixXd(0, at.size());
    if (pairs.cwiseAbs().maxCoeff() <= tolerance) return rows;
    std::vector<Eigen::Index> pivots;
    MatrixXd const combined = vanishing(pairs, pivots);
    if (combined.rows() == 0) return MatrixXd(0, at.size());
    if (combined.rows() == rows.rows()) return rows;
    forms = [forms, pivots](VectorXd const& q) mutable -> MatrixXd {
      return vanishing(curvature(forms, q), pivots) * forms(q);
    };
  }
  return MatrixXd(0, at.size());
}

/// Numbers, from 1, of the constraints that are combinations of these forms.
std::vector<int> rows_within(MatrixXd const& rows, MatrixXd const& forms) {
  std::vector<int> numbers;
  for (Eigen::Index k = 0; k < rows.rows(); ++k) {
    VectorXd const x = forms.transpose().colPivHouseholderQr().solve(rows.row(k).transpose());
    if ((forms.transpose() * x - rows.row(k).transpose()).norm() <= tolerance)
      numbers.push_back(static_cast<int>(k) + 1);
  }
  return numbers;
}

}  // namespace

std::string integrable_in_words(RecordedFormulas const& formulas,
                                std::vector<std::vector<double>> const& points, int stated) {
  int const n = formulas.dof, m = formulas.constraints, first = formulas.parameters;
  if (!formulas.euclidean || formulas.constraint_at_rest.empty()) return "";
  // The time of a driven system, the last of the parameters, comes after the coordinates.
  int const time = formulas.driven ? 1 : 0;
  Eigen::Index least = m;
  std::vector<int> numbers;
  constexpr std::size_t looked_at = 1;  // without a pattern
  for (std::size_t p = points.size() - std::min(points.size(), looked_at); p < points.size(); ++p) {
    auto const inputs_at = [&](VectorXd const& q) {
      auto inputs = points[p];
      for (int i = 0; i < n; ++i) inputs[static_cast<std::size_t>(first + i)] = q[i];
      if (time > 0) inputs[static_cast<std::size_t>(first - 1)] = q[n];
      return inputs;
    };
    Forms const forms = [&](VectorXd const& q) {
      auto const inputs = inputs_at(q);
      auto const mu = graph::evaluate<double>(formulas.graph, formulas.mu, inputs),
                 rest =
                     graph::evaluate<double>(formulas.graph, formulas.constraint_at_rest, inputs);
      MatrixXd rows = MatrixXd::Zero(m, n + 1);
      for (int k = 0; k < m; ++k) {
        for (int i = 0; i < n; ++i) rows(k, i) = mu[static_cast<std::size_t>(k * n + i)];
        rows(k, n) = rest[static_cast<std::size_t>(k)];
      }
      return rows;
    };
    VectorXd at = VectorXd::Zero(n + 1);
    for (int i = 0; i < n; ++i) at[i] = points[p][static_cast<std::size_t>(first + i)];
    if (time > 0) at[n] = points[p][static_cast<std::size_t>(first - 1)];
    auto const found = integrable(forms, at);
    if (found.rows() > least) continue;
    least = found.rows();
    numbers = least == 0 ? std::vector<int>() : rows_within(forms(at), found);
  }
  if (least <= stated) return "";
  if (least == m) return m == 1 ? "the constraint integrates" : "all constraints integrate";
  if (static_cast<Eigen::Index>(numbers.size()) == least)
    return fmt::format("constraint{} {} integrate{}", least == 1 ? "" : "s",
                       fmt::join(numbers, " and "), least == 1 ? "s" : "");
  return fmt::format("{} of the constraints integrate{}",
                     least == 1 ? "a combination" : fmt::format("{} combinations", least),
                     least == 1 ? "s" : "");
}

}  // namespace rattleback::text
