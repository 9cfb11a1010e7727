#include "integrators/core/run/resolve.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/invalid_input.hpp"
#include "integrators/core/equations/structure.hpp"
#include "integrators/core/method/option.hpp"
#include "integrators/core/run/reference.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

template <class S>
void set_parameter(System<S>& system, std::string const& name, RawQuad value) {
  auto const& description = system.description();
  std::vector<std::string> names;
  for (std::size_t k = 0; k < description.parameters.size(); ++k) {
    auto const& p = description.parameters[k];
    names.push_back(p.name);
    if (name != p.name) continue;
    double const rounded = static_cast<double>(value);
    bool const inside = p.lower_allowed ? rounded >= p.lower : rounded > p.lower;
    if (!inside || !std::isfinite(rounded))
      throw InvalidInput(fmt::format("parameter {}={} is not allowed; allowed: {}", name, rounded,
                                     bound_in_words(p.lower, p.lower_allowed)));
    system->set_parameter(system.self.get(), static_cast<int>(k), static_cast<S>(value));
    return;
  }
  throw_unknown("parameter of " + description.card.id, name, names);
}

template <class S>
void check_point(System<S> const& system, S const* q, std::string const& what) {
  std::string reason;
  double const defect = system->point_defect(system.get(), q, start_tolerance, reason);
  if (defect <= start_tolerance) return;
  throw InvalidInput(fmt::format("{} misses {} by {:.3g} (allowed {:g}): {}", what,
                                 system.description().space, defect, start_tolerance, reason));
}

template <class S>
Violation violation_of(System<S> const& system, S const& t, S const* q, S const* v) {
  MotionTerms<S> terms;
  system->terms(system.get(), t, q, v, terms);
  Violation of;
  for (S const& phi : terms.phi)
    of.size = larger_or_nan(of.size, std::abs(static_cast<double>(phi)));
  std::vector<S> change(v, v + system->dof);
  system->project_velocity(system.get(), t, q, change.data());
  for (int i = 0; i < system->dof; ++i) {
    change[i] = change[i] - v[i];
    of.change = larger_or_nan(of.change, std::abs(static_cast<double>(change[i])));
  }
  auto const squared = [&](S const* velocity) {
    double sum = 0;
    for (int i = 0; i < system->dof; ++i)
      for (int j = 0; j < system->dof; ++j)
        sum += static_cast<double>(terms.mass[i * system->dof + j] * velocity[i] * velocity[j]);
    return std::abs(sum);
  };
  if (of.change != 0) of.relative = std::sqrt(squared(change.data()) / squared(v));
  return of;
}

template <class S>
bool is_singular(System<S> const& system, S const& t, S const* q, S const* v) {
  std::vector<S> qdot(system->size), vdot(system->dof), multipliers(system->constraints);
  return system->motion(system.get(), t, q, v, qdot.data(), vdot.data(), multipliers.data());
}

template <class S>
void require_moving_step(Resolved<S> const& r, S h) {
  using std::abs;
  auto const& system = r.system;
  S const *q = r.q.data(), *v = r.v.data();
  std::vector<S> qdot(system->size), vdot(system->dof), multipliers(system->constraints);
  system->motion(system.get(), r.time, q, v, qdot.data(), vdot.data(), multipliers.data());
  system->tangent(system.get(), q, v, qdot.data());
  S smallest(0);  // step that changes something
  bool rests = true, moves = false;
  auto const examine = [&](S const& x, S const& rate) {
    moves = moves || x + h * rate != x;
    if (rate == S(0)) return;
    S const needed = std::numeric_limits<S>::epsilon() * abs(x / rate);
    if (rests || needed < smallest) smallest = needed;
    rests = false;
  };
  for (int i = 0; i < system->size; ++i) examine(q[i], qdot[i]);
  for (int i = 0; i < system->dof; ++i) examine(v[i], vdot[i]);
  if (rests || moves) return;
  throw InvalidInput(fmt::format(
      "a step of {} changes nothing in the precision of the run; it must be at least about {:.0e}",
      static_cast<double>(h), static_cast<double>(smallest)));
}

