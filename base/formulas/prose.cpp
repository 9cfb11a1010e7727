// Reader of prose with formulas.

#include <stdexcept>
#include <string>
#include <utility>

#include "base/formulas/dollars.hpp"
#include "base/formulas/formulas.hpp"
#include "base/formulas/letters.hpp"
#include "base/formulas/prose_words.hpp"

namespace rattleback::formulas {

namespace {

class Prose {
 public:
  /// @param formula  true for the content of a script, where letters are symbols
  Prose(std::string_view text, bool formula) : text_(text), formula_(formula) {}

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
  bool at(std::string_view part) const { return text_.substr(at_).starts_with(part); }
  Node words(std::size_t size, std::string_view print) {
    at_ += size;
    return leaf(Kind::words, print);
  }
  Node words(std::size_t size) { return words(size, text_.substr(at_, size)); }

  /// Reads an atom with its scripts.
  Node next() {
    Node part = atom();
    if (before() != ' ') part = with_scripts(std::move(part));
    after_symbol_ = part.kind == Kind::letters || part.kind == Kind::scripts ||
                    (part.kind == Kind::words && part.text == "′");
    return part;
  }

  Node atom() {
    char const c = here();
    if (c == '$')
      if (auto const end = text_.find('$', at_ + 1); end != text_.npos) return dollars(end);
    if (at("{/:")) return read_markup_group(text_, at_);
    if (c == '\\' && std::string_view("_^{}@&~\\").find(here(1)) != std::string_view::npos)
      return ++at_, words(1);
    if (c == '\'' && after_symbol_ && !is_ascii_letter(here(1))) return words(1, "′");
    if (c == '.' && after_symbol_ && at_ + 1 < text_.size() &&
        is_letter(character_at(text_, at_ + 1)))
      return words(1, "·");
    if (is_digit(c)) return number();
    if (!formula_ && (is_ascii_letter(c) || at("--")))
      if (auto const size = size_of_program_text(text_, at_); size > 0) {
        auto const name = text_.substr(at_, size);
        at_ += size;
        return leaf(name.find('_') == name.npos ? Kind::words : Kind::code, name);
      }
    auto const character = character_at(text_, at_);
    if (is_latin(character)) return formula_ ? letters_of_formula() : letters_of_prose();
    if (is_mathematical(character)) return symbol(at_ + character.size(), character);
    if (at(" o ")) return words(3, " ∘ ");
    if (at(" ^ ")) return words(3, " ∧ ");
    if (at(" x ") && is_product()) return words(3, " × ");
    return sign(character);
  }

  Node dollars(std::size_t end) {
    auto const inner = text_.substr(at_ + 1, end - at_ - 1);
    try {
      Node formula = read_between_dollars(inner);
      at_ = end + 1;
      return formula;
    } catch (std::invalid_argument const&) {
      return words(end + 1 - at_);
    }
  }

  Node sign(std::string_view character) {
    for (std::string_view typed : {"<=>", "->", "<=", ">=", "!=", "+-", "-+"})
      if (at(typed)) return words(typed.size(), printed_sign(typed));
    if (character == "-" && (formula_ || is_minus(text_, at_, after_symbol_)))
      return words(1, printed_sign("-"));
    return words(character.size());
  }

  /// True if the x between spaces here is the product of spaces or groups.
  bool is_product() const {
    char const left = before(), right = here(3);
    return (after_symbol_ || is_digit(left) || left == ')' || left == '}') &&
           ((right >= 'A' && right <= 'Z') || right == '{' || (right == '0' && here(4) != '.') ||
            (is_digit(left) && is_digit(right)));
  }

  Node number() {
    auto const begin = at_;
    auto const digits = [&] {
      while (is_digit(here())) ++at_;
    };
    digits();
    if (here() == '.' && is_digit(here(1))) ++at_, digits();
    if (here() == 'e' && has_power_of_ten(begin))
      return power_of_ten(text_.substr(begin, at_ - begin));
    Node result = leaf(Kind::number, text_.substr(begin, at_ - begin));
    if (formula_ && here() == 'x' && is_digit(here(1))) ++at_, result.text += "×";
    return result;
  }

  static bool is_sign(char c) { return c == '-' || c == '+'; }

  /// True if the number that starts at `begin` has an exponent, and is not within a word such as
  /// the hash 7e435d.
  bool has_power_of_ten(std::size_t begin) const {
    auto const is_in_word = [](char c) { return is_ascii_letter(c) || is_digit(c); };
    if (begin > 0 && is_in_word(text_[begin - 1])) return false;
    auto end = at_ + 1;
    if (end < text_.size() && is_sign(text_[end])) ++end;
    auto const digits = end;
    while (end < text_.size() && is_digit(text_[end])) ++end;
    return end > digits && (end == text_.size() || !is_in_word(text_[end]));
  }

