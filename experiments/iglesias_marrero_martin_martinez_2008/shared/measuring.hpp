#pragma once
// How this paper's experiments put what they compute into measured numbers, and the numbers that
// they draw at random.

#include <random>

#include "experiments/core/series.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/orders.hpp"
#include "experiments/theory/quad_algebra.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

using namespace theory;

inline constexpr char const* paper_id = "iglesias_marrero_martin_martinez_2008";

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
inline Measured counted(double value, std::string const& what) {
  return measured(value, "{}: {:g}", what, value);
}

/// A number of any type, or the largest of several.
struct Value {
  template <class T>
  Value(T number) : number(double(number)) {}
  Value(Largest const& most) : number(most.value) {}
  double number;
};
/// The measured number of a statement's reading, put into words by `kind`.
struct Row {
  using Kind = Measured (*)(double value, std::string const& what);
  Row(std::string statement, Value value, std::string what, Kind kind = residual,
      std::string reading = "as printed")
      : statement(std::move(statement)),
        reading(std::move(reading)),
        what(std::move(what)),
        value(value.number),
        kind(kind) {}
  Row(std::string statement, Value value, std::string what, std::string reading)
      : Row(std::move(statement), value, std::move(what), residual, std::move(reading)) {}

  std::string statement, reading, what;
  double value;
  Kind kind;
};
inline void measure(Study& study, std::vector<Row> const& rows) {
  for (auto const& row : rows)
    study.measure(row.statement, row.reading, row.kind(row.value, row.what));
}
/// Of one instance, e.g. one of the six examples, which the words name at their end.
inline void measure(Study& study, std::string const& instance, std::vector<Row> const& rows) {
  for (auto const& row : rows)
    study.measure(row.statement, row.reading, instance,
                  row.kind(row.value, row.what + ", " + instance));
}

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

/// The slope of errors over the step sizes of runs of length `time`.
inline Measured slope(std::vector<double> const& steps, std::vector<double> const& errors,
                      double time, std::string const& what) {
  double const order = order_of(steps, errors, time);
  return measured(order, "slope {:.3f} over h of {} (errors {})", order, what, in_words(errors));
}
/// Errors at t = 4, unless another time is given, as the table errors_KEY.
inline ErrorsOverSteps errors_of(Study& study, std::string const& key, Run const& run,
                                 std::vector<long> const& counts,
                                 std::vector<ErrorOf> const& errors, long time = 4) {
  auto const found = errors_over_steps(study, run, time, counts, errors);
  add_table(study, "errors_" + key, found);
  return found;
}
/// Supplies the orders to `statement` and to the reading `example` of Z1, an instance a component.
inline void measure_orders(Study& study, std::string const& statement, std::string const& example,
                           std::string const& system, ErrorsOverSteps const& errors) {
  for (auto const& order : errors.of) {
    auto const m = slope(errors.steps, order.errors, errors.time,
                         fmt::format("the largest error of the {} of the {} at the end of the run "
                                     "against the certified reference",
                                     order.component, system));
    study.measure(statement, "as printed", system + ", " + order.component, m);
    study.measure("Z1", example, system + ", " + order.component, m);
  }
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
