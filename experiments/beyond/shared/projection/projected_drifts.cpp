#include "experiments/beyond/shared/projection/projected_drifts.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/beyond/shared/fibre_drift.hpp"
#include "experiments/beyond/shared/projection/corrected_methods.hpp"
#include "experiments/core/words.hpp"

namespace rattleback::beyond {

namespace {

/// One long run: its work, and the mean of E - E(0) over its last tenth.
struct Sample {
  double evaluations, work;
  double microseconds;  ///< processor time by CorrectedMethod::microseconds
  double drift, violation;
};

class Drifts {
 public:
  explicit Drifts(Study& study)
      : methods_(corrected_methods(study.quick)), time_(study.quick ? 500 : 2000) {
    auto& table =
        study.table("drifts", {"start", "method", "evaluations", "work", "drift", "violation"});
    for (auto const& column : columns()) {
      if (column.symmetric_torus) continue;
      starts_.push_back(&column);
      for (std::size_t k = 0; k < methods_.size(); ++k)
        for (auto const& run : runs_of(methods_[k], run_on(column, 1, 1, 1), time_)) {
          auto const sample = measured(study, run, methods_[k].microseconds);
          samples_[{column.label, methods_[k].column}].push_back(sample);
          table.add({double(starts_.size()), double(k + 1), sample.evaluations, sample.work,
                     sample.drift, sample.violation});
        }
      study.progress(0.5 * double(starts_.size()) / 8);
    }
    for (auto const* start : starts_) draw(study, *start);
  }

  std::vector<Column const*> const& starts() const { return starts_; }
  long time() const { return time_; }

  /// Returns the finest run of the method whose cost per unit of time is at most `limit`, up to a
  /// factor: a projection onto the energy evaluates it once per step, which adds a quarter to the
  /// evaluations of Runge-Kutta 4. A failed run has an infinite drift.
  Sample at(Column const& start, std::string const& method, double limit,
            double Sample::*cost = &Sample::evaluations) const {
    double const factor = cost == &Sample::evaluations ? 1.3 : 1.05;
    Sample best{0, 0, 0, std::numeric_limits<double>::infinity(), std::nan("")};
    for (auto const& sample : samples_.at({start.label, method}))
      if (sample.*cost <= factor * limit * double(time_) && sample.*cost >= best.*cost)
        best = sample;
    if (!std::isfinite(best.drift)) best.drift = std::numeric_limits<double>::infinity();
    return best;
  }
  double size_at(Column const& start, std::string const& method, double limit,
                 double Sample::*cost = &Sample::evaluations) const {
    return std::abs(at(start, method, limit, cost).drift);
  }

 private:
  Sample measured(Study& study, Run const& run, double microseconds) const {
    auto const before = study.work;
    auto const drift = fibre_drift(study, run);
    Counts const after = study.work;
    return {double(after.lagrangian_derivatives - before.lagrangian_derivatives),
            total_work(after) - total_work(before), microseconds * double(run.steps), drift.last,
            drift.violation};
  }

  /// Adds the table of a figure: |drift| against evaluations, a column per method.
  void draw(Study& study, Column const& start) const {
    auto name = start.label;
    name.back() == '+'
        ? name.replace(name.size() - 1, 1, "_there")
        : name.replace(name.size() - std::string("−").size(), std::string("−").size(), "_back");
    std::vector<std::string> columns{"evaluations"};
    for (auto const& method : methods_) columns.push_back(method.column);
    auto& table = study.table("drift_" + name, columns);
    for (std::size_t k = 0; k < methods_.size(); ++k)
      for (auto const& sample : samples_.at({start.label, methods_[k].column})) {
        if (!(std::abs(sample.drift) < 10)) continue;
        std::vector<double> row(columns.size(), std::nan(""));
        row[0] = sample.evaluations;
        row[k + 1] = std::abs(sample.drift);
        table.add(row);
      }
  }

  std::vector<CorrectedMethod> const methods_;
  long const time_;
  std::vector<Column const*> starts_;
  std::map<std::pair<std::string, std::string>, std::vector<Sample>> samples_;
};

/// Counts the starts on which the first method has the smaller drift, and says so.
struct Contest {
  int won = 0;
  std::vector<std::string> clauses;

