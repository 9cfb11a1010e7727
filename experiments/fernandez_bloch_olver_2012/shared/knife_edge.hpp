#pragma once
// Runs of the knife edge, section 5.3 of Fernandez, Bloch & Olver 2012, and what became of them.

#include "experiments/core/panels.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/crossings.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

/// Steps of the knife edge, whose reduced coordinate is phi.
inline std::vector<StepRecord> knife_steps(std::string const& method, Simulation const& run) {
  std::vector<StepRecord> steps;
  auto const& t = run.trajectory;
  auto const column = [&](std::string const& name) {
    auto const at = std::find(t.diagnostic_names.begin(), t.diagnostic_names.end(), name);
    return at - t.diagnostic_names.begin();
  };
  auto const roots = column("roots"), gap = column("gap"), slope = column("slope");
  for (std::size_t i = 0; i + 1 < run.nodes(); ++i) {
    StepRecord s;
    s.chosen = run.increment(i, 1);
    s.nominal = run.exact[i + 1][1] - run.exact[i][1];
    if (t.diagnostics.empty()) {  // a method without a scalar equation has one solution in view
      s.gap = std::numeric_limits<double>::infinity();
    } else {
      s.roots = t.diagnostics[i][roots];
      s.gap = t.diagnostics[i][gap];
      // The equation of phi is phi_(i+1) - phi_i = h p_phi in RDLA; that of x then divides by
      // 1 - (h/2) p_phi tan(phi-bar).
      s.denominator = method == "rdla" ? 1 - s.chosen / 2 * std::tan(run.middle(i, 1))
                                       : t.diagnostics[i][slope];
    }
    steps.push_back(s);
  }
  return steps;
}

/// The knife edge of section 5.3: N = 100 steps of h = 0.07, T = 7.
inline constexpr long knife_nodes = 100;
inline constexpr double knife_step = 0.07;

/// A run of the knife edge and what became of it.
struct KnifeRun : Simulation {
  std::vector<StepRecord> steps;
  PassageReport report;
};

inline KnifeRun knife_run(Findings& findings, std::string const& method, std::string const& start,
                          Options options = {}, double step = knife_step,
                          long steps = knife_nodes) {
  // All roots are looked for in every step, because a passage is classified by them.
  bool const reduced = std::find(methods.begin(), methods.end(), method) != methods.end();
  bool const says_how = std::any_of(options.begin(), options.end(),
                                    [](auto const& option) { return option.first == "solve"; });
  if (reduced && !says_how) options.emplace_back("solve", "scalar");
  KnifeRun run{simulation(findings, knife_edge,
                          run_of(knife_edge, method, start, RawQuad(step), steps, options)),
               {},
               {}};
  run.steps = knife_steps(method, run);
  run.report = classify(run.steps, run.trajectory.outcome);
  return run;
}

/// The three readings of N_tau = 100, h_tau = 0.07 for HDEL, while tau(7) = 0.66: constant steps of
/// 0.07, steps of tau(7)/100, and those in which t advances by h.
inline KnifeRun hdel_r1(Findings& findings) { return knife_run(findings, "hdel", "euler"); }
inline KnifeRun hdel_r2(Findings& findings) {
  return knife_run(findings, "hdel", "euler", {}, std::sin(7.0) / knife_nodes);
}
inline KnifeRun hdel_r3(Findings& findings, std::string const& start) {
  return knife_run(findings, "hdel", start, {{"tau_grid", "matched"}});
}

/// Energy of l_c = (sec^2(phi) x'^2 + phi'^2)/2 + x sin(alpha) at the middle of every interval,
/// with finite differences over the time h, minus that of the start (1).
inline std::vector<double> hdel_energies_in_t(Simulation const& run) {
  double const S = std::sin(run.trajectory.parameters.front().second);
  std::vector<double> errors;
  for (std::size_t i = 0; i + 1 < run.nodes(); ++i) {
    double const x = run.increment(i, 0) / run.step / std::cos(run.middle(i, 1));
    double const phi = run.increment(i, 1) / run.step;
    errors.push_back((x * x + phi * phi) / 2 - run.middle(i, 0) * S - 1);
  }
  return errors;
}

/// RDLA, HDEL (R3) and PTHDEL.
inline std::array<KnifeRun, 3> knife_runs(Findings& findings, std::string const& start) {
  return {knife_run(findings, "rdla", start), hdel_r3(findings, start),
          knife_run(findings, "pthdel", start)};
}
inline std::array<std::string, 3> const knife_names{"RDLA", "HDEL (R3)", "PTHDEL"};

/// Writes every step of a run: nothing that happens there is lost.
inline void add_steps(Findings& findings, std::string const& name, KnifeRun const& run) {
  auto& table = findings.table(
      "steps_" + name, {"i", "place", "roots", "chosen", "gap", "nominal", "denominator", "size"});
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    auto const& s = run.steps[i];
    table.add({double(i), double(i) + at_intervals, s.roots, s.chosen, s.gap, s.nominal,
               s.denominator, std::abs(s.denominator)});
  }
}

inline Range const knife_range{{0, 100}};  ///< of i

/// Outside the paper, for comparison on the same steps.
inline std::vector<std::string> const other_methods{"dla_midpoint", "dla_leapfrog", "odeint_rk4"};

/// A column of the tables prefix + method of these.
inline Panel others_panel(std::string title, std::string label, std::string const& prefix,
                          std::string const& column, Range range) {
  auto panel =
      growth_panel(std::move(title), italic("i"), std::move(label), {}, range, "bottom right");
  std::string const labels[]{"full DLA", "leapfrog", "RK4"};
  for (std::size_t m = 0; m < other_methods.size(); ++m)
    panel.series.push_back({prefix + other_methods[m] + ".csv", "i", column, "lines", labels[m]});
  panel.x_range = knife_range;
  return panel;
}

/// What section 5.3 leaves open.
inline std::vector<Choice> knife_choices(std::vector<Choice> more = {}) {
  auto all = run_choices(
      {{"steps of HDEL",
        "R3: h_tau,i = sin(t_(i+1)) - sin(t_i); R1 (constant 0.07) and R2 (tau(7)/100) beside it",
        "tau(7) = 0.66 is not 100 steps of 0.07, and only R3 crosses cos(phi) = 0: found by "
        "matching the printed number of steps and the abrupt behaviour at the zeros of f"},
       {"which root", "the one nearest to the last increment, of all with |D| <= 1.5",
        "Newton's method leaves the motion at the crossings"},
       {"near a crossing",
        "entry i of an interval sits at i + 1/2; away is more than 4 from 22.44 and 67.32",
        "both are scored separately"}});
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace rattleback::fernandez_bloch_olver_2012
