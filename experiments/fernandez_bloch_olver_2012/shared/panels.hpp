#pragma once
// Tables and figures that the two particles share: errors (figures 1 and 6), energies (2 and 5).

#include "experiments/core/panels.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

inline std::string axis_of(std::string const& method) {
  return italic(method == "hdel" ? "τ" : "t");
}
inline std::pair<double, double> time_range(System const& system, std::string const& method) {
  return {0, double(system.step) * double(method == "hdel" ? system.tau_steps : system.steps)};
}
inline std::string const poincare_label =
    italic("Ẽ") + " = " + italic("f") + " (" + italic("E_{lc}") + " − 1)";
inline std::string error_label(std::string const& method) {
  return "|" + italic("r_i") + " − " + italic("r") + "(" + axis_of(method) + italic("_i") + ")|";
}

/// A quantity of one method over its own time.
inline Panel method_panel(System const& system, std::size_t index, std::string const& method,
                          std::string label, std::string const& column) {
  return plain_panel(lettered(index, name_of(method)), axis_of(method), std::move(label),
                     {{method + ".csv", "time", column}}, time_range(system, method));
}

inline void add_errors(Findings& findings, std::vector<Simulation> const& runs) {
  for (std::size_t m = 0; m < methods.size(); ++m) {
    auto& table = findings.table(methods[m], {"time", "x", "y", "error"});
    auto const& run = runs[m];
    for (std::size_t i = 0; i < run.errors.size(); ++i)
      table.add({run.own_times[i], run.trajectory.q[i][0], run.trajectory.q[i][1], run.errors[i]});
  }
}

inline void add_energies(Findings& findings, std::vector<Simulation> const& runs) {
  for (std::size_t m = 0; m < methods.size(); ++m) {
    auto& table = findings.table(methods[m], {"time", "energy_error", "poincare_energy"});
    auto const& run = runs[m];
    for (std::size_t i = 0; i < run.energies.size(); ++i)
      table.add({run.own_middle(i), run.energies[i], run.poincare[i]});
  }
}

inline Figure error_figure(System const& system, std::string const& number,
                           std::string const& caption) {
  Figure figure{.id = "figure_" + number,
                .number = number,
                .caption = caption,
                .columns = 3,
                .width = 6.9,
                .height = 2.4,
                .panels = {}};
  for (std::size_t m = 0; m < methods.size(); ++m)
    figure.panels.push_back(method_panel(system, m, methods[m], error_label(methods[m]), "error"));
  return figure;
}

/// `growth` is drawn beside E - 1 of PTHDEL.
inline Figure energy_figure(System const& system, std::string const& number,
                            std::string const& caption, std::vector<Series> const& growth) {
  Figure figure{.id = "figure_" + number,
                .number = number,
                .caption = caption,
                .columns = 2,
                .width = 6.9,
                .height = 4.8,
                .panels = {}};
  for (std::size_t m = 0; m < methods.size(); ++m)
    figure.panels.push_back(
        method_panel(system, m, methods[m],
                     italic(methods[m] == "hdel" ? "E_{Lc}" : "E_{lc}") + " − 1", "energy_error"));
  auto& last = figure.panels.back();
  if (!growth.empty()) {
    last.series.front().label = "PTHDEL";
    last.key = "top left";
    last.series.insert(last.series.end(), growth.begin(), growth.end());
  }
  figure.panels.push_back(method_panel(system, 3, "pthdel", poincare_label, "poincare_energy"));
  return figure;
}

}  // namespace rattleback::fernandez_bloch_olver_2012
