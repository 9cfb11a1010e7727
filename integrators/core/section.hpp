#pragma once
// Poincare sections of a run: where a component of its state passes a value.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <limits>

#include "integrators/core/method.hpp"
#include "integrators/core/run_spec.hpp"
#include "problems/core/misuse.hpp"

namespace rattleback {

/// Which step crosses a section, and where.
template <class P, class S>
class SectionRule {
 public:
  /// The nodes through which a crossing is interpolated.
  static constexpr long window = 6;

  /// Throws Misuse when the component is neither a coordinate nor a velocity of the problem, or the
  /// value is not finite.
  explicit SectionRule(Section const& section)
      : component_(component_of(section.component)), value_(static_cast<S>(section.value)) {
    if (!std::isfinite(static_cast<double>(section.value)))
      throw Misuse(fmt::format("the section's value of {} must be finite", section.component));
    upwards_ = section.direction != Section::Direction::down;
    downwards_ = section.direction != Section::Direction::up;
  }

  /// Index of a coordinate or, after them, of a velocity. Throws Misuse naming the nearest.
  static int component_of(std::string const& name) {
    auto const card = P::card();
    auto names = card.coordinates;
    names.insert(names.end(), card.velocities.begin(), card.velocities.end());
    auto const at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) throw_unknown("section component of " + card.id, name, names);
    return static_cast<int>(at - names.begin());
  }

  S value() const { return value_; }
  /// How far a point is above the section; on lanes, too.
  template <class T>
  T height(Point<P, T> const& z) const {
    T const x = component_ < size_of<P> ? z.q[component_] : z.v[component_ - size_of<P>];
    return x - T(value_);
  }

  /// Does a step from height `before` to `now` cross? A height that is rounding becomes zero.
  bool crosses(S const& before, S& now, bool from_start) const {
    S const change = now - before;
    if (is_rounding(now, change)) now = S(0);
    bool const up = before < S(0) && now >= S(0), down = before > S(0) && now <= S(0);
    return ((up && upwards_) || (down && downwards_)) &&
           !(from_start && is_rounding(before, change));
  }

  /// The crossing between nodes k and k + 1 of those from `first` on, of which there are `count`:
  /// its fractional index and the point.
  template <class Node>
  std::pair<S, Point<P, S>> crossing(Node const& node, long first, long count, long k) const {
    S const left = height(node(k)), right = height(node(k + 1));
    if (is_rounding(right, right - left)) return {S(static_cast<double>(k + 1)), node(k + 1)};
    S const offset(static_cast<double>(k - first));
    auto const above = [&](S s) { return height(interpolated(node, first, count, offset + s)); };
    std::uintmax_t iterations = 200;
    boost::math::tools::eps_tolerance<S> const tight(std::numeric_limits<S>::digits - 3);
    auto const [low, high] =
        boost::math::tools::toms748_solve(above, S(0), S(1), left, right, tight, iterations);
    S const s = (low + high) / S(2);
    return {S(static_cast<double>(k)) + s, interpolated(node, first, count, offset + s)};
  }

 private:
  /// Is this height nothing beside the change of height in a step?
  static bool is_rounding(S const& height, S const& change) {
    using std::abs, std::pow;
    static S const relative = pow(std::numeric_limits<S>::epsilon(), S(3) / S(4));
    return abs(height) <= relative * abs(change);
  }

  /// The point at `s` steps after node `first`, through `count` nodes (barycentric Lagrange form).
  template <class Node>
  static Point<P, S> interpolated(Node const& node, long first, long count, S s) {
    Point<P, S> z{};
    S total(0), weight(1);
    for (long j = 0; j < count; ++j) {
      S const distance = s - S(static_cast<double>(j));
      auto const& at = node(first + j);
      if (distance == S(0)) return at;
      S const w = weight / distance;
      z = {z.q + w * at.q, z.v + w * at.v};
      total = total + w;
      weight = -weight * S(static_cast<double>(count - 1 - j)) / S(static_cast<double>(j + 1));
    }
    return {S(1) / total * z.q, S(1) / total * z.v};
  }

  int component_;
  S value_;
  bool upwards_ = true, downwards_ = true;
};

/// Finds the crossings of a section from the nodes of a run as they come. A node that lies on the
/// section to rounding is the crossing itself, so that steps which divide the period close it
/// exactly. Any other crossing is interpolated by the polynomial through the six nearest nodes
/// (error O(h^6), beside that of the method); components are interpolated where the method has
/// them.
template <class P, class S>
class SectionWatch {
 public:
  /// Throws Misuse as SectionRule does.
  explicit SectionWatch(Section const& section) : rule_(section) {}

  /// Takes the next node of the run; hands crossings to found(fractional index, point).
  template <class Found>
  void observe(Point<P, S> const& z, Found const& found) {
    S height = rule_.height(z);
    if (count_ == 0 || height < lowest_) lowest_ = height;
    if (count_ == 0 || height > highest_) highest_ = height;
    nodes_[count_ % window] = z;
    if (count_ > 0 && rule_.crosses(height_, height, count_ == 1)) pending_.push_back(count_ - 1);
    height_ = height;
    ++count_;
    // Until three nodes follow, a later window would centre better.
    while (!pending_.empty() && count_ >= window && count_ >= pending_.front() + 4) resolve(found);
  }

  /// No more nodes follow.
  template <class Found>
  void finish(Found const& found) {
    while (!pending_.empty()) resolve(found);
  }

  /// The values that the component took.
  std::pair<S, S> range() const { return {lowest_ + rule_.value(), highest_ + rule_.value()}; }

 private:
  static constexpr long window = SectionRule<P, S>::window;

  template <class Found>
  void resolve(Found const& found) {
    long const k = pending_.front(), count = std::min(count_, window);
    pending_.erase(pending_.begin());
    auto const node = [&](long i) -> Point<P, S> const& { return nodes_[i % window]; };
    auto const [index, z] = rule_.crossing(node, count_ - count, count, k);
    found(index, z);
  }

  SectionRule<P, S> rule_;
  std::array<Point<P, S>, window> nodes_;
  std::vector<long> pending_;
  long count_ = 0;
  S height_ = S(0), lowest_ = S(0), highest_ = S(0);
};

}  // namespace rattleback
