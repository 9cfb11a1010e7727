#pragma once
// Discrete kinetic energy of matrix groups: the kinetic energy of the matrix W - 1 instead of a
// velocity matrix,
//   tr((W - 1) J (W - 1)^T)/2,   where the kinetic energy of v is tr(hat(v) J hat(v)^T)/2.
// For rotations this is -tr(W J) up to a constant, the discrete Lagrangian of Moser and Veselov.
// Iglesias, Marrero, Martin de Diego & Martinez 2008, sections 4.3.1 to 4.6.1.

#include <cmath>

#include "problems/core/rigid_body.hpp"
#include "problems/core/spaces/any_group.hpp"
#include "problems/core/spaces/directed_rotation.hpp"
#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/se2.hpp"
#include "problems/core/spaces/so_n.hpp"

namespace rattleback {

/// The mass tensor of a mass matrix that is constant in the velocities of a group of rotations, row
/// by row. On SO(n), n > 3, for a mass matrix diag(J_a + J_b).
template <class G>
struct MassTensor;

template <>
struct MassTensor<SO3> {
  template <class T>
  static Vec<T, 9> of(Mat<T, 3, 3> const& I) {
    auto const J = mass_tensor(I);
    return joined(joined(J.row[0], J.row[1]), J.row[2]);
  }
};
template <int n>
struct MassTensor<SO<n>> {
  template <class T>
  static Vec<T, n * n> of(Mat<T, SO<n>::dof, SO<n>::dof> const& mass) {
    static_assert(n > 2);
    Vec<T, n> with_others{};  // (n - 2) J_a + tr(J)
    for (int a = 0, k = 0; a < n; ++a)
      for (int b = 0; b < a; ++b, ++k) {
        with_others[a] = with_others[a] + mass(k, k);
        with_others[b] = with_others[b] + mass(k, k);
      }
    T trace(0);
    for (int a = 0; a < n; ++a) trace = trace + with_others[a] / T(2 * (n - 1));
    Vec<T, n * n> J{};
    for (int a = 0; a < n; ++a) J[n * a + a] = (with_others[a] - trace) / T(n - 2);
    return J;
  }
};

/// of(mass_matrix, W): for every group that has a discrete kinetic energy. momentum(mass_matrix, W)
/// is its derivative along W exp(s eta), where that is written out.
template <class G>
struct DiscreteKineticEnergy;

/// Rotations: tr(J - W J).
template <class G>
requires requires { sizeof(MassTensor<G>); }
struct DiscreteKineticEnergy<G> {
  template <class M, class T>
  static T of(Mat<M, G::dof, G::dof> const& mass, Vec<T, G::size> const& W) {
    auto const J = MassTensor<G>::of(mass);
    auto const one = G::template identity<M>();
    T sum(0);
    for (int k = 0; k < G::size; ++k) sum = sum + J[k] * (one[k] - W[k]);
    return sum;
  }
  /// -tr(W hat(eta) J)
  template <class M, class T>
  static Vec<T, G::dof> momentum(Mat<M, G::dof, G::dof> const& mass, Vec<T, G::size> const& W) {
    auto const J = MassTensor<G>::of(mass);
    Vec<T, G::dof> p;
    for (int k = 0; k < G::dof; ++k) p[k] = -dot(J, G::tangent(W, unit<M, G::dof>(k)));
    return p;
  }
};
template <>
struct DiscreteKineticEnergy<DirectedRotation> {
  template <class M, class T>
  static T of(Mat<M, 3, 3> const& I, Vec<T, 12> const& W) {
    return DiscreteKineticEnergy<SO3>::of(I, DirectedRotation::rotation(W));
  }
  template <class M, class T>
  static Vec<T, 3> momentum(Mat<M, 3, 3> const& I, Vec<T, 12> const& W) {
    return DiscreteKineticEnergy<SO3>::momentum(I, DirectedRotation::rotation(W));
  }
};

/// Planar bodies: M_12 and -M_02 are the mass times the coordinates of its centre.
template <>
struct DiscreteKineticEnergy<SE2> {
  template <class M, class T>
  static T of(Mat<M, 3, 3> const& mass, Vec<T, 3> const& W) {
    using std::sin;
    auto const& [x, y, theta] = W;
    T const s = sin(theta), half = sin(T(theta / 2)), versine = T(2) * half * half;
    return mass(0, 0) * (x * x + y * y) / 2 + mass(2, 2) * versine +
           mass(1, 2) * (s * y - versine * x) + mass(0, 2) * (s * x + versine * y);
  }
  template <class M, class T>
  static Vec<T, 3> momentum(Mat<M, 3, 3> const& mass, Vec<T, 3> const& W) {
    using std::cos, std::sin;
    auto const& [x, y, theta] = W;
    T const s = sin(theta), c = cos(theta), half = sin(T(theta / 2)), versine = T(2) * half * half;
    T const along_x = mass(0, 0) * x - mass(1, 2) * versine + mass(0, 2) * s;
    T const along_y = mass(0, 0) * y + mass(1, 2) * s + mass(0, 2) * versine;
    T const along_theta =
        mass(2, 2) * s + mass(1, 2) * (c * y - s * x) + mass(0, 2) * (c * x + s * y);
    return {c * along_x + s * along_y, c * along_y - s * along_x, along_theta};
  }
};

template <auto n>
struct DiscreteKineticEnergy<R<n>> {
  template <class M, class T>
  static T of(Mat<M, n, n> const& mass, Vec<T, n> const& W) {
    return dot(W, mass * W) / 2;
  }
  template <class M, class T>
  static Vec<T, n> momentum(Mat<M, n, n> const& mass, Vec<T, n> const& W) {
    return mass * W;
  }
};

template <class G>
struct DiscreteKineticEnergy<Opposite<G>> {
  template <class M, class T>
  static T of(Mat<M, G::dof, G::dof> const& mass, Vec<T, G::size> const& W) {
    return DiscreteKineticEnergy<G>::of(mass, W);
  }
};

/// Discrete kinetic energy of two factors that the mass matrix does not couple.
template <class A, class B>
struct DiscreteKineticEnergy<Product<A, B>> {
  template <class M, class T>
  static T of(Mat<M, A::dof + B::dof, A::dof + B::dof> const& mass,
              Vec<T, A::size + B::size> const& W) {
    auto const [first, second] = parts(mass);
    return DiscreteKineticEnergy<A>::of(first, head<A::size>(W)) +
           DiscreteKineticEnergy<B>::of(second, tail<B::size>(W));
  }
  template <class M, class T>
  static auto momentum(Mat<M, A::dof + B::dof, A::dof + B::dof> const& mass,
                       Vec<T, A::size + B::size> const& W) requires
      requires(Mat<M, A::dof, A::dof> const& first, Mat<M, B::dof, B::dof> const& second) {
    DiscreteKineticEnergy<A>::momentum(first, head<A::size>(W));
    DiscreteKineticEnergy<B>::momentum(second, tail<B::size>(W));
  }
  {
    auto const [first, second] = parts(mass);
    return joined(DiscreteKineticEnergy<A>::momentum(first, head<A::size>(W)),
                  DiscreteKineticEnergy<B>::momentum(second, tail<B::size>(W)));
  }

