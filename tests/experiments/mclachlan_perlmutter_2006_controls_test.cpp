// Controls of McLachlan & Perlmutter 2006: the catalogue runs the errata's corrected forms, and
// spectra of the maps of section 5.1 that two independent multiprecision implementations agreed on,
// steps h = 2 sin(pi/N), y-orbits at phase 0.

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/printed_forms.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {
namespace {

constexpr double tolerance = 1e-12;

TEST(ReferenceSpectra, RotationAnglesOfLeapfrog) {
  Study study(false, 1, {});
  struct Angle {
    double a;
    int N;
    double alpha;
  };
  for (auto const& r : {Angle{0.5, 20, 1.49221033036616384}, Angle{0.5, 40, 1.48372497360380928},
                        Angle{0.5, 80, 1.48162397608794882}, Angle{1, 20, 2.60904864835713820},
                        Angle{1, 40, 2.59660011518909736}, Angle{1, 80, 2.59352389294001541},
                        Angle{2, 20, 2.40303977798707327}, Angle{2, 40, 2.41641456338606202},
                        Angle{2, 80, 2.41968246649957859}, Angle{5, 20, 1.13586451390888263},
                        Angle{5, 40, 1.14686614002976649}, Angle{5, 80, 1.14929494679994308}})
    EXPECT_NEAR(
        rotation_angle(time_map(study, "dla_leapfrog", r.a, step_of_period(r.N), r.N, 0), 1),
        r.alpha, tolerance)
        << "a = " << r.a << ", N = " << r.N;
}

TEST(ReferenceSpectra, EigenvaluesOfEuler) {
  Study study(false, 1, {});
  struct Spectrum {
    double a;
    int N;
    double pair_real, pair_imaginary, pair_modulus, real;
  };
  for (auto const& r : {Spectrum{1, 40, -0.837955635240290692, 0.515529535607243153,
                                 0.983839595012509593, 0.867680621008876451},
                        Spectrum{0.5, 20, 0.0944310539315730505, 0.982707857331066675,
                                 0.987234499400645821, 0.919387112146775517},
                        Spectrum{2, 40, -0.734018620583758559, 0.640747361970606020,
                                 0.974341068228151060, 0.675852034278685900}}) {
    auto const mu = eigenvalues(time_map(study, "dla_euler", r.a, step_of_period(r.N), r.N, 0));
    std::complex<double> const pair(r.pair_real, r.pair_imaginary);
    for (std::complex<double> const wanted : {pair, std::conj(pair), {r.real, 0.0}})
      EXPECT_LT((mu.array() - wanted).abs().minCoeff(), tolerance)
          << "a = " << r.a << ", N = " << r.N << ", eigenvalue " << wanted;
    EXPECT_NEAR(mu.cwiseAbs().maxCoeff(), r.pair_modulus, tolerance);
  }
}

TEST(ReferenceSpectra, AngleAndInvariantSubspaceOfNonDla) {
  Study study(false, 1, {});
  struct Rotation {
    double a;
    int N;
    double alpha, c_z, c_vz;
  };
  for (auto const& r :
       {Rotation{1, 40, 2.58994650901571224, 0.00583783996332666314, 0.0744061591479039661},
        Rotation{0.5, 20, 1.47486135857112706, 0.0103083435937541774, 0.0658956042142192899},
        Rotation{2, 40, 2.42413004015748992, 0.0113379753396834952, 0.144508106224064916}}) {
    auto const map = non_dla_map(study, r.a, r.N);
    EXPECT_NEAR(rotation_angle(map, 2), r.alpha, tolerance) << "a = " << r.a;
    EXPECT_NEAR(map.determinant(), 1, tolerance);
    EXPECT_EQ(fixed_normals(map).cols(), 2);
    auto const c = invariant_subspace(map);
    EXPECT_NEAR(c[0], r.c_z, tolerance);
    EXPECT_NEAR(c[1], r.c_vz, tolerance);
  }
}

TEST(ReferenceSpectra, RotationAngleOfTheFlow) {
  Study study(false, 1, {});
  EXPECT_NEAR(rotation_angle(flow_matrix(study, 2), 1), 2.42076545954799614, tolerance);
}

/// The corrected forms that the study of errata compares with the printed ones are those of the
/// catalogue.
TEST(MpControls, TheCatalogueRunsTheCorrectedForms) {
  auto const z = generic_state();
  auto const step = [&](char const* method) -> ContactState {
    RunSpec spec{.setting = {.case_name = "IC-C"}};
    spec.setting.q.emplace(z.q.begin(), z.q.end());
    spec.setting.v.emplace(z.v.begin(), z.v.end());
    spec.setting.is_method_state = true;
    spec.start = "plain";
    spec.step = RawQuad(1) / 10;
    spec.steps = 1;
    auto const run = find_problem("contact_oscillator").method(method).integrate(spec);
    return {Eigen::Vector3d(run.q.back().data()), Eigen::Vector3d(run.v.back().data())};
  };
  auto const expect_equal = [](ContactState const& is, ContactState const& wanted) {
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(is.q[i], wanted.q[i], 1e-13);
      EXPECT_NEAR(is.v[i], wanted.v[i], 1e-13);
    }
  };
  expect_equal(step("dla_euler"), euler_step(z, 0.1));
  expect_equal(euler_step(step("dla_euler_adjoint"), -0.1), z);
  expect_equal(step("dla_trapezoidal"), trapezoidal_step(z, 0.1, -0.5));
  expect_equal(step("reversible_non_dla"), non_dla_step(z, 0.1, false));
}

}  // namespace
}  // namespace rattleback::mclachlan_perlmutter_2006
