#pragma once
// What an ensemble may observe of every orbit beside its energy: crossings of a section, and how
// fast a neighbour parts from it.

#include "integrators/core/ensemble_teams.hpp"
#include "integrators/core/section.hpp"

namespace rattleback {

/// SectionWatch for a team: heights are compared on all lanes at once, and only a lane that may
/// have crossed is looked at alone. What is found equals what SectionWatch finds, bit for bit.
template <class P, class S>
class TeamSectionWatch {
 public:
  TeamSectionWatch(Section const& section, int orbits) : rule_(section), orbits_(orbits) {}

  /// Takes the next node; hands crossings to found(lane, fractional index, point).
  template <class Found>
  void observe(Point<P, S> const& z, Found const& found) {
    using std::abs;
    S heights = rule_.height(z);
    nodes_[count_ % window] = z;
    // Twice as generous as the rule's own notion of rounding.
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

/// A squad's twin, a little apart and pulled back at equal intervals (Benettin et al. 1976): the
/// separation is Euclidean in (q, v), and each pull puts the twin's velocity on the constraints.
template <class P, class S>
class Twins {
 public:
  /// @param twins  a squad like the other, not yet started
  Twins(P const& system, EnsembleSpec const& spec, Squad<P, S> const& squad,
        std::unique_ptr<Squad<P, S>> twins)
      : system_(system), sums_(squad.size()), twins_(std::move(twins)) {
    // No coordinate is favoured, lest the first separation lie in an invariant subspace.
    std::vector<double> apart = spec.direction;
    for (int i = 0; apart.size() < size_of<P> + dof_of<P>; ++i) apart.push_back(1 + 1 / (2.0 + i));
    apart_.assign(squad.size(), point_from<P>(apart.data()));
    pull(squad);
  }
  Squad<P, S>& squad() { return *twins_; }

  /// Adds what the separations grew by, and pulls the twins back.
  void measure(Squad<P, S> const& squad) {
    for (int j = 0; j < squad.size(); ++j) {
      apart_[j] = difference(twins_->orbit(j), squad.orbit(j));
      sums_[j] += std::log(length(apart_[j]) / begun_[j]);
    }
    pull(squad);
  }
  double exponent(int j, double time) const { return sums_[j] / time; }

 private:
  static constexpr double distance = 1e-8;

  static double length(Point<P, double> const& d) {
    double sum = 0;
    for (int i = 0; i < size_of<P>; ++i) sum += d.q[i] * d.q[i];
    for (int i = 0; i < dof_of<P>; ++i) sum += d.v[i] * d.v[i];
    return std::sqrt(sum);
  }
  static Point<P, double> difference(Point<P, double> const& a, Point<P, double> const& b) {
    return {a.q - b.q, a.v - b.v};
  }
  void pull(Squad<P, S> const& squad) {
    std::vector<Point<P, double>> twins;
    begun_.clear();
    for (int j = 0; j < squad.size(); ++j) {
      auto const z = squad.orbit(j);
      double const scale = distance / length(apart_[j]);
      Point<P, double> twin{z.q + scale * apart_[j].q, z.v + scale * apart_[j].v};
      project_velocity(system_, twin);
      begun_.push_back(length(difference(twin, z)));
      twins.push_back(twin);
    }
    twins_->start(twins);
  }

  P const& system_;
  std::vector<double> sums_, begun_;
  std::vector<Point<P, double>> apart_;
  std::unique_ptr<Squad<P, S>> twins_;
};

}  // namespace rattleback
