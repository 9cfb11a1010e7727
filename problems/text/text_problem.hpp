#pragma once
// A problem from a text file, as a type: a space with m constraints, whose formulas are tapes.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <concepts>
#include <string>
#include <vector>

#include "problems/core/energy.hpp"
#include "problems/core/problem.hpp"
#include "problems/text/run_tapes.hpp"
#include "problems/text/stated_start.hpp"
#include "problems/text/units.hpp"

namespace rattleback {

namespace text {

/// Structure of a problem that is known when a method is compiled.
enum class Structure {
  general,                     ///< any Lagrangian that is quadratic in v, affine constraints
  constant_mass,               ///< L = v^T M v / 2 - V(q) on R^n, affine constraints
  linear_constraints,          ///< and linear constraints
  chaplygin,                   ///< the last m coordinates are group variables, linear constraints
  invariant_kinetic,           ///< L = v^T M v / 2 on a group, affine constraints
  invariant_constraints,       ///< and constraints that are constant in the body
  driven,                      ///< general, with a force and functions of time
  driven_constant_mass,        ///< L = v^T M v / 2 - V(q, t) on R^n with constant M, with a force
  one_constraint_on_rotations  ///< invariant_constraints with m = 1 on SO(3)
};

/// Set of structures, which a problem has.
class Structures {
 public:
  /// Adds a structure.
  constexpr void add(Structure structure) { bits_ |= bit(structure); }
  /// True if the structure is in the set.
  constexpr bool has(Structure structure) const { return (bits_ & bit(structure)) != 0; }

 private:
  static constexpr unsigned bit(Structure structure) {
    return 1u << static_cast<unsigned>(structure);
  }
  unsigned bits_ = 0;
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
template <bool are_group_variables>
struct GroupCoordinates {};
template <>
struct GroupCoordinates<true> {
  static constexpr bool last_coordinates_are_of_group = true;
};

}  // namespace text

/// A problem from a text file, which must outlive it. `Functions` evaluates its formulas and
/// equations: tapes, or the code that was written from them.
template <class Scalar, class G, auto m, text::Structure structure,
          template <class> class Functions = text::RunTapes>
struct TextProblem : text::Parameters<Scalar>,
                     text::Clock<Scalar, text::is_driven<structure>>,
                     text::GroupCoordinates<structure == text::Structure::chaplygin> {
  using Evaluated = text::InUnits<Functions<TextProblem>, TextProblem>;
  using Real = Scalar;
  using Space = G;
  static constexpr auto size = G::size, dof = G::dof;
  static constexpr auto constraints = m;
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

  text::Loaded const* source = nullptr;
  std::array<int, capacity(m)> dependent_velocities{};
  bool names_dependent_velocities = false;  ///< they suit all starts, as the catalogue states them
  int case_number = 0;                      ///< case whose motion has the natural units
  text::Units<G::size, G::dof, m> units{};  ///< units of all arguments and results
  using text::Parameters<Scalar>::slots;

  TextProblem() = default;
  /// With the file's parameters.
  explicit TextProblem(text::Loaded const& loaded) : source(&loaded) {
    if (!loaded.starts.empty())
      set_dependent_velocities(loaded.starts.front().dependent_velocities);
    names_dependent_velocities = !file().dependent_velocities.empty();
    if constexpr (std::same_as<Real, double> || std::same_as<Real, Quad>)
      for (std::size_t k = 0; k < file().parameters.size(); ++k)
        this->*slots[k] = number(file().parameters[k].value);
  }
  /// Copies a problem to another known structure, another number type, or sizes that are known when
  /// code is compiled.
  template <class Other, class H, auto other_m, text::Structure other>
  explicit TextProblem(TextProblem<Other, H, other_m, other, Functions> const& same)
      : source(same.source), case_number(same.case_number), units(same.units) {
    for (std::size_t k = 0; k < slots.size(); ++k)
      this->*slots[k] = static_cast<Real>(same.parameter(static_cast<int>(k)));
    if constexpr (is_driven) this->time = static_cast<Real>(same.time);
    names_dependent_velocities = same.names_dependent_velocities;
    set_dependent_velocities(same.dependent_velocities);
  }
  void set_dependent_velocities(auto const& velocities) {
    std::copy_n(velocities.begin(), std::min(velocities.size(), dependent_velocities.size()),
                dependent_velocities.begin());
  }
  template <class Other>
  auto in_number_type() const {
    return TextProblem<Other, G, m, structure, Functions>(*this);
  }

  text::ProblemFile const& file() const { return source->file; }
  Sizes sizes() const { return source->file.sizes(); }
  Real number(text::Number const& number) const {
    return graph::evaluate<Real>(file().graph, std::array{number.node}, {})[0];
  }

  std::vector<Parameter<TextProblem>> parameters() const {
    std::vector<Parameter<TextProblem>> all;
    for (auto const& parameter : file().parameters)
      all.push_back({parameter.name.c_str(), slots[all.size()], parameter.meaning.c_str(),
                     parameter.lower, parameter.lower_allowed});
    return all;
  }
  std::string content() const { return file().content; }
  /// Returns the time scale that the file states; 0 if it does not.
  double stated_time_scale() const {
    auto const& stated = file().time_scale;
    return stated ? graph::evaluate<double>(file().graph, std::array{stated->node}, {})[0] : 0;
  }
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
            .reversing_symmetry = file().reversing_symmetry,
            .exact_solution = file().exact_solution,
            .source = file().source.empty() ? "the file " + file().path : file().source,
            .invariant_measure = file().invariant_measure,
            .frame = file().frame_in_words,
            .time_scale = source->time_scale,
            .size_scale = source->size_scale};
  }

