#include "experiments/choose/choose.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/invalid_input.hpp"
#include "experiments/core/cpu_time.hpp"
#include "experiments/measure/convergence.hpp"

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

}  // namespace

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
