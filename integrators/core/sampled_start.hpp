#pragma once
// Starts of ensembles for every problem and space, at a given energy: orbit i of seed s is the same
// on any lane, thread, rank or shard.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>

#include "integrators/core/resolve.hpp"
#include "problems/core/directed_rotation.hpp"
#include "problems/core/product.hpp"
#include "problems/core/sampler.hpp"
#include "problems/core/se2.hpp"
#include "problems/core/so_n.hpp"

namespace rattleback {

/// A rotation of R^n by Haar's measure: Gram and Schmidt's rows of a matrix of normal numbers, the
/// last row with the sign of a rotation.
template <int n>
Vec<double, n * n> random_rotation(NormalSequence& normal) {
  Vec<Vec<double, n>, n> rows;
  Mat<double, n, n> matrix;
  for (int i = 0; i < n; ++i) {
    double size = 0;
    // A row that nearly depends on the others would lose its digits.
    for (double left = 0; !(left > 1e-3 * size);) {
      for (int j = 0; j < n; ++j) rows[i][j] = normal.next();
      size = std::sqrt(dot(rows[i], rows[i]));
      for (int twice = 0; twice < 2; ++twice)
        for (int k = 0; k < i; ++k) rows[i] = rows[i] - dot(rows[k], rows[i]) * rows[k];
      left = std::sqrt(dot(rows[i], rows[i]));
      rows[i] = 1 / left * rows[i];
    }
    matrix.row[i] = rows[i];
  }
  if (determinant(matrix) < 0) rows[n - 1] = -rows[n - 1];
  Vec<double, n * n> R;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) R[n * i + j] = rows[i][j];
  return R;
}

/// How a point of G is drawn: what is compact by Haar's measure, the rest as in `start`. `measure`
/// says so of coordinates with these names.
template <class G>
struct PointSampler;

template <int n>
struct PointSampler<R<n>> {
  static constexpr bool draws = false;
  static Vec<double, n> draw(Vec<double, n> const& start, NormalSequence&) { return start; }
  static std::vector<std::string> measure(std::span<std::string const> names) {
    return {fmt::format("{} as in the first case", fmt::join(names, ", "))};
  }
};

template <>
struct PointSampler<SE2> {
  static constexpr bool draws = true;
  static Vec<double, 3> draw(Vec<double, 3> const& start, NormalSequence& normal) {
    return {start[0], start[1], 8 * std::atan(1.0) * normal.next_uniform()};
  }
  static std::vector<std::string> measure(std::span<std::string const> names) {
    return {fmt::format("{} uniform in [0, 2 pi)", names[2]),
            fmt::format("{}, {} as in the first case", names[0], names[1])};
  }
};

template <>
struct PointSampler<SO3> {
  static constexpr bool draws = true;
  static Vec<double, 9> draw(Vec<double, 9> const&, NormalSequence& normal) {
    return random_rotation<3>(normal);
  }
  static std::vector<std::string> measure(std::span<std::string const> names) {
    return {fmt::format("{} to {} by the Haar measure of SO(3)", names.front(), names.back())};
  }
};

template <int n>
struct PointSampler<SO<n>> {
  static constexpr bool draws = true;
  static Vec<double, n * n> draw(Vec<double, n * n> const&, NormalSequence& normal) {
    return random_rotation<n>(normal);
  }
  static std::vector<std::string> measure(std::span<std::string const> names) {
    return {fmt::format("{} to {} by the Haar measure of SO({})", names.front(), names.back(), n)};
  }
};

template <>
struct PointSampler<DirectedRotation> {
  static constexpr bool draws = true;
  static Vec<double, 12> draw(Vec<double, 12> const&, NormalSequence& normal) {
    return DirectedRotation::with_direction(random_rotation<3>(normal));
  }
  static std::vector<std::string> measure(std::span<std::string const> names) {
    auto all = PointSampler<SO3>::measure(names.subspan(3));
    all.push_back(fmt::format("{} to {} as they follow", names[0], names[2]));
    return all;
  }
};

template <class A, class B>
struct PointSampler<Product<A, B>> {
  static constexpr bool draws = PointSampler<A>::draws || PointSampler<B>::draws;
  static Vec<double, A::size + B::size> draw(Vec<double, A::size + B::size> const& start,
                                             NormalSequence& normal) {
    auto const a = PointSampler<A>::draw(head<A::size>(start), normal);
    return joined(a, PointSampler<B>::draw(tail<B::size>(start), normal));
  }
  static std::vector<std::string> measure(std::span<std::string const> names) {
    auto all = PointSampler<A>::measure(names.first(A::size));
    for (auto const& words : PointSampler<B>::measure(names.subspan(A::size))) all.push_back(words);
    return all;
  }
};

