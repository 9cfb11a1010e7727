#include <fmt/format.h>

#include <cmath>

#include "experiments/core/convergence.hpp"
#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/free_rigid_body.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

struct Body {
  std::size_t n;
  std::string name, problem;
  Table one_forms;  // mu_j on the velocities below the diagonal

  FreeRigidBody free() const { return {n}; }
  MethodEntry const& method(std::string const& id) const {
    return find_problem(problem).method(id);
  }
  /// Velocity of the catalogue's case.
  Numbers velocity() const {
    RunSpec spec;
    spec.step = 0.01Q;
    spec.steps = 1;
    return method("moser_veselov").integrate_quad(spec).v.front();
  }
};
std::vector<Body> const& bodies() {
  static std::vector<Body> const all{
      {3, "SO(3)", "constrained_rigid_body_so3", {{1, 0.5Q, -0.25Q}}},
      {4,
       "SO(4)",
       "constrained_rigid_body_so4",
       {{1, 0, 0, 0.5Q, -0.5Q, 0.25Q}, {0, 1, -0.5Q, 0, 0.25Q, 0.5Q}}}};
  return all;
}
std::string const projected = "moser_veselov", symmetric = "euler_poincare_suslov";

/// D2 L_d(g0, g1) + D1 L_d(g1, g2) along g1 xi for L_d = tr(g0 J g1^-1), (6.2).
Q discrete_equation(FreeRigidBody const& body, Numbers const& g0, Numbers const& g1,
                    Numbers const& g2, Numbers const& xi) {
  auto const X = body.antisymmetric(xi);
  auto const lagrangian = [&](Numbers const& a, Numbers const& b) {
    Q value = 0;
    for (std::size_t i = 0; i < body.n; ++i)
      for (std::size_t k = 0; k < body.n; ++k)
        value += a[body.n * i + k] * body.J(k) * b[body.n * i + k];
    return value;
  };
  return derivative([&](Q t) {
    // g1 exp(t xi), to eighth order in a small t.
    auto power = g1, moved = g1;
    for (int k = 1; k <= 8; ++k) {
      power = times(t / k, body.product(power, X));
      moved = sum(moved, power);
    }
    return lagrangian(g0, moved) + lagrangian(moved, g2);
  });
}

void discrete_equations(Findings& findings) {
  for (auto const& body : bodies()) {
    RunSpec spec;
    spec.step = 0.1Q;
    spec.steps = 20;
    spec.every = 1;
    auto const run = body.method(projected).integrate_quad(spec);
    auto const dof = int(body.velocity().size());
    auto const allowed = null_space(
        dof, [&](Numbers const& v, int j) { return dot(body.one_forms[std::size_t(j)], v); },
        int(body.one_forms.size()));
    Q on_k = 0, everywhere = 0;
    for (std::size_t k = 1; k + 1 < run.q.size(); ++k) {
      auto const at = [&](Numbers const& xi) {
        return absolute(discrete_equation(body.free(), run.q[k - 1], run.q[k], run.q[k + 1], xi));
      };
      for (auto const& xi : allowed) on_k = larger_or_nan(on_k, at(xi));
      for (int j = 0; j < dof; ++j) {
        Numbers e(std::size_t(dof), Q(0));
        e[std::size_t(j)] = 1;
        everywhere = larger_or_nan(everywhere, at(e));
      }
    }
    findings.measure("C21/" + body.name, double(on_k));
    findings.measure("C21/everywhere, " + body.name, double(everywhere));
  }
}

void unconstrained(Findings& findings) {
  for (auto const& body : bodies()) {
    auto const free = body.free();
    FreeRigidBody::State const start{free.identity(), free.momentum(body.velocity())};
    Q const time = 1;
    auto const exact = free.exact(start, time, 800);
    std::vector<double> errors;
    double energy = 0;
    for (int steps : {10, 20, 40}) {
      auto s = start;
      for (int k = 0; k < steps; ++k) {
        s = free.stepped(s, time / steps);
        energy =
            larger_or_nan(energy, std::abs(double(free.energy(s.M) / free.energy(start.M) - 1)));
      }
      errors.push_back(larger_or_nan(distance(s.g, exact.g), distance(s.M, exact.M)));
    }
    double const order = std::log2(errors[1] / errors[2]);
    findings.measure("C22/order, " + body.name, order,
                     fmt::format("{:.3f} (errors {:.2e}, {:.2e}, {:.2e})", order, errors[0],
                                 errors[1], errors[2]));
    findings.measure("C22/energy, " + body.name, energy);

    // C24: (6.7) alone limits the step, with and without constraints.
    Q const limit = free.continuation_limit(start.M);
    RunSpec spec;
    spec.step = 4;
    double const largest = body.method(projected).largest_step(spec);
    double const size = std::sqrt(double(dot(start.M, start.M)));
    findings.measure("C24/" + body.name, largest / double(limit),
                     fmt::format("{:.6f} (h = {:.5f}, h|M| = {:.3f})", largest / double(limit),
                                 double(limit), double(limit) * size));
  }
}

