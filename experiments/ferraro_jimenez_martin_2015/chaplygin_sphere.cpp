#include "experiments/ferraro_jimenez_martin_2015/ball_runs.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using namespace ball;

constexpr int total_time = 15;

struct Method {
  std::string key, id, label;
  Options options = {};
  bool reflects = true;  ///< and so has momenta p^-, p^+
};
std::vector<Method> const& methods() {
  static std::vector<Method> const all{
      {"cay", "reduced_gni", "GNI, Cayley", {{"retraction", "cayley"}}},
      {"exp", "reduced_gni", "GNI, exponential", {{"retraction", "exp"}}},
      {"em", "energy_momentum_gni", "GNI, energy-momentum"},
      {"km", "k_midpoint", "midpoint at constant K", {}, false}};
  return all;
}
Runs runs_of(Method const& m, std::string const& case_name, std::string const& start) {
  return {"chaplygin_sphere", case_name, m.id, m.reflects ? start : "plain", m.options};
}
struct Data {
  double m, I[3], Omega;
};
Data data_of(std::string const& case_name) {
  return case_name == "flat-rotating" ? Data{1, {1, 2, 2.5}, 0.3} : Data{3, {1, 1.1, 1.2}, 0.2};
}

/// H - <p, Y> of a momentum at q, Y = Omega e3 x (x, y).
double moving_energy(Data const& d, Numbers const& p, Numbers const& q) {
  double const kinetic = (p[0] * p[0] + p[1] * p[1]) / d.m + p[2] * p[2] / d.I[0] +
                         p[3] * p[3] / d.I[1] + p[4] * p[4] / d.I[2];
  return kinetic / 2 - d.Omega * (q[0] * p[1] - q[1] * p[0]);
}
/// |(p^- - p^+)/2| in the metric of the kinetic energy: the alternating part of the momentum.
double alternating_part(Data const& d, StepMomenta const& step) {
  double sum = 0;
  for (int c = 0; c < 5; ++c) {
    double const half = (step.p[c] - step.p_plus[c]) / 2;
    sum += half * half / (c < 2 ? d.m : d.I[c - 2]);
  }
  return std::sqrt(sum);
}
/// Largest entry of R R^T - 1.
double orthogonality_defect(Numbers const& q) {
  double most = 0;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) {
      double sum = a == b ? -1 : 0;
      for (int c = 0; c < 3; ++c) sum += q[2 + 3 * a + c] * q[2 + 3 * b + c];
      most = larger_or_nan(most, std::abs(sum));
    }
  return most;
}

/// Orders of (x, y), gamma = R^T e3 and w at T = 15, start B.
void measure_orders(Findings& findings, std::string const& case_name) {
  auto const exact = exact_state("chaplygin_sphere", case_name, total_time);
  for (auto const& m : methods()) {
    auto& table = findings.table("errors_" + case_name + "_" + m.key, {"h", "x", "gamma", "w"});
    Numbers h, errors[3];
    for (long steps = 100; steps <= (findings.quick ? 800 : 1600); steps *= 2) {
      auto const t = run(runs_of(m, case_name, "plain"), total_time, steps);
      watch(findings, runs_of(m, case_name, "plain"), t);
      h.push_back(double(total_time) / double(steps));
      errors[0].push_back(contact_distance(t.q.back(), exact.q));
      errors[1].push_back(distance(t.q.back(), exact.q, 8, 11));
      errors[2].push_back(spin_distance(t.v.back(), exact.v));
      table.add({h.back(), errors[0].back(), errors[1].back(), errors[2].back()});
    }
    double worst = 2;
    for (auto const& e : errors) {
      double const slope = fit_power(h, e).slope;
      if (std::abs(slope - 2) >= std::abs(worst - 2)) worst = slope;
    }
    findings.measure("FJM-20/sphere/" + case_name + "/" + m.key, worst,
                     fmt::format("{:.3f} (h = 0.15: x {:.2e}, gamma {:.2e}, w {:.2e})", worst,
                                 errors[0][0], errors[1][0], errors[2][0]));
  }
}

