#include "reports/drawing/symbols.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/formulas/letters.hpp"

namespace rattleback::reports {
namespace {

/// Returns the Greek letter whose name `name` begins with, and its length; else the first
/// character.
std::pair<std::string, std::size_t> first_letter(std::string const& name) {
  for (auto const& [word, letter] : formulas::greek_letters())
    if (name.starts_with(word)) return {letter, word.size()};
  return {name.starts_with('_') ? "\\_" : name.substr(0, 1), std::min<std::size_t>(1, name.size())};
}

}  // namespace

std::string symbol(std::string const& name) {
  auto const [letter, length] = first_letter(name);
  std::string index;
  for (std::size_t at = length; at < name.size();) {
    auto const [next, size] = first_letter(name.substr(at));
    index += next;
    at += size;
  }
  return fmt::format("${}{}$", letter, index.empty() ? "" : fmt::format("_{{{}}}", index));
}

}  // namespace rattleback::reports
