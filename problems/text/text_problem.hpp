#pragma once
// A problem from a text file, as a type: a space with m constraints, whose formulas are tapes.

#include <array>
#include <concepts>
#include <string>
#include <vector>

#include "problems/core/numbers/linear_solve.hpp"
#include "problems/core/problem.hpp"
#include "problems/text/run_tapes.hpp"

namespace rattleback {

namespace text {

/// Structure of a problem that is known when a method is compiled.
enum class Structure {
  general,                ///< any Lagrangian that is quadratic in v, affine constraints
  constant_mass,          ///< L = v^T M v / 2 - V(q) on R^n, affine constraints
  linear_constraints,     ///< and linear constraints
  chaplygin,              ///< the last m coordinates are group variables, linear constraints
  invariant_kinetic,      ///< L = v^T M v / 2 on a group, affine constraints
  invariant_constraints,  ///< and constraints that are constant in the body
  driven,                 ///< general, with a force and functions of time
  driven_constant_mass    ///< L = v^T M v / 2 - V(q, t) on R^n with constant M, with a force
};

template <Structure structure>
inline constexpr bool is_driven =
    structure == Structure::driven || structure == Structure::driven_constant_mass;

/// The time of a driven problem.
template <class Real, bool driven>
struct Clock {};
template <class Real>
struct Clock<Real, true> {
  Real time{};
};

template <Structure structure>
inline constexpr bool has_constant_mass = structure != Structure::general&& structure !=
                                          Structure::chaplygin&& structure != Structure::driven;

/// Names the last m coordinates, which reduced methods reconstruct.
template <class G, int m, bool are_group_variables>
struct GroupCoordinates {};
template <class G, int m>
struct GroupCoordinates<G, m, true> {
  static constexpr std::array<int, m> group_coordinates = [] {
    std::array<int, m> last{};
    for (int k = 0; k < m; ++k) last[k] = G::size - m + k;
    return last;
  }();
};

/// Velocities `slots` of v such that the constraints hold; false when they do not determine them.
template <class P, class S, std::size_t m>
bool complete(P const& system, Vec<S, size_of<P>> const& q, Vec<S, dof_of<P>>& v,
              std::array<int, m> const& slots) {
  using D = Dual<S, static_cast<int>(m)>;
  Vec<D, dof_of<P>> w = cast<D>(v);
  for (std::size_t j = 0; j < m; ++j) w[slots[j]] = {S(0), unit<S, static_cast<int>(m)>(j)};
  auto const phi = constraint_of(system, cast<D>(q), w);
  Mat<S, m, m> coefficients;
  Vec<S, m> rest;
  for (std::size_t i = 0; i < m; ++i) {
    coefficients.row[i] = phi[i].slope;
    rest[i] = -phi[i].value;
  }
  auto const solved = solve(coefficients, rest);
  if (solved.singular) return false;
  for (std::size_t j = 0; j < m; ++j) v[slots[j]] = solved.x[j] + S(0);  // no -0
  return true;
}

}  // namespace text

/// A problem from a text file, which must outlive it. `Functions` evaluates its formulas and
/// equations: tapes, or the code that was written from them.
template <class Scalar, class G, int m, text::Structure structure,
          template <class> class Functions = text::RunTapes>
struct TextProblem : text::Parameters<Scalar>,
                     text::Clock<Scalar, text::is_driven<structure>>,
                     text::GroupCoordinates<G, m, structure == text::Structure::chaplygin> {
  using Evaluated = Functions<TextProblem>;
  using Real = Scalar;
  using Space = G;
  static constexpr int size = G::size, dof = G::dof;
  static constexpr int constraints = m;
  static constexpr bool is_text = true;
  static constexpr bool is_driven = text::is_driven<structure>;
  static constexpr bool left_invariant_constraints =
      structure == text::Structure::invariant_constraints;
  static constexpr bool left_invariant_kinetic =
      left_invariant_constraints || structure == text::Structure::invariant_kinetic;
  static constexpr bool affine_constraints = structure != text::Structure::linear_constraints &&
                                             structure != text::Structure::chaplygin &&
                                             !left_invariant_constraints;
  static constexpr bool linear_terms_in_velocity =
      structure == text::Structure::general || structure == text::Structure::driven;

  text::Loaded<G, m> const* source = nullptr;
  std::array<int, m> dependent_velocities{};
  using text::Parameters<Scalar>::slots;

  TextProblem() = default;
  /// With the file's parameters.
  explicit TextProblem(text::Loaded<G, m> const& loaded)
      : source(&loaded), dependent_velocities(loaded.dependent_velocities) {
    if constexpr (std::same_as<Real, double> || std::same_as<Real, Quad>)
      for (std::size_t k = 0; k < file().parameters.size(); ++k)
        this->*slots[k] = number(file().parameters[k].second);
  }
  /// Copies a problem to another known structure or another number type.
  template <class Other, text::Structure other>
  explicit TextProblem(TextProblem<Other, G, m, other, Functions> const& same)
      : source(same.source), dependent_velocities(same.dependent_velocities) {
    for (std::size_t k = 0; k < slots.size(); ++k)
      this->*slots[k] = static_cast<Real>(same.parameter(static_cast<int>(k)));
    if constexpr (is_driven) this->time = static_cast<Real>(same.time);
  }
  template <class Other>
  auto in_number_type() const {
    return TextProblem<Other, G, m, structure, Functions>(*this);
  }

  text::ProblemFile const& file() const { return source->file; }
  Real number(text::Number const& number) const {
    return graph::evaluate<Real>(file().graph, std::array{number.node}, {})[0];
  }

  std::vector<Parameter<TextProblem>> parameters() const {
    std::vector<Parameter<TextProblem>> all;
    for (auto const& [name, value] : file().parameters)
      all.push_back({name.c_str(), slots[all.size()], "parameter of the file"});
    return all;
  }
  std::string content() const { return file().content; }
  int stated_invariants() const { return static_cast<int>(file().invariant_names.size()); }

  ProblemCard card() const {
    std::vector<std::string> vanishing;
    for (auto const& constraint : file().constraints) vanishing.push_back(constraint + " = 0");
    return {.id = file().path,
            .name = file().name,
            .lagrangian = file().lagrangian,
            .constraints = vanishing,
            .coordinates = file().coordinates,
            .velocities = file().velocities,
            .invariants = file().invariant_names,
            .reversing_symmetry = "",
            .exact_solution = "",
            .source = "the file " + file().path};
  }

  std::vector<Case<TextProblem>> cases() const {
    std::vector<Case<TextProblem>> all;
    for (auto const& start : file().cases) {
      Case<TextProblem> c{start.name, start.note, TextProblem(*source), {}, {}};
      for (auto const& [name, value] : start.parameters)
        for (std::size_t k = 0; k < file().parameters.size(); ++k)
          if (file().parameters[k].first == name) c.system.*slots[k] = number(value);
      std::array<int, m> left_out = source->dependent_velocities;
      int count = 0;
      for (int i = 0; i < size; ++i) c.q[i] = number(start.q[i]);
      for (int i = 0; i < dof; ++i) {
        if (start.v[i])
          c.v[i] = number(*start.v[i]);
        else
          left_out[count++] = i;
      }
      // If the constraints do not determine these velocities, the case is rejected when it is used.
      text::complete(c.system, c.q, c.v, left_out);
      all.push_back(c);
    }
    return all;
  }

  template <class T>
  T lagrangian(Vec<T, size> const& q, Vec<T, dof> const& v) const requires(!is_driven) {
    T value;
    Evaluated::lagrangian(*this, q.c, v.c, &value);
    return value;
  }
  template <class T>
  Vec<T, m> constraint(Vec<T, size> const& q, Vec<T, dof> const& v) const requires(!is_driven) {
    Vec<T, m> phi;
    Evaluated::constraint(*this, q.c, v.c, phi.c);
    return phi;
  }
  template <class T>
  T lagrangian(Vec<T, size> const& q, Vec<T, dof> const& v, T const& t) const requires(is_driven) {
    T value;
    Evaluated::lagrangian(*this, q.c, v.c, &t, &value);
    return value;
  }
  template <class T>
  Vec<T, m> constraint(Vec<T, size> const& q, Vec<T, dof> const& v, T const& t) const
      requires(is_driven) {
    Vec<T, m> phi;
    Evaluated::constraint(*this, q.c, v.c, &t, phi.c);
    return phi;
  }
  template <class T>
  Vec<T, dof> force(Vec<T, size> const& q, Vec<T, dof> const& v, T const& t) const
      requires(is_driven) {
    Vec<T, dof> f;
    Evaluated::stated_force(*this, q.c, v.c, &t, f.c);
    return f;
  }
  bool force_without_velocity() const requires(is_driven) { return !source->force_on_velocity; }
  /// Returns the invariants of the file; the remaining entries are zero.
  template <class T>
  Vec<T, static_cast<int>(text::most_invariants)> invariants(Vec<T, size> const& q,
                                                             Vec<T, dof> const& v) const {
    Vec<T, static_cast<int>(text::most_invariants)> values{};
    Evaluated::invariants(*this, q.c, v.c, values.c);
    return values;
  }
  /// Names of the kinks of the formulas.
  std::vector<std::string> kinks() const {
    std::vector<std::string> names;
    for (auto const& kink : file().kinks) names.push_back(kink.words);
    return names;
  }
  /// Computes their arguments. A power whose exponent is whole is smooth: its argument counts as 1.
  void kink_arguments(Vec<Real, size> const& q, Vec<Real, dof> const& v, Real* arguments) const {
    std::vector<Real> exponents(file().kinks.size());
    Real const time = text::RunTapes<TextProblem>::time_of(*this);
    source->tapes.kinks.run(*this, {q.c, v.c, &time}, {arguments, exponents.data()});
    auto exponent = exponents.begin();
    for (std::size_t k = 0; k < exponents.size(); ++k)
      if (file().kinks[k].exponent >= 0)
        if (double const b = static_cast<double>(*exponent++); b == std::floor(b)) arguments[k] = 1;
  }
  Mat<Real, dof, dof> mass_matrix() const requires(text::has_constant_mass<structure>) {
    Mat<Real, dof, dof> mass;
    Vec<Real, size> const origin{};
    Evaluated::metric(*this, origin.c, mass.row[0].c);
    return mass;
  }
};

/// The recorded equations.
template <class Scalar, class G, int m, text::Structure structure, template <class> class Functions>
struct GeneratedEquations<TextProblem<Scalar, G, m, structure, Functions>> {
  using System = TextProblem<Scalar, G, m, structure, Functions>;
  using Evaluated = Functions<System>;

