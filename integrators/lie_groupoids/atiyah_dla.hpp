#pragma once

#include <cmath>

#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/lie_groupoids/discrete_kinetic_energy.hpp"

namespace rattleback {

/// Velocity of the contact point over the next interval.
template <class S>
struct AtiyahMemory {
  Vec<S, 2> next;
  std::vector<std::pair<std::string, std::vector<S>>> report() const {
    return {{"next_interval_velocity", {next[0], next[1]}}};
  }
};

/// Bodies whose configuration is a point of the plane and a rotation with spatial angular velocity,
/// and whose inertia is one number.
template <class P>
concept HomogeneousBall = NonholonomicSystem<P> &&
    std::same_as<typename P::Space, Product<R<2>, Opposite<SO3>>> && requires(P const& system) {
  system.gyration_rate();
};

/// Discrete Lagrange-d'Alembert integrator of the rolling ball on the Atiyah groupoid.
/// Iglesias, Marrero, Martin de Diego & Martinez 2008, with u_k = (x_(k+1) - x_k)/h, v_k =
/// (y_(k+1) - y_k)/h, the means x-bar, y-bar over an interval and W_k = R_(k+1) R_k^T:
///   (u_(k+1), v_(k+1)) = A (u_k, v_k), the rotation by 2 atan(alpha h/2)        (4.14), (4.15)
///   w = axial(W_k - W_k^T)/(2 h):   r w_2 = u_k + Omega y-bar,   r w_1 = -(v_k - Omega x-bar),
///   w_3 constant                                                              (4.16) to (4.18)
/// W_k exists while h |w| <= 1; of the two, the one near the identity is taken. State: node k, the
/// velocity (u, v, w) of the interval that ends there. The start `plain` matches the momentum:
/// u_0 + (alpha h/2) v_0 = vx(0), v_0 - (alpha h/2) u_0 = vy(0).
struct AtiyahDla {
  static MethodCard card() {
    return {.id = "atiyah_dla",
            .name = "Discrete Lagrange-d'Alembert integrator on the Atiyah groupoid",
            .equations =
                "(u, v)2 = A (u, v)1; r w2 = u + Omega ym; r w1 = -(v - Omega xm); "
                "W - W^T = 2 h hat(w); R2 = W R1",
            .source = "Iglesias, Marrero, Martin de Diego & Martinez 2008, (4.14)-(4.18)",
            .applies_to = "the homogeneous ball on a rotating table",
            .starts = {{"plain", 2}, {"exact", 2}, {"euler", 1}, {"pair"}},
            .velocity_node = -0.5,
            .multipliers = false,
            .reversible = true,
            .preserves_constraint = true,
            .no_forces_because = "its discrete Lagrangian on the Atiyah groupoid has no force"};
  }
  template <class P>
  static constexpr bool runs_on_lanes = true;

  /// v turned by 2 atan(t).
  template <class S>
  static Vec<S, 2> turned(Vec<S, 2> const& v, S const& t) {
    S const scale = S(1) / (S(1) + t * t), c = scale * (S(1) - t * t), s = scale * S(2) * t;
    return {c * v[0] - s * v[1], s * v[0] + c * v[1]};
  }
  /// W with axial(W - W^T)/2 = a, |a| <= 1, near the identity.
  template <class S>
  static Vec<S, 9> rotation(Vec<S, 3> const& a) {
    using std::sqrt;
    S const cosine = sqrt(S(1) - dot(a, a));
    auto const hat = SO3::hat(a);
    return SO3::identity<S>() + hat + S(1) / (S(1) + cosine) * SO3::compose(hat, hat);
  }

  template <HomogeneousBall P, class S>
  AtiyahMemory<S> memory(P const& system, Point<P, S> const& z, S h,
                         StartPoint<P, S> const& start) const {
    Vec<S, 2> const v = head<2>(z.v);
    S const t = system.gyration_rate() * h / S(2), scale = S(1) / (S(1) + t * t);
    if (start.second) return {S(1) / h * (head<2>(*start.second) - head<2>(z.q))};
    if (start.name == "euler") return {v};
    return {{scale * (v[0] - t * v[1]), scale * (v[1] + t * v[0])}};
  }

  template <HomogeneousBall P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z, AtiyahMemory<S>& memory, S h) const {
    count(system, {.lagrangian = 1, .constraint = 1});  // solved in closed form
    auto const u = memory.next;
    auto const x0 = head<2>(z.q), x1 = x0 + h * u, mean = S(1) / S(2) * (x0 + x1);
    Vec<S, 3> const w{-(u[1] - system.Omega * mean[0]) / system.r,
                      (u[0] + system.Omega * mean[1]) / system.r, z.v[4]};
    auto const exists = dot(h * w, h * w) <= S(1);
    if constexpr (!OnLanes<S>)
      if (!exists) return {{}, {}, Outcome::no_real_root};
    auto const R1 = SO3::compose(rotation(h * w), tail<9>(z.q));
    memory.next = turned(u, S(system.gyration_rate() * h / S(2)));
    return {{select(exists, joined(x1, R1), not_numbers<S, 11>()), joined(u, w)}, {}};
  }

  /// Turns the last interval round: the state is then at its other end.
  template <class P, class S>
  void reverse(P const& system, Point<P, S>& z, AtiyahMemory<S>& memory, S h) const {
    auto const x0 = head<2>(z.q) - h * head<2>(z.v);
    auto const R0 = SO3::compose(rotation(-h * tail<3>(z.v)), tail<9>(z.q));
    z = {joined(x0, R0), -z.v};
    memory.next = turned(head<2>(z.v), S(system.gyration_rate() * h / S(2)));
  }
};

}  // namespace rattleback
