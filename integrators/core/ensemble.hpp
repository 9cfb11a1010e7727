#pragma once
// Ensembles: the same step as a single run, one lane an orbit.

#include "integrators/core/ensemble_observables.hpp"
#include "integrators/core/ensemble_watch.hpp"
#include "integrators/core/sampled_start.hpp"

namespace rattleback {

template <class P>
concept StartFamily = requires(long i) {
  P::start_family(i, i);
};

/// What a batch of orbits leaves. They are counted among themselves.
template <class P>
struct BatchResult {
  std::vector<Point<P, double>> orbits;  ///< where they are
  OrbitErrors errors;                    ///< [orbit][quantity and time], the energy first
  std::vector<std::vector<double>> crossings;
  std::vector<double> exponents;
};

/// What the statistics are of: the energy and, where asked for, an invariant of the problem.
template <class P>
class Observables {
 public:
  /// Throws Misuse naming the nearest when the invariant is none of the problem's.
  Observables(P const& system, std::string const& invariant) : system_(system) {
    if (invariant.empty()) return;
    auto names = P::card().invariants;
    invariant_ = static_cast<int>(std::find(names.begin(), names.end(), invariant) - names.begin());
    if (invariant_ < static_cast<int>(names.size())) return;
    names.insert(names.begin(), "energy");
    throw_unknown("invariant of " + P::card().id, invariant, names);
  }
  /// Values of quantity i, one for each orbit of the batch.
  template <class S>
  void evaluate(Batch<P, S> const& batch, int i, std::span<double> values) const {
    constexpr int width = Batch<P, S>::width;
    for (int vector = 0; vector < batch.vector_count(); ++vector) {
      auto const z = batch.vector(vector);
      S const e = i == 0 ? energy(system_, z.q, z.v) : S(0);
      for (int lane = 0; lane < width && vector * width + lane < batch.size(); ++lane)
        // Lane by lane: invariants may branch on the sign of a number.
        values[vector * width + lane] =
            i == 0 ? lane_of(e, lane) : value(orbit_of_lane<P>(z, lane), i);
    }
  }
  double value(Point<P, double> const& z, int i) const {
    if constexpr (StatesInvariants<P>)
      if (i > 0) return system_.invariants(z.q, z.v)[invariant_];
    return energy(system_, z.q, z.v);
  }

