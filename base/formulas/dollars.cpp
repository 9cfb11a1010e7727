#include "base/formulas/dollars.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "base/formulas/formulas.hpp"
#include "base/formulas/letters.hpp"

namespace rattleback::formulas {

namespace {

/// Reader of formulas in which a script is one character or a group in braces.
class Formula {
 public:
  /// @param italic  true if all letters are italic, words as well
  Formula(std::string_view text, bool italic) : text_(text), italic_(italic) {}

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
      return {Kind::bold, "", {Formula(group(), false).all()}};
    }
    if (rest.starts_with("{/:")) return read_markup_group(text_, at_);
    char const c = text_[at_];
    if (c == '{') return Formula(group(), italic_).all();
    if (c == '}')
      throw std::invalid_argument(fmt::format("a brace without a partner in ${}$", text_));
    if (c == '_' || c == '^') return row_of({});  // a script of nothing
    if (c == '\\' && at_ + 1 < text_.size()) ++at_;
    if (is_letter(character_at(text_, at_))) return letters();
    return leaf(is_digit(c) ? Kind::number : c == '-' ? Kind::sign : Kind::words, take());
  }

  Node letters() {
    auto const begin = at_;
    int latin = 0, others = 0;
    while (at_ < text_.size() && is_letter(character_at(text_, at_)))
      ++(take().size() == 1 ? latin : others);
    bool const is_word = latin > 2 && others == 0 && !italic_;
    return leaf(is_word ? Kind::words : Kind::letters, text_.substr(begin, at_ - begin));
  }

  Node script(bool raised) {
    if (++at_ >= text_.size())
      throw std::invalid_argument(
          fmt::format("nothing behind '{}' in ${}$", text_[at_ - 1], text_));
    if (text_[at_] == '{') return Formula(group(), italic_).all();
    auto const character = take();
    bool const upright = raised && !italic_ && is_latin(character);
    if (is_letter(character)) return leaf(upright ? Kind::words : Kind::letters, character);
    return leaf(character == "-" ? Kind::sign : Kind::words, character);
  }

  /// Returns the content of the group in braces here and moves behind it.
  std::string_view group() {
    auto const end = closing_bracket(text_, at_);
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
  bool italic_;
  std::size_t at_ = 0;
};

}  // namespace

std::size_t closing_bracket(std::string_view text, std::size_t at) {
  char const opens = text[at], closes = opens == '{' ? '}' : opens == '(' ? ')' : ']';
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == opens) ++depth;
    if (text[at] == closes && --depth == 0) return at;
  }
  return text.npos;
}

Node read_between_dollars(std::string_view formula) { return Formula(formula, false).all(); }

Node read_markup_group(std::string_view text, std::size_t& at) {
  auto const end = std::min(closing_bracket(text, at), text.size());
  auto inner = text.substr(at + 1, end - at - 1);
  at = std::min(end + 1, text.size());
  bool const bold = inner.starts_with("/:Bold ");
  inner.remove_prefix(std::min(inner.find(' '), inner.size() - 1) + 1);
  try {
    Node content = Formula(inner, !bold).all();
    return bold ? Node{Kind::bold, "", {std::move(content)}} : content;
  } catch (std::invalid_argument const&) {
    return leaf(Kind::words, inner);
  }
}

Node read_dollars(std::string_view text) {
  Node row;
  for (std::size_t at = 0;;) {
    auto const begin = text.find('$', at);
    if (auto const before = text.substr(at, begin - at); !before.empty())
      append(row, leaf(Kind::words, before));
    if (begin == text.npos) return row;
    auto const end = text.find('$', begin + 1);
    if (end == text.npos) throw std::invalid_argument("a dollar without a partner");
    append(row, read_between_dollars(text.substr(begin + 1, end - begin - 1)));
    at = end + 1;
  }
}

}  // namespace rattleback::formulas
