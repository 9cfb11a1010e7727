// Tables, assessments and files of a comparison, without its pages; use of the pages in a headless
// Chromium: from the home page to a problem, other axes, a hidden curve, a value under the pointer,
// and an integrator.

#include <fmt/format.h>

#include <cmath>

#include "reports/comparison/data.hpp"
#include "reports/comparison/tables.hpp"
#include "reports/comparison/view.hpp"
#include "reports/site/results.hpp"
#include "tests/reports/contains.hpp"
#include "tests/reports/sample_site.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

TEST(ComparisonTable, ShowsOrdersWithTwoDecimals) {
  for (auto const& [value, text] : {std::pair(2.00003, "2.00"), {1.9996, "2.00"}, {-0.001, "0.00"}})
    EXPECT_EQ(shown(Entry::of_order(value)), text);
}

TEST(ComparisonTable, EscapesEveryForm) {
  Table const table{"t",
                    "50% & more",
                    {{"a_b", "A_b"}, {"n", "N"}},
                    {{std::string("x_1, \"q\" | 5% & ~\\"), Number(1.25e-7)},
                     {std::string(), Number(NAN)},
                     {std::string("plain"), Number()}}};
  EXPECT_EQ(to_csv(table), "a_b,n\n\"x_1, \"\"q\"\" | 5% & ~\\\",1.25e-07\n,nan\nplain,\n");
  std::string const latex = to_latex(table);
  EXPECT_TRUE(contains(latex,
                       "x\\_1, \"q\" \\textbar{} 5\\% \\& \\textasciitilde{}"
                       "\\textbackslash{} & $1.25 \\times 10^{-7}$ \\\\"))
      << latex;
  EXPECT_TRUE(contains(latex, "A\\_b & N"));
}

MethodResult promising() {
  MethodResult method;
  method.id = "m";
  method.promises_constraint = true;
  method.orders.push_back({"", "position", 2.0, 1.86, 0.01, 6.0, {}, {}});
  method.structure = Structure{};
  method.structure->constraint_violation = 1e-12;
  return method;
}

TEST(Assessment, FollowsItsRules) {
  auto const sound = promising();
  EXPECT_EQ(assess(sound).kind, "kept");
  auto low = promising();
  low.orders[0].order = 1.84;
  EXPECT_EQ(assess(low).kind, "broken");
  auto leaking = promising();
  leaking.structure->constraint_violation = 1e-10;
  EXPECT_EQ(assess(leaking).kind, "broken");
  leaking.structure->constraint_violation = NAN;
  EXPECT_EQ(assess(leaking).kind, "broken") << "NaN breaks every promise";
  auto unknown = promising();
  unknown.orders[0].order = Number();
  unknown.structure->constraint_violation = Number();
  EXPECT_EQ(assess(unknown).kind, "ran");
  auto failing = promising();
  failing.structure->outcome = "singular_constraints";
  EXPECT_EQ(assess(failing).kind, "failed");
  failing.not_applicable_because = "no";
  EXPECT_EQ(assess(failing).kind, "refused");
}

