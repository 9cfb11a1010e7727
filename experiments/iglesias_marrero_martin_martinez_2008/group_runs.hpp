#pragma once
// Runs of the methods on Lie groups and on the pair groupoid, and what is read off them.

#include <fmt/format.h>

#include <cmath>
#include <random>

#include "experiments/core/experiment.hpp"
#include "experiments/core/fit.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/largest.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/quad_algebra.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

inline constexpr char const* group_paper = "iglesias_marrero_martin_martinez_2008";

/// A run from a case of a problem, or from (q, v), that keeps every `every`-th node.
struct GroupRun {
  std::string problem, case_name, method;
  Q step = 0;
  long steps = 0;
  long every = 1;
  std::optional<Numbers> v = {};
  std::optional<Numbers> q = {};
  std::vector<std::pair<std::string, Q>> parameters = {};

  RunSpec spec() const {
    RunSpec s;
    s.setting.case_name = case_name;
    s.setting.parameters = parameters;
    s.setting.q = q;
    s.setting.v = v;
    s.step = step;
    s.steps = steps;
    s.every = every;
    return s;
  }
  MethodEntry const& entry() const { return find_problem(problem).method(method); }
  Trajectory<double> in_double() const { return entry().integrate(spec()); }
  Trajectory<Q> in_quad() const { return entry().integrate_quad(spec()); }
  double largest_step() const { return entry().largest_step(spec()); }
  double reversibility_defect() const { return entry().reversibility_defect(spec()); }
};

/// Records a failure, if any.
template <class S>
Trajectory<S> watched(Findings& findings, GroupRun const& run, Trajectory<S> t) {
  if (t.outcome != Outcome::ok)
    findings.outcome(fmt::format("{} on {}, h = {:g}", run.method, run.problem, double(run.step)),
                     t.outcome, t.reason, t.reached);
  return t;
}

/// What errors are measured of, from (q, v) of a node.
struct Measured {
  std::string name;
  std::function<Numbers(Numbers const& q, Numbers const& v)> of;
};
inline Numbers numbers_of(std::vector<double> const& a) { return {a.begin(), a.end()}; }

/// Errors at `time` (maximum norm) over step sizes that are halved, and their exponents of h.
struct Orders {
  std::vector<double> steps;
  std::vector<std::vector<double>> errors;
  std::vector<double> slopes;
};
inline Orders orders_of(Findings& findings, GroupRun run, long time, long coarsest, int sizes,
                        std::vector<Measured> const& measured) {
  Setting setting;
  setting.case_name = run.case_name;
  auto const exact = find_problem(run.problem).reference(setting, {Q(time)}).states.at(0);
  Orders o{{}, std::vector<std::vector<double>>(measured.size()), {}};
  for (int j = 0; j < sizes; ++j) {
    run.steps = coarsest << j;
    run.every = 0;
    run.step = Q(time) / run.steps;
    o.steps.push_back(double(run.step));
    auto const t = watched(findings, run, run.in_double());
    for (std::size_t c = 0; c < measured.size(); ++c)
      o.errors[c].push_back(distance(measured[c].of(numbers_of(t.q.back()), numbers_of(t.v.back())),
                                     measured[c].of(exact.q, exact.v)));
  }
  for (auto const& errors : o.errors) o.slopes.push_back(fit_power(o.steps, errors).slope);
  return o;
}
/// Claims ROW/order/NAME and their measurements, table errors_KEY with a column a quantity.
inline void measure_orders(Findings& findings, std::string const& row, std::string const& key,
                           std::vector<Measured> const& measured, Orders const& o) {
  std::vector<std::string> columns{"h"};
  for (auto const& m : measured) columns.push_back(m.name);
  auto& table = findings.table("errors_" + key, columns);
  for (std::size_t i = 0; i < o.steps.size(); ++i) {
    std::vector<double> row_of_table{o.steps[i]};
    for (auto const& errors : o.errors) row_of_table.push_back(errors[i]);
    table.add(row_of_table);
  }
  for (std::size_t c = 0; c < measured.size(); ++c)
    findings.measure(
        row + "/order/" + measured[c].name, o.slopes[c],
        fmt::format("{:.4f} (errors {:.6e} at h = {:g}, {:.6e} at {:g})", o.slopes[c],
                    o.errors[c].front(), o.steps.front(), o.errors[c].back(), o.steps.back()));
}

/// Uniform quad numbers in [-1, 1] of double resolution.
class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  double operator()() { return double(engine_()) / 2147483648.0 - 1; }
  Numbers numbers(std::size_t n, Q size) {
    Numbers a;
    for (std::size_t i = 0; i < n; ++i) a.push_back(size * Q((*this)()));
    return a;
  }

 private:
  std::mt19937 engine_;
};

/// Largest |H - H_0|/|H_0| of a run, energy being the first invariant.
template <class S>
double energy_change(Trajectory<S> const& t) {
  auto const& energy = t.invariants.at(0);
  return double(energy.max_deviation / energy.initial);
}

inline constexpr char const* our_data = "bodies, starts and step sizes are our choice";
inline constexpr char const* by_differences =
    "differences of sixth order with 34 digits leave 1e-28; two nested ones 1e-22";
inline constexpr char const* not_claimed = "(not stated)";

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
