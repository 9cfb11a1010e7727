#include <quadmath.h>

#include <boost/math/quadrature/gauss_kronrod.hpp>

#include "experiments/fernandez_bloch_olver_2012/shared/knife_edge.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// The exact motion for x(0) = phi(0) = 0 with general velocities, certified.
struct ClosedForms {
  static constexpr double kappa = 0.8, omega = 1.3;
  double S = std::sin(std::acos(-1.0) / 36);
  double x_of_t(double t) const {  // (65)
    return S / (2 * omega * omega) * std::pow(std::sin(omega * t), 2) +
           kappa / omega * std::sin(omega * t);
  }
  double x_of_tau(double tau) const { return S / 2 * tau * tau + kappa * tau; }  // (67)
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
  ClosedForms const closed;
  Run const motion{
      .problem = knife_edge.problem, .case_name = "FBO", .v = {{closed.kappa, closed.omega, 0}}};
  RawQuad const period = 2 * M_PIq / RawQuad(closed.omega);
  std::vector<RawQuad> times, later;
  for (int i = 1; i <= 56; ++i) {
    times.push_back(RawQuad(i) / 8);
    later.push_back(times.back() + period);
  }
  auto const states = study.reference(motion, times);
  auto const after = study.reference(motion, later);
  Largest in_t, of_tau, in_tau, most, over_period;
  for (std::size_t i = 0; i < states.size(); ++i) {
    double const t = double(states[i].time), x = double(states[i].q[0]);
    double const phi = double(states[i].q[1]), tau = std::sin(phi) / closed.omega;  // (66)
    double const phi_after = double(after[i].q[1]);
    in_t(x - closed.x_of_t(t));
    in_t(phi / (closed.omega * t) - 1);
    of_tau(tau - integral_of_f(t));
    in_tau(x - closed.x_of_tau(tau));
    // The arcsine is steep at its ends.
    in_tau(std::abs(phi - closed.phi_of_tau(tau, t)) * std::abs(std::cos(phi)));
    most(closed.omega * tau);
    over_period(double(after[i].q[0] - states[i].q[0]));
    over_period(std::cos(phi_after) - std::cos(phi));
    over_period(std::sin(phi_after) - std::sin(phi));
  }
  for (auto const& [statement, defect, what] :
       {std::tuple{"K1", in_t, "largest distance of x and relative one of phi from (65)"},
        {"K1a", of_tau, "largest distance of (66) from the integral of f over t"},
        {"K1b", in_tau, "largest distance of x, and of phi times |cos(phi)|, from (67)"},
        {"K19", most, "largest omega |tau|"},
        {"K20", over_period,
         "largest change of x, cos(phi) and sin(phi) over the time 2 pi/omega"}})
    study.measure(statement, measured(defect.value,
                                      "{}, certified motion of the knife edge, kappa = 0.8, "
                                      "omega = 1.3, up to t = 7: {:.2g}",
                                      what, defect.value));
}

/// Largest number in the metric of a Lagrangian at the middle of the intervals, and largest
/// |phi-velocity| of a run in the time of its method.
struct Extremes {
  double metric = 0, velocity = 0;
};
/// @param x_metric, phi_metric  powers of cos(phi) in front of the squared velocities
Extremes extremes(KnifeRun const& run, int x_metric, int phi_metric) {
  Extremes e;
  for (std::size_t i = 0; i + 1 < run.nodes(); ++i) {
    double const c = std::abs(std::cos(run.middle(i, 1)));
    e.metric = larger_or_nan({e.metric, std::pow(c, x_metric), std::pow(c, phi_metric)});
    e.velocity = larger_or_nan(e.velocity, std::abs(run.increment(i, 1) / run.intervals[i]));
  }
  return e;
}

