#include <array>
#include <map>

#include "experiments/core/series.hpp"
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
                   .details = {{"error at N = 40", errors.front()},
                               {"at N = 134", errors.back()},
                               {"95 per cent confidence of the slope", line.confidence}},
                   .sampling_error = line.confidence});
  }
  std::vector<double> by_euler;
  for (int N : numbers_of_steps) {
    double energy_error = 0;
    poincare_iterates(study, "dla_euler", "B", N, 20, [&](long, Iterate const& i) {
      energy_error = larger_or_nan(energy_error, std::abs(i.energy_error));
    });
    by_euler.push_back(energy_error);
  }
  auto const first_order = fit_power(h, by_euler);
  study.control("F4", "(4.12)",
                {.value = first_order.slope, .sampling_error = first_order.confidence});

  if (study.quick) {
    study.not_run("F4-overlap", "as printed", "needs the full number of iterates");
    return;
  }

  // What two realisations of one chaotic orbit share: the next iterates at the same step size.
  VisitedBoxes next;
  poincare_iterates(study, "dla_leapfrog", "B", 40, 2 * iterates,
                    [&](long number, Iterate const& i) {
                      if (number > iterates) next.visit(i);
                    });
  auto const &coarse = orbits[40], &fine = orbits[80];
  double const across = coarse.boxes.overlap(fine.boxes), within_one = coarse.boxes.overlap(next);
  study.measure("F4-overlap", {.value = across / within_one,
                               .details = {{"shared at 40 and 80 steps", across},
                                           {"shared by two segments", within_one}}});
  VisitedBoxes other;
  poincare_iterates(study, "dla_leapfrog", "A", 80, iterates,
                    [&](long, Iterate const& i) { other.visit(i); });
  study.control("F4-overlap", "another orbit", {coarse.boxes.overlap(other) / within_one});
}

}  // namespace rattleback::mclachlan_perlmutter_2006
