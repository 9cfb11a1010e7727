#include "experiments/timings/bare_steps.hpp"

#include "experiments/timings/benchmarks.hpp"
#include "integrators/core/registry/instantiate.hpp"
#include "methods.hpp"
#include "problems/anisotropic_particle.hpp"
#include "problems/chaotic_system.hpp"
#include "problems/contact_oscillator.hpp"
#include "problems/cylindrical_particle.hpp"
#include "problems/two_constraint_particle.hpp"

namespace rattleback {
namespace {

template <class P, class M>
void add() {
  if constexpr (Steps<M, P, double> || LibrarySolver<M, double>) {
    std::string const method = M::card().id, problem = P::card().id;
    if (M::card().adaptive) return;  // an adaptive method has no step of its own
    std::string const kind = pair_facts(method, problem).kind, name = method + "/" + problem;
    auto const labelled = [kind](auto const& loop) {
      return [kind, loop](benchmark::State& state) {
        state.SetLabel(kind);  // first, because the reason of a failure replaces the label
        loop(state);
      };
    };
    if constexpr (LibrarySolver<M, double>) {
      auto const steps = [](benchmark::State& state) {
        orbit_of_solver<P>(state, *solver_table<M, double>());
      };
      benchmark::RegisterBenchmark((name + "/one_orbit").c_str(), labelled(steps));
    } else {
      benchmark::RegisterBenchmark((name + "/one_orbit").c_str(), labelled(&one_orbit<P, M>));
      if constexpr (StepsOnLanes<M, P>)
        benchmark::RegisterBenchmark((name + "/lanes").c_str(), labelled(&lanes<P, M>));
    }
  }
}

template <class P, class... Methods>
void add_all(MethodList<Methods...>) {
  (add<P, Methods>(), ...);
}

}  // namespace

void add_bare_steps() {
  add_all<ChaoticR7<double>>(AllMethods{});
  add_all<ContactOscillator<double>>(AllMethods{});
  add_all<AnisotropicParticle<double>>(AllMethods{});
  add_all<TwoConstraintParticle<double>>(AllMethods{});
  add_all<CylindricalParticle<double>>(AllMethods{});
}

}  // namespace rattleback
