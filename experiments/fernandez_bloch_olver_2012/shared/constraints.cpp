#include "experiments/fernandez_bloch_olver_2012/shared/constraints.hpp"

#include "experiments/fernandez_bloch_olver_2012/shared/ten_digits.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// Discrete constraint with g_0 = 0, g_(i+1) = g_i - A(r-bar) (r_(i+1) - r_i) in the arithmetic of
/// T. k and the method's r are converted from double; all operations are in T.
template <class T>
std::vector<double> with_own_group_variable(System const& system, Simulation const& run) {
  T g(0);
  return run.over_intervals([&](std::size_t i) {
    auto const &a = run.trajectory.q[i], &b = run.trajectory.q[i + 1];
    T const a1(a[0]), a2(a[1]), b1(b[0]), b2(b[1]), k(run.intervals[i]);
    T const term = system.connection(std::array{(a1 + b1) / T(2), (a2 + b2) / T(2)},
                                     std::array{b1 - a1, b2 - a2});
    T const next = g - term;
    T const error = (next - g) / k + term / k;
    g = next;
    return double(error);
  });
}

}  // namespace

ConstraintErrors constraint_errors(System const& system, Simulation const& run) {
  return {with_exact_group_variable(system, run), with_own_group_variable<double>(system, run),
          with_own_group_variable<TenDigits>(system, run)};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
