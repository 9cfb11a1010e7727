#include <fmt/format.h>

#include <cmath>

#include "experiments/core/experiment.hpp"
#include "experiments/core/fit.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr double steps[]{0.1, 0.05};

std::string suffix_of(bool family) { return family ? "/H306" : ""; }
std::string folder_of(bool family) { return family ? "family_" : "sampler_"; }

void compute(Findings& findings) {
  long const orbits = findings.quick ? 1000 : 10000;
  double const T = findings.quick ? 5000 : 50000;
  double const interval = T / 1000;
  auto const& method = find_problem("chaotic_r7").method("dla_leapfrog");
  double done = 0;
  for (bool family : {false, true}) {
    std::string const tag = folder_of(family);
    std::vector<double> slopes, intercepts, coefficients, residuals;
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
      spec.threads = findings.threads;
      spec.paths = h == 0.05 && !family ? 100 : 0;
      double const weight = h == 0.05 ? 1.0 / 3 : 1.0 / 6;
      spec.progress = [&, from = done](double f) { findings.progress(from + f * weight); };
      auto const result = method.ensemble(spec);
      done += weight;
      if (result.failed > 0)
        findings.outcome(fmt::format("{} of {} orbits at h = {}", result.failed, orbits, h),
                         Outcome::non_finite, "left the finite numbers", 0);
      times = result.times;
      scaled.emplace_back();
      std::vector<double> late_t, late_v;
      for (std::size_t k = 0; k < times.size(); ++k) {
        scaled.back().push_back(result.variance[k] / std::pow(h, 4));
        if (times[k] >= T / 10) {
          late_t.push_back(times[k]);
          late_v.push_back(scaled.back()[k]);
        }
      }
      auto const line = fit_line(late_t, late_v);
      slopes.push_back(line.slope);
      intercepts.push_back(line.intercept);
      coefficients.push_back(std::sqrt(line.slope));
      residuals.push_back(line.max_residual / scaled.back().back());
      for (std::size_t i = 0; i < result.paths.size(); ++i)
        for (std::size_t k = 0; k < times.size(); k += 5) {
          if (i == 0 && k == 0)
            findings.table("paths", {"orbit", "t", "energy_error"}),
                findings.table("bold_path", {"t", "energy_error"});
          findings.tables.at("paths").add({double(i), times[k], result.paths[i][k]});
          if (i == 7) findings.tables.at("bold_path").add({times[k], result.paths[i][k]});
        }
    }
    for (std::size_t k = 0; k < times.size(); ++k) {
      variance.add({times[k], scaled[0][k], scaled[1][k]});
      rest.add({times[k], scaled[0][k] - slopes[0] * times[k] - intercepts[0],
                scaled[1][k] - slopes[1] * times[k] - intercepts[1]});
    }
    std::string const s = suffix_of(family);
    findings.measure(
        "C15" + s, coefficients[1],
        fmt::format("{:.5f} (h = 0.05), {:.5f} (h = 0.1)", coefficients[1], coefficients[0]));
    findings.measure("F6b" + s, slopes[0] / slopes[1]);
    findings.measure("F6c" + s, larger_or_nan(residuals[0], residuals[1]),
                     fmt::format("{:.1f}% (h = 0.1), {:.1f}% (h = 0.05)", 100 * residuals[0],
                                 100 * residuals[1]));
  }

  // (a): the spread of the hundred paths at the end, as the paper's law states it.
  auto const& paths = findings.tables.at("paths").rows;
  double sum = 0, squares = 0;
  long count = 0;
  for (auto const& row : paths)
    if (row[1] > T - 5 * interval) {
      sum += row[2];
      squares += row[2] * row[2];
      ++count;
    }
  double const n = static_cast<double>(count);
  double const deviation = std::sqrt((squares - sum * sum / n) / (n - 1));
  findings.measure("F6a", deviation / (0.05 * 0.05 * std::sqrt(T)));
}

