#pragma once
// Ensembles: the same step as a single run, one lane an orbit.

#include <algorithm>
#include <cmath>
#include <mutex>
#include <thread>

#include "integrators/core/integrate.hpp"
#include "problems/core/lanes.hpp"
#include "problems/core/sampler.hpp"

namespace rattleback {

/// Power sums of the energy error over one block of orbits, per sampled time. Blocks have a fixed
/// size and are added in index order, so the result does not depend on threads or lanes.
struct BlockSums {
  static constexpr long orbits = 64;
  std::vector<std::array<double, 4>> sums;
  long counted = 0, failed = 0;
};

/// Mean, variance about the mean and excess kurtosis of what the blocks counted.
inline void add_up(std::vector<BlockSums> const& blocks, EnsembleResult& result) {
  long n = 0;
  for (auto const& b : blocks) {
    n += b.counted;
    result.failed += b.failed;
  }
  double const nan = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t k = 0; k < result.times.size(); ++k) {
    std::array<double, 4> s{};
    for (auto const& b : blocks)
      for (int p = 0; p < 4; ++p) s[p] += b.sums[k][p];
    double const m1 = s[0] / n, m2 = s[1] / n, m3 = s[2] / n, m4 = s[3] / n;
    double const variance = m2 - m1 * m1;
    double const fourth = m4 - 4 * m1 * m3 + 6 * m1 * m1 * m2 - 3 * m1 * m1 * m1 * m1;
    result.mean.push_back(n > 0 ? m1 : nan);
    result.variance.push_back(n > 1 ? variance * n / (n - 1) : nan);
    result.kurtosis.push_back(variance > 0 ? fourth / (variance * variance) - 3 : nan);
  }
}

template <class P>
concept StartFamily = requires(long i) {
  P::start_family(i, i);
};

/// `count` steps, everything inlined: this is where ensembles spend their time. A step on lanes has
/// no outcome, and a copy of the point keeps it in registers.
template <class M, class P, class S>
[[gnu::flatten]] Outcome advance(M const& method, P const& system, Point<P, S>& z, S h,
                                 long count) {
  NoMemory memory;
  Point<P, S> now = z;
  for (long i = 0; i < count; ++i) {
    if constexpr (std::is_same_v<S, double>) {
      auto const step = method.step(system, now, memory, h);
      now = step.z;
      if (step.outcome != Outcome::ok) return step.outcome;
    } else {
      now = method.step(system, now, memory, h).z;
    }
  }
  z = now;
  return Outcome::ok;
}

/// Steps `width` orbits together, S = Lanes or double, and keeps their energy errors [time][orbit].
template <class S, class P, class M>
void run_together(P const& system, M const& method, EnsembleSpec const& spec,
                  std::string const& start, std::vector<Point<P, double>>& orbits,
                  std::vector<std::vector<double>>& errors, int first) {
  constexpr int width = std::is_same_v<S, double> ? 1 : lane_count;
  auto const in = [&](S& slot, int lane, double x) {
    if constexpr (std::is_same_v<S, double>)
      slot = x;
    else
      slot.set(lane, x);
  };
  auto const out = [&](S const& slot, int lane) {
    if constexpr (std::is_same_v<S, double>)
      return slot;
    else
      return slot[lane];
  };
  Point<P, S> z{};
  double initial[width];
  for (int lane = 0; lane < width; ++lane) {
    auto const& orbit = orbits[first + lane];
    initial[lane] = energy(system, orbit.q, orbit.v);
    auto const begun = started(method, system, orbit, spec.step, StartPoint<P, double>{start, {}});
    for (int i = 0; i < size_of<P>; ++i) in(z.q[i], lane, begun.q[i]);
    for (int i = 0; i < dof_of<P>; ++i) in(z.v[i], lane, begun.v[i]);
  }
  S const h(spec.step);
  Outcome outcome = Outcome::ok;
  for (std::size_t k = 0; k < errors.size(); ++k) {
    if (k > 0 && outcome == Outcome::ok) outcome = advance(method, system, z, h, spec.every);
    S const e = energy(system, z.q, z.v);
    for (int lane = 0; lane < width; ++lane)
      errors[k][first + lane] = outcome == Outcome::ok ? out(e, lane) - initial[lane]
                                                       : std::numeric_limits<double>::quiet_NaN();
  }
  if (outcome == Outcome::ok) advance(method, system, z, h, spec.steps % spec.every);
  for (int lane = 0; lane < width; ++lane) {
    auto& orbit = orbits[first + lane];
    for (int i = 0; i < size_of<P>; ++i) orbit.q[i] = out(z.q[i], lane);
    for (int i = 0; i < dof_of<P>; ++i) orbit.v[i] = out(z.v[i], lane);
  }
}

