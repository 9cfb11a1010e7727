// Pages of papers: statements in the paper's order, and a certificate of one page.
#pragma once

#include "reports/site/pages.hpp"
#include "reports/site/results.hpp"

namespace rattleback::reports {

/// Writes a page and a certificate for each paper that has statements. Returns the papers' entries
/// of the home page.
nlohmann::json write_papers(Results const& results, Pages& pages);

/// True if a record of "papers" in run.json is a published paper, not a collection of own studies.
bool is_published(nlohmann::json const& paper);

/// Writes a page for each collection of own studies that has results: pictures and subject of each
/// study. Returns the collections' entries of the home page.
nlohmann::json write_groups(Results const& results, Pages& pages);

/// Returns the verdicts of `records` as parts of a bar: word, mark, class, count and share in per
/// cent. Verdicts without records are omitted.
nlohmann::json verdict_parts(std::vector<nlohmann::json> const& records);

/// Returns the number of rows of `records` that need a control, and how many of these distinguish
/// all their controls, do not, and have no control.
nlohmann::json control_view(std::vector<nlohmann::json> const& records);

/// Returns a statement as one line of a page with its details.
nlohmann::json statement_view(nlohmann::json const& record);

}  // namespace rattleback::reports
