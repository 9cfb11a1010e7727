#include <map>

#include "experiments/fernandez_bloch_olver_2012/shared/constraints.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/knife_edge.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"
#include "experiments/measure/growth.hpp"

namespace rattleback::fernandez_bloch_olver_2012::conclusions_study {

namespace {

/// Energy errors of HDEL by l_c with difference quotients over h, because the nodes of R3 on the
/// knife edge follow t. On the particles both energies coincide.
std::vector<double> energies_in_t(System const& system, Simulation const& hdel) {
  return system.knife() ? hdel_energies_in_t(hdel) : hdel.energies;
}

double extent(Simulation const& run) {
  return largest(series(
      run.nodes(), [&](std::size_t i) { return std::hypot(run.exact[i][0], run.exact[i][1]); }));
}

/// Measures one of the two versions of RDLA, HDEL and PTHDEL on a system.
void measure_system(Study& study, System const& system, std::string const& start,
                    Forces const& forces, Simulation const& rdla, Simulation const& hdel,
                    Simulation const& pthdel) {
  std::string const reading = forces.name + ", " + start;
  double const typical = median(rdla.energies), most = largest(rdla.energies);
  auto const measure_hdel = [&](std::string const& energy, std::vector<double> const& energies) {
    study.measure("K24", "median, " + energy + reading, system.name,
                  ratio_of(median(energies), typical));
    study.measure("K24", "largest, " + energy + reading, system.name,
                  ratio_of(largest(energies), most));
  };
  measure_hdel("E of L_c, ", hdel.energies);
  measure_hdel("E of l_c, ", energies_in_t(system, hdel));
  double const of_pthdel = largest(pthdel.energies);
  if (system.knife()) {
    study.measure("K15b", reading + ", largest", ratio_of(most, of_pthdel));
    study.measure("K15b", reading + ", median", ratio_of(typical, median(pthdel.energies)));
    return;
  }
  study.measure("K15", "f bounded, " + reading, system.name, ratio_of(of_pthdel, most));
  if (system.sinusoidal())
    study.measure("K15", "1/f bounded, " + reading, ratio_of(of_pthdel, most));
  if (reading != "(22)-(23), legendre") return;
  // Controls: steps four times as large, and the particle for the knife edge, give the opposite
  // result.
  auto const coarse = [&](std::string const& method) {
    return coarse_simulation(study, system, method, start).energies;
  };
  study.control("K24", "steps of HDEL four times as large", system.name,
                ratio_of(median(coarse("hdel")), typical));
  study.control("K15", "steps of PTHDEL four times as large", system.name,
                ratio_of(largest(coarse("pthdel")), most));
  if (!system.sinusoidal())
    study.control("K15b", "multiplier without roots", ratio_of(most, of_pthdel));
}

/// Measures the median errors of HDEL and PTHDEL relative to the extent of the motion, and on the
/// particle those of the variational integrator of l_c, which is (21) without forces.
void measure_accuracy(Study& study, System const& system, std::string const& start,
                      std::vector<Simulation> const& runs) {
  for (std::size_t m = 1; m < methods.size(); ++m)
    study.measure("G9", start, name_of(methods[m]) + ", " + system.name,
                  {median(runs[m].errors) / extent(runs[m])});
  if (system.problem != particle.problem || start != "euler") return;
  double const h = double(system.step);
  auto const errors =
      errors_of_path([&](auto& at, auto& v) { return rdla_momenta(at, v, h, 0); }, h);
  study.control("G9", "without Hamiltonization", {median(errors) / extent(runs[0])});
}

/// Median constraint error with the exact group variable, by difference quotients over the method's
/// own step or over t.
double constraint_error(System const& system, Simulation const& run, bool in_t) {
  auto const errors = with_exact_group_variable(system, run);
  return median(run.over_intervals([&](std::size_t i) {
    return in_t ? errors[i] * run.intervals[i] / (run.times[i + 1] - run.times[i]) : errors[i];
  }));
}

/// Ratios of the constraint errors of RDLA to those of HDEL on the systems, by reading.
using Ratios = std::map<std::string, Measured>;
void add_ratios(Ratios& all, System const& system, std::string const& reading,
                Simulation const& rdla, Simulation const& hdel) {
  for (bool const in_t : {false, true})
    all[(in_t ? "per unit of t, " : "own step, ") + reading].details.emplace_back(
        system.name, constraint_error(system, rdla, in_t) / constraint_error(system, hdel, in_t));
}

/// Measures K14: the middle one of the ratios of the three systems, also with the steps of RDLA
/// twice as large.
void measure_constraints(Study& study, Ratios& all) {
  auto const middle = [](Measured const& of) {
    return median(series(of.details.size(), [&](auto i) { return of.details[i].second; }));
  };
  for (auto& [reading, of] : all) {
    of.value = middle(of);
    study.measure("K14", reading, of);
  }
  Ratios coarse;
  for (auto const& system : systems)
    add_ratios(coarse, system, "", coarse_simulation(study, system, "rdla", "legendre", 2),
               simulation(study, system, "hdel", "legendre"));
  study.control("K14", "steps of RDLA twice as large", {middle(coarse.at("own step, "))});
}

/// Measures K15a: growth of PTHDEL's energy error.
void measure_growth(Study& study) {
  for (auto const& system : {particle, sinusoidal}) {
    long const steps = 2000;
    auto const energies =
        energies_of(study.execute(run_of(system, "pthdel", "legendre", system.step, steps)));
    auto const times =
        series(energies.size(), [&](auto i) { return (double(i) + 0.5) * double(system.step); });
    auto const growth = classify_growth(times, energies);
    Measured const of_energy{.value = growth.exponent,
                             .details = {{"largest |$E$ - 1|", largest(energies)}},
                             .steps = double(steps),
                             .growth = name_of(growth.kind)};
    study.measure("K15a", "f bounded", system.name, of_energy);
    system.sinusoidal() ? study.measure("K15a", "1/f bounded", of_energy)
                        : study.control("K15a", "1/f not bounded", of_energy);
  }
}

}  // namespace

void conclusions(Study& study) {
  for (auto const* erratum : {"E1", "E9/h"}) study.uses(erratum);
  Ratios ratios;
  for (auto const& system : systems)
    for (auto const& start : starts) {
      auto const runs = simulations(study, system, start);
      measure_accuracy(study, system, start, runs);
      for (auto const& forces : both_forces) {
        auto const rdla =
            forces.method == "rdla" ? runs[0] : simulation(study, system, forces.method, start);
        measure_system(study, system, start, forces, rdla, runs[1], runs[2]);
        add_ratios(ratios, system, forces.name + ", " + start, rdla, runs[1]);
      }
      if (start != "euler") continue;
      tabulate(study, "energy_" + system.problem,
               {{"i", counting(runs[2].energies.size(), at_intervals)},
                {"rdla", runs[0].energies},
                {"pthdel", runs[2].energies}});
    }
  measure_constraints(study, ratios);
  measure_growth(study);
}

}  // namespace rattleback::fernandez_bloch_olver_2012::conclusions_study
