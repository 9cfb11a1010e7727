// The parasitic mode of methods that reflect momenta: law, trust times and cure.

#include <algorithm>
#include <cmath>

#include "experiments/beyond/shared/fibre_drift.hpp"
#include "experiments/beyond/shared/mode_parts.hpp"
#include "experiments/comparison/symmetric_torus_test.hpp"
#include "experiments/core/words.hpp"

namespace rattleback::beyond::parasitic_mode_study {

namespace {

RawQuad const tenth = RawQuad(1) / 10;

/// Returns the largest energy error of the pairs over the largest kinetic energy of each run.
Cases energy_errors(Study& study, std::vector<Pair> const& pairs, RawQuad step, double until) {
  Cases errors;
  for (auto const& pair : pairs) {
    auto const ended = study.execute(mode_run(pair, step, until, std::lround(1 / double(step))));
    double const error = ended.outcome == Outcome::ok ? ended.invariants.front().max_deviation /
                                                            largest(ended.kinetic_energies)
                                                      : std::nan("");
    errors.add(error, fmt::format("{} on {} {:.1e}", pair.method, pair.problem, error));
  }
  return errors;
}

/// Adds forty maxima of the deviation of the k-th invariant to a table.
void add_deviations(Table& table, Trajectory<double> const& run, std::size_t k) {
  std::size_t const part = std::max<std::size_t>(1, run.times.size() / 40);
  double most = 0;
  for (std::size_t i = 1; i < run.times.size(); ++i) {
    most = std::max(most, std::abs(run.invariant_values[i][k] - run.invariant_values[0][k]));
    if (i % part != 0) continue;
    // A logarithmic axis has no zero.
    table.add({run.times[i], std::max(most, 1e-17)});
    most = 0;
  }
}

/// Rate of the logarithm of the fibre's energy on a torus of the pendulum.
double fibre_rate(Study& study, char const* method, char const* torus, bool reversed,
                  double until) {
  auto run = mode_run({"pendulum_cvt", torus, method}, tenth, until, 10);
  if (reversed) run.v = reversed_velocity(study.problem(run.problem), run.case_name);
  return fibre_drift(study, run).rate;
}

/// Measures the drift of methods with and without a reflection on the tori a3 and a2.
void find_tori(Study& study) {
  double const until = study.quick ? 2000 : 20000;
  std::vector<std::string> words;
  auto const slower = [&](char const* method, char const* torus, bool reversed = false) {
    double const rate = fibre_rate(study, method, torus, reversed, until),
                 of_leapfrog = fibre_rate(study, "dla_leapfrog", torus, reversed, until);
    words.push_back(fmt::format("{} on {}{} {:.2e}, (4.18) {:.2e}", method, torus,
                                reversed ? " from -$v$" : "", rate, of_leapfrog));
    return std::abs(rate / of_leapfrog);
  };
  double const number = slower("equal_norm_gni", "a3"), on_a2 = slower("equal_norm_gni", "a2"),
               backwards = slower("equal_norm_gni", "a3", true), gni = slower("gni_rattle", "a3");
  study.add_finding("PM-23", {number, on_a2, {backwards, gni}}, joined(words));
}

/// Measures methods without a reflection on systems on which GNI fails (PM-14).
void find_one_step_methods(Study& study) {
  double const until = study.quick ? 200 : 1000;
  std::vector<Pair> const one_step{{"snakeboard", "FIM", "dla_leapfrog"},
                                   {"snakeboard", "FIM", "dla_midpoint"},
                                   {"chaplygin_sleigh", "FIM", "dla_midpoint"},
                                   {"chaplygin_sleigh", "FIM", "canonical_leapfrog"},
                                   {"mobile_robot", "ROB", "chaplygin_dla"},
                                   {"suslov", "SUS", "euler_poincare_suslov"}},
      reflecting{{"snakeboard", "FIM", "gni"},
                 {"chaplygin_sleigh", "FIM", "gni"},
                 {"mobile_robot", "ROB", "gni"},
                 {"suslov", "SUS", "reduced_gni"}};
  auto const errors = energy_errors(study, one_step, tenth, until);
  double least = std::numeric_limits<double>::infinity();
  std::vector<std::string> lost;
  for (auto const& pair : reflecting) {
    auto const error = energy_errors(study, {pair}, tenth, until);
    least = smaller_or_nan(least, error.largest.value);
    lost.push_back(error.words());
  }
  study.add_finding("PM-14",
                    {errors.largest.value,
                     least,
                     {energy_errors(study, one_step, tenth / 2, until).largest.value}},
                    errors.words() + ". With a mode: " + joined(lost));
}

/// Measures the equal-norm step: energies (PM-16), the tori a2 and a3 (PM-23). Tables energies_0 to
/// energies_8.
void find_equal_norm(Study& study) {
  double const until = study.quick ? 500 : 2000;
  std::vector<Pair> const cured{{"snakeboard", "FIM", "equal_norm_gni"},
                                {"chaplygin_sleigh", "FIM", "equal_norm_gni"},
                                {"mobile_robot", "ROB", "equal_norm_gni"},
                                {"suslov", "SUS", "equal_norm_gni"}};
  auto const errors = energy_errors(study, cured, tenth, until);
  study.add_finding(
      "PM-16",
      {errors.largest.value,
       energy_errors(study, {{"snakeboard", "FIM", "dla_leapfrog"}}, tenth, until).largest.value,
       {energy_errors(study, cured, tenth / 2, until).largest.value,
        energy_errors(study, cured, 2 * tenth, until).largest.value}},
      errors.words());
  find_tori(study);
  // The first entry in the rows of a trajectory is the energy.
  auto const& invariants = study.problem("pendulum_cvt").card.invariants;
  auto const fibre =
      std::size_t(std::ranges::find(invariants, "energy_fibre") - invariants.begin()) + 1;
  int curve = 0;
  for (auto const& pair :
       {Pair{"snakeboard", "FIM", "gni"}, Pair{"snakeboard", "FIM", "dla_leapfrog"},
        Pair{"snakeboard", "FIM", "equal_norm_gni"}, Pair{"chaplygin_sleigh", "FIM", "gni"},
        Pair{"chaplygin_sleigh", "FIM", "dla_midpoint"},
        Pair{"chaplygin_sleigh", "FIM", "equal_norm_gni"}, Pair{"pendulum_cvt", "a2", "gni"},
        Pair{"pendulum_cvt", "a2", "dla_leapfrog"}, Pair{"pendulum_cvt", "a2", "equal_norm_gni"}}) {
    auto const run = mode_run(pair, tenth, until);
    add_deviations(study.table(fmt::format("energies_{}", curve++), {"time", "error"}),
                   study.execute(run), run.problem == "pendulum_cvt" ? fibre : 0);
  }
}

}  // namespace

void parasitic_mode(Study& study) {
  std::vector<std::string> problems;
  for (auto const& problem : study.catalogue())
    if (!problem.driven) problems.push_back(problem.card.id);
  // The axis has the last problem at its lower end.
  study.names("problems", {problems.rbegin(), problems.rend()});
  find_growth(study);
  find_trust_times(study);
  find_trust_everywhere(study);
  find_delays(study);
  find_trace(study);
  draw_snakeboard(study);
  find_one_step_methods(study);
  find_equal_norm(study);
}

}  // namespace rattleback::beyond::parasitic_mode_study
