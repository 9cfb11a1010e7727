#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/core/lyapunov.hpp"
#include "experiments/mclachlan_perlmutter_2006/contact_maps.hpp"
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
                         long iterates, int threads) {
  EnsembleSpec spec;
  spec.parameters = {{"epsilon", RawQuad(epsilon)}};
  for (auto const& [z, vz] : points) {
    auto const s = section_start(epsilon, z, vz);
    spec.starts.insert(spec.starts.end(), {s.x, s.y, s.z, s.vx, s.vy, s.vz});
  }
  spec.orbits = static_cast<long>(points.size());
  spec.step = step_of_period(steps_per_period);
  spec.steps = iterates * steps_per_period;
  spec.every = steps_per_period;
  spec.threads = threads;
  return spec;
}

double period() { return steps_per_period * step_of_period(steps_per_period); }

/// Exponents per iterate of all points.
std::vector<double> exponents_of(std::vector<std::pair<double, double>> const& points,
                                 double epsilon, long iterates, Findings const& findings) {
  auto spec = ensemble_of(points, epsilon, iterates, findings.threads);
  spec.lyapunov = true;
  spec.direction = {0, 0, 1, 0, 0, 0};  // both then share y and stay on the section's constraint
  auto exponents = leapfrog().ensemble(spec).exponents;
  for (double& x : exponents) x *= period();
  return exponents;
}

/// Largest departure of the ensemble's exponents from those of single orbits.
double exponent_defect(double epsilon, Findings const& findings) {
  std::vector<std::pair<double, double>> const points{{0.6, 0}, {0, 0.5}, {0.3, -0.2}};
  long const iterates = 200;
  auto const together = exponents_of(points, epsilon, iterates, findings);
  double defect = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    TwinSpec spec;
    spec.run.setting =
        setting_of(section_start(epsilon, points[i].first, points[i].second), epsilon);
    spec.run.step = RawQuad(step_of_period(steps_per_period));
    spec.run.steps = steps_per_period;
    spec.pulls = iterates;
    spec.direction = {0, 0, 1, 0, 0, 0};
    double const alone = lyapunov_exponent(leapfrog(), spec).exponent * period();
    defect = larger_or_nan(defect, std::abs(alone - together[i]));
  }
  return defect;
}

/// The section of many long orbits; returns the largest departure of the first orbit's crossings
/// from the nodes of its single run, one a period.
double draw_section(double epsilon, Findings& findings) {
  long const iterates = findings.quick ? 1000 : 100000;
  auto const points = grid(12, 12);
  auto spec = ensemble_of(points, epsilon, iterates, findings.threads);
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
  findings.measure("L1", static_cast<double>(crossings) / static_cast<double>(points.size()),
                   fmt::format("{} crossings of {} orbits", crossings, points.size()));

  RunSpec single;
  single.setting = setting_of(section_start(epsilon, points[0].first, points[0].second), epsilon);
  single.step = RawQuad(step_of_period(steps_per_period));
  single.steps = 100 * steps_per_period;
  single.every = steps_per_period;
  auto const run = leapfrog().integrate(single);
  double defect = 0;
  for (std::size_t k = 1; k <= 100; ++k) {
    auto const* crossing = &result.crossings[0][4 * (k - 1)];
    defect = larger_or_nan(
        {defect, std::abs(crossing[2] - run.q[k][2]), std::abs(crossing[3] - run.v[k][2])});
  }
  return defect;
}

void compute(Findings& findings) {
  findings.measure("L1a", draw_section(0.7, findings));
  findings.progress(0.4);
  findings.measure("L2a", exponent_defect(0.7, findings));

  long const iterates = findings.quick ? 200 : 600;
  auto const points = findings.quick ? grid(24, 20) : grid(140, 120);
  std::vector<double> chaotic;
  for (std::size_t e = 0; e < std::size(epsilons); ++e) {
    auto const exponents = exponents_of(points, epsilons[e], iterates, findings);
    auto& map = findings.table(fmt::format("chaotic_{}", e), {"z", "vz", "exponent"});
    double const threshold = chaos_threshold(static_cast<double>(iterates));
    long count = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!(exponents[i] > threshold)) continue;
      ++count;
      map.add({points[i].first, points[i].second, exponents[i]});
    }
    chaotic.push_back(static_cast<double>(count) / static_cast<double>(points.size()));
    findings.progress(0.4 + 0.15 * static_cast<double>(e + 1));
  }
  bool growing = chaotic.front() == 0;
  for (std::size_t e = 1; e < chaotic.size(); ++e) growing = growing && chaotic[e] > chaotic[e - 1];
  findings.measure("L2", growing ? chaotic.back() : 0,
                   fmt::format("chaotic share: {:.3f}", fmt::join(chaotic, ", ")));
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
      .claims = {{.id = "L1",
                  .place = "figure 1",
                  .statement = "Every orbit returns to the section vy = 0, y < 0 once a period",
                  .printed = "a picture",
                  .criterion = at_least(99999),
                  .reason = "iterates of each orbit, the last of which may be cut off",
                  .correction = {},
                  .assumption = "the starts are our choice",
                  .quick_criterion = at_least(999)},
                 {.id = "L1a",
                  .place = "figure 1",
                  .statement =
                      "Crossings found on lanes are the nodes of single runs, one a period",
                  .printed = "0",
                  .criterion = at_most(1e-9),
                  .reason = "rounding of vy = 0 over 100 periods, divided by the rate of crossing",
                  .correction = {},
                  .assumption = "a check of our own"},
                 {.id = "L2",
                  .place = "section 5.2",
                  .statement = "The chaotic part of the section grows with epsilon, from none",
                  .printed = "a picture",
                  .criterion = at_least(0.05),
                  .reason = "none at epsilon = 0, more at each larger one, and a sea at the end",
                  .correction = {},
                  .assumption = "the values of epsilon and the threshold are our choice"},
                 {.id = "L2a",
                  .place = "section 5.2",
                  .statement = "Exponents found on lanes are those of single orbits",
                  .printed = "0",
                  .criterion = at_most(1e-6),
                  .reason = "rounding of a separation of 1e-8",
                  .correction = {},
                  .assumption = "a check of our own"}},
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
