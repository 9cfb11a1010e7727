#pragma once
// Poincare sections of a run: where a component of its state passes a value.

#include <array>
#include <functional>
#include <vector>

#include "integrators/core/run/run_spec.hpp"
#include "problems/core/problem.hpp"

namespace rattleback {

/// Configuration and velocity of a node, as flat arrays.
template <class S>
struct FlatPoint {
  std::vector<S> q, v;
};

/// Gives the point of a motion at a time within a step.
template <class S>
using StateAt = std::function<void(double t, FlatPoint<S>& at)>;

/// Rule of a section: decides which step crosses it, and interpolates the crossing.
template <class S>
class SectionRule {
 public:
  /// The nodes through which a crossing is interpolated.
  static constexpr long window = 6;

  /// Throws InvalidInput when the component is neither a coordinate nor a velocity of the problem,
  /// or the value is not finite.
  SectionRule(Section const& section, ProblemCard const& card);

  S value() const { return value_; }
  /// Index of the component: a coordinate or, after them, a velocity.
  int component() const { return component_; }
  /// Returns the height of a point above the section: the component minus the value.
  S height(FlatPoint<S> const& z) const {
    int const size = static_cast<int>(z.q.size());
    return (component_ < size ? z.q[component_] : z.v[component_ - size]) - value_;
  }

  /// True if a step from height `before` to `now` crosses the section. Sets a height that is
  /// rounding error to zero.
  bool crosses(S const& before, S& now, bool from_start) const;

  /// The crossing between nodes k and k + 1: its fractional index; `at` receives the point.
  /// @param nodes  node i at index i modulo `window`, for i = first, ..., first + count - 1
  S crossing(std::array<FlatPoint<S>, 6> const& nodes, long first, long count, long k,
             FlatPoint<S>& at) const;
  /// Returns estimates of the error of a crossing `at` through six nodes, in the state: by the
  /// differences e4, e2 of polynomials through 6 and 4, 4 and 2 nodes, the error is e4 min(e4/e2,
  /// 1); and e4/e2, which is at least 1 if the nodes do not resolve the motion.
  std::pair<S, S> interpolation_error(std::array<FlatPoint<S>, 6> const& nodes, long first, long k,
                                      S const& index, FlatPoint<S> const& at) const;

 private:
  static bool is_rounding(S const& height, S const& change);
  void interpolate(std::array<FlatPoint<S>, 6> const& nodes, long first, long count, S s,
                   FlatPoint<S>& at) const;

  int component_;
  S value_;
  bool upwards_, downwards_;
};

/// Index of a coordinate or, after them, of a velocity. Throws InvalidInput naming the nearest.
int section_component(std::string const& name, ProblemCard const& card);

/// Finds the crossings of a section from the nodes of a run as they come. A node that lies on the
/// section to rounding is the crossing itself, so that steps which divide the period close it
/// exactly. Any other crossing is interpolated by the polynomial through the six nearest nodes
/// (error O(h^6), in addition to the error of the method); components are interpolated where the
/// method has them.
template <class S>
class SectionWatch {
 public:
  /// Receives a crossing: its fractional index, and the point.
  using Found = std::function<void(S const& index, FlatPoint<S> const& at)>;

  SectionWatch(SectionRule<S> const& rule, Found found) : rule_(rule), found_(std::move(found)) {}
  /// Takes the next node of the run.
  void observe(std::vector<S> const& q, std::vector<S> const& v);
  /// Takes a step of an adaptive solver in place of a node: a crossing is a root of the height of
  /// `state_at`. A step that begins and ends on one side, both ends inclined to the section, may
  /// cross it twice. Double precision only.
  /// @param h  output interval, by which times are divided for the indices of crossings
  void observe_step(double from, double to, S const& h, StateAt<S> const& state_at);
  /// No more nodes follow.
  void finish();
  /// The values that the component took.
  std::pair<S, S> range() const { return {lowest_ + rule_.value(), highest_ + rule_.value()}; }
  /// Returns the largest estimated interpolation error of the crossings, in the state, and the
  /// ratio of SectionRule::interpolation_error() there; 0 if crossings are nodes, or roots within
  /// steps.
  std::pair<S, S> interpolation_error() const { return interpolation_error_; }

 private:
  void resolve();
  void range_over(S const& height);

  SectionRule<S> rule_;
  Found found_;
  std::array<FlatPoint<S>, 6> nodes_;
  FlatPoint<S> at_;
  std::vector<long> pending_;
  long count_ = 0;
  std::pair<S, S> interpolation_error_{S(0), S(0)};
  S height_ = S(0), lowest_ = S(0), highest_ = S(0);
};

}  // namespace rattleback
