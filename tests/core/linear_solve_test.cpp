// The small dense solves against Eigen.

#include "problems/core/numbers/linear_solve.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "problems/core/numbers/dense_matrix.hpp"
#include "problems/core/numbers/lanes.hpp"
#include "problems/core/numbers/quad.hpp"

namespace rattleback {
namespace {

template <int N>
Eigen::Matrix<double, N, N> eigen(Mat<double, N, N> const& m) {
  return Eigen::Map<Eigen::Matrix<double, N, N, Eigen::RowMajor> const>(m.row[0].c);
}
template <int N>
Eigen::Vector<double, N> eigen(Vec<double, N> const& v) {
  return Eigen::Map<Eigen::Vector<double, N> const>(v.c);
}

template <int N>
struct RandomSystem {
  Mat<double, N, N> matrix;
  Vec<double, N> right;
};
template <int N>
RandomSystem<N> random_system(std::mt19937_64& generator) {
  std::uniform_real_distribution<double> entry(-1, 1);
  RandomSystem<N> s;
  for (int i = 0; i < N; ++i) {
    s.right[i] = entry(generator);
    for (int j = 0; j < N; ++j) s.matrix(i, j) = entry(generator);
  }
  return s;
}

template <int N>
void expect_solution(Vec<double, N> const& x, RandomSystem<N> const& s) {
  auto const decomposed = eigen(s.matrix).fullPivLu();
  Eigen::Vector<double, N> const expected = decomposed.solve(eigen(s.right));
  double const condition = 1 / decomposed.rcond();
  EXPECT_LE((eigen(x) - expected).norm(), 1e-15 * N * condition * expected.norm());
}

template <class Size>
class LinearSolve : public testing::Test {};
using Sizes = testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>,
                             std::integral_constant<int, 3>, std::integral_constant<int, 5>,
                             std::integral_constant<int, 8>, std::integral_constant<int, 12>>;
TYPED_TEST_SUITE(LinearSolve, Sizes);

TYPED_TEST(LinearSolve, AgreesWithEigen) {
  std::mt19937_64 generator(1);
  for (int i = 0; i < 200; ++i) {
    auto const s = random_system<TypeParam::value>(generator);
    auto const solved = solve(s.matrix, s.right);
    ASSERT_FALSE(solved.singular);
    expect_solution(solved.x, s);
  }
}

TYPED_TEST(LinearSolve, NeedsNoPivotsForPositiveDefiniteMatrices) {
  constexpr int N = TypeParam::value;
  std::mt19937_64 generator(2);
  for (int i = 0; i < 200; ++i) {
    auto s = random_system<N>(generator);
    Eigen::Matrix<double, N, N> const b = eigen(s.matrix);
    Eigen::Matrix<double, N, N> const definite =
        b * b.transpose() + Eigen::Matrix<double, N, N>::Identity();
    for (int r = 0; r < N; ++r)
      for (int c = 0; c < N; ++c) s.matrix(r, c) = definite(r, c);
    expect_solution(solve_without_pivoting(s.matrix, s.right), s);
  }
}

TYPED_TEST(LinearSolve, NoticesSingularMatrices) {
  constexpr int N = TypeParam::value;
  std::mt19937_64 generator(3);
  for (int i = 0; i < 50; ++i) {
    auto s = random_system<N>(generator);
    // The last row is a combination of the others; for N = 1, zero.
    s.matrix.row[N - 1] = 0 * s.matrix.row[N - 1];
    for (int k = 0; k + 1 < N; ++k)
      s.matrix.row[N - 1] = s.matrix.row[N - 1] + (1.0 / (k + 1)) * s.matrix.row[k];
    EXPECT_TRUE(solve(s.matrix, s.right, 1e-13).singular);
  }
}

/// Saddle systems, whose rows and columns are in units of their own.
TEST(Solve, UnitsDoNotMakeAMatrixSingularOrRegular) {
  constexpr int N = 5, dependent = 4;
  std::mt19937_64 generator(4);
  std::uniform_int_distribution<int> power(-25, 25);
  for (int trial = 0; trial < 200; ++trial) {
    auto s = random_system<N>(generator);
    for (int i = 3; i < N; ++i)
      for (int j = 3; j < N; ++j) s.matrix(i, j) = 0;
    bool const is_regular = trial % 2 == 0;
    if (!is_regular) s.matrix.row[dependent] = 0.7 * s.matrix.row[3];
    for (int i = 0; i < N; ++i) {
      double const row = std::ldexp(1.0, power(generator)),
                   column = std::ldexp(1.0, power(generator));
      s.matrix.row[i] = row * s.matrix.row[i];
      for (int j = 0; j < N; ++j) s.matrix(j, i) = column * s.matrix(j, i);
    }
    EXPECT_NE(solve(s.matrix, s.right, 1e-13).singular, is_regular) << trial;
    Mat<Lanes, N, N> lanes;
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) lanes(i, j) = s.matrix(i, j);
    EXPECT_EQ(all(factors_of(lanes, 1e-13).regular), is_regular) << trial;
  }
}

TEST(Solve, PivotsWhereTheFirstEntryVanishes) {
  Mat<double, 2, 2> const swap{{{0, 1}, {1, 0}}};
  auto const solved = solve(swap, Vec<double, 2>{3, 4});
  ASSERT_FALSE(solved.singular);
  EXPECT_EQ(solved.x[0], 4);
  EXPECT_EQ(solved.x[1], 3);
}

TEST(Solve, ScaleDoesNotMakeAMatrixSingular) {
  Mat<double, 2, 2> const tiny{{{3e-200, 1e-200}, {1e-200, 2e-200}}};
  auto const solved = solve(tiny, Vec<double, 2>{4e-200, 3e-200});
  ASSERT_FALSE(solved.singular);
  EXPECT_NEAR(solved.x[0], 1, 1e-15);
  EXPECT_NEAR(solved.x[1], 1, 1e-15);
}

TEST(Solve, NotANumberIsSingular) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(solve(Mat<double, 2, 2>{{{nan, 1}, {1, nan}}}, Vec<double, 2>{1, 1}).singular);
}

