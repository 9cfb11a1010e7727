// Structure that is found in formulas, and detection of wrong declarations.

#include "integrators/core/equations/structure.hpp"

#include <gtest/gtest.h>

#include "integrators/core/equations/generated.hpp"

namespace rattleback {
namespace {

/// Wrong declarations of a skate in a field.
enum class Lie { none, chaplygin, not_chaplygin, irreversible };

/// A skate, L = (vtheta^2 + vx^2 + vy^2)/2 and cos(theta) vy - sin(theta) vx = 0; with
/// Lie::chaplygin in a field, where y is not a group variable.
template <class S, Lie lie>
struct SkateBase {
  using Real = S;
  using Space = R<3>;
  static constexpr int constraints = 1;
  static constexpr std::array dependent_velocities{2};

  Real a = Real(1) / 2;
  static constexpr auto parameters() {
    return std::array{Parameter<SkateBase>{"a", &SkateBase::a, "field", 0}};
  }
  static ProblemCard card() {
    return {.id = "skate",
            .coordinates = {"theta", "x", "y"},
            .velocities = {"vtheta", "vx", "vy"},
            .reversing_symmetry = lie == Lie::irreversible ? "" : "(q, v) -> (q, -v)"};
  }
  static std::vector<Case<SkateBase>> cases() {
    return {{"A", "", {}, {Real(1) / 3, Real(0), Real(0)}, {Real(1), Real(0), Real(0)}}};
  }
  template <class T>
  T lagrangian(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    return dot(v, v) / 2 - (lie == Lie::chaplygin ? T(a) * q[2] : T(0));
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    using std::cos, std::sin;
    return {cos(q[0]) * v[2] - sin(q[0]) * v[1]};
  }
  Mat<Real, 3, 3> mass_matrix() const {
    return {{unit<Real, 3>(0), unit<Real, 3>(1), unit<Real, 3>(2)}};
  }
};

template <class S, Lie lie>
struct StatedSkate : SkateBase<S, lie> {
  static constexpr std::array group_coordinates{2};
};

template <class S>
using Honest = StatedSkate<S, Lie::none>;
template <class S>
using InField = StatedSkate<S, Lie::chaplygin>;
template <class S>
using Silent = SkateBase<S, Lie::not_chaplygin>;
template <class S>
using Irreversible = StatedSkate<S, Lie::irreversible>;

using Lines = std::vector<std::string>;

TEST(Declarations, MatchTheStructureThatIsFound) {
  EXPECT_EQ(declarations_that_differ<Honest>(), Lines{});
  EXPECT_EQ(declarations_that_differ<InField>(),
            Lines{"skate declares its last coordinates as group variables, but the Lagrangian "
                  "depends on y, one of the last 1 coordinates; x would do, stated last"});
  EXPECT_EQ(declarations_that_differ<Silent>(),
            Lines{"skate does not declare its last coordinates as group variables, which was "
                  "found"});
  EXPECT_EQ(declarations_that_differ<Irreversible>(),
            Lines{"skate does not declare the reversing symmetry (q, v) -> (q, -v), which was "
                  "found"});
}

FormulaNames const names{{"theta", "x", "y"}, {"vtheta", "vx", "vy"}};

FoundStructure found_in(RecordedFormulas const& formulas) {
  return found_structure(formulas, names, points_without_pattern({0.5}, 6, 6));
}

TEST(Structure, FindsASkateInAField) {
  auto const found = found_in(recorded_formulas<InField>());
  EXPECT_EQ(found.no_constant_mass, "");
  EXPECT_EQ(found.drift, "");
  EXPECT_EQ(found.cyclic, std::vector<int>{1});
  EXPECT_EQ(found.group_variables, std::vector<std::vector<int>>{{1}});
  // The angle turns at a constant rate: the constraint leaves it alone, and so does the field.
  EXPECT_EQ(found.conserved, (std::vector<std::vector<double>>{{1, 0, 0}}));
  EXPECT_EQ(conserved_in_words(found, names), "dL/dvtheta");
  // No reaction turns the angle.
  EXPECT_TRUE(found.constraint_constant_along_reaction);
  // v -> -v; and v -> -v with theta and x reversed, not with one coordinate alone.
  ASSERT_FALSE(found.reversing.empty());
  EXPECT_TRUE(found.reverses_velocities());
  EXPECT_EQ(std::count(found.reversing.begin(), found.reversing.end(), std::vector<int>{0, 1}), 1);
  EXPECT_EQ(std::count(found.reversing.begin(), found.reversing.end(), std::vector<int>{0}), 0);
  EXPECT_EQ(std::count(found.reversing.begin(), found.reversing.end(), std::vector<int>{2}), 0);
}

/// A particle whose constraint drifts: v -> -v alone does not reverse it, with x -> -x it does.
template <class S>
struct Carried : SkateBase<S, Lie::none> {
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    return {v[2] - q[1] * v[0] - q[1]};
  }
};

TEST(Structure, FindsAnAffineTermThatChangesSignWithACoordinate) {
  auto const formulas = recorded_formulas<Carried>();
  auto const found = found_in(formulas);
  EXPECT_EQ(found.drift, "constraint 1 has a part without velocities");
  EXPECT_FALSE(found.reverses_velocities());
  ASSERT_FALSE(found.reversing.empty());
  EXPECT_EQ(reversing_in_words(found, names, formulas.translations),
            "(theta, x, vy) -> -(theta, x, vy); (theta, y, vx) -> -(theta, y, vx)");
  // vx is free, and x is in the constraint alone.
  EXPECT_EQ(conserved_in_words(found, names), "dL/dvx");
}

/// Direction that is not a coordinate: p_x + 2 p_y for a field that depends on 2 x - y only.
template <class S>
struct Slanted : SkateBase<S, Lie::none> {
  template <class T>
  T lagrangian(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    T const across = 2 * q[1] - q[2];
    return dot(v, v) / 2 - across * across;
  }
  template <class T>
  Vec<T, 1> constraint(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    return {v[0] - q[0] * (2 * v[1] - v[2])};
  }
};

TEST(Structure, FindsAMomentumThatBelongsToNoCoordinate) {
  auto const found = found_in(recorded_formulas<Slanted>());
  EXPECT_TRUE(found.cyclic.empty());
  EXPECT_EQ(conserved_in_words(found, names), "dL/dvx + 2 dL/dvy");
  // A = (1, -2 theta, theta): the reaction turns the angle.
  EXPECT_FALSE(found.constraint_constant_along_reaction);
}

/// A metric that turns: no mass matrix is constant.
template <class S>
struct Twisted : SkateBase<S, Lie::none> {
  template <class T>
  T lagrangian(Vec<T, 3> const& q, Vec<T, 3> const& v) const {
    return dot(v, v) / 2 + q[0] * v[1] * v[2] / 8 + v[0] * q[1];
  }
};

TEST(GeneratedHeader, StatesWhatWasFound) {
  auto const states = [](std::string const& header, std::string const& flag) {
    return header.find("static constexpr bool " + flag + " = true;") != std::string::npos;
  };
  auto const carried = generated_equations<Carried>("carried", "Carried");
  EXPECT_TRUE(states(carried, "constant_mass"));
  EXPECT_TRUE(states(carried, "affine_constraints"));
  EXPECT_FALSE(states(carried, "linear_terms_in_velocity"));
  EXPECT_NE(carried.find("\"vy - x - x vtheta = 0\""), std::string::npos) << carried;
  auto const twisted = generated_equations<Twisted>("twisted", "Twisted");
  EXPECT_FALSE(states(twisted, "constant_mass"));
  EXPECT_FALSE(states(twisted, "affine_constraints"));
  EXPECT_FALSE(states(twisted, "constraint_constant_along_reaction"));
  EXPECT_TRUE(states(twisted, "linear_terms_in_velocity"));
}

}  // namespace
}  // namespace rattleback
