#include "integrators/core/solvers/solver_equations.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/invalid_input.hpp"
#include "problems/core/numbers/dense_matrix.hpp"

namespace rattleback {

namespace {
/// True if the form requires phi = 0 alone of the constraints.
constexpr bool is_on_velocities(Form form) {
  return form == Form::index2 || form == Form::integrated_multiplier;
}

/// Evaluates a function of (t, y) beyond a switch by odd reflection at its edge, 2 f(edge) -
/// f(mirror): with a continuous derivative, which solvers estimate by differences.
/// @param count    numbers of y and f
/// @return false if (t, y) is not beyond a switch
template <class F>
bool reflected(SwitchSide const* side, double time, double const* y, std::size_t count, double* f,
               F const& evaluate) {
  if (!side) return false;
  double t = time;
  double const* const nearest = side->nearest(t, y);
  if (nearest == y) return false;
  std::size_t const size = side->state().size();
  std::vector<double> edge(y, y + count), mirror(edge), other(count);
  std::copy_n(nearest, size, edge.begin());
  for (std::size_t i = 0; i < size; ++i) mirror[i] = 2 * edge[i] - y[i];
  double const t_mirror = 2 * t - time;
  evaluate(t, edge.data(), f);
  if (side->crossed(t_mirror, mirror) >= 0) return true;
  evaluate(t_mirror, mirror.data(), other.data());
  for (std::size_t i = 0; i < count; ++i) f[i] = 2 * f[i] - other[i];
  return true;
}
}  // namespace

template <class S>
SolverEquations<S>::SolverEquations(System<S> system, Counts* counts)
    : system_(std::move(system)),
      counts_(counts),
      multipliers_(system_->constraints),
      rates_(system_->size + system_->dof),
      force_(system_->dof),
      mass_(static_cast<std::size_t>(system_->dof) * system_->dof),
      moved_(system_->dof) {}

template <class S>
void SolverEquations<S>::right_hand_side(S const& t, S const* y, S* dydt) {
  if constexpr (std::is_same_v<S, double>)
    if (reflected(side_.get(), t, y, std::size_t(system_->size + system_->dof), dydt,
                  [&](double t, double const* y, double* f) {
                    auto const side = std::exchange(side_, nullptr);
                    right_hand_side(t, y, f);
                    side_ = side;
                  }))
      return;
  count_calls(1);
  int const size = system_->size;
  system_->motion(system_.get(), t, y, y + size, dydt, dydt + size, multipliers_.data());
  if (feedback_.acts()) add_feedback(t, y, dydt + size);
}

template <class S>
void SolverEquations<S>::count_calls(long count) {
  auto const work = system_->work_of_terms;
  counts_->equation_calls += count;
  counts_->lagrangian_derivatives += count * work.lagrangian;
  counts_->constraint_derivatives += count * work.constraint;
  counts_->linear_solves += count;
}

template <class S>
void SolverEquations<S>::set_feedback(Feedback<S> const& feedback) {
  feedback_ = feedback;
  feedback_terms_.emplace(system_, nullptr);
}

template <class S>
void SolverEquations<S>::add_feedback(S const& t, S const* y, S* vdot) {
  S const *q = y, *v = y + system_->size;
  int const n = system_->dof;
  auto& terms = *feedback_terms_;
  if (feedback_.constraint_gain != S(0)) {
    // The right-hand side has evaluated M and A, which an implementation of both would share: of
    // the feedback only phi and the solve count.
    ++counts_->constraint_derivatives;
    ++counts_->linear_solves;
    terms.set_point(t, q, v);
    auto excess = terms.multipliers_of(v);
    if (!excess) excess.emplace(system_->constraints, std::numeric_limits<S>::quiet_NaN());
    for (S& x : *excess) x = -feedback_.constraint_gain * x;
    terms.add_reaction(excess->data(), vdot);
  }
  if (feedback_.energy_gain == S(0)) return;
  ++counts_->lagrangian_derivatives;
  terms.set_energy(t, q, v);
  S const twice_kinetic = S(2) * system_->kinetic_energy(system_.get(), t, q, v);
  if (twice_kinetic == S(0)) return;
  S const factor = -feedback_.energy_gain * (terms.energy() - feedback_.energy) / twice_kinetic;
  for (int i = 0; i < n; ++i) vdot[i] = vdot[i] + factor * v[i];
}

template <class S>
int SolverEquations<S>::further_unknowns(Formulation const& as) const {
  int const m = system_->constraints,
            p = as.positions == Positions::stabilised ? system_->position_constraints : 0;
  return as.form == Form::ode ? 0 : as.form == Form::stabilised ? 2 * m : m + p;
}

template <class S>
void SolverEquations<S>::require(Formulation const& as) const {
  if (as.positions == Positions::differentiated) return;
  auto const option = as.positions == Positions::index3 ? "index3" : "stabilised";
  if (system_->position_constraints == 0)
    throw InvalidInput(
        fmt::format("positions = {} needs a problem with position constraints "
                    "(holonomic); {} has none",
                    option, system_.description().card.id));
  if (!is_on_velocities(as.form))
    throw InvalidInput(
        fmt::format("positions = {} needs form = integrated_multiplier or index2", option));
}

template <class S>
void SolverEquations<S>::residual(Formulation const& as, S const& t, S const* y, S const* ydot,
                                  S* r) {
  Form const form = as.form;
  int const size = system_->size, n = system_->dof, m = system_->constraints;
  if constexpr (std::is_same_v<S, double>)
    if (reflected(side_.get(), t, y, std::size_t(size + n + further_unknowns(as)), r,
                  [&](double t, double const* y, double* f) {
                    auto const side = std::exchange(side_, nullptr);
                    residual(as, t, y, ydot, f);
                    side_ = side;
                  }))
      return;
  if (form == Form::ode) {
    right_hand_side(t, y, r);
    for (int i = 0; i < size + n; ++i) r[i] = ydot[i] - r[i];
    return;
  }
  ++counts_->equation_calls;
  bool const by_acceleration = form == Form::index1 || form == Form::stabilised;
  // The other forms need no more than d(dL/dv)/dt along (v, v'): one column of a second derivative.
  counts_->lagrangian_derivatives += by_acceleration ? system_->work_of_terms.lagrangian : 2;
  ++counts_->constraint_derivatives;
  if (by_acceleration && !system_->constant_mass) ++counts_->linear_solves;
  S const *q = y, *v = y + size, *vdot = ydot + size;
  system_->terms(system_.get(), t, q, v, terms_);
  auto const& mu = terms_.mu;
  S const* const lambda = (form == Form::integrated_multiplier ? ydot : y) + size + n;
  S const* const eta = lambda + m;
  for (int i = 0; i < n; ++i) {
    force_[i] = terms_.right_hand_side[i];
    for (int k = 0; k < m; ++k) force_[i] += mu[k * n + i] * lambda[k];
  }
  S const* a = vdot;
  S* const balance = r + size;
  if (by_acceleration) {
    mass_ = terms_.mass;
    solve_in_place(n, mass_.data(), force_.data());  // force_ is the acceleration from here on
    a = force_.data();
  }
  for (int i = 0; i < n; ++i) {
    S const* row = &terms_.mass[static_cast<std::size_t>(i) * n];
    if (form == Form::index1) {
      balance[i] = vdot[i] - a[i];
    } else if (form == Form::stabilised) {
      S extra(0);
      for (int k = 0; k < m; ++k) extra += mu[k * n + i] * eta[k];
      S sum = row[0] * (vdot[0] - a[0]);
      for (int j = 1; j < n; ++j) sum = sum + row[j] * (vdot[j] - a[j]);
      balance[i] = sum - extra;
    } else {
      balance[i] = dot(n, row, vdot) - force_[i];
    }
  }
  int const positions =
      as.positions == Positions::differentiated ? 0 : system_->position_constraints;
  moved_.assign(v, v + n);
  for (int k = 0; as.positions == Positions::stabilised && k < positions; ++k)
    for (int i = 0; i < n; ++i) moved_[i] += mu[(m - positions + k) * n + i] * eta[k];
  system_->tangent(system_.get(), q, moved_.data(), r);
  for (int i = 0; i < size; ++i) r[i] = ydot[i] - r[i];
  bool const on_velocities = is_on_velocities(form);
  for (int k = 0; k < m; ++k) {
    S const differentiated =
        dot(n, &mu[static_cast<std::size_t>(k) * n], a) + terms_.phi_along_motion[k];
    r[size + n + k] = on_velocities ? terms_.phi[k] : differentiated;
    if (form == Form::stabilised) r[size + n + m + k] = terms_.phi[k];
  }
  if (positions == 0) return;
  ++counts_->constraint_derivatives;
  S* const g = r + size + n + (as.positions == Positions::index3 ? m - positions : m);
  system_->position(system_.get(), t, q, g);
}

template <class S>
void SolverEquations<S>::multipliers(S const& t, S const* y, S* lambda) {
  int const size = system_->size;
  system_->motion(system_.get(), t, y, y + size, rates_.data(), rates_.data() + size, lambda);
}

template <class S>
OdeFunction<S> SolverEquations<S>::ode() const {
  return [equations = *this](S t, std::vector<S> const& y, std::vector<S>& dydt) mutable {
    equations.right_hand_side(equations.time_of(t), y.data(), dydt.data());
    equations.reverse(dydt.data(), dydt.size());
  };
}

template <class S>
Dae SolverEquations<S>::formulated(std::vector<double> const& y0, Formulation const& as) const {
  require(as);
  int const m = system_->constraints;
  Dae dae;
  if constexpr (std::is_same_v<S, double>) {
    auto equations = *this;
    dae.y0 = y0;
    dae.ydot0.resize(y0.size());
    equations.right_hand_side(origin_, y0.data(), dae.ydot0.data());
    dae.differential.assign(y0.size(), true);
    std::vector<double> lambda(m);
    equations.multipliers(origin_, y0.data(), lambda.data());
    bool const integrated = as.form == Form::integrated_multiplier;
    for (int i = 0; i < further_unknowns(as); ++i) {
      double const exact = i < m ? lambda[i] : 0;
      dae.y0.push_back(integrated ? 0 : exact);
      dae.ydot0.push_back(integrated ? exact : 0);
      dae.differential.push_back(integrated);
    }
    reverse(dae.ydot0.data(), dae.ydot0.size());
    dae.residual = [equations, as, rates = std::vector<double>(dae.y0.size())](
                       double t, double const* y, double const* ydot, double* r) mutable {
      if (equations.direction_ < 0) {
        for (std::size_t i = 0; i < rates.size(); ++i) rates[i] = -ydot[i];
        ydot = rates.data();
      }
      equations.residual(as, equations.time_of(t), y, ydot, r);
      equations.reverse(r, rates.size());
    };
  }
  return dae;
}

template class SolverEquations<double>;
template class SolverEquations<Quad>;

}  // namespace rattleback
