// Directions of verdicts, sampling errors next to tolerances, and numbers as readers write them.

#include <gtest/gtest.h>

#include <cmath>

#include "base/files/number_text.hpp"
#include "base/files/packed.hpp"
#include "reports/results/statements.hpp"
#include "tests/reports/unpacked.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

json reading(double measured, json const& limit, bool matches, std::string const& quantity) {
  return {{"measured", measured},
          {"limit", limit},
          {"matches", matches},
          {"quantity", quantity},
          {"criterion", "within a factor sqrt(10) of 1e-1"}};
}

json failed(std::string const& kind, std::vector<json> const& readings) {
  return {{"verdict", "fails"}, {"kind", kind}, {"readings", readings}};
}

TEST(Direction, ComparesAMagnitudeWithThePrintedOne) {
  json const limit = {0.1 / std::sqrt(10), 0.1 * std::sqrt(10)};
  auto const better = reading(0.0037, limit, false, "largest energy error of HDEL");
  EXPECT_EQ(direction_of(failed("magnitude", {better})), "27 times better than printed");
  auto const worse = reading(2, limit, false, "largest energy error of HDEL");
  EXPECT_EQ(direction_of(failed("magnitude", {better, worse})),
            "27 times better than printed; by another interpretation 20 times worse");
  auto const larger = reading(2, limit, false, "period");
  EXPECT_EQ(direction_of(failed("magnitude", {larger})), "20 times larger than printed");
}

TEST(Direction, StatesWhatIsInPlaceOfThePrinted) {
  EXPECT_EQ(direction_of(failed("number", {reading(14, {99.5, 100.5}, false, "steps")})),
            "14 in place of 100");
  EXPECT_EQ(direction_of(failed("ranking", {reading(0.05, 1, false, "ratio")})),
            "the order is reversed, by a factor of 20");
  json exact = reading(0.044, 1e-12, false, "residual");
  exact["criterion"] = "exact: the residual is at most 1000 epsilon";
  EXPECT_EQ(direction_of(failed("formula", {exact})), "0.044, more than rounding");
  exact["measured"] = nullptr;
  EXPECT_EQ(direction_of(failed("formula", {exact})), "");
  json holds = failed("number", {reading(14, {99.5, 100.5}, false, "steps")});
  holds["verdict"] = "holds";
  EXPECT_EQ(direction_of(holds), "");
}

TEST(SamplingNote, AppearsIfToleranceAndSamplingErrorDisagree) {
  // A printed slope of 0.5 with a tolerance of 0.1; the accepted interval includes the sampling
  // error.
  auto const slope = [](double measured, double error) {
    json one = reading(measured, {0.4 - error, 0.6 + error}, true, "slope");
    one["sampling_error"] = error;
    return sampling_note(one);
  };
  EXPECT_EQ(slope(0.448, 0.02),
            "agrees within the tolerance ± 0.1, but lies 5.2 standard errors from 0.5 (sampling "
            "error ± 0.02, two standard errors)");
  EXPECT_EQ(slope(0.49, 0.02), "") << "within the sampling error";
  EXPECT_EQ(slope(0.448, 0), "") << "no sample";
}

TEST(ShortQuantity, EndsAtTheFirstCommaOutsideOfBrackets) {
  auto const text = [](std::string const& quantity) {
    return short_quantity({{"quantity", quantity}});
  };
  EXPECT_EQ(text("largest error (of x, y), h = 0.1"), "largest error (of x, y)");
  EXPECT_EQ(text(std::string(40, 'a') + " " + std::string(60, 'b')), std::string(40, 'a') + " …");
}

TEST(NumberText, WritesPowersOfTen) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(0.0123456), "0.0123");
  EXPECT_EQ(number_text(-12345), "−12345");
  EXPECT_EQ(number_text(3.088e-32), "3.09×10⁻³²");
  EXPECT_EQ(number_text(1e-4), "10⁻⁴");
  EXPECT_EQ(number_text(2e6), "2×10⁶");
  EXPECT_EQ(number_text(1234.5678, 3), "1235");
  EXPECT_EQ(number_text(NAN), "NaN");
  EXPECT_EQ(number_text(-INFINITY), "−∞");
}

TEST(Packed, ReturnsTheSameText) {
  for (std::string const& text : {std::string("{}"), "[\"" + std::string(100000, 'x') + "\"]"})
    EXPECT_EQ(unpacked("window.a = \"" + packed(text) + "\";"), json::parse(text));
}

}  // namespace
}  // namespace rattleback::reports
