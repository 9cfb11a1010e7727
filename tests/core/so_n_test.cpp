// Rotations of R^N against closed forms, against SO3 and against themselves in 113 bits.

#include "problems/core/spaces/so_n.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include "problems/core/numbers/quad.hpp"
#include "problems/core/spaces/so3.hpp"

namespace rattleback {
namespace {

static_assert(ConfigurationSpace<SO<2>> && ConfigurationSpace<SO<3>> && ConfigurationSpace<SO<4>>);

constexpr double angles[] = {0, 1e-12, 1e-8, 1e-3, 0.3, 1.0, 2.7, 3.14, 5.0};

/// Largest difference of a and b relative to the larger of 1 and |b|.
template <class T, class U, int N>
double difference(Vec<T, N> const& a, Vec<U, N> const& b) {
  double const scale = std::max(1.0, plain_length(b));
  double largest = 0;
  for (int i = 0; i < N; ++i) {
    double const d = std::abs(static_cast<double>(Quad(a[i]) - Quad(b[i]))) / scale;
    if (d > largest || std::isnan(d)) largest = d;
  }
  return largest;
}

template <int N>
std::vector<Vec<double, N>> random_vectors(int count, double length) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::vector<Vec<double, N>> all(count);
  for (auto& v : all) {
    for (int i = 0; i < N; ++i) v[i] = normal(random);
    v = length / plain_length(v) * v;
  }
  return all;
}

/// Between X_10, X_20, X_21 and the rotation vector, both ways.
template <class T>
Vec<T, 3> exchanged(Vec<T, 3> const& a) {
  return {a[2], -a[1], a[0]};
}

template <class T>
void expect_equal_to_SO3(double tolerance) {
  using G = SO<3>;
  auto const direct = [&](Vec<T, 9> const& a, Vec<T, 9> const& b) {
    EXPECT_LE(difference(a, b), tolerance);
  };
  auto const mapped = [&](Vec<T, 3> const& a, Vec<T, 3> const& w, double condition = 1) {
    EXPECT_LE(difference(a, exchanged(w)), tolerance * condition);
  };
  for (double angle : angles)
    for (auto const& axis : random_vectors<3>(5, 1)) {
      auto const w = T(angle) * cast<T>(axis), x = exchanged(w);
      Vec<T, 3> const b{T(0.3), T(-0.7), T(0.4)}, a = exchanged(b);
      auto const R = SO3::exp(w), S = SO3::cay(b);
      SCOPED_TRACE(angle);
      direct(G::hat(x), SO3::hat(w));
      direct(G::exp(x), R);
      direct(G::cay(x), SO3::cay(w));
      direct(G::compose(R, S), SO3::compose(R, S));
      direct(G::inverse(R), SO3::inverse(R));
      direct(G::tangent(R, a), SO3::tangent(R, b));
      mapped(G::bracket(x, a), SO3::bracket(w, b));
      mapped(G::ad_transpose(x, a), SO3::ad_transpose(w, b));
      mapped(G::Ad(R, a), SO3::Ad(R, b));
      mapped(G::Ad_transpose(R, a), SO3::Ad_transpose(R, b));
      mapped(G::log(R), SO3::log(R));
      mapped(G::cay_inverse(SO3::cay(w)), SO3::cay_inverse(SO3::cay(w)));
      // Relative effect of the rounding of R alone: tan' = 1 + tan^2 over tan.
      double const tangent = plain_length(SO3::cay_inverse(R)) / 2;
      mapped(G::cay_inverse(R), SO3::cay_inverse(R), std::max(1.0, tangent));
      mapped(G::dexp(x, a), SO3::dexp(w, b));
      mapped(G::dexp_inverse(x, a), SO3::dexp_inverse(w, b));
      mapped(G::dexp_inverse_transpose(x, a), SO3::dexp_inverse_transpose(w, b));
      mapped(G::dcay(x, a), SO3::dcay(w, b));
      mapped(G::dcay_inverse(x, a), SO3::dcay_inverse(w, b));
      mapped(G::dcay_inverse_transpose(x, a), SO3::dcay_inverse_transpose(w, b));
      EXPECT_NEAR(double(G::distance(S, R)), double(SO3::distance(S, R)), tolerance * 4);
    }
}

TEST(RotationsOfSpace, EqualTheClosedForms) { expect_equal_to_SO3<double>(1e-14); }
TEST(RotationsOfSpace, EqualTheClosedFormsInQuad) { expect_equal_to_SO3<Quad>(1e-32); }

/// One angle in each of two planes that exchange no rotation, seen from a turned frame.
TEST(RotationsOfFourSpace, TurnTwoPlanes) {
  using G = SO<4>;
  using std::cos, std::sin, std::atan;
  for (double first : angles)
    for (double second : {-5.0, -3.14, -1.0, 0.0, 1e-8, 0.3, 3.14}) {
      Quad const a = first, b = second;
      auto const planes = [](Quad const& s, Quad const& t) {
        return Vec<Quad, 6>{s, Quad(0), Quad(0), Quad(0), Quad(0), t};
      };
      auto const turned_by = [](Quad const& s, Quad const& t) {
        Quad const c = cos(s), d = cos(t), p = sin(s), q = sin(t), o = 0;
        return Vec<Quad, 16>{c, -p, o, o, p, c, o, o, o, o, d, -q, o, o, q, d};
      };
      auto const frame =
          G::cay(Vec<Quad, 6>{Quad(1), Quad(2), Quad(-1), Quad(3), Quad(1), Quad(-2)});
      auto const seen = [&](Vec<Quad, 16> const& R) {
        return G::compose(G::compose(frame, R), G::inverse(frame));
      };
      auto const xi = G::Ad(frame, planes(a, b));
      auto const rotation = in_turned_frame(turned_by(a, b));
      auto const cayley = in_turned_frame(turned_by(2 * atan(a / 2), 2 * atan(b / 2)));
      SCOPED_TRACE(testing::Message() << first << " " << second);
      EXPECT_LE(difference(G::exp(xi), rotation), 1e-32);
      EXPECT_LE(difference(G::cay(xi), cayley), 1e-32);
      EXPECT_LE(difference(G::exp(cast<double>(xi)), rotation), 4e-15);
      EXPECT_LE(difference(G::cay(cast<double>(xi)), cayley), 4e-15);
      if (std::max(first, std::abs(second)) > 3.14) continue;
      // Sum and difference of angles near a full turn exchange their planes for little: dexp^-1
      // grows, and with it what the rounding of R does to its logarithm.
      double const half = std::max(std::abs(first + second), std::abs(first - second)) / 2;
      double const condition = half == 0 ? 1 : half / std::abs(std::sin(half));
      EXPECT_LE(difference(G::log(rotation), xi), 1e-32 * condition);
      EXPECT_LE(difference(G::log(cast<double>(rotation)), xi), 4e-15 * condition);
    }
}

TEST(RotationsOfFourSpace, KeepEveryDigit) {
  using G = SO<4>;
  auto const a = random_vectors<6>(1, 1)[0];
  for (double length : angles)
    for (auto const& xi : random_vectors<6>(20, length)) {
      auto const exact = cast<Quad>(xi), b = cast<Quad>(a);
      SCOPED_TRACE(length);
      EXPECT_LE(difference(G::dexp(xi, a), G::dexp(exact, b)), 2e-15);
      EXPECT_LE(difference(G::dcay(xi, a), G::dcay(exact, b)), 2e-15);
      EXPECT_LE(difference(G::dcay_inverse(xi, a), G::dcay_inverse(exact, b)), 2e-15);
      EXPECT_LE(difference(G::cay_inverse(G::cay(exact)), exact), 1e-32);
      if (length < 3) {
        EXPECT_LE(difference(G::dexp_inverse(xi, a), G::dexp_inverse(exact, b)), 1e-14);
        EXPECT_LE(difference(G::log(G::exp(exact)), exact), 1e-32);
      }
      // Small rotations keep their own digits, not only those of 1.
      if (length > 0 && length < 3) {
        EXPECT_LE(difference(1 / length * G::log(G::exp(xi)), 1 / length * xi), 2e-15);
      }
    }
}

/// Along exp(t a) tau(xi), the inverse of tau moves by dtau^-1_xi a.
TEST(RotationsOfFourSpace, DifferentiateTheirLogarithms) {
  using G = SO<4>;
  using D = Dual<Quad, 1>;
  auto const a = random_vectors<6>(1, 1)[0];
  Vec<D, 6> direction;
  for (int i = 0; i < 6; ++i) direction[i] = {Quad(0), Vec<Quad, 1>{Quad(a[i])}};
  auto const moving = G::exp(direction);
  auto const slope = [](Vec<D, 6> const& d) {
    Vec<Quad, 6> s;
    for (int i = 0; i < 6; ++i) s[i] = d[i].slope[0];
    return s;
  };
  for (double length : angles)
    for (auto const& xi : random_vectors<6>(5, length)) {
      auto const at = cast<Quad>(xi), b = cast<Quad>(a);
      SCOPED_TRACE(length);
      EXPECT_LE(
          difference(slope(G::cay_inverse(G::compose(moving, G::cay(at)))), G::dcay_inverse(at, b)),
          1e-31);
      if (length < 3.14) {
        EXPECT_LE(difference(slope(G::log(G::compose(moving, G::exp(at)))), G::dexp_inverse(at, b)),
                  1e-31);
      }
    }
}

TEST(RotationsOfFourSpace, StayOrthogonalAndKeepOrientation) {
  using G = SO<4>;
  for (double length : angles)
    for (auto const& xi : random_vectors<6>(5, length)) {
      auto R = G::exp(xi);
      EXPECT_LE(G::defect(R), 2e-15);
      EXPECT_LE(G::defect(G::cay(xi)), 2e-15);
      EXPECT_NEAR(determinant<4>(R), 1, 4e-15);
      EXPECT_LE(difference(G::right_tangent(R, xi), G::tangent(R, xi)), 4e-15);  // X commutes
      auto const b = random_vectors<6>(1, 1)[0];
      EXPECT_LE(difference(G::right_tangent(R, G::Ad(R, b)), G::tangent(R, b)), 4e-15);
      for (int j = 0; j < 4; ++j) std::swap(R[j], R[4 + j]);
      EXPECT_EQ(G::defect(R), 2);
      R = (1 + 1e-6) * G::exp(xi);
      EXPECT_NEAR(G::defect(R), 2e-6, 1e-11);
      R[0] = std::nan("");
      EXPECT_TRUE(std::isnan(G::defect(R)));
    }
}

TEST(RotationsOfFourSpace, RefuseTheLogarithmOfAHalfTurn) {
  using G = SO<4>;
  auto R = G::identity<double>();
  R[0] = R[5] = -1;
  EXPECT_FALSE(std::isfinite(G::log(R)[0]));
  EXPECT_FALSE(std::isfinite(G::cay_inverse(R)[0]));
}

/// There the iteration starts from a plane that rounding has tilted by 1e-16/gap.
TEST(RotationsOfFourSpace, ReturnLogarithmsUpToAHalfTurn) {
  using G = SO<4>;
  auto const frame = G::cay(Vec<double, 6>{1, 2, -1, 3, 1, -2});
  for (double gap : {1e-3, 1e-6, 1e-9, 1e-12, 1e-14}) {
    auto const xi = G::Ad(frame, Vec<double, 6>{std::numbers::pi - gap, 0, 0, 0, 0, 0.7});
    EXPECT_LE(difference(G::log(G::exp(xi)), xi), 2e-15) << gap;
  }
}

TEST(RotationsOfFourSpace, EndForOverflowingVelocities) {
  for (double huge : {std::numeric_limits<double>::infinity(), std::nan("")}) {
    Vec<double, 6> xi{};
    xi[2] = huge;
    auto const R = SO<4>::exp(xi);
    EXPECT_FALSE(std::isfinite(R[0]));
    EXPECT_FALSE(std::isfinite(SO<4>::log(R)[0]));
  }
}

TEST(RotationsOfThePlane, RestOnOneAngle) {
  for (double angle : angles) {
    Vec<double, 1> const xi{angle};
    auto const R = SO<2>::exp(xi);
    EXPECT_LE(difference(R, Vec<double, 4>{std::cos(angle), -std::sin(angle), std::sin(angle),
                                           std::cos(angle)}),
              2e-15);
    EXPECT_NEAR(SO<2>::log(R)[0], std::remainder(angle, 2 * std::numbers::pi), 4e-15);
    EXPECT_EQ(SO<2>::dexp(xi, Vec<double, 1>{2.0})[0], 2.0);
  }
}

}  // namespace
}  // namespace rattleback