  /// Reads the exponent of a number such as 2.1e-07; at its "e".
  Node power_of_ten(std::string_view mantissa) {
    ++at_;
    std::string exponent = here() == '-' ? "-" : "";
    if (is_sign(here())) ++at_;
    while (here() == '0' && is_digit(here(1))) ++at_;
    while (is_digit(here())) exponent += text_[at_++];
    Node row;
    append(row, leaf(Kind::number, mantissa == "1" ? "" : std::string(mantissa) + "×"));
    append(
        row,
        {Kind::scripts,
         "",
         {leaf(Kind::number, "10"), Node{},
          row_of({leaf(Kind::words, exponent[0] == '-' ? "−" + exponent.substr(1) : exponent)})}});
    return row;
  }

  std::size_t end_of_letters() const {
    auto end = at_;
    while (end < text_.size() && is_latin(character_at(text_, end)))
      end += character_at(text_, end).size();
    return end;
  }

  /// Reads letters of a script: a Greek letter by its name, a word, or a product of symbols.
  Node letters_of_formula() {
    auto const end = end_of_letters();
    auto const run = text_.substr(at_, end - at_);
    if (auto const letter = symbol_of(run); !letter.empty()) return symbol(end, letter);
    if (run.size() > 2 && run.size() == number_of_characters(run)) return words(run.size());
    return symbol(end, run);
  }

  Node letters_of_prose() {
    auto const end = end_of_letters();
    auto const run = text_.substr(at_, end - at_);
    auto const characters = number_of_characters(run);
    bool const is_accented = accent_at(end) > 0 && (characters == 1 || !symbol_of(run).empty());
    bool const scripted = script_at(end) || is_accented;
    if (run == "sqrt" && end < text_.size() && text_[end] == '(') return words(run.size(), "√");
    if (run == "sum" && scripted) return words(run.size(), "∑");
    if (is_function(run)) return words(run.size());
    if (characters == 1) {
      bool const indexed = digit_index_at(end);
      bool const label = end < text_.size() && is_digit(text_[end]) && !indexed;
      if (label) return words(run.size());
      if (scripted || indexed || is_symbol(text_, at_, end)) return symbol(end, run);
      return words(run.size());
    }
    if (auto const component = component_of_velocity(run); !component.empty()) {
      at_ = end;
      Node lower = row_of({leaf(Kind::letters, component)});
      if (is_digit(here())) append(lower, number());
      return {Kind::scripts, "", {leaf(Kind::letters, "v"), lower, Node{}}};
    }
    if (auto const letter = symbol_of(run); !letter.empty()) return symbol(end, letter);
    bool const touches_symbol =
        (end < text_.size() && is_mathematical(character_at(text_, end))) ||
        (at_ > 1 && static_cast<unsigned char>(before()) >= 0x80 && after_symbol_);
    if (characters <= (scripted ? 4u : 3u) && (scripted || touches_symbol)) return symbol(end, run);
    return words(run.size());
  }

  /// Returns a symbol that ends at `end`, with an accent and an index of digits.
  Node symbol(std::size_t end, std::string_view letters) {
    std::string name(letters);
    at_ = end;
    if (auto const size = accent_at(at_); size > 0) {
      name += here() == '~' || at("-tilde") ? "̃" : here() == '^' || at("-hat") ? "̂" : "̄";
      at_ += size;
    }
    Node result = leaf(is_double_struck(letters) ? Kind::words : Kind::letters, name);
    if (!digit_index_at(at_)) return result;
    return {Kind::scripts, "", {result, row_of({number()}), Node{}}};
  }

  /// True if the digits at `at` are the index of the letter before them: in scripts, before a
  /// further script, and for the usual names of states.
  bool digit_index_at(std::size_t at) const {
    if (at == 0 || at >= text_.size() || !is_digit(text_[at])) return false;
    auto end = at;
    while (end < text_.size() && is_digit(text_[end])) ++end;
    if (formula_ || script_at(end)) return true;
    bool const joined = end < text_.size() && (is_ascii_letter(text_[end]) || text_[end] == '-');
    return end == at + 1 && !joined &&
           std::string_view("qvpxyzwe").find(text_[at - 1]) != std::string_view::npos;
  }

  /// Returns the length of the accent at `at`: "~", "-bar", or "^" with nothing behind it.
  std::size_t accent_at(std::size_t at) const {
    if (at >= text_.size()) return 0;
    if (text_[at] == '~') return 1;
    if (text_[at] == '^' && !script_at(at)) return 1;
    for (std::string_view name : {"-bar", "-tilde", "-hat"})
      if (text_.substr(at).starts_with(name) &&
          (at + name.size() == text_.size() || !is_ascii_letter(text_[at + name.size()])))
        return name.size();
    return 0;
  }

