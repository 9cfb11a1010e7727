#pragma once
// One side of the switches of a system, which the steps of an adaptive solver do not leave.

#include <vector>

#include "integrators/core/tables/kink_arguments.hpp"

namespace rattleback {

/// Extends the equations of one side of the switches beyond them: a state beyond a switch is
/// replaced by the last one on the way to it from a known state of that side. The extension is
/// continuous, so that a step may pass over the switch before its zero is located.
class SwitchSide {
 public:
  explicit SwitchSide(System<double> system) : system_(std::move(system)) {}

  /// Takes the side of a state: the signs of its switches. A switch that is zero has no side.
  void stand_at(double t, std::vector<double> const& y);
  /// Returns the first switch that is beyond its zero; -1 if there is none.
  int crossed(double t, std::vector<double> const& y) const {
    return crossed(switches_at(t, y.data()));
  }
  /// Returns the value of switch k.
  double value(std::size_t k, double t, std::vector<double> const& y) const {
    return switches_at(t, y.data())[k];
  }
  /// Returns the values of all switches.
  /// @param y  (q, v), followed by other numbers
  std::vector<double> switches_at(double t, double const* y) const {
    return kink_arguments(system_, t, y, y + system_->size);
  }
  /// Returns the state, or the last one on this side on the way to it, and its time.
  /// @param y  (q, v), followed by other numbers
  double const* nearest(double& t, double const* y) const;

  std::vector<double> const& state() const { return y_; }  ///< the known state
  /// Switches at the known state.
  std::vector<double> const& switches() const { return switches_; }

 private:
  int crossed(std::vector<double> const& switches) const;

  System<double> system_;
  double t_ = 0;
  std::vector<double> y_, switches_;
  mutable std::vector<double> between_;
};

}  // namespace rattleback
