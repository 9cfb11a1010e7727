#include "experiments/mclachlan_perlmutter_2006/shared/poincare_iterates.hpp"

#include "experiments/measure/step_map.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

Iterates crossings(Trajectory<double> const& run) {
  auto const& at = run.section;
  Iterates orbit;
  for (std::size_t i = 0; i < at.times.size(); ++i)
    orbit.push_back({at.q[i][0], at.q[i][2], at.v[i][2], at.invariant_values[i][0] - 1.5});
  return orbit;
}

Run section_run(std::string const& method, std::string const& case_name) {
  Run run{"contact_oscillator", method, case_name};
  run.section = Section{.component = "vy"};
  return run;
}

Iterates poincare_iterates(Study& study, std::string const& method, std::string const& case_name,
                           int N, long count) {
  auto run = section_run(method, case_name);
  Iterates orbit;
  while (long const left = count - long(orbit.size())) {
    long const now = std::min(10000L, left);
    auto const t = study.execute(run.with(step_of_period(N), now * N, 0));
    auto const portion = crossings(t);
    if (long(portion.size()) != now) throw std::logic_error("the closing steps miss the section");
    orbit.insert(orbit.end(), portion.begin(), portion.end());
    run = from(run, end_of(t));
  }
  return orbit;
}

std::vector<double> energy_errors(Iterates const& orbit) {
  std::vector<double> errors;
  for (auto const& i : orbit) errors.push_back(i.energy_error);
  return errors;
}

void tabulate_orbit(Study& study, Iterates const& orbit) {
  auto& section = study.table("section", {"z", "vz"});
  auto& energy = study.table("energy", {"iterate", "energy"});
  for (auto const& [x, z, vz, error] : orbit) {
    if (x > 0) section.add({z, vz});
    energy.add({double(energy.rows.size() + 1), 1.5 + error});
  }
}

Boxes visited_boxes(std::span<Iterate const> orbit) {
  auto const slot = [](double value, double half) {
    return int(std::floor((value + half) / (2 * half) * 64));
  };
  Boxes boxes;
  for (auto const& i : orbit)
    if (i.x > 0) boxes.insert({slot(i.z, 1.5), slot(i.vz, 1.1)});
  return boxes;
}

double overlap(Boxes const& a, Boxes const& b) {
  std::size_t both = 0;
  for (auto const& box : a) both += b.count(box);
  return double(both) / double(a.size() + b.size() - both);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
