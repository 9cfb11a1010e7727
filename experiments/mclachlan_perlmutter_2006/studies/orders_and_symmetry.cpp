#include <algorithm>
#include <cmath>
#include <map>

#include "experiments/core/series.hpp"
#include "experiments/core/words.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/printed_forms.hpp"
#include "experiments/measure/convergence.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

struct Row {
  std::string method, equation;
};
std::vector<Row> const& rows() {
  static std::vector<Row> const all{{"dla_euler", "(4.12)"},
                                    {"dla_euler_adjoint", "(4.17)"},
                                    {"dla_trapezoidal", "(4.16)"},
                                    {"dla_leapfrog", "(4.18)"},
                                    {"reversible_non_dla", "(5.3)"}};
  return all;
}

/// The problems where every row applies.
std::vector<std::string> const problems{"contact_oscillator", "chaotic_r7", "anisotropic_particle",
                                        "two_constraint_particle"};

using State = std::pair<std::vector<double>, std::vector<double>>;

State advanced(Study& study, Run run, State const& from, double h) {
  run.q.emplace(from.first.begin(), from.first.end());
  run.v.emplace(from.second.begin(), from.second.end());
  auto const t = study.execute(run.with(h, 1, 0));
  return {t.q.back(), t.v.back()};
}

State reversed(State s) {
  for (double& v : s.second) v = -v;
  return s;
}

double distance(State const& a, State const& b) {
  Largest d;
  for (std::size_t i = 0; i < a.first.size(); ++i) d(a.first[i] - b.first[i]);
  for (std::size_t i = 0; i < a.second.size(); ++i) d(a.second[i] - b.second[i]);
  return d.value;
}

/// The components of C12, as readings, of the methods whose order section 4 states.
std::vector<std::string> readings_of(std::string const& equation) {
  if (equation == "(4.12)" || equation == "(4.18)")
    return {"positions", "velocities", "multipliers"};
  if (equation == "(4.16)") return {"positions", "velocities"};
  return {};
}

/// Errors of the positions at the finest step, by (problem, method).
using FinestErrors = std::map<std::pair<std::string, std::string>, double>;

FinestErrors orders(Study& study) {
  FinestErrors finest;
  double done = 0;
  for (auto const& row : rows()) {
    auto& errors = study.table("errors_" + row.method, {"h", "error"});
    auto const readings = readings_of(row.equation);
    for (auto const& id : problems) {
      bool const drawn = id == "contact_oscillator";
      if (readings.empty() && !drawn) continue;
      auto const c = observed_orders(study.problem(id), study.method(id, row.method), "",
                                     default_steps_per_unit());
      finest[{id, row.method}] = c.orders.front().errors.back();
      for (auto const& observed : c.orders)
        if (std::find(readings.begin(), readings.end(), observed.component) != readings.end())
          study.measure(
              "C12/" + row.equation, observed.component, id,
              measured(observed.order,
                       "slope {:.3f} of the error of the {} of {} at t = 1/2 and 1, {}, {} points",
                       observed.order, observed.component, row.equation, id, observed.points));
      for (std::size_t i = 0; drawn && i < c.steps.size(); ++i)
        errors.add({c.steps[i], c.orders.front().errors[i]});
      study.progress(done += 0.045);
    }
  }
  // (4.16) with the printed sign.
  auto const exact = study.reference({.problem = "contact_oscillator", .method = ""}, {2})[0].q;
  std::vector<double> steps, sizes;
  for (int n : {20, 40, 80, 160}) {
    auto z = generic_state();
    for (int i = 0; i < 2 * n; ++i) z = trapezoidal_step(z, 1.0 / n, 0.5);
    steps.push_back(1.0 / n);
    sizes.push_back(
        (z.q - Eigen::Vector3d(double(exact[0]), double(exact[1]), double(exact[2]))).norm());
  }
  double const slope = fit_power(steps, sizes).slope;
  study.measure("C12/(4.16)", "as printed",
                measured(slope,
                         "slope {:.3f} of the error of the positions at t = 2, contact "
                         "oscillator; error {:.2g} at h = 1/160",
                         slope, sizes.back()));
  return finest;
}

