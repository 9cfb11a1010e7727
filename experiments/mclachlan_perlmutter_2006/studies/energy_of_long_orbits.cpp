#include "experiments/core/series.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "experiments/measure/growth.hpp"
#include "experiments/measure/sweep.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006::energy_of_long_orbits_study {

namespace {

constexpr char const* orbits[]{"A", "B"};

/// Mean and largest size of the energy error over successive blocks of iterates.
struct Blocks {
  std::vector<double> mean, largest;
  std::vector<double> samples;  ///< error at every hundredth iterate
};

/// Blocks of the orbits A and B, N steps per iterate. The step divides the period, so that every
/// iterate is a node.
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
  std::vector<double> begun(std::size(orbits));  // errors at the beginning of the block
  for (long block = 0; block < blocks; ++block) {
    auto const result = leapfrog.ensemble(spec);
    spec.starts = result.final_state;
    for (std::size_t o = 0; o < all.size(); ++o) {
      double sum = 0, largest = 0;
      for (std::size_t i = 1; i < result.times.size(); ++i) {
        // Energies are near 3/2, so that their differences and the sum of these are exact.
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
    auto const& [mean, largest, samples] = all[o];
    auto& table = study.table(fmt::format("blocks_{}_{}", orbits[o], N),
                              {"iterate", "mean", "mean_over_h2", "largest"});
    for (std::size_t k = 0; k < mean.size(); ++k)
      table.add({double(k + 1) * double(per_block), mean[k], mean[k] / (h * h), largest[k]});
  }
  return all;
}

/// Last value of a series with its smallest and largest values, and the growth of the first
/// samples.
Measured growth(std::vector<double> const& blocks, std::string const& what,
                std::vector<double> const& samples, std::size_t count) {
  std::vector<double> const first(samples.begin(), samples.begin() + long(count));
  auto const [least, most] = minmax_element_or_nan(blocks.begin(), blocks.end());
  return {.value = blocks.back(),
          .details = {{what + " error of a block, least", *least}, {"most", *most}},
          .growth = name_of(classify_growth(one_to(count), first).kind)};
}

}  // namespace

void energy_of_long_orbits(Study& study) {
  long const blocks = 20, per_block = study.quick ? 1000 : 100000;
  auto const coarse = blocks_of(study, 40, blocks, per_block, 0),
             fine = blocks_of(study, 80, blocks, per_block, 0.5);
  if (study.quick) {
    study.not_run("F3c", "as printed", "needs the full length");
    for (char const* reading : {"50,000 iterates", "two million iterates"})
      study.not_run("F3b", reading, "needs the full number of iterates");
    return;
  }
  auto const of_a = [](Blocks const& a) {
    return growth(a.largest, "largest", a.samples, a.samples.size());
  };
  study.measure("F3c", "as printed", "40 steps", of_a(coarse[0]));
  study.measure("F3c", "as printed", "80 steps", of_a(fine[0]));
  auto const& b = coarse[1];
  study.measure("F3b", "50,000 iterates", growth(b.mean, "mean", b.samples, b.samples.size() / 40));
  study.measure("F3b", "two million iterates", growth(b.mean, "mean", b.samples, b.samples.size()));
}

}  // namespace rattleback::mclachlan_perlmutter_2006::energy_of_long_orbits_study
