#include "experiments/mclachlan_perlmutter_2006/shared/chaotic_runs.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/poincare_iterates.hpp"
#include "experiments/measure/sweep.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006::figure_2_study {

namespace {

/// Orbit A by a method over `periods` periods.
Run orbit_a(std::string const& method, long periods, double step) {
  return section_run(method, "A").with(step, std::lround(2 * pi * double(periods) / step) + 1, 0);
}

/// Output interval of packages, at which the interpolation error of the section is invisible.
constexpr double output_interval = 2 * pi / 100;

/// Distance of each iterate from the nearest iterate of the exact curve, in (x, z, vz).
std::vector<double> distances(Iterates const& orbit, Iterates const& curve) {
  std::vector<double> all;
  for (auto const& a : orbit) {
    double nearest = std::numeric_limits<double>::infinity();
    for (auto const& b : curve)
      nearest = smaller_or_nan(nearest, std::hypot(a.x - b.x, a.z - b.z, a.vz - b.vz));
    all.push_back(nearest);
  }
  return all;
}

/// First iterate from which on every distance exceeds `limit`; the number of distances plus 1 if
/// there is none.
std::size_t leaves_at(std::vector<double> const& distance, double limit) {
  std::size_t first = distance.size();
  while (first > 0 && distance[first - 1] > limit) --first;
  return first + 1;
}

void tabulate_section(Study& study, std::string const& name, Iterates const& orbit,
                      Iterates const& curve, bool on_the_right) {
  auto& table = study.table(name, {"iterate", "z", "vz", "distance", "energy_error"});
  auto const distance = distances(orbit, curve);
  for (std::size_t i = 0; i < orbit.size(); ++i)
    if (!on_the_right || orbit[i].x > 0)
      table.add(
          {double(i + 1), orbit[i].z, orbit[i].vz, distance[i], std::abs(orbit[i].energy_error)});
}

/// |H - 3/2| by the number of the iterate.
Curve sizes_of_errors(Iterates const& orbit) {
  auto const sizes = values_over(energy_errors(orbit), [](double e) { return std::abs(e); });
  return {one_to(orbit.size()), sizes};
}
/// Exponent of the energy error in the number of the iterate, from iterate 21 on.
double late_exponent(Curve const& errors) { return errors.from(21).power().slope; }

/// Measures F2, F2-steps, F2-evaluations: the NDF, absolute tolerance 1e-6, on two forms of the
/// equations.
void measure_package(Study& study, std::string const& form, std::string const& rtol,
                     Iterates const& curve, long periods, double limit) {
  std::string const reading =
      (form == "ode" ? "differential equations" : "index 1") + (", relative tolerance " + rtol);
  auto ndf = orbit_a("ndf", periods, output_interval);
  ndf.options = {{"form", form}, {"rtol", rtol}, {"atol", "1e-6"}};
  auto const run = study.execute(ndf);
  auto const orbit = crossings(run);
  if (rtol == "1e-6") {
    tabulate_section(study, form, orbit, curve, false);
    tabulate_section(study, form + "_right", orbit, curve, true);
  }
  auto const away = distances(orbit, curve);
  // An orbit that ends early and has not left its place decides nothing.
  bool const undecided = away.size() < std::size_t(periods) && !(away.back() > limit);
  study.measure("F2", reading,
                {undecided ? std::nan("") : double(leaves_at(away, limit)),
                 {{"iterates", away.size()},
                  {"largest distance of (4.18)", limit},
                  {"distance at the end", away.back()}}});
  // Index 1 at the relative tolerance 1e-3 fails before the end.
  double const done = smaller_or_nan(double(periods), run.reached / (2 * pi));
  auto const per_period = [&](long count) { return double(count) / done; };
  study.measure("F2-steps", reading, {per_period(run.counts.solver_steps)});
  study.measure("F2-evaluations", reading,
                {per_period(run.counts.equation_calls),
                 {{"for Jacobians", per_period(run.counts.equation_calls_for_jacobians)}}});
}

/// Measures F2b, "the same behaviour for any tolerance in long enough runs": secular drift of the
/// energy.
void measure_tolerances(Study& study) {
  for (std::string const tolerance : {"1e-6", "1e-7", "1e-8", "1e-9"}) {
    auto const run =
        with_tolerance(orbit_a("ndf", 200, output_interval), tolerance, {{"form", "ode"}});
    auto const errors = sizes_of_errors(crossings(study.execute(run)));
    tabulate(study, "drift_" + tolerance, {{"iterate", errors.x}, {"energy_error", errors.y}});
    study.measure("F2b", "as printed", "tolerance " + tolerance,
                  {late_exponent(errors), {{"|$H$ - 1.5| at the end", errors.y.back()}}});
  }
}

}  // namespace

void figure_2(Study& study) {
  long const periods = 400;
  auto const exact = orbit_a("odeint_dopri5", study.quick ? 300 : 1000, output_interval);
  auto const curve = crossings(study.execute(with_tolerance(exact, "1e-12")));
  tabulate_section(study, "curve", curve, curve, true);
  study.progress(0.3);
  auto leapfrog = crossings(study.execute(orbit_a("dla_leapfrog", 8000, step_of_period(40))));
  leapfrog.resize(8000);
  Iterates const shown(leapfrog.begin(), leapfrog.begin() + periods);
  tabulate_section(study, "leapfrog", shown, curve, false);
  // The limit is that of the first iterates, so that (4.18) can exceed it later.
  auto const stays = distances(leapfrog, curve);
  double const limit = *max_element_or_nan(stays.begin(), stays.begin() + periods / 2);
  study.control("F2", "(4.18)", {double(leaves_at(stays, limit))});
  study.control("F2b", "(4.18)", {late_exponent(sizes_of_errors(shown))});
  for (char const* form : {"ode", "index1"})
    for (char const* rtol : {"1e-6", "1e-3"})
      measure_package(study, form, rtol, curve, periods, limit);
  study.progress(0.6);
  measure_tolerances(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::figure_2_study
