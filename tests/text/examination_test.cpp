// Properties found in the formulas of a text, and rejected texts, without methods.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/problem_signature.hpp"
#include "tests/refusal.hpp"

namespace rattleback::text {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Prepares a text on R^n.
struct Prepared {
  using Signature = ProblemSignature<AnyEuclidean, any_constraints>;
  using P = typename Signature::General<double>;
  Loaded made;
  std::string code;
  ExaminedSystem findings;

  explicit Prepared(std::string const& text) {
    made.file = problem_of_text("s.toml", text);
    findings = Signature::prepare(made, code);
  }
  std::vector<Case<P>> cases() const { return P(made).cases(); }
};

std::string text_with(std::string const& lagrangian, std::string const& constraints,
                      std::string const& rest = "") {
  return "coordinates = [\"x\", \"y\", \"z\"]\nlagrangian = \"" + lagrangian +
         "\"\nconstraints = [" + constraints + "]\n" + rest;
}
std::string const kinetic = "(vx^2 + vy^2 + vz^2)/2", constraint = "\"vz - y*vx\"";

std::string mistake(std::string const& lagrangian, std::string const& constraints) {
  auto const said =
      refusal<InputFileError>([&] { Prepared const prepared(text_with(lagrangian, constraints)); });
  EXPECT_NE(said, "") << lagrangian << ", " << constraints << " is accepted";
  return said;
}

TEST(Examination, AllowConstantsOfEveryForm) {
  // Forces at x = 1/4, calculated by hand.
  for (auto const& [potential, force] : std::initializer_list<std::pair<char const*, double>>{
           {"cos(2*pi*x)", 2 * M_PI},
           {"sqrt(2)*x", -std::sqrt(2.0)},
           {"2^0.5*x", -std::sqrt(2.0)},
           {"cos(1)*x", -std::cos(1.0)},
           {"3.14159265358979323846*x", -M_PI},
           {"0.000000000000000000031415926535897932384*1e20*x", -M_PI},
           {"1e30*x", -1e30},
           {"x^n", -2 * 0.25},
           {"(x - 1)^n", 1.5}}) {
    Prepared const prepared(
        text_with(kinetic + " - " + potential, constraint,
                  "[parameters]\nn = 2\n[[case]]\nq = [0.25, 0, 0]\nv = [0, 0, 0]\n"));
    auto const start = prepared.cases().front();
    auto const f = configuration_force(start.system, start.q, start.v);
    EXPECT_NEAR(f[0] / force, 1, 1e-15) << potential;
  }
  Prepared const prepared(
      text_with(kinetic, "\"vz - pi*y*vx\"", "[[case]]\nq = [0, 2, 0]\nv = { vx = 1, vy = 0 }\n"));
  EXPECT_DOUBLE_EQ(prepared.cases().front().v[2], 2 * M_PI);
}

TEST(Examination, RejectNonQuadraticLagrangians) {
  for (std::string const lagrangian :
       {"sqrt(vx^2 + vy^2 + vz^2)", "(vx^2 + vy^2 + vz^2)/2 + abs(vx)", "1/vz + vx^2 + vy^2"})
    EXPECT_THAT(mistake(lagrangian, constraint), HasSubstr("not quadratic in velocities"));
  for (std::string const nonlinear : {"\"vz/vx - y\"", "\"abs(vz) - vx\"", "\"sqrt(vx*vz)\""})
    EXPECT_THAT(mistake(kinetic, nonlinear), HasSubstr("not linear in velocities"));
}

TEST(Examination, RejectConstraintsThatLeaveNoMotion) {
  EXPECT_THAT(mistake(kinetic, "\"vx\", \"vy\", \"vz - y*vx\""),
              HasSubstr("3 constraints leave none of 3 velocities free"));
}

TEST(Examination, RanksDoNotDependOnUnits) {
  Prepared const light(text_with("(vx^2 + vy^2 + 1e-11*vz^2)/2 - x", constraint,
                                 "[[case]]\nq = [0, 1, 0]\nv = [0, 0, 0]\n"));
  auto const start = light.cases().front();
  auto const motion = accelerations(start.system, Point<Prepared::P, double>{start.q, start.v});
  EXPECT_FALSE(motion.singular);
  EXPECT_NEAR(motion.vdot[0], -1, 1e-10);
  EXPECT_NEAR(motion.vdot[2], motion.vdot[0], 1e-10);
  EXPECT_NO_THROW(Prepared(text_with("1e-20*(vx^2 + vy^2 + 1e15*vz^2)/2", constraint)));
  EXPECT_NO_THROW(Prepared(text_with(kinetic, "\"1e-12*(vz - y*vx)\", \"vy - x*vx\"")));
  for (std::string const singular :
       {"((vx + vy)^2 + vz^2)/2", "((vx + pi*vy)^2 + 1e-9*vz^2)/2", "(vx^2 + vy^2)/2",
        "(vx^2 + vy^2 + (sqrt(2)*sqrt(2) - 2)*vz^2)/2"})
    EXPECT_THROW(Prepared(text_with(singular, constraint)), SingularMass) << singular;
  EXPECT_THROW(Prepared(text_with(kinetic, "\"vz - y*vx\", \"1e-9*pi*(vz - y*vx)\"")),
               RedundantConstraint);
}

TEST(Examination, DistinguishSymmetriesOfParameterValues) {
  std::string const field = kinetic + " - k*y*x";
  Prepared const flat(text_with(field, "\"vz - x*vx\"", "[parameters]\nk = 0\n"));
  EXPECT_THAT(flat.findings.words,
              HasSubstr("conserved at the file's values of the parameters alone: "
                        "dL/dvy"));
  EXPECT_THAT(flat.findings.words, Not(HasSubstr("; conserved: ")));
  EXPECT_THAT(flat.findings.reversing_symmetry,
              HasSubstr("; at the file's values of the parameters alone: "));
  Prepared const always(
      text_with(kinetic + " - k*x^2", "\"vz - x*vx\"", "[parameters]\nk = 0.5\n"));
  EXPECT_THAT(always.findings.words, HasSubstr("; conserved: dL/dvy"));
  EXPECT_THAT(always.findings.words, Not(HasSubstr("alone")));
  EXPECT_THAT(always.findings.reversing_symmetry, Not(HasSubstr("alone")));
  Prepared const field_on(text_with(field, "\"vz - x*vx\"", "[parameters]\nk = 1\n"));
  EXPECT_THAT(field_on.findings.words, Not(HasSubstr("conserved")));
}

TEST(Examination, StateTheMatrices) {
  Prepared const prepared(text_with("(2*vx^2 + vy^2 + (1 + x^2)*vz^2)/2 + vx*vy", constraint,
                                    "[[case]]\nq = [0, 0, 0]\nv = [0, 0, 0]\n"));
  EXPECT_EQ(prepared.findings.texts.mass_matrix,
            (std::vector<std::string>{"2 & 1 & 0", "1 & 1 & 0", "0 & 0 & 1 + x^2"}));
  EXPECT_EQ(prepared.findings.texts.constraint_matrix, std::vector<std::string>{"-y & 0 & 1"});
}

TEST(Examination, ReportUndeterminedInitialVelocities) {
  auto const text =
      text_with(kinetic, "\"x*vz - vx\"", "[[case]]\nq = [0, 0, 0]\nv = { vx = 1, vy = 0 }\n");
  auto const start = Prepared(text).cases().front();
  ASSERT_TRUE(start.stated.rejected);
  EXPECT_THAT(std::string(start.stated.rejected->what()),
              HasSubstr("do not determine vz, which case 1 leaves out; leave out vx instead"))
      << start.stated.rejected->what();
}

TEST(Examination, NameTheParameterThatTakesTheMass) {
  auto const said = refusal<InputFileError>([&] {
    problem_in_text(
        "s.toml", text_with("(vx^2 + vy^2 + J*vz^2)/2", "\"vy - x*vx\"", "[parameters]\nJ = 0\n"));
  });
  EXPECT_THAT(said, HasSubstr("vz depends on J, which is 0"));
}

// The numbers of a start: two constraints of which one holds exactly, so that no digit of it is
// open.
TEST(Examination, MoveAStartWithinItsDigitsAlone) {
  Prepared const prepared(text_with(kinetic, "\"vx - 2*vz\", \"3*vy - vz\"",
                                    "[[case]]\nq = [0, 0, 0]\nv = [2, 0.33333, 1]\n"
                                    "[[case]]\nq = [0, 0, 0]\nv = [2, 0.3334, 1]\n"
                                    "[[case]]\nq = [0, 0, 0]\nv = [2, \"1/3\", 1]\n"
                                    "[[case]]\nq = [0, 0, 0]\nv = [1e-11, 2e-11, 5e-11]\n"));
  auto const cases = prepared.cases();
  EXPECT_EQ(cases[0].stated.moved, "vy by 3.3e-06");
  EXPECT_EQ(cases[0].v[0], 2);
  EXPECT_DOUBLE_EQ(cases[0].v[1], 1. / 3);
  EXPECT_EQ(cases[0].v[2], 1);
  EXPECT_TRUE(cases[1].stated.rejected);  // off by two thirds of 1e-4, and half of that is open
  EXPECT_EQ(cases[1].v[1], 0.3334);
  EXPECT_FALSE(cases[2].stated.rejected);
  EXPECT_EQ(cases[2].stated.moved, "");
  EXPECT_TRUE(cases[3].stated.rejected);  // relative to itself
}

TEST(Examination, NameConstraintsThatIntegrate) {
  auto const words = [](std::string const& coordinates, std::string const& lagrangian,
                        std::string const& constraints) {
    return Prepared("coordinates = [" + coordinates + "]\nlagrangian = \"" + lagrangian +
                    "\"\nconstraints = [" + constraints + "]\n")
        .findings.words;
  };
  auto const says = [](std::string const& words, char const* part) {
    EXPECT_THAT(words, HasSubstr(part));
  };
  std::string const plane = "\"x\", \"y\"", four = "\"x\", \"y\", \"z\", \"phi\"";
  std::string const energy = "(vx^2 + vy^2 + vz^2 + vphi^2)/2";
  says(words(plane, "(vx^2 + vy^2)/2", "\"x*vx + y*vy\""), "the constraint integrates");
  says(words(four, energy, "\"vx - vphi\", \"vy - x*vz\""), "; constraint 1 integrates");
  says(words(four, energy, "\"vx - vphi + vy - x*vz\", \"vy - x*vz\""),
       "a combination of the constraints integrates");
  // d(z) = y dx and d(phi) = z dx, the Goursat normal form: nothing integrates.
  EXPECT_THAT(words(four, energy, "\"vz - y*vx\", \"vphi - z*vx\""), Not(HasSubstr("integrate")));
  EXPECT_THAT(Prepared(text_with(kinetic, constraint)).findings.words, Not(HasSubstr("integrate")));
}

}  // namespace
}  // namespace rattleback::text
