#pragma once
// Sums and products of a graph as lists of terms and factors, for their transformation.

#include <map>
#include <span>
#include <vector>

#include "problems/core/graph/canonical.hpp"

namespace rattleback::graph {

/// Returns the absolute value without powers of two. Powers of two change no digit: units of
/// length, time and mass that differ by them are computed alike, to the last bit.
Rational odd_part(Rational number);
/// True for powers of two and their negatives.
inline bool is_exact(Rational number) { return odd_part(number) == Rational(1); }

/// True for a negation and for a power of two times something.
bool is_exact(Graph const& graph, Index i);

/// Returns the outputs in a graph that holds only what they need. The order of its nodes depends on
/// the formulas only, without signs and powers of two.
OrderedGraph in_order_of_depth(Graph const& graph, std::vector<Index> const& outputs);

/// Term of a sum: a number times factors. A constant has no factors.
struct Term {
  Rational number;
  std::vector<Index> factors;  ///< nodes in ascending order

  /// True if the node is a factor.
  bool has(Index factor) const;
  /// Returns the term divided by one of its factors.
  Term without(Index factor) const;
  /// Returns the number of multiplications that are not exact.
  int multiplications() const;
};

/// Sum as a list of terms, like terms joined.
struct Sum {
  std::vector<Term> terms;    ///< in the order of their factors
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
  bool is_product(Index i) const;
  bool is_bare(Index i) const;
  bool is_sum(Index i) const;
  std::vector<Index> factors_of(Index product, std::vector<bool>* inside = nullptr) const;
  Sum terms_of(Index root, bool expand) const;

  Graph const& graph_;
  std::vector<int> uses_;  ///< number of nodes and outputs that use a node
};

}  // namespace rattleback::graph
