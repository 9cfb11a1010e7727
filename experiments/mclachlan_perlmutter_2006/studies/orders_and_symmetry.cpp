#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "experiments/core/convergence.hpp"
#include "experiments/core/experiment.hpp"
#include "experiments/core/fit.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/printed_forms.hpp"

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

State advanced(std::string const& problem, std::string const& method, State const& from, double h) {
  RunSpec spec;
  spec.setting.q = std::vector<RawQuad>(from.first.begin(), from.first.end());
  spec.setting.v = std::vector<RawQuad>(from.second.begin(), from.second.end());
  spec.step = RawQuad(h);
  spec.steps = 1;
  auto const run = find_problem(problem).method(method).integrate(spec);
  return {run.q.back(), run.v.back()};
}

State reversed(State s) {
  for (double& v : s.second) v = -v;
  return s;
}

double distance(State const& a, State const& b) {
  double d = 0;
  for (std::size_t i = 0; i < a.first.size(); ++i)
    d = larger_or_nan(d, std::abs(a.first[i] - b.first[i]));
  for (std::size_t i = 0; i < a.second.size(); ++i)
    d = larger_or_nan(d, std::abs(a.second[i] - b.second[i]));
  return d;
}

/// The components of C12, as readings, of the methods whose order section 4 states.
std::vector<std::string> readings_of(std::string const& equation) {
  if (equation == "(4.12)" || equation == "(4.18)")
    return {"positions", "velocities", "multipliers"};
  if (equation == "(4.16)") return {"positions", "velocities"};
  return {};
}

void orders(Findings& findings) {
  double done = 0;
  for (auto const& row : rows()) {
    auto& errors = findings.table("errors_" + row.method, {"h", "error"});
    auto const readings = readings_of(row.equation);
    for (auto const& id : problems) {
      bool const drawn = id == "contact_oscillator";
      if (readings.empty() && !drawn) continue;
      auto const& problem = find_problem(id);
      auto const c =
          observed_orders(problem, problem.method(row.method), "", default_steps_per_unit());
      for (auto const& observed : c.orders)
        if (std::find(readings.begin(), readings.end(), observed.component) != readings.end())
          findings.measure("C12/" + row.equation, observed.component, id,
                           {.value = observed.order,
                            .words = fmt::format("slope {:.3f} of the error of the {} of {} at t = "
                                                 "1/2 and 1, {}, {} points",
                                                 observed.order, observed.component, row.equation,
                                                 id, observed.points)});
      for (std::size_t i = 0; drawn && i < c.steps.size(); ++i)
        errors.add({c.steps[i], c.orders.front().errors[i]});
      findings.progress(done += 0.045);
    }
  }
  // (4.16) with the printed sign.
  auto const exact = find_problem("contact_oscillator").reference({}, {RawQuad(2)}).states[0].q;
  std::vector<double> steps, sizes;
  for (int n : {20, 40, 80, 160}) {
    auto z = generic_state();
    for (int i = 0; i < 2 * n; ++i) z = trapezoidal_step(z, 1.0 / n, 1);
    steps.push_back(1.0 / n);
    sizes.push_back(
        (z.q - Eigen::Vector3d(double(exact[0]), double(exact[1]), double(exact[2]))).norm());
  }
  double const slope = fit_power(steps, sizes).slope;
  findings.measure("C12/(4.16)", "as printed",
                   {.value = slope,
                    .words = fmt::format("slope {:.3f} of the error of the positions at t = 2, "
                                         "contact oscillator; error {:.2g} at h = 1/160",
                                         slope, sizes.back())});
}

/// A run of 100 steps of h = 0.1.
RunSpec hundred_steps() {
  RunSpec spec;
  spec.step = RawQuad(1) / 10;
  spec.steps = 100;
  return spec;
}

