// Timings, for the perf build. Ratios within one run count; absolute numbers are this machine's.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "experiments/timings/hand_written.hpp"
#include "integrators/core/ensemble.hpp"
#include "integrators/core/instantiate.hpp"
#include "methods.hpp"
#include "problems/anisotropic_particle.hpp"
#include "problems/chaotic_system.hpp"
#include "problems/contact_oscillator.hpp"
#include "problems/cylindrical_particle.hpp"
#include "problems/two_constraint_particle.hpp"

namespace rattleback {
namespace {

constexpr double h = 0.05;
/// Steps of one iteration, from the default start each time: first-order methods lose or gain
/// energy and some orbits escape, so a longer run would time something else.
constexpr long steps = 200;

/// `steps` bare steps of one orbit.
template <class P, class M>
void step_loop(benchmark::State& state) {
  auto const c = P::cases().front();
  M const method{};
  for (auto _ : state) {
    Point<P, double> z{c.q, c.v};
    auto memory =
        memory_of(method, c.system, z, h, StartPoint<P, double>{start_name(M::card(), ""), {}});
    for (long i = 0; i < steps; ++i) z = method.step(c.system, z, memory, h).z;
    benchmark::DoNotOptimize(z);
    if (!is_finite(z)) state.SkipWithError("the orbit left the finite numbers");
  }
  state.SetItemsProcessed(state.iterations() * steps);
}

/// `steps` steps of the orbits that an ensemble steps together; an item is one step of one orbit.
template <class P, class M>
void lane_loop(benchmark::State& state) {
  auto const c = P::cases().front();
  M const method{};
  Point<P, Lanes> const z{cast<Lanes>(c.q), cast<Lanes>(c.v)};
  auto const start =
      memory_of(method, c.system, z, Lanes(h), StartPoint<P, Lanes>{start_name(M::card(), ""), {}});
  using Group = Team<P, Lanes, std::remove_const_t<decltype(start)>>;
  for (auto _ : state) {
    std::vector<Group> teams(teams_abreast, Group{z, start});
    advance<true>(method, c.system, std::span<Group>(teams), Lanes(h), steps);
    benchmark::DoNotOptimize(teams.data());
    if (!all(all_finite(teams[0].z.q))) state.SkipWithError("the orbit left the finite numbers");
  }
  state.SetItemsProcessed(state.iterations() * steps * lane_count * teams_abreast);
}

template <class P, class M>
void add() {
  std::string const name = M::card().id + "/" + P::card().id;
  if constexpr (Steps<M, P, double>) {
    benchmark::RegisterBenchmark((name + "/one_orbit").c_str(), &step_loop<P, M>);
    if constexpr (M::template runs_on_lanes<P>)
      benchmark::RegisterBenchmark((name + "/lanes").c_str(), &lane_loop<P, M>);
  }
}

template <class P, class... Methods>
void add_all(MethodList<Methods...>) {
  (add<P, Methods>(), ...);
}

void hand_written(benchmark::State& state) {
  auto const c = ChaoticR7<double>::cases().front();
  for (auto _ : state) {
    double q[7], v[7];
    for (int i = 0; i < 7; ++i) q[i] = c.q[i], v[i] = c.v[i];
    for (long i = 0; i < steps; ++i) hand_written_leapfrog(q, v, h);
    benchmark::DoNotOptimize(q);
    benchmark::DoNotOptimize(v);
  }
  state.SetItemsProcessed(state.iterations() * steps);
}

#if defined(RATTLEBACK_HAND_WRITTEN_VECTORS)
/// As many vectors side by side as an ensemble has.
HandWrittenOrbits hand_written_orbits() {
  auto const c = ChaoticR7<double>::cases().front();
  HandWrittenOrbits orbits;
  for (int i = 0; i < 7; ++i) orbits.q[i] = spread(c.q[i]), orbits.v[i] = spread(c.v[i]);
  return orbits;
}
void hand_written_vectors(benchmark::State& state) {
  auto const start = hand_written_orbits();
  for (auto _ : state) {
    HandWrittenOrbits orbits[teams_abreast];
    for (auto& some : orbits) some = start;
    for (long i = 0; i < steps; ++i)
      for (auto& some : orbits) hand_written_leapfrog(some, spread(h), spread(h / 2), spread(1));
    benchmark::DoNotOptimize(orbits);
  }
  state.SetItemsProcessed(state.iterations() * steps * lane_count * teams_abreast);
}
#endif

/// Largest difference between template and hand-written loops after `steps` steps.
double disagreement() {
  auto const c = ChaoticR7<double>::cases().front();
  Point<ChaoticR7<double>, double> z{c.q, c.v};
  double q[7], v[7], worst = 0;
  for (int i = 0; i < 7; ++i) q[i] = c.q[i], v[i] = c.v[i];
  NoMemory memory;
  for (long i = 0; i < steps; ++i) {
    z = DlaLeapfrog{}.step(c.system, z, memory, h).z;
    hand_written_leapfrog(q, v, h);
  }
  for (int i = 0; i < 7; ++i)
    worst = std::max({worst, std::abs(z.q[i] - q[i]), std::abs(z.v[i] - v[i])});
#if defined(RATTLEBACK_HAND_WRITTEN_VECTORS)
  auto orbits = hand_written_orbits();
  for (long i = 0; i < steps; ++i)
    hand_written_leapfrog(orbits, spread(h), spread(h / 2), spread(1));
  for (int i = 0; i < 7; ++i)
    worst = std::max({worst, std::abs(z.q[i] - orbits.q[i][0]), std::abs(z.v[i] - orbits.v[i][0])});
#endif
  return worst;
}

/// The usual console lines without the library's remark on its own build type, and the times by
/// name.
class Reporter : public benchmark::ConsoleReporter {
 public:
  Reporter() : ConsoleReporter(OO_None) {}
  bool ReportContext(Context const& context) override {
    PrintBasicContextWithoutRemark(context);
    name_field_width_ = context.name_field_width;
    return true;
  }
  void ReportRuns(std::vector<Run> const& runs) override {
    for (auto const& run : runs)
      if (!run.error_occurred) times[run.run_name.function_name] = run.GetAdjustedCPUTime();
    ConsoleReporter::ReportRuns(runs);
  }
  std::map<std::string, double> times;

