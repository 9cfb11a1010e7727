// Every erratum of Fernandez, Bloch & Olver 2012 with a numerical effect: the printed form fails,
// the corrected one holds and is what the catalogue runs.

#include <gtest/gtest.h>

#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {
namespace {

/// The corrected readings of a method are of second order, so that halving the step quarters the
/// error; the printed ones do not converge at all.
template <class Error>
void expect_convergence(Error const& printed, Error const& corrected) {
  EXPECT_NEAR(std::log2(corrected(1.0 / 40) / corrected(1.0 / 80)), 2, 0.02);
  EXPECT_GT(printed(1.0 / 80), 0.5);
  EXPECT_LT(std::abs(std::log2(printed(1.0 / 40) / printed(1.0 / 80))), 0.2);
}

using Error = std::function<double(double)>;
Error const corrected_rdla = [](double h) { return rdla_error(h, -h / 2); };

TEST(FboErrata, TheForceLacksHalfAStepAndASign) {
  expect_convergence<Error>([](double h) { return rdla_error(h, 1); }, corrected_rdla);
  expect_convergence<Error>([](double h) { return rdla_error(h, h); }, corrected_rdla);
}

TEST(FboErrata, NeitherSignNorHalfAloneMendsTheForce) {
  expect_convergence<Error>([](double h) { return rdla_error(h, -h); }, corrected_rdla);
  expect_convergence<Error>([](double h) { return rdla_error(h, h / 2); }, corrected_rdla);
}

TEST(FboErrata, TheSecondForceIsXTimesBothVelocities) {
  expect_convergence<Error>([](double h) { return rdla_error(h, -h / 2, true); }, corrected_rdla);
}

TEST(FboErrata, TheEnergyTermLacksTheStep) {
  Error const corrected = [](double h) { return pthdel_error(h, h); };
  expect_convergence<Error>([](double h) { return pthdel_error(h, 1); }, corrected);
  // No factor 2 is missing beside it.
  expect_convergence<Error>([](double h) { return pthdel_error(h, h / 2); }, corrected);
  expect_convergence<Error>([](double h) { return pthdel_error(h, 2 * h); }, corrected);
}

void expect_told_apart(Readings const& r) {
  EXPECT_GT(r.printed, 1e-4);
  EXPECT_LT(r.corrected, 1e-13);
  EXPECT_GT(r.separation(), 1e3);
}

ParticleState at_one() {
  Study study(true, 1, {});
  return particle_at_one(study);
}

TEST(FboErrata, SignOfTheCurvature) { expect_told_apart(curvature_sign(at_one())); }
TEST(FboErrata, SymmetrisingCommutesWithReductionAtOneHalfOnly) {
  expect_told_apart(symmetrised_reduction());
}
TEST(FboErrata, CoefficientOfZ) { expect_told_apart(coefficient_of_z(at_one())); }
TEST(FboErrata, MomentumOfX) { expect_told_apart(momentum_of_x()); }
TEST(FboErrata, RatesInTau) {
  Study study(true, 1, {});
  expect_told_apart(rate_in_tau(study));
}
TEST(FboErrata, MomentumOfTheHamiltonizedHamiltonian) { expect_told_apart(legendre_momentum()); }
TEST(FboErrata, LostDots) {
  expect_told_apart(dots_of_27(at_one()));
  expect_told_apart(dots_of_51(at_one()));
  expect_told_apart(dots_of_footnote_7(at_one()));
}
TEST(FboErrata, SolutionOfTheSinusoidalParticleInTau) {
  Study study(true, 1, {});
  expect_told_apart(solution_in_tau(study));
}

/// Largest distance between a path of this file's formulas and the catalogue's, 200 steps of 0.05.
template <class Momenta>
double distance_to_catalogue(Momenta const& momenta, std::string const& method) {
  RunSpec spec;
  spec.step = RawQuad(1) / 20;
  spec.steps = 200;
  spec.every = 1;
  spec.start = "euler";  // r_1 = (h, h)
  auto const run = find_problem("hamiltonizable_particle").method(method).integrate(spec);
  auto const ours = path(momenta, 0.05, 200);
  double distance = 0;
  for (std::size_t i = 0; i < ours.size(); ++i)
    distance = std::max(
        {distance, std::abs(ours[i][0] - run.q[i][0]), std::abs(ours[i][1] - run.q[i][1])});
  return distance;
}

TEST(FboErrata, TheCatalogueRunsTheCorrectedForms) {
  double const h = 0.05;
  EXPECT_LT(
      distance_to_catalogue(
          [&](auto const& r, auto const& v) { return rdla_momenta(r, v, h, -h / 2); }, "rdla"),
      1e-11);
  EXPECT_LT(distance_to_catalogue(
                [&](auto const& r, auto const& v) { return pthdel_momenta(r, v, h, h); }, "pthdel"),
            1e-11);
}

}  // namespace
}  // namespace rattleback::fernandez_bloch_olver_2012
