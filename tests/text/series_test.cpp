// Power series of motions and the method `taylor`: coefficients against those of another algorithm,
// generated loops against tapes, the derivative of a series against the equations, tolerances,
// dense output and refusals.

#include "problems/text/series/series.hpp"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "base/csv.hpp"
#include "base/invalid_input.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/registry.hpp"
#include "integrators/core/run/reference.hpp"
#include "problems/core/numbers/extremes.hpp"
#include "problems/text/series/series_code.hpp"
#include "tests/refusal.hpp"

namespace rattleback::text {
namespace {

char const* const pulled_skate = R"toml(coordinates = ["x", "y", "theta"]
lagrangian = "(vx^2 + vy^2 + vtheta^2)/2 - cos(x) - sin(theta)"
constraints = ["sin(theta)*vx - cos(theta)*vy"]
[[case]]
name = "A"
q = [1, 0, 0.5]
v = { vx = "cos(0.5)", vtheta = 0.25 }
)toml";
char const* const offset_sleigh = R"toml(space = ["SE2"]
coordinates = ["x", "y", "theta"]
lagrangian = "(v1^2 + (v2 + 0.2*w)^2 + 0.5*w^2)/2 - sin(x)"
constraints = ["v2"]
[[case]]
name = "A"
q = [0.25, 0, 0.5]
v = { v1 = 1, w = 2 }
)toml";
char const* const moving_constraint = R"toml(coordinates = ["x", "y", "z"]
lagrangian = "(vx^2 + vy^2 + vz^2)/2 - (x^2 + y^2)/2"
constraints = ["vz - y*vx - cos(t)/5"]
[forces]
vx = "sin(2*t)*exp(-t/4)"
[[case]]
name = "A"
q = [0.5, 1, 0]
v = { vx = 0.25, vy = 0 }
)toml";
/// All functions of texts, in two constraints.
char const* const all_functions = R"toml(coordinates = ["x", "y", "z"]
lagrangian = "((2 + sinh(x))*vx^2 + vy^2 + cosh(y)*vz^2)/2 - tanh(x)*atan(y) - log(3 + x)"
constraints = ["vy - atan2(x, y)*vx", "sqrt(1 + x^2)*vz - abs(y - 3)*vx"]
[forces]
vx = "(1 + y)^k - exp(-x)*tan(z) + (2 + x)^(t/3) + sign(x + 1)*x^3"
[parameters]
k = 1.7
[[case]]
name = "A"
q = [0.25, 0.5, 0]
v = { vx = 1 }
)toml";

template <class S>
SeriesSystem<S> parameters_of(ProblemTable<S> const& table, void const* system,
                              Loaded const& loaded) {
  SeriesSystem<S> parameters;
  for (std::size_t k = 0; k < loaded.file.parameters.size(); ++k)
    parameters.parameters.push_back(table.parameter(system, int(k)));
  return parameters;
}

/// Returns the series of the first case of a text at y = (q, v).
std::shared_ptr<Series<Quad>> series_at(ProblemEntry const& problem, Quad const& time,
                                        std::vector<Quad> const& y, int order) {
  auto const& loaded = *loaded_problem(problem)->loaded;
  auto const& table = problem.functions->in_quad.get();
  auto const start = table.cases().front();
  auto const series = series_of(loaded, parameters_of(table, start.system.get(), loaded));
  EXPECT_TRUE(series->expand(time, 1, y.data(), order, 1e-7));
  return series;
}

struct KnownSeries {
  char const* name;
  char const* text;
  double time;
  friend void PrintTo(KnownSeries const& known, std::ostream* out) { *out << known.name; }
};
class SeriesOfText : public testing::TestWithParam<KnownSeries> {};
INSTANTIATE_TEST_SUITE_P(Known, SeriesOfText,
                         testing::Values(KnownSeries{"skate", pulled_skate, 0},
                                         KnownSeries{"sleigh", offset_sleigh, 0},
                                         KnownSeries{"moving", moving_constraint, 2}),
                         [](auto const& info) { return std::string(info.param.name); });

