#include "program/figures/violation_watch.hpp"

#include <cmath>

#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

template <class S>
ViolationWatch<S>::ViolationWatch(ProblemEntry const& problem, MethodCard const& method,
                                  RunSpec const& spec)
    : system_(resolve<S>(problem.functions, spec.setting).system),
      velocity_node_(method.velocity_node),
      step_(S(spec.step)),
      q_(static_cast<std::size_t>(system_->size)),
      v_(static_cast<std::size_t>(system_->dof)),
      middle_(q_.size()),
      observables_(static_cast<std::size_t>(system_->observables)),
      phi_(static_cast<std::size_t>(system_->constraints)) {}

template <class S>
template <class Number>
double ViolationWatch<S>::at(std::vector<Number> const& row) {
  using std::abs;
  S const half = S(1) / S(2);
  S t = S(row[0]);
  for (std::size_t i = 0; i < q_.size(); ++i) q_[i] = S(row[1 + i]);
  for (std::size_t i = 0; i < v_.size(); ++i) v_[i] = S(row[1 + q_.size() + i]);
  S const* place = q_.data();
  if (velocity_node_ == -0.5 && !last_.empty()) {
    for (std::size_t i = 0; i < q_.size(); ++i) middle_[i] = half * (last_[i] + q_[i]);
    place = middle_.data();
    t = t - half * step_;
  } else if (velocity_node_ == 0.5 && system_->external_power) {
    system_->tangent(system_.get(), q_.data(), v_.data(), middle_.data());
    for (std::size_t i = 0; i < q_.size(); ++i) middle_[i] = q_[i] + half * step_ * middle_[i];
    place = middle_.data();
    t = t + half * step_;
  }
  system_->observe(system_.get(), t, place, v_.data(), observables_.data(), phi_.data());
  last_ = q_;
  S largest(0);
  for (S const& phi : phi_) largest = larger_or_nan(largest, S(abs(phi)));
  return static_cast<double>(largest);
}

template class ViolationWatch<double>;
template class ViolationWatch<Quad>;
template double ViolationWatch<double>::at(std::vector<double> const&);
template double ViolationWatch<Quad>::at(std::vector<RawQuad> const&);

}  // namespace rattleback