double energy_ratio(Trajectory<double> const& run) {
  return run.invariants[0].final / run.invariants[0].initial;
}

void constrained(Findings& findings) {
  double done = 0.4;
  for (auto const& body : bodies()) {
    std::vector<Trajectory<double>> runs;
    for (auto const& id : {projected, symmetric}) {
      RunSpec spec;
      spec.step = 0.05Q;
      spec.steps = 2000;
      spec.every = 20;
      runs.push_back(body.method(id).integrate(spec));
      auto const& run = runs.back();
      if (run.outcome != Outcome::ok)
        findings.outcome(id + ", " + body.name, run.outcome, run.reason, run.reached);
      double const ratio = energy_ratio(run);
      findings.measure(
          "C23/energy, " + body.name + ", " + id,
          id == projected ? ratio : run.invariants[0].max_deviation / run.invariants[0].initial,
          id == projected ? fmt::format("{:.4f}", ratio) : std::string());
      spec.step = 0.1Q;
      findings.measure("C23/symmetry, " + body.name + ", " + id,
                       body.method(id).reversibility_defect(spec));
      auto const orders = observed_orders(find_problem(body.problem), body.method(id), "plain",
                                          findings.quick ? std::vector<long>{20, 40, 80, 160}
                                                         : std::vector<long>{40, 80, 160, 320});
      std::vector<std::string> each;
      double worst = orders.orders[0].order;
      double const expected = id == projected ? 1 : 2;
      for (auto const& o : orders.orders) {
        if (o.component != "positions" && o.component != "velocities") continue;
        each.push_back(fmt::format("{} {:.3f}", o.component, o.order));
        if (!(std::abs(o.order - expected) <= std::abs(worst - expected))) worst = o.order;
      }
      findings.measure("C23/order, " + body.name + ", " + id, worst,
                       fmt::format("{}", fmt::join(each, ", ")));
      auto& table = findings.table(fmt::format("errors_{}_{}", body.n, id), {"h", "error"});
      for (std::size_t i = 0; i < orders.steps.size(); ++i)
        table.add({orders.steps[i], orders.orders[0].errors[i]});
      findings.progress(done += 0.12);
    }
    auto& table = findings.table(fmt::format("energy_{}", body.n), {"t", "projected", "symmetric"});
    for (std::size_t k = 0; k < runs[0].times.size(); ++k)
      table.add({runs[0].times[k], runs[0].invariant_values[k][0] / runs[0].invariants[0].initial,
                 runs[1].invariant_values[k][0] / runs[1].invariants[0].initial});
  }

  // The same on Suslov's body.
  std::vector<double> losses;
  for (long steps : {40, 80, 160}) {
    RunSpec spec;
    spec.step = RawQuad(4) / steps;
    spec.steps = steps;
    losses.push_back(1 - energy_ratio(find_problem("suslov").method(projected).integrate(spec)));
  }
  double const order = std::log2(losses[1] / losses[2]);
  findings.measure("C23/Suslov", order,
                   fmt::format("{:.3f} (1 - H/H(0): {:.3e}, {:.3e}, {:.3e})", order, losses[0],
                               losses[1], losses[2]));
}

void compute(Findings& findings) {
  discrete_equations(findings);
  findings.progress(0.2);
  unconstrained(findings);
  findings.progress(0.4);
  constrained(findings);
}

