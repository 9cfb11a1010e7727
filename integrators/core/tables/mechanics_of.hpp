#pragma once
// Fills the tables of mechanics.hpp from the class of a problem: what is compiled once per problem
// and number type.

#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/core/mechanics/mechanics.hpp"
#include "integrators/core/method/double_only.hpp"
#include "integrators/core/tables/natural_units.hpp"
#include "problems/core/energy.hpp"
#include "problems/core/in_chart.hpp"
#include "problems/core/random_point.hpp"

namespace rattleback {

template <class P>
P const& problem_at(void const* system) {
  return *static_cast<P const*>(system);
}
/// The problem at time t, which an autonomous problem ignores.
template <class P, class S>
decltype(auto) problem_at(void const* system, [[maybe_unused]] S const& t) {
  if constexpr (Driven<P>) {
    P moved = problem_at<P>(system);
    clock_of(moved) = t;
    return moved;
  } else {
    return problem_at<P>(system);
  }
}
template <int N, class S>
Vec<S, N> vector_at(S const* numbers) {
  Vec<S, N> v;
  for (int i = 0; i < N; ++i) v[i] = numbers[i];
  return v;
}
template <class S, int N>
void put(Vec<S, N> const& v, S* numbers) {
  for (int i = 0; i < N; ++i) numbers[i] = v[i];
}
template <class S, int N>
std::vector<S> flat(Vec<S, N> const& v) {
  return {v.c, v.c + N};
}
template <class S, int R, int C>
std::vector<S> flat(Mat<S, R, C> const& m) {
  std::vector<S> numbers;
  for (auto const& row : m.row) numbers.insert(numbers.end(), row.c, row.c + C);
  return numbers;
}

/// Moves v to the nearest one on the constraints in the metric of the kinetic energy:
/// v + M^-1 A^T lambda with phi = 0. It stays where it is when that is singular or not finite.
template <class P, class S>
void project_velocity(P const& system, Point<P, S>& z) {
  constexpr int n = dof_of<P>, m = P::constraints;
  if constexpr (ConstantMassSystem<P>) {
    auto const lambda = linear_multipliers(system, z.q, z.q, z.v, S(1));
    auto const change = mass_inverse(system, constraint_force(system, z.q, lambda));
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
template <CataloguedProblem P>
ProblemDescription description_of(P const& standard) {
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
  if constexpr (requires { P::group_coordinates; })
    d.group_coordinates.assign(P::group_coordinates.begin(), P::group_coordinates.end());
  d.affine = AffineConstraints<P>;
  d.driven = Driven<P>;
  if (d.driven && d.card.driven.empty()) d.card.driven = "driven";
  d.equations = how_equations_are_evaluated<P>();
  if constexpr (requires { standard.kinks(); }) d.kinks = standard.kinks();
  return d;
}

/// Number of values that observe() writes.
template <class P>
int observables_of(P const& system) {
  if constexpr (requires { system.stated_invariants(); })
    return 1 + system.stated_invariants();
  else if constexpr (StatesInvariants<P>)
    return 1 + static_cast<int>(
                   std::tuple_size_v<decltype(std::declval<P>().invariants(
                       Vec<typename P::Real, size_of<P>>{}, Vec<typename P::Real, dof_of<P>>{}))>);
  else
    return 1;
}

template <CataloguedProblem P>
Mechanics<typename P::Real> mechanics_of(P const& standard) {
  using S = typename P::Real;
  using System = void const*;
  using Space = typename P::Space;
  constexpr int size = size_of<P>, n = dof_of<P>, m = P::constraints;
  using Q = Vec<S, size>;
  using V = Vec<S, n>;
  Mechanics<S> f;
  f.size = size;
  f.dof = n;
  f.constraints = m;
  f.observables = observables_of(standard);
  f.work_of_terms = work_of_terms<P>;
  f.constant_mass = HasConstantMass<P>;

  f.cases = [standard] {
    std::vector<InitialCondition<S>> all;
    for (auto const& c : standard.cases())
      all.push_back({c.name, c.note, std::make_shared<P>(c.system), flat(c.q), flat(c.v),
                     c.is_method_state, c.stated});
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
      return std::make_shared<P>(problem_at<P>(system).reversed());
    };

  if constexpr (requires { P::is_text; }) {
    f.unit_of_time = [](System system) { return problem_at<P>(system).units.time; };
    f.in_natural_units = [](System system, Mechanics<double> const& in_double,
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
      moved->units = {units.time, units.energy, {}, {}, {}, true};
      std::copy_n(units.coordinate.begin(), size, moved->units.coordinate.begin());
      std::copy_n(units.velocity.begin(), n, moved->units.velocity.begin());
      std::copy_n(units.constraint.begin(), m, moved->units.constraint.begin());
      return moved;
    };
  }

  f.observe = [](System system, S t, S const* q, S const* v, S* observables, S* phi) {
    auto const& p = problem_at<P>(system, t);
    auto const at = vector_at<size>(q);
    auto const velocity = vector_at<n>(v);
    observables[0] = energy(p, at, velocity);
    if constexpr (StatesInvariants<P>) {
      auto const more = p.invariants(at, velocity);
      int const stated = observables_of(p);
      for (int i = 1; i < stated; ++i) observables[i] = more[i - 1];
    }
    put(constraint_of(p, at, velocity), phi);
  };
  f.kinetic_energy = [](System system, S t, S const* q, S const* v) -> S {
    auto const& p = problem_at<P>(system, t);
    auto const at = vector_at<size>(q);
    return energy(p, at, vector_at<n>(v)) + lagrangian_of(p, at, V{});
  };
  f.tangent = [](S const* q, S const* v, S* qdot) {
    put(Q(Space::tangent(vector_at<size>(q), vector_at<n>(v))), qdot);
  };
  f.motion = [](System system, S t, S const* q, S const* v, S* qdot, S* vdot, S* multipliers) {
    return right_hand_side(problem_at<P>(system, t), q, v, qdot, vdot, multipliers);
  };
  if constexpr (std::is_same_v<S, Quad>)
    f.independent_motion = [](System system, S t, S const* q, S const* v, S* vdot) {
      Point<P, S> const z{vector_at<size>(q), vector_at<n>(v)};
      auto const a = IndependentVelocities<P, S>::acceleration(problem_at<P>(system, t), z);
      put(a.x, vdot);
      return a.singular;
    };
  f.terms = [](System system, S t, S const* q, S const* v, MotionTerms<S>& to) {
    Point<P, S> const z{vector_at<size>(q), vector_at<n>(v)};
    auto const terms = equation_terms(problem_at<P>(system, t), z);
    to.p.assign(terms.p.c, terms.p.c + n);
    to.right_hand_side.assign(terms.right_hand_side.c, terms.right_hand_side.c + n);
    to.phi.assign(terms.phi.c, terms.phi.c + m);
    to.phi_along_motion.assign(terms.phi_along_motion.c, terms.phi_along_motion.c + m);
    to.mass.assign(terms.mass.row[0].c, terms.mass.row[0].c + n * n);
    to.mu.assign(terms.mu.row[0].c, terms.mu.row[0].c + m * n);
  };
  if constexpr (Driven<P>)
    f.external_power = [](System system, S t, S const* q, S const* v, S const* multipliers) {
      return external_power(problem_at<P>(system, t), vector_at<size>(q), vector_at<n>(v),
                            vector_at<m>(multipliers));
    };
  if constexpr (StatesForce<P>)
    f.applied_force = [](System system, S t, S const* q, S const* v, S* force) {
      put(applied_force(problem_at<P>(system, t), vector_at<size>(q), vector_at<n>(v)), force);
    };
  if constexpr (requires { standard.kinks(); })
    if (!standard.kinks().empty())
      f.kink_arguments = [](System system, S t, S const* q, S const* v, S* arguments) {
        problem_at<P>(system, t).kink_arguments(vector_at<size>(q), vector_at<n>(v), arguments);
      };
  f.metric = [](System system, S t, S const* q, S* G) {
    auto const metric = metric_at(problem_at<P>(system, t), vector_at<size>(q));
    for (int i = 0; i < n; ++i) put(metric.row[i], G + i * n);
  };
  if constexpr (StatesRegularConstraint<P>)
    f.regular_terms = [](System system, S t, S const* q, S const* v, S* mu, S* phi_along_motion) {
      auto const& p = problem_at<P>(system, t);
      auto const at = vector_at<size>(q);
      auto const velocity = vector_at<n>(v);
      auto const forms = regular_constraint_terms(p, at, velocity).mu;
      for (int k = 0; k < m; ++k) put(forms.row[k], mu + k * n);
      using D = Dual<S, 1>;
      auto const qdot = Space::tangent(at, velocity);
      Vec<D, size> moving;
      for (int i = 0; i < size; ++i) moving[i] = {at[i], Vec<S, 1>{qdot[i]}};
      auto const phi = p.regular_constraint(moving, cast<D>(velocity));
      for (int k = 0; k < m; ++k) phi_along_motion[k] = phi[k].slope[0];
    };
  if constexpr (HasGlobalChart<Space> && std::is_same_v<S, double>)
    f.stiffness = [](System system, S t, S const* q, S const* a, S const* b) {
      using D = Dual<Dual<S, 1>, 1>;
      Vec<D, size> at;
      for (int i = 0; i < size; ++i) {
        at[i].value = {q[i], Vec<S, 1>{a[i]}};
        at[i].slope[0] = {b[i], Vec<S, 1>{0}};
      }
      return -lagrangian_of(problem_at<P>(system, t), at, Vec<D, n>{}).slope[0].slope[0];
    };

  f.dependent_velocities = [](System system) {
    auto const& stated = problem_at<P>(system).dependent_velocities;
    return std::vector<int>(stated.begin(), stated.end());
  };
  if constexpr (requires { requires P::is_text; })
    f.set_dependent_velocities = [](void* system, std::vector<int> const& velocities) {
      std::copy_n(velocities.begin(), m, static_cast<P*>(system)->dependent_velocities.begin());
    };
  f.complete_velocity = [](System system, S t, S const* q, S* v) {
    auto velocity = vector_at<n>(v);
    bool const determined =
        complete_velocity(problem_at<P>(system, t), vector_at<size>(q), velocity);
    put(velocity, v);
    return determined;
  };
  f.project_velocity = [](System system, S t, S const* q, S* v) {
    Point<P, S> z{vector_at<size>(q), vector_at<n>(v)};
    project_velocity(problem_at<P>(system, t), z);
    put(z.v, v);
  };
  f.point_defect = [](S const* q, double tolerance, std::string& reason) {
    auto const at = vector_at<size>(q);
    double const defect = static_cast<double>(defect_of_point<Space>(at));
    if (defect <= tolerance) return defect;
    reason = "its matrix is not a rotation";
    if constexpr (requires { Space::what_is_wrong(at, tolerance); })
      reason = Space::what_is_wrong(at, tolerance);
    return defect;
  };

  if constexpr (StatesDomainError<P>)
    f.domain_error = [](System system, S const* q) {
      return problem_at<P>(system).domain_error(vector_at<size>(q));
    };
  if constexpr (StatesPassage<P>)
    f.passage = [](System system, S const* q0, S const* q1) {
      return problem_at<P>(system).passage(vector_at<size>(q0), vector_at<size>(q1));
    };
  if constexpr (StatesWarnings<P>)
    f.warnings = [](System system) { return problem_at<P>(system).warnings(); };
  if constexpr (StatesInvariantMeasure<P>)
    f.density = [](System system, S const* q, S const* v) -> S {
      return problem_at<P>(system).density(vector_at<size>(q), vector_at<n>(v));
    };
  if constexpr (HamiltonizableSystem<P>)
    f.time_at = [](System system, S const* q, S const* v, S tau) -> S {
      return problem_at<P>(system).time_at(vector_at<size>(q), vector_at<n>(v), tau);
    };
  if constexpr (ExactSolution<P>)
    f.exact = [](System system, S t, S const* q, S const* v, S* q1, S* v1) {
      auto const [at, velocity] =
          problem_at<P>(system).exact(vector_at<size>(q), vector_at<n>(v), t);
      put(at, q1);
      put(velocity, v1);
    };
  if constexpr (HasChart<P>) {
    f.to_chart = f.tangent;
    f.from_chart = [](S const* q, S const* qdot, S* v) {
      put(Space::from_chart(vector_at<size>(q), vector_at<n>(qdot)), v);
    };
  }
  if constexpr (LieGroup<Space>) {
    f.moved = [](S const* q, S const* xi, S* q1) {
      put(Q(Space::compose(vector_at<size>(q), Space::exp(vector_at<n>(xi)))), q1);
    };
    f.difference = [](S const* q0, S const* q1, S* xi) {
      put(Space::log(Space::compose(Space::inverse(vector_at<size>(q0)), vector_at<size>(q1))), xi);
    };
  }
  return f;
}

/// Spaces whose functions take lanes: rotations of R^n, n > 3, iterate over matrices number by
/// number.
template <class G>
inline constexpr bool has_lanes = true;
template <int n>
inline constexpr bool has_lanes<SO<n>> = false;
template <class A, class B>
inline constexpr bool has_lanes<Product<A, B>> = has_lanes<A>&& has_lanes<B>;
template <class G>
inline constexpr bool has_lanes<Opposite<G>> = has_lanes<G>;
/// Problems whose orbits run on lanes. The forces of driven systems make explicit methods implicit.
template <class P>
concept HasLanes = has_lanes<typename P::Space> && !Driven<P>;

template <class P>
concept StartFamily = requires(long i) {
  P::start_family(i, i);
};

template <CataloguedProblem P>
EnsembleFunctions ensemble_functions_of() {
  using System = void const*;
  using Space = typename P::Space;
  constexpr int size = size_of<P>, n = dof_of<P>;
  EnsembleFunctions f;
  if constexpr (HasLanes<P>) {
    f.energy = [](System system, Lanes const* q, Lanes const* v) {
      return energy(problem_at<P>(system), vector_at<size>(q), vector_at<n>(v));
    };
    if constexpr (HasChart<P>)
      f.from_chart = [](Lanes const* q, Lanes const* qdot, Lanes* v) {
        put(Space::from_chart(vector_at<size>(q), vector_at<n>(qdot)), v);
      };
  }
  f.draws = RandomPoint<Space>::draws;
  f.draw = [](double const* start, NormalSequence& normal, double* q) {
    put(RandomPoint<Space>::draw(vector_at<size>(start), normal), q);
  };
  f.measure_of_positions = [](std::vector<std::string> const& names) {
    return RandomPoint<Space>::measure(names);
  };
  if constexpr (SampledStarts<P>)
    f.scaled_start = [](System system, std::uint64_t seed, std::uint64_t orbit, double energy,
                        double* q, double* v) {
      auto const [at, velocity] = sampled_start(problem_at<P>(system), seed, orbit, energy);
      put(at, q);
      put(velocity, v);
    };
  if constexpr (StartFamily<P>)
    f.family_start = [](long i, long count, double* q, double* v) {
      auto const [at, velocity] = P::start_family(i, count);
      put(at, q);
      put(velocity, v);
    };
  return f;
}

/// @param identity  see ProblemDescription; empty: that of P
template <template <class> class P>
SharedProblem problem_functions(P<double> const& standard = {}, P<Quad> const& in_quad = {},
                                std::string const& identity = {}) {
  auto made = std::make_shared<ProblemFunctions>();
  made->description = description_of(standard);
  made->in_double = mechanics_of(standard);
  if constexpr (!double_only) {
    made->in_quad = mechanics_of(in_quad);
    made->ensembles = ensemble_functions_of<P<double>>();
  }
  if (!identity.empty()) made->description.identity = identity;
  return made;
}

}  // namespace rattleback
