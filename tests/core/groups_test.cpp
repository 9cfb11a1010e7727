// Group axioms for all groups: at the identity, near it and far from it.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "problems/core/numbers/extremes.hpp"
#include "problems/core/numbers/quad.hpp"
#include "problems/core/spaces/directed_rotation.hpp"
#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/se2.hpp"
#include "problems/core/spaces/so3.hpp"
#include "problems/core/spaces/so_n.hpp"

namespace rattleback {
namespace {

/// Largest angle of rotation in a plane.
double angle_of(SO3, Vec<double, 3> const& w) { return std::sqrt(dot(w, w)); }
double angle_of(DirectedRotation, Vec<double, 3> const& w) { return std::sqrt(dot(w, w)); }
double angle_of(SE2, Vec<double, 3> const& xi) { return std::abs(xi[2]); }
double angle_of(SO<3>, Vec<double, 3> const& xi) { return std::sqrt(dot(xi, xi)); }
/// The sum of squares and twice the product (a Pfaffian) of both angles are polynomials in X.
double angle_of(SO<4>, Vec<double, 6> const& xi) {
  double const product = xi[0] * xi[5] - xi[1] * xi[4] + xi[2] * xi[3];
  double const squares = dot(xi, xi), twice = 2 * std::abs(product);
  return (std::sqrt(squares + twice) + std::sqrt(std::max(0.0, squares - twice))) / 2;
}

template <class G>
double angle_of(Opposite<G>, Vec<double, G::dof> const& xi) {
  return angle_of(G{}, xi);
}
template <int N>
double angle_of(R<N>, Vec<double, N> const&) {
  return 0;
}
template <class A, class B>
double angle_of(Product<A, B>, Vec<double, A::dof + B::dof> const& xi) {
  return std::max(angle_of(A{}, head<A::dof>(xi)), angle_of(B{}, tail<B::dof>(xi)));
}

template <class G>
class Groups : public testing::Test {
 public:
  static constexpr int dof = G::dof;
  using V = Vec<double, dof>;
  using D = Dual<double, 1>;
  using Point = Vec<double, G::size>;

