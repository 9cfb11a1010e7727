#pragma once
// Ensembles: the same step as a single run, one lane an orbit.

#include "integrators/core/ensemble_observables.hpp"
#include "integrators/core/ensemble_watch.hpp"
#include "problems/core/sampler.hpp"

namespace rattleback {

template <class P>
concept StartFamily = requires(long i) {
  P::start_family(i, i);
};

/// What orbits that are stepped together leave. They are counted among themselves.
template <class P>
struct Together {
  std::vector<Point<P, double>> orbits;  ///< where they are
  OrbitErrors errors;                    ///< of the energy, [orbit][time]
  std::vector<std::vector<double>> crossings;
  std::vector<double> exponents;
};

/// Steps the orbits of `group` together, S = Lanes or double.
template <class P, class S>
void run_together(P const& system, MakeSquad<P, S> const& make_squad, EnsembleSpec const& spec,
                  Together<P>& group, EnsembleWatch& watch) {
  auto const orbits = std::span(group.orbits);
  int const count = static_cast<int>(orbits.size());
  std::vector<double> initial, now(count);
  for (auto const& z : orbits) initial.push_back(energy(system, z.q, z.v));
  auto const squad = make_squad();
  squad->start(orbits);
  constexpr int width = Squad<P, S>::width;

  std::vector<TeamSectionWatch<P, S>> sections;
  std::vector<int> columns;
  if (spec.section) {
    for (auto const& name : spec.section_columns)
      columns.push_back(SectionRule<P, double>::component_of(name));
    for (int team = 0; team < squad->team_count(); ++team)
      sections.emplace_back(*spec.section, std::min(width, count - team * width));
  }
  auto const keep_crossing = [&](int team) {
    return [&, team](int lane, double index, Point<P, double> const& z) {
      // Between the last finite node of an orbit and the next there is no crossing.
      if (!std::isfinite(index) || !all_finite(z.q) || !all_finite(z.v)) return;
      auto& row = group.crossings[team * width + lane];
      auto const before = row.capacity();
      row.push_back(index * spec.step);
      for (int i : columns) row.push_back(i < size_of<P> ? z.q[i] : z.v[i - size_of<P>]);
      watch.take((row.capacity() - before) * sizeof(double));
    };
  };
  auto const observe = [&] {
    for (int team = 0; team < static_cast<int>(sections.size()); ++team)
      sections[team].observe(squad->team(team), keep_crossing(team));
  };
  EnsembleWatch::Pace pace(watch, count);
  auto const go = [&](Squad<P, S>& moved, long steps) {
    while (steps > 0) {
      long const some = pace.next(steps);
      moved.advance(some);
      steps -= some;
    }
  };
  auto const go_observed = [&](long steps) {
    if (sections.empty()) return go(*squad, steps);
    for (long i = 0; i < steps; ++i) {
      go(*squad, 1);
      observe();
    }
  };
  std::optional<Twins<P, S>> twins;
  if (spec.lyapunov) twins.emplace(system, spec, *squad, make_squad());
  observe();
  std::size_t const times = group.errors.front().size();
  for (std::size_t k = 0; k < times; ++k) {
    if (k > 0) go_observed(spec.every);
    squad->energies(system, now);
    for (int j = 0; j < count; ++j) group.errors[j][k] = now[j] - initial[j];
    if (k == 0 || !twins) continue;
    go(twins->squad(), spec.every);
    twins->measure(*squad);
  }
  go_observed(spec.steps % spec.every);
  for (int team = 0; team < static_cast<int>(sections.size()); ++team)
    sections[team].finish(keep_crossing(team));
  double const measured = static_cast<double>(times - 1) * spec.every * spec.step;
  for (int j = 0; j < count; ++j) {
    if (twins) group.exponents[j] = twins->exponent(j, measured);
    orbits[j] = squad->orbit(j);
  }
}

/// What is left of an orbit that did not stay finite: numbers up to there, then none, so that the
/// way in which a number overflows is no part of the result.
template <class P>
void keep_finite(Together<P>& group, long j) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  bool finite = true;
  for (double& error : group.errors[j]) {
    finite = finite && std::isfinite(error);
    if (!finite) error = nan;
  }
  auto& orbit = group.orbits[j];
  if (finite && all_finite(orbit.q) && all_finite(orbit.v)) return;
  orbit = {not_numbers<double, size_of<P>>(), not_numbers<double, dof_of<P>>()};
  group.exponents[j] = nan;
}