namespace {

/// Returns finite numbers of the user; `names` are those of the components. Throws InvalidInput.
template <class S>
std::vector<S> numbers_from(std::vector<RawQuad> const& numbers, std::string const& what,
                            std::vector<std::string> const& names) {
  if (numbers.size() != names.size())
    throw InvalidInput(fmt::format("{} has {} numbers, but {} are wanted: {}", what, numbers.size(),
                                   names.size(), fmt::join(names, ", ")));
  std::vector<S> v;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!std::isfinite(static_cast<double>(numbers[i])))
      throw InvalidInput(fmt::format("{}: {} is not finite", what, names[i]));
    v.push_back(static_cast<S>(numbers[i]));
  }
  return v;
}

/// Throws InvalidInput if the constraints do not determine the velocities of a text's case that are
/// to be computed at (q, v): those that it leaves out, otherwise the ones chosen here.
template <class S>
void choose_dependent_velocities(Resolved<S> const& r, bool is_whole) {
  auto const& system = r.system;
  MotionTerms<S> terms;
  system->terms(system.get(), r.time, r.q.data(), r.v.data(), terms);
  std::vector<double> mu, mass;
  for (S const& x : terms.mu) mu.push_back(static_cast<double>(x));
  for (S const& x : terms.mass) mass.push_back(static_cast<double>(x));
  auto const m = static_cast<std::size_t>(system->constraints);
  auto left_out = system->dependent_velocities(system.get());
  if (is_whole) {
    std::vector<int> all(system->dof);
    std::iota(all.begin(), all.end(), 0);
    auto const best = determined_velocities(mu, mass, all);
    if (best.size() == m) system->set_dependent_velocities(system.self.get(), best);
    return;
  }
  for (int const j : determined_velocities(mu, mass, left_out)) std::erase(left_out, j);
  if (left_out.empty()) return;
  std::vector<std::string> names;
  for (int const j : left_out) names.push_back(system.description().card.velocities[j]);
  throw InvalidInput(
      fmt::format("the constraints do not determine {}, which case {} leaves out, at this start: "
                  "give --v",
                  fmt::join(names, " and "), r.case_name));
}

/// Adds the numbers that differ to the changes of r, "vy by 3.7e-06".
template <class S>
void add_changes(Resolved<S>& r, std::vector<std::string> const& names,
                 std::vector<S> const& before, std::vector<S> const& after) {
  for (std::size_t i = 0; i < before.size(); ++i)
    if (double const by = std::abs(static_cast<double>(after[i] - before[i])); by > 0)
      r.moved += fmt::format("{}{} by {:.2g}", r.moved.empty() ? "" : ", ", names[i], by);
}

/// Brings the velocities of a case onto the constraints at the point and with the parameters of r.
template <class S>
void complete(Resolved<S>& r, StatedStart const& stated, Setting const& setting) {
  auto const& system = r.system;
  bool const is_own = !setting.q && setting.parameters.empty() && setting.time == 0;
  bool const project = setting.project || stated.project;
  if (stated.rejected && is_own && !project) throw *stated.rejected;
  if (stated.is_complete && is_own) {
    r.moved = stated.moved;
    return;
  }
  if (project && (stated.is_whole || stated.rejected)) return;
  if (stated.is_whole) {
    constexpr double rounding = 64 * static_cast<double>(Limits<S>::epsilon());
    if (violation_of(system, r.time, r.q.data(), r.v.data()).relative <=
        (stated.rejected ? start_tolerance : rounding))
      return;
    if (stated.rejected && !setting.q) throw *stated.rejected;
  }
  if (system->set_dependent_velocities) choose_dependent_velocities(r, stated.is_whole);
  auto const before = r.v;
  if (!system->complete_velocity(system.get(), r.time, r.q.data(), r.v.data()))
    throw InvalidInput(fmt::format("the constraints of {} are singular at the start",
                                   system.description().card.id));
  if (!stated.is_whole) return;
  add_changes(r, system.description().card.velocities, before, r.v);
}