  template <class T>
  static void momentum(System const& system, T const* q, T const* v, T* p) {
    Evaluated::momentum(system, q, v, p);
  }
  template <class T>
  static void metric(System const& system, T const* q, T* mass) {
    Evaluated::metric(system, q, mass);
  }
  template <class T>
  static void configuration_force(System const& system, T const* q, T const* v, T* f) {
    Evaluated::configuration_force(system, q, v, f);
  }
  template <class T>
  static void force(System const& system, T const* q, T* f) requires is_euclidean<G> {
    Evaluated::force(system, q, f);
  }
  template <class T>
  static void applied_force(System const& system, T const* q, T const* v,
                            T* f) requires System::is_driven {
    Evaluated::applied_force(system, q, v, f);
  }
  template <class T>
  static void constraint_force(System const& system, T const* q, T const* multipliers, T* f) {
    Evaluated::constraint_force(system, q, multipliers, f);
  }
  template <class T>
  static void constraint_terms(System const& system, T const* q, T const* v, T* mu, T* phi) {
    Evaluated::constraint_terms(system, q, v, mu, phi);
  }
  template <class T>
  static void mass_inverse(System const& system, T const* p,
                           T* v) requires(text::has_constant_mass<structure>) {
    Evaluated::mass_inverse(system, p, v);
  }
  template <class T>
  static void terms(System const& system, T const* q, T const* v, T* p, T* mass, T* right_hand_side,
                    T* mu, T* phi, T* phi_along_motion) {
    Evaluated::terms(system, q, v, p, mass, right_hand_side, mu, phi, phi_along_motion);
  }

