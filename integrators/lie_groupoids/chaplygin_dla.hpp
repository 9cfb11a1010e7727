#pragma once

#include "integrators/lie_groupoids/groupoid_dla.hpp"
#include "problems/core/numbers/removable.hpp"

namespace rattleback {

/// A group and a shape space R^k.
template <class Space>
struct FibreAndShape {
  static constexpr int fibre = -1, shape = 0;
};
template <class G, auto k>
struct FibreAndShape<Product<G, R<k>>> {
  static constexpr auto fibre = G::dof, shape = k;
};

/// Left-invariant constraints on G x R^k that determine the velocity in G: xi = -A r'.
template <class P>
concept ChaplyginOnGroup = LeftInvariantConstraints<P> && LeftInvariantKinetic<P> &&
                           HasDiscreteKineticEnergy<P> &&
                           (FibreAndShape<typename P::Space>::shape > 0) &&
                           (FibreAndShape<typename P::Space>::fibre == P::constraints);

/// A planar body on two wheels, with its inertia in the motions that they allow.
template <class P>
concept RollsOnTwoWheels = ChaplyginOnGroup<P> &&
    std::same_as<typename P::Space, Product<SE2, R<2>>> && requires(P const& system) {
  system.rolling_mass(), system.rolling_inertia(), system.R, system.c;
};

/// Discrete Chaplygin systems on the Atiyah groupoid G x (R^k x R^k).
/// Iglesias, Marrero, Martin de Diego & Martinez 2008, section 4.6:
///   L_d(W, dr) = tr((W - 1) J (W - 1)^T)/(2 h) + dr^T M dr/(2 h),   M_c: W = exp(-A dr)
/// which is (4.20)-(4.24) for the robot, with the group motion g_(k+1) = g_k W_k. The solver
/// `reduced` works on the shape space with tilde L_d(dr) = L_d(exp(-A dr), dr) and X = (-A, 1):
///   D_2 tilde L_d(r_(k-1), r_k) + D_1 tilde L_d(r_k, r_(k+1)) = F^+ + F^-
///   F^+ = D_2 tilde L_d - F^+ L_d . X,   F^- = D_1 tilde L_d + F^- L_d . X
/// (the sign of F^- corrected). Unknown: for the robot v and theta of the interval; else W, or dr.
struct ChaplyginDla {
  enum class Solver { closed, generic, reduced };
  Solver solver = Solver::closed;
  static std::vector<Option> options() {
    return {choice_option<ChaplyginDla, Solver>(
        "solver", &ChaplyginDla::solver,
        "closed form where the problem has one, the generic solver, or the forced equations on the "
        "shape space",
        {{"closed", Solver::closed}, {"generic", Solver::generic}, {"reduced", Solver::reduced}})};
  }
  static MethodCard card() {
    return {.id = "chaplygin_dla",
            .name = "Discrete Chaplygin system on an Atiyah groupoid",
            .equations = "X(Ld)(W1, dr1) = X(Ld)(W2, dr2), X in D; W = exp(-A dr); g2 = g1 W1",
            .source = "Iglesias, Marrero, Martin de Diego & Martinez 2008, (4.20)-(4.24)",
            .applies_to = "Chaplygin systems on $G × R^{k}$ whose constraints are left-invariant",
            .starts = {{"plain", 2}, {"pair"}},
            .multipliers = false,
            .reversible = true,
            .preserves_constraint = true,
            .no_forces_because = "its discrete Lagrangian on the reduced groupoid has no force"};
  }
  static constexpr RetractedDistribution<Retraction::exponential> discretisation{};

  template <ChaplyginOnGroup P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z, NoMemory&, S h) const {
    if constexpr (RollsOnTwoWheels<P>)
      if (solver == Solver::closed) return robot_step(system, z, h);
    if (solver == Solver::reduced) return reduced_step(system, z, h);
    return groupoid_step(discretisation, system, z, h);
  }

  template <class P, class S>
  Point<P, S> start(P const& system, Point<P, S> const& z, S h,
                    StartPoint<P, S> const& start) const {
    return start.second ? start_of_interval(discretisation, system, z, *start.second, h) : z;
  }

