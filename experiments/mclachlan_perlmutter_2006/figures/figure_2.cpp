#include "experiments/mclachlan_perlmutter_2006/shared/chaotic_runs.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

/// Orbit A over `periods` periods; crossings of vy = 0 with dvy/dt > 0.
Trajectory<double> orbit_a(Study& study, std::string const& method, Options const& options,
                           long periods, double step) {
  return study.execute({.problem = "contact_oscillator",
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

void add_section(Study& study, std::string const& name, SectionPoints<double> const& run,
                 SectionPoints<double> const& curve, bool on_the_right) {
  auto& table = study.table(name, {"iterate", "z", "vz", "distance", "energy_error"});
  auto const distance = distances(run, curve);
  for (std::size_t i = 0; i < run.times.size(); ++i)
    if (!on_the_right || run.q[i][0] > 0)
      table.add({double(i + 1), run.q[i][2], run.v[i][2], distance[i],
                 std::abs(run.invariant_values[i][0] - 1.5)});
}

/// Slope of log |H - 1.5| in the number of the iterate, from the twentieth on; adds them to a
/// table.
double late_slope(SectionPoints<double> const& run, Table* table) {
  std::vector<double> number, error;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    double const e = std::abs(run.invariant_values[i][0] - 1.5);
    if (table != nullptr) table->add({double(i + 1), e});
    if (i < 20) continue;
    number.push_back(double(i + 1));
    error.push_back(e);
  }
  return fit_power(number, error).slope;
}

}  // namespace

void figure_2(Study& study) {
  long const periods = 400;
  auto const curve = orbit_a(study, "odeint_dopri5", with_tolerance("1e-12"),
                             study.quick ? 300 : 1000, output_interval)
                         .section;
  add_section(study, "curve", curve, curve, true);
  study.progress(0.3);
  auto const leapfrog = orbit_a(study, "dla_leapfrog", {}, periods, step_of_period(40)).section;
  add_section(study, "leapfrog", leapfrog, curve, false);
  auto const stays = distances(leapfrog, curve);
  double const limit = *max_element_or_nan(stays.begin(), stays.end());
  study.control("F2", "(4.18)", {double(leaves_at(stays, limit))});
  study.control("F2b", "(4.18)", {late_slope(leapfrog, nullptr)});

  for (std::string const form : {"ode", "index1"}) {
    std::string const reading = form == "ode" ? "differential equations" : "index 1";
    auto const run =
        orbit_a(study, "ndf", with_tolerance("1e-6", {{"form", form}}), periods, output_interval);
    add_section(study, form, run.section, curve, false);
    add_section(study, form + "_right", run.section, curve, true);
    auto const away = distances(run.section, curve);
    auto const left = leaves_at(away, limit);
    study.measure("F2", reading,
                  {.value = double(left),
                   .details = {{"iterates", away.size()},
                               {"largest distance of (4.18)", limit},
                               {"distance at the end", away.back()}}});
    auto const per_period = [&](long count) { return double(count) / double(periods); };
    study.measure("F2-steps", reading, {per_period(run.counts.solver_steps)});
    study.measure(
        "F2-evaluations", reading,
        {.value = per_period(run.counts.equation_calls),
         .details = {{"for Jacobians", per_period(run.counts.equation_calls_for_jacobians)}}});
  }
  study.progress(0.6);

  // "The same behaviour for any tolerance in long enough runs": the energy keeps drifting.
  for (std::string const tolerance : {"1e-6", "1e-7", "1e-8", "1e-9"}) {
    auto const run =
        orbit_a(study, "ndf", with_tolerance(tolerance, {{"form", "ode"}}), 200, output_interval)
            .section;
    auto& table = study.table("drift_" + tolerance, {"iterate", "energy_error"});
    double const slope = late_slope(run, &table);
    study.measure("F2b", "as printed", "tolerance " + tolerance,
                  {.value = slope, .details = {{"|H - 1.5| at the end", table.rows.back()[1]}}});
  }
}

}  // namespace rattleback::mclachlan_perlmutter_2006
