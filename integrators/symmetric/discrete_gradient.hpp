#pragma once

#include <fmt/format.h>

#include "base/invalid_input.hpp"
#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/core/method/option.hpp"
#include "integrators/core/solve/newton.hpp"
#include "integrators/symmetric/gauss_points.hpp"
#include "problems/core/energy.hpp"

namespace rattleback {

/// States a smooth basis of the velocities that the constraints allow, orthonormal in the metric M:
/// frame(q) has rows E_a with A(q) E_a = 0 and E_a . M E_b = delta_ab.
template <class P>
concept StatesFrame = NonholonomicSystem<P> &&
    requires(P const& system, Vec<double, size_of<P>> q) {
  { system.frame(q) } -> std::same_as<Mat<double, dof_of<P> - P::constraints, dof_of<P>>>;
};

/// Energy-preserving methods of second order, with the average vector field of the potential
///   g = integral of grad V(q_0 + s (q_1 - q_0)), s from 0 to 1,   q_m = (q_0 + q_1)/2.
/// form=midpoint (odelab's energy method); energy is exact, the constraint holds to O(h^2):
///   q_1 = q_0 + (h/2) (v_0 + v_1)                                         (a)
///   M (v_1 - v_0) = -h g + h A(q_m)^T lambda,   A(q_m) (v_0 + v_1) = 0    (b)
/// form=frame (the idea of Celledoni et al., arXiv 1605.02845, in the
/// problem's orthonormal frame E_a(q) of the velocities that the constraints allow, v = u^a E_a;
/// another frame is another method); energy and constraint are exact:
///   q_1 = q_0 + h E(q_m) ub,   ub = (u_0 + u_1)/2                         (c)
///   u_1 = u_0 - h (E_a(q_m) . g) - h K(q_m, E ub) ub,   K_ab(q, w) = E_a . M (D E_b . w)   (d)
/// K is skew because E is orthonormal, which makes the energy exact. Unknown: (q_1 - q_0)/h and
/// h lambda, or ub. The multiplier is that of (b), of first order, or lambda(q_m, E ub).
/// On a driven system form=midpoint takes V, A, b and the force f(q_m, (v_0 + v_1)/2) at t_1/2. The
/// balance of the energy is then exact, with the work h f.(v_0 + v_1)/2 - h lambda.b and the change
/// of V in time at both ends.
struct DiscreteGradient {
  static constexpr bool takes_forces = true;
  template <class P>
  static constexpr bool uses_more_than_texts = StatesFrame<P> || requires {
    P::potential_degree;
  };
  enum class Form { midpoint, frame };
  Form form = Form::midpoint;
  int points = 0;  ///< 0: as many as the problem's potential needs
  static std::vector<Option> options() {
    return {
        choice_option<DiscreteGradient, Form>(
            "form", &DiscreteGradient::form,
            "energy exact and constraint to $O(h^2)$, or both exact in the problem's frame",
            {{"midpoint", Form::midpoint}, {"frame", Form::frame}}),
        count_option(
            {.name = "points",
             .meaning = "Gauss points of the average vector field; auto: enough for the potential",
             .choices = {"auto"},
             .least = 1,
             .most = most_gauss_points},
            &DiscreteGradient::points)};
  }
  static MethodCard card() {
    return {
        .id = "discrete_gradient",
        .name = "Energy-preserving discrete gradient method",
        .equations =
            "q1 = q0 + h/2 (v0 + v1) in the form midpoint; M (v1 - v0) = -h g + h A(qm)^T lambda; "
            "A(qm) (v0 + v1) = 0; v = E(q) u in the form frame; q1 = q0 + h E(qm) (u0 + u1)/2; "
            "u1 = u0 - h E(qm)^T g - h K (u0 + u1)/2",
        .source = "odelab; Celledoni et al., arXiv 1605.02845",
        .applies_to =
            "vector-space problems with constant mass matrix, no terms linear in velocities, and "
            "linear constraints",
        .starts = {{"plain", 2, 1}},
        .multiplier_node = -0.5,
        .reversible = true,
        .preserves_energy = true};
  }

