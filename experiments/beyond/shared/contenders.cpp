#include "experiments/beyond/shared/contenders.hpp"

#include <fmt/format.h>

#include "base/invalid_input.hpp"
#include "experiments/core/choices.hpp"

namespace rattleback::beyond {

namespace {

MethodVariant contender(MethodCard const& card, std::string label) {
  return {.method = card.id,
          .label = std::move(label),
          .symmetric = card.reversible,
          .adaptive = card.adaptive,
          .order = card.starts.front().order};
}

/// True if the problem has what the variant requires, such as a frame.
bool runs(MethodEntry const& entry, MethodVariant const& by) {
  try {
    entry.integrate({.options = by.options, .step = RawQuad(1) / 1000, .steps = 1});
    return true;
  } catch (InvalidInput const&) {
    return false;
  }
}

}  // namespace

std::vector<MethodVariant> contenders(std::string const& problem) {
  std::vector<MethodVariant> all, composed;
  auto const& methods = find_problem(problem).methods;
  for (auto const& entry : methods) {
    if (!entry.not_applicable_because.empty()) continue;
    auto const& card = entry.card;
    // The forms of a solver are formulations of the equations, not different methods.
    auto const variants = card.reversible ? variants_by_option(card) : std::vector<OptionVariant>{};
    if (variants.empty()) all.push_back(contender(card, card.id));
    for (auto const& variant : variants) {
      auto one = contender(card, fmt::format("{}, {}", card.id, variant.value));
      one.options = {{variant.option, variant.value}};
      one.order = variant.order;
      if (runs(entry, one)) all.push_back(one);
    }
    if (!entry.composable) continue;
    for (auto const* scheme : {"yoshida4", "kahan_li6"}) {
      auto const id = fmt::format("compose({},{})", card.id, scheme);
      composed.push_back(contender(methods.find(id)->card, fmt::format("{}, {}", card.id, scheme)));
    }
  }
  all.insert(all.end(), composed.begin(), composed.end());
  return all;
}

Run solved(Run run, std::string const& solver, std::string const& tolerance) {
  run.method = solver;
  run.options = {{"rtol", tolerance}, {"atol", tolerance}};
  return run;
}

Run run_by(MethodVariant const& contender, Run run) {
  // Solvers cost about as much as the fixed steps.
  if (contender.adaptive) return solved(std::move(run), contender.method, "1e-6");
  run.method = contender.method;
  run.options = contender.options;
  return run;
}

}  // namespace rattleback::beyond
