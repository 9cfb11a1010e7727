// Use of the comparison in a headless Chromium: from the home page to a problem, other axes, a
// hidden curve, a value under the pointer, and an integrator.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "reports/comparison/comparison.hpp"
#include "reports/drawing/gnuplot.hpp"
#include "reports/pages/site.hpp"
#include "tests/reports/browser.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;

class Clicks : public testing::Test {
 protected:
  void SetUp() override {
    if (!Browser::is_installed()) GTEST_SKIP() << "the package chromium is not installed";
    fs::copy(RATTLEBACK_SAMPLE_COMPARISON, scratch.path() / "comparison");
    draw_comparison(scratch.path());
    write_site(scratch.path());
    home_page = scratch.path() / "site" / "comparison.html";
  }

  ScratchFolder scratch;
  fs::path home_page;
};

std::string const plot = "document.querySelector('#work-plot')";

TEST_F(Clicks, LeadFromTheHomePageToAnIntegrator) {
  Browser browser(scratch.path());
  browser.emulate(1400, 900, false);
  browser.open(home_page);
  browser.wait_for("document.querySelector('#heat-map td') !== null");
  browser.click("td[data-problem=contact_oscillator][data-method=dla_leapfrog]");
  browser.wait_for(
      "document.readyState === 'complete' && "
      "location.href.endsWith('contact_oscillator.html#dla_leapfrog') && window.rattlebackPlots "
      "!== undefined");
  EXPECT_EQ(browser.value("document.querySelector('h1').textContent"), "Contact oscillator");
  EXPECT_EQ(browser.value(plot + ".dataset.cost"), "work");
  EXPECT_EQ(browser.value(plot + ".dataset.error"), "position_error");
  EXPECT_EQ(browser.value(plot + ".dataset.curves"), "5");
  EXPECT_EQ(browser.value(plot + ".dataset.failures"), "1");

  // The next entry of the list of errors, by the keyboard.
  browser.value(plot + ".querySelector('[name=error]').focus()");
  browser.press("ArrowDown", 40);
  browser.press("ArrowDown", 40);
  browser.wait_for(plot + ".dataset.error === 'energy_error'");
  EXPECT_NE(browser.value(plot + ".querySelector('.status').textContent")
                .get<std::string>()
                .find("Largest energy error"),
            std::string::npos);

  browser.click("#work-plot .key summary");
  browser.click("#work-plot input[data-curve='ida']");
  browser.wait_for(plot + ".dataset.curves === '4'");
  browser.click("#work-plot input[data-curve='ida']");
  browser.wait_for(plot + ".dataset.curves === '5'");
  browser.click("#work-plot [name=none]");
  browser.wait_for(plot + ".dataset.curves === '0'");
  browser.click("#work-plot [name=all]");
  browser.wait_for(plot + ".dataset.curves === '13'");

  // Thirteen curves: the variants are listed in the key, but hidden.
  browser.click("#work-plot [name=none]");
  browser.click("#work-plot [data-family='Variants of ida']");
  browser.wait_for(plot + ".dataset.curves === '6'");
  EXPECT_EQ(browser.value(plot + ".dataset.failures"), "1") << "form stabilised";
  EXPECT_EQ(browser.value(plot + ".querySelector('.failure-key').hidden"), false);
  browser.click("#work-plot input[data-curve='ida, form stabilised']");
  browser.wait_for(plot + ".dataset.curves === '5' && " + plot + ".dataset.failures === '0'");
  EXPECT_EQ(browser.value(plot + ".querySelector('.failure-key').hidden"), true);
  browser.value(plot + ".querySelector('[name=error]').focus()");
  browser.press("ArrowDown", 40);
  browser.wait_for(plot + ".dataset.error === 'invariant_error'");

  std::string const energy = "document.querySelector('#energy-plot')";
  EXPECT_EQ(browser.value(energy + ".dataset.time"), "linear");
  EXPECT_EQ(browser.value(energy + ".dataset.curves"), "5");
  EXPECT_EQ(browser.value(energy + ".dataset.failures"), "1");
  browser.value(energy + ".querySelector('[name=time]').focus()");
  browser.press("ArrowDown", 40);
  browser.wait_for(energy + ".dataset.time === 'logarithmic'");

  // The address names a row of the table of methods, which is open therefore.
  EXPECT_EQ(browser.value("document.querySelector('tr.wanted').id"), "dla_leapfrog");
  browser.click("#methods tr#gni a");
  browser.wait_for("document.readyState === 'complete' && location.href.endsWith('/gni.html')");
  browser.wait_for("document.querySelectorAll('#results tbody tr').length === 2");
  browser.click("#refusals summary");
  browser.wait_for("document.querySelectorAll('#refusals tbody tr').length === 1");
}

