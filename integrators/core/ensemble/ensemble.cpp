#include "integrators/core/ensemble/ensemble.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "base/invalid_input.hpp"
#include "integrators/core/ensemble/ensemble_watch.hpp"
#include "integrators/core/ensemble/initial_states.hpp"
#include "integrators/core/ensemble/observables.hpp"
#include "integrators/core/run/monitor.hpp"
#include "integrators/core/run/resolve.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

namespace {

/// Results of a batch of orbits, indexed by the orbit's place in the batch.
struct BatchResult {
  std::vector<double> orbits;  ///< current states, one after the other
  OrbitErrors errors;          ///< [orbit][quantity and time], the energy first
  std::vector<std::vector<double>> crossings;
  std::vector<double> exponents;
};

/// One ensemble: the specification with what it names.
class EnsembleRun {
 public:
  EnsembleRun(SharedProblem const& problem, EnsembleMethod const& method, EnsembleSpec const& spec)
      : spec_(spec), method_(method) {
    auto const standard = problem->in_double.cases().front();
    system_ = {problem, standard.system};
    standard_q_ = standard.q;
    state_size_ = standard.q.size() + standard.v.size();
    first_ = spec.first;
    last_ = spec.last < 0 ? spec.orbits : spec.last;
    lanes_ = method.lanes && !spec.scalar;
    maps_points_ = !method.table.has_memory && method.card.preserves_constraint;
  }

  EnsembleResult run() {
    check();
    if (spec_.check_only) return {};
    times_ = static_cast<std::size_t>(spec_.steps / spec_.every) + 1;
    for (std::size_t k = 0; k < times_; ++k)
      result_.times.push_back(static_cast<double>(static_cast<long>(k) * spec_.every) * spec_.step);
    result_.part = EnsemblePart(times_ * spec_.quantities());
    long const paths = std::max(0L, std::min(spec_.paths, last_) - first_);
    result_.paths.assign(paths, std::vector<double>(times_));
    result_.final_state.resize((spec_.final_states ? last_ - first_ : paths) * state_size_);
    if (spec_.section) result_.crossings.resize(last_ - first_);
    if (spec_.lyapunov) result_.exponents.resize(last_ - first_);
    result_.on_lanes = lanes_;

    EnsembleWatch watch(spec_, last_ - first_);
    // Orbits together begin at multiples of their number, whatever part of the ensemble is asked
    // for: so their nodes are few.
    long const together = lanes_ ? vectors_in_batch * lane_count : 1;
    std::atomic<long> next{first_ / together};
    long const groups = (last_ + together - 1) / together - next;
    run_on_threads(static_cast<int>(std::min<long>(spec_.threads, groups)), watch, [&] {
      long const group = next++;
      long const first = std::max(first_, group * together),
                 last = std::min(last_, (group + 1) * together);
      if (first >= last) return false;
      run_group(first, last - first, watch);
      return true;
    });
    watch.report(0);
    summarise(result_, result_.part);
    return std::move(result_);
  }

 private:
  /// Throws InvalidInput on a specification that makes no sense.
  void check() {
    auto const& problem = system_.description().card;
    auto const& card = method_.card;
    for (auto const& [name, value] : spec_.parameters) set_parameter(system_, name, value);
    if (!(spec_.step > 0) || !std::isfinite(spec_.step))
      throw InvalidInput("the step must be a finite number > 0");
    if (spec_.orbits < 1 || spec_.steps < 1 || spec_.every < 1 || spec_.threads < 1)
      throw InvalidInput("orbits, steps, every and threads must be at least 1");
    if (!spec_.starts.empty() && spec_.starts.size() != state_size_ * spec_.orbits)
      throw InvalidInput(fmt::format("{} orbits of {} need {} numbers to start from, not {}",
                                     spec_.orbits, problem.id, state_size_ * spec_.orbits,
                                     spec_.starts.size()));
    std::size_t const separation = 2 * static_cast<std::size_t>(system_->dof);
    if (!spec_.direction.empty() && spec_.direction.size() != separation)
      throw InvalidInput(fmt::format("the direction of the first separation has {} numbers, not {}",
                                     separation, spec_.direction.size()));
    if (first_ < 0 || first_ >= last_ || last_ > spec_.orbits)
      throw InvalidInput(
          fmt::format("orbits {} to {} are not a part of {}", first_, last_ - 1, spec_.orbits));
    if (spec_.orbits > EnsemblePart::most_orbits)
      throw InvalidInput(fmt::format("an ensemble has at most {} orbits, not {}",
                                     EnsemblePart::most_orbits, spec_.orbits));
    Observables(system_, spec_.invariant);  // throws InvalidInput on an unknown name
    if (spec_.check_only && !spec_.starts.empty()) check_starts();
    auto const z = start(first_);  // invalid input throws before a thread starts
    auto const v = z.begin() + system_->size;
    require_moving_step(Resolved<double>{system_, {z.begin(), v}, {v, z.end()}, ""}, spec_.step);
    single_orbit(method_, spec_.options, system_, spec_.step);
    if (spec_.section) {
      section_.emplace(*spec_.section, problem);
      for (auto const& name : spec_.section_columns)
        section_columns_.push_back(section_component(name, problem));
    }
    if (spec_.lyapunov && system_.description().driven)
      throw InvalidInput(
          fmt::format("no Lyapunov exponents of {}, which is driven: neighbours restart at time 0",
                      problem.id));
    if (spec_.lyapunov && (card.velocity_node != 0 || card.adaptive))
      throw InvalidInput(fmt::format(
          "no Lyapunov exponents of {}: it {}; methods of fixed steps whose velocities are those "
          "of nodes have them, as do dla_leapfrog and gni where they apply",
          card.id,
          card.adaptive ? "chooses its own steps, by a tolerance above the separation of neighbours"
                        : "has no velocities at nodes, from which neighbours could be continued"));
  }

