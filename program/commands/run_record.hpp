#pragma once
// Result of a run, as text and as JSON, and what is said before it begins.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "experiments/measure/energy_scale.hpp"
#include "experiments/measure/sensitivity.hpp"
#include "experiments/parasitic/prediction.hpp"
#include "program/commands/cards.hpp"
#include "program/interface/json.hpp"
#include "program/interface/messages.hpp"
#include "program/results/identity.hpp"

namespace rattleback {

/// Prediction and warnings before a run begins.
struct Outlook {
  std::optional<ParasiticPrediction> mode;  ///< empty for methods that reflect no momenta
  std::vector<std::string> warnings;
};

/// Predicts the parasitic mode of a run to time `end`. Invalid input is left to the run.
Outlook outlook_of(ProblemEntry const& problem, MethodEntry const& method, RunSpec const& run,
                   double end, EnergyScale const& scale);

/// Rounds a flipped momentum to double precision.
template <class S>
FlippedMomentum<double> in_double(FlippedMomentum<S> const& flipped) {
  auto const numbers = [](std::vector<S> const& v) {
    return std::vector<double>(v.begin(), v.end());
  };
  auto const nodes = [&](auto const& all) {
    std::vector<FlippedMomentum<double>::Node> rounded;
    for (auto const& node : all)
      rounded.push_back({double(node.t), numbers(node.q), numbers(node.v), numbers(node.flipped)});
    return rounded;
  };
  return {double(flipped.initial), double(flipped.largest), nodes(flipped.first),
          nodes(flipped.last)};
}

/// Returns the meaning of a lost energy, or of the lost balance of a driven system.
char const* what_a_loss_means(bool driven);
/// Returns the definition of the balance of a driven system.
std::string words_of_balance(bool own_work);

/// Returns the predicted mode as JSON.
/// @param size_at_end  size of the mode at the end of the run
Json parasitic_json(ParasiticPrediction const& mode, std::optional<double> size_at_end);
std::string parasitic_words(ParasiticPrediction const& mode, std::optional<double> size_at_end);

/// Formats a ratio as "5 times" or "12 per cent of", to precede the reference value.
std::string in_units_of(double value, double size);

/// Results of one run.
template <class S>
struct Record {
  ProblemCard const& problem;
  MethodCard const& method;
  RunSpec spec;
  Trajectory<S> t;
  Outlook outlook;
  std::function<nlohmann::json()> code = {};  ///< returns code_identity()
  /// Largest kinetic energy of the exact motion up to the end.
  std::optional<double> scale = {};
  /// Time after which the energy shows that the motion is lost; NaN: never, or no scale.
  double lost_at = std::nan("");
  std::optional<double> mode_at_end = {};  ///< size of the parasitic mode
  std::vector<Sensitivity> sensitivities = {};

