// What a results folder holds, read once for all pages.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reports/comparison/data.hpp"

namespace rattleback::reports {

/// An experiment's folder.
struct Study {
  std::string id, paper;
  nlohmann::json experiment, manifest;

  /// "Figure 3" where it regenerates one of the paper, else its title.
  std::string name() const;
};

/// Parts that are missing stay empty.
struct Results {
  std::filesystem::path folder;
  nlohmann::json run;        ///< run.json
  nlohmann::json catalogue;  ///< catalogue.json: cards of problems and methods
  std::vector<nlohmann::json> statements;
  nlohmann::json findings = nlohmann::json::array(), errata = nlohmann::json::array();
  nlohmann::json changes;  ///< changes.json: verdicts that differ from the accepted ones
  std::vector<Study> studies;
  std::vector<ProblemResult> comparison;

  /// Records of a list that belong to `paper`.
  std::vector<nlohmann::json> of_paper(std::vector<nlohmann::json> const& list,
                                       std::string const& paper) const;
  Study const* study(std::string const& id) const;
  /// Links to the findings about which `is_meant` says true: id, name, short, address.
  nlohmann::json links_to_findings(
      std::function<bool(nlohmann::json const& finding)> const& is_meant) const;
  /// Short name of a paper; its id where run.json does not know it.
  std::string short_name(std::string const& paper) const;
};

/// Throws FileFailure naming the file that is missing, malformed or inconsistent.
Results read_results(std::filesystem::path const& folder);

/// Where a page lies, relative to the results folder.
std::string paper_address(std::string const& paper);
std::string study_address(std::string const& experiment);
std::string problem_address(std::string const& problem);
std::string method_address(std::string const& method);
std::string statement_address(nlohmann::json const& record);
std::string finding_address(nlohmann::json const& record);

}  // namespace rattleback::reports
