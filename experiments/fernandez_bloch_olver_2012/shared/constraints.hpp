#pragma once
// The discrete constraint that figures 3, 7 and 10 show: as footnote 7 defines it, which decides
// the statements, and what rounding alone leaves of it.

#include "experiments/fernandez_bloch_olver_2012/shared/tables.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/ten_digits.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

/// (g_(i+1) - g_i)/k + A(r-bar) (r_(i+1) - r_i)/k on every interval.
struct ConstraintErrors {
  std::vector<double> footnote_7;  ///< g of the exact motion, r of the method
  std::vector<double> own;         ///< g from the method's own r, in double
  std::vector<double> ten_digits;  ///< the same, every operation with ten significant digits
};

/// With g_0 = 0, g_(i+1) = g_i - A(r-bar) (r_(i+1) - r_i) in the arithmetic of T: k and the
/// method's r enter it from double, then everything is done in it.
template <class T>
std::vector<double> with_own_group_variable(System const& system, Simulation const& run) {
  std::vector<double> errors;
  auto const node = [&](std::size_t i) {
    return std::array<T, 2>{T(run.trajectory.q[i][0]), T(run.trajectory.q[i][1])};
  };
  T g(0);
  for (std::size_t i = 0; i + 1 < run.nodes(); ++i) {
    auto const a = node(i), b = node(i + 1);
    T const k(run.intervals[i]);
    T const term = system.connection<T>({(a[0] + b[0]) / T(2), (a[1] + b[1]) / T(2)},
                                        {b[0] - a[0], b[1] - a[1]});
    T const next = g - term;
    T const error = (next - g) / k + term / k;
    errors.push_back(static_cast<double>(error));
    g = next;
  }
  return errors;
}

inline std::vector<double> with_exact_group_variable(System const& system, Simulation const& run) {
  std::vector<double> errors;
  for (std::size_t i = 0; i + 1 < run.nodes(); ++i) {
    double const term = system.connection<double>({run.middle(i, 0), run.middle(i, 1)},
                                                  {run.increment(i, 0), run.increment(i, 1)});
    errors.push_back((run.exact[i + 1][2] - run.exact[i][2] + term) / run.intervals[i]);
  }
  return errors;
}

inline ConstraintErrors constraint_errors(System const& system, Simulation const& run) {
  return {with_exact_group_variable(system, run), with_own_group_variable<double>(system, run),
          with_own_group_variable<TenDigits>(system, run)};
}

/// Supplies the largest and the median value of footnote 7's constraint error.
/// @param prefix  of the readings
inline void measure_constraint(Study& study, std::string const& statement,
                               std::vector<double> const& footnote_7,
                               std::string const& prefix = "") {
  double const steps = double(footnote_7.size());
  study.measure(statement, prefix + "largest", {.value = largest(footnote_7), .steps = steps});
  study.measure(statement, prefix + "median", {.value = median(footnote_7), .steps = steps});
}

/// The smaller median constraint error of RDLA and PTHDEL over that of HDEL.
inline Measured ranking_of_constraints(double rdla, double hdel, double pthdel) {
  return {.value = smaller_or_nan(rdla, pthdel) / hdel,
          .details = {{"RDLA", rdla}, {"HDEL", hdel}, {"PTHDEL", pthdel}}};
}

/// Supplies the ranking of HDEL against PTHDEL and a version of RDLA, and its control: with eight
/// times as many steps of HDEL it comes out the other way.
inline void measure_ranking(Study& study, System const& system, std::string const& statement,
                            std::array<ConstraintErrors, 3> const& all) {
  auto const finer = simulation(
      study, system, run_of(system, "hdel", "legendre", system.step / 8, 8 * system.tau_steps));
  study.control(statement, "eight times as many steps of HDEL",
                ranking_of_constraints(median(all[0].footnote_7),
                                       median(with_exact_group_variable(system, finer)),
                                       median(all[2].footnote_7)));
}

/// Figures 3 and 7 and their tables.
inline std::array<ConstraintErrors, 3> add_constraints(Study& study, System const& system) {
  std::array<ConstraintErrors, 3> all;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    auto const run = simulation(study, system, methods[m], "legendre");
    all[m] = constraint_errors(system, run);
    auto& table = study.table(methods[m], {"time", "literal", "double", "decimal"});
    for (std::size_t i = 0; i < all[m].own.size(); ++i)
      table.add({run.own_middle(i), all[m].footnote_7[i], all[m].own[i], all[m].ten_digits[i]});
  }
  return all;
}

}  // namespace rattleback::fernandez_bloch_olver_2012
