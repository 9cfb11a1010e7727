#include <fmt/format.h>

#include "experiments/core/fit.hpp"
#include "experiments/mclachlan_perlmutter_2006/contact_maps.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

/// Largest N in [3, last] whose map is unstable at phase 0, as N decides the step 2 sin(pi/N).
int largest_unstable(double a, int last) {
  for (int N = last; N >= 3; --N)
    if (excess_radius(time_map("dla_leapfrog", a, step_of_period(N), N, 0)) > 1e-5) return N;
  return 0;
}

/// C5: where the first of the steps that close the period of y is unstable.
void find_critical_steps(Findings& findings) {
  // At a = 0 the map of one step is constant.
  double low = 1.5, high = 2.5;
  while (high - low > 1e-9) {
    double const middle = (low + high) / 2;
    (excess_radius(time_map("dla_leapfrog", 0, middle, 1, 0)) > 1e-9 ? high : low) = middle;
  }
  findings.measure("C5/a=0", high, fmt::format("{:.6f}", high));

  auto& critical = findings.table(
      "critical_step", {"a", "N", "unstable_a_h", "stable_below_a_h", "four", "pi", "denominator"});
  std::vector<double> const amplitudes =
      findings.quick ? std::vector<double>{2, 5, 20, 100}
                     : std::vector<double>{2, 3, 4, 5, 7, 10, 15, 20, 30, 40, 70, 100};
  for (double a : amplitudes) {
    int const N = largest_unstable(a, static_cast<int>(1.7 * a) + 20);
    // The denominator of (4.18) is positive for every phase iff h < 4 sqrt(a^2 + 1)/(a^2 + 2).
    double const denominator = 4 * a * std::sqrt(a * a + 1) / (a * a + 2);
    critical.add(
        {a, double(N), a * step_of_period(N), a * step_of_period(N + 1), 4, pi, denominator});
    findings.progress(0.6 * a / 100);
  }
  auto const& last = critical.rows.back();
  findings.measure(
      "C5", last[2],
      fmt::format("{:.3f}/a (a = 100; all steps up to {:.3f}/a stable)", last[2], last[3]));
}

/// C6: y-orbits that are not symmetric about a node, for steps that close the period of y.
void measure_phases(Findings& findings) {
  double at_eight = 0, worst_ratio = 1;
  std::vector<std::string> rates;
  for (double a : {0.5, 1.0, 2.0}) {
    auto& phases = findings.table(fmt::format("phase_{}", a), {"N", "excess"});
    std::vector<double> number, log_excess;
    for (int N = 8; N <= 32; N += 2) {
      double const excess = excess_radius(time_map("dla_leapfrog", a, step_of_period(N), N, 0.25));
      if (a == 1 && N == 8) at_eight = excess;
      if (excess < 1e-11) break;  // rounding of the map, from here on
      phases.add({double(N), excess});
      number.push_back(N);
      log_excess.push_back(std::log(excess));
    }
    double const rate = -fit_line(number, log_excess).slope, expected = std::asinh(1 / a);
    rates.push_back(fmt::format("{:.3f}/{:.3f}", rate, expected));
    if (std::abs(rate / expected - 1) >= std::abs(worst_ratio - 1)) worst_ratio = rate / expected;
  }
  findings.measure("C6", at_eight, fmt::format("{:.2e} (a = 1, N = 8, phase theta/4)", at_eight));
  findings.measure("C6/phase", worst_ratio,
                   fmt::format("{:.3f} (rates {})", worst_ratio, fmt::join(rates, ", ")));
}

/// Growth per step of (x, z, vz) over many steps: log of the ratio of its norms, by the steps. The
/// map is linear, so the norm is set to 1 after every leg, lest it overflow.
double growth_per_step(double a, double h, long steps) {
  long const leg = 1000;
  auto const& method = find_problem("contact_oscillator").method("dla_leapfrog");
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
    RunSpec spec;
    spec.setting = setting_of(at, 0, true);
    spec.step = RawQuad(h);
    spec.steps = leg;
    auto const run = method.integrate(spec);
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
    double const h = 0.6 + 0.8 * i / last, growth = growth_per_step(1, h, steps);
    tongues.add({h, growth});
    if (growth > 10.0 / double(steps)) ++growing;
    if (growth > largest) {
      largest = growth;
      where = h;
    }
    if (i % 20 == 0) findings.progress(0.7 + 0.3 * i / last);
  }
  findings.measure("C6/resonances", largest,
                   fmt::format("{:.2e} per step at h = {:.3f} ({} of {} steps grow)", largest,
                               where, growing, last + 1));
}

