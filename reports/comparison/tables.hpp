// The tables of a comparison, and their forms: CSV for programs, Markdown and LaTeX for papers.
#pragma once

#include <string>
#include <vector>

#include "reports/comparison/data.hpp"

namespace rattleback::reports {

/// An entry of a table: a number, or a text where it has none.
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
  bool two_decimals = false;  ///< shown; else three significant digits
};

/// A column: its name for programs and its heading for people.
struct Column {
  std::string name, heading;
};

struct Table {
  std::string id, title;
  std::vector<Column> columns;
  std::vector<std::vector<Entry>> rows;
};

/// Observed against promised orders, a row per method or variant, start and component.
Table orders_table(ProblemResult const& problem);
/// What became of the structure on the long run, a row per method that has one.
Table structure_table(ProblemResult const& problem);
/// How each invariant behaved on the long run: a row per method, two columns per invariant.
Table invariants_table(ProblemResult const& problem);
/// Every run of the work-precision sweeps, of methods and variants.
Table work_table(ProblemResult const& problem);

/// As "2.00"; what rounds to zero has no sign.
std::string two_decimals(double value);

/// The entry as a page shows it: three significant digits, orders with two decimals, a dash for
/// nothing.
std::string shown(Entry const& entry);

/// True for a column of numbers, which stand right; texts stand left.
bool is_numeric(Table const& table, std::size_t column);

std::string to_csv(Table const& table);  ///< all digits; fields quoted where needed
std::string to_markdown(Table const& table);
std::string to_latex(Table const& table);  ///< a tabular in the style of booktabs

}  // namespace rattleback::reports
