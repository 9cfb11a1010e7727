#include "problems/core/graph/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <numeric>

#include "problems/core/graph/canonical.hpp"

namespace rattleback::graph {

namespace {

class Printer {
 public:
  Printer(Graph const& graph, std::vector<Index> const& outputs,
          std::vector<std::string> const& names, std::string const& times)
      : graph_(graph), names_(names), times_(times), abbreviated_(graph.size()) {
    std::vector<double> length(graph.size());  // of the text without abbreviations, about
    std::vector<int> uses(graph.size());
    auto const nodes = graph.nodes_for(outputs);
    for (Index const i : nodes) {
      auto const& node = graph[i];
      length[i] = 3;
      if (is_leaf(node)) continue;
      for (Index const operand : {node.a, node.b})
        if (operand >= 0) length[i] += length[operand], ++uses[operand];
    }
    double longest = 0;
    for (Index const i : outputs) longest = std::max(longest, length[i]);
    constexpr double long_enough = 240, worth_a_name = 30;
    if (longest <= long_enough) return;
    for (Index const i : nodes) {
      if (uses[i] < 2 || length[i] < worth_a_name) continue;
      if (graph[i].operation == Operation::negate) continue;
      auto text = sum(i);
      abbreviated_[i] = fmt::format("{}{}", free_letter(), texts.abbreviations.size() + 1);
      texts.abbreviations.emplace_back(abbreviated_[i], std::move(text));
    }
  }

  std::string sum(Index i) const { return sum(terms_of(i)); }

  FormulaTexts texts = {};

 private:
  struct Factor {
    Index base;
    int power;
    bool operator==(Factor const&) const = default;
  };
  /// A product of powers with a rational factor in front.
  struct Term {
    Rational coefficient = 1;
    std::vector<Factor> factors = {};
    bool is_negative() const { return coefficient.numerator() < 0; }
  };
  using Terms = std::vector<Term>;

  std::string sum(Terms const& terms) const {
    std::string text;
    for (auto const& term : terms) {
      if (!text.empty())
        text += term.is_negative() ? " - " : " + ";
      else if (term.is_negative())
        text += "-";
      text += product(term);
    }
    return text.empty() ? "0" : text;
  }

  /// pi is recorded as 4 atan(1).
  bool is_quarter_of_pi(Node const& node) const { return graph_.is_constant(node.a, 1); }
  static bool is_leaf(Node const& node) {
    return node.operation == Operation::constant || node.operation == Operation::decimal ||
           node.operation == Operation::input;
  }
  /// Returns a letter that, followed by a digit, is not the name of an input.
  char free_letter() const {
    for (char const letter : {'s', 'k', 'h', 'f', 'u'})
      if (std::none_of(names_.begin(), names_.end(), [&](std::string const& name) {
            return name.size() > 1 && name[0] == letter &&
                   std::isdigit(static_cast<unsigned char>(name[1])) != 0;
          }))
        return letter;
    return 't';
  }

