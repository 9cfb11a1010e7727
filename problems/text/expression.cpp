#include "problems/text/expression.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/invalid_input.hpp"

namespace rattleback::text {

namespace {
using graph::Index;
using graph::Operation;
using graph::Rational;

constexpr int deepest = 500;            ///< nested brackets and powers
constexpr int largest_exponent = 1024;  ///< exponent of a multiplied power and of a decimal

/// True for letters, also for the bytes of Greek ones in UTF-8: 0xCE or 0xCF and what continues it.
bool is_letter(char c) {
  auto const byte = static_cast<unsigned char>(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || byte == 0xCE ||
         byte == 0xCF || (byte >= 0x80 && byte < 0xC0);
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::vector<std::string> const functions{"sqrt", "exp",  "log",   "sin",  "cos",  "tan",  "asin",
                                         "acos", "atan", "atan2", "sinh", "cosh", "tanh", "abs",
                                         "sign", "step", "min",   "max",  "if"};

class Parser {
 public:
  Parser(std::string_view text, Names const& names, graph::Graph& graph, int parameters,
         std::vector<graph::Table> const& tables)
      : text_(text), names_(names), graph_(graph), parameters_(parameters), tables_(tables) {}

  Index whole() {
    skip();
    if (at_end()) fail(at_, "the formula is empty");
    Index const all = sum();
    if (at_end()) return all;
    if (next() == ')') fail(at_, "this bracket closes none");
    if (next() == '=') fail(at_, "a formula has no equals sign");
    fail_behind_operand();
  }

 private:
  [[noreturn]] void fail(std::size_t at, std::string what) const {
    throw Mistake{at, std::move(what)};
  }
  [[noreturn]] void fail_behind_operand() const {
    if (is_letter(next()) || is_digit(next()) || next() == '(' || next() == '.')
      fail(at_, "an operator is missing before this: multiply with *");
    fail_at_character();
  }
  [[noreturn]] void fail_at_character() const {
    auto const c = static_cast<unsigned char>(next());
    fail(at_, c > 0x20 && c < 0x7f
                  ? fmt::format("'{}' has no meaning in a formula; allowed: + - * / ^ ( ) , "
                                "numbers and names",
                                next())
                  : "this character has no meaning in a formula");
  }
  bool at_end() const { return at_ >= text_.size(); }
  char next() const { return text_[at_]; }
  void skip() {
    while (!at_end() && is_space(next())) ++at_;
  }
  /// Takes the character, if it comes next.
  bool take(char c) {
    if (at_end() || next() != c) return false;
    ++at_;
    skip();
    return true;
  }

  Index sum() {
    Index left = product();
    for (;;) {
      auto const at = at_;
      if (take('+'))
        left = finite(graph_.add(left, product()), at, "this sum");
      else if (take('-'))
        left = finite(graph_.subtract(left, product()), at, "this difference");
      else
        return left;
    }
  }
  Index product() {
    Index left = signed_power();
    for (;;) {
      auto const at = at_;
      if (take('*'))
        left = finite(graph_.multiply(left, signed_power()), at, "this product");
      else if (take('/'))
        left = quotient(left, signed_power(), at);
      else
        return left;
    }
  }
  Index quotient(Index a, Index b, std::size_t at) {
    if (graph_.is_constant(b, 0)) fail(at, "this divides by zero");
    return finite(graph_.divide(a, b), at, "this quotient");
  }
  /// Refuses a constant that is infinite or has no value.
  Index finite(Index i, std::size_t at, std::string_view what) const {
    if (auto const value = graph_.fixed_value(i); value && !std::isfinite(*value))
      fail(at, fmt::format("{} has no finite value", what));
    return i;
  }
  Index signed_power() {
    bool negative = false;
    for (;;) {
      if (take('-'))
        negative = !negative;
      else if (!take('+'))
        break;
    }
    Index const value = power();
    return negative ? graph_.negate(value) : value;
  }
  Index power() {
    Nesting const nesting(*this);
    Index const base = operand();
    auto const at = at_;
    if (!take('^')) return base;
    return finite(raised(base, signed_power(), at), at, "this power");
  }
  Index operand() {
    if (at_end()) fail(at_, "something is missing at the end of the formula");
    auto const at = at_;
    if (take('(')) {
      Index const inner = sum();
      close(at);
      return inner;
    }
    if (is_digit(next()) || next() == '.') return decimal();
    if (is_letter(next())) return name();
    if (std::string_view(")+-*/^,").find(next()) != std::string_view::npos)
      fail(at_, fmt::format("a number, a name or a bracket is wanted before this '{}'", next()));
    fail_at_character();
  }
  void close(std::size_t opened) {
    if (take(')')) return;
    if (at_end()) fail(opened, "this bracket is never closed");
    if (next() == ',') fail(at_, "a comma separates the arguments of atan2, min, max and if only");
    if (next() == '<' || next() == '>') fail(at_, "a comparison is the first argument of if(...)");
    fail_behind_operand();
  }

  Index decimal() {
    auto const begin = at_;
    std::string digits;
    long exponent = 0;
    auto const read = [&](bool fraction) {
      for (; !at_end() && is_digit(next()); ++at_) {
        digits += next();
        exponent -= fraction;
      }
    };
    read(false);
    if (!at_end() && next() == '.') {
      ++at_;
      read(true);
    }
    if (digits.empty()) fail(begin, "a number has digits");
    if (!at_end() && (next() == 'e' || next() == 'E')) {
      auto end = at_ + 1;
      bool const negative = end < text_.size() && text_[end] == '-';
      if (end < text_.size() && (text_[end] == '-' || text_[end] == '+')) ++end;
      if (end == text_.size() || !is_digit(text_[end]))
        fail(at_, "an operator is missing before this: multiply with *");
      long power = 0;
      for (; end < text_.size() && is_digit(text_[end]); ++end)
        power = std::min(10 * power + (text_[end] - '0'), 100000L);
      at_ = end;
      exponent += negative ? -power : power;
    }
    if (!at_end() && (next() == '.' || next() == '_'))
      fail(at_, "a number has digits and one decimal point");
    digits.erase(0, digits.find_first_not_of('0'));
    while (!digits.empty() && digits.back() == '0') digits.pop_back(), ++exponent;
    if (digits.empty()) exponent = 0;
    bool const is_largest = digits == "1" && exponent == 300;
    if (std::abs(exponent + static_cast<long>(digits.size())) > 300 && !is_largest)
      fail(begin, "this number is out of range: at most 1e300, at least 1e-300");
    skip();
    if (auto const fraction = short_fraction(digits, exponent)) return graph_.constant(*fraction);
    return graph_.constant(graph::decimal_of(digits, static_cast<int>(exponent)));
  }
  /// The digits times that power of ten, where they fit.
  static graph::MaybeRational short_fraction(std::string const& digits, long exponent) {
    constexpr long most = 38;  // digits of an __int128
    if (static_cast<long>(digits.size()) + std::max(exponent, 0L) > most || -exponent > most)
      return {};
    __int128 numerator = 0, denominator = 1;
    for (char const digit : digits) numerator = 10 * numerator + (digit - '0');
    for (; exponent > 0; --exponent) numerator *= 10;
    for (; exponent < 0; ++exponent) denominator *= 10;
    return Rational::of(numerator, denominator);
  }

  Index name() {
    auto const begin = at_;
    while (!at_end() && (is_letter(next()) || is_digit(next()))) ++at_;
    std::string const word(text_.substr(begin, at_ - begin));
    skip();
    bool const is_function = std::find(functions.begin(), functions.end(), word) != functions.end();
    bool const called = !at_end() && next() == '(';
    auto const table = std::find_if(tables_.begin(), tables_.end(),
                                    [&](graph::Table const& known) { return known.name == word; });
    bool const is_table = table != tables_.end();
    if ((is_function || is_table) && !called)
      fail(begin, fmt::format("{} is a function: write {}(...)", word, word));
    if (is_table) return graph::interpolated(*table, argument(word), graph_);
    if (is_function) return finite(call(word, begin), begin, word + "(...)");
    if (word == "pi" && !called)
      return graph_.multiply(graph_.constant(4),
                             graph_.apply(Operation::arc_tangent, graph_.constant(1)));
    auto const known = std::find_if(names_.begin(), names_.end(),
                                    [&](auto const& entry) { return entry.first == word; });
    if (known != names_.end() && called)
      fail(at_, "an operator is missing before this: multiply with *");
    if (known != names_.end()) return known->second;
    if (called) {
      auto known = functions;
      for (auto const& table : tables_) known.push_back(table.name);
      fail(begin, fmt::format("there is no function '{}'; nearest: {}; known: {}", word,
                              nearest(word, known), fmt::join(known, ", ")));
    }
    std::vector<std::string> all{"pi"};
    for (auto const& entry : names_) all.push_back(entry.first);
    if (word == "t" || word == "time")
      fail(begin, fmt::format("there is no '{}' here: the time is called t, in the Lagrangian, the "
                              "constraints and the forces; known: {}",
                              word, fmt::join(all, ", ")));
    fail(begin, fmt::format("there is no '{}' here; nearest: {}; known: {}", word,
                            nearest(word, all), fmt::join(all, ", ")));
  }
  /// Returns the place of the bracket before the first argument.
  std::size_t open(std::string const& function) {
    auto const opened = at_;
    take('(');
    if (!at_end() && next() == ')') fail(at_, function + " needs an argument");
    return opened;
  }
  /// Reads the only argument of a function.
  Index argument(std::string const& function) {
    auto const opened = open(function);
    return closed(sum(), function, opened);
  }
  Index closed(Index a, std::string const& function, std::size_t opened) {
    if (!at_end() && next() == ',') fail(at_, function + " takes one argument");
    close(opened);
    return a;
  }
  Index call(std::string const& function, std::size_t begin) {
    auto const opened = open(function);
    if (function == "if") return choice(opened, begin);
    Index const a = sum();
    if (function == "min" || function == "max") {
      if (!take(',')) fail(begin, fmt::format("{0} needs two arguments: {0}(a, b)", function));
      Index const b = sum();
      close(opened);
      Index const excess = graph_.subtract(a, b);
      return chosen(function == "max" ? excess : graph_.negate(excess), a, b);
    }
    if (function == "atan2") {
      if (!take(',')) fail(begin, "atan2 needs two arguments: atan2(y, x)");
      Index const b = sum();
      close(opened);
      if (graph_.is_constant(a, 0) && graph_.is_constant(b, 0))
        fail(begin, "atan2(0, 0) has no value");
      return graph_.arc_tangent_of_quotient(a, b);
    }
    return applied(function, closed(a, function, opened), begin);
  }
  /// a where x > 0, else b. The other one may have no value there.
  Index chosen(Index x, Index a, Index b) {
    return graph_.add(graph_.product_where_not_zero(graph::step_of(x, graph_), a),
                      graph_.product_where_not_zero(graph::step_of(graph_.negate(x), graph_), b));
  }
  /// if(condition, a, b), from the condition on.
  Index choice(std::size_t opened, std::size_t begin) {
    Index const left = sum();
    if (at_end() || (next() != '<' && next() != '>'))
      fail(begin, "if needs a comparison and two values: if(x > 0, a, b)");
    bool const greater = next() == '>';
    ++at_;
    if (!at_end() && next() == '=') ++at_;
    skip();
    Index const right = sum();
    Index const excess = greater ? graph_.subtract(left, right) : graph_.subtract(right, left);
    std::array<Index, 2> values{};
    for (auto& value : values) {
      if (!take(',')) fail(begin, "if needs a comparison and two values: if(x > 0, a, b)");
      value = sum();
    }
    close(opened);
    return chosen(excess, values[0], values[1]);
  }
  Index applied(std::string const& function, Index a, std::size_t begin) {
    Index const one = graph_.constant(1);
    auto const apply = [&](Operation operation) { return graph_.apply(operation, a); };
    bool const is_square = graph_[a].operation == Operation::multiply && graph_[a].a == graph_[a].b;
    if (function == "sqrt" && is_square) return graph_.apply(Operation::absolute, graph_[a].a);
    if (function == "log" && graph_.is_constant(a, 0)) fail(begin, "log(0) has no value");
    for (int k = 0; k < static_cast<int>(graph::function_names.size()); ++k)
      if (function == graph::function_names[k])
        return apply(static_cast<Operation>(static_cast<int>(Operation::square_root) + k));
    if (function == "tan") return graph_.divide(apply(Operation::sine), apply(Operation::cosine));
    if (function == "step") return graph::step_of(a, graph_);
    // asin and acos as angles of points on the unit circle.
    Index const square = graph_.multiply(graph_.subtract(one, a), graph_.add(one, a));
    Index const rest = graph_.apply(Operation::square_root, square);
    return function == "asin" ? graph_.arc_tangent_of_quotient(a, rest)
                              : graph_.arc_tangent_of_quotient(rest, a);
  }

  Index raised(Index base, Index exponent, std::size_t at) {
    auto const& node = graph_[exponent];
    Rational const value = node.value;
    bool const constant = node.operation == Operation::constant;
    bool const whole = constant && value.denominator() == 1;
    bool const half = constant && value.denominator() == 2;
    // x^2.5 as x^2 sqrt(x) would have no derivative at 0; x^-2.5 has none.
    bool const product = whole || (half && value.numerator() < 0);
    if (product && std::abs(value.numerator()) <= largest_exponent) {
      auto const numerator = std::abs(value.numerator());
      Index result = multiplied(base, whole ? numerator : numerator / 2);
      if (half) result = graph_.multiply(result, graph_.apply(Operation::square_root, base));
      if (value.numerator() >= 0) return result;
      return quotient(graph_.constant(1), result, at);
    }
    if (auto const value = graph_.fixed_value(base);
        value && *value < 0 && graph_.last_input(exponent) >= parameters_)
      fail(at, "a negative number has only powers with a whole exponent");
    auto const power = graph_.fixed_value(exponent);
    bool const of_parameters = !power && graph_.last_input(exponent) < parameters_;
    if (graph_.is_constant(base, 0) && !of_parameters) {
      if (power && *power > 0) return base;
      fail(at, "zero has only powers with a constant positive exponent");
    }
    if (power || of_parameters) return graph_.power(base, exponent);
    return graph_.apply(Operation::exponential,
                        graph_.multiply(exponent, graph_.apply(Operation::logarithm, base)));
  }
  Index multiplied(Index base, std::int64_t times) {
    Index result = graph_.constant(1);
    for (; times > 0; times /= 2) {
      if (times % 2 == 1) result = graph_.multiply(result, base);
      if (times > 1) base = graph_.multiply(base, base);
    }
    return result;
  }

  /// Refuses what is nested too deeply for the stack.
  struct Nesting {
    explicit Nesting(Parser& parser) : depth(parser.depth_) {
      if (++depth > deepest)
        parser.fail(parser.at_,
                    fmt::format("brackets and powers may be {} deep, no more", deepest));
    }
    ~Nesting() { --depth; }
    int& depth;
  };

  std::string_view text_;
  Names const& names_;
  graph::Graph& graph_;
  int parameters_;
  std::vector<graph::Table> const& tables_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::vector<std::string> reserved_names() {
  auto names = functions;
  names.push_back("pi");
  return names;
}

bool has_name(std::string_view formula, std::string_view name) {
  auto const in_name = [](char c) { return is_letter(c) || is_digit(c); };
  for (std::size_t i = 0; i < formula.size();) {
    std::size_t end = i;
    while (end < formula.size() && in_name(formula[end])) ++end;
    if (formula.substr(i, end - i) == name) return true;
    i = std::max(end, i + 1);
  }
  return false;
}

bool is_name(std::string_view word) {
  return !word.empty() && is_letter(word[0]) &&
         std::all_of(word.begin(), word.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

Index formula(std::string_view text, Names const& names, graph::Graph& graph, int parameters,
              std::vector<graph::Table> const& tables) {
  return Parser(text, names, graph, parameters, tables).whole();
}

}  // namespace rattleback::text
