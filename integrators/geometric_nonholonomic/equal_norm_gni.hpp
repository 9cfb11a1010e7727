#pragma once

#include <fmt/format.h>

#include "base/invalid_input.hpp"
#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/geometric_nonholonomic/energy_momentum_gni.hpp"
#include "integrators/geometric_nonholonomic/free_steps.hpp"
#include "integrators/geometric_nonholonomic/reduced_gni.hpp"
#include "problems/core/in_chart.hpp"

namespace rattleback {

/// Rows N = L^-1 A of the constraint forms at q, orthonormal in W: A W A^T = L L^T (Cholesky).
template <class P, class S>
struct OrthonormalRows {
  Mat<S, P::constraints, dof_of<P>> rows, raised;  ///< N and N W
  Vec<S, P::constraints> residual;                 ///< L^-1 (A v - Y)
  Mat<S, P::constraints, P::constraints> factor;   ///< L, zero above the diagonal
  bool singular = false;
};

/// Computes the rows by Gram and Schmidt's process, from the regular constraint where there is one.
/// @param v  velocity of the residual
template <NonholonomicSystem P, class S>
[[gnu::always_inline]] inline OrthonormalRows<P, S> orthonormal_rows(P const& system,
                                                                     Vec<S, size_of<P>> const& q,
                                                                     Vec<S, dof_of<P>> const& v) {
  using std::sqrt;
  static constexpr auto m = P::constraints;
  count(system, {.solves = HasConstantMass<P> ? 0 : 1});
  auto const [A, phi] = regular_constraint_terms(system, q, v);
  OrthonormalRows<P, S> r{A, {}, phi, {}};
  Mat<S, dof_of<P>, dof_of<P>> G;
  if constexpr (!ConstantMassSystem<P>) G = metric_at(system, q);
  for (int a = 0; a < m; ++a) {
    if constexpr (ConstantMassSystem<P>)
      r.raised.row[a] = mass_inverse(system, r.rows.row[a]);
    else
      r.raised.row[a] = solve_without_pivoting(G, r.rows.row[a]);
    S const whole = dot(r.rows.row[a], r.raised.row[a]);
    for (int b = 0; b < a; ++b) {
      S const part = dot(r.rows.row[a], r.raised.row[b]);
      r.factor(a, b) = part;
      r.rows.row[a] = r.rows.row[a] - part * r.rows.row[b];
      r.raised.row[a] = r.raised.row[a] - part * r.raised.row[b];
      r.residual[a] = r.residual[a] - part * r.residual[b];
    }
    S const rest = dot(r.rows.row[a], r.raised.row[a]);
    r.singular = r.singular || !(rest > S(1e-14) * whole);
    r.factor(a, a) = sqrt(rest);
    S const inverse = S(1) / r.factor(a, a);
    r.rows.row[a] = inverse * r.rows.row[a];
    r.raised.row[a] = inverse * r.raised.row[a];
    r.residual[a] = inverse * r.residual[a];
  }
  return r;
}

/// True if elimination without pivoting meets positive pivots only, as it does near the identity.
template <class S, auto m>
bool has_positive_pivots(Mat<S, m, m> a) {
  bool positive = true;
  for (int k = 0; k < m; ++k) {
    positive = positive && a(k, k) > S(0);
    for (int i = k + 1; i < m; ++i) a.row[i] = a.row[i] - a(i, k) / a(k, k) * a.row[k];
  }
  return positive;
}

/// Returns the multipliers of the problem's constraint forms that give the reaction N^T mu at q.
template <NonholonomicSystem P, class S>
Vec<S, P::constraints> multipliers_of(P const& counted, Vec<S, size_of<P>> const& q,
                                      OrthonormalRows<P, S> const& normal,
                                      Vec<S, P::constraints> const& mu) {
  static constexpr auto m = P::constraints;
  auto const& system = uncounted(counted);
  if constexpr (StatesRegularConstraint<std::remove_cvref_t<decltype(system)>>) {
    auto const A = constraint_terms(system, q, Vec<S, dof_of<P>>{}).mu;
    auto const reaction = transposed_times(normal.rows, mu);
    auto const G = metric_at(system, q);
    Mat<S, m, m> C;
    Vec<S, m> b;
    for (int i = 0; i < m; ++i) {
      auto const raised = solve_without_pivoting(G, A.row[i]);
      b[i] = dot(raised, reaction);
      for (int j = 0; j < m; ++j) C(i, j) = dot(raised, A.row[j]);
    }
    return solve(C, b).x;
  } else {
    auto x = mu;  // L^-T mu
    for (int i = length(m) - 1; i >= 0; --i) {
      for (int j = i + 1; j < m; ++j) x[i] = x[i] - normal.factor(j, i) * x[j];
      x[i] = x[i] / normal.factor(i, i);
    }
    return x;
  }
}

/// Problems of EqualNormGni. One with a chart is seen in it.
template <class P>
concept EqualNormSystem = NonholonomicSystem<P> && !HasChart<P> &&
                          (!Driven<P> || ConstantMassSystem<P> || !is_euclidean<typename P::Space>);

/// Internal state of EqualNormGni at a node.
template <class P, class S>
struct EqualNormMemory {
  Vec<S, P::constraints> mu;     ///< mu of the last interval, the initial guess for the next
  Vec<S, dof_of<P>> momentum;    ///< p~
  OrthonormalRows<P, S> normal;  ///< N
  Vec<S, dof_of<P>> xi;          ///< velocity of the last interval, a guess of implicit free steps
  Vec<S, dof_of<P>> force;       ///< -V_q, of the free step verlet

