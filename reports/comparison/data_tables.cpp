#include "base/files/anchor.hpp"
#include "base/formulas/formulas.hpp"
#include "reports/comparison/view.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

/// Returns a table of pairs without rows: assessments, in the order of the energy deviation as
/// measured, or reasons why methods do not apply.
Table pairs(char const* id, char const* first, bool applies) {
  if (!applies) return {"refusals", "", {{"name", first}, {"reason", "Reason"}}, {}};
  return {id,
          "",
          {{"name", first},
           {"assessment", "Assessment"},
           {"order", "Order"},
           {"energy", "Energy deviation over the largest kinetic energy"},
           {"growth", "Growth"},
           {"constraint", "Constraint violation"},
           {"reversibility", "Reversibility defect"}},
          {}};
}

/// Returns the assessment with what breaks it: a failed run, broken promises.
std::string in_words(MethodResult const& method, Cell const& cell) {
  std::string words = cell.mark + " " + cell.words;
  auto const add = [&](std::string const& more) { words += "; " + more; };
  if (method.structure && !method.structure->reason.empty()) add(method.structure->reason);
  for (std::string const& broken : cell.broken) add("breaks " + broken);
  if (!method.gave_up.empty()) add(method.gave_up);
  return words;
}

std::vector<Entry> row_of(std::string const& name, MethodResult const& method) {
  if (!method.applies()) return {name, formulas::plain_prose(method.not_applicable_because)};
  Cell const cell = assess(method);
  Structure const s = method.structure.value_or(Structure{});
  return {name,
          in_words(method, cell),
          cell.order,
          s.energy.relative(),
          s.energy.growth(),
          s.constraint_violation,
          s.reversibility_defect};
}

/// Adds the page of each row.
json with_pages(Table const& table, char const* folder, json const& pages) {
  json data = table_data(table);
  data["folder"] = folder;
  data["pages"] = pages;
  return data;
}

}  // namespace

json table_data(Table const& table) {
  json data = {{"id", table.id}, {"columns", json::array()}, {"rows", json::array()}};
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    data["columns"].push_back({table.columns[i].heading, is_numeric(table, i)});
  for (auto const& row : table.rows) {
    json cells = json::array();
    for (Entry const& entry : row) cells.push_back(shown(entry));
    data["rows"].push_back(cells);
  }
  return data;
}

json methods_data(ProblemResult const& problem, bool applies) {
  Table table = pairs("methods", "Method", applies);
  json pages = json::array();
  for (MethodResult const& method : problem.methods) {
    if (method.applies() != applies) continue;
    table.rows.push_back(row_of(method.id, method));
    pages.push_back(anchor(method.id));
  }
  return with_pages(table, "methods", pages);
}

json problems_data(std::string const& id, Problems const& problems, bool applies) {
  Table table = pairs("results", "Problem", applies);
  json pages = json::array();
  for (ProblemResult const& problem : problems) {
    MethodResult const* const method = problem.method(id);
    if (method == nullptr || method->applies() != applies) continue;
    table.rows.push_back(row_of(formulas::plain_prose(problem.name), *method));
    pages.push_back(problem.id);
  }
  return with_pages(table, "problems", pages);
}

}  // namespace rattleback::reports
