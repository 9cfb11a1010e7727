#include <fmt/format.h>

#include "base/invalid_input.hpp"
#include "experiments/comparison/comparison.hpp"
#include "experiments/core/choices.hpp"
#include "integrators/core/method/composition.hpp"

namespace rattleback {

namespace {

/// Returns the observed order of the positions from the work points.
Convergence order_of_work(MethodComparison const& variant, double time) {
  Convergence c{.method = variant.card.id, .start = variant.start, .time = time};
  ObservedOrder positions{.component = "positions",
                          .promised = double(variant.card.starts.front().order)};
  for (auto const& point : variant.work) {
    c.steps.push_back(point.value);
    positions.errors.push_back(point.position_error);
  }
  fit_order(positions, c.steps, time);
  c.orders = {positions};
  return c;
}

}  // namespace

void add_variants(ProblemEntry const& problem, MethodEntry const& method,
                  ComparisonSpec const& spec, bool with_compositions, double time,
                  ReferenceState const& exact, std::vector<MethodComparison>& variants) {
  auto const variant_with = [&](MethodCard const& card) {
    return MethodComparison{
        .card = card, .variant_of = method.card.id, .start = card.starts.front().name};
  };
  auto const by_option = variants_by_option(method.card, problem.driven);
  for (std::size_t i = 1; i < by_option.size(); ++i) {  // index 0 is the method itself
    auto const& [option, value, order] = by_option[i];
    auto variant = variant_with(method.card);
    variant.card.id += fmt::format(", {} {}", option, value);
    variant.card.starts = {variant.card.starts.front()};
    variant.card.starts.front().order = order;
    Options const options{{option, value}};
    try {
      variant.work = work_of(problem, method, spec, "", options, time, exact);
    } catch (InvalidInput const&) {  // the problem lacks a requirement of the form, such as a frame
      continue;
    }
    if (!method.card.adaptive) {
      variant.structure = structure_of(problem, method, spec, "", options);
      variant.orders = {order_of_work(variant, time)};
    }
    variants.push_back(variant);
  }
  if (!with_compositions || !method.composable) return;
  for (auto const& scheme : compositions()) {
    auto const& composed =
        problem.method(fmt::format("compose({},{})", method.card.id, scheme.name));
    auto variant = variant_with(composed.card);
    variant.work = work_of(problem, composed, spec, variant.start, {}, time, exact);
    variant.orders = {order_of_work(variant, time)};
    variants.push_back(variant);
  }
}

}  // namespace rattleback
