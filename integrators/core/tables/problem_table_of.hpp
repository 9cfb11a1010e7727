#pragma once
// Fills the tables of mechanics.hpp from the class of a problem: what is compiled once per problem
// and number type.

#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/core/tables/ensemble_functions_of.hpp"
#include "problems/core/energy.hpp"
#include "problems/core/in_chart.hpp"

namespace rattleback {

/// Moves v to the nearest one on the constraints in the metric of the kinetic energy:
/// v + M^-1 A^T lambda with phi = 0. It stays where it is when that is singular or not finite.
template <class P, class S>
void project_velocity(P const& system, Point<P, S>& z) {
  static constexpr auto n = dof_of<P>, m = P::constraints;
  if constexpr (ConstantMassSystem<P>) {
    auto const impulses = linear_impulses(system, system, z.q, z.q, z.v);
    auto const change = mass_inverse(system, constraint_force(system, z.q, impulses));
    if (all_finite(change)) z.v = z.v + change;
  } else {
    auto const terms = equation_terms(system, z);
    Mat<S, n + m, n + m> saddle;
    Vec<S, n + m> b;
    for (int k = 0; k < m; ++k) {
      for (int i = 0; i < n; ++i) {
        saddle(i, n + k) = terms.mu(k, i);
        saddle(n + k, i) = terms.mu(k, i);
      }
      b[n + k] = -terms.phi[k];
    }
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) saddle(i, j) = terms.mass(i, j);
    auto const solved = solve(saddle, b);
    if (!solved.singular) z.v = z.v + head<n>(solved.x);
  }
}

/// Text and structure of P, of which `standard` has the standard parameters.
template <NonholonomicSystem P>
ProblemDescription description_of(P const& standard) {
  work_on(standard);
  ProblemDescription d;
  d.card = standard.card();
  if constexpr (requires { GeneratedEquations<P>::motion_texts; }) {
    using Texts = GeneratedEquations<P>;
    auto const fill = [](std::vector<std::string>& texts, auto const& derived) {
      if (texts.empty()) texts.assign(derived.begin(), derived.end());
    };
    if (d.card.lagrangian.empty()) d.card.lagrangian = Texts::lagrangian_text;
    fill(d.card.constraints, Texts::constraint_texts);
    fill(d.card.equations_of_motion, Texts::motion_texts);
    fill(d.card.mass_matrix, Texts::mass_matrix_texts);
    fill(d.card.constraint_matrix, Texts::constraint_matrix_texts);
    if constexpr (requires { Texts::force_texts; }) fill(d.card.forces, Texts::force_texts);
    if constexpr (requires { Texts::driven_text; }) d.card.driven = Texts::driven_text;
  }
  d.space = P::Space::name();
  if constexpr (requires { standard.content(); })
    d.identity = standard.content();
  else
    d.identity = d.card.id;
  for (auto const& p : standard.parameters())
    d.parameters.push_back(
        {p.name, p.meaning, static_cast<double>(standard.*(p.member)), p.lower, p.lower_allowed});
  if constexpr (ChaplyginSystem<P>)
    for (int k = 0; k < P::constraints; ++k)
      d.group_coordinates.push_back(length(size_of<P>) - length(P::constraints) + k);
  d.affine = has_affine_constraints<P>;
  d.driven = Driven<P>;
  if (d.driven && d.card.driven.empty()) d.card.driven = "driven";
  d.equations = how_equations_are_evaluated<P>();
  if constexpr (requires { standard.kinks(); }) d.kinks = standard.kinks();
  if constexpr (requires { standard.events(); }) d.events = standard.events();
  return d;
}

/// Number of values that observe() writes.
template <class P>
int observables_of(P const& system) {
  if constexpr (requires { system.stated_invariants(); }) return 1 + system.stated_invariants();
  using T = typename P::Real;
  using Invariants = decltype(invariants_of(system, Vec<T, size_of<P>>{}, Vec<T, dof_of<P>>{}));
  return 1 + static_cast<int>(std::tuple_size_v<Invariants>);
}

/// Returns the initial condition of a case, without a system.
template <class P>
InitialCondition<typename P::Real> initial_condition(Case<P> const& c) {
  return {c.name, c.note, nullptr, flat(c.q), flat(c.v), c.is_method_state, c.stated};
}

