#include "experiments/comparison/slow_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "experiments/comparison/noise_shapes.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback {

namespace {

using Eigen::MatrixXd, Eigen::VectorXd;
using std::numbers::pi;

constexpr std::size_t most_lines = 10;
constexpr double fewest_periods = 2;    // fewer do not show that an oscillation comes back
constexpr double resolved_periods = 1;  // apart, where the window tells oscillations from others
constexpr double slowest = 0.25;        // periods
constexpr double negligible = 1e-10;    // of a square: what rounding leaves of a spanned vector
constexpr double resolution = 1e-3;     // of the series' spread: what no model need explain

/// Rows 1, 3, 5, ... or 2, 4, 6, ...: sines of an oscillation have odd modes only, cosines even.
template <class Matrix>
Matrix half_of(Matrix const& matrix, int half) {
  return matrix(Eigen::seq(half, Eigen::last, 2), Eigen::all);
}

/// Modes of exp(rate t / T) but for a factor: a geometric sum. A rate of zero means its limit, a
/// straight line.
VectorXd trend_modes(SlowMotion const& motion, double rate) {
  if (rate == 0) rate = 1e-6;
  double const steepness = std::sinh(rate / static_cast<double>(motion.samples) / 2);
  VectorXd modes = motion.cosines.array() / (motion.sines.array().square() + steepness * steepness);
  double const odd = -1 - std::exp(-std::abs(rate));
  double const even = std::copysign(std::expm1(-std::abs(rate)), rate);
  for (long i = 0; i < modes.size(); ++i) modes[i] *= i % 2 == 0 ? odd : even;
  return modes.normalized();
}

/// Modes of cos and sin (columns) of so many periods in the window, about its centre. Of an
/// oscillation faster than all modes only the tails are seen, and their size depends on where in a
/// period the window ends: not at all for a cosine of whole periods. There the columns are the
/// tails' shapes, so that neither of them vanishes.
MatrixXd line_modes(SlowMotion const& motion, double periods) {
  double const n = static_cast<double>(motion.samples), angle = pi * periods / n;
  double const sine = std::sin(angle), cosine = std::cos(angle);
  // Of sum and difference of the angles of oscillation and mode.
  Eigen::ArrayXd const upper = sine * motion.cosines.array() + cosine * motion.sines.array();
  Eigen::ArrayXd const lower = sine * motion.cosines.array() - cosine * motion.sines.array();
  long const nearest = std::lround(2 * periods);
  bool const seen = nearest <= motion.size();
  std::array<double, 2> const ends{seen ? std::cos(pi * periods) : 1.0,
                                   seen ? std::sin(pi * periods) : 1.0};
  VectorXd const shape = sine * motion.cosines.array() / (lower * upper);
  MatrixXd modes = MatrixXd::Zero(motion.size(), 2);
  for (long i = 0; i < motion.size(); ++i) modes(i, i % 2 == 0) = ends[i % 2] * shape[i];
  if (seen && nearest > 0) {
    // Where frequencies meet, zero is divided by zero.
    double const beside = pi * (periods - static_cast<double>(nearest) / 2);
    double const peak = beside == 0 ? n : std::sin(beside) / std::sin(beside / n);
    long const i = nearest - 1;
    double const sign = (nearest + 1) / 2 % 2 == 0 ? 1 : -1;
    modes(i, i % 2 == 0) = (sign * peak + ends[i % 2] / upper[i]) / 2;
  }
  return modes * std::sqrt(2 / n);
}

class Fit {
 public:
  Fit(SlowMotion const& motion, SlowModel const& model)
      : motion_(motion), model_(model), shapes_(shapes_of(motion, model.noise)) {
    floor_ = resolution * resolution * motion.variance;
  }

  SlowFit best() {
    adapt();
    if (model_.unresolved) add_line(slowest, fewest_periods);
    SlowFit best = result();
    // With as many parameters as modes everything is explained: a line has three.
    std::size_t const most =
        smaller_or_nan(most_lines, static_cast<std::size_t>(motion_.size()) / 6);
    for (int failures = 0; lines_.size() < most && failures < 3;) {
      if (!add_line(fewest_periods, std::numeric_limits<double>::infinity())) break;
      SlowFit const next = result();
      failures = next.evidence > best.evidence ? 0 : failures + 1;
      if (failures == 0) best = next;
    }
    return best;
  }

