// Site of an invented results folder with the samples of the comparison and of the timings: its
// pages as files, and their use in a headless Chromium.

#include "reports/pages/site.hpp"

#include <fmt/format.h>

#include <set>
#include <tuple>

#include "base/files/anchor.hpp"
#include "reports/drawing/sheet.hpp"
#include "reports/site/words.hpp"
#include "tests/reports/contains.hpp"
#include "tests/reports/sample_site.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

TEST_F(Site, ContainsNoBrokenLink) {
  std::size_t links = 0;
  for (fs::path const& path : pages()) {
    std::string const text = read_text(path);
    for (std::string const& address : all_of(text, "(?:href|src)=\"([^\"]*)\"")) {
      ASSERT_FALSE(address.empty()) << path;
      EXPECT_FALSE(contains(address, ":")) << path << ": " << address;
      std::string const file = address.substr(0, address.find('#'));
      fs::path const target = file.empty() ? path : (path.parent_path() / file).lexically_normal();
      ASSERT_TRUE(fs::is_regular_file(target)) << path << ": " << address;
      ++links;
      // An address with '=' holds the state of a filter.
      if (std::size_t const at = address.find('#');
          at != std::string::npos && address.find('=', at) == std::string::npos) {
        EXPECT_TRUE(contains(read_text(target), fmt::format("id=\"{}\"", address.substr(at + 1))))
            << path << ": " << address;
      }
    }
    std::set<std::string> ids;
    for (std::string const& id : all_of(text, "\\bid=\"([^\"]*)\""))
      EXPECT_TRUE(ids.insert(id).second) << path << ": two elements with the id " << id;
    EXPECT_FALSE(contains(text, "{{")) << path;
    EXPECT_FALSE(contains(text, "\"soft\">; ")) << path << ": a list begins with an empty entry";
    EXPECT_FALSE(contains(text, "data:image")) << path;
    EXPECT_LE(text.size(), 1000000u) << path;
  }
  EXPECT_GT(links, 300u);
}

TEST_F(Site, ShowsStatementsWithTheirEvidence) {
  std::string const paper = page("papers/p.html");
  EXPECT_TRUE(contains(paper, "1 &lt; 2 &amp; more")) << "text is escaped";
  EXPECT_TRUE(contains(paper, "Corrected: the sign."));
  EXPECT_TRUE(contains(paper, "<b>3 statements.</b>"));
  EXPECT_TRUE(contains(paper, "href=\"../../site/studies/e.html\""));
  EXPECT_TRUE(contains(paper, "src=\"../../e/figures/f.small.png\""));
  std::string const study = page("studies/e.html");
  EXPECT_TRUE(contains(study, "<b>Figure 1 of P.</b>"));
  EXPECT_TRUE(contains(study, "rattleback reproduce e"));
  EXPECT_TRUE(contains(study, "href=\"../../e/data/d.csv\""));
  std::string const certificate = page("papers/p.certificate.html");
  EXPECT_TRUE(contains(certificate, sha256_file(root / "statements.json")));
  EXPECT_TRUE(contains(certificate, "Statements that fail"));
  EXPECT_TRUE(contains(page("findings.html"), "at <i>t</i> = 1"));
  EXPECT_TRUE(contains(page("errata.html"), "papers/p.html#A"));
}

TEST_F(Site, ShowsTheCheapestMethods) {
  std::string const problem = page("problems/knife_edge.html");
  EXPECT_TRUE(contains(problem, "Error below 10⁻⁴ up to t = 100"));
  EXPECT_TRUE(contains(problem, "No method was found."));
  EXPECT_TRUE(contains(problem, "a processor, 2026-01-01, preset perf"));
  EXPECT_TRUE(contains(problem, "<td class=\"number\">0.2</td>")) << "milliseconds";
  EXPECT_TRUE(contains(page("comparison.html"), "A star marks the cheapest method"));
  json const map = unpacked(page("comparison.map.js"));
  for (json const& one : map.at("problems"))
    EXPECT_EQ(one.at("first"), one.at("id") == "knife_edge" ? json("dla_leapfrog") : json(nullptr));
}

