// Invented results folder, and its site with the samples of the comparison and of the timings.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files/files.hpp"
#include "reports/comparison/comparison.hpp"
#include "reports/drawing/figures.hpp"
#include "reports/drawing/gnuplot.hpp"
#include "reports/pages/site.hpp"
#include "reports/timings/timings.hpp"
#include "tests/reports/browser.hpp"

namespace rattleback::reports {

/// Results folder of one experiment with one figure and the given verdicts of statements A, B, ...
class SampleResults : public testing::Test {
 protected:
  std::filesystem::path results(std::string const& name,
                                std::vector<std::string> const& verdicts) const {
    std::filesystem::path const root = folder / name, experiment = root / "e";
    std::filesystem::create_directories(experiment / "data");
    auto statement = nlohmann::json::parse(R"({"paper": "p", "place": "section 1",
      "statement": "1 < 2 & more", "printed": "a | b", "kind": "number", "background": false,
      "why": "", "assumption": "", "inferred_from": [], "criterion": "2 +- 1",
      "own_criterion": false, "experiment": "e",
      "readings": [{"name": "as printed", "choice": "", "measured": 2, "words": "w",
        "decides": true, "criterion": "2 +- 1", "experiment": "e"}]})");
    nlohmann::json statements = nlohmann::json::array();
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      statement["id"] = std::string(1, static_cast<char>('A' + i));
      statement["verdict"] = verdicts[i];
      statement["correction"] = i == 1 ? "the sign" : "";
      statement["readings"][0]["matches"] = verdicts[i] == "holds";
      statements.push_back(statement);
    }
    write_atomically(root / "statements.json", statements.dump());
    write_atomically(root / "findings.json", "[]");
    write_atomically(root / "errata.json", "[]");
    write_atomically(experiment / "measurements.json", "{}");
    write_atomically(experiment / "experiment.json", R"({"id": "e", "paper": "p",
      "title": "An experiment", "about": "about", "choices": [], "outcomes": [],
      "figures": [{"id": "f", "number": "1", "caption": "c", "columns": 1, "width": 4.0,
        "height": 3.0,
        "panels": [{"title": "t", "x_label": "x", "y_label": "y", "x_scale": "linear",
          "y_scale": "linear", "x_range": null, "y_range": null, "key": "off",
          "series": [{"data": "d.csv", "x": "x", "y": "y", "style": "lines", "label": "",
            "emphasis": false}]}]}]})");
    write_atomically(experiment / "manifest.json", R"({"seconds":{"cpu":1.5,"wall":2.5}})");
    write_atomically(experiment / "data" / "d.csv", "x,y\n0,0\n1,nan\n2,1\n");
    write_atomically(root / "run.json", R"({"mode": "quick", "preset": "repro",
      "command": "rattleback reproduce", "commit": "unknown", "compiler": "g++", "flags": "-O3",
      "cpu": "some", "cores": 2, "libraries": {}, "date": "2026-01-01", "cpu_seconds": 1.0,
      "wall_seconds": 1.0, "papers": [{"id": "p", "short": "P", "citation": "Author, Title"}],
      "rules": {"kinds": [], "words": []}, "experiments": ["e"]})");
    return root;
  }

  ScratchFolder const scratch;
  std::filesystem::path const folder = scratch.path();
};

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
