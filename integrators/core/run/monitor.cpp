#include "integrators/core/run/monitor.hpp"

#include <cmath>
#include <utility>

#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

thread_local bool WithoutBalance::active = false;

template <class S>
Monitor<S>::Monitor(System<S> system, bool has_own_work)
    : system_(std::move(system)),
      has_own_work_(has_own_work && !WithoutBalance::active),
      now_(system_->observables + (has_own_work_ ? 1 : 0)),
      value_(now_),
      initial_(now_),
      deviation_(now_),
      phi_(system_->constraints) {
  if (system_->external_power && !WithoutBalance::active) work_.emplace(system_);
}

/// Writes energy and invariants to now_. Returns the constraint violation.
template <class S>
S Monitor<S>::evaluate(S const& t, S const* q, S const* v) {
  using std::abs;
  system_->observe(system_.get(), t, q, v, now_.data(), phi_.data());
  S largest(0);
  for (S const& phi : phi_) largest = larger_or_nan(largest, S(abs(phi)));
  return largest;
}

/// Replaces the energy in now_ by the balance.
template <class S>
void Monitor<S>::replace_energy(S const& own_work) {
  energy_ = now_[0];
  S const change = energy_ - energy_start_, of_motion = change - work_->value();
  now_[0] = has_own_work_ ? change - own_work : of_motion;
  if (has_own_work_) now_.back() = of_motion;
}

template <class S>
void Monitor<S>::begin(S const& t, S const* q, S const* v) {
  max_violation_ = final_violation_ = evaluate(t, q, v);
  if (work_) {
    work_->begin(t, q, v);
    energy_start_ = now_[0];
    own_work_ = S(0);
    replace_energy(own_work_);
  }
  initial_ = value_ = now_;
  // x - x is NaN unless x is finite: the deviation from a value that is not finite is NaN.
  for (std::size_t i = 0; i < initial_.size(); ++i) deviation_[i] = initial_[i] - initial_[i];
}

template <class S>
bool Monitor<S>::is_finite() const {
  using std::isfinite;
  return all_finite(value_) && isfinite(final_violation_);
}

template <class S>
bool Monitor<S>::observe(S const& t, S const* q, S const* v, S const& work) {
  using std::abs, std::isfinite;
  S const violation = evaluate(t, q, v);
  if (work_) {
    S const energy = energy_;
    work_->add(t, q, v);
    own_work_ = own_work_ + work;
    replace_energy(own_work_);
    if (!all_finite(now_)) energy_ = energy;
  }
  for (std::size_t i = 0; i < now_.size(); ++i)
    deviation_[i] = larger_or_nan(deviation_[i], S(abs(now_[i] - initial_[i])));
  max_violation_ = larger_or_nan(max_violation_, violation);
  if (!all_finite(now_) || !isfinite(violation)) return false;
  std::swap(value_, now_);
  final_violation_ = violation;
  return true;
}

template <class S>
std::vector<S> const& Monitor<S>::values(S const& t, S const* q, S const* v) {
  evaluate(t, q, v);
  if (work_) {
    now_[0] = value_[0];
    if (has_own_work_) now_.back() = value_.back();
  }
  return now_;
}

template <class S>
std::vector<std::string> Monitor<S>::names() const {
  auto names = system_.description().card.invariants;
  names.insert(names.begin(), work_ ? "balance" : "energy");
  if (has_own_work_) names.push_back("balance_of_motion");
  return names;
}

template class Monitor<double>;
template class Monitor<Quad>;

}  // namespace rattleback
