#include "problems/core/graph/lists.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <tuple>

namespace rattleback::graph {

namespace {

/// True for a number times something.
bool is_scaled(Graph const& graph, Index i) {
  return graph[i].operation == Operation::multiply &&
         graph[graph[i].a].operation == Operation::constant;
}

/// Depth of a formula and hash of its text (FNV-1a), without signs and powers of two.
struct Rank {
  int depth = 0;
  std::uint64_t hash = 0xcbf29ce484222325;

  void add(std::uint64_t word) { hash = (hash ^ word) * 0x100000001b3, hash ^= hash >> 32; }
};
Rank rank_of(Graph const& graph, Index i, std::vector<Rank> const& ranks) {
  Node const& node = graph[i];
  if (is_exact(graph, i)) return ranks[node.operation == Operation::negate ? node.a : node.b];
  Rank rank;
  rank.add(static_cast<std::uint64_t>(node.operation));
  if (node.operation == Operation::constant) {
    auto const odd = odd_part(node.value);
    rank.add(static_cast<std::uint64_t>(odd.numerator()));
    rank.add(static_cast<std::uint64_t>(odd.denominator()));
  } else if (node.operation == Operation::decimal) {
    for (char const c : graph.decimal(node).digits) rank.add(static_cast<unsigned char>(c));
    rank.add(static_cast<std::uint64_t>(graph.decimal(node).exponent));
  } else if (node.operation == Operation::input) {
    rank.add(static_cast<std::uint64_t>(node.a));
  } else {
    Rank a = ranks[node.a], b = node.b < 0 ? Rank() : ranks[node.b];
    rank.depth = std::max(a.depth, b.depth) + 1;
    // a - b is -(b - a).
    if (node.operation <= Operation::multiply && b.hash < a.hash) std::swap(a, b);
    rank.add(a.hash);
    rank.add(b.hash);
  }
  return rank;
}

/// Returns an empty list if a number does not fit.
std::vector<Term> with_like_terms_joined(std::vector<Term> const& terms) {
  std::vector<Term> joined;
  for (auto const& term : terms) {
    auto const like = std::find_if(joined.begin(), joined.end(), [&](Term const& other) {
      return other.factors == term.factors;
    });
    auto const number = like == joined.end() ? term.number : sum(like->number, term.number);
    if (!number) return {};
    if (like == joined.end())
      joined.push_back(term);
    else
      like->number = *number;
  }
  std::erase_if(joined, [](Term const& term) { return term.number == Rational(0); });
  return joined;
}

}  // namespace

Rational odd_part(Rational number) {
  auto const odd = [](std::int64_t n) {
    return n == 0 ? 0 : std::abs(n) >> std::countr_zero(static_cast<std::uint64_t>(n));
  };
  return *Rational::of(odd(number.numerator()), odd(number.denominator()));
}

bool is_exact(Graph const& graph, Index i) {
  return graph[i].operation == Operation::negate ||
         (is_scaled(graph, i) && is_exact(graph[graph[i].a].value));
}

OrderedGraph in_order_of_depth(Graph const& graph, std::vector<Index> const& outputs) {
  auto nodes = graph.nodes_for(outputs);
  std::vector<Rank> ranks(graph.size());
  for (Index const i : nodes) ranks[i] = rank_of(graph, i, ranks);
  // Leaves come first: 2 x has the depth of x.
  auto const place = [&](Index i) {
    return std::tuple(graph[i].operation > Operation::input, ranks[i].depth, ranks[i].hash, i);
  };
  std::sort(nodes.begin(), nodes.end(), [&](Index i, Index k) { return place(i) < place(k); });
  OrderedGraph ordered;
  auto const made = ordered.graph.copy(graph, nodes);
  for (Index const output : outputs) ordered.outputs.push_back(made[output]);
  return ordered;
}

bool Term::has(Index factor) const {
  return std::binary_search(factors.begin(), factors.end(), factor);
}

Term Term::without(Index factor) const {
  Term rest = *this;
  rest.factors.erase(std::lower_bound(rest.factors.begin(), rest.factors.end(), factor));
  return rest;
}

int Term::multiplications() const {
  int const count = static_cast<int>(factors.size());
  return count == 0 ? 0 : count - (is_exact(number) ? 1 : 0);
}

Lists::Lists(Graph const& graph, std::span<Index const> outputs)
    : graph_(graph), uses_(graph.size()) {
  auto const nodes = graph.nodes_for(outputs);
  for (Index const output : outputs) ++uses_[output];
  for (Index const i : nodes) {
    if (graph[i].operation <= Operation::input) continue;
    ++uses_[graph[i].a];
    if (graph[i].b >= 0) ++uses_[graph[i].b];
  }
  std::vector<bool> inside(graph.size());
  for (auto i = nodes.rbegin(); i != nodes.rend(); ++i) {
    if (inside[*i]) continue;
    if (is_product(*i)) products.emplace(*i, factors_of(*i, &inside));
    bool const scaled = is_scaled(graph, *i) && !is_exact(graph, *i) && is_sum(graph[*i].b);
    if (!is_sum(*i) && !scaled) continue;
    auto sum = terms_of(*i, true);
    if (sum.saved < 0) sum = terms_of(*i, false);
    for (Index const node : sum.inside) inside[node] = true;
    if (sum.terms.size() > 1) sums.emplace(*i, std::move(sum));
  }
}

bool Lists::is_product(Index i) const {
  return graph_[i].operation == Operation::multiply && !is_scaled(graph_, i);
}

/// True for inputs, constants and functions.
bool Lists::is_bare(Index i) const {
  auto const operation = graph_[i].operation;
  return operation <= Operation::input || operation > Operation::negate;
}

/// False for differences of two inputs or functions, in which digits may cancel without rounding.
bool Lists::is_sum(Index i) const {
  auto const& [operation, a, b, value] = graph_[i];
  return operation == Operation::add ||
         (operation == Operation::subtract && !(is_bare(a) && is_bare(b)));
}

/// @param inside  marks the nodes of the list
std::vector<Index> Lists::factors_of(Index product, std::vector<bool>* inside) const {
  std::vector<Index> factors, open{product};
  while (!open.empty()) {
    Index const i = open.back();
    open.pop_back();
    if (is_product(i) && (i == product || uses_[i] == 1)) {
      if (inside) (*inside)[i] = true;
      open.push_back(graph_[i].a);
      open.push_back(graph_[i].b);
    } else {
      factors.push_back(i);
    }
  }
  std::sort(factors.begin(), factors.end());
  return factors;
}

/// @param expand  a number times a sum becomes a sum of terms
Sum Lists::terms_of(Index root, bool expand) const {
  Sum list;
  struct Part {
    Index node;
    Rational number;
    bool own;  ///< used by this list only
  };
  std::vector<Part> open{{root, 1, true}};
  while (!open.empty()) {
    auto const [i, number, reached] = open.back();
    auto const& [operation, a, b, value] = graph_[i];
    open.pop_back();
    bool const own = reached && (i == root || uses_[i] == 1);
    MaybeRational scaled;
    if (is_scaled(graph_, i) && (own || is_exact(graph_, i)))
      scaled = product(number, graph_[a].value);
    if (is_sum(i) && own && (expand || is_exact(number))) {
      list.inside.push_back(i);
      list.saved += 1;
      open.push_back({b, operation == Operation::subtract ? negative(number) : number, own});
      open.push_back({a, number, own});
    } else if (operation == Operation::negate) {
      open.push_back({a, negative(number), own});
    } else if (scaled) {
      if (own) list.inside.push_back(i);
      list.saved += is_exact(graph_, i) ? 0 : 1;
      open.push_back({b, *scaled, own});
    } else if (auto const constant =
                   operation == Operation::constant ? product(number, value) : MaybeRational()) {
      list.terms.push_back({*constant, {}});
    } else {
      list.terms.push_back({number, own ? factors_of(i) : std::vector{i}});
      list.saved += static_cast<int>(list.terms.back().factors.size()) - 1;
    }
  }
  ++list.saved;
  list.terms = with_like_terms_joined(list.terms);
  for (auto const& term : list.terms) list.saved -= term.multiplications() + 1;
  std::sort(list.terms.begin(), list.terms.end(),
            [](Term const& x, Term const& y) { return x.factors < y.factors; });
  return list;
}

}  // namespace rattleback::graph