/// Adds what P states besides its equations, each where it does:
///   domain_error(q)     why it is not defined for its parameters or at q, or an empty text
///   passage(q0, q1)     which point where it is not defined a motion passed between two nodes
///   warnings()          what is unusual about its parameters
///   density(q, v)       of an invariant measure, with respect to the Haar measure of the space
///                       times the product of the independent velocities
///   exact(q, v, t)      closed form of its flow, a point (q, v)
/// @tparam Own  the class that systems are made as
template <class P, class Own>
void add_statements(ProblemTable<typename P::Real>& f) {
  using S = typename P::Real;
  using System = void const*;
  [[maybe_unused]] static constexpr auto size = size_of<P>, n = dof_of<P>;
  if constexpr (requires(P p, Vec<S, size> q) { p.domain_error(q); })
    f.domain_error = [](System system, S const* q) {
      auto const& p = stated_at<P, Own>(system);
      return p.domain_error(vector_at<size>(q));
    };
  if constexpr (requires(P p, Vec<S, size> q) { p.passage(q, q); })
    f.passage = [](System system, S const* q0, S const* q1) {
      auto const& p = stated_at<P, Own>(system);
      return p.passage(vector_at<size>(q0), vector_at<size>(q1));
    };
  if constexpr (requires(P p) { p.warnings(); })
    f.warnings = [](System system) { return stated_at<P, Own>(system).warnings(); };
  if constexpr (requires(P p, Vec<S, size> q, Vec<S, n> v) { p.density(q, v); })
    f.density = [](System system, S const* q, S const* v) -> S {
      auto const& p = stated_at<P, Own>(system);
      return p.density(vector_at<size>(q), vector_at<n>(v));
    };
  if constexpr (HamiltonizableSystem<P>)
    f.time_at = [](System system, S const* q, S const* v, S tau) -> S {
      auto const& p = stated_at<P, Own>(system);
      return p.time_at(vector_at<size>(q), vector_at<n>(v), tau);
    };
  if constexpr (requires(P p, Vec<S, size> q, Vec<S, n> v) { p.exact(q, v, S(1)); })
    f.exact = [](System system, S t, S const* q, S const* v, S* q1, S* v1) {
      auto const& p = stated_at<P, Own>(system);
      auto const [at, velocity] = p.exact(vector_at<size>(q), vector_at<n>(v), t);
      put(at, q1);
      put(velocity, v1);
    };
}

