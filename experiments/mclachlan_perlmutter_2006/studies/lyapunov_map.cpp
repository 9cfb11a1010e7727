#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "experiments/measure/lyapunov.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

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

/// The section of many long orbits.
void draw_section(double epsilon, Study& study) {
  long const iterates = study.quick ? 1000 : 10000;
  auto const points = grid(12, 12);
  auto spec = section_ensemble(study, points, epsilon, iterates, steps_per_period);
  spec.every = spec.steps;
  spec.section = {"vy", 0, Section::Direction::up};
  spec.section_columns = {"x", "z", "vz"};
  auto const result = study.method("contact_oscillator", "dla_leapfrog").ensemble(spec);
  auto& section = study.table("section", {"z", "vz"});
  long crossings = 0;
  // Every crossing is computed; as many are drawn as a picture can hold.
  long const drawn_every = larger_or_nan(1L, iterates * static_cast<long>(points.size()) / 100000);
  for (auto const& row : result.crossings)
    for (std::size_t k = 0; k < row.size(); k += 4)
      if (++crossings % drawn_every == 0 && row[k + 1] > 0) section.add({row[k + 2], row[k + 3]});
}

}  // namespace

void lyapunov_map(Study& study) {
  draw_section(0.7, study);
  study.progress(0.4);
  long const iterates = study.quick ? 200 : 600;
  auto const points = study.quick ? grid(24, 20) : grid(112, 96);
  auto const sparse = study.quick ? points : grid(40, 34);
  std::vector<double> chaotic;
  double alike = 1;
  for (std::size_t e = 0; e < std::size(portrait_epsilons); ++e) {
    double const epsilon = portrait_epsilons[e];
    auto const exponents =
        exponents_per_iterate(study, points, epsilon, iterates, steps_per_period);
    auto const coarse =
        study.quick ? exponents
                    : exponents_per_iterate(study, sparse, epsilon, iterates, steps_per_period);
    auto const fine = exponents_per_iterate(study, sparse, epsilon, iterates, 160);
    auto& map = study.table(fmt::format("chaotic_{}", e), {"z", "vz", "exponent"});
    double const threshold = chaos_threshold(static_cast<double>(iterates));
    long count = 0, same = 0;
    for (std::size_t i = 0; i < sparse.size(); ++i)
      same += (coarse[i] > threshold) == (fine[i] > threshold);
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!(exponents[i] > threshold)) continue;
      ++count;
      map.add({points[i].first, points[i].second, exponents[i]});
    }
    chaotic.push_back(static_cast<double>(count) / static_cast<double>(points.size()));
    alike = smaller_or_nan(alike, double(same) / double(sparse.size()));
    study.progress(0.4 + 0.15 * static_cast<double>(e + 1));
  }
  bool growing = chaotic.front() == 0;
  for (std::size_t e = 1; e < chaotic.size(); ++e) growing = growing && chaotic[e] > chaotic[e - 1];
  study.measure("F1", "the whole section",
                {.value = growing ? std::round(chaotic.back() * double(points.size())) : 0,
                 .details = {{"starts", points.size()},
                             {"chaotic share at epsilon = 0.4", chaotic[1]},
                             {"at 0.7", chaotic[2]},
                             {"at 1", chaotic[3]}}});
  if (study.quick)
    study.not_run("F1d", "the whole section", "needs the full length of the exponents");
  else
    study.measure("F1d", "the whole section",
                  {.value = alike, .details = {{"starts", sparse.size()}}});
}

}  // namespace rattleback::mclachlan_perlmutter_2006
