#include <map>
#include <optional>

#include "base/invalid_input.hpp"
#include "experiments/laws/tools.hpp"
#include "experiments/parasitic/measured_growth.hpp"
#include "experiments/parasitic/mode_growth.hpp"
#include "integrators/core/registry/variants.hpp"

namespace rattleback::laws {

namespace {

using Worst = std::map<std::string, double>;  ///< values by method, for methods without a promise

void raise(Worst& worst, MethodEntry const& method, double number) {
  double& known = worst[method.card.id];
  known = std::max(known, number);
}

/// Adds the methods whose value is rounding on every problem.
void add_kept(Violations& found, char const* law, Worst const& worst) {
  for (auto const& [method, number] : worst)
    if (!(number > 1e-10))
      found.push_back({law, method, fmt::format("kept to {:.2e} without a promise", number), true});
}

}  // namespace

Violations constraint_is_kept(Problems const& problems) {
  Worst worst;
  auto found = over_starts(
      "constraint", problems, [&](auto& problem, auto& method, auto& start, auto& report) {
        auto const run = method.integrate(run_spec(start, 0.05 * problem.card.time_scale, 200, 1));
        double scale = 1;
        for (auto const& v : run.v) scale = std::max(scale, scale_of(v));
        // A method ends at a step without a real root, as in its paper.
        bool const ended = run.outcome == Outcome::no_real_root && run.failed_at > 10;
        // An energy below the potential is a recorded failure of the projection onto it.
        bool const refused =
            run.outcome == Outcome::projection_failed && projects_energy(method.card.id);
        if (run.outcome != Outcome::ok && !ended && !refused) report(name_of(run.outcome));
        if (!method.card.preserves_constraint)
          raise(worst, method, run.max_violation);
        else if (!(run.max_violation <= 1e-13 * scale))
          report(fmt::format("violated by {:.2e}", run.max_violation));
      });
  // A property without a promise may hold on one problem: every method satisfies constant
  // one-forms.
  add_kept(found, "constraint", worst);
  return found;
}

Violations energy_is_kept(Problems const& problems) {
  Worst worst;
  auto found =
      over_starts("energy", problems, [&](auto& problem, auto& method, auto& start, auto& report) {
        auto const run = method.integrate(run_spec(start, 0.05 * problem.card.time_scale, 200));
        if (run.invariants.empty() || run.failed_at > 0)  // reported by another law
          return report.untested("every run ended by a failure");
        auto const& energy = run.invariants.front();
        double const scale = std::max(1.0, std::abs(energy.initial));
        if (!method.card.preserves_energy)
          raise(worst, method, energy.max_deviation / scale);
        else if (!(energy.max_deviation <= 1e-12 * scale))
          report(fmt::format("changed by {:.2e}", energy.max_deviation));
      });
  // Without a potential many methods preserve the energy: a promise covers every problem.
  add_kept(found, "energy", worst);
  return found;
}

Violations step_is_reversible(Problems const& problems) {
  Worst worst;  // defects relative to their bounds
  auto found = over_starts(
      "reversibility", problems, [&](auto& problem, auto& method, auto& start, auto& report) {
        if (!method.reversibility_defect)
          return report.untested("a driven system has no reversed motion");
        for (double part : {0.05, 0.2}) {
          double const h = part * problem.card.time_scale;
          double const defect = method.reversibility_defect(run_spec(start, h, 1));
          auto const begun = method.integrate(run_spec(start, h, 2));
          if (begun.outcome == Outcome::no_real_root) continue;  // no step, or none after the first
          double const scale = std::max(scale_of(begun.start_q), scale_of(begun.start_v));
          if (method.card.reversible && !(defect <= 1e-14 * scale))
            report(fmt::format("defect {:.2e} at h={}", defect, h));
          // The defect of a step of order p is comparable to the error of one step.
          double const bound = method.card.starts.front().order > 2 ? 1e-9 : 1e-6;
          if (!method.card.reversible && part == 0.2) raise(worst, method, defect / bound);
        }
      });
  // Without a reaction (4.12) and its adjoint are reversible as well.
  for (auto const& [method, defect] : worst)
    if (!(defect > 1))
      found.push_back({"reversibility", method, "holds on every problem without a promise", true});
  return found;
}

Violations stated_equals_derived(Problems const& problems) {
  Violations found;
  for (auto const& problem : problems)
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
      for (auto const& record : problem.consistency(seed))
        if (!(record.defect <= 1e-13))
          found.push_back({"stated equals derived", problem.card.id + ", " + record.what,
                           fmt::format("off by {:.2e} for seed {}", record.defect, seed)});
  return found;
}

Violations measure_is_invariant(Problems const& problems) {
  Violations found;
  for (auto const& problem : problems) {
    if (!problem.measure_defect) continue;
    double divergence = 0;
    for (auto const& start : generic_starts(problem)) {
      auto setting = start;
      auto const far = problem.reference(start, {2}).states.front();
      setting.q.emplace(far.q.begin(), far.q.end());
      setting.v.emplace(far.v.begin(), far.v.end());
      divergence = std::max(divergence, std::abs(problem.divergence(setting)));
      double const defect = std::abs(problem.measure_defect(setting));
      if (!(defect <= 1e-19))
        found.push_back({"measure", problem.card.id + ", " + name_of_start(start),
                         fmt::format("divergence of the density times the motion {:.2e}", defect)});
    }
    if (!(divergence > 1e-3))
      found.push_back({"measure", problem.card.id, "the density has nothing to correct"});
  }
  return found;
}

Violations closed_form_equals_newton(Problems const& problems) {
  return over_pairs("closed form", problems, [](auto& problem, auto& method, auto& report) {
    bool const of_multipliers = has_option(method, "multipliers");
    if (!of_multipliers && !has_option(method, "solve"))
      return report.untested("the method has no option that selects a closed form");
    auto const options = [&](char const* closed, char const* scalar) {
      return OptionValues{of_multipliers ? std::pair{"multipliers", closed}
                                         : std::pair{"solve", scalar}};
    };
    for (auto const& start : generic_starts(problem)) {
      // A scalar equation may have a fold at a distance, as the knife edge has in tau.
      auto spec = run_spec(start, of_multipliers ? 0.1 : 0.02, of_multipliers ? 100 : 40);
      spec.options = options("closed", "scalar");
      auto const closed = method.integrate(spec);
      spec.options = options("newton", "newton");
      auto const newton = method.integrate(spec);
      auto const of_start = report.at(name_of_start(start));
      double const difference =
          std::max({max_difference(closed.q.back(), newton.q.back()),
                    max_difference(closed.v.back(), newton.v.back()),
                    max_difference(closed.multipliers.back(), newton.multipliers.back())});
      if (!(difference <= 1e-12)) of_start(fmt::format("differs by {:.2e}", difference));
      if (newton.counts.newton_iterations < spec.steps)
        of_start("Newton's method was asked for and not used");
    }
  });
}

namespace {

/// Result of one step from the setting: q, v and multipliers.
struct Stepped {
  std::vector<double> q, v, multipliers;
  bool ok;
};
Stepped step_of(MethodEntry const& method, Setting const& setting, double h) {
  auto const run = method.integrate(run_spec(setting, h, 1));
  return {run.q.back(), run.v.back(), run.multipliers.back(), run.outcome == Outcome::ok};
}

std::vector<double> negative(std::vector<double> v) {
  for (double& x : v) x = -x;
  return v;
}

}  // namespace

Violations adjoint_pair_composes(Problems const& problems) {
  Violations found;
  for (auto const& problem : problems) {
    auto const* dla_euler = problem.methods.find("dla_euler");
    if (!dla_euler) continue;  // the registry of a mutant
    auto const& euler = *dla_euler;
    auto const& adjoint = problem.method("dla_euler_adjoint");
    auto const& leapfrog = problem.method("dla_leapfrog");
    if (!euler.integrate || !adjoint.integrate || !leapfrog.integrate) continue;
    if (problem.driven) continue;  // the second half step begins later
    for (auto const& start : generic_starts(problem))
      for (double h : {0.05, 0.1, 0.2}) {
        auto const begun = euler.integrate(run_spec(start, h, 1));
        auto const name = start.case_name;
        auto const report = [&](char const* what, double defect, double allowed) {
          if (!(defect <= allowed))
            found.push_back({"adjoint pair", problem.card.id + ", " + name_of_start(start),
                             fmt::format("{}: defect {:.2e} at h={}", what, defect, h)});
        };
        auto const there = step_of(euler, start, h);
        auto const back = step_of(adjoint, setting_at(there.q, negative(there.v), name), h);
        if (!problem.affine)  // the reversed motion has the opposite affine term
          report("adjoint undoes",
                 std::max(max_difference(back.q, begun.start_q),
                          max_difference(negative(back.v), begun.start_v)),
                 1e-14 * scale_of(there.v));

        auto const half = step_of(euler, start, h / 2);
        auto const full = step_of(adjoint, setting_at(half.q, half.v, name), h / 2);
        auto const leapt = step_of(leapfrog, start, h);
        report("composition",
               std::max(max_difference(full.q, leapt.q), max_difference(full.v, leapt.v)), 1e-13);
        auto mean = half.multipliers;
        for (std::size_t k = 0; k < mean.size(); ++k) mean[k] = (mean[k] + full.multipliers[k]) / 2;
        // Multipliers contain the rounding of velocities divided by h.
        report("mean multiplier", max_difference(mean, leapt.multipliers), 1e-14 / h);
        if (!(there.ok && back.ok && half.ok && full.ok && leapt.ok)) report("a step failed", 1, 0);
      }
  }
  return found;
}

Violations work_is_counted(Problems const& problems) {
  return over_pairs("work", problems, [](auto& problem, auto& method, auto& report) {
    auto const& card = method.card;
    auto const spec = run_spec({}, 0.1 * problem.card.time_scale, 50);
    auto const run = method.integrate(spec);
    if (run.outcome != Outcome::ok) return report.untested("every run ended by a failure");
    auto const& counts = run.counts;
    long const steps = card.adaptive ? counts.solver_steps : spec.steps;
    auto const at_least = [&](char const* what, long counted, long bound) {
      if (!(counted >= bound && counted > 0))
        report(fmt::format("{} {} in {} steps", counted, what, steps));
    };
    at_least("derivatives of the Lagrangian", counts.lagrangian_derivatives, steps);
    at_least("derivatives of the constraints", counts.constraint_derivatives, steps);
    // A solver with dense output may pass several nodes in one step.
    at_least("solver steps", counts.solver_steps, card.adaptive ? 1 : spec.steps);
    if (card.multipliers) at_least("linear systems", counts.linear_solves, steps);
    if (counts.linear_solves < counts.newton_iterations)
      report("iterations without a linear system");
    long const promised = card.lagrangian_derivatives_per_step * spec.steps;
    // A force that depends on velocities is evaluated in each iteration.
    if (problem.driven) return;
    if (promised > 0 && counts.lagrangian_derivatives != promised)
      report(fmt::format("{} derivatives of the Lagrangian, {} promised",
                         counts.lagrangian_derivatives, promised));
  });
}

namespace {

/// Returns the problems with one variant of each method that has it.
Problems with_variants(Problems const& problems, std::string const& kind,
                       std::string const& argument, bool baselines_only) {
  Problems all;
  for (auto const& problem : problems) {
    auto copy = problem;
    copy.methods = problem.methods.without_methods();
    for (auto const& method : problem.methods) {
      if (!method.integrate || (baselines_only && !method.card.baseline)) continue;
      try {
        copy.methods.push_back(
            variant_of(method, {kind, method.card.id, argument}, problem.methods.constant_energy));
      } catch (InvalidInput const&) {  // it does not exist, and the message says why
      }
    }
    if (copy.methods.size() > 0) all.push_back(std::move(copy));
  }
  return all;
}

}  // namespace

Violations variants_keep_their_promises(Problems const& problems) {
  Violations found;
  for (auto const& [target, projection] : projections()) {
    if (projection == Projection::position) continue;  // no problem has position constraints
    auto const all = with_variants(problems, "projected", target, false);
    for (auto const law : {constraint_is_kept, energy_is_kept, step_is_reversible, work_is_counted})
      found.append(law(all));
    auto const baselines = with_variants(problems, "projected", target, true);
    for (auto const law : {order_is_as_promised, quad_is_quad}) found.append(law(baselines));
  }
  auto const steered = with_variants(problems, "feedback", "", true);
  for (auto const law : {order_is_as_promised, step_is_reversible, work_is_counted})
    found.append(law(steered));
  if (found.tests == 0) found.untested = "no projection and no feedback applies to the method";
  return found;
}

namespace {

/// Returns the growth along the certified motion, because a problem of the laws may lack the solver
/// of ModeGrowth.
ModeGrowth growth_along_reference(ProblemEntry const& problem, Setting const& setting,
                                  int units_of_time) {
  constexpr int nodes_a_unit = 20;
  std::vector<RawQuad> asked;
  for (int i = 0; i <= nodes_a_unit * units_of_time; ++i)
    asked.push_back(RawQuad(problem.card.time_scale) * i / nodes_a_unit);
  MotionPoints motion;
  for (auto const& state : problem.reference(setting, asked).states) {
    motion.times.push_back(double(state.time));
    motion.q.emplace_back(state.q.begin(), state.q.end());
    motion.v.emplace_back(state.v.begin(), state.v.end());
  }
  return {problem, setting, motion};
}

}  // namespace

Violations parasitic_mode_is_predicted(Problems const& problems) {
  constexpr int units_of_time = 4;
  constexpr double allowed = 0.05, seed = 1e-7;
  std::map<std::string, std::optional<ModeGrowth>> growths;  // by problem
  return over_pairs("parasitic mode", problems, [&](auto& problem, auto& method, auto& report) {
    if (!method.reflects_momenta) return report.untested("the method reflects no momenta");
    if (method.card.reflections_per_step % 2 == 0)
      return report.untested("the flipped part of the momenta does not alternate");
    Setting const setting = case_setting(problem.cases.front().name);
    try {
      auto& growth = growths[problem.card.id];
      if (!growth) growth.emplace(growth_along_reference(problem, setting, units_of_time));
      int const steps_a_unit = method.card.starts.front().order == 1 ? 40 : 20;
      double const step = problem.card.time_scale / steps_a_unit;
      auto const of_force = takes_nodal_force(method, {}) ? growth->with_nodal_force() : *growth;
      auto const of_method = of_force.with_asymmetry(method.card.free_step_asymmetry * step);
      auto const predicted = of_method.log_factors(of_method.times().size() - 1);
      auto const run = run_spec(setting, step, units_of_time * steps_a_unit);
      auto const measured = measured_log_factors(problem, method, run, seed);
      for (std::size_t i = 0; i < predicted.size(); ++i)
        if (!(std::abs(measured[i] - predicted[i]) <= allowed))
          report(fmt::format("log growth {:.4f}, predicted {:.4f}", measured[i], predicted[i]));
    } catch (InvalidInput const& reason) {
      report(reason.what());
    }
  });
}

}  // namespace rattleback::laws
