#include "experiments/choose/choose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/invalid_input.hpp"
#include "experiments/core/choices.hpp"
#include "experiments/core/cpu_time.hpp"
#include "experiments/measure/convergence.hpp"
#include "experiments/parasitic/prediction.hpp"
#include "integrators/core/method/composition.hpp"
#include "integrators/core/method/without_balance.hpp"
#include "integrators/core/registry/variants.hpp"
#include "integrators/core/run/reference_watch.hpp"
#include "problems/core/numbers/extremes.hpp"

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

/// Table sink that measures the errors against the reference and of the energy at every node.
class ErrorWatch final : public TableSink {
 public:
  struct Columns {
    int first, last;
  };
  /// @param columns  compared columns of the reference; empty for the energy
  /// @param until    nodes after this time count for `beyond` only
  /// @param first_node_differs  true if velocities belong to intervals, except at the first node
  /// @param look  called often; what it throws ends the run
  ErrorWatch(ReferenceMotion const& reference, Columns columns, double until,
             bool first_node_differs, std::function<void()> look)
      : reference_(reference),
        columns_(columns),
        until_(until * (1 + 1e-9)),
        first_node_differs_(first_node_differs),
        look_(std::move(look)),
        exact_(std::size_t(reference.motion.width())) {}

  void begin(std::vector<std::string> const&) override {}
  void row(std::vector<RawQuad> const&) override {}  // not called by runs in double precision
  void row(std::vector<double> const& numbers) override {
    if (++rows_ % between_looks == 0) look_();
    double const t = numbers[0];
    auto const& motion = reference_.motion;
    auto const energy = std::size_t(1 + motion.coordinates() + motion.velocities());
    if (t <= until_ && columns_.last > columns_.first) {
      motion.interpolate(t, columns_.first, columns_.last, exact_.data());
      for (int k = columns_.first; k < columns_.last; ++k)
        error =
            larger_or_nan(error, std::abs(numbers[std::size_t(k) + 1] - exact_[std::size_t(k)]));
    }
    double exact = reference_.energy;
    if (!reference_.constant_energy) {
      if (t > until_) return;
      int const at = motion.width() - 1;
      motion.interpolate(t, at, at + 1, exact_.data());
      exact = exact_.back();
    }
    double const scale = reference_.energy_scale > 0 ? reference_.energy_scale : 1;
    double& worst = t <= until_ ? energy_within : energy_beyond;
    if (t > 0 || !first_node_differs_)
      worst = larger_or_nan(worst, std::abs(numbers[energy] - exact) / scale);
  }

  double error = 0, energy_within = 0, energy_beyond = 0;

 private:
  ReferenceMotion const& reference_;
  Columns const columns_;
  double const until_;
  bool const first_node_differs_;
  std::function<void()> const look_;
  static constexpr long between_looks = 16;  // the clock costs as much as a cheap step
  long rows_ = 0;
  std::vector<double> exact_;
};

/// Runs of contenders on a problem against the reference up to `until`.
/// @param now  seconds of processor time since the start of the search
class Runs final : public SearchRuns {
 public:
  Runs(ProblemEntry const& problem, ChooseSpec const& spec, ReferenceMotion const& reference,
       double until, std::function<double()> now, LookAtClock look)
      : problem_(problem),
        spec_(spec),
        reference_(reference),
        until_(until),
        now_(std::move(now)),
        look_(std::move(look)) {}

  double now() override { return now_(); }
  void report_progress() override { look_(std::numeric_limits<double>::infinity()); }

  ObservedRun observe(MethodVariant const& contender, Rung const& rung, double deadline) override {
    auto const& method = problem_.method(contender.method);
    auto watch = watch_of(method, columns(), deadline);
    auto run = spec_of(contender, rung, deadline);
    run.every = 1;
    run.table = &watch;
    bool const measures_balance = spec_.quantity == Quantity::energy;
    auto without = measures_balance ? nullptr : std::make_unique<WithoutBalance>();
    double const began = cpu_now();
    auto const ended = integrate(method, run, deadline);
    without.reset();
    ObservedRun seen;
    seen.cpu_seconds = cpu_now() - began;
    if (ended.outcome != Outcome::ok)
      seen.failure = fmt::format("{} at t = {:.3g}{}", words_for(ended.outcome), ended.reached,
                                 ended.reason.empty() ? "" : " (" + ended.reason + ")");
    seen.energy_error = watch.energy_within;
    seen.error = measures_balance ? watch.energy_within : watch.error;
    if (seen.failure.empty() && seen.error < spec_.error) {
      if (problem_.driven && !measures_balance)
        seen.energy_error = energies(contender, rung, 1, deadline).within;
      if (auto const time = trust_time(method, run, until_, deadline))
        seen.failure = fmt::format(
            "its parasitic mode holds a hundredth of the energy from t = {:.3g} on (equal_norm_gni "
            "has no such mode)",
            *time);
    }
    seen.constraint = ended.max_violation;
    seen.work = total_work(ended.counts);
    return seen;
  }