std::vector<Panel> panels(bool family) {
  std::string const tag = folder_of(family);
  auto const both = [&](std::string const& table) {
    return std::vector<Series>{
        {tag + table + ".csv", "t", "scaled_0.1", "lines", "{/:Italic h} = 0.1"},
        {tag + table + ".csv", "t", "scaled_0.05", "lines", "{/:Italic h} = 0.05"}};
  };
  std::string const name = family ? "family H306" : "sampled starts";
  return {{.title = "(b) " + name,
           .x_label = "{/:Italic t}",
           .y_label = "σ^2 / {/:Italic h}^4",
           .key = "top left",
           .series = both("variance")},
          {.title = "(c) " + name,
           .x_label = "{/:Italic t}",
           .y_label = "(σ^2 − linear trend) / {/:Italic h}^4",
           .key = "bottom right",
           .series = both("residual")}};
}

std::vector<Claim> claims() {
  std::string const coarse = "the law of a random walk; sampling error of 100 paths is 7%";
  std::vector<Claim> all{
      {.id = "F6a",
       .place = "figure 6(a)",
       .statement = "100 energy errors at t = 50,000 spread as 0.01 h^2 sqrt(t), h = 0.05",
       .printed = "0.01",
       .criterion = within(0.01, 0.002),
       .reason = coarse,
       .correction = {},
       .assumption = "starts from our sampler at H = 3.06",
       .quick_criterion = within(0.01, 0.003)}};
  for (bool family : {false, true}) {
    std::string const assumption = family ? "starts: 10,000 points of the family H306"
                                          : "starts: our sampler at H = 3.06, seed 1";
    all.push_back(
        {.id = "C15" + suffix_of(family),
         .place = "section 5.3",
         .statement = "The energy error is a random walk |H(t) - H(0)| ~ 0.01 h^2 sqrt(t)",
         .printed = "0.01",
         .criterion = between(0.0093, 0.0103),
         .reason = "root of the variance's slope over h^4; 1.4% sampling error, one printed digit",
         .correction = {},
         .assumption = assumption,
         .quick_criterion = between(0.0088, 0.0108)});
    all.push_back(
        {.id = "F6b" + suffix_of(family),
         .place = "figure 6(b)",
         .statement = "The variance scales with h^4: the slopes for h = 0.1 and 0.05 agree",
         .printed = "1",
         .criterion = between(0.95, 1.10),
         .reason = "two independent ensembles of 10,000 orbits and the next order in h",
         .correction = {},
         .assumption = assumption + "; the second step is our choice",
         .quick_criterion = between(0.8, 1.25)});
    all.push_back({.id = "F6c" + suffix_of(family),
                   .place = "figure 6(c)",
                   .statement = "Only a small part of the variance departs from the linear trend",
                   .printed = "relatively small",
                   .criterion = at_most(0.03),
                   .reason = "largest residual over the final variance, fit on t >= T/10",
                   .correction = {},
                   .assumption = assumption,
                   .quick_criterion = at_most(0.12)});
  }
  return all;
}

std::vector<Panel> all_panels() {
  std::vector<Panel> all;
  for (bool family : {false, true})
    for (auto const& p : panels(family)) all.push_back(p);
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
      .claims = claims(),
      .figures =
          {{.id = "figure_6a",
            .number = "6(a)",
            .caption =
                "Energy errors of 100 orbits on H(0) = 3.06 by (4.18), h = 0.05; one in bold.",
            .width = 5.5,
            .height = 3.2,
            .panels = {{.x_label = "{/:Italic t}",
                        .y_label = "{/:Italic H}({/:Italic t}) − {/:Italic H}(0)",
                        .series = {{"paths.csv", "t", "energy_error", "lines", "", false, "orbit"},
                                   {"bold_path.csv", "t", "energy_error", "lines", "", true}}}}},
           {.id = "figure_6bc",
            .number = "6(b), (c)",
            .caption =
                "Variance of the energy errors of 10,000 orbits by (4.18), scaled by h^4, and "
                "its departure from the fitted line; above from sampled starts, below "
                "from the family H306.",
            .columns = 2,
            .width = 6.9,
            .height = 5.2,
            .panels = all_panels()}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