 private:
  template <class M>
  static std::pair<Mat<M, A::dof, A::dof>, Mat<M, B::dof, B::dof>> parts(
      Mat<M, A::dof + B::dof, A::dof + B::dof> const& mass) {
    Mat<M, A::dof, A::dof> first;
    Mat<M, B::dof, B::dof> second;
    for (int i = 0; i < A::dof; ++i) first.row[i] = head<A::dof>(mass.row[i]);
    for (int i = 0; i < B::dof; ++i) second.row[i] = tail<B::dof>(mass.row[A::dof + i]);
    return {first, second};
  }
};

/// Discrete kinetic energy of factors that the mass matrix does not couple.
template <bool has_chart>
struct DiscreteKineticEnergy<AnyGroup<has_chart>> {
  using Space = AnyGroup<has_chart>;
  template <class M>
  using Mass = Mat<M, Space::dof, Space::dof>;
  template <class M, class T>
  static T of(Mass<M> const& mass, Vec<T, Space::size> const& W) {
    T sum(0);
    Space::each_whole([&]<class G>(int q, int v, int n) {
      T one(0);
      if constexpr (is_euclidean<G>) {
        auto const p = euclidean_momentum(mass, W, q, v, n);
        for (int i = 0; i < n; ++i) one = one + W[q + i] * p[v + i];
        one = one / 2;
      } else {
        one = DiscreteKineticEnergy<G>::of(part<G>(mass, v), part_from<G::size>(W, q));
      }
      sum = q == 0 ? one : T(sum + one);
    });
    return sum;
  }
  template <class M, class T>
  static Vec<T, Space::dof> momentum(Mass<M> const& mass, Vec<T, Space::size> const& W) {
    Vec<T, Space::dof> p;
    Space::each_whole([&]<class G>(int q, int v, int n) {
      if constexpr (is_euclidean<G>) {
        auto const one = euclidean_momentum(mass, W, q, v, n);
        for (int i = 0; i < n; ++i) p[v + i] = one[v + i];
      } else {
        auto const one =
            DiscreteKineticEnergy<G>::momentum(part<G>(mass, v), part_from<G::size>(W, q));
        for (int i = 0; i < G::dof; ++i) p[v + i] = one[i];
      }
    });
    return p;
  }

 private:
  /// M W of a factor R^n.
  template <class M, class T>
  static Vec<T, Space::dof> euclidean_momentum(Mass<M> const& mass, Vec<T, Space::size> const& W,
                                               int q, int v, int n) {
    Vec<T, Space::dof> p;
    for (int i = 0; i < n; ++i) {
      p[v + i] = mass(v + i, v) * W[q];
      for (int j = 1; j < n; ++j) p[v + i] = p[v + i] + mass(v + i, v + j) * W[q + j];
    }
    return p;
  }
  template <class G, class M>
  static Mat<M, G::dof, G::dof> part(Mass<M> const& mass, int v) {
    Mat<M, G::dof, G::dof> block;
    for (int i = 0; i < G::dof; ++i)
      for (int j = 0; j < G::dof; ++j) block(i, j) = mass(v + i, v + j);
    return block;
  }
};

/// Groups and products of them on which all this is defined.
template <class P>
concept HasDiscreteKineticEnergy = HasConstantMass<P> && requires {
  sizeof(DiscreteKineticEnergy<typename P::Space>);
};

}  // namespace rattleback
