#include <cmath>
#include <map>
#include <numbers>

#include "experiments/core/words.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/chaotic_runs.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr double steps[]{0.1, 0.05};

std::string folder_of(bool family) { return family ? "family_" : "sampler_"; }

/// (a): how the spread of the hundred paths grows.
void measure_paths(Findings& findings, double T) {
  std::map<double, std::pair<double, double>> sums;  // by time: of the errors, of their squares
  for (auto const& row : findings.tables.at("paths").rows) {
    sums[row[1]].first += row[2];
    sums[row[1]].second += row[2] * row[2];
  }
  std::vector<double> times, deviations;
  for (auto const& [t, sum] : sums)
    if (t >= T / 10) {
      times.push_back(t);
      deviations.push_back(std::sqrt((sum.second - sum.first * sum.first / 100) / 99));
    }
  double const slope = fit_power(times, deviations).slope;
  double const sampling = sampling_error_of_exponent(100) / 2;
  findings.measure(
      "F6a", {.value = slope,
              .words = fmt::format("slope {:.2f} +- {:.2f} of 100 paths; standard deviation {:.2e} "
                                   "at T = {}, which is {:.4f} h^2 sqrt(T)",
                                   slope, sampling, deviations.back(), T,
                                   deviations.back() / (0.0025 * std::sqrt(T))),
              .sampling_error = sampling});
}

void tabulate_paths(Findings& findings, EnsembleResult const& result) {
  auto& paths = findings.table("paths", {"orbit", "t", "energy_error"});
  auto& bold = findings.table("bold_path", {"t", "energy_error"});
  for (std::size_t i = 0; i < result.paths.size(); ++i)
    for (std::size_t k = 0; k < result.times.size(); k += 5) {
      paths.add({double(i), result.times[k], result.paths[i][k]});
      if (i == 7) bold.add({result.times[k], result.paths[i][k]});
    }
}

void compute(Findings& findings) {
  long const orbits = findings.quick ? 1000 : 10000;
  double const T = findings.quick ? 5000 : 50000;
  double const interval = T / 1000;
  double done = 0;
  for (bool family : {false, true}) {
    std::string const tag = folder_of(family);
    std::vector<double> slopes, intercepts, coefficients, residuals, exponents;
    auto& variance = findings.table(tag + "variance", {"t", "scaled_0.1", "scaled_0.05"});
    auto& rest = findings.table(tag + "residual", {"t", "scaled_0.1", "scaled_0.05"});
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
      spec.progress = [&, from = done](double f) { findings.progress(from + f * weight); };
      auto const result = chaotic_ensemble(findings, spec);
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
      if (!result.paths.empty()) tabulate_paths(findings, result);
    }
    for (std::size_t k = 0; k < times.size(); ++k) {
      variance.add({times[k], scaled[0][k], scaled[1][k]});
      rest.add({times[k], scaled[0][k] - slopes[0] * times[k] - intercepts[0],
                scaled[1][k] - slopes[1] * times[k] - intercepts[1]});
    }
    Largest apart;
    for (std::size_t k = 0; k < times.size(); ++k) apart(scaled[0][k] - scaled[1][k]);
    double const difference = apart.value / larger_or_nan(scaled[0].back(), scaled[1].back());
    std::string const reading = family ? "family H306" : "sampled starts";
    // The standard deviation of N normal numbers is known to its 2 N-th part's root.
    double const sampling = 2 * coefficients[1] / std::sqrt(2 * double(orbits));
    findings.measure("C15", "standard deviation, " + reading,
                     {.value = coefficients[1],
                      .words = fmt::format("{:.5f} h^2 sqrt(t) at h = 0.05, {:.5f} at h = 0.1, {} "
                                           "orbits",
                                           coefficients[1], coefficients[0], orbits),
                      .sampling_error = sampling});
    if (!family)
      findings.measure("C15", "mean size, sampled starts",
                       {.value = coefficients[1] * std::sqrt(2 / std::numbers::pi),
                        .words = fmt::format("{:.5f} h^2 sqrt(t) at h = 0.05",
                                             coefficients[1] * std::sqrt(2 / std::numbers::pi)),
                        .sampling_error = sampling});
    if (findings.quick) {
      // The bounded oscillation hides the walk up to t = 1500 or so.
      for (char const* id : {"C82", "F6d", "F6b"})
        findings.not_run(id, reading, "needs the full length and number of orbits");
    } else {
      // C82 is of the standard deviation, F6d of the variance.
      for (auto const& [id, part] : {std::pair{"C82", 0.5}, {"F6d", 1.0}}) {
        double const error = part * sampling_error_of_exponent(orbits);
        findings.measure(id, reading,
                         {.value = part * exponents[1],
                          .words = fmt::format(
                              "slope {:.3f} +- {:.3f} at h = 0.05, {:.3f} at h = 0.1, {} orbits",
                              part * exponents[1], error, part * exponents[0], orbits),
                          .sampling_error = error});
      }
      findings.measure(
          "F6b", reading,
          measured(difference, "at most {:.1f}% of the final variance apart, {} orbits",
                   100 * difference, orbits));
    }
    double const residual = larger_or_nan(residuals[0], residuals[1]);
    findings.measure("F6c", reading,
                     measured(residual, "{:.1f}% at h = 0.1, {:.1f}% at h = 0.05",
                              100 * residuals[0], 100 * residuals[1]));
  }
  if (findings.quick)
    findings.not_run("F6a", "as printed", "needs the full length");
  else
    measure_paths(findings, T);
}

