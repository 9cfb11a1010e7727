// Lanes: masks and choices, and that elimination, Newton's method and continuation give every lane
// what a single number would have got, whatever its neighbours do.

#include "problems/core/numbers/lanes.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "integrators/core/solve/continuation.hpp"
#include "problems/core/numbers/removable.hpp"

namespace rattleback {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// x(0), x(1), ...
template <class Function>
Lanes lanes_of(Function const& x) {
  Lanes all;
  for (int lane = 0; lane < lane_count; ++lane) all.set(lane, x(lane));
  return all;
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

TEST(LaneMask, HoldsATruthForEachLane) {
  Lanes const index = lanes_of([](int lane) { return lane; });
  auto const first = index < Lanes(1), others = index >= Lanes(1);
  EXPECT_TRUE(any(first));
  EXPECT_FALSE(all(first));
  EXPECT_TRUE(all(first | others));
  EXPECT_FALSE(any(first & others));
  EXPECT_TRUE(all((!first) == others));
  EXPECT_TRUE(all(first != others));
  EXPECT_TRUE(all(LaneMask(true)));
  EXPECT_FALSE(any(LaneMask(false)));
  for (int lane = 0; lane < lane_count; ++lane) {
    EXPECT_EQ(first[lane], lane == 0);
    EXPECT_EQ((index == Lanes(1))[lane], lane == 1);
    EXPECT_EQ((index != Lanes(1))[lane], lane != 1);
    EXPECT_EQ((index <= Lanes(1))[lane], lane <= 1);
    EXPECT_EQ((index > Lanes(1))[lane], lane > 1);
  }
}

TEST(LaneMask, NothingIsTrueOfNotANumber) {
  Lanes const nan(not_a_number);
  EXPECT_FALSE(any((nan < nan) | (nan <= nan) | (nan > nan) | (nan >= nan) | (nan == nan)));
  EXPECT_TRUE(all(nan != nan));
}

TEST(Lanes, ChooseByLane) {
  Lanes const index = lanes_of([](int lane) { return lane; });
  auto const chosen = select(index > Lanes(0), index, Lanes(-7));
  auto const vector =
      select(index > Lanes(0), Vec<Lanes, 2>{index, Lanes(2)}, Vec<Lanes, 2>{Lanes(-7), Lanes(3)});
  using D = Dual<Lanes, 1>;
  auto const dual = select(index > Lanes(0), D(index, {Lanes(1)}), D(-index, {Lanes(-1)}));
  for (int lane = 0; lane < lane_count; ++lane) {
    EXPECT_EQ(chosen[lane], lane > 0 ? lane : -7);
    EXPECT_EQ(vector[0][lane], lane > 0 ? lane : -7);
    EXPECT_EQ(vector[1][lane], lane > 0 ? 2 : 3);
    EXPECT_EQ(dual.slope[0][lane], lane > 0 ? 1 : -1);
    EXPECT_EQ(larger(index, Lanes(1))[lane], std::max(lane, 1));
    EXPECT_EQ(smaller(index, Lanes(1))[lane], std::min(lane, 1));
  }
}

TEST(Lanes, FunctionsAreThoseOfDoubles) {
  for (double x : {0.0, -0.0, 2.0, -3.0, 1e300, infinity, -infinity, not_a_number}) {
    Lanes const neighbours = lanes_of([x](int lane) { return lane == 1 ? x : 0.25; });
    EXPECT_TRUE(same_bits(abs(neighbours)[1], std::abs(x)));
    EXPECT_EQ(isfinite(neighbours)[1], std::isfinite(x));
    EXPECT_TRUE(isfinite(neighbours)[0]);
    EXPECT_EQ(abs(neighbours)[0], 0.25);
    EXPECT_EQ(sqrt(neighbours)[0], 0.5);
    if (!(x >= 0)) continue;
    EXPECT_TRUE(same_bits(sqrt(neighbours)[1], std::sqrt(x)));
  }
  Lanes const x = lanes_of([](int lane) { return 0.7 * lane - 1; });
  for (int lane = 0; lane < lane_count; ++lane) {
    EXPECT_EQ(sin(x)[lane], std::sin(x[lane]));
    EXPECT_EQ(cos(x)[lane], std::cos(x[lane]));
    EXPECT_EQ(atan(x)[lane], std::atan(x[lane]));
    EXPECT_EQ(atan2(x, Lanes(0.3))[lane], std::atan2(x[lane], 0.3));
  }
}

TEST(Lanes, TakeTheSeriesOrTheQuotientEachForItself) {
  for (double shift : {0.0, 3.0, 9.0}) {
    Lanes const s = lanes_of([&](int lane) { return shift + 2.0 * lane; });
    for (int lane = 0; lane < lane_count; ++lane) {
      EXPECT_TRUE(same_bits(sine_quotient(s)[lane], sine_quotient(s[lane])));
      EXPECT_TRUE(same_bits(cosine_quotient(s)[lane], cosine_quotient(s[lane])));
      EXPECT_TRUE(same_bits(sine_remainder_quotient(s)[lane], sine_remainder_quotient(s[lane])));
      EXPECT_TRUE(same_bits(cotangent_quotient(s)[lane], cotangent_quotient(s[lane])));
    }
  }
}

/// Systems whose entries are small whole numbers, so that pivots often tie or vanish.
TEST(SolveOnLanes, GivesEachLaneItsOwnPivots) {
  constexpr int N = 4;
  std::mt19937_64 generator(1);
  std::uniform_int_distribution<int> entry(-2, 2);
  int singular = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Mat<Lanes, N, N> m;
    Vec<Lanes, N> b;
    for (int i = 0; i < N; ++i) {
      b[i] = lanes_of([&](int) { return entry(generator); });
      for (int j = 0; j < N; ++j) m(i, j) = lanes_of([&](int) { return entry(generator); });
    }
    auto const together = solve(m, b);
    EXPECT_FALSE(together.singular);
    for (int lane = 0; lane < lane_count; ++lane) {
      Mat<double, N, N> own;
      Vec<double, N> right;
      for (int i = 0; i < N; ++i) {
        right[i] = b[i][lane];
        for (int j = 0; j < N; ++j) own(i, j) = m(i, j)[lane];
      }
      auto const alone = solve(own, right);
      singular += alone.singular;
      for (int i = 0; i < N; ++i)
        EXPECT_TRUE(alone.singular ? std::isnan(together.x[i][lane])
                                   : same_bits(together.x[i][lane], alone.x[i]));
      if (!alone.singular) {
        EXPECT_EQ(factors_of(m).positive[lane], factors_of(own).positive);
      }
    }
  }
  EXPECT_GT(singular, 0);
  EXPECT_LT(singular, 300 * lane_count / 2);
}

/// Each of the three failures in lane 1, while the other lanes converge.
TEST(NewtonOnLanes, ALaneThatFailsLeavesTheOthersAlone) {
  struct Equation {
    double square, slope, constant, start;
  };
  auto const residual_of = [](auto const& square, auto const& slope, auto const& constant) {
    return [=](auto const& x) {
      auto r = x;
      r[0] = square * x[0] * x[0] + slope * x[0] + constant;
      return r;
    };
  };
  for (auto const& [bad, outcome] :
       {std::pair{Equation{1, 0, 1, 1 / std::sqrt(3.0)}, Outcome::newton_diverged},
        std::pair{Equation{0, 0, 1, 1}, Outcome::singular_constraints},
        std::pair{Equation{0, 1e-300, 1e100, 0}, Outcome::non_finite}}) {
    auto const of_lane = [&, &bad = bad](int lane) {
      return lane == 1 ? bad : Equation{1, 0, -2.0 - lane, std::pow(10.0, lane)};
    };
    auto const each = [&](double Equation::*entry) {
      return lanes_of([&](int lane) { return of_lane(lane).*entry; });
    };
    auto const together = newton(
        residual_of(each(&Equation::square), each(&Equation::slope), each(&Equation::constant)),
        Vec<Lanes, 1>{each(&Equation::start)}, Lanes(1));
    EXPECT_EQ(together.outcome, Outcome::ok);
    for (int lane = 0; lane < lane_count; ++lane) {
      auto const [square, slope, constant, start] = of_lane(lane);
      auto const alone = newton(residual_of(square, slope, constant), Vec<double, 1>{start}, 1.0);
      EXPECT_EQ(alone.outcome, lane == 1 ? outcome : Outcome::ok);
      EXPECT_EQ(found(together)[lane], lane != 1);
      if (lane == 1) {
        EXPECT_TRUE(std::isnan(together.x[0][lane]));
      } else {
        EXPECT_TRUE(same_bits(together.x[0][lane], alone.x[0]));
        EXPECT_LE(alone.iterations, together.iterations);
      }
    }
  }
}

TEST(ContinuationOnLanes, EveryLaneFollowsItsOwnBranch) {
  // sin(x) = t height has no root for t = 1 in lanes where height > 1.
  auto const height = [](int lane) { return lane == 1 ? 1.5 : 0.99 - 0.1 * lane; };
  auto const residual_of = [](auto const& height) {
    return [=](auto const& x, auto const& t) {
      using std::sin;
      auto r = x;
      r[0] = sin(x[0]) - t * height;
      return r;
    };
  };
  auto const together = continued_root<Lanes, 1>(residual_of(lanes_of(height)), Lanes(1));
  for (int lane = 0; lane < lane_count; ++lane) {
    auto const alone = continued_root<double, 1>(residual_of(height(lane)), 1.0);
    EXPECT_EQ(alone.outcome, lane == 1 ? Outcome::no_real_root : Outcome::ok);
    if (lane == 1) {
      EXPECT_TRUE(std::isnan(together.x[0][lane]));
    } else {
      EXPECT_TRUE(same_bits(together.x[0][lane], alone.x[0]));
    }
  }
}

}  // namespace
}  // namespace rattleback
