#include "experiments/beyond/shared/mode_cures.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "experiments/beyond/shared/cures/extended_field.hpp"
#include "experiments/beyond/shared/cures/failing_cures.hpp"
#include "experiments/beyond/shared/mode_measures.hpp"
#include "experiments/core/series.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/growth.hpp"
#include "experiments/measure/trend.hpp"
#include "experiments/parasitic/mode_at.hpp"

namespace rattleback::beyond {

namespace {

struct Pair {
  char const *problem, *case_name, *method;
};

/// Largest deviation of the k-th invariant, and whether it moves by more than it swings.
struct Deviation {
  double largest = 0;
  bool drifts = false;
};
Deviation deviation_of(Trajectory<double> const& run, std::size_t k) {
  std::vector<double> values;
  for (auto const& row : run.invariant_values) values.push_back(row[k]);
  return {run.invariants[k].max_deviation, trend_of(run.times, values).drifts};
}

/// Energy error of a run: largest value and class of its growth.
std::pair<double, Growth> energy_error(Study& study, Pair const& pair, double until) {
  auto run = mode_run(pair.problem, pair.case_name, pair.method, "", RawQuad(1) / 10, until);
  run.every = 10;
  auto const ended = study.execute(run);
  if (ended.outcome != Outcome::ok) return {std::nan(""), Growth::undecided};
  std::vector<double> errors;
  for (auto const& row : ended.invariant_values)
    errors.push_back(row[0] - ended.invariant_values.front()[0]);
  return {ended.invariants.front().max_deviation, classify_growth(ended.times, errors).kind};
}

/// Largest energy error of several pairs, and all of them as text with the class of their growth.
std::pair<double, std::string> energy_errors(Study& study, std::vector<Pair> const& pairs,
                                             double until) {
  Largest most;
  std::vector<std::string> words;
  for (auto const& pair : pairs) {
    auto const [error, growth] = energy_error(study, pair, until);
    most(error);
    words.push_back(
        fmt::format("{} on {} {:.1e} ({})", pair.method, pair.problem, error, name_of(growth)));
  }
  return {most.value, fmt::format("{}", fmt::join(words, "; "))};
}

/// Index of an invariant in the rows of a trajectory, whose first is the energy.
std::size_t invariant_at(ProblemEntry const& problem, std::string const& name) {
  auto const& all = problem.card.invariants;
  return std::size_t(std::find(all.begin(), all.end(), name) - all.begin()) + 1;
}

/// Forty maxima of the deviation of the k-th invariant.
void add_deviations(Table& table, Trajectory<double> const& run, std::size_t k) {
  std::size_t const part = std::max<std::size_t>(1, run.times.size() / 40);
  double most = 0;
  for (std::size_t i = 1; i < run.times.size(); ++i) {
    most = std::max(most, std::abs(run.invariant_values[i][k] - run.invariant_values[0][k]));
    if (i % part != 0) continue;
    // Zero has no place on a logarithmic axis.
    table.add({run.times[i], std::max(most, 1e-17)});
    most = 0;
  }
}

}  // namespace

void find_controls(Study& study) {
  double const until = study.quick ? 200 : 1000;
  auto const [neutral, neutral_words] = energy_errors(study,
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
  study.find("PM-13", neutral, neutral_words);
  auto const [one_step, one_step_words] =
      energy_errors(study,
                    {{"snakeboard", "FIM", "dla_leapfrog"},
                     {"snakeboard", "FIM", "dla_midpoint"},
                     {"chaplygin_sleigh", "FIM", "dla_midpoint"},
                     {"chaplygin_sleigh", "FIM", "canonical_leapfrog"},
                     {"mobile_robot", "ROB", "chaplygin_dla"},
                     {"suslov", "SUS", "euler_poincare_suslov"}},
                    until);
  auto const [lost, lost_words] = energy_errors(study,
                                                {{"snakeboard", "FIM", "gni"},
                                                 {"chaplygin_sleigh", "FIM", "gni"},
                                                 {"mobile_robot", "ROB", "gni"},
                                                 {"suslov", "SUS", "reduced_gni"}},
                                                until);
  study.find("PM-14", one_step, one_step_words + ". With a mode: " + lost_words);
}

void find_bounded_growth(Study& study) {
  double const until = study.quick ? 100 : 400;
  std::vector<std::string> words;
  Largest most;
  for (auto const& pair :
       {Pair{"rolling_disk", "generic", ""}, Pair{"rolling_disk", "steady", ""},
        Pair{"chaplygin_top", "eccentric", ""}, Pair{"chaplygin_top", "axisymmetric", ""}}) {
    ModeGrowth const growth(study.problem(pair.problem), setting_of(pair.case_name), until);
    Largest here;
    for (std::size_t i = 0; i < growth.times().size(); ++i) here(growth.log_factors(i).front());
    most(here.value);
    words.push_back(fmt::format("{} {} {:.2f}", pair.problem, pair.case_name, here.value));
  }
  study.find("PM-25", most.value, fmt::format("{}", fmt::join(words, "; ")));
}

void find_failing_cures(Study& study) {
  double survivors = 0;
  std::vector<std::string> words;
  auto const judge = [&](std::string const& id, bool survives, std::string const& what) {
    survivors += survives;
    words.push_back(id + ": " + what);
  };
  auto const run_of = [&](std::string const& id, std::string const& problem,
                          std::string const& case_name, RawQuad step, double until) {
    auto run = mode_run(problem, case_name, id, "", step, until);
    run.every = 10;
    return (id == "equal_norm_gni" ? study.method(run) : failing_cure(problem, id))
        .integrate(run.spec());
  };
  auto const& transmission = study.problem("pendulum_cvt");
  auto const fibre = invariant_at(transmission, "energy_fibre");
  for (std::string const id : {"fresh_multiplier", "equal_norm_gni"}) {
    auto const energy =
        deviation_of(run_of(id, "contact_oscillator", "A", RawQuad(1) / 10, 2000), 0);
    judge(id, id != "equal_norm_gni" && !energy.drifts,
          fmt::format("energy on contact_oscillator off by {:.1e}, {}", energy.largest,
                      energy.drifts ? "drifts" : "no drift"));
  }
  for (std::string const id : {"shared_multiplier", "equal_norm_gni"}) {
    auto const energy =
        deviation_of(run_of(id, "pendulum_cvt", "a2", RawQuad(1) / 10, 2000), fibre);
    judge(id, id != "equal_norm_gni" && !energy.drifts,
          fmt::format("energy of the fibre on a2 off by {:.1e}, {}", energy.largest,
                      energy.drifts ? "drifts" : "no drift"));
  }
  for (std::string const id : {"reset", "compensated_reflection", "equal_norm_gni"}) {
    auto const ended = run_of(id, "tilted_sleigh", "slides", RawQuad(1) / 20, 300);
    double const off = ended.invariants.front().max_deviation;
    double const scale = largest(ended.kinetic_energies);
    judge(id, id != "equal_norm_gni" && off <= 0.01 * scale && ended.outcome == Outcome::ok,
          fmt::format("energy on tilted_sleigh off by {:.1e}, the largest kinetic energy is {:.1e}",
                      off, scale));
  }
  study.find("PM-15", survivors, fmt::format("{}", fmt::join(words, "; ")));
}

void find_equal_norm(Study& study) {
  double const until = study.quick ? 500 : 2000;
  Largest free;
  std::vector<std::string> words;
  for (auto const& pair :
       {Pair{"snakeboard", "FIM", "equal_norm_gni"},
        Pair{"chaplygin_sleigh", "FIM", "equal_norm_gni"},
        Pair{"mobile_robot", "ROB", "equal_norm_gni"}, Pair{"suslov", "SUS", "equal_norm_gni"}}) {
    double const error = energy_error(study, pair, until).first;
    free(error);
    words.push_back(fmt::format("{} {:.1e}", pair.problem, error));
  }
  study.find("PM-16", free.value, fmt::format("{}", fmt::join(words, "; ")));

  auto const& transmission = study.problem("pendulum_cvt");
  auto const fibre = invariant_at(transmission, "energy_fibre");
  words.clear();
  double of_equal_norm = 0;
  for (std::string const method :
       {"equal_norm_gni", "gni_rattle", "dla_leapfrog", "dla_trapezoidal"}) {
    auto run = mode_run("pendulum_cvt", "a2", method, "", RawQuad(1) / 10, 2000);
    run.every = 10;
    auto const energy = deviation_of(study.execute(run), fibre);
    if (method == "equal_norm_gni") of_equal_norm = energy.drifts ? 1 : energy.largest;
    words.push_back(fmt::format("{} {:.1e}, {}", method, energy.largest,
                                energy.drifts ? "drifts" : "no drift"));
  }
  study.find("PM-17", of_equal_norm, fmt::format("{}", fmt::join(words, "; ")));

  words.clear();
  double rate_of_equal_norm = 0;
  for (std::string const method : {"equal_norm_gni", "gni_rattle", "dla_leapfrog"}) {
    auto run =
        mode_run("pendulum_cvt", "a3", method, "", RawQuad(1) / 10, study.quick ? 2000 : 4000);
    run.every = 10;
    auto const ended = study.execute(run);
    std::vector<double> logarithms;
    for (auto const& row : ended.invariant_values) logarithms.push_back(std::log(row[fibre]));
    double const rate = trend_of(ended.times, logarithms).rate;
    if (method == "equal_norm_gni") rate_of_equal_norm = rate;
    words.push_back(fmt::format("{} {:.2e}", method, rate));
  }
  study.find("PM-23", rate_of_equal_norm, fmt::format("{}", fmt::join(words, "; ")));

  // Reversal, position errors and cost, next to those of other methods.
  Largest reversal;
  std::vector<std::string> reversals, positions, iterations;
  double ratio = 0;
  std::map<std::string, double> errors;  // of positions on the snakeboard
  auto& cost = study.table("cost", {"problem", "method", "work", "error"});
  double row = 0;
  for (auto const& c : {Pair{"contact_oscillator", "A", ""}, Pair{"snakeboard", "FIM", ""},
                        Pair{"tilted_sleigh", "slides", ""}}) {
    double const time = 50;
    Run const exact_run = [&] {
      auto run = mode_run(c.problem, c.case_name, "odeint_rkf78", "", RawQuad(1) / 10, time);
      run.options = {{"rtol", "1e-12"}, {"atol", "1e-12"}};
      return run.with(run.step, run.steps, 0);
    }();
    auto const exact = study.execute(exact_run);
    double column = 0;
    for (std::string const method :
         {"equal_norm_gni", "gni", "gni_rattle", "dla_leapfrog", "dla_trapezoidal"}) {
      auto const run = mode_run(c.problem, c.case_name, method, "", RawQuad(1) / 10, time);
      auto const ended = study.execute(run.with(run.step, run.steps, 0));
      Largest error;
      for (std::size_t i = 0; i < exact.q.back().size(); ++i)
        error(ended.q.back()[i] - exact.q.back()[i]);
      double const work = double(total_work(ended.counts)) / double(run.steps);
      cost.add({row, column++, work, error.value});
      if (c.problem == std::string("snakeboard")) errors[method] = error.value;
      positions.push_back(fmt::format("{} on {} {:.2e} ({:.1f} evaluations a step)", method,
                                      c.problem, error.value, work));
      if (method != "equal_norm_gni") continue;
      double const per_step =
          double(ended.counts.newton_iterations) / double(ended.counts.solver_steps);
      iterations.push_back(fmt::format("{} {:.2f}", c.problem, per_step));
      ratio = std::max(ratio, per_step);
      double const back = round_trip(study, run.with(run.step, 100, 0));
      reversal(back);
      reversals.push_back(fmt::format("{} {:.1e}", c.problem, back));
    }
    auto solver = mode_run(c.problem, c.case_name, "odeint_dopri5", "", 1, time);
    solver.options = {{"rtol", "1e-6"}, {"atol", "1e-6"}};
    auto const ended = study.execute(solver.with(solver.step, solver.steps, 0));
    Largest error;
    for (std::size_t i = 0; i < exact.q.back().size(); ++i)
      error(ended.q.back()[i] - exact.q.back()[i]);
    double const work = double(total_work(ended.counts)) / (10 * time);
    cost.add({row++, column, work, error.value});
    positions.push_back(
        fmt::format("odeint_dopri5, tolerance 1e-6, on {} {:.2e} ({:.1f} evaluations in t = .1)",
                    c.problem, error.value, work));
  }
  study.find("PM-18", reversal.value, fmt::format("{}", fmt::join(reversals, "; ")));
  study.find("PM-20", errors["equal_norm_gni"] / errors["dla_leapfrog"],
             fmt::format("{}", fmt::join(positions, "; ")));
  study.find("PM-21", ratio, fmt::format("{}", fmt::join(iterations, "; ")));

  // Volume along an orbit of the contact oscillator.
  auto const run = mode_run("contact_oscillator", "A", "equal_norm_gni", "", RawQuad(1) / 10,
                            study.quick ? 10 : 40);
  auto const orbit = study.execute(run);
  Largest of_step;
  double sum = 0;
  for (std::size_t i = 0; i + 1 < orbit.q.size(); ++i) {
    double const log =
        volume_on_contact_oscillator(study.method(run), run.spec(), orbit.q[i], orbit.v[i]);
    of_step(log);
    sum += log;
  }
  study.find("PM-19", of_step.value,
             fmt::format("largest |log| of a step {:.1e}, sum over {} steps {:.1e}", of_step.value,
                         orbit.q.size() - 1, sum));

  int curve = 0;
  for (auto const& pair :
       {Pair{"snakeboard", "FIM", "gni"}, Pair{"snakeboard", "FIM", "dla_leapfrog"},
        Pair{"snakeboard", "FIM", "equal_norm_gni"}, Pair{"chaplygin_sleigh", "FIM", "gni"},
        Pair{"chaplygin_sleigh", "FIM", "dla_midpoint"},
        Pair{"chaplygin_sleigh", "FIM", "equal_norm_gni"}, Pair{"pendulum_cvt", "a2", "gni"},
        Pair{"pendulum_cvt", "a2", "dla_leapfrog"}, Pair{"pendulum_cvt", "a2", "equal_norm_gni"}}) {
    auto const run = study.execute(
        mode_run(pair.problem, pair.case_name, pair.method, "", RawQuad(1) / 10, until));
    add_deviations(study.table(fmt::format("energies_{}", curve++), {"time", "error"}), run,
                   pair.problem == std::string("pendulum_cvt") ? fibre : 0);
  }
}

void draw_extended_field(Study& study) {
  auto const& problem = study.problem("snakeboard");
  double const until = study.quick ? 10 : 25;
  auto const start =
      study.execute(mode_run("snakeboard", "FIM", "gni", "plain", RawQuad(1) / 10, 0.1));
  ModeAt const at(problem, setting_of("FIM"), start.start_q, start.start_v);
  Eigen::VectorXd const moved = eigen_vector(start.start_v) + 0.3 * at.unit_normal(0);
  std::vector<double> const v(moved.begin(), moved.end());
  auto const exact = extended_motion("snakeboard", "FIM", start.start_q, v, until, 200, 40);
  std::vector<std::string> const columns{"time", "size"};
  auto& of_field = study.table("extended_0", columns);
  for (std::size_t i = 0; i < exact.times.size(); ++i)
    of_field.add({exact.times[i], std::sqrt(2 * exact.flipped_energy[i])});
  for (int const per_unit : {10, 40}) {
    auto& table = study.table(fmt::format("extended_{}", per_unit), columns);
    auto run = mode_run("snakeboard", "FIM", "gni", "plain", RawQuad(1) / per_unit, until);
    run.q.emplace(start.start_q.begin(), start.start_q.end());
    run.v.emplace(v.begin(), v.end());
    run.own_state = true;
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