  /// Throws InvalidInput where the form needs a frame that the problem does not state, and where so
  /// many Gauss points do not make the energy exact: the quadrature is tried along the first step
  /// and across it.
  template <class P, class S>
  void require(P const& system, Point<P, S> const& z, S h) const {
    if (form == Form::frame && !StatesFrame<P>)
      throw InvalidInput(
          "form=frame needs a problem that states a frame, such as contact_oscillator; "
          "nearest: form=midpoint");
    if (points == 0) return;
    for (int enough = points; enough <= most_gauss_points; ++enough) {
      S const defect = energy_defect(system, z, h, enough);
      if (!(defect <= S(64) * S(Limits<S>::epsilon()))) continue;
      if (enough == points) return;
      throw InvalidInput(
          fmt::format("points={} Gauss points do not make the energy exact for this "
                      "potential and step; nearest: points={}",
                      points, enough));
    }
    throw InvalidInput(
        fmt::format("points={} Gauss points do not make the energy exact for this "
                    "potential and step, nor do {}; take a shorter step",
                    points, most_gauss_points));
  }

  template <ConstantMassSystem P, class S>
  requires(!has_affine_constraints<P> ||
           Driven<P>) Step<P, S> step(P const& system, Point<P, S> const& z0, NoMemory&, S h)
  const {
    if constexpr (StatesFrame<P>)
      if (form == Form::frame) return frame_step(system, z0, h);
    return midpoint_step(system, z0, h);
  }

  template <ConstantMassSystem P, class S>
  S work(P const& system, Point<P, S> const& z0, Vec<S, P::constraints> const&,
         Step<P, S> const& step, S h) const {
    auto const& middle = later(system, h / S(2));
    S const half = S(1) / S(2);
    Vec<S, size_of<P>> const qm = half * (z0.q + step.z.q);
    Vec<S, dof_of<P>> const vm = half * (z0.v + step.z.v), rest{};
    auto const rise = [&](P const& from, P const& to, Vec<S, size_of<P>> const& q) {
      return lagrangian_of(from, q, rest) - lagrangian_of(to, q, rest);
    };
    S power = -constraint_power(middle, qm, step.multipliers);
    if constexpr (StatesForce<P>) power = power + dot(applied_force(middle, qm, vm), vm);
    return h * power + rise(middle, later(system, h), step.z.q) + rise(system, middle, z0.q);
  }

 private:
  /// -g along the chord from q0.
  template <class P, class S, class T>
  static Vec<T, dof_of<P>> average_force(P const& system, Vec<S, size_of<P>> const& q0,
                                         Vec<T, size_of<P>> const& chord, int count) {
    auto const& rule = gauss_points(count);
    Vec<T, dof_of<P>> sum{};
    for (int i = 0; i < count; ++i) {
      auto const node = static_cast<S>(rule[i].node), weight = static_cast<S>(rule[i].weight);
      sum = sum + weight * force(system, cast<T>(q0) + node * chord);
    }
    return sum;
  }
  template <class P>
  int count_for() const {
    if (points > 0) return points;
    if constexpr (requires { P::potential_degree; })
      return std::max(1, (P::potential_degree + 1) / 2);
    else
      return standard_points;
  }
  static constexpr int standard_points = 8;

  /// Largest |V(q + d) - V(q) - g . d| of some chords d as long as a step, relative to the
  /// energies.
  template <class P, class S>
  static S energy_defect(P const& counted, Point<P, S> const& z, S h, int count) {
    using std::abs;
    auto const& system = uncounted(counted);
    static constexpr auto n = size_of<P>;
    S const speed = larger(S(1), largest(z.v));
    S worst(0);
    for (int direction = 0; direction <= n; ++direction) {
      Vec<S, n> const d = direction == n ? h * z.v : h * speed * unit<S, n>(direction);
      auto const V = [&](Vec<S, n> const& q) { return energy(system, q, S(0) * z.v); };
      S const start = V(z.q), end = V(z.q + d);
      S const along = dot(average_force(system, z.q, d, count), d);
      worst = larger(worst, abs(end - start + along) / larger(S(1), larger(abs(start), abs(end))));
    }
    return worst;
  }

