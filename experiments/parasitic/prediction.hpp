#pragma once
// Prediction of the time up to which a run of a reflection-based method is reliable.

#include <memory>
#include <optional>
#include <string>

#include "experiments/parasitic/mode_growth.hpp"

namespace rattleback {

/// Fraction of the energy scale that the parasitic mode may hold before the motion counts as lost.
inline constexpr double trusted_fraction = 0.01;
/// Units of the problem's time up to which the mode is predicted.
inline constexpr double predicted_units = 1000;

/// Parasitic mode of a run. Sizes are |d|_W of the alternating part of d = (p^+ - p^-)/2.
struct ParasiticPrediction {
  /// Size three steps after the start; none if d does not alternate.
  std::optional<double> size_start;
  double until = 0;      ///< end of the prediction
  double rate = 0;       ///< logarithm of the largest growth factor up to then, per unit of time
  bool neutral = false;  ///< see ModeGrowth::neutral()
  /// First time at which |d|_W^2/2 exceeds a hundredth of the energy scale; none up to the end of
  /// the run or of the prediction.
  std::optional<double> trust_time;
};

/// Returns the mode f = A W d of seven consecutive nodes: the sixth difference over 64, which
/// removes the smooth part of d up to O(h^6). It belongs to the middle node, with the sign of the
/// first node.
Eigen::VectorXd alternating_part(ProblemEntry const& problem, Setting const& setting,
                                 std::vector<FlippedMomentum<double>::Node> const& nodes);

/// Returns the size |d|_W of the alternating part at the end of a run; none if the run is too short
/// or the method reflects momenta twice per step.
std::optional<double> size_at_end(ProblemEntry const& problem, MethodEntry const& method,
                                  Setting const& setting, FlippedMomentum<double> const& flipped);

/// Returns the growth along the motion from the setting's initial condition to `until`, at most to
/// `predicted_units`; null if the constraint forms lose rank on the motion. Throws InvalidInput if
/// the setting is invalid.
/// @param progress  see ModeGrowth
std::shared_ptr<ModeGrowth const> growth_of_mode(ProblemEntry const& problem,
                                                 Setting const& setting, double until,
                                                 std::function<void()> const& progress = {});

/// Predicts the mode of a run from its first six steps and the growth along the exact motion, over
/// at least one unit of the problem's time and at most `predicted_units`. Throws InvalidInput if
/// the run is invalid, the method does not reflect momenta, or the constraint forms lose rank on
/// the motion.
ParasiticPrediction predict_parasitic_mode(ProblemEntry const& problem, MethodEntry const& method,
                                           RunSpec run, double energy_scale);
/// Predicts the mode with a known growth.
ParasiticPrediction predict_parasitic_mode(ProblemEntry const& problem, MethodEntry const& method,
                                           RunSpec run, double energy_scale,
                                           ModeGrowth const& growth);

/// Returns the trust time of a run with the growth `growth`; none if it is later than the end of
/// the run, the method does not reflect momenta, or the growth is null.
std::optional<double> trust_time_of(ProblemEntry const& problem, MethodEntry const& method,
                                    RunSpec const& run, double energy_scale,
                                    std::shared_ptr<ModeGrowth const> const& growth);

/// Returns the warning about a run to time `end` beyond its trust time; empty if there is none.
std::string warning_of_trust_time(ParasiticPrediction const& prediction, double end);

}  // namespace rattleback
