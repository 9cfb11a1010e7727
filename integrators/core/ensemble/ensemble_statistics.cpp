#include "integrators/core/ensemble/ensemble_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>

#include "base/invalid_input.hpp"
#include "integrators/core/ensemble/ensemble_spec.hpp"

namespace rattleback {

namespace {
/// n, m > 0.
inline Moments joined_sums(Moments const& a, double n, Moments const& b, double m) {
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

constexpr int mantissa_bits = 5;

/// Exponent below which a number counts as zero, far below the rounding error of any energy.
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

/// For each number the first bin that is not below it. No branch depends on what is found, and the
/// searches do not wait for each other.
template <std::size_t n>
std::array<std::size_t, n> bins_from(std::vector<Histogram::Bin> const& bins,
                                     std::array<int, n> const& numbers) {
  std::array<std::size_t, n> first{};
  for (std::size_t size = bins.size(); size > 0;) {
    std::size_t const half = (size + 1) / 2;
    for (std::size_t i = 0; i < n; ++i)
      first[i] += half * (bins[first[i] + half - 1].number < numbers[i]);
    size -= half;
  }
  return first;
}
}  // namespace

Moments joined(Moments const& a, double n, Moments const& b, double m) {
  if (n == 0) return b;
  if (m == 0) return a;
  return joined_sums(a, n, b, m);
}

void Histogram::add(std::span<double const> numbers) {
  constexpr std::size_t together = 8;
  for (; numbers.size() >= together; numbers = numbers.subspan(together)) {
    std::array<int, together> bins;
    for (std::size_t i = 0; i < together; ++i) bins[i] = bin_of(numbers[i]);
    auto const found = bins_from(bins_, bins);
    std::size_t const before = bins_.size();
    for (std::size_t i = 0; i < together; ++i)
      if (bins_.size() == before && found[i] < before && bins_[found[i]].number == bins[i])
        ++bins_[found[i]].count;
      else
        add(bins[i], 1);
  }
  for (double const x : numbers) add(bin_of(x), 1);
}

void Histogram::add(int number, long count) {
  auto at = bins_.begin() + static_cast<long>(bins_from<1>(bins_, {number})[0]);
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

/// Moments at some neighbouring times, number by number, so that the compiler takes several times
/// at once.
struct MomentBlock {
  static constexpr std::size_t most = 64;
  std::array<double, most> mean, second, third, fourth;

  Moments at(std::size_t k) const { return {mean[k], second[k], third[k], fourth[k]}; }
  void put(std::size_t k, Moments const& m) {
    mean[k] = m.mean, second[k] = m.second, third[k] = m.third, fourth[k] = m.fourth;
  }
};

/// a becomes both, at `times` times.
void join(MomentBlock& a, double n, MomentBlock const& b, double m, std::size_t times) {
  if (m == 0) return;
  if (n == 0)
    a = b;
  else
    for (std::size_t k = 0; k < times; ++k) a.put(k, joined_sums(a.at(k), n, b.at(k), m));
}

/// All orbits of a node: the tree's sums, level by level.
EnsemblePart::Node node_of(int level, long first, std::span<std::vector<double> const> errors,
                           std::span<bool const> counted) {
  auto const size = static_cast<long>(errors.size());
  auto const whole = static_cast<long>(std::count(counted.begin(), counted.end(), true));
  std::size_t const times = errors.front().size();
  EnsemblePart::Node node{level, first >> level, whole, size - whole, std::vector<Moments>(times)};
  std::vector<MomentBlock> blocks(errors.size());
  std::vector<double> numbers;
  for (std::size_t begin = 0; begin < times; begin += MomentBlock::most) {
    std::size_t const some = std::min(MomentBlock::most, times - begin);
    numbers.assign(counted.begin(), counted.end());
    for (std::size_t j = 0; j < errors.size(); ++j) {
      blocks[j] = {};
      if (counted[j])
        std::copy_n(errors[j].begin() + static_cast<long>(begin), some, blocks[j].mean.begin());
    }
    for (std::size_t step = 1; step < errors.size(); step *= 2)
      for (std::size_t j = 0; j < errors.size(); j += 2 * step) {
        join(blocks[j], numbers[j], blocks[j + step], numbers[j + step], some);
        numbers[j] += numbers[j + step];
      }
    for (std::size_t k = 0; k < some; ++k) node.at_time[begin + k] = blocks.front().at(k);
  }
  return node;
}
}  // namespace

std::vector<EnsemblePart::Node> EnsemblePart::nodes_of(long first, OrbitErrors const& errors) {
  std::vector<Node> nodes;
  auto const counted = std::make_unique<bool[]>(errors.size());
  for (std::size_t j = 0; j < errors.size(); ++j) counted[j] = is_counted(errors[j]);
  std::span const orbits(errors);
  std::span<bool const> const all(counted.get(), errors.size());
  for (std::size_t offset = 0; offset < errors.size();) {
    auto const at = static_cast<unsigned long>(first) + offset;
    int const level =
        std::min({std::countr_zero(at),
                  static_cast<int>(std::bit_width(errors.size() - offset)) - 1, last_level});
    auto const size = std::size_t{1} << level;
    nodes.push_back(node_of(level, static_cast<long>(at), orbits.subspan(offset, size),
                            all.subspan(offset, size)));
    offset += size;
  }
  return nodes;
}

void EnsemblePart::add(std::vector<Node> nodes, OrbitErrors const& errors) {
  for (auto& node : nodes) add(std::move(node));
  std::vector<std::vector<double> const*> counted;
  for (auto const& orbit : errors)
    if (is_counted(orbit)) counted.push_back(&orbit);
  std::vector<double> numbers(counted.size());
  // All orbits of a time together: its histogram stays in the cache.
  for (std::size_t k = 0; k < times(); ++k) {
    for (std::size_t j = 0; j < counted.size(); ++j) numbers[j] = (*counted[j])[k];
    histograms_[k].add(numbers);
  }
}

void EnsemblePart::add(Node node) {
  if (node.at_time.size() != times())
    throw InvalidInput(fmt::format("parts of an ensemble differ in the number of times: {} and {}",
                                   times(), node.at_time.size()));
  long const first = node.first();
  auto const next = nodes_.lower_bound(first);
  bool const overlaps = (next != nodes_.end() && next->first < node.last()) ||
                        (next != nodes_.begin() && std::prev(next)->second.last() > first);
  if (overlaps) throw InvalidInput(fmt::format("orbit {} is in two parts", first));
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

namespace {
/// Statistics of the columns from `first` on.
ErrorStatistics statistics_of(EnsemblePart const& part, EnsemblePart::Node const& all,
                              std::size_t first, std::size_t times) {
  auto const n = static_cast<double>(all.counted);
  double const nan = std::numeric_limits<double>::quiet_NaN();
  ErrorStatistics s;
  for (std::size_t k = first; k < first + times; ++k) {
    auto const& m = all.at_time[k];
    s.mean.push_back(n > 0 ? m.mean : nan);
    s.variance.push_back(n > 1 ? m.second / (n - 1) : nan);
    s.kurtosis.push_back(m.second > 0 ? n * m.fourth / (m.second * m.second) - 3 : nan);
    s.quantiles.emplace_back();
    for (double level : quantile_levels)
      s.quantiles.back().push_back(part.histograms()[k].quantile(level));
  }
  return s;
}
}  // namespace

void summarise(EnsembleResult& result, EnsemblePart const& part) {
  auto const all = part.total();
  auto const times = result.times.size();
  result.failed = all.failed;
  static_cast<ErrorStatistics&>(result) = statistics_of(part, all, 0, times);
  result.invariant.reset();
  if (part.times() > times) result.invariant = statistics_of(part, all, times, times);
}

}  // namespace rattleback