 private:
  long trends() const { return model_.trend ? (model_.any_curve ? 3 : 1) : 0; }

  MatrixXd trend_columns(double rate) const {
    MatrixXd columns(motion_.size(), trends());
    columns.col(0) = trend_modes(motion_, rate);
    if (model_.any_curve)
      columns.rightCols(2) << trend_modes(motion_, -rate), trend_modes(motion_, 0);
    return columns;
  }

  /// Columns: trend, lines.
  MatrixXd design() const {
    long const first = trends();
    MatrixXd columns(motion_.size(), first + 2 * static_cast<long>(lines_.size()));
    if (model_.trend) columns.leftCols(first) = trend_columns(rate_);
    for (std::size_t i = 0; i < lines_.size(); ++i)
      columns.middleCols(first + 2 * static_cast<long>(i), 2) = line_modes(motion_, lines_[i]);
    return columns;
  }

  VectorXd weights() const { return shapes_[shape_].precisions.cwiseSqrt(); }

  /// Basis of what weighted columns span.
  MatrixXd orthonormal(MatrixXd const& columns) const {
    if (columns.cols() == 0) return columns;
    Eigen::HouseholderQR<MatrixXd> const qr(weights().asDiagonal() * columns);
    return qr.householderQ() * MatrixXd::Identity(columns.rows(), columns.cols());
  }

  VectorXd residual_of(MatrixXd const& columns, VectorXd* coefficients = nullptr) const {
    if (columns.cols() == 0) return motion_.modes;
    VectorXd const w = weights();
    VectorXd const solution =
        (w.asDiagonal() * columns).colPivHouseholderQr().solve(w.asDiagonal() * motion_.modes);
    if (coefficients) *coefficients = solution;
    return motion_.modes - columns * solution;
  }

  double weighted(VectorXd const& residual) const {
    return residual.cwiseAbs2().dot(shapes_[shape_].precisions);
  }

  /// Log likelihood of a residual's squares, their scale chosen by them, less the noise's penalty.
  double likelihood(VectorXd const& squares, NoiseShape const& shape) const {
    double const m = static_cast<double>(motion_.size());
    double const sum = squares.dot(shape.precisions);
    double const scale = larger_or_nan(sum / m, floor_);
    return -0.5 *
           (m * std::log(scale) + sum / scale + shape.log_sum + shape.parameters * std::log(m));
  }

  /// The rate that explains most of what the lines leave.
  void choose_rate() {
    if (!model_.trend || model_.trend->low == model_.trend->high) return;
    auto const [low, high] = *model_.trend;
    VectorXd const w = weights();
    MatrixXd const basis = orthonormal(design().rightCols(2 * static_cast<long>(lines_.size())));
    VectorXd rest = w.asDiagonal() * motion_.modes;
    rest -= basis * (basis.transpose() * rest);
    // Equal ratios where the range has one sign, so that steep trends are not missed.
    auto const at = [&, low = low, high = high](double x) {
      return low * high > 0 ? low * std::pow(high / low, x) : low + (high - low) * x;
    };
    auto const gain = [&](double x) {
      MatrixXd const trend = w.asDiagonal() * trend_columns(at(x));
      MatrixXd const left = trend - basis * (basis.transpose() * trend);
      if (model_.any_curve) return (left * left.colPivHouseholderQr().solve(rest)).squaredNorm();
      double const square = trend.squaredNorm();
      return std::pow(left.col(0).dot(rest), 2) /
             larger_or_nan(left.squaredNorm(), negligible * square);
    };
    int const cells = 16;
    int nearest = 0;
    double best = -1;
    for (int i = 0; i <= cells; ++i)
      if (double const value = gain(double(i) / cells); value > best) best = value, nearest = i;
    double a = larger_or_nan(nearest - 1, 0) / double(cells);
    double b = smaller_or_nan(nearest + 1, cells) / double(cells);
    for (int i = 0; i < 16; ++i) {
      double const c = b - 0.618 * (b - a), d = a + 0.618 * (b - a);
      bool const earlier = gain(c) > gain(d);
      (earlier ? b : a) = earlier ? d : c;
    }
    rate_ = at((a + b) / 2);
  }