  template <ConstantMassSystem P, class S>
  Step<P, S> midpoint_step(P const& system, Point<P, S> const& z0, S h) const {
    static constexpr auto n = size_of<P>, m = P::constraints;
    int const count = count_for<P>();
    auto const& middle = later(system, h / S(2));
    auto const residual = [&](auto const& x) {
      using T = std::remove_cvref_t<decltype(x[0])>;
      Vec<T, n> const vm = head<n>(x);  // (v0 + v1)/2, from (a)
      Vec<T, m> const h_lambda = tail<m>(x);
      auto const qm = z0.q + h / S(2) * vm;
      auto impulse =
          h * average_force(middle, z0.q, h * vm, count) + constraint_force(middle, qm, h_lambda);
      if constexpr (StatesForce<P>) impulse = impulse + h * applied_force(middle, qm, vm);
      return joined(S(2) * (vm - z0.v) - mass_inverse(middle, impulse),
                    constraint_residual(middle, qm, vm));  // (b)
    };
    auto const root = newton<P>(residual, joined(z0.v, S(0) * Vec<S, m>{}), S(1));
    Vec<S, n> const vm = head<n>(root.x);
    Vec<S, m> const h_lambda = tail<m>(root.x);
    return {{z0.q + h * vm, S(2) * vm - z0.v}, S(1) / h * h_lambda, root.outcome, root.iterations};
  }

  template <StatesFrame P, class S>
  Step<P, S> frame_step(P const& system, Point<P, S> const& z0, S h) const {
    static constexpr auto n = size_of<P>, k = n - P::constraints;
    int const count = count_for<P>();
    auto const u0 = components(system, z0.q, z0.v);
    auto const velocity = [&](auto const& qm, auto const& ub) {
      return transposed_times(system.frame(qm), ub);
    };
    auto const residual = [&](auto const& x) {
      using T = std::remove_cvref_t<decltype(x[0])>;
      Vec<T, n> const w = head<n>(x);
      Vec<T, k> const ub = tail<k>(x);
      Vec<T, n> const qm = z0.q + h / S(2) * w;
      auto const E = system.frame(qm);
      // Along w, the frame turns: D E_b . w
      using D = Dual<T, 1>;
      Vec<D, n> moving;
      for (int i = 0; i < n; ++i) moving[i] = {qm[i], Vec<T, 1>{w[i]}};
      auto const turning = system.frame(moving);
      auto const g = average_force(system, z0.q, h * w, count);  // -g
      auto const mass = constant_mass_matrix(system);
      Vec<T, n> turned = S(0) * w;  // sum_b (D E_b . w) ub^b
      for (int b = 0; b < k; ++b)
        for (int i = 0; i < n; ++i) turned[i] = turned[i] + turning(b, i).slope[0] * ub[b];
      Vec<T, k> change;
      for (int a = 0; a < k; ++a)
        change[a] = S(2) * (ub[a] - u0[a]) - h * dot(E.row[a], g) +
                    h * dot(E.row[a], mass * turned);      // (d)
      return joined(w - transposed_times(E, ub), change);  // (c)
    };
    auto const root = newton<P>(residual, joined(z0.v, u0), S(1));
    Vec<S, n> const w = head<n>(root.x);
    Vec<S, k> const ub = tail<k>(root.x);
    auto const q1 = z0.q + h * w;
    Step<P, S> step{{q1, velocity(q1, S(2) * ub - u0)}, {}, root.outcome, root.iterations};
    step.multipliers = accelerations(system, Point<P, S>{z0.q + h / S(2) * w, w}).multipliers;
    return step;
  }

  /// u^a = E_a . M v
  template <class P, class S>
  static auto components(P const& system, Vec<S, size_of<P>> const& q, Vec<S, dof_of<P>> const& v) {
    return system.frame(q) * (constant_mass_matrix(system) * v);
  }
};

}  // namespace rattleback
