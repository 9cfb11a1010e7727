#include "experiments/comparison/growth.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/poincare_iterates.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

/// Mean and largest size of the energy error over successive blocks of iterates.
struct Blocks {
  std::vector<double> mean, largest;
  std::vector<double> samples;  ///< the error at every hundredth iterate
};

Blocks blocks_of(std::string const& orbit, int N, long blocks, long per_block, Findings& findings,
                 double progress) {
  Blocks b;
  double sum = 0, largest = 0;
  poincare_iterates(orbit, N, blocks * per_block, [&](long number, Iterate const& i) {
    sum += i.energy_error;
    largest = larger_or_nan(largest, std::abs(i.energy_error));
    if (number % 100 == 0) b.samples.push_back(i.energy_error);
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
  auto const grown = [](Blocks const& b, std::size_t count) {
    std::vector<double> number, error(b.samples.begin(), b.samples.begin() + long(count));
    for (std::size_t k = 0; k < error.size(); ++k) number.push_back(double(k + 1));
    return std::string(name_of(classify_growth(number, error).kind));
  };
  for (int N : {40, 80}) {
    auto const& b = regular[N];
    std::string const growth = grown(b, b.samples.size());
    if (findings.quick)
      findings.not_run("F3c", "as printed", "needs the full length");
    else
      findings.measure(
          "F3c", "as printed", fmt::format("{} steps", N),
          {.value = b.largest.back(),
           .words = fmt::format("{} over {} iterates, {} steps: largest errors of 20 "
                                "blocks between {:.4e} and {:.4e}",
                                growth, blocks * per_block, N,
                                *minmax_element_or_nan(b.largest.begin(), b.largest.end()).first,
                                *max_element_or_nan(b.largest.begin(), b.largest.end())),
           .growth = growth});
  }
  if (findings.quick) {
    for (char const* reading : {"50,000 iterates", "two million iterates"})
      findings.not_run("F3b", reading, "needs the full number of iterates");
    return;
  }
  auto const& b = chaotic[40];
  for (bool all : {false, true}) {
    std::string const growth = grown(b, all ? b.samples.size() : b.samples.size() / 40);
    findings.measure(
        "F3b", all ? "two million iterates" : "50,000 iterates",
        {.value = b.mean.back(),
         .words = fmt::format("{}; means of 20 blocks of 100,000 iterates between {:.1e} "
                              "and {:.1e}",
                              growth, *std::min_element(b.mean.begin(), b.mean.end()),
                              *max_element_or_nan(b.mean.begin(), b.mean.end())),
         .growth = growth});
  }
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
