#include "integrators/core/run/monitor.hpp"

#include <cmath>
#include <utility>

#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

template <class S>
Monitor<S>::Monitor(System<S> system)
    : system_(std::move(system)),
      now_(system_->observables),
      value_(now_),
      initial_(now_),
      deviation_(now_),
      phi_(system_->constraints) {}

/// Writes energy and invariants to now_. Returns the constraint violation.
template <class S>
S Monitor<S>::evaluate(S const* q, S const* v) {
  using std::abs;
  system_->observe(system_.get(), S(0), q, v, now_.data(), phi_.data());
  S largest(0);
  for (S const& phi : phi_) largest = larger_or_nan(largest, S(abs(phi)));
  return largest;
}

template <class S>
void Monitor<S>::begin(S const* q, S const* v) {
  max_violation_ = final_violation_ = evaluate(q, v);
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
bool Monitor<S>::observe(S const* q, S const* v) {
  using std::abs, std::isfinite;
  S const violation = evaluate(q, v);
  for (std::size_t i = 0; i < now_.size(); ++i)
    deviation_[i] = larger_or_nan(deviation_[i], S(abs(now_[i] - initial_[i])));
  max_violation_ = larger_or_nan(max_violation_, violation);
  if (!all_finite(now_) || !isfinite(violation)) return false;
  std::swap(value_, now_);
  final_violation_ = violation;
  return true;
}

template <class S>
std::vector<S> const& Monitor<S>::values(S const* q, S const* v) {
  evaluate(q, v);
  return now_;
}

template <class S>
std::vector<std::string> Monitor<S>::names() const {
  auto names = system_.description().card.invariants;
  names.insert(names.begin(), "energy");
  return names;
}

template class Monitor<double>;
template class Monitor<Quad>;

}  // namespace rattleback