 private:
  P const& system_;
  int invariant_ = 0;  ///< index beside the energy
};

/// Steps the orbits of `group` together, S = Lanes or double.
/// @param maps_points  a step depends on the point alone, and keeps the constraints
template <class P, class S>
void run_batch(P const& system, MakeBatch<P, S> const& make_batch, bool maps_points,
               EnsembleSpec const& spec, BatchResult<P>& group, EnsembleWatch& watch) {
  auto const orbits = std::span(group.orbits);
  int const count = static_cast<int>(orbits.size());
  Observables<P> const observables(system, spec.invariant);
  int const quantities = spec.quantities();
  auto const batch = make_batch();
  batch->start(orbits);
  constexpr int width = Batch<P, S>::width;

  std::vector<VectorSectionWatch<P, S>> sections;
  std::vector<int> columns;
  if (spec.section) {
    for (auto const& name : spec.section_columns)
      columns.push_back(SectionRule<P, double>::component_of(name));
    for (int i = 0; i < batch->vector_count(); ++i)
      sections.emplace_back(*spec.section, std::min(width, count - i * width));
  }
  auto const keep_crossing = [&](int vector) {
    return [&, vector](int lane, double index, Point<P, double> const& z) {
      // Between the last finite node of an orbit and the next there is no crossing.
      if (!std::isfinite(index) || !all_finite(z.q) || !all_finite(z.v)) return;
      auto& row = group.crossings[vector * width + lane];
      auto const before = row.capacity();
      row.push_back(index * spec.step);
      for (int i : columns) row.push_back(i < size_of<P> ? z.q[i] : z.v[i - size_of<P>]);
      watch.take((row.capacity() - before) * sizeof(double));
    };
  };
  auto const observe = [&] {
    for (int i = 0; i < static_cast<int>(sections.size()); ++i)
      sections[i].observe(batch->vector(i), keep_crossing(i));
  };
  EnsembleWatch::Pace pace(watch, count);
  auto const go = [&](Batch<P, S>& moved, long steps) {
    while (steps > 0) {
      long const some = pace.next(steps);
      moved.advance(some);
      steps -= some;
    }
  };
  auto const go_observed = [&](long steps) {
    if (sections.empty()) return go(*batch, steps);
    for (long i = 0; i < steps; ++i) {
      go(*batch, 1);
      observe();
    }
  };
  std::optional<Twins<P, S>> twins;
  if (spec.lyapunov) twins.emplace(system, spec, *batch, make_batch, !maps_points);
  observe();
  std::vector<std::vector<double>> initial(quantities, std::vector<double>(count));
  std::vector<double> now(count);
  std::size_t const times = group.errors.front().size() / quantities;
  for (int i = 0; i < quantities; ++i)
    for (int j = 0; j < count; ++j) initial[i][j] = observables.value(orbits[j], i);
  for (std::size_t k = 0; k < times; ++k) {
    if (k > 0) go_observed(spec.every);
    for (int i = 0; i < quantities; ++i) {
      observables.evaluate(*batch, i, now);
      for (int j = 0; j < count; ++j) group.errors[j][i * times + k] = now[j] - initial[i][j];
    }
    if (k == 0 || !twins) continue;
    twins->advance([&](Batch<P, S>& moved) { go(moved, spec.every); });
    twins->measure(*batch);
  }
  go_observed(spec.steps % spec.every);
  for (int i = 0; i < static_cast<int>(sections.size()); ++i) sections[i].finish(keep_crossing(i));
  double const measured = static_cast<double>(times - 1) * spec.every * spec.step;
  for (int j = 0; j < count; ++j) {
    if (twins) group.exponents[j] = twins->exponent(j, measured);
    orbits[j] = batch->orbit(j);
  }
}

/// What is left of an orbit that did not stay finite: numbers up to there, then none, so that the
/// way in which a number overflows is no part of the result.
/// @param times  of each quantity
template <class P>
void keep_finite(BatchResult<P>& group, long j, std::size_t times) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto& errors = group.errors[j];
  std::size_t last = times;
  for (std::size_t i = 0; i < errors.size(); ++i)
    if (!std::isfinite(errors[i])) last = std::min(last, i % times);
  for (std::size_t i = 0; i < errors.size(); ++i)
    if (i % times >= last) errors[i] = nan;
  auto& orbit = group.orbits[j];
  if (last == times && all_finite(orbit.q) && all_finite(orbit.v)) return;
  orbit = {not_numbers<double, size_of<P>>(), not_numbers<double, dof_of<P>>()};
  group.exponents[j] = nan;
}

/// Throws Misuse when one of the given starts is no point of the space or off the constraints.
template <class P>
void check_starts(P const& system, EnsembleSpec const& spec, long from, long to) {
  constexpr std::size_t state_size = size_of<P> + dof_of<P>;
  for (long orbit = from; orbit < to; ++orbit) {
    auto const z = point_from<P>(&spec.starts[orbit * state_size]);
    auto const row = fmt::format("row {} of the starts", orbit + 1);
    check_point<typename P::Space>(z.q, row);
    if (accelerations(system, z).singular)
      throw Misuse(fmt::format("{}: the constraints of {} are singular there", row, P::card().id));
    auto const [violation, relative] = violation_of(system, z);
    if (!(relative <= start_tolerance))
      throw Misuse(fmt::format("{} is off the constraint by {:.3g} (allowed {:g} of its terms)",
                               row, violation, start_tolerance));
  }
}