TEST_P(SeriesOfText, AgreesWithPicardsIteration) {
  constexpr int order = 12;
  std::vector<std::string> columns{"motion", "component"};
  for (int k = 0; k <= order; ++k) columns.push_back("y" + std::to_string(k));
  std::vector<std::vector<Quad>> known;
  for (auto const& line : csv_lines(RATTLEBACK_REFERENCES "/series.csv", columns))
    if (line[0] == GetParam().name) {
      auto& row = known.emplace_back();
      for (int k = 0; k <= order; ++k) row.push_back(read_quad(line[std::size_t(k) + 2].c_str()));
    }
  ASSERT_EQ(known.size(), 6u);
  std::vector<Quad> y;
  for (auto const& row : known) y.push_back(row[0]);
  auto const series =
      series_at(problem_in_text(GetParam().name, GetParam().text), GetParam().time, y, order);
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k <= order; ++k) {
      Quad const expected = known[std::size_t(i)][std::size_t(k)];
      EXPECT_LE(double(abs(series->coefficient(i, k) - expected)),
                1e-31 * std::max(1.0, double(abs(expected))))
          << "component " << i << " order " << k;
    }
}

TEST(SeriesOfEveryFunction, SatisfiesTheEquations) {
  auto const& problem = problem_in_text("functions", all_functions);
  auto const& table = problem.functions->in_quad.get();
  auto start = table.cases().front();
  auto y = start.q;
  y.insert(y.end(), start.v.begin(), start.v.end());
  Quad const time = 0.5, step = Quad(1) / 256;
  ASSERT_TRUE(table.complete_velocity(start.system.get(), time, y.data(), y.data() + 3));
  auto const series = series_at(problem, time, y, 24);
  std::vector<Quad> end(6), rate(6), expected(6), multipliers(2);
  series->evaluate_change(step, end.data());
  for (std::size_t i = 0; i < 6; ++i) end[i] = end[i] + y[i];
  series->evaluate_rate(step, rate.data());
  table.motion(start.system.get(), time + step, end.data(), end.data() + 3, expected.data(),
               expected.data() + 3, multipliers.data());
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_LE(double(abs(rate[i] - expected[i])), 1e-31 * std::max(1.0, double(abs(rate[i])))) << i;
}

/// Expands the motion from the first case of a problem by loops and by tapes. The coefficients must
/// be equal to the bit.
void compare_with_tapes(ProblemEntry const& problem, Loaded const& loaded,
                        std::span<SeriesLoops const> generated) {
  auto const& table = problem.functions->in_double;
  auto const start = table.cases().front();
  auto y = start.q;
  y.insert(y.end(), start.v.begin(), start.v.end());
  double const time = 0.5;
  ASSERT_TRUE(
      table.complete_velocity(start.system.get(), time, y.data(), y.data() + start.q.size()));
  auto const system = parameters_of(table, start.system.get(), loaded);
  Series<double> loops(loaded, system, generated), tapes(loaded, system, {});
  int const order = 20;
  for (auto* series : {&loops, &tapes})
    ASSERT_TRUE(series->expand(time, -1, y.data(), order, 1e-7));
  EXPECT_TRUE(loops.has_loops());
  EXPECT_FALSE(tapes.has_loops());
  for (int i = 0; i < loops.size(); ++i)
    for (int k = 0; k <= order; ++k)
      EXPECT_EQ(loops.coefficient(i, k), tapes.coefficient(i, k))
          << "component " << i << " order " << k;
}

class LoopsOfCatalogue : public testing::TestWithParam<char const*> {};
INSTANTIATE_TEST_SUITE_P(Problems, LoopsOfCatalogue,
                         testing::Values("contact_oscillator", "gauged_contact_oscillator",
                                         "sphere_contact_particle", "driven_snakeboard",
                                         "mobile_robot", "chaplygin_top", "driven_suslov"));
TEST_P(LoopsOfCatalogue, AgreeWithTapes) {
  compare_with_tapes(find_problem(GetParam()), *text_of_catalogue(GetParam()),
                     generated_series_loops());
}

