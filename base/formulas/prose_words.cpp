#include "base/formulas/prose_words.hpp"

#include <algorithm>
#include <array>

#include "base/formulas/letters.hpp"

namespace rattleback::formulas {

namespace {

constexpr auto npos = std::string_view::npos;

bool contains(std::string_view characters, char c) { return characters.find(c) != npos; }

bool is_name_character(char c) { return is_ascii_letter(c) || is_digit(c) || c == '_'; }

/// True for a word of a language, false for products of symbols, Greek letters and functions.
bool is_word(std::string_view part) {
  return std::ranges::count_if(part, is_ascii_letter) > 2 && greek(part).empty() &&
         !is_function(part);
}

bool is_identifier(std::string_view name) {
  auto const underscore = name.find('_');
  auto const base = name.substr(0, underscore);
  int parts = 0;
  bool has_word = false;
  for (auto at = underscore; at != npos;) {
    auto const end = name.find('_', at + 1);
    has_word = has_word || is_word(name.substr(at + 1, end - at - 1));
    ++parts;
    at = end;
  }
  if (base.size() == 1) return has_word && (parts > 1 || name.size() > 7);  // k_midpoint, not h_max
  bool const is_symbol = base.size() == 2 || is_function(base) || !symbol_of(base).empty() ||
                         !component_of_velocity(base).empty();
  return !is_symbol || has_word;
}

/// Returns the last character before `begin` other than a space; a space if there is none.
char last_before(std::string_view text, std::size_t begin) {
  while (begin > 0 && text[begin - 1] == ' ') --begin;
  return begin > 0 ? text[begin - 1] : ' ';
}

std::string_view word_before(std::string_view text, std::size_t begin) {
  while (begin > 0 && text[begin - 1] == ' ') --begin;
  auto at = begin;
  while (at > 0 && is_ascii_letter(text[at - 1])) --at;
  return text.substr(at, begin - at);
}

/// True if an operator stands next to the letter.
bool is_operand(std::string_view text, std::size_t begin, std::size_t end,
                std::string_view closing) {
  char const left = last_before(text, begin);
  if (contains("=+*/|<>", left) || (left == '-' && begin > 1)) return true;
  if (begin > 0 && is_digit(text[begin - 1])) return true;
  if (end < text.size() && is_mathematical(character_at(text, end))) return true;
  if (is_ascii_letter(left) && word_before(text, begin).size() == 1) return true;  // C A
  while (end < text.size() && text[end] == ' ') ++end;
  auto const right = text.substr(end);
  if (right.empty()) return false;
  if (contains("=+-*/|<>'", right[0]) || contains(closing, right[0])) return true;
  if (is_ascii_letter(right[0]) && right.size() > 1 && contains("^_", right[1])) return true;
  if (left == ',' && right.starts_with("in (")) return true;  // m, I, a in (0.28, 1.72)
  for (std::string_view next : {"d/", "o ", "^ ", "−", "≤", "·", "→"})
    if (right.starts_with(next)) return true;
  return false;
}

}  // namespace

std::size_t size_of_program_text(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with("--")) {
    auto end = at + 2;
    while (end < text.size() && (is_name_character(text[end]) || text[end] == '-')) ++end;
    return end > at + 2 ? end - at : 0;
  }
  auto end = at;
  while (end < text.size() && (is_name_character(text[end]) || contains("./-", text[end]))) ++end;
  auto const path = text.substr(at, end - at);
  for (std::string_view extension : {".md", ".toml", ".csv", ".hpp", ".cpp", ".json", ".html"})
    if (auto const found = path.find(extension);
        found != npos && found > 0 &&
        (found + extension.size() == path.size() ||
         !is_name_character(path[found + extension.size()])))
      return found + extension.size();
  end = at;
  while (end < text.size() && is_name_character(text[end])) ++end;
  auto name = text.substr(at, end - at);
  if (name.find('_') == npos) return 0;
  bool const pattern = name.ends_with('_') && text.substr(end).starts_with('*');  // steps_*
  if (pattern && is_word(name.substr(0, name.size() - 1))) return name.size() + 1;
  while (name.ends_with('_')) name.remove_suffix(1);
  return name.find('_') != npos && is_identifier(name) ? name.size() : 0;
}

