#include <map>

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
  std::map<int, Boxes> boxes;
  std::vector<double> most, rms;
  for (int N : numbers) {
    auto const orbit = poincare_iterates(study, "dla_leapfrog", "B", N, iterates);
    if (N == 80) tabulate_orbit(study, orbit);
    boxes[N] = visited_boxes(orbit);
    most.push_back(largest(energy_errors(orbit)));
    rms.push_back(root_mean_square(energy_errors(orbit)));
  }
  study.measure("F4", "largest error", order(most));
  study.measure("F4", "root mean square", order(rms));
  study.control("F4", "(4.12)", order(values_over(numbers, [&](int N) {
                  return largest(energy_errors(poincare_iterates(study, "dla_euler", "B", N, 20)));
                })));

  if (study.quick)
    return study.not_run("F4-overlap", "as printed", "needs the full number of iterates");
  // Two realisations of one chaotic orbit: the next iterates at the same step size.
  auto const longer = poincare_iterates(study, "dla_leapfrog", "B", 40, 2 * iterates);
  auto const next = visited_boxes(std::span(longer).subspan(std::size_t(iterates)));
  auto const other = visited_boxes(poincare_iterates(study, "dla_leapfrog", "A", 80, iterates));
  double const across = overlap(boxes[40], boxes[80]), within_one = overlap(boxes[40], next);
  study.measure("F4-overlap",
                {across / within_one,
                 {{"shared at 40 and 80 steps", across}, {"shared by two segments", within_one}}});
  study.control("F4-overlap", "another orbit", {overlap(boxes[40], other) / within_one});
}

}  // namespace rattleback::mclachlan_perlmutter_2006::figure_4_study
