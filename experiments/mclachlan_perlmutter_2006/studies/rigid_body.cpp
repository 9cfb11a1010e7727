#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>

#include "experiments/core/experiment.hpp"
#include "experiments/core/random.hpp"
#include "experiments/core/words.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/constrained_body.hpp"
#include "experiments/measure/convergence.hpp"
#include "experiments/measure/sweep.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006::rigid_body_study {

namespace {

using Body = ConstrainedBody;
std::vector<Body> const& bodies() { return constrained_bodies(); }
std::string const projected = "moser_veselov", symmetric = "euler_poincare_suslov";

/// Element of SO(n) at node k of a run.
Matrix element(Trajectory<RawQuad> const& run, std::size_t k, long n) {
  return theory::vector_of<Quad>(run.q[k]).reshaped<Eigen::RowMajor>(n, n);
}

/// Sum D2 L_d(g0, g1) + D1 L_d(g1, g2) along g1 xi for L_d = tr(g0 J g1^-1), (6.2), which is
/// bilinear in the matrices.
Quad discrete_equation(FreeRigidBody const& body, Matrix const& g0, Matrix const& g1,
                       Matrix const& g2, Vector const& xi) {
  Matrix const variation = g1 * body.antisymmetric(xi);
  return body.lagrangian(g0, variation) + body.lagrangian(variation, g2);
}

/// Run of twenty steps of h = 0.1.
Run twenty_steps(Body const& body) { return body.run(projected).with(0.1_quad, 20); }

/// Entries of J w - w^T J below the diagonal.
Vector left_momentum(FreeRigidBody const& body, Matrix const& omega) {
  return body.entries(body.J() * omega - omega.transpose() * body.J());
}

/// Tests theorem 3, corollary 4 and (6.5)-(6.8) along twenty steps of the method.
void discrete_equations(Study& study) {
  Quad const h = 0.1_quad;
  for (auto const& body : bodies()) {
    auto const free = body.free();
    auto const run = study.execute_quad(twenty_steps(body));
    std::size_t const last = run.q.size() - 1;
    Matrix const allowed = body.allowed();
    auto const q = [&](std::size_t k) { return element(run, k, body.n); };
    auto const momentum = [&](std::size_t k) {
      return free.momentum(theory::vector_of<Quad>(run.v[k]));
    };
    auto const omega = [&](std::size_t k) -> Matrix { return q(k).transpose() * q(k + 1); };
    // Largest residuals by statement, and those of their controls.
    std::map<std::string, WorstInstance> residual, control;
    auto const gap = [](auto const& a, auto const& b) { return theory::distance(a, b); };
    // Reduced motion (6.7)-(6.8), solved independently of the method.
    Vector M = momentum(0);
    Matrix g = q(0), g_left = g;
    for (std::size_t k = 0; k < last; ++k) {
      int const at = int(k);
      Matrix const w = free.cayley(free.solved(h * M, h * free.velocity(M)));
      Vector const next = momentum(k + 1), M_d = free.discrete_momentum(omega(k));
      residual["C101"].add(at, gap(M, Vector(M_d / h)));
      control["C101"].add(at, gap(M, Vector(left_momentum(free, omega(k)) / h)));
      Vector const moved = free.entries(w.transpose() * free.antisymmetric(M) * w);
      residual["C102"].add(at, gap(body.by_metric(moved), next));
      control["C102"].add(at, gap(body.by_unit_metric(moved), next));
      M = body.by_multipliers(moved);
      g = g * w;
      g_left = w * g_left;
      residual["C95"].add(at, gap(g, q(k + 1)));
      control["C95"].add(at, gap(g_left, q(k + 1)));
      if (k == 0) continue;
      Vector const equation = left_momentum(free, omega(k - 1)) - M_d;
      Vector const exchanged = free.discrete_momentum(omega(k - 1)) - M_d;
      auto const along = [&](Vector const& xi) {
        return double(theory::abs(discrete_equation(free, q(k - 1), q(k), q(k + 1), xi)));
      };
      for (auto const& xi : allowed.colwise()) residual["C21"].add(at, along(xi));
      residual["C100"].add(at, theory::largest_entry(allowed.transpose() * equation));
      control["C100"].add(at, theory::largest_entry(allowed.transpose() * exchanged));
      for (auto const& mu : body.one_forms.rowwise()) control["C21"].add(at, along(mu.transpose()));
    }
    Vector x = Vector::Zero(long(run.v.front().size()));
    x[0] = 0.7_quad;
    x[1] = -0.3_quad;
    Matrix const rotation = free.cayley(x);
    // Distance of the orbit from the moved initial state from the moved orbit.
    auto const equivariance = [&](auto const& moved) {
      auto moved_start = twenty_steps(body);
      Matrix const start = moved(q(0)).transpose();  // columns of the transpose are rows
      moved_start.q = {start.reshaped().begin(), start.reshaped().end()};
      moved_start.v = run.v.front();
      auto const other = study.execute_quad(moved_start);
      double worst = 0;
      for (std::size_t k = 0; k <= last; ++k)
        worst = larger_or_nan(
            {worst, gap(moved(q(k)), element(other, k, body.n)),
             gap(theory::vector_of<Quad>(run.v[k]), theory::vector_of<Quad>(other.v[k]))});
      return worst;
    };
    residual["C92"].value = equivariance([&](Matrix const& g) -> Matrix { return rotation * g; });
    control["C92"].value = equivariance([&](Matrix const& g) -> Matrix { return g * rotation; });
    std::map<std::string, char const*> const controls{
        {"C21", "directions out of k"}, {"C92", "turned on the right"},
        {"C95", "factors exchanged"},   {"C100", "sides exchanged"},
        {"C101", "J on the left"},      {"C102", "another metric"}};
    for (auto const& [id, name] : controls) {
      study.measure(id, "as printed", body.name, {.value = residual[id].value, .steps = 20});
      study.control(id, name, body.name, {.value = control[id].value, .steps = 20});
    }
  }
}

void unconstrained(Study& study) {
  Quad const h = 0.1_quad;
  for (auto const& body : bodies()) {
    auto const free = body.free();
    FreeRigidBody::State const start{free.identity(), free.momentum(body.velocity(study))};
    auto const one = free.stepped(start, h), two = free.stepped(one, h);
    WorstInstance everywhere;
    for (long j = 0; j < start.M.size(); ++j)
      everywhere.add(int(j), double(theory::abs(discrete_equation(
                                 free, start.g, one.g, two.g, Vector::Unit(start.M.size(), j)))));
    study.measure("C96", "as printed", body.name, {.value = everywhere.value, .steps = 2});
    // Form of the equations in Moser and Veselov's paper.
    auto const original = [&](Matrix const& Omega) {
      Vector const first = -left_momentum(free, Omega);  // Omega^T J - J Omega
      Vector const moved = free.entries(Omega * free.antisymmetric(start.M) * Omega.transpose());
      return larger_or_nan(theory::distance(first, h * start.M), theory::distance(moved, one.M));
    };
    Matrix const omega = start.g.transpose() * one.g;
    study.measure("C22", "as printed", body.name,
                  {.value = original(omega.transpose()), .steps = 20});
    study.control("C22", "Omega = omega", body.name, {.value = original(omega), .steps = 20});

    // With and without constraints, only (6.7) limits the step.
    Quad const limit = free.continuation_limit(start.M);
    auto const far = body.run(projected).with(4, 0, 0);
    double const largest = study.method(far).largest_step(far.spec());
    study.measure("C24", "as printed", body.name,
                  {.value = largest / double(limit),
                   .details = {{"$h$ of the method", largest}, {"$h$ of (6.7)", double(limit)}}});
  }
}

/// Tabulates energies of both methods to t = 100, h = 0.05.
void tabulate_energies(Study& study) {
  for (auto const& body : bodies()) {
    auto& table = study.table(fmt::format("energy_{}", body.n), {"t", "projected", "symmetric"});
    auto const a = study.execute(body.run(projected).with(0.05_quad, 2000, 20)),
               b = study.execute(body.run(symmetric).with(0.05_quad, 2000, 20));
    for (std::size_t k = 0; k < a.times.size(); ++k)
      table.add({a.times[k], a.invariant_values[k][0] / a.invariants[0].initial,
                 b.invariant_values[k][0] / b.invariants[0].initial});
  }
}

/// Draws the errors of a method on both bodies. Returns the order of positions or velocities that
/// deviates most from the expected one; adds the orders to `words`.
double farthest_order(Study& study, std::string const& method, double expected,
                      std::vector<std::string>& words) {
  double farthest = expected;
  for (auto const& body : bodies()) {
    auto const run = body.run(method).with(0.1_quad, 2000, 20);
    auto const orders = observed_orders(
        study.problem(body.problem), study.method(run), "plain",
        study.quick ? std::vector<long>{20, 40, 80, 160} : std::vector<long>{40, 80, 160, 320});
    for (auto const& o : orders.orders) {
      if (o.component != "positions" && o.component != "velocities") continue;
      words.push_back(fmt::format("{:.3f} {} on {}", o.order, o.component, body.name));
      if (!(std::abs(o.order - expected) <= std::abs(farthest - expected))) farthest = o.order;
    }
    words.push_back(fmt::format("|$R F R F$ - 1| = {:.1e} at $h$ = 0.1 on {}",
                                study.method(run).reversibility_defect(run.spec()), body.name));
    tabulate(study, fmt::format("errors_{}_{}", body.n, method),
             {{"h", orders.steps}, {"error", orders.orders[0].errors}});
  }
  return farthest;
}

}  // namespace

void rigid_body(Study& study) {
  discrete_equations(study);
  study.progress(0.2);
  unconstrained(study);
  study.progress(0.4);
  std::vector<std::string> words;
  double const of_symmetric = farthest_order(study, symmetric, 2, words),
               of_projected = farthest_order(study, projected, 1, words);
  study.add_finding("C23/symmetric", {of_symmetric, of_projected}, "slopes " + joined(words));
  tabulate_energies(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::rigid_body_study
