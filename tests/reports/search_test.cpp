// Search of the site, in a browser: ranking, addresses of records, hits, and operation by keyboard.
// With RATTLEBACK_SITE=FOLDER in the environment, asks the site of that results folder 30
// questions.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>

#include "tests/reports/contains.hpp"
#include "tests/reports/sample_site.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Types `words` into the field of the search and waits for the hits.
void search(Browser& browser, std::string const& words) {
  browser.value(fmt::format(
      "(hits.hidden = true, query.value = {}, query.dispatchEvent(new Event('input')), 0)",
      json(words).dump()));
  browser.wait_for("!hits.hidden");
}

/// Returns the addresses of the hits, relative to the site's folder.
std::vector<std::string> addresses_of_hits(Browser& browser, fs::path const& root,
                                           std::string const& words) {
  search(browser, words);
  std::vector<std::string> addresses;
  for (std::string const address :
       browser.value("[...document.querySelectorAll('#hits a')].map(a => a.href)"))
    addresses.push_back(address.substr(("file://" + root.string() + "/").size()));
  return addresses;
}

class Search : public Reader {};

TEST_F(Search, LeadsToPagesThatExist) {
  json const data = unpacked(page("assets/search_entries.js"));
  std::set<std::string> addresses;
  for (json const& entry : data.at("entries")) addresses.insert(entry.at(2));
  for (auto const& [address, words] : data.at("topics").items()) addresses.insert(address);
  for (std::string const& address : addresses) {
    auto const hash = address.find('#');
    fs::path const file = root / address.substr(0, hash);
    ASSERT_TRUE(fs::exists(file)) << address;
    if (hash == address.npos) continue;
    EXPECT_TRUE(contains(read_text(file), fmt::format("id=\"{}\"", address.substr(hash + 1))))
        << address;
  }
}

TEST_F(Search, OpensTheFirstHitFromEveryPage) {
  Browser browser(folder);
  for (auto const& [words, address] : std::vector<std::pair<std::string, std::string>>{
           {"dla leapfrog", "/site/methods/dla_leapfrog.html"},
           {"knife edge", "/site/problems/knife_edge.html"},
           {"zenith is reached", "/site/findings.html#p-F"},
           {"an experiment", "/site/studies/e.html"},
           {"friction in my system", "/site/docs/your_own_system.html"},
           {"which integrator", "/site/comparison.html"},
           {"misprint", "/site/errata.html"},
           {"physics engine", "/site/docs/engines.html"},
           {"slip", "/site/docs/engines.html"},
           {"Simbody", "/site/docs/engines.html"},
           {"A/related", "/site/findings.html#p-A-related"}}) {
    browser.open(root / "site" / "papers" / "p.html");
    browser.press("/", 191);
    browser.wait_for("document.activeElement.id === 'query'");
    search(browser, words);
    browser.press("Enter", 13);
    browser.wait_for(
        fmt::format("location.href.endsWith('{}') && document.readyState === 'complete'", address));
  }
}

TEST_F(Search, ShowsKindAndVerdictOfAStatement) {
  Browser browser(folder);
  browser.emulate(400, 800, false);
  browser.open(home_page);
  auto const hits = addresses_of_hits(browser, root, "B");
  ASSERT_FALSE(hits.empty());
  EXPECT_EQ(hits.front(), "site/papers/p.html#B");
  std::string const label =
      browser.value("document.querySelector('#hits .kind').textContent").get<std::string>();
  EXPECT_TRUE(label.starts_with("statement, ") && contains(label, "✗ fails")) << label;
  EXPECT_LE(browser.value("document.documentElement.scrollWidth"), 400);
  browser.value("query.focus()");
  browser.press("ArrowDown", 40);
  EXPECT_EQ(browser.value("document.activeElement.href").get<std::string>(),
            "file://" + (root / "site/papers/p.html").string() + "#B");
  browser.press("Escape", 27);
  EXPECT_EQ(browser.value("document.activeElement.id + hits.hidden"), "querytrue");
}

TEST_F(Search, FindsWordsByBeginningAndDespiteAWrongLetter) {
  Browser browser(folder);
  browser.open(home_page);
  for (auto const& [words, address] : {std::pair{"torq", "site/docs/your_own_system.html"},
                                       {"dampin", "site/docs/your_own_system.html"},
                                       {"nkife edge", "site/problems/knife_edge.html"}}) {
    auto const hits = addresses_of_hits(browser, root, words);
    ASSERT_FALSE(hits.empty()) << words;
    EXPECT_EQ(hits.front(), address) << words;
  }
  search(browser, "qqqqqq");
  EXPECT_EQ(browser.value("hits.textContent"), "Nothing found.");
}