/// Runs an ensemble of a method on P. Throws Misuse on a specification that makes no sense.
/// @param make_lane_batch  null where the method runs on none
/// @param without_memory   nothing is carried but the point
template <class P>
EnsembleResult ensemble(MethodCard const& card, MakeStepper<P, double> make_stepper,
                        MakeLaneBatch<P> make_lane_batch, bool without_memory,
                        EnsembleSpec const& spec) {
  auto const standard = P::cases().front();
  P system = standard.system;
  for (auto const& [name, value] : spec.parameters) set_parameter(system, name, value);
  if (!(spec.step > 0) || !std::isfinite(spec.step))
    throw Misuse("the step must be a finite number > 0");
  if (spec.orbits < 1 || spec.steps < 1 || spec.every < 1 || spec.threads < 1)
    throw Misuse("orbits, steps, every and threads must be at least 1");
  constexpr std::size_t state_size = size_of<P> + dof_of<P>;
  if (!spec.starts.empty() && spec.starts.size() != state_size * spec.orbits)
    throw Misuse(fmt::format("{} orbits of {} need {} numbers to start from, not {}", spec.orbits,
                             P::card().id, state_size * spec.orbits, spec.starts.size()));
  if (!spec.direction.empty() && spec.direction.size() != 2 * dof_of<P>)
    throw Misuse(fmt::format("the direction of the first separation has {} numbers, not {}",
                             2 * dof_of<P>, spec.direction.size()));
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
    return start_of_orbit(system, standard.q, spec.seed, orbit, spec.energy);
  };
  long const from = spec.first, to = spec.last < 0 ? spec.orbits : spec.last;
  if (from < 0 || from >= to || to > spec.orbits)
    throw Misuse(fmt::format("orbits {} to {} are no part of {}", from, to - 1, spec.orbits));
  if (spec.orbits > EnsemblePart::most_orbits)
    throw Misuse(fmt::format("an ensemble has at most {} orbits, not {}", EnsemblePart::most_orbits,
                             spec.orbits));
  Observables<P>(system, spec.invariant);  // throws on a name that is none
  if (spec.check_only && !spec.starts.empty()) check_starts(system, spec, from, to);
  auto const z = start_of(from);  // misuse shows before any thread starts
  require_moving_step(system, z, spec.step);
  make_stepper(spec.options, system);
  if (spec.section) {
    SectionRule<P, double> const rule(*spec.section);
    for (auto const& name : spec.section_columns) rule.component_of(name);
  }
  if (spec.lyapunov && (card.velocity_node != 0 || card.adaptive))
    throw Misuse(fmt::format(
        "no Lyapunov exponents of {}: it {}; methods of fixed steps whose velocities are those of "
        "nodes have them, as do dla_leapfrog and gni where they apply",
        card.id,
        card.adaptive ? "chooses its own steps, by a tolerance above the separation of neighbours"
                      : "has no velocities at nodes, from which neighbours could be continued"));

  EnsembleResult result;
  if (spec.check_only) return result;
  auto const times = static_cast<std::size_t>(spec.steps / spec.every) + 1;
  for (std::size_t k = 0; k < times; ++k)
    result.times.push_back(static_cast<double>(static_cast<long>(k) * spec.every) * spec.step);
  std::size_t const columns = times * spec.quantities();
  result.part = EnsemblePart(columns);
  long const paths = std::max(0L, std::min(spec.paths, to) - from);
  result.paths.assign(paths, std::vector<double>(times));
  result.final_state.resize(paths * state_size);
  if (spec.section) result.crossings.resize(to - from);
  if (spec.lyapunov) result.exponents.resize(to - from);
  std::string const start = start_name(card, "");
  bool const lanes = make_lane_batch && !spec.scalar;
  bool const maps_points = without_memory && card.keeps_constraint;
  result.on_lanes = lanes;

  MakeBatch<P, Lanes> const on_lanes = [&] {
    return make_lane_batch(spec.options, system, spec.step, start);
  };
  MakeBatch<P, double> const one_by_one = [&] {
    return std::make_unique<ScalarBatch<P>>(make_stepper(spec.options, system), spec.step, start);
  };

  EnsembleWatch watch(spec, to - from);
  std::mutex mutex;
  auto const run_group = [&](long first, long count) {
    BatchResult<P> group{{},
                         OrbitErrors(count, std::vector<double>(columns)),
                         std::vector<std::vector<double>>(count),
                         std::vector<double>(count)};
    for (long j = 0; j < count; ++j) group.orbits.push_back(start_of(first + j));
    if (lanes)
      run_batch<P, Lanes>(system, on_lanes, maps_points, spec, group, watch);
    else
      run_batch<P, double>(system, one_by_one, maps_points, spec, group, watch);
    for (long j = 0; j < count; ++j) keep_finite(group, j, times);
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
      result.paths[orbit].resize(times);
      auto* state = &result.final_state[orbit * state_size];
      for (int i = 0; i < size_of<P>; ++i) *state++ = group.orbits[j].q[i];
      for (int i = 0; i < dof_of<P>; ++i) *state++ = group.orbits[j].v[i];
    }
  };

  // Orbits together begin at multiples of their number, whatever part of the ensemble is asked for:
  // so their nodes are few.
  long const together = lanes ? vectors_in_batch * lane_count : 1;
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
  watch.report(0);
  summarise(result, result.part);
  return result;
}

}  // namespace rattleback