TEST(SolveWithoutPivoting, AVanishingPivotIsNotFinite) {
  Mat<double, 2, 2> const swap{{{0, 1}, {1, 0}}};
  auto const x = solve_without_pivoting(swap, Vec<double, 2>{3, 4});
  EXPECT_FALSE(std::isfinite(x[0]) && std::isfinite(x[1]));
}

TEST(Solve, KeepsQuadPrecision) {
  Mat<Quad, 2, 2> const m{{{Quad(1) / 3, Quad(1)}, {Quad(1), Quad(1) / 7}}};
  auto const solved = solve(m, m * Vec<Quad, 2>{Quad(1) / 11, Quad(1) / 13});
  EXPECT_LT(abs(solved.x[0] - Quad(1) / 11), Quad(1e-33));
  EXPECT_LT(abs(solved.x[1] - Quad(1) / 13), Quad(1e-33));
}

template <int N>
void expect_dense_matrices_to_agree(std::mt19937& random) {
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 200; ++trial) {
    Mat<double, N, N> m;
    DenseMatrix<double> dense(N);
    Vec<double, N> b;
    for (int i = 0; i < N; ++i) {
      for (int j = 0; j < N; ++j) dense(i, j) = m(i, j) = normal(random);
      b[i] = normal(random);
    }
    auto const wanted = solve(m, b);
    auto const found = solve(dense, std::vector<double>(b.c, b.c + N));
    EXPECT_EQ(found.singular, wanted.singular);
    for (int i = 0; i < N; ++i) EXPECT_EQ(found.x[i], wanted.x[i]) << N;
    EXPECT_NEAR(determinant(dense) / eigen(m).determinant(), 1, 1e-12) << N;
    // A row twice: singular, whichever it is.
    if (N == 1) continue;
    for (int j = 0; j < N; ++j) dense(N - 1, j) = dense(0, j);
    EXPECT_TRUE(solve(dense, std::vector<double>(b.c, b.c + N)).singular);
  }
}

TEST(DenseMatrix, SolvesBitForBitLikeSystemsOfFixedSize) {
  std::mt19937 random(7);
  expect_dense_matrices_to_agree<1>(random);
  expect_dense_matrices_to_agree<3>(random);
  expect_dense_matrices_to_agree<7>(random);
}

}  // namespace
}  // namespace rattleback