template <class G>
struct PointSampler<Opposite<G>> : PointSampler<G> {};

/// A velocity of normal components in the metric M of the kinetic energy: M^-1 L n with L L^T = M,
/// here as the momentum L n.
template <int n>
Vec<double, n> random_momentum(Mat<double, n, n> M, NormalSequence& normal) {
  Vec<double, n> numbers, momentum;
  for (int i = 0; i < n; ++i) numbers[i] = normal.next();
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

/// What velocities at q can be: `slowest` has the least kinetic energy of all that satisfy the
/// constraints, and `along` satisfies their homogeneous form, so that the energy of
/// slowest + s along is that of `slowest` and s^2 times `kinetic`.
template <class P>
struct Velocities {
  Vec<double, dof_of<P>> slowest, along;
  double kinetic = 0;
  bool singular = false;
};

/// `along` is isotropic in the metric of the kinetic energy.
template <class P>
Velocities<P> random_velocities(P const& system, Vec<double, size_of<P>> const& q,
                                NormalSequence& normal) {
  constexpr int n = dof_of<P>, m = P::constraints;
  auto const terms = equation_terms(system, Point<P, double>{q, {}});
  Mat<double, n + m, n + m> saddle;
  Vec<double, n + m> to_slowest, to_along;
  auto const momentum = random_momentum(terms.mass, normal);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) saddle(i, j) = terms.mass(i, j);
    for (int k = 0; k < m; ++k) saddle(i, n + k) = saddle(n + k, i) = terms.mu(k, i);
    to_along[i] = momentum[i];
  }
  for (int k = 0; k < m; ++k) to_slowest[n + k] = -terms.phi[k];
  auto const slowest = solve(saddle, to_slowest), along = solve(saddle, to_along);
  Velocities<P> all{head<n>(slowest.x), head<n>(along.x), 0, slowest.singular || along.singular};
  all.kinetic = dot(all.along, terms.mass * all.along) / 2;
  return all;
}

/// Start of orbit `orbit`: as the problem samples itself, else positions by PointSampler and
/// velocities isotropic on the constraints in the metric of the kinetic energy, scaled to the
/// energy. A position that does not allow the energy is drawn again.
/// @param start  where coordinates stay that are not drawn
/// Throws Misuse, naming the least energy that positions were found to allow, when none allows it.
template <class P>
Point<P, double> start_of_orbit(P const& system, Vec<double, size_of<P>> const& start,
                                std::uint64_t seed, std::uint64_t orbit, double wanted) {
  if constexpr (SampledStarts<P>) {
    auto const [q, v] = sampled_start(system, seed, orbit, wanted);
    return {q, v};
  } else {
    using Positions = PointSampler<typename P::Space>;
    NormalSequence normal(seed, orbit);
    int const draws = Positions::draws ? 10'000 : 1;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < draws; ++i) {
      auto const q = Positions::draw(start, normal);
      auto const velocities = random_velocities(system, q, normal);
      if (velocities.singular) continue;
      double const rest = energy(system, q, velocities.slowest);
      least = std::min(least, rest);
      if (!(wanted > rest)) continue;
      double const scale = std::sqrt((wanted - rest) / velocities.kinetic);
      return {q, velocities.slowest + scale * velocities.along};
    }
    auto const id = P::card().id;
    if (!std::isfinite(least))
      throw Misuse(fmt::format("the constraints of {} are singular where its starts are", id));
    throw Misuse(fmt::format(
        "no start of {} has the energy {}: it must exceed {}, the least that {}", id, wanted, least,
        draws > 1 ? fmt::format("{} positions drawn for it allow", draws)
                  : "the position of its starts allows"));
  }
}

/// What is drawn by which measure, in words.
template <class P>
std::string measure_of_starts() {
  auto const card = P::card();
  if constexpr (SampledStarts<P>) {
    return "coordinates and independent velocities normal, all scaled by one factor to the energy";
  } else {
    auto const positions = PointSampler<typename P::Space>::measure(card.coordinates);
    return fmt::format(
        "{}; velocities isotropic on the constraints in the metric of the kinetic energy, scaled "
        "to the energy",
        fmt::join(positions, "; "));
  }
}

}  // namespace rattleback
