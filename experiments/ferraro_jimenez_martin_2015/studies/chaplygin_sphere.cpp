#include "experiments/comparison/growth.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using namespace ball;

constexpr int total_time = 15;

struct Method {
  std::string key, id, label;
  std::vector<std::pair<std::string, std::string>> options = {};
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
Candidate runs_of(Method const& m, std::string const& case_name, std::string const& start) {
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

/// Orders of (x, y), gamma = R^T e3 and w at T = 15, momentum p(0) at the first node.
void measure_orders(Findings& findings) {
  FarthestOrder farthest(2);
  for (std::string const case_name : {"FJM", "FJM-rotating"}) {
    auto const exact = exact_state("chaplygin_sphere", case_name, total_time);
    for (auto const& m : methods()) {
      auto& table = findings.table("errors_" + case_name + "_" + m.key, {"h", "x", "gamma", "w"});
      Numbers h, errors[3];
      for (long steps = 100; steps <= (findings.quick ? 800 : 1600); steps *= 2) {
        auto const runs = runs_of(m, case_name, "plain");
        auto const t = runs.run(RawQuad(total_time) / steps, steps);
        watch(findings, runs, t);
        h.push_back(double(total_time) / double(steps));
        errors[0].push_back(contact_distance(t.q.back(), exact.q));
        errors[1].push_back(distance(t.q.back(), exact.q, 8, 11));
        errors[2].push_back(spin_distance(t.v.back(), exact.v));
        table.add({h.back(), errors[0].back(), errors[1].back(), errors[2].back()});
      }
      FarthestOrder of_method(2);
      for (auto const& e : errors) of_method.add("", order_of(h, e, total_time));
      farthest.add((case_name == "FJM" ? "at rest, " : "rotating, ") + m.label, of_method.value);
    }
  }
  findings.find("FJM-20/sphere", farthest.value, farthest.text());
}

/// What a long run keeps and what it lets grow.
struct LongRun {
  double K = 0, orthogonality = 0, moving = 0;  ///< largest changes; the last one at p^-
  double nodal = 0, alternating = 0;            ///< largest moving energy error, alternating part
  GrowthVerdict growth;                         ///< of the moving energy at nodes
};
LongRun long_run(Findings& findings, Method const& m, std::string const& case_name, long steps) {
  auto const runs = runs_of(m, case_name, "multiplier");
  auto const t = runs.run(RawQuad(1) / 10, steps, 1);
  watch(findings, runs, t);
  auto const d = data_of(case_name);
  LongRun r;
  for (std::size_t c = 2; c < 5; ++c) r.K = larger_or_nan(r.K, t.invariants[c].max_deviation);
  auto& table = findings.table("long_" + case_name + "_" + m.key, {"t", "moving", "alternating"});
  double const start = t.invariant_values[0][1];
  double first = 0, window[2] = {};
  constexpr std::size_t window_steps = 400;  // 40 time units: one point of the figure
  Numbers errors;
  for (std::size_t k = 0; k < t.q.size(); ++k) {
    r.orthogonality = larger_or_nan(r.orthogonality, orthogonality_defect(t.q[k]));
    errors.push_back(t.invariant_values[k][1] - start);
    double const error = std::abs(errors.back());
    r.nodal = larger_or_nan(r.nodal, error);
    double alternating = 0;
    if (m.reflects && k > 0) {
      auto const step = momenta_of_step(t, k);
      double const E = moving_energy(d, step.p, t.q[k]);
      if (k == 1) first = E;
      r.moving = larger_or_nan(r.moving, std::abs(E - first));
      alternating = alternating_part(d, step);
      r.alternating = larger_or_nan(r.alternating, alternating);
    }
    window[0] = larger_or_nan(window[0], error);
    window[1] = larger_or_nan(window[1], alternating);
    if (k > 0 && k % window_steps == 0) {
      table.add({t.times[k] - 20, window[0], window[1]});
      window[0] = window[1] = 0;
    }
  }
  r.growth = classify_growth(t.times, errors);
  return r;
}

void measure_long_runs(Findings& findings) {
  long const steps = findings.quick ? 10000 : 40000;
  double kept = 0, of_em = 0, largest = 0, alternating = 0;
  std::vector<std::string> words;
  for (std::string const case_name : {"FJM-rotating", "flat-rotating"}) {
    for (auto const& m : methods()) {
      auto const r = long_run(findings, m, case_name, steps);
      kept = larger_or_nan({kept, r.K, r.orthogonality});
      if (m.key == "em") of_em = larger_or_nan(of_em, r.moving);
      largest = larger_or_nan(largest, r.nodal);
      alternating = larger_or_nan(alternating, r.alternating);
      words.push_back(
          fmt::format("{}, {} {:.1e} ({})", case_name, m.label, r.nodal, name_of(r.growth.kind)));
    }
    findings.progress(0.75);
  }
  findings.find("FJM-21/sphere/exact", larger_or_nan(kept, of_em),
                fmt::format("{} steps of 0.1, two sets of inertias: largest change of the angular "
                            "momentum about the contact point and of R R^T {:.1e} by all four "
                            "methods, of the moving energy of p^- by the energy-momentum method "
                            "{:.1e}",
                            steps, kept, of_em));
  findings.find("FJM-21/sphere/moving-energy", largest,
                fmt::format("largest error at nodes in {} steps of 0.1, and how it grows: {}; "
                            "largest alternating part of the momentum {:.1e}",
                            steps, fmt::join(words, ", "), alternating));
}

void compute(Findings& findings) {
  measure_orders(findings);
  findings.progress(0.5);
  measure_long_runs(findings);
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
              "energy-momentum method, and a midpoint rule at constant momentum.",
          .choices = {starts_choice(),
                      {"orientation at the start", "R = 1", "the printed equations do not need it"},
                      {"start of the long runs", "p_0 = p(0) + (h/2) mu^T lambda(0)",
                       "half of the reaction; the smallest alternating part"},
                      {"a second set of inertias", "m = 1, I = (1, 2, 2.5), Omega = 0.3",
                       "the printed set is nearly a homogeneous ball; quick runs end at T = 1000"}},
          .figures = figures(),
          .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
