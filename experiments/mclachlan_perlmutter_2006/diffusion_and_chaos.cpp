#include <fmt/format.h>

#include <cmath>

#include "experiments/core/experiment.hpp"
#include "experiments/core/fit.hpp"
#include "experiments/core/lyapunov.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

ProblemEntry const& chaotic() { return find_problem("chaotic_r7"); }
MethodEntry const& leapfrog() { return chaotic().method("dla_leapfrog"); }

/// Root mean square of |q| over the kept orbits' final states.
double rms_size(EnsembleResult const& result) {
  std::size_t const size = chaotic().size, state = size + chaotic().dof;
  double sum = 0;
  long count = 0;
  for (std::size_t at = 0; at + state <= result.final_state.size(); at += state, ++count)
    for (std::size_t i = 0; i < size; ++i)
      sum += result.final_state[at + i] * result.final_state[at + i];
  return std::sqrt(sum / static_cast<double>(count));
}

/// C16: the growth of the energy error's variance on several energies.
void measure_diffusion(Findings& findings) {
  double const h = 0.1;
  // The lower the energy, the longer the bounded oscillation hides the walk: no low ones in a
  // quick run.
  std::vector<double> const energies =
      findings.quick ? std::vector<double>{1.5, 2, 3.06, 4.5, 6, 9}
                     : std::vector<double>{0.25, 0.5, 1, 1.5, 2, 3.06, 4.5, 6, 9};
  double const T = findings.quick ? 5000 : 50000;
  auto& table = findings.table(
      "diffusion", {"energy", "size", "coefficient", "variance_rate", "fit", "fourth_power"});
  std::vector<double> size, coefficient, rate;
  for (double energy : energies) {
    EnsembleSpec spec;
    spec.energy = energy;
    spec.orbits = findings.quick ? 1000 : 1500;
    spec.step = h;
    spec.steps = std::lround(T / h);
    spec.every = spec.steps / 200;
    spec.paths = spec.orbits;
    spec.threads = findings.threads;
    auto const done = double(rate.size()) / double(energies.size());
    spec.progress = [&](double f) {
      findings.progress(0.7 * (done + f / double(energies.size())));
    };
    auto const result = leapfrog().ensemble(spec);
    if (result.failed > 0)
      findings.outcome(fmt::format("{} of {} orbits at H = {}", result.failed, spec.orbits, energy),
                       Outcome::non_finite, "left the finite numbers", 0);
    std::vector<double> late_t, late_v;
    for (std::size_t k = 0; k < result.times.size(); ++k)
      if (result.times[k] >= T / 10) {
        late_t.push_back(result.times[k]);
        late_v.push_back(result.variance[k] / std::pow(h, 4));
      }
    size.push_back(rms_size(result));
    rate.push_back(fit_line(late_t, late_v).slope);
    coefficient.push_back(std::sqrt(rate.back()));
  }
  auto const line = fit_power(size, coefficient), variance = fit_power(size, rate);
  for (std::size_t i = 0; i < size.size(); ++i)
    table.add({energies[i], size[i], coefficient[i], rate[i],
               std::exp(line.intercept) * std::pow(size[i], line.slope),
               coefficient.back() * std::pow(size[i] / size.back(), 4)});
  double low = 100, high = -100;
  for (std::size_t i = 1; i < size.size(); ++i) {
    double const local =
        std::log(coefficient[i] / coefficient[i - 1]) / std::log(size[i] / size[i - 1]);
    low = smaller_or_nan(low, local);
    high = larger_or_nan(high, local);
  }
  // Where the potential is quadratic, |q| goes as the root of the energy.
  double const of_root = 2 * fit_power(energies, coefficient).slope;
  findings.measure(
      "C16", line.slope,
      fmt::format("{:.2f} +- {:.2f} (neighbouring energies {:.1f} ... {:.1f}; over sqrt(H) {:.2f})",
                  line.slope, line.confidence, low, high, of_root));
  findings.measure("C16/variance", variance.slope, fmt::format("{:.2f}", variance.slope));
}

/// C17: Lyapunov exponents of sampled starts.
void measure_chaos(Findings& findings) {
  int const orbits = findings.quick ? 10 : 200;
  long const T = findings.quick ? 500 : 2000;
  std::vector<double> const energies{0.25, 1, 3.06};
  auto& each = findings.table("lyapunov", {"energy", "orbit", "exponent"});
  auto& means = findings.table("lyapunov_mean", {"energy", "mean", "low", "high", "threshold"});
  for (double energy : energies) {
    double sum = 0, low = 10, high = 0;
    for (int i = 0; i < orbits; ++i) {
      auto const [q, v] = chaotic().sample(1, i, energy);
      TwinSpec spec;
      spec.run.setting.q.emplace(q.begin(), q.end());
      spec.run.setting.v.emplace(v.begin(), v.end());
      spec.run.step = RawQuad(1) / 10;
      spec.run.steps = 250;
      spec.pulls = T / 25;
      auto const [exponent, outcome] = lyapunov_exponent(leapfrog(), spec);
      if (outcome != Outcome::ok) {
        findings.outcome(fmt::format("orbit {} at H = {}", i, energy), outcome, "", 0);
        low = exponent;  // nan, and stays so
      }
      each.add({energy, double(i), exponent});
      sum += exponent;
      low = smaller_or_nan(low, exponent);
      high = larger_or_nan(high, exponent);
      findings.progress(0.7 + 0.3 * (double(means.rows.size()) + double(i) / orbits) / double(3));
    }
    means.add({energy, sum / orbits, low, high, chaos_threshold(double(T))});
  }
  auto const& top = means.rows.back();
  findings.measure("C17", top[2] / top[4],
                   fmt::format("{:.1f} (mean {:.3f}, in [{:.3f}, {:.3f}])", top[2] / top[4], top[1],
                               top[2], top[3]));
  double worst = 0;
  for (std::size_t i = 1; i < means.rows.size(); ++i)
    worst = larger_or_nan(worst, means.rows[i - 1][1] / means.rows[i][1]);
  findings.measure("C17/H->0", worst,
                   fmt::format("{:.2f} (means {:.3f}, {:.3f}, {:.3f})", worst, means.rows[0][1],
                               means.rows[1][1], means.rows[2][1]));
}

