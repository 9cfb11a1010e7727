#include "integrators/core/run/section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <limits>

#include "base/invalid_input.hpp"
#include "problems/core/numbers/quad.hpp"

namespace rattleback {

int section_component(std::string const& name, ProblemCard const& card) {
  auto names = card.coordinates;
  names.insert(names.end(), card.velocities.begin(), card.velocities.end());
  auto const at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) throw_unknown("section component of " + card.id, name, names);
  return static_cast<int>(at - names.begin());
}

template <class S>
SectionRule<S>::SectionRule(Section const& section, ProblemCard const& card)
    : component_(section_component(section.component, card)),
      value_(static_cast<S>(section.value)),
      upwards_(section.direction != Section::Direction::down),
      downwards_(section.direction != Section::Direction::up) {
  if (!std::isfinite(static_cast<double>(section.value)))
    throw InvalidInput(fmt::format("the section's value of {} must be finite", section.component));
}

/// True if the height is rounding error of its change in a step.
template <class S>
bool SectionRule<S>::is_rounding(S const& height, S const& change) {
  using std::abs, std::pow;
  static S const relative = pow(std::numeric_limits<S>::epsilon(), S(3) / S(4));
  return abs(height) <= relative * abs(change);
}

template <class S>
bool SectionRule<S>::crosses(S const& before, S& now, bool from_start) const {
  S const change = now - before;
  if (is_rounding(now, change)) now = S(0);
  bool const up = before < S(0) && now >= S(0), down = before > S(0) && now <= S(0);
  return ((up && upwards_) || (down && downwards_)) && !(from_start && is_rounding(before, change));
}

/// The point at `s` steps after node `first`, through `count` nodes (barycentric Lagrange form).
template <class S>
void SectionRule<S>::interpolate(std::array<FlatPoint<S>, 6> const& nodes, long first, long count,
                                 S s, FlatPoint<S>& at) const {
  auto const& model = nodes[first % window];
  at.q.assign(model.q.size(), S(0));
  at.v.assign(model.v.size(), S(0));
  S total(0), weight(1);
  auto const add = [](std::vector<S>& sum, S const& w, std::vector<S> const& x) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = sum[i] + w * x[i];
  };
  for (long j = 0; j < count; ++j) {
    S const distance = s - S(static_cast<double>(j));
    auto const& node = nodes[(first + j) % window];
    if (distance == S(0)) {
      at = node;
      return;
    }
    S const w = weight / distance;
    add(at.q, w, node.q);
    add(at.v, w, node.v);
    total = total + w;
    weight = -weight * S(static_cast<double>(count - 1 - j)) / S(static_cast<double>(j + 1));
  }
  for (auto* part : {&at.q, &at.v})
    for (S& x : *part) x = S(1) / total * x;
}

template <class S>
S SectionRule<S>::crossing(std::array<FlatPoint<S>, 6> const& nodes, long first, long count, long k,
                           FlatPoint<S>& at) const {
  auto const& next = nodes[(k + 1) % window];
  S const left = height(nodes[k % window]), right = height(next);
  if (is_rounding(right, right - left)) {
    at = next;
    return S(static_cast<double>(k + 1));
  }
  S const offset(static_cast<double>(k - first));
  auto const above = [&](S s) {
    interpolate(nodes, first, count, offset + s, at);
    return height(at);
  };
  std::uintmax_t iterations = 200;
  boost::math::tools::eps_tolerance<S> const tight(std::numeric_limits<S>::digits - 3);
  auto const [low, high] =
      boost::math::tools::toms748_solve(above, S(0), S(1), left, right, tight, iterations);
  S const s = (low + high) / S(2);
  interpolate(nodes, first, count, offset + s, at);
  return S(static_cast<double>(k)) + s;
}

