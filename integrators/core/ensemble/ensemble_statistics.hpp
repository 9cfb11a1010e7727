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
  double mean = 0;    ///< mean
  double second = 0;  ///< sum of squared deviations
  double third = 0;   ///< sum of cubed deviations
  double fourth = 0;  ///< sum of fourth powers of deviations
};

/// Returns the moments of the union of two disjoint sets of n and m numbers (Pebay 2008, pairwise
/// updates).
Moments joined(Moments const& a, double n, Moments const& b, double m);

/// Histogram with bins of constant relative width, for quantiles to 1.6 per cent. Only non-empty
/// bins take memory, eight bytes each.
class Histogram {
 public:
  /// Non-empty bin.
  struct Bin {
    std::int64_t number : 18;  ///< number of the bin, ascending with the values; 0 holds zero
    std::int64_t count : 46;   ///< number of values
    /// True if number and count are equal.
    bool operator==(Bin const&) const = default;
  };
  /// Bin of the largest double; the first bin is -last_bin.
  static constexpr int last_bin = 34'815;
  /// Largest count of a bin.
  static constexpr std::int64_t most = (std::int64_t{1} << 45) - 1;

  /// Adds a number.
  void add(double x) { add(std::span(&x, 1)); }
  /// Adds numbers.
  void add(std::span<double const> numbers);
  /// Adds the counts of another histogram.
  void add(Histogram const& other);
  /// Adds to one bin; -last_bin <= number <= last_bin, and no bin ever holds more than `most`.
  void add(int number, long count);
  /// The centre of the bin that holds the number of rank p (0 <= p <= 1); nan when empty.
  double quantile(double p) const;
  /// Non-empty bins in ascending order.
  std::vector<Bin> const& bins() const { return bins_; }
  /// Number of values in all bins.
  long total() const;
  /// Memory (bytes).
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
  /// Highest level of a node.
  static constexpr int last_level = 44;
  /// Largest number of orbits of an ensemble.
  static constexpr std::int64_t most_orbits = std::int64_t{1} << last_level;

  /// Node of the tree: the orbits index 2^level to (index + 1) 2^level - 1.
  struct Node {
    int level = 0;                 ///< level above the single orbits
    long index = 0;                ///< index within the level
    long counted = 0;              ///< orbits in the statistics
    long failed = 0;               ///< orbits that failed
    std::vector<Moments> at_time;  ///< moments at each time

    /// First orbit of the node.
    long first() const { return index << level; }
    /// One past the last orbit of the node.
    long last() const { return (index + 1) << level; }
  };

  EnsemblePart() = default;
  /// Empty statistics at this number of times.
  explicit EnsemblePart(std::size_t times) : histograms_(times) {}

  /// Adds the orbits from `first` on. An orbit whose error is not finite at some time, or so large
  /// that sums of its fourth power could overflow (1e60), counts as failed and is not in the
  /// statistics.
  void add(long first, OrbitErrors const& errors) { add(nodes_of(first, errors), errors); }
  /// Adds orbits whose nodes are known.
  void add(std::vector<Node> nodes, OrbitErrors const& errors);
  /// Returns the smallest number of nodes that hold these orbits.
  static std::vector<Node> nodes_of(long first, OrbitErrors const& errors);
  /// Adds the orbits of another part. Throws InvalidInput if an orbit is in both, or if the numbers
  /// of times differ.
  void add(EnsemblePart const& other);
  /// Adds a node from a file. Throws InvalidInput if an orbit is in both, or if the numbers of
  /// times differ.
  void add(Node node);
  /// Adds the counts of one time from a file.
  void add(std::size_t time, Histogram const& counts) { histograms_[time].add(counts); }

  /// True when the nodes are exactly the orbits first to last - 1.
  bool covers(long first, long last) const;
  /// Nodes by their first orbit.
  std::map<long, Node> const& nodes() const { return nodes_; }
  /// Histograms, one per time.
  std::vector<Histogram> const& histograms() const { return histograms_; }
  /// Number of times.
  std::size_t times() const { return histograms_.size(); }
  /// Memory of the statistics (bytes).
  std::size_t bytes() const;
  /// Returns the statistics of all orbits.
  Node total() const;

 private:
  void join_upwards(long first);
  std::map<long, Node> nodes_;
  std::vector<Histogram> histograms_;
};

}  // namespace rattleback