/// Trends are judged over so many steps of 0.1.
constexpr std::size_t trend_steps = 10000;

/// What a long run keeps and what it lets grow.
struct LongRun {
  double K = 0, orthogonality = 0, moving = 0;  ///< largest changes; the last one at p^-
  double low = 0, high = 0, trend = 0;          ///< of the moving energy at nodes; see claim
  double quarter = 0, whole = 0;                ///< largest |error| of it, first quarter and all
  double first_half = 0, second_half = 0;       ///< alternating part
};
LongRun long_run(Findings& findings, Method const& m, std::string const& case_name, double time,
                 long steps) {
  auto const runs = runs_of(m, case_name, "multiplier");
  auto const t = run(runs, RawQuad(time), steps, 1);
  watch(findings, runs, t);
  auto const d = data_of(case_name);
  LongRun r;
  for (std::size_t c = 2; c < 5; ++c) r.K = larger_or_nan(r.K, t.invariants[c].max_deviation);
  auto& table = findings.table("long_" + case_name + "_" + m.key, {"t", "moving", "alternating"});
  double const start = t.invariant_values[0][1];
  double first = 0, sums[2] = {}, window[2] = {};
  constexpr std::size_t window_steps = 400;  // 40 time units: one point of the figure
  std::size_t const nodes = t.q.size(), judged = trend_steps + 1, tenth = judged / 10;
  for (std::size_t k = 0; k < nodes; ++k) {
    r.orthogonality = larger_or_nan(r.orthogonality, orthogonality_defect(t.q[k]));
    double const error = t.invariant_values[k][1] - start;
    if (k < judged) r.low = smaller_or_nan(r.low, error), r.high = larger_or_nan(r.high, error);
    r.whole = larger_or_nan(r.whole, std::abs(error));
    if (4 * k < nodes) r.quarter = r.whole;
    if (k < tenth) sums[0] += error;
    if (k + tenth >= judged && k < judged) sums[1] += error;
    double alternating = 0;
    if (m.reflects && k > 0) {
      auto const step = momenta_of_step(t, k);
      double const E = moving_energy(d, step.p, t.q[k]);
      if (k == 1) first = E;
      r.moving = larger_or_nan(r.moving, std::abs(E - first));
      alternating = alternating_part(d, step);
      double& half = 2 * k < nodes ? r.first_half : r.second_half;
      half = larger_or_nan(half, alternating);
    }
    window[0] = larger_or_nan(window[0], std::abs(error));
    window[1] = larger_or_nan(window[1], alternating);
    if (k > 0 && k % window_steps == 0) {
      table.add({t.times[k] - 20, window[0], window[1]});
      window[0] = window[1] = 0;
    }
  }
  r.trend = std::abs(sums[1] - sums[0]) / double(tenth) / (r.high - r.low);
  return r;
}

void measure_long_runs(Findings& findings, std::string const& case_name) {
  double const time = findings.quick ? 1000 : 4000;
  double K = 0, orthogonality = 0, growth = 0, alternating = 0;
  for (auto const& m : methods()) {
    auto const r = long_run(findings, m, case_name, time, std::lround(time * 10));
    K = larger_or_nan(K, r.K);
    orthogonality = larger_or_nan(orthogonality, r.orthogonality);
    findings.measure("FJM-21/sphere/" + case_name + "/trend/" + m.key, r.trend,
                     fmt::format("{:.3f} (error in [{:.2e}, {:.2e}])", r.trend, r.low, r.high));
    findings.measure("FJM-21/sphere/" + case_name + "/bounded/" + m.key, r.whole / r.quarter,
                     fmt::format("{:.2f} ({:.2e} in the end)", r.whole / r.quarter, r.whole));
    if (m.reflects) {
      growth = larger_or_nan(growth, r.second_half / r.first_half);
      alternating = larger_or_nan({alternating, r.first_half, r.second_half});
    }
    if (m.key == "em") findings.measure("FJM-21/sphere/" + case_name + "/em", r.moving);
  }
  auto const id = [&](std::string const& key) { return "FJM-21/sphere/" + case_name + "/" + key; };
  findings.measure(id("K"), K);
  findings.measure(id("R"), orthogonality);
  findings.measure(id("alternating"), growth,
                   fmt::format("{:.3f} (largest {:.3e})", growth, alternating));
}