std::vector<Panel> panels() {
  std::vector<Panel> all;
  for (bool family : {false, true}) {
    auto const both = [&](std::string const& table) {
      std::vector<Series> series;
      for (std::string const h : {"0.1", "0.05"})
        series.push_back({folder_of(family) + table + ".csv", "t", "scaled_" + h, "lines",
                          fmt::format("{} = {}", italic("h"), h)});
      return series;
    };
    std::string const name = family ? "family H306" : "sampled starts";
    all.push_back(plain_panel("(b) " + name, italic("t"), fmt::format("σ^2 / {}^4", italic("h")),
                              both("variance")));
    all.back().key = "top left";
    all.push_back(plain_panel("(c) " + name, italic("t"),
                              fmt::format("(σ^2 − linear trend) / {}^4", italic("h")),
                              both("residual")));
    all.back().key = "bottom right";
  }
  return all;
}

}  // namespace

Experiment figure_6() {
  return {
      .id = "mp2006_figure_6",
      .paper = "mclachlan_perlmutter_2006",
      .title = "Random walk of the energy of the chaotic system",
      .about =
          "Energy errors of (4.18) on the chaotic system (5.5)-(5.6), n = 3, H(0) = 3.06, "
          "10,000 orbits to T = 50,000 at two steps.",
      .choices = {{"the starts",
                   "a sampler (normal numbers scaled to the energy) and the family "
                   "q = (cos a; .6, .4, .2; 1, 1, 1), v = (0; sin a, 0, 0; 0, 0, 0)",
                   "the family has H = 3.06 exactly, so it may be the paper's; both are shown"},
                  {"the second step of (b)", "0.1 beside the 0.05 of (a)", "the steps of figure 5"},
                  {"variance and fit", "about the ensemble's mean; line fitted on t >= T/10",
                   "the bounded oscillation of order h^2 dominates before"}},
      .figures =
          {{.id = "figure_6a",
            .number = "6(a)",
            .caption =
                "Energy errors of 100 orbits on H(0) = 3.06 by (4.18), h = 0.05; one in bold.",
            .width = 5.5,
            .height = 3.2,
            .panels = {plain_panel("", italic("t"),
                                   fmt::format("{0}({1}) − {0}(0)", italic("H"), italic("t")),
                                   {{"paths.csv", "t", "energy_error", "lines", "", false, "orbit"},
                                    {"bold_path.csv", "t", "energy_error", "lines", "", true}})}},
           {.id = "figure_6bc",
            .number = "6(b), (c)",
            .caption =
                "Variance of the energy errors of 10,000 orbits by (4.18), scaled by h^4, and "
                "its departure from the fitted line; above from sampled starts, below "
                "from the family H306.",
            .columns = 2,
            .width = 6.9,
            .height = 5.2,
            .panels = panels()}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