  bool failed() const { return t.outcome != Outcome::ok; }
  /// Returns the warnings of the run, and warnings about errors that make its result doubtful,
  /// without the warnings issued before the run.
  std::vector<std::string> warnings() const {
    auto all = t.warnings;
    double const off = static_cast<double>(t.invariants.front().max_deviation);
    if (!std::isnan(lost_at) && std::isnan(off))
      all.push_back(fmt::format("the {} is NaN after t = {:.4g}: {}",
                                t.observables.empty() ? "energy" : "balance", lost_at,
                                what_a_loss_means(!t.observables.empty())));
    else if (!std::isnan(lost_at))
      all.push_back(fmt::format(
          "after t = {:.4g} the {} error exceeds a tenth of the largest kinetic energy up "
          "to that time; on the whole run it reaches {:.3g}, {} the largest kinetic "
          "energy {:.3g} up to the end: {}",
          lost_at, t.observables.empty() ? "energy" : "balance", off, in_units_of(off, *scale),
          *scale, what_a_loss_means(!t.observables.empty())));
    if (t.flipped && scale) {
      auto const mode = warning_of_flipped_momentum(
          static_cast<double>(t.flipped->initial), static_cast<double>(t.flipped->largest), *scale);
      if (!mode.empty()) all.push_back(mode);
    }
    return all;
  }
  /// Returns the reason of the solver, or a description of the outcome if it has none.
  std::string reason() const { return t.reason.empty() ? words_for(t.outcome) : t.reason; }
  /// True if the deviation is a measured one: a run whose first step fails has no node after the
  /// initial point.
  bool is_measured(InvariantRecord<S> const& invariant) const {
    return !failed() || t.failed_at > 1 || invariant.max_deviation != 0;
  }
  std::vector<S> last_multipliers() const {
    return t.multipliers.empty() ? std::vector<S>{} : t.multipliers.back();
  }
};

template <class S>
Json section_json(Record<S> const& r) {
  auto const& section = r.t.section;
  auto object = JsonObject()
                    .add("component", r.spec.section->component)
                    .add("value", static_cast<S>(r.spec.section->value))
                    .add("crossings", section.count)
                    .add("lowest", section.lowest)
                    .add("highest", section.highest)
                    .add("interpolation_error", section.interpolation_error);
  if (!section.times.empty())
    object.add("last", JsonObject()
                           .add("time", section.times.back())
                           .add("q", section.q.back())
                           .add("v", section.v.back()));
  return object;
}

/// Returns one line if the section was never crossed, else an empty text.
template <class S>
std::string never_crossed(Record<S> const& r) {
  if (!r.spec.section || r.t.section.count > 0) return {};
  return fmt::format("the section {} = {} was never crossed: {} stayed in [{}, {}]",
                     r.spec.section->component, decimal(static_cast<double>(r.spec.section->value)),
                     r.spec.section->component, decimal(static_cast<double>(r.t.section.lowest)),
                     decimal(static_cast<double>(r.t.section.highest)));
}

/// Returns the identity of a run from its resolved input. Numbers have all digits.
template <class S>
nlohmann::json identity_of(Record<S> const& r) {
  auto identity = r.code();
  auto const add = [&](char const* name, Json const& value) { identity[name] = value.text(); };
  add("parameters", json_object(r.t.parameters));
  add("options", json_object(r.t.options));
  add("case", r.t.case_name);
  add("start", r.t.start);
  add("q", r.t.start_q);
  add("v", r.t.start_v);
  if (r.spec.setting.q1)
    add("q1", std::vector<S>(r.spec.setting.q1->begin(), r.spec.setting.q1->end()));
  add("precision", std::is_same_v<S, RawQuad> ? "quad" : "double");
  add("step", static_cast<S>(r.spec.step));
  add("steps", r.spec.steps);
  if (r.spec.setting.time != 0) add("from", static_cast<S>(r.spec.setting.time));
  if (!r.spec.until_event.empty()) add("until_event", r.spec.until_event);
  if (r.spec.measures_recorded) add("measured_every", r.spec.every);
  return identity;
}

template <class S>
JsonObject json_of(Record<S> const& r) {
  auto const& t = r.t;
  JsonObject invariants;
  for (auto const& invariant : t.invariants)
    invariants.add(invariant.name,
                   JsonObject()
                       .add("initial", invariant.initial)
                       .add("final", invariant.final)
                       .add("max_deviation",
                            r.is_measured(invariant) ? invariant.max_deviation : Json(nullptr)));
  JsonObject object;
  object.add("problem", r.problem.id).add("integrator", r.method.id).add("case", t.case_name);
  object.add("parameters", json_object(t.parameters)).add("options", json_object(t.options));
  object.add("start", t.start).add("step", static_cast<S>(r.spec.step)).add("steps", r.spec.steps);
  if (r.spec.measures_recorded) object.add("measured_every", r.spec.every);
  object.add("time", t.times.back());
  if (t.ended_at_event) object.add("event", r.spec.until_event);
  if (!t.taus.empty()) object.add("tau", t.taus.back());
  object.add("status", name_of(t.outcome));
  if (r.failed())
    object.add("failed_at", t.failed_at).add("reason", r.reason()).add("reached", t.reached);
  if (!t.start_moved.empty()) object.add("start_moved", t.start_moved);
  object.add("coordinates", r.problem.coordinates).add("velocities", r.problem.velocities);
  object.add("q", t.q.back()).add("v", t.v.back()).add("multipliers", r.last_multipliers());
  object.add("memory", json_object(t.memory)).add("invariants", invariants);
  if (!t.observables.empty()) {
    JsonObject observables;
    for (auto const& observable : t.observables)
      observables.add(
          observable.name,
          JsonObject().add("initial", observable.initial).add("final", observable.final));
    object.add("observables", observables).add("balance", words_of_balance(t.own_work));
  }
  object.add("constraint_violation",
             JsonObject().add("max", t.max_violation).add("final", t.final_violation));
  object.add("counts", counts_json(t.counts));
  object.add("identity", identity_hash(identity_of(r)));
  if (r.scale) object.add("energy_scale", *r.scale);
  if (!std::isnan(r.lost_at)) object.add("lost_at", r.lost_at);
  if (auto const& mode = r.outlook.mode)
    object.add("parasitic", parasitic_json(*mode, r.mode_at_end));
  if (t.flipped)
    object.add("flipped_energy",
               JsonObject().add("initial", t.flipped->initial).add("max", t.flipped->largest));
  auto warnings = r.outlook.warnings;
  for (auto const& warning : r.warnings()) warnings.push_back(warning);
  if (!warnings.empty()) object.add("warnings", warnings);
  if (r.spec.section) object.add("section", section_json(r));
  if (!r.sensitivities.empty()) {
    JsonObject all;
    for (auto const& one : r.sensitivities)
      all.add(one.by, JsonObject().add("q", one.q).add("v", one.v));
    object.add("sensitivity", all);
  }
  return object;
}

/// Returns ", order 2", or an empty text if no order is promised.
inline std::string order_of_start(MethodCard const& method, std::string const& name) {
  for (auto const& start : method.starts)
    if (start.name == name && start.order > 0) return fmt::format(", order {}", start.order);
  return "";
}

/// Returns the error of an invariant in words, relative to the largest kinetic energy of the motion
/// for energies and to the initial value for others; empty if that is unknown or zero.
template <class S>
std::string relative_error_in_words(Record<S> const& r, InvariantRecord<S> const& invariant) {
  double const off = static_cast<double>(invariant.max_deviation);
  bool const of_momentum = invariant.name == "energy_of_p";
  if (invariant.name == "energy" || invariant.name.starts_with("balance") || of_momentum) {
    if (!r.scale || !(*r.scale > 0)) return "";
    return fmt::format(
        " ({:.2g} of the largest kinetic energy {:.4g}{})", off / *r.scale, *r.scale,
        of_momentum ? "; energy of the method's momentum, which may differ from that of the motion"
                    : "");
  }
  double const size = std::abs(static_cast<double>(invariant.initial));
  // An invariant that is zero up to rounding has no relative error.
  return size > 1e-12 ? fmt::format(" ({:.2g} of its value)", off / size) : std::string();
}

template <class S>
std::string summary_of(Record<S> const& r) {
  auto const& t = r.t;
  auto text = fmt::format("{} (case {}), {} (start {}{})\n", r.problem.id, t.case_name, r.method.id,
                          t.start, order_of_start(r.method, t.start));
  for (auto const& [name, value] : t.parameters)
    text += fmt::format("  parameter {} = {}\n", name, decimal(value));
  for (auto const& [name, value] : t.options)
    text += fmt::format("  option {} = {}\n", name, value);
  text += fmt::format(
      "  {} steps of {} {}to t = {}: {}{}\n", r.spec.steps, decimal(static_cast<S>(r.spec.step)),
      r.spec.setting.time == 0 ? "" : fmt::format("from t = {} ", decimal(S(r.spec.setting.time))),
      decimal(t.times.back()), name_of(t.outcome),
      t.ended_at_event ? ", at the event " + r.spec.until_event : "");
  if (r.spec.measures_recorded)
    text += fmt::format("  measured at recorded nodes only: first, last and every K-th, K = {}\n",
                        r.spec.every);
  if (r.failed())
    text += fmt::format("  step {} failed at t = {}: {}\n", t.failed_at, decimal(t.reached),
                        r.reason());
  auto const components = [&](auto const& names, auto const& values) {
    for (std::size_t i = 0; i < values.size(); ++i)
      text += fmt::format("  {:<8} {}\n", names[i], decimal(values[i]));
  };
  components(r.problem.coordinates, t.q.back());
  components(r.problem.velocities, t.v.back());
  if (auto const lambda = r.last_multipliers(); !lambda.empty()) {
    std::vector<std::string> words;
    for (auto const& value : lambda) words.push_back(decimal(value));
    text += fmt::format("  multipliers {}\n", fmt::join(words, ", "));
  }
  for (auto const& invariant : t.invariants)
    text += fmt::format("  {}: {} initially, {} finally, deviation {}\n", invariant.name,
                        decimal(invariant.initial), decimal(invariant.final),
                        r.is_measured(invariant) ? "at most " + decimal(invariant.max_deviation) +
                                                       relative_error_in_words(r, invariant)
                                                 : "not measured");
  for (auto const& observable : t.observables)
    text += fmt::format("  {}: {} initially, {} finally\n", observable.name,
                        decimal(observable.initial), decimal(observable.final));
  if (auto const& mode = r.outlook.mode)
    text += fmt::format("  parasitic mode: {}\n", parasitic_words(*mode, r.mode_at_end));
  text += fmt::format("  constraint violation: at most {}, {} finally\n", decimal(t.max_violation),
                      decimal(t.final_violation));
  text += fmt::format(
      "  {} derivatives of the Lagrangian and {} of the constraints, {} linear systems, "
      "{} Newton iterations, {} solver steps\n",
      t.counts.lagrangian_derivatives, t.counts.constraint_derivatives, t.counts.linear_solves,
      t.counts.newton_iterations, t.counts.solver_steps);
  if (r.spec.section)
    text += fmt::format("  {} crossings of {} = {}\n", t.section.count, r.spec.section->component,
                        decimal(static_cast<S>(r.spec.section->value)));
  for (auto const& one : r.sensitivities)
    text += fmt::format("  derivatives by {}: {}; {}\n", one.by, fmt::join(one.q, ", "),
                        fmt::join(one.v, ", "));
  return text;
}

}  // namespace rattleback
