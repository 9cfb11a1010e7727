// Site with a laboratory whose problems are the skate of the documents and two of the catalogue.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/files/files.hpp"
#include "reports/drawing/gnuplot.hpp"
#include "reports/pages/site.hpp"
#include "tests/reports/browser.hpp"

namespace rattleback::reports {

class LaboratoryPage : public testing::Test {
 protected:
  void SetUp() override {
    if (!Browser::is_installed()) GTEST_SKIP() << "the package chromium is not installed";
    if (!has_laboratory(RATTLEBACK_LABORATORY_MODULE))
      GTEST_SKIP() << "no module of the laboratory in " << RATTLEBACK_LABORATORY_MODULE
                   << ": make laboratory builds it";
    nlohmann::json problems = {{{"id", "rolling_disk"}, {"text", nullptr}}};
    for (std::string const id : {"skate", "knife_edge", "chaplygin_sphere"})
      problems.push_back(
          {{"id", id},
           {"name", "Problem " + id},
           {"text", read_text(std::filesystem::path(RATTLEBACK_DOCUMENTS) /
                              (id == "skate" ? "examples" : "../problems") / (id + ".toml"))}});
    nlohmann::json const methods = {
        {{"id", "dla_leapfrog"}, {"problems", {"rolling_disk", "knife_edge"}}},
        {{"id", "ida"}, {"adaptive", true}, {"problems", {"knife_edge"}}}};
    write_atomically(folder / "catalogue.json",
                     nlohmann::json({{"problems", problems}, {"methods", methods}}).dump());
    write_site(folder, RATTLEBACK_LABORATORY_MODULE);
  }

  /// Opens the laboratory at an address after its hash, and waits until its runs have ended.
  void open(Browser& browser, std::string const& state = "#problem=skate") const {
    browser.open(laboratory, state);
    browser.wait_for("window.rattlebackLaboratory?.ready && " + idle);
  }

  static inline std::string const idle =
      "document.getElementById('laboratory').dataset.working === 'no'";

  ScratchFolder const scratch;
  std::filesystem::path const folder = scratch.path();
  std::filesystem::path const laboratory = folder / "site" / "laboratory.html";
};

}  // namespace rattleback::reports
