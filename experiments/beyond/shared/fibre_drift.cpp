#include "experiments/beyond/shared/fibre_drift.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "experiments/core/fit.hpp"
#include "experiments/core/series.hpp"

namespace rattleback::beyond {

namespace {

constexpr std::size_t blocks = 10;

struct BlockMeans {
  std::vector<double> times, means;
};

BlockMeans block_means(std::vector<double> const& times, std::vector<double> const& values) {
  BlockMeans result;
  for (std::size_t b = 0; b < blocks; ++b) {
    std::size_t const from = b * values.size() / blocks, to = (b + 1) * values.size() / blocks;
    double time = 0, mean = 0;
    for (std::size_t i = from; i < to; ++i) {
      time += times[i] / double(to - from);
      mean += values[i] / double(to - from);
    }
    result.times.push_back(time);
    result.means.push_back(mean);
  }
  return result;
}

/// Half of what log E swings within a block about the line of its drift, the median of the blocks.
double ripple_of(std::vector<double> const& times, std::vector<double> const& logarithms,
                 double rate) {
  std::vector<double> swings;
  for (std::size_t b = 0; b < blocks; ++b) {
    std::vector<double> about;
    for (std::size_t i = b * times.size() / blocks; i < (b + 1) * times.size() / blocks; ++i)
      about.push_back(logarithms[i] - rate * times[i]);
    swings.push_back(spread(about) / 2);
  }
  return median(swings);
}

}  // namespace

std::vector<Column> const& columns() {
  static std::vector<Column> const all = [] {
    std::vector<Column> both;
    auto const add = [&](char const* problem, char const* name, bool is_protected,
                         std::string const& label) {
      for (bool const reversed : {false, true})
        both.push_back({problem, name, reversed, is_protected, label + (reversed ? "−" : "+")});
    };
    add("pendulum_cvt", "a0", true, "a0");
    add("pendulum_cvt", "a1", true, "a1");
    add("knife_edge_cvt", "c0", true, "c0");
    add("pendulum_cvt", "a2", false, "a2");
    add("pendulum_cvt", "a2-reverse", false, "a2r");
    add("pendulum_cvt", "a3", false, "a3");
    add("knife_edge_cvt", "c1", false, "c1");
    return both;
  }();
  return all;
}

Run run_on(Column const& column, RawQuad step, long steps, long every) {
  Run run{.problem = column.problem,
          .method = "",
          .case_name = column.case_name,
          .step = step,
          .steps = steps,
          .every = every};
  if (!column.reversed) return run;
  for (auto const& c : find_problem(column.problem).cases) {
    if (c.name != column.case_name) continue;
    run.v = std::vector<RawQuad>(c.v.begin(), c.v.end());
    for (auto& component : *run.v) component = -component;
  }
  return run;
}

char const* name_of(Mark mark) {
  switch (mark) {
    case Mark::bounded:
      return "bounded";
    case Mark::kept:
      return "kept";
    case Mark::rises:
      return "rises";
    case Mark::falls:
      return "falls";
    case Mark::fails:
      return "fails";
  }
  return "";
}

Drift fibre_drift(Findings& findings, Run const& run) {
  auto const& card = findings.method(run).card;
  auto const t = findings.execute(run);
  Drift drift;
  if (t.outcome != Outcome::ok) {
    drift.mark = Mark::fails;
    drift.rate = drift.ripple = drift.slope = drift.first = drift.last = std::nan("");
    return drift;
  }
  auto const record = std::find_if(t.invariants.begin(), t.invariants.end(),
                                   [](auto const& i) { return i.name == "energy_fibre"; });
  if (record == t.invariants.end()) throw std::logic_error(run.problem + " has no fibre");
  auto const column = std::size_t(record - t.invariants.begin());
  // The first row is the start; where the velocity belongs to an interval it is another quantity.
  for (std::size_t i = card.velocity_node == 0 ? 0 : 1; i < t.times.size(); ++i) {
    drift.times.push_back(t.times[i]);
    drift.energy.push_back(t.invariant_values[i][column]);
  }
  std::vector<double> logarithms, errors;
  for (double const energy : drift.energy) {
    logarithms.push_back(std::log(energy));
    errors.push_back(energy - drift.energy.front());
  }
  auto const logs = block_means(drift.times, logarithms);
  drift.rate = fit_line(logs.times, logs.means).slope;
  auto const means = block_means(drift.times, errors);
  drift.slope = fit_line(means.times, means.means).slope;
  drift.first = means.means.front();
  drift.last = means.means.back();
  drift.ripple = ripple_of(drift.times, logarithms, drift.rate);
  double const whole = std::abs(drift.rate) * (drift.times.back() - drift.times.front());
  // The comparison's criterion of what is kept to rounding, of a value of order one.
  if (largest(errors) <= 1e-11)
    drift.mark = Mark::kept;
  else if (whole > drift.ripple)
    drift.mark = drift.rate > 0 ? Mark::rises : Mark::falls;
  return drift;
}

}  // namespace rattleback::beyond