TEST_F(Search, OpensTheRecordOfAnAddressOfTheHomePage) {
  Browser browser(folder);
  browser.open(home_page);
  browser.value("location.hash = '#A'");
  browser.wait_for("location.href.endsWith('/site/papers/p.html#A')");
}

TEST(SearchOfResults, FindsTheRightPage) {
  char const* const made = std::getenv("RATTLEBACK_SITE");
  if (made == nullptr) GTEST_SKIP() << "RATTLEBACK_SITE names no results folder";
  if (!Browser::is_installed()) GTEST_SKIP() << "the package chromium is not installed";
  constexpr char const *own_system = "site/docs/your_own_system.html",
                       *row = "site/papers/ferraro_iglesias_martin_2008.html#FIM-74",
                       *figure_6 = "site/studies/mp2006_figure_6.html",
                       *comparison = "site/comparison.html", *findings = "site/findings.html";
  // Queries of users with regular expressions of the addresses, without anchors, that answer them.
  std::vector<std::pair<char const*, char const*>> const questions{
      {"friction", own_system},
      {"torque", own_system},
      {"damping", own_system},
      {"motor", own_system},
      {"which integrator for my robot", comparison},
      {"long runs", comparison},
      {"slow", "site/timings.html"},
      {"drift", findings},
      {"parasitic mode", findings},
      {"GNI snakeboard", "site/papers/ferraro_iglesias_martin_2008.html#headline-6"},
      {"FIM-74", row},
      {"snakeboard energy", "site/problems/snakeboard.html"},
      {"rattleback reversal", "site/problems/rattleback.html"},
      {"Chaplygin sphere", "site/problems/chaplygin_sphere.html"},
      {"bicycle", "site/problems/bicycle.html"},
      {"figure 6 random walk", figure_6},
      {"diffusion", "site/(studies/mp2006_figure_6|papers/mclachlan_perlmutter_2006).html"},
      {"HDEL beats RDLA knife edge", "site/papers/fernandez_bloch_olver_2012.html"},
      {"doi", "site/sources.html"},
      {"bibtex", "site/sources.html"},
      {"scipy", "site/docs/from_python.html"},
      {"trailer", own_system},
      {"invariant measure", "site/studies/beyond_invariant_measures.html"},
      {"install Python", "site/docs/from_python.html"},
      {"plot a run", "site/docs/(command_line|from_python|tutorial).html"},
      {"add a problem", "site/docs/(extending|your_own_system).html"},
      {"my own method", "site/docs/your_own_method.html"},
      {"order of gni", "site/methods/gni.html"},
      {"undetermined", "site/verdicts.html"},
      {"misprint", "site/errata.html"}};
  fs::path const root = fs::absolute(made).lexically_normal(),
                 profile = fs::temp_directory_path() / fmt::format("search_{}", ::getpid());
  fs::create_directory(profile);
  std::size_t first = 0, among_three = 0;
  {
    Browser browser(profile);
    browser.open(root / "index.html");
    for (auto const& [words, answer] : questions) {
      auto hits = addresses_of_hits(browser, root, words);
      hits.resize(std::min<std::size_t>(hits.size(), 3));
      std::regex const expected(std::string(answer) + (contains(answer, "#") ? "" : "(#.*)?"));
      auto const is_right = [&](std::string const& hit) { return std::regex_match(hit, expected); };
      auto const right = std::find_if(hits.begin(), hits.end(), is_right);
      first += right == hits.begin() && !hits.empty() ? 1 : 0;
      among_three += right != hits.end() ? 1 : 0;
      if (right != hits.begin())
        std::cout << fmt::format(
            "'{}': {} is {} of {}\n", words, answer,
            right == hits.end() ? "not one" : fmt::format("number {}", right - hits.begin() + 1),
            json(hits).dump());
    }
  }
  fs::remove_all(profile);
  std::cout << fmt::format("{} of {} first, {} among the first three\n", first, questions.size(),
                           among_three);
  EXPECT_GE(first, 26u);
  EXPECT_EQ(among_three, questions.size());
}

}  // namespace
}  // namespace rattleback::reports
