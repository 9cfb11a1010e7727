#pragma once
// From a Setting (names and numbers of the user) to a system and a point on its constraints.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "integrators/core/derived_equations.hpp"
#include "integrators/core/option.hpp"
#include "integrators/core/registry.hpp"
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

/// Moves v to the nearest one on the constraints in the metric of the kinetic energy.
template <class P, class S>
void project_velocity(P const& system, Point<P, S>& z) {
  constexpr int n = dof_of<P>, m = P::constraints;
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
  if (!solved.singular)
    for (int i = 0; i < n; ++i) z.v[i] = z.v[i] + solved.x[i];
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
      if (c.name == setting.case_name) chosen = &c;
    if (!chosen) throw_unknown("case of " + card.id, setting.case_name, names);
  }
  Resolved<P> r{chosen->system, {chosen->q, chosen->v}, chosen->name};
  for (auto const& [name, value] : setting.parameters) set_parameter(r.system, name, value);
  if (setting.q) r.z.q = vector_from<S, size_of<P>>(*setting.q, "q", card.coordinates);
  bool determined = true;
  if (setting.v)
    r.z.v = vector_from<S, dof_of<P>>(*setting.v, "v", card.velocities);
  else
    determined = complete_velocity(r.system, r.z.q, r.z.v);

  if (setting.project) project_velocity(r.system, r.z);
  if (!determined || accelerations(r.system, r.z).singular)
    throw Misuse(fmt::format("the constraints of {} are singular at the start", card.id));
  if (setting.own_state) return r;
  auto const [violation, relative] = violation_of(r.system, r.z);
  if (!(relative <= start_tolerance))
    throw Misuse(
        fmt::format("the start is off the constraint by {:.3g} (allowed {:g} of its terms): "
                    "give other velocities or ask for the projection",
                    violation, start_tolerance));
  return r;
}

/// A method with the user's options. Throws Misuse on unknown names or values.
template <class M>
M method_with(std::vector<std::pair<std::string, std::string>> const& wanted) {
  M method;
  auto const options = options_of<M>();
  for (auto const& [name, value] : wanted) {
    std::vector<std::string> names;
    bool found = false;
    for (auto const& option : options) {
      names.push_back(option.name);
      if (option.name != name) continue;
      option.set(method, value);
      found = true;
    }
    if (!found) throw_unknown("option of " + M::card().id, name, names);
  }
  return method;
}

/// The card with the options' own words and defaults in it.
template <class M>
MethodCard full_card() {
  MethodCard card = M::card();
  for (auto const& option : options_of<M>())
    card.options.push_back({option.name, option.meaning, option.allowed, option.value(M{})});
  return card;
}

/// Default start of the method, or the named one. Throws Misuse when the method has none of it.
template <class M>
std::string start_name(std::string const& wanted) {
  auto const card = M::card();
  if (wanted.empty()) return card.starts.front().name;
  std::vector<std::string> names;
  for (auto const& s : card.starts) {
    if (s.name == wanted) return wanted;
    names.push_back(s.name);
  }
  throw_unknown("start of " + card.id, wanted, names);
}

}  // namespace rattleback