  bool is_sum(Index i) const {
    return abbreviated_[i].empty() &&
           (graph_[i].operation == Operation::add || graph_[i].operation == Operation::subtract);
  }
  /// Like terms together; positive terms first, each kind in the order of its last input.
  Terms terms_of(Index i) const {
    Terms terms;
    add_terms(i, 1, terms);
    std::erase_if(terms, [](Term const& term) { return term.coefficient == Rational(0); });
    auto const last = [&](Term const& term) {
      return term.factors.empty() ? -1 : graph_.last_input(term.factors.back().base);
    };
    std::stable_sort(terms.begin(), terms.end(), [&](Term const& a, Term const& b) {
      return std::pair(a.is_negative(), last(a)) < std::pair(b.is_negative(), last(b));
    });
    return terms;
  }
  void add_terms(Index i, Rational sign, Terms& terms) const {
    auto const& node = graph_[i];
    if (abbreviated_[i].empty()) {
      if (is_sum(i)) {
        add_terms(node.a, sign, terms);
        return add_terms(node.b, node.operation == Operation::subtract ? negative(sign) : sign,
                         terms);
      }
      if (node.operation == Operation::negate) return add_terms(node.a, negative(sign), terms);
    }
    Term term{sign};
    multiply(i, 1, term);
    std::erase_if(term.factors, [](Factor const& factor) { return factor.power == 0; });
    std::stable_sort(term.factors.begin(), term.factors.end(), [&](auto const& a, auto const& b) {
      return graph_.last_input(a.base) < graph_.last_input(b.base);
    });
    // A sum in brackets without a factor belongs to the sum around it.
    bool const one = term.coefficient == Rational(1) || term.coefficient == Rational(-1);
    if (one && term.factors.size() == 1 && term.factors[0].power == 1 &&
        is_sum(term.factors[0].base)) {
      auto const inner = terms_of(term.factors[0].base);
      for (auto const& part : divided(inner, quotient(content(inner), term.coefficient).value()))
        add_term(part, terms);
      return;
    }
    add_term(term, terms);
  }
  static void add_term(Term const& term, Terms& terms) {
    for (auto& other : terms)
      if (other.factors == term.factors)
        if (auto const both = graph::sum(other.coefficient, term.coefficient))
          return void(other.coefficient = *both);
    terms.push_back(term);
  }
  /// The largest whole number in all coefficients; its sign is that of the first term.
  static Rational content(Terms const& terms) {
    std::int64_t common = 0;
    for (auto const& term : terms) {
      if (term.coefficient.denominator() != 1) return 1;
      common = std::gcd(common, term.coefficient.numerator());
    }
    if (common == 0) return 1;
    return terms.front().is_negative() ? -common : common;
  }
  static Terms divided(Terms terms, Rational by) {
    for (auto& term : terms) term.coefficient = *quotient(term.coefficient, by);
    return terms;
  }
  void multiply(Index i, int power, Term& term) const {
    auto const& node = graph_[i];
    if (!abbreviated_[i].empty()) return multiply_by(i, power, term);
    switch (node.operation) {
      case Operation::multiply:
      case Operation::product_or_zero:
      case Operation::divide:
        multiply(node.a, power, term);
        return multiply(node.b, node.operation == Operation::divide ? -power : power, term);
      case Operation::negate:
        if (power % 2 != 0) term.coefficient = negative(term.coefficient);
        return multiply(node.a, power, term);
      case Operation::constant:
        if (!scale(node.value, power, term)) multiply_by(i, power, term);
        return;
      case Operation::add:
      case Operation::subtract: {
        auto const terms = terms_of(i);
        if (terms.size() == 1) {
          if (!scale(terms.front().coefficient, power, term)) return multiply_by(i, power, term);
          for (auto const& [base, exponent] : terms.front().factors)
            multiply_by(base, exponent * power, term);
          return;
        }
        if (terms.empty()) {
          term.coefficient = 0;
          return;
        }
        if (!scale(content(terms), power, term))
          throw NotRecordable("a coefficient that does not fit into 64 bits");
        return multiply_by(i, power, term);
      }
      case Operation::arc_tangent:
        if (is_quarter_of_pi(node) && !scale(*Rational::of(1, 4), power, term))
          throw NotRecordable("a coefficient that does not fit into 64 bits");
        return multiply_by(i, power, term);
      case Operation::power:
        if (auto const& exponent = graph_[node.b];
            exponent.operation == Operation::constant && exponent.value.denominator() == 1)
          return multiply_by(node.a, power * static_cast<int>(exponent.value.numerator()), term);
        [[fallthrough]];
      default:
        multiply_by(i, power, term);
    }
  }
  /// False where the coefficient would not fit.
  static bool scale(Rational factor, int power, Term& term) {
    auto scaled = MaybeRational(term.coefficient);
    for (int k = 0; k < std::abs(power) && scaled; ++k)
      scaled = power > 0 ? graph::product(*scaled, factor) : quotient(*scaled, factor);
    if (scaled) term.coefficient = *scaled;
    return scaled.has_value();
  }
  static void multiply_by(Index base, int power, Term& term) {
    for (auto& factor : term.factors)
      if (factor.base == base) return void(factor.power += power);
    term.factors.push_back({base, power});
  }

  std::string product(Term const& term) const {
    std::vector<std::string> above, below;
    for (auto const& [base, power] : term.factors) {
      auto text = factor(base);
      if (std::abs(power) != 1) text += fmt::format("^{}", std::abs(power));
      (power > 0 ? above : below).push_back(std::move(text));
    }
    auto const numerator = std::abs(term.coefficient.numerator());
    auto const denominator = term.coefficient.denominator();
    if (numerator != 1 || above.empty()) above.insert(above.begin(), std::to_string(numerator));
    if (denominator != 1) below.insert(below.begin(), std::to_string(denominator));
    auto text = joined(above);
    if (below.empty()) return text;
    return text + "/" + (below.size() == 1 ? below.front() : "(" + joined(below) + ")");
  }
  std::string joined(std::vector<std::string> const& factors) const {
    return fmt::format("{}", fmt::join(factors, times_));
  }

  /// In brackets where it is a sum.
  std::string factor(Index i) const {
    if (!abbreviated_[i].empty()) return abbreviated_[i];
    auto const& node = graph_[i];
    if (node.operation == Operation::arc_tangent && is_quarter_of_pi(node)) return "pi";
    switch (node.operation) {
      case Operation::input:
        return names_[node.a];
      case Operation::decimal: {
        auto const& decimal = graph_.decimal(node);
        return fmt::format("{}e{}", decimal.digits, decimal.exponent);
      }
      case Operation::arc_tangent_of_quotient:
        return fmt::format("atan2({}, {})", sum(node.a), sum(node.b));
      case Operation::power:
        return fmt::format("({})^({})", sum(node.a), sum(node.b));
      case Operation::product_or_zero:
        return fmt::format("({}{}{})", factor(node.a), times_, factor(node.b));
      case Operation::add:
      case Operation::subtract: {
        auto const terms = terms_of(i);
        return "(" + sum(divided(terms, content(terms))) + ")";
      }
      default:
        if (auto const function = function_name(node.operation))
          return fmt::format("{}({})", function, sum(node.a));
        return "(" + sum(i) + ")";
    }
  }

  Graph const& graph_;
  std::vector<std::string> const& names_;
  std::string const& times_;
  std::vector<std::string> abbreviated_;
};

}  // namespace

FormulaTexts formula_texts(Graph const& graph, std::vector<Index> const& outputs,
                           std::vector<std::string> const& names, std::string const& times) {
  auto const [ordered, entries] = in_canonical_order(graph, outputs);
  Printer printer(ordered, entries, names, times);
  for (Index const i : entries) printer.texts.formulas.push_back(printer.sum(i));
  return printer.texts;
}

}  // namespace rattleback::graph
