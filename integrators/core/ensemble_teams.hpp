#pragma once
// Orbits that move together: one lane an orbit, a few vectors abreast.

#include <algorithm>
#include <cmath>
#include <span>

#include "integrators/core/integrate.hpp"
#include "problems/core/lanes.hpp"

namespace rattleback {

/// The number in a lane; a plain number is its own only lane.
inline double lane_of(double x, int) { return x; }
inline double lane_of(Lanes const& x, int lane) { return x[lane]; }
inline void set_lane(double& x, int, double value) { x = value; }
inline void set_lane(Lanes& x, int lane, double value) { x.set(lane, value); }

/// q and v, one after the other.
template <class P>
Point<P, double> point_from(double const* numbers) {
  Point<P, double> z;
  for (int i = 0; i < size_of<P>; ++i) z.q[i] = numbers[i];
  for (int i = 0; i < dof_of<P>; ++i) z.v[i] = numbers[size_of<P> + i];
  return z;
}

/// One lane's point.
template <class P, class S>
Point<P, double> orbit_of_lane(Point<P, S> const& z, int lane) {
  Point<P, double> point;
  for (int i = 0; i < size_of<P>; ++i) point.q[i] = lane_of(z.q[i], lane);
  for (int i = 0; i < dof_of<P>; ++i) point.v[i] = lane_of(z.v[i], lane);
  return point;
}

/// Orbits that are stepped at once, one a lane of S, and what their method carries for each.
template <class P, class S, class Memory>
struct Team {
  Point<P, S> z;
  Memory memory;
};
/// So many teams go side by side: a processor works on one while another waits for a quotient.
inline constexpr int teams_abreast = 4;

/// Without the option that decides between two ways to step, the compiler keeps a step's vectors in
/// registers: runs with the standard options get along without it.
template <class M>
bool is_standard(M const& method) {
  if constexpr (requires { method.multipliers; })
    return method.multipliers == M{}.multipliers;
  else
    return false;
}

/// `count` steps, everything inlined: this is where ensembles spend their time.
template <bool standard, class M, class P, class Memory>
[[gnu::flatten]] void advance(M const& given, P const& system,
                              std::span<Team<P, Lanes, Memory>> const& teams, Lanes h, long count) {
  M const method = standard ? M{} : given;
  for (long i = 0; i < count; ++i)
    for (auto& [z, memory] : teams) z = method.step(system, z, memory, h).z;
}
/// An orbit that fails is not a number from then on, as on lanes.
template <bool standard, class M, class P, class Memory>
void advance(M const& method, P const& system, std::span<Team<P, double, Memory>> const& teams,
             double h, long count) {
  for (auto& [z, memory] : teams)
    for (long i = 0; i < count && all_finite(z.q); ++i) {
      auto const step = method.step(system, z, memory, h);
      z = step.z;
      if (step.outcome != Outcome::ok) z.q = not_numbers<double, size_of<P>>();
    }
}

/// A few teams of orbits, S = Lanes or double, under one method. Idle lanes repeat the last orbit.
template <class S, class P, class M>
class Squad {
 public:
  static constexpr int width = OnLanes<S> ? lane_count : 1;

  Squad(P const& system, M const& method, double step, std::string const& start,
        std::span<Point<P, double> const> orbits)
      : system_(system), method_(method), step_(step), start_(start), count_(orbits.size()) {
    for (int team = 0; team * width < count_; ++team) {
      Point<P, S> z{};
      for (int lane = 0; lane < width; ++lane)
        put(z, lane, begun(orbits[std::min(team * width + lane, count_ - 1)]));
      teams_.push_back({z, memory_of(method_, system_, z, S(step_), how())});
    }
  }

  int size() const { return count_; }
  int team_count() const { return static_cast<int>(teams_.size()); }
  Point<P, S> const& team(int i) const { return teams_[i].z; }

  void advance(long steps) {
    std::span<Team<P, S, Memory>> const all(teams_);
    is_standard(method_) ? rattleback::advance<true>(method_, system_, all, S(step_), steps)
                         : rattleback::advance<false>(method_, system_, all, S(step_), steps);
  }
  Point<P, double> orbit(int j) const { return orbit_of_lane<P>(teams_[j / width].z, j % width); }
  /// Energies of all orbits; energy[j] is orbit j's.
  void energies(std::span<double> energy) const {
    for (int team = 0; team < team_count(); ++team) {
      S const e = rattleback::energy(system_, teams_[team].z.q, teams_[team].z.v);
      for (int lane = 0; lane < width && team * width + lane < count_; ++lane)
        energy[team * width + lane] = lane_of(e, lane);
    }
  }

 private:
  using Memory = decltype(memory_of(std::declval<M>(), std::declval<P>(), Point<P, S>{}, S{},
                                    std::declval<StartPoint<P, S>>()));

  StartPoint<P, S> how() const { return {start_, {}}; }
  Point<P, double> begun(Point<P, double> const& orbit) const {
    return started(method_, system_, orbit, step_, StartPoint<P, double>{start_, {}});
  }
  static void put(Point<P, S>& z, int lane, Point<P, double> const& orbit) {
    for (int i = 0; i < size_of<P>; ++i) set_lane(z.q[i], lane, orbit.q[i]);
    for (int i = 0; i < dof_of<P>; ++i) set_lane(z.v[i], lane, orbit.v[i]);
  }

  P const& system_;
  M const& method_;
  double step_;
  std::string start_;
  int count_;
  std::vector<Team<P, S, Memory>> teams_;
};

}  // namespace rattleback
