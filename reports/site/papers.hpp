// The pages of papers: statements in the paper's order, and a certificate of one page.
#pragma once

#include "reports/site/pages.hpp"
#include "reports/site/results.hpp"

namespace rattleback::reports {

/// Writes a page and a certificate for each paper that has statements. Returns what the entrance
/// shows of each.
nlohmann::json write_papers(Results const& results, Pages& pages);

/// Whether a record of "papers" in run.json is a paper, and not a group of our own studies.
bool is_published(nlohmann::json const& paper);

/// Writes a page for each group of our own studies that has results: pictures and what each study
/// is about. Returns what the entrance shows of each.
nlohmann::json write_groups(Results const& results, Pages& pages);

/// Verdicts of `records` as parts of a bar: word, mark, class, count and share in per cent.
/// Verdicts that no record has are left out.
nlohmann::json verdict_parts(std::vector<nlohmann::json> const& records);

/// Number of rows of `records` that need a control, and how many of these tell all their controls
/// apart, do not, and have none.
nlohmann::json control_view(std::vector<nlohmann::json> const& records);

/// A statement as one line of a page and what the line opens to.
nlohmann::json statement_view(nlohmann::json const& record);

}  // namespace rattleback::reports