  /// One a pivot of M, and one for a single constraint.
  static constexpr int motion_conditions = G::dof + (m == 1 ? 1 : 0);
  template <class T>
  static void motion(System const& system, T const* q, T const* v, T* qdot, T* vdot, T* multipliers,
                     T* conditions) requires(m == 1) {
    if (Evaluated::has_motion(system))
      Evaluated::motion(system, q, v, qdot, vdot, multipliers, conditions);
    else
      refuse(q, v, qdot, conditions);
  }
  template <class T>
  static void motion(System const& system, T const* q, T const* v, T* qdot, T* free, T* mu,
                     T* raised, T* phi_along_motion, T* conditions) requires(m > 1) {
    if (Evaluated::has_motion(system))
      Evaluated::motion(system, q, v, qdot, free, mu, raised, phi_along_motion, conditions);
    else
      refuse(q, v, qdot, conditions);
  }

 private:
  /// Leaves the accelerations to the pivoted system.
  template <class T>
  static void refuse(T const* q, T const* v, T* qdot, T* conditions) {
    Vec<T, G::size> at;
    Vec<T, G::dof> velocity;
    for (int i = 0; i < G::size; ++i) at[i] = q[i];
    for (int i = 0; i < G::dof; ++i) velocity[i] = v[i];
    auto const along = G::tangent(at, velocity);
    for (int i = 0; i < G::size; ++i) qdot[i] = along[i];
    for (int i = 0; i < motion_conditions; ++i) conditions[i] = T(-1);
  }
};

}  // namespace rattleback