  /// Trend, noise and frequencies in turn, each given the others.
  void adapt() {
    for (int round = 0; round < 3; ++round) {
      choose_rate();
      refine_lines();
      VectorXd const squares = residual_of(design()).cwiseAbs2();
      std::size_t const before = shape_;
      double best = likelihood(squares, shapes_[shape_]);
      for (std::size_t i = 0; i < shapes_.size(); ++i)
        if (double const value = likelihood(squares, shapes_[i]); value > best)
          best = value, shape_ = i;
      if (shape_ == before && round > 0) break;
    }
  }

  /// Two oscillations may beat within the window; three of nearly one period together follow any
  /// bend.
  bool is_resolved(double periods, std::size_t except) const {
    int near = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i)
      near += i != except && std::abs(lines_[i] - periods) < resolved_periods;
    return near <= 1;
  }
  bool all_resolved() const {
    for (std::size_t i = 0; i < lines_.size(); ++i)
      if (!is_resolved(lines_[i], i)) return false;
    return true;
  }

  /// The oscillation that explains most of what is left; false where there is none.
  bool add_line(double from, double to) {
    VectorXd const& precisions = shapes_[shape_].precisions;
    MatrixXd const columns = design();
    MatrixXd const weighted_basis = weights().asDiagonal() * orthonormal(columns);
    VectorXd const rest = precisions.cwiseProduct(residual_of(columns));
    long const count = static_cast<long>(motion_.candidates.size());
    // What the basis does not span of each candidate, and how much of the data that explains.
    Eigen::ArrayXd gains = Eigen::ArrayXd::Zero(count);
    Eigen::ArrayXd squares = gains, lefts = gains;
    for (int half : {0, 1}) {
      MatrixXd const& modes = motion_.candidate_modes[static_cast<std::size_t>(half)];
      MatrixXd const spanned = half_of(weighted_basis, half).transpose() * modes;
      Eigen::ArrayXd const square = modes.cwiseAbs2().transpose() * half_of(precisions, half);
      Eigen::ArrayXd const left =
          (square - spanned.colwise().squaredNorm().transpose().array()).max(negligible * square);
      Eigen::ArrayXd const overlap = modes.transpose() * half_of(rest, half);
      gains += overlap.square() / left;
      squares += square, lefts += left;
    }
    double best = -1, chosen = from;
    for (long i = 0; i < count; ++i) {
      double const periods = motion_.candidates[static_cast<std::size_t>(i)];
      if (periods < from || periods >= to || lefts[i] < 1e-6 * squares[i]) continue;
      if (!is_resolved(periods, lines_.size())) continue;
      if (gains[i] > best) best = gains[i], chosen = periods;
    }
    if (best < 0) return false;
    lines_.push_back(chosen);
    adapt();
    return true;
  }

  /// Gauss-Newton in the frequencies, jointly.
  void refine_lines() {
    if (lines_.empty()) return;
    long const first = trends(), count = static_cast<long>(lines_.size());
    VectorXd coefficients;
    double misfit = weighted(residual_of(design(), &coefficients));
    for (int iteration = 0; iteration < 6; ++iteration) {
      MatrixXd columns(motion_.size(), first + 3 * count);
      columns.leftCols(first + 2 * count) = design();
      for (long i = 0; i < count; ++i) {
        double const f = lines_[static_cast<std::size_t>(i)], d = 1e-4;
        columns.col(first + 2 * count + i) =
            (line_modes(motion_, f + d) - line_modes(motion_, f - d)) / (2 * d) *
            coefficients.segment(first + 2 * i, 2);
      }
      VectorXd moves;
      residual_of(columns, &moves);
      auto const before = lines_;
      for (std::size_t i = 0; i < lines_.size(); ++i) {
        bool const slow = model_.unresolved && i == 0;
        double const move = moves[first + 2 * count + static_cast<long>(i)];
        lines_[i] =
            std::clamp(lines_[i] + std::clamp(move, -0.3, 0.3), slow ? slowest : fewest_periods,
                       slow ? fewest_periods : 1.2 * static_cast<double>(motion_.size()));
      }
      VectorXd next;
      double const value = weighted(residual_of(design(), &next));
      if (!(value < misfit) || !all_resolved()) {
        lines_ = before;
        break;
      }
      bool const done = value > misfit * (1 - 1e-6);
      misfit = value;
      coefficients = next;
      if (done) break;
    }
  }

