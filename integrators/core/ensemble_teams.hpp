#pragma once
// Orbits that move together: one lane an orbit, a few vectors abreast; or a single one.

#include <algorithm>
#include <cmath>
#include <span>

#include "integrators/core/stepper.hpp"
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

template <class P, class S>
void put_orbit(Point<P, S>& z, int lane, Point<P, double> const& orbit) {
  for (int i = 0; i < size_of<P>; ++i) set_lane(z.q[i], lane, orbit.q[i]);
  for (int i = 0; i < dof_of<P>; ++i) set_lane(z.v[i], lane, orbit.v[i]);
}

/// Orbits under one method, in teams that share a vector, S = Lanes or double. What of it depends
/// on the method is all that is compiled once a method.
template <class P, class S>
class Squad {
 public:
  static constexpr int width = OnLanes<S> ? lane_count : 1;

  virtual ~Squad() = default;
  /// Starts these orbits instead of those it had.
  virtual void start(std::span<Point<P, double> const> orbits) = 0;
  virtual void advance(long steps) = 0;
  virtual int size() const = 0;
  virtual Point<P, S> const& team(int i) const = 0;

  int team_count() const { return (size() + width - 1) / width; }
  Point<P, double> orbit(int j) const { return orbit_of_lane<P>(team(j / width), j % width); }
  /// Energies of all orbits; energy[j] is orbit j's.
  void energies(P const& system, std::span<double> energy) const {
    for (int t = 0; t < team_count(); ++t) {
      S const e = rattleback::energy(system, team(t).q, team(t).v);
      for (int lane = 0; lane < width && t * width + lane < size(); ++lane)
        energy[t * width + lane] = lane_of(e, lane);
    }
  }
};

/// How an ensemble gets its squads.
template <class P, class S>
using MakeSquad = std::function<std::unique_ptr<Squad<P, S>>()>;

/// A single orbit. One that fails is not a number from then on, as on lanes.
template <class P>
class SingleFile final : public Squad<P, double> {
 public:
  SingleFile(std::unique_ptr<Stepper<P, double>> stepper, double step, std::string const& start)
      : stepper_(std::move(stepper)), step_(step), start_{start, {}} {}

  void start(std::span<Point<P, double> const> orbits) override {
    stepper_->start(orbits.front(), step_, start_);
    z_ = stepper_->point();
    failed_ = false;
  }
  void advance(long steps) override {
    for (long i = 0; i < steps && !failed_; ++i)
      failed_ = stepper_->step({}).outcome != Outcome::ok;
    z_ = stepper_->point();
    if (failed_) z_ = {not_numbers<double, size_of<P>>(), not_numbers<double, dof_of<P>>()};
  }
  int size() const override { return 1; }
  Point<P, double> const& team(int) const override { return z_; }

 private:
  std::unique_ptr<Stepper<P, double>> stepper_;
  double step_;
  StartPoint<P, double> start_;
  Point<P, double> z_;
  bool failed_ = false;
};

/// Orbits that are stepped at once, one a lane, and what their method carries for each.
template <class P, class Memory>
struct Team {
  Point<P, Lanes> z;
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
                              std::span<Team<P, Memory>> const& teams, Lanes h, long count) {
  M const method = standard ? M{} : given;
  for (long i = 0; i < count; ++i)
    for (auto& [z, memory] : teams) z = method.step(system, z, memory, h).z;
}

/// A few teams of orbits under method M. Idle lanes repeat the last orbit.
template <class P, class M>
class SquadOnLanes final : public Squad<P, Lanes> {
 public:
  using Squad<P, Lanes>::width;

  SquadOnLanes(Words const& options, P const& system, double step, std::string const& start)
      : system_(system), method_(method_with<M>(options)), step_(step), start_{start, {}} {}

  void start(std::span<Point<P, double> const> orbits) override {
    count_ = orbits.size();
    teams_.clear();
    StartPoint<P, Lanes> const how{start_.name, {}};
    if constexpr (requires { method_.require(system_, orbits[0], step_); })
      for (auto const& orbit : orbits) method_.require(system_, orbit, step_);
    for (int team = 0; team * width < count_; ++team) {
      Point<P, Lanes> z{};
      for (int lane = 0; lane < width; ++lane)
        put_orbit(z, lane,
                  started(method_, system_, orbits[std::min(team * width + lane, count_ - 1)],
                          step_, start_));
      teams_.push_back({z, memory_of(method_, system_, z, Lanes(step_), how)});
    }
  }
  void advance(long steps) override {
    std::span<Team<P, Memory>> const all(teams_);
    is_standard(method_) ? rattleback::advance<true>(method_, system_, all, Lanes(step_), steps)
                         : rattleback::advance<false>(method_, system_, all, Lanes(step_), steps);
  }
  int size() const override { return count_; }
  Point<P, Lanes> const& team(int i) const override { return teams_[i].z; }

 private:
  using Memory = decltype(memory_of(std::declval<M>(), std::declval<P>(), Point<P, Lanes>{},
                                    Lanes{}, std::declval<StartPoint<P, Lanes>>()));

  P const& system_;
  M const method_;
  double step_;
  StartPoint<P, double> start_;
  int count_ = 0;
  std::vector<Team<P, Memory>> teams_;
};

/// A squad keeps its reference to the system. Null where the method does not run on lanes.
template <class P>
using MakeSquadOnLanes = std::unique_ptr<Squad<P, Lanes>> (*)(Words const& options, P const& system,
                                                              double step,
                                                              std::string const& start);

template <class P, class M>
std::unique_ptr<Squad<P, Lanes>> make_squad_on_lanes(Words const& options, P const& system,
                                                     double step, std::string const& start) {
  return std::make_unique<SquadOnLanes<P, M>>(options, system, step, start);
}

}  // namespace rattleback
