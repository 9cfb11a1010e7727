// Study of the methods that preserve the invariant measure of the motion.

#include <algorithm>
#include <cmath>
#include <map>

#include "experiments/beyond/shared/matrix.hpp"
#include "experiments/beyond/shared/volume.hpp"
#include "experiments/core/series.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/fit.hpp"
#include "experiments/measure/growth.hpp"
#include "experiments/measure/trend.hpp"

namespace rattleback::beyond::invariant_measures_study {

namespace {

/// Largest change that counts as preserved: derivatives by differences lose about 1e-12 per step.
constexpr double kept_to_rounding = 1e-8;

/// Case whose volume is measured.
struct Body {
  char const *problem, *case_name, *label;
  int steps_per_unit;
  long time, quick_time;
  bool has_measure = true, is_chaotic = false;
};

constexpr std::array bodies{
    Body{"contact_oscillator", "IC-C", "contact", 10, 200, 20},
    Body{"chaotic_r7", "IC-R", "chaotic", 10, 100, 15, true, true},
    Body{"pendulum_cvt", "a2", "pendulum", 10, 200, 20},
    Body{"knife_edge_cvt", "c1", "knife", 10, 200, 20},
    Body{"veselova", "heavy", "Veselova", 10, 100, 10},
    Body{"chaplygin_sleigh", "FIM", "sleigh", 20, 10, 5, false},
};

Run run_on(Body const& body, std::string const& method, long time) {
  return {.problem = body.problem,
          .method = method,
          .case_name = body.case_name,
          .step = RawQuad(1) / body.steps_per_unit,
          .steps = body.steps_per_unit * time};
}

bool is_map_of_constraints(Body const& body, MethodVariant const& by) {
  auto const& method = find_problem(body.problem).method(by.method);
  if (by.adaptive || !method.not_applicable_because.empty() || !method.volume_defect) return false;
  // Solvers of the eliminated equations leave the constraint.
  if (method.card.baseline && !method.card.preserves_constraint) return false;
  // This method satisfies the constraint only between nodes, except for its form in a frame.
  if (by.method.find("discrete_gradient") != std::string::npos && !by.label.ends_with(", frame"))
    return false;
  // One composition represents all; on the chaotic system compositions would take too long.
  return !by.method.starts_with("compose") ||
         (!body.is_chaotic && by.method.ends_with(",yoshida4)"));
}

Mark mark_of(Body const& body, VolumeSeries const& series) {
  if (series.outcome != Outcome::ok || !std::isfinite(series.logarithms.back())) return Mark::fails;
  if (largest(series.logarithms) <= kept_to_rounding) return Mark::kept;
  Mark const drift =
      series.logarithms.back() > series.logarithms.front() ? Mark::rises : Mark::falls;
  if (!body.is_chaotic)
    return trend_of(series.times, series.logarithms).drifts ? drift : Mark::bounded;
  switch (classify_growth(series.times, series.logarithms).kind) {
    case Growth::bounded:
      return Mark::bounded;
    case Growth::square_root:
      return Mark::walks;
    case Growth::linear:
    case Growth::exponential:
    case Growth::drifting:
      return drift;
    case Growth::undecided:
      break;
  }
  return Mark::undecided;
}

struct Cell {
  MethodVariant by;
  Body const* body;
  Mark mark;
  double last, rate;
};

/// Returns the cells of every map of the constraint manifold on every body.
std::vector<Cell> matrix(Study& study, std::vector<std::string>& labels) {
  std::vector<Cell> cells;
  std::vector<std::size_t> rows;
  for (auto const& body : bodies) {
    long const time = study.quick ? body.quick_time : body.time;
    for (auto const& by : contenders(body.problem)) {
      if (!is_map_of_constraints(body, by)) continue;
      auto const known = std::find(labels.begin(), labels.end(), by.label);
      rows.push_back(std::size_t(known - labels.begin()));
      if (known == labels.end()) labels.push_back(by.label);
      auto run = run_on(body, by.method, time);
      run.options = by.options;
      auto const series = volume_along(study, run);
      auto const mark = mark_of(body, series);
      double const rate =
          mark == Mark::fails ? std::nan("") : trend_of(series.times, series.logarithms).rate;
      cells.push_back({by, &body, mark, series.logarithms.back(), rate});
      study.progress(0.8 * double(&body - bodies.data()) / double(bodies.size()));
    }
  }
  auto& table = study.table("cells", columns_of_cells({"sum", "rate"}));
  for (std::size_t i = 0; i < cells.size(); ++i) {
    // A gap separates bodies with and without an invariant measure.
    auto const column = double(cells[i].body - bodies.data() + 1) + !cells[i].body->has_measure;
    table.add(
        cell_row(rows[i], labels.size(), column, {cells[i].last, cells[i].rate}, cells[i].mark));
  }
  return cells;
}

std::string marked(std::vector<Cell> const& cells, char const* problem) {
  std::vector<std::string> words;
  for (auto const& cell : cells)
    if (cell.body->problem == std::string(problem))
      words.push_back(fmt::format("{} {} ({:.1e})", cell.by.label, name_of(cell.mark), cell.last));
  return joined(words);
}

void find_in(Study& study, std::vector<Cell> const& cells) {
  MarkCounts symmetric, others;
  for (auto const& cell : cells)
    if (cell.body->has_measure) ++(cell.by.symmetric ? symmetric : others)[cell.mark];
  find_drifting(study, "IM-04", symmetric);
  find_drifting(study, "IM-05", others);
  for (auto const& cell : cells)
    if (cell.body->problem == std::string("pendulum_cvt") && cell.by.label == "dla_leapfrog")
      study.add_finding(
          "IM-07", 100 * cell.rate,
          fmt::format("{:.5f}; all maps: {}", 100 * cell.rate, marked(cells, "pendulum_cvt")));
  Largest of_veselova;
  for (auto const& cell : cells)
    if (cell.body->problem == std::string("veselova")) of_veselova(cell.last);
  study.add_finding("IM-08", of_veselova.value, marked(cells, "veselova"));
}

/// Logarithms of the closed forms for dx dy dz dvy dvz with the density (1 + |y|^2)^(1/2), M = 1
/// and one constraint. y has one component on the contact oscillator and several on the chaotic
/// systems.
struct ClosedForm {
  std::size_t y, parts;  ///< first component of y in q, and number of components
  double h;

