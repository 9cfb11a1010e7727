#include <array>
#include <map>

#include "experiments/core/series.hpp"
#include "experiments/core/words.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/poincare_iterates.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr int steps_per_period = 80;
constexpr std::array numbers_of_steps{40, 48, 56, 66, 80, 94, 112, 134};

}  // namespace

void figure_4(Study& study) {
  long const iterates = study.quick ? 20000 : 50000;
  std::vector<double> h, most, rms;
  std::map<int, LongOrbit> orbits;
  for (int N : numbers_of_steps) {
    orbits[N] = long_orbit(study, N, iterates, N == steps_per_period);
    h.push_back(step_of_period(N));
    most.push_back(largest(orbits[N].energy_errors));
    rms.push_back(root_mean_square(orbits[N].energy_errors));
  }
  for (auto const& [reading, errors] :
       {std::pair{"largest error", most}, {"root mean square", rms}}) {
    // Errors of one chaotic orbit a step size scatter about the line.
    auto const line = fit_power(h, errors);
    study.measure("F4", reading,
                  {.value = line.slope,
                   .words = fmt::format("slope {:.2f} +- {:.2f} (95%); errors {} at N = {}",
                                        line.slope, line.confidence, in_words(errors, "{:.2e}"),
                                        fmt::join(numbers_of_steps, ", ")),
                   .sampling_error = line.confidence});
  }

  if (study.quick) {
    study.not_run("F4-overlap", "as printed", "needs the full number of iterates");
    return;
  }

  // What two realisations of one chaotic orbit share: the next iterates at the same step size.
  VisitedBoxes next;
  poincare_iterates(study, "B", 40, 2 * iterates, [&](long number, Iterate const& i) {
    if (number > iterates) next.visit(i);
  });
  auto const &coarse = orbits[40], &fine = orbits[80];
  double const across = coarse.boxes.overlap(fine.boxes), within_one = coarse.boxes.overlap(next);
  study.measure("F4-overlap",
                measured(across / within_one,
                         "{:.3f}: {:.3f} of the boxes are shared at 40 and 80 steps, {:.3f} by "
                         "two segments of {} iterates at 40 steps",
                         across / within_one, across, within_one, iterates));
}

}  // namespace rattleback::mclachlan_perlmutter_2006
