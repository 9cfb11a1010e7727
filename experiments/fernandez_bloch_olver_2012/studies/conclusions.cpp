#include <map>

#include "experiments/fernandez_bloch_olver_2012/shared/constraints.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/knife_edge.hpp"
#include "experiments/measure/growth.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// Energy errors of HDEL by l_c with difference quotients over h: on the knife edge the nodes of R3
/// follow t. On the particles both energies are the same.
std::vector<double> energies_in_t(System const& system, Simulation const& hdel) {
  return system.knife() ? hdel_energies_in_t(hdel) : hdel.energies;
}

double extent(Simulation const& run) {
  Largest most;
  for (auto const& q : run.exact) most(std::hypot(q[0], q[1]));
  return most.value;
}

void measure_system(Study& study, System const& system, std::string const& start,
                    std::vector<Simulation> const& runs) {
  std::string const data =
      fmt::format("{}, steps of {:g}, {}", system.name, runs[0].step, words_of(start));
  double const rdla = median(runs[0].energies), pthdel = median(runs[2].energies);
  for (auto const& [energy, values] :
       {std::pair{"E of L_c", runs[1].energies}, {"E of l_c", energies_in_t(system, runs[1])}}) {
    double const hdel = median(values);
    study.measure("K24", energy + (", " + start), system.name,
                  measured(hdel / rdla,
                           "median |E - 1| of HDEL ({}) {:.2e} over that of RDLA {:.2e}, {}: "
                           "{:.3g}",
                           energy, hdel, rdla, data, hdel / rdla));
  }
  for (std::size_t m = 1; m < methods.size(); ++m) {
    double const error = median(runs[m].errors) / extent(runs[m]);
    study.measure("G9", start, name_of(methods[m]) + ", " + system.name,
                  measured(error,
                           "median error of the reduced coordinates by {} over the extent of "
                           "the motion, {}: {:.2e}",
                           name_of(methods[m]), data, error));
  }
  double const of_rdla = largest(runs[0].energies), of_pthdel = largest(runs[2].energies);
  if (system.knife()) {
    for (auto const& [measure, a, b] :
         {std::tuple{"largest", of_rdla, of_pthdel}, {"median", rdla, pthdel}})
      study.measure("K15b", start + ", " + measure,
                    measured(a / b,
                             "{} |E - 1| of RDLA {:.2e} over that of PTHDEL {:.2e}, {}: "
                             "{:.3g}",
                             measure, a, b, data, a / b));
    return;
  }
  auto const ratio = measured(
      of_pthdel / of_rdla, "largest |E - 1| of PTHDEL {:.2e} over that of RDLA {:.2e}, {}: {:.3g}",
      of_pthdel, of_rdla, data, of_pthdel / of_rdla);
  study.measure("K15", "f bounded, " + start, system.name, ratio);
  if (system.sinusoidal()) study.measure("K15", "1/f bounded, " + start, ratio);
}

/// Median constraint errors by reading and system.
using ConstraintRatios = std::map<std::string, std::vector<std::pair<double, std::string>>>;
void add_constraints(ConstraintRatios& ratios, System const& system,
                     std::vector<Simulation> const& runs) {
  auto const of_rdla = constraint_errors(system, runs[0]);
  auto const of_hdel = constraint_errors(system, runs[1]);
  for (auto const& reading : constraint_readings) {
    double const rdla = median(of_rdla.*reading.errors), hdel = median(of_hdel.*reading.errors);
    ratios[reading.name].emplace_back(
        rdla / hdel, fmt::format("{}: RDLA {:.2e}, HDEL {:.2e}", system.name, rdla, hdel));
  }
}

/// K14: the middle one of the three systems' ratios.
void measure_constraints(Study& study, ConstraintRatios const& all) {
  for (auto const& reading : constraint_readings) {
    std::vector<double> ratios;
    std::vector<std::string> words;
    for (auto const& [ratio, text] : all.at(reading.name)) {
      ratios.push_back(ratio);
      words.push_back(text);
    }
    double const middle = median(ratios);
    study.measure("K14", reading.name,
                  measured(middle,
                           "median constraint error of RDLA over that of HDEL, {}, "
                           "{}, the middle one of three systems: {:.3g} ({})",
                           reading.words, words_of("legendre"), middle, fmt::join(words, "; ")));
  }
}

/// K15a: growth of PTHDEL's energy error.
void measure_growth(Study& study) {
  for (auto const& system : {particle, sinusoidal}) {
    long const steps = 2000;
    auto const energies =
        energies_of(study.execute(run_of(system, "pthdel", "legendre", system.step, steps)));
    std::vector<double> times;
    for (std::size_t i = 0; i < energies.size(); ++i)
      times.push_back((double(i) + 0.5) * double(system.step));
    auto const growth = classify_growth(times, energies);
    auto of_energy =
        measured(growth.exponent,
                 "growth of E - 1 by PTHDEL on the {}, {} steps of 0.05, {}: {}, "
                 "largest {:.2e}",
                 system.name, steps, words_of("legendre"), name_of(growth.kind), largest(energies));
    of_energy.steps = double(steps);
    of_energy.growth = name_of(growth.kind);
    study.measure("K15a", "f bounded", system.name, of_energy);
    if (system.sinusoidal()) study.measure("K15a", "1/f bounded", of_energy);
  }
}

}  // namespace

void conclusions(Study& study) {
  ConstraintRatios ratios;
  for (auto const& system : systems)
    for (auto const& start : starts) {
      auto const runs = simulations(study, system, start);
      measure_system(study, system, start, runs);
      if (start == "legendre") add_constraints(ratios, system, runs);
      if (start != "euler") continue;
      auto& table = study.table("energy_" + system.problem, {"i", "rdla", "pthdel"});
      for (std::size_t i = 0; i < runs[2].energies.size(); ++i)
        table.add({double(i) + at_intervals, runs[0].energies[i], runs[2].energies[i]});
    }
  measure_constraints(study, ratios);
  measure_growth(study);
}

}  // namespace rattleback::fernandez_bloch_olver_2012