void compute(Findings& findings) {
  measure_diffusion(findings);
  measure_chaos(findings);
}

std::vector<Claim> claims() {
  std::string const size = "|q| is the root mean square over an ensemble; H = 0.25 ... 9";
  return {{.id = "C16",
           .place = "section 5.3",
           .statement = "The rate of diffusion of the energy, as the coefficient of h^2 sqrt(t), "
                        "goes as a power of |q|",
           .printed = "approximately 4",
           .criterion = within(4, 1),
           .reason = "printed as approximate to one digit, so within a quarter of it; the variance "
                     "would have twice the exponent",
           .correction = {},
           .assumption = "the rate is the coefficient of sqrt(t); " + size},
          {.id = "C16/variance",
           .place = "section 5.3",
           .statement = "The same with the growth of the variance for the rate",
           .printed = "approximately 4",
           .criterion = within(4, 1),
           .reason = "the variance goes as the square of the other",
           .correction = {},
           .assumption = "the rate is the slope of the variance; " + size},
          {.id = "C17",
           .place = "section 5.3",
           .statement = "The system is fully chaotic at H = 3.06: smallest Lyapunov exponent of "
                        "sampled starts over three times log(T)/T",
           .printed = "fully chaotic",
           .criterion = at_least(1),
           .reason = "a regular orbit shows about log(T)/T; 200 starts, T = 2000",
           .correction = {},
           .assumption = "\"fully\" is tested on a sample: small islands may escape it"},
          {.id = "C17/H->0",
           .place = "section 5.3",
           .statement = "The system becomes integrable as H -> 0: largest ratio of mean Lyapunov "
                        "exponents as H falls from 3.06 to 1 and to 0.25",
           .printed = "integrable",
           .criterion = at_most(0.75),
           .reason = "an exponent that tends to zero falls with each lower energy, by more than "
                     "the spread of the sample",
           .correction = {},
           .assumption = "a trend towards zero stands for the limit"}};
}

}  // namespace

Experiment diffusion_and_chaos() {
  return {
      .id = "mp2006_diffusion_and_chaos",
      .paper = "mclachlan_perlmutter_2006",
      .title = "Diffusion and chaos of the chaotic system over its energy",
      .about =
          "Section 5.3: ensembles of 1500 orbits by (4.18), h = 0.1, T = 50,000 at nine "
          "energies, and Lyapunov exponents of 200 sampled starts at three.",
      .choices = {{"rate of diffusion", "the coefficient of h^2 sqrt(t), and the variance's slope",
                   "the paper does not say which"},
                  {"|q|", "root mean square over the ensemble at its end",
                   "|q| changes along an orbit; energies and starts are the sampler's"},
                  {"Lyapunov exponents",
                   "twin orbits pulled back to 1e-8 every 25 units of time, h = 0.1",
                   "a finite-time exponent of the method's own orbits"}},
      .claims = claims(),
      .figures =
          {{.id = "diffusion_and_chaos",
            .number = "",
            .caption = "Left: coefficient of h^2√t in the energy error's random walk over "
                       "the size of the orbits, and the paper's fourth power through the "
                       "last point. Right: Lyapunov exponents of sampled starts, their "
                       "mean, and the threshold below which an orbit may be regular.",
            .columns = 2,
            .width = 6.9,
            .height = 3.3,
            .panels = {{.title = "diffusion",
                        .x_label = "rms |{/:Italic q}|",
                        .y_label = "σ / ({/:Italic h}^2 √{/:Italic t})",
                        .x_scale = "log",
                        .y_scale = "log",
                        .x_range = {{0.1, 10}},
                        .key = "top left",
                        .series = {{"diffusion.csv", "size", "coefficient", "points", "measured"},
                                   {"diffusion.csv", "size", "fit", "lines", "fitted power"},
                                   {"diffusion.csv", "size", "fourth_power", "lines",
                                    "|{/:Italic q}|^4"}}},
                       {.title = "chaos",
                        .x_label = "{/:Italic H}",
                        .y_label = "Lyapunov exponent",
                        .x_range = {{0, 3.5}},
                        .y_range = {{0, 0.14}},
                        .key = "top left",
                        .series = {{"lyapunov.csv", "energy", "exponent", "dots", "orbits"},
                                   {"lyapunov_mean.csv", "energy", "mean", "linespoints", "mean"},
                                   {"lyapunov_mean.csv", "energy", "threshold", "lines",
                                    "3 log({/:Italic T})/{/:Italic T}"}}}}}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
