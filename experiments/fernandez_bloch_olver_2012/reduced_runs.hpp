#pragma once
// Runs of section 5 of Fernandez, Bloch & Olver 2012 beside the exact motion.

#include "experiments/fernandez_bloch_olver_2012/crossings.hpp"
#include "experiments/fernandez_bloch_olver_2012/printed_orders.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

struct ReducedRun {
  Trajectory<double> trajectory;
  double step = 0;                         ///< in the method's own time, or that of its grid
  std::vector<double> intervals;           ///< k_i, of the own time, from node i to node i + 1
  std::vector<std::vector<double>> exact;  ///< q of the exact motion where the nodes belong
  std::vector<double> errors;              ///< (x_i, r2_i) from the exact one; "rmsd" in the paper
  std::vector<double> energy_errors;       ///< E - E_0 of interval i, or of node i

  std::size_t nodes() const { return trajectory.q.size(); }
  /// Coordinate c at the middle of interval i, and its increment there.
  double middle(std::size_t i, int c) const {
    return (trajectory.q[i][c] + trajectory.q[i + 1][c]) / 2;
  }
  double increment(std::size_t i, int c) const {
    return trajectory.q[i + 1][c] - trajectory.q[i][c];
  }
};

using Options = std::vector<std::pair<std::string, std::string>>;

/// The paper's data (case FBO), every node kept. Nodes of a run that counts in tau belong to the
/// exact motion at tau_i, all others to it at i step.
inline ReducedRun reduced_run(std::string const& problem_id, std::string const& method_id,
                              double step, long steps, Options const& options = {},
                              std::string const& start = {}) {
  auto const& problem = find_problem(problem_id);
  auto const& method = problem.method(method_id);
  RunSpec spec;
  spec.setting.case_name = "FBO";
  spec.start = start;
  spec.options = options;
  spec.step = step;
  spec.steps = steps;
  spec.every = 1;
  ReducedRun run;
  run.step = step;
  run.trajectory = method.integrate(spec);
  auto const& t = run.trajectory;

  bool const matched = std::count(t.options.begin(), t.options.end(),
                                  Options::value_type{"tau_grid", "matched"}) > 0;
  std::vector<RawQuad> times;
  for (std::size_t i = 0; i < t.q.size(); ++i) times.push_back(RawQuad(double(i)) * step);
  if (!t.taus.empty() && !matched)
    times = problem.times_at(spec.setting, {t.taus.begin(), t.taus.end()});
  for (auto const& state : problem.exact(spec.setting, times))
    run.exact.emplace_back(state.q.begin(), state.q.end());
  for (std::size_t i = 0; i < t.q.size(); ++i)
    run.errors.push_back(std::hypot(t.q[i][0] - run.exact[i][0], t.q[i][1] - run.exact[i][1]));
  for (std::size_t i = 0; i + 1 < t.q.size(); ++i)
    run.intervals.push_back(t.taus.empty() ? step : t.taus[i + 1] - t.taus[i]);
  // A velocity that belongs to an interval has no energy before the first one.
  double const start_energy = t.invariant_values[0][0];
  for (std::size_t i = method.card.velocity_node == -0.5 ? 1 : 0; i < t.q.size(); ++i)
    run.energy_errors.push_back(t.invariant_values[i][0] - start_energy);
  return run;
}

/// Steps of the knife edge, whose reduced coordinate is phi.
inline std::vector<StepRecord> knife_steps(std::string const& method, ReducedRun const& run) {
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
struct KnifeRun : ReducedRun {
  std::vector<StepRecord> steps;
  PassageReport report;
};

inline KnifeRun knife_run(std::string const& method, Options const& options = {},
                          std::string const& start = {}, double step = knife_step,
                          long steps = knife_nodes) {
  KnifeRun run{reduced_run("knife_edge", method, step, steps, options, start), {}, {}};
  run.steps = knife_steps(method, run);
  run.report = classify(run.steps, run.trajectory.outcome);
  return run;
}

/// The three readings of N_tau = 100, h_tau = 0.07 for HDEL, while tau(7) = 0.66.
inline KnifeRun hdel_r1() { return knife_run("hdel"); }
inline KnifeRun hdel_r2() { return knife_run("hdel", {}, {}, std::sin(7.0) / knife_nodes); }
inline KnifeRun hdel_r3(std::string const& start = {}) {
  return knife_run("hdel", {{"tau_grid", "matched"}}, start);
}

/// Writes every step of a run: nothing that happens there is lost.
inline void add_steps(Findings& findings, std::string const& name, KnifeRun const& run) {
  auto& table = findings.table(
      "steps_" + name, {"i", "place", "roots", "chosen", "gap", "nominal", "denominator", "size"});
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    auto const& s = run.steps[i];
    table.add({double(i), double(i) + at_intervals, s.roots, s.chosen, s.gap, s.nominal,
               s.denominator, std::abs(s.denominator)});
  }
  if (run.trajectory.outcome != Outcome::ok)
    findings.outcome(name + ": " + run.report.words(), run.trajectory.outcome,
                     run.trajectory.reason, run.trajectory.reached);
}

/// What is assumed or corrected in the runs of section 5.3.
inline constexpr char const* euler_start =
    "first step r_1 = r_0 + h v_0 (start euler); the paper gives none";
inline constexpr char const* corrected_force =
    "(24)-(25): the force halved on each side and scaled by h; start euler";
inline constexpr char const* matched_steps =
    "steps of tau are those of equal steps of t, sin(t_(i+1)) - sin(t_i) (R3); start euler";

/// What section 5.3 leaves open.
inline std::vector<Choice> knife_choices() {
  return {{"the second point r_1", "r_0 + k v_0 with the method's own step k",
           "of four starts the only one with which all printed numbers come out"},
          {"steps of HDEL",
           "R3: h_tau,i = sin(t_(i+1)) - sin(t_i); R1 (constant 0.07) and R2 "
           "(tau(7)/100) beside it",
           "tau(7) = 0.66 is not 100 steps of 0.07, and only R3 crosses cos(phi) = 0"},
          {"which root", "the one nearest to the last increment, of all with |D| <= 1.5",
           "Newton's method leaves the motion at the crossings"},
          {"near a crossing",
           "entry i of an interval sits at i + 1/2; away is more than 4 from "
           "22.44 and 67.32",
           "both are scored separately"}};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
