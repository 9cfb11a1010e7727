#pragma once
// Common part of the three reduced methods: momenta as internal state, starting procedures, a step
// by Newton's method or by the scalar equation, and reconstruction of the group variables.

#include <fmt/format.h>

#include <algorithm>

#include "base/invalid_input.hpp"
#include "integrators/core/mechanics/discrete_lagrangian.hpp"
#include "integrators/core/mechanics/reduced_mechanics.hpp"
#include "integrators/core/method/option.hpp"
#include "integrators/core/solve/newton.hpp"
#include "integrators/hamiltonizable/scalar_roots.hpp"
#include "problems/core/numbers/linear_solve.hpp"

namespace rattleback {

// Scalar equation of a step for a metric that depends on one coordinate c only: with the increment
// of c given, the equations are linear in the other increments. The roots of the scalar equation
// decide whether the step exists, and whether it is nearly ambiguous.

/// Increments (all coordinates) at a given increment D of coordinate c, and the residual of c's own
/// equation, in units of increments.
template <auto N, class S, class Discrete>
std::pair<Vec<S, N>, S> increments_at(Discrete const& discrete, Vec<S, N> const& r,
                                      Vec<S, N> const& p, S const& k, int c, S const& D) {
  using T = Dual<S, N>;
  // Columns of all coordinates, that of c included; the others start from 0, where the equations
  // are exact because they are linear.
  Vec<T, N> increment;
  for (int i = 0; i < N; ++i) increment[i] = {i == c ? D : S(0), unit<S, N>(i)};
  auto const a = cast<T>(r);
  auto const residual = discrete.left_momentum(a, increment, k) - cast<T>(p);
  Mat<S, N - 1, N - 1> matrix;
  Vec<S, N - 1> right;
  for (int i = 0, row = 0; i < N; ++i) {
    if (i == c) continue;
    right[row] = -residual[i].value;
    for (int j = 0, column = 0; j < N; ++j)
      if (j != c) matrix(row, column++) = residual[i].slope[j];
    ++row;
  }
  auto const others = solve_without_pivoting(matrix, right);
  Vec<S, N> full;
  for (int i = 0, next = 0; i < N; ++i) full[i] = i == c ? D : others[next++];
  return {full, k * (discrete.left_momentum(r, full, k)[c] - p[c])};
}

/// The scalar equation of a step.
template <auto N, class S>
struct ScalarEquation {
  Vec<S, N> r, p;
  S k;
  int coordinate;
  S nominal;      ///< the increment that is expected
  double window;  ///< increments that are looked at, at least

  /// The largest |D| of roots that count.
  double largest_increment() const {
    return std::max(window, 4 * std::abs(static_cast<double>(nominal)));
  }
  template <class Discrete>
  Vec<S, N> increments(Discrete const& discrete, S const& D) const {
    return increments_at(discrete, r, p, k, coordinate, D).first;
  }
  /// Returns the left-hand side of the equation. It refers to this equation and to `discrete`.
  template <class Discrete>
  ScalarFunction<S> height(Discrete const& discrete) const {
    return {[this, &discrete](S const& D) {
              return increments_at(discrete, r, p, k, coordinate, D).second;
            },
            nominal, largest_increment()};
  }
};

/// The metric depends on one shape coordinate only, and the potential at most linearly on others.
template <class P>
concept OneCoordinateMetric = ChaplyginSystem<P> && requires {
  { P::reduced_coordinate } -> std::convertible_to<int>;
};

/// newton: for every system; scalar: one equation in one increment, with all its roots in view.
enum class StepSolve { scalar, newton };

/// Discrete momenta p_i, and where the step stands.
template <class P, class S>
struct ReducedMemory {
  static constexpr auto s = shape_size<P>;
  Vec<S, s> p;                ///< p_i
  S interval = S(0);          ///< size of the next step, in the method's time
  S energy = S(0);            ///< energy of the initial point
  S tau = S(0), time = S(0);  ///< Hamiltonized time and recovered time, where a method has them
  long steps = 0;
  Vec<S, s> increment =
      {};                  ///< increment of the last step; before the first step, the expected one
  S last_interval = S(0);  ///< in which it was made
  ScalarEquation<s, S> equation = {};  ///< scalar equation of the last step, if there is one
  bool has_equation = false;
  Point<P, S> origin = {};  ///< the start, for grids that follow the exact motion

