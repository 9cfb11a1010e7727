// Invented results folder.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files/files.hpp"
#include "reports/drawing/gnuplot.hpp"

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

}  // namespace rattleback::reports
