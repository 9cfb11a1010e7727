#include "experiments/core/words.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/examples.hpp"

namespace rattleback::ferraro_iglesias_martin_2008::snakeboard_long_run_study {

namespace {

/// Relative errors of two energies along a run.
struct EnergyErrors {
  std::vector<double> times;
  std::vector<double> of_momentum;  ///< |H(q_k, p_k^-)/H(q_1, p_1^-) - 1|, the energy of theorem 1
  /// Energy of the average momentum, which satisfies the constraints.
  std::vector<double> of_nodes;

  EnergyErrors(Study& study, RawQuad h, double end) {
    auto const run = study.execute(
        run_of("snakeboard", "FIM", "gni", h, std::lround(end / double(h)), "multiplier"));
    Vector const inertia = snakeboard().at(Vector::Zero(5)).metric.diagonal();
    double const initial = run.invariant_values[0][0];
    auto const momenta = DiscreteMotion(run).momenta;
    auto const H = [&](Vector const& p) -> Quad { return p.dot(p.cwiseQuotient(inertia)) / 2; };
    for (std::size_t k = 1; k < run.times.size(); ++k) {
      times.push_back(run.times[k]);
      of_momentum.push_back(std::abs(double(H(momenta[k - 1].p) / H(momenta[0].p) - 1)));
      of_nodes.push_back(std::abs(run.invariant_values[k][0] / initial - 1));
    }
  }
  /// First time at which the error of the nodes exceeds a bound; infinite if there is none.
  double first_above(double bound) const {
    for (std::size_t k = 0; k < times.size(); ++k)
      if (!(of_nodes[k] <= bound)) return times[k];
    return std::numeric_limits<double>::infinity();
  }
};

}  // namespace

void snakeboard_long_run(Study& study) {
  double const end = 200;
  std::vector<std::string> words;
  double worst = 0, worst_of_momentum = 0;
  for (int j = 0; j < 3; ++j) {
    RawQuad const h = RawQuad(1) / (10 << j);
    EnergyErrors const errors(study, h, end);
    auto& table = study.table(fmt::format("energy_{}", j), {"time", "of_momentum", "of_nodes"});
    for (std::size_t k = 0; k < errors.times.size(); k += std::size_t(1) << j)
      table.add({errors.times[k], std::max(errors.of_momentum[k], 1e-17),
                 std::max(errors.of_nodes[k], 1e-17)});
    words.push_back(fmt::format("$h$ = {:g}: 0.001 from $t$ = {:.1f}, 0.1 from $t$ = {:.1f} on",
                                double(h), errors.first_above(1e-3), errors.first_above(0.1)));
    Largest of_nodes, of_momentum;
    for (double error : errors.of_nodes) of_nodes(error);
    for (double error : errors.of_momentum) of_momentum(error);
    if (j == 0) worst = of_nodes.value;
    worst_of_momentum = std::max(worst_of_momentum, of_momentum.value);
  }
  study.add_finding(
      "FIM-74/nodes", worst,
      fmt::format("{:.2f} at $h$ = 0.1; {}; the energy of the momentum errs by at most {:.1e}",
                  worst, joined(words), worst_of_momentum));
}

}  // namespace rattleback::ferraro_iglesias_martin_2008::snakeboard_long_run_study
