// Pages of papers: statements in the paper's order, and a certificate of one page.
#pragma once

#include "reports/site/pages.hpp"
#include "reports/site/results.hpp"

namespace rattleback::reports {

/// Writes the list of papers, and a page and a certificate for each paper that has statements.
void write_papers(Results const& results, Pages& pages);

/// True if a record of "papers" in run.json is a published paper, not a collection of own studies.
bool is_published(nlohmann::json const& paper);

/// Returns the number of rows of `records` that need a control, and how many of these distinguish
/// all their controls, do not, and have no control.
nlohmann::json control_counts(std::vector<nlohmann::json> const& records);

/// Returns the headline claims of a paper or a collection, a record of "papers" in run.json, with
/// verdicts, numbers, controls, figure and findings.
nlohmann::json headline_views(Results const& results, nlohmann::json const& paper);

}  // namespace rattleback::reports
