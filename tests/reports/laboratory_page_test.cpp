// Laboratory in a headless Chromium, opened from the disk: typed text, sliders, animation, links,
// exports, stopping, and the time for which the page is blocked.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <numeric>

#include "tests/laboratory/trailers.hpp"
#include "tests/reports/contains.hpp"
#include "tests/reports/sample_laboratory.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;

std::string element(std::string const& selector) {
  return fmt::format("document.querySelector('{}')", selector);
}
std::string text_of(Browser& browser, std::string const& selector) {
  return browser.value(element(selector) + ".textContent");
}
/// Sets the value of a control as a reader does.
void set(Browser& browser, std::string const& selector, std::string const& value,
         char const* event = "input") {
  browser.value(
      fmt::format("(() => {{ const e = {}; e.value = '{}'; e.dispatchEvent(new Event("
                  "'{}', {{bubbles: true}})); }})()",
                  element(selector), value, event));
}
/// Returns a column of the first method's table, as a list.
std::string const first_energies =
    "[...rattlebackTest.runs()[0].column('energy')].slice(0, 50).join()";

TEST_F(LaboratoryPage, ShowsAMistakeWhileTyping) {
  Browser browser(folder);
  open(browser);
  std::string const editor = element(".CodeMirror") + ".CodeMirror";
  EXPECT_EQ(text_of(browser, "#mistake"), "");
  // The cursor behind "cos" of line 5: the reader types one letter.
  browser.value(editor + ".focus(), " + editor + ".setCursor(4, " + editor +
                ".getLine(4).indexOf('cos(') + 3)");
  browser.type("x");
  browser.wait_for(element("#mistake") + ".textContent.includes('cosx')");
  EXPECT_TRUE(contains(text_of(browser, "#mistake"), "line 5, column 34: "))
      << text_of(browser, "#mistake");
  std::string const lines = text_of(browser, "#mistake-line");
  auto const end = lines.find('\n');
  EXPECT_EQ(lines.substr(lines.find('^') - end - 1, 4), "cosx") << lines;
  EXPECT_EQ(browser.value(element(".CodeMirror .wrong") + ".textContent"), "cosx");
  browser.press("Backspace", 8);
  browser.wait_for(element("#mistake") + ".textContent === '' && " + idle);
  EXPECT_EQ(browser.value(element("#mistake-line") + ".hidden"), true);
}

TEST_F(LaboratoryPage, LeavesTheEditorByTheTabulator) {
  Browser browser(folder);
  open(browser);
  browser.value(element(".CodeMirror") + ".CodeMirror.focus()");
  browser.press("Tab", 9);
  EXPECT_EQ(browser.value("document.activeElement.closest('.CodeMirror') === null"), true);
}

TEST_F(LaboratoryPage, RunsAgainWhenASliderMoves) {
  Browser browser(folder);
  open(browser);
  std::string const before = browser.value(first_energies);
  browser.value(element("[name=slider-a]") + ".focus()");
  browser.press("ArrowRight", 39);
  browser.wait_for(element("[name=parameter-a]") + ".value !== '0.2' && " + idle);
  browser.wait_for(first_energies + " !== " + nlohmann::json(before).dump());
  std::string const value = browser.value(element("[name=parameter-a]") + ".value");
  EXPECT_TRUE(contains(text_of(browser, "#commands"), " --set a=" + value + " "));
  browser.wait_for("location.hash.includes('set=a%3D" + value + "')");
  set(browser, "[name=parameter-J]", "0");
  browser.wait_for(element("#failures") + ".textContent !== '' && " + idle);
}

TEST_F(LaboratoryPage, ProjectsATypedVelocity) {
  Browser browser(folder);
  open(browser, "#problem=skate&method=dla_leapfrog");
  set(browser, "[name=v-vy]", "2");
  browser.wait_for("!" + element("#projected") + ".hidden && " + idle);
  EXPECT_EQ(text_of(browser, "#failures"), "");
  EXPECT_TRUE(contains(text_of(browser, "#commands"), " --v=0.87,2,0.6 --project "))
      << text_of(browser, "#commands");
  double const vy = browser.value("rattlebackTest.runs()[0].column('vy')[0]");
  EXPECT_GT(std::abs(vy - 2), 0.1) << "the constraint changes it";
  EXPECT_LT(browser.value("rattlebackTest.runs()[0].largest.constraint").get<double>(), 1e-12);
  browser.click("[name=reset-point]");
  browser.wait_for(element("#projected") + ".hidden && " + idle);
  EXPECT_FALSE(contains(text_of(browser, "#commands"), "--project"));
}

