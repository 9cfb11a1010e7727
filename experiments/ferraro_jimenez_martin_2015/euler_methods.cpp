#include <boost/math/quadrature/gauss_kronrod.hpp>

#include "experiments/ferraro_jimenez_martin_2015/oscillator_maps.hpp"
#include "experiments/ferraro_jimenez_martin_2015/printed_forms.hpp"
#include "experiments/ferraro_jimenez_martin_2015/runs.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using V = Vector3<double>;

std::vector<std::string> const methods{"gni_euler_a", "gni_euler_b", "gni_rattle"};
std::vector<std::string> const names{"Euler A", "Euler B", "RATTLE"};
std::vector<std::string> const columns{"a", "b", "rattle"};
std::vector<std::string> const starts{"multiplier", "plain", "exact"};
constexpr double time_of_orders = 2;

/// FJM-05 and FJM-06: orders in q, p~ and energy from three starts.
void measure_orders(Findings& findings) {
  std::vector<long> const counts{40, 80, 160, 320, 640};
  auto& table = findings.table("orders", {"h", "q_a", "v_a", "E_a", "q_b", "v_b", "E_b", "q_rattle",
                                          "v_rattle", "E_rattle"});
  FarthestOrder first(1), second(2);
  std::vector<Orders> shown;
  for (std::size_t m = 0; m < methods.size(); ++m)
    for (auto const& start : starts) {
      auto const orders =
          observed({test_system, "T", methods[m], {}, start}, time_of_orders, counts);
      auto& farthest = m < 2 ? first : second;
      auto const name = [&](char const* what) {
        return fmt::format("{} {} {}", names[m], start, what);
      };
      farthest.add(name("q"), orders.of(&EndErrors::position));
      farthest.add(name("p"), orders.of(&EndErrors::velocity));
      farthest.add(name("H"), orders.of(&EndErrors::energy));
      if (start == starts.front()) shown.push_back(orders);
    }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::vector<double> row{shown[0].steps[i]};
    for (auto const& orders : shown) {
      auto const& e = orders.errors[i];
      row.insert(row.end(), {e.position, e.velocity, e.energy});
    }
    table.add(row);
  }
  findings.measure("FJM-06", first.value, first.text());
  findings.measure("FJM-05", second.value, second.text());
}

/// Where mu M^-1 V_q vanishes: M = diag(1, 2, 3/2), V = y^2/2. With w^2 = 1/2 and the integral C =
/// x' (1 + 3 y^2/2)^(1/2): y = y0 cos wt + (y0'/w) sin wt, x' and z' = y x' by quadrature.
void order_without_normal_force(Findings& findings) {
  V const mass(1, 2, 1.5), stiffness(0, 1, 0);
  Oscillator<double> const system(mass.asDiagonal(), stiffness.asDiagonal());
  V const q0(.5, .7, -.4), v0(.6, -.3, .42);
  double const w = std::sqrt(0.5), C = v0[0] * std::sqrt(1 + 1.5 * q0[1] * q0[1]);
  auto const y = [&](double t) { return q0[1] * std::cos(w * t) + v0[1] / w * std::sin(w * t); };
  auto const x_rate = [&](double t) { return C / std::sqrt(1 + 1.5 * y(t) * y(t)); };
  using Quadrature = boost::math::quadrature::gauss_kronrod<double, 31>;
  double const T = time_of_orders;
  V const exact(
      q0[0] + Quadrature::integrate(x_rate, 0.0, T, 8, 1e-15), y(T),
      q0[2] + Quadrature::integrate([&](double t) { return y(t) * x_rate(t); }, 0.0, T, 8, 1e-15));
  auto& table = findings.table("no_normal_force", {"h", "error_a", "error_b"});
  std::vector<double> steps, errors_a, errors_b;
  for (int n : {40, 80, 160, 320, 640}) {
    double const h = T / n;
    PhasePoint<double> const start{q0, system.M * v0};
    auto const error = [&](Scheme scheme) {
      NodeState<double> z{start.q, start.p, system.lambda(start)};
      for (int i = 0; i < n; ++i) z = system.step(z, h, scheme);
      return (z.q - exact).norm();
    };
    steps.push_back(h);
    errors_a.push_back(error(Scheme::a));
    errors_b.push_back(error(Scheme::b));
    table.add({h, errors_a.back(), errors_b.back()});
  }
  FarthestOrder order(2);
  order.add("Euler A", fit_power(steps, errors_a).slope);
  order.add("Euler B", fit_power(steps, errors_b).slope);
  findings.measure("FJM-06/normal-force", order.value, order.text());
}

