#pragma once
// Three readings of the discrete constraint that figures 3, 7 and 10 show (footnote 7).

#include "experiments/fernandez_bloch_olver_2012/reduced_runs.hpp"
#include "experiments/fernandez_bloch_olver_2012/ten_digits.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

/// A(r-bar) (r_b - r_a) of the problem's connection, g' = -A r'.
template <class T>
T connection_term(std::string const& problem, std::array<T, 2> const& a,
                  std::array<T, 2> const& b) {
  using std::sin, std::tan;
  auto const middle = [&](int c) { return (a[c] + b[c]) / T(2); };
  if (problem == "hamiltonizable_particle") return middle(0) * (b[1] - a[1]);
  if (problem == "sinusoidal_particle") return sin(middle(0)) * (b[1] - a[1]);
  return T(0) - tan(middle(1)) * (b[0] - a[0]);  // knife_edge
}

/// (g_(i+1) - g_i)/k + A(r-bar) (r_(i+1) - r_i)/k on every interval, in the arithmetic of T.
struct ConstraintReadings {
  std::vector<double> literal;          ///< footnote 7: g of the exact motion, r of the method
  std::vector<double> self_consistent;  ///< g from the method's own r, in double
  std::vector<double> ten_digits;       ///< the same with ten significant digits
};

/// The reading with g_(i+1) = g_i - A(r-bar) (r_(i+1) - r_i), g_0 = 0.
template <class T>
std::vector<double> self_consistent(std::string const& problem, ReducedRun const& run) {
  std::vector<double> errors;
  auto const node = [&](std::size_t i) {
    return std::array<T, 2>{T(run.trajectory.q[i][0]), T(run.trajectory.q[i][1])};
  };
  T g(0);
  for (std::size_t i = 0; i + 1 < run.nodes(); ++i) {
    T const k(run.intervals[i]), term = connection_term<T>(problem, node(i), node(i + 1));
    T const next = g - term;
    T const error = (next - g) / k + term / k;
    errors.push_back(static_cast<double>(error));
    g = next;
  }
  return errors;
}

inline ConstraintReadings constraint_readings(std::string const& problem, ReducedRun const& run) {
  ConstraintReadings all;
  auto const& q = run.trajectory.q;
  for (std::size_t i = 0; i + 1 < run.nodes(); ++i) {
    double const term =
        connection_term<double>(problem, {q[i][0], q[i][1]}, {q[i + 1][0], q[i + 1][1]});
    all.literal.push_back((run.exact[i + 1][2] - run.exact[i][2] + term) / run.intervals[i]);
  }
  all.self_consistent = self_consistent<double>(problem, run);
  all.ten_digits = self_consistent<TenDigits>(problem, run);
  return all;
}

}  // namespace rattleback::fernandez_bloch_olver_2012
