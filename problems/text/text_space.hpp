#pragma once
// Spaces of problem files for problems of the catalogue: the space that a text states, and the maps
// between its points and velocities and those of the problem.

#include <string>
#include <vector>

#include "problems/core/problem.hpp"
#include "problems/core/spaces/directed_rotation.hpp"
#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/se2.hpp"
#include "problems/core/spaces/so_n.hpp"

namespace rattleback::text {

/// Space that a text states for a problem on G. `Space` is its type; `point` and `velocity` lead
/// from the text to the problem, `stated_point` and `stated_velocity` back. A text turns the
/// velocities from `first_turned` on, `turned` of them, by an orthogonal matrix: their sum of
/// squares stays. `stated_index` is the velocity of a text that a constraint determines in place of
/// one of the problem. Without `Space` a text cannot state problems on G.
template <class G>
struct TextSpace {};

/// A space that is stated unchanged.
template <class G>
struct UnchangedSpace {
  using Space = G;
  static constexpr int first_turned = 0, turned = 0;
  static constexpr int stated_index(int of_velocity) { return of_velocity; }
  template <class T>
  static T point(T const& stated) {
    return stated;
  }
  template <class T>
  static T stated_point(T const& q) {
    return q;
  }
  template <class Q, class T>
  static T velocity(Q const&, T const& stated) {
    return stated;
  }
  template <class Q, class T>
  static T stated_velocity(Q const&, T const& v) {
    return v;
  }
};

template <int n>
struct TextSpace<R<n>> : UnchangedSpace<R<n>> {};
template <>
struct TextSpace<SE2> : UnchangedSpace<SE2> {};
template <>
struct TextSpace<SO3> : UnchangedSpace<SO3> {};

/// The direction is the third row of the rotation.
template <>
struct TextSpace<DirectedRotation> : UnchangedSpace<SO3> {
  template <class T>
  static Vec<T, 12> point(Vec<T, 9> const& stated) {
    return DirectedRotation::with_direction(stated);
  }
  template <class T>
  static Vec<T, 9> stated_point(Vec<T, 12> const& q) {
    return DirectedRotation::rotation(q);
  }
};

/// (X_21, X_31, X_32) = (w3, -w2, w1).
template <>
struct TextSpace<SO<3>> : UnchangedSpace<SO3> {
  static constexpr int stated_index(int of_velocity) { return 2 - of_velocity; }
  template <class T>
  static Vec<T, 3> velocity(Vec<T, 9> const&, Vec<T, 3> const& stated) {
    return {stated[2], -stated[1], stated[0]};
  }
  template <class T>
  static Vec<T, 3> stated_velocity(Vec<T, 9> const&, Vec<T, 3> const& v) {
    return {v[2], -v[1], v[0]};
  }
};

/// The angular velocity in space is R w.
template <>
struct TextSpace<Opposite<SO3>> : UnchangedSpace<SO3> {
  static constexpr int first_turned = 0, turned = 3;
  template <class T>
  static Vec<T, 3> velocity(Vec<T, 9> const& R, Vec<T, 3> const& stated) {
    return SO3::Ad(R, stated);
  }
  template <class T>
  static Vec<T, 3> stated_velocity(Vec<T, 9> const& R, Vec<T, 3> const& v) {
    return SO3::Ad_transpose(R, v);
  }
};

/// A product, factor by factor.
template <class A, class B>
requires requires {
  typename TextSpace<A>::Space;
  typename TextSpace<B>::Space;
}
struct TextSpace<Product<A, B>> {
  using First = TextSpace<A>;
  using Second = TextSpace<B>;
  using Space = Product<typename First::Space, typename Second::Space>;
  static_assert(First::turned == 0 || Second::turned == 0);
  static constexpr int turned = First::turned + Second::turned;
  static constexpr int first_turned =
      First::turned > 0 ? First::first_turned : A::dof + Second::first_turned;
  static constexpr int stated_index(int of_velocity) {
    return of_velocity < A::dof ? First::stated_index(of_velocity)
                                : A::dof + Second::stated_index(of_velocity - A::dof);
  }

  template <class T>
  static Vec<T, A::size + B::size> point(Vec<T, Space::size> const& stated) {
    return joined(First::point(head<First::Space::size>(stated)),
                  Second::point(tail<Second::Space::size>(stated)));
  }
  template <class T>
  static Vec<T, Space::size> stated_point(Vec<T, A::size + B::size> const& q) {
    return joined(First::stated_point(head<A::size>(q)), Second::stated_point(tail<B::size>(q)));
  }
  template <class T, class U>
  static auto velocity(Vec<T, Space::size> const& stated, Vec<U, Space::dof> const& v) {
    return joined(First::velocity(head<First::Space::size>(stated), head<A::dof>(v)),
                  Second::velocity(tail<Second::Space::size>(stated), tail<B::dof>(v)));
  }
  template <class T, class U>
  static auto stated_velocity(Vec<T, A::size + B::size> const& q, Vec<U, Space::dof> const& v) {
    return joined(First::stated_velocity(head<A::size>(q), head<A::dof>(v)),
                  Second::stated_velocity(tail<B::size>(q), tail<B::dof>(v)));
  }
};

/// SE(2) x R^n is stated on R^(n+3), in the velocities of the coordinates: the program is built for
/// such spaces.
template <int n>
struct TextSpace<Product<SE2, R<n>>> : UnchangedSpace<R<n + 3>> {
  static constexpr int first_turned = 0, turned = 2;
  template <class T>
  static Vec<T, n + 3> velocity(Vec<T, n + 3> const& q, Vec<T, n + 3> const& stated) {
    using std::cos, std::sin;
    T const c = cos(q[2]), s = sin(q[2]);
    auto v = stated;
    v[0] = c * stated[0] + s * stated[1];
    v[1] = c * stated[1] - s * stated[0];
    return v;
  }
  template <class T>
  static Vec<T, n + 3> stated_velocity(Vec<T, n + 3> const& q, Vec<T, n + 3> const& v) {
    return Product<SE2, R<n>>::tangent(q, v);
  }
};

/// Factors of a space and names of its velocities, as a text has them; coordinates are counted from
/// `first` on.
template <class G>
struct SpaceNames;
template <int n>
struct SpaceNames<R<n>> {
  static void add(std::vector<std::string>& factors, std::vector<std::string>& velocities,
                  std::vector<std::string> const& coordinates, int first) {
    factors.push_back("R" + std::to_string(n));
    for (int i = 0; i < n; ++i)
      velocities.push_back(time_derivatives({coordinates[first + i]}).front());
  }
};
template <>
struct SpaceNames<SE2> {
  static void add(std::vector<std::string>& factors, std::vector<std::string>& velocities,
                  std::vector<std::string> const&, int) {
    factors.emplace_back("SE2");
    velocities.insert(velocities.end(), {"v1", "v2", "w"});
  }
};
template <>
struct SpaceNames<SO3> {
  static void add(std::vector<std::string>& factors, std::vector<std::string>& velocities,
                  std::vector<std::string> const&, int) {
    factors.emplace_back("SO3");
    velocities.insert(velocities.end(), {"w1", "w2", "w3"});
  }
};
template <class A, class B>
struct SpaceNames<Product<A, B>> {
  static void add(std::vector<std::string>& factors, std::vector<std::string>& velocities,
                  std::vector<std::string> const& coordinates, int first) {
    SpaceNames<A>::add(factors, velocities, coordinates, first);
    SpaceNames<B>::add(factors, velocities, coordinates, first + A::size);
  }
};

}  // namespace rattleback::text
