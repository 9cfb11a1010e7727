#include "integrators/core/run/external_work.hpp"

#include <cmath>
#include <limits>

#include "integrators/core/solvers/solver_in_pieces.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

template <class S>
ExternalWork<S>::ExternalWork(System<S> system)
    : system_(std::move(system)),
      node_(system_->size + system_->dof),
      next_(node_),
      multipliers_(system_->constraints),
      stage_(node_),
      rates_{node_, node_, node_, node_} {}

template <class S>
void ExternalWork<S>::rate(S const& t, Numbers const& z, Numbers& zdot) {
  int const size = system_->size;
  system_->motion(system_.get(), t, z.data(), z.data() + size, zdot.data(), zdot.data() + size,
                  multipliers_.data());
}

template <class S>
S ExternalWork<S>::power(S const& t, Numbers const& z) {
  rate(t, z, rates_[0]);  // for the multipliers
  return system_->external_power(system_.get(), t, z.data(), z.data() + system_->size,
                                 multipliers_.data());
}

template <class S>
void ExternalWork<S>::flow(S const& t, Numbers& z, S const& h) {
  S const half = h / S(2);
  auto const moved = [&](S const& by, Numbers const& rate) -> Numbers const& {
    for (std::size_t i = 0; i < z.size(); ++i) stage_[i] = z[i] + by * rate[i];
    return stage_;
  };
  rate(t, z, rates_[0]);
  rate(t + half, moved(half, rates_[0]), rates_[1]);
  rate(t + half, moved(half, rates_[1]), rates_[2]);
  rate(t + h, moved(h, rates_[2]), rates_[3]);
  using std::abs;
  S difference = S(0), size = S(0);
  for (std::size_t i = 0; i < z.size(); ++i) {
    difference = larger_or_nan(difference, abs(rates_[1][i] - rates_[2][i]));
    size = larger_or_nan(size, abs(rates_[2][i]));
  }
  if (!(difference <= S(1) / S(100) * size)) resolved_ = false;
  for (std::size_t i = 0; i < z.size(); ++i)
    z[i] = z[i] + h / S(6) * (rates_[0][i] + S(2) * (rates_[1][i] + rates_[2][i]) + rates_[3][i]);
}

template <class S>
S ExternalWork<S>::interval(S const& h, long parts) {
  S const part = h / S(parts), half = part / S(2);
  S work = S(0), left = power_;
  resolved_ = true;
  forwards_ = node_;
  for (long k = 0; k < parts && resolved_; ++k) {
    S const t = time_ + S(k) * part;
    bool const is_last = k + 1 == parts;
    flow(t, forwards_, half);
    middle_ = forwards_;
    if (is_last) {  // the point in the middle as seen from both ends
      backwards_ = next_;
      flow(time_ + h, backwards_, -half);
      for (std::size_t i = 0; i < node_.size(); ++i)
        middle_[i] = S(1) / S(2) * (forwards_[i] + backwards_[i]);
    } else {
      flow(t + half, forwards_, half);
    }
    S const middle = power(t + half, middle_);
    S const right = is_last ? power(time_ + h, next_) : power(t + part, forwards_);
    work = work + part / S(6) * (left + S(4) * middle + right);
    left = right;
  }
  end_power_ = left;
  return work;
}

template <class S>
void ExternalWork<S>::begin(S const& t, S const* q, S const* v) {
  work_ = S(0);
  time_ = t;
  node_.assign(q, q + system_->size);
  node_.insert(node_.end(), v, v + system_->dof);
  power_ = power(t, node_);
}

template <class S>
void ExternalWork<S>::add(S const& t, S const* q, S const* v) {
  next_.assign(q, q + system_->size);
  next_.insert(next_.end(), v, v + system_->dof);
  constexpr long most_parts = 1 << 16;
  S work = S(0);
  // A switch lies in an interval that is far shorter than the one before: the power may jump there;
  // the work in that interval counts as zero.
  using std::abs;
  S const length = abs(t - time_);
  resolved_ = length <= S(10) * S(look_gap) * length_;
  length_ = length;
  if (resolved_) end_power_ = power(t, next_);
  for (long parts = 1; !resolved_ && parts <= most_parts; parts *= 2)
    work = interval(t - time_, parts);
  work_ = work_ + (resolved_ ? work : S(std::numeric_limits<double>::quiet_NaN()));
  time_ = t;
  power_ = end_power_;
  std::swap(node_, next_);
}

template class ExternalWork<double>;
template class ExternalWork<Quad>;

}  // namespace rattleback
