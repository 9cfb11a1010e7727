#pragma once
// Measured numbers of this paper's experiments, and random numbers for them.

#include <random>

#include "experiments/core/series.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/orders.hpp"
#include "experiments/theory/old_quad_algebra.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

using namespace theory::old;

inline constexpr char const* paper_id = "iglesias_marrero_martin_martinez_2008";

/// The rounding of nested difference quotients and of Newton's method with 113 bits.
inline constexpr double of_differences = 0x1p-70;

/// A number of any type, or the largest of several.
struct Value {
  template <class T>
  Value(T number) : number(double(number)) {}
  Value(Largest const& most) : number(most.value) {}
  double number;
};
/// The number of a reading, "as printed" unless it has a name, or of a control; computed with 113
/// bits, of difference quotients.
struct NumberOf {
  NumberOf(std::string statement, Value value)
      : NumberOf(std::move(statement), "as printed", value) {}
  NumberOf(std::string statement, std::string name, Value value)
      : statement(std::move(statement)), name(std::move(name)), value(value.number) {}

  Measured measured() const { return {.value = value, .epsilon = of_differences}; }

  std::string statement, name;
  double value;
};
/// Supplies readings, of one instance where it has a name, e.g. of one of the six examples.
inline void supply(Study& study, std::vector<NumberOf> const& readings,
                   std::string const& instance = {}) {
  for (auto const& r : readings) study.measure(r.statement, r.name, instance, r.measured());
}
inline void supply_controls(Study& study, std::vector<NumberOf> const& controls,
                            std::string const& instance = {}) {
  for (auto const& c : controls) study.control(c.statement, c.name, instance, c.measured());
}

/// Largest residuals of a statement as printed and of a statement changed to a false one.
struct Tested {
  Largest printed, changed;
};
/// A statement with its residuals and the name of the control.
struct TestedRow {
  std::string statement;
  Tested const& residuals;
  std::string control;
};
/// Supplies the reading "as printed" and the control of each.
inline void supply_tested(Study& study, std::vector<TestedRow> const& rows) {
  for (auto const& row : rows) {
    supply(study, {{row.statement, row.residuals.printed}});
    supply_controls(study, {{row.statement, row.control, row.residuals.changed}});
  }
}

/// The order of errors of runs of length `time`, and their smallest error.
inline Measured order_measured(std::vector<double> const& steps, std::vector<double> const& errors,
                               double time) {
  return {.value = order_of(steps, errors, time),
          .details = {{"error at the smallest step", errors.back()}}};
}
/// Errors at t = 4, unless another time is given, as the table errors_KEY.
inline ErrorsOverSteps errors_of(Study& study, std::string const& key, Run const& run,
                                 std::vector<long> const& counts,
                                 std::vector<ErrorOf> const& errors, long time = 4) {
  auto const found = errors_over_steps(study, run, time, counts, errors);
  add_table(study, "errors_" + key, found);
  return found;
}
/// Supplies the orders to `statement` and to the part `example` of Z1, an instance a component.
inline void measure_orders(Study& study, std::string const& statement, std::string const& example,
                           std::string const& system, ErrorsOverSteps const& errors) {
  for (auto const& order : errors.of) {
    auto const m = order_measured(errors.steps, order.errors, errors.time);
    study.measure(statement, "as printed", system + ", " + order.component, m);
    study.measure("Z1", example, system + ", " + order.component, m);
  }
}
/// Control of a statement that `run` discretises a system: its errors against `exact`, the motion
/// of another system.
inline void control_orders(Study& study, std::string const& statement, std::string const& name,
                           Run const& run, long time, ErrorOf const& error,
                           ReferenceState const& exact) {
  auto const errors = errors_over_steps(study, run, time, {80, 160, 320, 640}, {error}, exact);
  study.control(statement, name, order_measured(errors.steps, errors.of[0].errors, errors.time));
}
/// The exact motion of the run's problem with other parameters.
inline ReferenceState motion_of_another(Study& study, Run run, long time,
                                        decltype(Run::parameters) const& parameters) {
  run.parameters = parameters;
  return study.reference(run, {RawQuad(time)}).at(0);
}

/// An order as evidence of a finding.
inline void find_order(Study& study, std::string const& finding, ObservedOrder const& order) {
  study.find(finding, order.order,
             fmt::format("{:.3f} (errors {})", order.order, in_words(order.errors)));
}

/// Largest component of the error of a function of v.
inline ErrorOf error_of_velocity(std::string name, std::function<Numbers(Numbers const& v)> of) {
  return {std::move(name), [of](auto const& run, auto const& exact) {
            auto const& v = run.v.back();
            return distance(of({v.begin(), v.end()}), of(exact.v));
          }};
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