/// Exponent of h of the moving energy at nodes, largest over T = 15.
void measure_nodal_energy(Findings& findings) {
  double worst = 2;
  for (auto const& m : methods()) {
    Numbers h, errors;
    for (long const steps : {100, 200, 400, 800}) {
      auto const t = run(runs_of(m, "FJM-rotating", "plain"), total_time, steps);
      h.push_back(double(total_time) / double(steps));
      errors.push_back(t.invariants[1].max_deviation);
    }
    double const slope = fit_power(h, errors).slope;
    if (std::abs(slope - 2) >= std::abs(worst - 2)) worst = slope;
  }
  findings.measure("FJM-21/sphere/nodal_energy", worst, fmt::format("{:.3f}", worst));
}

void compute(Findings& findings) {
  for (std::string const case_name : {"FJM", "FJM-rotating"}) measure_orders(findings, case_name);
  findings.progress(0.5);
  measure_nodal_energy(findings);
  measure_long_runs(findings, "FJM-rotating");
  findings.progress(0.75);
  measure_long_runs(findings, "flat-rotating");
}

constexpr char const* true_ball =
    "rolling condition with the spatial components of the angular velocity (E16)";
constexpr char const* unstated = "(not stated: the paper integrates another system)";

std::vector<Claim> claims() {
  std::vector<Claim> all;
  for (std::string const case_name : {"FJM", "FJM-rotating"})
    for (auto const& m : methods())
      all.push_back({.id = "FJM-20/sphere/" + case_name + "/" + m.key,
                     .place = "section 7.4, second example",
                     .statement = "Chaplygin's sphere, case " + case_name + ", " + m.label +
                                  ": the exponent of h farthest from 2 of the errors of position, "
                                  "R^T e3 and angular velocity at T = 15",
                     .printed = unstated,
                     .criterion = within(2, 0.1),
                     .reason = "symmetric methods of order two, steps from 0.15 on",
                     .correction = true_ball,
                     .assumption = start_b});
  auto const more = [&](std::string id, std::string statement, Criterion criterion,
                        std::string reason) {
    all.push_back({.id = "FJM-21/sphere/" + std::move(id),
                   .place = "section 7.4, second example",
                   .statement = std::move(statement),
                   .printed = unstated,
                   .criterion = std::move(criterion),
                   .reason = std::move(reason),
                   .correction = true_ball});
  };
  more("nodal_energy",
       "Moving energy at nodes: the exponent of h farthest from 2 of its largest error up to "
       "T = 15, four methods",
       within(2, 0.1), "four steps from 0.15 to 0.019");
  for (std::string const case_name : {"FJM-rotating", "flat-rotating"}) {
    std::string const run = ", case " + case_name + ", T = 4000, h = 0.1";
    more(case_name + "/K",
         "The angular momentum K about the contact point is exact: largest "
         "change, four methods" +
             run,
         at_most(1e-12), "rounding, 40000 steps");
    more(case_name + "/R", "R stays orthogonal: largest entry of R R^T - 1, four methods" + run,
         at_most(1e-12), "rounding, 40000 steps");
    more(case_name + "/em",
         "The moving energy of p^- is exact by the energy-momentum method: largest change" + run,
         at_most(1e-12), "rounding, 40000 steps");
    for (auto const& m : methods())
      more(case_name + "/trend/" + m.key,
           "The moving energy at nodes has no trend by " + m.label +
               ": change of its mean from the first tenth of a run to T = 1000 to the last, over "
               "its range, case " +
               case_name,
           at_most(0.25), "a drift over the whole range would show 0.9");
    for (auto const& m : methods())
      more(case_name + "/bounded/" + m.key,
           "The moving energy at nodes stays bounded by " + m.label +
               ": its largest error, over that in the first quarter of the run" + run,
           at_most(1.5), "1 for a bounded oscillation; diffusion shows 2, a drift 4");
    more(case_name + "/alternating",
         "The alternating part |p^- - p^+|/2 does not grow: its largest value in the second half "
         "over that in the first; worst of three methods" +
             run,
         at_most(1.5), "exponential growth would show in any ratio well above one");
  }
  return all;
}