 private:
  void PrintBasicContextWithoutRemark(Context const& context) {
    fmt::print(stderr, "{} CPUs of {:.0f} MHz\n", context.cpu_info.num_cpus,
               context.cpu_info.cycles_per_second / 1e6);
  }
};

/// Templates against loops written by hand, and lanes against one orbit at a time.
void report_ratios(std::map<std::string, double> const& times) {
  auto const report = [&](std::string const& what, std::string const& above,
                          std::string const& below, double orbits, char const* aim) {
    auto const a = times.find(above), b = times.find(below);
    if (a != times.end() && b != times.end())
      fmt::print("{} = {:.2f}{}\n", what, a->second / b->second * orbits, aim);
  };
  report("dla_leapfrog on chaotic_r7: template / hand-written scalar",
         "dla_leapfrog/chaotic_r7/one_orbit", "hand_written_scalar/chaotic_r7/one_orbit", 1,
         " (target 1.5)");
  report("dla_leapfrog on chaotic_r7: speed of lanes / of hand-written vectors",
         "hand_written_vectors/chaotic_r7/lanes", "dla_leapfrog/chaotic_r7/lanes", 1,
         " (target 0.8)");
  for (auto const& [name, time] : times)
    if (auto const at = name.rfind("/one_orbit"); at != name.npos)
      report(fmt::format("{}: speed-up / {} lanes", name.substr(0, at), lane_count), name,
             name.substr(0, at) + "/lanes", teams_abreast, "");
}

}  // namespace
}  // namespace rattleback

int main(int count, char** arguments) {
  using namespace rattleback;
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  if (double const worst = disagreement(); !(worst < 1e-12)) {
    fmt::print(stderr, "template and hand-written loop differ by {}\n", worst);
    return 1;
  }
  benchmark::RegisterBenchmark("hand_written_scalar/chaotic_r7/one_orbit", &hand_written);
#if defined(RATTLEBACK_HAND_WRITTEN_VECTORS)
  benchmark::RegisterBenchmark("hand_written_vectors/chaotic_r7/lanes", &hand_written_vectors);
#endif
  add_all<ChaoticR7<double>>(AllMethods{});
  add_all<ContactOscillator<double>>(AllMethods{});
  add_all<AnisotropicParticle<double>>(AllMethods{});
  add_all<TwoConstraintParticle<double>>(AllMethods{});
  add_all<CylindricalParticle<double>>(AllMethods{});
  Reporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  report_ratios(reporter.times);
  benchmark::Shutdown();
  return 0;
}
