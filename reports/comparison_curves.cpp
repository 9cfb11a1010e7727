// The data behind the interactive curves of a problem's page.

#include <algorithm>
#include <cmath>

#include "reports/comparison_view.hpp"

namespace rattleback {
namespace {

using nlohmann::json;

json value_of(Number number) {
  return number && std::isfinite(*number) ? json(*number) : json(nullptr);
}

json quantities(std::vector<Quantity> const& list, ProblemResult const& problem) {
  json views = json::array();
  for (Quantity const& quantity : list) {
    bool const measured = std::any_of(
        problem.methods.begin(), problem.methods.end(), [&](MethodResult const& method) {
          return std::any_of(method.work.begin(), method.work.end(), [&](WorkPoint const& run) {
            return (run.*quantity.value).value_or(0.0) != 0.0;
          });
        });
    views.push_back({{"id", quantity.id},
                     {"label", quantity.label},
                     {"axis", quantity.axis()},
                     {"measured", measured}});
  }
  return views;
}

json run_view(WorkPoint const& run) {
  json view = {{"parameter", run.parameter},
               {"value", value_of(run.value)},
               {"outcome", run.outcome.empty() ? "ok" : run.outcome},
               {"failed", json::object()}};
  for (Quantity const& cost : costs) view[cost.id] = value_of(run.*cost.value);
  for (Quantity const& error : errors) {
    view[error.id] = value_of(run.*error.value);
    view["failed"][error.id] = is_failure(run, error.value);
  }
  return view;
}

}  // namespace

std::string curve_data(ProblemResult const& problem) {
  json convergence = json::array(), work = json::array(), components = json::array();
  for (std::size_t i = 0; i < problem.methods.size(); ++i) {
    MethodResult const& method = problem.methods[i];
    json const look = i;  // the same in both plots
    for (OrderRow const& row : method.orders) {
      if (std::find(components.begin(), components.end(), row.component) == components.end())
        components.push_back(row.component);
      bool const other_start = !row.start.empty() && row.start != method.start;
      json curve = {{"method", method.id},
                    {"family", method.family},
                    {"look", look},
                    {"component", row.component},
                    {"promised", value_of(row.promised)},
                    {"order", value_of(row.order)},
                    {"confidence", value_of(row.confidence)},
                    {"name", other_start ? method.name + ", " + row.start : method.name},
                    {"steps", row.steps},
                    {"errors", json::array()}};
      for (double const error : row.errors) curve["errors"].push_back(value_of(error));
      convergence.push_back(curve);
    }
    if (method.work.empty()) continue;
    json runs = json::array();
    for (WorkPoint const& run : method.work) runs.push_back(run_view(run));
    work.push_back({{"method", method.id},
                    {"name", method.name},
                    {"family", method.family},
                    {"look", look},
                    {"runs", runs}});
  }
  json const data = {{"components", components},
                     {"convergence", convergence},
                     {"costs", quantities(costs, problem)},
                     {"errors", quantities(errors, problem)},
                     {"work", work}};
  // "<" would let a text end the script element.
  std::string text;
  for (char const c : data.dump()) text += c == '<' ? "\\u003c" : std::string(1, c);
  return text;
}

}  // namespace rattleback
