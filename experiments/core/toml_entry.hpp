#pragma once
// Tables of TOML files in which every key is asked for.

#include <toml++/toml.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rattleback {

/// Throws std::invalid_argument "WHERE: line N: ..." for malformed text.
toml::table parsed_toml(std::string_view text, std::string const& where);

/// A table of a file. Every key that nobody asked for is unknown. What is wrong is thrown as
/// std::invalid_argument with the file, the line and the name of the entry.
class Entry {
 public:
  Entry(toml::table const& table, std::string where) : table_(table), where_(std::move(where)) {}

  /// The words at `key`, a number included; empty where it is missing.
  std::string words(char const* key);
  void demand_text(char const* key) const;
  std::string required(char const* key);
  bool flag(char const* key, bool standard = false);
  double number(char const* key, double standard);
  std::vector<std::string> list(char const* key);
  std::vector<double> numbers(char const* key);
  /// A table, or a list of tables.
  std::vector<Entry> entries(char const* key);
  bool is_text(char const* key) const { return table_.get(key) && table_.get(key)->is_string(); }

  void refuse_the_rest() const;
  [[noreturn]] void fail(std::string const& why) const;
  /// The same of a formula or a name within the value of a key, whose line is named.
  [[noreturn]] void fail_in(char const* key, std::string const& why) const;
  /// "'KEY' is WHY", with the line of the key.
  [[noreturn]] void fail_at(char const* key, std::string const& why) const;
  void name(std::string const& id) { where_ += " " + id; }
  int line() const { return static_cast<int>(table_.source().begin.line); }

 private:
  toml::node const* ask(char const* key);  ///< null where it is missing
  template <class T, class Read>
  std::vector<T> items(char const* key, char const* wrong, Read const& read);

  toml::table const& table_;
  std::string where_;
  std::set<std::string> asked_;
};

}  // namespace rattleback
