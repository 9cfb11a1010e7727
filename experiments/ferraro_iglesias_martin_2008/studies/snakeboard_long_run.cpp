#include "experiments/core/panels.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/examples.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/runs.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

/// Relative errors of two energies along a run.
struct EnergyErrors {
  std::vector<double> times;
  std::vector<double> of_momentum;  ///< |H(q_k, p_k^-)/H(q_1, p_1^-) - 1|, the energy of theorem 1
  std::vector<double> of_nodes;     ///< of the average momentum, which satisfies the constraints

  EnergyErrors(Findings& findings, RawQuad h, double end) {
    auto const run = findings.execute(
        run_of("snakeboard", "FIM", "gni", h, std::lround(end / double(h)), "multiplier"));
    Vector<double, 5> const inertia =
        snakeboard_geometry(Vector<double, 5>(Vector<double, 5>::Zero())).metric.diagonal();
    double const initial = run.invariant_values[0][0];
    auto const momenta = momenta_of<double, 5>(run);
    auto const energy_of = [&](auto const& p) { return p.dot(p.cwiseQuotient(inertia)) / 2; };
    for (std::size_t k = 1; k < run.times.size(); ++k) {
      times.push_back(run.times[k]);
      of_momentum.push_back(std::abs(energy_of(momenta[k - 1].p) / energy_of(momenta[0].p) - 1));
      of_nodes.push_back(std::abs(run.invariant_values[k][0] / initial - 1));
    }
  }
  /// First time at which the error of the nodes exceeds a bound; infinite when there is none.
  double first_above(double bound) const {
    for (std::size_t k = 0; k < times.size(); ++k)
      if (!(of_nodes[k] <= bound)) return times[k];
    return std::numeric_limits<double>::infinity();
  }
};

void compute(Findings& findings) {
  double const end = 200;
  std::vector<std::string> words;
  double worst = 0, worst_of_momentum = 0;
  for (int j = 0; j < 3; ++j) {
    RawQuad const h = RawQuad(1) / (10 << j);
    EnergyErrors const errors(findings, h, end);
    auto& table = findings.table(fmt::format("energy_{}", j), {"time", "of_momentum", "of_nodes"});
    for (std::size_t k = 0; k < errors.times.size(); k += std::size_t(1) << j)
      table.add({errors.times[k], std::max(errors.of_momentum[k], 1e-17),
                 std::max(errors.of_nodes[k], 1e-17)});
    words.push_back(fmt::format("h = {:g}: 0.001 from t = {:.1f}, 0.1 from t = {:.1f} on",
                                double(h), errors.first_above(1e-3), errors.first_above(0.1)));
    Largest of_nodes, of_momentum;
    for (double error : errors.of_nodes) of_nodes(error);
    for (double error : errors.of_momentum) of_momentum(error);
    if (j == 0) worst = of_nodes.value;
    worst_of_momentum = std::max(worst_of_momentum, of_momentum.value);
  }
  findings.find(
      "FIM-74/nodes", worst,
      fmt::format("{:.2f} at h = 0.1; {}; the energy of the momentum errs by at most {:.1e}", worst,
                  fmt::join(words, "; "), worst_of_momentum));
}

}  // namespace

Experiment snakeboard_long_run() {
  std::vector<Series> nodes, momentum;
  std::string const labels[]{italic("h") + " = 0.1", "0.05", "0.025"};
  for (int j = 0; j < 3; ++j) {
    auto const data = fmt::format("energy_{}.csv", j);
    nodes.push_back({data, "time", "of_nodes", "lines", labels[j]});
    momentum.push_back({data, "time", "of_momentum", "lines", labels[j]});
  }
  std::string const t = italic("t"), error = "|" + italic("H") + "/" + italic("H") + "_0 – 1|";
  return {.id = "fim2008_snakeboard_long_run",
          .paper = "ferraro_iglesias_martin_2008",
          .title = "Two energies of the snakeboard",
          .about =
              "What the method preserves on the snakeboard is the energy of its own momentum; the "
              "energy of the motion at the nodes is lost.",
          .choices = {{"initial condition, step and length of the snakeboard's run",
                       "case FIM, the start `multiplier`, h = .1, .05 and .025, t <= 200",
                       "no run of the snakeboard is shown"}},
          .figures =
              {{.id = "energies",
                .number = "",
                .caption =
                    "Relative error of the energy of the snakeboard by the method of the paper: "
                    "(a) of the average momentum, which satisfies the constraints, at the nodes; "
                    "(b) of the momentum {/:Italic p}^– of theorem 1. Its jumps are rounding where φ "
                    "passes π/2 or 3π/2 and the two printed constraint forms are dependent.",
                .columns = 2,
                .width = 6.9,
                .height = 3.0,
                .panels = {growth_panel("(a) at the nodes", t, error, nodes, {{1e-9, 1e1}},
                                        "bottom right"),
                           growth_panel("(b) of the momentum", t, error, momentum, {{1e-17, 1e-5}},
                                        "bottom right")}}},
          .compute = compute};
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
