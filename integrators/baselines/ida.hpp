#pragma once

#include "integrators/baselines/ode_baseline.hpp"
#include "integrators/core/option.hpp"

namespace rattleback {

/// SUNDIALS IDA (variable-order BDF) on the derived equations in one of several forms.
/// The step h is the output interval. With y = (q, v) and the terms of derived_equations.hpp:
///   ode                    q' = q v,  v' = f(q, v)                             y = (q, v)
///   index2                 q' = q v,  M v' = r + mu^T lambda,  phi = 0         y = (q, v, lambda)
///   integrated_multiplier  the same with lambda = L'                           y = (q, v, L)
struct Ida {
  enum class Form { ode, index2, integrated_multiplier };
  enum class ErrorTest { differential, all };
  Form form = Form::integrated_multiplier;
  ErrorTest error_test = ErrorTest::differential;
  double rtol = 1e-8, atol = 1e-8;

  static std::vector<Option<Ida>> options() {
    auto all = tolerance_options<Ida>();
    all.insert(all.begin(),
               {choice_option<Ida, Form>("form", &Ida::form, "formulation of the equations",
                                         {{"ode", Form::ode},
                                          {"index2", Form::index2},
                                          {"integrated_multiplier", Form::integrated_multiplier}}),
                choice_option<Ida, ErrorTest>(
                    "error_test", &Ida::error_test, "components in the solver's error test",
                    {{"differential", ErrorTest::differential}, {"all", ErrorTest::all}})});
    return all;
  }
  static MethodCard card() {
    return {.id = "ida",
            .name = "Variable-order BDF for differential-algebraic equations (SUNDIALS IDA)",
            .equations =
                "F(y, y') = 0 in the form ode, index2 (which stalls at tolerances below "
                "about 1e-8) or integrated_multiplier",
            .source = "SUNDIALS IDA",
            .applies_to = "every problem, in double precision",
            .starts = {{"plain", 0, 0}},
            .adaptive = true,
            .options = {}};
  }
  template <class P>
  static constexpr bool runs_on_lanes = false;

  template <NonholonomicSystem P>
  SessionMemory<double> memory(P const& system, Point<P, double> const& z, double h) const {
    return {ida_session(dae(system, z), h, rtol, atol, error_test == ErrorTest::all)};
  }

  template <NonholonomicSystem P>
  Step<P, double> step(P const& system, Point<P, double> const&, SessionMemory<double>& memory,
                       double) const {
    if (form == Form::ode) return advanced(system, memory);
    if (!memory.session->advance()) return {{}, {}, Outcome::solver_failed};
    auto const& s = *memory.session;
    Step<P, double> step{point_of<P>(s.y.data()), {}};
    auto const& multipliers = form == Form::index2 ? s.y : s.ydot;
    for (int k = 0; k < P::constraints; ++k)
      step.multipliers[k] = multipliers[size_of<P> + dof_of<P> + k];
    return step;
  }

 private:
  template <NonholonomicSystem P>
  Dae dae(P const& system, Point<P, double> const& z) const {
    constexpr int size = size_of<P>, n = dof_of<P>, m = P::constraints;
    Dae dae;
    dae.y0 = flat(z);
    dae.ydot0.resize(size + n);
    ode_right_hand_side(system, dae.y0.data(), dae.ydot0.data());
    dae.differential.assign(size + n, true);
    if (form == Form::ode) {
      dae.residual = [system](double const* y, double const* ydot, double* r) {
        ode_right_hand_side(system, y, r);
        for (int i = 0; i < size + n; ++i) r[i] = ydot[i] - r[i];
      };
      return dae;
    }
    bool const integrated = form == Form::integrated_multiplier;
    auto const lambda0 = accelerations(system, z).multipliers;
    for (int k = 0; k < m; ++k) {
      dae.y0.push_back(integrated ? 0.0 : lambda0[k]);
      dae.ydot0.push_back(integrated ? lambda0[k] : 0.0);
      dae.differential.push_back(integrated);
    }
    dae.residual = [system, integrated](double const* y, double const* ydot, double* r) {
      auto const z = point_of<P>(y);
      auto const terms = equation_terms(system, z);
      auto const qdot = P::Space::tangent(z.q, z.v);
      double const* lambda = (integrated ? ydot : y) + size + n;
      for (int i = 0; i < size; ++i) r[i] = ydot[i] - qdot[i];
      for (int i = 0; i < n; ++i) {
        r[size + i] = -terms.right_hand_side[i];
        for (int j = 0; j < n; ++j) r[size + i] += terms.mass(i, j) * ydot[size + j];
        for (int k = 0; k < m; ++k) r[size + i] -= terms.mu(k, i) * lambda[k];
      }
      for (int k = 0; k < m; ++k) r[size + n + k] = terms.phi[k];
    };
    return dae;
  }
};

}  // namespace rattleback
