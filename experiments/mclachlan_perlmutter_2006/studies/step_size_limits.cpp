#include "experiments/core/words.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "experiments/measure/fit.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

/// Largest N in [3, last] whose map is unstable at phase 0, as N decides the step 2 sin(pi/N).
int largest_unstable(Findings& findings, double a, int last) {
  for (int N = last; N >= 3; --N)
    if (excess_radius(time_map(findings, "dla_leapfrog", a, step_of_period(N), N, 0)) > 1e-5)
      return N;
  return 0;
}

/// C5: where the first of the steps that close the period of y is unstable.
void find_critical_steps(Findings& findings) {
  // At a = 0 the map of one step is constant.
  double low = 1.5, high = 2.5;
  while (high - low > 1e-9) {
    double const middle = (low + high) / 2;
    (excess_radius(time_map(findings, "dla_leapfrog", 0, middle, 1, 0)) > 1e-9 ? high : low) =
        middle;
  }
  findings.measure("C5/a=0",
                   measured(high, "{:.8f} by bisection of the spectral radius of one step", high));

  auto& critical = findings.table(
      "critical_step", {"a", "N", "unstable_a_h", "stable_below_a_h", "four", "pi", "denominator"});
  std::vector<double> const amplitudes =
      findings.quick ? std::vector<double>{2, 5, 20, 100}
                     : std::vector<double>{2, 3, 4, 5, 7, 10, 15, 20, 30, 40, 70, 100};
  for (double a : amplitudes) {
    int const N = largest_unstable(findings, a, static_cast<int>(1.7 * a) + 20);
    // The denominator of (4.18) is positive for every phase iff h < 4 sqrt(a^2 + 1)/(a^2 + 2).
    double const denominator = 4 * a * std::sqrt(a * a + 1) / (a * a + 2);
    critical.add(
        {a, double(N), a * step_of_period(N), a * step_of_period(N + 1), 4, pi, denominator});
    findings.progress(0.6 * a / 100);
  }
  auto const& last = critical.rows.back();
  auto const add = [&](char const* reading, double a_h) {
    findings.measure("C5", reading, measured(a_h, "a h = {:.3f} at a = 100", a_h));
  };
  add("first unstable closing step", last[2]);
  add("all smaller steps stable", last[3]);
  add("first step without solution", last[6]);
  findings.find("C5/4-over-a", last[2],
                fmt::format("largest unstable N at a = 100: a h = {:.3f}, the next smaller step "
                            "{:.3f}, the denominator's bound {:.3f}; pi is {:.3f}",
                            last[2], last[3], last[6], pi));
}

/// C6 where the paper's b = 0 is taken at its word: the largest modulus over small steps.
void measure_symmetric(Findings& findings) {
  for (double a : {0.5, 1.0, 2.0, 5.0, 20.0}) {
    double largest = 0;
    int first = 0, last = 0;
    for (int N = 4; N <= 200; N += N < 40 ? 1 : 23) {
      if (step_of_period(N) >= smaller_or_nan(1.0, pi / (2 * a))) continue;
      if (first == 0) first = N;
      last = N;
      largest = larger_or_nan(largest, 1 + excess_radius(time_map(findings, "dla_leapfrog", a,
                                                                  step_of_period(N), N, 0)));
    }
    std::string const instance = fmt::format("a = {}", a);
    findings.measure("C6", "steps that close the period, node at y = 0", instance,
                     measured(largest, "largest modulus 1 + {:.1e} over N = {} to {}, {}",
                              largest - 1, first, last, instance));
  }
}

/// C6: y-orbits that are not symmetric about a node, for steps that close the period of y.
void measure_phases(Findings& findings) {
  double worst_ratio = 1;
  std::vector<std::string> rates;
  for (double a : {0.5, 1.0, 2.0}) {
    auto& phases = findings.table(fmt::format("phase_{}", a), {"N", "excess"});
    std::vector<double> number, log_excess;
    for (int N = 8; N <= 32; N += 2) {
      double const excess =
          excess_radius(time_map(findings, "dla_leapfrog", a, step_of_period(N), N, 0.25));
      if (excess < 1e-11) break;  // rounding of the map, from here on
      phases.add({double(N), excess});
      number.push_back(N);
      log_excess.push_back(std::log(excess));
    }
    double const rate = -fit_line(number, log_excess).slope, expected = std::asinh(1 / a);
    rates.push_back(fmt::format("{:.3f}/{:.3f}", rate, expected));
    if (std::abs(rate / expected - 1) >= std::abs(worst_ratio - 1)) worst_ratio = rate / expected;
    std::string const instance = fmt::format("a = {}", a);
    findings.measure("C6", "steps that close the period, any phase of y", instance,
                     measured(1 + std::exp(log_excess.front()),
                              "largest modulus 1 + {:.1e} at N = 8, a h = {:.2f}, {}",
                              std::exp(log_excess.front()), a * step_of_period(8), instance));
  }
  findings.find("C6/phase", worst_ratio,
                fmt::format("rates of decay in N over asinh(1/a) at a = 0.5, 1, 2: {}",
                            fmt::join(rates, ", ")));
}

