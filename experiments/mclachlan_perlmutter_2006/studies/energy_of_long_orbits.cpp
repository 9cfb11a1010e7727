#include "experiments/mclachlan_perlmutter_2006/shared/poincare_iterates.hpp"
#include "experiments/measure/growth.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr char const* orbits[]{"A", "B"};

/// Mean and largest size of the energy error over successive blocks of iterates.
struct Blocks {
  std::vector<double> mean, largest;
  std::vector<double> samples;  ///< the error at every hundredth iterate
};

/// Orbits A and B together, N steps an iterate. A step that divides the period puts every iterate
/// on a node.
std::vector<Blocks> blocks_of(Study& study, int N, long blocks, long per_block, double progress) {
  EnsembleSpec spec;
  spec.parameters = {{"epsilon", RawQuad(7) / 10}};
  for (auto const& c : study.problem("contact_oscillator").cases)
    if (c.name == orbits[0] || c.name == orbits[1])
      for (auto const* half : {&c.q, &c.v})
        spec.starts.insert(spec.starts.end(), half->begin(), half->end());
  spec.orbits = spec.paths = std::size(orbits);
  spec.step = step_of_period(N);
  spec.steps = per_block * N;
  spec.every = N;
  auto const& leapfrog = study.method("contact_oscillator", "dla_leapfrog");
  std::vector<Blocks> all(std::size(orbits));
  std::vector<double> begun(std::size(orbits));  // error where the block begins
  for (long block = 0; block < blocks; ++block) {
    auto const result = leapfrog.ensemble(spec);
    spec.starts = result.final_state;
    for (std::size_t o = 0; o < all.size(); ++o) {
      double sum = 0, largest = 0;
      for (std::size_t i = 1; i < result.times.size(); ++i) {
        // Energies are near 3/2, so their differences and the sum of these are exact.
        double const error = begun[o] + result.paths[o][i];
        sum += error;
        largest = larger_or_nan(largest, std::abs(error));
        if (i % 100 == 0) all[o].samples.push_back(error);
      }
      all[o].mean.push_back(sum / double(per_block));
      all[o].largest.push_back(largest);
      begun[o] += result.paths[o].back();
    }
    study.progress(progress + 0.5 * double(block + 1) / double(blocks));
  }
  double const h = step_of_period(N);
  for (std::size_t o = 0; o < all.size(); ++o) {
    auto& table = study.table(fmt::format("blocks_{}_{}", orbits[o], N),
                              {"iterate", "mean", "mean_over_h2", "largest"});
    for (std::size_t k = 0; k < all[o].mean.size(); ++k)
      table.add({double(k + 1) * double(per_block), all[o].mean[k], all[o].mean[k] / (h * h),
                 all[o].largest[k]});
  }
  return all;
}

/// How the first errors of a series grow.
std::string growth_of(std::vector<double> const& samples, std::size_t count) {
  std::vector<double> number, error(samples.begin(), samples.begin() + long(count));
  for (std::size_t k = 0; k < error.size(); ++k) number.push_back(double(k + 1));
  return name_of(classify_growth(number, error).kind);
}

}  // namespace

void energy_of_long_orbits(Study& study) {
  long const blocks = 20, per_block = study.quick ? 1000 : 100000;
  std::vector<double> chaotic_mean, chaotic;  // of orbit B at 40 steps
  for (int N : {40, 80}) {
    auto const of = blocks_of(study, N, blocks, per_block, N == 40 ? 0 : 0.5);
    if (N == 40) {
      chaotic_mean = of[1].mean;
      chaotic = of[1].samples;
    }
    if (study.quick) continue;
    auto const& b = of[0];
    auto const [low, high] = minmax_element_or_nan(b.largest.begin(), b.largest.end());
    Measured const m{.value = b.largest.back(),
                     .details = {{"largest error of a block, least", *low}, {"most", *high}},
                     .growth = growth_of(b.samples, b.samples.size())};
    study.measure("F3c", "as printed", fmt::format("{} steps", N), m);
    if (N == 40) study.control("F3b", "orbit A", m);
  }
  if (study.quick) {
    study.not_run("F3c", "as printed", "needs the full length");
    for (char const* reading : {"50,000 iterates", "two million iterates"})
      study.not_run("F3b", reading, "needs the full number of iterates");
    return;
  }
  auto const [low, high] = minmax_element_or_nan(chaotic_mean.begin(), chaotic_mean.end());
  for (bool all : {false, true}) {
    study.measure("F3b", all ? "two million iterates" : "50,000 iterates",
                  {.value = chaotic_mean.back(),
                   .details = {{"mean error of a block, least", *low}, {"most", *high}},
                   .growth = growth_of(chaotic, all ? chaotic.size() : chaotic.size() / 40)});
  }
}

}  // namespace rattleback::mclachlan_perlmutter_2006
