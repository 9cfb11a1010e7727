#pragma once
// Runs of section 5 of Fernandez, Bloch & Olver 2012 beside the exact motion. Entry i of an
// interval quantity belongs to the interval from node i to node i + 1.

#include <algorithm>
#include <array>

#include "experiments/core/experiment.hpp"
#include "experiments/core/series.hpp"
#include "experiments/core/words.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

/// One of the three systems: r = (x, y) or (x, phi), g' = -A r', and the data of its simulations.
struct System {
  std::string problem, name;
  RawQuad step;           ///< h = h_tau
  long steps, tau_steps;  ///< N and N_tau

  bool knife() const { return problem == "knife_edge"; }
  bool sinusoidal() const { return problem == "sinusoidal_particle"; }

  /// A(r) d.
  template <class T>
  T connection(std::array<T, 2> const& r, std::array<T, 2> const& d) const {
    using std::sin, std::tan;
    if (knife()) return T(0) - tan(r[1]) * d[0];
    return (sinusoidal() ? T(sin(r[0])) : r[0]) * d[1];
  }
  double f(double r1, double r2) const {
    if (knife()) return std::cos(r2);
    double const a = sinusoidal() ? std::sin(r1) : r1;
    return 1 / std::sqrt(1 + a * a);
  }
};

inline System const particle{"hamiltonizable_particle", "particle", RawQuad(1) / 20, 200, 60};
inline System const sinusoidal{"sinusoidal_particle", "sinusoidal particle", RawQuad(1) / 20, 200,
                               200};
inline System const knife_edge{"knife_edge", "knife edge", RawQuad(0.07), 100, 100};
inline std::vector<System> const systems{particle, sinusoidal, knife_edge};

inline std::vector<std::string> const methods{"rdla", "hdel", "pthdel"};
inline std::string name_of(std::string const& method) {
  return method == "rdla" ? "RDLA" : method == "hdel" ? "HDEL" : "PTHDEL";
}

/// The paper gives no second point r_1; its method's step is k.
inline std::vector<std::string> const starts{"euler", "legendre", "exact"};
inline std::string words_of(std::string const& start) {
  return start == "euler"      ? "r_1 = r_0 + k v_0"
         : start == "legendre" ? "r_1 from the momentum of the start"
                               : "exact r_1";
}

using Options = std::vector<std::pair<std::string, std::string>>;

/// `steps` steps of size k in the method's own time from the paper's data, every node kept.
/// @param start  empty: the method's default
inline Run run_of(System const& system, std::string const& method, std::string const& start,
                  RawQuad k, long steps, Options options = {}) {
  return {.problem = system.problem,
          .method = method,
          .case_name = "FBO",
          .step = k,
          .steps = steps,
          .start = start,
          .options = std::move(options)};
}
/// The paper's number of steps of its size. HDEL on the knife edge takes the steps of
/// tau in which t advances by h (R3).
inline Run run_of(System const& system, std::string const& method, std::string const& start) {
  bool const hdel = method == "hdel";
  return run_of(system, method, start, system.step, hdel ? system.tau_steps : system.steps,
                hdel && system.knife() ? Options{{"tau_grid", "matched"}} : Options{});
}

/// E - E_0 of interval i, or of node i + 1.
inline std::vector<double> energies_of(Trajectory<double> const& t) {
  std::vector<double> energies;
  for (std::size_t i = 1; i < t.q.size(); ++i)
    energies.push_back(t.invariant_values[i][0] - t.invariant_values[0][0]);
  return energies;
}

/// A run beside the exact motion.
struct Simulation {
  Trajectory<double> trajectory;
  double step = 0;                         ///< in the method's own time, or that of its grid
  std::vector<double> intervals;           ///< k_i, of the own time
  std::vector<double> own_times;           ///< i step; tau_i of a method that counts in tau
  std::vector<double> times;               ///< exact t that belong to the nodes
  std::vector<std::vector<double>> exact;  ///< q of the exact motion there
  std::vector<double> errors;              ///< distance of (r_1, r_2) there: "rmsd" in the paper
  std::vector<double> energies;            ///< E - E_0 (E_0 = 1) of interval i, or of node i + 1
  std::vector<double> poincare;            ///< f (E - 1) at the middle of the intervals, (49)

  std::size_t nodes() const { return trajectory.q.size(); }
  /// Coordinate c at the middle of interval i, and its increment there.
  double middle(std::size_t i, int c) const {
    return (trajectory.q[i][c] + trajectory.q[i + 1][c]) / 2;
  }
  double increment(std::size_t i, int c) const {
    return trajectory.q[i + 1][c] - trajectory.q[i][c];
  }
  double own_middle(std::size_t i) const { return (own_times[i] + own_times[i + 1]) / 2; }
};

