#include "problems/core/graph/canonical.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

namespace rattleback::graph {

namespace {

class Writer {
 public:
  explicit Writer(Graph const& graph) : graph_(graph), number_(graph.size(), -1) {
    for (Index i = 0; i < graph.size(); ++i) hashes_.push_back(hash_of(graph[i]));
  }
  /// Writes the nodes that a node needs, then the node, unless they are written already.
  Index write(Index root) {
    std::vector<Index> waiting{root};  // no recursion: a formula may be long
    while (!waiting.empty()) {
      Index const i = waiting.back();
      auto const [a, b] = operands(i);
      bool const ready = (a < 0 || number_[a] >= 0) && (b < 0 || number_[b] >= 0);
      if (number_[i] >= 0 || ready) waiting.pop_back();
      if (number_[i] >= 0) continue;
      if (ready) {
        text += line(graph_[i], a, b);
        number_[i] = count_++;
        continue;
      }
      for (Index const operand : {b, a})  // a is written first
        if (operand >= 0 && number_[operand] < 0) waiting.push_back(operand);
    }
    return number_[root];
  }
  std::string text;

 private:
  static bool commutes(Operation operation) {
    return operation == Operation::add || operation == Operation::multiply;
  }
  /// Operands of the node, -1 for none. Those of a sum or product are in an order that does not
  /// depend on where they are in the graph.
  std::pair<Index, Index> operands(Index i) const {
    auto const& node = graph_[i];
    if (node.operation <= Operation::input) return {-1, -1};
    auto [a, b] = std::pair(node.a, node.b);
    if (commutes(node.operation) && hashes_[b] < hashes_[a]) std::swap(a, b);
    return {a, b};
  }
  std::string line(Node const& node, Index a, Index b) const {
    if (node.operation <= Operation::input) return leaf(node) + " ";
    return fmt::format("{}({},{}) ", static_cast<int>(node.operation), number_[a],
                       b < 0 ? -1 : number_[b]);
  }
  /// A node without operands.
  std::string leaf(Node const& node) const {
    if (node.operation == Operation::constant)
      return fmt::format("{}/{}", node.value.numerator(), node.value.denominator());
    if (node.operation == Operation::decimal)
      return fmt::format("{}e{}", graph_.decimal(node).digits, graph_.decimal(node).exponent);
    return fmt::format("input {}", node.a);
  }
  /// FNV-1a of the formula that ends in this node.
  std::uint64_t hash_of(Node const& node) const {
    std::string words = fmt::format("{} ", static_cast<int>(node.operation));
    if (node.operation <= Operation::input) {
      words += leaf(node);
    } else {
      auto a = hashes_[node.a], b = node.b < 0 ? 0 : hashes_[node.b];
      if (commutes(node.operation) && b < a) std::swap(a, b);
      words += fmt::format("{} {}", a, b);
    }
    std::uint64_t hash = 0xcbf29ce484222325;
    for (char const c : words) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
  }

  Graph const& graph_;
  std::vector<std::uint64_t> hashes_;
  std::vector<Index> number_;  ///< in the text; -1: not written
  Index count_ = 0;
};

}  // namespace

std::string canonical_text(Graph const& graph, std::vector<Index> const& outputs) {
  Writer writer(graph);
  std::string results = "results";
  for (Index const output : outputs) results += fmt::format(" {}", writer.write(output));
  return writer.text + results;
}

}  // namespace rattleback::graph
