#include "experiments/fernandez_bloch_olver_2012/particle_panels.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

using namespace particles;

struct Compared {
  std::string method, label;
};
std::vector<Compared> const compared{{"rdla", "RDLA"},
                                     {"hdel", "HDEL"},
                                     {"pthdel", "PTHDEL"},
                                     {"dla_midpoint", "DLA midpoint"},
                                     {"dla_leapfrog", "leapfrog"},
                                     {"odeint_rk4", "RK4"}};

/// Largest errors and energy errors of all methods; tables for the panels.
std::map<std::string, std::pair<double, double>> measure_methods(Findings& findings,
                                                                 Particle const& particle) {
  std::map<std::string, std::pair<double, double>> worst;
  for (auto const& [method, label] : compared) {
    auto const& card = find_problem(particle.problem).method(method).card;
    auto const run = paper_run(particle, method, card.starts.front().name);
    worst[method] = {largest(run.errors), largest(run.energies)};
    auto& errors = findings.table(particle.problem + "_" + method, {"time", "error"});
    for (std::size_t i = 1; i < run.errors.size(); ++i) errors.add({run.times[i], run.errors[i]});
    auto& energies =
        findings.table(particle.problem + "_" + method + "_energy", {"time", "energy_error"});
    for (std::size_t i = 0; i < run.energies.size(); ++i) {
      double const at =
          card.velocity_node == 0 ? run.times[i + 1] : (run.times[i] + run.times[i + 1]) / 2;
      energies.add({at, std::abs(run.energies[i])});
    }
  }
  return worst;
}

void compute(Findings& findings) {
  auto particle = measure_methods(findings, hamiltonizable);
  auto sine = measure_methods(findings, sinusoidal);
  for (std::string const rival : {"rdla", "dla_midpoint", "dla_leapfrog"}) {
    // {error, energy error} of the better new method over those of the rival
    auto const ratios = [&](auto& of) {
      return std::pair{smaller_or_nan(of["hdel"].first, of["pthdel"].first) / of[rival].first,
                       smaller_or_nan(of["hdel"].second, of["pthdel"].second) / of[rival].second};
    };
    auto const first = ratios(particle), second = ratios(sine);
    findings.measure("NEW/" + rival, smaller_or_nan(first.first, second.first),
                     fmt::format("{:.3f} (particle {:.3g}, sinusoidal {:.3g}; largest energy "
                                 "errors {:.3g}, {:.3g})",
                                 smaller_or_nan(first.first, second.first), first.first,
                                 second.first, first.second, second.second));
  }
}

std::vector<Claim> claims() {
  std::vector<Claim> all;
  std::pair<std::string, std::string> const rivals[]{
      {"rdla", "RDLA"},
      {"dla_midpoint", "the unreduced midpoint DLA method"},
      {"dla_leapfrog", "the DLA leapfrog, (4.18) of McLachlan & Perlmutter 2006"}};
  for (auto const& [id, rival] : rivals)
    all.push_back({.id = "NEW/" + id,
                   .place = "introduction",
                   .statement = "In some cases the new methods outperform the nonholonomic "
                                "integrator: largest error of the better of HDEL and PTHDEL over "
                                "that of " +
                                rival + ", on the particle where it is smaller",
                   .printed = "< 1",
                   .criterion = at_most(1),
                   .reason = "better in one case at least",
                   .correction = correction_of(id, sinusoidal) + "; " + pthdel_energy,
                   .assumption = "the two particles, errors of HDEL in tau; " + euler_start});
  return all;
}

Panel panel(std::size_t index, std::string const& title, Particle const& particle, bool energy) {
  Panel panel{.title = panel_title(index, title),
              .x_label = "{/:Italic t}",
              .y_label = energy ? "|{/:Italic E} − 1|" : "error of ({/:Italic x, y})",
              .y_scale = "log",
              .x_range = {{0, 10}},
              .y_range = {energy ? std::pair{1e-12, 1.0} : std::pair{1e-14, 1.0}},
              .key = index == 0 ? "bottom right" : "off",
              .series = {}};
  for (auto const& [method, label] : compared)
    panel.series.push_back({particle.problem + "_" + method + (energy ? "_energy" : "") + ".csv",
                            "time", energy ? "energy_error" : "error", "lines", label});
  return panel;
}

}  // namespace

Experiment particles_by_other_methods() {
  return {.id = "fbo2012_particles_by_other_methods",
          .paper = "fernandez_bloch_olver_2012",
          .title = "Both particles by other methods",
          .about =
              "The data of figures 1, 2, 5 and 6 with the unreduced midpoint DLA method (second "
              "point r_0 + h v_0), the DLA leapfrog and the classical Runge-Kutta method on "
              "the equations without multipliers (both from the exact start), same h = 0.05.",
          .choices = choices(
              {{"energies of leapfrog and RK4", "at nodes", "where their velocities live"}}),
          .claims = claims(),
          .figures = {{.id = "particles_by_other_methods",
                       .number = "",
                       .caption =
                           "Errors and energies of the paper's methods beside three others, same "
                           "step. HDEL, which steps in τ, is drawn at the exact t(τ_i). On these "
                           "short integrable runs a fourth-order method is far ahead.",
                       .columns = 2,
                       .width = 6.9,
                       .height = 5.4,
                       .panels = {panel(0, "particle", hamiltonizable, false),
                                  panel(1, "particle", hamiltonizable, true),
                                  panel(2, "sinusoidal particle", sinusoidal, false),
                                  panel(3, "sinusoidal particle", sinusoidal, true)}}},
          .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
