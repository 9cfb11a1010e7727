// Study of energy drifts by method and torus.

#include <cmath>
#include <map>

#include "experiments/beyond/shared/closed_orbit.hpp"
#include "experiments/beyond/shared/fibre_drift.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::beyond::reversibility_axis_study {

namespace {

/// Returns the place of column `i` in the figure: a gap separates symmetric tori from others.
double place_of(std::size_t i) { return double(i + 1) + (columns()[i].symmetric_torus ? 0 : 1); }

/// Returns `run` with outputs one unit of time apart.
Run sampled(Run const& run, int steps_per_unit, long time) {
  return run.with(RawQuad(1) / steps_per_unit, steps_per_unit * time, steps_per_unit);
}

long time_of(Study const& study, Column const& column) {
  if (study.quick) return 500;
  return column.case_name == "a3" ? 4000 : 2000;
}

/// Rates of log E at h = 0.2, 0.1 and 0.05, and their power of h.
struct Scaling {
  std::vector<double> steps{0.2, 0.1, 0.05}, rates;
  double exponent = std::nan("");

  Scaling(Study& study, Run const& run, long time, double at_tenth) {
    std::vector<double> sizes;
    bool one_sign = true;
    for (int const per_unit : {5, 10, 20}) {
      rates.push_back(per_unit == 10 ? at_tenth
                                     : fibre_drift(study, sampled(run, per_unit, time)).rate);
      sizes.push_back(std::abs(rates.back()));
      one_sign = one_sign && rates.back() * rates.front() > 0;
    }
    if (one_sign) exponent = fit_power(steps, sizes).slope;
  }
};

/// True for the cells of a quick run.
bool in_quick_mode(MethodVariant const& by, Column const& on) {
  bool const is_composed = by.method.starts_with("compose");
  bool const drifts_there =
      on.problem == "pendulum_cvt" && !on.symmetric_torus && on.label != "a2r−";
  return (on.label == "a0+" || drifts_there) && !by.adaptive && !is_composed;
}

struct Cell {
  MethodVariant const* by;
  Column const* on;
  Drift drift;
};

class Matrix {
 public:
  explicit Matrix(Study& study) : rows_(contenders("pendulum_cvt")) {
    auto& table =
        study.table("cells", columns_of_cells({"rate", "rate_over_power", "ripple", "exponent"}));
    double const all = double(rows_.size() * columns().size());
    for (std::size_t r = 0; r < rows_.size(); ++r)
      for (std::size_t c = 0; c < columns().size(); ++c) {
        auto const& on = columns()[c];
        auto const& by = rows_[r];
        if (study.quick && !in_quick_mode(by, on)) continue;
        if (!find_problem(on.problem).method(by.method).not_applicable_because.empty()) continue;
        long const time = time_of(study, on);
        auto const run = run_by(by, run_on(on, 1, time, 1));
        auto drift = fibre_drift(study, by.adaptive ? run : sampled(run, 10, time));
        double exponent = std::nan("");
        bool const drifts = drift.mark == Mark::rises || drift.mark == Mark::falls;
        if (drifts && !by.adaptive && !study.quick)
          exponent = Scaling(study, run, time, drift.rate).exponent;
        double const scaled = by.adaptive ? std::nan("") : drift.rate * std::pow(10, by.order);
        table.add(cell_row(r, rows_.size(), place_of(c),
                           {drift.rate, scaled, drift.ripple, exponent}, drift.mark));
        drift.times.clear();
        drift.energy.clear();
        cells_.push_back({&by, &on, std::move(drift)});
        study.progress(0.9 * double(r * columns().size() + c) / all);
      }
  }

  /// Returns the number of cells per mark, of those that `chosen` accepts.
  MarkCounts count(auto const& chosen) const {
    MarkCounts counts;
    for (auto const& cell : cells_)
      if (chosen(cell)) ++counts[cell.drift.mark];
    return counts;
  }

  Drift const& at(std::string const& label, std::string const& column) const {
    for (auto const& cell : cells_)
      if (cell.by->label == label && cell.on->label == column) return cell.drift;
    throw std::logic_error("no cell " + label + ", " + column);
  }

