// Runs of method variants, compared with the reference node by node.

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>

#include "experiments/choose/choose.hpp"
#include "experiments/core/cpu_time.hpp"
#include "experiments/parasitic/prediction.hpp"
#include "integrators/core/method/without_balance.hpp"
#include "integrators/core/run/reference_watch.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

namespace {

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

std::unique_ptr<SearchRuns> search_runs_on(ProblemEntry const& problem, ChooseSpec const& spec,
                                           ReferenceMotion const& reference, double until,
                                           std::function<double()> now, LookAtClock look) {
  return std::make_unique<Runs>(problem, spec, reference, until, std::move(now), std::move(look));
}

}  // namespace rattleback