TEST_F(Site, BeginsAPaperWithItsHeadlines) {
  auto run = read_json(root / "run.json");
  run["papers"][0]["headlines"] = json::parse(R"([{"claim": "It holds.", "place": "abstract",
      "statements": ["B"], "noun": "a number", "answer": "It does not.", "figure": "e/f",
      "findings": ["F"], "example": true}])");
  write_atomically(root / "run.json", run.dump());
  write_site(root);
  std::string const paper = page("papers/p.html");
  auto const begin = paper.find("<section id=\"headlines\">");
  ASSERT_NE(begin, std::string::npos);
  std::string const section = paper.substr(begin, paper.find("</section>", begin) - begin);
  for (char const* part : {"<h3>It holds.</h3>", "It does not.", "href=\"#B\"", "a number",
                           "e/figures/f.small.png", "findings.html#p-F"})
    EXPECT_TRUE(contains(section, part)) << part;
  EXPECT_LT(begin, paper.find("id=\"statements\""));
  EXPECT_TRUE(contains(read_text(home_page), "It holds."));
}

TEST_F(Site, LinksFindingsFromTheirSubjects) {
  std::string const link = "site/findings.html#" + anchor("p-A/related");
  std::string const paper = page("papers/p.html");
  EXPECT_TRUE(contains(paper.substr(0, paper.find("id=\"B\"")), "href=\"../../" + link))
      << "next to statement A";
  EXPECT_FALSE(contains(
      paper.substr(paper.find("id=\"B\""), paper.find("id=\"findings\"") - paper.find("id=\"B\"")),
      link));
  EXPECT_TRUE(contains(paper.substr(paper.find("id=\"findings\"")), link));
  EXPECT_TRUE(contains(page("problems/suslov.html"), link));
  EXPECT_TRUE(contains(page("methods/euler_poincare_suslov.html"), link));
  EXPECT_FALSE(contains(page("methods/dla_leapfrog.html"), link)) << "not in the study";
}

TEST_F(Site, RemovesOutdatedPages) {
  write_atomically(root / "site" / "papers" / "q.html", "old");
  fs::remove_all(root / "comparison");
  fs::remove(root / "bench.json");
  write_site(root);
  EXPECT_FALSE(fs::exists(root / "site" / "papers" / "q.html"));
  EXPECT_FALSE(fs::exists(root / "site" / "problems" / "suslov.html"));
  EXPECT_TRUE(contains(page("comparison.html"), "make comparison"));
  EXPECT_TRUE(contains(page("timings.html"), "make bench"));
}

TEST(Words, ConvertFormulas) {
  EXPECT_EQ(rich_text("$p^+ < y^2$"), "<i>p</i><sup>+</sup> &lt; <i>y</i><sup>2</sup>");
  EXPECT_EQ(rich_text("$q_k$, dla_leapfrog, 1e-3"),
            "<i>q<sub>k</sub></i>, <code>dla_leapfrog</code>, 10<sup>−3</sup>");
  EXPECT_EQ(rich_text("start `multiplier`, $h$"), "start <code>multiplier</code>, <i>h</i>");
  EXPECT_EQ(formulas::plain_prose("$q_k$ {"), "qₖ {");
}