/// The numbers of the paper's simulation.
void measure_data(Study& study, KnifeRun const& rdla, KnifeRun const& r1, KnifeRun const& r3) {
  double const end = rdla.own_times.back(), tau = r3.trajectory.taus.back();
  study.measure("K21",
                measured(end, "time of the last of 100 nodes of RDLA, steps of 0.07: {:g}", end));
  study.measure(
      "K2",
      measured(tau, "tau after 100 steps in which t advances by 0.07, knife edge: {:.6f}", tau));
  double const half = std::acos(0.0), first = half / knife_step, second = 3 * half / knife_step;
  double const miss = larger_or_nan(std::abs(first - 23), std::abs(second - 68));
  study.measure("K3", measured(miss,
                               "larger distance of 23 and 68 from the indices at which phi is "
                               "pi/2 and 3 pi/2, {:.2f} and {:.2f}: {:.2f}",
                               first, second, miss));
  double const made = double(r1.nodes() - 1);
  study.measure("K4", measured(made,
                               "steps of 0.07 in tau that HDEL makes on the knife edge, {}: {:g} "
                               "({})",
                               words_of("euler"), made, r1.report.words()));
  int changes = 0, undefined = 0;
  for (std::size_t i = 0; i + 1 < rdla.nodes(); ++i)
    changes += std::cos(rdla.exact[i][1]) * std::cos(rdla.exact[i + 1][1]) < 0;
  study.measure("G22", measured(changes,
                                "changes of the sign of d tau/dt = f along the knife-edge motion "
                                "up to t = 7: {}",
                                changes));
  for (auto const& q : rdla.exact) {
    double const c = std::cos(q[1]), L = (1 + c * c) / 2 + q[0];
    undefined += !std::isfinite(L);
  }
  study.measure("K17", "Lagrangian",
                measured(undefined,
                         "nodes of the motion up to t = 7 at which the Hamiltonized Lagrangian "
                         "at unit velocities is not finite: {} of {}",
                         undefined, rdla.exact.size()));
}

void measure_singularity(Study& study, KnifeRun const& r3, KnifeRun const& pthdel) {
  auto const of_l = extremes(r3, 0, 2), of_poincare = extremes(pthdel, -1, 1);
  struct Row {
    char const *statement, *reading;
    double value;
    char const* what;
  };
  for (auto const& [statement, reading, value, what] :
       {Row{"K13", "as printed", of_l.metric,
            "largest entry of the metric of the Hamiltonized Lagrangian along HDEL (R3), 1 at the "
            "start"},
        {"K13", "names exchanged", of_poincare.metric,
         "largest entry of the metric of the Poincaré Lagrangian along PTHDEL, 1 at the start"},
        {"K13a", "as printed", of_poincare.velocity,
         "largest difference quotient of phi by t along PTHDEL, 1 at the start"},
        {"K13a", "names exchanged", of_l.velocity,
         "largest difference quotient of phi by tau along HDEL (R3), 1 at the start"}})
    study.measure(statement, reading,
                  measured(value, "{}, knife edge, 100 steps of 0.07, {}: {:.3g}", what,
                           words_of("euler"), value));
  double const exponent = exponent_at_the_singularity(study, 0, 0);
  study.measure("E12", measured(exponent,
                                "exponent of cos(phi) in l_c at unit velocity along x as phi "
                                "tends to pi/2: {:.4f}",
                                exponent));
}

}  // namespace

void knife_edge_singularity(Study& study) {
  measure_closed_forms(study);
  study.progress(0.5);
  auto const r1 = hdel_r1(study);
  std::vector<std::pair<std::string, KnifeRun>> runs{{"hdel_r1", r1}, {"hdel_r2", hdel_r2(study)}};
  for (auto const& start : starts) {
    auto const all = knife_runs(study, start);
    int lost = 0;
    std::vector<std::string> words;
    for (std::size_t m = 0; m < methods.size(); ++m) {
      lost += !all[m].report.completed();
      words.push_back(fmt::format("{} {}", name_of(methods[m]), all[m].report.words()));
      runs.emplace_back(methods[m] + "_" + start, all[m]);
    }
    study.measure("K17", start,
                  measured(lost,
                           "runs among RDLA, HDEL (R3) and PTHDEL that do not complete on the "
                           "knife edge, 100 steps of 0.07, {}: {} ({})",
                           words_of(start), lost, fmt::join(words, ", ")));
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
