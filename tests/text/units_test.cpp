// Units do not matter: a system in other units of length, time and mass has the same motion, to the
// last bit where the factors are powers of four.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/registry.hpp"
#include "problems/text/problem_text.hpp"

namespace rattleback::text {
namespace {

/// Powers of four that are the units of length, time and mass, and the factor of a constraint.
struct Powers {
  int length = 0, time = 0, mass = 0, constraint = 0;
};

struct Formulas {
  std::string coordinates;  ///< separated by blanks
  std::string lagrangian, constraint;
  std::vector<std::pair<std::string, std::string>> forces;
  std::vector<double> q, v;  ///< the last velocity is left out
};

// Formulas, parts of which are combined to twenty systems.
std::vector<std::string> const kinetic_energies{
    "(vx^2 + vy^2 + vz^2)/2", "(0.5*vx^2 + 3*vy^2 + vz^2 + vx*vz/2)/2",
    "(1 + 0.2*sin(y))*(vx^2 + vy^2 + vz^2)/2", "(1e-3*vx^2 + vy^2 + 200*vz^2)/2",
    "((2 + cos(x))*vx^2 + vy^2 + vz^2)/2 + 0.3*y*vx"};
std::vector<std::pair<std::string, std::string>> const potential_and_constraint{
    {"x^2/2 + y^4/4 + 0.3*cos(x)", "vz - y*vx"},
    {"0.4*sin(x) + 0.1*y^2", "-sin(y)*vx + cos(y)*vz - 0.2*vy"},
    {"0.5*x", "vz - 0.3*x*vy + 0.1*sin(y)*vx"},
    {"x^2 + x*y/3", "(1 + x^2)*vz + y*vx - 0.2*vy"}};

/// System `number` of twenty; every third one is driven.
Formulas formulas(int number) {
  auto const& [V, constraint] = potential_and_constraint[number % 4];
  Formulas f{"x y z",          kinetic_energies[number % 5] + " - (" + V + ")",
             constraint,       {},
             {0.4, -0.3, 0.2}, {0.5, 0.7}};
  if (number % 3 == 0) {
    f.constraint += " - 0.1*cos(t)";
    f.forces = {{"vx", "-0.2*vx + 0.1*sin(2*t)"}, {"vy", "0.1*x - 0.05*vy^2"}};
  }
  return f;
}

/// 4^power, as an exact formula.
std::string four_to(int power) {
  return power < 0 ? fmt::format("1/4^{}", -power) : fmt::format("4^{}", power);
}

/// The formulas in units of these powers. Factors are parameters: formulas are then the same.
std::string in_units(Formulas const& f, Powers const& unit) {
  int const velocity = unit.length - unit.time, energy = unit.mass + 2 * velocity;
  auto const replaced = [](std::string const& formula) {
    static std::regex const is_velocity("\\bv([xyz])\\b"), is_coordinate("\\b([xyz])\\b"),
        is_time("\\bt\\b");
    auto const velocities = std::regex_replace(formula, is_velocity, "(U*v$1)");
    auto const coordinates = std::regex_replace(velocities, is_coordinate, "(L*$1)");
    return std::regex_replace(coordinates, is_time, "(T*t)");
  };
  auto text = fmt::format(
      "coordinates = [\"x\", \"y\", \"z\"]\nlagrangian = \"E*({})\"\nconstraints = [\"C*({})\"]\n",
      replaced(f.lagrangian), replaced(f.constraint));
  if (!f.forces.empty()) text += "[forces]\n";
  for (auto const& [name, force] : f.forces)
    text += fmt::format("{} = \"F*({})\"\n", name, replaced(force));
  text += "[parameters]\n";
  for (auto const& [name, power] :
       {std::pair{'L', unit.length}, std::pair{'T', unit.time}, std::pair{'U', velocity},
        std::pair{'E', -energy}, std::pair{'F', unit.length - energy},
        std::pair{'C', unit.constraint}})
    text += fmt::format("{} = \"{}\"\n", name, four_to(power));
  text += fmt::format("[[case]]\nq = [\"{0}*{3}\", \"{1}*{3}\", \"{2}*{3}\"]\n", f.q[0], f.q[1],
                      f.q[2], four_to(-unit.length));
  return text + fmt::format("v = {{ vx = \"{0}*{2}\", vy = \"{1}*{2}\" }}\n", f.v[0], f.v[1],
                            four_to(-velocity));
}

template <class Number>
std::vector<Number> scaled(std::vector<Number> numbers, int power) {
  using std::ldexp;
  for (auto& x : numbers) x = x * static_cast<Number>(std::ldexp(1.0, 2 * power));
  return numbers;
}

/// Compares all methods with fixed steps on two texts of one system.
void expect_same_motion(std::string const& name, std::string const& stated,
                        std::string const& rescaled, Powers const& unit) {
  auto const& one = problem_in_text(name, stated);
  auto const& other = problem_in_text(name + " rescaled", rescaled);
  int const velocity = unit.length - unit.time;
  ASSERT_EQ(other.card.time_scale, std::ldexp(one.card.time_scale, -2 * unit.time)) << name;
  for (auto const& method : one.methods) {
    auto const& same = other.method(method.card.id);
    auto const where =
        fmt::format("{} {}, 4^{} of length, 4^{} of time, 4^{} of mass, 4^{} of the constraint",
                    name, method.card.id, unit.length, unit.time, unit.mass, unit.constraint);
    ASSERT_EQ(method.not_applicable_because.empty(), same.not_applicable_because.empty()) << where;
    if (!method.integrate || method.card.adaptive) continue;
    RunSpec spec{.step = RawQuad(one.card.time_scale) / 16, .steps = 20}, again = spec;
    again.step = RawQuad(other.card.time_scale) / 16;
    auto const a = method.integrate(spec), b = same.integrate(again);
    ASSERT_EQ(b.outcome, a.outcome) << where << ": " << b.reason;
    EXPECT_EQ(scaled(b.q.back(), unit.length), a.q.back()) << where;
    EXPECT_EQ(scaled(b.v.back(), velocity), a.v.back()) << where;
    EXPECT_EQ(b.counts.newton_iterations, a.counts.newton_iterations) << where;
    if (!method.integrate_quad) continue;
    spec.steps = again.steps = 2;
    auto const c = method.integrate_quad(spec), d = same.integrate_quad(again);
    EXPECT_EQ(scaled(d.q.back(), unit.length), c.q.back()) << where << ", quad";
    EXPECT_EQ(scaled(d.v.back(), velocity), c.v.back()) << where << ", quad";
  }
}

void expect_units_do_not_matter(int first, int last, std::vector<Powers> const& all) {
  for (int number = first; number < last; ++number)
    for (auto const& unit : all) {
      auto const f = formulas(number);
      expect_same_motion(fmt::format("system {}", number), in_units(f, {}), in_units(f, unit),
                         unit);
    }
}

TEST(Units, ChangeNoBitOfAMotion) {
  expect_units_do_not_matter(0, 4, {{15, -15, -15, 3}, {-15, 15, 15, -15}, {-15, -15, 0, 0}});
}
/// All twenty systems, and every unit alone: part of `make fuzz`.
TEST(Units, DISABLED_ChangeNoBitOfAnyMotion) {
  std::vector<Powers> all;
  for (int power : {-15, -8, -1, 1, 7, 15})
    for (Powers unit : {Powers{power}, Powers{0, power}, Powers{0, 0, power},
                        Powers{0, 0, 0, power}, Powers{power, -power, power, power}})
      all.push_back(unit);
  expect_units_do_not_matter(0, 20, all);
}

/// The catalogue with another unit of mass: Lagrangian and forces times a factor.
void expect_mass_does_not_matter(std::string const& id, int power) {
  auto const& text = text_in_catalogue(id);
  auto rescaled = std::regex_replace(text, std::regex("(lagrangian = \")([^\"]*)"),
                                     fmt::format("$1({})*($2)", four_to(-power)));
  if (auto const at = text.find("\n[forces]"); at != text.npos) {
    auto const forces = rescaled.find("\n[forces]") + 9, end = rescaled.find("\n[", forces);
    auto const table = rescaled.substr(forces, end - forces);
    rescaled.replace(forces, end - forces,
                     std::regex_replace(table, std::regex("= \"([^\"]*)"),
                                        fmt::format("= \"({})*($1)", four_to(-power))));
  }
  expect_same_motion(id, text, rescaled, {.mass = power});
}
TEST(Units, ChangeNoBitOfTheCatalogueByMass) {
  for (char const* const id : {"contact_oscillator", "chaplygin_sleigh", "suslov", "rolling_disk"})
    expect_mass_does_not_matter(id, -15);
}
TEST(Units, DISABLED_ChangeNoBitOfAnyProblemByMass) {
  for (auto const& problem : registry()) {
    auto const& text = text_in_catalogue(problem.card.id);
    auto const& factors = problem_of_text("text", text).factors;
    bool const is_of_users = factors.back().kind <= Factor::so3;
    if (is_of_users && text.find("lagrangian = \"\"\"") == text.npos)
      for (int const power : {-15, 1, 15}) expect_mass_does_not_matter(problem.card.id, power);
  }
}

/// A robot of a micrometre in metres: the default tolerance of adaptive solvers follows its size.
TEST(Units, SetTheDefaultToleranceOfAdaptiveSolvers) {
  auto const f = formulas(1);
  Powers const unit{.length = 10};
  auto const &one = problem_in_text("metres", in_units(f, {})),
             &other = problem_in_text("kilometres", in_units(f, unit));
  for (char const* const id : {"odeint_dopri5", "cvode_bdf", "ida", "ndf"}) {
    RunSpec const spec{.step = 1, .steps = 5};
    auto const a = one.method(id).integrate(spec), b = other.method(id).integrate(spec);
    ASSERT_EQ(b.outcome, Outcome::ok) << id << ": " << b.reason;
    auto const x = scaled(b.q.back(), unit.length);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i], a.q.back()[i], 1e-6) << id;
  }
}