std::string const problems_shown = "document.querySelector('[name=shown]').textContent";

TEST_F(Clicks, FilterTheHeatMapAndReadAPair) {
  Browser browser(scratch.path());
  browser.emulate(1400, 900, false);
  browser.open(home_page);
  browser.wait_for("document.querySelector('#heat-map td') !== null");
  EXPECT_EQ(browser.value("document.querySelectorAll('#heat-map tbody tr').length"), 3);
  // One square can be reached by the tabulator, the others by the arrow keys.
  EXPECT_EQ(browser.value("document.querySelectorAll('#heat-map td[tabindex=\"0\"]').length"), 1);
  browser.value("document.querySelector('#heat-map td[tabindex=\"0\"]').focus()");
  browser.press("ArrowDown", 40);
  browser.wait_for("document.activeElement.dataset.p === '1'");
  std::string const read = browser.value("document.getElementById('pair').textContent");
  EXPECT_NE(read.find(" on "), std::string::npos) << read;
  auto const set = [&](std::string const& name, std::string const& value) {
    browser.value(
        fmt::format("(document.querySelector('[name={}]').value = '{}', "
                    "document.querySelector('form.filters').dispatchEvent("
                    "new Event('input', {{bubbles: true}})), 0)",
                    name, value));
  };
  set("system", "group");
  EXPECT_EQ(browser.value(problems_shown).get<std::string>().rfind("1 of 3 problems", 0), 0u);
  set("system", "");
  set("problem", "knife_edge");
  EXPECT_EQ(browser.value("document.getElementById('heat-map').hidden"), true)
      << "one problem is shown as a table";
  std::string const rows = "[...document.querySelectorAll('#pairs tbody tr')]";
  EXPECT_EQ(browser.value(rows + ".every(r => r.dataset.problem === 'knife_edge')"), true);
  browser.click("#pairs thead th:nth-child(3) button");
  EXPECT_EQ(browser.value("(() => { const keys = " + rows +
                          ".map(r => Number(r.cells[2].dataset.key));"
                          "return keys.every((k, i) => i === 0 || keys[i - 1] <= k); })()"),
            true);
  EXPECT_NE(browser.value("location.hash").get<std::string>().find("problem=knife_edge"),
            std::string::npos);
  browser.emulate(400, 800, false);
  browser.open(scratch.path() / "index.html");
  browser.open(home_page);
  browser.wait_for("document.querySelectorAll('#pairs tbody tr').length > 0");
  EXPECT_EQ(browser.value("document.getElementById('heat-map').hidden"), true);
  EXPECT_LE(browser.value("document.documentElement.scrollWidth"), 400);
}

TEST_F(Clicks, ShowTheValueUnderThePointer) {
  Browser browser(scratch.path());
  browser.open(scratch.path() / "site" / "problems" / "contact_oscillator.html");
  browser.wait_for("window.rattlebackPlots !== undefined");
  browser.value("document.querySelector('#convergence-plot').scrollIntoView()");
  // Position of the first point of the first curve.
  auto const place = browser.value(
      "(() => { const chart = rattlebackPlots.find(p => p.root.id === 'convergence-plot').chart;"
      "const box = chart.canvas.getBoundingClientRect();"
      "const point = chart.getDatasetMeta(0).data[0];"
      "return [box.x + point.x, box.y + point.y]; })()");
  browser.point_at(place.at(0), place.at(1));
  std::string const readout = "document.querySelector('#convergence-plot .readout').textContent";
  browser.wait_for(readout + " !== ''");
  std::string const text = browser.value(readout);
  EXPECT_NE(text.find("h = 0.2, error 0.1 (observed order"), std::string::npos) << text;
  EXPECT_NE(text.find("promised 1"), std::string::npos) << text;
}

TEST_F(Clicks, DrawEveryProblemWithoutErrors) {
  Browser browser(scratch.path());
  for (std::string const name : {"contact_oscillator", "knife_edge", "suslov"}) {
    browser.open(scratch.path() / "site" / "problems" / (name + ".html"));
    browser.wait_for("window.rattlebackPlots !== undefined");
    EXPECT_EQ(browser.value("rattlebackPlots.length"), name == "suslov" ? 2 : 3) << name;
    EXPECT_GT(browser.value("rattlebackPlots[1].chart.data.datasets.length"), 0) << name;
  }
}

}  // namespace
}  // namespace rattleback::reports
