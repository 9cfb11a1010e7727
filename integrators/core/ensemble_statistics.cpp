#include "integrators/core/ensemble_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "integrators/core/registry.hpp"
#include "problems/core/misuse.hpp"

namespace rattleback {

Moments joined(Moments const& a, double n, Moments const& b, double m) {
  if (n == 0) return b;
  if (m == 0) return a;
  double const all = n + m, d = b.mean - a.mean, r = d / all;
  Moments both;
  both.mean = a.mean + m * r;
  both.second = a.second + b.second + n * m * d * r;
  both.third =
      a.third + b.third + n * m * (n - m) * d * r * r + 3 * r * (n * b.second - m * a.second);
  both.fourth = a.fourth + b.fourth + n * m * (n * n - n * m + m * m) * d * r * r * r +
                6 * r * r * (n * n * b.second + m * m * a.second) +
                4 * r * (n * b.third - m * a.third);
  return both;
}

namespace {

constexpr int mantissa_bits = 5;

/// What is smaller counts as zero: far below the rounding of any energy.
constexpr int smallest_exponent = -64;
constexpr int below = (1023 + smallest_exponent) << mantissa_bits;

/// Numbers of one sign, exponent and leading mantissa share a bin; bins are in the order of the
/// numbers, without a gap, and that of zero is 0.
int bin_of(double x) {
  auto const bits = std::bit_cast<std::uint64_t>(std::abs(x)) >> (52 - mantissa_bits);
  int const bin = std::max(static_cast<int>(bits) - below, 0);
  return std::signbit(x) ? -bin : bin;
}

double centre_of(int bin) {
  if (bin == 0) return 0;
  auto const edge = [](int magnitude) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(magnitude + below)
                                 << (52 - mantissa_bits));
  };
  double const centre = (edge(std::abs(bin)) + edge(std::abs(bin) + 1)) / 2;
  return bin < 0 ? -centre : centre;
}

/// Makes a node of the tree its parent.
void join(EnsemblePart::Node& left, EnsemblePart::Node const& right) {
  auto const n = static_cast<double>(left.counted), m = static_cast<double>(right.counted);
  for (std::size_t k = 0; k < left.at_time.size(); ++k)
    left.at_time[k] = joined(left.at_time[k], n, right.at_time[k], m);
  ++left.level;
  left.index /= 2;
  left.counted += right.counted;
  left.failed += right.failed;
}

}  // namespace

void Histogram::add(double x) { add(bin_of(x), 1); }

void Histogram::add(int bin, long count) {
  // Some room more on both sides, lest every new extreme moves all others.
  constexpr int room = 64;
  if (counts_.empty()) first_ = bin;
  if (bin < first_) {
    counts_.insert(counts_.begin(), static_cast<std::size_t>(first_ - bin + room), 0);
    first_ = bin - room;
  }
  auto const at = static_cast<std::size_t>(bin - first_);
  if (at >= counts_.size()) counts_.resize(at + 1 + room);
  counts_[at] += count;
}

void Histogram::add(Histogram const& other) {
  for (std::size_t i = 0; i < other.counts_.size(); ++i)
    if (other.counts_[i] > 0) add(other.first_ + static_cast<int>(i), other.counts_[i]);
}

std::map<int, long> Histogram::counts() const {
  std::map<int, long> counts;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (counts_[i] > 0) counts[first_ + static_cast<int>(i)] = counts_[i];
  return counts;
}

double Histogram::quantile(double p) const {
  long total = 0, seen = 0;
  for (long count : counts_) total += count;
  auto const rank = static_cast<long>(std::ceil(p * static_cast<double>(total)));
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    seen += counts_[i];
    if (seen > 0 && seen >= rank) return centre_of(first_ + static_cast<int>(i));
  }
  return std::numeric_limits<double>::quiet_NaN();
}

void EnsemblePart::add(long orbit, std::vector<double> const& errors) {
  Node leaf{0, orbit, 1, 0, {}};
  leaf.at_time.resize(errors.size());
  if (std::all_of(errors.begin(), errors.end(), [](double x) { return std::isfinite(x); })) {
    for (std::size_t k = 0; k < errors.size(); ++k) {
      leaf.at_time[k].mean = errors[k];
      histograms_[k].add(errors[k]);
    }
  } else {
    leaf.counted = 0;
    leaf.failed = 1;
  }
  add(std::move(leaf));
}

void EnsemblePart::add(Node node) {
  if (node.at_time.size() != times())
    throw Misuse(fmt::format("parts of an ensemble differ in the number of times: {} and {}",
                             times(), node.at_time.size()));
  long const first = node.first();
  auto const next = nodes_.lower_bound(first);
  bool const overlaps = (next != nodes_.end() && next->first < node.last()) ||
                        (next != nodes_.begin() && std::prev(next)->second.last() > first);
  if (overlaps) throw Misuse(fmt::format("orbit {} is in two parts", first));
  nodes_.emplace(first, std::move(node));
  join_upwards(first);
}

void EnsemblePart::add(EnsemblePart const& other) {
  for (auto const& [first, node] : other.nodes_) add(node);
  for (std::size_t k = 0; k < times(); ++k) histograms_[k].add(other.histograms_[k]);
}

/// Replaces siblings by their parent, from the node that begins at `first` on.
void EnsemblePart::join_upwards(long first) {
  for (;;) {
    auto const at = nodes_.find(first);
    bool const is_left = at->second.index % 2 == 0;
    auto const other =
        is_left ? std::next(at) : (at == nodes_.begin() ? nodes_.end() : std::prev(at));
    if (other == nodes_.end() || other->second.level != at->second.level ||
        other->second.index != (is_left ? at->second.index + 1 : at->second.index - 1))
      return;
    auto const left = is_left ? at : other, right = is_left ? other : at;
    first = left->first;
    join(left->second, right->second);
    nodes_.erase(right);
  }
}

bool EnsemblePart::covers(long first, long last) const {
  for (auto const& [begin, node] : nodes_) {
    if (begin != first) return false;
    first = node.last();
  }
  return first == last;
}

EnsemblePart::Node EnsemblePart::total() const {
  Node all{0, 0, 0, 0, std::vector<Moments>(times())};
  for (auto const& [first, node] : nodes_) join(all, node);
  return all;
}

void summarise(EnsembleResult& result) {
  auto const all = result.part.total();
  auto const n = static_cast<double>(all.counted);
  double const nan = std::numeric_limits<double>::quiet_NaN();
  result.failed = all.failed;
  result.mean.clear(), result.variance.clear(), result.kurtosis.clear(), result.quantiles.clear();
  for (std::size_t k = 0; k < result.part.times(); ++k) {
    auto const& m = all.at_time[k];
    result.mean.push_back(n > 0 ? m.mean : nan);
    result.variance.push_back(n > 1 ? m.second / (n - 1) : nan);
    result.kurtosis.push_back(m.second > 0 ? n * m.fourth / (m.second * m.second) - 3 : nan);
    result.quantiles.emplace_back();
    for (double level : quantile_levels)
      result.quantiles.back().push_back(result.part.histograms()[k].quantile(level));
  }
}

}  // namespace rattleback
