#include <quadmath.h>

#include <boost/math/quadrature/gauss_kronrod.hpp>

#include "experiments/fernandez_bloch_olver_2012/shared/knife_edge.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/numbers.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// The exact motion for x(0) = phi(0) = 0 with general velocities, certified.
struct ClosedForms {
  static constexpr double kappa = 0.8, omega = 1.3;
  double S = std::sin(std::acos(-1.0) / 36);
  double divisor = 2;              ///< of sin(alpha); the printed one
  double x_of_t(double t) const {  // (65)
    return S / (divisor * omega * omega) * std::pow(std::sin(omega * t), 2) +
           kappa / omega * std::sin(omega * t);
  }
  double x_of_tau(double tau) const { return S / divisor * tau * tau + kappa * tau; }  // (67)
  /// (67) on the branch of the arcsine that follows phi(t).
  double phi_of_tau(double tau, double t) const {
    double const pi = std::acos(-1.0), half_circles = std::round(omega * t / pi);
    return half_circles * pi + (std::fmod(half_circles, 2) == 0 ? 1 : -1) * std::asin(omega * tau);
  }
};

/// The integral of f over t along the motion, to double precision.
double integral_of_f(double t) {
  return boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
      [](double s) { return std::cos(ClosedForms::omega * s); }, 0.0, t, 10, 1e-15);
}

void measure_closed_forms(Study& study) {
  ClosedForms const closed, changed{.divisor = 1};
  Run const motion{
      .problem = knife_edge.problem, .case_name = "FBO", .v = {{closed.kappa, closed.omega, 0}}};
  RawQuad const period = 2 * M_PIq / RawQuad(closed.omega);
  std::vector<RawQuad> times, later, half_later;
  for (int i = 1; i <= 56; ++i) {
    times.push_back(RawQuad(i) / 8);
    later.push_back(times.back() + period);
    half_later.push_back(times.back() + period / 2);
  }
  auto const states = study.reference(motion, times);
  auto const after = study.reference(motion, later);
  auto const after_half = study.reference(motion, half_later);
  Largest in_t, of_tau, in_tau, most, over_period, over_half, changed_in_t, changed_in_tau;
  Largest without_omega;
  for (std::size_t i = 0; i < states.size(); ++i) {
    double const t = double(states[i].time), x = double(states[i].q[0]);
    double const phi = double(states[i].q[1]), tau = std::sin(phi) / closed.omega;  // (66)
    double const phi_after = double(after[i].q[1]);
    in_t(x - closed.x_of_t(t));
    in_t(phi / (closed.omega * t) - 1);
    changed_in_t(x - changed.x_of_t(t));
    of_tau(tau - integral_of_f(t));
    without_omega(std::sin(phi) - integral_of_f(t));
    in_tau(x - closed.x_of_tau(tau));
    changed_in_tau(x - changed.x_of_tau(tau));
    // The arcsine is steep at its ends.
    in_tau(std::abs(phi - closed.phi_of_tau(tau, t)) * std::abs(std::cos(phi)));
    most(closed.omega * tau);
    over_period(double(after[i].q[0] - states[i].q[0]));
    over_period(std::cos(phi_after) - std::cos(phi));
    over_period(std::sin(phi_after) - std::sin(phi));
    over_half(double(after_half[i].q[0] - states[i].q[0]));
  }
  supply(study, "",
         {{"K1", "as printed", in_t.value},
          {"K1", "without the factor 1/2", changed_in_t.value, true},
          {"K1a", "as printed", of_tau.value},
          {"K1a", "without 1/omega", without_omega.value, true},
          {"K1b", "as printed", in_tau.value},
          {"K1b", "without the factor 1/2", changed_in_tau.value, true},
          {"K19", "as printed", most.value},
          {"K20", "as printed", over_period.value},
          {"K20", "half the period", over_half.value, true}});
}

/// Largest number in the metric of a Lagrangian at the middle of the intervals, and largest
/// |phi-velocity| of a run in the time of its method.
struct Extremes {
  double metric = 0, velocity = 0;
};
/// @param x_metric, phi_metric  powers of cos(phi) in front of the squared velocities
/// @param away  only on intervals more than four steps from the zeros of f
Extremes extremes(KnifeRun const& run, int x_metric, int phi_metric, bool away) {
  Extremes e;
  for (std::size_t i = 0; i + 1 < run.nodes(); ++i) {
    if (away && near_a_crossing(double(i) + at_intervals)) continue;
    double const c = std::abs(std::cos(run.middle(i, 1)));
    e.metric = larger_or_nan({e.metric, std::pow(c, x_metric), std::pow(c, phi_metric)});
    e.velocity = larger_or_nan(e.velocity, std::abs(run.increment(i, 1) / run.intervals[i]));
  }
  return e;
}