Panel error_panel(std::string title, std::string y_label, std::string const& column,
                  std::pair<double, double> range) {
  Panel p{.title = std::move(title),
          .x_label = "{/:Italic h}",
          .y_label = std::move(y_label),
          .x_scale = "log",
          .y_scale = "log",
          .x_range = {{0.006, 0.25}},
          .y_range = range,
          .key = "top left"};
  for (auto const& m : methods())
    p.series.push_back(
        {"errors_FJM-rotating_" + m.key + ".csv", "h", column, "linespoints", m.label});
  return p;
}

std::vector<Figure> figures() {
  std::vector<Panel> long_panels;
  int letter = 0;
  for (std::string const case_name : {"FJM-rotating", "flat-rotating"}) {
    auto const panel = [&](std::string y_label, std::string const& column, bool all,
                           std::pair<double, double> range) {
      Panel p{.title = fmt::format("({})", "abcd"[letter++]),
              .x_label = "{/:Italic t}",
              .y_label = std::move(y_label),
              .y_scale = "log",
              .y_range = range,
              .key = "top right"};
      for (auto const& m : methods())
        if ((m.reflects || all))
          p.series.push_back(
              {"long_" + case_name + "_" + m.key + ".csv", "t", column, "lines", m.label});
      return p;
    };
    long_panels.push_back(panel("largest moving energy error", "moving", true, {2e-6, 1e-1}));
    long_panels.push_back(
        panel("|{/:Italic p}^{−} − {/:Italic p}^{+}|/2", "alternating", false, {2e-3, 0.2}));
  }
  return {{.id = "errors",
           .number = "",
           .caption = "Chaplygin's sphere on the rotating table: errors at {/:Italic T} = 15 of "
                      "(a) the contact point, (b) γ = {/:Italic R}^T{/:Italic e}_3, (c) the body "
                      "angular velocity.",
           .columns = 3,
           .width = 9.6,
           .height = 3.8,
           .panels = {error_panel("(a)", "|({/:Italic x}, {/:Italic y}) error|", "x", {5e-8, 1e-1}),
                      error_panel("(b)", "|γ error|", "gamma", {3e-7, 1e1}),
                      error_panel("(c)", "|ω error|", "w", {4e-7, 1})}},
          {.id = "long_runs",
           .number = "",
           .caption =
               "Chaplygin's sphere, {/:Italic h} = 0.1: largest moving energy error at nodes and "
               "alternating part of the momentum in windows of 40 time units, (a), (b) with the "
               "paper's inertias, "
               "(c), (d) with inertias 1, 2, 2.5.",
           .columns = 2,
           .width = 6.9,
           .height = 6.4,
           .panels = long_panels}};
}

}  // namespace

Experiment chaplygin_sphere() {
  return {.id = "fjm2015_chaplygin_sphere",
          .paper = paper_id,
          .title = "The rolling ball that section 7.4 names: Chaplygin's sphere",
          .about =
              "With unequal inertias the printed equations are not those of a ball. Here the "
              "ball itself, by the reduced GNI with two retractions, a GNI whose drift is an "
              "energy-momentum method, and a midpoint rule at constant momentum. With inertias "
              "1, 2, 2.5 the moving energy at nodes wanders slowly with the two retractions.",
          .choices = {starts_choice(),
                      {"orientation at the start", "R = 1", "the printed equations do not need it"},
                      {"start of the long runs", "p_0 = p(0) + (h/2) mu^T lambda(0)",
                       "half of the reaction; the smallest alternating part"},
                      {"a second set of inertias", "m = 1, I = (1, 2, 2.5), Omega = 0.3",
                       "the printed set is nearly a homogeneous ball; quick runs end at T = 1000"}},
          .claims = claims(),
          .figures = figures(),
          .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
