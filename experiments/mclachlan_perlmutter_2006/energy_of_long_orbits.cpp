#include "experiments/mclachlan_perlmutter_2006/poincare_iterates.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

/// Mean and largest size of the energy error over successive blocks of iterates.
struct Blocks {
  std::vector<double> mean, largest;
  double spread_of_means() const {
    auto const [low, high] = minmax_element_or_nan(mean.begin(), mean.end());
    return *high - *low;
  }
  double growth_of_largest() const {
    auto const [low, high] = minmax_element_or_nan(largest.begin(), largest.end());
    return *high / *low - 1;
  }
};

Blocks blocks_of(std::string const& orbit, int N, long blocks, long per_block, Findings& findings,
                 double progress) {
  Blocks b;
  double sum = 0, largest = 0;
  poincare_iterates(orbit, N, blocks * per_block, [&](long number, Iterate const& i) {
    sum += i.energy_error;
    largest = larger_or_nan(largest, std::abs(i.energy_error));
    if (number % per_block != 0) return;
    b.mean.push_back(sum / double(per_block));
    b.largest.push_back(largest);
    sum = largest = 0;
    findings.progress(progress + 0.25 * double(number) / double(blocks * per_block));
  });
  auto& table = findings.table(fmt::format("blocks_{}_{}", orbit, N),
                               {"iterate", "mean", "mean_over_h2", "largest"});
  double const h = step_of_period(N);
  for (std::size_t k = 0; k < b.mean.size(); ++k)
    table.add({double(k + 1) * double(per_block), b.mean[k], b.mean[k] / (h * h), b.largest[k]});
  return b;
}

void compute(Findings& findings) {
  long const blocks = 20, per_block = findings.quick ? 1000 : 100000;
  std::map<int, Blocks> regular, chaotic;
  double progress = 0;
  for (int N : {40, 80}) {
    regular[N] = blocks_of("A", N, blocks, per_block, findings, progress);
    chaotic[N] = blocks_of("B", N, blocks, per_block, findings, progress + 0.25);
    progress += 0.5;
  }
  double const bounded =
      larger_or_nan(regular[40].growth_of_largest(), regular[80].growth_of_largest());
  findings.measure("F3c", bounded,
                   fmt::format("{:.1e} (largest errors {:.4e}, {:.4e})", bounded,
                               regular[40].largest.back(), regular[80].largest.back()));
  auto const ratio = [&](int N) {
    return chaotic[N].spread_of_means() / regular[N].spread_of_means();
  };
  auto const& coarse = chaotic[40].mean;
  findings.measure(
      "F3b", smaller_or_nan(ratio(40), ratio(80)),
      fmt::format("{:.0f} and {:.0f} (means of the blocks, 40 steps: {:.1e} ... {:.1e})", ratio(40),
                  ratio(80), *std::min_element(coarse.begin(), coarse.end()),
                  *max_element_or_nan(coarse.begin(), coarse.end())));
}

}  // namespace

Experiment energy_of_long_orbits() {
  auto const series = [](int N) {
    auto const data = [&](char const* orbit) { return fmt::format("blocks_{}_{}.csv", orbit, N); };
    return std::vector<Series>{
        {data("B"), "iterate", "mean_over_h2", "linespoints", "B, chaotic"},
        {data("A"), "iterate", "mean_over_h2", "linespoints", "A, quasiperiodic"}};
  };
  auto const panel = [&](int N) {
    return Panel{.title = fmt::format("{{/:Italic N}} = {}", N),
                 .x_label = "iterate",
                 .y_label = "mean of ({/:Italic H} − {/:Italic H}(0))/{/:Italic h}^2",
                 .y_range = {{-0.2, 0.6}},
                 .key = "top right",
                 .series = series(N)};
  };
  return {
      .id = "mp2006_energy_of_long_orbits",
      .paper = "mclachlan_perlmutter_2006",
      .title = "Energy over two million iterates",
      .about =
          "Orbits A and B forty times as long as figures 3 and 4, in 20 blocks of 100,000 "
          "iterates; quick: of 1,000.",
      .choices = long_orbit_choices(),
      .claims = {{.id = "F3b",
                  .place = "section 5.2",
                  .statement =
                      "The energy of the chaotic orbit oscillates, and possibly drifts a little: "
                      "spread of the means of 20 blocks, over that of the quasiperiodic orbit",
                  .printed = "possibly",
                  .criterion = at_least(10),
                  .reason =
                      "a bounded error has block means that agree like those of orbit A; ten times "
                      "their spread is a wander, too slow to show in 50,000 iterates",
                  .correction = {},
                  .assumption = "orbits A and B are our choice",
                  .quick_criterion = at_least(3)},
                 {.id = "F3c",
                  .place = "section 5.2",
                  .statement =
                      "On quasiperiodic orbits the energy error is bounded: growth of its largest "
                      "value from block to block over two million iterates",
                  .printed = "0",
                  .criterion = at_most(1e-3),
                  .reason =
                      "a torus is filled densely but not evenly, so block maxima differ a little",
                  .correction = {},
                  .assumption = "orbit A is our choice",
                  .quick_criterion = at_most(1e-2)}},
      .figures = {{.id = "energy_of_long_orbits",
                   .number = "",
                   .caption =
                       "Mean energy error of orbits A and B over blocks of iterates, 40 (left) and "
                       "80 (right) steps per iterate: bounded on the quasiperiodic orbit, a slow "
                       "wander on the chaotic one.",
                   .columns = 2,
                   .width = 6.9,
                   .height = 3.1,
                   .panels = {panel(40), panel(80)}}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
