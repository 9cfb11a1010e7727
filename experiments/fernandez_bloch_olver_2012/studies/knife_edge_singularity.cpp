#include <numeric>

#include "experiments/fernandez_bloch_olver_2012/shared/knife_edge.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"

namespace rattleback::fernandez_bloch_olver_2012::knife_edge_singularity_study {

namespace {

/// Measures (65)-(67) for x(0) = phi(0) = 0 and velocities (kappa, omega), on the certified motion.
void measure_closed_forms(Study& study) {
  double const kappa = 0.8, omega = 1.3, pi = std::acos(-1.0), S = std::sin(pi / 36);
  /// Values at t, and x one period and half a period later.
  struct Point {
    double t, x, phi, later_phi, later_x, half_later_x;
    double tau(double omega) const { return std::sin(phi) / omega; }  // (66)
  };
  auto const states = [&](Quad shift) {
    std::vector<Quad> times;
    for (int i = 1; i <= 56; ++i) times.push_back(Quad(i) / 8 + shift);
    return study.reference(
        {.problem = knife_edge.problem, .case_name = "FBO", .v = {{kappa, omega, 0}}}, times);
  };
  Quad const period = 2 * quad_pi / Quad(omega);
  auto const now = states(0), later = states(period), half_later = states(period / 2);
  std::vector<Point> points;
  for (std::size_t i = 0; i < now.size(); ++i)
    points.push_back({double(now[i].time), double(now[i].q[0]), double(now[i].q[1]),
                      double(later[i].q[1]), double(later[i].q[0]), double(half_later[i].q[0])});
  // Integral of f = cos(phi) over t, with phi of (65).
  auto const tau = [](double omega, double t) {
    return integral([&](double s) { return std::cos(omega * s); }, 0, t);
  };
  // (67) on the branch of the arcsine that follows phi(t).
  auto const phi_of_tau = [&](Point const& at) {
    double const half_circles = std::round(omega * at.t / pi);
    return half_circles * pi +
           (std::fmod(half_circles, 2) == 0 ? 1 : -1) * std::asin(omega * at.tau(omega));
  };
  over(study, points,
       {{"K1", "as printed", "without the factor 1/2", 2, 1,
         [&](auto& at, Quad divisor) -> Size {
           double const sine = std::sin(omega * at.t), c = S / double(divisor * omega * omega);
           return {at.x - (c * std::pow(sine, 2) + kappa / omega * sine),
                   at.phi / (omega * at.t) - 1};
         }},
        {"K1a", "as printed", "without 1/omega", omega, 1,
         [&](auto& at, Quad divisor) { return at.tau(double(divisor)) - tau(omega, at.t); }},
        {"K1b", "as printed", "without the factor 1/2", 2, 1,
         [&](auto& at, Quad divisor) -> Size {
           double const t = at.tau(omega);  // near its ends the arcsine is steep
           return {at.x - (S / double(divisor) * t * t + kappa * t),
                   (at.phi - phi_of_tau(at)) * std::cos(at.phi)};
         }},
        {"K19", "as printed", "at most omega", 1, -1,
         [&](auto& at, Quad power) -> Size {
           auto const scaled = [&](double w) -> Quad { return pow(Quad(w), power) * tau(w, at.t); };
           return {scaled(omega), scaled(0.7)};
         }},
        {"K20", "as printed", "half the period", 1, 0, [&](auto& at, Quad whole) -> Size {
           if (whole == 0) return at.half_later_x - at.x;
           return {at.later_x - at.x, at.later_phi - at.phi - 2 * pi};
         }}});
}

/// Largest number in the metric of a Lagrangian at the middle of the intervals, relative to the
/// first, and largest |phi-velocity| of a run in its method's time.
struct Extremes {
  double metric, velocity;
};
/// @param x_metric, phi_metric  powers of cos(phi) as factors of the squared velocities
/// @param away  true to use only intervals more than four steps from the zeros of f
Extremes extremes(KnifeRun const& run, int x_metric, int phi_metric, bool away) {
  auto const metric = run.over_intervals([&](std::size_t i) {
    double const c = std::abs(std::cos(run.middle(i)[1]));
    return larger_or_nan(std::pow(c, x_metric), std::pow(c, phi_metric));
  });
  auto const velocity =
      run.over_intervals([&](std::size_t i) { return run.increment(i)[1] / run.intervals[i]; });
  auto const of = [&](std::vector<double> const& values) {
    return largest(away ? parts(values, at_intervals).away : values);
  };
  return {of(metric) / metric.front(), of(velocity)};
}

/// Number of sign changes of d tau/dt = f along the motion at the nodes of a run.
double turns_of_tau(System const& system, Simulation const& run) {
  auto const changes = run.over_intervals(
      [&](std::size_t i) { return system.f(run.exact[i]) * system.f(run.exact[i + 1]) < 0; });
  return std::accumulate(changes.begin(), changes.end(), 0.0);
}

/// Measures the numbers of the paper's simulation.
void measure_data(Study& study, KnifeRun const& rdla, KnifeRun const& r1, KnifeRun const& r3) {
  double const half = std::acos(0.0), first = half / knife_step, second = 3 * half / knife_step;
  study.measure("K3", {.value = larger_or_nan(std::abs(first - 23), std::abs(second - 68)),
                       .details = {{"index of $pi$/2", first}, {"of 3 $pi$/2", second}}});
  auto const other = simulation(study, sinusoidal, "pthdel", "legendre");
  // L_c and l_c at unit velocities on the nodes of the motion and at the zeros of f.
  std::vector<std::pair<double, double>> points{{0, 0}};
  for (auto const& q : rdla.exact) points.emplace_back(std::cos(q[1]), q[0]);
  int of_L_c = 0, of_l_c = 0;
  for (auto const& [c, x] : points) {
    of_L_c += !std::isfinite((1 + c * c) / 2 + x);
    of_l_c += !std::isfinite((1 / (c * c) + 1) / 2 + x);
  }
  supply(study, "",
         {{"K21", "as printed", rdla.own_times.back()},
          {"K2", "as printed", r3.trajectory.taus.back()},
          {"K4", "as printed", double(r1.nodes() - 1)},
          {"G22", "as printed", turns_of_tau(knife_edge, rdla)},
          {"G22", "multiplier without zeros", turns_of_tau(sinusoidal, other), true},
          {"K17", "Lagrangian", double(of_L_c)},
          {"K17", "l_c for L_c", double(of_l_c), true}});
}

void measure_singularity(Study& study, KnifeRun const& r3, KnifeRun const& pthdel) {
  auto const exponent = [&](double scale) {
    return larger_or_nan(exponent_at_the_singularity(study, 0, scale),
                         exponent_at_the_singularity(study, 0, scale, 3));
  };
  auto const of_l = extremes(r3, 0, 2, false), of_poincare = extremes(pthdel, -1, 1, false);
  study.uses("K13");
  supply(study, "",
         {{"K13", "as printed", of_l.metric},
          {"K13", "names exchanged", of_poincare.metric},
          {"K13", "away from the zeros of f", extremes(pthdel, -1, 1, true).metric, true},
          {"K13a", "as printed", of_poincare.velocity},
          {"K13a", "names exchanged", of_l.velocity},
          {"K13a", "away from the zeros of f", extremes(r3, 0, 2, true).velocity, true},
          {"E12", "as printed", exponent(0)},
          {"E12", "L_c for l_c", exponent(1), true}});
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
    // Only the prefix is scored.
    auto const prefix = scores({run.errors.begin(), run.errors.begin() + run.report.nodes}, 0);
    table.add({double(k), double(run.report.passage), double(run.report.step),
               double(run.report.nodes), prefix.largest, prefix.median});
  }
  auto const &rdla = runs[2].second, &r3 = runs[3].second, &pthdel = runs[4].second;
  measure_data(study, rdla, r1, r3);
  measure_singularity(study, r3, pthdel);
}

}  // namespace rattleback::fernandez_bloch_olver_2012::knife_edge_singularity_study
