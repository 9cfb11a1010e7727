#include "program/plugins/hooks.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace rattleback {
namespace {

constexpr char const* word_letters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
constexpr char const* blanks = " \t\n\v\f\r";

/// Returns the position one past the last character of the literal that begins at `begin`.
std::size_t end_of_literal(std::string const& text, std::size_t begin) {
  char const quote = text[begin];
  bool const is_raw = quote == '"' && begin > 0 && text[begin - 1] == 'R';
  if (is_raw) {  // R"DELIMITER( ... )DELIMITER"
    constexpr std::size_t longest_delimiter = 16;
    auto const delimiter = text.substr(begin + 1, longest_delimiter + 1);
    if (auto const opening = delimiter.find('('); opening != delimiter.npos) {
      auto const closing = ")" + delimiter.substr(0, opening) + '"';
      auto const end = text.find(closing, begin + 1 + opening);
      return end == text.npos ? text.size() : end + closing.size();
    }
  }
  for (auto at = begin + 1; at < text.size(); ++at) {
    if (text[at] == '\n') return at;  // unterminated
    if (text[at] == quote) return at + 1;
    if (text[at] == '\\') ++at;
  }
  return text.size();
}

/// Returns C++ text with a blank for each comment and each literal, in linear time and without
/// recursion, because generated headers may contain long lines.
std::string without_comments_and_literals(std::string const& text) {
  std::string code;
  for (std::size_t at = 0; at < text.size();) {
    auto const is_at = [&](std::string_view mark) {
      return text.compare(at, mark.size(), mark) == 0;
    };
    bool const in_word = at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0);
    auto end = at;
    if (is_at("//")) {
      end = std::min(text.find('\n', at), text.size());
    } else if (is_at("/*")) {
      auto const closing = text.find("*/", at + 2);
      end = closing == text.npos ? text.size() : closing + 2;
    } else if (text[at] == '"' || (text[at] == '\'' && !in_word)) {  // 1'000 is a number
      end = end_of_literal(text, at);
    }
    code += end > at ? ' ' : text[at];
    at = std::max(end, at + 1);
  }
  return code;
}

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
  auto const text = without_comments_and_literals(header);
  std::vector<Misspelling> found;
  for (std::size_t end = 0, begin; (begin = text.find_first_of(word_letters, end)) != text.npos;) {
    end = std::min(text.find_first_not_of(word_letters, begin), text.size());
    // Member of another object, or neither defined nor called.
    if (begin > 0 && std::string_view(".>:").find(text[begin - 1]) != std::string_view::npos)
      continue;
    auto const next = text.find_first_not_of(blanks, end);
    if (next == text.npos || (text[next] != '(' && text[next] != '=')) continue;
    auto const word = text.substr(begin, end - begin);
    auto const& hooks = hook_names();
    bool const is_of_the_language = word == "requires", is_private = word.back() == '_';
    bool const is_type = std::isupper(static_cast<unsigned char>(word[0])) != 0;
    if (is_of_the_language || is_private || is_type) continue;
    if (std::find(hooks.begin(), hooks.end(), word) != hooks.end()) continue;
    for (auto const& hook : hooks)
      if (is_one_letter_off(word, hook) &&
          std::none_of(found.begin(), found.end(),
                       [&](auto const& m) { return m.written == word; }))
        found.push_back({word, hook});
  }
  return found;
}

}  // namespace rattleback
