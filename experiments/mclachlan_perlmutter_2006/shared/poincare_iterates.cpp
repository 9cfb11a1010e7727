#include "experiments/mclachlan_perlmutter_2006/shared/poincare_iterates.hpp"

#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

LongOrbit long_orbit(Findings& findings, int N, long iterates, bool drawn) {
  LongOrbit orbit;
  Table* section = drawn ? &findings.table("section", {"z", "vz"}) : nullptr;
  Table* energy = drawn ? &findings.table("energy", {"iterate", "energy"}) : nullptr;
  poincare_iterates(findings, "B", N, iterates, [&](long number, Iterate const& i) {
    orbit.boxes.visit(i);
    orbit.energy_errors.push_back(i.energy_error);
    if (!drawn) return;
    if (i.x > 0) section->add({i.z, i.vz});
    energy->add({double(number), 1.5 + i.energy_error});
  });
  return orbit;
}

Figure long_orbit_figure(std::string const& number, int N) {
  return {
      .id = "figure_" + number,
      .number = number,
      .caption = fmt::format(
          "Orbit B of figure 1 (epsilon = 0.7) by (4.18), {} steps per iterate of the Poincare "
          "map. Left: the section, points with x > 0. Right: the energy at every iterate; the "
          "initial energy is 1.5.",
          N),
      .columns = 2,
      .width = 6.9,
      .height = 3.1,
      .panels = {section_panel(fmt::format("{} = {}", italic("N"), N), "section.csv"),
                 plain_panel("energy", "iterate", italic("H"),
                             {{"energy.csv", "iterate", "energy", "dots"}}, {}, {{1.488, 1.512}})}};
}

std::vector<Choice> long_orbit_choices() {
  return {{"epsilon and orbit B", "epsilon = 0.7, (z, vz) = (0, 0.5) on the section",
           "the paper marks B in a picture only; this start lies in the large chaotic band"},
          {"the step", "h = 2 sin(pi/N)", "N steps close the period of y exactly"}};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
