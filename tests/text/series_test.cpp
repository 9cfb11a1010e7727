// Power series of motions: coefficients against those of another algorithm, generated loops against
// tapes, lanes against single points, the derivative of a series against the equations. Certified
// references by series: against extrapolation, with wrong equations or series, and where series are
// not used.

#include "problems/text/series/series.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numbers>

#include "base/csv.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/registry.hpp"
#include "integrators/core/run/reference.hpp"
#include "problems/text/series/series_code.hpp"
#include "tests/scratch.hpp"

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

/// Returns q and v.
template <class S, class State>
std::vector<S> state_of(State const& state) {
  std::vector<S> y(state.q.begin(), state.q.end());
  y.insert(y.end(), state.v.begin(), state.v.end());
  return y;
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
  auto const start = table.cases().front();
  auto y = state_of<Quad>(start);
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
  auto y = state_of<double>(start);
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
    auto const y = state_of<double>(start);
    auto const series = table.series(start.system.get());
    series->expand(0, 1, y.data(), 2, 1e-7);
    if (!series->has_loops()) by_tapes.push_back(problem.card.id);
  }
  // The largest systems.
  EXPECT_EQ(by_tapes, (std::vector<std::string>{"bicycle", "rattleback", "rolling_disk"}));
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
    auto& y = points.emplace_back(state_of<double>(start));
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

char const* const unconstrained = R"toml(coordinates = ["x", "y"]
lagrangian = "(vx^2 + vy^2*(2 + cos(x)))/2 + cos(x) - y^2/2"
constraints = []
[[case]]
name = "A"
q = [1, 0.5]
v = [0, 0.25]
)toml";

class CertifiedReference : public testing::TestWithParam<char const*> {
 protected:
  static ProblemEntry const& problem() {
    return GetParam() == std::string("pendulum") ? problem_in_text("pendulum", unconstrained)
                                                 : find_problem(GetParam());
  }
};
INSTANTIATE_TEST_SUITE_P(Problems, CertifiedReference,
                         testing::Values("contact_oscillator", "mobile_robot", "constrained_so3",
                                         "two_constraint_particle", "chaplygin_sphere",
                                         "snakeboard", "pendulum"));

/// Extrapolates the motion of a problem from the first state of its reference.
std::vector<std::vector<Quad>> extrapolated(ProblemEntry const& problem, Reference const& reference,
                                            std::vector<Quad> const& times, double tolerance) {
  auto const& table = problem.functions->in_quad.get();
  auto const start = table.cases().front();
  std::vector<Quad> multipliers(std::size_t(table.constraints));
  auto const f = [&](Quad const& t, auto const& y, auto& rate) {
    return !table.motion(start.system.get(), t, y.data(), y.data() + table.size, rate.data(),
                         rate.data() + table.size, multipliers.data());
  };
  return extrapolate({.y0 = state_of<Quad>(reference.states.front()), .f = f}, times, tolerance);
}

TEST_P(CertifiedReference, AgreesWithExtrapolation) {
  auto const reference = problem().reference({}, {0, 0.5_quad, 2});
  EXPECT_GE(reference.digits, 29);
  ASSERT_TRUE(problem().functions->in_quad.get().series);
  auto const expected = extrapolated(problem(), reference, {0.5_quad, 2}, 1e-31);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < expected[i].size(); ++j)
      EXPECT_LE(double(abs(state_of<Quad>(reference.states[i + 1])[j] - expected[i][j])),
                1e-28 * std::max(1.0, double(abs(expected[i][j]))))
          << "state " << i << " component " << j;
}

/// Right functions, and the number of series made of them.
ProblemTable<Quad> right_functions;
int series_made = 0;

/// Returns the reference of a problem with other functions in quad precision. The cache, which does
/// not know of these, is out of use.
Reference reference_with(ProblemEntry const& problem, void (*change)(ProblemTable<Quad>&)) {
  auto changed = std::make_shared<ProblemFunctions>();
  changed->description = problem.functions->description;
  changed->in_double = problem.functions->in_double;
  right_functions = problem.functions->in_quad.get();
  series_made = 0;
  changed->in_quad.make = [change] {
    auto functions = right_functions;
    change(functions);
    return functions;
  };
  Variable const nowhere("RATTLEBACK_CACHE", "/dev/null/nowhere");
  return reference(changed, {}, {1.5_quad});
}

TEST(DigitsOfReference, ShowAnErrorOfOneFormulation) {
  auto const& problem = find_problem("chaplygin_sphere");
  EXPECT_GT(reference_with(problem, [](auto&) {}).digits, 29);
  // Series that both differ from the equations.
  auto const wrong_motion = [](ProblemTable<Quad>& functions) {
    functions.independent_motion = [](void const* system, Quad t, Quad const* q, Quad const* v,
                                      Quad* rates) {
      bool const singular = right_functions.independent_motion(system, t, q, v, rates);
      rates[0] += 1e-20;
      return singular;
    };
  };
  double const digits = reference_with(problem, wrong_motion).digits;
  EXPECT_GT(digits, 18);
  EXPECT_LT(digits, 23);
}

// Extrapolation then certifies more digits, and its states are returned.
TEST(DigitsOfReference, ShowAnErrorOfOneSeries) {
  auto const& problem = find_problem("chaplygin_sphere");
  auto const wrong_series = [](ProblemTable<Quad>& functions) {
    functions.series = [](void const* system) {
      auto start = right_functions.cases().front();
      right_functions.set_parameter(start.system.get(), 0,
                                    right_functions.parameter(system, 0) * (1 + Quad(1e-20)));
      return right_functions.series(++series_made == 1 ? start.system.get() : system);
    };
  };
  auto const found = reference_with(problem, wrong_series);
  EXPECT_EQ(series_made, 2);
  EXPECT_GT(found.digits, 28);
  auto const right = problem.reference({}, {1.5_quad});
  for (std::size_t i = 0; i < right.states[0].v.size(); ++i)
    EXPECT_LE(double(abs(Quad(found.states[0].v[i] - right.states[0].v[i]))), 1e-27) << i;
}

// The beginning of a step shows nothing of a narrow well ahead of it.
TEST(DigitsOfReference, SeeAWellWithinAStep) {
  auto const& problem = problem_in_text("well", R"toml(
coordinates = ["x", "y"]
lagrangian = "(vx^2 + vy^2)/2 - exp(-((x - 3)/0.01)^2)"
constraints = ["vy - 0.1*x*vx"]
[[case]]
name = "A"
q = [0, 0]
v = { vx = 2 }
)toml");
  auto const found = problem.reference({}, {0, 4});
  EXPECT_NEAR(double(found.states[1].q[0]), double(extrapolated(problem, found, {4}, 1e-28)[0][0]),
              1e-12);
  EXPECT_GT(found.digits, 28);
}

// Series would step over the pulse.
TEST(DigitsOfReference, CertifyAPulseOfADrivenSystem) {
  auto const& problem = problem_in_text("pulse", R"toml(
time_scale = 1
coordinates = ["x"]
lagrangian = "vx^2/2"
constraints = []
[forces]
vx = "exp(-((t - 1.9)/0.1)^2)/0.1"
[[case]]
name = "A"
q = [0.5]
v = [0]
)toml");
  auto const found = problem.reference({}, {8});
  EXPECT_GT(found.digits, 28);
  EXPECT_NEAR(double(found.states[0].v[0]), std::sqrt(std::numbers::pi), 1e-14);
}

}  // namespace
}  // namespace rattleback::text
