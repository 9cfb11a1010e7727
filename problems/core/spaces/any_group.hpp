#pragma once
// Products of lines, SE(2) and SO(3) that are known at run time: one class for all of them.

#include "problems/core/spaces/product.hpp"
#include "problems/core/spaces/se2.hpp"
#include "problems/core/spaces/so3.hpp"

namespace rattleback {

/// Numbers per point of a space that is known at run time.
inline constexpr Size any_coordinates{.coordinates = 1};
/// Numbers per velocity of a space that is known at run time.
inline constexpr Size any_velocities{.velocities = 1};
/// Number of constraints that is known at run time.
inline constexpr Size any_constraints{.constraints = 1};
/// R^n with n known at run time.
using AnyEuclidean = R<any_velocities>;
/// Number of constraints of a large system, see `capacity_of_large_systems`.
inline constexpr Size any_constraints_of_large{.constraints = 1, .large = true};
/// R^n of large systems.
using LargeEuclidean = R<Size{.velocities = 1, .large = true}>;

/// Product of the factors at work (see `Sizes`), of which at most one is SE(2) and at most one
/// SO(3).
/// @tparam has_chart  true for products without SO(3): their points are coordinates
template <bool has_chart>
struct AnyGroup : FactorWise<AnyGroup<has_chart>, has_chart ? any_velocities : any_coordinates,
                             any_velocities, has_chart> {
  /// Returns the name of the space.
  static std::string name() {
    std::string all;
    each_whole([&]<class G>(int, int, int n) {
      all += (all.empty() ? "" : " x ") + (is_euclidean<G> ? "R^" + std::to_string(n) : G::name());
    });
    return all;
  }
  /// Returns the distance of two points.
  template <class T, auto size>
  static T distance(Vec<T, size> const& a, Vec<T, size> const& b) {
    using std::sqrt;
    T squares(0);
    each_whole([&]<class G>(int q, int, int n) {
      T one(0);
      if constexpr (is_euclidean<G>) {
        for (int i = q; i < q + n; ++i) one = one + (b[i] - a[i]) * (b[i] - a[i]);
        one = sqrt(one);
      } else {
        one = G::distance(part_from<G::size>(a, q), part_from<G::size>(b, q));
      }
      squares = squares + one * one;
    });
    return sqrt(squares);
  }
  /// Calls f<G>(q, v, n) for each factor G, whose first coordinate is q and first velocity v: R<1>
  /// for R^n.
  template <class F>
  static void each_whole(F const& f) {
    int q = 0, v = 0;
    for (auto const& factor : sizes_at_work.factors) {
      switch (factor.kind) {
        case Factor::euclidean:
          f.template operator()<R<1>>(q, v, factor.n);
          q += factor.n, v += factor.n;
          break;
        case Factor::se2:
          f.template operator()<SE2>(q, v, 1);
          q += 3, v += 3;
          break;
        case Factor::so3:
          if constexpr (!has_chart) f.template operator()<SO3>(q, v, 1);
          q += 9, v += 3;
          break;
        default:
          break;  // refused when a problem is read
      }
    }
  }
  /// Calls f<G>(q, v) for each factor G, and n times for R^n.
  template <class F>
  static void each(F const& f) {
    each_whole([&]<class G>(int q, int v, int n) {
      for (int i = 0; i < n; ++i) f.template operator()<G>(q + i, v + i);
    });
  }
};

}  // namespace rattleback