/// Brings the configuration of r onto the position constraints if it is to be projected. Throws
/// InvalidInput if it violates them.
template <class S>
void settle_position(Resolved<S>& r, bool project) {
  auto const& system = r.system;
  if (system->position_constraints == 0) return;
  auto const before = r.q;
  std::vector<S> v(static_cast<std::size_t>(system->dof));
  auto const outcome = VelocityProjection<S>(system, nullptr)
                           .project(Projection::position, r.time, r.q.data(), v.data());
  double change = 0, size = 1;
  for (std::size_t i = 0; i < before.size(); ++i) {
    change = std::max(change, std::abs(static_cast<double>(r.q[i] - before[i])));
    size = std::max(size, std::abs(static_cast<double>(before[i])));
  }
  if (outcome != Outcome::ok)
    throw InvalidInput(
        "the start violates a position constraint, and no point near it satisfies all of them: "
        "give other coordinates");
  constexpr double rounding = 1e-12;
  bool const moves = change > rounding * size;
  if (moves && !project)
    throw InvalidInput(
        fmt::format("the start violates a position constraint: give other coordinates or ask for "
                    "the projection (--project, or project = true in the case), which changes a "
                    "coordinate by {:.3g}",
                    change));
  if (moves)
    add_changes(r, system.description().card.coordinates, before, r.q);
  else
    r.q = before;
}

}  // namespace

template <class S>
Resolved<S> resolve(SharedProblem const& problem, Setting const& setting) {
  auto const& description = problem->description;
  auto const& card = description.card;
  auto const& mechanics = problem->mechanics<S>();
  auto cases = mechanics.cases();
  std::vector<std::string> names;
  for (auto const& c : cases) names.push_back(c.name);
  auto* chosen = &cases.front();
  if (!setting.case_name.empty()) {
    chosen = nullptr;
    for (auto& c : cases)
      if (letters_of(c.name) == letters_of(setting.case_name)) chosen = &c;
    if (!chosen) throw_unknown("case of " + card.id, setting.case_name, names);
  }
  Resolved<S> r{
      {problem, chosen->system}, chosen->q, chosen->v, chosen->name, static_cast<S>(setting.time)};
  for (auto const& [name, value] : setting.parameters) set_parameter(r.system, name, value);
  void const* const self = r.system.get();
  auto const& stated = chosen->stated;
  if (stated.is_missing && !(setting.q && setting.v)) throw *stated.rejected;
  if (setting.q) r.q = numbers_from<S>(*setting.q, "q", card.coordinates);
  check_point(r.system, r.q.data(), "the start");
  if (mechanics.domain_error)
    if (auto const reason = mechanics.domain_error(self, r.q.data()); !reason.empty())
      throw InvalidInput(reason);
  bool const project = setting.project || (stated.project && !setting.v);
  settle_position(r, project);
  bool const is_method_state = setting.is_method_state || (chosen->is_method_state && !setting.v);
  if (setting.v)
    r.v = numbers_from<S>(*setting.v, "v", card.velocities);
  else if (!is_method_state)
    complete(r, stated, setting);

  if (project) {
    auto const before = r.v;
    mechanics.project_velocity(self, r.time, r.q.data(), r.v.data());
    if (stated.project) add_changes(r, card.velocities, before, r.v);
  }
  if (is_singular(r.system, r.time, r.q.data(), r.v.data()))
    throw InvalidInput(fmt::format("the constraints of {} are singular at the start", card.id));
  if (is_method_state) return r;
  auto const violation = violation_of(r.system, r.time, r.q.data(), r.v.data());
  if (!(violation.relative <= start_tolerance))
    throw InvalidInput(fmt::format(
        "the {} violates the constraint by {:.3g} (allowed {:g} of its terms): "
        "give other velocities{}{} changes a velocity "
        "by at most {:.3g}",
        project ? "projected start" : "start", violation.size, start_tolerance,
        project ? "; a second projection" : " or ask for the projection, which",
        description.driven ? fmt::format(" at t = {:g}", static_cast<double>(r.time)) : "",
        violation.change));
  return r;
}