TEST(LoopsOfEveryFunction, AgreeWithTapes) {
  auto const& problem = problem_in_text("functions", all_functions);
  auto const& loaded = *loaded_problem(problem)->loaded;
  auto const code =
      SeriesTape::of_saddle_form(loaded.tapes.terms, tangent_tape(loaded.file.factors), 3, 3)
          .code("functions");
  std::string const name = testing::TempDir() + "loops_of_every_function";
  std::ofstream(name + ".cpp") << loops_source({code});
  ASSERT_EQ(std::system((RATTLEBACK_COMPILE_LOOPS " -o " + name + ".so " + name + ".cpp").c_str()),
            0);
  void* const library = dlopen((name + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_TRUE(library) << dlerror();
  auto const loops = reinterpret_cast<std::span<SeriesLoops const> (*)()>(
      dlsym(library, "_ZN10rattleback4text18loops_of_catalogueEv"));
  ASSERT_TRUE(loops) << dlerror();
  compare_with_tapes(problem, loaded, loops());
}

TEST(LoopsOfRegistry, LeaveTheLargestSystemsToTapes) {
  std::vector<std::string> by_tapes;
  for (auto const& problem : registry()) {
    auto const& table = problem.functions->in_double;
    if (!table.series) continue;
    auto const start = table.cases().front();
    auto y = start.q;
    y.insert(y.end(), start.v.begin(), start.v.end());
    auto const series = table.series(start.system.get());
    series->expand(0, 1, y.data(), 2, 1e-7);
    if (!series->has_loops()) by_tapes.push_back(problem.card.id);
  }
  // The largest systems.
  EXPECT_EQ(by_tapes, (std::vector<std::string>{"bicycle", "rattleback", "rolling_disk"}));
}

RunSpec taylor_spec(RawQuad step, long steps, char const* tolerance, OptionValues options = {}) {
  RunSpec spec{.options = std::move(options), .step = step, .steps = steps};
  spec.options.emplace_back("rtol", tolerance);
  spec.options.emplace_back("atol", tolerance);
  return spec;
}

Trajectory<double> taylor_run(ProblemEntry const& problem, double step, long steps,
                              char const* tolerance, OptionValues options = {}) {
  return problem.method("taylor").integrate(
      taylor_spec(RawQuad(step), steps, tolerance, std::move(options)));
}

TEST(Taylor, PreservesTheEnergyToRounding) {
  auto const end = taylor_run(find_problem("contact_oscillator"), 1, 2000, "1e-15");
  ASSERT_EQ(end.outcome, Outcome::ok) << end.reason;
  EXPECT_LT(end.invariants[0].max_deviation, 1e-11);
}

TEST(Taylor, ConvergesWithTheTolerance) {
  for (auto const* name : {"contact_oscillator", "driven_sleigh_se2", "suslov"}) {
    auto const& problem = find_problem(name);
    auto const exact = problem.reference({}, {4}).states.front();
    double last = 1;
    for (auto const* tolerance : {"1e-4", "1e-7", "1e-10", "1e-13"}) {
      auto const end = taylor_run(problem, 2, 2, tolerance);
      ASSERT_EQ(end.outcome, Outcome::ok) << end.reason;
      double error = 0;
      for (std::size_t i = 0; i < exact.q.size(); ++i)
        error = larger_or_nan(error, std::abs(end.q.back()[i] - double(exact.q[i])));
      EXPECT_LE(error, 10 * std::stod(tolerance)) << name;
      EXPECT_LT(error, last / 10) << name;
      last = std::max(error, 1e-14);
    }
  }
}

TEST(Taylor, ConvergesInQuadPrecision) {
  // The reference of a driven system is an extrapolation. No node is a number of double precision.
  for (auto const* name : {"contact_oscillator", "chaplygin_sphere", "driven_sleigh_se2"}) {
    auto const& problem = find_problem(name);
    auto const exact = problem.reference({}, {RawQuad(21) / 10});
    RawQuad last(1);
    for (auto const* tolerance : {"1e-10", "1e-20", "1e-32"}) {
      auto const end =
          problem.method("taylor").integrate_quad(taylor_spec(RawQuad(7) / 10, 3, tolerance));
      ASSERT_EQ(end.outcome, Outcome::ok) << end.reason;
      RawQuad error(0);
      for (std::size_t i = 0; i < exact.states.front().q.size(); ++i)
        error = larger_or_nan(error, fabsq(end.q.back()[i] - RawQuad(exact.states.front().q[i])));
      double const bound = std::max(10 * std::stod(tolerance), std::pow(10, -exact.digits));
      EXPECT_LE(double(error), bound) << name;
      EXPECT_LT(double(error), double(last) / 1e4) << name;
      last = std::max(error, RawQuad(1e-25));
    }
    EXPECT_GE(exact.digits, 24) << name;
  }
}

TEST(Taylor, RefusesSwitchesAndStopsInQuadPrecision) {
  auto spec = taylor_spec(RawQuad(0.1), 10, "1e-20", {{"stops", "0.5"}});
  expect_refusal<InvalidInput>(
      [&] { find_problem("contact_oscillator").method("taylor").integrate_quad(spec); },
      "'stops' needs double precision");
  auto const& kinked = problem_in_text("kinked", R"toml(coordinates = ["x", "y"]
lagrangian = "(vx^2 + vy^2)/2 - abs(x)"
constraints = ["vy"]
[[case]]
name = "A"
q = [1, 0]
v = [0, 0]
)toml");
  spec = taylor_spec(RawQuad(0.1), 10, "1e-20");
  auto const with_event = problem_in_text("with_event", R"toml(coordinates = ["x", "y"]
lagrangian = "(vx^2 + vy^2 - x^2)/2"
constraints = ["vy"]
[events]
half = "x - 0.5"
[[case]]
name = "A"
q = [1, 0]
v = [0, 0]
)toml");
  auto const end = with_event.method("taylor").integrate_quad(taylor_spec(1, 2, "1e-32"));
  EXPECT_LT(double(fabsq(end.q.back()[0] - cosq(2))), 1e-31);
  spec.section = Section{.component = "x"};
  expect_refusal<InvalidInput>([&] { with_event.method("taylor").integrate_quad(spec); },
                               "taylor with --section needs double precision");
  spec.section.reset();
  expect_refusal<InvalidInput>([&] { kinked.method("taylor").integrate_quad(spec); },
                               "the text has 'abs(x) in the Lagrangian'");
}

TEST(Taylor, InterpolatesBetweenTheEndsOfItsSteps) {
  auto const& problem = find_problem("contact_oscillator");
  auto const coarse = taylor_run(problem, 8, 1, "1e-13"),
             fine = taylor_run(problem, 0.125, 64, "1e-13");
  // The distance of the nodes changes no step.
  EXPECT_EQ(coarse.q.back(), fine.q.back());
  EXPECT_EQ(coarse.counts.solver_steps, fine.counts.solver_steps);
  auto const stopped = taylor_run(problem, 0.7, 1, "1e-13", {{"stops", "0.7"}});
  auto const between = taylor_run(problem, 0.7, 1, "1e-13");
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(stopped.q.back()[i], between.q.back()[i], 1e-13);
    EXPECT_NEAR(stopped.v.back()[i], between.v.back()[i], 1e-13);
  }
}

TEST(Taylor, CountsAnEvaluationForEachOrder) {
  auto const end = taylor_run(find_problem("contact_oscillator"), 1, 10, "1e-8");
  EXPECT_EQ(end.counts.equation_calls, 11 * end.counts.solver_steps);
}

/// x = (1 - t)^(1/2) satisfies x'' = -1/(4 x^3).
char const* const fall = R"toml(coordinates = ["x", "y"]
lagrangian = "(vx^2 + vy^2)/2 + 1/(8*x^2)"
constraints = ["vy"]
[[case]]
name = "A"
q = [1, 0]
v = [-0.5, 0]
)toml";