template <NonholonomicSystem P>
ProblemTable<typename P::Real> problem_table_of(P const& standard) {
  using S = typename P::Real;
  using System = void const*;
  using Space = typename P::Space;
  static constexpr auto size = size_of<P>, n = dof_of<P>, m = P::constraints;
  using Q = Vec<S, size>;
  using V = Vec<S, n>;
  work_on(standard);
  ProblemTable<S> f;
  f.size = length(size);
  f.dof = length(n);
  f.constraints = length(m);
  f.observables = observables_of(standard);
  f.work_of_terms = work_of_terms<P>();
  f.constant_mass = HasConstantMass<P>;

  f.cases = [standard] {
    work_on(standard);
    std::vector<InitialCondition<S>> all;
    for (auto const& c : standard.cases()) {
      all.push_back(initial_condition(c));
      all.back().system = std::make_shared<P>(c.system);
    }
    return all;
  };
  f.set_parameter = [](void* system, int k, S value) {
    auto& p = *static_cast<P*>(system);
    p.*(p.parameters()[k].member) = value;
  };
  f.parameter = [](System system, int k) {
    auto const& p = problem_at<P>(system);
    return p.*(p.parameters()[k].member);
  };
  if constexpr (requires(P const& p) { p.reversed(); })
    f.reversed = [](System system) -> std::shared_ptr<void> {
      auto const& p = problem_at<P>(system);
      return std::make_shared<P>(p.reversed());
    };

  if constexpr (requires { P::is_text; }) {
    f.unit_of_time = [](System system) { return problem_at<P>(system).units.time; };
    if constexpr (!double_only)
      f.series = [](System system) {
        auto const& p = problem_at<P>(system);
        auto of_series = text::series_system(p);
        if (p.units.are_used) {
          of_series.time = p.units.time;
          of_series.coordinate.assign(p.units.coordinate.begin(), p.units.coordinate.end());
          of_series.velocity.assign(p.units.velocity.begin(), p.units.velocity.end());
        }
        return text::series_of(*p.source, of_series);
      };
    f.in_natural_units = [](System system, ProblemTable<double> const& in_double,
                            NaturalUnits& units) -> std::shared_ptr<void> {
      auto const& p = problem_at<P>(system);
      auto const plain = std::make_shared<decltype(p.template in_number_type<double>())>(
          p.template in_number_type<double>());
      auto const start = plain->cases()[p.case_number];
      InitialCondition<double> at{start.name, start.note, plain, flat(start.q), flat(start.v)};
      in_double.complete_velocity(plain.get(), 0, at.q.data(), at.v.data());
      units = natural_units(in_double, p.file().space, at, plain->stated_time_scale());
      if (!units.are_used) return nullptr;
      auto moved = std::make_shared<P>(p);
      auto& to = moved->units;
      to.time = units.time;
      to.energy = units.energy;
      to.are_used = true;
      to.set(units.coordinate, to.coordinate);
      to.set(units.velocity, to.velocity);
      to.set(units.constraint, to.constraint);
      return moved;
    };
  }

  f.observe = [](System system, S t, S const* q, S const* v, S* observables, S* phi) {
    auto const& p = problem_at<P>(system, t);
    auto const at = vector_at<size>(q);
    auto const velocity = vector_at<n>(v);
    observables[0] = energy(p, at, velocity);
    auto const more = invariants_of(p, at, velocity);
    int const stated = observables_of(p);
    for (int i = 1; i < stated; ++i) observables[i] = more[i - 1];
    put(constraint_of(p, at, velocity), phi);
  };
  if constexpr (requires { standard.position_count(); }) {
    f.position_constraints = standard.position_count();
    if (f.position_constraints > 0)
      f.position = [](System system, S t, S const* q, S* g) {
        problem_at<P>(system, t).position_constraints(vector_at<size>(q), g);
      };
  }
  f.kinetic_energy = [](System system, S t, S const* q, S const* v) -> S {
    auto const& p = problem_at<P>(system, t);
    auto const at = vector_at<size>(q);
    return energy(p, at, vector_at<n>(v)) + lagrangian_of(p, at, V{});
  };
  f.tangent = [](System system, S const* q, S const* v, S* qdot) {
    problem_at<P>(system);
    put(Q(Space::tangent(vector_at<size>(q), vector_at<n>(v))), qdot);
  };
  f.motion = [](System system, S t, S const* q, S const* v, S* qdot, S* vdot, S* multipliers) {
    auto const& p = problem_at<P>(system, t);
    return right_hand_side(p, q, v, qdot, vdot, multipliers);
  };
  if constexpr (std::is_same_v<S, Quad>)
    f.independent_motion = [](System system, S t, S const* q, S const* v, S* vdot) {
      auto const& p = problem_at<P>(system, t);
      Point<P, S> const z{vector_at<size>(q), vector_at<n>(v)};
      auto const a = IndependentVelocities<P, S>::acceleration(p, z);
      put(a.x, vdot);
      return a.singular;
    };
  f.terms = [](System system, S t, S const* q, S const* v, MotionTerms<S>& to) {
    auto const& p = problem_at<P>(system, t);
    Point<P, S> const z{vector_at<size>(q), vector_at<n>(v)};
    auto const terms = equation_terms(p, z);
    assign(to.p, terms.p);
    assign(to.mass, terms.mass);
    assign(to.right_hand_side, terms.right_hand_side);
    assign(to.mu, terms.mu);
    assign(to.phi, terms.phi);
    assign(to.phi_along_motion, terms.phi_along_motion);
  };
  if constexpr (Driven<P>)
    f.external_power = [](System system, S t, S const* q, S const* v, S const* multipliers) {
      auto const& p = problem_at<P>(system, t);
      return external_power(p, vector_at<size>(q), vector_at<n>(v), vector_at<m>(multipliers));
    };
  if constexpr (StatesForce<P>)
    f.applied_force = [](System system, S t, S const* q, S const* v, S* force) {
      auto const& p = problem_at<P>(system, t);
      put(applied_force(p, vector_at<size>(q), vector_at<n>(v)), force);
    };
  if constexpr (requires { standard.kinks(); })
    if (!standard.kinks().empty())
      f.kink_arguments = [](System system, S t, S const* q, S const* v, S* arguments) {
        auto const& p = problem_at<P>(system, t);
        p.kink_arguments(vector_at<size>(q), vector_at<n>(v), arguments);
      };
  f.metric = [](System system, S t, S const* q, S* G) {
    auto const& p = problem_at<P>(system, t);
    auto const metric = metric_at(p, vector_at<size>(q));
    for (int i = 0; i < n; ++i) put(metric.row[i], G + i * length(n));
  };
  if constexpr (StatesRegularConstraint<P>)
    f.regular_terms = [](System system, S t, S const* q, S const* v, S* mu, S* phi_along_motion) {
      auto const& p = problem_at<P>(system, t);
      auto const at = vector_at<size>(q);
      auto const velocity = vector_at<n>(v);
      auto const forms = regular_constraint_terms(p, at, velocity).mu;
      for (int k = 0; k < m; ++k) put(forms.row[k], mu + k * length(n));
      using D = Dual<S, 1>;
      auto const qdot = Space::tangent(at, velocity);
      Vec<D, size> moving;
      for (int i = 0; i < size; ++i) moving[i] = {at[i], Vec<S, 1>{qdot[i]}};
      auto const phi = p.regular_constraint(moving, cast<D>(velocity));
      for (int k = 0; k < m; ++k) phi_along_motion[k] = phi[k].slope[0];
    };
  if constexpr (HasGlobalChart<Space> && std::is_same_v<S, double>)
    f.stiffness = [](System system, S t, S const* q, S const* a, S const* b) {
      auto const& p = problem_at<P>(system, t);
      using D = Dual<Dual<S, 1>, 1>;
      Vec<D, size> at;
      for (int i = 0; i < size; ++i) {
        at[i].value = {q[i], Vec<S, 1>{a[i]}};
        at[i].slope[0] = {b[i], Vec<S, 1>{0}};
      }
      return -lagrangian_of(p, at, Vec<D, n>{}).slope[0].slope[0];
    };

  f.dependent_velocities = [](System system) {
    auto const& p = problem_at<P>(system);
    auto const& stated = p.dependent_velocities;
    return std::vector<int>(stated.begin(), stated.begin() + length(m));
  };
  if constexpr (requires { requires P::is_text; })
    f.set_dependent_velocities = [](void* system, std::vector<int> const& velocities) {
      static_cast<P*>(system)->set_dependent_velocities(velocities);
    };
  f.complete_velocity = [](System system, S t, S const* q, S* v) {
    auto const& p = problem_at<P>(system, t);
    auto velocity = vector_at<n>(v);
    bool const determined = complete_velocity(p, vector_at<size>(q), velocity);
    put(velocity, v);
    return determined;
  };
  f.project_velocity = [](System system, S t, S const* q, S* v) {
    auto const& p = problem_at<P>(system, t);
    Point<P, S> z{vector_at<size>(q), vector_at<n>(v)};
    project_velocity(p, z);
    put(z.v, v);
  };
  f.point_defect = [](System system, S const* q, double tolerance, std::string& reason) {
    problem_at<P>(system);
    auto const at = vector_at<size>(q);
    double const defect = static_cast<double>(defect_of_point<Space>(at));
    if (defect <= tolerance) return defect;
    reason = "its matrix is not a rotation";
    if constexpr (requires { Space::what_is_wrong(at, tolerance); })
      reason = Space::what_is_wrong(at, tolerance);
    return defect;
  };

  add_statements<P, P>(f);
  if constexpr (HasChart<P>) {
    f.to_chart = f.tangent;
    f.from_chart = [](System system, S const* q, S const* qdot, S* v) {
      problem_at<P>(system);
      put(Space::from_chart(vector_at<size>(q), vector_at<n>(qdot)), v);
    };
  }
  if constexpr (LieGroup<Space>) {
    f.moved = [](System system, S const* q, S const* xi, S* q1) {
      problem_at<P>(system);
      put(Q(Space::compose(vector_at<size>(q), Space::exp(vector_at<n>(xi)))), q1);
    };
    f.difference = [](System system, S const* q0, S const* q1, S* xi) {
      problem_at<P>(system);
      put(Space::log(Space::compose(Space::inverse(vector_at<size>(q0)), vector_at<size>(q1))), xi);
    };
  }
  return f;
}

/// @param in_quad   makes the functions in quad precision
/// @param identity  see ProblemDescription; empty: that of P
/// @param series    makes the power series of the motion if P does not; null: there are none
template <class P>
SharedProblem problem_functions(P const& standard, std::function<ProblemTable<Quad>()> in_quad,
                                std::string const& identity,
                                decltype(ProblemTable<double>::series) series) {
  auto made = std::make_shared<ProblemFunctions>();
  made->description = description_of(standard);
  made->in_double = problem_table_of(standard);
  made->in_quad.make = std::move(in_quad);
  if (series) made->in_double.series = series;
  if constexpr (!double_only)
    made->ensembles = ensemble_functions_of<P>(made->description.card.coordinates);
  if (!identity.empty()) made->description.identity = identity;
  return made;
}

}  // namespace rattleback
