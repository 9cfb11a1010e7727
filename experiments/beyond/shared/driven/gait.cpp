#include "experiments/beyond/shared/driven/gait.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "experiments/beyond/shared/driven/driven_runs.hpp"
#include "experiments/core/words.hpp"
#include "experiments/parasitic/prediction.hpp"

namespace rattleback::beyond {

namespace {

/// System that a periodic drive moves along.
struct Gait {
  DrivenSystem const* on;
  double frequency;  ///< angular frequency of the drive

  RawQuad period() const { return 2 * std::numbers::pi / frequency; }
  /// Returns a run with nodes at whole periods.
  Run run(long periods, long steps_per_period) const {
    return driven_run(*on, period() / steps_per_period, periods * steps_per_period,
                      steps_per_period);
  }
};

double length(std::vector<double> const& q) { return std::hypot(q[0], q[1]); }

enum class Kind { nodal_gni, interval_gni, equal_norm, other };

struct GaitMethod {
  char const* column;  ///< in tables
  MethodVariant by;
  Kind kind;
};

std::vector<GaitMethod> gait_methods() {
  return {
      {"leapfrog", variant("dla_leapfrog"), Kind::other},
      {"trapezoidal", variant("dla_trapezoidal"), Kind::other},
      {"nodal", variant("gni", {{"force", "nodal"}}, "gni, nodal"), Kind::nodal_gni},
      {"rattle", variant("gni_rattle"), Kind::nodal_gni},
      {"interval", variant("gni", {{"force", "interval"}}, "gni, interval"), Kind::interval_gni},
      {"equal_interval",
       variant("equal_norm_gni", {{"force", "interval"}}, "equal_norm_gni, interval"),
       Kind::equal_norm},
      {"equal_nodal", variant("equal_norm_gni", {{"force", "nodal"}}, "equal_norm_gni, nodal"),
       Kind::equal_norm},
      {"spark", variant("lobatto_spark", {{"stages", "3"}}, "lobatto_spark, 3"), Kind::other},
      {"rk4", variant("odeint_rk4"), Kind::other}};
}

/// Errors of one kind of method, relative to the displacement.
struct Errors {
  double least = std::numeric_limits<double>::infinity(), most = 0;
  void add(double error) {
    least = smaller_or_nan(least, error);
    most = larger_or_nan(most, error);
  }
};

/// Measurements over both gaits.
struct GaitResults {
  std::map<Kind, Errors> of;
  std::vector<std::string> errors, references;

  std::string range(Kind kind) const {
    return fmt::format("{:.2e} to {:.2e}", of.at(kind).least, of.at(kind).most);
  }
};

void measure_gait(Study& study, Gait const& gait, long periods, std::vector<long> const& steps,
                  GaitResults& results) {
  auto const exact = checked_motion(study, gait.run(periods, steps.front()));
  auto const& goal = exact.run.q.back();
  results.references.push_back(fmt::format(
      "{} moves by {:.6f}, the references at tolerances 1e-12 and 1e-13 differ by {:.1e}",
      gait.on->name, length(goal), exact.disagreement));
  auto const methods = gait_methods();
  std::vector<std::string> columns{"steps"}, of_distance{"period", "motion"};
  for (auto const& method : methods) {
    columns.push_back(method.column);
    of_distance.push_back(method.column);
  }
  std::vector<std::vector<double>> errors, distances;
  for (long const n : steps) errors.push_back({double(n)});
  for (std::size_t k = 0; k < exact.run.q.size(); ++k)
    distances.push_back({double(k), length(exact.run.q[k])});
  for (auto const& [column, by, kind] : methods) {
    std::vector<double> of_method;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      auto const ended = study.execute(run_by(by, gait.run(periods, steps[i])));
      bool const ok = ended.outcome == Outcome::ok;
      of_method.push_back(ok ? largest_difference(goal, ended.q.back()) : std::nan(""));
      results.of[kind].add(of_method.back() / length(goal));
      errors[i].push_back(of_method.back());
      if (i > 0) continue;
      for (std::size_t k = 0; k < distances.size(); ++k)
        distances[k].push_back(k < ended.q.size() ? length(ended.q[k]) : std::nan(""));
    }
    results.errors.push_back(
        fmt::format("{} on {} {}", by.label, gait.on->name, in_words(of_method, "{:.3g}")));
  }
  auto& of_gait = study.table(fmt::format("gait_{}", gait.on->table), columns);
  for (auto const& row : errors) of_gait.add(row);
  auto& table = study.table(fmt::format("distance_{}", gait.on->table), of_distance);
  auto& marks = study.table(fmt::format("marks_{}", gait.on->table), of_distance);
  for (std::size_t k = 0; k < distances.size(); ++k) {
    table.add(distances[k]);
    if (k % 5 == 0) marks.add(distances[k]);
  }
}

void find_displacements(Study& study) {
  long const periods = study.quick ? 40 : 100;
  std::vector<long> const steps =
      study.quick ? std::vector<long>{30} : std::vector<long>{30, 60, 120};
  GaitResults results;
  for (auto const& gait :
       {Gait{&driven_system("driven_snakeboard"), 1.1}, Gait{&driven_system("roller_racer"), 1.5}})
    measure_gait(study, gait, periods, steps, results);
  study.add_finding("DR-14", results.of[Kind::nodal_gni].least,
                    fmt::format("{} of the displacement; {}; errors with {} steps per period: {}",
                                results.range(Kind::nodal_gni), joined(results.references),
                                fmt::join(steps, ", "), joined(results.errors)));
  study.add_finding("DR-15", results.of[Kind::interval_gni].least,
                    results.range(Kind::interval_gni) + " of the displacement");
  study.add_finding("DR-16", results.of[Kind::equal_norm].most,
                    fmt::format("{} of the displacement; methods without reflection {}",
                                results.range(Kind::equal_norm), results.range(Kind::other)));
}

/// Motion of a driven system up to the time of a run, every unit of time.
struct LongMotion {
  DrivenSystem const* on;
  long time;
  Trajectory<double> exact;
  double displacement;  ///< largest change of a coordinate from the start to the end