  void rescale(S ratio) { mu = ratio * mu; }
};

/// Equal-norm one-step GNI: the free step from and to momenta off the constraint, whose normal
/// parts have the same norm at both ends. State: (q, p~), p~ on the constraint.
///   p^- = p~_0 - N_0^T mu                         (a)
///   (q_1, p^+) = Phi_h(q_0, p^-)                  (b)
///   p~_1 = p^+ - N_1^T mu                         (c)
///   A_1 G_1^-1 p~_1 = Y_1                         (d)
/// N has the rows of A made orthonormal in W = G^-1 by Cholesky's factor; with several constraints
/// the map depends on this choice at O(h^2). Symmetric. A free step that preserves the energy gives
/// a step that does, since |p|_W^2 changes by |mu|^2 at either end. Unknown: mu, from (d), by
/// Broyden's method from the matrix N_1 W (N_0 + N_1)^T; an iteration takes one free step and one
/// A. The multiplier is that of (a) and (c) together, at the middle of the interval.
/// On a driven system the free step is that of gni with epsilon = 0 for a constant mass matrix on
/// R^n, and that of reduced_gni on groups, with the force at the velocity u of the interval:
///   M u = p^- + (h/2) G(q_0, u, t_0),   q_1 = q_0 + h u,   p^+ = M u + (h/2) G(q_1, u, t_1)
/// or at the nodal velocities of p~_0 and p~_1 (force=nodal), where G = -grad V + f. N_1 and (d)
/// are those at t_1.
struct EqualNormGni {
  template <class P>
  static constexpr bool uses_more_than_texts = LeftInvariantKinetic<P> && !Driven<P>;
  static constexpr bool takes_forces = true;
  enum class FreeStep { automatic, verlet, discrete_gradient, reduced, energy_momentum };
  FreeStep drift = FreeStep::automatic;
  Retraction tau = Retraction::cayley;
  GniForce discrete_force = GniForce::interval;

  static std::vector<Option> options() {
    return {
        choice_option<EqualNormGni, FreeStep>(
            "drift", &EqualNormGni::drift,
            "step of the system without constraints; automatic: verlet for a constant mass "
            "matrix on $R^{n}$, discrete_gradient for others, energy_momentum on groups where it "
            "applies, else reduced",
            {{"automatic", FreeStep::automatic},
             {"verlet", FreeStep::verlet},
             {"discrete_gradient", FreeStep::discrete_gradient},
             {"reduced", FreeStep::reduced},
             {"energy_momentum", FreeStep::energy_momentum}}),
        choice_option<EqualNormGni, Retraction>(
            "retraction", &EqualNormGni::tau,
            "map from velocities to group elements of the free step reduced",
            {{"cayley", Retraction::cayley}, {"exp", Retraction::exponential}}),
        gni_force_option<EqualNormGni>()};
  }
  static MethodCard card() {
    return {
        .id = "equal_norm_gni",
        .name = "Equal-norm geometric nonholonomic integrator",
        .equations =
            "p- = p0 - N0^T mu; (q1, p+) = Phi_h(q0, p-); p1 = p+ - N1^T mu; "
            "A1 M^-1 p1 = Y1; N = L^-1 A, L L^T = A M^-1 A^T",
        .source = "this project",
        .applies_to = "problems on $R^{n}$, in a chart, or on a Lie group",
        .starts = {{"plain", 2, 2}},
        .multiplier_node = -0.5,
        .reversible = true,
        .preserves_constraint = true,
        .no_forces_because = "its free step takes a force for a constant mass matrix or on a group",
        .known_limits = {
            {"The energy at the nodes is exact with drift = verlet if the potential is zero or "
             "linear, with drift = discrete_gradient for any potential, and with drift = "
             "energy_momentum if the potential is zero. Otherwise its error is of second order.",
             "docs/parasitic_mode.md"},
            {"With several constraints the step depends at $O(h^2)$ on the orthonormal frame $N$, "
             "which is that of Cholesky's factor.",
             "docs/parasitic_mode.md"}}};
  }
  static constexpr bool prefers_constant_mass = true;

