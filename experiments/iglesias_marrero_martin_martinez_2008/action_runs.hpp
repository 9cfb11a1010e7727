#pragma once
// Runs of the examples on action and Atiyah groupoids (sections 4.4 to 4.6) and what is read off
// them.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "experiments/core/experiment.hpp"
#include "experiments/core/fit.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/largest.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

inline constexpr char const* paper_id = "iglesias_marrero_martin_martinez_2008";

/// A method on a case of a problem, with a start.
struct Runs {
  std::string problem, case_name, method;
  std::string start = "plain";
  std::vector<std::pair<std::string, std::string>> options = {};
  std::vector<std::pair<std::string, RawQuad>> parameters = {};
  std::optional<std::vector<RawQuad>> v = {}, q1 = {};

  RunSpec specification(RawQuad step, long steps, long every) const {
    RunSpec spec;
    spec.setting.case_name = case_name;
    spec.setting.parameters = parameters;
    spec.setting.v = v;
    spec.setting.q1 = q1;
    spec.start = start;
    spec.options = options;
    spec.step = step;
    spec.steps = steps;
    spec.every = every;
    return spec;
  }
  MethodEntry const& entry() const { return find_problem(problem).method(method); }
  Trajectory<double> in_double(RawQuad step, long steps, long every = 1) const {
    return entry().integrate(specification(step, steps, every));
  }
  Trajectory<RawQuad> in_quad(RawQuad step, long steps, long every = 1) const {
    return entry().integrate_quad(specification(step, steps, every));
  }
};

/// Largest less smallest.
inline double spread(std::vector<double> const& values) {
  auto const [low, high] = minmax_element_or_nan(values.begin(), values.end());
  return *high - *low;
}

/// Numbers in a row, as measured texts have them.
inline std::string in_words(std::vector<double> const& values, char const* format = "{:.3e}") {
  std::vector<std::string> words;
  for (double const x : values) words.push_back(fmt::format(fmt::runtime(format), x));
  return fmt::format("{}", fmt::join(words, ", "));
}

/// An error at the end of a run, from the run and the exact state there.
struct ErrorOf {
  std::string name;
  std::function<double(Trajectory<double> const&, ReferenceState const&)> at_end;
};
/// Largest error of the components [from, to) of q or v.
inline ErrorOf error_of_q(std::string name, std::size_t from, std::size_t to) {
  return {std::move(name), [=](auto const& run, auto const& exact) {
            Largest error;
            for (auto i = from; i < to; ++i) error(std::abs(double(run.q.back()[i] - exact.q[i])));
            return error.value;
          }};
}
inline ErrorOf error_of_v(std::string name, std::size_t from, std::size_t to) {
  return {std::move(name), [=](auto const& run, auto const& exact) {
            Largest error;
            for (auto i = from; i < to; ++i) error(std::abs(double(run.v.back()[i] - exact.v[i])));
            return error.value;
          }};
}
/// Distance from the energy of the motion, which a start of low order may miss.
inline ErrorOf error_of_energy(Runs const& runs) {
  double const exact = find_problem(runs.problem).energy(runs.specification(1, 1, 0).setting);
  return {"energy", [=](auto const& run, auto const&) {
            return std::abs(run.invariant_values.back()[0] - exact);
          }};
}

/// Errors at `time` with the given numbers of steps, as a table, and the exponents of h of the four
/// finest ones as claims PREFIX/NAME.
inline void measure_orders(Findings& findings, std::string const& prefix, Runs const& runs,
                           long time, std::vector<long> const& steps,
                           std::vector<ErrorOf> const& errors, std::string const& table_name) {
  auto const setting = runs.specification(1, 1, 0).setting;
  auto const exact = find_problem(runs.problem).reference(setting, {RawQuad(time)}).states[0];
  std::vector<std::string> columns{"h"};
  for (auto const& e : errors) columns.push_back(e.name);
  auto& table = findings.table(table_name, columns);
  for (long const n : steps) {
    auto const run = runs.in_double(RawQuad(time) / n, n, 0);
    if (run.outcome != Outcome::ok)
      findings.outcome(runs.problem + ", " + runs.method, run.outcome, run.reason,
                       run.times.back());
    std::vector<double> row{double(time) / double(n)};
    for (auto const& e : errors) row.push_back(e.at_end(run, exact));
    table.add(row);
  }
  auto const column = [&](std::size_t c) {
    std::vector<double> values;
    for (auto const& row : table.rows) values.push_back(row[c]);
    return values;
  };
  auto const finest = [](std::vector<double> const& v) {
    return std::vector<double>(v.end() - 4, v.end());
  };
  for (std::size_t c = 0; c < errors.size(); ++c) {
    auto const e = column(c + 1);
    double const order = fit_power(finest(column(0)), finest(e)).slope;
    findings.measure(prefix + "/" + errors[c].name, order,
                     fmt::format("{:.3f} (errors {})", order, in_words(e)));
  }
}

/// A claim in one line.
struct ClaimList {
  std::string place, assumption;
  std::vector<Claim> all = {};

  Claim& operator()(std::string id, std::string statement, std::string printed, Criterion criterion,
                    std::string reason) {
    all.push_back({.id = std::move(id),
                   .place = place,
                   .statement = std::move(statement),
                   .printed = std::move(printed),
                   .criterion = std::move(criterion),
                   .reason = std::move(reason),
                   .correction = {},
                   .assumption = assumption});
    return all.back();
  }
};

inline constexpr char const* quad_reason =
    "113 bits and difference quotients of sixth order: good to 27 digits or more";
inline constexpr char const* order_reason = "exponent of h over the last three halvings";

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
