#pragma once
// Statistics over an ensemble that do not depend on who computed which orbit: every range of orbits
// is a sum over a binary tree whose leaves are the orbits, so parts of an ensemble, in whatever
// number and order, add up to the same bits as the whole. Memory grows with the logarithm of the
// number of orbits.

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace rattleback {

/// Mean and sums of powers of deviations from it.
struct Moments {
  double mean = 0, second = 0, third = 0, fourth = 0;
};

/// Of two disjoint sets of n and m numbers together (Pebay 2008, pairwise updates).
Moments joined(Moments const& a, double n, Moments const& b, double m);

/// How many numbers fell where, in bins of constant relative width: quantiles to 1.6 per cent.
class Histogram {
 public:
  void add(double x);
  void add(Histogram const& other);
  /// The centre of the bin that holds the number of rank p (0 <= p <= 1); nan when empty.
  double quantile(double p) const;
  std::map<int, long> counts() const;
  void add(int bin, long count);

 private:
  int first_ = 0;  ///< bin of the first entry
  std::vector<long> counts_;
};

/// What is known of the orbits of one range, at every sampled time.
class EnsemblePart {
 public:
  /// All orbits of a node of the tree: those of number index 2^level to (index + 1) 2^level - 1.
  struct Node {
    int level = 0;
    long index = 0;
    long counted = 0, failed = 0;
    std::vector<Moments> at_time;

    long first() const { return index << level; }
    long last() const { return (index + 1) << level; }  ///< one behind
  };

  EnsemblePart() = default;
  explicit EnsemblePart(std::size_t times) : histograms_(times) {}

  /// One orbit's error at every time. An orbit that is not finite at all of them counts as failed
  /// and is in no statistics.
  void add(long orbit, std::vector<double> const& errors);
  /// The orbits of another part. Throws Misuse when one is in both, or the times differ in number.
  void add(EnsemblePart const& other);
  /// A node as it was read from a file. Throws Misuse as above.
  void add(Node node);
  void add(std::size_t time, int bin, long count) { histograms_[time].add(bin, count); }

  /// True when the nodes are exactly the orbits first to last - 1.
  bool covers(long first, long last) const;
  std::map<long, Node> const& nodes() const { return nodes_; }  ///< by first orbit
  std::vector<Histogram> const& histograms() const { return histograms_; }
  std::size_t times() const { return histograms_.size(); }
  /// All orbits together.
  Node total() const;

 private:
  void join_upwards(long first);
  std::map<long, Node> nodes_;
  std::vector<Histogram> histograms_;
};

}  // namespace rattleback