  bool script_at(std::size_t at) const {
    if (at >= text_.size()) return false;
    char const c = text_[at];
    if (c == '_' || c == '^') {
      char const next = at + 1 < text_.size() ? text_[at + 1] : ' ';
      if (next == '{' || next == '(') return closing_bracket(text_, at + 1) != text_.npos;
      return is_ascii_letter(next) || is_digit(next) || next == '+' || next == '-' || next == '*' ||
             static_cast<unsigned char>(next) >= 0x80;
    }
    bool raised = false;
    return !unscripted(text_.substr(at, size_of_character(text_, at)), raised).empty();
  }

  Node with_scripts(Node base) {
    Node lower, upper;
    if (base.kind == Kind::scripts) {
      lower = base.parts[1];
      upper = base.parts[2];
    }
    bool found = false;
    for (; script_at(at_); found = true) {
      char const c = here();
      if (c == '_' || c == '^') {
        append(c == '^' ? upper : lower, script(c == '^'));
        continue;
      }
      bool raised = false;
      auto const character = text_.substr(at_, size_of_character(text_, at_));
      auto const plain = unscripted(character, raised);
      at_ += character.size();
      append(raised ? upper : lower, leaf(plain == "-"                ? Kind::sign
                                          : is_ascii_letter(plain[0]) ? Kind::letters
                                                                      : Kind::words,
                                          plain));
    }
    if (!found) found = take_touching_sign(base, upper);
    if (!found) return base;
    if (base.kind == Kind::scripts) base = Node(base.parts[0]);
    return {Kind::scripts, "", {std::move(base), std::move(lower), std::move(upper)}};
  }

  /// Reads a sign that touches the symbol before it but nothing behind it: F- and F+.
  bool take_touching_sign(Node const& base, Node& upper) {
    char const after = here(1);
    bool const is_sign = here() == '+' || (here() == '-' && after != '>');
    if (!is_sign || formula_ || base.kind != Kind::letters || base.text.size() > 2 ||
        std::string_view(" ,;).\0", 6).find(after) == std::string_view::npos ||
        (is_ascii_letter(base.text[0]) && base.text[0] != 'p' && base.text[0] > 'Z'))
      return false;
    append(upper, words(1, printed_sign(text_.substr(at_, 1))));
    return true;
  }

  Node script(bool raised) {
    char const c = text_[++at_];
    if (c == '{' || c == '(') {
      auto const end = closing_bracket(text_, at_);
      auto const inner = text_.substr(at_ + 1, end - at_ - 1);
      bool const pair = raised && c == '(' && inner.find(',') != inner.npos;
      auto const content = pair ? text_.substr(at_, end + 1 - at_) : inner;
      at_ = end + 1;
      return Prose(content, true).all();
    }
    if (c == '*') return words(1);
    Node result;
    if (c == '+' || c == '-') append(result, words(1, printed_sign(c == '-' ? "-" : "+")));
    if (is_digit(here())) {
      auto const begin = at_;
      number();
      while (!raised && here() == 'x' && is_digit(here(1))) ++at_, number();  // I_3x3
      append(result, Prose(text_.substr(begin, at_ - begin), true).all());
      return result;
    }
    if (!result.empty() && !is_ascii_letter(here())) return result;
    auto end = at_;
    while (end < text_.size() && is_ascii_letter(text_[end])) ++end;
    if (end < text_.size() && end > at_ && static_cast<unsigned char>(text_[end]) >= 0x80 &&
        character_at(text_, end - 1).size() > 1)
      end += character_at(text_, end - 1).size() - 1;  // accent of the last letter
    while (!raised && end > at_ && end < text_.size() && is_digit(text_[end])) ++end;
    if (end == at_) end += character_at(text_, at_).size();
    auto const run = text_.substr(at_, end - at_);
    at_ = end;
    append(result, raised && run == "T" ? leaf(Kind::words, run) : Prose(run, true).all());
    return result;
  }

  std::string_view text_;
  bool formula_;
  bool after_symbol_ = false;
  std::size_t at_ = 0;
};

}  // namespace

Node read_prose(std::string_view text) {
  if (text.find("\\_") == text.npos) return Prose(text, false).all();
  std::string names;  // escaped for figures
  for (std::size_t at = 0; at < text.size(); ++at)
    if (!text.substr(at).starts_with("\\_")) names += text[at];
  return Prose(names, false).all();
}

}  // namespace rattleback::formulas
