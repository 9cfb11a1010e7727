#pragma once
// The forms in which implicit solvers are given the derived equations. They have the same motion;
// what a solver's error test and its Newton iteration see differs, and so does its drift.

#include "integrators/baselines/ode_baseline.hpp"
#include "integrators/core/option.hpp"

namespace rattleback {

/// With the terms of derived_equations.hpp, q' = q v in every form, unknowns y = (q, v, ...):
///   ode                    v' = f(q, v)
///   index1                 v' = a,  mu a + (D_q phi) v = 0             with M a = r + mu^T lambda
///   index1_acceleration    M v' = r + mu^T lambda,  mu v' + (D_q phi) v = 0
///   index2                 M v' = r + mu^T lambda,  phi = 0
///   stabilised             M (v' - a) = mu^T eta,  mu a + (D_q phi) v = 0,  phi = 0, a as above
///   integrated_multiplier  M v' = r + mu^T L',  phi = 0                lambda = L'
/// eta is zero on the exact motion, where both constraint rows say the same: the form of Gear,
/// Gupta & Leimkuhler 1985, one derivative lower because the constraints are on velocities.
enum class Form { ode, index1, index1_acceleration, index2, stabilised, integrated_multiplier };

/// Components in a solver's error test: those with a derivative, or all.
enum class ErrorTest { differential, all };

/// The option `form`, restricted to `allowed`.
template <class M>
Option<M> form_option(std::vector<Form> const& allowed) {
  constexpr char const* names[]{"ode",    "index1",     "index1_acceleration",
                                "index2", "stabilised", "integrated_multiplier"};
  std::vector<std::pair<std::string, Form>> choices;
  for (Form form : allowed) choices.emplace_back(names[static_cast<int>(form)], form);
  return choice_option<M, Form>("form", &M::form, "formulation of the equations", choices);
}

template <class M>
Option<M> error_test_option() {
  return choice_option<M, ErrorTest>(
      "error_test", &M::error_test, "components in the solver's error test",
      {{"differential", ErrorTest::differential}, {"all", ErrorTest::all}});
}

/// How many unknowns beside (q, v) each constraint brings.
constexpr int multipliers_per_constraint(Form form) {
  return form == Form::ode ? 0 : form == Form::stabilised ? 2 : 1;
}

/// F(y, y') of the form, one function of flat vectors. A singular mass matrix leaves numbers that
/// are not finite or meaningless; solvers refuse such steps.
template <NonholonomicSystem P>
void form_residual(P const& system, Form form, double const* y, double const* ydot, double* r) {
  constexpr int size = size_of<P>, n = dof_of<P>, m = P::constraints;
  if (form == Form::ode) {
    ode_right_hand_side(system, y, r);
    for (int i = 0; i < size + n; ++i) r[i] = ydot[i] - r[i];
    return;
  }
  count_call(system);
  bool const by_acceleration = form == Form::index1 || form == Form::stabilised;
  // The other forms need no more than d(dL/dv)/dt along (v, v'): one column of a second derivative.
  count(system, by_acceleration ? work_of_terms<P> : Work{.lagrangian = 2, .constraint = 1});
  if (by_acceleration && !StatesMass<P>) count(system, {.solves = 1});
  auto const z = point_of<P>(y);
  auto const terms = equation_terms(system, z);
  auto const qdot = P::Space::tangent(z.q, z.v);
  double const *lambda = y + size + n, *eta = lambda + m;
  if (form == Form::integrated_multiplier) lambda = ydot + size + n;
  Vec<double, n> vdot, force = terms.right_hand_side, extra;
  for (int i = 0; i < n; ++i) {
    vdot[i] = ydot[size + i];
    for (int k = 0; k < m; ++k) {
      force[i] += terms.mu(k, i) * lambda[k];
      if (form == Form::stabilised) extra[i] += terms.mu(k, i) * eta[k];
    }
  }
  auto const a = by_acceleration ? solve(terms.mass, force).x : vdot;
  Vec<double, n> const balance = form == Form::index1       ? vdot - a
                                 : form == Form::stabilised ? terms.mass * (vdot - a) - extra
                                                            : terms.mass * vdot - force;
  Vec<double, m> const differentiated = terms.mu * a + terms.phi_along_motion;

  for (int i = 0; i < size; ++i) r[i] = ydot[i] - qdot[i];
  for (int i = 0; i < n; ++i) r[size + i] = balance[i];
  bool const on_velocities = form == Form::index2 || form == Form::integrated_multiplier;
  for (int k = 0; k < m; ++k) {
    r[size + n + k] = on_velocities ? terms.phi[k] : differentiated[k];
    if (form == Form::stabilised) r[size + n + m + k] = terms.phi[k];
  }
}

/// The derived equations in the given form, with consistent values at z. Owns a copy of the system.
template <NonholonomicSystem P>
Dae formulated(P const& system, Point<P, double> const& z, Form form) {
  constexpr int size = size_of<P>, n = dof_of<P>, m = P::constraints;
  Dae dae;
  dae.y0 = flat(z);
  dae.ydot0.resize(size + n);
  ode_right_hand_side(system, dae.y0.data(), dae.ydot0.data());
  dae.differential.assign(size + n, true);
  auto const lambda = accelerations(system, z).multipliers;
  bool const integrated = form == Form::integrated_multiplier;
  for (int i = 0; i < m * multipliers_per_constraint(form); ++i) {
    double const exact = i < m ? lambda[i] : 0;
    dae.y0.push_back(integrated ? 0 : exact);
    dae.ydot0.push_back(integrated ? exact : 0);
    dae.differential.push_back(integrated);
  }
  dae.residual = [system, form](double const* y, double const* ydot, double* r) {
    form_residual(system, form, y, ydot, r);
  };
  return dae;
}

/// One output interval of a solver of `formulated` equations.
template <NonholonomicSystem P>
Step<P, double> advanced(P const& system, SessionMemory<double>& memory, Form form) {
  if (form == Form::ode) return advanced(system, memory);
  auto& session = *memory.session;
  if (!session.advance()) return {{}, {}, Outcome::solver_failed};
  Step<P, double> step{point_of<P>(session.y.data()), {}};
  auto const& holder = form == Form::integrated_multiplier ? session.ydot : session.y;
  for (int k = 0; k < P::constraints; ++k) step.multipliers[k] = holder[size_of<P> + dof_of<P> + k];
  return step;
}

}  // namespace rattleback
