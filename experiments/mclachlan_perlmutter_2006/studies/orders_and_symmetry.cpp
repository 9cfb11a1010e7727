#include <map>
#include <set>

#include "experiments/mclachlan_perlmutter_2006/shared/printed_forms.hpp"
#include "experiments/measure/convergence.hpp"
#include "experiments/measure/fit.hpp"
#include "experiments/measure/step_map.hpp"
#include "experiments/measure/sweep.hpp"

namespace rattleback::mclachlan_perlmutter_2006::orders_and_symmetry_study {

namespace {

/// Method of the catalogue, the equation that defines it, and the components whose order C12
/// states.
struct StatedMethod {
  std::string equation, id;
  std::set<std::string> components = {};
};
std::vector<StatedMethod> const methods{
    {"(4.12)", "dla_euler", {"positions", "velocities", "multipliers"}},
    {"(4.17)", "dla_euler_adjoint"},
    {"(4.16)", "dla_trapezoidal", {"positions", "velocities", "multipliers"}},
    {"(4.18)", "dla_leapfrog", {"positions", "velocities", "multipliers"}},
    {"(5.3)", "reversible_non_dla"}};

/// Problems to which every method applies; the figure uses the first.
std::vector<std::string> const problems{"contact_oscillator", "chaotic_r7", "anisotropic_particle",
                                        "two_constraint_particle"};

/// Errors of the positions at the finest step, by (problem, method).
using FinestErrors = std::map<std::pair<std::string, std::string>, double>;

/// Measures C12: orders on all problems; methods without statement on the first problem only.
FinestErrors orders(Study& study) {
  FinestErrors finest;
  double done = 0;
  for (auto const& [equation, method, components] : methods)
    for (auto const& id : problems) {
      bool const drawn = id == problems.front();
      if (!drawn && components.empty()) continue;
      auto const c = observed_orders(study.problem(id), study.method(id, method), "",
                                     default_steps_per_unit());
      auto const& positions = c.orders.front();
      finest[{id, method}] = positions.errors.back();
      for (auto const& o : c.orders)
        if (components.contains(o.component))
          study.measure("C12/" + equation, o.component, id, {o.order, {{"points", o.points}}});
      if (!drawn) continue;
      tabulate(study, "errors_" + method, {{"h", c.steps}, {"error", positions.errors}});
      if (equation == "(4.18)") study.control("C12/(4.12)", "(4.18)", {positions.order});
      if (equation == "(4.12)") study.control("C12/(4.18)", "(4.12)", {positions.order});
      study.progress(done += 0.18);
    }
  return finest;
}

/// Tests whether a step of (4.16) by the printed form with a minus is that of the catalogue.
bool is_trapezoidal(Study& study) {
  auto const z = generic_state(), one = trapezoidal_step(z, 0.1, -0.5);
  auto const run = contact_run_off_constraint("dla_trapezoidal",
                                              {z.q[0], z.q[1], z.q[2], z.v[0], z.v[1], z.v[2]});
  PhasePoint const step{{one.q.begin(), one.q.end()}, {one.v.begin(), one.v.end()}};
  return distance(end_of(study.execute(run.with(RawQuad(1) / 10, 1, 0))), step) < 1e-13;
}

/// Measures C12: order of (4.16) with the printed sign, and with the sum of the gradients in place
/// of their mean.
void order_as_printed(Study& study) {
  auto const exact = study.reference({"contact_oscillator", ""}, {2})[0].q;
  std::vector<double> const steps{1 / 20., 1 / 40., 1 / 80., 1 / 160.};
  auto const order = [&](double factor) -> Measured {
    auto const errors = values_over(steps, [&](double h) {
      auto z = generic_state();
      for (int i = 0; i < std::lround(2 / h); ++i) z = trapezoidal_step(z, h, factor);
      return (z.q - theory::vector_of<double>(exact)).norm();
    });
    return {fit_power(steps, errors).slope, {{"error at $h$ = 1/160", errors.back()}}};
  };
  study.measure("C12/(4.16)", "as printed", order(0.5));
  study.measure("C12/(4.16)", "positions", "contact oscillator, $t$ = 2",
                is_trapezoidal(study) ? order(-0.5) : Measured{.value = std::nan("")});
  study.control("C12/(4.16)", "sum of the gradients", order(-1));
}

Run hundred_steps(std::string const& problem, std::string const& method) {
  return Run{problem, method}.with(RawQuad(1) / 10, 100, 0);
}

/// Run of (4.12) without reaction: on a plane parallel to the force.
Run without_reaction() {
  Run run = hundred_steps("quadric_particle", "dla_euler");
  run.case_name = "plane";
  run.parameters = {{"b1", 0}, {"b2", 1}, {"b3", 0}};
  return run;
}

/// Measures C11, (4.18) is G(h) = F(-h/2)^-1 F(h/2) with F = (4.12) and F(-h/2) = R F(h/2) R, and
/// C13, (4.12) is not reversible.
void symmetry(Study& study, std::string const& id) {
  auto const& start = study.problem(id).cases.front();
  PhasePoint const z{start.q, start.v};
  double const h = 0.1;
  Run const euler = hundred_steps(id, "dla_euler");
  auto const F = [&](PhasePoint const& at) { return stepped(study, euler, at, h / 2); };
  auto const G = stepped(study, hundred_steps(id, "dla_leapfrog"), z, h);
  auto const R = [](PhasePoint const& at) { return reversed(at); };
  study.measure("C11", "as printed", id, {distance(R(F(R(G))), F(z))});
  study.control("C11", "(4.12) twice", id, {distance(R(F(R(F(F(z))))), F(z))});
  auto const other = stepped(study, hundred_steps(id, "dla_leapfrog"), R(F(R(z))), h);
  study.control("C11", "other order", id, {distance(other, F(z))});

  auto const defect = [&](Run const& run) -> Measured {
    return {study.method(run).reversibility_defect(run.spec())};
  };
  study.measure("C13/(4.12)", "exchange of the nodes", id, defect(euler));
  auto const of_velocity = [&](std::string const& method) -> Measured {
    auto const once = [&](PhasePoint const& at) {
      return R(stepped(study, hundred_steps(id, method), at, h));
    };
    return {distance(once(once(z)), z)};
  };
  study.measure("C13/(4.12)", "reversed velocity", id, of_velocity("dla_euler"));
  study.control("C13/(4.12)", "(4.18)", id, of_velocity("dla_leapfrog"));
  if (id == problems.front())
    study.control("C13/(4.12)", "no reaction",
                  defect(from(without_reaction(), {{0.5, 0, 0.4}, {0.6, 0, -0.8}})));
}

/// Ratio of the costs of two methods of order two for one accuracy, by the ratio of their costs per
/// step and their errors at one step size: the number of steps is proportional to the square root
/// of the error.
double for_one_accuracy(double ratio, double error, double other_error) {
  return ratio * std::sqrt(error / other_error);
}

/// Measures C19, C61: cost of (4.18), and of (4.14) in the variables (4.15); medians over the
/// problems.
void costs(Study& study, FinestErrors const& errors) {
  std::vector<Detail> per_step, per_accuracy, first_order;
  for (auto const& id : problems) {
    auto const forces = [&](std::string const& method) {
      auto const run = study.execute(hundred_steps(id, method));
      return double(run.counts.lagrangian_derivatives) / 100;
    };
    double const one = forces("dla_leapfrog"), ratio = forces("dla_trapezoidal") / one;
    study.measure("C19", "as printed", id, {one - 1});
    per_step.emplace_back(id, ratio);
    per_accuracy.emplace_back(id, for_one_accuracy(ratio, errors.at({id, "dla_trapezoidal"}),
                                                   errors.at({id, "dla_leapfrog"})));
    first_order.emplace_back(id, forces("dla_euler") / one);
  }
  study.measure("C61", "force evaluations per step", median_of(per_step));
  bool const is_known = for_one_accuracy(3, 8, 2) == 6;
  study.measure("C61", "force evaluations for one accuracy",
                is_known ? median_of(per_accuracy) : Measured{.value = std::nan("")});
  study.control("C61", "(4.12) in place of (4.14)", median_of(first_order));
}

}  // namespace

void orders_and_symmetry(Study& study) {
  study.uses("B5");
  auto const finest = orders(study);
  order_as_printed(study);
  for (auto const& id : problems) symmetry(study, id);
  costs(study, finest);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::orders_and_symmetry_study
