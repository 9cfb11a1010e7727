#pragma once
// Expressions as a graph: every operation on the same operands is one node, however often it is
// written. Constants are exact, and what can be simplified without a doubt is.

#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "problems/core/graph/rational.hpp"

namespace rattleback::graph {

enum class Operation : std::uint8_t {
  constant,
  input,
  add,
  subtract,
  multiply,
  divide,
  arc_tangent_of_quotient,  ///< atan2(a, b)
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
  hyperbolic_tangent
};

/// What cannot be written as a graph: a comparison of numbers, a constant that is not rational.
struct NotRecordable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Index = int;

struct Node {
  Operation operation;
  Index a = -1, b = -1;  ///< operands; of an input, a is its number
  Rational value = 0;    ///< of a constant
};

/// Nodes in the order of their making: operands come before what uses them. The same calls make the
/// same graph, on every machine. Constants whose fraction would not fit stay separate operations.
class Graph {
 public:
  Index constant(Rational value);
  Index input(int number);
  Index add(Index a, Index b);
  Index subtract(Index a, Index b);
  Index multiply(Index a, Index b);
  /// Throws NotRecordable for the divisor 0.
  Index divide(Index a, Index b);
  Index negate(Index a);
  /// The angle of the point (b, a), atan2(a, b).
  Index arc_tangent_of_quotient(Index a, Index b);
  /// A function of one operand, square_root and later.
  Index apply(Operation function, Index a);

  Node const& operator[](Index i) const { return nodes_[i]; }
  Index size() const { return static_cast<Index>(nodes_.size()); }
  bool is_constant(Index i, Rational value) const {
    return nodes_[i].operation == Operation::constant && nodes_[i].value == value;
  }
  /// Which nodes the outputs depend on, themselves included.
  std::vector<bool> needed_for(std::span<Index const> outputs) const;

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

  std::vector<Node> nodes_;
  std::map<std::tuple<Operation, Index, Index, std::int64_t, std::int64_t>, Index> known_;
};

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
    default:
      return atan2(a, b);
  }
}

/// The operation on one operand.
template <class T>
T applied(Operation operation, T const& a) {
  using std::abs, std::atan, std::cos, std::cosh, std::exp, std::log, std::sin, std::sinh,
      std::sqrt, std::tanh;
  switch (operation) {
    case Operation::square_root:
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
    default:
      return -a;
  }
}

/// Values of the outputs; inputs[k] is the value of input k.
template <class T>
std::vector<T> evaluate(Graph const& graph, std::span<Index const> outputs,
                        std::span<T const> inputs) {
  auto const needed = graph.needed_for(outputs);
  std::vector<T> values(graph.size());
  for (Index i = 0; i < graph.size(); ++i) {
    if (!needed[i]) continue;
    Node const& node = graph[i];
    if (node.operation == Operation::constant)
      values[i] = T(node.value.numerator()) / T(node.value.denominator());
    else if (node.operation == Operation::input)
      values[i] = inputs[node.a];
    else if (node.b >= 0)
      values[i] = combined<T>(node.operation, values[node.a], values[node.b]);
    else
      values[i] = applied<T>(node.operation, values[node.a]);
  }
  std::vector<T> result;
  for (Index i : outputs) result.push_back(values[i]);
  return result;
}

}  // namespace rattleback::graph
