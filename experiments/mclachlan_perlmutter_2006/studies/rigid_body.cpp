#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>

#include "experiments/core/experiment.hpp"
#include "experiments/core/random.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/constrained_body.hpp"
#include "experiments/measure/convergence.hpp"
#include "experiments/measure/fit.hpp"
#include "experiments/measure/sweep.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

using Body = ConstrainedBody;
std::vector<Body> const& bodies() { return constrained_bodies(); }
std::string const projected = "moser_veselov", symmetric = "euler_poincare_suslov";

/// D2 L_d(g0, g1) + D1 L_d(g1, g2) along g1 xi for L_d = tr(g0 J g1^-1), (6.2).
Q discrete_equation(FreeRigidBody const& body, Numbers const& g0, Numbers const& g1,
                    Numbers const& g2, Numbers const& xi) {
  auto const X = body.antisymmetric(xi);
  return derivative([&](Q t) {
    // g1 exp(t xi), to eighth order in a small t.
    auto power = g1, moved = g1;
    for (int k = 1; k <= 8; ++k) {
      power = times(t / k, body.product(power, X));
      moved = sum(moved, power);
    }
    return body.lagrangian(g0, moved) + body.lagrangian(moved, g2);
  });
}

/// Twenty steps of h = 0.1.
Run twenty_steps(Body const& body) { return body.run(projected).with(0.1Q, 20); }

/// J w - w^T J below the diagonal.
Numbers left_momentum(FreeRigidBody const& body, Numbers const& omega) {
  Numbers below;
  for (std::size_t a = 0; a < body.n; ++a)
    for (std::size_t b = 0; b < a; ++b)
      below.push_back(body.J(a) * omega[body.n * a + b] - omega[body.n * b + a] * body.J(b));
  return below;
}

/// Theorem 3, corollary 4 and (6.5)-(6.8) along twenty steps of the method.
void discrete_equations(Study& study) {
  Q const h = 0.1Q;
  for (auto const& body : bodies()) {
    auto const free = body.free();
    auto const run = study.execute_quad(twenty_steps(body));
    auto const allowed = body.allowed();
    auto const omega = [&](std::size_t k) {
      return free.product(free.transposed(run.q[k]), run.q[k + 1]);
    };
    // Largest residuals by statement, and of their controls.
    std::map<std::string, WorstInstance> rest, control;
    auto const gap = [](Numbers const& a, Numbers const& b) { return distance(a, b); };
    // The reduced motion (6.7)-(6.8), solved apart from the method.
    auto M = free.momentum(run.v.front()), g = run.q.front(), g_left = g;
    for (std::size_t k = 0; k + 1 < run.q.size(); ++k) {
      int const at = int(k);
      auto const w = free.cayley(free.solved(times(h, M), times(h, free.velocity(M))));
      auto const next = free.momentum(run.v[k + 1]);
      rest["C101"].add(at, gap(M, times(1 / h, free.discrete_momentum(omega(k)))));
      control["C101"].add(at, gap(M, times(1 / h, left_momentum(free, omega(k)))));
      auto const moved =
          free.entries(free.product(free.product(free.transposed(w), free.antisymmetric(M)), w));
      rest["C102"].add(at, gap(body.by_metric(moved), next));
      control["C102"].add(at, gap(body.by_unit_metric(moved), next));
      M = body.by_multipliers(moved);
      g = free.product(g, w);
      g_left = free.product(w, g_left);
      rest["C95"].add(at, gap(g, run.q[k + 1]));
      control["C95"].add(at, gap(g_left, run.q[k + 1]));
      if (k == 0) continue;
      auto const right = free.discrete_momentum(omega(k));
      auto const equation = sum(left_momentum(free, omega(k - 1)), times(-1, right));
      auto const exchanged = sum(free.discrete_momentum(omega(k - 1)), times(-1, right));
      auto const along = [&](Numbers const& xi) {
        return double(absolute(discrete_equation(free, run.q[k - 1], run.q[k], run.q[k + 1], xi)));
      };
      for (auto const& xi : allowed) {
        rest["C21"].add(at, along(xi));
        rest["C100"].add(at, double(absolute(dot(xi, equation))));
        control["C100"].add(at, double(absolute(dot(xi, exchanged))));
      }
      for (auto const& mu : body.one_forms) control["C21"].add(at, along(mu));
    }
    Numbers x(run.v.front().size(), Q(0));
    x[0] = 0.7Q;
    x[1] = -0.3Q;
    auto const turn = free.cayley(x);
    // Of an orbit from the moved start, the departure from the moved orbit.
    auto const equivariance = [&](auto const& moved) {
      auto moved_start = twenty_steps(body);
      moved_start.q = moved(run.q.front());
      moved_start.v = run.v.front();
      auto const other = study.execute_quad(moved_start);
      double worst = 0;
      for (std::size_t k = 0; k < run.q.size(); ++k)
        worst = larger_or_nan({worst, gap(moved(run.q[k]), other.q[k]), gap(run.v[k], other.v[k])});
      return worst;
    };
    rest["C92"].value = equivariance([&](Numbers const& q) { return free.product(turn, q); });
    control["C92"].value = equivariance([&](Numbers const& q) { return free.product(q, turn); });
    std::map<std::string, char const*> const controls{
        {"C21", "directions out of k"}, {"C92", "turned on the right"},
        {"C95", "factors exchanged"},   {"C100", "sides exchanged"},
        {"C101", "J on the left"},      {"C102", "another metric"}};
    for (auto const& [id, name] : controls) {
      study.measure(id, "as printed", body.name, {.value = rest[id].value, .steps = 20});
      study.control(id, name, body.name, {.value = control[id].value, .steps = 20});
    }
  }
}