  /// Named numbers that a run reports.
  std::vector<std::pair<std::string, std::vector<S>>> report() const {
    return {{"p", {p.c, p.c + length(s)}}};
  }
  static std::vector<std::string> diagnostic_names() { return {"roots", "chosen", "gap", "slope"}; }
};

/// Throws InvalidInput where f vanishes: there the change of time is singular.
template <HamiltonizableSystem P, class S>
void require_multiplier(P const& system, Point<P, S> const& z) {
  double const f = static_cast<double>(system.multiplier(shape_of<P>(z.q)));
  if (!(std::abs(f) > 1e-12))
    throw InvalidInput(fmt::format(
        "the multiplier f of {} is {:.3g} at the start; it must not vanish", P::card().id, f));
}

/// p_0 and the first nominal increment from a start: `legendre` and `plain` take p_0 = dl/dv at the
/// start, `euler`, `exact` and `pair` the left momentum of a first interval to a second point.
template <class P, class S, class Discrete>
ReducedMemory<P, S> reduced_memory(P const& system, Point<P, S> const& z, S k, S velocity_scale,
                                   StartPoint<P, S> const& start, Discrete const& discrete) {
  ReducedMemory<P, S> memory;
  memory.energy = energy(system, z.q, z.v);
  memory.interval = k;
  memory.origin = z;
  auto const r = shape_of<P>(z.q);
  auto const v = velocity_scale * shape_of<P>(z.v);
  auto const increment = start.second ? shape_of<P>(*start.second) - r : k * v;
  if (start.name == "legendre" || start.name == "plain") {
    memory.p = discrete.gradients.of_velocity(r, v);
  } else {
    memory.p = discrete.left_momentum(r, increment, k);
  }
  memory.increment = increment;
  memory.last_interval = k;
  return memory;
}

/// One step: r_1, p_1; the state is (q_1, velocity of the interval), the velocity in the time t.
/// @param to_t  velocity in t over velocity in the method's own time, as a function of r
template <class P, class S, class Discrete, class ToT>
Step<P, S> reduced_step(P const& system, Point<P, S> const& z, ReducedMemory<P, S>& memory,
                        Discrete const& discrete, StepSolve solve, double window, ToT const& to_t) {
  static constexpr auto s = shape_size<P>;
  auto const r = shape_of<P>(z.q);
  S const k = memory.interval;
  Vec<S, s> increment;
  int iterations = 0;
  if constexpr (OneCoordinateMetric<P>) {
    if (solve == StepSolve::scalar) {
      constexpr int c = P::reduced_coordinate;
      memory.equation = {r, memory.p, k, c, memory.increment[c], window};
      memory.has_equation = true;
      long evaluations = 0;
      auto root = undoubted_root(memory.equation.height(discrete), evaluations);
      if (!root) {
        auto const [nearest, report] = nearest_of_all_roots(memory.equation.height(discrete));
        evaluations += report.evaluations;
        if (report.roots > 0) root = nearest;
      }
      count(system, {.solves = evaluations});  // each for the other increments
      if (!root) return {{}, {}, Outcome::no_real_root};
      increment = memory.equation.increments(discrete, *root);
    }
  }
  if (!OneCoordinateMetric<P> || solve == StepSolve::newton) {
    auto const residual = [&](auto const& x) {
      using T = std::remove_cvref_t<decltype(x[0])>;
      return k * (discrete.left_momentum(cast<T>(r), x, k) - cast<T>(memory.p));
    };
    auto const root = newton<P>(residual, k / memory.last_interval * memory.increment, S(1));
    if (root.outcome != Outcome::ok) return {{}, {}, root.outcome, root.iterations};
    increment = root.x;
    iterations = root.iterations;
  }
  auto const r1 = r + increment;
  memory.p = discrete.right_momentum(r, increment, k);
  memory.increment = increment;
  memory.last_interval = k;

  auto const middle = S(1) / S(2) * (r + r1);
  auto const v = to_t(middle) / k * increment;
  auto const full = lifted_velocity(system, middle, v);
  auto const lifted = lifted_velocity(system, middle, increment);
  return {{z.q + lifted, full}, {}, Outcome::ok, iterations};
}

/// Options and common parts of a method M whose `discrete(system, energy)` is its discrete
/// Lagrangian.
template <class M>
struct ReducedMethod {
  double epsilon = 0.5;
  StepSolve solve = StepSolve::scalar;
  double window = 1.5;
  static std::vector<Option> options() {
    return {
        bounded_option<M>("epsilon", &M::epsilon, 0, 1,
                          "where the discrete Lagrangian samples an interval, symmetrised"),
        choice_option<M, StepSolve>("solve", &M::solve, "how a step is solved",
                                    {{"scalar", StepSolve::scalar}, {"newton", StepSolve::newton}}),
        positive_option<M>(
            "window", &M::window,
            "increments of the reduced coordinate that scalar looks at (at least; four times "
            "the last one)")};
  }

  template <ChaplyginSystem P, class S>
  Step<P, S> step(P const& system, Point<P, S> const& z, ReducedMemory<P, S>& memory, S) const {
    return reduced_step(system, z, memory, method().discrete(system, memory.energy), solve, window,
                        [](auto const&) { return S(1); });
  }
  /// All roots of the last step's scalar equation, whose names the memory has.
  template <ChaplyginSystem P, class S>
  std::vector<double> diagnostics(P const& system, ReducedMemory<P, S> const& memory) const {
    RootReport roots;
    auto const L = method().discrete(uncounted(system), memory.energy);
    if (memory.has_equation) roots = nearest_of_all_roots(memory.equation.height(L)).second;
    return {double(roots.roots), roots.chosen, roots.gap, roots.slope};
  }
  /// Turns the last interval round: the state is then at its other end.
  template <ChaplyginSystem P, class S>
  void reverse(P const& system, Point<P, S>& z, ReducedMemory<P, S>& memory, S) const {
    auto const r = shape_of<P>(z.q);
    auto const middle = r - S(1) / S(2) * memory.increment;
    auto const L = method().discrete(system, memory.energy);
    z = {z.q - lifted_velocity(system, middle, memory.increment), -z.v};
    memory.p = L.right_momentum(r, -memory.increment, memory.last_interval);
    memory.increment = -memory.increment;
  }
  M const& method() const { return static_cast<M const&>(*this); }
};

}  // namespace rattleback