TEST(Comparison, ReportsTheInvalidFileAndField) {
  ScratchFolder const scratch;
  EXPECT_THROW(draw_comparison(scratch.path()), IoError);
  fs::path const folder = scratch.path() / "comparison";
  fs::create_directories(folder);
  write_atomically(folder / "sound.json", R"({"problem":{"id":"sound"},"methods":[]})");
  auto const said = [&] {
    std::string reasons;
    auto const problems = read_comparison(folder, [&](auto const& why) { reasons += why; });
    EXPECT_EQ(problems.size(), 1u) << "the other file is still read";
    return reasons;
  };
  EXPECT_EQ(said(), "");
  auto const problem = [](std::string const& rest) {
    return R"({"problem":{"id":"p"},)" + rest + "}";
  };
  auto const method = [&](std::string const& rest) {
    return problem(R"("methods":[{"id":"m",)" + rest + "}]");
  };
  for (auto const& [wrong, reason] : std::vector<std::pair<std::string, std::string>>{
           {"{", "is not valid JSON (line 1, column 2)"},
           {"[]", "the value is not an object"},
           {"{}", "\"id\" is missing"},
           {R"({"problem":[]})", "\"problem\" is not an object"},
           {R"({"problem":{"id":7}})", "\"id\" is not a text"},
           {problem(R"("case":"c")"), "\"methods\" is missing"},
           {problem(R"("methods":{"id":"m"})"), "\"methods\" is not a list"},
           {problem(R"("methods":["m"])"), "\"methods\" is not a list of objects"},
           {R"({"problem":{"id":"../p"},"methods":[]})", "\"../p\" is not a valid page name"},
           {problem(R"("methods":[{"id":"p"}])"), "\"p\" is the id of both a problem and a method"},
           {problem(R"("methods":[{"id":"m"},{"id":"m"}])"), "the method m appears twice"},
           {method(R"("orders":[{"steps":[1],"errors":[]}])"), "1 steps have 0 errors"},
           {method(R"("orders":[{"steps":"many"}])"), "\"steps\" is not a list"},
           {method(R"("adaptive":1)"), "\"adaptive\" is neither true nor false"},
           {method(R"("structure":[])"), "\"structure\" is not an object"},
           {method(R"("work":[{"value":"much"}])"), "\"value\" is not a number"},
           {method(R"("work":[{"value":[1]}])"), "\"value\" is not a number"}}) {
    write_atomically(folder / "p.json", wrong);
    EXPECT_TRUE(contains(said(), reason)) << said() << " is not " << reason;
    EXPECT_TRUE(contains(said(), "comparison")) << said();
    EXPECT_FALSE(contains(said(), "exception")) << said();
  }
}

TEST(Comparison, LeavesOutForeignFilesOfAFolder) {
  ScratchFolder const scratch;
  auto const write = [&](char const* name, char const* text) {
    fs::create_directories((scratch.path() / name).parent_path());
    write_atomically(scratch.path() / name, text);
  };
  write("comparison/a.json", R"({"problem":{"id":"a"},"methods":[]})");
  write("comparison/b.json", R"({"problem":{"id":"b"},"methods":[]})");
  write("comparison/prices.json", "[1, 2");
  write("choices/a.json", R"({"answers":[{"answer":7}]})");
  write("choices/b.json", R"({"answers":[{"answer":"Take m."}]})");
  std::vector<std::string> reasons;
  auto const skip = [&](std::string const& reason) { reasons.push_back(reason); };
  EXPECT_NO_THROW(draw_comparison(scratch.path(), {}, skip));
  EXPECT_NO_THROW(write_site(scratch.path(), {}, skip));
  ASSERT_EQ(reasons.size(), 3u) << "once while drawing, twice for the site";
  EXPECT_TRUE(contains(reasons[1], "prices.json")) << reasons[1];
  EXPECT_TRUE(contains(reasons[2], "choices/a.json': \"answer\" is not a text")) << reasons[2];
  auto const found = read_results(scratch.path());
  EXPECT_EQ(found.comparison.size(), 2u);
  EXPECT_EQ(found.choices.size(), 1u);
}

TEST(Comparison, NamesFilesByTheirText) {
  ScratchFolder const scratch;
  fs::create_directories(scratch.path() / "a");
  for (char const* const name : {"skate.toml", "a/skate.toml", "index.toml", "a/ü b.toml"})
    write_atomically(scratch.path() / name, name);
  std::set<std::string> names;
  for (char const* const file : {"skate.toml", "a/skate.toml", "index.toml", "a/ü b.toml"}) {
    auto const name = comparison_name((scratch.path() / file).string());
    names.insert(name);
    write_atomically(scratch.path() / (name + ".json"),
                     R"({"problem":{"id":")" + name + R"("},"methods":[]})");
  }
  EXPECT_EQ(names.size(), 4u);
  EXPECT_EQ(read_comparison(scratch.path()).size(), 4u) << "the names are names of pages";
  EXPECT_EQ(comparison_name("suslov"), "suslov");
}

