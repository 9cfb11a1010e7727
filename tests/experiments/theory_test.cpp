// The mathematics that papers share, against formulas that it does not use.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "experiments/core/random.hpp"
#include "experiments/theory/group_elements.hpp"
#include "experiments/theory/newton.hpp"

using rattleback::Random, rattleback::operator""_quad;
using namespace rattleback::theory;

namespace {

constexpr double quad_rounding = 1e-31;

Matrix random_matrix(Random& random, long rows, long columns) {
  return vector_of<Quad>(random.vector(std::size_t(rows * columns))).reshaped(rows, columns);
}

TEST(LinearAlgebra, SolvesInQuadPrecision) {
  Random random(1, 1);
  Matrix const A = random_matrix(random, 5, 5), B = random_matrix(random, 5, 2);
  EXPECT_LT(distance(A * solution(A, B), B), 100 * quad_rounding);
  EXPECT_LT(distance(A * inverse(A), Matrix::Identity(5, 5)), 100 * quad_rounding);
  EXPECT_LT(double(abs(determinant(A) * determinant(inverse(A)) - 1)), 100 * quad_rounding);
}

TEST(LinearAlgebra, RefusesASingularMatrix) {
  Eigen::Matrix2d A;
  A << 1, 2, 2, 4;
  EXPECT_THROW(inverse(A), std::runtime_error);
}

TEST(LinearAlgebra, FindsKernelAndRank) {
  Random random(1, 2);
  Matrix const A = random_matrix(random, 2, 5);
  Matrix const K = kernel(A);
  ASSERT_EQ(K.cols(), 3);
  EXPECT_LT(largest_entry(A * K), 100 * quad_rounding);
  EXPECT_EQ(rank(K), 3);
  Matrix const square = A.leftCols(2);
  EXPECT_EQ(kernel(square).cols(), 0);
  EXPECT_EQ(kernel(Matrix(0, 4)).cols(), 4);
}

TEST(LinearAlgebra, RefusesToRankEntriesThatAreNotFinite) {
  for (double const bad : {std::nan(""), double(INFINITY)}) {
    Eigen::MatrixXd A = Eigen::MatrixXd::Identity(2, 3);
    A(1, 2) = bad;
    EXPECT_THROW(rank(A), std::runtime_error);
    EXPECT_THROW(kernel(A), std::runtime_error);
  }
  EXPECT_EQ(rank(Matrix(0, 3)), 0);
}

TEST(LinearAlgebra, SolvesALeastSquaresProblem) {
  Random random(1, 3);
  Matrix const A = random_matrix(random, 6, 3);
  Vector const b = random_matrix(random, 6, 1), x = least_squares(A, b);
  EXPECT_LT(largest_entry(A.transpose() * (A * x - b)), 100 * quad_rounding);
}

TEST(LinearAlgebra, FindsTheOrthogonalFactor) {
  Random random(1, 5);
  Matrix const A = random_matrix(random, 4, 2), Q = orthogonal_factor(A);
  ASSERT_EQ(Q.cols(), 4);
  EXPECT_LT(distance(Q.transpose() * Q, Matrix::Identity(4, 4)), 100 * quad_rounding);
  EXPECT_LT(largest_entry(Q.rightCols(2).transpose() * A), 100 * quad_rounding);
}

TEST(LinearAlgebra, FindsEigenvectors) {
  Eigen::Matrix3d A;
  A << 0, -1, 0, 1, 0, 0, 0, 0, 2;
  Eigen::MatrixXcd const V = eigenvectors(A);
  Eigen::VectorXcd const values = (V.adjoint() * A * V).diagonal();
  EXPECT_LT((A * V - V * values.asDiagonal()).norm(), 1e-14);
  EXPECT_GT(std::abs(V.determinant()), 0.1);
}

TEST(LinearAlgebra, ProjectsOrthogonallyInAMetric) {
  Random random(1, 4);
  Matrix const root = random_matrix(random, 4, 4), F = random_matrix(random, 4, 2);
  Matrix const G = root.transpose() * root, P = orthogonal_projector(F, G);
  EXPECT_LT(distance(P * P, P), 1000 * quad_rounding);
  EXPECT_LT(distance(P * F, F), 1000 * quad_rounding);
  EXPECT_LT(distance(G * P, P.transpose() * G), 1000 * quad_rounding);
}

TEST(LinearAlgebra, FindsEigenvaluesAndSingularValues) {
  Random random(1, 5);
  Matrix const A = random_matrix(random, 3, 3), S = A.transpose() * A;
  Vector const squares = symmetric_eigenvalues(S), values = singular_values(A);
  for (long i = 0; i < 3; ++i)
    EXPECT_LT(double(abs(sqrt(squares[i]) - values[2 - i])), 1e4 * quad_rounding);
  Eigen::Matrix2d rotation;
  rotation << 0, -2, 2, 0;
  auto const turned = eigenvalues(rotation);
  EXPECT_NEAR(std::abs(turned[0].imag()), 2, 1e-15);
  EXPECT_NEAR(exponential(rotation)(0, 0), std::cos(2.0), 1e-14);
}

/// Products of all kinds of factors, against the one that Eigen evaluates entry by entry.
TEST(LinearAlgebra, MultipliesByDefinition) {
  Random random(1, 6);
  Matrix const A = random_matrix(random, 4, 4), B = random_matrix(random, 6, 4);
  Matrix3 const C = A.topLeftCorner(3, 3), D = A.bottomRightCorner(3, 3);
  Vector const v = random_matrix(random, 4, 1);
  Matrix square = A;
  square = square * square;
  EXPECT_EQ(distance(square, A.lazyProduct(A)), 0);
  EXPECT_EQ(distance(B * A.transpose(), B.lazyProduct(A.transpose())), 0);
  EXPECT_EQ(distance(B * v, B.lazyProduct(v)), 0);
  EXPECT_EQ(distance(v.transpose() * A, v.transpose().lazyProduct(A)), 0);
  EXPECT_EQ(distance(C * D, C.lazyProduct(D)), 0);
  EXPECT_LT(distance(v - 2 * A * v, v - (2 * A).lazyProduct(v)), 10 * quad_rounding);
  Vector sum = v;
  sum += A * v;
  EXPECT_EQ(distance(sum, v + A.lazyProduct(v)), 0);
  auto const cube = [](auto const& x) { return (x * x.transpose() * x).eval(); };
  Vector const cubic = directional<Quad>(cube, v, v);  // |x|^2 x has degree three
  EXPECT_LT(distance(cubic, 3 * v.squaredNorm() * v), 100 * quad_rounding);
}

/// Eigen takes quad numbers as unsigned ones: its largest absolute value of these is -1.
TEST(Numbers, MeasuresTheSizeOfNegativeQuadNumbers) {
  Vector3 const negative(-1, -3, -2);
  EXPECT_EQ(largest_entry(negative), 3);
  EXPECT_EQ(distance(negative, Vector3(Vector3::Zero())), 3);
}

TEST(Numbers, KeepNaN) {
  Eigen::Vector3d v(1, std::nan(""), 2);
  EXPECT_TRUE(std::isnan(largest_entry(v)));
}

/// Composition of all functions that a jet has.
template <class T>
T composed(VectorOf<T> const& x) {
  return sin(x[0]) * exp(x[1]) / sqrt(x[2]) + tan(x[0]) * log(x[2]) - atan(x[1]) * cos(x[0]);
}

TEST(Jet, AgreesWithDifferenceQuotients) {
  Vector x(3), u(3), w(3);
  x << 0.3_quad, -0.7_quad, 1.9_quad;
  u << 1, -2, 0.5_quad;
  w << 0.4_quad, 1, -1;
  auto const f = [](auto const& at) { return composed(at); };
  Quad const d = 1e-9_quad;
  auto const at = [&](Quad s, Quad t) { return composed<Quad>(x + s * u + t * w); };
  EXPECT_NEAR(double(derivative<Quad>(f, x, u)), double((at(d, 0) - at(-d, 0)) / (2 * d)), 1e-15);
  EXPECT_NEAR(double(second_derivative<Quad>(f, x, u, w)),
              double((at(d, d) - at(d, -d) - at(-d, d) + at(-d, -d)) / (4 * d * d)), 1e-12);
  Vector const g = gradient<Quad>(f, x);
  EXPECT_LT(double(abs(g.dot(u) - derivative<Quad>(f, x, u))), 10 * quad_rounding);
  Matrix const H = hessian<Quad>(f, x);
  EXPECT_LT(double(abs(u.dot(H * w) - second_derivative<Quad>(f, x, u, w))), 100 * quad_rounding);
  VectorOf<Jet<Quad>> const moving = moving_gradient<Quad>(f, jets<Quad>(x, u));
  EXPECT_LT(distance(values(moving), g), 10 * quad_rounding);
  EXPECT_LT(distance(rates(moving), H * u), 100 * quad_rounding);
  EXPECT_THROW(moving_gradient<Quad>(f, jets<Quad>(x, u, w)), std::logic_error);
}

template <class G>
void check_group() {
  Random random(1, 6);
  Vector3 const x(vector_of<Quad>(random.vector(3))), y(vector_of<Quad>(random.vector(3)));
  Matrix3 const X = G::hat(x), Y = G::hat(y), bracket = X * Y - Y * X;
  EXPECT_LT(distance(ad<G>(x) * y, G::vee(bracket)), quad_rounding);
  Matrix3 const g = exponential<G>(x), inverse_g = inverse(g), conjugated = g * Y * inverse_g;
  EXPECT_LT(distance(Ad<G>(g) * y, G::vee(conjugated)), 10 * quad_rounding);
  EXPECT_LT(distance(exponential<G>(Vector3(-x)), inverse_g), 10 * quad_rounding);
  Matrix3 const half = exponential<G>(Vector3(x / 2));
  EXPECT_LT(distance(half * half, g), 10 * quad_rounding);
  // Near 0 the series take over.
  Vector3 const small = x * 1e-5_quad;
  EXPECT_LT(distance(exponential<G>(Vector3(small * 5)) * exponential<G>(Vector3(-small * 5)),
                     Matrix3::Identity()),
            quad_rounding);
  Matrix3 const tenth = exponential<G>(Vector3(x * 1e-4_quad)),
                hundredth = exponential<G>(Vector3(small));
  Matrix3 power = Matrix3::Identity();
  for (int i = 0; i < 10; ++i) power = power * hundredth;
  EXPECT_LT(distance(power, tenth), 10 * quad_rounding);
  Matrix3 const c = cayley<G>(x), e = Matrix3::Identity();
  EXPECT_LT(distance(2 * (c - e), X * (c + e)), 10 * quad_rounding);
}

TEST(MatrixGroup, RotationsObeyTheirDefinitions) { check_group<So3>(); }
TEST(MatrixGroup, PlanarMotionsObeyTheirDefinitions) { check_group<Se2>(); }

TEST(GroupElements, ObeyTheLawsOfGroups) {
  Random random(1, 7);
  for (Group const& G : {rotations(), planar_motions()}) {
    auto const element = [&] {
      return G.curve(vector_of<QuadJet>(vector_of<Quad>(random.vector(3))));
    };
    JetVector const a = element(), b = element(), c = element();
    auto const gap = [](JetVector const& x, JetVector const& y) {
      return distance(values(x), values(y));
    };
    EXPECT_LT(gap(G.product(a, G.product(b, c)), G.product(G.product(a, b), c)), quad_rounding);
    EXPECT_LT(gap(G.product(a, G.inverse(a)), G.identity()), quad_rounding);
    Vector const X{{1, -2, 0.5_quad}};
    auto const velocity = derivative([&](QuadJet const& t) { return G.curve(t * X); });
    auto const quotient = difference_quotient(
        [&](Quad t) -> Vector { return values(G.curve(JetVector((t * X).cast<QuadJet>()))); });
    EXPECT_LT(distance(velocity, quotient), 1e-27);
  }
}

/// A body with a constraint on SO(3), and a potential on its rotation.
DiscreteSystem constrained_body() {
  return on_trivial_groupoid(
      "body", 0, rotations(),
      [](JetVector const& g) { return QuadJet(-10) * (g[0] + 2 * g[4] + 4 * g[8]) + sin(g[5]); },
      [](JetVector const& g) { return JetVector{{g[1] - g[3]}}; },
      [](Vector const&) { return Matrix::Identity(3, 2); });
}

TEST(DiscreteSystem, DerivativesAgreeWithDifferenceQuotients) {
  auto const s = constrained_body();
  Arrow const g = entries_of(rodrigues(Vector{{0.3_quad, -0.2_quad, 0.4_quad}}));
  Vector const a{{1, -2, 0.5_quad}}, b{{0.4_quad, 1, -1}};
  auto const quotient = [](auto const& f) {
    return difference_quotient([&](Quad t) { return Vector{{f(t)}}; })[0];
  };
  auto const right = [&](Quad t) { return s.lagrangian(s.right_moved(g, t * a)); };
  auto const left = [&](Quad t) { return s.lagrangian(s.left_moved(g, t * a)); };
  EXPECT_LT(double(abs(left_field(s, g, a) - quotient(right))), 1e-25);
  EXPECT_LT(double(abs(right_field(s, g, a) + quotient(left))), 1e-25);
  auto const along_b = [&](Quad t) { return -right_field(s, s.right_moved(g, t * b), a); };
  EXPECT_LT(double(abs(bilinear(s, g, a, b)(0, 0) - quotient(along_b))), 1e-25);
  EXPECT_LT(double(abs(a.dot(bilinear(s, g) * b) - bilinear(s, g, a, b)(0, 0))), 1e-30);
  EXPECT_LT(largest_entry(right_constraint_forms(s, g) * right_tangents(s, g)), quad_rounding);
  EXPECT_LT(largest_entry(left_constraint_forms(s, g) * left_tangents(s, g)), quad_rounding);
}

TEST(DiscreteSystem, EvolutionMatchesMomentaOnTheConstraint) {
  auto const s = constrained_body();
  Arrow const g = arrow_of_momentum(s, Vector(0), Vector{{1, 2}}), next = evolved(s, g);
  EXPECT_LT(distance(legendre_minus(s, g), Vector{{1, 2}}), 1e-30);
  EXPECT_LT(distance(legendre_minus(s, next), legendre_plus(s, g)), 1e-30);
  EXPECT_LT(largest_entry(s.constraint(next)), 1e-30);
  EXPECT_LT(rest_on_distribution(s, g, euler_lagrange(s, g, next)), 1e-30);
  EXPECT_GT(largest_entry(euler_lagrange(s, g, next)), 1e-3);
}

TEST(Newton, FindsRoots) {
  auto const on_jets = [](JetVector const& x) { return JetVector{{x[0] * x[0] - QuadJet(2)}}; };
  auto const on_numbers = [](Vector const& x) { return Vector{{x[0] * x[0] - 2}}; };
  Vector const start{{1}};
  EXPECT_LT(double(abs(newton_root(start, on_jets)[0] - sqrt(Quad(2)))), quad_rounding);
  EXPECT_LT(double(abs(root_by_differences(start, on_numbers)[0] - sqrt(Quad(2)))), quad_rounding);
  EXPECT_LT(double(abs(root_between(1, 2, [](Quad x) { return x * x - 2; }) - sqrt(Quad(2)))),
            1e-25);
  EXPECT_THROW(root_between(2, 3, [](Quad x) { return x * x - 2; }), std::runtime_error);
  EXPECT_THROW(
      newton_root(start, [](JetVector const& x) { return JetVector{{x[0] * x[0] + QuadJet(1)}}; }),
      std::runtime_error);
}

TEST(MatrixGroup, AxialVectorInvertsHat) {
  Vector3 const w(1, -2, 3);
  EXPECT_EQ(distance(axial(hat(w)), w), 0);
  EXPECT_EQ(distance(hat(w) * Vector3(0, 1, 0), w.cross(Vector3(0, 1, 0))), 0);
}

}  // namespace
