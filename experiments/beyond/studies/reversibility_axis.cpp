// Which method's energy drifts on which torus.

#include <cmath>
#include <map>

#include "experiments/beyond/shared/closed_orbit.hpp"
#include "experiments/beyond/shared/fibre_drift.hpp"
#include "experiments/core/panels.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::beyond {

namespace {

/// The place of column `i` in the picture: a gap parts protected tori from others.
double place_of(std::size_t i) { return double(i + 1) + (columns()[i].protected_torus ? 0 : 1); }

/// `run` with outputs one unit of time apart.
Run sampled(Run const& run, int steps_per_unit, long time) {
  return run.with(RawQuad(1) / steps_per_unit, steps_per_unit * time, steps_per_unit);
}

long time_of(Findings const& findings, Column const& column) {
  if (findings.quick) return 500;
  return column.case_name == "a3" ? 4000 : 2000;
}

/// Rates of log E at h = .2, .1 and .05, and the power of h that they follow.
struct Scaling {
  std::vector<double> steps{0.2, 0.1, 0.05}, rates;
  double exponent = std::nan("");

  Scaling(Findings& findings, Run const& run, long time, double at_tenth) {
    std::vector<double> sizes;
    bool one_sign = true;
    for (int const per_unit : {5, 10, 20}) {
      rates.push_back(per_unit == 10 ? at_tenth
                                     : fibre_drift(findings, sampled(run, per_unit, time)).rate);
      sizes.push_back(std::abs(rates.back()));
      one_sign = one_sign && rates.back() * rates.front() > 0;
    }
    if (one_sign) exponent = fit_power(steps, sizes).slope;
  }
};

/// What a quick run keeps.
bool in_quick_mode(Contender const& by, Column const& on) {
  bool const is_composed = by.method.starts_with("compose");
  bool const drifts_there =
      on.problem == "pendulum_cvt" && !on.protected_torus && on.label != "a2r−";
  return (on.label == "a0+" || drifts_there) && !by.adaptive && !is_composed;
}

struct Cell {
  Contender const* by;
  Column const* on;
  Drift drift;
};

class Matrix {
 public:
  explicit Matrix(Findings& findings) : rows_(contenders("pendulum_cvt")) {
    auto& table = findings.table(
        "cells", columns_of_cells({"rate", "rate_over_power", "ripple", "exponent"}));
    double const all = double(rows_.size() * columns().size());
    for (std::size_t r = 0; r < rows_.size(); ++r)
      for (std::size_t c = 0; c < columns().size(); ++c) {
        auto const& on = columns()[c];
        auto const& by = rows_[r];
        if (findings.quick && !in_quick_mode(by, on)) continue;
        if (!find_problem(on.problem).method(by.method).refusal.empty()) continue;
        long const time = time_of(findings, on);
        auto const run = run_by(by, run_on(on, 1, time, 1));
        auto drift = fibre_drift(findings, by.adaptive ? run : sampled(run, 10, time));
        double exponent = std::nan("");
        bool const drifts = drift.mark == Mark::rises || drift.mark == Mark::falls;
        if (drifts && !by.adaptive && !findings.quick)
          exponent = Scaling(findings, run, time, drift.rate).exponent;
        double const scaled = by.adaptive ? std::nan("") : drift.rate * std::pow(10, by.order);
        table.add(cell_row(r, rows_.size(), place_of(c),
                           {drift.rate, scaled, drift.ripple, exponent}, drift.mark));
        drift.times.clear();
        drift.energy.clear();
        cells_.push_back({&by, &on, std::move(drift)});
        findings.progress(0.9 * double(r * columns().size() + c) / all);
      }
  }

  /// How many of the cells that `chosen` takes have each mark.
  template <class Chosen>
  std::map<Mark, int> count(Chosen const& chosen) const {
    std::map<Mark, int> counts;
    for (auto const& cell : cells_)
      if (chosen(cell)) ++counts[cell.drift.mark];
    return counts;
  }

