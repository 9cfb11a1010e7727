#pragma once
// From a Setting (names and numbers of the user) to a system and a point on its constraints.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "integrators/core/derived_equations.hpp"
#include "integrators/core/mechanics.hpp"
#include "integrators/core/option.hpp"
#include "integrators/core/run_spec.hpp"
#include "problems/core/energy.hpp"

namespace rattleback {

template <class P>
struct Resolved {
  P system;
  Point<P, typename P::Real> z;
  std::string case_name;
};

/// A start this far off the constraint, relative to the terms of the constraint, is refused.
inline constexpr double start_tolerance = 1e-10;

template <class P>
std::vector<std::string> parameter_names() {
  std::vector<std::string> names;
  for (auto const& p : P::parameters()) names.push_back(p.name);
  return names;
}

/// Sets one parameter. Throws Misuse on an unknown name or a value out of range.
template <class P>
void set_parameter(P& system, std::string const& name, RawQuad value) {
  for (auto const& p : P::parameters()) {
    if (name != p.name) continue;
    double const rounded = static_cast<double>(value);
    bool const inside = p.lower_allowed ? rounded >= p.lower : rounded > p.lower;
    if (!inside || !std::isfinite(rounded))
      throw Misuse(fmt::format("parameter {}={} is not allowed; allowed: {}", name, rounded,
                               bound_in_words(p.lower, p.lower_allowed)));
    system.*(p.member) = static_cast<typename P::Real>(value);
    return;
  }
  throw_unknown("parameter of " + P::card().id, name, parameter_names<P>());
}

template <class S, int N>
Vec<S, N> vector_from(std::vector<RawQuad> const& numbers, std::string const& what,
                      std::vector<std::string> const& names) {
  if (numbers.size() != N)
    throw Misuse(fmt::format("{} has {} numbers, but {} are wanted: {}", what, numbers.size(), N,
                             fmt::join(names, ", ")));
  Vec<S, N> v;
  for (int i = 0; i < N; ++i) {
    if (!std::isfinite(static_cast<double>(numbers[i])))
      throw Misuse(fmt::format("{}: {} is not finite", what, names[i]));
    v[i] = static_cast<S>(numbers[i]);
  }
  return v;
}

/// Throws Misuse when q is not a point of the space, e.g. its matrix is no rotation.
template <class Space, class S>
void check_point(Vec<S, Space::size> const& q, std::string const& what) {
  double const defect = static_cast<double>(defect_of_point<Space>(q));
  if (defect <= start_tolerance) return;
  std::string reason = "its matrix is no rotation";
  if constexpr (requires { Space::what_is_wrong(q, start_tolerance); })
    reason = Space::what_is_wrong(q, start_tolerance);
  throw Misuse(fmt::format("{} is off {} by {:.3g} (allowed {:g}): {}", what, Space::name(), defect,
                           start_tolerance, reason));
}

/// Moves v to the nearest one on the constraints in the metric of the kinetic energy:
/// v + M^-1 A^T lambda with phi = 0. It stays where it is when that is singular or not finite.
template <class P, class S>
void project_velocity(P const& system, Point<P, S>& z) {
  constexpr int n = dof_of<P>, m = P::constraints;
  if constexpr (ConstantMassSystem<P>) {
    auto const& plain = uncounted(system);
    auto const lambda = linear_multipliers(plain, z.q, z.q, z.v, S(1));
    auto const change = mass_inverse(plain, constraint_force(plain, z.q, lambda));
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

/// Largest |phi_k|, and the same relative to the size of its terms |mu_kj v_j|.
template <class P, class S>
std::pair<double, double> violation_of(P const& system, Point<P, S> const& z) {
  auto const terms = equation_terms(system, z);
  double absolute = 0, relative = 0;
  for (int k = 0; k < P::constraints; ++k) {
    double size = 1;
    for (int j = 0; j < dof_of<P>; ++j)
      size = std::max(size, std::abs(static_cast<double>(terms.mu(k, j) * z.v[j])));
    double const phi = std::abs(static_cast<double>(terms.phi[k]));
    absolute = std::max(absolute, phi);
    relative = std::max(relative, phi / size);
  }
  return {absolute, relative};
}

/// Throws Misuse when a step h changes no coordinate and no velocity of a moving system at z, in
/// the precision at hand: every method would stay where it is and report success.
template <class P, class S>
void require_moving_step(P const& system, Point<P, S> const& z, S h) {
  using std::abs;
  auto const qdot = P::Space::tangent(z.q, z.v);
  auto const vdot = accelerations(system, z).vdot;
  S smallest(0);  // step that changes something
  bool rests = true;
  auto const look = [&](S const& x, S const& rate) {
    if (rate == S(0)) return;
    S const needed = S(Limits<S>::epsilon()) * abs(x / rate);
    if (rests || needed < smallest) smallest = needed;
    rests = false;
  };
  bool moves = false;
  for (int i = 0; i < size_of<P>; ++i) {
    look(z.q[i], qdot[i]);
    moves = moves || z.q[i] + h * qdot[i] != z.q[i];
  }
  for (int i = 0; i < dof_of<P>; ++i) {
    look(z.v[i], vdot[i]);
    moves = moves || z.v[i] + h * vdot[i] != z.v[i];
  }
  if (rests || moves) return;
  throw Misuse(fmt::format(
      "a step of {} changes nothing in the precision of the run; it must be at least about {:.0e}",
      static_cast<double>(h), static_cast<double>(smallest)));
}

/// Throws Misuse on unknown names, bad numbers, a start off the constraint (unless it is to be
/// projected) and singular constraints.
template <CataloguedProblem P>
Resolved<P> resolve(Setting const& setting) {
  using S = typename P::Real;
  auto const card = P::card();
  auto const cases = P::cases();
  std::vector<std::string> names;
  for (auto const& c : cases) names.push_back(c.name);
  auto const* chosen = &cases.front();
  if (!setting.case_name.empty()) {
    chosen = nullptr;
    for (auto const& c : cases)
      if (letters_of(c.name) == letters_of(setting.case_name)) chosen = &c;
    if (!chosen) throw_unknown("case of " + card.id, setting.case_name, names);
  }
  Resolved<P> r{chosen->system, {chosen->q, chosen->v}, chosen->name};
  for (auto const& [name, value] : setting.parameters) set_parameter(r.system, name, value);
  if (setting.q) r.z.q = vector_from<S, size_of<P>>(*setting.q, "q", card.coordinates);
  check_point<typename P::Space>(r.z.q, "the start");
  if constexpr (StatesRefusal<P>)
    if (auto const reason = r.system.refusal(r.z.q); !reason.empty()) throw Misuse(reason);
  bool determined = true;
  bool const own_state = setting.own_state || (chosen->own_state && !setting.v);
  if (setting.v)
    r.z.v = vector_from<S, dof_of<P>>(*setting.v, "v", card.velocities);
  else if (!own_state)
    determined = complete_velocity(r.system, r.z.q, r.z.v);

  if (setting.project) project_velocity(r.system, r.z);
  if (!determined || accelerations(r.system, r.z).singular)
    throw Misuse(fmt::format("the constraints of {} are singular at the start", card.id));
  if (own_state) return r;
  auto const [violation, relative] = violation_of(r.system, r.z);
  if (!(relative <= start_tolerance))
    throw Misuse(
        fmt::format("the start is off the constraint by {:.3g} (allowed {:g} of its terms): "
                    "give other velocities or ask for the projection",
                    violation, start_tolerance));
  return r;
}

}  // namespace rattleback
