#include "integrators/core/ensemble_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

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

void Histogram::add(int number, long count) {
  auto at = std::lower_bound(bins_.begin(), bins_.end(), number,
                             [](Bin const& bin, int wanted) { return bin.number < wanted; });
  if (at != bins_.end() && at->number == number) {
    at->count += count;
    return;
  }
  if (bins_.size() == bins_.capacity()) {
    // A quarter more, not twice as much: there is one histogram for every sampled time.
    auto const before = at - bins_.begin();
    bins_.reserve(bins_.size() + bins_.size() / 4 + 4);
    at = bins_.begin() + before;
  }
  bins_.insert(at, Bin{number, count});
}

void Histogram::add(Histogram const& other) {
  if (bins_.empty()) {
    bins_ = other.bins_;
    return;
  }
  for (auto const& bin : other.bins_) add(static_cast<int>(bin.number), bin.count);
}

long Histogram::total() const {
  long total = 0;
  for (auto const& bin : bins_) total += bin.count;
  return total;
}

double Histogram::quantile(double p) const {
  auto const rank = static_cast<long>(std::ceil(p * static_cast<double>(total())));
  long passed = 0;
  for (auto const& bin : bins_) {
    passed += bin.count;
    if (passed >= rank) return centre_of(static_cast<int>(bin.number));
  }
  return std::numeric_limits<double>::quiet_NaN();
}

namespace {
bool is_counted(std::vector<double> const& errors) {
  constexpr double most = 1e60;
  return std::all_of(errors.begin(), errors.end(), [](double x) { return std::abs(x) <= most; });
}
}  // namespace

std::vector<EnsemblePart::Node> EnsemblePart::nodes_of(long first, OrbitErrors const& errors) {
  std::vector<Node> nodes;
  std::vector<double> counted, numbers;
  for (auto const& orbit : errors) counted.push_back(is_counted(orbit) ? 1 : 0);
  long const last = first + static_cast<long>(errors.size());
  std::size_t const times = errors.empty() ? 0 : errors.front().size();
  std::vector<Moments> moments;
  for (long at = first; at < last;) {
    auto const left = static_cast<unsigned long>(last - at);
    int const level = std::min({std::countr_zero(static_cast<unsigned long>(at)),
                                static_cast<int>(std::bit_width(left)) - 1, last_level});
    std::size_t const size = std::size_t{1} << level;
    auto const offset = at - first;
    auto const whole = std::accumulate(counted.begin() + offset,
                                       counted.begin() + offset + static_cast<long>(size), 0.0);
    Node node{level, at >> level, static_cast<long>(whole),
              static_cast<long>(size) - static_cast<long>(whole), std::vector<Moments>(times)};
    for (std::size_t k = 0; k < times; ++k) {
      moments.assign(size, {});
      numbers.assign(counted.begin() + offset, counted.begin() + offset + static_cast<long>(size));
      for (std::size_t j = 0; j < size; ++j)
        if (numbers[j] > 0) moments[j].mean = errors[static_cast<std::size_t>(offset) + j][k];
      for (std::size_t n = size / 2; n > 0; n /= 2)
        for (std::size_t j = 0; j < n; ++j) {
          moments[j] =
              joined(moments[2 * j], numbers[2 * j], moments[2 * j + 1], numbers[2 * j + 1]);
          numbers[j] = numbers[2 * j] + numbers[2 * j + 1];
        }
      node.at_time[k] = moments.front();
    }
    nodes.push_back(std::move(node));
    at += static_cast<long>(size);
  }
  return nodes;
}

void EnsemblePart::add(std::vector<Node> nodes, OrbitErrors const& errors) {
  for (auto& node : nodes) add(std::move(node));
  std::vector<std::vector<double> const*> counted;
  for (auto const& orbit : errors)
    if (is_counted(orbit)) counted.push_back(&orbit);
  // All orbits of a time together: its histogram stays in the cache.
  for (std::size_t k = 0; k < times(); ++k)
    for (auto const* orbit : counted) histograms_[k].add((*orbit)[k]);
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

std::size_t EnsemblePart::bytes() const {
  std::size_t bytes = 0;
  for (auto const& [first, node] : nodes_) bytes += node.at_time.size() * sizeof(Moments);
  for (auto const& histogram : histograms_) bytes += sizeof histogram + histogram.bytes();
  return bytes;
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

void summarise(EnsembleResult& result, EnsemblePart const& part) {
  auto const all = part.total();
  auto const n = static_cast<double>(all.counted);
  double const nan = std::numeric_limits<double>::quiet_NaN();
  result.failed = all.failed;
  result.mean.clear(), result.variance.clear(), result.kurtosis.clear(), result.quantiles.clear();
  for (std::size_t k = 0; k < part.times(); ++k) {
    auto const& m = all.at_time[k];
    result.mean.push_back(n > 0 ? m.mean : nan);
    result.variance.push_back(n > 1 ? m.second / (n - 1) : nan);
    result.kurtosis.push_back(m.second > 0 ? n * m.fourth / (m.second * m.second) - 3 : nan);
    result.quantiles.emplace_back();
    for (double level : quantile_levels)
      result.quantiles.back().push_back(part.histograms()[k].quantile(level));
  }
}

}  // namespace rattleback