std::vector<Claim> claims() {
  std::string const ours = "bodies, one-forms and starts are ours";
  std::vector<Claim> all;
  auto const add = [&](std::string id, std::string place, std::string statement,
                       std::string printed, Criterion criterion, std::string reason) {
    all.push_back({.id = std::move(id),
                   .place = std::move(place),
                   .statement = std::move(statement),
                   .printed = std::move(printed),
                   .criterion = std::move(criterion),
                   .reason = std::move(reason),
                   .correction = {},
                   .assumption = ours,
                   .quick_criterion = {}});
  };
  for (auto const& body : bodies()) {
    auto const& name = body.name;
    add("C21/" + name, "theorem 3, (6.2)",
        name + ": nodes of (6.7)-(6.8) fulfil D2 L_d + D1 L_d = 0 on k", "0", at_most(1e-22),
        "113 bits and sixth-order differences");
    add("C21/everywhere, " + name, "theorem 3, (6.2)",
        name + ": outside k the multipliers act, so that the last row tests them", "not 0",
        at_least(1e-6), "of order h^2");
    add("C22/order, " + name, "section 6.2",
        name + ": without constraints (6.7)-(6.8) is Moser and Veselov's map, of order 2",
        "2 (not stated)", within(2, 0.1), "two smallest of three steps, 113 bits");
    add("C22/energy, " + name, "section 6.2",
        name + ": it keeps <M, J^-1 M>/2 exactly: largest relative change", "0 (not stated)",
        at_most(1e-25), "rounding, 113 bits");
    for (auto const& id : {projected, symmetric}) {
      bool const first = id == projected;
      std::string const who = first ? "(6.7)-(6.8) with M in m"
                                    : "the same L_d with M_c = cay(k), closed under "
                                      "inversion,";
      add("C23/order, " + name + ", " + id, "(6.7)-(6.8)",
          fmt::format("{}: {} is of order {}", name, who, first ? 1 : 2), "not stated",
          within(first ? 1 : 2, 0.15), "slope against certified references");
      if (first)
        add("C23/energy, " + name + ", " + id, "(6.7)-(6.8)",
            name + ": " + who + " loses energy: E/E(0) at t = 100, h = 0.05", "not stated",
            at_most(0.99), "one per cent is h^2 four times over");
      else
        add("C23/energy, " + name + ", " + id, "(6.7)-(6.8)",
            name + ": " + who + " does not: largest |E/E(0) - 1| up to t = 100, h = 0.05",
            "not stated", at_most(2.5e-3), "h^2");
      add("C23/symmetry, " + name + ", " + id, "proposition 4, (6.7)-(6.8)",
          name + ": R F R F = id for " + who + (first ? ": it is not" : ""), "not stated",
          first ? at_least(1e-5) : at_most(1e-13), first ? "h = 0.1" : "rounding; h = 0.1");
    }
    add("C24/" + name, "section 6.2",
        name +
            ": (6.7)-(6.8) exists for the same h as without constraints: largest step over the "
            "limit of (6.7) continued from omega = 1",
        "1", within(1, 1e-4), "the largest step is bisected to 1e-6 of the range");
  }
  add("C23/Suslov", "(6.7)-(6.8)",
      "On Suslov's body the loss of energy by (6.7)-(6.8) at t = 4 is of first order in h",
      "not stated", within(1, 0.1), "h = 0.05, 0.025");
  return all;
}

}  // namespace

Experiment rigid_body() {
  auto const energy = [](std::string title, std::string data, std::string key) {
    return Panel{.title = std::move(title),
                 .x_label = "{/:Italic t}",
                 .y_label = "{/:Italic E}/{/:Italic E}(0)",
                 .x_range = {{0, 100}},
                 .key = std::move(key),
                 .series = {{data, "t", "projected", "lines", "{/:Italic M} in {/:Italic m}"},
                            {data, "t", "symmetric", "lines", "cay({/:Italic k})"}}};
  };
  Panel errors{.title = "(c)",
               .x_label = "{/:Italic h}",
               .y_label = "max |{/:Italic g} − {/:Italic g}_{exact}|",
               .x_scale = "log",
               .y_scale = "log",
               .x_range = {{1e-3, 0.1}},
               .y_range = {{1e-10, 3e-3}},
               .key = "bottom right",
               .series = {}};
  for (auto const& body : bodies())
    for (auto const& id : {projected, symmetric})
      errors.series.push_back(
          {fmt::format("errors_{}_{}.csv", body.n, id), "h", "error", "linespoints",
           (id == projected ? "{/:Italic M} in {/:Italic m}, " : "cay({/:Italic k}), ") +
               body.name});
  return {
      .id = "mp2006_rigid_body",
      .paper = "mclachlan_perlmutter_2006",
      .title = "Rigid bodies on SO(n) with left-invariant constraints",
      .about =
          "Section 6: the discrete equations, Moser and Veselov's map without constraints, and "
          "the projected one with them, beside a discrete constraint that is closed under "
          "inversion.",
      .choices =
          {{"bodies",
            "J = diag(1, ..., n), n = 3, 4; mu = (1, 1/2, -1/4) on SO(3), two forms on SO(4)",
            "the paper gives no numbers"},
           {"another discrete constraint", "M_c = cay(k), by Iglesias et al. 2008",
            "proposition 4 asks for one that is closed under inversion"}},
      .claims = claims(),
      .figures = {{.id = "rigid_body",
                   .number = "",
                   .caption =
                       "Two discrete constraints for the same discrete Lagrangian: (a), (b) energy "
                       "with {/:Italic h} = 0.05 on SO(3) and SO(4); (c) errors of attitude at "
                       "{/:Italic t} = 1/2 and 1.",
                   .columns = 3,
                   .width = 7.4,
                   .height = 2.9,
                   .panels = {energy("(a) SO(3)", "energy_3.csv", "bottom left"),
                              energy("(b) SO(4)", "energy_4.csv", "off"), errors}}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
