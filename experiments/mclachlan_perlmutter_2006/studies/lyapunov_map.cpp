#include "experiments/core/words.hpp"
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
void draw_section(double epsilon, Findings& findings) {
  long const iterates = findings.quick ? 1000 : 10000;
  auto const points = grid(12, 12);
  auto spec = section_ensemble(findings, points, epsilon, iterates, steps_per_period);
  spec.every = spec.steps;
  spec.section = {"vy", 0, Section::Direction::up};
  spec.section_columns = {"x", "z", "vz"};
  auto const result = findings.method("contact_oscillator", "dla_leapfrog").ensemble(spec);
  auto& section = findings.table("section", {"z", "vz"});
  long crossings = 0;
  // Every crossing is computed; as many are drawn as a picture can hold.
  long const drawn_every = larger_or_nan(1L, iterates * static_cast<long>(points.size()) / 100000);
  for (auto const& row : result.crossings)
    for (std::size_t k = 0; k < row.size(); k += 4)
      if (++crossings % drawn_every == 0 && row[k + 1] > 0) section.add({row[k + 2], row[k + 3]});
}

void compute(Findings& findings) {
  draw_section(0.7, findings);
  findings.progress(0.4);
  long const iterates = findings.quick ? 200 : 600;
  auto const points = findings.quick ? grid(24, 20) : grid(112, 96);
  auto const sparse = findings.quick ? points : grid(40, 34);
  std::vector<double> chaotic;
  double alike = 1;
  for (std::size_t e = 0; e < std::size(portrait_epsilons); ++e) {
    double const epsilon = portrait_epsilons[e];
    auto const exponents =
        exponents_per_iterate(findings, points, epsilon, iterates, steps_per_period);
    auto const coarse = findings.quick ? exponents
                                       : exponents_per_iterate(findings, sparse, epsilon, iterates,
                                                               steps_per_period);
    auto const fine = exponents_per_iterate(findings, sparse, epsilon, iterates, 160);
    auto& map = findings.table(fmt::format("chaotic_{}", e), {"z", "vz", "exponent"});
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
    findings.progress(0.4 + 0.15 * static_cast<double>(e + 1));
  }
  bool growing = chaotic.front() == 0;
  for (std::size_t e = 1; e < chaotic.size(); ++e) growing = growing && chaotic[e] > chaotic[e - 1];
  findings.measure("F1", "the whole section",
                   measured(growing ? std::round(chaotic.back() * double(points.size())) : 0,
                            "chaotic share of {} starts at epsilon = 0, 0.4, 0.7, 1: {:.3f}",
                            points.size(), fmt::join(chaotic, ", ")));
  if (findings.quick)
    findings.not_run("F1d", "the whole section", "needs the full length of the exponents");
  else
    findings.measure("F1d", "the whole section",
                     measured(alike,
                              "{:.3f} of {} starts are of one kind at 40 and at 160 steps, the "
                              "least of four epsilons",
                              alike, sparse.size()));
}

Panel map_panel(std::size_t e) {
  return section_panel(fmt::format("{} = {}", italic("ε"), portrait_epsilons[e]),
                       fmt::format("chaotic_{}.csv", e));
}

}  // namespace

Experiment lyapunov_map() {
  return {
      .id = "mp2006_lyapunov_map",
      .paper = "mclachlan_perlmutter_2006",
      .title = "How much of the section is chaotic",
      .about =
          "The section of figure 1 by an ensemble of long orbits, and the largest Lyapunov "
          "exponent of the leapfrog (4.18) over a grid of the section: what the paper tells from a "
          "few "
          "orbits, mapped.",
      .choices = {{"epsilon of the section", "0.7", "circles, islands and a chaotic band at once"},
                  {"the starts", "a grid over the ellipse z^2 + 2 vz^2 < 1.98 of H = 3/2, x > 0",
                   "no orbit is favoured"},
                  {"chaotic", "an exponent per iterate above three times log(n)/n",
                   "what n iterates can tell from a regular orbit"}},
      .figures = {{.id = "section",
                   .number = "1, longer",
                   .caption =
                       "Section of (5.4) by (4.18) at {/:Italic ε} = 0.7: orbits from a grid, "
                       "10,000 iterates each (1000 in a quick run), of which a part is drawn.",
                   .columns = 1,
                   .width = 5.5,
                   .height = 4.2,
                   .panels = {section_panel("", "section.csv")}},
                  {.id = "map",
                   .number = "1, as a map",
                   .caption =
                       "Starts on the section of (5.4) whose largest Lyapunov exponent by (4.18) "
                       "exceeds the threshold of chaos.",
                   .columns = 2,
                   .width = 6.9,
                   .height = 5.6,
                   .panels = {map_panel(0), map_panel(1), map_panel(2), map_panel(3)}}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
