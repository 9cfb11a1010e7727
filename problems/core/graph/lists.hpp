#pragma once
// Sums and products of a graph as lists of terms and factors, for their transformation.

#include <map>
#include <span>
#include <vector>

#include "problems/core/graph/graph.hpp"

namespace rattleback::graph {

/// True for 1 and -1.
inline bool is_unit(Rational number) { return number == Rational(1) || number == Rational(-1); }

/// Term of a sum: a number times factors. A constant has no factors.
struct Term {
  Rational number;
  std::vector<Index> factors;  ///< nodes in ascending order

  /// True if the node is a factor.
  bool has(Index factor) const;
  /// Returns the term divided by one of its factors.
  Term without(Index factor) const;
  /// Returns the number of multiplications.
  int multiplications() const;
};

/// Sum as a list of terms, like terms joined.
struct Sum {
  std::vector<Term> terms;
  std::vector<Index> inside;  ///< nodes that the list replaces: sums, and numbers times something
  int saved = 0;              ///< operations that the list saves
};

/// Sums and products that some outputs of a graph need, by their last node. Sums in a sum and
/// products in a product belong to its list if nothing else uses them.
class Lists {
 public:
  /// The graph must outlive the lists.
  Lists(Graph const& graph, std::span<Index const> outputs);

  std::map<Index, std::vector<Index>> products;  ///< factors in ascending order
  std::map<Index, Sum> sums;                     ///< sums of at least two terms

 private:
  bool is_scaled(Index i) const;
  bool is_product(Index i) const;
  bool is_bare(Index i) const;
  bool is_sum(Index i) const;
  std::vector<Index> factors_of(Index product, std::vector<bool>* inside = nullptr) const;
  Sum terms_of(Index root, bool expand) const;

  Graph const& graph_;
  std::vector<int> uses_;
};

}  // namespace rattleback::graph
