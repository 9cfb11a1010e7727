#pragma once

#include "problems/core/graph/graph.hpp"

namespace rattleback::graph {

/// A number that records what is done to it. Constants belong to no graph until they meet a number
/// that does, so that they may be made before main(); what is not rational of them, sqrt(2) say,
/// belongs to the graph of `constants` until then. A double that was rounded may be made, but not
/// used; comparisons are refused, as what follows them would hold on one side only. Throws
/// NotRecordable.
class Recorded {
 public:
  Recorded() : value_(Rational(0)) {}
  template <std::integral Number>
  Recorded(Number value) : value_(Rational(value)) {}
  Recorded(double value) : value_(Rational::of(value)) {}
  Recorded(Decimal const& value) : Recorded(constants(), constants().constant(value)) {}
  Recorded(Graph& graph, Index node) : graph_(&graph), node_(node) {}

  /// The node of this number in a graph.
  Index in(Graph& graph) const {
    if (graph_ == &graph) return node_;
    if (graph_) return graph.copy(*graph_, node_);
    if (!value_) throw NotRecordable("a constant that is not a short fraction");
    return graph.constant(*value_);
  }
  /// True if it is a known number that does not depend on the inputs.
  bool is_constant() const { return !graph_ || (*graph_)[node_].operation == Operation::constant; }
  /// True if it is this number for all inputs.
  bool is(Rational value) const {
    return graph_ ? graph_->is_constant(node_, value) : value_ == MaybeRational(value);
  }

  friend Recorded operator+(Recorded const& a, Recorded const& b) {
    return combined(a, b, &Graph::add, &sum);
  }
  friend Recorded operator-(Recorded const& a, Recorded const& b) {
    return combined(a, b, &Graph::subtract,
                    [](Rational x, Rational y) { return sum(x, negative(y)); });
  }
  friend Recorded operator*(Recorded const& a, Recorded const& b) {
    return combined(a, b, &Graph::multiply, &product);
  }
  friend Recorded operator/(Recorded const& a, Recorded const& b) {
    return combined(a, b, &Graph::divide, &quotient);
  }
  friend Recorded operator-(Recorded const& a) { return Recorded(0) - a; }

  friend Recorded sqrt(Recorded const& a) { return applied(Operation::square_root, a); }
  friend Recorded sin(Recorded const& a) { return applied(Operation::sine, a); }
  friend Recorded cos(Recorded const& a) { return applied(Operation::cosine, a); }
  friend Recorded atan(Recorded const& a) { return applied(Operation::arc_tangent, a); }
  friend Recorded abs(Recorded const& a) { return applied(Operation::absolute, a); }
  friend Recorded sign(Recorded const& a) { return applied(Operation::sign, a); }
  friend Recorded exp(Recorded const& a) { return applied(Operation::exponential, a); }
  friend Recorded log(Recorded const& a) { return applied(Operation::logarithm, a); }
  friend Recorded sinh(Recorded const& a) { return applied(Operation::hyperbolic_sine, a); }
  friend Recorded cosh(Recorded const& a) { return applied(Operation::hyperbolic_cosine, a); }
  friend Recorded tanh(Recorded const& a) { return applied(Operation::hyperbolic_tangent, a); }
  friend Recorded atan2(Recorded const& y, Recorded const& x) {
    return combined(y, x, &Graph::arc_tangent_of_quotient,
                    [](Rational, Rational) { return MaybeRational(); });
  }
  friend Recorded raised_to(Recorded const& a, Recorded const& b) {
    return combined(a, b, &Graph::power, [](Rational, Rational) { return MaybeRational(); });
  }
  friend Recorded product_or_zero(Recorded const& c, Recorded const& p) {
    return combined(c, p, &Graph::product_or_zero, &product);
  }

  friend bool operator<(Recorded const& a, Recorded const& b) { return compared(a, b) < 0; }
  friend bool operator>(Recorded const& a, Recorded const& b) { return compared(a, b) > 0; }
  friend bool operator<=(Recorded const& a, Recorded const& b) { return compared(a, b) <= 0; }
  friend bool operator>=(Recorded const& a, Recorded const& b) { return compared(a, b) >= 0; }
  friend bool operator==(Recorded const& a, Recorded const& b) { return compared(a, b) == 0; }
  friend bool operator!=(Recorded const& a, Recorded const& b) { return compared(a, b) != 0; }

 private:
  explicit Recorded(MaybeRational value) : value_(value) {}
  template <class Exact>
  static Recorded combined(Recorded const& a, Recorded const& b,
                           Index (Graph::*record)(Index, Index), Exact const& exact) {
    bool const rational = !a.graph_ && !b.graph_;
    if (rational && (!a.value_ || !b.value_)) return Recorded(MaybeRational());
    if (rational)
      if (MaybeRational const value = exact(*a.value_, *b.value_)) return Recorded(value);
    // The graph of constants comes last.
    Graph* graph = a.graph_ && a.graph_ != &constants() ? a.graph_ : b.graph_;
    if (!graph) graph = &constants();
    Index const left = a.in(*graph), right = b.in(*graph);
    return {*graph, (graph->*record)(left, right)};
  }
  static Recorded applied(Operation function, Recorded const& a) {
    if (a.graph_) return {*a.graph_, a.graph_->apply(function, a.node_)};
    if (!a.value_) return Recorded(MaybeRational());
    auto& graph = constants();
    Index const result = graph.apply(function, graph.constant(*a.value_));
    if (graph[result].operation == Operation::constant)
      return Recorded(MaybeRational(graph[result].value));
    return {graph, result};
  }
  static int compared(Recorded const& a, Recorded const& b) {
    Recorded const difference = a - b;
    MaybeRational value = difference.value_;
    if (difference.graph_) {
      Node const& node = (*difference.graph_)[difference.node_];
      value = node.operation == Operation::constant ? node.value : MaybeRational();
    }
    if (!value) throw NotRecordable("a comparison of numbers decides what is computed");
    return value->numerator() < 0 ? -1 : value->numerator() > 0;
  }

  Graph* graph_ = nullptr;
  Index node_ = -1;
  MaybeRational value_;  ///< value of a number without graph; empty for a rounded double
};

}  // namespace rattleback::graph

namespace rattleback {
template <>
inline constexpr bool is_recorded<graph::Recorded> = true;
}  // namespace rattleback
