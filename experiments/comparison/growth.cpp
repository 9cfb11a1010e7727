#include "experiments/comparison/growth.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

#include "experiments/comparison/slow_motion.hpp"
#include "experiments/core/fit.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback {

namespace {

constexpr std::size_t fewest_samples = 128;
constexpr double needed_probability = 0.9;
constexpr double straight = 0.1;  // a drift whose speed changes by less is linear

struct Explanation {
  Growth kind;
  double log_prior;
  SlowModel model;
};

/// Growth has to be shown (a prior of 1 in 20), and so has what stands against a verdict.
std::vector<Explanation> const& explanations() {
  double const rare = -3, odd = -5, twice = -9, twice_odd = -9;
  constexpr SlowModel::Range line{0, 0}, growing{3, 80}, bent{-4, 3};
  // As fast as the last of 128 modes, whose rate is 128 pi, can tell from a jump.
  constexpr SlowModel::Range relaxing{-400, -4};
  auto const trend = [](SlowModel::Range range, Noise noise) {
    return SlowModel{.trend = range, .noise = noise};
  };
  static std::vector<Explanation> const all{
      {Growth::bounded, 0, {}},
      {Growth::bounded, rare, trend(relaxing, Noise::forgetful)},
      {Growth::linear, rare, trend(line, Noise::forgetful)},
      {Growth::linear, twice, trend(line, Noise::walk)},
      {Growth::square_root, rare, {.noise = Noise::walk}},
      {Growth::exponential, rare, trend(growing, Noise::forgetful)},
      {Growth::exponential, twice, trend(growing, Noise::walk)},
      {Growth::drifting, odd, trend(bent, Noise::forgetful)},
      {Growth::drifting, twice_odd, trend(bent, Noise::walk)},
      {Growth::drifting, odd, {.trend = SlowModel::Range{0.3, 80}, .any_curve = true}},
      {Growth::undecided, odd, {.noise = Noise::below_walk}},
      {Growth::undecided, twice_odd, {.noise = Noise::above_walk}},
      {Growth::undecided, odd, {.unresolved = true}},
      {Growth::undecided, odd, {.trend = line, .unresolved = true}},
      {Growth::undecided, twice_odd, {.trend = relaxing, .unresolved = true}},
  };
  return all;
}

double mean_square_increment(std::vector<double> const& x, std::size_t lag) {
  double sum = 0;
  for (std::size_t i = 0; i + lag < x.size(); ++i) sum += std::pow(x[i + lag] - x[i], 2);
  return sum / static_cast<double>(x.size() - lag);
}

/// Half the slope of the structure function over lags up to a quarter of the window.
double structure_exponent(std::vector<double> const& x) {
  std::vector<double> lags, squares;
  for (double lag = 1; lag <= static_cast<double>(x.size()) / 4; lag = std::ceil(1.3 * lag)) {
    lags.push_back(lag);
    squares.push_back(mean_square_increment(x, static_cast<std::size_t>(lag)));
    if (!(squares.back() > 0)) return 0;
  }
  return lags.size() < 3 ? 0 : fit_power(lags, squares).slope / 2;
}

/// How many of `blocks` equal blocks share what the series moves: a third of them for a random
/// walk, one for a single jump.
double sharing_blocks(std::vector<double> const& x, std::size_t blocks) {
  double second = 0, fourth = 0;
  for (std::size_t i = 0; i < blocks; ++i) {
    std::size_t const from = i * (x.size() - 1) / blocks, to = (i + 1) * (x.size() - 1) / blocks;
    double const square = std::pow(x[to] - x[from], 2);
    second += square, fourth += square * square;
  }
  return fourth > 0 ? second * second / fourth : static_cast<double>(blocks);
}

double spread(std::vector<double> const& x, std::size_t from, std::size_t to) {
  auto const [low, high] =
      minmax_element_or_nan(x.begin() + static_cast<long>(from), x.begin() + static_cast<long>(to));
  return *high - *low;
}

/// The posterior probabilities of the kinds; exponent in units of the window.
GrowthVerdict judge(std::vector<double> const& x) {
  SlowMotion const motion(x);
  std::vector<SlowFit> fits;
  std::vector<Growth> kinds;
  std::vector<double> scores;
  for (auto const& explanation : explanations()) {
    fits.push_back(fit_slow_motion(motion, explanation.model));
    // Where little disturbs a drift, its bend is never exactly zero.
    bool const drift = explanation.model.trend && !explanation.model.any_curve &&
                       std::abs(fits.back().rate) < straight;
    kinds.push_back(drift && !explanation.model.unresolved ? Growth::linear : explanation.kind);
    scores.push_back(fits.back().evidence + explanation.log_prior);
  }
  auto const best =
      static_cast<std::size_t>(max_element_or_nan(scores.begin(), scores.end()) - scores.begin());
  std::map<Growth, double> share;
  double total = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    double const weight = std::exp(scores[i] - scores[best]);
    share[kinds[i]] += weight;
    total += weight;
  }
  GrowthVerdict verdict;
  for (auto const& [kind, weight] : share)
    if (weight > share[verdict.likeliest]) verdict.likeliest = kind;
  verdict.confidence = share[verdict.likeliest] / total;
  // Bounded is where the others start from: it stands unless one of them gains on it.
  double const needed = verdict.likeliest == Growth::bounded ? 0.8 : needed_probability;
  verdict.kind = verdict.confidence >= needed ? verdict.likeliest : Growth::undecided;
  double const trend =
      (share[Growth::linear] + share[Growth::exponential] + share[Growth::drifting]) / total;
  if (verdict.kind == Growth::undecided && trend >= needed_probability)
    verdict.kind = verdict.likeliest = Growth::drifting, verdict.confidence = trend;
  auto const slow = motion.at_points(motion.modes - fits[best].oscillation);
  verdict.exponent = structure_exponent(slow);
  if (verdict.kind == Growth::exponential) verdict.exponent = fits[best].rate;
  // Few modes do not show a power law, and one jump has the spectrum of a random walk.
  if (verdict.kind == Growth::square_root && (motion.size() < 32 || sharing_blocks(slow, 32) < 4))
    verdict.kind = Growth::undecided;
  return verdict;
}

