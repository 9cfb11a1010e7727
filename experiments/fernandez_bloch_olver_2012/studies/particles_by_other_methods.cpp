#include <map>

#include "experiments/fernandez_bloch_olver_2012/shared/tables.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

struct Compared {
  std::string method, label;
};
std::vector<Compared> const compared{{"rdla", "RDLA"},
                                     {"hdel", "HDEL"},
                                     {"pthdel", "PTHDEL"},
                                     {"dla_midpoint", "DLA midpoint"},
                                     {"dla_leapfrog", "leapfrog"},
                                     {"odeint_rk4", "RK4"}};

/// Tables of errors and energy errors of all methods for the panels; largest errors by method.
std::map<std::string, double> add_methods(Study& study, System const& system) {
  std::map<std::string, double> worst;
  for (auto const& [method, label] : compared) {
    auto const& card = study.method(system.problem, method).card;
    auto const run = simulation(study, system, method, card.starts.front().name);
    worst[method] = largest(run.errors);
    auto& errors = study.table(system.problem + "_" + method, {"time", "error"});
    for (std::size_t i = 1; i < run.errors.size(); ++i) errors.add({run.times[i], run.errors[i]});
    auto& energies =
        study.table(system.problem + "_" + method + "_energy", {"time", "energy_error"});
    for (std::size_t i = 0; i < run.energies.size(); ++i) {
      double const at =
          card.velocity_node == 0 ? run.times[i + 1] : (run.times[i] + run.times[i + 1]) / 2;
      energies.add({at, std::abs(run.energies[i])});
    }
  }
  return worst;
}

/// Medians of the error and of |E - 1| by method, on one particle from one start.
using Medians = std::map<std::string, std::array<double, 2>>;
Medians medians(Study& study, System const& system, std::string const& start) {
  Medians all;
  for (std::string const method : {"rdla", "dla_midpoint", "hdel", "pthdel"}) {
    auto const run = simulation(study, system, method, start);
    all[method] = {median(run.errors), median(run.energies)};
  }
  return all;
}

/// The nonholonomic integrator's median error or energy error over that of the better new method,
/// in the most favourable case of both quantities on both particles.
void measure_rivals(Study& study, std::string const& start) {
  std::pair<std::string, Medians> const both[]{
      {particle.name, medians(study, particle, start)},
      {sinusoidal.name, medians(study, sinusoidal, start)}};
  for (auto const& [rival, name] : {std::pair{"rdla", "RDLA"}, {"dla_midpoint", "DLA"}}) {
    double best = 0;
    std::vector<std::string> words;
    for (auto const& [system, of] : both)
      for (int k = 0; k < 2; ++k) {
        double const old = of.at(rival)[k], hdel = of.at("hdel")[k], pthdel = of.at("pthdel")[k];
        best = larger_or_nan(best, old / smaller_or_nan(hdel, pthdel));
        words.push_back(fmt::format("{}, {}: {} {:.2e}, HDEL {:.2e}, PTHDEL {:.2e}",
                                    k == 0 ? "error" : "|E - 1|", system, name, old, hdel, pthdel));
      }
    study.measure("NEW", name + std::string(", ") + start,
                  measured(best,
                           "median of {} over the smaller one of HDEL (in tau) and "
                           "PTHDEL, steps of 0.05, {}, the largest ratio: {:.3g} "
                           "({})",
                           name, words_of(start), best, fmt::join(words, "; ")));
  }
}

}  // namespace

void particles_by_other_methods(Study& study) {
  auto const worst = add_methods(study, particle);
  add_methods(study, sinusoidal);
  for (auto const& start : starts) measure_rivals(study, start);
  double const ratio = worst.at("rdla") / worst.at("odeint_rk4");
  study.find(
      "other-methods", ratio,
      fmt::format("largest error of RDLA ({:.2e}) over that of the classical Runge-Kutta "
                  "method ({:.2e}), particle, 200 steps of 0.05: {:.3g}; leapfrog {:.2e}",
                  worst.at("rdla"), worst.at("odeint_rk4"), ratio, worst.at("dla_leapfrog")));
}

}  // namespace rattleback::fernandez_bloch_olver_2012
