#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "experiments/mclachlan_perlmutter_2006/shared/chaotic_runs.hpp"
#include "experiments/measure/growth.hpp"
#include "experiments/measure/lyapunov.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

/// Root mean square of |q| over the kept orbits' final states.
double rms_size(ProblemEntry const& problem, EnsembleResult const& result) {
  std::size_t const size = problem.size, state = size + problem.dof;
  double sum = 0;
  long count = 0;
  for (std::size_t at = 0; at + state <= result.final_state.size(); at += state, ++count)
    for (std::size_t i = 0; i < size; ++i)
      sum += result.final_state[at + i] * result.final_state[at + i];
  return std::sqrt(sum / double(count));
}

/// C16: exponents of the rate, for each reading of rate and size.
void measure_powers(Study& study, std::vector<double> const& energies,
                    std::vector<double> const& size, std::vector<double> const& coefficient) {
  auto const add = [&](char const* reading, Line const& line, double factor) {
    if (study.quick) return study.not_run("C16", reading, "needs all energies and the full length");
    study.measure("C16", reading,
                  {.value = factor * line.slope, .sampling_error = factor * line.confidence});
  };
  // Where the potential is quadratic, |q| goes as the root of the energy.
  auto const of_energy = fit_power(energies, coefficient);
  add("coefficient of sqrt(t), size sqrt(H)", of_energy, 2);
  add("coefficient of sqrt(t), rms size", fit_power(size, coefficient), 1);
  add("variance, size sqrt(H)", of_energy, 4);
  std::vector<double> near, of_near;
  for (std::size_t i = 0; i < energies.size(); ++i)
    if (energies[i] >= 1.5 && energies[i] <= 6) {
      near.push_back(energies[i]);
      of_near.push_back(coefficient[i]);
    }
  auto const line = fit_power(near, of_near);
  add("coefficient of sqrt(t), size sqrt(H), near H = 3.06", line, 2);
  study.control("C16", "power of H", {.value = line.slope, .sampling_error = line.confidence});
}

/// C86: the reversible method's walk, by the slope of its standard deviation.
void measure_walk(Study& study, double slope, long orbits) {
  if (study.quick) return study.not_run("C86", "reversible method", "needs the full length");
  study.measure("C86", "reversible method",
                {.value = slope,
                 .details = {{"orbits", orbits}},
                 .sampling_error = sampling_error_of_exponent(orbits) / 2});
}

/// C84, C16: the growth of the energy error's variance on several energies.
void measure_diffusion(Study& study) {
  double const h = 0.1;
  // The lower the energy, the longer the bounded oscillation hides the walk: no low ones in a
  // quick run.
  std::vector<double> const energies =
      study.quick ? std::vector<double>{1.5, 2, 3.06, 4.5, 6, 9}
                  : std::vector<double>{0.25, 0.5, 1, 1.5, 2, 3.06, 4.5, 6, 9};
  double const T = study.quick ? 5000 : 50000;
  auto& table = study.table(
      "diffusion", {"energy", "size", "coefficient", "variance_rate", "fit", "fourth_power"});
  std::vector<double> size, coefficient, rate;
  for (double energy : energies) {
    EnsembleSpec spec;
    spec.energy = energy;
    // A power law needs less of each energy than the walk at 3.06 does.
    spec.orbits = study.quick || energy != 3.06 ? 1000 : 1500;
    spec.step = h;
    spec.steps = std::lround(T / h);
    spec.every = spec.steps / 200;
    spec.paths = spec.orbits;
    auto const done = double(rate.size()) / double(energies.size());
    spec.progress = [&](double f) { study.progress(0.7 * (done + f / double(energies.size()))); };
    auto const result = chaotic_ensemble(study, spec);
    auto const late = late_variance(result, h, T);
    auto const trend = fit_line(late.times, late.scaled);
    if (energy == 3.06) {
      measure_walk(study, fit_power(late.times, late.scaled).slope / 2, spec.orbits);
      study.control("C86", "(4.18)",
                    {std::abs(result.mean.back()) / std::sqrt(result.variance.back())});
    }
    double const drift = std::sqrt(trend.slope * T), bounded = std::sqrt(trend.intercept);
    if (energy == 0.25)
      study.measure("C85", "by size",
                    {.value = drift / bounded,
                     .details = {{"walk over h^2", drift}, {"bounded part over h^2", bounded}}});
    if (energy == 9 && !study.quick) study.control("C85", "H = 9", {drift / bounded});
    size.push_back(rms_size(study.problem("chaotic_r7"), result));
    rate.push_back(trend.slope);
    coefficient.push_back(std::sqrt(rate.back()));
  }
  auto const line = fit_power(size, coefficient), variance = fit_power(size, rate);
  for (std::size_t i = 0; i < size.size(); ++i)
    table.add({energies[i], size[i], coefficient[i], rate[i],
               std::exp(line.intercept) * std::pow(size[i], line.slope),
               coefficient.back() * std::pow(size[i] / size.back(), 4)});
  if (study.quick) study.not_run("C85", "by size", "needs the full length");
  measure_powers(study, energies, size, coefficient);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < energies.size(); ++i)
    least = smaller_or_nan(least, std::log(coefficient[i] / coefficient[i - 1]) /
                                      std::log(energies[i] / energies[i - 1]));
  study.measure("C84", {.value = least,
                        .details = {{"coefficient at the lowest energy", coefficient.front()},
                                    {"at the highest energy", coefficient.back()}}});
  study.find("C16/variance", variance.slope,
             fmt::format("exponent {:.2f} +- {:.2f}", variance.slope, variance.confidence));
}

