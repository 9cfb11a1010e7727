#pragma once
// Expressions as a graph: every operation on the same operands is one node, however often it is
// written. Constants are exact, and what can be simplified without a doubt is.

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "problems/core/graph/rational.hpp"
#include "problems/core/numbers/power.hpp"
#include "problems/core/numbers/quad.hpp"

namespace rattleback::graph {

enum class Operation : std::uint8_t {
  constant,
  decimal,  ///< a constant whose fraction is not short
  input,
  add,
  subtract,
  multiply,
  divide,
  arc_tangent_of_quotient,  ///< atan2(a, b)
  power,                    ///< a^b, where b depends on no coordinate or velocity
  product_or_zero,          ///< a b, and 0 where a is, even if b is infinite there
  negate,
  square_root,
  sine,
  cosine,
  arc_tangent,
  absolute,
  exponential,
  logarithm,
  hyperbolic_sine,
  hyperbolic_cosine,
  hyperbolic_tangent,
  sign  ///< -1, 0 or 1, the derivative of the absolute value
};

/// Names of the functions of one operand, from square_root on, in formulas and in code.
inline constexpr std::array function_names{"sqrt", "sin",  "cos",  "atan", "abs", "exp",
                                           "log",  "sinh", "cosh", "tanh", "sign"};
/// Returns the name of a function; null for another operation.
constexpr char const* function_name(Operation operation) {
  int const place = static_cast<int>(operation) - static_cast<int>(Operation::square_root);
  return place < 0 ? nullptr : function_names[place];
}

/// Thrown for an expression that no graph can hold: a comparison of numbers, or a double that was
/// rounded.
struct NotRecordable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Index = int;

struct Node {
  Operation operation;
  Index a = -1, b = -1;  ///< operands; number of an input, or of a decimal
  Rational value = 0;    ///< value of a constant
};

/// A decimal that no Rational holds: exact as digits and a power of ten, rounded once for each
/// precision.
struct Decimal {
  std::string digits;  ///< without zeros at either end
  int exponent = 0;
  double nearest = 0;
  Quad nearest_quad = 0;
};
/// Throws std::logic_error for anything but digits.
Decimal decimal_of(std::string const& digits, int exponent);

/// Satisfied by number types that record: constants stay exact.
template <class T>
concept TakesDecimals = std::constructible_from<T, Decimal const&>;
/// True for doubles, lanes of them, and types made from these.
template <class T>
inline constexpr bool in_double = std::same_as<typename PlainNumber<T>::type, double>;
template <Differentiable T>
inline constexpr bool in_double<T> = in_double<decltype(T::value)>;
/// A constant by its nearest double and quad numbers, in one of these precisions or a type made
/// from it.
template <class T>
T nearest_of(double nearest, Quad const& nearest_quad) {
  if constexpr (std::constructible_from<T, Quad> && !in_double<T>)
    return T(nearest_quad);
  else
    return T(nearest);
}
template <class T>
T number_of(Rational value) {
  if constexpr (std::same_as<T, double>)
    return value.nearest();
  else
    return T(value.numerator()) / T(value.denominator());
}
template <class T>
T number_of(Decimal const& decimal) {
  if constexpr (TakesDecimals<T>)
    return T(decimal);
  else
    return nearest_of<T>(decimal.nearest, decimal.nearest_quad);
}
/// Returns the number of a Rational or a Decimal, from the literals of generated code.
template <class T>
T number_of(std::int64_t numerator, std::int64_t denominator, double nearest,
            Quad const& nearest_quad) {
  if constexpr (TakesDecimals<T>)
    return T(numerator) / T(denominator);
  else
    return nearest_of<T>(nearest, nearest_quad);
}
template <class T>
T number_of(char const* digits, int exponent, double nearest, Quad const& nearest_quad) {
  if constexpr (TakesDecimals<T>)
    return T(decimal_of(digits, exponent));
  else
    return nearest_of<T>(nearest, nearest_quad);
}

/// Nodes in the order of their making: operands come before what uses them. The same calls make the
/// same graph, on every machine; compilers order the calls of an expression differently. Constants
/// whose fraction would not fit stay separate operations.
class Graph {
 public:
  Index constant(Rational value);
  Index constant(Decimal const& value);
  Index input(int number);
  Index add(Index a, Index b);
  Index subtract(Index a, Index b);
  Index multiply(Index a, Index b);
  /// Throws NotRecordable for the divisor 0.
  Index divide(Index a, Index b);
  Index negate(Index a);
  /// The angle of the point (b, a), atan2(a, b).
  Index arc_tangent_of_quotient(Index a, Index b);
  Index power(Index a, Index b);
  Index product_or_zero(Index a, Index b);
  /// Returns the product, and 0 where a is, for any b, which may have no value there.
  Index product_where_not_zero(Index a, Index b);
  /// A function of one operand, square_root and later.
  Index apply(Operation function, Index a);
  /// The expression of another graph, made here.
  Index copy(Graph const& other, Index i);
  /// Nodes of another graph, operands before what uses them. Returns the node here for each node
  /// there; -1 where it was not copied.
  std::vector<Index> copy(Graph const& other, std::vector<Index> const& nodes);
  /// One node of another graph, whose operands are a and b here.
  Index copy(Graph const& other, Index i, Index a, Index b);

