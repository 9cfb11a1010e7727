// Controls in addition to the statements of Fernandez, Bloch & Olver 2012: the tests of momenta and
// rankings, applied to methods that the statements do not mention.

#include <gtest/gtest.h>

#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {
namespace {

/// Largest change of the difference quotient of phi along a run.
double change_of_turning(std::string const& method) {
  Study study(true, 1, {});
  auto const run = simulation(study, knife_edge, method, "legendre");
  double change = 0;
  for (std::size_t i = 0; i + 1 < run.nodes(); ++i)
    change = larger_or_nan(change, std::abs(run.increment(i)[1] / run.increment(0)[1] - 1));
  return change;
}

TEST(FboControls, ADirectionInTheConstraintThatIsConstantConservesItsMomentum) {
  EXPECT_LT(change_of_turning("dla_midpoint"), 1e-12);
  EXPECT_LT(change_of_turning("rdla"), 1e-12);
  EXPECT_GT(change_of_turning("pthdel"), 1e-3);
}

TEST(FboControls, RdlaDoesNotConserveTheMomentumOfY) {
  for (auto const& system : {particle, sinusoidal}) {
    Study study(true, 1, {});
    auto const run = simulation(study, system, "rdla", "legendre");
    auto const momentum = [&](std::size_t i) {
      double const F = 1 / system.f(run.middle(i));
      return F * F * run.increment(i)[1] / run.intervals[i];
    };
    double change = 0;
    for (std::size_t i = 0; i + 1 < run.nodes(); ++i)
      change = larger_or_nan(change, std::abs(momentum(i) - momentum(0)));
    EXPECT_GT(change, 1e-2) << system.name;
  }
}

using Error = std::function<double(double)>;

/// The corrected readings of a method are of second order, so that halving the step quarters the
/// error; the others do not converge at all.
void expect_convergence(Error const& printed, Error const& corrected) {
  EXPECT_NEAR(std::log2(corrected(1.0 / 40) / corrected(1.0 / 80)), 2, 0.02);
  EXPECT_GT(printed(1.0 / 80), 0.5);
  EXPECT_LT(std::abs(std::log2(printed(1.0 / 40) / printed(1.0 / 80))), 0.2);
}

Error const corrected_rdla = [](double h) { return rdla_error(h, -h / 2); };

TEST(FboControls, NeitherSignNorHalfAloneMendsTheForce) {
  expect_convergence([](double h) { return rdla_error(h, -h); }, corrected_rdla);
  expect_convergence([](double h) { return rdla_error(h, h / 2); }, corrected_rdla);
}

TEST(FboControls, NoFactorTwoIsMissingBesideTheStepOfTheEnergyTerm) {
  Error const corrected = [](double h) { return pthdel_error(h, h); };
  expect_convergence([](double h) { return pthdel_error(h, h / 2); }, corrected);
  expect_convergence([](double h) { return pthdel_error(h, 2 * h); }, corrected);
}

/// Largest distance between a path of the errata's formulas and the catalogue's, 200 steps of 0.05.
double distance_to_catalogue(Momenta const& momenta, std::string const& method) {
  RunSpec spec{.step = RawQuad(1) / 20, .steps = 200, .every = 1};
  spec.start = "euler";  // r_1 = (h, h)
  auto const run = find_problem("hamiltonizable_particle").method(method).integrate(spec);
  auto const ours = path(momenta, 0.05, 200);
  double distance = 0;
  for (std::size_t i = 0; i < ours.size(); ++i)
    distance = std::max(
        {distance, std::abs(ours[i][0] - run.q[i][0]), std::abs(ours[i][1] - run.q[i][1])});
  return distance;
}

TEST(FboControls, TheCatalogueRunsTheCorrectedForms) {
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