/// C17: Lyapunov exponents of sampled starts.
void measure_chaos(Study& study) {
  int const orbits = study.quick ? 10 : 200;
  long const T = study.quick ? 500 : 2000;
  std::vector<double> const energies{0.25, 1, 3.06};
  auto& each = study.table("lyapunov", {"energy", "orbit", "exponent"});
  auto& means = study.table("lyapunov_mean", {"energy", "mean", "low", "high", "threshold"});
  for (double energy : energies) {
    EnsembleSpec spec;
    spec.energy = energy;
    spec.orbits = orbits;
    spec.step = 0.1;
    spec.steps = 10 * T;
    spec.every = 250;
    spec.lyapunov = true;
    auto const exponents = chaotic_ensemble(study, spec).exponents;
    double sum = 0;
    for (int i = 0; i < orbits; ++i) {
      each.add({energy, double(i), exponents[std::size_t(i)]});
      sum += exponents[std::size_t(i)];
    }
    auto const [low, high] = minmax_element_or_nan(exponents.begin(), exponents.end());
    study.progress(0.7 + 0.1 * double(means.rows.size() + 1));
    means.add({energy, sum / orbits, *low, *high, chaos_threshold(double(T))});
  }
  auto const& top = means.rows.back();
  auto const regular = [&](double energy) {
    return double(std::count_if(each.rows.begin(), each.rows.end(), [&](auto const& row) {
      return row[0] == energy && !(row[2] > top[4]);
    }));
  };
  study.measure("C17", {.value = regular(3.06),
                        .details = {{"orbits", orbits},
                                    {"smallest exponent", top[2]},
                                    {"threshold 3 log(T)/T", top[4]}}});
  study.control("C17", "H = 0.25", {regular(0.25)});
  // The largest change of the mean exponent on the way through the energies.
  auto const change = [](std::vector<double> const& exponents) {
    double worst = -1;
    for (std::size_t i = 1; i < exponents.size(); ++i)
      worst = larger_or_nan(worst, exponents[i] / exponents[i - 1] - 1);
    return worst;
  };
  std::vector<double> rising, falling;
  for (auto const& row : means.rows) rising.push_back(row[1]);
  falling.assign(rising.rbegin(), rising.rend());
  study.measure("C17/H->0", {.value = change(falling),
                             .details = {{"mean exponent at H = 0.25", rising[0]},
                                         {"at 1", rising[1]},
                                         {"at 3.06", rising[2]}}});
  study.control("C17/H->0", "H grows", {change(rising)});
  study.control("C84", "mean exponent",
                {smaller_or_nan(std::log(rising[1] / rising[0]) / std::log(4),
                                std::log(rising[2] / rising[1]) / std::log(3.06))});
}

/// C85: what the energy errors of single orbits do at a low energy.
void measure_low_energy(Study& study) {
  EnsembleSpec spec;
  spec.energy = 0.25;
  spec.orbits = spec.paths = 50;
  spec.step = 0.1;
  spec.steps = 20000;
  spec.every = 20;
  auto const result = chaotic_ensemble(study, spec);
  std::map<std::string, int> kinds;
  for (auto const& path : result.paths) ++kinds[name_of(classify_growth(result.times, path).kind)];
  std::string most;
  std::vector<Detail> counts;
  for (auto const& [kind, count] : kinds) {
    counts.emplace_back(kind, count);
    if (kind != name_of(Growth::undecided) && (most.empty() || count > kinds[most])) most = kind;
  }
  if (study.quick)
    study.not_run("C85", "by the classifier", "needs the full length");
  else
    study.measure(
        "C85", "by the classifier",
        {.value = double(most.empty() ? 0 : kinds[most]), .details = counts, .growth = most});
}

/// C86: a method that is not reversible, to t = 300.
void measure_irreversible(Study& study) {
  EnsembleSpec spec;
  spec.energy = 3.06;
  spec.orbits = 1000;
  spec.step = 0.1;
  spec.every = 500;
  spec.threads = study.threads;
  spec.steps = 3000;
  auto const result = study.method("chaotic_r7", "dla_euler").ensemble(spec);
  double const deviation = std::sqrt(result.variance.back());
  study.measure("C86", "nonreversible method",
                {.value = std::abs(result.mean.back()) / deviation,
                 .details = {{"mean error", result.mean.back()}, {"deviation", deviation}}});
}

}  // namespace

void diffusion_and_chaos(Study& study) {
  measure_diffusion(study);
  measure_chaos(study);
  measure_low_energy(study);
  measure_irreversible(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