  double dot(std::vector<double> const& a, std::vector<double> const& b) const {
    double sum = 0;
    for (std::size_t i = y; i < y + parts; ++i) sum += a[i] * b[i];
    return sum;
  }
  double density(std::vector<double> const& q) const { return std::sqrt(1 + dot(q, q)); }

  /// Returns log J and densities for (4.18): J = (1 + |y0|^2 + (h/2) y0 . vy0)/(1 + |y1|^2 - (h/2)
  /// y1 . vy1).
  double leapfrog(std::vector<double> const& q0, std::vector<double> const& v0,
                  std::vector<double> const& q1, std::vector<double> const& v1) const {
    return std::log((1 + dot(q0, q0) + h / 2 * dot(q0, v0)) /
                    (1 + dot(q1, q1) - h / 2 * dot(q1, v1)) * density(q1) / density(q0));
  }
  /// Returns log J and densities for (4.12): J = (1 + y0 . y1)/(1 + |y1|^2).
  double euler(std::vector<double> const& q0, std::vector<double> const& q1) const {
    return std::log((1 + dot(q0, q1)) / (1 + dot(q1, q1)) * density(q1) / density(q0));
  }
};

void closed_forms(Study& study) {
  Cases differences;
  Largest of_step;
  auto& table = study.table("contact", {"time", "leapfrog", "euler", "euler_adjoint"});
  for (auto const& [body, form] :
       {std::pair{bodies[0], ClosedForm{1, 1, 0.1}}, std::pair{bodies[1], ClosedForm{1, 3, 0.1}}}) {
    long const time = study.quick ? 20 : body.time;
    std::vector<VolumeSeries> series;
    for (std::string const method : {"dla_leapfrog", "dla_euler"}) {
      series.push_back(volume_along(study, run_on(body, method, time)));
      auto const& s = series.back();
      Largest here;
      for (std::size_t i = 0; i < s.steps.size(); ++i) {
        here(s.steps[i] - (method == "dla_euler"
                               ? form.euler(s.q[i], s.q[i + 1])
                               : form.leapfrog(s.q[i], s.v[i], s.q[i + 1], s.v[i + 1])));
        of_step(s.steps[i]);
      }
      differences.add(here.value, fmt::format("{} on {} {:.1e}", method, body.problem, here.value));
    }
    if (body.problem != std::string("contact_oscillator")) continue;
    auto const adjoint = volume_along(study, run_on(body, "dla_euler_adjoint", time));
    for (std::size_t i = 0; i < adjoint.times.size(); i += 4)
      table.add({adjoint.times[i], series[0].logarithms[i], series[1].logarithms[i],
                 adjoint.logarithms[i]});
    double const rate = trend_of(series[1].times, series[1].logarithms).rate;
    study.add_finding(
        "IM-03", rate / form.h,
        fmt::format("{:.4f} for (4.12), {:.4f} for its adjoint; (4.18) stays within {:.2e}",
                    rate / form.h, trend_of(adjoint.times, adjoint.logarithms).rate / form.h,
                    largest(series[0].logarithms)));
  }
  study.add_finding("IM-01", differences.largest.value,
                    fmt::format("{}; single steps change the volume by up to {:.1e}",
                                differences.words(), of_step.value));
}

/// Measures one step from IC-C at several step sizes.
void orders(Study& study) {
  auto const& cases = study.problem("contact_oscillator").cases;
  auto const start = std::ranges::find(cases, "IC-C", &ProblemEntry::CaseRecord::name);
  std::vector<std::string> words, kept;
  double least = std::numeric_limits<double>::infinity();
  auto& table = study.table("steps", {"method", "h", "defect"});
  double row = 0;
  for (auto const& by : contenders("contact_oscillator")) {
    if (!is_map_of_constraints(bodies[0], by) || by.method.starts_with("compose")) continue;
    std::vector<double> steps, defects;
    for (int const per_unit : {10, 20, 40, 80}) {
      auto run = run_on(bodies[0], by.method, 1);
      run.options = by.options;
      run.step = RawQuad(1) / per_unit;
      steps.push_back(1. / per_unit);
      defects.push_back(std::abs(volume_of_step(study, run, start->q, start->v)));
      table.add({row, steps.back(), defects.back()});
    }
    ++row;
    if (defects.back() < 1e-10) {
      kept.push_back(fmt::format("{} {:.1e}", by.label, defects.front()));
      continue;
    }
    double const slope = fit_power(steps, defects).slope;
    if (by.symmetric) least = std::min(least, slope);
    words.push_back(
        fmt::format("{} {:.2f} ({:.3e} at $h$ = .1)", by.label, slope, defects.front()));
  }
  study.add_finding(
      "IM-02", least,
      joined(words) + (kept.empty() ? "" : "; below 1e-10 at $h$ = .0125: " + joined(kept)));
}

/// (4.18) on the knife edge preserves cos(h vy/2) dx dy dz dvy du.
void knife_edge(Study& study) {
  auto const& body = bodies[3];
  long const time = study.quick ? 20 : body.time;
  auto const series = volume_along(study, run_on(body, "dla_leapfrog", time));
  double const h = 1. / body.steps_per_unit;
  Largest of_own, of_flow;
  for (std::size_t i = 0; i < series.steps.size(); ++i) {
    of_own(series.steps[i] +
           std::log(std::cos(h * series.v[i + 1][1] / 2) / std::cos(h * series.v[i][1] / 2)));
    of_flow(series.steps[i]);
  }
  study.add_finding("IM-06", of_own.value,
                    fmt::format("{:.1e}; against the measure of the motion up to {:.1e} a step",
                                of_own.value, of_flow.value));
}

/// Bodies without an invariant measure: the motion itself changes the volume.
void without_measure(Study& study, std::vector<Cell> const& cells) {
  long const time = study.quick ? 2 : 4;
  Run const run{.problem = "rattleback",
                .method = "odeint_rkf78",
                .case_name = "reverses",
                .step = RawQuad(1) / 1000,
                .steps = 1000 * time,
                .options = {{"rtol", "1e-12"}, {"atol", "1e-12"}}};
  auto const flow = volume_of_motion(study, run, study.execute(run));
  auto& table = study.table("rattleback", {"time", "volume"});
  for (std::size_t i = 0; i < flow.size(); i += 4) table.add({0.002 * double(i), flow[i]});
  study.add_finding(
      "IM-09", largest(flow),
      fmt::format("the volume changes by a factor up to $e^{{{:.3f}}}$ within {} s. Sleigh, "
                  "methods less motion: {}",
                  largest(flow), time, marked(cells, "chaplygin_sleigh")));
}

}  // namespace

void invariant_measures(Study& study) {
  std::vector<std::string> labels;
  auto const cells = matrix(study, labels);
  study.names("methods", names_from_below(labels));
  find_in(study, cells);
  closed_forms(study);
  orders(study);
  knife_edge(study);
  without_measure(study, cells);
}

}  // namespace rattleback::beyond::invariant_measures_study
