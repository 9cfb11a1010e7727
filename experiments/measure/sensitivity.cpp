#include "experiments/measure/sensitivity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/invalid_input.hpp"
#include "integrators/core/method/without_balance.hpp"
#include "integrators/core/tables/problem_table.hpp"

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
  spec.measures_recorded = !spec.section;
  spec.table = nullptr;
  spec.tabulates_multipliers = false;
  auto const integrated = [&](RunSpec const& changed, std::string const& by) {
    auto run = method.integrate_quad(changed);
    if (run.outcome != Outcome::ok)
      throw InvalidInput(fmt::format("the run fails at t = {:.6g} where {} changes: {}",
                                     run.reached, by, words_for(run.outcome)));
    return run;
  };
  auto const base = integrated(spec, "nothing");
  spec.setting.q = base.start_q;
  spec.setting.v = base.start_v;
  std::vector<Sensitivity> all;
  // At the bound of a parameter the difference is one-sided, of the same order.
  auto const add = [&](std::string const& by, RawQuad size, auto const& change,
                       bool is_at_bound = false) {
    RawQuad const step = size * RawQuad(1e-11);
    Sensitivity derivative{by, {}, {}};
    auto above = spec, below = spec;
    for (auto* changed : {&above, &below}) changed->setting.project = true;
    change(above.setting, step);
    change(below.setting, is_at_bound ? 2 * step : -step);
    auto const to = integrated(above, by), from = integrated(below, by);
    auto const difference = [&](Numbers const& a, Numbers const& b, Numbers const& at,
                                std::vector<double>& slopes) {
      for (std::size_t i = 0; i < a.size(); ++i) {
        RawQuad const change = is_at_bound ? 4 * a[i] - b[i] - 3 * at[i] : a[i] - b[i];
        slopes.push_back(static_cast<double>(change / (2 * step)));
      }
    };
    difference(to.q.back(), from.q.back(), base.q.back(), derivative.q);
    difference(to.v.back(), from.v.back(), base.v.back(), derivative.v);
    all.push_back(std::move(derivative));
  };
  for (std::size_t k = 0; k < base.parameters.size(); ++k) {
    auto const& parameter = base.parameters[k];
    auto const change = [&](Setting& at, RawQuad by) {
      at.parameters.emplace_back(parameter.first, parameter.second + by);
    };
    add(parameter.first, parameter.second != 0 ? absolute(parameter.second) : RawQuad(1), change,
        parameter.second <= RawQuad(problem.functions->description.parameters[k].lower));
  }
  auto const& card = problem.card;
  for (std::size_t i = 0; i < base.start_q.size(); ++i)
    if (!is_of_rotation(problem, card.coordinates[i]))
      add(card.coordinates[i], size_in(base.start_q, i, 1),
          [&](Setting& at, RawQuad by) { (*at.q)[i] += by; });
  for (std::size_t i = 0; i < base.start_v.size(); ++i)
    add(card.velocities[i], size_in(base.start_v, i, 1),
        [&](Setting& at, RawQuad by) { (*at.v)[i] += by; });
  return all;
}

}  // namespace rattleback
