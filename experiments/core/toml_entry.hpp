#pragma once
// Tables of TOML files in which unread keys are errors.

#include <toml++/toml.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rattleback {

/// Returns the table. Throws std::invalid_argument "WHERE: line N: ..." for malformed text.
toml::table parsed_toml(std::string_view text, std::string const& where);

/// Returns the text with `words` in the place of its first `mark`.
std::string filled(std::string text, std::string const& mark, std::string const& words);

/// Table of a file. Every key that was not read is unknown. Errors are thrown as
/// std::invalid_argument with the file, the line and the name of the entry.
class Entry {
 public:
  Entry(toml::table const& table, std::string where) : table_(table), where_(std::move(where)) {}

  /// Returns the text at `key`, or a number as text; empty if the key is missing.
  std::string words(char const* key);
  void demand_text(char const* key) const;
  std::string required(char const* key);
  bool flag(char const* key, bool standard = false);
  double number(char const* key, double standard);
  std::vector<std::string> list(char const* key);
  std::vector<double> numbers(char const* key);
  /// Returns a table, or a list of tables, as a list.
  std::vector<Entry> entries(char const* key);
  /// Returns the tables in the table at `key`, in the order of the file, each with its key as own
  /// name.
  std::vector<Entry> named_entries(char const* key);
  std::string const& own_name() const { return own_name_; }
  /// Returns the lists of texts in the table at `key`, by their keys.
  std::map<std::string, std::vector<std::string>> lists(char const* key);
  std::vector<std::string> keys() const;
  bool has(char const* key) const { return table_.contains(key); }
  bool is_text(char const* key) const { return table_.get(key) && table_.get(key)->is_string(); }

  /// Throws if a key was not read.
  void refuse_the_rest() const;
  [[noreturn]] void fail(std::string const& why) const;
  /// Throws an error within the value of a key, with the line of the key.
  [[noreturn]] void fail_in(char const* key, std::string const& why) const;
  /// Throws "'KEY' is WHY", with the line of the key.
  [[noreturn]] void fail_at(char const* key, std::string const& why) const;
  void name(std::string const& id) { where_ += " " + id; }
  int line() const { return static_cast<int>(table_.source().begin.line); }

 private:
  /// Returns `text`. Throws if a formula in it cannot be read.
  std::string with_formulas(char const* key, std::string const& text) const;
  toml::node const* ask(char const* key);  ///< null if the key is missing
  template <class T, class Read>
  std::vector<T> items(char const* key, char const* wrong, Read const& read);

  toml::table const& table_;
  std::string where_, own_name_;
  std::set<std::string> asked_;
};

}  // namespace rattleback
