#include "experiments/beyond/shared/mode_cures.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "experiments/beyond/shared/contenders.hpp"
#include "experiments/beyond/shared/cures/extended_field.hpp"
#include "experiments/beyond/shared/cures/failing_cures.hpp"
#include "experiments/beyond/shared/mode_measures.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/growth.hpp"
#include "experiments/measure/trend.hpp"
#include "experiments/parasitic/mode_at.hpp"

namespace rattleback::beyond {

namespace {

RawQuad const tenth = RawQuad(1) / 10;

/// Largest deviation of the k-th invariant; `drifts` if its trend exceeds its oscillation
/// amplitude.
struct Deviation {
  double largest = 0;
  bool drifts = false;
  std::string words() const {
    return fmt::format("{:.1e}, {}", largest, drifts ? "drifts" : "no drift");
  }
};
Deviation deviation_of(Trajectory<double> const& run, std::size_t k) {
  return {run.invariants[k].max_deviation,
          trend_of(run.times, column_of(run.invariant_values, k)).drifts};
}

/// Returns the largest energy error of a run and the class of its growth.
std::pair<double, Growth> energy_error(Study& study, Pair const& pair, double until) {
  auto const ended = study.execute(mode_run(pair, tenth, until, 10));
  if (ended.outcome != Outcome::ok) return {std::nan(""), Growth::undecided};
  auto errors = column_of(ended.invariant_values, 0);
  for (double const initial = errors.front(); double& error : errors) error -= initial;
  return {ended.invariants.front().max_deviation, classify_growth(ended.times, errors).kind};
}

/// Returns the energy errors of several pairs, with the class of their growth.
Cases energy_errors(Study& study, std::vector<Pair> const& pairs, double until) {
  Cases errors;
  for (auto const& pair : pairs) {
    auto const [error, growth] = energy_error(study, pair, until);
    errors.add(error, fmt::format("{} on {} {:.1e} ({})", pair.method, pair.problem, error,
                                  name_of(growth)));
  }
  return errors;
}

/// Returns the index of the fibre's energy in the rows of a trajectory, whose first entry is the
/// energy.
std::size_t fibre_of(Study& study) {
  auto const& all = study.problem("pendulum_cvt").card.invariants;
  return std::size_t(std::ranges::find(all, "energy_fibre") - all.begin()) + 1;
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

/// Measures energy errors on four systems on which GNI fails.
void find_energies(Study& study, double until) {
  Cases energies;
  for (auto const& pair :
       {Pair{"snakeboard", "FIM", "equal_norm_gni"},
        Pair{"chaplygin_sleigh", "FIM", "equal_norm_gni"},
        Pair{"mobile_robot", "ROB", "equal_norm_gni"}, Pair{"suslov", "SUS", "equal_norm_gni"}}) {
    double const error = energy_error(study, pair, until).first;
    energies.add(error, fmt::format("{} {:.1e}", pair.problem, error));
  }
  study.add_finding("PM-16", energies.largest.value, energies.words());
}

/// Measures the energy of the fibre on the tori a2 and a3.
void find_tori(Study& study) {
  auto const fibre = fibre_of(study);
  std::vector<std::string> deviations, rates;
  double of_equal_norm = 0, rate_of_equal_norm = 0;
  for (char const* const method :
       {"equal_norm_gni", "gni_rattle", "dla_leapfrog", "dla_trapezoidal"}) {
    auto const energy = deviation_of(
        study.execute(mode_run({"pendulum_cvt", "a2", method}, tenth, 2000, 10)), fibre);
    if (deviations.empty()) of_equal_norm = energy.drifts ? 1 : energy.largest;
    deviations.push_back(fmt::format("{} {}", method, energy.words()));
  }
  study.add_finding("PM-17", of_equal_norm, joined(deviations));

  double const until = study.quick ? 2000 : 4000;
  for (char const* const method : {"equal_norm_gni", "gni_rattle", "dla_leapfrog"}) {
    auto const ended = study.execute(mode_run({"pendulum_cvt", "a3", method}, tenth, until, 10));
    auto logarithms = column_of(ended.invariant_values, fibre);
    for (double& energy : logarithms) energy = std::log(energy);
    double const rate = trend_of(ended.times, logarithms).rate;
    if (rates.empty()) rate_of_equal_norm = rate;
    rates.push_back(fmt::format("{} {:.2e}", method, rate));
  }
  study.add_finding("PM-23", rate_of_equal_norm, joined(rates));
}

/// Measures reversibility, position errors and cost, also of other methods.
void find_cost(Study& study) {
  constexpr double time = 50;
  Cases reversals, iterations;
  std::vector<std::string> positions;
  std::map<std::string, double> errors;  // position errors on the snakeboard
  auto& cost = study.table("cost", {"problem", "method", "work", "error"});
  double row = 0;
  for (auto const& c : {Pair{"contact_oscillator", "A"}, Pair{"snakeboard", "FIM"},
                        Pair{"tilted_sleigh", "slides"}}) {
    auto const exact =
        study.execute(solved(mode_run(c, tenth, time, 0), "odeint_rkf78", "1e-12")).q.back();
    double column = 0;
    for (std::string const method :
         {"equal_norm_gni", "gni", "gni_rattle", "dla_leapfrog", "dla_trapezoidal"}) {
      auto const run = mode_run({c.problem, c.case_name, method.c_str()}, tenth, time, 0);
      auto const ended = study.execute(run);
      double const error = largest_difference(exact, ended.q.back());
      double const work = double(total_work(ended.counts)) / double(run.steps);
      cost.add({row, column++, work, error});
      if (run.problem == "snakeboard") errors[method] = error;
      positions.push_back(fmt::format("{} on {} {:.2e} ({:.1f} evaluations a step)", method,
                                      c.problem, error, work));
      if (method != "equal_norm_gni") continue;
      double const per_step =
          double(ended.counts.newton_iterations) / double(ended.counts.solver_steps);
      iterations.add(per_step, fmt::format("{} {:.2f}", c.problem, per_step));
      double const back = round_trip(study, run.with(run.step, 100, 0));
      reversals.add(back, fmt::format("{} {:.1e}", c.problem, back));
    }
    auto const ended = study.execute(solved(mode_run(c, 1, time, 0), "odeint_dopri5", "1e-6"));
    double const error = largest_difference(exact, ended.q.back());
    double const work = double(total_work(ended.counts)) / (10 * time);
    cost.add({row++, column, work, error});
    positions.push_back(
        fmt::format("odeint_dopri5, tolerance 1e-6, on {} {:.2e} ({:.1f} evaluations in $t$ = .1)",
                    c.problem, error, work));
  }
  study.add_finding("PM-18", reversals.largest.value, reversals.words());
  study.add_finding("PM-20", errors["equal_norm_gni"] / errors["dla_leapfrog"], joined(positions));
  study.add_finding("PM-21", iterations.largest.value, iterations.words());
}

/// Measures the volume along an orbit of the contact oscillator.
void find_volume(Study& study) {
  auto const run =
      mode_run({"contact_oscillator", "A", "equal_norm_gni"}, tenth, study.quick ? 10 : 40);
  auto const orbit = study.execute(run);
  Largest of_step;
  double sum = 0;
  for (std::size_t i = 0; i + 1 < orbit.q.size(); ++i) {
    double const log =
        volume_on_contact_oscillator(study.method(run), run.spec(), orbit.q[i], orbit.v[i]);
    of_step(log);
    sum += log;
  }
  study.add_finding("PM-19", of_step.value,
                    fmt::format("largest |log| of a step {:.1e}, sum over {} steps {:.1e}",
                                of_step.value, orbit.q.size() - 1, sum));
}

}  // namespace

void find_controls(Study& study) {
  double const until = study.quick ? 200 : 1000;
  auto const neutral = energy_errors(study,
                                     {{"contact_oscillator", "A", "gni_rattle"},
                                      {"knife_edge", "generic", "gni_rattle"},
                                      {"pendulum_cvt", "a0", "gni_rattle"},
                                      {"vertical_disk", "", "gni_rattle"},
                                      {"nonholonomic_particle", "", "gni"},
                                      {"chaplygin_sphere", "", "reduced_gni"},
                                      {"veselova", "", "reduced_gni"},
                                      {"rolling_disk", "", "reduced_gni"},
                                      {"chaplygin_top", "", "reduced_gni"}},
                                     until);
  study.add_finding("PM-13", neutral.largest.value, neutral.words());
  auto const one_step = energy_errors(study,
                                      {{"snakeboard", "FIM", "dla_leapfrog"},
                                       {"snakeboard", "FIM", "dla_midpoint"},
                                       {"chaplygin_sleigh", "FIM", "dla_midpoint"},
                                       {"chaplygin_sleigh", "FIM", "canonical_leapfrog"},
                                       {"mobile_robot", "ROB", "chaplygin_dla"},
                                       {"suslov", "SUS", "euler_poincare_suslov"}},
                                      until);
  auto const lost = energy_errors(study,
                                  {{"snakeboard", "FIM", "gni"},
                                   {"chaplygin_sleigh", "FIM", "gni"},
                                   {"mobile_robot", "ROB", "gni"},
                                   {"suslov", "SUS", "reduced_gni"}},
                                  until);
  study.add_finding("PM-14", one_step.largest.value,
                    one_step.words() + ". With a mode: " + lost.words());
}

void find_bounded_growth(Study& study) {
  double const until = study.quick ? 100 : 400;
  Cases growths;
  for (auto const& on :
       {Pair{"rolling_disk", "generic"}, Pair{"rolling_disk", "steady"},
        Pair{"chaplygin_top", "eccentric"}, Pair{"chaplygin_top", "axisymmetric"}}) {
    ModeGrowth const growth(study.problem(on.problem), setting_of(on.case_name), until);
    Largest here;
    for (std::size_t i = 0; i < growth.times().size(); ++i) here(growth.log_factors(i).front());
    growths.add(here.value, fmt::format("{} {} {:.2f}", on.problem, on.case_name, here.value));
  }
  study.add_finding("PM-25", growths.largest.value, growths.words());
}

void find_failing_cures(Study& study) {
  double survivors = 0;
  std::vector<std::string> words;
  auto const judge = [&](std::string const& id, bool survives, std::string const& what) {
    survivors += survives && id != "equal_norm_gni";
    words.push_back(id + ": " + what);
  };
  auto const run_by = [&](std::string const& id, Pair pair, RawQuad step, double until) {
    pair.method = id.c_str();
    auto const run = mode_run(pair, step, until, 10);
    return (id == "equal_norm_gni" ? study.method(run) : failing_cure(pair.problem, id))
        .integrate(run.spec());
  };
  struct Invariant {
    char const* cure;
    Pair on;
    std::size_t index;
    char const* words;
  };
  for (auto const& [cure, on, index, name] :
       {Invariant{
            "fresh_multiplier", {"contact_oscillator", "A"}, 0, "energy on contact_oscillator"},
        Invariant{"shared_multiplier",
                  {"pendulum_cvt", "a2"},
                  fibre_of(study),
                  "energy of the fibre on a2"}})
    for (std::string const id : {cure, "equal_norm_gni"}) {
      auto const energy = deviation_of(run_by(id, on, tenth, 2000), index);
      judge(id, !energy.drifts, fmt::format("{} off by {}", name, energy.words()));
    }
  for (std::string const id : {"reset", "compensated_reflection", "equal_norm_gni"}) {
    auto const ended = run_by(id, {"tilted_sleigh", "slides"}, RawQuad(1) / 20, 300);
    double const off = ended.invariants.front().max_deviation;
    double const scale = largest(ended.kinetic_energies);
    judge(id, off <= 0.01 * scale && ended.outcome == Outcome::ok,
          fmt::format("energy on tilted_sleigh off by {:.1e}, the largest kinetic energy is {:.1e}",
                      off, scale));
  }
  study.add_finding("PM-15", survivors, joined(words));
}

void find_equal_norm(Study& study) {
  double const until = study.quick ? 500 : 2000;
  find_energies(study, until);
  find_tori(study);
  find_cost(study);
  find_volume(study);
  int curve = 0;
  for (auto const& pair :
       {Pair{"snakeboard", "FIM", "gni"}, Pair{"snakeboard", "FIM", "dla_leapfrog"},
        Pair{"snakeboard", "FIM", "equal_norm_gni"}, Pair{"chaplygin_sleigh", "FIM", "gni"},
        Pair{"chaplygin_sleigh", "FIM", "dla_midpoint"},
        Pair{"chaplygin_sleigh", "FIM", "equal_norm_gni"}, Pair{"pendulum_cvt", "a2", "gni"},
        Pair{"pendulum_cvt", "a2", "dla_leapfrog"}, Pair{"pendulum_cvt", "a2", "equal_norm_gni"}}) {
    auto const run = mode_run(pair, tenth, until);
    add_deviations(study.table(fmt::format("energies_{}", curve++), {"time", "error"}),
                   study.execute(run), run.problem == "pendulum_cvt" ? fibre_of(study) : 0);
  }
}

void draw_extended_field(Study& study) {
  auto const& problem = study.problem("snakeboard");
  Pair const gni{"snakeboard", "FIM", "gni"};
  double const until = study.quick ? 10 : 25;
  auto const start = study.execute(mode_run(gni, tenth, 0.1, 1, "plain"));
  ModeAt const at(problem, setting_of("FIM"), start.start_q, start.start_v);
  Eigen::VectorXd const moved = eigen_vector(start.start_v) + 0.3 * at.unit_normal(0);
  std::vector<double> const v(moved.begin(), moved.end());
  auto const exact = extended_motion("snakeboard", "FIM", start.start_q, v, until, 200, 40);
  auto& of_field = study.table("extended_0", {"time", "size"});
  for (std::size_t i = 0; i < exact.times.size(); ++i)
    of_field.add({exact.times[i], std::sqrt(2 * exact.flipped_energy[i])});
  for (int const per_unit : {10, 40}) {
    auto& table = study.table(fmt::format("extended_{}", per_unit), {"time", "size"});
    auto run = mode_run(gni, RawQuad(1) / per_unit, until, 1, "plain");
    run.q.emplace(start.start_q.begin(), start.start_q.end());
    run.v.emplace(v.begin(), v.end());
    run.is_method_state = true;
    for (int k = 1; k <= 40; ++k) {
      long const steps = std::lround(until * k / 40 * per_unit);
      auto const ended = study.execute(run.with(run.step, steps, 0));
      auto const& node = ended.flipped->last.back();
      ModeAt const there(problem, setting_of("FIM"), node.q, node.v);
      table.add({ended.times.back(), there.of_velocity(eigen_vector(node.flipped)).norm()});
    }
  }
}

}  // namespace rattleback::beyond
