#include "experiments/comparison/reversibility_axis.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>

#include "experiments/core/trend.hpp"
#include "integrators/core/registry.hpp"
#include "problems/core/misuse.hpp"

namespace rattleback {

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

/// Cases of integrable motions on a torus that v -> -v takes to another one.
constexpr std::array<std::pair<char const*, char const*>, 2> cases{
    {{"pendulum_cvt", "a2"}, {"knife_edge_cvt", "c1"}}};
/// The comparison's criterion of what is kept to rounding, of a value of order one.
constexpr double rounding = 1e-11;

AxisBehaviour on_case(std::string const& problem, std::string const& case_name,
                      std::string const& id, Options const& options) {
  AxisBehaviour found;
  auto const* method = find_problem(problem).methods.find(id);
  if (!method || !method->refusal.empty()) return found;
  bool const fixed = !method->card.adaptive;
  RunSpec spec;
  spec.setting.case_name = case_name;
  spec.step = fixed ? RawQuad(1) / 10 : RawQuad(1);
  spec.steps = fixed ? 10 * axis_time : axis_time;
  spec.every = fixed ? 10 : 1;
  spec.options = options;
  if (!fixed) spec.options.insert(spec.options.end(), {{"rtol", "1e-6"}, {"atol", "1e-6"}});
  Trajectory<double> run;
  try {
    run = method->integrate(spec);
  } catch (Misuse const&) {  // the problem lacks what the option needs, such as a frame
    return found;
  }
  found.where = problem + " " + case_name;
  found.kind = OnAxis::fails;
  if (run.outcome != Outcome::ok) return found;
  auto const fibre = std::find_if(run.invariants.begin(), run.invariants.end(),
                                  [](auto const& i) { return i.name == "energy_fibre"; });
  auto const column = std::size_t(fibre - run.invariants.begin());
  std::vector<double> times, logarithms;
  double deviation = 0;
  // The first row is the start; where the velocity belongs to an interval it is another quantity.
  std::size_t const first = method->card.velocity_node == 0 ? 0 : 1;
  for (std::size_t i = first; i < run.times.size(); ++i) {
    double const energy = run.invariant_values[i][column];
    times.push_back(run.times[i]);
    logarithms.push_back(std::log(energy));
    deviation = std::max(deviation, std::abs(energy - run.invariant_values[first][column]));
  }
  auto const trend = trend_of(times, logarithms);
  found.rate = trend.rate;
  if (!std::isfinite(trend.rate)) return found;
  found.kind = deviation <= rounding ? OnAxis::kept
               : trend.drifts        ? OnAxis::drifts
                                     : OnAxis::bounded;
  return found;
}

AxisBehaviour worst_case(std::string const& id, Options const& options) {
  AxisBehaviour worst;
  std::vector<std::string> ran;
  for (auto const& [problem, name] : cases) {
    auto const found = on_case(problem, name, id, options);
    if (!found.where.empty()) ran.push_back(found.where);
    if (found.kind > worst.kind) worst = found;
  }
  if (worst.holds()) worst.where = fmt::format("{}", fmt::join(ran, " and "));
  return worst;
}

}  // namespace

char const* name_of(OnAxis kind) {
  switch (kind) {
    case OnAxis::not_applicable:
      return "not applicable";
    case OnAxis::kept:
      return "kept";
    case OnAxis::bounded:
      return "bounded";
    case OnAxis::drifts:
      return "drifts";
    case OnAxis::fails:
      return "fails";
  }
  return "";
}

AxisBehaviour on_reversibility_axis(MethodCard const& method, Options const& options) {
  static std::mutex guard;
  static std::map<std::string, AxisBehaviour> known;
  std::lock_guard const lock(guard);
  auto const [at, is_new] = known.try_emplace(fmt::format("{} {}", method.id, options));
  if (is_new) at->second = worst_case(method.id, options);
  return at->second;
}

}  // namespace rattleback
