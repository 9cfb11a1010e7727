#include <cmath>
#include <map>
#include <numbers>

#include "experiments/mclachlan_perlmutter_2006/shared/chaotic_runs.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr double steps[]{0.1, 0.05};

std::string folder_of(bool family) { return family ? "family_" : "sampler_"; }

/// (a): how the spread of the hundred paths grows.
void measure_paths(Study& study, double T) {
  std::map<double, std::pair<double, double>> sums;  // by time: of the errors, of their squares
  for (auto const& row : study.tables.at("paths").rows) {
    sums[row[1]].first += row[2];
    sums[row[1]].second += row[2] * row[2];
  }
  std::vector<double> times, deviations;
  for (auto const& [t, sum] : sums)
    if (t >= T / 10) {
      times.push_back(t);
      deviations.push_back(std::sqrt((sum.second - sum.first * sum.first / 100) / 99));
    }
  study.measure("F6a",
                {.value = fit_power(times, deviations).slope,
                 .details = {{"standard deviation at T", deviations.back()},
                             {"over h^2 sqrt(T)", deviations.back() / (0.0025 * std::sqrt(T))}},
                 .sampling_error = sampling_error_of_exponent(100) / 2});
}

/// The nearly integrable motion at a low energy, whose energy error stays bounded for a long time.
void control_walks(Study& study) {
  double const h = 0.1, T = 1000;
  EnsembleSpec spec;
  spec.energy = 0.25;
  spec.seed = 1;
  spec.orbits = 100;
  spec.step = h;
  spec.steps = std::lround(T / h);
  spec.every = 10;
  auto const late = late_variance(chaotic_ensemble(study, spec), h, T);
  double const exponent = fit_power(late.times, late.scaled).slope,
               sampling = sampling_error_of_exponent(spec.orbits);
  for (auto const& [id, part] : {std::pair{"C82", 0.5}, {"F6a", 0.5}, {"F6d", 1.0}})
    study.control(id, "H = 0.25", {.value = part * exponent, .sampling_error = part * sampling});
}

void tabulate_paths(Study& study, EnsembleResult const& result) {
  auto& paths = study.table("paths", {"orbit", "t", "energy_error"});
  auto& bold = study.table("bold_path", {"t", "energy_error"});
  for (std::size_t i = 0; i < result.paths.size(); ++i)
    for (std::size_t k = 0; k < result.times.size(); k += 5) {
      paths.add({double(i), result.times[k], result.paths[i][k]});
      if (i == 7) bold.add({result.times[k], result.paths[i][k]});
    }
}

}  // namespace

void figure_6(Study& study) {
  long const orbits = study.quick ? 1000 : 10000;
  double const T = study.quick ? 5000 : 50000;
  double const interval = T / 1000;
  double done = 0;
  for (bool family : {false, true}) {
    std::string const tag = folder_of(family);
    std::vector<double> slopes, intercepts, coefficients, residuals, exponents;
    auto& variance = study.table(tag + "variance", {"t", "scaled_0.1", "scaled_0.05"});
    auto& rest = study.table(tag + "residual", {"t", "scaled_0.1", "scaled_0.05"});
    std::vector<std::vector<double>> scaled;
    std::vector<double> times;
    for (double h : steps) {
      EnsembleSpec spec;
      spec.family = family;
      spec.energy = 3.06;
      spec.seed = 1;
      spec.orbits = orbits;
      spec.step = h;
      spec.steps = std::lround(T / h);
      spec.every = std::lround(interval / h);
      spec.paths = h == 0.05 && !family ? 100 : 0;
      double const weight = h == 0.05 ? 1.0 / 3 : 1.0 / 6;
      spec.progress = [&, from = done](double f) { study.progress(from + f * weight); };
      auto const result = chaotic_ensemble(study, spec);
      done += weight;
      times = result.times;
      scaled.emplace_back();
      for (double variance_now : result.variance)
        scaled.back().push_back(variance_now / std::pow(h, 4));
      auto const late = late_variance(result, h, T);
      auto const line = fit_line(late.times, late.scaled);
      slopes.push_back(line.slope);
      intercepts.push_back(line.intercept);
      coefficients.push_back(std::sqrt(line.slope));
      exponents.push_back(fit_power(late.times, late.scaled).slope);
      residuals.push_back(line.max_residual / scaled.back().back());
      if (h == steps[0] && !family) {
        std::vector<double> logarithms;
        for (double const t : late.times) logarithms.push_back(std::log(t));
        study.control("F6c", "another trend",
                      {fit_line(logarithms, late.scaled).max_residual / scaled.back().back()});
      }
      if (!result.paths.empty()) tabulate_paths(study, result);
    }
    for (std::size_t k = 0; k < times.size(); ++k) {
      variance.add({times[k], scaled[0][k], scaled[1][k]});
      rest.add({times[k], scaled[0][k] - slopes[0] * times[k] - intercepts[0],
                scaled[1][k] - slopes[1] * times[k] - intercepts[1]});
    }
    // Of variances that are scaled by h^4, or by another power of h.
    auto const difference = [&](double power) {
      double const a = std::pow(steps[0], 4 - power), b = std::pow(steps[1], 4 - power);
      Largest apart;
      for (std::size_t k = 0; k < times.size(); ++k) apart(a * scaled[0][k] - b * scaled[1][k]);
      return apart.value / larger_or_nan(a * scaled[0].back(), b * scaled[1].back());
    };
    std::string const reading = family ? "family H306" : "sampled starts";
    // The standard deviation of N normal numbers is known to its 2 N-th part's root.
    double const sampling = 2 * coefficients[1] / std::sqrt(2 * double(orbits));
    study.measure("C15", "standard deviation, " + reading,
                  {.value = coefficients[1],
                   .details = {{"at h = 0.1", coefficients[0]}, {"orbits", orbits}},
                   .sampling_error = sampling});
    if (!family)
      study.measure("C15", "mean size, sampled starts",
                    {.value = coefficients[1] * std::sqrt(2 / std::numbers::pi),
                     .details = {{"orbits", orbits}},
                     .sampling_error = sampling});
    if (study.quick) {
      // The bounded oscillation hides the walk up to t = 1500 or so.
      for (char const* id : {"C82", "F6d", "F6b"})
        study.not_run(id, reading, "needs the full length and number of orbits");
    } else {
      // C82 is of the standard deviation, F6d of the variance.
      for (auto const& [id, part] : {std::pair{"C82", 0.5}, {"F6d", 1.0}}) {
        double const error = part * sampling_error_of_exponent(orbits);
        study.measure(id, reading,
                      {.value = part * exponents[1],
                       .details = {{"at h = 0.1", part * exponents[0]}, {"orbits", orbits}},
                       .sampling_error = error});
      }
      study.measure("F6b", reading, {.value = difference(4), .details = {{"orbits", orbits}}});
      if (!family) study.control("F6b", "scaled by h^3", {difference(3)});
    }
    double const residual = larger_or_nan(residuals[0], residuals[1]);
    study.measure("F6c", reading, {residual});
  }
  if (study.quick)
    study.not_run("F6a", "as printed", "needs the full length");
  else
    measure_paths(study, T);
  control_walks(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
