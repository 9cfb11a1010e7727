#include "reports/site/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "reports/drawing/symbols.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

std::map<std::string, char const*> const& greek = greek_letters();

std::set<std::string> const functions{"sin",  "cos",   "tan", "exp", "log", "cay", "ad", "hat",
                                      "diag", "axial", "dim", "det", "tr",  "SO",  "SE", "sqrt"};

/// Exception for text that is not a formula.
struct UnreadableFormula : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string element(char const* name, std::string const& inner) {
  return fmt::format("<{0}>{1}</{0}>", name, inner);
}

std::string bracket(char c) { return fmt::format("<mo stretchy=\"false\">{}</mo>", c); }

std::string operator_sign(std::string const& sign) {
  static std::map<std::string, char const*> const signs{
      {"-", "−"}, {"<", "&lt;"}, {">", "&gt;"}, {"->", "→"}, {"<=", "≤"}, {">=", "≥"}, {".", "⋅"}};
  auto const found = signs.find(sign);
  return element("mo", found == signs.end() ? sign : found->second);
}

class Reader {
 public:
  explicit Reader(std::string const& text) : text_(text) {}

  std::string all() {
    std::string const row = sum("");
    if (at_ < text_.size()) throw UnreadableFormula("a bracket without a partner");
    return row;
  }