TEST(Taylor, FailsWhereTheMotionEnds) {
  auto const end = taylor_run(problem_in_text("fall", fall), 0.4, 5, "1e-10");
  EXPECT_NE(end.outcome, Outcome::ok);
  EXPECT_NEAR(end.reached, 1, 1e-3);
  EXPECT_FALSE(end.reason.empty());
}

/// Points on kinks and zeros of powers are expanded apart from those of the other lanes.
TEST(SeriesOnLanes, EqualsThatOfEachPoint) {
  auto const& problem = problem_in_text("functions", all_functions);
  auto const& loaded = *loaded_problem(problem)->loaded;
  auto const& table = problem.functions->in_double;
  auto const start = table.cases().front();
  table.set_parameter(start.system.get(), 0, 2);
  auto const system = parameters_of(table, start.system.get(), loaded);
  auto const single = std::make_shared<Series<double>>(loaded, system);
  Series<Lanes> series(single);
  std::vector<std::vector<double>> points;
  std::vector<Lanes> together(6);
  for (int lane = 0; lane < lane_count; ++lane) {
    auto& y = points.emplace_back(start.q);
    y.insert(y.end(), start.v.begin(), start.v.end());
    y[0] = lane == 0 ? -1 : 0.25 + 0.125 * lane;
    y[1] = lane == lane_count / 2 ? -1 : 0.5;
    ASSERT_TRUE(table.complete_velocity(start.system.get(), 0.5, y.data(), y.data() + 3));
    for (std::size_t i = 0; i < 6; ++i) together[i].set(lane, y[i]);
  }
  int const order = 20;
  ASSERT_TRUE(all(series.expand(0.5, -1, together.data(), order, 1e-7)));
  for (int lane = 0; lane < lane_count; ++lane) {
    ASSERT_TRUE(single->expand(0.5, -1, points[std::size_t(lane)].data(), order, 1e-7));
    for (int i = 0; i < 6; ++i)
      for (int k = 0; k <= order; ++k)
        EXPECT_EQ(series.coefficient(i, k)[lane], single->coefficient(i, k))
            << "lane " << lane << " component " << i << " order " << k;
  }
}