  Drift const& at(std::string const& label, std::string const& column) const {
    for (auto const& cell : cells_)
      if (cell.by->label == label && cell.on->label == column) return cell.drift;
    throw std::logic_error("no cell " + label + ", " + column);
  }

  /// Labels of those that stay bounded, or keep the energy to rounding, in every column.
  std::vector<std::string> bounded_everywhere() const {
    std::vector<std::string> labels;
    for (auto const& row : rows_) {
      auto const counts = count([&](Cell const& cell) { return cell.by == &row; });
      int good = 0, all = 0;
      for (auto const& [mark, number] : counts) {
        all += number;
        if (mark == Mark::bounded || mark == Mark::kept) good += number;
      }
      if (good == all) labels.push_back(row.label);
    }
    return labels;
  }

  std::size_t methods() const { return rows_.size(); }

 private:
  std::vector<Contender> const rows_;
  std::vector<Cell> cells_;
};

void find_in(Matrix const& matrix, Findings& findings) {
  auto const on_protected = matrix.count([](Cell const& cell) {
    return cell.by->symmetric && !cell.by->adaptive && cell.on->protected_torus;
  });
  findings.find("REV-01", drifting(on_protected),
                fmt::format("{} of these drift; cells: {}", drifting(on_protected),
                            counts_in_words(on_protected)));
  auto const on_others = matrix.count([](Cell const& cell) {
    return cell.by->symmetric && !cell.by->adaptive && !cell.on->protected_torus;
  });
  findings.find(
      "REV-02", drifting(on_others),
      fmt::format("{} of these drift; cells: {}", drifting(on_others), counts_in_words(on_others)));
  auto const unsymmetric = matrix.count([](Cell const& cell) {
    return !cell.by->symmetric && !cell.by->adaptive && cell.on->protected_torus;
  });
  auto const solvers = matrix.count([](Cell const& cell) { return cell.by->adaptive; });
  findings.find("REV-03", drifting(unsymmetric),
                fmt::format("{} of these drift; cells: {}. Solvers at tolerance {} on all tori: {}",
                            drifting(unsymmetric), counts_in_words(unsymmetric), solver_tolerance,
                            counts_in_words(solvers)));
  double const there = matrix.at("dla_leapfrog", "a2+").rate * 100,
               back = matrix.at("dla_leapfrog", "a2−").rate * 100,
               other = matrix.at("dla_leapfrog", "a2r+").rate * 100;
  findings.find("REV-04", there / back,
                fmt::format("{:.3f}: rate/h² {:.5f} forward, {:.5f} from -v, {:.5f} from the start "
                            "of case a2-reverse",
                            there / back, there, back, other));
  auto const &rattle = matrix.at("gni_rattle", "a3+"), &back_on_a3 = matrix.at("gni_rattle", "a3−"),
             &harmonic = matrix.at("gni_rattle", "a2+"), &midpoint = matrix.at("gni", "a3+");
  findings.find(
      "REV-05", rattle.slope * 100,
      fmt::format("dE/dt over h² of GNI in the form of RATTLE {:.3e} ({}) on a3, {:.3e} ({}) from "
                  "-v, {:.3e} ({}) on a2; of GNI with midpoints {:.3e} ({}) on a3",
                  rattle.slope * 100, name_of(rattle.mark), back_on_a3.slope * 100,
                  name_of(back_on_a3.mark), harmonic.slope * 100, name_of(harmonic.mark),
                  midpoint.slope * 100, name_of(midpoint.mark)));
  auto const good = matrix.bounded_everywhere();
  findings.find("REV-06", double(good.size()),
                fmt::format("{} of {}: {}", good.size(), matrix.methods(),
                            good.empty() ? "none" : fmt::format("{}", fmt::join(good, "; "))));
}

void scalings(Findings& findings) {
  Column const& a2 = columns()[6];
  long const time = time_of(findings, a2);
  auto& table = findings.table("scaling", {"h", "leapfrog", "midpoint", "spark", "yoshida"});
  std::vector<std::string> words;
  std::vector<std::vector<double>> rates;
  double of_leapfrog = 0;
  for (auto const& [method, name] :
       {std::pair{"dla_leapfrog", "(4.18)"}, std::pair{"dla_midpoint", "midpoint DLA"},
        std::pair{"lobatto_spark", "SPARK with three stages"},
        std::pair{"compose(dla_leapfrog,yoshida4)", "(4.18) composed by yoshida4"}}) {
    auto run = run_on(a2, 1, time, 1);
    run.method = method;
    Scaling const scaling(findings, run, time, fibre_drift(findings, sampled(run, 10, time)).rate);
    if (rates.empty()) of_leapfrog = scaling.exponent;
    words.push_back(
        fmt::format("{:.2f} for {} (rates {})", scaling.exponent, name, in_words(scaling.rates)));
    rates.push_back(scaling.rates);
  }
  double const steps[]{0.2, 0.1, 0.05};
  for (std::size_t i = 0; i < 3; ++i)
    table.add({steps[i], std::abs(rates[0][i]), std::abs(rates[1][i]), std::abs(rates[2][i]),
               std::abs(rates[3][i])});
  findings.find("REV-07", of_leapfrog, fmt::format("{}", fmt::join(words, "; ")));
}

void closed_orbits(Findings& findings, Matrix const& matrix) {
  auto& table = findings.table("closed_orbits", {"knife_edge", "steps", "h", "largest", "middle",
                                                 "smallest", "determinant", "opening"});
  std::vector<std::string> words;
  Run const cvt{.problem = "pendulum_cvt", .method = "dla_leapfrog", .case_name = "a2"},
      knife{.problem = "knife_edge_cvt", .method = "dla_leapfrog", .case_name = "c1"};
  auto const add = [&](Run const& run, long steps) {
    auto const orbit = closed_orbit(findings, run, steps);
    auto const& m = orbit.moduli;
    table.add({run.problem == "knife_edge_cvt" ? 1. : 0., double(steps), double(orbit.step), m[0],
               m[1], m[2], orbit.determinant, orbit.opening});
    return orbit;
  };
  for (long const steps : {20, 40, 80}) {
    auto const orbit = add(cvt, steps);
    words.push_back(fmt::format("{:.6f} (twice) and {:.6f} for N = {}", orbit.rate(0, steps),
                                orbit.rate(2, steps), steps));
    if (steps != 40) continue;
    findings.find("REV-09", orbit.determinant,
                  fmt::format("{:.14f}; on the knife edge {:.14f}", orbit.determinant,
                              add(knife, steps).determinant));
  }
  double const measured = matrix.at("dla_leapfrog", "a2+").rate * 100;
  findings.find("REV-08", measured / 2,
                fmt::format("{:.5f} in the run; log|eigenvalue|/(N h³): {}", measured / 2,
                            fmt::join(words, ", ")));
}

void curves(Findings& findings) {
  long const time = findings.quick ? 500 : 2000;
  auto& table = findings.table("energy", {"time", "leapfrog", "leapfrog_back", "gni", "spark"});
  std::vector<std::vector<double>> energies;
  std::vector<double> times;
  for (auto const& [method, column] : {std::pair{"dla_leapfrog", 6}, std::pair{"dla_leapfrog", 7},
                                       std::pair{"gni", 6}, std::pair{"lobatto_spark", 6}}) {
    auto run = run_on(columns()[std::size_t(column)], 1, time, 1);
    run.method = method;
    auto drift = fibre_drift(findings, sampled(run, 10, time));
    for (double& energy : drift.energy) energy /= 0.625;
    energies.push_back(drift.energy);
    times = drift.times;
  }
  for (std::size_t i = 0; i < times.size(); i += 2)
    table.add({times[i], energies[0][i], energies[1][i], energies[2][i], energies[3][i]});
}

void compute(Findings& findings) {
  Matrix const matrix(findings);
  find_in(matrix, findings);
  scalings(findings);
  closed_orbits(findings, matrix);
  curves(findings);
}

Figure matrix_figure() {
  std::vector<std::string> x_names, y_names;
  for (auto const& column : columns()) {
    if (!column.protected_torus && (x_names.empty() || x_names.size() == 6)) x_names.push_back("");
    x_names.push_back(column.label);
  }
  for (auto const& row : contenders("pendulum_cvt")) y_names.push_back(drawn(row.label));
  auto const panel =
      matrix_panel("torus to itself                          torus to another", x_names, y_names,
                   {"swings, without a drift", "kept to rounding", "drifts upwards",
                    "drifts downwards", nullptr, nullptr, "fails"});
  return {
      .id = "matrix",
      .number = "",
      .caption =
          "Energy of the fibre by every method (rows) on every case of the two transmissions "
          "(columns), run forwards (+) and from the reversed velocity (−), {/:Italic h} = 0.1, "
          "{/:Italic t} ≤ 2000 (4000 on a3); solvers at tolerance 10^{-6}. A drift moves the "
          "logarithm of the energy by more in the whole run than it swings. On the left some "
          "reversing map takes the torus of the orbit to itself, which keeps what a symmetric "
          "method does forwards and backwards from adding up. On the right the potential of the "
          "driving angle is not even and the angle rotates: v → −v, which is all that is left, "
          "takes the torus to that of the opposite rotation, and nothing stops a drift, whose "
          "sign turns with the rotation. a2r is a2 with the other rotation from the start.",
      .width = 6.9,
      .height = 8.6,
      .panels = {panel}};
}

Figure drift_figure() {
  auto energy = plain_panel("(a) energy of the fibre", italic("t"),
                            italic("E_f") + "/" + italic("E_f") + "(0)",
                            {{"energy.csv", "time", "leapfrog", "lines", "(4.18), a2+"},
                             {"energy.csv", "time", "leapfrog_back", "lines", "(4.18), a2−"},
                             {"energy.csv", "time", "gni", "lines", "GNI, a2+"},
                             {"energy.csv", "time", "spark", "lines", "SPARK, a2+"}});
  energy.key = "top left";
  auto const rates =
      errors_panel("(b) rate of the drift on a2+", "|rate|",
                   {{"scaling.csv", "h", "leapfrog", "linespoints", "(4.18), a2+"},
                    {"scaling.csv", "h", "midpoint", "linespoints", "midpoint DLA"},
                    {"scaling.csv", "h", "spark", "linespoints", "SPARK, a2+"},
                    {"scaling.csv", "h", "yoshida", "linespoints", "(4.18), Yoshida"}});
  return {.id = "drift",
          .number = "",
          .caption =
              "(a) Energy of the fibre over time on the torus that nothing protects, "
              "{/:Italic h} = 0.1: the drift of (4.18) changes its sign with the direction. "
              "(b) Rate at which log {/:Italic E_f} drifts over the step size.",
          .columns = 2,
          .width = 6.9,
          .height = 3.2,
          .panels = {energy, rates}};
}

}  // namespace

Experiment reversibility_axis() {
  return {
      .id = "beyond_reversibility_axis",
      .paper = "beyond",
      .title = "The reversibility axis: where a symmetric method drifts",
      .about =
          "Every method on every case of two integrable transmissions, both ways round. A driving "
          "angle turns a linear fibre; what is measured is the energy of the fibre, because that "
          "of the angle is bounded for all methods that a Verlet step moves.",
      .choices =
          {{"What counts as a drift",
            "That log E moves by more in the whole run than it swings within a tenth of it.",
            "The energy of the fibre swings with an amplitude of the method's order, and its "
            "drift, "
            "where there is one, exceeds that from t = 200 on. The classifier of the comparison, "
            "made "
            "for irregular series, leaves half of these regular ones undecided."},
           {"Which rate is stated", "The slope of log E, of the means of ten blocks of the run.",
            "The drift is exponential, and the means remove the oscillation of order h²."},
           {"How long the runs are", "T = 2000, on a3 4000.",
            "At h = .1 the drift exceeds the oscillation from about t = 200; that of GNI on a3 is "
            "80 times slower."}},
      .figures = {matrix_figure(), drift_figure()},
      .compute = compute};
}

}  // namespace rattleback::beyond
