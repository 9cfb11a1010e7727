#include "reports/comparison/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace rattleback::reports {
namespace {

std::string drift_words(Drift const& drift) {
  std::string words = drift.kind;
  if (drift.lost_at) words += fmt::format(" after t = {:g}, {}", *drift.lost_at, drift.trend);
  // A power law does not describe rounding errors.
  if (drift.kind != "exact" && drift.exponent && std::isfinite(*drift.exponent))
    words += fmt::format(" (exponent {:.2f})", *drift.exponent);
  if (!drift.needs.empty()) words += ": " + drift.needs;
  return words;
}

/// Formats the result as "drifts (relative rate 1.4e-04 per unit time, pendulum_cvt a2)".
std::string axis_words(Structure const& structure) {
  if (structure.axis != "drifts" || !structure.axis_rate) return structure.axis;
  return fmt::format("drifts (relative rate {:.1e} per unit time, {})", *structure.axis_rate,
                     structure.axis_case);
}

/// Returns `value` with NaN (could not be measured) as empty.
Number measured(Number value) { return value && std::isnan(*value) ? Number{} : value; }

/// Returns the promised order; 0 (no promise) as empty.
Number promised(OrderRow const& row) {
  return row.promised.value_or(0.0) > 0.0 ? row.promised : Number{};
}

std::string outcome_words(Structure const& structure) {
  if (is_success(structure.outcome)) return "ok";
  std::string words = structure.outcome;
  if (structure.failed_at) words += fmt::format(" at step {:.0f}", *structure.failed_at);
  if (!structure.reason.empty()) words += ": " + structure.reason;
  return words;
}

bool is_whole(double value) { return value == std::floor(value) && std::abs(value) < 1e6; }

/// Returns mantissa and exponent of three significant digits; exponent 0 for plain notation.
std::pair<std::string, int> digits_of(Entry const& entry) {
  double const value = *entry.number;
  if (entry.two_decimals) return {two_decimals(value), 0};
  double const size = std::abs(value);
  if (is_whole(value)) return {fmt::format("{:.0f}", value), 0};
  if (size >= 1e-2 && size < 1e4) return {fmt::format("{:.3g}", value), 0};
  std::string const text = fmt::format("{:.2e}", value);
  std::size_t const at = text.find('e');
  return {text.substr(0, at), std::stoi(text.substr(at + 1))};
}

std::string not_finite(double value) {
  if (std::isnan(value)) return "nan";
  return value > 0 ? "inf" : "-inf";
}

/// Formats whole numbers exactly and others with eight digits.
std::string csv_number(double value) {
  if (!std::isfinite(value)) return not_finite(value);
  bool const is_count = value == std::floor(value) && std::abs(value) < 1e15;
  return is_count ? fmt::format("{:.0f}", value) : fmt::format("{:.8g}", value);
}

std::string csv_field(Entry const& entry) {
  if (entry.number) return csv_number(*entry.number);
  if (entry.text.find_first_of(",\"\n") == std::string::npos) return entry.text;
  std::string field = "\"";
  for (char const c : entry.text) field += c == '"' ? "\"\"" : std::string(1, c);
  return field + "\"";
}

std::string latex_text(std::string const& text) {
  static std::map<char, std::string> const codes{{'\\', "\\textbackslash{}"},
                                                 {'~', "\\textasciitilde{}"},
                                                 {'^', "\\textasciicircum{}"},
                                                 {'<', "\\textless{}"},
                                                 {'>', "\\textgreater{}"},
                                                 {'|', "\\textbar{}"},
                                                 {'\n', " "},
                                                 {'&', "\\&"},
                                                 {'%', "\\%"},
                                                 {'$', "\\$"},
                                                 {'#', "\\#"},
                                                 {'_', "\\_"},
                                                 {'{', "\\{"},
                                                 {'}', "\\}"}};
  std::string escaped;
  for (char const c : text) {
    auto const code = codes.find(c);
    escaped += code == codes.end() ? std::string(1, c) : code->second;
  }
  return escaped;
}

std::string latex_cell(Entry const& entry) {
  if (!entry.number) return entry.text.empty() ? "--" : latex_text(entry.text);
  if (!std::isfinite(*entry.number)) return not_finite(*entry.number);
  auto const [mantissa, exponent] = digits_of(entry);
  if (exponent == 0) return fmt::format("${}$", mantissa);
  return fmt::format("${} \\times 10^{{{}}}$", mantissa, exponent);
}

template <class Form>
std::string joined(Table const& table, char const* begin, char const* between, char const* end,
                   Form form) {
  std::string text = begin;
  for (std::size_t i = 0; i < table.columns.size(); ++i) text += (i == 0 ? "" : between) + form(i);
  return text + end;
}

}  // namespace

