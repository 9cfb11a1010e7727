// The laws over everything that is catalogued.

#include "experiments/laws/laws.hpp"

#include <gtest/gtest.h>

#include <set>

namespace rattleback::laws {
namespace {

void expect_law(Violations (*law)(Problems const&)) {
  for (auto const& violation : law(registry()))
    ADD_FAILURE() << violation.law << ": " << violation.subject << ": " << violation.detail;
}

TEST(Laws, OrderIsAsPromised) { expect_law(order_is_as_promised); }
TEST(Laws, CompositionsHaveTheirOrder) { expect_law(compositions_have_their_order); }
TEST(Laws, AdaptiveSolversReachTheReference) { expect_law(adaptive_solvers_reach_the_reference); }
TEST(Laws, ReferencesAreCertified) { expect_law(references_are_certified); }
TEST(Laws, QuadIsQuad) { expect_law(quad_is_quad); }
TEST(Laws, ConstraintIsKept) { expect_law(constraint_is_kept); }
TEST(Laws, EnergyIsKept) { expect_law(energy_is_kept); }
TEST(Laws, StepIsReversible) { expect_law(step_is_reversible); }
TEST(Laws, ParasiticModeIsPredicted) { expect_law(parasitic_mode_is_predicted); }
TEST(Laws, StatedEqualsDerived) { expect_law(stated_equals_derived); }
TEST(Laws, MeasureIsInvariant) { expect_law(measure_is_invariant); }
TEST(Laws, ClosedFormEqualsNewton) { expect_law(closed_form_equals_newton); }
TEST(Laws, AdjointPairComposes) { expect_law(adjoint_pair_composes); }
TEST(Laws, VariantsKeepTheirPromises) { expect_law(variants_keep_their_promises); }
TEST(Laws, WorkIsCounted) { expect_law(work_is_counted); }
TEST(Laws, EnsemblesAreSingleRuns) { expect_law(ensembles_are_single_runs); }
TEST(Laws, FailedStepsChangeNothing) { expect_law(failed_steps_change_nothing); }
TEST(Laws, PairsIntegrateOrRefuse) { expect_law(pairs_integrate_or_refuse); }

// A law over an empty set holds; what follows shows that the sets are not empty.

TEST(Laws, EveryProblemHasEveryMethod) {
  ASSERT_FALSE(registry().empty());
  for (auto const& problem : registry())
    EXPECT_EQ(problem.methods.size(), method_cards().size()) << problem.card.id;
}

TEST(Laws, ConfigurationDependentMassTakesGeneralSolversOnly) {
  auto const& problem = find_problem("cylindrical_particle");
  std::set<std::string> const of_any_mass{
      "dla_midpoint", "dalembert_pontryagin", "dla_left",    "canonical_leapfrog",
      "gni",          "equal_norm_gni",       "reduced_gni", "rdla"};
  for (auto const& method : problem.methods) {
    bool const general = method.card.baseline || of_any_mass.contains(method.card.id);
    EXPECT_EQ(method.integrate != nullptr, general)
        << method.card.id << ": " << method.not_applicable_because;
    // Every refusal says what the method needs.
    EXPECT_EQ(method.not_applicable_because.find(method.card.id + " needs ") != std::string::npos,
              !general)
        << method.not_applicable_because;
  }
  EXPECT_FALSE(problem.starts.empty());
}

TEST(Laws, StepsOfMethodsWithMemoryFail) {
  RunSpec const spec{.step = 1, .steps = 60};
  auto const failed = find_problem("chaotic_r7").method("gni_euler_b").integrate(spec);
  EXPECT_EQ(failed.outcome, Outcome::singular_constraints);
  EXPECT_GT(failed.failed_at, 1);
  EXPECT_FALSE(failed.memory.empty());
}

TEST(Laws, StateThatNothingWasTested) {
  auto problem = find_problem("contact_oscillator");
  auto const leapfrog = problem.method("dla_leapfrog"), adjoint = problem.method("dla_euler");
  auto const with = [&](MethodEntry const& method) {
    auto copy = problem;
    copy.methods = problem.methods.without_methods();
    copy.methods.push_back(method);
    return Problems{copy};
  };
  EXPECT_EQ(parasitic_mode_is_predicted(with(leapfrog)).untested, "the method reflects no momenta");
  EXPECT_EQ(parasitic_mode_is_predicted(with(leapfrog)).tests, 0);
  EXPECT_EQ(compositions_have_their_order(with(adjoint)).tests, 0);
  EXPECT_GT(compositions_have_their_order(with(leapfrog)).tests, 0);
}

// A step from a point of NaN fails with every method; no run of these ends by itself.
TEST(Laws, InjectAFailingStep) {
  for (auto const& method : find_problem("contact_oscillator").methods) {
    if (!method.failed_step) continue;
    auto const effect = method.failed_step({.step = 0.1, .steps = 4});
    EXPECT_EQ(effect, FailedStepEffect::none) << method.card.id;
  }
}

TEST(Laws, ReducedMethodsTakeReducibleProblems) {
  for (auto const& problem : registry())
    for (auto const& method : problem.methods) {
      if (method.card.source.find("Fernandez") == std::string::npos) continue;
      if (method.card.id == "dla_midpoint") continue;
      // The systems of the paper state a reducing multiplier as well.
      bool const reducible = method.card.id == "rdla"
                                 ? !problem.group_coordinates.empty()
                                 : problem.card.source.find("Fernandez") != std::string::npos;
      EXPECT_EQ(method.integrate != nullptr, reducible)
          << method.card.id << " on " << problem.card.id << ": " << method.not_applicable_because;
    }
}

TEST(Laws, ExplicitMethodsTaylorAndListedPairsRunOnLanes) {
  using Ids = std::set<std::string>;
  Ids const of_all{"dla_euler",          "dla_euler_adjoint", "dla_leapfrog", "gni_rattle",
                   "gni_euler_a",        "gni_euler_b",       "atiyah_dla",   "gni_composition",
                   "reversible_non_dla", "particle_dla",      "taylor"};
  for (auto const& [problem, listed] : {std::pair{"chaotic_r7", Ids{"dla_midpoint", "gni"}},
                                        {"suslov", {"reduced_gni"}},
                                        {"snakeboard", {}},
                                        {"rolling_ball", {}},
                                        {"constrained_rigid_body_so4", {}}})
    for (auto const& method : find_problem(problem).methods) {
      if (!method.ensemble) continue;
      EnsembleSpec const spec{.energy = 1, .orbits = 3, .step = 0.1, .steps = 1};
      EXPECT_EQ(method.ensemble(spec).on_lanes,
                of_all.contains(method.card.id) || listed.contains(method.card.id))
          << problem << " " << method.card.id;
    }
}

}  // namespace
}  // namespace rattleback::laws
