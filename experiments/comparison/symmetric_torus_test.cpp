#include "experiments/comparison/symmetric_torus_test.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <stdexcept>

#include "base/invalid_input.hpp"
#include "experiments/comparison/comparison.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

namespace {

/// Integrable motions on tori that v -> -v maps to other tori. A quartic term of the fibre (a3)
/// makes drifts slower.
struct Case {
  char const *problem, *name;
  long time;
};
constexpr std::array cases{Case{"pendulum_cvt", "a2", 2000}, Case{"knife_edge_cvt", "c1", 2000},
                           Case{"pendulum_cvt", "a3", 4000},
                           Case{"pendulum_cvt", "a2-reverse", 2000}};
/// @param reversed  true to start with -v
DriftTestResult on_case(Case const& at, bool reversed, std::string const& id,
                        OptionValues const& options) {
  DriftTestResult found;
  auto const& problem = find_problem(at.problem);
  auto const* method = problem.methods.find(id);
  if (!method || !method->not_applicable_because.empty()) return found;
  RunSpec spec{.setting = {.case_name = at.name}, .options = options};
  if (reversed) spec.setting.v = reversed_velocity(problem, at.name);
  Trajectory<double> run;
  try {
    run = method->integrate(long_run(problem, *method, spec, double(at.time), 1));
  } catch (InvalidInput const&) {  // the problem lacks a requirement of the option, such as a frame
    return found;
  }
  found.where = fmt::format("{} {}{}", at.problem, at.name, reversed ? " from -v" : "");
  found.kind = DriftTest::fails;
  if (run.outcome != Outcome::ok) return found;
  auto const fibre = fibre_energy(run, method->card);
  found.rate = fibre.of_logarithm.rate;
  if (!std::isfinite(found.rate)) return found;
  found.kind = fibre.deviation <= fibre_rounding ? DriftTest::kept
               : fibre.of_logarithm.drifts       ? DriftTest::drifts
                                                 : DriftTest::bounded;
  return found;
}

/// Runs the cases up to the first one on which the method drifts or fails.
DriftTestResult on_all_cases(std::string const& id, OptionValues const& options) {
  DriftTestResult all;
  std::vector<std::string> held;
  for (auto const& at : cases)
    for (bool const reversed : {false, true}) {
      auto const found = on_case(at, reversed, id, options);
      if (found.kind > all.kind) all = found;
      if (found.kind != DriftTest::not_applicable && !found.holds()) return found;
      if (!found.where.empty() && !reversed) held.push_back(found.where);
    }
  if (!held.empty()) all.where = fmt::format("{}, both ways", fmt::join(held, ", "));
  return all;
}

}  // namespace

char const* name_of(DriftTest kind) {
  constexpr char const* names[]{"not applicable", "kept", "bounded", "drifts", "fails"};
  return names[static_cast<int>(kind)];
}

std::vector<RawQuad> reversed_velocity(ProblemEntry const& problem, std::string const& case_name) {
  for (auto const& start : problem.cases) {
    if (start.name != case_name) continue;
    std::vector<RawQuad> v(start.v.begin(), start.v.end());
    for (auto& component : v) component = -component;
    return v;
  }
  throw std::logic_error(problem.card.id + " has no case " + case_name);
}

FibreEnergy fibre_energy(Trajectory<double> const& run, MethodCard const& method) {
  auto const record =
      std::ranges::find(run.invariants, "energy_fibre", &InvariantRecord<double>::name);
  if (record == run.invariants.end()) throw std::logic_error("the problem has no fibre");
  auto const column = std::size_t(record - run.invariants.begin());
  FibreEnergy fibre;
  std::vector<double> logarithms;
  // The first row is the initial condition; its energy differs if velocities belong to intervals.
  for (std::size_t i = method.velocity_node == 0 ? 0 : 1; i < run.times.size(); ++i) {
    double const energy = run.invariant_values[i][column];
    fibre.times.push_back(run.times[i]);
    fibre.energy.push_back(energy);
    logarithms.push_back(std::log(energy));
    fibre.deviation = larger_or_nan(fibre.deviation, std::abs(energy - fibre.energy.front()));
  }
  fibre.of_logarithm = trend_of(fibre.times, logarithms);
  return fibre;
}

DriftTestResult drift_test_of(MethodCard const& method, OptionValues const& options) {
  static std::mutex guard;
  static std::map<std::string, DriftTestResult> known;
  std::lock_guard const lock(guard);
  auto const [at, is_new] = known.try_emplace(fmt::format("{} {}", method.id, options));
  if (is_new) at->second = on_all_cases(method.id, options);
  return at->second;
}

}  // namespace rattleback