/// Runs an ensemble of a method on P. Throws Misuse on a specification that makes no sense.
/// @param make_squad_on_lanes  null where the method runs on none
template <class P>
EnsembleResult ensemble(MethodCard const& card, MakeStepper<P, double> make_stepper,
                        MakeSquadOnLanes<P> make_squad_on_lanes, EnsembleSpec const& spec) {
  P system = P::cases().front().system;
  for (auto const& [name, value] : spec.parameters) set_parameter(system, name, value);
  if (!(spec.step > 0) || !std::isfinite(spec.step))
    throw Misuse("the step must be a finite number > 0");
  if (spec.orbits < 1 || spec.steps < 1 || spec.every < 1 || spec.threads < 1)
    throw Misuse("orbits, steps, every and threads must be at least 1");
  constexpr std::size_t state_size = size_of<P> + dof_of<P>;
  if (!spec.starts.empty() && spec.starts.size() != state_size * spec.orbits)
    throw Misuse(fmt::format("{} orbits of {} need {} numbers to start from, not {}", spec.orbits,
                             P::card().id, state_size * spec.orbits, spec.starts.size()));
  if (!spec.direction.empty() && spec.direction.size() != state_size)
    throw Misuse("the direction of the first separation must be one of (q, v)");
  auto const start_of = [&](long orbit) -> Point<P, double> {
    if (!spec.starts.empty()) return point_from<P>(&spec.starts[orbit * state_size]);
    if (spec.family) {
      if constexpr (StartFamily<P>) {
        auto const [q, v] = P::start_family(orbit, spec.orbits);
        return {q, v};
      } else {
        throw Misuse(P::card().id + " has no family of starts");
      }
    }
    if constexpr (SampledStarts<P>) {
      auto const [q, v] = sampled_start(system, spec.seed, orbit, spec.energy);
      return {q, v};
    } else {
      throw Misuse(P::card().id + " has no sampled starts");
    }
  };
  long const from = spec.first, to = spec.last < 0 ? spec.orbits : spec.last;
  if (from < 0 || from >= to || to > spec.orbits)
    throw Misuse(fmt::format("orbits {} to {} are no part of {}", from, to - 1, spec.orbits));
  if (spec.orbits > EnsemblePart::most_orbits)
    throw Misuse(fmt::format("an ensemble has at most {} orbits, not {}", EnsemblePart::most_orbits,
                             spec.orbits));
  auto const z = start_of(from);  // misuse shows before any thread starts
  require_moving_step(system, z, spec.step);
  make_stepper(spec.options, system);
  if (spec.section) {
    SectionRule<P, double> const rule(*spec.section);
    for (auto const& name : spec.section_columns) rule.component_of(name);
  }
  if (spec.lyapunov && card.velocity_node != 0)
    throw Misuse("no Lyapunov exponents of " + card.id +
                 ": its orbits cannot be continued from points on the constraint");

  EnsembleResult result;
  if (spec.check_only) return result;
  auto const times = static_cast<std::size_t>(spec.steps / spec.every) + 1;
  for (std::size_t k = 0; k < times; ++k)
    result.times.push_back(static_cast<double>(static_cast<long>(k) * spec.every) * spec.step);
  result.part = EnsemblePart(times);
  long const paths = std::max(0L, std::min(spec.paths, to) - from);
  result.paths.assign(paths, std::vector<double>(times));
  result.final_state.resize(paths * state_size);
  if (spec.section) result.crossings.resize(to - from);
  if (spec.lyapunov) result.exponents.resize(to - from);
  std::string const start = start_name(card, "");
  bool const lanes = make_squad_on_lanes && !spec.scalar;
  result.on_lanes = lanes;

  MakeSquad<P, Lanes> const on_lanes = [&] {
    return make_squad_on_lanes(spec.options, system, spec.step, start);
  };
  MakeSquad<P, double> const one_by_one = [&] {
    return std::make_unique<SingleFile<P>>(make_stepper(spec.options, system), spec.step, start);
  };

  EnsembleWatch watch(spec, to - from);
  std::mutex mutex;
  auto const run_group = [&](long first, long count) {
    Together<P> group{{},
                      OrbitErrors(count, std::vector<double>(times)),
                      std::vector<std::vector<double>>(count),
                      std::vector<double>(count)};
    for (long j = 0; j < count; ++j) group.orbits.push_back(start_of(first + j));
    if (lanes)
      run_together<P, Lanes>(system, on_lanes, spec, group, watch);
    else
      run_together<P, double>(system, one_by_one, spec, group, watch);
    for (long j = 0; j < count; ++j) keep_finite(group, j);
    auto nodes = EnsemblePart::nodes_of(first, group.errors);
    std::lock_guard const lock(mutex);
    result.part.add(std::move(nodes), group.errors);
    watch.statistics_take(result.part.bytes());
    for (long j = 0; j < count; ++j) {
      long const orbit = first + j - from;
      if (spec.section) result.crossings[orbit] = std::move(group.crossings[j]);
      if (spec.lyapunov) result.exponents[orbit] = group.exponents[j];
      if (orbit >= paths) continue;
      result.paths[orbit] = std::move(group.errors[j]);
      auto* state = &result.final_state[orbit * state_size];
      for (int i = 0; i < size_of<P>; ++i) *state++ = group.orbits[j].q[i];
      for (int i = 0; i < dof_of<P>; ++i) *state++ = group.orbits[j].v[i];
    }
  };

  // Orbits together begin at multiples of their number, whatever part of the ensemble is asked for:
  // so their nodes are few.
  long const together = lanes ? teams_abreast * lane_count : 1;
  std::atomic<long> next{from / together};
  long const groups = (to + together - 1) / together - next;
  run_on_threads(static_cast<int>(std::min<long>(spec.threads, groups)), watch, [&] {
    long const group = next++;
    long const first = std::max(from, group * together),
               last = std::min(to, (group + 1) * together);
    if (first >= last) return false;
    run_group(first, last - first);
    return true;
  });
  watch.look(0);
  summarise(result, result.part);
  return result;
}

}  // namespace rattleback