  /// The cases of the file. The velocities that a case leaves out are computed; a case that states
  /// all of them runs from the nearest point on the constraints that the digits of its velocities
  /// allow, or else those of all its numbers.
  std::vector<Case<TextProblem>> cases() const {
    std::vector<Case<TextProblem>> all;
    for (auto const& start : file().cases) {
      Case<TextProblem> c{start.name, start.note, TextProblem(*source), {}, {}};
      c.system.case_number = static_cast<int>(all.size());
      for (auto const& [name, value] : start.parameters)
        for (std::size_t k = 0; k < file().parameters.size(); ++k)
          if (file().parameters[k].name == name) c.system.*slots[k] = number(value);
      if (all.size() < source->starts.size()) {
        c.system.set_dependent_velocities(source->starts[all.size()].dependent_velocities);
        c.stated.rejected = source->starts[all.size()].rejected;
      }
      c.stated.is_missing = start.is_missing;
      c.is_method_state = start.is_method_state;
      c.stated.project = start.project;
      auto& is_whole = c.stated.is_whole = true;
      text::WrittenStart<TextProblem> written;
      for (int i = 0; i < size; ++i) {
        c.q[i] = number(start.q[i]);
        bool const of_rotation = file().is_rotation_entry(file().coordinates[i]);
        written.size[i] = of_rotation ? 1 : std::abs(static_cast<double>(c.q[i]));
        written.open[i] = of_rotation ? 0 : start.q[i].rounding;
      }
      for (int i = 0; i < dof; ++i) {
        if (start.v[i]) c.v[i] = number(*start.v[i]);
        written.size[size + i] = std::abs(static_cast<double>(c.v[i]));
        written.open[size + i] = start.v[i] ? start.v[i]->rounding : 0;
      }
      auto const left_out = std::count(start.v.begin(), start.v.end(), std::nullopt);
      is_whole = left_out == 0;
      // Fewer velocities than there are constraints are left out: the others are held against them.
      if (left_out > 0 && left_out < length(m)) {
        auto completed = c.v;
        is_whole = complete_velocity(c.system, c.q, completed);
        for (int i = 0; is_whole && i < dof; ++i)
          if (!start.v[i]) {
            c.v[i] = completed[i];
            written.size[size + i] = std::abs(static_cast<double>(c.v[i]));
            written.open[size + i] = written.size[size + i] + 1;
          }
      }
      auto const q = c.q;
      auto const v = c.v;
      auto of_velocities = written;
      for (int i = 0; i < size; ++i) of_velocities.open[i] = 0;
      auto const known = std::is_same_v<Real, double> && all.size() < source->starts.size()
                             ? source->starts[all.size()].found
                             : std::nullopt;
      if (known) {
        for (int i = 0; i < size; ++i) c.q[i] = known->q[i];
        for (int i = 0; i < dof; ++i) c.v[i] = known->v[i];
      }
      c.stated.is_complete = c.is_method_state ? true
                             : known           ? known->is_complete
                             : is_whole
                                 ? text::move_within_digits(c.system, c.q, c.v, of_velocities) ||
                                       text::move_within_digits(c.system, c.q, c.v, written)
                                 : complete_velocity(c.system, c.q, c.v);
      if (is_whole) {
        c.stated.moved = changes(file().coordinates, q, c.q);
        auto const of_v = changes(file().velocities, v, c.v);
        if (!of_v.empty()) c.stated.moved += (c.stated.moved.empty() ? "" : ", ") + of_v;
      }
      all.push_back(c);
    }
    return all;
  }

