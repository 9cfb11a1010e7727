#include <fmt/format.h>

#include "experiments/core/fit.hpp"
#include "experiments/mclachlan_perlmutter_2006/contact_maps.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

/// Orbit A over `periods` periods; crossings of vy = 0 with dvy/dt > 0.
Trajectory<double> orbit_a(std::string const& method, Options const& options, long periods,
                           double step) {
  RunSpec spec;
  spec.setting.case_name = "A";
  spec.section = Section{.component = "vy"};
  spec.step = RawQuad(step);
  spec.steps = std::lround(2 * pi * double(periods) / step) + 1;
  spec.options = options;
  return find_problem("contact_oscillator").method(method).integrate(spec);
}

Options ndf_options(std::string const& form, std::string const& tolerance) {
  return {{"form", form}, {"rtol", tolerance}, {"atol", tolerance}};
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

double mean_of_last(std::vector<double> const& values, std::size_t count) {
  double sum = 0;
  for (std::size_t i = values.size() - count; i < values.size(); ++i) sum += values[i];
  return sum / double(count);
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
  auto const curve = orbit_a("odeint_dopri5", {{"rtol", "1e-12"}, {"atol", "1e-12"}},
                             findings.quick ? 300 : 1000, output_interval)
                         .section;
  add_section(findings, "curve", curve, curve, true);
  findings.progress(0.3);
  auto const leapfrog = orbit_a("dla_leapfrog", {}, periods, step_of_period(40)).section;
  add_section(findings, "leapfrog", leapfrog, curve, false);
  double const stays = mean_of_last(distances(leapfrog, curve), 20);

  std::vector<double> away;
  for (std::string const form : {"ode", "index1"}) {
    auto const run = orbit_a("ndf", ndf_options(form, "1e-6"), periods, output_interval);
    if (run.outcome != Outcome::ok)
      findings.outcome("ndf, form " + form, run.outcome, run.reason, run.reached);
    add_section(findings, form, run.section, curve, false);
    add_section(findings, form + "_right", run.section, curve, true);
    away.push_back(mean_of_last(distances(run.section, curve), 20));
    double const steps = double(run.counts.solver_steps) / double(periods);
    double const all = double(run.counts.equation_calls) / double(periods);
    double const for_jacobians = double(run.counts.equation_calls_for_jacobians) / double(periods);
    std::string const suffix = form == "index1" ? "" : "/ode";
    findings.measure("F2-steps" + suffix, steps, fmt::format("{:.0f}", steps));
    findings.measure("F2-evaluations" + suffix, all,
                     fmt::format("{:.0f} ({:.0f} of them for Jacobians)", all, for_jacobians));
  }
  findings.measure("F2", smaller_or_nan(away[0], away[1]) / stays,
                   fmt::format("{:.1f} (distances {:.3f} ode, {:.3f} index 1, {:.4f} leapfrog)",
                               smaller_or_nan(away[0], away[1]) / stays, away[0], away[1], stays));
  findings.progress(0.6);

  // "The same behaviour for any tolerance in long enough runs": the energy keeps drifting.
  double slowest = std::numeric_limits<double>::infinity();
  std::vector<std::string> at_end;
  for (std::string const tolerance : {"1e-6", "1e-7", "1e-8", "1e-9"}) {
    auto const run = orbit_a("ndf", ndf_options("ode", tolerance), 200, output_interval).section;
    auto& table = findings.table("drift_" + tolerance, {"iterate", "energy_error"});
    std::vector<double> t, error;
    for (std::size_t i = 0; i < run.times.size(); ++i) {
      double const e = std::abs(run.invariant_values[i][0] - 1.5);
      table.add({double(i + 1), e});
      if (i < 20) continue;
      t.push_back(run.times[i]);
      error.push_back(e);
    }
    slowest = smaller_or_nan(slowest, fit_power(t, error).slope);
    at_end.push_back(fmt::format("{:.1e}", error.back()));
  }
  findings.measure(
      "F2b", slowest,
      fmt::format("{:.2f} (|H - 1.5| after 200 periods: {})", slowest, fmt::join(at_end, ", ")));
}

std::vector<Claim> claims() {
  std::string const assumption =
      "NDF of ode15s with relative and absolute tolerance 1e-6; orbit A is our choice";
  std::vector<Claim> all{
      {.id = "F2",
       .place = "figure 2",
       .statement = "By ode15s the quasiperiodic orbit A leaves its place within 400 iterates: "
                    "distance from the true curve over that of (4.18) with 40 steps",
       .printed = "drifts",
       .criterion = at_least(3),
       .reason = "the offset of (4.18) is a fixed shift; three times it is off the curve",
       .correction = {},
       .assumption = assumption},
      {.id = "F2b",
       .place = "section 5.2",
       .statement = "The same happens for any tolerance in long enough runs: exponent of |H - 1.5| "
                    "in time, the slowest of tolerances 1e-6 ... 1e-9",
       .printed = "any tolerance",
       .criterion = at_least(0.7),
       .reason = "an error that stays bounded has exponent 0, a secular drift 1",
       .correction = {},
       .assumption = assumption}};
  for (std::string const suffix : {"", "/ode"}) {
    std::string const form =
        suffix.empty() ? "; index-1 form" : "; multipliers eliminated (ODE form)";
    all.push_back({.id = "F2-steps" + suffix,
                   .place = "section 5.2",
                   .statement = "ode15s takes 160 steps per period" + form,
                   .printed = "160",
                   .criterion = within(160, 24),
                   .reason = "15%: the printed count is rounded, and orbit A is ours",
                   .correction = {},
                   .assumption = assumption + form});
    all.push_back({.id = "F2-evaluations" + suffix,
                   .place = "section 5.2",
                   .statement = "ode15s needs more than 300 evaluations per period" + form,
                   .printed = "> 300",
                   .criterion = at_least(300),
                   .reason = "as printed; evaluations for difference Jacobians count",
                   .correction = {},
                   .assumption = assumption + form});
  }
  return all;
}

Panel section_panel(std::string const& form, std::string const& title) {
  return {.title = title,
          .x_label = "{/:Italic z}",
          .y_label = "{/:Italic v_z}",
          .x_range = {{0.4, 1.05}},
          .y_range = {{-1.1, 1.1}},
          .key = "center right",
          .series = {{form + "_right.csv", "z", "vz", "points", "NDF"},
                     {"curve.csv", "z", "vz", "dots", "true"}}};
}

}  // namespace

