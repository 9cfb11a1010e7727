// The parasitic mode of methods that reflect momenta: law, trust times, controls and cure.

#include "experiments/beyond/shared/contenders.hpp"
#include "experiments/beyond/shared/mode_cures.hpp"
#include "experiments/beyond/shared/mode_predictions.hpp"
#include "experiments/core/panels.hpp"

namespace rattleback::beyond {

namespace {

void compute(Findings& findings) {
  find_growth(findings);
  find_trust_times(findings);
  find_trust_everywhere(findings);
  find_rattleback(findings);
  find_trace(findings);
  find_extended_field(findings);
  draw_snakeboard(findings);
  find_controls(findings);
  find_bounded_growth(findings);
  find_failing_cures(findings);
  find_equal_norm(findings);
  draw_extended_field(findings);
}

/// Size of the mode; `group` has one curve for each step size.
Panel size_panel(std::string title, std::vector<Series> series) {
  return growth_panel(std::move(title), italic("t"), "|" + italic("d") + "|", std::move(series),
                      std::pair{3e-8, 1e2}, "top left");
}

Figure growth_figure() {
  std::vector<Series> series;
  for (auto const& [step, style] : {std::pair{"10", "points"}, {"20", "crosses"}, {"40", "rises"}})
    series.push_back({.data = fmt::format("snakeboard_{}.csv", step),
                      .x = "time",
                      .y = "measured",
                      .style = style,
                      .label = fmt::format("GNI, h = 1/{}", step)});
  for (char const* step : {"10", "20", "40"})
    series.push_back({.data = fmt::format("snakeboard_{}.csv", step),
                      .x = "time",
                      .y = "predicted",
                      .style = "lines",
                      .label = step == std::string("10") ? "predicted" : ""});
  return {.id = "growth",
          .number = "",
          .caption =
              "Size of the parasitic mode of GNI on the snakeboard for three step sizes (marks), "
              "and the prediction from the first seven nodes and the exact motion (lines). The "
              "start is that with the multiplier, whose mode is of size {/:Italic h}^3: a smaller "
              "step starts lower and grows at the same rate.",
          .width = 6.5,
          .height = 4.2,
          .panels = {size_panel("", series)}};
}

Figure extended_figure() {
  return {
      .id = "extended",
      .number = "",
      .caption =
          "Size of the flipped part of the momentum on the snakeboard from a start with "
          "|{/:Italic d}| = 0.3: the field {/:Italic X} (line) and GNI (marks). After the loss "
          "GNI follows {/:Italic X}, a motion that does not depend on the step, so that smaller "
          "steps do not help.",
      .width = 6.5,
      .height = 3.6,
      .panels = {[] {
        auto panel =
            plain_panel("", italic("t"), "|" + italic("d") + "|",
                        {{"extended_0.csv", "time", "size", "lines", "field X"},
                         {"extended_10.csv", "time", "size", "points", "GNI, h = 0.1"},
                         {"extended_40.csv", "time", "size", "crosses", "GNI, h = 0.025"}});
        panel.key = "top left";
        return panel;
      }()}};
}

Figure rates_figure() {
  std::vector<std::string> names;
  for (auto const& problem : registry()) names.push_back(drawn(problem.card.id));
  std::reverse(names.begin(), names.end());
  auto panel = plain_panel("", "rate of the parasitic mode in the problem's unit of time", "",
                           {{"rates.csv", "predicted", "row", "points", "predicted"},
                            {"rates.csv", "measured", "row", "crosses", "measured, h = 1/40"}});
  panel.y_names = names;
  panel.y_range = std::pair{0.3, double(names.size()) + 0.7};
  panel.key = "bottom right";
  return {
      .id = "rates",
      .number = "",
      .caption =
          "Logarithm of the largest growth factor of the parasitic mode over time, for the first "
          "case of every problem: predicted along the exact motion, and measured by differences "
          "of runs of the first method that reflects momenta. No cross: no such method applies.",
      .width = 6.5,
      .height = 7.5,
      .panels = {panel}};
}

Figure energy_figure() {
  auto const panel = [](std::string title, int first, char const* other) {
    auto const file = [&](int i) { return fmt::format("energies_{}.csv", first + i); };
    return growth_panel(std::move(title), italic("t"), "energy error",
                        {{file(0), "time", "error", "lines", "GNI"},
                         {file(1), "time", "error", "points", other},
                         {file(2), "time", "error", "crosses", "equal norms"}},
                        std::pair{1e-17, 1e2}, "center right");
  };
  return {
      .id = "energies",
      .number = "",
      .caption =
          "Largest energy errors in forty parts of the run, {/:Italic h} = 0.1. GNI loses the "
          "snakeboard and the sleigh, where the "
          "equal-norm step keeps the energy to rounding and methods of discrete "
          "Lagrange-d'Alembert type keep it below 0.01. (c) Energy of the fibre. On the torus a2 "
          "of the pendulum-driven "
          "transmission (4.18) drifts, and the two others do not.",
      .columns = 3,
      .width = 6.9,
      .height = 3.2,
      .panels = {panel("(a) snakeboard", 0, "(4.18)"),
                 panel("(b) Chaplygin sleigh", 3, "midpoint DLA"),
                 panel("(c) transmission, a2", 6, "(4.18)")}};
}

}  // namespace

Experiment parasitic_mode() {
  return {
      .id = "beyond_parasitic_mode",
      .paper = "beyond",
      .title = "The parasitic mode of methods that reflect momenta: law, trust time and cure",
      .about =
          "Methods that reflect momenta carry a flipped part of the momentum that alternates from "
          "step to step. Its growth is predicted along the exact motion and measured in runs, on "
          "every case of the catalogue by every such method. Trust times follow. Controls are "
          "neutral systems, methods without a mode and cures that fail; the cure is the equal-norm "
          "step. The derivation is in docs/parasitic_mode.md.",
      .choices =
          {{"How growth is measured",
            "By central differences of runs whose normal momentum differs by 1e-7, and a quarter "
            "of the second difference over the last three nodes.",
            "This removes the smooth part of the flipped momentum up to O(h^2) and terms of "
            "second order in the seed."},
           {"When a motion is lost",
            "When the energy is off by a hundredth of its value at the start.",
            "The mode then holds this part of it: the energy of p^- does not change."},
           {"Which cures are controls",
            "A fresh multiplier in every step, one multiplier at both ends, a reset of the "
            "alternating part in every fiftieth step, a reflection that compensates the rate.",
            "Each is the equal-norm step with one of its properties taken away, or GNI with the "
            "mode treated instead of removed."}},
      .figures = {growth_figure(), extended_figure(), rates_figure(), energy_figure()},
      .compute = compute};
}

}  // namespace rattleback::beyond