TEST_F(LaboratoryPage, PlaysTheMotion) {
  Browser browser(folder);
  browser.emulate(1000, 800, false);
  open(browser);
  EXPECT_EQ(browser.value(element("#animation input") + ".value"), "0");
  browser.click("#animation button");
  browser.wait_for("Number(" + element("#animation input") + ".value) > 0");
  EXPECT_EQ(text_of(browser, "#animation button"), "Pause");
  browser.click("#animation button");
  EXPECT_EQ(text_of(browser, "#animation button"), "Play");
  browser.value(element("#animation input") + ".focus()");
  browser.press("End", 35);
  browser.wait_for(element("#animation output") + ".textContent === 't = 100'");
}

TEST_F(LaboratoryPage, RestoresTheStateOfALink) {
  Browser browser(folder);
  open(browser,
       "#problem=skate&set=a=0.3&method=dla_leapfrog&method=odeint_rk4&step=0.05&steps=200"
       "&section=vtheta=0.6;both&picture=plane&across=theta");
  EXPECT_EQ(browser.value(element("[name=parameter-a]") + ".value"), "0.3");
  EXPECT_EQ(browser.value("rattlebackTest.runs().map(r => r.method.id).join()"),
            "dla_leapfrog,odeint_rk4");
  EXPECT_EQ(text_of(browser, "#length"), "Up to t = 10.");
  EXPECT_EQ(browser.value(element("[name=section]") + ".checked"), true);
  EXPECT_EQ(browser.value(element("[name=direction]") + ".value"), "both");
  EXPECT_EQ(browser.value(element("[name=across]") + ".value"), "theta");
  // A typed text is in the link, too.
  std::string const editor = element(".CodeMirror") + ".CodeMirror";
  browser.value(editor + ".replaceRange('# my own\\n', {line: 0, ch: 0}, undefined, '+input')");
  browser.wait_for("location.hash.includes('text=')");
  std::string const address = browser.value("location.hash");
  browser.wait_for(idle);
  std::string const energies = browser.value(first_energies);
  browser.open(folder / "index.html");
  open(browser, address);
  EXPECT_EQ(browser.value(editor + ".getLine(0)"), "# my own");
  EXPECT_EQ(browser.value(first_energies), energies);
  EXPECT_EQ(browser.value("rattlebackTest.runs()[0].steps"), 200);
}

TEST_F(LaboratoryPage, ExportsPicturesTablesAndCommands) {
  Browser browser(folder);
  open(browser,
       "#problem=skate&set=a=0.3&method=dla_leapfrog&method=gni&step=0.1&steps=100"
       "&section=theta=1;both");
  browser.value(R"js(window.saved = {}; rattlebackLaboratory.save = (name, blob) =>
    blob.arrayBuffer().then(bytes => { saved[name] = new Uint8Array(bytes); });
    Object.defineProperty(navigator, 'clipboard', {value: {writeText: async text => {
      window.copied = text; }}}); 0)js");
  for (std::string const name : {"motion", "quantity", "constraint", "section"}) {
    browser.click("[data-png=" + name + "]");
    std::string const file = "saved['skate_" + name + ".png']";
    browser.wait_for(file + "?.length > 2000");
    EXPECT_EQ(
        browser.value("[..." + file + ".slice(1, 4)].map(c => String.fromCharCode(c)).join('')"),
        "PNG");
  }
  browser.click("[data-csv=motion]");
  browser.wait_for("saved['skate_motion.csv'] !== undefined");
  std::string const table = browser.value("new TextDecoder().decode(saved['skate_motion.csv'])");
  EXPECT_TRUE(table.starts_with("method,t,x,y,theta,vx,vy,vtheta,")) << table.substr(0, 80);
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + 2 * 101);
  browser.click("[data-csv=section]");
  browser.wait_for("saved['skate_section.csv'] !== undefined");
  browser.click("[name=copy-command]");
  EXPECT_EQ(browser.value("copied"),
            "rattleback show skate --text > skate.toml\n"
            "rattleback run ./skate.toml dla_leapfrog --set a=0.3 --step 0.1 --steps 100 "
            "--section theta=1 --crossing both --json\n"
            "rattleback run ./skate.toml gni --set a=0.3 --step 0.1 --steps 100 "
            "--section theta=1 --crossing both --json");
  browser.click("[name=copy-link]");
  browser.wait_for("copied.includes('laboratory.html#problem=skate')");
}

