#include <map>
#include <numeric>

#include "experiments/mclachlan_perlmutter_2006/shared/chaotic_runs.hpp"
#include "experiments/measure/growth.hpp"
#include "experiments/measure/lyapunov.hpp"
#include "experiments/measure/sweep.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006::diffusion_and_chaos_study {

namespace {

constexpr double h = 0.1;

/// Root mean square of |q| over the final states of the recorded orbits.
double rms_size(ProblemEntry const& problem, EnsembleResult const& result) {
  long const state = problem.size + problem.dof, orbits = long(result.final_state.size()) / state;
  Eigen::Map<Eigen::MatrixXd const> const states(result.final_state.data(), state, orbits);
  return states.topRows(problem.size).norm() / std::sqrt(double(orbits));
}

/// Least exponent of a quantity as a power of the energy, between neighbouring energies.
double least_exponent(std::vector<double> const& energies, std::vector<double> const& values) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < energies.size(); ++i)
    least = smaller_or_nan(
        least, std::log(values[i] / values[i - 1]) / std::log(energies[i] / energies[i - 1]));
  return least;
}

/// Linear growth of the variance of the energy errors over h^4, as a function of the energy.
struct Diffusion {
  std::vector<double> energies, size, rate, coefficient;  ///< coefficient: square root of the rate
};

/// Measures C16: exponents of the rate, for each interpretation of rate and size.
void measure_powers(Study& study, Diffusion const& diffusion) {
  auto const add = [&](char const* reading, Line const& line, double factor) {
    measure_in_full(study, "C16", reading, "needs all energies and the full length",
                    {.value = factor * line.slope, .sampling_error = factor * line.confidence});
  };
  auto const& [energies, size, rate, coefficient] = diffusion;
  // For a quadratic potential, |q| is proportional to the square root of the energy.
  auto const of_energy = fit_power(energies, coefficient);
  add("coefficient of sqrt(t), size sqrt(H)", of_energy, 2);
  add("coefficient of sqrt(t), rms size", fit_power(size, coefficient), 1);
  add("variance, size sqrt(H)", of_energy, 4);
  auto const line = Curve{energies, coefficient}.between(1.5, 6).power();
  add("coefficient of sqrt(t), size sqrt(H), near H = 3.06", line, 2);
  auto const of_size = Curve{energies, size}.between(1.5, 6).power();
  study.control("C16", "size",
                {.value = 2 * of_size.slope, .sampling_error = 2 * of_size.confidence});
}

/// Measures C86: random walk of the energy error at H = 3.06, by the slope of its standard
/// deviation.
void measure_walk(Study& study, EnsembleResult const& result, Curve const& late, long orbits) {
  measure_in_full(study, "C86", "reversible method", "needs the full length",
                  {.value = late.power().slope / 2,
                   .details = {{"orbits", orbits}},
                   .sampling_error = sampling_error_of_exponent(orbits) / 2});
  study.control("C86", "(4.18)",
                {std::abs(result.mean.back()) / std::sqrt(result.variance.back())});
}

/// Root mean square over t <= 100 of the standard deviation of the energy error over h^2.
double bounded_part(Study& study, double energy) {
  auto const early = scaled_variance(chaotic_ensemble(study, sampled(energy, 1000, h, 100, 10)), h);
  return std::sqrt(std::accumulate(early.y.begin(), early.y.end(), 0.0) / double(early.y.size()));
}

/// Measures C84, C85, C16: growth of the variance of the energy error at several energies.
void measure_diffusion(Study& study) {
  Diffusion diffusion;
  auto& [energies, size, rate, coefficient] = diffusion;
  // At low energies the bounded oscillation hides the walk for longer: a quick run omits them.
  energies = study.quick ? std::vector<double>{1.5, 2, 3.06, 4.5, 6, 9}
                         : std::vector<double>{0.25, 0.5, 1, 1.5, 2, 3.06, 4.5, 6, 9};
  double const T = study.quick ? 5000 : 50000;
  for (double energy : energies) {
    // A power law needs fewer orbits per energy than the walk at 3.06.
    long const orbits = study.quick || energy != 3.06 ? 1000 : 1500;
    auto spec = sampled(energy, orbits, h, T, std::lround(T / h) / 200);
    spec.paths = orbits;
    spec.progress = [&, &rate = rate, &energies = energies](double f) {
      study.progress(0.7 * (double(rate.size()) + f) / double(energies.size()));
    };
    auto const result = chaotic_ensemble(study, spec);
    auto const late = scaled_variance(result, h).from(T / 10);
    auto const trend = late.line();
    if (energy == 3.06) measure_walk(study, result, late, orbits);
    if (!study.quick && (energy == 0.25 || energy == 9)) {
      double const drift = std::sqrt(trend.slope * T), bounded = bounded_part(study, energy);
      Measured const ratio{drift / bounded,
                           {{"walk over h^2", drift}, {"bounded part over h^2", bounded}}};
      energy == 9 ? study.control("C85", "H = 9", ratio) : study.measure("C85", "by size", ratio);
    }
    size.push_back(rms_size(study.problem("chaotic_r7"), result));
    rate.push_back(trend.slope);
    coefficient.push_back(std::sqrt(trend.slope));
  }
  if (study.quick) study.not_run("C85", "by size", "needs the full length");
  auto const line = fit_power(size, coefficient), variance = fit_power(size, rate);
  auto& table = study.table(
      "diffusion", {"energy", "size", "coefficient", "variance_rate", "fit", "fourth_power"});
  for (std::size_t i = 0; i < size.size(); ++i)
    table.add({energies[i], size[i], coefficient[i], rate[i],
               std::exp(line.intercept) * std::pow(size[i], line.slope),
               coefficient.back() * std::pow(size[i] / size.back(), 4)});
  measure_powers(study, diffusion);
  study.measure("C84", {least_exponent(energies, coefficient),
                        {{"coefficient at the lowest energy", coefficient.front()},
                         {"at the highest energy", coefficient.back()}}});
  study.add_finding("C16/variance", variance.slope,
                    fmt::format("exponent {:.2f} +- {:.2f}", variance.slope, variance.confidence));
}

