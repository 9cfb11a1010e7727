#include "program/plugins/hooks.hpp"

#include <algorithm>
#include <cctype>
#include <regex>
#include <sstream>
#include <string_view>

namespace rattleback {
namespace {

/// True if the words differ by one letter.
bool is_one_letter_off(std::string_view word, std::string_view name) {
  auto const same = std::mismatch(word.begin(), word.end(), name.begin(), name.end()).first;
  auto const common = static_cast<std::size_t>(same - word.begin());
  word.remove_prefix(common);
  name.remove_prefix(common);
  if (word == name) return false;
  auto const after = [](std::string_view text, std::size_t count) {
    return text.substr(std::min(count, text.size()));
  };
  bool const exchanged =
      word.size() > 1 && name.size() > 1 && word[0] == name[1] && word[1] == name[0];
  return after(word, 1) == name || word == after(name, 1) || after(word, 1) == after(name, 1) ||
         (exchanged && after(word, 2) == after(name, 2));
}

}  // namespace

std::vector<std::string> const& hook_names() {
  static std::vector<std::string> const all{
      "options",          "start",         "memory",           "reverse", "require",
      "warnings",         "counts_in_tau", "runs_on_lanes",    "rescale", "velocity_of_p",
      "flipped_velocity", "diagnostics",   "diagnostic_names", "report",  "prefers_constant_mass",
      "takes_forces"};
  return all;
}

std::vector<Misspelling> misspelt_hooks(std::string const& header) {
  // Comments and literals within a line.
  static std::regex const hidden(R"(//.*|/\*.*?\*/|"(\\.|[^"\\])*")");
  // Words that are not members of another object, and that are defined or called.
  static std::regex const named(R"((?:^|[^.>:\w])(\w+)(?=\s*[(=]))");
  constexpr std::size_t longest_line = 500;  // longer ones are generated
  auto const& hooks = hook_names();
  std::vector<Misspelling> found;
  bool in_comment = false;
  std::istringstream lines(header);
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > longest_line) continue;
    if (in_comment) {
      auto const end = line.find("*/");
      if (end == line.npos) continue;
      line.erase(0, end + 2);
      in_comment = false;
    }
    line = std::regex_replace(line, hidden, " ");
    if (auto const begin = line.find("/*"); begin != line.npos) {
      line.erase(begin);
      in_comment = true;
    }
    for (std::sregex_iterator at(line.begin(), line.end(), named), end; at != end; ++at) {
      std::string const word = (*at)[1];
      bool const is_of_the_language = word == "requires", is_private = word.back() == '_';
      bool const is_type = std::isupper(static_cast<unsigned char>(word[0])) != 0;
      bool const is_found = std::ranges::count(found, word, &Misspelling::written) > 0;
      if (is_of_the_language || is_private || is_type || is_found) continue;
      if (std::ranges::count(hooks, word) > 0) continue;
      auto const meant = std::ranges::find_if(
          hooks, [&](auto const& hook) { return is_one_letter_off(word, hook); });
      if (meant != hooks.end()) found.push_back({word, *meant});
    }
  }
  return found;
}

}  // namespace rattleback
