// Tables of a comparison as CSV for programs, and LaTeX for papers.
#pragma once

#include <string>
#include <vector>

#include "reports/comparison/data.hpp"

namespace rattleback::reports {

/// Entry of a table: a number, or a text if there is no number.
struct Entry {
  Entry(std::string words) : text(std::move(words)) {}
  Entry(Number value) : number(value) {}
  static Entry of_order(Number value) {
    Entry entry(value);
    entry.two_decimals = true;
    return entry;
  }

  std::string text;
  Number number;
  bool two_decimals = false;  ///< shown with two decimals; else three significant digits
};

/// Column of a table: its name for programs, and its heading for readers if they see the table.
struct Column {
  std::string name, heading;
};

/// Table with a row of entries per item; each row has one entry per column.
struct Table {
  std::string id, title;
  std::vector<Column> columns;
  std::vector<std::vector<Entry>> rows;
};

/// Returns observed and promised orders: a row per method or variant, start and component.
Table orders_table(ProblemResult const& problem);
/// Returns the structure preservation on the long run: a row per measured method.
Table structure_table(ProblemResult const& problem);
/// Returns the error of each invariant on the long run: a row per method, two columns each.
Table invariants_table(ProblemResult const& problem);
/// Returns every run of the work-precision sweeps, of methods and variants, for programs only.
Table work_table(ProblemResult const& problem);

/// Formats `value` as "2.00"; a value that rounds to zero has no sign.
std::string two_decimals(double value);

/// Formats `entry` for a page: three significant digits, orders with two decimals, a dash if empty.
std::string shown(Entry const& entry);

/// True if the column holds numbers, which are aligned right; texts are aligned left.
bool is_numeric(Table const& table, std::size_t column);

std::string to_csv(Table const& table);    ///< all digits; fields quoted if needed
std::string to_latex(Table const& table);  ///< tabular in the style of booktabs

}  // namespace rattleback::reports
