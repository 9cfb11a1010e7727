// Contents of a results folder, read once for all pages.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reports/comparison/data.hpp"

namespace rattleback::reports {

/// Experiment of a results folder.
struct StudyResults {
  std::string id, paper;
  nlohmann::json experiment, manifest;

  /// Returns "Figure 3: TITLE" if the study regenerates a figure of the paper, else its title.
  std::string name() const;
};

/// Files of the laboratory's module: the loader and the code, as the build writes them.
inline constexpr char const* laboratory_loader = "laboratory_module.js";
inline constexpr char const* laboratory_binary = "laboratory_module.wasm";

/// Contents of a results folder. Missing parts stay empty.
struct Results {
  std::filesystem::path folder;
  nlohmann::json run;        ///< run.json
  nlohmann::json catalogue;  ///< catalogue.json: cards of problems and methods
  std::vector<nlohmann::json> statements;
  nlohmann::json findings = nlohmann::json::array(), errata = nlohmann::json::array();
  nlohmann::json changes;    ///< changes.json: verdicts that differ from the accepted ones
  nlohmann::json elsewhere;  ///< elsewhere.json: records of runs with other builds
  nlohmann::json accepted_comparison;  ///< accepted_comparison.json: heat map without own runs
  nlohmann::json accepted_timings;     ///< accepted_timings.json: timings page without own runs
  std::vector<StudyResults> studies;
  std::vector<ProblemResult> comparison;
  std::filesystem::path laboratory;  ///< folder of the laboratory's module; empty without one
  /// Answers of `choose` to the questions of a problem's page, by problem (choices/PROBLEM.json,
  /// or accepted_choices.json without a comparison).
  std::map<std::string, nlohmann::json> choices;

  std::vector<nlohmann::json> statements_of(std::string const& paper) const;
  StudyResults const* study(std::string const& id) const;
  /// Returns links to the findings for which `is_meant` is true: id, name, short, address.
  nlohmann::json links_to_findings(
      std::function<bool(nlohmann::json const& finding)> const& is_meant) const;
  /// Returns the short name of a paper; its id if run.json does not list the paper.
  std::string short_name(std::string const& paper) const;
};

/// Reads a results folder. A comparison or an answer of `choose` that cannot be read is left out,
/// with the reason to `skip`. Throws IoError naming another file that is missing, malformed or
/// inconsistent.
Results read_results(std::filesystem::path const& folder, Skip const& skip = {});

/// Returns processor, date and preset of answers of `choose`; false without them.
nlohmann::json machine_of(nlohmann::json const& choices);

/// Return the address of a page, relative to the results folder.
std::string paper_address(std::string const& paper);
std::string study_address(std::string const& experiment);
std::string problem_address(std::string const& problem);
std::string method_address(std::string const& method);
std::string statement_address(nlohmann::json const& record);
std::string finding_address(nlohmann::json const& record);

}  // namespace rattleback::reports
