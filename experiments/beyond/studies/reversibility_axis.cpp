// Study of energy drifts by method and torus.

#include <array>
#include <cmath>

#include "experiments/beyond/shared/fibre_drift.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::beyond::reversibility_axis_study {

namespace {

constexpr std::array marks{Mark::bounded, Mark::kept,      Mark::rises, Mark::falls,
                           Mark::walks,   Mark::undecided, Mark::fails};

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

/// Cells of methods (rows) on cases (columns) with one mark each, as the table cells.csv. Marks
/// differ by shape, not only by colour.
class Matrix {
 public:
  explicit Matrix(Study& study) : rows_(contenders("pendulum_cvt")) {
    std::vector<std::string> names{"row",    "column",  "rate", "rate_over_power",
                                   "ripple", "exponent"};
    for (Mark const mark : marks) names.push_back(name_of(mark));
    auto& table = study.table("cells", names);
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
        if (drifts(drift.mark) && !by.adaptive && !study.quick)
          exponent = Scaling(study, run, time, drift.rate).exponent;
        double const scaled = by.adaptive ? std::nan("") : drift.rate * std::pow(10, by.order);
        std::vector<double> row{double(r + 1), place_of(c),  drift.rate,
                                scaled,        drift.ripple, exponent};
        // Rows are drawn from the top.
        for (Mark const mark : marks)
          row.push_back(mark == drift.mark ? double(rows_.size() - r) : std::nan(""));
        table.add(row);
        drift.times.clear();
        drift.energy.clear();
        cells_.push_back({&by, &on, std::move(drift)});
        study.progress(0.9 * double(r * columns().size() + c) / all);
      }
  }

  /// Returns the number of cells per mark, of those that `chosen` accepts.
  std::map<Mark, int> count(auto const& chosen) const {
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

 private:
  std::vector<MethodVariant> const rows_;
  std::vector<Cell> cells_;
};

/// Fraction of the runs that drift.
double drifting_part(std::map<Mark, int> const& counts) {
  double all = 0, drifting = 0;
  for (auto const& [mark, number] : counts) {
    all += number;
    if (drifts(mark)) drifting += number;
  }
  return drifting / all;
}

/// Returns text such as "3 bounded, 2 rises".
std::string in_words(std::map<Mark, int> const& counts) {
  std::vector<std::string> words;
  for (auto const& [mark, number] : counts)
    words.push_back(fmt::format("{} {}", number, name_of(mark)));
  return joined(words, ", ");
}

void find_in(Matrix const& matrix, Study& study) {
  auto const of_methods = [&](bool symmetric, bool symmetric_torus) {
    return matrix.count([=](Cell const& cell) {
      return cell.by->symmetric == symmetric && !cell.by->adaptive &&
             cell.on->symmetric_torus == symmetric_torus;
    });
  };
  auto const protected_runs = of_methods(true, true), others = of_methods(true, false);
  study.add_finding(
      "REV-01", {drifting_part(protected_runs), drifting_part(others)},
      fmt::format("{}; on the other tori {}; methods without symmetry on the "
                  "symmetric tori: {}",
                  in_words(protected_runs), in_words(others), in_words(of_methods(false, true))));
}

/// Measures the rate over h^2 of (4.18) on a2 and draws the powers of h of four methods.
void scalings(Study& study, Matrix const& matrix) {
  Column const& a2 = columns()[6];
  long const time = time_of(study, a2);
  auto& table = study.table("scaling", {"h", "leapfrog", "midpoint", "spark", "yoshida"});
  std::vector<Scaling> all;
  for (std::string const method :
       {"dla_leapfrog", "dla_midpoint", "lobatto_spark", "compose(dla_leapfrog,yoshida4)"}) {
    auto run = run_on(a2, 1, time, 1);
    run.method = method;
    all.emplace_back(study, run, time, fibre_drift(study, sampled(run, 10, time)).rate);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    std::vector<double> row{all.front().steps[i]};
    for (auto const& scaling : all) row.push_back(std::abs(scaling.rates[i]));
    table.add(row);
  }
  auto const& rates = all.front().rates;
  study.add_finding("REV-04",
                    {rates[1] * 100,
                     matrix.at("dla_leapfrog", "a2−").rate * 100,
                     {rates[0] * 25, rates[2] * 400}},
                    fmt::format("exponents of $h$ of the rate, $h$ = 0.2 to 0.05: {:.2f}; "
                                "composed by yoshida4 {:.2f}",
                                all.front().exponent, all.back().exponent));
}

/// Number of runs on the symmetric tori in which the energy of the fibre drifts.
int drifting_on_symmetric_tori(Study& study, std::string const& method, RawQuad step, long time) {
  int drifting = 0;
  for (auto const& column : columns()) {
    if (!column.symmetric_torus) continue;
    long const every = long(1 / double(step));
    auto run = run_on(column, step, std::lround(double(time) / double(step)), every);
    run.method = method;
    auto const mark = fibre_drift(study, run).mark;
    drifting += drifts(mark) || mark == Mark::fails;
  }
  return drifting;
}

void find_projections(Study& study) {
  long const time = study.quick ? 500 : 2000;
  auto const drifting = [&](std::string const& method, RawQuad step) {
    return double(drifting_on_symmetric_tori(study, method, step, time));
  };
  std::string const both = "projected(odeint_rk4,both)";
  study.add_finding("PR-07",
                    {drifting(both, RawQuad(2) / 5),
                     drifting("projected(implicit_midpoint,symmetric)", RawQuad(2) / 5),
                     {drifting(both, RawQuad(1) / 5),
                      drifting("projected(odeint_rk4,constraint)", RawQuad(2) / 5)}},
                    "");
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
  // The axis has the last row at its lower end.
  study.names("methods", {labels.rbegin(), labels.rend()});
  find_in(matrix, study);
  scalings(study, matrix);
  find_projections(study);
  curves(study);
}

}  // namespace rattleback::beyond::reversibility_axis_study