 private:
  char here(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  static bool letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
  static bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
  void spaces() {
    while (here() == ' ') ++at_;
  }

  /// Parses up to a character of `ends`, which is not consumed.
  std::string sum(std::string const& ends) {
    std::string row;
    while (spaces(), at_ < text_.size() && ends.find(here()) == std::string::npos) {
      if (std::string(")]}").find(here()) != std::string::npos) break;
      row += starts_factor() ? factor() : sign();
    }
    return row;
  }

  bool starts_factor() const {
    return letter(here()) || digit(here()) || here() == '(' || here() == '[' ||
           (here() == '|' && !within_bars_);
  }

  std::string sign() {
    for (char const* two : {"->", "<=", ">="})
      if (text_.compare(at_, 2, two) == 0) return at_ += 2, operator_sign(two);
    char const c = here();
    if (std::string("+-=<>,;:.*'/").find(c) == std::string::npos)
      throw UnreadableFormula(fmt::format("'{}'", c));
    ++at_;
    return operator_sign(std::string(1, c));
  }

  struct Part {
    std::string whole;
    std::optional<std::string> within_brackets;  ///< content without brackets, for fractions
    bool scripted = false;
  };

  /// Parses a factor or a fraction of two factors.
  std::string factor() {
    Part upper = scripted();
    std::size_t const before = at_;
    spaces();
    if (here() != '/') {
      at_ = before;
      return upper.whole;
    }
    ++at_;
    spaces();
    if (!starts_factor()) throw UnreadableFormula("nothing to divide by");
    Part const lower = scripted();
    auto const bare = [](Part const& part) {
      return element("mrow",
                     part.within_brackets && !part.scripted ? *part.within_brackets : part.whole);
    };
    return element("mfrac", bare(upper) + bare(lower));
  }

  /// Parses an atom with its indices and exponents. A sign that touches the letter before it but
  /// not the text after it belongs to that letter: F- ld, p+ = 2 p.
  Part scripted() {
    Part part = atom();
    std::string lower, upper;
    if (part.within_brackets && digit(here())) lower = number();
    for (;;) {
      if (here() == '_') {
        ++at_;
        lower += script();
      } else if (here() == '^') {
        ++at_;
        upper += script();
      } else if (here() == '*') {
        ++at_;
        upper += element("mo", "*");
      } else if (here() == '\'') {
        ++at_;
        upper += element("mo", "′");
      } else if ((here() == '+' || here() == '-') && upper.empty() && at_ > 0 &&
                 letter(text_[at_ - 1]) &&
                 (here(1) == '\0' || here(1) == ' ' || here(1) == ',' || here(1) == ';')) {
        upper += operator_sign(std::string(1, here()));
        ++at_;
      } else {
        break;
      }
    }
    if (lower.empty() && upper.empty()) return part;
    part.scripted = true;
    lower = element("mrow", lower);
    upper = element("mrow", upper);
    part.whole = lower == "<mrow></mrow>"   ? element("msup", part.whole + upper)
                 : upper == "<mrow></mrow>" ? element("msub", part.whole + lower)
                                            : element("msubsup", part.whole + lower + upper);
    return part;
  }

  std::string script() {
    std::string prefix;
    if (here() == '-') {
      prefix = operator_sign("-");
      ++at_;
    }
    if (!starts_factor()) throw UnreadableFormula("nothing to raise or to lower");
    Part const part = atom();
    return prefix + (part.within_brackets ? *part.within_brackets : part.whole);
  }

  Part atom() {
    char const c = here();
    if (digit(c)) return {number(), {}};
    if (letter(c)) return {name(), {}};
    ++at_;
    if (c == '|') {
      within_bars_ = true;
      std::string const inner = sum("|");
      within_bars_ = false;
      close('|');
      return {element("mrow", bracket('|') + inner + bracket('|')), {}};
    }
    bool const bars = within_bars_;
    within_bars_ = false;
    char const end = c == '(' ? ')' : ']';
    std::string const inner = sum(std::string(1, end));
    within_bars_ = bars;
    close(end);
    return {element("mrow", bracket(c) + inner + bracket(end)), inner};
  }

  void close(char end) {
    if (here() != end) throw UnreadableFormula(fmt::format("no '{}'", end));
    ++at_;
  }

  std::string number() {
    std::size_t const begin = at_;
    while (digit(here()) || (here() == '.' && digit(here(1)))) ++at_;
    return element("mn", text_.substr(begin, at_ - begin));
  }

  static std::string letters(std::string const& word) {
    auto const found = greek.find(word);
    return element("mi", found == greek.end() ? word : found->second);
  }

  /// Formats the index of a name: "x1", "phi", "33".
  static std::string index(std::string const& word) {
    std::string row;
    for (std::size_t at = 0; at < word.size();) {
      std::size_t end = at;
      bool const digits = digit(word[at]);
      while (end < word.size() && digit(word[end]) == digits) ++end;
      std::string const part = word.substr(at, end - at);
      at = end;
      if (digits) {
        row += element("mn", part);
      } else if (greek.contains(part)) {
        row += letters(part);
      } else {
        for (char const c : part) row += element("mi", std::string(1, c));
      }
    }
    return element("mrow", row);
  }

  std::string name() {
    std::size_t const begin = at_;
    while (letter(here())) ++at_;
    std::string const word = text_.substr(begin, at_ - begin);
    std::size_t const digits = at_;
    while (digit(here())) ++at_;
    std::string const tail = text_.substr(digits, at_ - digits);
    std::string const last = std::exchange(last_, word);
    if (word == "sum") return element("mo", "∑");
    if (word == "grad") return element("mo", "∇");
    if (word == "in") return element("mo", "∈");
    if (word == "o" && tail.empty()) return element("mo", "∘");
    // Cross product of an angular velocity or of a field's direction, not the coordinate x.
    if (word == "x" && tail.empty() && here() == ' ' && letter(here(1)) &&
        (last == "w" || last == "gamma"))
      return element("mo", "×");
    if (functions.contains(word))
      return "<mspace width=\"0.17em\"/>" + element("mi", word) + (tail.empty() ? "" : index(tail));
    if (word == "mgl") return "<mi>m</mi><mi>g</mi><mi>l</mi>";
    if (word.size() == 1 || greek.contains(word))
      return tail.empty() ? letters(word) : element("msub", letters(word) + index(tail));
    if (word == "dLd") return "<mi>d</mi><msub><mi>L</mi><mi>d</mi></msub>";
    std::string const rest = word.substr(1);
    if (rest.size() > 2 && !greek.contains(rest)) throw UnreadableFormula(word);
    return element("msub", element("mi", word.substr(0, 1)) + index(rest + tail));
  }

  std::string const& text_;
  std::string last_;
  std::size_t at_ = 0;
  bool within_bars_ = false;
};

}  // namespace

std::string formula(std::string const& text) {
  // Text about a formula follows it.
  std::vector<std::size_t> ends{text.size()};
  for (char const* begin : {" with ", " in the form", ", "})
    for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1))
      ends.push_back(at);
  std::sort(ends.rbegin(), ends.rend());
  for (std::size_t const end : ends) {
    std::string const beginning = text.substr(0, end);
    try {
      return fmt::format(
          "<math displaystyle=\"true\"><semantics><mrow>{}</mrow><annotation "
          "encoding=\"text/plain\">{}</annotation></semantics></math>{}",
          Reader(beginning).all(), rich_text(beginning), rich_text(text.substr(end)));
    } catch (UnreadableFormula const&) {
      // Tries the next shorter candidate.
    }
  }
  return rich_text(text);
}

}  // namespace rattleback::reports
