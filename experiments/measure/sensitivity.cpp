#include "experiments/measure/sensitivity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/invalid_input.hpp"
#include "integrators/core/method/without_balance.hpp"

namespace rattleback {

namespace {

using Numbers = std::vector<RawQuad>;

RawQuad absolute(RawQuad x) { return x < 0 ? -x : x; }
/// The size of entry i: its own, or that of the largest entry; `otherwise` if all vanish.
RawQuad size_in(Numbers const& all, std::size_t i, double otherwise) {
  RawQuad largest = 0;
  for (auto const x : all) largest = std::max(largest, absolute(x));
  if (all[i] != 0) return absolute(all[i]);
  return largest > 0 ? largest : RawQuad(otherwise);
}

/// True for an entry of a rotation, which does not change alone.
bool is_of_rotation(ProblemEntry const& problem, std::string const& name) {
  bool const is_entry = name.size() == 3 && name[0] == 'R' && std::isdigit(name[1]);
  return problem.space.find("SO(") != std::string::npos && (is_entry || name.starts_with("gamma"));
}

}  // namespace

std::vector<Sensitivity> sensitivities(ProblemEntry const& problem, MethodEntry const& method,
                                       RunSpec spec) {
  if (!method.integrate_quad)
    throw InvalidInput(fmt::format(
        "sensitivities are differences of runs in quad precision, and {} supports only double "
        "precision; take a method with fixed steps, such as odeint_rk4",
        method.card.id));
  WithoutBalance const without;
  spec.every = spec.steps;
  spec.measures_recorded = !spec.section && !problem.driven;
  spec.table = nullptr;
  spec.tabulates_multipliers = false;
  auto const require_ok = [](Trajectory<RawQuad> const& run, std::string const& by) {
    if (run.outcome != Outcome::ok)
      throw InvalidInput(fmt::format("the run fails at t = {:.6g} where {} changes: {}",
                                     run.reached, by, words_for(run.outcome)));
  };
  auto const base = method.integrate_quad(spec);
  require_ok(base, "nothing");
  auto from_base = spec.setting;
  from_base.q = base.start_q;
  from_base.v = base.start_v;
  from_base.project = true;
  std::vector<Sensitivity> all;
  auto const add = [&](std::string const& by, RawQuad const& step, Setting const& start,
                       auto const& change) {
    Sensitivity derivative{by, {}, {}};
    auto const moved = [&](RawQuad const& distance) {
      auto changed = spec;
      changed.setting = start;
      change(changed.setting, distance);
      return method.integrate_quad(changed);
    };
    // A parameter at its bound moves to one side: differences of the same order.
    auto const moved_if_allowed = [&](RawQuad const& distance) {
      std::optional<Trajectory<RawQuad>> run;
      try {
        run = moved(distance);
      } catch (InvalidInput const&) {
      }
      return run;
    };
    auto const above = moved_if_allowed(step), below = moved_if_allowed(-step);
    if (!above && !below) moved(step);  // throws
    for (auto const* run : {&above, &below})
      if (*run) require_ok(**run, by);
    RawQuad const side = above ? step : -step;
    auto const& near = above ? *above : *below;
    auto const beyond = above && below ? Trajectory<RawQuad>() : moved(2 * side);
    if (!above || !below) require_ok(beyond, by);
    auto const slopes = [&](auto const part, std::vector<double>& all) {
      auto const &a = (near.*part).back(), &at = (base.*part).back();
      for (std::size_t i = 0; i < a.size(); ++i) {
        RawQuad const change = above && below ? a[i] - ((*below).*part).back()[i]
                                              : 4 * a[i] - (beyond.*part).back()[i] - 3 * at[i];
        all.push_back(static_cast<double>(change / (2 * side)));
      }
    };
    slopes(&Trajectory<RawQuad>::q, derivative.q);
    slopes(&Trajectory<RawQuad>::v, derivative.v);
    all.push_back(std::move(derivative));
  };
  constexpr double part = 1e-11;
  for (auto const& [name, value] : base.parameters) {
    RawQuad const step = RawQuad(part) * (value != 0 ? absolute(value) : RawQuad(1));
    auto const set = [&](Setting& at, RawQuad by) { at.parameters.emplace_back(name, value + by); };
    try {
      add(name, step, spec.setting, set);
    } catch (InvalidInput const&) {  // the stated start satisfies no other constraint
      add(name, step, from_base, set);
    }
  }
  auto const& card = problem.card;
  for (std::size_t i = 0; i < base.start_q.size(); ++i)
    if (!is_of_rotation(problem, card.coordinates[i]))
      add(card.coordinates[i], RawQuad(part) * size_in(base.start_q, i, card.size_scale), from_base,
          [&](Setting& at, RawQuad by) { (*at.q)[i] += by; });
  for (std::size_t i = 0; i < base.start_v.size(); ++i)
    add(card.velocities[i], RawQuad(part) * size_in(base.start_v, i, card.size_scale), from_base,
        [&](Setting& at, RawQuad by) { (*at.v)[i] += by; });
  return all;
}

}  // namespace rattleback
