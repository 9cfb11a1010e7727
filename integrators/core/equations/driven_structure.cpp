// Structure of a driven system: dependence on time, and properties of its force.
#include <fmt/format.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>
#include <numeric>

#include "integrators/core/equations/structure.hpp"
#include "problems/core/numbers/dual.hpp"
#include "problems/core/numbers/transcendental.hpp"

namespace rattleback {

namespace {
using graph::Index;

constexpr double rate_tolerance = 1e-9;

/// Rates of the arguments through which the time enters sines and cosines.
class TimeDependence {
 public:
  TimeDependence(RecordedFormulas const& formulas, std::vector<std::vector<double>> const& points)
      : f_(formulas), points_(points) {}

  /// Rates w of the sines and cosines of (... + w t). Nothing if the time enters in another way.
  std::optional<std::vector<double>> rates(std::vector<Index> const& outputs) const {
    using graph::Operation;
    std::vector<double> found;
    std::vector<bool> depends(f_.graph.size(), false);
    for (Index const i : f_.graph.nodes_for(outputs)) {
      auto const& node = f_.graph[i];
      if (node.operation == Operation::input) {
        depends[i] = node.a == f_.parameters - 1;
        continue;
      }
      if (node.operation == Operation::constant || node.operation == Operation::decimal) continue;
      depends[i] = depends[node.a] || (node.b >= 0 && depends[node.b]);
      if (!depends[i]) continue;
      if (node.operation != Operation::sine && node.operation != Operation::cosine) continue;
      auto const rate = constant_rate(node.a);
      if (!rate) return std::nullopt;
      found.push_back(std::abs(*rate));
      depends[i] = false;
    }
    for (Index const output : outputs)
      if (depends[output]) return std::nullopt;
    return found;
  }

 private:
  /// The derivative in time of a node, if it is the same everywhere. The points share the values of
  /// the parameters of the first.
  std::optional<double> constant_rate(Index node) const {
    using D = Dual<double, 1>;
    std::optional<double> rate;
    for (double const time : {0.0, generic_time, 3 * generic_time})
      for (auto const& point : points_) {
        std::vector<D> inputs(point.begin(), point.end());
        for (int k = 0; k + 1 < f_.parameters; ++k) inputs[k] = D(points_.front()[k]);
        inputs[f_.parameters - 1] = D(time, Vec<double, 1>{1.0});
        double const slope = graph::evaluate<D>(f_.graph, std::array{node}, inputs)[0].slope[0];
        if (!std::isfinite(slope)) continue;
        if (rate && std::abs(slope - *rate) > rate_tolerance * std::abs(*rate)) return std::nullopt;
        rate = slope;
      }
    return rate;
  }

  RecordedFormulas const& f_;
  std::vector<std::vector<double>> const& points_;
};

/// The period of sines of these rates; 0 if their ratios are not those of small whole numbers, to
/// the last digits.
double common_period(std::vector<double> const& rates) {
  constexpr long most = 64;
  constexpr double last_digits = 1e-14;
  long denominator = 1;
  double first = 0;
  std::vector<std::pair<long, long>> ratios;
  for (double const rate : rates) {
    if (rate == 0) continue;
    if (first == 0) first = rate;
    long q = 1;
    while (q <= most && std::abs(rate / first * q - std::round(rate / first * q)) >
                            last_digits * rate / first * q)
      ++q;
    if (q > most) return 0;
    ratios.emplace_back(std::lround(rate / first * q), q);
    denominator = std::lcm(denominator, q);
  }
  if (first == 0) return 0;
  long common = 0;
  for (auto const& [p, q] : ratios) common = std::gcd(common, p * (denominator / q));
  return 2 * std::numbers::pi / (first / double(denominator) * double(common));
}

/// True if df/dv + (df/dv)^T is negative semidefinite at all points, and not zero. Velocities are
/// scaled so that its diagonal is -1: units do not matter.
bool is_dissipative(RecordedFormulas const& f, std::vector<std::vector<double>> const& points) {
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  bool loses = false;
  for (auto const& point : points) {
    auto const values = graph::evaluate<double>(f.graph, f.force_by_velocity, point);
    Matrix slope = Eigen::Map<Matrix const>(values.data(), f.dof, f.dof);
    if (!slope.allFinite()) continue;
    Matrix sum = slope + slope.transpose();
    Eigen::VectorXd const diagonal = sum.diagonal();
    for (int i = 0; i < f.dof; ++i) {
      if (diagonal[i] > 0 || (diagonal[i] == 0 && !sum.row(i).isZero(0))) return false;
      if (diagonal[i] == 0) continue;
      sum.row(i) /= std::sqrt(-diagonal[i]);
      sum.col(i) /= std::sqrt(-diagonal[i]);
    }
    auto const rates = Eigen::SelfAdjointEigenSolver<Matrix>(sum).eigenvalues();
    if (rates.maxCoeff() > rate_tolerance) return false;
    loses = loses || rates.minCoeff() < -rate_tolerance;
  }
  return loses;
}
}  // namespace

DrivenStructure driven_structure(RecordedFormulas const& f,
                                 std::vector<std::vector<double>> const& points) {
  DrivenStructure driven;
  int const time = f.parameters - 1, velocities = f.parameters + f.size;
  auto const depends = [&](std::vector<Index> const& nodes, int first, int count) {
    for (Index const node : nodes)
      if (dependence(f.graph, node, first, count) >= 0) return true;
    return false;
  };
  for (Index const node : f.applied_force)
    driven.has_force = driven.has_force || !f.graph.is_constant(node, 0);
  driven.force_on_velocity = depends(f.applied_force, velocities, f.dof);
  driven.rheonomic = depends(f.constraint, time, 1);
  std::vector<Index> outputs{f.lagrangian};
  for (auto const* nodes : {&f.constraint, &f.applied_force})
    outputs.insert(outputs.end(), nodes->begin(), nodes->end());
  driven.autonomous = !depends(outputs, time, 1);
  driven.dissipative = driven.force_on_velocity && is_dissipative(f, points);
  if (!driven.autonomous)
    if (auto const rates = TimeDependence(f, points).rates(outputs))
      driven.period = common_period(*rates);
  return driven;
}

std::string driven_in_words(DrivenStructure const& driven) {
  std::string words = driven.has_force ? "driven by a force" : "driven by prescribed motions";
  words += driven.dissipative         ? ": dissipative"
           : driven.force_on_velocity ? ": depends on velocities"
           : driven.has_force         ? ": does not depend on velocities"
                                      : ":";
  if (driven.has_force) words += ",";
  words += driven.autonomous   ? " autonomous"
           : driven.period > 0 ? fmt::format(" periodic with the period {:.6g}", driven.period)
                               : " depends on time without a period";
  if (driven.rheonomic) words += ", rheonomic constraints";
  return words;
}

}  // namespace rattleback