TEST_F(LaboratoryPage, StopsALongRunAtOnce) {
  Browser browser(folder);
  open(browser);
  set(browser, "[name=steps]", "1000000000");
  browser.wait_for(element("#status") + ".textContent.includes(' of 1000000000 steps')");
  auto const begun = std::chrono::steady_clock::now();
  browser.click("[name=stop]");
  EXPECT_EQ(text_of(browser, "#status"), "Stopped.");
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(1));
  set(browser, "[name=steps]", "50");
  browser.wait_for("rattlebackTest.runs()[0].steps === 50 && " + idle);
}

TEST_F(LaboratoryPage, BlocksThePageForAMomentOnly) {
  Browser browser(folder);
  browser.emulate(1400, 900, false);
  browser.start_tracing();
  open(browser,
       "#problem=skate&method=dla_leapfrog&method=gni&method=odeint_rk4&steps=4000"
       "&section=theta=1;both");
  browser.value(element("[name=slider-a]") + ".focus()");
  for (int moves = 0; moves < 10; ++moves) browser.press("ArrowRight", 39);
  browser.wait_for(element("[name=parameter-a]") + ".value === '0.22' && " + idle);
  browser.click("#animation button");
  browser.wait_for("Number(" + element("#animation input") + ".value) > 100");
  std::vector<double> const times = browser.task_times();
  ASSERT_FALSE(times.empty());
  double const longest = *std::max_element(times.begin(), times.end());
  double const all = std::accumulate(times.begin(), times.end(), 0.0);
  std::cout << fmt::format("longest task {:.1f} ms of {:.0f} ms of processor time\n", longest, all);
  // A share, because milliseconds are those of the machine: the largest piece is the making of one
  // diagram.
  EXPECT_GT(longest, 1);
  EXPECT_LE(longest, all / 8);
}

TEST_F(LaboratoryPage, RunsATextOfOtherSizes) {
  Browser browser(folder);
  open(browser);
  std::string const editor = element(".CodeMirror") + ".CodeMirror";
  browser.value(editor + ".execCommand('selectAll'), " + editor + ".replaceSelection(" +
                nlohmann::json(trailers).dump() + ", 'end', '+input')");
  browser.wait_for("rattlebackTest.runs()[0]?.columns.includes('vbeta') && " + idle);
  EXPECT_EQ(text_of(browser, "#failures"), "");
  EXPECT_LT(browser.value("rattlebackTest.runs()[0].largest.constraint").get<double>(), 1e-12);
}

TEST_F(LaboratoryPage, SaysWhatIsWrongWithALink) {
  Browser browser(folder);
  open(browser, "#problem=skater&method=nothing&step=zero&set=b=1");
  EXPECT_TRUE(contains(text_of(browser, "#failure"), "'skater'"));
  browser.open(folder / "index.html");
  open(browser, "#text=damaged");
  EXPECT_TRUE(contains(text_of(browser, "#failure"), "The link is damaged"));
  open(browser, "#problem=skate&method=dla_leapfrog&method=nothing&step=zero");  // the same page
  browser.wait_for(element("#failure") + ".textContent.includes('zero') && " + idle);
  browser.wait_for(element("#methods") + ".textContent.includes(\"no method 'nothing'\")");
}

TEST_F(LaboratoryPage, FitsAPhone) {
  Browser browser(folder);
  browser.emulate(400, 800, false);
  open(browser, "#problem=chaplygin_sphere&method=odeint_rk4&section=x=1;both&picture=plane");
  browser.value("document.querySelectorAll('details').forEach(d => { d.open = true; })");
  EXPECT_LE(browser.value("document.documentElement.scrollWidth"), 400);
}

TEST_F(LaboratoryPage, LinksOtherPagesToTheLaboratory) {
  auto const page = [&](char const* name) { return read_text(folder / "site" / name); };
  EXPECT_TRUE(contains(read_text(folder / "index.html"), "site/laboratory.html\""));
  EXPECT_TRUE(
      contains(page("problems/knife_edge.html"), "site/laboratory.html#problem=knife_edge"));
  EXPECT_FALSE(contains(page("problems/rolling_disk.html"), "laboratory.html#"))
      << "no text states it";
  EXPECT_TRUE(contains(page("methods/dla_leapfrog.html"),
                       "site/laboratory.html#problem=knife_edge&amp;method=dla_leapfrog"));
  EXPECT_FALSE(contains(page("methods/ida.html"), "laboratory.html#")) << "it is adaptive";
  write_site(folder);
  EXPECT_FALSE(fs::exists(laboratory));
  EXPECT_FALSE(fs::exists(folder / "site" / "laboratory.module.js"));
  EXPECT_FALSE(contains(read_text(folder / "index.html"), "site/laboratory.html"));
  EXPECT_FALSE(contains(page("problems/knife_edge.html"), "site/laboratory.html"));
}

}  // namespace
}  // namespace rattleback::reports
