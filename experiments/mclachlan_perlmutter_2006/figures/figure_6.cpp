#include <numbers>

#include "experiments/mclachlan_perlmutter_2006/shared/chaotic_runs.hpp"
#include "experiments/measure/sweep.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006::figure_6_study {

namespace {

constexpr double coarse = 0.1, fine = 0.05;  // time steps

/// Draws (a), a hundred paths, and measures the growth of their standard deviation.
void measure_paths(Study& study, EnsembleResult const& result, double T) {
  auto& paths = study.table("paths", {"orbit", "t", "energy_error"});
  auto& bold = study.table("bold_path", {"t", "energy_error"});
  for (std::size_t i = 0; i < result.paths.size(); ++i)
    for (std::size_t k = 0; k < result.times.size(); k += 5) {
      paths.add({double(i), result.times[k], result.paths[i][k]});
      if (i == 7) bold.add({result.times[k], result.paths[i][k]});
    }
  Curve deviation;
  for (std::size_t k = 0; k < result.times.size(); k += 5) {
    double sum = 0, squares = 0;
    for (auto const& path : result.paths) sum += path[k], squares += path[k] * path[k];
    deviation.x.push_back(result.times[k]);
    deviation.y.push_back(std::sqrt((squares - sum * sum / 100) / 99));
  }
  double const last = deviation.y.back();
  measure_in_full(study, "F6a", "as printed", "needs the full length",
                  {.value = deviation.from(T / 10).power().slope,
                   .details = {{"standard deviation at T", last},
                               {"over h^2 sqrt(T)", last / (fine * fine * std::sqrt(T))}},
                   .sampling_error = sampling_error_of_exponent(100) / 2});
}

/// Variance of the energy errors of an ensemble over h^4, with its straight line from T/10 on.
struct Walk {
  Curve variance, late;
  Line line;

  double coefficient() const { return std::sqrt(line.slope); }
  double residual(Line const& trend) const { return trend.max_residual / variance.y.back(); }
  std::vector<double> rest() const {
    auto rest = variance.y;
    for (std::size_t k = 0; k < rest.size(); ++k)
      rest[k] -= line.slope * variance.x[k] + line.intercept;
    return rest;
  }
};

Walk walk(Study& study, bool family, double h, long orbits, double T) {
  bool const with_paths = h == fine && !family;
  double const done = (family ? 1 / 2. : 0) + (h == fine ? 1 / 6. : 0),
               part = h == fine ? 1 / 3. : 1 / 6.;
  auto spec = sampled(3.06, orbits, h, T, std::lround(T / 1000 / h));
  spec.family = family;
  spec.paths = with_paths ? 100 : 0;
  spec.progress = [&](double f) { study.progress(done + part * f); };
  auto const result = chaotic_ensemble(study, spec);
  if (with_paths) measure_paths(study, result, T);
  auto const variance = scaled_variance(result, h);
  auto const late = variance.from(T / 10);
  return {variance, late, late.line()};
}

/// Draws (b) and (c): variances of the ensembles with both steps.
void measure_walks(Study& study, bool family, long orbits, double T) {
  auto const a = walk(study, family, coarse, orbits, T), b = walk(study, family, fine, orbits, T);
  std::string const tag = family ? "family_" : "sampler_",
                    reading = family ? "family H306" : "sampled starts";
  tabulate(study, tag + "variance",
           {{"t", b.variance.x}, {"scaled_0.1", a.variance.y}, {"scaled_0.05", b.variance.y}});
  tabulate(study, tag + "residual",
           {{"t", b.variance.x}, {"scaled_0.1", a.rest()}, {"scaled_0.05", b.rest()}});

  // The standard deviation of N normal numbers has the relative standard error 1/sqrt(2 N).
  double const coefficient = b.coefficient(),
               sampling = 2 * coefficient / std::sqrt(2 * double(orbits));
  Detail const of_orbits{"orbits", orbits};
  study.measure("C15", "standard deviation, " + reading,
                {.value = coefficient,
                 .details = {{"at $h$ = 0.1", a.coefficient()}, of_orbits},
                 .sampling_error = sampling});
  if (!family)
    study.measure("C15", "mean size, sampled starts",
                  {.value = coefficient * std::sqrt(2 / std::numbers::pi),
                   .details = {of_orbits},
                   .sampling_error = sampling});

  // The bounded oscillation hides the random walk up to about t = 1500.
  std::string const why = "needs the full length and number of orbits";
  // C82 states the exponent of the standard deviation, F6d that of the variance.
  for (auto const& [id, part] : {std::pair{"C82", 0.5}, {"F6d", 1.0}})
    measure_in_full(study, id, reading, why,
                    {.value = part * b.late.power().slope,
                     .details = {{"at $h$ = 0.1", part * a.late.power().slope}, of_orbits},
                     .sampling_error = part * sampling_error_of_exponent(orbits)});
  // Relative difference of the variances over h^power.
  auto const difference = [&](double power) {
    double const of_a = std::pow(coarse, 4 - power), of_b = std::pow(fine, 4 - power);
    Largest apart;
    for (std::size_t k = 0; k < a.variance.y.size(); ++k)
      apart(of_a * a.variance.y[k] - of_b * b.variance.y[k]);
    return apart.value / larger_or_nan(of_a * a.variance.y.back(), of_b * b.variance.y.back());
  };
  measure_in_full(study, "F6b", reading, why, {difference(4), {of_orbits}});
  measure_in_full(study, "F6c", reading, why,
                  {larger_or_nan(a.residual(a.line), b.residual(b.line))});
  if (family || study.quick) return;
  study.control("F6b", "scaled by h^3", {difference(3)});
  auto faster = a.late;
  for (std::size_t k = 0; k < faster.x.size(); ++k) faster.y[k] *= std::sqrt(faster.x[k] / T);
  study.control("F6c", "variance times sqrt(t/T)", {a.residual(faster.line())});
}

/// Control: nearly integrable motion at a low energy, whose energy error stays bounded for a long
/// time.
void control_walks(Study& study) {
  double const h = 0.1, T = 1000;
  long const orbits = 100;
  auto const result = chaotic_ensemble(study, sampled(0.25, orbits, h, T, 10));
  double const exponent = scaled_variance(result, h).from(T / 10).power().slope,
               sampling = sampling_error_of_exponent(orbits);
  for (auto const& [id, part] : {std::pair{"C82", 0.5}, {"F6a", 0.5}, {"F6d", 1.0}})
    study.control(id, "H = 0.25", {.value = part * exponent, .sampling_error = part * sampling});
}

}  // namespace

void figure_6(Study& study) {
  for (bool family : {false, true})
    measure_walks(study, family, study.quick ? 1000 : 10000, study.quick ? 5000 : 50000);
  control_walks(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::figure_6_study