void symmetry(Findings& findings, std::string const& id) {
  auto const& problem = find_problem(id);
  State const z{problem.cases.front().q, problem.cases.front().v};
  double const h = 0.1;
  // (4.12) with -h/2 is (4.12) with h/2 between two reversals; it undoes the adjoint.
  auto const half = advanced(id, "dla_euler", z, h / 2);
  auto const whole = advanced(id, "dla_leapfrog", z, h);
  double const composed =
      distance(reversed(advanced(id, "dla_euler", reversed(whole), h / 2)), half);
  findings.measure("C11", "as printed", id,
                   {.value = composed,
                    .words = fmt::format("(4.12) with -h/2 after (4.18) with h less (4.12) with "
                                         "h/2, {}, h = 0.1: {:.1e}",
                                         id, composed)});
  double const irreversible = problem.method("dla_euler").reversibility_defect(hundred_steps());
  findings.measure(
      "C13/(4.12)", "as printed", id,
      {.value = irreversible,
       .words = fmt::format("R F R F z - z of (4.12), {}, h = 0.1: {:.1e}", id, irreversible)});
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  std::size_t const half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// C19 and C61: what (4.18) costs, and beside it (4.14), in the variables (4.15).
void costs(Findings& findings) {
  std::vector<double> per_step, for_accuracy, newton;
  for (auto const& id : problems) {
    auto const& problem = find_problem(id);
    auto const &leapfrog = problem.method("dla_leapfrog"),
               &midpoint = problem.method("dla_trapezoidal");
    auto spec = hundred_steps();
    auto const evaluations = [&](MethodEntry const& method) {
      return double(method.integrate(spec).counts.lagrangian_derivatives) / double(spec.steps);
    };
    double const one = evaluations(leapfrog), ratio = evaluations(midpoint) / one;
    findings.measure(
        "C19", "as printed", id,
        {.value = one - 1,
         .words = fmt::format("{} force evaluations per step of (4.18), {}", one, id)});
    per_step.push_back(ratio);
    // Both are of second order: the number of steps for one accuracy goes as the error's root.
    auto const error = [&](MethodEntry const& method) {
      return observed_orders(problem, method, "", default_steps_per_unit())
          .orders.front()
          .errors.back();
    };
    for_accuracy.push_back(ratio * std::sqrt(error(midpoint) / error(leapfrog)));
    double const m = problem.constraints, n = problem.dof;
    double const full = double(midpoint.integrate(spec).counts.newton_iterations) * (n + m);
    spec.options = {{"multipliers", "newton"}};
    newton.push_back(full / (double(leapfrog.integrate(spec).counts.newton_iterations) * m));
  }
  auto const report = [&](std::string const& reading, std::vector<double> const& ratios) {
    findings.measure("C61", reading,
                     {.value = median(ratios),
                      .words = fmt::format("(4.14) over (4.18), four systems: {:.3g}",
                                           fmt::join(ratios, ", "))});
  };
  report("force evaluations per step", per_step);
  report("force evaluations for one accuracy", for_accuracy);
  report("Newton's method", newton);
}

void compute(Findings& findings) {
  orders(findings);
  for (auto const& id : problems) symmetry(findings, id);
  costs(findings);
}

}  // namespace

Experiment orders_and_symmetry() {
  Panel errors{.title = "contact oscillator, {/:Italic t} = 1/2 and 1",
               .x_label = "{/:Italic h}",
               .y_label = "max |{/:Italic q} − {/:Italic q}_{exact}|",
               .x_scale = "log",
               .y_scale = "log",
               .x_range = {{1e-3, 0.2}},
               .key = "bottom right",
               .series = {}};
  for (auto const& row : rows())
    errors.series.push_back(
        {"errors_" + row.method + ".csv", "h", "error", "linespoints", row.equation});
  return {
      .id = "mp2006_orders_and_symmetry",
      .paper = "mclachlan_perlmutter_2006",
      .title = "Orders, symmetry and cost of the methods of section 4",
      .about =
          "Section 4: the methods as they stand in the catalogue (corrected where the paper "
          "misprints) on four problems, against certified references.",
      .choices = {{"test problems",
                   "contact oscillator, chaotic system, and two problems of our own "
                   "with unequal masses and two constraints",
                   "several wrong schemes are invisible on unit mass and one constraint"},
                  {"start of (5.3)", "v_0 = v(0) + (h/2) vdot(0)",
                   "its velocities live half a step after the nodes; the paper leaves it open"}},
      .figures = {{.id = "orders",
                   .number = "",
                   .caption = "Position errors of the five methods of sections 4 and 5.1.",
                   .columns = 1,
                   .width = 4.6,
                   .height = 3.6,
                   .panels = {errors}}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
