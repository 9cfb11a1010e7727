#include "experiments/ferraro_jimenez_martin_2015/shared/runs.hpp"

#include "experiments/core/words.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

Measured order_with_ends(double order, Numbers const& steps, Numbers const& errors) {
  return {.value = order,
          .details = {{fmt::format("error at $h$ = {:.3g}", steps.front()), errors.front()},
                      {fmt::format("error at $h$ = {:.3g}", steps.back()), errors.back()}}};
}

}  // namespace

Run on_test_system(std::string method, std::string case_name, Options options) {
  return {.problem = "coupled_oscillator_3d",
          .method = std::move(method),
          .case_name = std::move(case_name),
          .options = std::move(options)};
}

ErrorOf position_error(std::string name, std::size_t from, std::size_t to) {
  return {std::move(name), [=](auto const& run, auto const& exact) {
            return distance(run.q.back(), exact.q, from, std::min(to, exact.q.size()));
          }};
}
ErrorOf velocity_error(std::string name, std::size_t from, std::size_t to) {
  return {std::move(name), [=](auto const& run, auto const& exact) {
            return distance(run.v.back(), exact.v, from, std::min(to, exact.v.size()));
          }};
}

void add(ErrorsOverSteps& all, ErrorsOverSteps const& more) {
  all.steps = more.steps;
  all.of.insert(all.of.end(), more.of.begin(), more.of.end());
}

Numbers column(Table const& table, std::string const& name) {
  auto const at = std::find(table.columns.begin(), table.columns.end(), name);
  if (at == table.columns.end()) throw std::logic_error("no column " + name);
  Numbers values;
  for (auto const& row : table.rows) values.push_back(row[at - table.columns.begin()]);
  return values;
}
Measured order_in(Table const& table, std::string const& errors, double time) {
  auto const h = column(table, "h"), all = column(table, errors);
  return order_with_ends(order_of(h, all, time), h, all);
}
Measured order_in(ErrorsOverSteps const& all, std::string const& component) {
  return order_with_ends(all[component].order, all.steps, all[component].errors);
}

void FarthestOrder::add(std::string const& name, double order) {
  if (!(std::abs(order - expected) <= std::abs(value - expected))) value = order;
  words.push_back(fmt::format("{} {:.3f}", name, order));
}
std::string FarthestOrder::text() const { return joined(words, ", "); }

}  // namespace rattleback::ferraro_jimenez_martin_2015