  SlowFit result() const {
    MatrixXd const columns = design();
    VectorXd coefficients;
    VectorXd const residual = residual_of(columns, &coefficients);
    long const first = trends();
    bool const bent = model_.trend && model_.trend->low != model_.trend->high;
    // A frequency is known to n^-3/2 and therefore costs three times an amplitude.
    double const parameters =
        static_cast<double>(first + bent) + 5 * static_cast<double>(lines_.size());
    SlowFit fit;
    fit.evidence = likelihood(residual.cwiseAbs2(), shapes_[shape_]) -
                   0.5 * parameters * std::log(static_cast<double>(motion_.size()));
    fit.rate = rate_;
    fit.lines = lines_;
    fit.oscillation = VectorXd::Zero(motion_.size());
    if (!lines_.empty())
      fit.oscillation = columns.rightCols(columns.cols() - first) *
                        coefficients.tail(coefficients.size() - first);
    return fit;
  }

  SlowMotion const& motion_;
  SlowModel const& model_;
  std::vector<NoiseShape> shapes_;
  std::size_t shape_ = 0;
  double floor_ = 0, rate_ = 0;
  std::vector<double> lines_;
};

}  // namespace

SlowMotion::SlowMotion(std::vector<double> const& values) {
  long const all = static_cast<long>(values.size()), count = smaller_or_nan(most_modes, all / 4);
  Eigen::Map<VectorXd const> const x(values.data(), all);
  variance = (x.array() - x.mean()).square().mean();

  // Blackman's window damps what is faster than the modes, which would leak at the ends.
  long const width = 11 * all / (4 * count);
  VectorXd window(width);
  for (long i = 0; i < width; ++i) {
    double const phase = 2 * pi * static_cast<double>(i + 1) / static_cast<double>(width + 1);
    window[i] = 0.42 - 0.5 * std::cos(phase) + 0.08 * std::cos(2 * phase);
  }
  window /= window.sum();
  samples = all - width + 1;
  VectorXd smooth(samples);
  for (long i = 0; i < samples; ++i) smooth[i] = window.dot(x.segment(i, width));
  smooth.array() -= smooth.mean();

  Eigen::ArrayXd const halves = VectorXd::LinSpaced(count, 1, static_cast<double>(count)).array() *
                                (pi / static_cast<double>(2 * samples));
  cosines = halves.cos(), sines = halves.sin();

  std::vector<double> circle(static_cast<std::size_t>(4 * samples));
  for (long i = 0; i < 4 * samples; ++i)
    circle[static_cast<std::size_t>(i)] =
        std::cos(pi * static_cast<double>(i) / static_cast<double>(2 * samples));
  modes.resize(count);
  response.resize(count);
  for (long k = 1; k <= count; ++k) {
    double sum = 0, passed = 0;
    for (long i = 0; i < samples; ++i)
      sum += smooth[i] * circle[static_cast<std::size_t>(k * (2 * i + 1) % (4 * samples))];
    modes[k - 1] = sum * std::sqrt(2.0 / static_cast<double>(samples));
    for (long i = 0; i < width; ++i)
      passed += window[i] * std::cos(pi * static_cast<double>(k * (2 * i + 1 - width)) /
                                     static_cast<double>(2 * samples));
    response[k - 1] = passed * passed;
  }
  // The window lets through twice what the modes resolve.
  for (double periods = slowest; periods < 1.1 * static_cast<double>(count);
       periods += periods < static_cast<double>(count) / 2 ? 0.25 : 1)
    candidates.push_back(periods);
  for (int half : {0, 1}) {
    MatrixXd& columns = candidate_modes[static_cast<std::size_t>(half)];
    columns.resize((count + 1 - half) / 2, static_cast<long>(candidates.size()));
    for (long i = 0; i < columns.cols(); ++i)
      columns.col(i) =
          half_of(line_modes(*this, candidates[static_cast<std::size_t>(i)]), half).col(1 - half);
  }
}

std::vector<double> SlowMotion::at_points(VectorXd const& other_modes) const {
  std::vector<double> values;
  for (long i = 0; i < size(); ++i) {
    double sum = 0;
    for (long k = 1; k <= size(); ++k)
      sum += other_modes[k - 1] *
             std::cos(pi * static_cast<double>(k * (2 * i + 1)) / static_cast<double>(2 * size()));
    values.push_back(sum * std::sqrt(2.0 / static_cast<double>(samples)));
  }
  return values;
}

SlowFit fit_slow_motion(SlowMotion const& motion, SlowModel const& model) {
  return Fit(motion, model).best();
}

}  // namespace rattleback
