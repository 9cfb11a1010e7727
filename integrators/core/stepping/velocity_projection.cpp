#include "integrators/core/stepping/velocity_projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "problems/core/numbers/dense_matrix.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

template <class S>
VelocityProjection<S>::VelocityProjection(System<S> system, Counts* counts)
    : system_(std::move(system)),
      counts_(counts),
      observables_(system_->observables),
      phi_(system_->constraints),
      offset_(system_->constraints) {}

template <class S>
void VelocityProjection<S>::count(Counts const& work) {
  if (!counts_) return;
  for (auto const& field : count_fields) counts_->*field.value += work.*field.value;
}

template <class S>
void VelocityProjection<S>::observe(S const& t, S const* q, S const* v) {
  system_->observe(system_.get(), t, q, v, observables_.data(), phi_.data());
}

template <class S>
S VelocityProjection<S>::violation() const {
  using std::abs;
  S largest(0);
  for (S const& phi : phi_) largest = larger_or_nan(largest, S(abs(phi)));
  return largest;
}

template <class S>
void VelocityProjection<S>::set_energy(S const& t, S const* q, S const* v) {
  observe(t, q, v);
  energy_ = observables_[0];
}

template <class S>
Outcome VelocityProjection<S>::project(Projection onto, S const& t, S* q, S* v) {
  Outcome outcome = Outcome::ok;
  bool const moves_position = onto == Projection::position;
  if (moves_position && system_->position_constraints > 0) outcome = project_position(t, q);
  if (outcome != Outcome::ok) return outcome;
  if (moves_position || onto == Projection::constraint || onto == Projection::both)
    outcome = project_onto_constraints(t, q, v);
  if (needs_energy(onto) && outcome == Outcome::ok) outcome = project_onto_energy(t, q, v);
  return outcome;
}

template <class S>
Outcome VelocityProjection<S>::project_onto_constraints(S const& t, S const* q, S* v) {
  using std::abs;
  count({.lagrangian_derivatives = system_->constant_mass ? 0 : system_->work_of_terms.lagrangian,
         .constraint_derivatives = 1,
         .linear_solves = 1});
  observe(t, q, v);
  S const before = violation();
  system_->project_velocity(system_.get(), t, q, v);
  observe(t, q, v);
  S scale(1);
  for (int i = 0; i < system_->dof; ++i) scale = larger_or_nan(scale, S(abs(v[i])));
  // project_velocity leaves v alone where the constraints are singular.
  bool const is_rounding = before <= S(1e-12) * scale;
  return is_rounding || violation() <= before / S(2) ? Outcome::ok : Outcome::projection_failed;
}

template <class S>
Outcome VelocityProjection<S>::project_onto_energy(S const& t, S const* q, S* v) {
  using std::sqrt;
  count({.lagrangian_derivatives = 1});
  observe(t, q, v);
  S const kinetic = system_->kinetic_energy(system_.get(), t, q, v);
  S const target = energy_ - (observables_[0] - kinetic);
  if (kinetic == S(0) && target == S(0)) return Outcome::ok;
  if (!(target >= S(0)) || !(kinetic > S(0))) return Outcome::projection_failed;
  S const factor = sqrt(target / kinetic);
  for (int i = 0; i < system_->dof; ++i) v[i] = factor * v[i];
  return Outcome::ok;
}

template <class S>
Outcome VelocityProjection<S>::project_position(S const& t, S* q) {
  using std::abs;
  int const n = system_->dof, m = system_->constraints, k = system_->position_constraints;
  std::vector<S> g(k), at_rest(n, S(0)), xi(n), moved(system_->size), gram(std::size_t(k) * k);
  constexpr int most = 20;
  S const tiny = S(64) * std::numeric_limits<S>::epsilon();
  for (int iteration = 0; iteration < most; ++iteration) {
    system_->position(system_.get(), t, q, g.data());
    set_point(t, q, at_rest.data());
    for (int i = 0; i < k; ++i)
      for (int j = 0; j < k; ++j) gram[i * k + j] = gram_[(m - k + i) * m + (m - k + j)];
    count({.linear_solves = 1});
    if (!solve_in_place(k, gram.data(), g.data())) return Outcome::projection_failed;
    S largest(0), size(1);
    for (int j = 0; j < n; ++j) {
      xi[j] = S(0);
      for (int i = 0; i < k; ++i) xi[j] = xi[j] - g[i] * raised_[(m - k + i) * n + j];
      largest = larger_or_nan(largest, S(abs(xi[j])));
    }
    for (int i = 0; i < system_->size; ++i) size = larger_or_nan(size, S(abs(q[i])));
    if (!(largest <= S(1e6) * size)) return Outcome::projection_failed;
    if (system_->moved) {
      system_->moved(system_.get(), q, xi.data(), moved.data());
      std::copy(moved.begin(), moved.end(), q);
    } else {
      for (int i = 0; i < n; ++i) q[i] = q[i] + xi[i];
    }
    if (largest <= tiny * size) return Outcome::ok;
  }
  return Outcome::projection_failed;
}

template <class S>
void VelocityProjection<S>::set_point(S const& t, S const* q, S const* v) {
  int const n = system_->dof, m = system_->constraints;
  auto const work = system_->work_of_terms;
  count({.lagrangian_derivatives = work.lagrangian,
         .constraint_derivatives = work.constraint,
         .linear_solves = system_->constant_mass ? 0 : 1});
  system_->terms(system_.get(), t, q, v, terms_);
  raised_ = terms_.mu;
  for (int k = 0; k < m; ++k) {
    work_ = terms_.mass;
    offset_[k] = terms_.phi[k] - dot(n, &terms_.mu[k * n], v);
    // NaN makes multipliers_of() fail.
    if (!solve_in_place(n, work_.data(), &raised_[k * n]))
      std::fill_n(&raised_[k * n], n, std::numeric_limits<S>::quiet_NaN());
  }
  gram_.resize(std::size_t(m) * m);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) gram_[i * m + j] = dot(n, &terms_.mu[i * n], &raised_[j * n]);
}

template <class S>
void VelocityProjection<S>::add_reaction(S const* mu, S* v) const {
  int const n = system_->dof;
  for (int k = 0; k < system_->constraints; ++k)
    for (int i = 0; i < n; ++i) v[i] = v[i] + mu[k] * raised_[k * n + i];
}

template <class S>
std::optional<std::vector<S>> VelocityProjection<S>::multipliers_of(S const* v) {
  int const n = system_->dof, m = system_->constraints;
  std::vector<S> x(m);
  for (int k = 0; k < m; ++k) x[k] = dot(n, &terms_.mu[k * n], v) + offset_[k];
  work_ = gram_;
  count({.linear_solves = 1});
  if (!solve_in_place(m, work_.data(), x.data())) return std::nullopt;
  return x;
}

template <class S>
void VelocityProjection<S>::reverse_system() {
  if (system_->reversed) system_.self = system_->reversed(system_.get());
}

template class VelocityProjection<double>;
template class VelocityProjection<Quad>;

}  // namespace rattleback
