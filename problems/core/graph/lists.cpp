#include "problems/core/graph/lists.hpp"

#include <algorithm>

namespace rattleback::graph {

namespace {

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
  return count == 0 ? 0 : count - (is_unit(number) ? 1 : 0);
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
    if (!is_sum(*i) && !(is_scaled(*i) && is_sum(graph[*i].b))) continue;
    auto sum = terms_of(*i, true);
    if (sum.saved < 0) sum = terms_of(*i, false);
    for (Index const node : sum.inside) inside[node] = true;
    if (sum.terms.size() > 1) sums.emplace(*i, std::move(sum));
  }
}

/// True for a number times something.
bool Lists::is_scaled(Index i) const {
  return graph_[i].operation == Operation::multiply &&
         graph_[graph_[i].a].operation == Operation::constant;
}

bool Lists::is_product(Index i) const {
  return graph_[i].operation == Operation::multiply && !is_scaled(i);
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
  std::vector<std::pair<Index, Rational>> open{{root, 1}};
  while (!open.empty()) {
    auto const [i, number] = open.back();
    auto const& [operation, a, b, value] = graph_[i];
    open.pop_back();
    bool const own = i == root || uses_[i] == 1;
    if (is_sum(i) && own && (expand || is_unit(number))) {
      list.inside.push_back(i);
      open.emplace_back(b, operation == Operation::subtract ? negative(number) : number);
      open.emplace_back(a, number);
    } else if (operation == Operation::negate && own) {
      open.emplace_back(a, negative(number));
    } else if (auto const scaled =
                   is_scaled(i) && own ? product(number, graph_[a].value) : MaybeRational()) {
      list.inside.push_back(i);
      open.emplace_back(b, *scaled);
    } else if (auto const constant =
                   operation == Operation::constant ? product(number, value) : MaybeRational()) {
      list.terms.push_back({*constant, {}});
    } else {
      list.terms.push_back({number, own ? factors_of(i) : std::vector{i}});
      list.saved += static_cast<int>(list.terms.back().factors.size()) - 1;
    }
  }
  list.saved += static_cast<int>(list.inside.size()) + 1;
  list.terms = with_like_terms_joined(list.terms);
  for (auto const& term : list.terms) list.saved -= term.multiplications() + 1;
  return list;
}

}  // namespace rattleback::graph
