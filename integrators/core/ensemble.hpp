#pragma once
// Ensembles: the same step as a single run, one lane an orbit.

#include <mutex>
#include <thread>

#include "integrators/core/ensemble_observables.hpp"
#include "problems/core/sampler.hpp"

namespace rattleback {

template <class P>
concept StartFamily = requires(long i) {
  P::start_family(i, i);
};

/// What one block of orbits leaves. Orbits are counted within the block.
template <class P>
struct Block {
  std::vector<Point<P, double>> orbits;     ///< where they are
  std::vector<std::vector<double>> errors;  ///< of the energy, [orbit][time]
  std::vector<std::vector<double>> crossings;
  std::vector<double> exponents;
};

/// Steps orbits first to first + count - 1 of a block together, S = Lanes or double.
template <class P, class S>
void run_together(P const& system, MakeSquad<P, S> const& make_squad, EnsembleSpec const& spec,
                  Block<P>& block, int first, int count) {
  auto const orbits = std::span(block.orbits).subspan(first, count);
  std::vector<double> initial, now(count);
  for (auto const& z : orbits) initial.push_back(energy(system, z.q, z.v));
  auto const squad = make_squad();
  squad->start(orbits);
  constexpr int width = Squad<P, S>::width;

  std::vector<TeamSectionWatch<P, S>> watches;
  std::vector<int> columns;
  if (spec.section) {
    for (auto const& name : spec.section_columns)
      columns.push_back(SectionRule<P, double>::component_of(name));
    for (int team = 0; team < squad->team_count(); ++team)
      watches.emplace_back(*spec.section, std::min(width, count - team * width));
  }
  auto const keep_crossing = [&](int team) {
    return [&, team](int lane, double index, Point<P, double> const& z) {
      auto& row = block.crossings[first + team * width + lane];
      row.push_back(index * spec.step);
      for (int i : columns) row.push_back(i < size_of<P> ? z.q[i] : z.v[i - size_of<P>]);
    };
  };
  auto const watch = [&] {
    for (int team = 0; team < static_cast<int>(watches.size()); ++team)
      watches[team].observe(squad->team(team), keep_crossing(team));
  };
  std::optional<Twins<P, S>> twins;
  if (spec.lyapunov) twins.emplace(system, spec, *squad, make_squad());

  auto const go = [&](long steps) {
    if (watches.empty()) return squad->advance(steps);
    for (long i = 0; i < steps; ++i) {
      squad->advance(1);
      watch();
    }
  };
  watch();
  std::size_t const times = block.errors[first].size();
  for (std::size_t k = 0; k < times; ++k) {
    if (k > 0) go(spec.every);
    squad->energies(system, now);
    for (int j = 0; j < count; ++j) block.errors[first + j][k] = now[j] - initial[j];
    if (k == 0 || !twins) continue;
    twins->advance(spec.every);
    twins->measure(*squad);
  }
  go(spec.steps % spec.every);
  for (int team = 0; team < static_cast<int>(watches.size()); ++team)
    watches[team].finish(keep_crossing(team));
  double const measured = static_cast<double>(times - 1) * spec.every * spec.step;
  for (int j = 0; j < count; ++j) {
    if (twins) block.exponents[first + j] = twins->exponent(j, measured);
    orbits[j] = squad->orbit(j);
  }
}

/// What is left of an orbit that did not stay finite: numbers up to there, then none, so that the
/// way in which a number overflows is no part of the result.
template <class P>
void keep_finite(Block<P>& block, long j) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  bool finite = true;
  for (double& error : block.errors[j]) {
    finite = finite && std::isfinite(error);
    if (!finite) error = nan;
  }
  auto& orbit = block.orbits[j];
  if (finite && all_finite(orbit.q) && all_finite(orbit.v)) return;
  orbit = {not_numbers<double, size_of<P>>(), not_numbers<double, dof_of<P>>()};
  block.exponents[j] = nan;
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
  start_of(from);  // misuse shows before any thread starts
  make_stepper(spec.options, system);
  if (spec.section) {
    SectionRule<P, double> const rule(*spec.section);
    for (auto const& name : spec.section_columns) rule.component_of(name);
  }
  if (spec.lyapunov && card.velocity_node != 0)
    throw Misuse("no Lyapunov exponents of " + card.id +
                 ": its orbits cannot be continued from points on the constraint");

  EnsembleResult result;
  for (long i = 0; i <= spec.steps; i += spec.every) result.times.push_back(i * spec.step);
  std::size_t const times = result.times.size();
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

  // Blocks are the same whatever part of the ensemble is asked for.
  constexpr long block_size = 64;
  long const first_block = from / block_size;
  long const block_count = (to + block_size - 1) / block_size - first_block;
  std::mutex mutex;
  auto const run_block = [&](long b) {
    long const first = std::max(from, (first_block + b) * block_size);
    long const count = std::min(to, (first_block + b + 1) * block_size) - first;
    Block<P> block{{},
                   std::vector(count, std::vector<double>(times)),
                   std::vector<std::vector<double>>(count),
                   std::vector<double>(count)};
    for (long j = 0; j < count; ++j) block.orbits.push_back(start_of(first + j));
    auto const run = [&]<class S>(MakeSquad<P, S> const& make_squad, int together) {
      for (int j = 0; j < count; j += together)
        run_together<P, S>(system, make_squad, spec, block, j,
                           static_cast<int>(std::min<long>(together, count - j)));
    };
    if (lanes)
      run(on_lanes, teams_abreast * lane_count);
    else
      run(one_by_one, 1);
    EnsemblePart part(times);
    for (long j = 0; j < count; ++j) {
      keep_finite(block, j);
      part.add(first + j, block.errors[j]);
    }
    std::lock_guard const lock(mutex);
    result.part.add(part);
    for (long j = 0; j < count; ++j) {
      long const orbit = first + j - from;
      if (spec.section) result.crossings[orbit] = std::move(block.crossings[j]);
      if (spec.lyapunov) result.exponents[orbit] = block.exponents[j];
      if (orbit >= paths) continue;
      result.paths[orbit] = block.errors[j];
      auto* state = &result.final_state[orbit * state_size];
      for (int i = 0; i < size_of<P>; ++i) *state++ = block.orbits[j].q[i];
      for (int i = 0; i < dof_of<P>; ++i) *state++ = block.orbits[j].v[i];
    }
  };

  std::atomic<long> next{0};
  std::atomic<bool> stop{false};
  std::exception_ptr thrown;
  long done = 0;
  auto const work = [&] {
    for (long b = next++; b < block_count && !stop; b = next++) {
      try {
        run_block(b);
        std::lock_guard const lock(mutex);
        ++done;
        if (spec.progress) spec.progress(static_cast<double>(done) / block_count);
      } catch (...) {
        std::lock_guard const lock(mutex);
        if (!thrown) thrown = std::current_exception();
        stop = true;
      }
    }
  };
  {
    std::vector<std::jthread> pool;
    for (int i = 1; i < spec.threads; ++i) pool.emplace_back(work);
    work();
  }
  if (thrown) std::rethrow_exception(thrown);
  summarise(result);
  return result;
}

}  // namespace rattleback