  /// With S = sin(theta)/theta, Q = (1 - cos(theta))/theta, k = l m0 and the wheels' part of M_t
  /// and J_t, the momenta P_v = h M_t v, P_w = h J_t w and the interval's v and theta:
  ///   P_v = m v S - k theta Q + (M_t - m) v,    P_v+ = P_v + 2 k theta Q
  ///   P_w = J sin(theta) + k v Q + (J_t - J) theta,    P_w+ = P_w - 2 k v Q
  template <class P, class S>
  static Step<P, S> robot_step(P const& system, Point<P, S> const& z, S h) {
    using std::sin;
    auto const mass = constant_mass_matrix(system);
    S const m(mass(0, 0)), k(mass(1, 2)), J(mass(2, 2)), M_t(system.rolling_mass()),
        J_t(system.rolling_inertia()), P_v = h * M_t * z.v[0], P_w = h * J_t * z.v[2];
    auto const residual = [&](auto const& x, S const& t) {
      auto const& [v, theta] = x;
      using T = std::remove_cvref_t<decltype(v)>;
      T const square = theta * theta, sine_part = sine_quotient(square),
              Q = theta * cosine_quotient(square);
      return Vec<T, 2>{m * v * sine_part - k * theta * Q + (M_t - m) * v - S(t * P_v),
                       J * theta * sine_part + k * v * Q + (J_t - J) * theta - S(t * P_w)};
    };
    auto const root = continued_root<S, 2>(residual, S(1));
    count(system, {.lagrangian = 1 + root.iterations, .constraint = 1});
    if (root.outcome != Outcome::ok) return {{}, {}, root.outcome, root.iterations};
    auto const& [v, theta] = root.x;
    S const Q = theta * cosine_quotient(S(theta * theta)), R(system.R), c(system.c);
    S const v1 = (P_v + S(2) * k * theta * Q) / (h * M_t),
            w1 = (P_w - S(2) * k * v * Q) / (h * J_t);
    auto const along = [&](S const& speed, S const& turn) {
      return Vec<S, 5>{speed, S(0), turn, -(speed + c * turn) / R, -(speed - c * turn) / R};
    };
    auto const q1 = P::Space::compose(z.q, P::Space::exp(along(v, theta)));
    return {{q1, along(v1, w1)}, {}, Outcome::ok, root.iterations};
  }

  /// Columns of X: the velocities that the constraints leave, one for each shape velocity.
  template <class P, class S>
  static Mat<S, FibreAndShape<typename P::Space>::shape, dof_of<P>> horizontal_lifts(
      P const& system, Vec<S, size_of<P>> const& q) {
    static constexpr auto n = dof_of<P>, m = P::constraints, k = n - m;
    count(system, {.constraint = 1, .solves = 1});
    Mat<S, m, m> of_fibre;
    for (int j = 0; j < m; ++j) {
      auto const column = constraint_residual(uncounted(system), q, unit<S, n>(j));
      for (int i = 0; i < m; ++i) of_fibre(i, j) = column[i];
    }
    Mat<S, k, n> X;
    for (int j = 0; j < k; ++j) {
      auto const xi =
          solve(of_fibre, -constraint_residual(uncounted(system), q, unit<S, n>(m + j))).x;
      X.row[j] = joined(xi, unit<S, k>(j));
    }
    return X;
  }

  /// Momenta along X on both ends: F^- L_d . X = F^- - D_1 tilde L_d, F^+ L_d . X = D_2 tilde L_d -
  /// F^+; tilde L_d depends on dr alone, so that D_1 = -D_2.
  template <class P, class S>
  static Step<P, S> reduced_step(P const& system, Point<P, S> const& z, S h) {
    using G = typename P::Space;
    constexpr auto k = FibreAndShape<G>::shape;
    auto const X = horizontal_lifts(system, z.q);
    auto const mass = metric_at(system, z.q);
    auto const lifted = [&](auto const& dr) { return G::exp(transposed_times(X, dr)); };
    auto const D_2 = [&](auto const& dr) {
      using T = std::remove_cvref_t<decltype(dr[0])>;
      using D = Dual<T, k>;
      Vec<D, k> seeded;
      for (int j = 0; j < k; ++j) seeded[j] = {dr[j], unit<T, k>(j)};
      return discretisation.discrete_lagrangian(system, cast<D>(z.q), lifted(seeded), h).slope;
    };
    auto const F_minus = [&](auto const& dr) {
      return X * legendre_minus(discretisation, system, z.q, lifted(dr), h) - D_2(dr);
    };
    auto const F_plus = [&](auto const& dr) {
      return D_2(dr) - X * legendre_plus(discretisation, system, z.q, lifted(dr), h);
    };
    auto const p = X * (mass * z.v);
    auto const residual = [&](auto const& dr, S const& t) {
      using T = std::remove_cvref_t<decltype(dr[0])>;
      return h * (D_2(dr) + F_minus(dr) - cast<T>(t * p));
    };
    auto const root = continued_root<S, k>(residual, S(1));
    if (root.outcome != Outcome::ok) return {{}, {}, root.outcome, root.iterations};
    Mat<S, k, k> reduced_mass;
    for (int i = 0; i < k; ++i) reduced_mass.row[i] = X * (mass * X.row[i]);
    count(system, {.solves = 1});
    auto const shape_velocity = solve_without_pivoting(reduced_mass, D_2(root.x) - F_plus(root.x));
    return {{G::compose(z.q, lifted(root.x)), transposed_times(X, shape_velocity)},
            {},
            Outcome::ok,
            root.iterations};
  }
};

}  // namespace rattleback
