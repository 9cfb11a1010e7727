#include "integrators/core/run/external_work.hpp"

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
  for (std::size_t i = 0; i < z.size(); ++i)
    z[i] = z[i] + h / S(6) * (rates_[0][i] + S(2) * (rates_[1][i] + rates_[2][i]) + rates_[3][i]);
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
  S const h = t - time_, half = h / S(2);
  forwards_ = node_;
  backwards_ = next_;
  flow(time_, forwards_, half);
  flow(t, backwards_, -half);
  for (std::size_t i = 0; i < node_.size(); ++i)
    forwards_[i] = S(1) / S(2) * (forwards_[i] + backwards_[i]);
  S const middle = power(time_ + half, forwards_), end = power(t, next_);
  work_ = work_ + h / S(6) * (power_ + S(4) * middle + end);
  time_ = t;
  power_ = end;
  std::swap(node_, next_);
}

template class ExternalWork<double>;
template class ExternalWork<Quad>;

}  // namespace rattleback