TEST_F(Site, ShowsTheAcceptedComparisonAndTimingsWithoutOthers) {
  for (std::string const part : {"comparison", "timings", "choices"})
    std::filesystem::rename(root / "guarded" / (part + ".json"),
                            root / ("accepted_" + part + ".json"));
  auto const own_map = page("comparison.map.js"), own_timings = page("timings.html");
  EXPECT_FALSE(contains(page("comparison.html"), "the accepted one is shown"));
  EXPECT_FALSE(contains(own_timings, "the accepted ones are shown"));
  EXPECT_FALSE(contains(read_text(home_page), "Accepted: "));
  std::filesystem::remove_all(root / "comparison");
  std::filesystem::remove(root / "bench.json");
  write_atomically(root / "catalogue.json",
                   R"({"problems":[{"id":"knife_edge"},{"id":"suslov"}],"methods":[]})");
  write_site(root);
  EXPECT_TRUE(contains(page("problems/knife_edge.html"), "Take <code>dla_leapfrog</code>"));
  EXPECT_TRUE(contains(page("problems/knife_edge.html"), "a processor"));
  EXPECT_FALSE(contains(page("problems/suslov.html"), "Times on one core"));
  EXPECT_TRUE(contains(page("problems/suslov.html"), "rattleback choose suslov --until 100"));
  auto const runs = [](std::string const& html) { return html.substr(html.find("id=\"runs\"")); };
  EXPECT_TRUE(contains(page("timings.html"), "the accepted ones are shown"));
  EXPECT_FALSE(contains(page("timings.html"), "bench.csv"));
  EXPECT_EQ(runs(page("timings.html")).substr(0, 500), runs(own_timings).substr(0, 500));
  EXPECT_TRUE(contains(read_text(home_page), "Accepted: a processor, 2026-01-01, preset perf"));
  EXPECT_EQ(page("comparison.map.js"), own_map);
  EXPECT_TRUE(contains(page("comparison.html"), "the accepted one is shown"));
  EXPECT_TRUE(contains(read_text(home_page), "Accepted comparison"));
}

TEST_F(Site, ShowsWhichVerdictsChanged) {
  EXPECT_TRUE(contains(page("changes.html"), "not compared"));
  write_atomically(root / "changes.json", R"({"accepted":"verdicts/quick","changes":[
    {"kind":"improved","paper":"p","id":"B","before":"fails","after":"holds"},
    {"kind":"worse","paper":"p","id":"A","before":"holds","after":"fails < 1"}]})");
  write_site(root);
  std::string const changes = page("changes.html");
  EXPECT_LT(changes.find("<h2>Worse</h2>"), changes.find("<h2>Improved</h2>"));
  EXPECT_TRUE(contains(changes, "href=\"../site/papers/p.html#A\""));
  EXPECT_TRUE(contains(changes, "<td>holds</td><td>fails &lt; 1</td>"));
  EXPECT_TRUE(contains(read_text(home_page), "2 verdicts differ from the accepted ones"));
  write_atomically(root / "changes.json", R"({"accepted":"verdicts/quick","changes":[]})");
  write_site(root);
  EXPECT_TRUE(contains(page("changes.html"), "No verdict differs."));
  write_atomically(root / "changes.json",
                   R"({"accepted":"verdicts/full","changes":[],"compared":{"numbers":1}})");
  write_site(root);
  EXPECT_TRUE(contains(page("changes.html"), "No verdict, number or curve differs."));
}

TEST_F(Site, ListsTheBuildsOfItsRuns) {
  std::string const build = R"("accepted":"verdicts/quick","mode":"quick","flags":"-O2",
    "cpu":"a processor","date":"2026-01-01","commit":"0123456789abcdef","libraries":{"fmt":"9.1"},
    "compared":{"verdicts":751,"numbers":4321},"changes":[])";
  write_atomically(root / "changes.json", R"({"compiler":"g++ 12","architecture":"x86_64",)" +
                                              build + R"(,"numbers":[]})");
  write_atomically(root / "elsewhere.json",
                   R"([{"name":"arm64_quick","compiler":"g++ 12","architecture":"aarch64",)" +
                       build +
                       R"(,"numbers":[{"kind":"moved","what":"finding p F","before":"2.5",
                       "after":"2.7"}]},
                       {"name":"arm64_full","architecture":"aarch64","cpu":"AMD EPYC"}])");
  write_site(root);
  std::string const runs = page("runs.html");
  for (char const* const words : {"this run, quick", "arm64_quick, quick", "aarch64, a processor",
                                  "aarch64, emulated on AMD EPYC", "fmt 9.1", "0123456789ab<",
                                  "751", "4321", "finding p F", "2.7"})
    EXPECT_TRUE(contains(runs, words)) << words;
  EXPECT_TRUE(contains(read_text(home_page), "site/runs.html"));
}

