#include "experiments/core/words.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/chaotic_runs.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

/// Orbit A over `periods` periods; crossings of vy = 0 with dvy/dt > 0.
Trajectory<double> orbit_a(Findings& findings, std::string const& method, Options const& options,
                           long periods, double step) {
  return findings.execute({.problem = "contact_oscillator",
                           .method = method,
                           .case_name = "A",
                           .step = step,
                           .steps = std::lround(2 * pi * double(periods) / step) + 1,
                           .every = 0,
                           .options = options,
                           .section = Section{.component = "vy"}});
}

/// An output interval that the section's interpolation does not show in.
constexpr double output_interval = 2 * pi / 100;

/// Distance of each crossing from the nearest of the true curve, in (x, z, vz).
std::vector<double> distances(SectionPoints<double> const& run,
                              SectionPoints<double> const& curve) {
  std::vector<double> all;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < curve.times.size(); ++j)
      nearest = smaller_or_nan(nearest,
                               std::hypot(run.q[i][0] - curve.q[j][0], run.q[i][2] - curve.q[j][2],
                                          run.v[i][2] - curve.v[j][2]));
    all.push_back(nearest);
  }
  return all;
}

/// The first iterate from which on every distance exceeds `limit`; one more than there are if none.
std::size_t leaves_at(std::vector<double> const& distance, double limit) {
  std::size_t first = distance.size();
  while (first > 0 && distance[first - 1] > limit) --first;
  return first + 1;
}

void add_section(Findings& findings, std::string const& name, SectionPoints<double> const& run,
                 SectionPoints<double> const& curve, bool on_the_right) {
  auto& table = findings.table(name, {"iterate", "z", "vz", "distance", "energy_error"});
  auto const distance = distances(run, curve);
  for (std::size_t i = 0; i < run.times.size(); ++i)
    if (!on_the_right || run.q[i][0] > 0)
      table.add({double(i + 1), run.q[i][2], run.v[i][2], distance[i],
                 std::abs(run.invariant_values[i][0] - 1.5)});
}

void compute(Findings& findings) {
  long const periods = 400;
  auto const curve = orbit_a(findings, "odeint_dopri5", with_tolerance("1e-12"),
                             findings.quick ? 300 : 1000, output_interval)
                         .section;
  add_section(findings, "curve", curve, curve, true);
  findings.progress(0.3);
  auto const leapfrog = orbit_a(findings, "dla_leapfrog", {}, periods, step_of_period(40)).section;
  add_section(findings, "leapfrog", leapfrog, curve, false);
  auto const stays = distances(leapfrog, curve);
  double const limit = *max_element_or_nan(stays.begin(), stays.end());

  for (std::string const form : {"ode", "index1"}) {
    std::string const reading = form == "ode" ? "differential equations" : "index 1";
    auto const run = orbit_a(findings, "ndf", with_tolerance("1e-6", {{"form", form}}), periods,
                             output_interval);
    add_section(findings, form, run.section, curve, false);
    add_section(findings, form + "_right", run.section, curve, true);
    auto const away = distances(run.section, curve);
    auto const left = leaves_at(away, limit);
    findings.measure("F2", reading,
                     measured(double(left),
                              "off the curve for good from iterate {} of {} on, farther than "
                              "{:.4f}, the largest distance of (4.18); {:.3f} at the end",
                              left, away.size(), limit, away.back()));
    double const steps = double(run.counts.solver_steps) / double(periods);
    double const all = double(run.counts.equation_calls) / double(periods);
    double const for_jacobians = double(run.counts.equation_calls_for_jacobians) / double(periods);
    findings.measure("F2-steps", reading,
                     measured(steps, "{:.1f} steps a period over {} periods", steps, periods));
    findings.measure("F2-evaluations", reading,
                     measured(all, "{:.0f} evaluations a period, {:.0f} of them for Jacobians", all,
                              for_jacobians));
  }
  findings.progress(0.6);

  // "The same behaviour for any tolerance in long enough runs": the energy keeps drifting.
  for (std::string const tolerance : {"1e-6", "1e-7", "1e-8", "1e-9"}) {
    auto const run =
        orbit_a(findings, "ndf", with_tolerance(tolerance, {{"form", "ode"}}), 200, output_interval)
            .section;
    auto& table = findings.table("drift_" + tolerance, {"iterate", "energy_error"});
    std::vector<double> number, error;
    for (std::size_t i = 0; i < run.times.size(); ++i) {
      double const e = std::abs(run.invariant_values[i][0] - 1.5);
      table.add({double(i + 1), e});
      if (i < 20) continue;
      number.push_back(double(i + 1));
      error.push_back(e);
    }
    double const slope = fit_power(number, error).slope;
    findings.measure(
        "F2b", "as printed", "tolerance " + tolerance,
        measured(slope, "slope {:.2f}, |H - 1.5| = {:.1e} after 200 periods (tolerance {})", slope,
                 error.back(), tolerance));
  }
}

Panel beside_the_curve(std::string const& form, std::string const& title) {
  auto p = plain_panel(
      title, italic("z"), italic("v_z"),
      {{form + "_right.csv", "z", "vz", "points", "NDF"}, {"curve.csv", "z", "vz", "dots", "true"}},
      {{0.4, 1.05}}, {{-1.1, 1.1}});
  p.key = "center right";
  return p;
}

Panel energy_panel() {
  auto p = growth_panel("energy, ODE form, four tolerances", "iterate",
                        fmt::format("|{} − 1.5|", italic("H")), {}, {}, "top left");
  p.x_scale = "log";
  for (std::string const t : {"6", "7", "8", "9"})
    p.series.push_back(
        {"drift_1e-" + t + ".csv", "iterate", "energy_error", "lines", "10^{−" + t + "}"});
  return p;
}

}  // namespace

Experiment figure_2() {
  auto const distance =
      growth_panel("distance from the true curve", "iterate", "distance",
                   {{"ode.csv", "iterate", "distance", "lines", "NDF, ODE"},
                    {"index1.csv", "iterate", "distance", "lines", "NDF, index 1"},
                    {"leapfrog.csv", "iterate", "distance", "lines", "(4.18), 40 steps"}},
                   {{1e-4, 1}}, "bottom right");
  return {
      .id = "mp2006_figure_2",
      .paper = "mclachlan_perlmutter_2006",
      .title = "Orbit A by a standard integrator",
      .about =
          "400 iterates of orbit A by the NDF of Shampine & Reichelt 1997, which ode15s runs, "
          "beside the true curve (Dormand-Prince, tolerance 1e-12) and (4.18).",
      .choices = {{"ode15s", "our own implementation of its formulas and step size control",
                   "the original is not free software"},
                  {"relative tolerance", "1e-6, as the absolute one",
                   "the paper gives the absolute one only; the default 1e-3 leaves the picture "
                   "within a few iterates"},
                  {"formulation", "multipliers eliminated, and index 1 with the multiplier",
                   "the paper names none"},
                  {"orbit A", "epsilon = 0.7, (z, vz) = (0.6, 0) on the section",
                   "marked in a picture only"}},
      .figures = {{.id = "figure_2",
                   .number = "2",
                   .caption = "Orbit A of figure 1 by NDF with tolerance 1e-6, 400 iterates (top, "
                              "points with x > 0); its distance from the true curve and the energy "
                              "error for four tolerances (bottom).",
                   .columns = 2,
                   .width = 6.9,
                   .height = 5.6,
                   .panels = {beside_the_curve("ode", "NDF, ODE form"),
                              beside_the_curve("index1", "NDF, index-1 form"), distance,
                              energy_panel()}}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