void compute(Findings& findings) {
  find_critical_steps(findings);
  measure_phases(findings);
  findings.progress(0.7);
  scan_tongues(findings);
}

std::vector<Claim> claims() {
  return {{.id = "C5/a=0",
           .place = "section 5.1",
           .statement = "The critical step is 2 at a = 0",
           .printed = "2",
           .criterion = within(2, 1e-6),
           .reason = "bisection on the one-step map"},
          {.id = "C5",
           .place = "section 5.1",
           .statement = "The critical step is about pi/a as a grows (a h* at a = 100)",
           .printed = "pi/a",
           .criterion = within(pi, 0.15),
           .reason = "five percent of pi; the measured law is 4/a, where the denominator of "
                     "(4.18) can vanish"},
          {.id = "C6",
           .place = "section 5.1",
           .statement =
               "Below the critical step all orbits are quasiperiodic: no eigenvalue leaves the "
               "unit circle, whatever the phase of y",
           .printed = "0",
           .criterion = at_most(1e-9),
           .reason = "rounding of the map; true only for y-orbits that are symmetric about a node"},
          {.id = "C6/resonances",
           .place = "section 5.1",
           .statement = "The same for steps that do not close the period of y: no orbit grows, "
                        "a = 1, h in [0.6, 1.4]",
           .printed = "0",
           .criterion = at_most(10.0 / 20000),
           .reason = "growth per step over 20,000 steps; a bounded orbit's norm varies by less "
                     "than exp(10)",
           .correction = {},
           .assumption = {},
           .quick_criterion = at_most(10.0 / 5000)},
          {.id = "C6/phase",
           .place = "section 5.1",
           .statement = "The excess by an asymmetric phase is invisible at small steps: it decays "
                        "like exp(-N asinh(1/a))",
           .printed = "no effect of the phase",
           .criterion = within(1, 0.05),
           .reason = "fitted rate over asinh(1/a), worst of a = 0.5, 1, 2; asinh(1/a) is how far "
                     "from the real axis 1 + a^2 sin^2 t vanishes, and rules its N-th harmonic",
           .correction = {},
           .assumption = "the law of decay is ours"}};
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
      .claims = claims(),
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
            .panels =
                {{.title = "critical step",
                  .x_label = "{/:Italic a}",
                  .y_label = "{/:Italic a h}",
                  .x_scale = "log",
                  .x_range = {{1.6, 130}},
                  .y_range = {{2.4, 4.8}},
                  .key = "bottom right",
                  .series = {{"critical_step.csv", "a", "unstable_a_h", "points",
                              "largest unstable"},
                             {"critical_step.csv", "a", "stable_below_a_h", "points",
                              "all smaller stable"},
                             {"critical_step.csv", "a", "denominator", "lines", "denominator > 0"},
                             {"critical_step.csv", "a", "four", "lines", "4"},
                             {"critical_step.csv", "a", "pi", "lines", "π (paper)"}}},
                 {.title = "phase θ/4",
                  .x_label = "{/:Italic N}",
                  .y_label = "max |μ| − 1",
                  .y_scale = "log",
                  .key = "top right",
                  .series = {{"phase_0.5.csv", "N", "excess", "linespoints", "{/:Italic a} = 0.5"},
                             {"phase_1.csv", "N", "excess", "linespoints", "{/:Italic a} = 1"},
                             {"phase_2.csv", "N", "excess", "linespoints", "{/:Italic a} = 2"}}}}},
           {.id = "tongues",
            .number = "",
            .caption = "Growth of (x, z, vz) per step of (4.18) at a = 1 over a long run: zero but "
                       "for narrow tongues, where the step resonates with the rotation.",
            .columns = 1,
            .width = 5.5,
            .height = 2.9,
            .panels = {{.x_label = "{/:Italic h}",
                        .y_label = "growth per step",
                        .x_range = {{0.6, 1.4}},
                        .series = {{"tongues.csv", "h", "growth_per_step", "lines"}}}}}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