/// Changes of the sign of d tau/dt = f along the motion beside a run.
double turns_of_tau(System const& system, Simulation const& run) {
  int changes = 0;
  for (std::size_t i = 0; i + 1 < run.nodes(); ++i) {
    auto const &a = run.exact[i], &b = run.exact[i + 1];
    changes += system.f(a[0], a[1]) * system.f(b[0], b[1]) < 0;
  }
  return changes;
}

/// The numbers of the paper's simulation.
void measure_data(Study& study, KnifeRun const& rdla, KnifeRun const& r1, KnifeRun const& r3) {
  study.measure("K21", {.value = rdla.own_times.back()});
  study.measure("K2", {.value = r3.trajectory.taus.back()});
  double const half = std::acos(0.0), first = half / knife_step, second = 3 * half / knife_step;
  study.measure("K3", {.value = larger_or_nan(std::abs(first - 23), std::abs(second - 68)),
                       .details = {{"index of pi/2", first}, {"of 3 pi/2", second}}});
  study.measure("K4", {.value = double(r1.nodes() - 1)});
  auto const other = simulation(study, sinusoidal, "pthdel", "legendre");
  supply(study, "",
         {{"G22", "as printed", turns_of_tau(knife_edge, rdla)},
          {"G22", "multiplier without zeros", turns_of_tau(sinusoidal, other), true}});
  // L_c and l_c at unit velocities on the nodes of the motion and at the zeros of f themselves.
  std::vector<std::pair<double, double>> points{{0, 0}};
  for (auto const& q : rdla.exact) points.emplace_back(std::cos(q[1]), q[0]);
  int of_L_c = 0, of_l_c = 0;
  for (auto const& [c, x] : points) {
    of_L_c += !std::isfinite((1 + c * c) / 2 + x);
    of_l_c += !std::isfinite((1 / (c * c) + 1) / 2 + x);
  }
  supply(study, "",
         {{"K17", "Lagrangian", double(of_L_c)}, {"K17", "l_c for L_c", double(of_l_c), true}});
}

void measure_singularity(Study& study, KnifeRun const& r3, KnifeRun const& pthdel) {
  auto const of_l = extremes(r3, 0, 2, false), of_poincare = extremes(pthdel, -1, 1, false);
  study.uses("K13");
  supply(study, "",
         {{"K13", "as printed", of_l.metric},
          {"K13", "names exchanged", of_poincare.metric},
          {"K13", "away from the zeros of f", extremes(pthdel, -1, 1, true).metric, true},
          {"K13a", "as printed", of_poincare.velocity},
          {"K13a", "names exchanged", of_l.velocity},
          {"K13a", "away from the zeros of f", extremes(r3, 0, 2, true).velocity, true},
          {"E12", "as printed", exponent_at_the_singularity(study, 0, 0)},
          {"E12", "L_c for l_c", exponent_at_the_singularity(study, 0, 1), true}});
}

}  // namespace

void knife_edge_singularity(Study& study) {
  study.uses("E1");
  measure_closed_forms(study);
  study.progress(0.5);
  auto const r1 = hdel_r1(study);
  std::vector<std::pair<std::string, KnifeRun>> runs{{"hdel_r1", r1}, {"hdel_r2", hdel_r2(study)}};
  for (auto const& start : starts) {
    auto const all = knife_runs(study, start);
    Measured lost{.value = 0};
    for (std::size_t m = 0; m < methods.size(); ++m) {
      auto const& report = all[m].report;
      if (methods[m] != "rdla" && !report.completed()) {
        ++lost.value;
        lost.details.emplace_back("step of " + name_of(methods[m]), double(report.step));
      }
      runs.emplace_back(methods[m] + "_" + start, all[m]);
    }
    study.measure("K17", start, lost);
  }
  auto& table =
      study.table("passages", {"panel", "passage", "i", "nodes", "largest_error", "median"});
  for (std::size_t k = 0; k < runs.size(); ++k) {
    auto const& [name, run] = runs[k];
    add_steps(study, name, run);
    // The prefix is scored, whatever came after it.
    auto const prefix = scores({run.errors.begin(), run.errors.begin() + run.report.nodes}, 0);
    table.add({double(k), double(run.report.passage), double(run.report.step),
               double(run.report.nodes), prefix.largest, prefix.median});
  }
  auto const &rdla = runs[2].second, &r3 = runs[3].second, &pthdel = runs[4].second;
  measure_data(study, rdla, r1, r3);
  measure_singularity(study, r3, pthdel);
}

}  // namespace rattleback::fernandez_bloch_olver_2012
