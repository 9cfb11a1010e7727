#include "problems/core/graph/factor.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "problems/core/graph/lists.hpp"

namespace rattleback::graph {

namespace {

constexpr Index one = -1;  ///< stands for the factor of a constant

/// Part that is computed once: a factor or a number in terms of one sum, or a pair in several
/// lists. Kind `list`: a sum whose list of terms is shorter than the sum.
struct Part {
  enum class Kind { list, factor, number, product, sum };
  Kind kind;
  Index a, b = one;
  Rational ratio = 1;          ///< the number taken out; of a sum a + ratio b
  std::vector<Index> lists{};  ///< the nodes of the sums or products with this part
  int saved = 0;               ///< operations
  auto key() const {
    return std::tuple(kind, a, b, ratio.numerator(), ratio.denominator(), lists.front());
  }
};

/// One round: finds parts in a graph and makes the graph in which each is computed once.
class Round {
 public:
  explicit Round(OrderedGraph const& from)
      : from_(from.graph),
        outputs_(from.outputs),
        lists_(from_, outputs_),
        part_of_(from_.size()) {}

  /// Returns the graph with the parts that save most; none if there are no parts.
  /// @param common  only factors of all terms of a sum, also where they save nothing
  std::optional<OrderedGraph> result(bool common) {
    auto parts = common ? common_factors() : repeated_parts();
    std::sort(parts.begin(), parts.end(), [](Part const& x, Part const& y) {
      return std::tuple(-x.saved, x.key()) < std::tuple(-y.saved, y.key());
    });
    bool found = false;
    for (auto& part : parts) {
      std::erase_if(part.lists, [&](Index list) { return part_of_[list] != nullptr; });
      if (part.lists.empty() || (!common && saved_by(part) <= 0)) continue;
      for (Index const list : part.lists) part_of_[list] = &part;
      found = true;
    }
    if (!found) return {};
    return rewritten();
  }

 private:
  /// Returns the operations that a factor saves in a sum. Numbers among the other factors add up.
  static int saved_by_factor(std::vector<Term> const& terms, Index factor) {
    int saved = -1, constants = 0;
    for (auto const& term : terms) {
      if (!term.has(factor)) continue;
      auto const rest = term.without(factor);
      saved += term.multiplications() - rest.multiplications();
      constants += rest.factors.empty() ? 1 : 0;
    }
    return saved + std::max(constants - 1, 0);
  }
  /// Returns the operations that a part saves in its lists.
  int saved_by(Part const& part) const {
    if (part.kind == Part::Kind::product) {
      int count = -1;
      for (Index const list : part.lists)
        count += static_cast<int>(without_pair(lists_.products.at(list), part).second);
      return count;
    }
    if (part.kind == Part::Kind::sum)
      return (static_cast<int>(part.lists.size()) - 1) *
             (part.b == one || is_exact(part.ratio) ? 1 : 2);
    return part.saved;
  }
  /// Returns the other factors of a product, and how often it has the pair.
  static std::pair<std::vector<Index>, int> without_pair(std::vector<Index> const& factors,
                                                         Part const& pair) {
    Term rest{1, factors};
    for (int count = 0;; ++count) {
      if (!rest.has(pair.a)) return {rest.factors, count};
      auto const fewer = rest.without(pair.a);
      if (!fewer.has(pair.b)) return {rest.factors, count};
      rest = fewer.without(pair.b);
    }
  }

  std::vector<Part> common_factors() const {
    std::vector<Part> parts;
    for (auto const& [sum, list] : lists_.sums)
      for (auto const& terms = list.terms; Index const factor : terms.front().factors)
        if (std::all_of(terms.begin(), terms.end(),
                        [&](Term const& term) { return term.has(factor); }))
          parts.push_back(
              {Part::Kind::factor, factor, one, 1, {sum}, saved_by_factor(terms, factor)});
    return parts;
  }

