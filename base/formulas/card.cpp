// Reader of formulas in the notation of cards.

#include <algorithm>
#include <regex>
#include <stdexcept>
#include <vector>

#include "base/formulas/formulas.hpp"
#include "base/formulas/letters.hpp"

namespace rattleback::formulas {

namespace {

/// Exception for text that is not a formula.
struct UnreadableFormula : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Card {
 public:
  explicit Card(std::string_view text) : text_(text) {}

  Node all() {
    Node row = sum("");
    if (at_ < text_.size()) throw UnreadableFormula("a bracket without a partner");
    return row;
  }

 private:
  char here(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  /// Skips spaces; true if there were some.
  bool spaces() {
    auto const begin = at_;
    while (here() == ' ') ++at_;
    return at_ > begin;
  }
  static bool contains(std::string_view characters, char c) {
    return characters.find(c) != characters.npos;
  }

  /// Reads up to a character of `ends`, which is not consumed.
  Node sum(std::string_view ends) {
    Node row;
    for (;;) {
      bool const apart = spaces();
      if (at_ >= text_.size() || contains(ends, here()) || contains(")]}", here())) return row;
      if (apart && !row.empty()) row.parts.push_back(leaf(Kind::words, " "));
      append(row, starts_factor() ? factor() : sign());
    }
  }

  bool starts_factor() const {
    return is_ascii_letter(here()) || is_digit(here()) || here() == '(' || here() == '[' ||
           (here() == '|' && !within_bars_);
  }

  Node sign() {
    for (std::string_view two : {"->", "<=", ">=", "!="})
      if (text_.substr(at_).starts_with(two)) return at_ += 2, leaf(Kind::sign, two);
    char const c = here();
    if (!contains("+-=<>,;:.*'/", c)) throw UnreadableFormula("an unknown sign");
    ++at_;
    return leaf(Kind::sign, c == '.' ? "⋅" : std::string(1, c));
  }

  /// Reads a factor or a fraction of two factors.
  Node factor() {
    Node upper = scripted();
    auto const before = at_;
    spaces();
    if (here() != '/') {
      at_ = before;
      return upper;
    }
    ++at_;
    spaces();
    if (!starts_factor()) throw UnreadableFormula("nothing to divide by");
    return {Kind::fraction, "", {std::move(upper), scripted()}};
  }

  /// Reads an atom with its indices and exponents. A sign that touches the letter before it but not
  /// the text after it belongs to that letter: F- ld, p+ = 2 p.
  Node scripted() {
    Node base = atom(), lower, upper;
    if (base.kind == Kind::scripts) {
      lower = base.parts[1];
      base = Node(base.parts[0]);
    }
    if (base.kind == Kind::bracket && is_digit(here())) append(lower, number());
    for (;;) {
      char const c = here();
      if (c == '_' || c == '^') {
        ++at_;
        append(c == '_' ? lower : upper, script());
      } else if (c == '*' || c == '\'') {
        ++at_;
        append(upper, leaf(Kind::sign, std::string(1, c)));
      } else if ((c == '+' || c == '-') && upper.empty() && at_ > 0 &&
                 is_ascii_letter(text_[at_ - 1]) &&
                 contains(std::string_view("\0 ,;)", 5), here(1))) {
        ++at_;
        append(upper, leaf(Kind::sign, std::string(1, c)));
      } else {
        break;
      }
    }
    if (lower.empty() && upper.empty()) return base;
    return {Kind::scripts, "", {std::move(base), std::move(lower), std::move(upper)}};
  }

  Node script() {
    Node result;
    if (here() == '-') append(result, sign());
    if (!starts_factor()) throw UnreadableFormula("nothing to raise or to lower");
    auto const begin = at_;
    while (is_ascii_letter(here())) ++at_;
    auto const word = text_.substr(begin, at_ - begin);
    if (word.size() > 1 && greek(word).empty() && !is_digit(here())) {  // a_ij, v_max
      append(result, leaf(word.size() == 2 ? Kind::letters : Kind::words, word));
      return result;
    }
    at_ = begin;
    Node part = atom();
    append(result, part.kind == Kind::bracket && part.text != "||" ? row_of(part.parts) : part);
    return result;
  }

  Node atom() {
    char const c = here();
    if (is_digit(c)) return number();
    if (is_ascii_letter(c)) return name();
    ++at_;
    bool const bars = std::exchange(within_bars_, c == '|');
    std::string const end(1, c == '(' ? ')' : c == '[' ? ']' : '|');
    Node inner = sum(end);
    within_bars_ = bars;
    if (here() != end[0]) throw UnreadableFormula("a bracket without a partner");
    ++at_;
    return {Kind::bracket, c + end, {std::move(inner)}};
  }

  Node number() {
    auto const begin = at_;
    while (is_digit(here()) || (here() == '.' && is_digit(here(1)))) ++at_;
    return leaf(Kind::number, text_.substr(begin, at_ - begin));
  }

  /// Returns the index in a name: "x1", "phi", "33".
  static Node index(std::string_view word) {
    Node row;
    for (std::size_t at = 0; at < word.size();) {
      auto end = at;
      bool const digits = is_digit(word[at]);
      while (end < word.size() && is_digit(word[end]) == digits) ++end;
      auto const part = word.substr(at, end - at);
      at = end;
      auto const letter = greek(part);
      append(row, digits ? leaf(Kind::number, part)
                         : leaf(Kind::letters, letter.empty() ? part : letter));
    }
    return row;
  }

  /// True for the index in IHxx and vphR, a capital among small letters, false in words.
  static bool is_index_of_three(std::string_view rest) {
    auto const is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
    auto const capitals = std::ranges::count_if(rest, is_capital);
    return rest.size() == 3 && capitals == 1;
  }

  static Node with_index(Node base, std::string_view word) {
    if (word.empty()) return base;
    return {Kind::scripts, "", {std::move(base), index(word), Node{}}};
  }

  Node name() {
    auto const begin = at_;
    while (is_ascii_letter(here())) ++at_;
    std::string_view const word = text_.substr(begin, at_ - begin);
    auto const digits = at_;
    while (is_digit(here())) ++at_;
    std::string_view const tail = text_.substr(digits, at_ - digits);
    auto const last = std::exchange(last_, word);
    if (word == "sum") return leaf(Kind::sign, "∑");
    if (word == "grad") return leaf(Kind::sign, "∇");
    if (word == "in") return leaf(Kind::sign, "∈");
    if (word == "o" && tail.empty()) return leaf(Kind::sign, "∘");
    // Cross product of an angular velocity or of a field's direction, not the coordinate x.
    if (word == "x" && tail.empty() && here() == ' ' && is_ascii_letter(here(1)) &&
        (last == "w" || last == "gamma"))
      return leaf(Kind::sign, "×");
    if (is_function(word)) return with_index(leaf(Kind::function, word), tail);
    if (word == "mgl") return leaf(Kind::letters, word);
    if (word.size() == 1) return with_index(leaf(Kind::letters, word), tail);
    if (auto const letter = greek(word); !letter.empty())
      return with_index(leaf(Kind::letters, letter), tail);
    if (word == "dLd")
      return row_of({leaf(Kind::letters, "d"), with_index(leaf(Kind::letters, "L"), "d")});
    if (word == "where" || word == "on") {  // definitions of terms; forces, "on vx: -k x"
      spaces();
      return leaf(Kind::words, std::string(word) + "\u00a0");
    }
    auto const rest = word.substr(1);
    if (rest.size() > 2 && greek(rest).empty() && !is_index_of_three(rest))
      throw UnreadableFormula("a word");
    if (word[0] == 'd' && !greek(rest).empty())
      return row_of({leaf(Kind::letters, "d"), with_index(leaf(Kind::letters, greek(rest)), tail)});
    return with_index(leaf(Kind::letters, word.substr(0, 1)), std::string(rest) += tail);
  }

  std::string_view text_, last_;
  std::size_t at_ = 0;
  bool within_bars_ = false;
};

}  // namespace

std::optional<Node> read_card(std::string_view text) {
  try {
    return Card(text).all();
  } catch (UnreadableFormula const&) {
    return {};
  }
}

std::pair<Node, std::string_view> read_card_before_words(std::string_view text) {
  std::vector<std::size_t> ends{text.size()};
  for (std::string_view begin : {" with ", " in the form", ", "})
    for (auto at = text.find(begin); at != text.npos; at = text.find(begin, at + 1))
      ends.push_back(at);
  std::sort(ends.rbegin(), ends.rend());
  for (auto const end : ends)
    if (auto card = read_card(text.substr(0, end))) return {std::move(*card), text.substr(end)};
  return {Node{}, text};
}

std::string space_in_dollars(std::string_view name) {
  static std::regex const power("([RS])\\^([0-9]+)"), product(" x ");
  auto const with_signs = std::regex_replace(std::string(name), product, " × ");
  return std::regex_replace(with_signs, power, "$$$1^{$2}$$");
}

std::string plain_equations(std::string_view text) {
  std::string all;
  for (std::size_t at = 0; at < text.size();) {
    auto const end = std::min(text.find("; ", at), text.size());
    auto const [formula, words] = read_card_before_words(text.substr(at, end - at));
    all += plain(formula) + plain_prose(words);
    if (end < text.size()) all += "; ";
    at = end + 2;
  }
  return all;
}

}  // namespace rattleback::formulas
