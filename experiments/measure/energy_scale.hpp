#pragma once
// Energy scale of a run: the reference value of energy errors.

#include <cmath>
#include <functional>
#include <vector>

#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Fraction of the energy scale above which an energy error counts as a lost motion.
inline constexpr double lost_fraction = 0.1;

/// Largest kinetic energy of the exact motion from the setting's start.
struct EnergyScale {
  double value = 0;  ///< scale on [0, until]; NaN if the motion is not known
  double until = 0;
  /// Largest |H(t) - H(0)| of the exact motion: rounding, unless affine constraints do work.
  double own_deviation = 0;

  std::vector<double> times;    ///< increasing, from one unit of the problem's time on
  std::vector<double> largest;  ///< largest kinetic energy on [0, times[i]]

  /// Largest kinetic energy on [0, t], t since the start, but at least on the first unit of the
  /// problem's time.
  double up_to(double t) const;
  /// True if an energy error at time t since the start counts as a lost motion: it exceeds a tenth
  /// of the largest kinetic energy up to t plus the deviation of the exact motion.
  bool is_lost(double t, double deviation) const {
    return deviation > lost_fraction * up_to(t) + own_deviation;
  }
  /// First time of a run at which its energy error counts as a lost motion; NaN if there is none.
  /// @param run    its nodes
  /// @param first  first node whose energy counts; the errors are relative to that energy
  double time_of_loss(Trajectory<double> const& run, std::size_t first) const;
};

/// Table sink that compares the energy of every row of a run with the scale.
class LossWatch final : public TableSink {
 public:
  /// @param skips_first  the energy of the first row is another quantity, as velocities belong to
  ///                     intervals
  LossWatch(EnergyScale const& scale, bool skips_first) : scale_(scale), skips_(skips_first) {}
  void begin(std::vector<std::string> const& columns) override;
  void row(std::vector<double> const& numbers) override;
  void row(std::vector<RawQuad> const& numbers) override;

  /// First time at which the energy error counts as a lost motion; NaN if there is none.
  double time_of_loss() const { return time_of_loss_; }

 private:
  EnergyScale const& scale_;
  bool skips_;
  std::size_t energy_ = 0;  ///< column
  double start_ = std::nan(""), initial_ = std::nan(""), time_of_loss_ = std::nan("");
};

/// Returns the energy scale of a run that lasts `until`, < 0 backward in time: the largest kinetic
/// energy of the motion on [0, until], or on [0, 1000 units of the problem's time] if that is
/// shorter, at 20 nodes per unit. The motion is computed by odeint_dopri5 with tolerance 1e-10. A
/// second run with tolerance 1e-8 must give the same scale to a tenth; otherwise the scale is NaN.
/// If the motion ends early, the scale belongs to the part before. The scale has the unit of
/// energy. Throws InvalidInput if the setting is invalid.
/// @param progress  see RunSpec::progress
EnergyScale energy_scale(ProblemEntry const& problem, Setting const& setting, double until,
                         std::function<void(long)> const& progress = {});

/// Returns the warning about a run whose flipped momentum has grown: its energy exceeds
/// `lost_fraction` of the energy scale and a hundred times its value at the start. Empty otherwise.
std::string warning_of_flipped_momentum(double initial, double largest, double scale);

}  // namespace rattleback
