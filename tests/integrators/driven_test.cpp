// Driven systems: forces, time and moving constraints in methods. A force of zero changes nothing,
// reversal holds for the reversed problem alone, and long runs keep or lose the motion.

#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <sstream>

#include "experiments/laws/tools.hpp"
#include "experiments/parasitic/mode_growth.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/registry.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {
namespace {

/// A problem as a text. The end of the reversed motion is the parameter T_end.
struct DrivenText {
  std::string name, coordinates, lagrangian;
  std::vector<std::string> constraints;
  std::vector<std::pair<std::string, std::string>> forces;
  std::string parameters, q, v;
};

std::vector<DrivenText> const& driven_texts() {
  static std::vector<DrivenText> const all{
      {"sleigh",
       R"("x", "y", "theta")",
       "(vx^2 + vy^2 + vtheta^2/2)/2",
       {"-sin(theta)*vx + cos(theta)*vy - 0.2*vtheta"},
       {{"vx", "-0.15*vx"},
        {"vy", "-0.15*vy"},
        {"vtheta", "-0.1*vtheta - 0.2*vtheta^3 + 0.5*sin(w*t)"}},
       "w = 1.2",
       "[0, 0, 0.4]",
       R"({ vx = 0.874330792925847, vtheta = 0.6 })"},
      {"moving_contact",
       R"("x", "y", "z")",
       "(vx^2 + vy^2 + vz^2)/2 - (x^2 + y^2 + z^2 + 0.7*x^2*z^2)/2",
       {"vx + (y + 0.5*cos(nu*t))*vz + 0.3*x*sin(nu*t)"},
       {{"vx", "-0.1*vx"}, {"vy", "-0.1*vy"}, {"vz", "-0.1*vz + 0.4*cos(1.3*t)"}},
       "nu = 1.7",
       "[0.5, 0.3, -0.4]",
       R"({ vy = 0.6, vz = 0.8 })"},
      {"ball",
       R"("X", "Y", "a1", "a2", "a3")",
       "(vX^2 + vY^2)/2 + (va1^2 + va2^2 + va3^2)/20 + 0.3*nu^2*sin(nu*t)*X/2 + "
       "0.09*nu^2*cos(nu*t)^2*X^2/2 + X*sin(0.3*sin(nu*t))",
       {"vX - va2/2 + 0.15*nu*cos(nu*t)",
        "vY + cos(0.3*sin(nu*t))*va1/2 - sin(0.3*sin(nu*t))*va3/2"},
       {{"vX", "-0.05*vX"}, {"vY", "-0.05*vY"}},
       "nu = 1.4",
       "[0.4, -0.2, 0, 0, 0]",
       R"({ vX = 0.5, vY = 0.3, va3 = 0.7 })"}};
  return all;
}

std::string line(std::string const& key, std::string const& value) {
  return key + " = " + value + "\n";
}
std::string quoted(std::string const& text) { return "\"" + text + "\""; }

/// @param formula  what becomes of a formula
template <class Change>
ProblemEntry const& problem_of(DrivenText const& text, std::string const& suffix,
                               Change const& formula, bool with_forces = true) {
  std::ostringstream file;
  file << line("name", quoted(text.name)) << line("coordinates", "[" + text.coordinates + "]")
       << line("lagrangian", quoted(formula(text.lagrangian, 'L')));
  file << "constraints = [";
  for (auto const& constraint : text.constraints) file << quoted(formula(constraint, 'A')) << ", ";
  file << "]\n";
  if (with_forces) {
    file << "[forces]\n";
    for (auto const& [velocity, force] : text.forces)
      file << line(velocity, quoted(formula(force, 'f')));
  }
  file << "[parameters]\n" << text.parameters << "\nT_end = 5\n";
  file << "[[case]]\n" << line("q", text.q) << line("v", text.v);
  return text::problem_in_text("driven_" + text.name + suffix, file.str());
}

ProblemEntry const& stated(DrivenText const& text) {
  return problem_of(text, "", [](std::string const& formula, char) { return formula; });
}
/// L(q, -v, T - t), -phi(q, -v, T - t) and f(q, -v, T - t).
ProblemEntry const& reversed(DrivenText const& text) {
  auto const turned = [](std::string formula, char kind) {
    formula = std::regex_replace(formula, std::regex(R"(\bv(\w+)\b)"), "(-v$1)");
    formula = std::regex_replace(formula, std::regex(R"(\bt\b)"), "(T_end - t)");
    return kind == 'A' ? "-(" + formula + ")" : formula;
  };
  return problem_of(text, "_reversed", turned);
}

RunSpec run_of(double step, long steps) {
  return {.step = RawQuad(step), .steps = steps, .every = 1};
}
std::vector<RawQuad> exactly(std::vector<double> const& x, double sign = 1) {
  std::vector<RawQuad> numbers;
  for (double const number : x) numbers.push_back(sign * number);
  return numbers;
}

struct Form {
  std::string method;
  OptionValues options = {};
  bool from_pair = false;  ///< its state is the momentum of an interval
};

/// Runs forwards to T = 5, then the given problem from the turned velocity, and returns the
/// distance from the start.
double round_trip(ProblemEntry const& there, ProblemEntry const& back, Form const& form) {
  auto spec = run_of(0.1, 50);
  spec.options = form.options;
  auto const forwards = there.method(form.method).integrate(spec);
  spec.setting.q = exactly(forwards.q.back());
  spec.setting.v = exactly(forwards.v.back(), -1);
  spec.setting.is_method_state = true;
  if (form.from_pair) {
    spec.start = "pair";
    spec.setting.q1 = exactly(forwards.q[forwards.q.size() - 2]);
  }
  auto const backwards = back.method(form.method).integrate(spec);
  if (forwards.outcome != Outcome::ok || backwards.outcome != Outcome::ok) return INFINITY;
  return larger_or_nan(laws::max_difference(backwards.q.back(), forwards.q.front()),
                       laws::max_difference(backwards.v.back(), exactly(forwards.v.front(), -1)));
}

// With drag the motion is irreversible: the round trip must not close on the same system.
TEST(DrivenReversal, HoldsForTheReversedProblemAlone) {
  std::vector<Form> const forms{{"dla_leapfrog", {{"force", "mid"}}},
                                {"dla_leapfrog", {{"force", "trap"}}},
                                {"dla_leapfrog", {{"force", "proj"}}},
                                {"dla_trapezoidal"},
                                {"canonical_leapfrog"},
                                {"equal_norm_gni", {{"force", "interval"}}},
                                {"equal_norm_gni", {{"force", "nodal"}}},
                                {"lobatto_spark"},
                                {"discrete_gradient"},
                                {"implicit_midpoint"},
                                {"dalembert_pontryagin"},
                                {"compose(dla_leapfrog,yoshida4)"},
                                {"gni", {{"force", "interval"}}, true},
                                {"gni", {{"epsilon", "0"}, {"force", "nodal"}}, true},
                                {"gni_rattle", {}, true}};
  for (auto const& text : driven_texts()) {
    auto const &problem = stated(text), &turned = reversed(text);
    for (auto const& form : forms) {
      auto const name = text.name + ", " + form.method +
                        (form.options.empty() ? "" : ", " + form.options.back().second);
      // Newton's iterations stop at rounding; the anti-drag of the way back amplifies it.
      EXPECT_LE(round_trip(problem, turned, form), 1e-11) << name;
      EXPECT_GE(round_trip(problem, problem, form), 1e-2) << name;
    }
    for (char const* method : {"dla_euler", "dla_euler_adjoint"})
      EXPECT_FALSE(round_trip(problem, turned, {method}) <= 1e-2) << text.name << ", " << method;
  }
}

TEST(DrivenSystems, AForceOfZeroGivesTheBitsOfNone) {
  DrivenText text = driven_texts().front();
  text.lagrangian += " - 0.4*y - 0.1*sin(x)^2";
  for (auto& [velocity, force] : text.forces) force = "0";
  auto const as_stated = [](std::string const& formula, char) { return formula; };
  auto const& driven = problem_of(text, "_zero", as_stated);
  auto const& free = problem_of(text, "_free", as_stated, false);
  ASSERT_TRUE(driven.driven);
  ASSERT_FALSE(free.driven);
  int compared = 0;
  for (auto const& method : driven.methods) {
    if (!method.integrate) continue;
    auto const spec = run_of(0.05, 100);
    auto const with = method.integrate(spec);
    auto const without = free.method(method.card.id).integrate(spec);
    if (method.card.id == "taylor")  // looks at a driven system at the end of each step
      EXPECT_NEAR(with.q.back()[0], without.q.back()[0], 1e-9);
    else
      // -0 equals 0.
      EXPECT_TRUE(with.q == without.q && with.v == without.v) << method.card.id;
    ++compared;
  }
  EXPECT_GE(compared, 20);
}

std::vector<double> end_of(ProblemEntry const& problem, std::string const& method, double h,
                           double until, OptionValues options = {}) {
  auto spec = run_of(h, std::lround(until / h));
  spec.every = 0;
  spec.options = std::move(options);
  auto const run = problem.method(method).integrate(spec);
  return run.outcome == Outcome::ok ? run.q.back()
                                    : std::vector<double>(problem.size, std::nan(""));
}

TEST(DrivenLongRuns, KeepTheMotionWithoutAParasiticMode) {
  for (char const* name : {"driven_sleigh", "driven_snakeboard"}) {
    auto const& problem = find_problem(name);
    auto const exact =
        end_of(problem, "odeint_rkf78", 0.5, 200, {{"rtol", "1e-12"}, {"atol", "1e-12"}});
    for (Form const& form : {Form{"dla_leapfrog"}, Form{"dla_trapezoidal"},
                             Form{"equal_norm_gni", {{"force", "interval"}}},
                             Form{"equal_norm_gni", {{"force", "nodal"}}}}) {
      double const coarse =
          laws::max_difference(end_of(problem, form.method, 0.05, 200, form.options), exact);
      double const fine =
          laws::max_difference(end_of(problem, form.method, 0.025, 200, form.options), exact);
      EXPECT_LE(coarse, 0.5) << name << ", " << form.method;
      EXPECT_NEAR(std::log2(coarse / fine), 2, 0.2) << name << ", " << form.method;
    }
    for (double const h : {0.1, 0.05})
      EXPECT_GE(laws::max_difference(end_of(problem, "gni_rattle", h, 200), exact), 10)
          << name << ", h = " << h;
  }
}

TEST(DrivenMode, GrowsWithANodalForceAndDecaysWithDragOnTheInterval) {
  ModeGrowth const interval(find_problem("driven_sleigh"), {}, 100);
  auto const nodal = interval.with_nodal_force();
  auto const rate = [](ModeGrowth const& growth, double from, double to) {
    auto const at = [&](double t) { return growth.log_factors(growth.index_at(t)).front(); };
    return (at(to) - at(from)) / (to - from);
  };
  EXPECT_NEAR(rate(nodal, 10, 40), 0.1416, 1e-3);
  EXPECT_NEAR(rate(nodal, 40, 100), 0.128, 1e-3);
  EXPECT_NEAR(rate(interval, 40, 100), -0.049, 1e-3);
}

}  // namespace
}  // namespace rattleback
