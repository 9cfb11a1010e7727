#pragma once
// Statistics over an ensemble that do not depend on who computed which orbit: every range of orbits
// is a sum over a binary tree whose leaves are the orbits, so parts of an ensemble, in whatever
// number and order, add up to the same bits as the whole. Memory grows with the logarithm of the
// number of orbits.

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace rattleback {

/// Mean and sums of powers of deviations from it.
struct Moments {
  double mean = 0, second = 0, third = 0, fourth = 0;
};

/// Returns the moments of the union of two disjoint sets of n and m numbers (Pebay 2008, pairwise
/// updates).
Moments joined(Moments const& a, double n, Moments const& b, double m);

/// Histogram with bins of constant relative width, for quantiles to 1.6 per cent. Only non-empty
/// bins take memory, eight bytes each.
class Histogram {
 public:
  struct Bin {
    std::int64_t number : 18;  ///< in the order of the numbers it holds; that of zero is 0
    std::int64_t count : 46;
    bool operator==(Bin const&) const = default;
  };
  static constexpr int last_bin =
      34'815;  ///< bin of the largest double; the first bin is -last_bin
  static constexpr long most = (1L << 45) - 1;

  void add(double x) { add(std::span(&x, 1)); }
  void add(std::span<double const> numbers);
  void add(Histogram const& other);
  /// Adds to one bin; -last_bin <= number <= last_bin, and no bin ever holds more than `most`.
  void add(int number, long count);
  /// The centre of the bin that holds the number of rank p (0 <= p <= 1); nan when empty.
  double quantile(double p) const;
  /// Non-empty bins in ascending order.
  std::vector<Bin> const& bins() const { return bins_; }
  long total() const;
  std::size_t bytes() const { return bins_.capacity() * sizeof(Bin); }

 private:
  std::vector<Bin> bins_;
};

/// Errors of neighbouring orbits, [orbit][time]. Several quantities follow each other: the times of
/// the first, then those of the second.
using OrbitErrors = std::vector<std::vector<double>>;

/// Statistics of a range of orbits at every sampled time.
class EnsemblePart {
 public:
  /// More orbits than this have no numbers.
  static constexpr int last_level = 44;
  static constexpr long most_orbits = 1L << last_level;

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

  /// The orbits from `first` on. One whose error is not finite at all times, or so large that sums
  /// of its fourth power could overflow (1e60), counts as failed and is in no statistics.
  void add(long first, OrbitErrors const& errors) { add(nodes_of(first, errors), errors); }
  /// The same, where the nodes are at hand.
  void add(std::vector<Node> nodes, OrbitErrors const& errors);
  /// The fewest nodes that hold these orbits.
  static std::vector<Node> nodes_of(long first, OrbitErrors const& errors);
  /// The orbits of another part. Throws Misuse when one is in both, or the times differ in number.
  void add(EnsemblePart const& other);
  /// A node as it was read from a file. Throws Misuse as above.
  void add(Node node);
  /// Counts of one time as they were read from a file.
  void add(std::size_t time, Histogram const& counts) { histograms_[time].add(counts); }

  /// True when the nodes are exactly the orbits first to last - 1.
  bool covers(long first, long last) const;
  std::map<long, Node> const& nodes() const { return nodes_; }  ///< by first orbit
  std::vector<Histogram> const& histograms() const { return histograms_; }
  std::size_t times() const { return histograms_.size(); }
  /// Memory of the statistics (bytes).
  std::size_t bytes() const;
  /// All orbits together.
  Node total() const;

 private:
  void join_upwards(long first);
  std::map<long, Node> nodes_;
  std::vector<Histogram> histograms_;
};

}  // namespace rattleback
