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
    auto memory = memory_of(method, c.system, z, h);
    for (long i = 0; i < steps; ++i) z = method.step(c.system, z, memory, h).z;
    benchmark::DoNotOptimize(z);
    if (!is_finite(z)) state.SkipWithError("the orbit left the finite numbers");
  }
  state.SetItemsProcessed(state.iterations() * steps);
}

/// `steps` steps of lane_count orbits; an item is one step of one orbit.
template <class P, class M>
void lane_loop(benchmark::State& state) {
  auto const c = P::cases().front();
  M const method{};
  for (auto _ : state) {
    Point<P, Lanes> z;
    for (int i = 0; i < size_of<P>; ++i) z.q[i] = Lanes(c.q[i]);
    for (int i = 0; i < dof_of<P>; ++i) z.v[i] = Lanes(c.v[i]);
    advance(method, c.system, z, Lanes(h), steps);
    benchmark::DoNotOptimize(z);
    if (!std::isfinite(z.q[0][0])) state.SkipWithError("the orbit left the finite numbers");
  }
  state.SetItemsProcessed(state.iterations() * steps * lane_count);
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

/// Largest difference between template and hand-written loop after `steps` steps.
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
  add_all<ChaoticR7<double>>(AllMethods{});
  add_all<ContactOscillator<double>>(AllMethods{});
  add_all<AnisotropicParticle<double>>(AllMethods{});
  add_all<TwoConstraintParticle<double>>(AllMethods{});
  add_all<CylindricalParticle<double>>(AllMethods{});
  Reporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  auto const& t = reporter.times;
  auto const by_hand = t.find("hand_written_scalar/chaotic_r7/one_orbit");
  auto const by_template = t.find("dla_leapfrog/chaotic_r7/one_orbit");
  if (by_hand != t.end() && by_template != t.end())
    fmt::print("dla_leapfrog on chaotic_r7: template / hand-written scalar = {:.2f} (target 1.5)\n",
               by_template->second / by_hand->second);
  benchmark::Shutdown();
  return 0;
}