  /// Directions of unit rotation, scaled to rotation angles; the 2s straddle the end of the series.
  static std::vector<V> velocities(double largest) {
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    std::vector<V> all{V{}};
    for (double angle : {1e-12, 1e-8, 1e-3, 0.3, 1.0, 2 - 1e-12, 2 + 1e-12, 2.7, 3.14, 5.0})
      for (int i = 0; i < 5; ++i) {
        V v;
        for (int k = 0; k < dof; ++k) v[k] = normal(random);
        v = angle / angle_of(G{}, v) * v;
        if (angle <= largest && dot(v, v) < 100) all.push_back(v);
      }
    return all;
  }
  static std::vector<V> directions() {
    constexpr double oblique[] = {0.3, -0.7, 0.4, 0.6, -0.2, -0.5, 0.1};
    std::vector<V> all(dof + 1);
    for (int i = 0; i < dof; ++i) {
      all[i] = unit<double, dof>(i);
      all[dof][i] = oblique[i];
    }
    return all;
  }
  static Vec<D, dof> along(V const& at, V const& direction) {
    Vec<D, dof> d;
    for (int i = 0; i < dof; ++i) d[i] = {at[i], Vec<double, 1>{direction[i]}};
    return d;
  }
  template <int N>
  static Vec<double, N> slope(Vec<D, N> const& d) {
    Vec<double, N> s;
    for (int i = 0; i < N; ++i) s[i] = d[i].slope[0];
    return s;
  }
  template <int N>
  static void near(Vec<double, N> const& a, Vec<double, N> const& b, double tolerance = 4e-15) {
    double scale = 1;
    for (int i = 0; i < N; ++i) scale = larger_or_nan(scale, std::abs(b[i]));
    for (int i = 0; i < N; ++i) EXPECT_NEAR(a[i], b[i], tolerance * scale);
  }
};
using AllGroups =
    testing::Types<SO3, SE2, DirectedRotation, SO<3>, SO<4>, Opposite<SO3>, Opposite<SE2>,
                   Product<R<2>, SO3>, Product<SE2, Product<R<1>, Opposite<SO3>>>>;
TYPED_TEST_SUITE(Groups, AllGroups);

TYPED_TEST(Groups, SatisfyTheGroupAxioms) {
  using G = TypeParam;
  auto const all = this->velocities(5);
  auto const e = G::template identity<double>();
  for (std::size_t i = 0; i + 2 < all.size(); ++i) {
    auto const a = G::exp(all[i]), b = G::exp(all[i + 1]), c = G::exp(all[i + 2]);
    this->near(G::compose(a, G::inverse(a)), e);
    this->near(G::compose(G::inverse(a), a), e);
    this->near(G::compose(G::compose(a, b), c), G::compose(a, G::compose(b, c)), 1e-14);
    this->near(G::exp(-all[i]), G::inverse(a));
    this->near(G::cay(-all[i]), G::inverse(G::cay(all[i])));
  }
}

TYPED_TEST(Groups, RetractionsHaveInverses) {
  using G = TypeParam;
  for (auto const& v : this->velocities(3.14)) {
    this->near(G::log(G::exp(v)), v, 2e-14);
    this->near(G::cay_inverse(G::cay(v)), v, 2e-14);
    EXPECT_NEAR(G::distance(G::exp(v), G::exp(v)), 0, 1e-15);
  }
}

TYPED_TEST(Groups, VelocitiesAreLeftTrivialised) {
  using G = TypeParam;
  for (auto const& v : this->velocities(5))
    for (auto const& eta : this->directions()) {
      auto const g = G::exp(v);
      auto const moving = G::exp(this->along({}, eta));
      this->near(this->slope(G::compose(g, moving)), G::tangent(g, eta));
    }
}

/// (D tau(xi) eta) tau(xi)^-1 = d tau_xi eta: both sides moved on by tau(xi).
template <class G, class Test, class Retraction, class Tangent>
void expect_right_trivialised(Test const& test, Retraction const& tau, Tangent const& dtau,
                              double largest) {
  for (auto const& v : test.velocities(largest))
    for (auto const& eta : test.directions()) {
      auto const derivative = test.slope(tau(test.along(v, eta)));
      auto const moving = G::exp(test.along({}, dtau(v, eta)));
      test.near(test.slope(G::compose(moving, tau(v))), derivative, 1e-14);
    }
}

TYPED_TEST(Groups, TrivialisedTangents) {
  using G = TypeParam;
  expect_right_trivialised<G>(
      *this, [](auto const& v) { return G::exp(v); },
      [](auto const& v, auto const& a) { return G::dexp(v, a); }, 5);
  expect_right_trivialised<G>(
      *this, [](auto const& v) { return G::cay(v); },
      [](auto const& v, auto const& a) { return G::dcay(v, a); }, 5);
}

TYPED_TEST(Groups, TheirInversesAndDuals) {
  using G = TypeParam;
  for (auto const& v : this->velocities(5))
    for (auto const& a : this->directions()) {
      this->near(G::dexp_inverse(v, G::dexp(v, a)), a, 1e-13);
      this->near(G::dcay_inverse(v, G::dcay(v, a)), a, 1e-13);
      for (auto const& p : this->directions()) {
        double const scale = 10 + dot(v, v);
        EXPECT_NEAR(dot(p, G::dexp_inverse(v, a)), dot(G::dexp_inverse_transpose(v, p), a),
                    1e-14 * scale);
        EXPECT_NEAR(dot(p, G::dcay_inverse(v, a)), dot(G::dcay_inverse_transpose(v, p), a),
                    1e-14 * scale);
        EXPECT_NEAR(dot(p, G::bracket(v, a)), dot(G::ad_transpose(v, p), a), 1e-14 * scale);
        auto const g = G::exp(v);
        EXPECT_NEAR(dot(p, G::Ad(g, a)), dot(G::Ad_transpose(g, p), a), 1e-14 * scale);
      }
    }
}

/// Lemmas 9.3 to 9.5 of Ferraro, Jimenez & Martin de Diego 2015.
TYPED_TEST(Groups, Lemma93VariationOfTheAdjointAction) {
  using G = TypeParam;
  for (auto const& v : this->velocities(5))
    for (auto const& zeta : this->directions())
      for (auto const& lambda : this->directions()) {
        auto const g = G::exp(v);
        auto const moving = G::compose(g, G::exp(this->along({}, zeta)));
        this->near(this->slope(G::Ad(moving, lambda)), -G::Ad(g, G::bracket(lambda, zeta)), 1e-14);
      }
}

TYPED_TEST(Groups, Lemma94DerivativeOfAdjointAfterRetraction) {
  using G = TypeParam;
  for (auto const& v : this->velocities(5))
    for (auto const& eta : this->directions())
      for (auto const& lambda : this->directions()) {
        auto const along = this->along(v, eta);
        this->near(this->slope(G::Ad(G::exp(along), lambda)),
                   -G::bracket(G::Ad(G::exp(v), lambda), G::dexp(v, eta)), 1e-13);
        this->near(this->slope(G::Ad(G::cay(along), lambda)),
                   -G::bracket(G::Ad(G::cay(v), lambda), G::dcay(v, eta)), 1e-13);
      }
}

TYPED_TEST(Groups, Lemma95TangentsAtOppositeVelocities) {
  using G = TypeParam;
  for (auto const& v : this->velocities(5))
    for (auto const& eta : this->directions()) {
      this->near(G::dexp(v, eta), G::Ad(G::exp(v), G::dexp(-v, eta)), 1e-14);
      this->near(G::dcay(v, eta), G::Ad(G::cay(v), G::dcay(-v, eta)), 1e-14);
      this->near(G::dexp_inverse(v, eta), G::dexp_inverse(-v, G::Ad(G::exp(-v), eta)), 1e-13);
      this->near(G::dcay_inverse(v, eta), G::dcay_inverse(-v, G::Ad(G::cay(-v), eta)), 1e-13);
    }
}

TEST(Rotations, StayOrthogonalAndEndAtPi) {
  for (auto const& v : Groups<SO3>::velocities(5))
    for (auto const& R : {SO3::exp(v), SO3::cay(v)})
      Groups<SO3>::near(SO3::compose(R, SO3::inverse(R)), SO3::identity<double>(), 1e-15);
  auto const half_turn = SO3::exp(Vec<double, 3>{std::numbers::pi, 0, 0});
  EXPECT_NEAR(std::abs(SO3::log(half_turn)[0]), std::numbers::pi, 1e-15);
  auto const w = SO3::cay_inverse(Vec<double, 9>{1, 0, 0, 0, -1, 0, 0, 0, -1});
  EXPECT_FALSE(std::isfinite(w[0]));
}

TEST(RemovableSingularities, KeepEveryDigit) {
  using removable::plain_value;
  for (double a : {0.0, 1e-9, 1e-4, 0.1, 1.0, 1.9, 1.999999, 2.000001, 3.0, 6.0}) {
    // Against 113 bits far from cancellation: the other branch, or exact limits at 0.
    Quad const s = Quad(a) * Quad(a), x = a;
    auto const expect = [&](double measured, Quad const& wanted) {
      EXPECT_NEAR(measured, static_cast<double>(wanted), 4e-16 * std::abs(double(wanted))) << a;
    };
    expect(sine_quotient(a * a), a == 0 ? Quad(1) : Quad(sin(x) / x));
    Quad const half = sin(x / 2);
    expect(cosine_quotient(a * a), a == 0 ? Quad(1) / 2 : Quad(2 * half * half / s));
    if (a == 0 || a > 1e-3) {
      expect(sine_remainder_quotient(a * a), a == 0 ? Quad(1) / 6 : Quad((x - sin(x)) / (s * x)));
      Quad const c = a == 0 ? Quad(1) / 12 : Quad((1 - x / 2 * cos(x / 2) / half) / s);
      EXPECT_NEAR(cotangent_quotient(a * a), double(c), 2e-15 * std::abs(double(c))) << a;
    }
  }
  // Quad series against quad quotients where both are good.
  for (double a : {1.5, 1.9}) {
    Quad const x = a, s = x * x;
    EXPECT_LT(abs(sine_quotient(s) - sin(x) / x), 1e-33);
    EXPECT_LT(abs(sine_remainder_quotient(s) - (x - sin(x)) / (s * x)), 1e-32);
  }
}

}  // namespace
}  // namespace rattleback
