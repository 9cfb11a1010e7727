#include "experiments/measure/growth.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <stdexcept>

#include "experiments/core/series.hpp"
#include "experiments/measure/fit.hpp"
#include "experiments/measure/fitted_curve.hpp"

namespace rattleback {

namespace {

constexpr std::size_t fewest_samples = 128;
constexpr long most_modes = 128;
constexpr double straight = 0.1;   // a drift whose speed changes by a smaller fraction is linear
constexpr double slow_growth = 3;  // an exponential of a lower rate is only bent
constexpr double relaxation = -4;  // an exponential of a lower rate settles
constexpr double needed_odds = 1.0 / 9;  // odds needed against exponential growth of speeds

double mean_square_increment(std::vector<double> const& x, std::size_t lag) {
  double sum = 0;
  for (std::size_t i = 0; i + lag < x.size(); ++i) sum += std::pow(x[i + lag] - x[i], 2);
  return sum / static_cast<double>(x.size() - lag);
}

std::vector<double> block_means(std::vector<double> const& x, std::size_t blocks) {
  std::vector<double> means;
  for (std::size_t i = 0; i < blocks; ++i) {
    std::size_t const from = i * x.size() / blocks, to = (i + 1) * x.size() / blocks;
    double sum = 0;
    for (std::size_t j = from; j < to; ++j) sum += x[j];
    means.push_back(sum / static_cast<double>(to - from));
  }
  return means;
}

/// Returns half the slope of the structure function over lags up to a quarter of the window.
double structure_exponent(std::vector<double> const& x) {
  std::vector<double> lags, squares;
  for (double lag = 1; lag <= static_cast<double>(x.size()) / 4; lag = std::ceil(1.3 * lag)) {
    lags.push_back(lag);
    squares.push_back(mean_square_increment(x, static_cast<std::size_t>(lag)));
    if (!(squares.back() > 0)) return 0;
  }
  return lags.size() < 3 ? 0 : fit_power(lags, squares).slope / 2;
}

/// Returns the effective number of the `blocks` equal blocks over which the motion of the series is
/// distributed: a third of the blocks for a random walk, one for a single jump.
double sharing_blocks(std::vector<double> const& x, std::size_t blocks) {
  double second = 0, fourth = 0;
  for (std::size_t i = 0; i < blocks; ++i) {
    std::size_t const from = i * (x.size() - 1) / blocks, to = (i + 1) * (x.size() - 1) / blocks;
    double const square = std::pow(x[to] - x[from], 2);
    second += square, fourth += square * square;
  }
  return fourth > 0 ? second * second / fourth : static_cast<double>(blocks);
}

double spread_in(std::vector<double> const& x, std::size_t from, std::size_t to) {
  return spread(
      std::vector(x.begin() + static_cast<long>(from), x.begin() + static_cast<long>(to)));
}

double upper_median(std::vector<double> values) {
  auto const middle = values.begin() + static_cast<long>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Returns Hann's window. An oscillation of two or more periods in the window hardly changes the
/// slope of a weighted line.
std::vector<double> hann(std::size_t samples) {
  std::vector<double> weights;
  for (std::size_t i = 0; i < samples; ++i)
    weights.push_back(0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(i) /
                                           static_cast<double>(samples - 1)));
  return weights;
}

/// Spectrum of a series under Hann's window. Medians over the modes ignore the few modes of
/// oscillations.
struct Spectrum {
  double slope;  ///< slope of log power over log frequency: -2 for a random walk, 0 for white noise
  double walk;   ///< standard deviation of the end of a walk with the power of the first 30 modes
  double error_of_slope;  ///< standard deviation of a line's slope, by the power of the slowest 16
                          ///< modes
};

Spectrum spectrum_of(std::vector<double> const& x, std::vector<double> const& weights) {
  double const n = static_cast<double>(x.size()), pi = std::numbers::pi;
  double mean = 0;
  for (double value : x) mean += value / n;
  std::vector<double> logs, powers, slopes, walks;
  for (long k = 2; k <= smaller_or_nan(most_modes, static_cast<long>(x.size() / 4)); ++k) {
    std::complex<double> sum = 0, phase = 1;
    auto const turn = std::polar(1.0, -2 * pi * static_cast<double>(k) / n);
    for (std::size_t i = 0; i < x.size(); ++i) {
      sum += weights[i] * (x[i] - mean) * phase;
      phase *= turn;
    }
    logs.push_back(std::log(static_cast<double>(k)));
    powers.push_back(std::log(std::norm(sum) / (n * n) + 1e-40));
    if (walks.size() < 30) walks.push_back(powers.back() + 2 * logs.back());
  }
  for (std::size_t i = 0; i < logs.size(); ++i)
    for (std::size_t j = i + 1; j < logs.size(); ++j)
      if (logs[j] - logs[i] > 1) slopes.push_back((powers[j] - powers[i]) / (logs[j] - logs[i]));
  // A mode of a walk of variance one at its end has power 3/8 / (2 pi k)^2, 3/8 being the mean
  // square of the weights. Powers are distributed exponentially: median ln 2, lower quartile ln
  // 4/3.
  double const walk =
      2 * pi * std::sqrt(8.0 / 3 * std::exp(upper_median(walks)) / std::numbers::ln2);
  std::vector<double> slowest(powers.begin(), powers.begin() + 16);
  std::nth_element(slowest.begin(), slowest.begin() + 4, slowest.end());
  // Noise of power p gives a weighted slope the variance 75 p: 28 times that of a mean.
  double const variance = 75 * std::exp(slowest[4]) / std::log(4.0 / 3);
  return {upper_median(slopes), walk, std::sqrt(variance)};
}

/// True if the residual of the trend contains an oscillation of less than two periods, which may be
/// a part of the trend.
bool is_unresolved(std::vector<double> const& x, FittedCurve const& trend) {
  constexpr std::size_t blocks = 16;
  auto rest = trend.rest_of(x);
  double mean = 0, square = 0, of_means = 0;
  for (double value : rest) mean += value / static_cast<double>(x.size());
  for (double& value : rest) value -= mean;
  for (double value : rest) square += value * value / static_cast<double>(x.size());
  auto const means = block_means(rest, blocks);
  int changes = 0;
  for (std::size_t i = 0; i < blocks; ++i) {
    of_means += means[i] * means[i] / blocks;
    changes += i > 0 && (means[i] < 0) != (means[i - 1] < 0);
  }
  bool const is_slow = changes < 4 && of_means > square / 2;
  return is_slow && std::sqrt(of_means) > std::abs(trend.moves()) / 20;
}

/// Random walk: none, doubtful (has an end, or jumps instead), or shown.
enum class Walk { none, doubtful, shown };

Walk walk_of(std::vector<double> const& x, Spectrum const& spectrum, double amplitude,
             std::vector<double> const& weights) {
  // Over a quarter of the window a walk moves by a quarter of its variance; noise of finite
  // correlation time moves less than its fast modes predict.
  double const variance_ratio =
      mean_square_increment(x, x.size() / 4) / (spectrum.walk * spectrum.walk / 4);
  if (!(spectrum.walk > amplitude / 2) || spectrum.slope > -1.3 || !(variance_ratio > 0.12))
    return Walk::none;
  if (spectrum.slope < -2.8 || variance_ratio < 0.2) return Walk::doubtful;
  // A single jump has the spectrum of a walk.
  bool const jumps = sharing_blocks(x, 32) < 4 ||
                     spectrum_of(fit_jump(x).rest_of(x), weights).walk < 0.7 * spectrum.walk;
  return jumps ? Walk::doubtful : Walk::shown;
}

/// Kind of growth; `shown` is false if the series does not establish the kind.
struct JudgedGrowth {
  Growth kind;
  bool shown = true;
};

/// A line that moves less than the oscillation is not yet a trend. A longer run may show a trend if
/// the line moves by more than a fifth of the oscillation.
JudgedGrowth judge_straight(double slope, double amplitude, double error_of_slope) {
  bool const significant = std::abs(slope) > 6 * error_of_slope;
  if (std::abs(slope) > amplitude) return {Growth::linear, significant};
  if (std::abs(slope) > amplitude / 5 && significant) return {Growth::linear, false};
  return {Growth::bounded};
}

JudgedGrowth judge_exponential(double rate, double largest) {
  if (std::abs(rate) < straight) return {Growth::linear};
  if (rate < slow_growth) return {Growth::drifting};
  return {Growth::exponential, rate < 0.95 * largest};  // a rate at the bound is undetermined
}

/// True if a settling trend has come to rest: its second half moves at most by the oscillation
/// amplitude, or by a hundredth of the whole trend.
bool is_at_rest(FittedCurve const& trend) {
  double const late = std::abs(trend.moves_late());
  return late <= std::sqrt(trend.left) || late <= std::abs(trend.moves()) / 100;
}

JudgedGrowth find(std::vector<double> const& x, FittedCurve const& exponential) {
  auto const weights = hann(x.size());
  auto const line = fit_straight_line(x), power = fit_power_law(x);
  double const amplitude = std::sqrt(line.left);
  auto without_line = fit_straight_line(x, weights);
  double const slope = without_line.factor;
  auto const spectrum = spectrum_of(without_line.rest_of(x), weights);

  auto const walk = walk_of(x, spectrum, amplitude, weights);
  if (walk == Walk::shown && std::abs(slope) > 4 * spectrum.walk) return {Growth::linear};
  if (walk != Walk::none) return {Growth::square_root, walk == Walk::shown};

  bool const by_power = power.left < exponential.left;
  auto const& bent = by_power ? power : exponential;
  // A bend must explain a twelfth of the residual of the line.
  bool const bends = bent.left < 11.0 / 12 * line.left;
  if (is_unresolved(x, bends ? bent : line)) return {Growth::undecided};
  // A curve that explains less than a quarter of the series does not move farther than the rest.
  if (!bends || bent.left > 0.75 * fit_mean(x).left)
    return judge_straight(slope, amplitude, spectrum.error_of_slope);
  if (by_power ? power.power < 0 : exponential.rate < relaxation)
    return {is_at_rest(bent) ? Growth::bounded : Growth::drifting};
  if (fit_jump(x).left < bent.left) return {Growth::undecided};
  return by_power ? JudgedGrowth{Growth::drifting}
                  : judge_exponential(exponential.rate, largest_rate(x));
}

/// Classifies the series; the exponent is in units of the window.
GrowthVerdict judge(std::vector<double> const& x) {
  auto const exponential = fit_exponential(x);
  auto const finding = find(x, exponential);
  GrowthVerdict verdict;
  verdict.kind = finding.shown ? finding.kind : Growth::undecided;
  verdict.likeliest = finding.kind;
  verdict.exponent = verdict.kind == Growth::exponential ? exponential.rate
                                                         : structure_exponent(block_means(x, 64));
  return verdict;
}

/// An oscillation that grows has no trend, but the logarithm of its speed has a trend.
GrowthVerdict judge_speeds(std::vector<double> const& x, GrowthVerdict verdict) {
  constexpr std::size_t blocks = 12;
  std::vector<double> times, log_times, logarithms;
  for (std::size_t i = 0; i < blocks; ++i) {
    std::size_t const from = i * (x.size() - 1) / blocks, to = (i + 1) * (x.size() - 1) / blocks;
    double sum = 0;
    for (std::size_t j = from; j < to; ++j) sum += std::pow(x[j + 1] - x[j], 2);
    times.push_back((static_cast<double>(i) + 0.5) / blocks);
    log_times.push_back(std::log(times.back()));
    // Values are of size one: 1e-32 is the square of rounding, for blocks without motion.
    logarithms.push_back(std::log(sum / static_cast<double>(to - from) + 1e-32) / 2);
  }
  auto const misfit = [&](std::vector<double> const& at, Line const& line) {
    double sum = 1e-12;
    for (std::size_t i = 0; i < blocks; ++i)
      sum += std::pow(logarithms[i] - line.intercept - line.slope * at[i], 2);
    return sum;
  };
  Line const exponential = fit_line(times, logarithms), power = fit_line(log_times, logarithms);
  if (exponential.slope - exponential.confidence < 1.5) return verdict;  // odds are about even
  double const odds =
      std::pow(misfit(times, exponential) / misfit(log_times, power), double(blocks) / 2);
  if (exponential.slope - exponential.confidence > slow_growth && odds < needed_odds)
    return {Growth::exponential, exponential.slope, Growth::exponential};
  // A drift with growing oscillations remains a drift if it moves farther than they do.
  std::size_t const last = x.size() - x.size() / blocks;
  bool const goes_on = std::abs(x.back() - x.front()) > 2 * spread_in(x, last, x.size());
  bool const drifts = verdict.kind == Growth::linear || verdict.kind == Growth::drifting;
  verdict.kind = drifts && goes_on ? Growth::drifting : Growth::undecided;
  return verdict;
}

GrowthVerdict classify(std::vector<double> const& x) {
  std::size_t const half = x.size() / 2;
  double const whole = spread(x);
  if (whole == 0) return {Growth::bounded, 0, Growth::bounded};
  auto verdict = judge(x);
  if (verdict.kind == Growth::exponential) return verdict;
  // After a transient, the remaining motion decides.
  if (verdict.kind != Growth::bounded && half >= fewest_samples &&
      spread_in(x, half, x.size()) < 0.1 * whole) {
    auto rest = judge({x.begin() + static_cast<long>(half), x.end()});
    if (rest.kind == Growth::exponential) rest.exponent *= 2;
    // A line at the end of a curve is a part of that curve.
    if (rest.kind == Growth::linear && verdict.kind == Growth::drifting)
      rest.kind = rest.likeliest = Growth::drifting;
    return rest;
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
  if (!std::ranges::all_of(times, finite) || !std::ranges::all_of(values, finite))
    throw std::invalid_argument("growth: times and values must be finite");
  if (values.size() < 2) return {};
  double const window = times.back() - times.front();
  double const step = window / static_cast<double>(times.size() - 1);
  for (std::size_t i = 1; i < times.size(); ++i)
    if (!(times[i] > times[i - 1]) || std::abs(times[i] - times[i - 1] - step) > 1e-3 * step)
      throw std::invalid_argument("growth: times must increase in equal steps");
  if (values.size() < fewest_samples) return {};

  double const size = largest(values);
  std::vector<double> x;
  for (double value : values) x.push_back(size > 0 ? value / size : 0);
  auto verdict = classify(x);
  if (verdict.kind == Growth::exponential) verdict.exponent /= window;
  return verdict;
}

ClaimedGrowth claim_growth(std::function<std::optional<JudgedRun>(int times)> const& run,
                           int longest) {
  ClaimedGrowth claimed;
  auto before = Growth::undecided;
  for (int times = 1; times <= longest; times *= 2) {
    auto const judged = run(times);
    if (!judged) break;
    claimed = {judged->verdict, times};
    Growth const kind = judged->verdict.kind;
    bool const again = kind == before && kind != Growth::undecided;
    if (judged->left_range && kind == Growth::bounded) break;  // bounded only until then
    if (kind == Growth::bounded || again || judged->left_range) return claimed;
    before = kind;
  }
  claimed.verdict.kind = Growth::undecided;
  return claimed;
}

}  // namespace rattleback
