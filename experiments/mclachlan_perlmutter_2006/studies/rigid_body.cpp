#include <cmath>
#include <map>

#include "experiments/core/words.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/constrained_body.hpp"
#include "experiments/measure/convergence.hpp"
#include "experiments/measure/fit.hpp"
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

/// Supplies the residual of an instance.
void measure(Study& study, char const* id, Body const& body, Q residual, char const* what) {
  study.measure(id, "as printed", body.name,
                {.value = double(residual),
                 .words = fmt::format("{} {:.1e}, {}", what, double(residual), body.name),
                 .steps = 20});
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
    Q on_k = 0, reduced = 0, rebuilt = 0, momenta = 0, projection = 0;
    // The reduced motion (6.7)-(6.8), solved apart from the method.
    auto M = free.momentum(run.v.front()), g = run.q.front();
    for (std::size_t k = 0; k + 1 < run.q.size(); ++k) {
      auto const w = free.cayley(free.solved(times(h, M), times(h, free.velocity(M))));
      momenta =
          larger_or_nan(momenta, Q(distance(M, times(1 / h, free.discrete_momentum(omega(k))))));
      auto const moved =
          free.entries(free.product(free.product(free.transposed(w), free.antisymmetric(M)), w));
      projection = larger_or_nan(projection,
                                 Q(distance(body.by_metric(moved), free.momentum(run.v[k + 1]))));
      M = body.by_multipliers(moved);
      g = free.product(g, w);
      rebuilt = larger_or_nan(rebuilt, Q(distance(g, run.q[k + 1])));
      if (k == 0) continue;
      auto const equation =
          sum(left_momentum(free, omega(k - 1)), times(-1, free.discrete_momentum(omega(k))));
      for (auto const& xi : allowed) {
        on_k = larger_or_nan(
            on_k, absolute(discrete_equation(free, run.q[k - 1], run.q[k], run.q[k + 1], xi)));
        reduced = larger_or_nan(reduced, absolute(dot(xi, equation)));
      }
    }
    measure(study, "C21", body, on_k, "D2 L_d + D1 L_d along k:");
    measure(study, "C100", body, reduced, "part in k:");
    measure(study, "C101", body, momenta, "momenta within");
    measure(study, "C102", body, projection, "momenta within");
    measure(study, "C95", body, rebuilt, "attitudes within");

    Numbers x(run.v.front().size(), Q(0));
    x[0] = 0.7Q;
    x[1] = -0.3Q;
    auto const turn = free.cayley(x);
    auto moved_start = twenty_steps(body);
    moved_start.q = free.product(turn, run.q.front());
    moved_start.v = run.v.front();
    auto const other = study.execute_quad(moved_start);
    Q equivariance = 0;
    for (std::size_t k = 0; k < run.q.size(); ++k)
      equivariance =
          larger_or_nan({equivariance, Q(distance(free.product(turn, run.q[k]), other.q[k])),
                         Q(distance(run.v[k], other.v[k]))});
    measure(study, "C92", body, equivariance, "moved orbit within");
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
    measure(study, "C96", body, everywhere, "D2 L_d + D1 L_d in every direction:");
    // Moser and Veselov's own form, with Omega the inverse of omega.
    auto const Omega = free.transposed(free.product(free.transposed(start.g), one.g));
    auto const first = times(-1, left_momentum(free, Omega));  // Omega^T J - J Omega
    auto const moved = free.entries(
        free.product(free.product(Omega, free.antisymmetric(start.M)), free.transposed(Omega)));
    measure(study, "C22", body,
            larger_or_nan(Q(distance(first, times(h, start.M))), Q(distance(moved, one.M))),
            "Moser and Veselov's equations within");

    // (6.7) alone limits the step, with and without constraints.
    Q const limit = free.continuation_limit(start.M);
    auto const far = body.run(projected).with(4, 0, 0);
    double const largest = study.method(far).largest_step(far.spec());
    study.measure("C24", "as printed", body.name,
                  measured(largest / double(limit), "{:.6f} (h = {:.5f} and {:.5f}), {}",
                           largest / double(limit), largest, double(limit), body.name));
  }
}

double energy_ratio(Trajectory<double> const& run) {
  return run.invariants[0].final / run.invariants[0].initial;
}

void constrained(Study& study) {
  double done = 0.4;
  std::map<std::string, double> farthest;
  std::vector<double> energies;
  std::map<std::string, std::vector<std::string>> slopes;
  for (auto const& body : bodies()) {
    std::vector<Trajectory<double>> runs;
    for (auto const& id : {projected, symmetric}) {
      auto const long_run = body.run(id).with(0.05Q, 2000, 20);
      runs.push_back(study.execute(long_run));
      auto const orders = observed_orders(
          study.problem(body.problem), study.method(long_run), "plain",
          study.quick ? std::vector<long>{20, 40, 80, 160} : std::vector<long>{40, 80, 160, 320});
      double const expected = id == projected ? 1 : 2;
      auto& worst = farthest.try_emplace(id, expected).first->second;
      for (auto const& o : orders.orders) {
        if (o.component != "positions" && o.component != "velocities") continue;
        slopes[id].push_back(fmt::format("{:.3f} {} on {}", o.order, o.component, body.name));
        if (!(std::abs(o.order - expected) <= std::abs(worst - expected))) worst = o.order;
      }
      double const irreversible =
          study.method(long_run).reversibility_defect(long_run.with(0.1Q, 2000, 20).spec());
      slopes[id].push_back(
          fmt::format("|R F R F - 1| = {:.1e} at h = 0.1 on {}", irreversible, body.name));
      auto& table = study.table(fmt::format("errors_{}_{}", body.n, id), {"h", "error"});
      for (std::size_t i = 0; i < orders.steps.size(); ++i)
        table.add({orders.steps[i], orders.orders[0].errors[i]});
      study.progress(done += 0.12);
    }
    energies.push_back(energy_ratio(runs[0]));
    auto& table = study.table(fmt::format("energy_{}", body.n), {"t", "projected", "symmetric"});
    for (std::size_t k = 0; k < runs[0].times.size(); ++k)
      table.add({runs[0].times[k], runs[0].invariant_values[k][0] / runs[0].invariants[0].initial,
                 runs[1].invariant_values[k][0] / runs[1].invariants[0].initial});
  }

  for (auto const& id : {projected, symmetric})
    study.find(id == projected ? "C23/order" : "C23/symmetric", farthest.at(id),
               fmt::format("slopes {}{}", fmt::join(slopes.at(id), "; "),
                           id == projected ? "; E/E(0) at t = 100, h = 0.05: " +
                                                 fmt::format("{:.4f}", fmt::join(energies, ", "))
                                           : ""));

  // The same on Suslov's body.
  Run const suslov{.problem = "suslov", .method = projected};
  std::vector<double> steps, losses;
  for (long count : {40, 80, 160, 320}) {
    steps.push_back(4.0 / double(count));
    losses.push_back(1 - energy_ratio(study.execute(suslov.with(RawQuad(4) / count, count, 0))));
  }
  double const order = fit_power(steps, losses).slope;
  study.find("C23/Suslov", order,
             fmt::format("slope {:.3f}; 1 - H/H(0): {:.3e}", order, fmt::join(losses, ", ")));
}

}  // namespace

void rigid_body(Study& study) {
  discrete_equations(study);
  study.progress(0.2);
  unconstrained(study);
  study.progress(0.4);
  constrained(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