  LongMotion(Study& study, DrivenSystem const& system, long until)
      : on(&system),
        time(until),
        exact(checked_motion(study, driven_run(system, 1, until, 1)).run),
        displacement(largest_difference(exact.q.back(), exact.q.front())) {}

  /// Returns a run of GNI or its equal-norm form.
  Run run(char const* method, bool nodal, int per_unit = 10) const {
    return run_by(variant(method, {{"force", nodal ? "nodal" : "interval"}}),
                  driven_run(*on, RawQuad(1) / per_unit, per_unit * time, per_unit));
  }
  /// Returns the position errors after each unit of time, infinite after a failure.
  std::vector<double> errors(Study& study, Run const& of) const {
    auto const ended = study.execute(of);
    std::vector<double> errors(exact.q.size(), std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < ended.q.size() && i < errors.size(); ++i)
      errors[i] = largest_difference(exact.q[i], ended.q[i]);
    return errors;
  }
};

/// Measures GNI with both forces over long runs, next to the predicted parasitic mode.
void find_lost_motions(Study& study) {
  long const time = study.quick ? 200 : 1000;
  int contradictions = 0, lost_motions = 0;
  std::vector<std::string> words;
  double of_nodal = std::nan(""), of_interval = std::nan("");
  for (auto const* problem : {"driven_contact", "moving_contact", "steered_car", "driven_sleigh",
                              "driven_snakeboard", "roller_racer"}) {
    LongMotion const motion(study, driven_system(problem), time);
    auto const& entry = study.problem(problem);
    ModeGrowth const growth(entry, motion.run("gni", false).spec().setting, double(time));
    for (bool const nodal : {false, true}) {
      auto const run = motion.run("gni", nodal);
      auto const prediction = predict_parasitic_mode(
          entry, study.method(run), run.spec(), largest(motion.exact.kinetic_energies), growth);
      auto const errors = motion.errors(study, run);
      bool const lost = !(errors.back() < motion.displacement / 10);
      lost_motions += lost;
      contradictions += lost != prediction.trust_time.has_value();
      words.push_back(fmt::format(
          "{}, {}: rate {:.3f}, trust time {}, error {:.1e} of {:.2g}", motion.on->name,
          nodal ? "nodal" : "interval", prediction.rate,
          prediction.trust_time ? fmt::format("{:.0f}", *prediction.trust_time) : "none",
          errors.back(), motion.displacement));
      if (problem == std::string("driven_sleigh"))
        (nodal ? of_nodal : of_interval) = errors.at(200);
    }
    if (problem != std::string("driven_sleigh") && problem != std::string("steered_car")) continue;
    auto& table = study.table(fmt::format("errors_{}", motion.on->table),
                              {"time", "nodal", "halved", "interval", "equal"});
    std::vector<std::vector<double>> const columns{
        motion.errors(study, motion.run("gni", true)),
        motion.errors(study, motion.run("gni", true, 20)),
        motion.errors(study, motion.run("gni", false)),
        motion.errors(study, motion.run("equal_norm_gni", true))};
    for (std::size_t i = 4; i < motion.exact.times.size(); i += 4) {
      std::vector<double> row{motion.exact.times[i]};
      for (auto const& column : columns) row.push_back(column[i]);
      table.add(row);
    }
  }
  study.add_finding("DR-17", of_nodal / of_interval,
                    fmt::format("{:.1f} with the nodal force, {:.2e} with that of the interval",
                                of_nodal, of_interval));
  study.add_finding(
      "DR-18", contradictions,
      fmt::format("{} of 12 motions are lost; predicted rate and trust time of the mode, "
                  "and position error of the displacement at $t$ = {}: {}",
                  lost_motions, time, joined(words)));
}

}  // namespace

void find_gaits(Study& study) {
  find_displacements(study);
  study.progress(0.9);
  find_lost_motions(study);
}

}  // namespace rattleback::beyond
