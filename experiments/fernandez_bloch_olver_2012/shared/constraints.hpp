#pragma once
// The discrete constraint that figures 3, 7 and 10 show (footnote 7), in three readings.

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

/// The two readings that the printed sizes can have.
struct ConstraintReading {
  std::string name, words;
  std::vector<double> ConstraintErrors::*errors;
};
inline std::vector<ConstraintReading> const constraint_readings{
    {"footnote 7", "exact group variable, as footnote 7 says", &ConstraintErrors::footnote_7},
    {"ten digits", "group variable from the constraint, every operation with ten digits",
     &ConstraintErrors::ten_digits}};

/// Supplies the largest and the median value of each reading.
/// @param words  of the run
inline void measure_constraint(Study& study, std::string const& statement,
                               ConstraintErrors const& errors, std::string const& words) {
  for (auto const& reading : constraint_readings) {
    auto const& values = errors.*reading.errors;
    for (auto const& [measure, value] :
         {std::pair{"largest", largest(values)}, {"median", median(values)}}) {
      auto m = measured(value, "{} constraint error of {}, {}: {:.2e}", measure, words,
                        reading.words, value);
      m.steps = double(values.size());
      study.measure(statement, reading.name + ", " + measure, std::move(m));
    }
  }
}

/// Figures 3 and 7: sizes of the three methods and their ranking.
/// @param sizes  statements on RDLA, HDEL, PTHDEL
inline void measure_constraints(Study& study, System const& system, std::string const& ranking,
                                std::array<std::string, 3> const& sizes,
                                std::array<ConstraintErrors, 3> const& all) {
  std::string const run =
      fmt::format(" on the {}, steps of 0.05, {}", system.name, words_of("legendre"));
  for (std::size_t m = 0; m < methods.size(); ++m)
    measure_constraint(study, sizes[m], all[m], name_of(methods[m]) + run);
  for (auto const& reading : constraint_readings) {
    auto const of = [&](int m) { return median(all[m].*reading.errors); };
    double const ratio = smaller_or_nan(of(0), of(2)) / of(1);
    study.measure(ranking, reading.name,
                  measured(ratio,
                           "smaller median constraint error of RDLA ({:.2e}) and PTHDEL "
                           "({:.2e}) over that of HDEL ({:.2e}){}, {}: {:.3g}",
                           of(0), of(2), of(1), run, reading.words, ratio));
  }
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
