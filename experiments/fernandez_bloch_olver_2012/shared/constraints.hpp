#pragma once
// Discrete constraint of figures 3, 7 and 10: by the definition of footnote 7, which decides the
// statements of figure 3, and its part due to rounding alone.

#include "experiments/fernandez_bloch_olver_2012/shared/tables.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

/// Values of (g_(i+1) - g_i)/k + A(r-bar) (r_(i+1) - r_i)/k on every interval.
struct ConstraintErrors {
  std::vector<double> footnote_7;  ///< g of the exact motion, r of the method
  std::vector<double> own;         ///< g from the method's own r, in double precision
  std::vector<double> ten_digits;  ///< as `own`, each operation with ten significant digits
};

inline std::vector<double> with_exact_group_variable(System const& system, Simulation const& run) {
  return run.over_intervals([&](std::size_t i) {
    double const term = system.connection(run.middle(i), run.increment(i));
    return (run.exact[i + 1][2] - run.exact[i][2] + term) / run.intervals[i];
  });
}

ConstraintErrors constraint_errors(System const& system, Simulation const& run);

/// Prefix of the readings with the method's own group variable, for figures 7 and 10, whose texts
/// do not repeat footnote 7.
inline std::string const own_in_ten_digits = "own group variable, ten digits, ";

/// Supplies the largest and the median value of a constraint error.
/// @param prefix  prefix of the readings
inline void measure_constraint(Study& study, std::string const& statement,
                               std::vector<double> const& errors, std::string const& prefix = "") {
  supply(study, "",
         {{statement, prefix + "largest", largest(errors)},
          {statement, prefix + "median", median(errors)}},
         {.value = 0, .steps = double(errors.size())});
}
/// Supplies these values by footnote 7 and with the method's own group variable.
inline void measure_constraint(Study& study, std::string const& statement,
                               ConstraintErrors const& errors, std::string const& prefix = "") {
  measure_constraint(study, statement, errors.footnote_7, prefix);
  measure_constraint(study, statement, errors.ten_digits, own_in_ten_digits + prefix);
}

/// Ratio of the smaller median constraint error of RDLA and PTHDEL to that of HDEL.
inline Measured ranking_of_constraints(std::vector<double> const& rdla,
                                       std::vector<double> const& hdel,
                                       std::vector<double> const& pthdel) {
  std::array const of{median(rdla), median(hdel), median(pthdel)};
  return with_three(smaller_or_nan(of[0], of[2]) / of[1], of);
}

/// Supplies the ranking of HDEL against PTHDEL and a version of RDLA, and its control: with eight
/// times as many steps of HDEL the ranking is reversed.
inline void measure_ranking(Study& study, System const& system, std::string const& statement,
                            std::array<ConstraintErrors, 3> const& all) {
  auto const finer = simulation(
      study, system, run_of(system, "hdel", "legendre", system.step / 8, 8 * system.tau_steps));
  study.control(statement, "eight times as many steps of HDEL",
                ranking_of_constraints(all[0].footnote_7, with_exact_group_variable(system, finer),
                                       all[2].footnote_7));
}

/// Adds the tables of figures 3 and 7 and returns their errors.
inline std::array<ConstraintErrors, 3> add_constraints(Study& study, System const& system) {
  std::array<ConstraintErrors, 3> all;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    auto const run = simulation(study, system, methods[m], "legendre");
    all[m] = constraint_errors(system, run);
    tabulate(study, methods[m],
             {{"time", run.own_middles()},
              {"literal", all[m].footnote_7},
              {"double", all[m].own},
              {"decimal", all[m].ten_digits}});
  }
  return all;
}

}  // namespace rattleback::fernandez_bloch_olver_2012
