#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/core/lyapunov.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr double epsilons[]{0, 0.4, 0.7, 1.0};
constexpr int steps_per_period = 40;

MethodEntry const& leapfrog() { return find_problem("contact_oscillator").method("dla_leapfrog"); }

/// Points (z, vz) of a grid over the section, inside the energy's ellipse z^2 + 2 vz^2 = 2.
std::vector<std::pair<double, double>> grid(int columns, int rows) {
  std::vector<std::pair<double, double>> points;
  for (int i = 0; i < columns; ++i)
    for (int j = 0; j < rows; ++j) {
      double const z = 1.4 * (2 * (i + 0.5) / columns - 1), vz = 2 * (j + 0.5) / rows - 1;
      if (z * z + 2 * vz * vz < 1.98) points.emplace_back(z, vz);
    }
  return points;
}

EnsembleSpec ensemble_of(std::vector<std::pair<double, double>> const& points, double epsilon,
                         long iterates, int N, int threads) {
  EnsembleSpec spec;
  spec.parameters = {{"epsilon", RawQuad(epsilon)}};
  for (auto const& [z, vz] : points) {
    auto const s = section_start(epsilon, z, vz);
    spec.starts.insert(spec.starts.end(), {s.x, s.y, s.z, s.vx, s.vy, s.vz});
  }
  spec.orbits = static_cast<long>(points.size());
  spec.step = step_of_period(N);
  spec.steps = iterates * N;
  spec.every = N;
  spec.threads = threads;
  return spec;
}

/// Exponents per iterate of all points.
std::vector<double> exponents_of(std::vector<std::pair<double, double>> const& points,
                                 double epsilon, long iterates, int N, Findings const& findings) {
  auto spec = ensemble_of(points, epsilon, iterates, N, findings.threads);
  spec.lyapunov = true;
  spec.direction = {0, 0, 1, 0, 0, 0};  // both then share y and stay on the section's constraint
  auto exponents = leapfrog().ensemble(spec).exponents;
  for (double& x : exponents) x *= N * step_of_period(N);
  return exponents;
}

/// The section of many long orbits.
void draw_section(double epsilon, Findings& findings) {
  long const iterates = findings.quick ? 1000 : 100000;
  auto const points = grid(12, 12);
  auto spec = ensemble_of(points, epsilon, iterates, steps_per_period, findings.threads);
  spec.every = spec.steps;
  spec.section = {"vy", 0, Section::Direction::up};
  spec.section_columns = {"x", "z", "vz"};
  auto const result = leapfrog().ensemble(spec);
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
  auto const points = findings.quick ? grid(24, 20) : grid(140, 120);
  auto const sparse = findings.quick ? points : grid(40, 34);
  std::vector<double> chaotic;
  double alike = 1;
  for (std::size_t e = 0; e < std::size(epsilons); ++e) {
    auto const exponents = exponents_of(points, epsilons[e], iterates, steps_per_period, findings);
    auto const coarse = exponents_of(sparse, epsilons[e], iterates, steps_per_period, findings),
               fine = exponents_of(sparse, epsilons[e], iterates, 160, findings);
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
                   {.value = growing ? std::round(chaotic.back() * double(points.size())) : 0,
                    .words = fmt::format("chaotic share of {} starts at epsilon = 0, 0.4, 0.7, 1: "
                                         "{:.3f}",
                                         points.size(), fmt::join(chaotic, ", "))});
  if (findings.quick)
    findings.not_run("F1d", "the whole section", "needs the full length of the exponents");
  else
    findings.measure("F1d", "the whole section",
                     {.value = alike,
                      .words = fmt::format("{:.3f} of {} starts are of one kind at 40 and at 160 "
                                           "steps, the least of four epsilons",
                                           alike, sparse.size())});
}

Panel map_panel(std::size_t e) {
  return {.title = fmt::format("{{/:Italic ε}} = {}", epsilons[e]),
          .x_label = "{/:Italic z}",
          .y_label = "{/:Italic v_z}",
          .x_range = {{-1.5, 1.5}},
          .y_range = {{-1.1, 1.1}},
          .series = {{fmt::format("chaotic_{}.csv", e), "z", "vz", "dots"}}};
}

}  // namespace

Experiment lyapunov_map() {
  return {
      .id = "mp2006_lyapunov_map",
      .paper = "mclachlan_perlmutter_2006",
      .title = "How much of the section is chaotic",
      .about =
          "The section of figure 1 by an ensemble of long orbits, and the largest Lyapunov "
          "exponent "
          "of the leapfrog (4.18) over a grid of the section: what the paper tells from a few "
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
                       "100,000 iterates each (1000 in a quick run), of which a part is drawn.",
                   .columns = 1,
                   .width = 5.5,
                   .height = 4.2,
                   .panels = {{.x_label = "{/:Italic z}",
                               .y_label = "{/:Italic v_z}",
                               .x_range = {{-1.5, 1.5}},
                               .y_range = {{-1.1, 1.1}},
                               .series = {{"section.csv", "z", "vz", "dots"}}}}},
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
