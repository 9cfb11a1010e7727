#pragma once
// Observables of the orbits of an ensemble: energy and an invariant, crossings of a section, and
// the growth of the distance to a neighbouring orbit. S = Lanes or double.

#include "integrators/core/ensemble/batch.hpp"
#include "integrators/core/ensemble/ensemble_spec.hpp"
#include "integrators/core/run/section.hpp"

namespace rattleback {

/// Quantities of the statistics: the energy and, if it is named, an invariant of the problem.
class Observables {
 public:
  /// Throws InvalidInput, naming the nearest, if the problem has no invariant of that name.
  Observables(System<double> const& system, std::string const& invariant);
  /// Values of quantity i at time t, one for each orbit of the batch.
  template <class S>
  void evaluate(Batch<S> const& batch, int i, double t, std::span<double> values);
  /// The value of quantity i at time t and a state.
  double value(double t, double const* z, int i);

 private:
  System<double> system_;
  int invariant_ = 0;  ///< index besides the energy
  std::vector<double> values_, phi_, orbit_;
  std::vector<Lanes> lanes_;
};

/// SectionWatch for a vector of orbits: heights are compared on all lanes at once, and only a
/// lane that may have crossed is examined alone. What is found equals what SectionWatch finds, bit
/// for bit.
template <class S>
class VectorSectionWatch {
 public:
  /// Receives a crossing: its lane, its fractional index, and the point.
  using Found = std::function<void(int lane, double index, FlatPoint<double> const& at)>;

  VectorSectionWatch(SectionRule<double> const& rule, int size, int orbits, Found found)
      : rule_(rule), size_(size), orbits_(orbits), found_(std::move(found)) {}
  /// Takes the next node, q and then v.
  void observe(std::vector<S> const& z);
  /// No more nodes follow.
  void finish();

 private:
  static constexpr long window = SectionRule<double>::window;
  struct Pending {
    long node;
    int lane;
  };
  void resolve();

  SectionRule<double> rule_;
  int size_, orbits_;
  Found found_;
  std::array<std::vector<S>, window> nodes_;
  std::array<FlatPoint<double>, window> of_lane_;
  FlatPoint<double> at_;
  std::vector<Pending> pending_;
  long count_ = 0;
  S heights_ = S(0);
};

/// A batch's neighbouring orbits, a little apart and renormalised at equal intervals (Benettin et
/// al. 1976): the separation, the logarithm of z^-1 neighbour and the difference of velocities, is
/// Euclidean, and each renormalisation projects the neighbour's velocity onto the constraints.
///
/// A neighbour restarts at each renormalisation, from a point on the constraints. Where the
/// orbit does not, because its method has an internal state or has left the constraints, the two
/// differ by more than their separation; then an orbit that is restarted from the orbit's projected
/// point takes the orbit's place.
template <class S>
class NeighbouringOrbits {
 public:
  /// @param make_batch  makes batches like the other, not yet started
  NeighbouringOrbits(System<double> const& system, EnsembleSpec const& spec, Batch<S> const& batch,
                     MakeBatch<S> const& make_batch, bool with_restarted);
  /// Hands each batch to advance_batch, which advances it as far as the orbits.
  void advance(std::function<void(Batch<S>&)> const& advance_batch);
  /// Adds the growth of the separations, and renormalises them.
  void measure(Batch<S> const& orbits);
  double exponent(int j, double time) const { return sums_[j] / time; }

 private:
  using Separation = std::vector<double>;  ///< in the algebra, then of the velocities
  Separation separation(std::vector<double> const& neighbour, std::vector<double> const& z) const;
  void project(std::vector<double>& z) const;
  void renormalise(Batch<S> const& batch);

  System<double> system_;
  std::vector<double> sums_, initial_distance_;
  std::vector<Separation> separation_;
  std::unique_ptr<Batch<S>> neighbours_, restarted_;
};

/// The state of orbit j.
template <class S>
std::vector<double> orbit_of(Batch<S> const& batch, int j, int state_size);

}  // namespace rattleback
