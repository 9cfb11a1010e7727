#include "experiments/choose/choose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/invalid_input.hpp"
#include "experiments/core/choices.hpp"
#include "experiments/core/cpu_time.hpp"
#include "experiments/measure/convergence.hpp"
#include "integrators/core/method/composition.hpp"
#include "integrators/core/registry/variants.hpp"

namespace rattleback {

namespace {

constexpr long most_output_intervals = 256;

void check(ChooseSpec const& spec) {
  for (auto const& [name, number] : {std::pair{"the time T", spec.until},
                                     {"the error E", spec.error},
                                     {"the limit", spec.limit}})
    if (!(number > 0) || !std::isfinite(number))
      throw InvalidInput(fmt::format("{} must be a finite number > 0, not {}", name, number));
}

/// Returns x rounded down to two significant digits.
double rounded_down(double x) {
  double const unit = std::pow(10.0, std::floor(std::log10(x)) - 1);
  return std::stod(fmt::format("{:.1e}", std::floor(x / unit + 1e-9) * unit));
}

/// Returns the reason why runs of the method cannot be compared at their nodes; empty if they can.
std::string refusal_of(MethodCard const& card, Quantity quantity) {
  if (quantity == Quantity::energy && has_exact_energy(card))
    return "its energy is exact by construction, which says nothing about its accuracy";
  if (card.counts_in_tau)
    return "its steps are steps of the Hamiltonized time: none of them ends at T";
  if (quantity != Quantity::positions && card.velocity_node != 0)
    return quantity == Quantity::velocities
               ? "its velocities do not belong to its nodes"
               : "its velocities do not belong to its nodes, nor does its energy";
  return {};
}

MethodVariant contender_of(MethodCard const& card, Quantity quantity) {
  auto const& start = best_start(card);
  return {.method = card.id,
          .start = start.name,
          .order = start.order,
          .adaptive = card.adaptive,
          .exact_energy = has_exact_energy(card),
          .not_applicable_because = refusal_of(card, quantity),
          .standard = card.baseline};
}

}  // namespace

std::vector<MethodVariant> contenders_on(ProblemEntry const& problem, Quantity quantity,
                                         std::vector<std::string> const& ids) {
  std::vector<MethodVariant> all;
  for (auto const* method : methods_or_all(problem, ids)) {
    if (!method->not_applicable_because.empty()) continue;
    auto const& card = method->card;
    all.push_back(contender_of(card, quantity));
    auto const plain = all.back();
    auto const variants = variants_by_option(card, problem.driven);
    for (std::size_t i = 1; i < variants.size(); ++i) {  // index 0 is the method itself
      auto variant = plain;
      variant.options = {{variants[i].option, variants[i].value}};
      variant.order = variants[i].order;
      all.push_back(std::move(variant));
    }
    if (!method->composable || !ids.empty()) continue;
    for (auto const& scheme : compositions()) {
      if (scheme.order != 4 && scheme.order != 6) continue;
      auto const composed = "compose(" + card.id + "," + scheme.name + ")";
      all.push_back(contender_of(problem.method(composed).card, quantity));
    }
  }
  std::stable_partition(all.begin(), all.end(), [](auto const& one) { return one.standard; });
  return all;
}

MethodChoice choose(ProblemEntry const& problem, ChooseSpec const& spec,
                    std::function<void(double)> const& progress) {
  check(spec);
  auto const now = [began = cpu_now()] { return cpu_now() - began; };
  auto const look = [&](double deadline) {
    progress(std::min(1.0, now() / spec.limit));
    if (now() > deadline) throw TimeIsOver{};
  };
  MethodChoice choice{problem.card.id, problem.driven, spec, {}, spec.until, {}, {}};
  choice.reference = reference_motion(problem, spec, now, look);
  auto const& reference = choice.reference;
  bool const needs_motion = spec.quantity != Quantity::energy || !reference.constant_energy;
  if (needs_motion && reference.motion.end() < spec.until * (1 - 1e-9))
    choice.until = rounded_down(reference.motion.end());

  double const longest = std::min(problem.card.time_scale, choice.until / 4);
  long const coarsest = std::max(4L, std::lround(std::ceil(choice.until / longest * (1 - 1e-12))));
  SearchSpec const search_spec{.until = choice.until,
                               .error = spec.error,
                               .limit = spec.limit,
                               .coarsest = coarsest,
                               .output_intervals = std::min(coarsest, most_output_intervals),
                               .with_energy = reference.constant_energy};
  auto contenders = contenders_on(problem, spec.quantity, spec.methods);
  auto const kinks = kinks_met(problem, spec.setting, choice.until);
  for (auto const& kink : kinks)
    for (auto& contender : contenders)
      contender.order = std::min(contender.order, static_cast<int>(kink.order));
  choice.kinks = kinks_in_words(kinks);
  choice.result = search(contenders, search_spec,
                         *search_runs_on(problem, spec, reference, choice.until, now, look));
  return choice;
}

}  // namespace rattleback
