#pragma once
// Runs of the catalogue's methods on the paper's examples, what is read off them, and how measured
// numbers are put into words.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <random>

#include "experiments/core/convergence.hpp"
#include "experiments/core/experiment.hpp"
#include "experiments/core/fit.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/quad_algebra.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/largest.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

inline constexpr char const* paper_id = "iglesias_marrero_martin_martinez_2008";

/// A method on a case of a problem, from its start or from (q, v), that keeps every `every`-th
/// node.
struct Run {
  std::string problem, case_name, method;
  Q step = 0;
  long steps = 0;
  long every = 1;
  std::optional<Numbers> v = {};
  std::optional<Numbers> q = {};
  std::optional<Numbers> q1 = {};
  std::vector<std::pair<std::string, Q>> parameters = {};
  std::string start = {};
  std::vector<std::pair<std::string, std::string>> options = {};

  Run with(Q new_step, long new_steps, long new_every = 1) const {
    auto run = *this;
    run.step = new_step;
    run.steps = new_steps;
    run.every = new_every;
    return run;
  }
  RunSpec spec() const {
    RunSpec s;
    s.setting.case_name = case_name;
    s.setting.parameters = parameters;
    s.setting.q = q;
    s.setting.v = v;
    s.setting.q1 = q1;
    s.start = start;
    s.options = options;
    s.step = step;
    s.steps = steps;
    s.every = every;
    return s;
  }
  MethodEntry const& entry() const { return find_problem(problem).method(method); }
  Trajectory<double> in_double() const { return entry().integrate(spec()); }
  Trajectory<Q> in_quad() const { return entry().integrate_quad(spec()); }
  double largest_step() const { return entry().largest_step(spec()); }
};

/// Records a failure, if any.
template <class S>
Trajectory<S> watched(Findings& findings, Run const& run, Trajectory<S> t) {
  if (t.outcome != Outcome::ok)
    findings.outcome(fmt::format("{} on {}, h = {:g}", run.method, run.problem, double(run.step)),
                     t.outcome, t.reason, t.reached);
  return t;
}

/// An error at the end of a run, from the run and the exact state there.
struct ErrorOf {
  std::string name;
  std::function<double(Trajectory<double> const&, ReferenceState const&)> at_end;
};
inline Numbers numbers_of(std::vector<double> const& a) { return {a.begin(), a.end()}; }
/// Largest component of the error of a function of (q, v).
inline ErrorOf error_of(std::string name,
                        std::function<Numbers(Numbers const& q, Numbers const& v)> of) {
  return {std::move(name), [of](auto const& run, auto const& exact) {
            return distance(of(numbers_of(run.q.back()), numbers_of(run.v.back())),
                            of(exact.q, exact.v));
          }};
}
/// Of the components [from, to) of q or v.
inline ErrorOf error_of_q(std::string name, long from, long to) {
  return error_of(std::move(name), [=](Numbers const& q, Numbers const&) {
    return Numbers(q.begin() + from, q.begin() + to);
  });
}
inline ErrorOf error_of_v(std::string name, long from, long to) {
  return error_of(std::move(name), [=](Numbers const&, Numbers const& v) {
    return Numbers(v.begin() + from, v.begin() + to);
  });
}
/// Distance from the energy of the motion, which a start of low order may miss.
inline ErrorOf error_of_energy(Run const& run) {
  double const exact = find_problem(run.problem).energy(run.spec().setting);
  return {"energy", [=](auto const& t, auto const&) {
            return std::abs(t.invariant_values.back()[0] - exact);
          }};
}

/// Errors at `time` with the given numbers of steps, as the table errors_KEY, and their slopes.
inline std::vector<ObservedOrder> orders_of(Findings& findings, std::string const& key,
                                            Run const& run, long time,
                                            std::vector<long> const& counts,
                                            std::vector<ErrorOf> const& errors) {
  auto const exact =
      find_problem(run.problem).reference(run.spec().setting, {Q(time)}).states.at(0);
  std::vector<std::string> columns{"h"};
  std::vector<ObservedOrder> orders;
  for (auto const& e : errors) {
    columns.push_back(e.name);
    orders.push_back({.component = e.name, .errors = {}});
  }
  auto& table = findings.table("errors_" + key, columns);
  std::vector<double> steps;
  for (long const n : counts) {
    auto const sized = run.with(Q(time) / n, n, 0);
    auto const t = watched(findings, sized, sized.in_double());
    steps.push_back(double(sized.step));
    std::vector<double> row{steps.back()};
    for (std::size_t c = 0; c < errors.size(); ++c) {
      orders[c].errors.push_back(errors[c].at_end(t, exact));
      row.push_back(orders[c].errors.back());
    }
    table.add(row);
  }
  for (auto& order : orders) fit_order(order, steps, double(time));
  return orders;
}

/// Numbers in a row, as measured texts have them.
inline std::string in_words(std::vector<double> const& values, char const* format = "{:.3e}") {
  std::vector<std::string> words;
  for (double const x : values) words.push_back(fmt::format(fmt::runtime(format), x));
  return fmt::format("{}", fmt::join(words, ", "));
}

/// Supplies the slopes to `statement` and to the reading `example` of Z1, an instance a component.
inline void measure_convergence(Findings& findings, std::string const& statement,
                                std::string const& example, std::string const& system,
                                std::vector<ObservedOrder> const& orders) {
  for (auto const& order : orders) {
    Measured const slope{
        .value = order.order,
        .words =
            fmt::format("slope {:.3f} over h of the largest error of the {} of the {} at the end "
                        "of the run against the certified reference (errors {})",
                        order.order, order.component, system, in_words(order.errors))};
    auto const instance = system + ", " + order.component;
    findings.measure(statement, "as printed", instance, slope);
    findings.measure("Z1", example, instance, slope);
  }
}

/// The rounding of nested difference quotients and of Newton's method with 113 bits.
inline constexpr double of_differences = 0x1p-70;

/// A residual or difference computed with 113 bits.
inline Measured residual(double value, std::string const& what) {
  return {
      .value = value, .words = fmt::format("{}: {:.1e}", what, value), .epsilon = of_differences};
}
/// A number computed with 113 bits that is not meant to vanish.
inline Measured number(double value, std::string const& what) {
  return {
      .value = value, .words = fmt::format("{}: {:.4g}", what, value), .epsilon = of_differences};
}
inline Measured counted(long number, std::string const& what) {
  return {.value = double(number), .words = fmt::format("{}: {}", what, number)};
}

/// Largest less smallest.
inline double spread(std::vector<double> const& values) {
  auto const [low, high] = minmax_element_or_nan(values.begin(), values.end());
  return *high - *low;
}

/// Largest |H - H_0|/|H_0| of a run, energy being the first invariant.
template <class S>
double energy_change(Trajectory<S> const& t) {
  auto const& energy = t.invariants.at(0);
  return double(energy.max_deviation / energy.initial);
}

/// Uniform quad numbers in [-1, 1] of double resolution, the same in every run.
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

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
