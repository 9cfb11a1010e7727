#pragma once
// Ensembles: the same step as a single run, one lane an orbit.

#include <algorithm>
#include <cmath>
#include <mutex>
#include <span>
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

/// The number in a lane; a plain number is its own only lane.
inline double lane_of(double x, int) { return x; }
inline double lane_of(Lanes const& x, int lane) { return x[lane]; }
inline void set_lane(double& x, int, double value) { x = value; }
inline void set_lane(Lanes& x, int lane, double value) { x.set(lane, value); }

/// Orbits that are stepped at once, one a lane of S, and what their method carries for each.
template <class P, class S, class Memory>
struct Team {
  Point<P, S> z;
  Memory memory;
};
/// So many teams go side by side: a processor works on one while another waits for a quotient.
inline constexpr int teams_abreast = 4;

/// Without the option that decides between two ways to step, the compiler keeps a step's vectors in
/// registers: runs with the standard options get along without it.
template <class M>
bool is_standard(M const& method) {
  if constexpr (requires { method.multipliers; })
    return method.multipliers == M{}.multipliers;
  else
    return false;
}

/// `count` steps, everything inlined: this is where ensembles spend their time.
template <bool standard, class M, class P, class Memory>
[[gnu::flatten]] void advance(M const& given, P const& system,
                              std::span<Team<P, Lanes, Memory>> const& teams, Lanes h, long count) {
  M const method = standard ? M{} : given;
  for (long i = 0; i < count; ++i)
    for (auto& [z, memory] : teams) z = method.step(system, z, memory, h).z;
}
/// An orbit that fails is not a number from then on, as on lanes.
template <bool standard, class M, class P, class Memory>
void advance(M const& method, P const& system, std::span<Team<P, double, Memory>> const& teams,
             double h, long count) {
  for (auto& [z, memory] : teams)
    for (long i = 0; i < count && all_finite(z.q); ++i) {
      auto const step = method.step(system, z, memory, h);
      z = step.z;
      if (step.outcome != Outcome::ok) z.q = not_numbers<double, size_of<P>>();
    }
}

/// Steps `count` orbits together, S = Lanes or double, and keeps their energy errors [time][orbit].
/// Idle lanes repeat the last orbit.
template <class S, class P, class M>
void run_together(P const& system, M const& method, EnsembleSpec const& spec,
                  std::string const& start, std::span<Point<P, double>> orbits,
                  std::vector<std::vector<double>>& errors, int first) {
  constexpr int width = OnLanes<S> ? lane_count : 1;
  int const count = orbits.size();
  auto const orbit_of = [&](int team, int lane) {
    return std::min(team * width + lane, count - 1);
  };
  S const h(spec.step);
  StartPoint<P, S> const how{start, {}};
  using Memory = decltype(memory_of(method, system, Point<P, S>{}, h, how));
  std::vector<Team<P, S, Memory>> teams;
  std::vector<S> initial((count + width - 1) / width);
  teams.reserve(initial.size());
  for (int team = 0; team * width < count; ++team) {
    Point<P, S> z{};
    for (int lane = 0; lane < width; ++lane) {
      auto const& orbit = orbits[orbit_of(team, lane)];
      set_lane(initial[team], lane, energy(system, orbit.q, orbit.v));
      auto const begun =
          started(method, system, orbit, spec.step, StartPoint<P, double>{start, {}});
      for (int i = 0; i < size_of<P>; ++i) set_lane(z.q[i], lane, begun.q[i]);
      for (int i = 0; i < dof_of<P>; ++i) set_lane(z.v[i], lane, begun.v[i]);
    }
    teams.push_back({z, memory_of(method, system, z, h, how)});
  }
  bool const standard = is_standard(method);
  auto const go = [&](long steps) {
    std::span<Team<P, S, Memory>> const all(teams);
    standard ? advance<true>(method, system, all, h, steps)
             : advance<false>(method, system, all, h, steps);
  };
  for (std::size_t k = 0; k < errors.size(); ++k) {
    if (k > 0) go(spec.every);
    for (int team = 0; team * width < count; ++team) {
      S const error = energy(system, teams[team].z.q, teams[team].z.v) - initial[team];
      for (int lane = 0; lane < width; ++lane)
        errors[k][first + orbit_of(team, lane)] = lane_of(error, lane);
    }
  }
  go(spec.steps % spec.every);
  for (int j = 0; j < count; ++j) {
    auto const& z = teams[j / width].z;
    for (int i = 0; i < size_of<P>; ++i) orbits[j].q[i] = lane_of(z.q[i], j % width);
    for (int i = 0; i < dof_of<P>; ++i) orbits[j].v[i] = lane_of(z.v[i], j % width);
  }
}

/// What is left of an orbit that did not stay finite: numbers up to there, then none, so that the
/// way in which a number overflows is no part of the result.
/// @return whether all its energies are finite
template <class P>
bool keep_finite(Point<P, double>& orbit, std::vector<std::vector<double>>& errors, long j) {
  bool finite = true;
  for (auto& row : errors) {
    finite = finite && std::isfinite(row[j]);
    if (!finite) row[j] = std::numeric_limits<double>::quiet_NaN();
  }
  if (!(finite && all_finite(orbit.q) && all_finite(orbit.v)))
    orbit = {not_numbers<double, size_of<P>>(), not_numbers<double, dof_of<P>>()};
  return finite;
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
  bool const lanes = M::template runs_on_lanes<P> && !spec.scalar;
  result.on_lanes = lanes;

  long const block_count = (spec.orbits + BlockSums::orbits - 1) / BlockSums::orbits;
  std::vector<BlockSums> blocks(block_count);
  auto const run_block = [&](long b) {
    long const first = b * BlockSums::orbits;
    long const count = std::min(BlockSums::orbits, spec.orbits - first);
    std::vector<Point<P, double>> orbits;
    for (long j = 0; j < count; ++j) orbits.push_back(start_of(first + j));
    std::vector errors(result.times.size(), std::vector<double>(count));
    auto const run = [&]<class S>(S, int together) {
      for (int j = 0; j < count; j += together) {
        auto const some = std::span(orbits).subspan(j, std::min<long>(together, count - j));
        run_together<S>(system, method, spec, start, some, errors, j);
      }
    };
    if (lanes) {
      if constexpr (M::template runs_on_lanes<P>) run(Lanes{}, teams_abreast * lane_count);
    } else {
      run(0.0, 1);
    }
    auto& block = blocks[b];
    block.sums.assign(result.times.size(), {});
    for (long j = 0; j < count; ++j) {
      bool const finite = keep_finite(orbits[j], errors, j);
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