  std::vector<double> start(long orbit) const {
    auto const given = spec_.starts.begin() + orbit * static_cast<long>(state_size_);
    if (!spec_.starts.empty()) return {given, given + static_cast<long>(state_size_)};
    if (spec_.family) {
      auto const family = system_.problem->ensembles.family_start;
      if (!family) throw InvalidInput(system_.description().card.id + " has no family of starts");
      std::vector<double> z(state_size_);
      family(orbit, spec_.orbits, z.data(), z.data() + system_->size);
      return z;
    }
    auto z = start_of_orbit(system_, standard_q_, spec_.seed, orbit, spec_.energy);
    z.q.insert(z.q.end(), z.v.begin(), z.v.end());
    return z.q;
  }

  /// Throws InvalidInput if a given initial state is not a point of the space or violates the
  /// constraints.
  void check_starts() const {
    for (long orbit = first_; orbit < last_; ++orbit) {
      auto const z = start(orbit);
      auto const *q = z.data(), *v = q + system_->size;
      auto const row = fmt::format("row {} of the starts", orbit + 1);
      check_point(system_, q, row);
      if (is_singular(system_, 0.0, q, v))
        throw InvalidInput(fmt::format("{}: the constraints of {} are singular there", row,
                                       system_.description().card.id));
      auto const violation = violation_of(system_, 0.0, q, v);
      if (!(violation.relative <= start_tolerance))
        throw InvalidInput(
            fmt::format("{} violates the constraint by {:.3g} (allowed {:g} of its terms)", row,
                        violation.size, start_tolerance));
    }
  }

  template <class S>
  std::vector<VectorSectionWatch<S>> section_watches(Batch<S> const& batch, BatchResult& group,
                                                     EnsembleWatch& watch) const {
    constexpr int width = Batch<S>::width;
    std::vector<VectorSectionWatch<S>> watches;
    if (!section_) return watches;
    for (int i = 0; i < batch.vector_count(); ++i) {
      auto const found = [this, &group, &watch, i](int lane, double index,
                                                   FlatPoint<double> const& at) {
        // An interval that ends in a node that is not finite contains no crossing.
        if (!std::isfinite(index) || !all_finite(at.q) || !all_finite(at.v)) return;
        auto& row = group.crossings[i * width + lane];
        auto const before = row.capacity();
        row.push_back(index * spec_.step);
        for (int column : section_columns_)
          row.push_back(column < system_->size ? at.q[column] : at.v[column - system_->size]);
        watch.take((row.capacity() - before) * sizeof(double));
      };
      watches.emplace_back(*section_, system_->size, std::min(width, batch.size() - i * width),
                           found);
    }
    return watches;
  }