  /// Returns the labels of the methods that stay bounded, or preserve the energy to rounding, in
  /// every column.
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
  std::vector<MethodVariant> const rows_;
  std::vector<Cell> cells_;
};

void find_in(Matrix const& matrix, Study& study) {
  auto const of_methods = [&](bool symmetric, bool symmetric_torus) {
    return matrix.count([=](Cell const& cell) {
      return cell.by->symmetric == symmetric && !cell.by->adaptive &&
             cell.on->symmetric_torus == symmetric_torus;
    });
  };
  auto const of_solvers = matrix.count([](Cell const& cell) { return cell.by->adaptive; });
  find_drifting(study, "REV-01", of_methods(true, true));
  find_drifting(study, "REV-02", of_methods(true, false));
  find_drifting(study, "REV-03", of_methods(false, true),
                fmt::format(". Solvers at tolerance {} on all tori: {}", solver_tolerance,
                            counts_in_words(of_solvers)));
  double const there = matrix.at("dla_leapfrog", "a2+").rate * 100,
               back = matrix.at("dla_leapfrog", "a2−").rate * 100,
               other = matrix.at("dla_leapfrog", "a2r+").rate * 100;
  study.add_finding(
      "REV-04", there / back,
      fmt::format("{:.3f}: rate/$h^2$ {:.5f} forward, {:.5f} from -$v$, {:.5f} from the start "
                  "of case a2-reverse",
                  there / back, there, back, other));
  auto const &rattle = matrix.at("gni_rattle", "a3+"), &back_on_a3 = matrix.at("gni_rattle", "a3−"),
             &harmonic = matrix.at("gni_rattle", "a2+"), &midpoint = matrix.at("gni", "a3+");
  study.add_finding(
      "REV-05", rattle.slope * 100,
      fmt::format(
          "dE/$dt$ over $h^2$ of GNI in the form of RATTLE {:.3e} ({}) on a3, {:.3e} ({}) from "
          "-$v$, {:.3e} ({}) on a2; of GNI with midpoints {:.3e} ({}) on a3",
          rattle.slope * 100, name_of(rattle.mark), back_on_a3.slope * 100,
          name_of(back_on_a3.mark), harmonic.slope * 100, name_of(harmonic.mark),
          midpoint.slope * 100, name_of(midpoint.mark)));
  auto const good = matrix.bounded_everywhere();
  study.add_finding("REV-06", double(good.size()),
                    fmt::format("{} of {}: {}", good.size(), matrix.methods(),
                                good.empty() ? "none" : joined(good)));
}

void scalings(Study& study) {
  Column const& a2 = columns()[6];
  long const time = time_of(study, a2);
  auto& table = study.table("scaling", {"h", "leapfrog", "midpoint", "spark", "yoshida"});
  std::vector<std::string> words;
  std::vector<Scaling> all;
  for (auto const& [method, name] :
       {std::pair{"dla_leapfrog", "(4.18)"}, std::pair{"dla_midpoint", "midpoint DLA"},
        std::pair{"lobatto_spark", "SPARK with three stages"},
        std::pair{"compose(dla_leapfrog,yoshida4)", "(4.18) composed by yoshida4"}}) {
    auto run = run_on(a2, 1, time, 1);
    run.method = method;
    all.emplace_back(study, run, time, fibre_drift(study, sampled(run, 10, time)).rate);
    words.push_back(fmt::format("{:.2f} for {} (rates {})", all.back().exponent, name,
                                in_words(all.back().rates)));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    std::vector<double> row{all.front().steps[i]};
    for (auto const& scaling : all) row.push_back(std::abs(scaling.rates[i]));
    table.add(row);
  }
  study.add_finding("REV-07", all.front().exponent, joined(words));
}

void closed_orbits(Study& study, Matrix const& matrix) {
  auto& table = study.table("closed_orbits", {"knife_edge", "steps", "h", "largest", "middle",
                                              "smallest", "determinant", "opening"});
  std::vector<std::string> words;
  Run const cvt{.problem = "pendulum_cvt", .method = "dla_leapfrog", .case_name = "a2"},
      knife{.problem = "knife_edge_cvt", .method = "dla_leapfrog", .case_name = "c1"};
  auto const add = [&](Run const& run, long steps) {
    auto const orbit = closed_orbit(study, run, steps);
    auto const& m = orbit.moduli;
    table.add({run.problem == "knife_edge_cvt" ? 1. : 0., double(steps), double(orbit.step), m[0],
               m[1], m[2], orbit.determinant, orbit.opening});
    return orbit;
  };
  for (long const steps : {20, 40, 80}) {
    auto const orbit = add(cvt, steps);
    words.push_back(fmt::format("{:.6f} (twice) and {:.6f} for $N$ = {}", orbit.rate(0, steps),
                                orbit.rate(2, steps), steps));
    if (steps != 40) continue;
    study.add_finding("REV-09", orbit.determinant,
                      fmt::format("{:.14f}; on the knife edge {:.14f}", orbit.determinant,
                                  add(knife, steps).determinant));
  }
  double const measured = matrix.at("dla_leapfrog", "a2+").rate * 100;
  study.add_finding("REV-08", measured / 2,
                    fmt::format("{:.5f} in the run; log|eigenvalue|/($N h^3$): {}", measured / 2,
                                joined(words, ", ")));
}

void curves(Study& study) {
  long const time = study.quick ? 500 : 2000;
  auto& table = study.table("energy", {"time", "leapfrog", "leapfrog_back", "gni", "spark"});
  std::vector<Drift> drifts;
  for (auto const& [method, column] : {std::pair{"dla_leapfrog", 6}, std::pair{"dla_leapfrog", 7},
                                       std::pair{"gni", 6}, std::pair{"lobatto_spark", 6}}) {
    auto run = run_on(columns()[std::size_t(column)], 1, time, 1);
    run.method = method;
    drifts.push_back(fibre_drift(study, sampled(run, 10, time)));
  }
  for (std::size_t i = 0; i < drifts.back().times.size(); i += 2) {
    std::vector<double> row{drifts.back().times[i]};
    for (auto const& drift : drifts) row.push_back(drift.energy[i] / 0.625);
    table.add(row);
  }
}

}  // namespace

void reversibility_axis(Study& study) {
  Matrix const matrix(study);
  std::vector<std::string> labels;
  for (auto const& row : contenders("pendulum_cvt")) labels.push_back(row.label);
  study.names("methods", names_from_below(labels));
  find_in(matrix, study);
  scalings(study);
  closed_orbits(study, matrix);
  curves(study);
}

}  // namespace rattleback::beyond::reversibility_axis_study