/// FJM-06/affine: Euler A and B as SHAKE under the affine constraint with Y = -+ (h/2) M^-1 V_q:
/// SHAKE's two-point form (28) along the nodes of the catalogue, h = 0.05.
void compare_with_affine_shake(Findings& findings) {
  auto const system = Oscillator<Quad>::coupled();
  Quad const h = Quad(1) / 20;
  double largest = 0;
  for (int s : {1, -1}) {
    auto const run = Candidate{test_system, "T", s == 1 ? "gni_euler_a" : "gni_euler_b"}.run_quad(
        RawQuad(1) / 20, 100, 1);
    auto const node = [&](std::size_t k) {
      return Vector3<Quad>(run.q[k][0], run.q[k][1], run.q[k][2]);
    };
    Vector3<Quad> before = node(0), now = node(1);
    for (std::size_t k = 1; k < 100; ++k) {
      Vector3<Quad> const force = system.M_inverse * system.V_q(now), mu = system.mu(now);
      Vector3<Quad> const Y = -Quad(s) * h / 2 * force;
      Vector3<Quad> const free = 2 * (now - before) - h * h * force;
      Quad const impulse = mu.dot(free - 2 * h * Y) / system.C(now);
      Vector3<Quad> const next = before + free - system.M_inverse * mu * impulse;
      before = now;
      now = next;
      largest = larger_or_nan(largest, double(distance(now, node(k + 1))));
    }
  }
  findings.measure("FJM-06/affine", largest);
}

/// Energies at h = 0.05: Euler A and B to T = 200, RATTLE ten times as far; and what the work of
/// the reaction on the drift predicts, dH/dt = -lambda mu Y = +- (h/2) lambda mu M^-1 V_q.
void measure_drift(Findings& findings) {
  double const h = 0.05;
  long const steps = findings.quick ? 1000 : 4000;
  auto const system = Oscillator<double>::coupled();
  std::vector<double> largest(3);
  double worst_prediction = 0;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    auto& table = findings.table("energy_" + columns[m], {"t", "error", "largest", "predicted"});
    long const all = m == 2 ? 10 * steps : steps;
    auto const run = Candidate{test_system, "T", methods[m]}.run(RawQuad(1) / 20, all, 1);
    double const s = m == 0 ? 1 : m == 1 ? -1 : 0;
    double const H0 = run.invariant_values.front()[0];
    double predicted = 0, miss = 0, next_row = 1;
    for (std::size_t k = 1; k < run.q.size(); ++k) {
      V const q(run.q[k][0], run.q[k][1], run.q[k][2]);
      double const lambda = -run.multipliers[k][0];  // the paper's sign
      predicted += h * s * h / 2 * lambda * system.mu(q).dot(system.M_inverse * system.V_q(q));
      double const error = run.invariant_values[k][0] - H0;
      largest[m] = larger_or_nan(largest[m], std::abs(error));
      miss = larger_or_nan(miss, std::abs(error - predicted));
      if (double(k) < next_row) continue;
      table.add({h * double(k), error, largest[m], predicted});
      next_row = larger_or_nan(next_row + 1, 1.05 * next_row);
    }
    if (m < 2) worst_prediction = larger_or_nan(worst_prediction, miss / largest[m]);
  }
  findings.measure("FJM-06/drift", smaller_or_nan(largest[0], largest[1]) / largest[2],
                   fmt::format("{:.0f} (A {:.3f}, B {:.3f}; RATTLE {:.2e} in ten times as long)",
                               smaller_or_nan(largest[0], largest[1]) / largest[2], largest[0],
                               largest[1], largest[2]));
  findings.measure("FJM-06/drift-rate", worst_prediction);
  findings.measure("FJM-05/energy", largest[2]);
}

void compute(Findings& findings) {
  measure_orders(findings);
  findings.progress(0.4);
  order_without_normal_force(findings);
  compare_with_affine_shake(findings);
  auto const coarse = equation_21(1e-3), fine = equation_21(1e-4);
  findings.measure("FJM-07", fine.printed,
                   fmt::format("{:.5f} (h = 1e-3: {:.5f}); without the term mu M^-1 V_q {:.1e} "
                               "(h = 1e-3: {:.1e})",
                               fine.printed, coarse.printed, fine.corrected, coarse.corrected));
  findings.progress(0.6);
  measure_drift(findings);
}

