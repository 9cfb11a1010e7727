#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "experiments/measure/lyapunov.hpp"
#include "experiments/measure/sweep.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006::lyapunov_map_study {

namespace {

constexpr int steps_per_period = 40;

/// Points (z, vz) of a grid over the section, inside the energy's ellipse z^2 + 2 vz^2 = 2.
std::vector<SectionPoint> grid(int columns, int rows) {
  std::vector<SectionPoint> points;
  for (int i = 0; i < columns; ++i)
    for (int j = 0; j < rows; ++j) {
      double const z = 1.4 * (2 * (i + 0.5) / columns - 1), vz = 2 * (j + 0.5) / rows - 1;
      if (z * z + 2 * vz * vz < 1.98) points.emplace_back(z, vz);
    }
  return points;
}

/// Table of the section for many long orbits.
void tabulate_section(Study& study, double epsilon) {
  long const iterates = study.quick ? 1000 : 10000;
  auto const points = grid(12, 12);
  auto spec = section_ensemble(study, points, epsilon, iterates, steps_per_period);
  spec.every = spec.steps;
  spec.section = {"vy", 0, Section::Direction::up};
  spec.section_columns = {"x", "z", "vz"};
  auto const result = study.method("contact_oscillator", "dla_leapfrog").ensemble(spec);
  auto& section = study.table("section", {"z", "vz"});
  long crossings = 0;
  // The figure draws 100,000 of the crossings.
  long const drawn_every = larger_or_nan(1L, iterates * static_cast<long>(points.size()) / 100000);
  for (auto const& row : result.crossings)
    for (std::size_t k = 0; k < row.size(); k += 4)
      if (++crossings % drawn_every == 0 && row[k + 1] > 0) section.add({row[k + 2], row[k + 3]});
}

}  // namespace

void lyapunov_map(Study& study) {
  tabulate_section(study, 0.7);
  study.progress(0.4);
  long const iterates = study.quick ? 200 : 600;
  auto const points = study.quick ? grid(24, 20) : grid(112, 96);
  auto const sparse = study.quick ? points : grid(40, 34);
  std::vector<double> chaotic;  // fraction of the initial conditions
  double alike = 1;
  for (double const epsilon : portrait_epsilons) {
    auto const exponents_of = [&](std::vector<SectionPoint> const& some, int N) {
      return exponents_per_iterate(study, some, epsilon, iterates, N);
    };
    auto const exponents = exponents_of(points, steps_per_period),
               coarse = study.quick ? exponents : exponents_of(sparse, steps_per_period);
    double const threshold = chaos_threshold(double(iterates));
    alike = smaller_or_nan(alike, share_alike(coarse, exponents_of(sparse, 160), threshold));
    auto& map = study.table(fmt::format("chaotic_{}", chaotic.size()), {"z", "vz", "exponent"});
    for (std::size_t i = 0; i < points.size(); ++i)
      if (exponents[i] > threshold) map.add({points[i].first, points[i].second, exponents[i]});
    chaotic.push_back(double(map.rows.size()) / double(points.size()));
    study.progress(0.4 + 0.15 * double(chaotic.size()));
  }
  bool const grows =
      chaotic.front() == 0 &&
      std::adjacent_find(chaotic.begin(), chaotic.end(), std::greater_equal()) == chaotic.end();
  double const count = std::round(chaotic.back() * double(points.size()));
  study.measure("F1", "the whole section",
                {grows ? count : 0,
                 {{"starts", points.size()},
                  {"chaotic share at $epsilon$ = 0.4", chaotic[1]},
                  {"at 0.7", chaotic[2]},
                  {"at 1", chaotic[3]}}});
  measure_in_full(study, "F1d", "the whole section", "needs the full length of the exponents",
                  {alike, {{"starts", sparse.size()}}});
}

}  // namespace rattleback::mclachlan_perlmutter_2006::lyapunov_map_study
