#pragma once
// Prediction of the time up to which a run of a reflection-based method can be trusted.

#include <optional>

#include "experiments/parasitic/mode_growth.hpp"

namespace rattleback {

/// Parasitic mode of a run. Sizes are |d|_W of the part of d = (p^+ - p^-)/2 that alternates.
struct ParasiticPrediction {
  std::optional<double> size_start;  ///< three steps after the start; none if it does not alternate
  double rate = 0;  ///< logarithm of the largest growth factor up to the end, per unit of time
  /// First time at which |d|_W^2/2 exceeds a hundredth of the energy scale; none up to the end.
  std::optional<double> trust_time;
};

/// Returns the mode f = A W d of seven consecutive nodes: their sixth difference over 64, which
/// removes the smooth part of d up to O(h^6). It belongs to the node in the middle, with the sign
/// of the first node.
Eigen::VectorXd alternating_part(ProblemEntry const& problem, Setting const& setting,
                                 std::vector<FlippedMomentum<double>::Node> const& nodes);

/// Predicts the mode of a run from its first six steps and the growth along the exact motion, up to
/// 1000 units of the problem's time.
/// Throws Misuse if the run is invalid or the method does not reflect momenta.
ParasiticPrediction predict_parasitic_mode(ProblemEntry const& problem, MethodEntry const& method,
                                           RunSpec run, double energy_scale);

}  // namespace rattleback