  double cpu_seconds(MethodVariant const& contender, Rung const& rung, double deadline) override {
    auto const run = spec_of(contender, rung, deadline);
    auto const& method = problem_.method(contender.method);
    WithoutBalance const without;
    double const began = cpu_now();
    integrate(method, run, deadline);
    return cpu_now() - began;
  }

  EnergyError energy_beyond(MethodVariant const& contender, Rung const& rung,
                            double deadline) override {
    auto energy = energies(contender, rung, 10, deadline);
    auto run = spec_of(contender, rung, deadline);
    run.steps *= 10;
    energy.beyond_trust =
        trust_time(problem_.method(contender.method), run, 10 * until_, deadline).has_value();
    return energy;
  }

 private:
  /// Returns the energy errors of a run to `times` T.
  EnergyError energies(MethodVariant const& contender, Rung const& rung, long times,
                       double deadline) const {
    auto const& method = problem_.method(contender.method);
    auto watch = watch_of(method, {0, 0}, deadline);
    auto run = spec_of(contender, rung, deadline);
    run.steps *= times;
    run.every = 1;
    run.table = &watch;
    bool const complete = integrate(method, run, deadline).outcome == Outcome::ok;
    return {complete, watch.energy_within, watch.energy_beyond};
  }
  ErrorWatch watch_of(MethodEntry const& method, ErrorWatch::Columns columns,
                      double deadline) const {
    return {reference_, columns, until_, method.card.velocity_node != 0,
            [this, deadline] { look_(deadline); }};
  }
  /// Returns the trust time of a run up to `end`. Throws TimeIsOver, which excludes the method, if
  /// the growth of the mode is not known within its share of the limit.
  std::optional<double> trust_time(MethodEntry const& method, RunSpec const& run, double end,
                                   double deadline) {
    constexpr double share = 0.1;
    if (!method.reflects_momenta) return {};
    auto known = modes_.find(end);
    if (known == modes_.end()) {
      known = modes_.emplace(end, std::nullopt).first;
      double const latest = std::min(deadline, now_() + share * spec_.limit);
      try {
        known->second = growth_of_mode(problem_, spec_.setting, end, [&] { look_(latest); });
      } catch (TimeIsOver const&) {  // it remains unknown
      }
    }
    if (!known->second)
      throw TimeIsOver{
          fmt::format("its error is small enough, but whether its parasitic mode "
                      "stays small could not be predicted within {:.2g} s",
                      share * spec_.limit)};
    return trust_time_of(problem_, method, run, reference_.energy_scale, *known->second);
  }
  ErrorWatch::Columns columns() const {
    auto const& motion = reference_.motion;
    if (spec_.quantity == Quantity::energy) return {0, 0};
    if (spec_.quantity == Quantity::positions) return {0, motion.coordinates()};
    return {motion.coordinates(), motion.coordinates() + motion.velocities()};
  }
  RunSpec spec_of(MethodVariant const& contender, Rung const& rung, double deadline) const {
    RunSpec run{.setting = spec_.setting,
                .start = contender.start,
                .options = contender.options,
                .step = RawQuad(until_) / rung.steps,
                .steps = rung.steps,
                .progress = [this, deadline](long) { look_(deadline); }};
    if (!contender.adaptive) return run;
    for (auto const& option : problem_.tolerances(rung.tolerance)) run.options.push_back(option);
    return run;
  }
  /// The start `exact` may need a certified reference, whose computation also checks the clock.
  Trajectory<double> integrate(MethodEntry const& method, RunSpec const& run,
                               double deadline) const {
    ReferenceWatch const watch([this, deadline](double) { look_(deadline); });
    return method.integrate(run);
  }

  ProblemEntry const& problem_;
  ChooseSpec const& spec_;
  ReferenceMotion const& reference_;
  double const until_;
  std::function<double()> const now_;
  LookAtClock const look_;
  /// Growth of the parasitic mode by the end of the prediction; none if it took too long.
  std::map<double, std::optional<std::shared_ptr<ModeGrowth const>>> modes_;
};

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
  Runs runs(problem, spec, reference, choice.until, now, look);
  choice.result = search(contenders, search_spec, runs);
  return choice;
}

}  // namespace rattleback
