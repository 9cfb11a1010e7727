// Site of an invented results folder with the samples of the comparison and of the timings.
#pragma once

#include <cstdlib>

#include "reports/comparison/comparison.hpp"
#include "reports/drawing/figures.hpp"
#include "reports/pages/site.hpp"
#include "reports/timings/timings.hpp"
#include "tests/reports/browser.hpp"
#include "tests/reports/sample_results.hpp"

namespace rattleback::reports {

class Site : public SampleResults {
 protected:
  void SetUp() override {
    root = results("r", {"holds", "fails", "undetermined"});
    auto records = read_json(root / "statements.json");
    records[2]["background"] = true;
    records[2]["place"] = "section 2, (3)";
    write_atomically(root / "statements.json", records.dump());
    write_atomically(root / "findings.json", R"([{"paper":"p","id":"F","place":"section 2",
      "finding":"the zenith is reached","quantity":"a run","experiment":"e","measured":2.5,"words":"at $t$ = 1",
      "group":"choice of a method","weight":1},
      {"paper":"p","id":"A/related","place":"section 1","finding":"it is not all","quantity":"a run",
      "experiment":"e","measured":0.5,"words":"","group":"cost and solvers","weight":1}])");
    write_atomically(root / "e" / "manifest.json", R"({"seconds":{"cpu":1.5,"wall":2.5},
      "components":{"code of problem suslov":"1","code of method euler_poincare_suslov":"2"}})");
    write_atomically(root / "errata.json",
                     R"([{"paper":"p","id":"X1","place":"display 3","printed":"a < b",
      "right":"b < a","defect":"residual","printed_defect":1,"right_defect":0,"lost":"","words":"",
      "statements":["A"],"experiment":"e"
  }])");
    render_figures(root / "e");
    std::filesystem::copy(RATTLEBACK_SAMPLE_COMPARISON, root / "comparison");
    std::filesystem::create_directory(root / "choices");
    write_atomically(root / "choices" / "knife_edge.json", R"({"problem":"knife_edge",
      "build":{"processor":"a processor","date":"2026-01-01","preset":"perf"},"answers":[
      {"until":10,"error":1e-6,"answer":"No method was found.","methods":[]},
      {"until":100,"error":1e-4,"answer":"Take dla_leapfrog with h = 0.1.","methods":[
      {"method":"dla_leapfrog","step":0.1,"tolerance":null,"error":9e-5,"energy_error":1e-5,
       "cpu_seconds":2e-4}]}]})");
    std::filesystem::copy(RATTLEBACK_SAMPLE_BENCH, root / "bench.json");
    draw_comparison(root);
    draw_timings(root);
    home_page = write_site(root);
  }

  std::string page(std::string const& name) const { return read_text(root / "site" / name); }

  std::vector<std::filesystem::path> pages() const {
    std::vector<std::filesystem::path> all{home_page};
    for (auto const& entry : std::filesystem::recursive_directory_iterator(root / "site"))
      if (entry.path().extension() == ".html") all.push_back(entry.path());
    return all;
  }

  std::filesystem::path root, home_page;
};

/// Test that needs a browser.
class Reader : public Site {
 protected:
  void SetUp() override {
    if (!Browser::is_installed()) GTEST_SKIP() << "the package chromium is not installed";
    Site::SetUp();
  }
};

/// Reader of the site of the results folder RATTLEBACK_SITE, if the environment names one.
class ReaderOfAnySite : public Reader {
 protected:
  void SetUp() override {
    char const* const made = std::getenv("RATTLEBACK_SITE");
    if (made == nullptr) return Reader::SetUp();
    if (!Browser::is_installed()) GTEST_SKIP() << "the package chromium is not installed";
    root = std::filesystem::absolute(made).lexically_normal();
    home_page = root / "index.html";
  }
};

}  // namespace rattleback::reports
