#include "experiments/core/words.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"
#include "experiments/measure/growth.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::chaplygin_sphere_study {

namespace {

using namespace ball;

constexpr int total_time = 15;

struct Method {
  std::string key, id, label;
  Options options = {};
  bool reflects = true;  ///< true if the method reflects, and therefore has momenta p^-, p^+
};
std::vector<Method> const methods{
    {"cay", "reduced_gni", "GNI, Cayley", {{"retraction", "cayley"}}},
    {"exp", "reduced_gni", "GNI, exponential", {{"retraction", "exp"}}},
    {"em", "energy_momentum_gni", "GNI, energy-momentum"},
    {"km", "k_midpoint", "midpoint at constant $K$", {}, false}};

Run run_of(Method const& m, std::string const& case_name, std::string const& start) {
  return {.problem = "chaplygin_sphere",
          .method = m.id,
          .case_name = case_name,
          .start = m.reflects ? start : "plain",
          .options = m.options};
}
struct Data {
  double m, I[3], Omega;
};
Data data_of(std::string const& case_name) {
  return case_name == "flat-rotating" ? Data{1, {1, 2, 2.5}, 0.3} : Data{3, {1, 1.1, 1.2}, 0.2};
}

/// Moving energy H - <p, Y> of a momentum at q, Y = Omega e3 x (x, y).
double moving_energy(Data const& d, Numbers const& p, Numbers const& q) {
  double const kinetic = (p[0] * p[0] + p[1] * p[1]) / d.m + p[2] * p[2] / d.I[0] +
                         p[3] * p[3] / d.I[1] + p[4] * p[4] / d.I[2];
  return kinetic / 2 - d.Omega * (q[0] * p[1] - q[1] * p[0]);
}
/// Alternating part |(p^- - p^+)/2| of the momentum, in the metric of the kinetic energy.
double alternating_part(Data const& d, StepMomenta const& step) {
  double sum = 0;
  for (int c = 0; c < 5; ++c) {
    double const half = (step.p[c] - step.p_plus[c]) / 2;
    sum += half * half / (c < 2 ? d.m : d.I[c - 2]);
  }
  return std::sqrt(sum);
}
double orthogonality_defect(Numbers const& q) {
  Eigen::Matrix3d const R = rotation_of(q);
  return largest_entry(R * R.transpose() - Eigen::Matrix3d::Identity());
}

/// Measures orders of (x, y), gamma = R^T e3 and w at T = 15, with the momentum p(0) at the first
/// node.
void measure_orders(Study& study) {
  std::vector<ErrorOf> const errors_of{contact_error("x"), position_error("gamma", 8, 11),
                                       spin_error("w")};
  std::vector<long> counts{100, 200, 400, 800};
  if (!study.quick) counts.push_back(1600);
  for (std::string const case_name : {"FJM", "FJM-rotating"})
    for (auto const& m : methods) {
      auto const errors =
          errors_over_steps(study, run_of(m, case_name, "plain"), total_time, counts, errors_of);
      add_table(study, "errors_" + case_name + "_" + m.key, errors);
    }
}

/// Largest errors of a long run.
struct LongRun {
  Largest kept;    ///< change of the momentum K, and of R^T R from 1
  Largest moving;  ///< change of the moving energy at p^-
};
LongRun long_run(Study& study, Method const& m, std::string const& case_name, long steps) {
  auto const t = study.execute(run_of(m, case_name, "multiplier").with(0.1_quad, steps));
  auto const d = data_of(case_name);
  LongRun r;
  for (std::size_t c = 2; c < 5; ++c) r.kept(t.invariants[c].max_deviation);
  auto& table = study.table("long_" + case_name + "_" + m.key, {"t", "moving", "alternating"});
  double const start = t.invariant_values[0][1];
  double first = 0;
  Largest window[2];
  constexpr std::size_t window_steps = 400;  // 40 time units: one point of the figure
  for (std::size_t k = 0; k < t.q.size(); ++k) {
    r.kept(orthogonality_defect(t.q[k]));
    window[0](t.invariant_values[k][1] - start);
    if (m.reflects && k > 0) {
      auto const step = momenta_of_step(t, k);
      double const E = moving_energy(d, step.p, t.q[k]);
      if (k == 1) first = E;
      r.moving(E - first);
      window[1](alternating_part(d, step));
    }
    if (k > 0 && k % window_steps == 0) {
      table.add({t.times[k] - 20, window[0].value, window[1].value});
      window[0] = window[1] = {};
    }
  }
  return r;
}

void measure_long_runs(Study& study) {
  long const steps = study.quick ? 10000 : 40000;
  Largest kept, of_em;
  for (std::string const case_name : {"FJM-rotating", "flat-rotating"})
    for (auto const& m : methods) {
      auto const r = long_run(study, m, case_name, steps);
      kept(r.kept.value);
      if (m.key == "em") of_em(r.moving.value);
    }
  study.add_finding(
      "FJM-21/sphere/exact", larger_or_nan(kept.value, of_em.value),
      fmt::format("{} steps of 0.1, two sets of inertias: largest change of the angular "
                  "momentum about the contact point and of $R R^T$ {:.1e} by all four "
                  "methods, of the moving energy of $p^-$ by the energy-momentum method "
                  "{:.1e}",
                  steps, kept.value, of_em.value));
}

}  // namespace

void chaplygin_sphere(Study& study) {
  measure_orders(study);
  study.progress(0.5);
  measure_long_runs(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::chaplygin_sphere_study
