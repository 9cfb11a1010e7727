#include <boost/math/quadrature/gauss_kronrod.hpp>

#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::euler_methods_study {

namespace {

Scheme const in_columns[] = {Scheme::a, Scheme::b, Scheme::rattle};
std::vector<std::string> const columns{"a", "b", "rattle"};
constexpr int T = 2;
constexpr int step_counts[] = {40, 80, 160, 320, 640};

/// Errors of positions, of the momenta p~ of (13), (14), (15), which differ from the average
/// momenta by +- (h/2) V_q, of the energy and of the multiplier lambda~.
Table errors_of(Study& study, Scheme scheme, std::string const& start) {
  Oscillator const system;
  auto run = on_test_system(method_of(scheme));
  run.start = start;
  auto const exact = study.reference(run, {RawQuad(T)})[0];
  auto there = run;
  there.q = exact.q;
  there.v = exact.v;
  there.is_method_state = true;  // satisfies the constraint up to the reference's last digits
  double const energy = study.problem(run.problem).energy(there.spec().setting);
  Vector3 const exact_p = system.M * vector_of<Quad>(exact.v);
  double const lambda = double(system.lambda({vector_of<Quad>(exact.q), exact_p}));
  Table errors{{"h", "q", "p", "E", "lambda"}, {}};
  for (int n : step_counts) {
    Quad const h = Quad(T) / n;
    auto const t = study.execute(run.with(h, n, 0));
    Vector3 const p = system.M * vector_of<Quad>(t.v.back()) -
                      static_cast<int>(scheme) * h / 2 * system.V_q(vector_of<Quad>(t.q.back()));
    errors.add({double(h), distance(t.q.back(), exact.q, 0, 3), length(p - exact_p),
                std::abs(t.invariants.front().final - energy),
                std::abs(t.multipliers.back()[0] + lambda)});  // the paper's sign
  }
  return errors;
}

void measure_orders(Study& study) {
  std::vector<Table> shown;
  for (Scheme const scheme : in_columns)
    for (std::string const start : {"multiplier", "plain", "exact"}) {
      auto const errors = errors_of(study, scheme, start);
      for (auto const& [component, what] :
           {std::pair("q", "positions"), std::pair("p", "momenta")}) {
        auto const instance = fmt::format("{}, {}, start {}", name_of(scheme), what, start);
        auto const observed = order_in(errors, component, T);
        if (scheme == Scheme::rattle) {
          study.measure("FJM-05", "as printed", instance, observed);
          if (start != "multiplier") continue;
          study.control("FJM-06", "no force in the constraint", instance, observed);
          continue;
        }
        study.measure("FJM-06", "order at least one", instance, observed);
        study.measure("FJM-06", "order one", instance, observed);
        if (start == "multiplier")
          study.control("FJM-05", "force in the constraint", instance, observed);
      }
      // In the others lambda~_0 is not lambda(0).
      if (start != "multiplier") continue;
      study.measure(scheme == Scheme::rattle ? "FJM-05" : "FJM-06", "node, momentum and multiplier",
                    name_of(scheme), order_in(errors, "lambda", T));
      shown.push_back(errors);
    }
  auto& table =
      study.table("orders", {"h", "q_a", "p_a", "E_a", "lambda_a", "q_b", "p_b", "E_b", "lambda_b",
                             "q_rattle", "p_rattle", "E_rattle", "lambda_rattle"});
  for (std::size_t i = 0; i < shown[0].rows.size(); ++i) {
    Numbers row{shown[0].rows[i][0]};
    for (auto const& errors : shown)
      row.insert(row.end(), errors.rows[i].begin() + 1, errors.rows[i].end());
    table.add(row);
  }
}

/// Measures (13) without the force in its last line.
void measure_without_last_kick(Study& study) {
  Oscillator const system;
  Vector3 const exact =
      vector_of<Quad>(study.reference(on_test_system("gni_euler_a"), {RawQuad(T)})[0].q);
  Table errors{{"h", "q"}, {}};
  for (int n : step_counts) {
    Quad const h = Quad(T) / n;
    auto z = system.admissible_start(h, Scheme::a);
    for (int i = 0; i < n; ++i) z = system.step(z, h, Scheme::a, 0);
    errors.add({double(h), length(z.q - exact)});
  }
  study.control("FJM-06", "no force in the second half", order_in(errors, "q", T));
}

/// Measures orders on a system with mu M^-1 V_q = 0: M = diag(1, 2, 3/2), V = y^2/2. With w^2 = 1/2
/// and the integral C = x' (1 + 3 y^2/2)^(1/2): y = y0 cos wt + (y0'/w) sin wt, x' and z' = y x' by
/// quadrature.
void order_without_normal_force(Study& study) {
  Oscillator const system{.M = Vector3(1, 2, 1.5_quad).asDiagonal(),
                          .K = Vector3(0, 1, 0).asDiagonal()};
  Eigen::Vector3d const q0(0.5, 0.7, -0.4), v0(0.6, -0.3, 0.42);
  double const w = std::sqrt(0.5), C = v0[0] * std::sqrt(1 + 1.5 * q0[1] * q0[1]);
  auto const y = [&](double t) { return q0[1] * std::cos(w * t) + v0[1] / w * std::sin(w * t); };
  auto const x_rate = [&](double t) { return C / std::sqrt(1 + 1.5 * y(t) * y(t)); };
  auto const integral = [](auto const& rate) {
    return boost::math::quadrature::gauss_kronrod<double, 31>::integrate(rate, 0.0, T, 8, 1e-15);
  };
  Vector3 const exact(q0[0] + integral(x_rate), y(T),
                      q0[2] + integral([&](double t) { return y(t) * x_rate(t); }));
  PhasePoint const start{q0.cast<Quad>(), system.M * v0.cast<Quad>()};
  auto const error = [&](Scheme scheme, int n) {
    NodeState z{start.q, start.p, system.lambda(start)};
    for (int i = 0; i < n; ++i) z = system.step(z, Quad(T) / n, scheme);
    return length(z.q - exact);
  };
  auto& table = study.table("no_normal_force", {"h", "error_a", "error_b"});
  for (int n : step_counts) table.add({double(T) / n, error(Scheme::a, n), error(Scheme::b, n)});
  FarthestOrder farthest{2};
  for (auto const& [method, errors] :
       {std::pair("Euler A", "error_a"), std::pair("Euler B", "error_b")}) {
    auto const order = order_in(table, errors, T);
    study.measure("FJM-06", "order at least one", method + std::string(", no normal force"), order);
    farthest.add(method, order.value);
  }
  study.add_finding("FJM-06/normal-force", farthest.value, farthest.text());
}

/// Measures energies at h = 0.05 of Euler A and B to T = 200 and of RATTLE ten times as far, and
/// the prediction by the work of the reaction on the affine term, dH/dt = -lambda mu Y = +- (h/2)
/// lambda mu M^-1 V_q.
void measure_drift(Study& study) {
  double const h = 0.05;
  long const steps = study.quick ? 1000 : 4000;
  Oscillator const system;
  Numbers largest(3);
  double worst_prediction = 0;
  for (std::size_t m = 0; m < columns.size(); ++m) {
    auto const scheme = in_columns[m];
    auto& table = study.table("energy_" + columns[m], {"t", "error", "largest", "predicted"});
    long const all = scheme == Scheme::rattle ? 10 * steps : steps;
    auto const run = study.execute(on_test_system(method_of(scheme)).with(0.05_quad, all));
    double const s = static_cast<int>(scheme), H0 = run.invariant_values.front()[0];
    double predicted = 0, miss = 0, next_row = 1;
    for (std::size_t k = 1; k < run.q.size(); ++k) {
      double const lambda = -run.multipliers[k][0];  // the paper's sign
      predicted += h * s * h / 2 * lambda * double(system.normal_force(vector_of<Quad>(run.q[k])));
      double const error = run.invariant_values[k][0] - H0;
      largest[m] = larger_or_nan(largest[m], std::abs(error));
      miss = larger_or_nan(miss, std::abs(error - predicted));
      if (double(k) < next_row) continue;
      table.add({h * double(k), error, largest[m], predicted});
      next_row = larger_or_nan(next_row + 1, 1.05 * next_row);
    }
    if (s != 0) worst_prediction = larger_or_nan(worst_prediction, miss / largest[m]);
  }
  double const ratio = smaller_or_nan(largest[0], largest[1]) / largest[2];
  study.add_finding(
      "FJM-06/drift", ratio,
      fmt::format("largest energy error up to $t$ = {} at $h$ = 0.05: Euler A {:.3f}, Euler B "
                  "{:.3f}; RATTLE {:.2e} in ten times as long; the predicted drift is "
                  "met up to {:.1e} of the largest error",
                  h * double(steps), largest[0], largest[1], largest[2], worst_prediction));
}

}  // namespace

void euler_methods(Study& study) {
  measure_orders(study);
  measure_without_last_kick(study);
  study.progress(0.4);
  order_without_normal_force(study);
  study.progress(0.6);
  measure_drift(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::euler_methods_study
