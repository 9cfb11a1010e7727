#pragma once
// Fills the table of functions that ensembles need from the class of a problem.

#include "integrators/core/tables/problem_at.hpp"
#include "integrators/core/tables/problem_table.hpp"
#include "problems/core/energy.hpp"
#include "problems/core/in_chart.hpp"
#include "problems/core/random_point.hpp"
#include "problems/core/sampler.hpp"

namespace rattleback {

/// Spaces whose functions take lanes: rotations of R^n, n > 3, iterate over matrices number by
/// number.
template <class G>
inline constexpr bool has_lanes = true;
template <auto n>
inline constexpr bool has_lanes<SO<n>> = false;
template <class A, class B>
inline constexpr bool has_lanes<Product<A, B>> = has_lanes<A>&& has_lanes<B>;
template <class G>
inline constexpr bool has_lanes<Opposite<G>> = has_lanes<G>;
/// Problems whose orbits run on lanes. The forces of driven systems make explicit methods implicit.
template <class P>
concept HasLanes = has_lanes<typename P::Space> && !Driven<P> && !is_sized_at_run_time<size_of<P>>;

/// @param coordinates  their names
/// @tparam Own  the class that systems are made as
template <NonholonomicSystem P, class Own = P>
EnsembleFunctions ensemble_functions_of(std::vector<std::string> const& coordinates) {
  using System = void const*;
  using Space = typename P::Space;
  [[maybe_unused]] static constexpr auto size = size_of<P>, n = dof_of<P>;
  EnsembleFunctions f;
  if constexpr (HasLanes<P> && std::same_as<P, Own>) {
    f.energy = [](System system, Lanes const* q, Lanes const* v) {
      return energy(problem_at<P>(system), vector_at<size>(q), vector_at<n>(v));
    };
    if constexpr (HasChart<P>)
      f.from_chart = [](Lanes const* q, Lanes const* qdot, Lanes* v) {
        put(Space::from_chart(vector_at<size>(q), vector_at<n>(qdot)), v);
      };
  }
  f.draws = RandomPoint<Space>::draws();
  f.draw = [](System system, double const* start, NormalSequence& normal, double* q) {
    problem_at<Own>(system);
    put(RandomPoint<Space>::draw(vector_at<size>(start), normal), q);
  };
  f.measure_of_positions = RandomPoint<Space>::measure(coordinates);
  if constexpr (requires { requires P::sampled_starts; })
    f.scaled_start = [](System system, std::uint64_t seed, std::uint64_t orbit, double energy,
                        double* q, double* v) {
      auto const& p = stated_at<P, Own>(system);
      auto const [at, velocity] = sampled_start(p, seed, orbit, energy);
      put(at, q);
      put(velocity, v);
    };
  if constexpr (requires { P::start_family(1, 1); })
    f.family_start = [](long i, long count, double* q, double* v) {
      auto const [at, velocity] = P::start_family(i, count);
      put(at, q);
      put(velocity, v);
    };
  return f;
}

}  // namespace rattleback
