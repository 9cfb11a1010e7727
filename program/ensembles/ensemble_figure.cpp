#include "program/ensembles/ensemble_figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "program/interface/number.hpp"

namespace rattleback {

namespace {

using nlohmann::json;

std::string const time_label = "Time $t$";

void add_panels(json& panels, reports::Sheet& sheet, EnsembleRun const& run,
                std::string const& quantity, std::vector<double> const& times,
                ErrorStatistics const& statistics) {
  std::string text = "t,mean,variance,kurtosis";
  for (double const level : quantile_levels) text += fmt::format(",{:g}", level);
  text += '\n';
  for (std::size_t k = 0; k < times.size(); ++k)
    text += fmt::format("{},{},{},{},{}\n", times[k], statistics.mean[k], statistics.variance[k],
                        statistics.kurtosis[k], fmt::join(statistics.quantiles[k], ","));
  std::string const table = sheet.table(text);
  std::vector<PictureSeries> quantiles;
  for (double const level : quantile_levels)
    quantiles.push_back({table, "t", fmt::format("{:g}", level),
                         level == 0.5 ? "median" : fmt::format("{:g} %", 100 * level)});
  std::string const error = words_of_deviation(run, quantity) == "change of energy"
                                ? "Change of the energy"
                                : "Error of the " + quantity;
  panels.push_back(panel_json({"Mean", time_label, error}, {{table, "t", "mean"}}));
  panels.push_back(panel_json({"Quantiles", time_label, error}, quantiles));
  // The variance of a random walk is a straight line of slope 1.
  PicturePanel variance{"Variance", time_label, "Variance of the error"};
  variance.logarithmic_x = variance.logarithmic_y = true;
  panels.push_back(panel_json(variance, {{table, "t", "variance"}}));
  panels.push_back(
      panel_json({"Kurtosis", time_label, "Kurtosis of the error"}, {{table, "t", "kurtosis"}}));
}

}  // namespace

json statistics_panels(reports::Sheet& sheet, EnsembleRun const& run,
                       EnsembleResult const& result) {
  json panels = json::array();
  add_panels(panels, sheet, run, "energy", result.times, result);
  if (result.invariant)
    add_panels(panels, sheet, run, run.spec.invariant, result.times, *result.invariant);
  return panels;
}

json exponent_panels(reports::Sheet& sheet, std::vector<double> exponents) {
  std::erase_if(exponents, [](double x) { return !std::isfinite(x); });
  std::sort(exponents.begin(), exponents.end());
  std::string text = "exponent,fraction\n";
  for (std::size_t i = 0; i < exponents.size(); ++i)
    text += fmt::format("{},{}\n", decimal(exponents[i]),
                        static_cast<double>(i + 1) / static_cast<double>(exponents.size()));
  return json::array(
      {panel_json({"", "Largest Lyapunov exponent $λ$", "Fraction of orbits below", "points"},
                  {{sheet.table(text), "exponent", "fraction"}})});
}

}  // namespace rattleback