std::vector<Claim> claims() {
  std::string const on_test_system = "on our test system, T = 2, h = 1/20 to 1/320, three starts";
  return {
      {.id = "FJM-05",
       .place = "remark 5.1",
       .statement = "Nonholonomic RATTLE is of second order in positions, momenta p~ and energy: "
                    "the order farthest from 2",
       .printed = "second-order convergent",
       .criterion = within(2, 0.1),
       .reason = "five step sizes, the coarsest not yet asymptotic",
       .assumption = on_test_system},
      {.id = "FJM-05/energy",
       .place = "remark 5.1; not stated",
       .statement = "RATTLE has no secular drift of energy: largest error at h = 0.05 up to T = "
                    "2000",
       .printed = "",
       .criterion = at_most(1e-3),
       .reason = "h^2/2 is 1.25e-3; a drift like Euler's would be thousands of times that",
       .assumption = "our test system"},
      {.id = "FJM-06",
       .place = "theorem 5.2",
       .statement = "The nonholonomic Euler A and B methods are of first order in positions, "
                    "momenta p~ and energy: the order farthest from 1",
       .printed = "globally first-order convergent",
       .criterion = within(1, 0.1),
       .reason = "five step sizes, the coarsest not yet asymptotic",
       .assumption = on_test_system},
      {.id = "FJM-06/normal-force",
       .place = "theorem 5.2; not stated",
       .statement = "Where mu M^-1 V_q = 0 the Euler methods are of second order: order of the "
                    "positions against a closed form, M = diag(1, 2, 3/2), V = y^2/2",
       .printed = "",
       .criterion = within(2, 0.1),
       .reason = "five step sizes; (11b) and (12b) are then SHAKE's constraint",
       .assumption = "our example"},
      {.id = "FJM-06/affine",
       .place = "(11), (12), (28); not stated",
       .statement = "Euler A and B are the affine SHAKE (28) with the drift Y = -+ (h/2) M^-1 V_q, "
                    "which proves theorem 5.2: largest difference of nodes, 100 steps of 0.05",
       .printed = "",
       .criterion = at_most(1e-27),
       .reason = "rounding in quad precision over the run",
       .assumption = "our test system"},
      {.id = "FJM-06/drift",
       .place = "section 5; not stated",
       .statement = "The energy of Euler A and B drifts secularly: largest error up to T = 200 at "
                    "h = 0.05, the smaller of the two, over that of RATTLE up to T = 2000",
       .printed = "",
       .criterion = at_least(100),
       .reason = "bounded errors of order h would differ from RATTLE's by about 1/h = 20",
       .assumption = "our test system",
       .quick_criterion = at_least(30)},
      {.id = "FJM-06/drift-rate",
       .place = "section 5; not stated",
       .statement = "That drift is the work of the reaction on Y, dH/dt = +- (h/2) lambda mu M^-1 "
                    "V_q: largest departure from its sum along the run, over the largest error",
       .printed = "",
       .criterion = at_most(0.1),
       .reason = "a rate of order h has corrections of relative order h, and p~ is off the "
                 "constraint by O(h)",
       .assumption = "our test system",
       .quick_criterion = at_most(0.3)},
      {.id = "FJM-07",
       .place = "(21)",
       .statement = "(21) holds up to O(h^2) along the exact motion: its rest over h, at h = 1e-4",
       .printed = "O(h)",
       .criterion = at_most(1e-2),
       .reason = "a hundred times h"}};
}

Panel order_panel(std::string title, std::string const& which, std::string label, std::string key) {
  std::vector<Series> series;
  for (std::size_t m = 0; m < 3; ++m)
    series.push_back({"orders.csv", "h", which + "_" + columns[m], "linespoints", names[m]});
  return {.title = std::move(title),
          .x_label = "{/:Italic h}",
          .y_label = std::move(label),
          .x_scale = "log",
          .y_scale = "log",
          .x_range = {{0.002, 0.1}},
          .key = std::move(key),
          .series = std::move(series)};
}

}  // namespace

Experiment euler_methods() {
  Panel drift{.title = "(d) energy over time, {/:Italic h} = 0.05",
              .x_label = "{/:Italic t}",
              .y_label = "largest |{/:Italic H} - {/:Italic H}_0| so far",
              .x_scale = "log",
              .y_scale = "log",
              .x_range = {{0.05, 2000}},
              .y_range = {{1e-6, 10}},
              .key = "off"};
  for (std::size_t m = 0; m < 3; ++m)
    drift.series.push_back({"energy_" + columns[m] + ".csv", "t", "largest", "lines", names[m]});
  return {.id = "fjm2015_euler_methods",
          .paper = "ferraro_jimenez_martin_2015",
          .title = "Nonholonomic Euler methods and RATTLE: orders and energy",
          .about =
              "Theorem 5.2 and what the step of its proof, (21), leaves out: the Euler methods "
              "are SHAKE under a slightly affine constraint, so that their energy drifts.",
          .choices = oscillator_choices(),
          .claims = claims(),
          .figures = {{.id = "orders_and_energy",
                       .number = "",
                       .caption = "Nonholonomic Euler A, Euler B and RATTLE: errors at t = 2 in "
                                  "(a) position, (b) velocity M^{-1}p̃, (c) energy against the "
                                  "step size; (d) largest energy error up to time t.",
                       .columns = 2,
                       .width = 6.9,
                       .height = 5.6,
                       .panels = {order_panel("(a) position", "q", "error of {/:Italic q}",
                                              "bottom right"),
                                  order_panel("(b) velocity", "v",
                                              "error of {/:Italic M}^{-1}{/:Italic p̃}", "off"),
                                  order_panel("(c) energy", "E", "error of {/:Italic H}", "off"),
                                  drift}}},
          .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