  /// Throws InvalidInput if the free step does not apply to the system.
  template <class P, class S>
  void require(P const&, Point<P, S> const&, S) const {
    auto const refuse = [](char const* what, char const* needs, char const* nearest) {
      throw InvalidInput(fmt::format("drift={} needs {}; nearest: drift={}", what, needs, nearest));
    };
    constexpr bool euclidean = is_euclidean<typename P::Space>;
    if (Driven<P> && (drift == FreeStep::discrete_gradient || drift == FreeStep::energy_momentum))
      refuse(drift == FreeStep::discrete_gradient ? "discrete_gradient" : "energy_momentum",
             "a system without a force", euclidean ? "verlet" : "reduced");
    if (drift == FreeStep::verlet && !ConstantMassSystem<P>)
      refuse("verlet", "a constant mass matrix on R^n",
             euclidean ? "discrete_gradient" : "reduced");
    if (drift == FreeStep::discrete_gradient && !euclidean)
      refuse("discrete_gradient", "a problem on R^n or in a chart", "reduced");
    if ((drift == FreeStep::reduced || drift == FreeStep::energy_momentum) && euclidean)
      refuse(drift == FreeStep::reduced ? "reduced" : "energy_momentum",
             "a Lie group without a global chart",
             ConstantMassSystem<P> ? "verlet" : "discrete_gradient");
    if (drift == FreeStep::energy_momentum && !has_energy_momentum<P>)
      refuse("energy_momentum", "a left-invariant kinetic energy on products of R^n and SO(3)",
             "reduced");
  }

  template <EqualNormSystem P, class S>
  EqualNormMemory<P, S> memory(P const& system, Point<P, S> const& z, S) const {
    EqualNormMemory<P, S> memory{
        {}, momentum_of(system, z.q, z.v), orthonormal_rows(system, z.q, z.v), z.v, {}};
    if constexpr (ConstantMassSystem<P>)
      if (is_verlet()) memory.force = total_force(system, z.q, z.v);
    return memory;
  }

  template <EqualNormSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z, EqualNormMemory<P, S>& memory, S h) const {
    using std::sqrt;
    static constexpr auto m = P::constraints;
    auto const& [mu0, p0, normal0, xi0, force0] = memory;
    if (normal0.singular) return {{}, {}, Outcome::singular_constraints, 0};
    S const epsilon(Limits<S>::epsilon()), scale = larger(S(1), largest(p0));
    auto mu = mu0;
    S previous = scale;
    auto const& at_end = later(system, h);
    Drift<P, S> end{{}, {}, xi0};
    OrthonormalRows<P, S> normal1;
    Vec<S, dof_of<P>> v_plus, force1;
    Mat<S, m, m> slope;
    Vec<S, m> last_residual, change;
    for (int iteration = 1;; ++iteration) {
      auto p_minus = p0 - transposed_times(normal0.rows, mu);          // (a)
      end = free_step(system, z, p_minus, end.xi, force0, h, force1);  // (b)
      if (end.outcome != Outcome::ok) return {{}, {}, end.outcome, iteration};
      v_plus = velocity_of(uncounted(at_end), end.q, end.p_plus);
      normal1 = orthonormal_rows(at_end, end.q, v_plus);
      if (normal1.singular) return {{}, {}, Outcome::singular_constraints, iteration};
      Mat<S, m, m> overlap;  // N_1 W N_0^T
      for (int a = 0; a < m; ++a)
        for (int b = 0; b < m; ++b) overlap(a, b) = dot(normal1.raised.row[a], normal0.rows.row[b]);
      auto residual = normal1.residual - mu;  // (c) and (d)
      if (iteration == 1) {
        for (int a = 0; a < m; ++a)
          for (int b = 0; b < m; ++b) slope(a, b) = overlap(a, b) + S(a == b ? 1 : 0);
      } else {  // Broyden: slope . change is what the residual lost
        auto const misfit = residual - last_residual + slope * change;
        auto direction = S(1) / (dot(change, change) + S(1e-300)) * change;
        for (int a = 0; a < m; ++a)
          for (int b = 0; b < m; ++b) slope(a, b) = slope(a, b) - misfit[a] * direction[b];
      }
      last_residual = residual;
      count(system, {.solves = 1});
      change = solve_without_pivoting(slope, residual);  // slope ~ 2
      S const size = largest(change);
      mu = mu + change;
      if (!all_finite(mu)) return {{}, {}, Outcome::non_finite, iteration};
      bool const done =
          size <= 4 * epsilon * scale || (size <= sqrt(epsilon) * scale && 2 * size >= previous);
      if (done || iteration == 50) {
        if (!has_positive_pivots(overlap))  // rows have lost rank on the way
          return {{}, {}, Outcome::singular_constraints, iteration};
        if (!done) return {{}, {}, Outcome::newton_diverged, iteration};
        return finish(system, z.q, memory, end, v_plus, normal1, force1, mu, h, iteration);
      }
      previous = size;
    }
  }

