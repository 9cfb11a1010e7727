#pragma once
// A TOML document, whose parts are asked for and whose mistakes are shown where they stand.

#include <toml++/toml.h>

#include "problems/text/expression.hpp"
#include "problems/text/problem_file.hpp"

namespace rattleback::text {

/// The text of the file as TOML. Throws InputFileError.
toml::table parsed(ProblemFile& file);

/// Entries in the order of the file: a TOML table is sorted by name.
std::vector<std::pair<toml::key const*, toml::node const*>> in_file_order(toml::table const& table);

/// Access to parts of a document; what is not as it should be throws InputFileError.
class Document {
 public:
  explicit Document(ProblemFile& file);

  [[noreturn]] void fail(Place at, std::string const& what) const { file_.fail(at, what); }
  /// The place of a line and a column, both counted from 1, columns in characters. Asked for in the
  /// order of the file, all places together take time proportional to the file's size.
  Place place_at(toml::source_position position) const;
  Place start_of(toml::node const& node) const;
  Place place_of(toml::key const& key) const;

  /// `where` says of which table, as in " of a case".
  void refuse_other_keys(toml::table const& table, std::string const& where,
                         std::vector<std::string> const& known) const;
  /// `what` says what the key is for.
  toml::node const& required(toml::table const& table, char const* key,
                             std::string const& what) const;
  std::string string(toml::node const& node, std::string const& key) const;
  /// A text that is shown to people on one line: line ends and tabs become blanks, other control
  /// characters are refused.
  std::string line(toml::node const& node, std::string const& key) const;
  bool boolean(toml::node const& node, std::string const& key) const;
  toml::array const& array(toml::node const& node, std::string const& key) const;
  toml::table const& table(toml::node const& node, std::string const& key) const;

  /// The formula in a string, as a node of the file's graph.
  graph::Index node_of(toml::node const& node, Names const& names);
  /// A finite number, or a formula of numbers in a string.
  /// @param values  constants that the formula may name
  Number number(toml::node const& node, std::string const& what, Names const& values = {});
  /// A list with a number for each name, or a table with numbers for some of the names.
  std::vector<std::optional<Number>> numbers(toml::node const& node,
                                             std::vector<std::string> const& names,
                                             char const* what, Names const& values = {});
  double value(Number const& number) const { return *file_.graph.fixed_value(number.node); }

 protected:
  /// Reads the tables, which formulas of this document may use from then on as functions.
  void read_tables(toml::table const& root);

  ProblemFile& file_;

 private:
  std::optional<Place> inside_of(toml::node const& node, std::string const& value) const;
  void require_finite(Number const& value, toml::node const& node, std::string const& what) const;

  graph::Table table_function(std::string const& name, toml::node const& node);
  /// Adds the points of a file of two columns, whose first line may name them.
  void read_points(toml::node const& node, graph::Table& points);

  std::vector<graph::Table> tables_;
  std::vector<Place> lines_;  ///< place of the first character of each line
  /// The place that was asked for last, from which the next one of its line is found.
  mutable toml::source_position last_{0, 0};
  mutable Place last_place_ = 0;
};

}  // namespace rattleback::text
