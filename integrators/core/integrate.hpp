#pragma once
// The one loop that runs every integrator on every problem.

#include "integrators/core/composed_step.hpp"
#include "integrators/core/largest_step.hpp"
#include "integrators/core/recorder.hpp"

namespace rattleback {

/// Begins a run at the setting's point in the way that `name` says. Throws Misuse where the method
/// cannot.
template <template <class> class Problem, class P, class S>
void begin(Stepper<P, S>& stepper, Resolved<P> const& resolved, Setting const& setting, S h,
           std::string const& name) {
  stepper.start(
      resolved.z, h,
      start_point<P>(&reference<Problem>, stepper.counts_in_tau(), resolved, setting, h, name));
}

/// Runs a method on Problem in the precision S.
/// Throws Misuse on a specification that makes no sense; a step that fails ends the run instead.
template <template <class> class Problem, class S>
Trajectory<Erased<S>> integrate(MakeStepper<Problem<S>, S> make_stepper, RunSpec const& spec) {
  using Out = Erased<S>;
  auto const resolved = resolve<Problem<S>>(spec.setting);
  auto const stepper = make_stepper(spec.options, resolved.system);
  auto const& card = stepper->card();
  S const h = static_cast<S>(spec.step);
  Trajectory<Out> t;
  Recorder<Problem<S>, S, Out> recorder(spec, resolved, card, t);
  t.start = start_name(card, spec.start);
  t.options = stepper->options();

  require_moving_step(resolved.system, resolved.z, h);
  begin<Problem>(*stepper, resolved, spec.setting, h, t.start);
  stepper->counts() = {};  // the start is not part of a step's cost
  for (auto const& warning : stepper->warnings(resolved.system, h)) t.warnings.push_back(warning);
  t.diagnostic_names = stepper->diagnostic_names();
  bool const diagnoses = !t.diagnostic_names.empty() && spec.every > 0 && !spec.table;

  auto const node = [&](Vec<S, Problem<S>::constraints> const& multipliers) {
    return Node<Problem<S>, S>{stepper->point(), multipliers, stepper->point_of_momentum(),
                               stepper->flipped_velocity(), stepper->tau_and_time()};
  };
  std::vector<S> const weights(spec.composition.begin(), spec.composition.end());
  // Often enough for an interruption to be noticed at once: a solver's interval may take long.
  long const between_looks = card.adaptive ? 1 : 64;
  long i = 0;  // the last step that was tried
  if (!recorder.begin(node({}))) {
    t.outcome = Outcome::non_finite;
    t.reason = "the state, an invariant or the constraint violation is not finite at the start";
  }
  while (t.outcome == Outcome::ok && i < spec.steps) {
    ++i;
    [[maybe_unused]] auto const q0 = stepper->point().q;
    auto const step = composed_step(*stepper, h, weights);
    t.outcome = step.outcome;
    if constexpr (StatesPassage<Problem<S>>)
      if (t.outcome == Outcome::ok) {
        t.reason = resolved.system.passage(q0, stepper->point().q);
        if (!t.reason.empty()) {
          stepper->take_back();
          t.outcome = Outcome::singular_constraints;
        }
      }
    if (t.outcome == Outcome::no_real_root) {
      auto const counted = stepper->counts();  // what the question costs is no step's cost
      S const possible = largest_step(*stepper, h);
      stepper->counts() = counted;
      if (possible > S(0))
        t.reason = fmt::format(
            "the method's branch has no real root; from this state it has one for steps up to "
            "about {:.3g}",
            static_cast<double>(possible));
    }
    if (t.outcome == Outcome::ok && !recorder.observe(node(step.multipliers))) {
      stepper->take_back();
      t.outcome = Outcome::non_finite;
      t.reason = "an invariant or the constraint violation is not finite";
    }
    if (t.outcome != Outcome::ok) break;
    if (recorder.keeps(i)) {
      recorder.keep(i);
      if (diagnoses) {
        auto const row = stepper->diagnostics();
        t.diagnostics.emplace_back(row.begin(), row.end());
      }
    }
    if (spec.progress && i % between_looks == 0) spec.progress(i);
  }
  t.counts = stepper->counts();
  recorder.finish(i);
  stepper->report(t);
  return t;
}

/// MethodEntry::largest_step.
template <class P>
double largest_step_from_start(MakeStepper<P, double> make_stepper, RunSpec const& spec) {
  auto const resolved = resolve<P>(spec.setting);
  auto const stepper = make_stepper(spec.options, resolved.system);
  double const h = static_cast<double>(spec.step);
  stepper->place(resolved.z, h);
  return largest_step(*stepper, h);
}

}  // namespace rattleback