  std::vector<Part> repeated_parts() const {
    std::vector<Part> parts;
    for (auto const& [sum, list] : lists_.sums) {
      if (list.saved > 0) parts.push_back({Part::Kind::list, one, one, 1, {sum}, list.saved});
      add_factors(sum, list.terms, parts);
    }
    std::map<std::pair<Index, Index>, std::vector<Index>> pairs;
    for (auto const& [list, factors] : lists_.products)
      for (std::size_t i = 0; i < factors.size(); ++i)
        for (std::size_t k = i + 1; k < factors.size(); ++k)
          pairs[{factors[i], factors[k]}].push_back(list);
    for (auto& [pair, lists] : pairs)
      add_pair({Part::Kind::product, pair.first, pair.second, 1, std::move(lists)}, parts);
    std::map<std::tuple<Index, Index, std::int64_t, std::int64_t>, std::vector<Index>> sums;
    for (auto const& [root, list] : lists_.sums)
      for (auto const& first : list.terms)
        for (auto const& second : list.terms)
          if (auto const ratio = ratio_of(first, second))
            sums[{base_of(first), base_of(second), ratio->numerator(), ratio->denominator()}]
                .push_back(root);
    for (auto& [key, lists] : sums) {
      auto const& [a, b, numerator, denominator] = key;
      add_pair({Part::Kind::sum, a, b, *Rational::of(numerator, denominator), std::move(lists)},
               parts);
    }
    return parts;
  }
  void add_factors(Index sum, std::vector<Term> const& terms, std::vector<Part>& parts) const {
    std::map<Index, int> counts;
    std::map<std::pair<std::int64_t, std::int64_t>, int> numbers;
    for (auto const& term : terms) {
      for (std::size_t i = 0; i < term.factors.size(); ++i)
        if (i == 0 || term.factors[i] != term.factors[i - 1]) ++counts[term.factors[i]];
      auto const odd = odd_part(term.number);
      if (!term.factors.empty() && !is_exact(odd)) ++numbers[{odd.numerator(), odd.denominator()}];
    }
    for (auto const& [factor, count] : counts)
      if (int const saved = count > 1 ? saved_by_factor(terms, factor) : 0; saved > 0)
        parts.push_back({Part::Kind::factor, factor, one, 1, {sum}, saved});
    for (auto const& [number, count] : numbers)
      if (count > 1)
        parts.push_back({Part::Kind::number,
                         one,
                         one,
                         *Rational::of(number.first, number.second),
                         {sum},
                         count - 1});
  }
  void add_pair(Part part, std::vector<Part>& parts) const {
    part.lists.erase(std::unique(part.lists.begin(), part.lists.end()), part.lists.end());
    part.saved = saved_by(part);
    if (part.saved > 0) parts.push_back(std::move(part));
  }
  static Index base_of(Term const& term) {
    return term.factors.empty() ? one : term.factors.front();
  }
  /// Returns the ratio of the numbers of two terms without products, if they may be a pair in this
  /// order.
  static MaybeRational ratio_of(Term const& first, Term const& second) {
    if (first.factors.size() != 1 || second.factors.size() > 1) return {};
    if (!second.factors.empty() && first.factors.front() >= second.factors.front()) return {};
    return quotient(second.number, first.number);
  }

