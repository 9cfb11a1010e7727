// Accessibility of the site: axe-core on every page, and operation by keyboard alone.
// With RATTLEBACK_SITE=FOLDER in the environment, tests the site of that results folder.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "tests/reports/sample_site.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;

class Accessible : public Reader {
 protected:
  void SetUp() override {
    char const* const made = std::getenv("RATTLEBACK_SITE");
    if (made == nullptr) return Reader::SetUp();
    root = fs::absolute(made);
    home_page = root / "index.html";
  }
};

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
  EXPECT_EQ(browser.complaints(), "");
}

TEST_F(Accessible, ReachesEveryControlByKeyboard) {
  Browser browser(folder);
  for (fs::path const& path : pages()) {
    browser.open(path);
    // Focusable elements with their order in the page.
    browser.value(R"js(window.all = [...document.querySelectorAll(
      'a[href], button, input, select, summary, [tabindex="0"]')].filter(e => e.checkVisibility());
      window.reached = []; window.unmarked = [];
      document.addEventListener('focusin', ({target}) => {
        reached.push(target);
        if (getComputedStyle(target).outlineStyle === 'none') unmarked.push(target.outerHTML);
      }); 0)js");
    int const count = browser.value("all.length");
    for (int i = 0; i < count; ++i) browser.press("Tab", 9);
    EXPECT_EQ(browser.value("all.filter(e => !reached.includes(e)).map(e => e.outerHTML).join()"),
              "")
        << path;
    EXPECT_EQ(browser.value("reached.every((e, i) => e === all[i])"), true) << path;
    EXPECT_EQ(browser.value("unmarked.join()"), "") << path << ": the focus is not shown";
  }
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