/// Growth per step of (x, z, vz) over many steps: log of the ratio of its norms, by the steps. The
/// map is linear, so the norm is set to 1 after every leg, lest it overflow.
double growth_per_step(Findings& findings, double a, double h, long steps) {
  long const leg = 1000;
  auto const [y0, vy0] = y_start("dla_leapfrog", a, h, 0);
  ContactStart at{0.6, y0, 0.6, -y0 * 0.4, vy0, 0.4};
  auto const normalise = [&at] {
    double const weight = 1 + at.y * at.y;  // norm of (5.2)
    double const norm = std::sqrt(at.x * at.x + at.z * at.z + weight * at.vz * at.vz);
    for (double* linear : {&at.x, &at.z, &at.vx, &at.vz}) *linear /= norm;
    return norm;
  };
  normalise();
  double growth = 0;
  for (long done = 0; done < steps; done += leg) {
    auto leg_run = contact_run("dla_leapfrog", at);
    leg_run.own_state = true;
    auto const run = findings.execute(leg_run.with(h, leg, 0));
    auto const &q = run.q.back(), &v = run.v.back();
    at = {q[0], q[1], q[2], v[0], v[1], v[2]};
    growth += std::log(normalise());
  }
  return growth / static_cast<double>(steps);
}

/// C6 for steps that do not close the period of y, at a = 1.
void scan_tongues(Findings& findings) {
  long const steps = findings.quick ? 5000 : 20000;
  int const last = findings.quick ? 160 : 800;
  auto& tongues = findings.table("tongues", {"h", "growth_per_step"});
  double largest = 0, where = 0;
  int growing = 0;
  for (int i = 0; i <= last; ++i) {
    double const h = 0.6 + 0.8 * i / last, growth = growth_per_step(findings, 1, h, steps);
    tongues.add({h, growth});
    if (growth > 10.0 / double(steps)) ++growing;
    if (growth > largest) {
      largest = growth;
      where = h;
    }
    if (i % 20 == 0) findings.progress(0.7 + 0.3 * i / last);
  }
  findings.measure("C6", "any step",
                   measured(std::exp(largest),
                            "growth by {:.2e} a step at h = {:.3f}; {} of {} steps grow, a = 1",
                            largest, where, growing, last + 1));
}

void compute(Findings& findings) {
  find_critical_steps(findings);
  measure_symmetric(findings);
  measure_phases(findings);
  findings.progress(0.7);
  scan_tongues(findings);
}

Panel critical_panel() {
  std::vector<Series> series;
  for (auto const& [column, style, label] :
       {std::tuple{"unstable_a_h", "points", "largest unstable"},
        {"stable_below_a_h", "points", "all smaller stable"},
        {"denominator", "lines", "denominator > 0"},
        {"four", "lines", "4"},
        {"pi", "lines", "π (paper)"}})
    series.push_back({"critical_step.csv", "a", column, style, label});
  auto p =
      plain_panel("critical step", italic("a"), italic("a h"), series, {{1.6, 130}}, {{2.4, 4.8}});
  p.x_scale = "log";
  p.key = "bottom right";
  return p;
}

Panel phase_panel() {
  std::vector<Series> series;
  for (std::string const a : {"0.5", "1", "2"})
    series.push_back(
        {"phase_" + a + ".csv", "N", "excess", "linespoints", italic("a") + " = " + a});
  return growth_panel("phase θ/4", italic("N"), "max |μ| − 1", series);
}

}  // namespace

Experiment step_size_limits() {
  return {
      .id = "mp2006_step_size_limits",
      .paper = "mclachlan_perlmutter_2006",
      .title = "Up to which step the contact oscillator stays quasiperiodic",
      .about =
          "Section 5.1: the critical step of (4.18), and growth below it for y-orbits at "
          "other phases and for steps in resonance with the rotation of (x, z, vz).",
      .choices =
          {{"the phase of the y-orbit on the grid", "y_i = a sin(i theta), and a quarter step off",
            "the paper's b = 0 does not say where the nodes fall; the spectra depend on it"},
           {"critical step",
            "largest step 2 sin(pi/N) with an eigenvalue off the unit circle by 1e-5",
            "steps between these do not close the period of y"},
           {"resonances", "a = 1, one generic orbit to each of 801 steps",
            "the paper says h < h*, not only steps that close the period; of those, all below 1.41 "
            "are stable at this a"}},
      .figures =
          {{.id = "critical_step",
            .number = "",
            .caption =
                "Left: largest unstable step times a, the next smaller one, below which all steps "
                "2 sin(π/N) are stable, the paper's π, the limit 4, and the bound at which "
                "the denominator of (4.18) can vanish. Right: eigenvalue excess of (4.18) for a "
                "y-orbit a quarter step off symmetry.",
            .columns = 2,
            .width = 6.9,
            .height = 3.1,
            .panels = {critical_panel(), phase_panel()}},
           {.id = "tongues",
            .number = "",
            .caption = "Growth of (x, z, vz) per step of (4.18) at a = 1 over a long run: zero but "
                       "for narrow tongues, where the step resonates with the rotation.",
            .columns = 1,
            .width = 5.5,
            .height = 2.9,
            .panels = {plain_panel("", italic("h"), "growth per step",
                                   {{"tongues.csv", "h", "growth_per_step", "lines"}},
                                   {{0.6, 1.4}})}}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
