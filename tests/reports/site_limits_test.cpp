// Limits of the site: size of its files, height of its pages, width of the heat map.
// With RATTLEBACK_SITE=FOLDER in the environment, tests the site of that results folder.

#include <fmt/format.h>

#include <iostream>
#include <set>

#include "tests/reports/contains.hpp"
#include "tests/reports/sample_site.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;

class SiteLimits : public ReaderOfAnySite {
 protected:
  std::uintmax_t size_of(std::set<fs::path> const& files) const {
    std::uintmax_t sum = 0;
    for (fs::path const& file : files) sum += fs::file_size(root / file);
    return sum;
  }

  /// Returns the files to which the links of the pages lead, without the API reference and the
  /// laboratory, which are counted apart.
  std::set<fs::path> linked_files() const {
    std::set<fs::path> files;
    for (fs::path const& path : pages())
      for (std::string const& link : all_of(read_text(path), "(?:href|src)=\"([^\"#:]+)")) {
        fs::path const file = (path.parent_path() / link).lexically_relative(root);
        fs::path const normal = file.lexically_normal();
        if (*normal.begin() != "api" && fs::is_regular_file(root / normal)) files.insert(normal);
      }
    return files;
  }
};

constexpr std::uintmax_t megabyte = 1'000'000;

/// True if only the laboratory loads the file; it has limits of its own.
bool is_of_laboratory(fs::path const& file) {
  std::string const name = file.filename().string();
  if (file.parent_path().filename() == "docs") return false;
  return name.starts_with("laboratory") || name.starts_with("editor");
}

TEST_F(SiteLimits, LoadsFewMegabytes) {
  std::set<fs::path> loaded{"index.html"};
  for (auto const& entry : fs::recursive_directory_iterator(root / "site"))
    if (entry.is_regular_file() && !is_of_laboratory(entry.path()))
      loaded.insert(entry.path().lexically_relative(root));
  std::set<fs::path> all = loaded;
  for (fs::path const& file : linked_files()) {
    if (is_of_laboratory(file)) continue;
    all.insert(file);
    if (file.string().ends_with(".small.png")) loaded.insert(file);
  }
  for (fs::path const& page : pages()) EXPECT_LE(fs::file_size(page), megabyte) << page;
  std::cout << fmt::format(
      "{:.1f} MB with all linked files, {:.2f} MB of pages, scripts and small "
      "pictures\n",
      double(size_of(all)) / megabyte, double(size_of(loaded)) / megabyte);
  EXPECT_LE(size_of(all), 60 * megabyte);
  EXPECT_LE(size_of(loaded), 10 * megabyte);
}

TEST_F(SiteLimits, LoadsASmallLaboratory) {
  fs::path const page = root / "site" / "laboratory.html";
  if (!fs::exists(page) && has_laboratory(RATTLEBACK_LABORATORY_MODULE))
    write_site(root, RATTLEBACK_LABORATORY_MODULE);
  if (!fs::exists(page)) GTEST_SKIP() << "no module of the laboratory: make laboratory builds it";
  Browser browser(folder);
  browser.open(page);
  browser.value(R"js((async () => {
    const text = Object.values(rattlebackModule);
    const sizes = await Promise.all(text.map(async (part) => {
      const bytes = Uint8Array.from(atob(part), (c) => c.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
      return (await new Response(stream).arrayBuffer()).byteLength; }));
    window.moduleSize = sizes.reduce((sum, size) => sum + size, 0); })(), 0)js");
  browser.wait_for("window.moduleSize > 0");
  std::uintmax_t const module = browser.value("window.moduleSize");
  std::uintmax_t rest = fs::file_size(page);
  for (std::string const& link :
       all_of(read_text(page), "(?:href|src)=\"([^\"#:]+\\.(?:js|css))\""))
    if (fs::path const file = page.parent_path() / link; file.filename() != "laboratory.module.js")
      rest += fs::file_size(file);
  std::cout << fmt::format("{:.2f} MB of the laboratory's module, {:.2f} MB of its page\n",
                           double(module) / megabyte, double(rest) / megabyte);
  EXPECT_LE(module, 3 * megabyte);
  EXPECT_LE(rest, megabyte);
}

TEST_F(SiteLimits, KeepsProblemPagesShort) {
  Browser browser(folder);
  browser.emulate(1400, 900, false);
  for (auto const& entry : fs::directory_iterator(root / "site" / "problems")) {
    if (entry.path().extension() != ".html") continue;
    browser.open(entry.path());
    if (contains(read_text(entry.path()), "plots.js"))
      browser.wait_for("window.rattlebackPlots !== undefined");
    EXPECT_LE(browser.value("document.documentElement.scrollHeight"), 6000) << entry.path();
  }
}

TEST_F(SiteLimits, ShowsTheWholeHeatMap) {
  if (!fs::exists(root / "site" / "comparison.map.js")) GTEST_SKIP() << "nothing was compared";
  Browser browser(folder);
  browser.emulate(1400, 900, false);
  browser.open(root / "site" / "comparison.html");
  browser.wait_for("document.querySelector('#heat-map td') !== null");
  EXPECT_EQ(browser.value("(() => { const map = document.getElementById('heat-map');"
                          "return map.scrollWidth <= map.clientWidth; })()"),
            true)
      << "a column is outside of the window";
  EXPECT_LE(browser.value("document.documentElement.scrollWidth"), 1400);
}

}  // namespace
}  // namespace rattleback::reports
