// Reader of texts with formulas between dollars.

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/formulas/formulas.hpp"
#include "base/formulas/letters.hpp"

namespace rattleback::formulas {

namespace {

/// Returns the end of the brace that opens at `at`.
std::size_t closing_brace(std::string_view text, std::size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '{') ++depth;
    if (text[at] == '}' && --depth == 0) return at;
  }
  return text.npos;
}

/// Returns the sign of several characters at `at`; empty if there is none.
std::string_view typed_sign_at(std::string_view text, std::size_t at) {
  for (std::string_view typed : {"<=>", "->", "<=", ">=", "!=", "+-", "-+"})
    if (text.substr(at).starts_with(typed)) return typed;
  return {};
}

/// Reader of formulas in which a script is one character or a group in braces.
class Formula {
 public:
  explicit Formula(std::string_view text) : text_(text) {}

  Node all() {
    Node row;
    while (at_ < text_.size()) append(row, next());
    return row;
  }

 private:
  Node next() {
    Node const base = atom();
    Node lower, upper;
    while (at_ < text_.size() && (text_[at_] == '_' || text_[at_] == '^')) {
      bool const raised = text_[at_] == '^';
      append(raised ? upper : lower, script(raised));
    }
    if (lower.empty() && upper.empty()) return base;
    return {Kind::scripts, "", {base, lower, upper}};
  }

  Node atom() {
    constexpr std::string_view bold = "\\bold{";
    auto const rest = text_.substr(at_);
    if (rest.starts_with(bold)) {
      at_ += bold.size() - 1;
      return {Kind::bold, "", {Formula(group()).all()}};
    }
    char const c = text_[at_];
    if (c == '{') return Formula(group()).all();
    if (c == '}')
      throw std::invalid_argument(fmt::format("a brace without a partner in ${}$", text_));
    if (c == '_' || c == '^') return row_of({});  // a script of nothing
    if (c == '\\' && at_ + 1 < text_.size()) ++at_;
    if (is_letter(character_at(text_, at_))) return letters();
    if (auto const typed = typed_sign_at(text_, at_); !typed.empty()) {
      at_ += typed.size();
      return leaf(Kind::words, printed_sign(typed));
    }
    if (c == '-' || c == '\'') return leaf(Kind::words, printed_sign(take()));
    return leaf(is_digit(c) ? Kind::number : Kind::words, take());
  }

  /// Reads a symbol, a Greek letter by its name, or a word.
  Node letters() {
    auto const begin = at_;
    int latin = 0, others = 0;
    while (at_ < text_.size() && is_letter(character_at(text_, at_)))
      if (take().size() > 1)
        ++others;
      else if (++latin; is_function(text_.substr(begin, at_ - begin)) && at_ < text_.size() &&
                        text_[at_] & 0x80)
        break;  // cosθ
    auto const run = text_.substr(begin, at_ - begin);
    if (auto const letter = greek(run); !letter.empty()) return leaf(Kind::letters, letter);
    if (run == "sqrt") return leaf(Kind::words, "√");
    bool const is_word = (latin > 2 && others == 0 && run != "mgl") || is_function(run);
    return leaf(is_word ? Kind::words : Kind::letters, run);
  }

  Node script(bool raised) {
    if (++at_ >= text_.size())
      throw std::invalid_argument(
          fmt::format("nothing behind '{}' in ${}$", text_[at_ - 1], text_));
    if (text_[at_] == '{') return Formula(group()).all();
    auto const character = take();
    bool const upright = raised && is_latin(character);
    if (is_letter(character)) return leaf(upright ? Kind::words : Kind::letters, character);
    return leaf(Kind::words, printed_sign(character));
  }

  /// Returns the content of the group in braces here and moves behind it.
  std::string_view group() {
    auto const end = closing_brace(text_, at_);
    if (end == text_.npos)
      throw std::invalid_argument(fmt::format("a brace without a partner in ${}$", text_));
    auto const inner = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return inner;
  }

