#include "integrators/core/ensemble/initial_states.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/invalid_input.hpp"
#include "problems/core/numbers/dense_matrix.hpp"
#include "problems/core/sampler.hpp"

namespace rattleback {

namespace {

double energy_at(System<double> const& system, FlatPoint<double> const& z) {
  std::vector<double> observables(system->observables), phi(system->constraints);
  system->observe(system.get(), 0, z.q.data(), z.v.data(), observables.data(), phi.data());
  return observables[0];
}

/// A velocity of normal components in the metric M of the kinetic energy: M^-1 L n with L L^T = M,
/// here as the momentum L n.
std::vector<double> random_momentum(DenseMatrix<double> M, NormalSequence& normal) {
  int const n = M.n;
  std::vector<double> numbers(n), momentum(n);
  for (double& x : numbers) x = normal.next();
  // Cholesky's factor, column by column. A direction without mass has no momentum.
  for (int k = 0; k < n; ++k) {
    double const pivot = M(k, k) > 0 ? std::sqrt(M(k, k)) : 0;
    for (int i = k; i < n; ++i) {
      double const entry = pivot > 0 ? M(i, k) / pivot : 0;
      momentum[i] = momentum[i] + entry * numbers[k];
      M(i, k) = entry;
    }
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j <= i; ++j) M(i, j) -= M(i, k) * M(j, k);
  }
  return momentum;
}

/// Velocities that the constraints allow at q: `slowest` has the least kinetic energy of all that
/// satisfy the constraints, and `along` satisfies their homogeneous form, so that the energy of
/// slowest + s along is that of `slowest` and s^2 times `kinetic`.
struct Velocities {
  std::vector<double> slowest, along;
  double kinetic = 0;
  bool singular = false;
};

/// `along` is isotropic in the metric of the kinetic energy.
Velocities random_velocities(System<double> const& system, std::vector<double> const& q,
                             NormalSequence& normal) {
  int const n = system->dof, m = system->constraints;
  MotionTerms<double> terms;
  std::vector<double> const rest(n);
  system->terms(system.get(), 0, q.data(), rest.data(), terms);
  DenseMatrix<double> saddle(n + m);
  std::vector<double> to_slowest(n + m), to_along(n + m);
  auto const momentum = random_momentum(DenseMatrix<double>(n, terms.mass), normal);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) saddle(i, j) = terms.mass[i * n + j];
    for (int k = 0; k < m; ++k) saddle(i, n + k) = saddle(n + k, i) = terms.mu[k * n + i];
    to_along[i] = momentum[i];
  }
  for (int k = 0; k < m; ++k) to_slowest[n + k] = -terms.phi[k];
  auto slowest = solve(saddle, to_slowest), along = solve(saddle, to_along);
  slowest.x.resize(n);
  along.x.resize(n);
  double const kinetic =
      dot(n, along.x.data(), times(n, n, terms.mass.data(), along.x.data()).data()) / 2;
  return {slowest.x, along.x, kinetic, slowest.singular || along.singular};
}

}  // namespace

FlatPoint<double> start_of_orbit(System<double> const& system, std::vector<double> const& standard,
                                 std::uint64_t seed, std::uint64_t orbit, double wanted) {
  auto const& sampling = system.problem->ensembles;
  if (sampling.scaled_start) {
    FlatPoint<double> z{standard, std::vector<double>(system->dof)};
    sampling.scaled_start(system.get(), seed, orbit, wanted, z.q.data(), z.v.data());
    return z;
  }
  NormalSequence normal(seed, orbit);
  int const draws = sampling.draws ? 10'000 : 1;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < draws; ++i) {
    FlatPoint<double> z{standard, {}};
    sampling.draw(system.get(), standard.data(), normal, z.q.data());
    auto const velocities = random_velocities(system, z.q, normal);
    if (velocities.singular) continue;
    z.v = velocities.slowest;
    double const rest = energy_at(system, z);
    least = std::min(least, rest);
    if (!(wanted > rest)) continue;
    double const scale = std::sqrt((wanted - rest) / velocities.kinetic);
    for (std::size_t k = 0; k < z.v.size(); ++k) z.v[k] = z.v[k] + scale * velocities.along[k];
    return z;
  }
  auto const& id = system.description().card.id;
  if (!std::isfinite(least))
    throw InvalidInput(fmt::format("the constraints of {} are singular where its starts are", id));
  throw InvalidInput(fmt::format(
      "no start of {} has the energy {}: it must exceed {}, the least that {}", id, wanted, least,
      draws > 1 ? fmt::format("{} positions drawn for it allow", draws)
                : "the position of its starts allows"));
}

std::string measure_of_starts(ProblemFunctions const& problem) {
  if (problem.ensembles.scaled_start)
    return "coordinates and independent velocities normal, all scaled by one factor to the energy";
  return fmt::format(
      "{}; velocities isotropic on the constraints in the metric of the kinetic energy, scaled "
      "to the energy",
      fmt::join(problem.ensembles.measure_of_positions, "; "));
}

}  // namespace rattleback
