// Every erratum with a numerical effect: the printed form fails, the catalogue's form holds.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "experiments/mclachlan_perlmutter_2006/shared/printed_forms.hpp"
#include "experiments/measure/convergence.hpp"
#include "experiments/measure/fit.hpp"
#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/discrete_lagrange_dalembert/dla_euler.hpp"
#include "integrators/discrete_lagrange_dalembert/dla_euler_adjoint.hpp"
#include "integrators/discrete_lagrange_dalembert/reversible_non_dla.hpp"
#include "problems/contact_oscillator.hpp"
#include "tests/errata/printed_forms.hpp"

namespace rattleback {
namespace {

using Problem = ContactOscillator<double>;
using State = Point<Problem, double>;

State start() {
  auto const c = Problem::cases().front();
  return {c.q, c.v};
}

template <class M>
State run(M const& method, State z, double h, long steps) {
  Problem const system;
  NoMemory memory;
  for (long i = 0; i < steps; ++i) {
    auto const step = method.step(system, z, memory, h);
    EXPECT_EQ(step.outcome, Outcome::ok);
    z = step.z;
  }
  return z;
}

double distance(State const& a, State const& b) {
  return std::max(largest(a.q - b.q), largest(a.v - b.v));
}

/// Order of the positions at t = 2 against the certified reference.
template <class M, class Start>
double position_order(M const& method, Start const& start_at) {
  auto const exact = find_problem("contact_oscillator").reference({}, {RawQuad(2)});
  std::vector<double> h, error;
  for (long n : {20, 40, 80, 160}) {
    h.push_back(1.0 / static_cast<double>(n));
    auto const z = run(method, start_at(h.back()), h.back(), 2 * n);
    double worst = 0;
    for (int i = 0; i < 3; ++i)
      worst = std::max(worst, std::abs(z.q[i] - static_cast<double>(exact.states[0].q[i])));
    error.push_back(worst);
  }
  return fit_power(h, error).slope;
}

double catalogue_order(std::string const& method) {
  auto const& problem = find_problem("contact_oscillator");
  return observed_orders(problem, problem.method(method), "", default_steps_per_unit())
      .orders[0]
      .order;
}

TEST(Errata, SignOfThePotentialInTheTrapezoidalMethod) {
  EXPECT_LT(position_order(PrintedTrapezoidal{}, [](double) { return start(); }), 0.3);
  EXPECT_NEAR(catalogue_order("dla_trapezoidal"), 2, 0.05);
}

/// dla_euler, reversal, candidate, reversal: the identity exactly for the adjoint of dla_euler.
template <class M>
double adjoint_defect(M const& candidate) {
  auto z = run(DlaEuler{}, start(), 0.1, 1);
  z = run(candidate, State{z.q, -z.v}, 0.1, 1);
  return distance({z.q, -z.v}, start());
}

TEST(Errata, NodeOfThePotentialInTheAdjoint) {
  EXPECT_GT(adjoint_defect(PrintedAdjoint{}), 1e-4);
  EXPECT_LT(adjoint_defect(DlaEulerAdjoint{}), 1e-14);
  // An order test alone does not see it.
  EXPECT_NEAR(position_order(PrintedAdjoint{}, [](double) { return start(); }), 1, 0.1);
}

/// Spectral radius of one step on (y, vy) of the contact oscillator.
template <class M>
double y_spectral_radius(M const& method, double h) {
  Eigen::Matrix2d map;
  for (int column = 0; column < 2; ++column) {
    State z{};
    (column == 0 ? z.q[1] : z.v[1]) = 1;
    z = run(method, z, h, 1);
    map.col(column) << z.q[1], z.v[1];
  }
  return map.eigenvalues().cwiseAbs().maxCoeff();
}

TEST(Errata, NodesOfTheVelocityFormOfTheReversibleMethod) {
  auto const staggered = [](double h) {
    Problem const system;
    auto z = start();
    z.v = z.v + h / 2 * accelerations(system, z).vdot;
    return z;
  };
  EXPECT_NEAR(position_order(PrintedReversibleNonDla{}, staggered), 1, 0.15);
  EXPECT_NEAR(y_spectral_radius(PrintedReversibleNonDla{}, 0.1), std::sqrt(1.01), 1e-12);
  EXPECT_NEAR(catalogue_order("reversible_non_dla"), 2, 0.05);
  EXPECT_NEAR(y_spectral_radius(ReversibleNonDla{}, 0.1), 1, 1e-12);
}

namespace mp2006 = mclachlan_perlmutter_2006;

void expect_told_apart(mp2006::Defects const& d) {
  EXPECT_GT(d.printed, 1e-3);
  EXPECT_LT(d.right, 1e-4);
  EXPECT_GT(d.printed, 1e3 * d.right);
}

TEST(Errata, VelocityInTheMultiplierOfTheReversibleMethod) {
  expect_told_apart(mp2006::non_dla_multiplier());
}

TEST(Errata, MomentumOfTheMidpointRule) {
  auto const m = mp2006::midpoint_momentum();
  expect_told_apart({m.node, m.own_variable});
  expect_told_apart({m.node, m.minus});
}

TEST(Errata, SignOfThePotentialInTheEquationsOfTheMidpointMap) {
  expect_told_apart(mp2006::trapezoidal_sign());
  expect_told_apart(mp2006::trapezoidal_rule());
}

TEST(Errata, TheDifferentiatedConstraint) {
  Study study(false, 1, {});
  expect_told_apart(mp2006::differentiated_constraint(study));
}

TEST(Errata, TheSecondPeriodInTime) {
  Study study(false, 1, {});
  expect_told_apart(mp2006::second_period(study, 2.42076545954799614));  // gamma at a = 2
}

TEST(Errata, TheTwoImplementationsOfThePrintedFormsAgree) {
  auto const z = mp2006::generic_state();
  auto const near = [&](State const& ours, mp2006::ContactState const& theirs) {
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(ours.q[i], theirs.q[i], 1e-13);
      EXPECT_NEAR(ours.v[i], theirs.v[i], 1e-13);
    }
  };
  near(run(PrintedTrapezoidal{}, start(), 0.1, 1), mp2006::trapezoidal_step(z, 0.1, 1));
  near(run(PrintedAdjoint{}, start(), 0.1, 1), mp2006::adjoint_step(z, 0.1, true));
  near(run(PrintedReversibleNonDla{}, start(), 0.1, 1), mp2006::non_dla_step(z, 0.1, true));
  near(run(DlaEulerAdjoint{}, start(), 0.1, 1), mp2006::adjoint_step(z, 0.1, false));
  near(run(ReversibleNonDla{}, start(), 0.1, 1), mp2006::non_dla_step(z, 0.1, false));
}

}  // namespace
}  // namespace rattleback
