#include "experiments/core/series.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/poincare_iterates.hpp"
#include "experiments/measure/fit.hpp"
#include "experiments/measure/sweep.hpp"

namespace rattleback::mclachlan_perlmutter_2006::figure_4_study {

namespace {

std::vector<double> const numbers{40, 48, 56, 66, 80, 94, 112, 134};  // steps per iterate

/// Order of an error in h. The errors, from one chaotic orbit per step size, scatter about the
/// line.
Measured order(std::vector<double> const& errors) {
  auto const line = fit_power(values_over(numbers, step_of_period), errors);
  return {.value = line.slope,
          .details = {{"error at $N$ = 40", errors.front()},
                      {"at $N$ = 134", errors.back()},
                      {"95 per cent confidence of the slope", line.confidence}},
          .sampling_error = line.confidence};
}

}  // namespace

void figure_4(Study& study) {
  long const iterates = study.quick ? 20000 : 50000;
  std::vector<double> most, rms;
  for (int N : numbers) {
    auto const orbit = poincare_iterates(study, "dla_leapfrog", "B", N, iterates);
    if (N == 80) tabulate_orbit(study, orbit);
    most.push_back(largest(energy_errors(orbit)));
    rms.push_back(root_mean_square(energy_errors(orbit)));
  }
  study.measure("F4", "largest error", order(most));
  study.measure("F4", "root mean square", order(rms));
  study.control("F4", "(4.12)", order(values_over(numbers, [&](int N) {
                  return largest(energy_errors(poincare_iterates(study, "dla_euler", "B", N, 20)));
                })));

  // Realisations of one chaotic orbit: consecutive segments at the same step size.
  auto const segments = [&](int N, long count) {
    auto const orbit = poincare_iterates(study, "dla_leapfrog", "B", N, count * iterates);
    std::vector<Boxes> boxes;
    for (auto rest = std::span(orbit); !rest.empty(); rest = rest.subspan(std::size_t(iterates)))
      boxes.push_back(visited_boxes(rest.first(std::size_t(iterates))));
    return boxes;
  };
  auto const reading = [](int N) { return fmt::format("two segments at {} steps", N); };
  auto const* const outer = "first and third segment at 40 steps";
  if (study.quick) {
    for (auto const& name : {reading(40), reading(80), std::string(outer)})
      study.not_run("F4-overlap", name, "needs the full number of iterates");
    return;
  }
  auto const coarse = segments(40, 3), fine = segments(80, 2);
  double const across = overlap(coarse[0], fine[0]), at_40 = overlap(coarse[0], coarse[1]);
  auto const measure = [&](std::string const& name, double within_one) {
    study.measure(
        "F4-overlap", name,
        {across / within_one,
         {{"shared at 40 and 80 steps", across}, {"shared by two segments", within_one}}});
  };
  measure(reading(40), at_40);
  measure(reading(80), overlap(fine[0], fine[1]));
  measure(outer, overlap(coarse[0], coarse[2]));
  for (std::size_t k : {0, 1})
    study.control("F4-overlap", "one step", fmt::format("segments {} and 3", k + 1),
                  {overlap(coarse[k], coarse[2]) / at_40});
}

}  // namespace rattleback::mclachlan_perlmutter_2006::figure_4_study