std::vector<std::uint64_t> bits_of(std::vector<double> const& numbers) {
  std::vector<std::uint64_t> bits;
  for (double const x : numbers) bits.push_back(std::bit_cast<std::uint64_t>(x));
  return bits;
}

/// The orbits of the snakeboard end at singular configurations, at different times.
class TaylorOnLanes : public testing::TestWithParam<char const*> {};
INSTANTIATE_TEST_SUITE_P(Problems, TaylorOnLanes,
                         testing::Values("contact_oscillator", "chaotic_r7", "mobile_robot",
                                         "snakeboard", "chaplygin_sleigh", "chaplygin_sphere",
                                         "rattleback"));
TEST_P(TaylorOnLanes, EqualsSingleOrbits) {
  auto const& problem = find_problem(GetParam());
  EnsembleSpec spec{.options = {{"rtol", "1e-12"}, {"atol", "1e-12"}}};
  spec.energy = problem.energy({}) + 0.5;
  spec.orbits = spec.paths = 2 * lane_count + 1;
  spec.step = 0.3 * problem.card.time_scale;
  spec.steps = 60;
  spec.every = 20;
  auto const lanes = problem.method("taylor").ensemble(spec);
  EXPECT_TRUE(lanes.on_lanes);
  spec.scalar = true;
  auto const single = problem.method("taylor").ensemble(spec);
  EXPECT_EQ(bits_of(lanes.final_state), bits_of(single.final_state));
  for (std::size_t i = 0; i < lanes.paths.size(); ++i)
    EXPECT_EQ(bits_of(lanes.paths[i]), bits_of(single.paths[i])) << "orbit " << i;
  // The distance of the nodes changes no step.
  spec.scalar = false;
  spec.every = 1;
  EXPECT_EQ(bits_of(lanes.final_state),
            bits_of(problem.method("taylor").ensemble(spec).final_state));
}

TEST(Series, EndAReferenceInASingularity) {
  try {
    problem_in_text("fall", fall).reference({}, {0.5_quad, 2});
    FAIL();
  } catch (InvalidInput const& end) {
    EXPECT_THAT(end.what(), testing::HasSubstr("the reference motion ends in a singularity"));
  }
}

TEST(Taylor, DoesNotApplyWithoutAText) {
  auto const& method = find_problem("rolling_ball").method("taylor");
  EXPECT_THAT(method.not_applicable_because, testing::HasSubstr("a problem that a text states"));
}

}  // namespace
}  // namespace rattleback::text
