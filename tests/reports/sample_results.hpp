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
    nlohmann::json statements = nlohmann::json::array();
    for (std::size_t i = 0; i < verdicts.size(); ++i)
      statements.push_back({{"paper", "p"},
                            {"id", std::string(1, static_cast<char>('A' + i))},
                            {"place", "section 1"},
                            {"statement", "1 < 2 & more"},
                            {"printed", "a | b"},
                            {"kind", "number"},
                            {"background", false},
                            {"verdict", verdicts[i]},
                            {"why", ""},
                            {"correction", i == 1 ? "the sign" : ""},
                            {"assumption", ""},
                            {"inferred_from", nlohmann::json::array()},
                            {"readings",
                             {{{"name", "as printed"},
                               {"choice", ""},
                               {"measured", 2},
                               {"words", "w"},
                               {"matches", verdicts[i] == "holds"},
                               {"decides", true},
                               {"criterion", "2 +- 1"},
                               {"experiment", "e"}}}},
                            {"criterion", "2 +- 1"},
                            {"own_criterion", false},
                            {"experiment", "e"}});
    write_atomically(root / "statements.json", statements.dump());
    write_atomically(root / "findings.json", "[]");
    write_atomically(root / "errata.json", "[]");
    write_atomically(experiment / "measurements.json", "{}");
    nlohmann::json const series = {{"data", "d.csv"},  {"x", "x"},    {"y", "y"},
                                   {"style", "lines"}, {"label", ""}, {"emphasis", false}};
    nlohmann::json const panel = {
        {"title", "t"},        {"x_label", "x"},      {"y_label", "y"},
        {"x_scale", "linear"}, {"y_scale", "linear"}, {"x_range", nullptr},
        {"y_range", nullptr},  {"key", "off"},        {"series", {series}}};
    nlohmann::json const figure = {{"id", "f"},        {"number", "1"}, {"caption", "c"},
                                   {"columns", 1},     {"width", 4.0},  {"height", 3.0},
                                   {"panels", {panel}}};
    nlohmann::json const description = {{"id", "e"},
                                        {"paper", "p"},
                                        {"title", "An experiment"},
                                        {"about", "about"},
                                        {"choices", nlohmann::json::array()},
                                        {"figures", {figure}},
                                        {"outcomes", nlohmann::json::array()}};
    write_atomically(experiment / "experiment.json", description.dump());
    write_atomically(experiment / "manifest.json", R"({"seconds":{"cpu":1.5,"wall":2.5}})");
    write_atomically(experiment / "data" / "d.csv", "x,y\n0,0\n1,nan\n2,1\n");
    nlohmann::json const run = {
        {"mode", "quick"},
        {"preset", "repro"},
        {"command", "rattleback reproduce"},
        {"commit", "unknown"},
        {"compiler", "g++"},
        {"flags", "-O3"},
        {"cpu", "some"},
        {"cores", 2},
        {"libraries", nlohmann::json::object()},
        {"date", "2026-01-01"},
        {"cpu_seconds", 1.0},
        {"wall_seconds", 1.0},
        {"papers", {{{"id", "p"}, {"short", "P"}, {"citation", "Author, Title"}}}},
        {"rules", {{"kinds", nlohmann::json::array()}, {"words", nlohmann::json::array()}}},
        {"experiments", {"e"}}};
    write_atomically(root / "run.json", run.dump());
    return root;
  }

  ScratchFolder const scratch;
  std::filesystem::path const folder = scratch.path();
};

}  // namespace rattleback::reports
