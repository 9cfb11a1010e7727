#include "experiments/measure/orders.hpp"

#include <cmath>
#include <stdexcept>

#include "experiments/measure/sweep.hpp"

namespace rattleback {

namespace {

double error_in(std::vector<double> const& a, std::vector<RawQuad> const& b, long from, long to) {
  Largest most;
  for (auto i = std::size_t(from); i < std::size_t(to); ++i) most(double(a.at(i) - b.at(i)));
  return most.value;
}

}  // namespace

ErrorOf error_of_q(std::string name, long from, long to) {
  return {std::move(name), [=](auto const& run, auto const& exact) {
            return error_in(run.q.back(), exact.q, from, to);
          }};
}

ErrorOf error_of_v(std::string name, long from, long to) {
  return {std::move(name), [=](auto const& run, auto const& exact) {
            return error_in(run.v.back(), exact.v, from, to);
          }};
}

ErrorOf error_of_energy(Study& study, Run const& run) {
  double const exact = study.problem(run.problem).energy(run.spec().setting);
  return {"energy", [=](auto const& t, auto const&) {
            return std::abs(t.invariant_values.back()[0] - exact);
          }};
}

ObservedOrder const& ErrorsOverSteps::operator[](std::string const& name) const {
  for (auto const& order : of)
    if (order.component == name) return order;
  throw std::out_of_range("no errors of " + name);
}

double order_of(std::vector<double> const& steps, std::vector<double> const& errors, double time) {
  ObservedOrder observed{.errors = errors};
  fit_order(observed, steps, time);
  return observed.order;
}

ErrorsOverSteps errors_over_steps(Study& study, Run const& run, RawQuad time,
                                  std::vector<long> const& counts,
                                  std::vector<ErrorOf> const& errors,
                                  std::optional<ReferenceState> exact) {
  if (!exact) exact = study.reference(run, {time}).at(0);
  ErrorsOverSteps result{double(time), {}, {}};
  for (auto const& e : errors) result.of.push_back({.component = e.name});
  for (long const n : counts) {
    auto const t = study.execute(run.with(time / n, n, 0));
    result.steps.push_back(double(time / n));
    for (std::size_t c = 0; c < errors.size(); ++c)
      result.of[c].errors.push_back(t.outcome == Outcome::ok ? errors[c].at_end(t, *exact)
                                                             : std::nan(""));
  }
  for (auto& order : result.of) fit_order(order, result.steps, result.time);
  return result;
}

void add_table(Study& study, std::string const& name, ErrorsOverSteps const& errors) {
  std::vector<std::pair<std::string, std::vector<double>>> columns{{"h", errors.steps}};
  for (auto const& order : errors.of) columns.emplace_back(order.component, order.errors);
  tabulate(study, name, columns);
}

}  // namespace rattleback