/// A ratio of masses of 1e14: the light part has a tolerance of its own.
TEST(Units, SetTheToleranceOfLightParts) {
  auto const& text =
      problem_in_text("masses",
                      "coordinates = [\"x\", \"y\", \"z\"]\nconstraints = [\"vz - y*vx\"]\n"
                      "lagrangian = \"(vx^2 + 1e14*vy^2 + vz^2)/2 - x^2/2 - 1e14*y^2/2\"\n"
                      "[[case]]\nq = [1, 0.5, 0.2]\nv = { vx = 0.3, vy = 0.7 }\n");
  for (char const* const id : {"odeint_rk4", "odeint_rkf78", "cvode_bdf", "ida", "ndf"}) {
    auto const run = text.method(id).integrate({.step = RawQuad(1) / 20, .steps = 40});
    ASSERT_EQ(run.outcome, Outcome::ok) << id << ": " << run.reason;
    EXPECT_NEAR(run.q.back()[0], 0.285302107, 1e-7) << id;
    EXPECT_NEAR(run.q.back()[2], -0.304746375, 1e-7) << id;
  }
}

TEST(Units, FollowTheStatedOrMeasuredTimeScale) {
  auto const f = formulas(1);
  EXPECT_EQ(problem_in_text("text", "time_scale = 0.25\n" + in_units(f, {})).card.time_scale, 0.25);
  EXPECT_EQ(problem_in_text("text", in_units(f, {.time = -5})).card.time_scale,
            1024 * problem_in_text("text", in_units(f, {})).card.time_scale);
  EXPECT_THROW(problem_in_text("text", "time_scale = 0\n" + in_units(f, {})), InputFileError);
}

}  // namespace
}  // namespace rattleback::text