  std::string_view take() {
    auto const one = character_at(text_, at_);
    at_ += one.size();
    return one;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Reader of texts with formulas between dollars.
class Text {
 public:
  explicit Text(std::string_view text) : text_(text) {}

  Node all() {
    Node row;
    while (at_ < text_.size()) append(row, next());
    return row;
  }

 private:
  char here(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  char before() const { return at_ > 0 ? text_[at_ - 1] : ' '; }
  static bool is_name(char c) { return is_ascii_letter(c) || is_digit(c) || c == '_'; }
  std::string_view take(std::size_t size) {
    at_ += size;
    return text_.substr(at_ - size, size);
  }

  Node next() {
    if (here() == '$')
      if (auto const end = text_.find('$', at_ + 1); end != text_.npos) return formula(end);
    if (is_name(here()) || (here() == '-' && here(1) == '-')) return name_or_number();
    if (auto const typed = typed_sign_at(text_, at_); !typed.empty())
      return leaf(Kind::words, printed_sign(take(typed.size())));
    bool const is_minus =
        here() == '-' && (before() == ' ' ? here(1) == ' ' || is_operand(here(1))
                                          : is_operand(here(1)) && opens(before()));
    if (is_minus) return leaf(Kind::words, printed_sign(take(1)));
    return leaf(Kind::words, take(size_of_character(text_, at_)));
  }
  Node formula(std::size_t end) {
    auto const inner = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    try {
      return Formula(inner).all();
    } catch (std::invalid_argument const&) {
      return leaf(Kind::words, text_.substr(end - inner.size() - 1, inner.size() + 2));
    }
  }
  static bool is_operand(char c) {
    return is_digit(c) || std::string_view("(|$.").find(c) != std::string_view::npos;
  }
  static bool opens(char c) {
    return std::string_view("([{=,|<>/^+*;:").find(c) != std::string_view::npos;
  }

  /// Reads a word, a number, an identifier of the program, a path or an option.
  Node name_or_number() {
    bool const option = here() == '-';
    auto end = at_ + (option ? 2 : 0);
    auto const is_joint = [&](std::size_t at) {
      return (text_[at] == '.' || text_[at] == '/' || (option && text_[at] == '-')) &&
             at + 1 < text_.size() && is_name(text_[at + 1]);
    };
    while (end < text_.size() && (is_name(text_[end]) || is_joint(end))) ++end;
    auto const name = text_.substr(at_, end - at_);
    if (name.find('_') != name.npos) {
      bool const pattern = name.back() == '_' && end < text_.size() && text_[end] == '*';
      return leaf(Kind::code, take(name.size() + (pattern ? 1 : 0)));
    }
    if (is_digit(name[0]))
      if (Node power = power_of_ten(name, end); !power.empty()) return power;
    return leaf(Kind::words, take(name.size()));
  }

  /// Reads a number with an exponent, such as 2.1e-07; empty for others.
  Node power_of_ten(std::string_view name, std::size_t end) {
    auto const e = name.find('e');
    if (e == name.npos || name.find_first_not_of("0123456789.") != e) return {};
    auto digits = name.substr(e + 1);
    std::string sign;
    if (digits.empty() && end < text_.size() && (text_[end] == '-' || text_[end] == '+')) {
      if (text_[end] == '-') sign = "−";
      auto const begin = ++end;
      while (end < text_.size() && is_name(text_[end])) ++end;
      digits = text_.substr(begin, end - begin);
    }
    if (digits.empty() || digits.find_first_not_of("0123456789") != digits.npos) return {};
    at_ = end;
    auto const mantissa = name.substr(0, e);
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
    return row_of({leaf(Kind::words, mantissa == "1" ? "" : std::string(mantissa) + "×"),
                   {Kind::scripts,
                    "",
                    {leaf(Kind::number, "10"), Node{},
                     row_of({leaf(Kind::words, sign + std::string(digits))})}}});
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Node read_text(std::string_view text) { return Text(text).all(); }

std::string without_dollars(std::string_view text) {
  std::string rest;
  bool in_formula = false;
  for (char const c : text)
    if (c == '$')
      in_formula = !in_formula;
    else if (!in_formula || (c != '{' && c != '}'))
      rest += c;
  return rest;
}

void require_formulas(std::string_view text) {
  for (auto begin = text.find('$'); begin != text.npos;) {
    auto const end = text.find('$', begin + 1);
    if (end == text.npos) throw std::invalid_argument("a dollar without a partner");
    Formula(text.substr(begin + 1, end - begin - 1)).all();
    begin = text.find('$', end + 1);
  }
}

}  // namespace rattleback::formulas