TEST(Comparison, ShowsErrorsUpToTheLargestNumber) {
  // The ratios of the errors overflow.
  for (auto const* error : {"1e300", "1.7e308", "4e-324", "0"}) {
    ScratchFolder const scratch;
    fs::create_directories(scratch.path() / "comparison");
    auto const steps =
        R"("steps":[0.1,0.05,0.025],"errors":[)" + std::string(error) + ",1e-3,1e-16]";
    write_atomically(
        scratch.path() / "comparison" / "p.json",
        R"({"problem":{"id":"p"},"methods":[{"id":"m","orders":[{"component":"positions",)" +
            steps + R"(}],"work":[{"outcome":"ok","force_evaluations":10,"cpu_seconds":)" + error +
            R"(,"position_error":)" + error +
            R"(},{"outcome":"ok","force_evaluations":20,"cpu_seconds":1,"position_error":1e-9}]}],)" +
            R"("pictures":{"energy":[{"method":"m","times":[0,1,2],"errors":[0,1e-9,)" + error +
            "]}]}}");
    EXPECT_NO_THROW(draw_comparison(scratch.path())) << error;
    EXPECT_NO_THROW(write_site(scratch.path())) << error;
  }
}

/// Reader who begins at the comparison.
class Clicks : public Reader {
 protected:
  fs::path comparison() const { return root / "site" / "comparison.html"; }
};

std::string const plot = "document.querySelector('#work-plot')";

TEST_F(Clicks, LeadFromTheHomePageToAnIntegrator) {
  Browser browser(folder);
  browser.emulate(1400, 900, false);
  browser.open(comparison());
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
  EXPECT_TRUE(contains(browser.value(plot + ".querySelector('.status').textContent"),
                       "Largest energy error"));

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
  Browser browser(folder);
  browser.emulate(1400, 900, false);
  browser.open(comparison());
  browser.wait_for("document.querySelector('#heat-map td') !== null");
  EXPECT_EQ(browser.value("document.querySelectorAll('#heat-map tbody tr').length"), 3);
  // One square can be reached by the tabulator, the others by the arrow keys.
  EXPECT_EQ(browser.value("document.querySelectorAll('#heat-map td[tabindex=\"0\"]').length"), 1);
  browser.value("document.querySelector('#heat-map td[tabindex=\"0\"]').focus()");
  browser.press("ArrowDown", 40);
  browser.wait_for("document.activeElement.dataset.p === '1'");
  EXPECT_TRUE(contains(browser.value("document.getElementById('pair').textContent"), " on "));
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
  EXPECT_TRUE(contains(browser.value("location.hash"), "problem=knife_edge"));
  browser.emulate(400, 800, false);
  browser.open(home_page);
  browser.open(comparison());
  browser.wait_for("document.querySelectorAll('#pairs tbody tr').length > 0");
  EXPECT_EQ(browser.value("document.getElementById('heat-map').hidden"), true);
  EXPECT_LE(browser.value("document.documentElement.scrollWidth"), 400);
}

TEST_F(Clicks, ShowTheValueUnderThePointer) {
  Browser browser(folder);
  browser.open(root / "site" / "problems" / "contact_oscillator.html");
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
  EXPECT_TRUE(contains(text, "h = 0.2, error 0.1 (observed order")) << text;
  EXPECT_TRUE(contains(text, "promised 1")) << text;
}

TEST_F(Clicks, DrawEveryProblemWithoutErrors) {
  Browser browser(folder);
  for (std::string const name : {"contact_oscillator", "knife_edge", "suslov"}) {
    browser.open(root / "site" / "problems" / (name + ".html"));
    browser.wait_for("window.rattlebackPlots !== undefined");
    EXPECT_EQ(browser.value("rattlebackPlots.length"), name == "suslov" ? 2 : 3) << name;
    EXPECT_GT(browser.value("rattlebackPlots[1].chart.data.datasets.length"), 0) << name;
  }
}

}  // namespace
}  // namespace rattleback::reports
