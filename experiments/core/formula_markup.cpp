#include "experiments/core/formula_markup.hpp"

#include <fmt/format.h>

#include <cctype>
#include <stdexcept>
#include <string_view>

namespace rattleback {

namespace {

/// Reader of a formula. A character consists of all bytes of a letter and its combining accents.
class Formula {
 public:
  explicit Formula(std::string_view text) : text_(text) {}

  std::string in_markup() {
    std::string markup;
    while (at_ < text_.size()) markup += next();
    return markup;
  }

 private:
  std::string next() {
    constexpr std::string_view bold = "\\bold{";
    if (text_.substr(at_).starts_with(bold)) {
      at_ += bold.size() - 1;
      return fmt::format("{{/:Bold {}}}", group());
    }
    if (is_letter(character())) return letters();
    if (text_[at_] == '_' || text_[at_] == '^') return script(true);
    if (text_[at_] == '{' || text_[at_] == '}')
      throw std::invalid_argument(fmt::format("a brace without a partner in ${}$", text_));
    return std::string(take());
  }
  /// Returns a run of letters with indices that consist of letters, in italics unless it is a word.
  std::string letters() {
    std::string run;
    int latin = 0, others = 0;
    while (at_ < text_.size() && is_letter(character())) {
      (character().size() == 1 ? latin : others)++;
      run += take();
    }
    if (is_word(latin, others)) return run;
    while (at_ < text_.size() && text_[at_] == '_' && index_is_letters()) run += script(false);
    return fmt::format("{{/:Italic {}}}", run);
  }
  static bool is_word(int latin, int others) { return latin > 2 && others == 0; }

  /// Reads _x, ^x, _{...} or ^{...}.
  std::string script(bool marked_up) {
    std::string result(1, text_[at_++]);
    if (at_ >= text_.size())
      throw std::invalid_argument(fmt::format("nothing behind '{}' in ${}$", result, text_));
    if (text_[at_] != '{') return result + std::string(take());
    auto const inner = group();
    return fmt::format("{}{{{}}}", result, marked_up ? Formula(inner).in_markup() : inner);
  }
  bool index_is_letters() {
    auto const before = at_++;
    std::string const inner = at_ >= text_.size() ? ""
                              : text_[at_] == '{' ? group()
                                                  : std::string(take());
    at_ = before;
    int latin = 0, others = 0;
    for (Formula rest(inner); rest.at_ < inner.size(); rest.take()) {
      if (!is_letter(rest.character())) return false;
      (rest.character().size() == 1 ? latin : others)++;
    }
    return latin + others > 0 && !is_word(latin, others);
  }
  /// Returns the content of a group in braces and moves behind its closing brace.
  std::string group() {
    int depth = 0;
    auto const begin = at_ + 1;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '{') ++depth;
      if (text_[at_] == '}' && --depth == 0) {
        ++at_;
        return std::string(text_.substr(begin, at_ - 1 - begin));
      }
    }
    throw std::invalid_argument(fmt::format("a brace without a partner in ${}$", text_));
  }

  std::string_view character() const {
    auto end = end_of_one(at_);
    while (end < text_.size() && is_accent(end)) end = end_of_one(end);
    return text_.substr(at_, end - at_);
  }
  std::string_view take() {
    auto const one = character();
    at_ += one.size();
    return one;
  }
  std::size_t end_of_one(std::size_t at) const {
    ++at;
    while (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0) == 0x80) ++at;
    return at;
  }
  /// True if the bytes at `at` are a combining mark, U+0300 to U+036F.
  bool is_accent(std::size_t at) const {
    auto const first = static_cast<unsigned char>(text_[at]);
    return first == 0xCC || (first == 0xCD && at + 1 < text_.size() &&
                             static_cast<unsigned char>(text_[at + 1]) < 0xB0);
  }
  /// True for Latin letters, Latin letters with accents, and Greek letters.
  static bool is_letter(std::string_view character) {
    auto const first = static_cast<unsigned char>(character[0]);
    if (first < 0x80) return std::isalpha(first) != 0;
    return (first >= 0xC3 && first <= 0xCF) ||
           (first == 0xE1 && static_cast<unsigned char>(character[1]) >= 0xB8);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::string with_formulas(std::string const& text) {
  std::string markup;
  for (std::size_t at = 0;;) {
    auto const begin = text.find('$', at);
    markup += text.substr(at, begin - at);
    if (begin == text.npos) return markup;
    auto const end = text.find('$', begin + 1);
    if (end == text.npos) throw std::invalid_argument("a dollar without a partner");
    markup += Formula(std::string_view(text).substr(begin + 1, end - begin - 1)).in_markup();
    at = end + 1;
  }
}

}  // namespace rattleback
