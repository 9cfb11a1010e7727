// Legends and texts of figures meet neither curves nor axes nor each other.
// With RATTLEBACK_SITE=FOLDER in the environment, examines every figure of that results folder.

#include "reports/drawing/layout/layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/io_error.hpp"
#include "reports/drawing/layout/text_width.hpp"
#include "reports/drawing/sheet.hpp"
#include "reports/results/description.hpp"
#include "tests/reports/sample_site.hpp"
#include "tests/reports/svg_scene.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string lines(std::vector<std::string> const& defects) {
  return fmt::format("{}", fmt::join(defects, "\n  "));
}

/// SVG in gnuplot's form: a frame from (50, 10) to (150, 110), the label "10" of a tic at its lower
/// left corner, a diagonal curve, and an entry of a legend at (x, y).
std::string sample(double x, double y) {
  auto const text = [](double left, double base, char const* anchor, char const* words) {
    return fmt::format(
        "<g transform=\"translate({},{})\" font-size=\"8\" text-anchor=\"{}\"><text>{}</text></g>",
        left, base, anchor, words);
  };
  return "<svg viewBox=\"0 0 200 140\"><g>" + text(48, 110, "end", "10") +
         "<path d='M50 10l0 100 100 0 0-100-100 0z'/></g>"
         "<g id=\"gnuplot_plot_1\"><title>gnuplot_plot_1</title><path d='M50 110l100-100'/></g>"
         "<g id=\"gnuplot_plot_2\"><title>entry</title>" +
         fmt::format("<path d='M{} {}l20 0'/>", x, y - 3) + text(x + 25, y, "start", "entry") +
         "</g></svg>";
}

TEST(Layout, FindsLegendsOnOtherThings) {
  EXPECT_EQ(lines(layout_defects(sample(55, 25))), "");
  EXPECT_EQ(lines(layout_defects(sample(55, 130))), "") << "below the axes";
  EXPECT_EQ(lines(layout_defects(sample(80, 60))),
            "legend entry 'entry' meets a curve at (50, 110)");
  EXPECT_EQ(lines(layout_defects(sample(40, 25))),
            "legend entry 'entry' meets the frame of the axes");
  EXPECT_NE(lines(layout_defects(sample(30, 108))).find("meets '10'"), std::string::npos);
  EXPECT_EQ(lines(layout_defects(sample(160, 25))), "legend entry 'entry' leaves the picture");
  EXPECT_THROW(layout_defects("<svg>"), IoError);
}

TEST(Layout, MeasuresTextWithMarkup) {
  EXPECT_NEAR(text_width("−1"), 0.838 + 0.636, 1e-9);
  EXPECT_NEAR(markup_width("{/:Italic x}_{0}"), 0.592 + 0.8 * 0.636, 1e-9);
  EXPECT_NEAR(markup_width("a\\_b"), text_width("a_b"), 1e-9);
  EXPECT_NEAR(markup_width("10^{−12}"), text_width("10") + 0.8 * text_width("−12"), 1e-9);
  EXPECT_EQ(markup_width("{/:Italic "), 0) << "an unfinished group";
}

double line(double x) { return x; }
double waves(double x) { return std::sin(150 * x); }

/// Figure with the panels that a test describes.
class Drawn : public testing::Test {
 protected:
  /// Returns a curve y = f(x) on [0, 1] as a series.
  template <class F>
  json curve(F f, std::string const& label) {
    std::string text = "x,y\n";
    for (int i = 0; i <= 50; ++i) text += fmt::format("{},{}\n", 0.02 * i, f(0.02 * i));
    return {
        {"data", sheet.table(text)}, {"x", "x"}, {"y", "y"}, {"style", "lines"}, {"label", label}};
  }
  static json panel(std::vector<json> const& series, std::string const& key) {
    return {{"title", "(a)"}, {"x_label", "x"}, {"y_label", "y"}, {"key", key}, {"series", series}};
  }
  Scene draw(std::vector<json> const& panels, std::size_t columns = 1) {
    sheet.add("f", panels, 2.5, columns);
    sheet.render(Formats::vector, {});
    auto const svg = read_text(scratch.path() / "s/figures/f.svg");
    EXPECT_EQ(lines(layout_defects(svg)), "");
    return read_scene(svg);
  }

  ScratchFolder const scratch;
  Sheet sheet{scratch.path() / "s"};
};

TEST_F(Drawn, MovesALegendFromACurveToAFreeCorner) {
  auto const scene = draw({panel({curve(line, "a long label")}, "bottom left")});
  ASSERT_EQ(scene.entries.size(), 1u);
  ASSERT_FALSE(scene.frames.empty());
  EXPECT_TRUE(scene.frames[0].contains(scene.entries[0].box));
  EXPECT_LT(scene.entries[0].box.high, (scene.frames[0].low + scene.frames[0].high) / 2)
      << "top left";
}