template <class S>
std::pair<S, S> SectionRule<S>::interpolation_error(std::array<FlatPoint<S>, 6> const& nodes,
                                                    long first, long k, S const& index,
                                                    FlatPoint<S> const& at) const {
  if (index == S(static_cast<double>(k + 1))) return {S(0), S(0)};
  FlatPoint<S> four, two;
  long const begin = std::clamp(k - 1, first, first + 2);
  interpolate(nodes, begin, 4, index - S(static_cast<double>(begin)), four);
  interpolate(nodes, k, 2, index - S(static_cast<double>(k)), two);
  using std::abs;
  S e4(0), e2(0);
  for (auto part : {&FlatPoint<S>::q, &FlatPoint<S>::v})
    for (std::size_t i = 0; i < (at.*part).size(); ++i) {
      e4 = std::max(e4, S(abs((at.*part)[i] - (four.*part)[i])));
      e2 = std::max(e2, S(abs((four.*part)[i] - (two.*part)[i])));
    }
  S const ratio = e2 > S(0) ? e4 / e2 : S(0);
  return {e4 * std::min(ratio, S(1)), ratio};
}

template <class S>
void SectionWatch<S>::observe(std::vector<S> const& q, std::vector<S> const& v) {
  auto& node = nodes_[count_ % SectionRule<S>::window];
  node.q = q;
  node.v = v;
  S height = rule_.height(node);
  range_over(height);
  if (count_ > 0 && rule_.crosses(height_, height, count_ == 1)) pending_.push_back(count_ - 1);
  height_ = height;
  ++count_;
  // Until three nodes follow, a later window would centre better.
  while (!pending_.empty() && count_ >= SectionRule<S>::window && count_ >= pending_.front() + 4)
    resolve();
}

template <class S>
void SectionWatch<S>::range_over(S const& height) {
  if (count_ == 0 || height < lowest_) lowest_ = height;
  if (count_ == 0 || height > highest_) highest_ = height;
}

template <class S>
void SectionWatch<S>::observe_step(double from, double to, S const& h, StateAt<S> const& state_at) {
  if constexpr (std::is_same_v<S, double>) {
    auto const height_at = [&](double t) {
      state_at(t, at_);
      return rule_.height(at_);
    };
    auto const cross = [&](double begin, double before, double end, double& after) {
      if (!rule_.crosses(before, after, count_ == 1)) return;
      double time = end;
      if (after != 0) {
        std::uintmax_t iterations = 200;
        boost::math::tools::eps_tolerance<double> const tight(50);
        auto const [low, high] = boost::math::tools::toms748_solve(height_at, begin, end, before,
                                                                   after, tight, iterations);
        time = (low + high) / 2;
      }
      state_at(time, at_);
      found_(time / h, at_);
    };
    double const before = height_, near = (to - from) / 1000;
    double after = height_at(to);
    range_over(after);
    bool const toward = before * after > 0 && std::abs(height_at(from + near)) < std::abs(before) &&
                        std::abs(height_at(to - near)) < std::abs(after);
    if (toward) {
      auto const distance = [&](double t) { return std::copysign(1.0, before) * height_at(t); };
      auto const [middle, least] = boost::math::tools::brent_find_minima(distance, from, to, 26);
      double there = std::copysign(1.0, before) * least;
      range_over(there);
      cross(from, before, middle, there);
      cross(middle, there, to, after);
    } else {
      cross(from, before, to, after);
    }
    height_ = after;
    ++count_;
  }
}

template <class S>
void SectionWatch<S>::finish() {
  while (!pending_.empty()) resolve();
}

template <class S>
void SectionWatch<S>::resolve() {
  long const k = pending_.front(), count = std::min(count_, SectionRule<S>::window);
  pending_.erase(pending_.begin());
  S const index = rule_.crossing(nodes_, count_ - count, count, k, at_);
  if (count == SectionRule<S>::window)
    interpolation_error_ = std::max(
        interpolation_error_, rule_.interpolation_error(nodes_, count_ - count, k, index, at_));
  found_(index, at_);
}

template class SectionRule<double>;
template class SectionRule<Quad>;
template class SectionWatch<double>;
template class SectionWatch<Quad>;

}  // namespace rattleback