/// An oscillation that grows has no trend, but the logarithm of its speed has one.
GrowthVerdict judge_speeds(std::vector<double> const& x, GrowthVerdict verdict) {
  constexpr std::size_t blocks = 12;
  std::vector<double> times, log_times, logarithms;
  for (std::size_t i = 0; i < blocks; ++i) {
    std::size_t const from = i * (x.size() - 1) / blocks, to = (i + 1) * (x.size() - 1) / blocks;
    double sum = 0;
    for (std::size_t j = from; j < to; ++j) sum += std::pow(x[j + 1] - x[j], 2);
    times.push_back((static_cast<double>(i) + 0.5) / blocks);
    log_times.push_back(std::log(times.back()));
    // Values are of size one: where nothing moves, rounding does.
    logarithms.push_back(std::log(sum / static_cast<double>(to - from) + 1e-32) / 2);
  }
  auto const misfit = [&](std::vector<double> const& at, Line const& line) {
    double sum = 1e-12;
    for (std::size_t i = 0; i < blocks; ++i)
      sum += std::pow(logarithms[i] - line.intercept - line.slope * at[i], 2);
    return sum;
  };
  Line const exponential = fit_line(times, logarithms), power = fit_line(log_times, logarithms);
  if (exponential.slope - exponential.confidence < 1.5) return verdict;  // as good as even
  double const odds =
      std::pow(misfit(times, exponential) / misfit(log_times, power), double(blocks) / 2);
  double const probability = 1 / (1 + odds);
  if (exponential.slope - exponential.confidence > 3 && probability >= needed_probability)
    return {Growth::exponential, exponential.slope, probability, Growth::exponential};
  // Of a drift whose swings grow it is known that it drifts, where it goes farther than they do.
  std::size_t const last = x.size() - x.size() / blocks;
  bool const goes_on = std::abs(x.back() - x.front()) > 2 * spread(x, last, x.size());
  bool const drifts = verdict.kind == Growth::linear || verdict.kind == Growth::drifting;
  verdict.kind = drifts && goes_on ? Growth::drifting : Growth::undecided;
  return verdict;
}

GrowthVerdict classify(std::vector<double> const& x) {
  std::size_t const half = x.size() / 2;
  double const whole = spread(x, 0, x.size());
  if (whole == 0) return {Growth::bounded, 0, 1, Growth::bounded};
  auto verdict = judge(x);
  if (verdict.kind == Growth::exponential) return verdict;
  // After a transient, what counts is the motion that remains.
  if (verdict.kind != Growth::bounded && half >= fewest_samples &&
      spread(x, half, x.size()) < 0.1 * whole) {
    verdict = judge({x.begin() + static_cast<long>(half), x.end()});
    if (verdict.kind == Growth::exponential) verdict.exponent *= 2;
    return verdict;
  }
  return judge_speeds(x, verdict);
}

}  // namespace

char const* name_of(Growth growth) {
  constexpr char const* names[]{"bounded",     "square-root", "linear",
                                "exponential", "drifting",    "undecided"};
  return names[static_cast<int>(growth)];
}

GrowthVerdict classify_growth(std::vector<double> const& times, std::vector<double> const& values) {
  if (times.size() != values.size())
    throw std::invalid_argument("growth: as many times as values are needed");
  auto const finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(times.begin(), times.end(), finite) ||
      !std::all_of(values.begin(), values.end(), finite))
    throw std::invalid_argument("growth: times and values must be finite");
  if (values.size() < 2) return {};
  double const window = times.back() - times.front();
  double const step = window / static_cast<double>(times.size() - 1);
  for (std::size_t i = 1; i < times.size(); ++i)
    if (!(times[i] > times[i - 1]) || std::abs(times[i] - times[i - 1] - step) > 1e-3 * step)
      throw std::invalid_argument("growth: times must increase in equal steps");
  if (values.size() < fewest_samples) return {};

  double largest = 0;
  for (double value : values) largest = larger_or_nan(largest, std::abs(value));
  std::vector<double> x;
  for (double value : values) x.push_back(largest > 0 ? value / largest : 0);
  auto verdict = classify(x);
  if (verdict.kind == Growth::exponential) verdict.exponent /= window;
  return verdict;
}

}  // namespace rattleback