std::string symbol_of(std::string_view name) {
  if (auto const letter = greek(name); !letter.empty()) return std::string(letter);
  if (name == "mgl" || name == "mg") return std::string(name);
  if (name.ends_with("dot") && name.size() > 3) {
    auto const base = name.substr(0, name.size() - 3);
    if (base.size() == 1) return std::string(base) + "̇";
    if (auto const letter = symbol_of(base); !letter.empty()) return letter + "̇";
  }
  if (name.size() < 2 || name[0] != 'd') return "";
  auto const rest = name.substr(1);
  if (rest.size() == 1) return contains("xyztqprsvhwXAL", rest[0]) ? std::string(name) : "";
  auto const letter = symbol_of(rest);
  return letter.empty() ? "" : "d" + letter;
}

std::string component_of_velocity(std::string_view name) {
  if (name.size() < 2 || name[0] != 'v') return "";
  auto const rest = name.substr(1);
  if (rest.size() == 1) return contains("xyzXYZ", rest[0]) ? std::string(rest) : "";
  return std::string(greek(rest));
}

bool is_symbol(std::string_view text, std::size_t begin, std::size_t end) {
  char const c = text[begin];
  auto const character = [&](std::size_t at) { return at < text.size() ? text[at] : ' '; };
  char const before = begin > 0 ? text[begin - 1] : ' ', after = character(end);
  char const second = begin > 1 ? text[begin - 2] : ' ';
  char const third = begin > 2 ? text[begin - 3] : ' ';
  if (static_cast<unsigned char>(c) == 0xC3) return false;  // an accented word
  auto digits = begin;
  while (digits > 0 && is_digit(text[digits - 1])) --digits;
  if (digits < begin && digits > 0 &&
      (is_ascii_letter(text[digits - 1]) ||
       (text[digits - 1] == '(' && after == ')' && c >= 'a' && c <= 'e')))
    return false;                                                                  // ode15s, (26b)
  if ((before == '-' || before == '\'') && is_ascii_letter(second)) return false;  // SLE-B, body's
  if (begin > 2 && text.substr(begin - 3, 3) == "’") return false;
  if (after == '\'' && is_ascii_letter(character(end + 1))) return false;  // d'Alembert
  if (after == '+' && character(end + 1) == '+') return false;             // C++
  if ((c == 'i' || c == 'e') && after == '.' && is_ascii_letter(character(end + 1)) &&
      character(end + 2) == '.')
    return false;  // i.e., e.g.
  if (after == '.' && before == '.' && (second == 'i' || second == 'e')) return false;
  bool const is_capital = c >= 'A' && c <= 'Z';
  if (is_capital && after == '.' && character(end + 1) == ' ' &&
      (begin == 0 || second == ',' || second == '.' || word_before(text, begin) == "and") &&
      character(end + 2) >= 'A' && character(end + 2) <= 'Z')
    return false;  // an initial
  if (before == '(' && after == ')' && c >= 'a' && c <= 'i' &&
      (contains(" ,0123456789", second) || (second == '-' && third == ')')))
    return false;  // a label of a panel or an equation
  for (std::string_view label : {"case", "cases", "orbit", "start", "starts", "Euler", "sleigh",
                                 "panel", "example", "body", "method", "type", "item"})
    if (before == ' ' && word_before(text, begin) == label && is_capital) return false;
  if (c == 's')
    return !(before == '/' || (before == ' ' && is_digit(second)) ||
             (word_before(text, begin) == "in" && (after == ' ' || after == ',')));
  if (c == 'a') return is_operand(text, begin, end, ",)]");
  if (c == 'A' || c == 'B') return is_operand(text, begin, end, begin > 0 ? "(" : "");
  return true;
}

bool is_minus(std::string_view text, std::size_t at, bool after_symbol) {
  char const before = at > 0 ? text[at - 1] : ' ';
  char const after = at + 1 < text.size() ? text[at + 1] : ' ';
  if (before == ' ' && after == ' ') return true;
  bool const operand = is_ascii_letter(after) || is_digit(after) || contains("([|<{.", after) ||
                       static_cast<unsigned char>(after) >= 0x80;
  if (after_symbol && is_digit(after)) return true;
  return operand && contains(" ([{=,|<>/^+*;:", before);
}

bool is_double_struck(std::string_view letter) {
  return static_cast<unsigned char>(letter[0]) >= 0xE2 && !is_latin(letter);
}

std::size_t number_of_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); at += character_at(text, at).size()) ++count;
  return count;
}

}  // namespace rattleback::formulas