/// Runs an ensemble of method M on Problem. Throws Misuse on a specification that makes no sense.
template <template <class> class Problem, class M>
EnsembleResult ensemble(EnsembleSpec const& spec) {
  using P = Problem<double>;
  M const method = method_with<M>(spec.options);
  P system = P::cases().front().system;
  for (auto const& [name, value] : spec.parameters) set_parameter(system, name, value);
  if (!(spec.step > 0) || !std::isfinite(spec.step))
    throw Misuse("the step must be a finite number > 0");
  if (spec.orbits < 1 || spec.steps < 1 || spec.every < 1 || spec.threads < 1)
    throw Misuse("orbits, steps, every and threads must be at least 1");
  auto const start_of = [&](long orbit) -> Point<P, double> {
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
  start_of(0);  // misuse shows before any thread starts

  EnsembleResult result;
  for (long i = 0; i <= spec.steps; i += spec.every) result.times.push_back(i * spec.step);
  long const paths = std::min(spec.paths, spec.orbits);
  result.paths.assign(paths, std::vector<double>(result.times.size()));
  constexpr int state_size = size_of<P> + dof_of<P>;
  result.final_state.resize(paths * state_size);
  std::string const start = start_name(card_of<M>(), "");
  bool lanes = M::template runs_on_lanes<P> && !spec.scalar;
  if constexpr (requires { method.wants_lanes(); }) lanes = lanes && method.wants_lanes();
  result.on_lanes = lanes;

  long const block_count = (spec.orbits + BlockSums::orbits - 1) / BlockSums::orbits;
  std::vector<BlockSums> blocks(block_count);
  auto const run_block = [&](long b) {
    long const first = b * BlockSums::orbits;
    long const count = std::min(BlockSums::orbits, spec.orbits - first);
    std::vector<Point<P, double>> orbits(BlockSums::orbits);
    for (long j = 0; j < BlockSums::orbits; ++j)
      orbits[j] = start_of(first + std::min(j, count - 1));  // idle lanes repeat the last orbit
    std::vector errors(result.times.size(), std::vector<double>(BlockSums::orbits));
    if (lanes) {
      if constexpr (M::template runs_on_lanes<P>)
        for (long j = 0; j < count; j += lane_count)
          run_together<Lanes>(system, method, spec, start, orbits, errors, static_cast<int>(j));
    } else {
      for (long j = 0; j < count; ++j)
        run_together<double>(system, method, spec, start, orbits, errors, static_cast<int>(j));
    }
    auto& block = blocks[b];
    block.sums.assign(result.times.size(), {});
    for (long j = 0; j < count; ++j) {
      bool finite = true;
      for (auto const& row : errors) finite = finite && std::isfinite(row[j]);
      ++(finite ? block.counted : block.failed);
      for (std::size_t k = 0; finite && k < errors.size(); ++k) {
        double power = 1;
        for (double& sum : block.sums[k]) sum += (power *= errors[k][j]);
      }
      if (first + j >= paths) continue;
      for (std::size_t k = 0; k < errors.size(); ++k) result.paths[first + j][k] = errors[k][j];
      auto* state = &result.final_state[(first + j) * state_size];
      for (int i = 0; i < size_of<P>; ++i) *state++ = orbits[j].q[i];
      for (int i = 0; i < dof_of<P>; ++i) *state++ = orbits[j].v[i];
    }
  };

  std::atomic<long> next{0};
  std::atomic<bool> stop{false};
  std::mutex mutex;
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
  add_up(blocks, result);
  return result;
}

}  // namespace rattleback