TEST_F(Site, ContainsTheDocuments) {
  std::string const verdicts = page("docs/verdicts.html");
  EXPECT_EQ(all_of(verdicts, "<h1>([^<]*)</h1>").size(), 1u);
  EXPECT_TRUE(contains(verdicts, "<td>not checkable</td>")) << "a table";
  EXPECT_TRUE(contains(verdicts, "<code>verdicts/full.md</code>")) << "not part of the site";
  for (auto const& [name, title, picture] :
       {std::tuple{"tutorial", "Tutorial", "tutorial_figure_6.png"},
        std::tuple{"architecture", "Architecture", "include_graph.svg"}}) {
    std::string const text = page(fmt::format("docs/{}.html", name));
    EXPECT_EQ(all_of(text, "<h1>([^<]*)</h1>"), std::vector<std::string>{title});
    EXPECT_TRUE(contains(text, fmt::format("<img src=\"{}\"", picture))) << name;
    EXPECT_EQ(read_text(root / "site/docs" / picture),
              read_text(fs::path(RATTLEBACK_DOCUMENTS) / picture));
  }
  EXPECT_TRUE(contains(page("docs/files_and_numbers.html"), "<h2 id=\"numbers\">"));
  EXPECT_TRUE(contains(page("documents.html"), "docs/verdicts.html"));
  EXPECT_TRUE(contains(read_text(home_page), "site/docs/extending.html"));
  EXPECT_TRUE(contains(unpacked(page("assets/search_entries.js")).dump(),
                       "site/docs/files_and_numbers.html#numbers"));
}

TEST(Symbol, TypesetsComponents) {
  EXPECT_EQ(symbol("x"), "$x$");
  EXPECT_EQ(symbol("vx"), "$v_{x}$");
  EXPECT_EQ(symbol("theta"), "$θ$");
  EXPECT_EQ(symbol("vtheta"), "$v_{θ}$");
  EXPECT_EQ(symbol("R11"), "$R_{11}$");
  EXPECT_EQ(symbol("psi2"), "$ψ_{2}$");
  EXPECT_EQ(symbol("a_b"), "$a_{\\_b}$") << "an underscore of the name";
}

TEST(Formula, ConvertsCardsToMathML) {
  auto const row = [](std::string const& text) {
    std::string const all = formula(text);
    std::size_t const begin = all.find("<mrow>"), end = all.find("<annotation");
    return begin == std::string::npos ? all : all.substr(begin, end - begin);
  };
  EXPECT_EQ(
      row("vx/2"),
      "<mrow><mfrac><mrow><msubsup><mi>v</mi><mrow><mi>x</mi></mrow><mrow></mrow></msubsup></mrow>"
      "<mrow><mn>2</mn></mrow></mfrac></mrow>");
  EXPECT_EQ(row("(a + b)/2"),
            "<mrow><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mn>2</mn></mrow>"
            "</mfrac></mrow>")
      << "a fraction needs no brackets";
  EXPECT_TRUE(contains(row("M^-1"), "<msup><mi>M</mi><mrow><mo>−</mo><mn>1</mn></mrow></msup>"));
  EXPECT_TRUE(contains(row("vphi"), "φ"));
  EXPECT_TRUE(contains(row("w x c"), "×"));
  EXPECT_FALSE(contains(row("a x c"), "×")) << "a coordinate";
  EXPECT_TRUE(contains(row("p- = R p+"), "<msup><mi>p</mi>"));
  EXPECT_TRUE(contains(formula("a < b"), "encoding=\"text/plain\">a &lt; b<"));
  EXPECT_TRUE(formula("v1, multipliers eliminated").ends_with("</math>, multipliers eliminated"));
  EXPECT_EQ(formula("$t$ by the trapezoidal rule"), "<i>t</i> by the trapezoidal rule");
  for (char const* wrong : {"(a", "a)", "a/", "a^", "|a", "[a)"})
    EXPECT_FALSE(contains(formula(wrong), "<math")) << wrong << " is prose";
  EXPECT_EQ(inline_formula("h/2 vx, exact"), "<i>h</i>/2 <i>v<sub>x</sub></i>, exact");
}

