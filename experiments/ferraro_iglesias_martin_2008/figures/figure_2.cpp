#include "experiments/ferraro_iglesias_martin_2008/shared/runs.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::ferraro_iglesias_martin_2008::figure_2_study {

namespace {

Run particle(std::string method, RawQuad h, long steps) {
  return run_of("nonholonomic_particle", "P1", std::move(method), h, steps);
}

/// Energies |dq/h|^2/2 of the intervals of a run.
struct Intervals {
  std::vector<Quad> energy, y, dx, dy;

  template <class S>
  Intervals(Trajectory<S> const& run, Quad h) {
    auto const q = nodes_of<Quad>(run);
    for (std::size_t k = 1; k < q.size(); ++k) {
      Vector const d = q[k] - q[k - 1];
      energy.push_back(d.dot(d) / (2 * h * h));
      y.push_back((q[k][1] + q[k - 1][1]) / 2);
      dx.push_back(d[0]);
      dy.push_back(d[1]);
    }
  }
};
/// Energies of a run in double precision.
std::vector<double> energies(Study& study, Run const& run) {
  auto const all = Intervals(study.execute(run), run.step).energy;
  return {all.begin(), all.end()};
}

/// Largest |E_k - E_0|.
double largest_change(std::vector<double> const& energy) {
  Largest change;
  for (double const e : energy) change(e - energy.front());
  return change.value;
}

/// Largest deviation from a constant in the law of the DLA method, dx_(k+1) = dx_k (1 + y_k
/// ym_k)/(1 + y_k ym_(k+1)) and dz = ym dx with the midpoints ym. The expansion in s = dy,
///   log(dx_k (1 + ym^2)^(1/2)) = constant + s^2/(16 (1 + ym^2)^2) + O(s^4),
/// shows that the energy has one bump at y = 0 and returns. The first interval, from the exact
/// motion, does not satisfy dz = ym dx and is excluded.
double departure_from_law(Study& study, RawQuad h, long steps) {
  Intervals const run(study.execute_quad(particle("dla_midpoint", h, steps)), h);
  std::vector<double> constants;
  for (std::size_t k = 1; k < run.y.size(); ++k) {
    Quad const u = 1 + run.y[k] * run.y[k], s = run.dy[k];
    constants.push_back(double(log(run.dx[k] * sqrt(u)) - s * s / (16 * u * u)));
  }
  return spread(constants);
}

void energies_of_figure(Study& study) {
  struct Panel {
    std::string name;
    RawQuad h;
    long steps;
  };
  for (auto const& [name, h, steps] :
       {Panel{"coarse", RawQuad(4) / 10, 60}, {"fine", RawQuad(1) / 10, 160}}) {
    auto const gni = energies(study, particle("gni", h, steps));
    auto const dla = energies(study, particle("dla_midpoint", h, steps));
    auto const left = energies(study, particle("dla_left", h, steps));
    auto& table = study.table(name, {"k", "gni", "dla", "left"});
    for (std::size_t k = 0; k < gni.size(); ++k) table.add({double(k), gni[k], dla[k], left[k]});
    auto const instance = fmt::format("$h$ = {}", double(h));
    auto const spread = [steps = steps](std::vector<double> const& energy) -> Measured {
      return {.value = relative_spread(energy), .steps = double(steps)};
    };
    study.measure("FIM-10", "as printed", instance, spread(gni));
    study.measure("FIM-61", "midpoints", instance, spread(dla));
    study.measure("FIM-61", "left ends", instance, spread(left));
    study.control("FIM-10", "DLA with midpoints", instance, spread(dla));
    study.control("FIM-61", "the method", instance, spread(gni));
  }
}

/// Measures runs ten times as long, y from -2 to 58, and runs with 113 bits.
void longer_and_finer(Study& study, RawQuad coarse) {
  long const steps = study.quick ? 300 : 600;
  auto const gni = energies(study, particle("gni", coarse, steps));
  auto const dla = energies(study, particle("dla_midpoint", coarse, steps));
  auto& table = study.table("long", {"k", "gni", "dla"});
  for (std::size_t k = 0; k < gni.size(); ++k)
    table.add({double(k), std::abs(gni[k] - gni[0]), std::abs(dla[k] - dla.back())});
  Intervals const quad(study.execute_quad(particle("gni", coarse, 60)), coarse);
  study.measure("FIM-10", "as printed", "$h$ = 0.4, long",
                {.value = relative_spread(gni), .steps = double(steps)});
  study.measure("FIM-10", "as printed", "$h$ = 0.4, 113 bits",
                in_quad(relative_spread(quad.energy), 60));
}

void laws_of_dla(Study& study, RawQuad coarse) {
  std::vector<double> sizes, departures, of_left;
  auto& law = study.table("law", {"h", "departure", "left"});
  for (int const halvings : {0, 1, 2, 3}) {
    long const parts = 1L << halvings;
    RawQuad const h = coarse / parts;
    sizes.push_back(double(h));
    departures.push_back(departure_from_law(study, h, 60 * parts));
    of_left.push_back(largest_change(energies(study, particle("dla_left", h, 60 * parts))));
    law.add({sizes.back(), departures.back(), of_left.back()});
  }
  study.add_finding("FIM-10/law",
                    {fit_power(sizes, departures).slope, fit_power(sizes, of_left).slope},
                    fmt::format("the departure is {:.1e} at $h$ = 0.05", departures.back()));
}

}  // namespace

void figure_2(Study& study) {
  RawQuad const coarse = RawQuad(4) / 10;
  energies_of_figure(study);
  longer_and_finer(study, coarse);
  laws_of_dla(study, coarse);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008::figure_2_study