/// Largest relative growth from one value to the next.
double largest_growth(std::vector<double> const& values) {
  double largest = -1;
  for (std::size_t i = 1; i < values.size(); ++i)
    largest = larger_or_nan(largest, values[i] / values[i - 1] - 1);
  return largest;
}

/// Measures C17: Lyapunov exponents from sampled initial conditions.
void measure_chaos(Study& study) {
  long const orbits = study.quick ? 10 : 200, T = study.quick ? 500 : 2000;
  double const threshold = chaos_threshold(double(T));
  std::vector<double> const energies{0.25, 1, 3.06};
  auto& each = study.table("lyapunov", {"energy", "orbit", "exponent"});
  auto& means = study.table("lyapunov_mean", {"energy", "mean", "low", "high", "threshold"});
  std::vector<double> rising;        // mean exponents
  std::map<double, double> regular;  // number of regular orbits by energy
  for (double energy : energies) {
    auto spec = sampled(energy, orbits, h, double(T), 250);
    spec.lyapunov = true;
    auto const exponents = chaotic_ensemble(study, spec).exponents;
    double sum = 0;
    for (std::size_t i = 0; i < exponents.size(); ++i) {
      each.add({energy, double(i), exponents[i]});
      sum += exponents[i];
      if (!(exponents[i] > threshold)) ++regular[energy];
    }
    rising.push_back(sum / double(orbits));
    auto const [low, high] = minmax_element_or_nan(exponents.begin(), exponents.end());
    means.add({energy, rising.back(), *low, *high, threshold});
    study.progress(0.7 + 0.1 * double(rising.size()));
  }
  study.measure("C17", {regular[3.06],
                        {{"orbits", orbits},
                         {"smallest exponent", means.rows.back()[2]},
                         {"threshold 3 log($T$)/$T$", threshold}}});
  study.control("C17", "H = 0.25", {regular[0.25]});
  std::vector<double> const falling(rising.rbegin(), rising.rend());
  study.measure(
      "C17/H->0",
      {largest_growth(falling),
       {{"mean exponent at $H$ = 0.25", rising[0]}, {"at 1", rising[1]}, {"at 3.06", rising[2]}}});
  study.control("C17/H->0", "H grows", {largest_growth(rising)});
  study.control("C84", "mean exponent", {least_exponent(energies, rising)});
}

/// Measures C85: growth of the energy errors of single orbits at a low energy.
void measure_low_energy(Study& study) {
  auto spec = sampled(0.25, 50, h, 2000, 20);
  spec.paths = spec.orbits;
  auto const result = chaotic_ensemble(study, spec);
  std::map<std::string, double> kinds;
  for (auto const& path : result.paths) ++kinds[name_of(classify_growth(result.times, path).kind)];
  Measured most{.value = 0, .details = {kinds.begin(), kinds.end()}};
  for (auto const& [kind, count] : kinds)
    if (kind != name_of(Growth::undecided) && count > most.value)
      most.value = count, most.growth = kind;
  measure_in_full(study, "C85", "by the classifier", "needs the full length", most);
}

/// Measures C86 for a method that is not reversible, to t = 300.
void measure_irreversible(Study& study) {
  auto spec = sampled(3.06, 1000, h, 300, 500);
  spec.threads = study.threads;
  auto const result = study.method("chaotic_r7", "dla_euler").ensemble(spec);
  double const mean = result.mean.back(), deviation = std::sqrt(result.variance.back());
  study.measure("C86", "nonreversible method",
                {std::abs(mean) / deviation, {{"mean error", mean}, {"deviation", deviation}}});
}

}  // namespace

void diffusion_and_chaos(Study& study) {
  measure_diffusion(study);
  measure_chaos(study);
  measure_low_energy(study);
  measure_irreversible(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::diffusion_and_chaos_study