TEST_F(Drawn, PlacesALegendBelowACrowdedPanel) {
  auto const scene = draw(
      {panel({curve(waves, "waves")}, "top left"), panel({curve(line, "line")}, "top left")}, 2);
  ASSERT_EQ(scene.entries.size(), 2u);
  for (auto const& [name, box] : scene.entries)
    EXPECT_EQ(name == "waves", box.low > scene.frames[0].high) << name;
}

TEST_F(Drawn, SharesTheLegendOfEqualPanels) {
  std::vector<json> const both{curve(waves, "waves"), curve(line, "line")};
  auto const scene = draw({panel(both, "top left"), panel(both, "off")}, 2);
  ASSERT_EQ(scene.entries.size(), 2u) << "once for both panels";
  for (auto const& entry : scene.entries) EXPECT_GT(entry.box.low, scene.frames[0].high);
}

TEST_F(Drawn, NamesTheCurvesOfGroups) {
  std::string text = "x,y,g\n";
  for (int i = 0; i < 30; ++i) text += fmt::format("{},{},{}\n", i / 3, 1 + i % 3, i % 3);
  json const series = {{"data", sheet.table(text)}, {"x", "x"},     {"y", "y"},
                       {"style", "lines"},          {"group", "g"}, {"label", "low |  | high"}};
  auto const scene = draw({panel({series}, "below")});
  ASSERT_EQ(scene.entries.size(), 2u);
  EXPECT_EQ(scene.entries[0].text + scene.entries[1].text, "lowhigh");
}

TEST_F(Drawn, GivesAPlaneEqualUnits) {
  auto one = panel({curve([](double x) { return 3 * x; }, "")}, "off");
  one["equal"] = true;
  one["x_range"] = one["y_range"] = nullptr;
  auto const scene = draw({one});
  auto const& first = scene.parts.front();
  auto const& last = scene.parts.back();
  EXPECT_NEAR(std::abs(last.y1 - first.y0), 3 * std::abs(last.x1 - first.x0), 0.5);
}

/// Figures with panels in 1 or 2 columns, with or without titles.
class Factors : public Drawn,
                public testing::WithParamInterface<std::tuple<std::size_t, char const*>> {};

TEST_P(Factors, StandWithinThePicture) {
  auto const [columns, title] = GetParam();
  std::vector<json> panels;
  for (double const size : {2e-5, 3e7, 1.0}) {
    panels.push_back(panel({curve([=](double x) { return size * (x - 0.5); }, "")}, "off"));
    panels.back()["title"] = title;
  }
  std::string factors;
  for (auto const& [text, box] : draw(panels, columns).texts)
    if (text.starts_with("×10")) factors += text + " ";
  EXPECT_EQ(factors, "×10−5 ×107 ");
}

INSTANTIATE_TEST_SUITE_P(Columns, Factors,
                         testing::Combine(testing::Values(1, 2), testing::Values("", "(a)")));

TEST_F(Drawn, TurnsNamesThatWouldCollide) {
  auto one = panel({curve([](double x) { return 1 + x; }, "")}, "off");
  one["x_names"] = json::array();
  for (int i = 0; i < 12; ++i) one["x_names"].push_back(fmt::format("a long name {}", i));
  draw({one});
}

/// Returns the number of powers of ten next to the axes of a figure: as described, and as drawn.
std::pair<long, long> factors_of(fs::path const& svg) {
  fs::path const experiment = svg.parent_path().parent_path();
  if (!fs::exists(experiment / "experiment.json")) return {};  // figures of the comparison
  long described = 0;
  json const description = read_json(experiment / "experiment.json");
  for (json const& figure : description.at("figures")) {
    if (figure_id(figure) != svg.stem()) continue;
    ScratchFolder const scratch;
    auto panels = read_panels(figure, experiment, scratch.path());
    lay_out(figure, panels);
    for (auto const& panel : panels) described += (panel.x.exponent != 0) + (panel.y.exponent != 0);
  }
  auto const scene = read_scene(read_text(svg));
  return {described, std::count_if(scene.texts.begin(), scene.texts.end(),
                                   [](auto const& text) { return text.text.starts_with("×10"); })};
}

/// Examines every figure below `folder` and returns their number.
int examine_figures(fs::path const& folder) {
  int figures = 0;
  for (auto const& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".svg" || entry.path().parent_path().filename() != "figures")
      continue;
    ++figures;
    auto const defects = layout_defects(read_text(entry.path()));
    EXPECT_TRUE(defects.empty()) << entry.path() << ":\n  " << lines(defects);
    auto const [described, drawn] = factors_of(entry.path());
    EXPECT_EQ(drawn, described) << entry.path() << ": powers of ten next to axes";
  }
  return figures;
}

TEST_F(Site, ShowsEveryLegendFree) { EXPECT_GT(examine_figures(root), 5); }

TEST(Layout, HoldsInEveryFigureOfTheResults) {
  char const* const results = std::getenv("RATTLEBACK_SITE");
  if (results == nullptr) GTEST_SKIP() << "RATTLEBACK_SITE is not set";
  EXPECT_GT(examine_figures(results), 0);
}

}  // namespace
}  // namespace rattleback::reports
