// Accessibility of the site: axe-core on every page, and operation by keyboard alone.
// With RATTLEBACK_SITE=FOLDER in the environment, tests the site of that results folder.

#include "tests/reports/sample_laboratory.hpp"
#include "tests/reports/sample_site.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;

class Accessible : public ReaderOfAnySite {};

/// Script that lists the violated rules of axe-core with the first elements, one per line.
constexpr char const* violations = R"js(
axe.run(document, {resultTypes: ['violations']}).then(({violations}) => {
  window.violated = violations.map(({id, help, nodes}) => `${id}: ${help}\n` +
    nodes.slice(0, 3).map(({target, html, any}) =>
      `  ${target}: ${html.slice(0, 200)} ${(any[0] ?? {message: ''}).message}\n`).join('')).join('');
}, (error) => { window.violated = String(error); });
0)js";

/// Returns the rules that the open page violates.
std::string violated_rules(Browser& browser) {
  static std::string const axe = read_text(RATTLEBACK_AXE);
  browser.value(axe + "\n;0");
  browser.value(violations);
  browser.wait_for("typeof window.violated === 'string'");
  return browser.value("window.violated");
}

TEST_F(Accessible, PassesAxeInLightAndDarkColours) {
  Browser browser(folder);
  for (bool const dark : {false, true}) {
    browser.emulate(1400, 900, dark);
    for (fs::path const& path : pages()) {
      browser.open(path);
      browser.value("document.querySelectorAll('details').forEach(d => { d.open = true; })");
      EXPECT_EQ(violated_rules(browser), "") << path << (dark ? ", dark" : ", light");
    }
    browser.open(home_page);
    browser.value("(query.value = 'holds fails', query.dispatchEvent(new Event('input')), 0)");
    browser.wait_for("!hits.hidden");
    EXPECT_EQ(violated_rules(browser), "") << "hits of the search" << (dark ? ", dark" : ", light");
  }
}

/// Expects that the tabulator reaches every control of the open page, in order and visibly.
void expect_reachable(Browser& browser, fs::path const& page) {
  // Focusable elements with their order in the page.
  browser.value(R"js(window.all = [...document.querySelectorAll(
    'a[href], button:enabled, input, select:enabled, summary, [tabindex="0"]')]
      .filter(e => e.checkVisibility());
    window.reached = []; window.unmarked = [];
    document.addEventListener('focusin', ({target}) => {
      reached.push(target);
      if (getComputedStyle(target).outlineStyle === 'none') unmarked.push(target.outerHTML);
    }); 0)js");
  int const count = browser.value("all.length");
  for (int i = 0; i < count; ++i) browser.press("Tab", 9);
  EXPECT_EQ(browser.value("all.filter(e => !reached.includes(e)).map(e => e.outerHTML).join()"), "")
      << page;
  EXPECT_EQ(browser.value("reached.every((e, i) => e === all[i])"), true) << page;
  EXPECT_EQ(browser.value("unmarked.join()"), "") << page << ": the focus is not shown";
}

TEST_F(Accessible, ReachesEveryControlByKeyboard) {
  Browser browser(folder);
  for (fs::path const& path : pages()) {
    browser.open(path);
    expect_reachable(browser, path);
  }
}

TEST_F(LaboratoryPage, PassesAxeInEveryState) {
  Browser browser(folder);
  for (bool const dark : {false, true}) {
    browser.emulate(1400, 900, dark);
    auto const expect_no_violation = [&](char const* state) {
      browser.value("document.querySelectorAll('details').forEach(d => { d.open = true; })");
      EXPECT_EQ(violated_rules(browser), "") << state << (dark ? ", dark" : ", light");
    };
    browser.open(folder / "index.html");
    open(browser, "#problem=skate&section=theta=1;both&picture=plane&method=dla_leapfrog");
    expect_no_violation("runs with a section");
    browser.value(
        "(() => { const e = document.querySelector('[name=step]'); e.value = 'zero';"
        "e.dispatchEvent(new Event('input')); })()");
    browser.wait_for("document.querySelector('#failures').textContent !== '' && " + idle);
    expect_no_violation("a failed run");
    browser.value(
        "document.querySelector('.CodeMirror').CodeMirror.replaceRange("
        "'name', {line: 1, ch: 0}, undefined, '+input')");
    browser.wait_for("document.querySelector('#mistake').textContent !== ''");
    expect_no_violation("a mistake in the text");
  }
}

TEST_F(LaboratoryPage, ReachesEveryControlByKeyboard) {
  Browser browser(folder);
  open(browser, "#problem=skate&section=theta=1;both&picture=plane&method=dla_leapfrog");
  expect_reachable(browser, laboratory);
}

TEST_F(Accessible, PrintsACertificateOnOnePage) {
  Browser browser(folder);
  int certificates = 0;
  for (fs::path const& path : pages()) {
    if (!path.string().ends_with(".certificate.html")) continue;
    ++certificates;
    browser.open(path);
    EXPECT_EQ(browser.printed_pages(), 1) << path;
  }
  EXPECT_GT(certificates, 0);
}

}  // namespace
}  // namespace rattleback::reports
