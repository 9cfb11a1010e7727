#pragma once
// Runs of the knife edge, section 5.3 of Fernandez, Bloch & Olver 2012, and their outcome.

#include "experiments/fernandez_bloch_olver_2012/shared/crossings.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

/// Records of the steps on the knife edge, with the reduced coordinate phi.
inline std::vector<StepRecord> knife_steps(std::string const& method, Simulation const& run) {
  auto const& t = run.trajectory;
  auto const diagnostic = [&](std::size_t i, std::string const& name) {
    auto const at = std::find(t.diagnostic_names.begin(), t.diagnostic_names.end(), name);
    return t.diagnostics[i].at(std::size_t(at - t.diagnostic_names.begin()));
  };
  std::vector<StepRecord> steps;
  for (std::size_t i = 0; i + 1 < run.nodes(); ++i) {
    double const chosen = run.increment(i)[1], nominal = run.exact[i + 1][1] - run.exact[i][1];
    if (t.diagnostics.empty()) {  // a method without a scalar equation has one known solution
      steps.push_back({1, chosen, std::numeric_limits<double>::infinity(), nominal});
      continue;
    }
    // In RDLA the equation of phi is phi_(i+1) - phi_i = h p_phi; the equation of x then divides by
    // 1 - (h/2) p_phi tan(phi-bar).
    steps.push_back(
        {diagnostic(i, "roots"), chosen, diagnostic(i, "gap"), nominal,
         method == "rdla" ? 1 - chosen / 2 * std::tan(run.middle(i)[1]) : diagnostic(i, "slope")});
  }
  return steps;
}

/// Simulation of section 5.3: N = 100 steps of h = 0.07, T = 7.
inline constexpr long knife_nodes = 100;
inline constexpr double knife_step = 0.07;

/// Run of the knife edge with its outcome.
struct KnifeRun : Simulation {
  std::vector<StepRecord> steps;
  PassageReport report;
};

inline KnifeRun knife_run(Study& study, std::string const& method, std::string const& start,
                          Options options = {}, double step = knife_step,
                          long steps = knife_nodes) {
  // Every step searches for all roots, because they classify a passage.
  bool const reduced = std::find(methods.begin(), methods.end(), method) != methods.end();
  bool const says_how = std::any_of(options.begin(), options.end(),
                                    [](auto const& option) { return option.first == "solve"; });
  if (reduced && !says_how) options.emplace_back("solve", "scalar");
  KnifeRun run{
      simulation(study, knife_edge, run_of(knife_edge, method, start, Quad(step), steps, options))};
  run.steps = knife_steps(method, run);
  run.report = classify(run.steps, run.trajectory.outcome);
  return run;
}

/// HDEL in three interpretations of N_tau = 100, h_tau = 0.07, although tau(7) = 0.66: constant
/// steps of 0.07 (R1), steps of tau(7)/100 (R2), and steps in which t advances by h (R3).
inline KnifeRun hdel_r1(Study& study) { return knife_run(study, "hdel", "euler"); }
inline KnifeRun hdel_r2(Study& study) {
  return knife_run(study, "hdel", "euler", {}, std::sin(7.0) / knife_nodes);
}
inline KnifeRun hdel_r3(Study& study, std::string const& start) {
  return knife_run(study, "hdel", start, {{"tau_grid", "matched"}});
}

/// Energy of l_c = (sec^2(phi) x'^2 + phi'^2)/2 + x sin(alpha) at the middle of every interval,
/// with finite differences over the time h, minus the initial energy 1.
inline std::vector<double> hdel_energies_in_t(Simulation const& run) {
  double const S = std::sin(run.trajectory.parameters.front().second);
  return run.over_intervals([&](std::size_t i) {
    Plane const r = run.middle(i), v = run.increment(i) / run.step;
    double const x = v[0] / std::cos(r[1]);
    return (x * x + v[1] * v[1]) / 2 - r[0] * S - 1;
  });
}

/// Runs of RDLA, HDEL (R3) and PTHDEL.
inline std::array<KnifeRun, 3> knife_runs(Study& study, std::string const& start) {
  return {knife_run(study, "rdla", start), hdel_r3(study, start),
          knife_run(study, "pthdel", start)};
}
inline std::array<std::string, 3> const knife_names{"RDLA", "HDEL (R3)", "PTHDEL"};

/// Adds a table of every step of a run.
inline void add_steps(Study& study, std::string const& name, KnifeRun const& run) {
  auto& table = study.table(
      "steps_" + name, {"i", "place", "roots", "chosen", "gap", "nominal", "denominator", "size"});
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    auto const& s = run.steps[i];
    table.add({double(i), double(i) + at_intervals, s.roots, s.chosen, s.gap, s.nominal,
               s.denominator, std::abs(s.denominator)});
  }
}

/// Methods outside the paper, for comparison with the same steps.
inline std::vector<std::string> const other_methods{"dla_midpoint", "dla_leapfrog", "odeint_rk4"};

}  // namespace rattleback::fernandez_bloch_olver_2012
