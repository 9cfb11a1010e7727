#include <algorithm>
#include <cmath>
#include <map>

#include "experiments/core/series.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/printed_forms.hpp"
#include "experiments/measure/convergence.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

/// Methods of the catalogue by the equation that states them.
std::vector<std::pair<std::string, std::string>> const methods{{"(4.12)", "dla_euler"},
                                                               {"(4.17)", "dla_euler_adjoint"},
                                                               {"(4.16)", "dla_trapezoidal"},
                                                               {"(4.18)", "dla_leapfrog"},
                                                               {"(5.3)", "reversible_non_dla"}};

/// The problems where every method applies.
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

/// Whether C12 states the order of a component; no row has the multipliers of (4.16).
bool is_stated(std::string const& equation, std::string const& component) {
  if (equation != "(4.12)" && equation != "(4.16)" && equation != "(4.18)") return false;
  return component == "positions" || component == "velocities" ||
         (component == "multipliers" && equation != "(4.16)");
}

/// Errors of the positions at the finest step, by (problem, method).
using FinestErrors = std::map<std::pair<std::string, std::string>, double>;

FinestErrors orders(Study& study) {
  FinestErrors finest;
  double done = 0;
  for (auto const& [equation, method] : methods) {
    auto& errors = study.table("errors_" + method, {"h", "error"});
    for (auto const& id : problems) {
      bool const drawn = id == "contact_oscillator";
      if (!drawn && !is_stated(equation, "positions")) continue;
      auto const c = observed_orders(study.problem(id), study.method(id, method), "",
                                     default_steps_per_unit());
      auto const& positions = c.orders.front();
      finest[{id, method}] = positions.errors.back();
      for (auto const& o : c.orders)
        if (is_stated(equation, o.component))
          study.measure("C12/" + equation, o.component, id,
                        {.value = o.order, .details = {{"points", double(o.points)}}});
      if (!drawn) continue;
      if (equation == "(4.18)") study.control("C12/(4.12)", "(4.18)", {positions.order});
      if (equation == "(4.12)") study.control("C12/(4.18)", "(4.12)", {positions.order});
      for (std::size_t i = 0; i < c.steps.size(); ++i)
        errors.add({c.steps[i], positions.errors[i]});
      study.progress(done += 0.18);
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
  Measured const printed{.value = fit_power(steps, sizes).slope,
                         .details = {{"error at h = 1/160", sizes.back()}}};
  study.measure("C12/(4.16)", "as printed", printed);
  study.control("C12/(4.16)", "plus sign as printed", printed);
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
  auto const departure = [&](State const& whole) {
    return distance(reversed(advanced(study, euler, reversed(whole), h / 2)), half);
  };
  study.measure("C11", "as printed", id, {departure(whole)});
  study.control("C11", "(4.12) twice", id, {departure(advanced(study, euler, half, h / 2))});
  auto const defect = [&](Run const& run) -> Measured {
    return {study.method(run).reversibility_defect(run.spec())};
  };
  study.measure("C13/(4.12)", "as printed", id, defect(euler));
  if (id == problems.front())
    study.control("C13/(4.12)", "no reaction", defect(without_reaction()));
}

/// C19 and C61: what (4.18) costs, and beside it (4.14), in the variables (4.15).
void costs(Study& study, FinestErrors const& errors) {
  std::vector<double> per_step, first_order, for_accuracy, newton;
  for (auto const& id : problems) {
    auto const leapfrog = hundred_steps(id, "dla_leapfrog");
    auto by_newton = leapfrog;
    by_newton.options = {{"multipliers", "newton"}};
    auto const midpoint = study.execute(hundred_steps(id, "dla_trapezoidal")).counts;
    double const one = double(study.execute(leapfrog).counts.lagrangian_derivatives) / 100,
                 ratio = double(midpoint.lagrangian_derivatives) / 100 / one;
    study.measure("C19", "as printed", id, {one - 1});
    auto const euler = study.execute(hundred_steps(id, "dla_euler")).counts;
    first_order.push_back(double(euler.lagrangian_derivatives) / 100 / one);
    per_step.push_back(ratio);
    // Both are of second order: the number of steps for one accuracy goes as the error's root.
    for_accuracy.push_back(
        ratio * std::sqrt(errors.at({id, "dla_trapezoidal"}) / errors.at({id, "dla_leapfrog"})));
    double const m = study.problem(id).constraints, n = study.problem(id).dof;
    newton.push_back(double(midpoint.newton_iterations) * (n + m) /
                     (double(study.execute(by_newton).counts.newton_iterations) * m));
  }
  auto const measured_median = [](std::vector<double> const& ratios) {
    Measured m{.value = median(ratios)};
    for (std::size_t i = 0; i < problems.size(); ++i) m.details.push_back({problems[i], ratios[i]});
    return m;
  };
  study.measure("C61", "force evaluations per step", measured_median(per_step));
  study.measure("C61", "force evaluations for one accuracy", measured_median(for_accuracy));
  study.measure("C61", "Newton's method", measured_median(newton));
  study.control("C61", "(4.12) in place of (4.14)", measured_median(first_order));
}

}  // namespace

void orders_and_symmetry(Study& study) {
  study.uses("B5");
  auto const finest = orders(study);
  for (auto const& id : problems) symmetry(study, id);
  costs(study, finest);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
