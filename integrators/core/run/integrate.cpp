#include "integrators/core/run/integrate.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "integrators/core/method/method_card.hpp"
#include "integrators/core/run/kinks.hpp"
#include "integrators/core/run/recorder.hpp"
#include "integrators/core/solvers/step_watch.hpp"

namespace rattleback {

namespace {

/// Begins a run with a starting procedure. Returns the method's warnings. Throws InvalidInput where
/// the method cannot begin.
template <class S>
std::vector<std::string> begin(Stepper<S>& stepper, Resolved<S> const& resolved,
                               Setting const& setting, S h, std::string const& name) {
  return stepper.start(resolved.q.data(), resolved.v.data(), h,
                       start_of(resolved, setting, h, name, stepper.facts().uses_tau));
}

}  // namespace

template <class S>
Trajectory<Erased<S>> integrate(SharedProblem const& problem, StepTable<S> const& table,
                                MethodCard const& card, RunSpec const& spec) {
  if constexpr (!std::is_same_v<S, double>)
    if (card.adaptive && (spec.section || !spec.until_event.empty()))
      throw InvalidInput(fmt::format(
          "{} with {} needs double precision, in which steps of adaptive solvers are searched; "
          "allowed with --precision quad: a method with fixed steps",
          card.id, spec.section ? "--section" : "--until-event"));
  auto const plan = plan_of<S>(problem, spec);
  Stepper<S> stepper(table, card, spec.options, plan.system, plan.rule);
  Recorder<S> recorder(spec, plan, card);
  auto& t = recorder.trajectory();
  std::vector<double> between;
  t.start = start_name(card, spec.start);
  t.options = stepper.facts().options;

  std::optional<StepWatch> watch;
  if constexpr (std::is_same_v<S, double>) {
    if (card.adaptive && recorder.wants_steps()) {
      recorder.expect_steps();
      watch.emplace([&](double from, double to, StartedSolver<double>& solver) {
        auto const counted = stepper.counts();     // a look is not part of a step's cost
        double const unit = stepper.units().time;  // the solver counts in natural units
        auto const state_at = [&](double at, FlatPoint<double>& point) {
          solver.state_at(at / unit, between);
          auto const v = between.begin() + plan.system->size;
          point.q.assign(between.begin(), v);
          point.v.assign(v, v + plan.system->dof);
          stepper.units().multiply(point.q.data(), point.v.data());
        };
        recorder.observe_step(from * unit, to * unit, std::cref(state_at));  // allocates nothing
        stepper.counts() = counted;
      });
    }
  }

  require_moving_step(plan, plan.h);
  for (auto const& warning : begin(stepper, plan, spec.setting, plan.h, t.start))
    t.warnings.push_back(warning);
  stepper.counts() = {};  // the start is not part of a step's cost

  Row<S> row;
  auto const passage = plan.system->passage;
  // Often enough for an interruption to be noticed at once: a solver's interval may take long.
  long const between_looks = card.adaptive ? 1 : 64;
  long i = 0;         // the last step that was tried
  long observed = 0;  // the last node that the recorder has
  std::optional<EventWatch<S>> event;
  if (!spec.until_event.empty()) event.emplace(plan.system, spec.until_event);
  // Both nodes of a step, for passages and for velocities that belong to the interval.
  bool const observes_all =
      !spec.measures_recorded || passage || card.velocity_node == -0.5 || event;
  stepper.observe(row);
  t.diagnostic_names = stepper.facts().diagnostic_names;
  bool const diagnoses = !t.diagnostic_names.empty() && spec.every > 0 && !spec.table;
  if (!recorder.begin(row)) {
    t.outcome = Outcome::non_finite;
    t.reason = "the state, an invariant or the constraint violation is not finite at the start";
  }
  if (event) event->observe(plan.time, recorder.node().q, recorder.node().v);
  auto const end_at = [&](auto&& passage) {
    if (!passage) return;
    row.t = passage->t;
    row.q = std::move(passage->q);
    row.v = std::move(passage->v);
    row.multipliers = std::move(passage->multipliers);
    t.ended_at_event = true;
  };
  while (t.outcome == Outcome::ok && i < plan.steps && !t.ended_at_event) {
    ++i;
    t.outcome = stepper.step(plan.h);
    bool const observes = observes_all || plan.records(i);
    if (t.outcome == Outcome::sliding && event) {
      // The event may be the switch on which the motion would slide.
      Trajectory<Erased<S>> end;
      stepper.report(end);
      stepper.observe(row);
      end_at(event->observe_end(end.reached));
      if (t.ended_at_event) t.outcome = Outcome::ok;
    } else if (t.outcome == Outcome::ok && observes) {
      row.wants_diagnostics = diagnoses && plan.records(i);
      stepper.observe(row);
      if (event) end_at(event->observe(row.t, row.q, row.v));
      if (passage) {
        t.reason = passage(plan.system.get(), recorder.node().q.data(), row.q.data());
        if (!t.reason.empty()) {
          stepper.restore_state();
          t.outcome = Outcome::singular_constraints;
        }
      }
    }
    if (t.outcome == Outcome::no_real_root) {
      auto const counted = stepper.counts();
      S const possible = largest_step(stepper, plan.h);
      stepper.counts() = counted;
      if (possible > S(0))
        t.reason = fmt::format(
            "the method's branch has no real root; from this state it has one for steps up to "
            "about {:.3g}",
            static_cast<double>(possible));
    }
    if (t.outcome == Outcome::ok && observes &&
        !recorder.observe(row, !spec.measures_recorded || plan.records(i))) {
      stepper.restore_state();
      t.outcome = Outcome::non_finite;
      t.reason = "an invariant or the constraint violation is not finite";
    }
    if (t.outcome != Outcome::ok) break;
    if (observes) observed = i;
    if (plan.records(i) && !t.ended_at_event) recorder.record(i);
    if (spec.progress && i % between_looks == 0) spec.progress(i);
  }
  t.counts = stepper.counts();
  if (t.outcome != Outcome::ok && observed < i - 1) {
    stepper.observe(row);
    recorder.observe(row, false);
  }
  recorder.finish(i);
  stepper.report(t);
  if (auto const& node = recorder.node(); t.outcome != Outcome::ok && t.reason.empty())
    t.reason = defect_of_formulas(plan.system, node.t, node.q.data(), node.v.data());
  return std::move(t);
}

double largest_step_from_start(SharedProblem const& problem, StepTable<double> const& table,
                               MethodCard const& card, RunSpec const& spec) {
  auto const resolved = resolve<double>(problem, spec.setting);
  Stepper<double> stepper(table, card, spec.options, resolved.system);
  double const h = static_cast<double>(spec.step);
  stepper.set_point(resolved.q.data(), resolved.v.data(), h);
  return largest_step(stepper, h);
}

double reversibility_defect(SharedProblem const& problem, StepTable<double> const& table,
                            MethodCard const& card, RunSpec const& spec) {
  auto const resolved = resolve<double>(problem, spec.setting);
  Stepper<double> stepper(table, card, spec.options, resolved.system, rule_of<double>(spec));
  double const h = static_cast<double>(spec.step);
  begin(stepper, resolved, spec.setting, h, start_name(card, spec.start));
  double const failed = std::numeric_limits<double>::quiet_NaN();
  auto const stepped = [&] { return stepper.step(h) == Outcome::ok; };
  if (stepper.facts().reverses_memory && !stepped()) return failed;
  auto const z = stepper.coordinates();
  for (int both = 0; both < 2; ++both) {
    if (!stepped()) return failed;
    stepper.reverse(h);
  }
  auto const there = stepper.coordinates();
  double defect = 0;
  for (std::size_t i = 0; i < z.size(); ++i) defect = std::max(defect, std::abs(there[i] - z[i]));
  return defect;
}

FailedStepEffect failed_step(SharedProblem const& problem, StepTable<double> const& table,
                             MethodCard const& card, RunSpec const& spec) {
  auto const resolved = resolve<double>(problem, spec.setting);
  double const h = static_cast<double>(spec.step);
  // Returns point and multipliers at the end, or nothing if a step fails.
  auto const end_with = [&](auto const& disturb) {
    Stepper<double> stepper(table, card, spec.options, resolved.system, rule_of<double>(spec));
    begin(stepper, resolved, spec.setting, h, start_name(card, spec.start));
    for (long i = 1; i <= spec.steps; ++i) {
      if (i == spec.steps) disturb(stepper);
      if (stepper.step(h) != Outcome::ok) return std::vector<double>{};
    }
    Row<double> row;
    stepper.observe(row);
    auto end = stepper.coordinates();
    end.insert(end.end(), row.multipliers.begin(), row.multipliers.end());
    return end;
  };
  auto const end = end_with([](auto&) {});
  if (end.empty()) return FailedStepEffect::untested;
  if (end_with([&](auto& stepper) { stepper.fail(h, true); }) != end)
    return FailedStepEffect::on_run;
  bool const is_same = end_with([&](auto& stepper) { stepper.fail(h, false); }) == end;
  return is_same ? FailedStepEffect::none : FailedStepEffect::on_memory;
}

template Trajectory<double> integrate(SharedProblem const&, StepTable<double> const&,
                                      MethodCard const&, RunSpec const&);
template Trajectory<RawQuad> integrate(SharedProblem const&, StepTable<Quad> const&,
                                       MethodCard const&, RunSpec const&);

}  // namespace rattleback
