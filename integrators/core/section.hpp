#pragma once
// Poincare sections of a run: where a component of its state passes a value.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <limits>

#include "integrators/core/registry.hpp"
#include "problems/core/misuse.hpp"

namespace rattleback {

/// Finds the crossings of a section from the nodes of a run as they come. A node that lies on the
/// section to rounding is the crossing itself, so that steps which divide the period close it
/// exactly. Any other crossing is interpolated by the polynomial through the six nearest nodes
/// (error O(h^6), beside that of the method); components are interpolated where the method has
/// them.
template <class P, class S>
class SectionWatch {
 public:
  /// Throws Misuse when the component is neither a coordinate nor a velocity of the problem, or the
  /// value is not finite.
  explicit SectionWatch(Section const& section) : value_(static_cast<S>(section.value)) {
    auto const card = P::card();
    auto names = card.coordinates;
    names.insert(names.end(), card.velocities.begin(), card.velocities.end());
    auto const at = std::find(names.begin(), names.end(), section.component);
    if (at == names.end())
      throw_unknown("section component of " + card.id, section.component, names);
    if (!std::isfinite(static_cast<double>(section.value)))
      throw Misuse(fmt::format("the section's value of {} must be finite", section.component));
    component_ = static_cast<int>(at - names.begin());
    upwards_ = section.direction != Section::Direction::down;
    downwards_ = section.direction != Section::Direction::up;
  }

  /// Takes the next node of the run; hands crossings to found(fractional index, point).
  template <class Found>
  void observe(Point<P, S> const& z, Found const& found) {
    S height = component(z) - value_;
    if (count_ == 0 || height < lowest_) lowest_ = height;
    if (count_ == 0 || height > highest_) highest_ = height;
    nodes_[count_ % window] = z;
    if (count_ > 0) {
      if (is_rounding(height, height - height_)) height = S(0);
      bool const up = height_ < S(0) && height >= S(0), down = height_ > S(0) && height <= S(0);
      bool const at_start = count_ == 1 && is_rounding(height_, height - height_);
      if (((up && upwards_) || (down && downwards_)) && !at_start) pending_.push_back(count_ - 1);
    }
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
  std::pair<S, S> range() const { return {lowest_ + value_, highest_ + value_}; }

 private:
  static constexpr long window = 6;

  S component(Point<P, S> const& z) const {
    return component_ < size_of<P> ? z.q[component_] : z.v[component_ - size_of<P>];
  }

  /// Is this height nothing beside the change of height in a step?
  static bool is_rounding(S const& height, S const& change) {
    using std::abs, std::pow;
    static S const relative = pow(std::numeric_limits<S>::epsilon(), S(3) / S(4));
    return abs(height) <= relative * abs(change);
  }

  /// The point at `s` steps after node `first`, through `nodes` nodes (barycentric Lagrange form).
  Point<P, S> interpolated(long first, long nodes, S s) const {
    Point<P, S> z{};
    S total(0), weight(1);
    for (long j = 0; j < nodes; ++j) {
      S const distance = s - S(static_cast<double>(j));
      auto const& node = nodes_[(first + j) % window];
      if (distance == S(0)) return node;
      S const w = weight / distance;
      z = {z.q + w * node.q, z.v + w * node.v};
      total = total + w;
      weight = -weight * S(static_cast<double>(nodes - 1 - j)) / S(static_cast<double>(j + 1));
    }
    return {S(1) / total * z.q, S(1) / total * z.v};
  }

  template <class Found>
  void resolve(Found const& found) {
    long const k = pending_.front();
    pending_.erase(pending_.begin());
    S const left = component(nodes_[k % window]) - value_;
    S const right = component(nodes_[(k + 1) % window]) - value_;
    if (is_rounding(right, right - left))
      return found(S(static_cast<double>(k + 1)), nodes_[(k + 1) % window]);
    long const nodes = std::min(count_, window), first = count_ - nodes;
    S const offset(static_cast<double>(k - first));
    auto const height = [&](S s) {
      return S(component(interpolated(first, nodes, offset + s)) - value_);
    };
    std::uintmax_t iterations = 200;
    boost::math::tools::eps_tolerance<S> const tight(std::numeric_limits<S>::digits - 3);
    auto const [low, high] =
        boost::math::tools::toms748_solve(height, S(0), S(1), left, right, tight, iterations);
    S const s = (low + high) / S(2);
    found(S(static_cast<double>(k)) + s, interpolated(first, nodes, offset + s));
  }

  S value_;
  int component_ = 0;
  bool upwards_ = true, downwards_ = true;
  std::array<Point<P, S>, window> nodes_;
  std::vector<long> pending_;
  long count_ = 0;
  S height_ = S(0), lowest_ = S(0), highest_ = S(0);
};

}  // namespace rattleback
