#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

void supply(Study& study, std::vector<NumberOf> const& readings, std::string const& instance) {
  for (auto const& r : readings) study.measure(r.statement, r.name, instance, r.measured());
}
void supply_controls(Study& study, std::vector<NumberOf> const& controls,
                     std::string const& instance) {
  for (auto const& c : controls) study.control(c.statement, c.name, instance, c.measured());
}

Vector random_vector(Random& random, long n, double size) {
  return vector_of<Quad>(random.vector(std::size_t(n), size));
}

Measured order_measured(std::vector<double> const& steps, std::vector<double> const& errors,
                        double time) {
  return {.value = order_of(steps, errors, time),
          .details = {{"error at the smallest step", errors.back()}}};
}
ErrorsOverSteps errors_of(Study& study, std::string const& key, Run const& run,
                          std::vector<long> const& counts, std::vector<ErrorOf> const& errors,
                          long time) {
  auto const found = errors_over_steps(study, run, time, counts, errors);
  add_table(study, "errors_" + key, found);
  return found;
}
void measure_orders(Study& study, std::string const& statement, std::string const& example,
                    std::string const& system, ErrorsOverSteps const& errors) {
  for (auto const& order : errors.of) {
    auto const m = order_measured(errors.steps, order.errors, errors.time);
    study.measure(statement, "as printed", system + ", " + order.component, m);
    study.measure("Z1", example, system + ", " + order.component, m);
  }
}
void control_orders(Study& study, std::string const& statement, std::string const& name,
                    Run const& run, long time, ErrorOf const& error, ReferenceState const& exact) {
  auto const errors = errors_over_steps(study, run, time, {80, 160, 320, 640}, {error}, exact);
  study.control(statement, name, order_measured(errors.steps, errors.of[0].errors, errors.time));
}
ReferenceState motion_of_another(Study& study, Run run, long time,
                                 decltype(Run::parameters) const& parameters) {
  run.parameters = parameters;
  return study.reference(run, {RawQuad(time)}).at(0);
}
void find_order(Study& study, std::string const& finding, ObservedOrder const& order) {
  study.add_finding(finding, order.order,
                    fmt::format("{:.3f} (errors {})", order.order, in_words(order.errors)));
}

ErrorOf error_of_velocity(std::string name, std::function<Vector(Vector const& v)> of) {
  return {std::move(name), [of](auto const& run, auto const& exact) {
            return distance(of(vector_of<Quad>(run.v.back())), of(vector_of<Quad>(exact.v)));
          }};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