Table orders_table(ProblemResult const& problem) {
  Table table{"orders",
              "Observed orders: " + problem.name,
              {{"method", "Method"},
               {"start", "Start"},
               {"component", "Component"},
               {"promised", "Promised order"},
               {"order", "Observed order"},
               {"confidence", "Confidence (±)"},
               {"points", "Points used"}},
              {}};
  for (MethodResult const* method : problem.methods_and_variants())
    for (OrderRow const& row : method->orders)
      table.rows.push_back({method->name, row.start, row.component, promised(row),
                            Entry::of_order(measured(row.order)), measured(row.confidence),
                            row.points});
  return table;
}

Table structure_table(ProblemResult const& problem) {
  Table table{"structure",
              "Structure on the long run: " + problem.name,
              {{"method", "Method"},
               {"step", "Step h"},
               {"steps", "Steps"},
               {"outcome", "Outcome"},
               {"constraint_violation", "Constraint violation"},
               {"energy", "Energy error"},
               {"energy_deviation", "Energy deviation"},
               {"energy_relative", "Deviation over the largest kinetic energy"},
               {"reversibility_axis", "Drift on non-symmetric tori"},
               {"reversibility_defect", "Reversibility defect"},
               {"volume_defect", "Volume defect"},
               {"step_sensitivity", "Step-size sensitivity"},
               {"newton_iterations_per_step", "Newton iterations per step"},
               {"solver_error", "Solver error"}},
              {}};
  for (MethodResult const* method : problem.methods_and_variants()) {
    if (!method->structure) continue;
    Structure const& s = *method->structure;
    table.rows.push_back({method->name, s.step, s.steps, outcome_words(s), s.constraint_violation,
                          drift_words(s.energy), s.energy.deviation, s.energy.relative(),
                          axis_words(s), s.reversibility_defect, s.volume_defect,
                          s.step_sensitivity, s.newton_iterations_per_step, s.solver_error});
  }
  return table;
}

Table invariants_table(ProblemResult const& problem) {
  Table table{
      "invariants", "Invariants on the long run: " + problem.name, {{"method", "Method"}}, {}};
  std::vector<std::string> names;
  for (MethodResult const& method : problem.methods) {
    if (!method.structure) continue;
    for (Drift const& drift : method.structure->invariants)
      if (std::find(names.begin(), names.end(), drift.name) == names.end())
        names.push_back(drift.name);
  }
  if (names.empty()) return table;
  for (std::string const& name : names) {
    table.columns.push_back({name, "Error of " + name});
    table.columns.push_back({name + "_deviation", "Deviation of " + name});
  }
  for (MethodResult const& method : problem.methods) {
    if (!method.structure) continue;
    table.rows.push_back({method.name});
    for (std::string const& name : names) {
      Drift found;
      for (Drift const& drift : method.structure->invariants)
        if (drift.name == name) found = drift;
      table.rows.back().push_back(drift_words(found));
      table.rows.back().push_back(found.deviation);
    }
  }
  return table;
}

Table work_table(ProblemResult const& problem) {
  Table table{"work", "", {{"method"}, {"parameter"}, {"value"}, {"outcome"}}, {}};
  for (auto const* list : {&costs, &errors})
    for (Quantity const& quantity : *list) table.columns.push_back({quantity.id});
  for (MethodResult const* method : problem.methods_and_variants())
    for (WorkPoint const& run : method->work) {
      std::vector<Entry> row{method->name, run.parameter, run.value,
                             run.outcome.empty() ? "ok" : run.outcome};
      for (auto const* list : {&costs, &errors})
        for (Quantity const& quantity : *list) row.push_back(run.*quantity.value);
      table.rows.push_back(std::move(row));
    }
  return table;
}

std::string two_decimals(double value) {
  std::string const text = fmt::format("{:.2f}", value);
  return text == "-0.00" ? "0.00" : text;
}

std::string shown(Entry const& entry) {
  if (!entry.number) return entry.text.empty() ? "–" : entry.text;
  if (!std::isfinite(*entry.number)) return not_finite(*entry.number);
  auto const [mantissa, exponent] = digits_of(entry);
  return exponent == 0 ? mantissa : fmt::format("{}e{}", mantissa, exponent);
}

bool is_numeric(Table const& table, std::size_t column) {
  for (auto const& row : table.rows)
    if (!row[column].text.empty()) return false;
  return true;
}

std::string to_csv(Table const& table) {
  auto text = joined(table, "", ",", "\n", [&](auto i) { return table.columns[i].name; });
  for (auto const& row : table.rows)
    text += joined(table, "", ",", "\n", [&](auto i) { return csv_field(row[i]); });
  return text;
}

std::string to_latex(Table const& table) {
  std::string text = fmt::format("% {}\n% needs \\usepackage{{booktabs}}\n", table.title);
  text += "\\begin{tabular}{" +
          joined(table, "", "", "",
                 [&](auto i) { return std::string(is_numeric(table, i) ? "r" : "l"); }) +
          "}\n\\toprule\n";
  text += joined(table, "", " & ", " \\\\\n\\midrule\n",
                 [&](auto i) { return latex_text(table.columns[i].heading); });
  for (auto const& row : table.rows)
    text += joined(table, "", " & ", " \\\\\n", [&](auto i) { return latex_cell(row[i]); });
  return text + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace rattleback::reports