Run hundred_steps(std::string const& problem, std::string const& method) {
  return Run{.problem = problem, .method = method}.with(RawQuad(1) / 10, 100, 0);
}

/// (4.12) where nothing constrains it: on a plane that the force does not push away from.
Run without_reaction() {
  RawQuad const tenth = RawQuad(1) / 10;
  Run run = hundred_steps("quadric_particle", "dla_euler");
  run.case_name = "plane";
  run.parameters = {{"b1", 0}, {"b2", 1}, {"b3", 0}};
  run.q = {5 * tenth, 0, 4 * tenth};
  run.v = {6 * tenth, 0, -8 * tenth};
  return run;
}

void symmetry(Study& study, std::string const& id) {
  auto const& start = study.problem(id).cases.front();
  State const z{start.q, start.v};
  double const h = 0.1;
  Run const euler = hundred_steps(id, "dla_euler"),
            leapfrog{.problem = id, .method = "dla_leapfrog"};
  // (4.12) with -h/2 is (4.12) with h/2 between two reversals; it undoes the adjoint.
  auto const half = advanced(study, euler, z, h / 2);
  auto const whole = advanced(study, leapfrog, z, h);
  double const composed = distance(reversed(advanced(study, euler, reversed(whole), h / 2)), half);
  study.measure(
      "C11", "as printed", id,
      measured(composed,
               "(4.12) with -h/2 after (4.18) with h less (4.12) with h/2, {}, h = 0.1: {:.1e}", id,
               composed));
  auto const defect = [&](Run const& run) {
    return study.method(run).reversibility_defect(run.spec());
  };
  study.measure("C13/(4.12)", "as printed", id, {defect(euler)});
  if (id == problems.front()) study.control("C13/(4.12)", "no reaction", {defect(without_reaction())});
}

/// C19 and C61: what (4.18) costs, and beside it (4.14), in the variables (4.15).
void costs(Study& study, FinestErrors const& errors) {
  std::vector<double> per_step, for_accuracy, newton;
  for (auto const& id : problems) {
    auto const leapfrog = hundred_steps(id, "dla_leapfrog");
    auto by_newton = leapfrog;
    by_newton.options = {{"multipliers", "newton"}};
    auto const midpoint = study.execute(hundred_steps(id, "dla_trapezoidal")).counts;
    double const one = double(study.execute(leapfrog).counts.lagrangian_derivatives) / 100,
                 ratio = double(midpoint.lagrangian_derivatives) / 100 / one;
    study.measure("C19", "as printed", id,
                  measured(one - 1, "{} force evaluations per step of (4.18), {}", one, id));
    per_step.push_back(ratio);
    // Both are of second order: the number of steps for one accuracy goes as the error's root.
    for_accuracy.push_back(
        ratio * std::sqrt(errors.at({id, "dla_trapezoidal"}) / errors.at({id, "dla_leapfrog"})));
    double const m = study.problem(id).constraints, n = study.problem(id).dof;
    newton.push_back(double(midpoint.newton_iterations) * (n + m) /
                     (double(study.execute(by_newton).counts.newton_iterations) * m));
  }
  for (auto const& [reading, ratios] : {std::pair{"force evaluations per step", per_step},
                                        {"force evaluations for one accuracy", for_accuracy},
                                        {"Newton's method", newton}})
    study.measure("C61", reading,
                  measured(median(ratios), "(4.14) over (4.18), four systems: {}",
                           in_words(ratios, "{:.3g}")));
}

}  // namespace

void orders_and_symmetry(Study& study) {
  auto const finest = orders(study);
  for (auto const& id : problems) symmetry(study, id);
  costs(study, finest);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