Experiment figure_2() {
  Panel drift{.title = "distance from the true curve",
              .x_label = "iterate",
              .y_label = "distance",
              .y_scale = "log",
              .y_range = {{1e-4, 1}},
              .key = "bottom right",
              .series = {{"ode.csv", "iterate", "distance", "lines", "NDF, ODE"},
                         {"index1.csv", "iterate", "distance", "lines", "NDF, index 1"},
                         {"leapfrog.csv", "iterate", "distance", "lines", "(4.18), 40 steps"}}};
  Panel energy{.title = "energy, ODE form, four tolerances",
               .x_label = "iterate",
               .y_label = "|{/:Italic H} − 1.5|",
               .x_scale = "log",
               .y_scale = "log",
               .key = "top left",
               .series = {}};
  for (std::string const t : {"6", "7", "8", "9"})
    energy.series.push_back(
        {"drift_1e-" + t + ".csv", "iterate", "energy_error", "lines", "10^{−" + t + "}"});
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
      .claims = claims(),
      .figures = {{.id = "figure_2",
                   .number = "2",
                   .caption = "Orbit A of figure 1 by NDF with tolerance 1e-6, 400 iterates (top, "
                              "points with x > 0); its distance from the true curve and the energy "
                              "error for four tolerances (bottom).",
                   .columns = 2,
                   .width = 6.9,
                   .height = 5.6,
                   .panels = {section_panel("ode", "NDF, ODE form"),
                              section_panel("index1", "NDF, index-1 form"), drift, energy}}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