 private:
  template <class P>
  static constexpr bool has_energy_momentum = KineticOfCayley<P> && !Driven<P>;
  bool is_verlet() const { return drift == FreeStep::verlet || drift == FreeStep::automatic; }

  template <class P, class S>
  Drift<P, S> free_step(P const& system, Point<P, S> const& z0, Vec<S, dof_of<P>> const& p0,
                        Vec<S, dof_of<P>> const& xi, Vec<S, dof_of<P>> const& force0, S h,
                        [[maybe_unused]] Vec<S, dof_of<P>>& force1) const {
    auto const& q0 = z0.q;
    if constexpr (!force_never_on_velocity<P>)
      if (force_depends_on_velocity(system)) return driven_free_step(system, z0, p0, xi, h);
    if constexpr (force_always_on_velocity<P>) {
      return {};  // not reached
    } else if constexpr (is_euclidean<typename P::Space>) {
      if constexpr (ConstantMassSystem<P>)
        if (is_verlet()) return verlet_step(system, q0, p0, force0, h, force1);
      return discrete_gradient_step(system, q0, p0, xi, h);
    } else {
      if constexpr (has_energy_momentum<P>)
        if (drift != FreeStep::reduced) return EnergyMomentumGni{}.free_step(system, q0, p0, xi, h);
      return ReducedGni{{}, tau}.free_step(system, q0, p0, xi, h);
    }
  }

  template <Driven P, class S>
  Drift<P, S> driven_free_step(P const& system, Point<P, S> const& z0, Vec<S, dof_of<P>> const& p0,
                               Vec<S, dof_of<P>> const& xi, S h) const {
    bool const nodal = discrete_force == GniForce::nodal;
    auto const p = nodal ? with_nodal_force(system, z0.q, z0.v, p0, h) : p0;
    auto const& end = later(system, h);
    Drift<P, S> drift;
    if constexpr (is_euclidean<typename P::Space>) {
      // M u = p^- + (h/2) G(q_0, u, t_0)
      auto const kick = [&](P const& at, auto const& q, auto const& u) {
        return nodal ? h / S(2) * force(at, q) : h / S(2) * total_force(at, q, u);
      };
      auto const residual = [&](auto const& u) {
        using T = std::remove_cvref_t<decltype(u[0])>;
        return u - mass_inverse(system, cast<T>(p) + kick(system, cast<T>(z0.q), u));
      };
      auto const root = newton<P>(residual, xi, larger(S(1), largest(xi)));
      auto q1 = z0.q + h * root.x;
      drift = {q1, momentum_of(system, q1, root.x) + kick(end, q1, root.x), root.x, root.outcome,
               root.iterations};
    } else {
      drift = ReducedGni{{}, tau, discrete_force}.free_step(system, z0.q, p, xi, h);
    }
    if (nodal) add_nodal_force(end, drift, h);
    return drift;
  }

  /// (c), as the orthogonal projection of p^+, which is the same at the root.
  template <class P, class S>
  Step<P, S> finish(P const& system, Vec<S, size_of<P>> const& q0, EqualNormMemory<P, S>& memory,
                    Drift<P, S> const& end, Vec<S, dof_of<P>> const& v_plus,
                    OrthonormalRows<P, S> const& normal1, Vec<S, dof_of<P>> const& force1,
                    Vec<S, P::constraints> const& mu, S h, int iterations) const {
    auto lambda = S(-1) / h *
                  (multipliers_of(system, q0, memory.normal, mu) +
                   multipliers_of(later(system, h), end.q, normal1, mu));
    memory.mu = mu;
    memory.normal = normal1;
    memory.momentum = end.p_plus - transposed_times(normal1.rows, normal1.residual);
    memory.xi = end.xi;
    memory.force = force1;
    return {{end.q, v_plus - transposed_times(normal1.raised, normal1.residual)},
            lambda,
            Outcome::ok,
            iterations};
  }
};

}  // namespace rattleback