TEST_F(ReaderOfAnySite, FindsNoErrorAndNoPageWiderThanAPhone) {
  Browser browser(folder);
  for (bool const dark : {false, true}) {
    browser.emulate(400, 800, dark);
    for (fs::path const& path : pages()) {
      browser.open(path);
      EXPECT_LE(browser.value("document.documentElement.scrollWidth"), 400) << path;
      EXPECT_EQ(browser.value("document.querySelectorAll('h1').length"), 1) << path;
      EXPECT_EQ(browser.value("[...document.images].filter(i => !i.alt).length"), 0) << path;
      EXPECT_EQ(browser.value("[...document.querySelectorAll('input, select')].filter("
                              "e => e.labels.length === 0).length"),
                0)
          << path;
    }
  }
}

std::string const statements_shown = "document.querySelectorAll('.statement:not([hidden])').length";

TEST_F(Reader, FiltersStatementsAndSendsTheAddress) {
  Browser browser(folder);
  fs::path const paper = root / "site" / "papers" / "p.html";
  browser.open(paper);
  EXPECT_EQ(browser.value(statements_shown), 2) << "background is hidden at first";
  browser.value("document.querySelector('[name=verdict]').focus()");
  browser.press("ArrowDown", 40);
  browser.press("ArrowDown", 40);
  browser.wait_for("location.hash === '#verdict=fails'");
  EXPECT_EQ(browser.value(statements_shown), 1);
  browser.open(home_page);
  browser.open(paper, "#verdict=undetermined&background=shown");
  EXPECT_EQ(browser.value(statements_shown), 1);
  EXPECT_EQ(browser.value("document.querySelector('.statement:not([hidden])').id"), "C");
  browser.open(home_page);
  browser.open(paper, "#C");
  EXPECT_EQ(browser.value("document.getElementById('C').open"), true);
  EXPECT_EQ(browser.value("document.getElementById('C').hidden"), false);
  browser.click("#B summary");
  browser.wait_for("document.getElementById('B').open");
}

TEST_F(Reader, ReadsValuesOfAFigure) {
  Browser browser(folder);
  browser.open(root / "site" / "studies" / "e.html");
  browser.click(".read-off");
  browser.wait_for("document.querySelectorAll('.panels canvas').length === 1");
  EXPECT_EQ(browser.value("document.querySelector('.panels').hidden"), false);
  EXPECT_EQ(browser.value("Chart.getChart(document.querySelector('.panels canvas'))"
                          ".data.datasets[0].data.filter(p => p.x === 2 && p.y === 1).length"),
            1);
  browser.click(".read-off");
  browser.wait_for("document.querySelector('.panels').hidden");
}

TEST_F(Reader, MovesTheBodyOnlyOnDemand) {
  Browser browser(folder);
  fs::path const page = root / "site" / "problems" / "knife_edge.html";
  std::string const at = "Number(document.querySelector('#animation input').value)";
  std::string const drawn =
      "document.querySelector('#animation canvas').getContext('2d')"
      ".getImageData(0, 0, 300, 300).data.some(value => value !== 0)";
  browser.open(page);
  EXPECT_EQ(browser.value(at), 0) << "initially paused";
  EXPECT_EQ(browser.value(drawn), true);
  EXPECT_EQ(browser.value("document.querySelector('#animation output').textContent"), "t = 0.00");
  browser.click("#animation button");
  browser.wait_for(at + " > 1");
  browser.click("#animation button");
  browser.wait_for("document.querySelector('#animation button').textContent === 'Play'");
  browser.emulate(1000, 800, false, true);
  browser.open(page);
  EXPECT_EQ(browser.value("document.querySelector('#animation button').checkVisibility()"), false)
      << "with reduced motion only the slider moves the body";
  browser.value("document.querySelector('#animation input').focus()");
  browser.press("ArrowRight", 39);
  browser.wait_for(at + " === 1");
  EXPECT_EQ(browser.value("document.querySelector('#animation output').textContent"), "t = 0.10");
}

}  // namespace
}  // namespace rattleback::reports