  OrderedGraph rewritten() {
    OrderedGraph to;
    made_.assign(from_.size(), -1);
    for (Index const i : from_.nodes_for(outputs_)) made_[i] = made(to.graph, i);
    for (Index const output : outputs_) to.outputs.push_back(made_[output]);
    return to;
  }
  /// Makes a node in the new graph, after its operands.
  Index made(Graph& to, Index i) const {
    auto const& [operation, a, b, value] = from_[i];
    if (operation <= Operation::input) return to.copy(from_, i, -1, -1);
    if (Part const* const part = part_of_[i])
      return part->kind == Part::Kind::product ? product_with(to, i, *part)
                                               : sum_with(to, lists_.sums.at(i).terms, *part);
    switch (operation) {
      case Operation::add:
        return to.add(made_[a], made_[b]);
      case Operation::subtract:
        return to.subtract(made_[a], made_[b]);
      case Operation::multiply:
        return to.multiply(made_[a], made_[b]);
      case Operation::divide:
        return to.divide(made_[a], made_[b]);
      case Operation::negate:
        return to.negate(made_[a]);
      default:
        return to.copy(from_, i, made_[a], b < 0 ? -1 : made_[b]);
    }
  }
  /// Factors that depend on parameters alone come first: their product is then computed once.
  Index product_of(Graph& to, std::vector<Index> factors) const {
    std::stable_sort(factors.begin(), factors.end(),
                     [&](Index i, Index k) { return from_.last_input(i) < from_.last_input(k); });
    Index result = to.constant(1);
    for (Index const factor : factors) result = to.multiply(result, made_[factor]);
    return result;
  }
  Index value_of(Graph& to, Term const& term) const {
    return scaled(to, term.number, product_of(to, term.factors));
  }
  static Index scaled(Graph& to, Rational number, Index i) {
    return to.multiply(to.constant(number), i);
  }
  Index product_with(Graph& to, Index i, Part const& part) const {
    auto const [factors, count] = without_pair(lists_.products.at(i), part);
    Index const pair = to.multiply(made_[part.a], made_[part.b]);
    Index result = product_of(to, factors);
    for (int k = 0; k < count; ++k) result = to.multiply(result, pair);
    return result;
  }
  Index pair_of(Graph& to, Part const& part) const {
    return to.add(made_[part.a],
                  part.b == one ? to.constant(part.ratio) : scaled(to, part.ratio, made_[part.b]));
  }
  /// Returns the sum of the terms, the part in the place of its first term.
  Index sum_with(Graph& to, std::vector<Term> const& terms, Part const& part) const {
    Index inner = to.constant(0);
    std::vector<Index> values;
    int place = -1;
    for (auto const& term : terms) {
      bool inside = false;
      if (part.kind == Part::Kind::factor) {
        if ((inside = term.has(part.a))) inner = to.add(inner, value_of(to, term.without(part.a)));
      } else if (part.kind == Part::Kind::number) {
        if ((inside = !term.factors.empty() && odd_part(term.number) == part.ratio))
          inner = to.add(inner, value_of(to, {*quotient(term.number, part.ratio), term.factors}));
      } else if (part.kind == Part::Kind::sum) {
        bool const first = base_of(term) == part.a && term.factors.size() == 1;
        inside = first || (base_of(term) == part.b && term.factors.size() <= 1);
        if (first) inner = scaled(to, term.number, pair_of(to, part));
      }
      if (inside && place < 0) place = static_cast<int>(values.size());
      values.push_back(inside ? to.constant(0) : value_of(to, term));
    }
    if (place >= 0)
      values[place] = part.kind == Part::Kind::factor   ? to.multiply(made_[part.a], inner)
                      : part.kind == Part::Kind::number ? scaled(to, part.ratio, inner)
                                                        : inner;
    Index sum = to.constant(0);
    for (Index const value : values) sum = to.add(sum, value);
    return sum;
  }

  Graph const& from_;
  std::vector<Index> const& outputs_;
  Lists const lists_;
  std::vector<Part const*> part_of_;  ///< the part to take out of a list
  std::vector<Index> made_;           ///< nodes in the new graph
};

/// Applies rounds as long as they save operations.
OrderedGraph shortened(OrderedGraph graph) {
  for (;;) {
    graph = in_order_of_depth(graph.graph, graph.outputs);
    auto next = Round(graph).result(false);
    if (!next ||
        operation_count(next->graph, next->outputs) >= operation_count(graph.graph, graph.outputs))
      return graph;
    graph = std::move(*next);
  }
}

}  // namespace

int operation_count(Graph const& graph, std::vector<Index> const& outputs) {
  auto const nodes = graph.nodes_for(outputs);
  return static_cast<int>(std::count_if(nodes.begin(), nodes.end(), [&](Index i) {
    return graph[i].operation > Operation::input && !is_exact(graph, i);
  }));
}

void factor(Graph& graph, std::vector<Result>& results) {
  std::vector<Index> outputs;
  for (auto const& result : results)
    outputs.insert(outputs.end(), result.entries.begin(), result.entries.end());
  auto const stated = in_order_of_depth(graph, outputs);
  auto best = shortened(stated);
  if (auto common = Round(stated).result(true)) {
    auto const other = shortened(std::move(*common));
    if (operation_count(other.graph, other.outputs) < operation_count(best.graph, best.outputs))
      best = other;
  }
  if (operation_count(best.graph, best.outputs) >= operation_count(graph, outputs)) return;
  auto const made = graph.copy(best.graph, best.graph.nodes_for(best.outputs));
  auto next = best.outputs.begin();
  for (auto& result : results)
    for (auto& entry : result.entries) entry = made[*next++];
}

}  // namespace rattleback::graph