  Node const& operator[](Index i) const { return nodes_[i]; }
  Index size() const { return static_cast<Index>(nodes_.size()); }
  bool is_constant(Index i, Rational value) const {
    return nodes_[i].operation == Operation::constant && nodes_[i].value == value;
  }
  Decimal const& decimal(Node const& node) const { return decimals_[node.a]; }
  /// The largest number of an input on which the node depends; -1: it is the same for all inputs.
  int last_input(Index i) const { return facts_[i].last_input; }
  /// The value, in double precision, of a node that is the same for all inputs.
  std::optional<double> fixed_value(Index i) const {
    return last_input(i) < 0 ? std::optional(facts_[i].value) : std::nullopt;
  }
  /// Returns for each node whether the outputs depend on it; an output depends on itself.
  std::vector<bool> needed_for(std::span<Index const> outputs) const;
  /// Returns the nodes that the outputs depend on, in the order of their making. Visits no other
  /// node.
  std::vector<Index> nodes_for(std::span<Index const> outputs) const;

 private:
  /// x = factor base, with the factor as large as constants allow.
  struct Term {
    Rational factor;
    Index base;
  };
  Term term(Index i);
  Index scaled(Rational factor, Index base);
  Index sum(Index a, Index b, bool minus);
  Index made(Node const& node);
  void add_facts(Node const& node);

  struct Facts {
    int last_input;
    double value;
  };
  std::vector<Node> nodes_;
  std::vector<Facts> facts_;
  std::vector<Decimal> decimals_;
  std::map<std::pair<std::string, int>, Index> known_decimals_;
  std::map<std::tuple<Operation, Index, Index, std::int64_t, std::int64_t>, Index> known_;
};

/// The graph of constants that are not rational, before they meet a number of another graph. One
/// thread at a time records.
Graph& constants();

/// The operation on two operands.
template <class T>
T combined(Operation operation, T const& a, T const& b) {
  using std::atan2;
  switch (operation) {
    case Operation::add:
      return a + b;
    case Operation::subtract:
      return a - b;
    case Operation::multiply:
      return a * b;
    case Operation::divide:
      return a / b;
    case Operation::power:
      return raised_to(a, b);
    case Operation::product_or_zero:
      return product_or_zero(a, b);
    default:
      return atan2(a, b);
  }
}

/// The square root of a recorded number, with the derivative that it has where it vanishes.
template <Differentiable D>
D root_or_zero(D const& a) {
  using T = decltype(D::value);
  T const r = sqrt(a.value), d = T(1) / (T(2) * r);
  return D::chain_or_zero(a, r, d, [&] { return -d / (T(2) * a.value); });
}

/// The operation on one operand.
template <class T>
T applied(Operation operation, T const& a) {
  using std::abs, std::atan, std::cos, std::cosh, std::exp, std::log, std::sin, std::sinh,
      std::sqrt, std::tanh;
  switch (operation) {
    case Operation::square_root:
      if constexpr (is_recorded<T> && Differentiable<T>)
        return root_or_zero(a);
      else
        return sqrt(a);
    case Operation::sine:
      return sin(a);
    case Operation::cosine:
      return cos(a);
    case Operation::arc_tangent:
      return atan(a);
    case Operation::absolute:
      return abs(a);
    case Operation::exponential:
      return exp(a);
    case Operation::logarithm:
      return log(a);
    case Operation::hyperbolic_sine:
      return sinh(a);
    case Operation::hyperbolic_cosine:
      return cosh(a);
    case Operation::hyperbolic_tangent:
      return tanh(a);
    case Operation::sign:
      return sign(a);
    default:
      return -a;
  }
}

/// Values of the outputs; inputs[k] is the value of input k.
template <class T>
std::vector<T> evaluate(Graph const& graph, std::span<Index const> outputs,
                        std::span<T const> inputs) {
  auto const nodes = graph.nodes_for(outputs);
  std::vector<T> values;
  values.reserve(nodes.size());
  auto const value_of = [&](Index i) -> T const& {
    return values[std::lower_bound(nodes.begin(), nodes.end(), i) - nodes.begin()];
  };
  for (Index const i : nodes) {
    Node const& node = graph[i];
    if (node.operation == Operation::constant)
      values.push_back(number_of<T>(node.value));
    else if (node.operation == Operation::decimal)
      values.push_back(number_of<T>(graph.decimal(node)));
    else if (node.operation == Operation::input)
      values.push_back(inputs[node.a]);
    else if (node.b >= 0)
      values.push_back(combined<T>(node.operation, value_of(node.a), value_of(node.b)));
    else
      values.push_back(applied<T>(node.operation, value_of(node.a)));
  }
  std::vector<T> result;
  for (Index const i : outputs) result.push_back(value_of(i));
  return result;
}

}  // namespace rattleback::graph
