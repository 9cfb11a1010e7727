#pragma once
// Measured numbers of this paper's experiments, and random vectors for them.

#include "experiments/core/series.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/orders.hpp"
#include "experiments/theory/discrete_system.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

using namespace theory;
using theory::Quad;  // not the class rattleback::Quad

/// Unit roundoff of the limits: quotients by h^2 and Newton's method enlarge the rounding of 113
/// bits.
inline constexpr double unit_roundoff = 0x1p-70;

/// Number of any type, or the largest of several.
struct Value {
  template <class T>
  Value(T number) : number(double(number)) {}
  Value(Largest const& most) : number(most.value) {}
  double number;
};
/// Number of a reading ("as printed" by default) or of a control, from quad arithmetic.
struct NumberOf {
  NumberOf(std::string statement, Value value)
      : NumberOf(std::move(statement), "as printed", value) {}
  NumberOf(std::string statement, std::string name, Value value)
      : statement(std::move(statement)), name(std::move(name)), value(value.number) {}

  Measured measured() const { return {.value = value, .epsilon = unit_roundoff}; }

  std::string statement, name;
  double value;
};
/// Supplies readings; `instance` names one of several instances, such as one of the six examples.
void supply(Study& study, std::vector<NumberOf> const& readings, std::string const& instance = {});
void supply_controls(Study& study, std::vector<NumberOf> const& controls,
                     std::string const& instance = {});

/// Supplies readings and controls over random instances in quad arithmetic; see Study::over().
template <class Draw>
void over(Study& study, int count, Draw const& draw,
          std::vector<InstanceRow<std::invoke_result_t<Draw, Random&>>> const& rows) {
  study.over(count, draw, rows, unit_roundoff);
}
/// Row of the reading "as printed" and row of the control of a statement, both computed by one
/// function of an instance. `is_changed` selects the changed, false statement.
template <class Drawn>
struct Check {
  std::string statement, control;
  std::function<double(Drawn const&, bool is_changed)> value;
};
/// Supplies checks over random instances in quad arithmetic, as over() does for rows.
template <class Draw>
void check(Study& study, int count, Draw const& draw,
           std::vector<Check<std::invoke_result_t<Draw, Random&>>> const& checks) {
  using Drawn = std::invoke_result_t<Draw, Random&>;
  std::vector<InstanceRow<Drawn>> rows;
  for (auto const& c : checks) {
    rows.push_back({c.statement, "as printed", [&c](Drawn const& d) { return c.value(d, false); }});
    rows.push_back(
        {c.statement, c.control, [&c](Drawn const& d) { return c.value(d, true); }, true});
  }
  over(study, count, draw, rows);
}

/// Returns a vector with entries uniform in (-size, size), of double resolution.
Vector random_vector(Random& random, long n, double size = 1);

/// Returns the largest absolute value of several numbers; NaN if one is NaN.
template <class... Numbers>
double worst_of(Numbers const&... numbers) {
  Largest most;
  (most(double(numbers)), ...);
  return most.value;
}

/// Returns the order of errors of runs to `time`, with the smallest error as a detail.
Measured order_measured(std::vector<double> const& steps, std::vector<double> const& errors,
                        double time);
/// Returns errors at `time` and supplies them as the table errors_KEY.
ErrorsOverSteps errors_of(Study& study, std::string const& key, Run const& run,
                          std::vector<long> const& counts, std::vector<ErrorOf> const& errors,
                          long time = 4);
/// Supplies the orders to `statement` and to the part `example` of Z1, one instance per component.
void measure_orders(Study& study, std::string const& statement, std::string const& example,
                    std::string const& system, ErrorsOverSteps const& errors);
/// Supplies the control of a statement that `run` discretises a system: its errors against
/// `exact`, the motion of another system.
void control_orders(Study& study, std::string const& statement, std::string const& name,
                    Run const& run, long time, ErrorOf const& error, ReferenceState const& exact);
/// Returns the exact motion of the run's problem with other parameters.
ReferenceState motion_of_another(Study& study, Run run, long time,
                                 decltype(Run::parameters) const& parameters);
/// Supplies an order as evidence of a finding.
void find_order(Study& study, std::string const& finding, ObservedOrder const& order);

/// Returns the largest component of the error of a function of v.
ErrorOf error_of_velocity(std::string name, std::function<Vector(Vector const& v)> of);

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
