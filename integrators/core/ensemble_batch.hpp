#pragma once
// Batches of orbits that are stepped together: one lane an orbit, a few vectors; or a single orbit.

#include <algorithm>
#include <cmath>
#include <span>

#include "integrators/core/stepper.hpp"
#include "problems/core/lanes.hpp"
#include "problems/core/product.hpp"
#include "problems/core/so_n.hpp"

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

/// Orbits under one method, in vectors of `width`, S = Lanes or double. What of it depends on the
/// method is all that is compiled once a method.
template <class P, class S>
class Batch {
 public:
  static constexpr int width = OnLanes<S> ? lane_count : 1;

  virtual ~Batch() = default;
  /// Starts these orbits instead of those it had.
  virtual void start(std::span<Point<P, double> const> orbits) = 0;
  virtual void advance(long steps) = 0;
  virtual int size() const = 0;
  /// Orbits i * width to (i + 1) * width - 1.
  virtual Point<P, S> vector(int i) const = 0;

  int vector_count() const { return (size() + width - 1) / width; }
  Point<P, double> orbit(int j) const { return orbit_of_lane<P>(vector(j / width), j % width); }
};

/// How an ensemble gets its batches.
template <class P, class S>
using MakeBatch = std::function<std::unique_ptr<Batch<P, S>>()>;

/// A single orbit. One that fails is not a number from then on, as on lanes.
template <class P>
class ScalarBatch final : public Batch<P, double> {
 public:
  ScalarBatch(std::unique_ptr<Stepper<P, double>> stepper, double step, std::string const& start)
      : stepper_(std::move(stepper)), step_(step), start_{start, {}} {}

  void start(std::span<Point<P, double> const> orbits) override {
    stepper_->start(orbits.front(), step_, start_);
    z_ = stepper_->point();
    failed_ = false;
  }
  void advance(long steps) override {
    for (long i = 0; i < steps && !failed_; ++i)
      failed_ = stepper_->step(step_).outcome != Outcome::ok;
    z_ = stepper_->point();
    if (failed_) z_ = {not_numbers<double, size_of<P>>(), not_numbers<double, dof_of<P>>()};
  }
  int size() const override { return 1; }
  Point<P, double> vector(int) const override { return z_; }

 private:
  std::unique_ptr<Stepper<P, double>> stepper_;
  double step_;
  StartPoint<P, double> start_;
  Point<P, double> z_;
  bool failed_ = false;
};

/// Orbits that are stepped at once, one in each lane, and what their method carries for each. V is
/// the problem as the method sees it.
template <class V, class Memory>
struct OrbitVector {
  Point<V, Lanes> z;
  Memory memory;
};
/// A batch on lanes holds so many vectors: a processor works on one while another waits for a
/// quotient.
inline constexpr int vectors_in_batch = 4;

/// `count` steps, everything inlined: this is where ensembles spend their time.
template <bool standard, class M, class V, class Memory>
[[gnu::flatten]] void advance(M const& given, V const& system,
                              std::span<OrbitVector<V, Memory>> const& vectors, Lanes h,
                              long count) {
  M const method = standard ? M{} : given;
  for (long i = 0; i < count; ++i)
    for (auto& [z, memory] : vectors) z = method.step(system, z, memory, h).z;
}

/// The same without inlining: steps on groups are long, and would take the compiler long.
template <class M, class V, class Memory>
void advance_on_group(M const& method, V const& system,
                      std::span<OrbitVector<V, Memory>> const& vectors, Lanes h, long count) {
  for (long i = 0; i < count; ++i)
    for (auto& [z, memory] : vectors) z = method.step(system, z, memory, h).z;
}

/// Spaces whose functions take lanes: rotations of R^n, n > 3, iterate over matrices number by
/// number.
template <class G>
inline constexpr bool has_lanes = true;
template <int n>
inline constexpr bool has_lanes<SO<n>> = false;
template <class A, class B>
inline constexpr bool has_lanes<Product<A, B>> = has_lanes<A>&& has_lanes<B>;
template <class G>
inline constexpr bool has_lanes<Opposite<G>> = has_lanes<G>;

/// Does M step orbits of P on lanes?
template <class M, class P>
concept StepsOnLanes = has_lanes<typename P::Space> && RunsOnLanes<M, P>;

/// A few vectors of orbits under method M. Idle lanes repeat the last orbit.
template <class P, class M>
class LaneBatch final : public Batch<P, Lanes> {
  using V = View<M, P>;

 public:
  using Batch<P, Lanes>::width;

  LaneBatch(Words const& options, P const& system, double step, std::string const& start)
      : system_(ViewOf<M, P>::of(system)),
        method_(method_with<M>(options)),
        step_(step),
        start_{start, {}} {}

  void start(std::span<Point<P, double> const> orbits) override {
    count_ = static_cast<int>(orbits.size());
    vectors_.clear();
    velocity_node_ = 0;
    StartPoint<V, Lanes> const how{start_.name, {}};
    for (int first = 0; first < count_; first += width) {
      Point<V, Lanes> z{};
      for (int lane = 0; lane < width; ++lane) {
        auto const orbit = seen<V>(orbits[std::min(first + lane, count_ - 1)]);
        if constexpr (HasRequirement<M, V, double>) method_.require(system_, orbit, step_);
        put_orbit(z, lane, started(method_, system_, orbit, step_, start_));
      }
      vectors_.push_back({z, memory_of(method_, system_, z, Lanes(step_), how)});
    }
  }
  void advance(long steps) override {
    std::span<OrbitVector<V, Memory>> const all(vectors_);
    Lanes const h(step_);
    if constexpr (!is_euclidean<typename V::Space>)
      advance_on_group(method_, system_, all, h, steps);
    else if constexpr (!HasMultiplierOption<M>)
      rattleback::advance<false>(method_, system_, all, h, steps);
    // Without the option, the compiler keeps a step's vectors in registers.
    else if (method_.multipliers == M{}.multipliers)
      rattleback::advance<true>(method_, system_, all, h, steps);
    else
      rattleback::advance<false>(method_, system_, all, h, steps);
    if (steps > 0) velocity_node_ = card_of<M>().velocity_node;
  }
  int size() const override { return count_; }
  Point<P, Lanes> vector(int i) const override {
    return unseen<P>(vectors_[i].z, Lanes(step_), velocity_node_);
  }

 private:
  using Memory = decltype(memory_of(std::declval<M>(), std::declval<V>(), Point<V, Lanes>{},
                                    Lanes{}, std::declval<StartPoint<V, Lanes>>()));

  V const system_;
  M const method_;
  double step_;
  StartPoint<V, double> start_;
  int count_ = 0;
  double velocity_node_ = 0;  ///< of the vectors: a start's velocity is that of its node
  std::vector<OrbitVector<V, Memory>> vectors_;
};

/// Null where the method does not run on lanes.
template <class P>
using MakeLaneBatch = std::unique_ptr<Batch<P, Lanes>> (*)(Words const& options, P const& system,
                                                           double step, std::string const& start);

template <class P, class M>
std::unique_ptr<Batch<P, Lanes>> make_lane_batch(Words const& options, P const& system, double step,
                                                 std::string const& start) {
  return std::make_unique<LaneBatch<P, M>>(options, system, step, start);
}

}  // namespace rattleback
