#pragma once
// Batches of orbits that are stepped together: one orbit per lane of a few vectors, or one orbit.

#include <functional>
#include <memory>
#include <span>

#include "integrators/core/stepping/stepper.hpp"
#include "integrators/core/tables/lane_table.hpp"

namespace rattleback {

/// The number in a lane; a plain number is its own only lane.
inline double lane_of(double x, int) { return x; }
inline double lane_of(Lanes const& x, int lane) { return x[lane]; }
inline void set_lane(double& x, int, double value) { x = value; }
inline void set_lane(Lanes& x, int lane, double value) { x.set(lane, value); }

/// Orbits under one method, in vectors of `width`, S = Lanes or double. An orbit is `size`
/// coordinates and then `dof` velocities, in the numbers of the problem.
template <class S>
class Batch {
 public:
  static constexpr int width = std::is_same_v<S, Lanes> ? lane_count : 1;

  virtual ~Batch() = default;
  /// Starts these orbits, one after the other, instead of those it had. Throws InvalidInput where
  /// the method cannot begin.
  virtual void start(std::span<double const> orbits) = 0;
  virtual void advance(long steps) = 0;
  /// The number of orbits.
  virtual int size() const = 0;
  /// Orbits i * width to (i + 1) * width - 1.
  virtual void vector(int i, S* z) const = 0;

  int vector_count() const { return (size() + width - 1) / width; }
};

/// Makes a batch of the ensemble.
template <class S>
using MakeBatch = std::function<std::unique_ptr<Batch<S>>()>;

/// A method as an ensemble knows it. `lanes` is null where it does not run on lanes.
struct EnsembleMethod {
  StepTable<double> const& table;
  LaneTable const* lanes;
  MethodCard const& card;
};

/// Returns a batch of one orbit. After a failed step the orbit holds NaN, as on lanes. Throws
/// InvalidInput on options that the method does not have.
std::unique_ptr<Batch<double>> single_orbit(EnsembleMethod const& method,
                                            OptionValues const& options,
                                            System<double> const& system, double step);
/// A few vectors of orbits. Idle lanes repeat the last orbit.
std::unique_ptr<Batch<Lanes>> orbits_on_lanes(EnsembleMethod const& method,
                                              OptionValues const& options,
                                              System<double> const& system, double step);

}  // namespace rattleback