/// Nodes of a run that counts in tau belong to the exact motion at tau_i, all others to it at i k.
inline Simulation simulation(Study& study, System const& system, Run const& run) {
  Simulation s{.trajectory = study.execute(run), .step = double(run.step)};
  auto const& t = s.trajectory;
  auto const& problem = study.problem(run.problem);
  auto const setting = run.spec().setting;

  std::vector<RawQuad> times;
  for (std::size_t i = 0; i < t.q.size(); ++i) {
    times.push_back(RawQuad(double(i)) * run.step);
    s.own_times.push_back(double(times.back()));
  }
  bool const matched = std::count(t.options.begin(), t.options.end(),
                                  Options::value_type{"tau_grid", "matched"}) > 0;
  if (!t.taus.empty() && !matched)
    times = problem.times_at(setting, {t.taus.begin(), t.taus.end()});
  for (auto const time : times) s.times.push_back(double(time));
  for (auto const& state : problem.exact(setting, times))
    s.exact.emplace_back(state.q.begin(), state.q.end());
  for (std::size_t i = 0; i < t.q.size(); ++i)
    s.errors.push_back(std::hypot(t.q[i][0] - s.exact[i][0], t.q[i][1] - s.exact[i][1]));
  s.energies = energies_of(t);
  for (std::size_t i = 0; i + 1 < t.q.size(); ++i) {
    s.intervals.push_back(t.taus.empty() ? s.step : t.taus[i + 1] - t.taus[i]);
    s.poincare.push_back(system.f(s.middle(i, 0), s.middle(i, 1)) * s.energies[i]);
  }
  return s;
}
/// The paper's.
inline Simulation simulation(Study& study, System const& system, std::string const& method,
                             std::string const& start) {
  return simulation(study, system, run_of(system, method, start));
}

/// RDLA, HDEL and PTHDEL.
inline std::vector<Simulation> simulations(Study& study, System const& system,
                                           std::string const& start = "euler") {
  std::vector<Simulation> all;
  for (auto const& method : methods) all.push_back(simulation(study, system, method, start));
  return all;
}

inline std::vector<double> second_half(std::vector<double> const& values) {
  return {values.begin() + long(values.size() / 2), values.end()};
}

/// One number for a series of errors.
struct Measure {
  std::string name;
  double (*of)(std::vector<double> const&);
};
inline std::vector<Measure> const error_measures{
    {"largest", largest},
    {"root mean square", root_mean_square},
    {"median", [](std::vector<double> const& values) { return median(values); }}};

/// The smallest ratio of neighbours of a ranking.
inline double smallest_ratio(std::array<double, 3> const& ranked) {
  return smaller_or_nan(ranked[1] / ranked[0], ranked[2] / ranked[1]);
}

/// The nonholonomic integrator (21) by either pair of forces.
struct Forces {
  std::string name, method;
};
inline std::vector<Forces> const both_forces{{"(22)-(23)", "dla_midpoint"}, {"(24)-(25)", "rdla"}};

/// A ratio with what it is of.
inline Measured ratio_of(double a, double b) {
  return {.value = a / b, .details = {{"numerator", a}, {"denominator", b}}};
}

/// The smallest ratio of neighbours among one number of the errors of RDLA, HDEL and PTHDEL.
template <class First, class Runs>
Measured ranking_of_errors(Measure const& measure, First const& rdla, Runs const& runs) {
  std::array const values{measure.of(rdla.errors), measure.of(runs[1].errors),
                          measure.of(runs[2].errors)};
  return {.value = smallest_ratio(values),
          .details = {{"RDLA", values[0]}, {"HDEL", values[1]}, {"PTHDEL", values[2]}}};
}

/// The ratio of two runs' largest errors over that of their largest energy errors.
inline Measured explanation(Simulation const& a, Simulation const& b) {
  double const errors = largest(a.errors) / largest(b.errors);
  double const energies = largest(a.energies) / largest(b.energies);
  return {.value = errors / energies,
          .details = {{"ratio of errors", errors}, {"of energy errors", energies}}};
}

/// Supplies whether errors go with energy errors, for PTHDEL against RDLA, and for r_1 = r_0 + k
/// v_0 against the other starts.
/// @param rdla  versions of RDLA, with the names that the readings have
inline void measure_explanation(Study& study, std::string const& statement, System const& system,
                                std::vector<Forces> const& rdla) {
  auto const euler = simulation(study, system, "pthdel", "euler");
  for (auto const& start : starts) {
    auto const pthdel = simulation(study, system, "pthdel", start);
    for (auto const& [name, method] : rdla)
      study.measure(statement, name + ", " + start,
                    explanation(pthdel, simulation(study, system, method, start)));
    if (start != "euler")
      study.measure(statement, "other starts", start, explanation(euler, pthdel));
  }
}

}  // namespace rattleback::fernandez_bloch_olver_2012