template <class S>
StepRule<S> rule_of(RunSpec const& spec) {
  return {
      {spec.composition.begin(), spec.composition.end()},
      spec.projection,
      {static_cast<S>(spec.feedback.constraint_gain), static_cast<S>(spec.feedback.energy_gain)}};
}

template <class S>
Plan<S> plan_of(SharedProblem const& problem, RunSpec const& spec) {
  Plan<S> plan;
  static_cast<Resolved<S>&>(plan) = resolve<S>(problem, spec.setting);
  plan.h = static_cast<S>(spec.step);
  plan.steps = spec.steps;
  plan.every = spec.every;
  plan.rule = rule_of<S>(spec);
  if (plan.h == S(0) || !std::isfinite(static_cast<double>(plan.h)))
    throw InvalidInput("the step must be a finite number, and not 0");
  if (plan.steps < 1) throw InvalidInput("the number of steps must be at least 1");
  if (spec.measures_recorded && spec.section)
    throw InvalidInput(
        "a section needs all nodes: it cannot be combined with measurements at recorded nodes");
  if (spec.measures_recorded && problem->description.driven)
    throw InvalidInput(fmt::format(
        "the balance of the driven system {} needs all nodes: it cannot be measured at recorded "
        "nodes only",
        problem->description.card.id));
  if (spec.section) plan.section.emplace(*spec.section, problem->description.card);
  return plan;
}

template <class S>
Start<S> start_of(Resolved<S> const& resolved, Setting const& setting, S h, std::string const& name,
                  bool uses_tau) {
  auto const& system = resolved.system;
  auto const& card = system.description().card;
  Start<S> start{name, {}, resolved.time};
  if (setting.q1 && name != "pair")
    throw InvalidInput("a second point is for the start 'pair', not for '" + name + "'");
  if (name == "pair") {
    if (!setting.q1) throw InvalidInput("the start 'pair' needs a second point q1");
    start.second = numbers_from<S>(*setting.q1, "q1", card.coordinates);
    check_point(system, start.second.data(), "the second point");
  }
  if (name != "exact") return start;
  auto const *q = resolved.q.data(), *v = resolved.v.data();
  S t = h;
  if (system->time_at && uses_tau) t = system->time_at(system.get(), q, v, h);
  if (!std::isfinite(static_cast<double>(t)))
    throw InvalidInput(fmt::format("tau = {:g} is outside the range of the time map of {}",
                                   static_cast<double>(h), card.id));
  if (system->exact) {
    start.second.resize(system->size);
    std::vector<S> velocity(system->dof);
    system->exact(system.get(), t, q, v, start.second.data(), velocity.data());
  } else {
    if (resolved.time != S(0) && system.description().driven)
      throw InvalidInput(fmt::format(
          "the start 'exact' of the driven system {} begins at t = 0; choose another start",
          card.id));
    auto const states = reference(system.problem, setting, {static_cast<RawQuad>(t)}).states;
    for (RawQuad x : states[0].q) start.second.push_back(static_cast<S>(x));
  }
  return start;
}

template void set_parameter(System<double>&, std::string const&, RawQuad);
template void check_point(System<double> const&, double const*, std::string const&);
template Violation violation_of(System<double> const&, double const&, double const*, double const*);
template bool is_singular(System<double> const&, double const&, double const*, double const*);
template void require_moving_step(Resolved<double> const&, double);
template Resolved<double> resolve(SharedProblem const&, Setting const&);
template StepRule<double> rule_of(RunSpec const&);
template Plan<double> plan_of(SharedProblem const&, RunSpec const&);
template Start<double> start_of(Resolved<double> const&, Setting const&, double, std::string const&,
                                bool);
template void require_moving_step(Resolved<Quad> const&, Quad);
template Resolved<Quad> resolve(SharedProblem const&, Setting const&);
template Plan<Quad> plan_of(SharedProblem const&, RunSpec const&);
template Start<Quad> start_of(Resolved<Quad> const&, Setting const&, Quad, std::string const&,
                              bool);

}  // namespace rattleback
