// Site of an invented results folder with a laboratory, whose problems are the examples of the
// documents.
#pragma once

#include "tests/reports/sample_site.hpp"

namespace rattleback::reports {

class Laboratory : public Reader {
 protected:
  void SetUp() override {
    if (!has_laboratory(RATTLEBACK_LABORATORY_MODULE))
      GTEST_SKIP() << "no module in " << RATTLEBACK_LABORATORY_MODULE
                   << ": make laboratory builds it";
    Reader::SetUp();
    if (IsSkipped()) return;
    nlohmann::json problems = nlohmann::json::array();
    for (std::string const id : {"skate", "knife_edge", "chaplygin_sphere"})
      problems.push_back({{"id", id},
                          {"name", "Problem " + id},
                          {"text", read_text(std::filesystem::path(RATTLEBACK_DOCUMENTS) /
                                             "examples" / (id + ".toml"))}});
    nlohmann::json const methods = {
        {{"id", "dla_leapfrog"}, {"name", "Leapfrog"}, {"problems", {"knife_edge"}}},
        {{"id", "ida"}, {"name", "IDA"}, {"adaptive", true}, {"problems", {"knife_edge"}}}};
    write_atomically(root / "catalogue.json",
                     nlohmann::json({{"problems", problems}, {"methods", methods}}).dump());
    write_site(root, RATTLEBACK_LABORATORY_MODULE);
    laboratory = root / "site" / "laboratory.html";
  }

  /// Opens the laboratory at an address after its hash, and waits until its runs have ended.
  void open(Browser& browser, std::string const& state = "#problem=skate") const {
    browser.open(laboratory, state);
    browser.wait_for("window.rattlebackLaboratory?.ready && " + idle);
  }

  static inline std::string const idle =
      "document.getElementById('laboratory').dataset.working === 'no'";

  std::filesystem::path laboratory;
};

}  // namespace rattleback::reports
