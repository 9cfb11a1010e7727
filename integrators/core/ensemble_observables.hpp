#pragma once
// What an ensemble may observe of every orbit beside its energy: crossings of a section, and how
// fast a neighbour moves away from it.

#include "integrators/core/ensemble_batch.hpp"
#include "integrators/core/ensemble_spec.hpp"
#include "integrators/core/section.hpp"

namespace rattleback {

/// SectionWatch for a vector of orbits: heights are compared on all lanes at once, and only a
/// lane that may have crossed is examined alone. What is found equals what SectionWatch finds, bit
/// for bit.
template <class P, class S>
class VectorSectionWatch {
 public:
  VectorSectionWatch(Section const& section, int orbits) : rule_(section), orbits_(orbits) {}

  /// Takes the next node; hands crossings to found(lane, fractional index, point).
  template <class Found>
  void observe(Point<P, S> const& z, Found const& found) {
    using std::abs;
    S heights = rule_.height(z);
    nodes_[count_ % window] = z;
    // Twice the bound below which the rule calls a height rounding.
    auto const near = abs(heights) <= S(1e-11) * abs(heights - heights_);
    if (count_ > 0 && any((heights * heights_ <= S(0)) | near))
      for (int lane = 0; lane < orbits_; ++lane) {
        double height = lane_of(heights, lane);
        if (rule_.crosses(lane_of(heights_, lane), height, count_ == 1))
          pending_.push_back({count_ - 1, lane});
        set_lane(heights, lane, height);
      }
    heights_ = heights;
    ++count_;
    while (!pending_.empty() && count_ >= window && count_ >= pending_.front().node + 4)
      resolve(found);
  }
  template <class Found>
  void finish(Found const& found) {
    while (!pending_.empty()) resolve(found);
  }

 private:
  using Rule = SectionRule<P, double>;
  static constexpr long window = Rule::window;
  struct Pending {
    long node;
    int lane;
  };

  template <class Found>
  void resolve(Found const& found) {
    auto const [k, lane] = pending_.front();
    pending_.erase(pending_.begin());
    long const count = std::min(count_, window), first = count_ - count;
    std::array<Point<P, double>, window> nodes;
    for (long i = first; i < count_; ++i)
      nodes[i % window] = orbit_of_lane<P>(nodes_[i % window], lane);
    auto const node = [&](long i) -> Point<P, double> const& { return nodes[i % window]; };
    auto const [index, z] = rule_.crossing(node, first, count, k);
    found(lane, index, z);
  }

  Rule rule_;
  int orbits_;
  std::array<Point<P, S>, window> nodes_;
  std::vector<Pending> pending_;
  long count_ = 0;
  S heights_ = S(0);
};

/// A batch's twins, a little apart and renormalised at equal intervals (Benettin et al. 1976): the
/// separation, the logarithm of z^-1 twin and the difference of velocities, is Euclidean, and each
/// renormalisation projects the twin's velocity onto the constraints.
///
/// A twin begins anew at each renormalisation, from a point on the constraints. Where the orbit
/// does not, because its method carries more than the point or has left the constraints, the two
/// differ by more than their separation; then a companion that begins anew from the orbit's
/// projected point takes the orbit's place.
template <class P, class S>
class Twins {
  using Space = typename P::Space;
  static constexpr int n = dof_of<P>;

 public:
  /// @param make_batch  makes batches like the other, not yet started
  Twins(P const& system, EnsembleSpec const& spec, Batch<P, S> const& batch,
        MakeBatch<P, S> const& make_batch, bool with_companions)
      : system_(system), sums_(batch.size()), twins_(make_batch()) {
    if (with_companions) companions_ = make_batch();
    // No direction is favoured, lest the first separation lie in an invariant subspace.
    Separation first;
    for (int i = 0; i < 2 * n; ++i)
      first[i] = spec.direction.empty() ? 1 + 1 / (2.0 + i) : spec.direction[i];
    apart_.assign(batch.size(), first);
    renormalise(batch);
  }
  /// Hands each batch to go(batch), which advances it as far as the orbits.
  template <class Go>
  void advance(Go const& go) {
    go(*twins_);
    if (companions_) go(*companions_);
  }

  /// Adds the growth of the separations, and renormalises them.
  void measure(Batch<P, S> const& orbits) {
    auto const& batch = companions_ ? *companions_ : orbits;
    for (int j = 0; j < batch.size(); ++j) {
      apart_[j] = separation(twins_->orbit(j), batch.orbit(j));
      sums_[j] += std::log(length(apart_[j]) / begun_[j]);
    }
    renormalise(batch);
  }
  double exponent(int j, double time) const { return sums_[j] / time; }

 private:
  using Separation = Vec<double, 2 * n>;  ///< in the algebra, then of the velocities
  static constexpr double distance = 1e-8;

  static double length(Separation const& d) { return std::sqrt(dot(d, d)); }
  static Separation separation(Point<P, double> const& twin, Point<P, double> const& z) {
    return joined(Space::log(Space::compose(Space::inverse(z.q), twin.q)), twin.v - z.v);
  }
  void renormalise(Batch<P, S> const& batch) {
    std::vector<Point<P, double>> twins, companions;
    begun_.clear();
    for (int j = 0; j < batch.size(); ++j) {
      auto z = batch.orbit(j);
      if (companions_) {
        project_velocity(system_, z);
        companions.push_back(z);
      }
      auto const scaled = distance / length(apart_[j]) * apart_[j];
      Point<P, double> twin{Space::compose(z.q, Space::exp(head<n>(scaled))),
                            z.v + tail<n>(scaled)};
      project_velocity(system_, twin);
      begun_.push_back(length(separation(twin, z)));
      twins.push_back(twin);
    }
    twins_->start(twins);
    if (companions_) companions_->start(companions);
  }

  P const& system_;
  std::vector<double> sums_, begun_;
  std::vector<Separation> apart_;
  std::unique_ptr<Batch<P, S>> twins_, companions_;
};

}  // namespace rattleback
