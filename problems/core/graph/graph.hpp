#pragma once
// Expressions as a graph: every operation on the same operands is one node, however often it is
// written. Constants are exact, and what can be simplified without a doubt is.

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
  negate,
  square_root,
  sine,
  cosine,
  arc_tangent,
  absolute
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

/// Values of the outputs; inputs[k] is the value of input k.
template <class T>
std::vector<T> evaluate(Graph const& graph, std::span<Index const> outputs,
                        std::span<T const> inputs) {
  using std::abs, std::atan, std::cos, std::sin, std::sqrt;
  auto const needed = graph.needed_for(outputs);
  std::vector<T> values(graph.size());
  for (Index i = 0; i < graph.size(); ++i) {
    if (!needed[i]) continue;
    Node const& node = graph[i];
    auto const a = [&]() -> T const& { return values[node.a]; };
    auto const b = [&]() -> T const& { return values[node.b]; };
    switch (node.operation) {
      case Operation::constant:
        values[i] = T(node.value.numerator()) / T(node.value.denominator());
        break;
      case Operation::input:
        values[i] = inputs[node.a];
        break;
      case Operation::add:
        values[i] = a() + b();
        break;
      case Operation::subtract:
        values[i] = a() - b();
        break;
      case Operation::multiply:
        values[i] = a() * b();
        break;
      case Operation::divide:
        values[i] = a() / b();
        break;
      case Operation::negate:
        values[i] = -a();
        break;
      case Operation::square_root:
        values[i] = sqrt(a());
        break;
      case Operation::sine:
        values[i] = sin(a());
        break;
      case Operation::cosine:
        values[i] = cos(a());
        break;
      case Operation::arc_tangent:
        values[i] = atan(a());
        break;
      case Operation::absolute:
        values[i] = abs(a());
        break;
    }
  }
  std::vector<T> result;
  for (Index i : outputs) result.push_back(values[i]);
  return result;
}

}  // namespace rattleback::graph