  Contest(Drifts const& drifts, std::string const& ours, std::vector<std::string> const& theirs,
          double limit, double Sample::*cost) {
    for (auto const* start : drifts.starts()) {
      double const own = drifts.size_at(*start, ours, limit, cost);
      double other = std::numeric_limits<double>::infinity();
      for (auto const& method : theirs)
        other = std::min(other, drifts.size_at(*start, method, limit, cost));
      if (own < other) ++won;
      clauses.push_back(fmt::format("{} {:.2g} and {:.2g}", start->label, own, other));
    }
  }
};

void find_contests(Study& study, Drifts const& drifts) {
  std::vector<std::string> const projections{"constraint", "energy", "both", "symmetric"};
  auto const number = drifts.starts().size();
  auto const contest = [&](char const* finding, std::string const& ours,
                           std::vector<std::string> const& theirs, double limit,
                           double Sample::*cost = &Sample::evaluations) {
    Contest const found(drifts, ours, theirs, limit, cost);
    study.add_finding(finding, found.won,
                      fmt::format("{} of {} starts: {}", found.won, number, joined(found.clauses)));
  };
  contest("PR-01", "leapfrog", {"both"}, 10);
  contest("PR-02", "leapfrog", {"constraint"}, study.quick ? 20 : 40);
  contest("PR-03", "suzuki", projections, study.quick ? 20 : 40);
  // Processor time per unit of (4.18) with h = 0.1 and 0.05.
  contest("PR-16", "leapfrog", {"constraint", "both"}, 2.11, &Sample::microseconds);
  contest("PR-17", "suzuki", {"constraint", "both"}, study.quick ? 2.11 : 4.22,
          &Sample::microseconds);
  contest("PR-04", "feedback", {"constraint"}, 20);
  std::vector<double> ratios;
  std::vector<std::string> words;
  for (auto const* start : drifts.starts())
    for (double const evaluations : {10., 20.}) {
      ratios.push_back(drifts.size_at(*start, "both", evaluations) /
                       drifts.size_at(*start, "constraint", evaluations));
      words.push_back(
          fmt::format("{} at {:g} per unit {:.2g}", start->label, evaluations, ratios.back()));
    }
  study.add_finding("PR-05", median(ratios), joined(words));
  Cases violations;
  for (auto const* start : drifts.starts()) {
    auto const plain = drifts.at(*start, "plain", 20);
    violations.add(plain.violation, fmt::format("{} {:.1e} (drift {:.1e})", start->label,
                                                plain.violation, plain.drift));
  }
  study.add_finding("PR-06", violations.largest.value, violations.words());
}

/// Marks of the energy of the fibre on the tori that a reversing symmetry maps to themselves.
void find_symmetric_tori(Study& study, long time) {
  struct Row {
    char const* column;
    MethodVariant by;
    int steps_per_ten_units;
  };
  std::vector<Row> const rows{
      {"leapfrog", {.method = "dla_leapfrog", .label = "(4.18)"}, 100},
      {"both", {.method = "projected(odeint_rk4,both)", .label = "Runge-Kutta 4, both"}, 25},
      {"constraint",
       {.method = "projected(odeint_rk4,constraint)", .label = "Runge-Kutta 4, constraint"},
       25},
      {"midpoint",
       {.method = "projected(implicit_midpoint,symmetric)", .label = "midpoint, symmetric"},
       25}};
  std::map<std::string, int> drifting;
  std::map<std::string, std::vector<std::string>> words;
  std::vector<Drift> drawn;
  int tori = 0;
  for (auto const& column : columns()) {
    if (!column.symmetric_torus) continue;
    ++tori;
    for (auto const& row : rows) {
      auto run = run_on(column, RawQuad(10) / row.steps_per_ten_units,
                        time * row.steps_per_ten_units / 10, row.steps_per_ten_units / 10);
      run.method = row.by.method;
      auto drift = fibre_drift(study, run);
      bool const drifts = drift.mark != Mark::bounded && drift.mark != Mark::kept;
      drifting[row.column] += drifts;
      words[row.column].push_back(
          fmt::format("{} {:.1e} ({})", column.label, drift.last, name_of(drift.mark)));
      if (column.label == "a0+") drawn.push_back(std::move(drift));
    }
  }
  study.add_finding("PR-07", drifting["both"],
                    fmt::format("{} of {}: {}; projected onto the constraint alone {} of {}: {}",
                                drifting["both"], tori, joined(words["both"]),
                                drifting["constraint"], tori, joined(words["constraint"])));
  study.add_finding("PR-08", drifting["leapfrog"] + drifting["midpoint"],
                    fmt::format("(4.18): {}; midpoint rule with symmetric projection: {}",
                                joined(words["leapfrog"]), joined(words["midpoint"])));
  // Nodes of the same number differ in time; each method has columns of its own.
  auto& table =
      study.table("symmetric_torus", {"time", "leapfrog", "both", "constraint", "midpoint"});
  for (std::size_t k = 0; k < drawn.size(); ++k)
    // The points of the midpoint rule would hide the others.
    for (std::size_t i = 0; i < drawn[k].times.size(); i += k + 1 < drawn.size() ? 4 : 60) {
      std::vector<double> numbers(5, std::nan(""));
      numbers[0] = drawn[k].times[i];
      numbers[k + 1] = drawn[k].energy[i] - drawn[k].energy.front();
      table.add(numbers);
    }
}

}  // namespace

void find_drifts_with_projections(Study& study) {
  Drifts const drifts(study);
  find_contests(study, drifts);
  find_symmetric_tori(study, drifts.time());
}

}  // namespace rattleback::beyond
