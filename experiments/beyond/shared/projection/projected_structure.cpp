#include "experiments/beyond/shared/projection/projected_structure.hpp"

#include <array>
#include <cmath>

#include "experiments/beyond/shared/projection/corrected_methods.hpp"
#include "experiments/beyond/shared/volume.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/trend.hpp"

namespace rattleback::beyond {

namespace {

/// Method with the steps per ten units of time that give about ten evaluations per unit.
struct Row {
  char const *column, *method, *label;
  int steps_per_ten_units;
};
constexpr std::array rows{
    Row{"leapfrog", "dla_leapfrog", "(4.18)", 100},
    Row{"constraint", "projected(odeint_rk4,constraint)", "Runge-Kutta 4, constraint", 25},
    Row{"both", "projected(odeint_rk4,both)", "Runge-Kutta 4, both", 25},
    Row{"midpoint", "projected(implicit_midpoint,symmetric)", "midpoint, symmetric", 25}};

Run run_by(Row const& row, Run const& motion, long time) {
  auto run = motion.with(RawQuad(10) / row.steps_per_ten_units, time * row.steps_per_ten_units / 10,
                         row.steps_per_ten_units / 10);
  run.method = row.method;
  return run;
}

/// Errors of energy and of the other invariant over a long run.
struct Invariants {
  double energy, other;  ///< largest deviations
  double last;           ///< mean deviation of the other invariant over the last tenth
  double evaluations;
};

Invariants invariants_of(Study& study, Run const& run, std::vector<double>& times,
                         std::vector<double>& values) {
  auto const t = study.execute(run);
  auto const& other = t.invariants.at(1);
  times = t.times;
  values.clear();
  for (auto const& row : t.invariant_values) values.push_back(row[1] - other.initial);
  double last = 0;
  std::size_t const tenth = values.size() / 10;
  for (std::size_t i = values.size() - tenth; i < values.size(); ++i)
    last += values[i] / double(tenth);
  bool const ended = t.outcome != Outcome::ok;
  return {ended ? std::nan("") : t.invariants[0].max_deviation,
          ended ? std::nan("") : other.max_deviation, ended ? std::nan("") : last,
          double(t.counts.lagrangian_derivatives)};
}

void find_invariants(Study& study) {
  long const time = study.quick ? 500 : 2000;
  std::map<std::string, double> other;
  std::vector<std::string> energies, others;
  double energy_of_leapfrog = 0, energy_of_constraint = 0;
  for (auto const* name : {"A", "B"}) {
    Run const motion{.problem = "contact_oscillator", .case_name = name};
    auto& table = study.table(name == std::string("A") ? "invariant_regular" : "invariant_chaotic",
                              {"time", "leapfrog", "constraint", "both", "midpoint"});
    for (std::size_t k = 0; k < rows.size(); ++k) {
      std::vector<double> times, values;
      auto const found = invariants_of(study, run_by(rows[k], motion, time), times, values);
      // The points of the midpoint rule would hide the others.
      for (std::size_t i = 0; i < times.size(); i += k + 1 < rows.size() ? 8 : 120) {
        std::vector<double> numbers(5, std::nan(""));
        numbers[0] = times[i];
        numbers[k + 1] = values[i];
        table.add(numbers);
      }
      energies.push_back(fmt::format("case {} {} {:.1e}", name, rows[k].label, found.energy));
      others.push_back(fmt::format("case {} {} {:.1e}, last tenth {:.1e}", name, rows[k].label,
                                   found.other, found.last));
      other[std::string(name) + rows[k].column] = found.other;
      if (rows[k].column == std::string("leapfrog"))
        energy_of_leapfrog = larger_or_nan(energy_of_leapfrog, found.energy);
      if (rows[k].column == std::string("constraint"))
        energy_of_constraint = larger_or_nan(energy_of_constraint, found.energy);
    }
  }
  study.add_finding("PR-09", energy_of_constraint / energy_of_leapfrog, joined(energies));
  double const smallest =
      smaller_or_nan(other["Aboth"] / other["Aleapfrog"], other["Bboth"] / other["Bleapfrog"]);
  study.add_finding("PR-10", smallest, joined(others));
}

void find_volumes(Study& study) {
  long const time = study.quick ? 20 : 200;
  std::map<std::string, double> sums;
  std::vector<std::string> words;
  for (auto const& row : rows) {
    auto run = run_by(row, {.problem = "contact_oscillator", .case_name = "IC-C"}, time);
    run.every = 1;
    auto const series = volume_along(study, run);
    Largest largest;
    for (double const sum : series.logarithms) largest(sum);
    sums[row.column] = largest.value;
    words.push_back(fmt::format("{} {:.1e}", row.label, largest.value));
  }
  study.add_finding("PR-11", sums["both"], joined(words));
}

/// Distance from the start after n steps, the reversal, and n steps.
double round_trip(Study& study, Run run) {
  auto const there = study.execute(run);
  run.is_method_state = true;
  run.q.emplace(there.q.back().begin(), there.q.back().end());
  run.v.emplace();
  for (double const v : there.v.back()) run.v->push_back(-v);
  auto const home = study.execute(run);
  return largest_difference(home.q.back(), there.start_q);
}

void find_reversals(Study& study) {
  std::map<std::string, double> defects;
  std::vector<std::string> words;
  for (auto const* method :
       {"dla_leapfrog", "projected(odeint_rk4,constraint)", "projected(odeint_rk4,symmetric)",
        "projected(implicit_midpoint,constraint)", "projected(implicit_midpoint,symmetric)"}) {
    // A constraint that is not quadratic: the midpoint rule violates it.
    Run run{.problem = "roller_coaster", .method = method};
    run.problem = "knife_edge";
    defects[method] = round_trip(study, run.with(RawQuad(1) / 10, 50, 0));
    words.push_back(fmt::format("{} {:.1e}", method, defects[method]));
  }
  study.add_finding("PR-12", defects["projected(implicit_midpoint,symmetric)"], joined(words));
  study.add_finding("PR-13",
                    smaller_or_nan(defects["projected(odeint_rk4,symmetric)"],
                                   defects["projected(implicit_midpoint,constraint)"]),
                    joined(words));
}

}  // namespace

void find_structure_of_projections(Study& study) {
  find_invariants(study);
  find_volumes(study);
  find_reversals(study);
}

}  // namespace rattleback::beyond
