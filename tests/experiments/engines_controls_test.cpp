// Controls of the study of physics engines, without an engine: exact states, energies of the
// starts, and programs that fail.

#include <gtest/gtest.h>

#include <fstream>

#include "experiments/beyond/shared/engines/engine_runs.hpp"
#include "tests/scratch.hpp"

namespace rattleback::beyond {
namespace {

/// Folder of engines, with a program of this text that ignores its input.
struct Engines {
  TemporaryFolder const folder;
  Variable const variable{"RATTLEBACK_ENGINES", folder.path};
  explicit Engines(std::string const& script) {
    std::ofstream(folder.path / "ode") << "#!/bin/sh\ncat > /dev/null\n" << script;
    std::filesystem::permissions(folder.path / "ode", std::filesystem::perms::owner_all);
  }
};

TEST(Engines, FailInTheirRowsOnly) {
  std::string const node = "0 0 0 1 1 0 0 0 1 0 0 0 1 1 1 0 -1 1 0.7";
  for (auto const& [script, reason] : std::vector<std::pair<std::string, std::string>>{
           {"echo out of memory; exit 3", "ended with status 3: out of memory"},
           {"kill -SEGV $$", "ended with status 139: "},
           {"echo energy 2.998; echo " + node, "1 of 11 nodes"},
           {"echo " + node + "; echo 0 0 nan 1 1 0 0 0 1 0 0 0 1 1 1 0 -1 1 0.7",
            "a number that is not finite"},
           {"echo energy 3; for i in 0 1 2 3 4 5 6 7 8 9 10; do echo " + node + "; done",
            "its initial energy differs by 5.0e-01"}}) {
    Engines const engines(script);
    Study study(true, 1, [](double) {});
    auto const errors = rolling_errors(study, {"ode", "ODE", "ode"}, "ball", 1, 10);
    EXPECT_TRUE(std::isnan(errors.position)) << script;
    ASSERT_EQ(study.failures.size(), 1U) << script;
    EXPECT_TRUE(study.failures[0].reason.starts_with(reason)) << study.failures[0].reason;
  }
}

TEST(Engines, MeasureNothingIfTheyAreAbsent) {
  Engines const engines("");
  Study study(true, 1, [](double) {});
  EXPECT_FALSE(is_installed("mujoco"));
  EXPECT_TRUE(
      std::isnan(rolling_errors(study, {"mujoco", "MuJoCo", "mujoco"}, "ball", 1, 10).position));
  EXPECT_TRUE(study.failures.empty());
}

/// States that runs in quad precision and Runge-Kutta 4 on equations of another form gave.
TEST(Engines, CompareWithStatesComputedElsewhere) {
  Study study(true, 1, [](double) {});
  struct State {
    char const* system;
    RawQuad time, x, y;
    double tolerance;
  };
  for (auto const& [name, time, x, y, tolerance] :
       {State{"ball", 10, 10, 10, 1e-15},
        State{"sphere", 10, 0.8241562570919441776950_quad, 1.1714166061694379905588_quad, 1e-12},
        State{"top", 10, -4.239567201719516731373_quad, -3.628903577929259771650_quad, 1e-12},
        State{"disk", 10, 9.3671841055802929076889_quad, 0.8742007891275486164417_quad, 1e-12},
        State{"robot", 10, -6.036911173689183840451_quad, 4.8072402225136565689922_quad, 1e-12},
        State{"rattleback", 1, 0.0009308131098073853595_quad, -0.001127447977474175123_quad,
              1e-10}}) {
    auto const q = study.reference(rolling_system(study, name).run, {time}).at(0).q;
    EXPECT_NEAR(double(q[0] - x), 0, tolerance) << name;
    EXPECT_NEAR(double(q[1] - y), 0, tolerance) << name;
  }
}

TEST(Engines, StartWithTheEnergyOfTheProblem) {
  Study study(true, 1, [](double) {});
  for (char const* const name : {"ball", "sphere", "top", "disk", "rattleback"}) {
    auto const s = rolling_system(study, name);
    auto const start = s.motion(s.q, s.v);
    double const height = s.is_ball() ? s.body->m * s.body->g * s.body->A[0] : 0;
    EXPECT_NEAR(start.energy(*s.body) - height,
                study.problem(s.run.problem).energy(s.run.spec().setting), 1e-15)
        << name;
    EXPECT_NEAR(start.slip(*s.body).norm(), 0, 1e-15) << name;
  }
}

}  // namespace
}  // namespace rattleback::beyond