  /// Steps the orbits of `group` together.
  template <class S>
  void run_batch(MakeBatch<S> const& make_batch, BatchResult& group, EnsembleWatch& watch) const {
    int const count = static_cast<int>(group.errors.size());
    int const quantities = spec_.quantities();
    Observables observables(system_, spec_.invariant);
    auto const batch = make_batch();
    batch->start(group.orbits);
    auto sections = section_watches(*batch, group, watch);
    std::vector<S> z(state_size_);
    auto const observe = [&] {
      for (int i = 0; i < static_cast<int>(sections.size()); ++i) {
        batch->vector(i, z.data());
        sections[i].observe(z);
      }
    };
    EnsembleWatch::Pace pace(watch, count);
    auto const go = [&](Batch<S>& moved, long steps) {
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
    std::optional<NeighbouringOrbits<S>> neighbours;
    if (spec_.lyapunov) neighbours.emplace(system_, spec_, *batch, make_batch, !maps_points_);
    observe();
    std::vector<std::vector<double>> initial(quantities, std::vector<double>(count));
    std::vector<double> now(count);
    for (int i = 0; i < quantities; ++i)
      for (int j = 0; j < count; ++j)
        initial[i][j] = observables.value(0, &group.orbits[j * state_size_], i);
    for (std::size_t k = 0; k < times_; ++k) {
      if (k > 0) go_observed(spec_.every);
      for (int i = 0; i < quantities; ++i) {
        observables.evaluate(*batch, i, static_cast<double>(k) * spec_.every * spec_.step, now);
        for (int j = 0; j < count; ++j) group.errors[j][i * times_ + k] = now[j] - initial[i][j];
      }
      if (k == 0 || !neighbours) continue;
      neighbours->advance([&](Batch<S>& moved) { go(moved, spec_.every); });
      neighbours->measure(*batch);
    }
    go_observed(spec_.steps % spec_.every);
    for (auto& section : sections) section.finish();
    double const measured = static_cast<double>(times_ - 1) * spec_.every * spec_.step;
    for (int j = 0; j < count; ++j) {
      if (neighbours) group.exponents[j] = neighbours->exponent(j, measured);
      auto const orbit = orbit_of(*batch, j, static_cast<int>(state_size_));
      std::copy(orbit.begin(), orbit.end(), group.orbits.begin() + j * state_size_);
    }
  }

  /// Replaces the numbers of orbit j by NaN from its first non-finite number on, so that the result
  /// does not depend on how a number overflows.
  void make_finite(BatchResult& group, long j) const {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    auto& errors = group.errors[j];
    std::size_t last = times_;
    for (std::size_t i = 0; i < errors.size(); ++i)
      if (!std::isfinite(errors[i])) last = std::min(last, i % times_);
    for (std::size_t i = 0; i < errors.size(); ++i)
      if (i % times_ >= last) errors[i] = nan;
    auto const orbit = std::span(group.orbits).subspan(j * state_size_, state_size_);
    if (last == times_ &&
        std::all_of(orbit.begin(), orbit.end(), [](double x) { return std::isfinite(x); }))
      return;
    std::fill(orbit.begin(), orbit.end(), nan);
    group.exponents[j] = nan;
  }

  void run_group(long first, long count, EnsembleWatch& watch) {
    BatchResult group{{},
                      OrbitErrors(count, std::vector<double>(times_ * spec_.quantities())),
                      std::vector<std::vector<double>>(count),
                      std::vector<double>(count)};
    for (long j = 0; j < count; ++j) {
      auto const z = start(first + j);
      group.orbits.insert(group.orbits.end(), z.begin(), z.end());
    }
    if (lanes_)
      run_batch<Lanes>(
          [this] { return orbits_on_lanes(method_, spec_.options, system_, spec_.step); }, group,
          watch);
    else
      run_batch<double>(
          [this] { return single_orbit(method_, spec_.options, system_, spec_.step); }, group,
          watch);
    for (long j = 0; j < count; ++j) make_finite(group, j);
    auto nodes = EnsemblePart::nodes_of(first, group.errors);
    std::lock_guard const lock(adding_);
    result_.part.add(std::move(nodes), group.errors);
    watch.statistics_take(result_.part.bytes());
    for (long j = 0; j < count; ++j) {
      long const orbit = first + j - first_;
      if (spec_.section) result_.crossings[orbit] = std::move(group.crossings[j]);
      if (spec_.lyapunov) result_.exponents[orbit] = group.exponents[j];
      if (orbit < static_cast<long>(result_.paths.size())) {
        result_.paths[orbit] = std::move(group.errors[j]);
        result_.paths[orbit].resize(times_);
      }
      if ((orbit + 1) * state_size_ > result_.final_state.size()) continue;
      std::copy_n(group.orbits.begin() + j * static_cast<long>(state_size_), state_size_,
                  result_.final_state.begin() + orbit * static_cast<long>(state_size_));
    }
  }

  EnsembleSpec const& spec_;
  EnsembleMethod const& method_;
  System<double> system_;
  std::vector<double> standard_q_;
  std::size_t state_size_;
  long first_, last_;
  std::optional<SectionRule<double>> section_;
  std::vector<int> section_columns_;
  bool lanes_ = false;
  bool maps_points_ = false;  ///< a step depends on the point alone, and preserves the constraints
  std::size_t times_ = 0;
  std::mutex adding_;
  EnsembleResult result_;
};

}  // namespace

EnsembleResult ensemble(SharedProblem const& problem, EnsembleMethod const& method,
                        EnsembleSpec const& spec) {
  return EnsembleRun(problem, method, spec).run();
}

}  // namespace rattleback