void unconstrained(Study& study) {
  Q const h = 0.1Q;
  for (auto const& body : bodies()) {
    auto const free = body.free();
    FreeRigidBody::State const start{free.identity(), free.momentum(body.velocity(study))};
    auto const one = free.stepped(start, h), two = free.stepped(one, h);
    Q everywhere = 0;
    for (std::size_t j = 0; j < start.M.size(); ++j) {
      Numbers e(start.M.size(), Q(0));
      e[j] = 1;
      everywhere =
          larger_or_nan(everywhere, absolute(discrete_equation(free, start.g, one.g, two.g, e)));
    }
    study.measure("C96", "as printed", body.name, {.value = double(everywhere), .steps = 20});
    // Moser and Veselov's own form.
    auto const original = [&](Numbers const& Omega) {
      auto const first = times(-1, left_momentum(free, Omega));  // Omega^T J - J Omega
      auto const moved = free.entries(
          free.product(free.product(Omega, free.antisymmetric(start.M)), free.transposed(Omega)));
      return larger_or_nan(distance(first, times(h, start.M)), distance(moved, one.M));
    };
    auto const omega = free.product(free.transposed(start.g), one.g);
    study.measure("C22", "as printed", body.name,
                  {.value = original(free.transposed(omega)), .steps = 20});
    study.control("C22", "Omega = omega", body.name, {.value = original(omega), .steps = 20});

    // (6.7) alone limits the step, with and without constraints.
    Q const limit = free.continuation_limit(start.M);
    auto const far = body.run(projected).with(4, 0, 0);
    double const largest = study.method(far).largest_step(far.spec());
    study.measure("C24", "as printed", body.name,
                  {.value = largest / double(limit),
                   .details = {{"h of the method", largest}, {"h of (6.7)", double(limit)}}});
  }
}

/// Energies of both methods to t = 100, h = 0.05; returns the last of `projected` by body.
std::vector<double> tabulate_energies(Study& study) {
  std::vector<double> last;
  for (auto const& body : bodies()) {
    auto& table = study.table(fmt::format("energy_{}", body.n), {"t", "projected", "symmetric"});
    auto const a = study.execute(body.run(projected).with(0.05Q, 2000, 20)),
               b = study.execute(body.run(symmetric).with(0.05Q, 2000, 20));
    for (std::size_t k = 0; k < a.times.size(); ++k)
      table.add({a.times[k], a.invariant_values[k][0] / a.invariants[0].initial,
                 b.invariant_values[k][0] / b.invariants[0].initial});
    last.push_back(table.rows.back()[1]);
  }
  return last;
}

/// C23: orders and reversibility of a method on both bodies; the order farthest from the expected
/// one.
void measure_orders(Study& study, char const* finding, std::string const& method, double expected,
                    std::string const& energies) {
  double farthest = expected;
  std::vector<std::string> words;
  for (auto const& body : bodies()) {
    auto const run = body.run(method).with(0.1Q, 2000, 20);
    auto const orders = observed_orders(
        study.problem(body.problem), study.method(run), "plain",
        study.quick ? std::vector<long>{20, 40, 80, 160} : std::vector<long>{40, 80, 160, 320});
    for (auto const& o : orders.orders) {
      if (o.component != "positions" && o.component != "velocities") continue;
      words.push_back(fmt::format("{:.3f} {} on {}", o.order, o.component, body.name));
      if (!(std::abs(o.order - expected) <= std::abs(farthest - expected))) farthest = o.order;
    }
    words.push_back(fmt::format("|R F R F - 1| = {:.1e} at h = 0.1 on {}",
                                study.method(run).reversibility_defect(run.spec()), body.name));
    tabulate(study, fmt::format("errors_{}_{}", body.n, method),
             {{"h", orders.steps}, {"error", orders.orders[0].errors}});
  }
  study.find(finding, farthest, fmt::format("slopes {}{}", fmt::join(words, "; "), energies));
}

/// C23/Suslov: order of the energy loss on Suslov's body.
void measure_suslov(Study& study) {
  Run const suslov{"suslov", projected};
  std::vector<double> const numbers{40, 80, 160, 320};
  auto const losses = values_over(numbers, [&](long n) {
    auto const energy = study.execute(suslov.with(RawQuad(4) / n, n, 0)).invariants[0];
    return 1 - energy.final / energy.initial;
  });
  double const order = -fit_power(numbers, losses).slope;
  study.find("C23/Suslov", order,
             fmt::format("slope {:.3f}; 1 - H/H(0): {:.3e}", order, fmt::join(losses, ", ")));
}

}  // namespace

void rigid_body(Study& study) {
  discrete_equations(study);
  study.progress(0.2);
  unconstrained(study);
  study.progress(0.4);
  measure_orders(study, "C23/symmetric", symmetric, 2, "");
  measure_orders(study, "C23/order", projected, 1,
                 fmt::format("; E/E(0) at t = 100, h = 0.05: {:.4f}",
                             fmt::join(tabulate_energies(study), ", ")));
  measure_suslov(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