  /// With the time of a driven problem as the last argument.
  template <class T, class... Time>
  T lagrangian(Vec<T, size> const& q, Vec<T, dof> const& v, Time const&... t) const
      requires(sizeof...(t) == (is_driven ? 1 : 0)) {
    T value;
    Evaluated::lagrangian(*this, q.c, v.c, &t..., &value);
    return value;
  }
  template <class T, class... Time>
  Vec<T, m> constraint(Vec<T, size> const& q, Vec<T, dof> const& v, Time const&... t) const
      requires(sizeof...(t) == (is_driven ? 1 : 0)) {
    Vec<T, m> phi;
    Evaluated::constraint(*this, q.c, v.c, &t..., phi.c);
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
  bool reaction_leaves_constraint() const { return source->reaction_leaves_constraint; }
  /// Returns the invariants of the file; the remaining entries are zero.
  template <class T>
  Vec<T, static_cast<int>(text::most_invariants)> invariants(Vec<T, size> const& q,
                                                             Vec<T, dof> const& v) const {
    Vec<T, static_cast<int>(text::most_invariants)> values{};
    Evaluated::invariants(*this, q.c, v.c, values.c);
    return values;
  }
  /// Number of position constraints.
  int position_count() const { return file().position_count(); }
  /// Computes the position constraints g(q).
  void position_constraints(Vec<Real, size> const& q, Real* g) const {
    Evaluated::positions(*this, q.c, g);
  }
  /// Returns what the file says where one of its conditions does not hold, or an empty text.
  std::string domain_error(Vec<Real, size> const& q) const {
    auto const& conditions = file().domain;
    std::vector<Real> values(conditions.size());
    Vec<Real, dof> const v{};
    Real const time{};
    source->tapes.domain.run(*this, {q.c, v.c, &time}, {values.data()});
    for (std::size_t k = 0; k < conditions.size(); ++k) {
      auto const& [node, may_vanish, error] = conditions[k];
      if (!(values[k] >= (may_vanish ? Real(0) : std::numeric_limits<Real>::epsilon())))
        return error;
    }
    return "";
  }
  /// Names of the events, which are the last kinks.
  std::vector<std::string> events() const { return file().events; }
  /// Names of the kinks of the formulas.
  std::vector<std::string> kinks() const {
    std::vector<std::string> names;
    for (auto const& kink : file().kinks) names.push_back(kink.words);
    return names;
  }
  /// Computes their arguments, in the units of the text. A power whose exponent is whole is smooth:
  /// its argument counts as 1.
  void kink_arguments(Vec<Real, size> q, Vec<Real, dof> v, Real* arguments) const {
    std::vector<Real> exponents(file().kinks.size());
    Real time = text::RunTapes<TextProblem>::time_of(*this);
    if (units.are_used) {
      time = time * Real(units.time);
      for (int i = 0; i < size; ++i) q[i] = q[i] * Real(units.coordinate[i]);
      for (int i = 0; i < dof; ++i) v[i] = v[i] * Real(units.velocity[i]);
    }
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
    unpack_rows(mass);
    return mass;
  }

 private:
  /// "vy by 3.7e-06": the names of numbers that differ, and by how much.
  template <auto N>
  static std::string changes(std::vector<std::string> const& names, Vec<Real, N> const& from,
                             Vec<Real, N> const& to) {
    std::string all;
    for (int i = 0; i < N; ++i)
      if (auto const by = std::abs(static_cast<double>(to[i] - from[i])); by > 0)
        all += fmt::format("{}{} by {:.2g}", all.empty() ? "" : ", ", names[i], by);
    return all;
  }
};

/// The recorded equations.
template <class Scalar, class G, auto m, text::Structure structure,
          template <class> class Functions>
struct GeneratedEquations<TextProblem<Scalar, G, m, structure, Functions>>
    : private TextProblem<Scalar, G, m, structure, Functions>::Evaluated {
  using System = TextProblem<Scalar, G, m, structure, Functions>;
  using Evaluated = typename System::Evaluated;
  using Evaluated::momentum, Evaluated::metric, Evaluated::configuration_force,
      Evaluated::constraint_force, Evaluated::constraint_terms, Evaluated::terms;

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
  static void mass_inverse(System const& system, T const* p,
                           T* v) requires(text::has_constant_mass<structure>) {
    Evaluated::mass_inverse(system, p, v);
  }

  /// One a pivot of M, and one for a single constraint.
  static constexpr auto motion_conditions = [] {
    if constexpr (is_sized_at_run_time<m>)
      return G::dof + 1;
    else
      return G::dof + (m == 1 ? 1 : 0);
  }();
  template <class T>
  static void motion(System const& system, T const* q, T const* v, T* qdot, T* vdot, T* multipliers,
                     T* conditions) requires may_be_single<m> {
    if (Evaluated::has_motion(system))
      Evaluated::motion(system, q, v, qdot, vdot, multipliers, conditions);
    else
      refuse(q, v, qdot, conditions);
  }
  template <class T>
  static void motion(System const& system, T const* q, T const* v, T* qdot, T* free, T* mu,
                     T* raised, T* phi_along_motion, T* conditions) requires may_be_several<m> {
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
