#pragma once
// What the experiments of this paper share: its test system, Euclidean errors and orders in words.

#include <cmath>

#include "experiments/core/series.hpp"
#include "experiments/measure/orders.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

inline constexpr char const* paper_id = "ferraro_jimenez_martin_2015";

using Numbers = std::vector<double>;
using Options = std::vector<std::pair<std::string, std::string>>;

/// A method on the test system, from its own start (`multiplier`).
inline Run on_test_system(std::string method, std::string case_name = "T", Options options = {}) {
  return {.problem = "coupled_oscillator_3d",
          .method = std::move(method),
          .case_name = std::move(case_name),
          .options = std::move(options)};
}

/// Euclidean distance of the components [from, to).
template <class B>
double distance(Numbers const& a, std::vector<B> const& b, std::size_t from, std::size_t to) {
  double sum = 0;
  for (auto i = from; i < to; ++i) sum += (a[i] - double(b[i])) * (a[i] - double(b[i]));
  return std::sqrt(sum);
}
/// Errors at the end of a run, Euclidean; velocities are those of the average momentum.
inline ErrorOf position_error(std::string name = "position") {
  return {std::move(name), [](auto const& run, auto const& exact) {
            return distance(run.q.back(), exact.q, 0, exact.q.size());
          }};
}
inline ErrorOf velocity_error(std::string name = "velocity") {
  return {std::move(name), [](auto const& run, auto const& exact) {
            return distance(run.v.back(), exact.v, 0, exact.v.size());
          }};
}

/// Adds other errors over the same steps.
inline void add(ErrorsOverSteps& all, ErrorsOverSteps const& more) {
  all.steps = more.steps;
  all.of.insert(all.of.end(), more.of.begin(), more.of.end());
}

inline Numbers column(Table const& table, std::string const& name) {
  auto const at = std::find(table.columns.begin(), table.columns.end(), name);
  if (at == table.columns.end()) throw std::logic_error("no column " + name);
  Numbers values;
  for (auto const& row : table.rows) values.push_back(row[at - table.columns.begin()]);
  return values;
}
/// The order that the errors in a column show over the steps in the column h of a run of length
/// `time`, with the first and the last of the errors.
inline Measured order_in(Table const& table, std::string const& errors, double time) {
  auto const h = column(table, "h"), all = column(table, errors);
  return {.value = order_of(h, all, time),
          .details = {{fmt::format("error at h = {:.3g}", h.front()), all.front()},
                      {fmt::format("error at h = {:.3g}", h.back()), all.back()}}};
}
/// The same of errors of runs.
inline Measured order_in(ErrorsOverSteps const& all, std::string const& component) {
  auto const& e = all[component];
  return {.value = e.order,
          .details = {{fmt::format("error at h = {:.3g}", all.steps.front()), e.errors.front()},
                      {fmt::format("error at h = {:.3g}", all.steps.back()), e.errors.back()}}};
}

/// The order farthest from what is expected, and all of them in words.
struct FarthestOrder {
  double expected, value = expected;
  std::vector<std::string> words = {};

  void add(std::string const& name, double order) {
    if (!(std::abs(order - expected) <= std::abs(value - expected))) value = order;
    words.push_back(fmt::format("{} {:.3f}", name, order));
  }
  std::string text() const { return fmt::format("{}", fmt::join(words, ", ")); }
};

}  // namespace rattleback::ferraro_jimenez_martin_2015
