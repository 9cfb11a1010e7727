// Statements as template values.
#pragma once

#include "reports/site/results.hpp"

namespace rattleback::reports {

/// Returns a statement with its evidence, its direction, and the problems and methods of the
/// studies that measure it, as words for filters.
nlohmann::json statement_view(Results const& results, nlohmann::json const& record);

/// Returns the top-level section that a place names first: "Section 5", "Appendix", "Theorem 5.2".
std::string section_of(nlohmann::json const& record);

/// Returns the counts of verdicts: word, mark, class, count, share.
nlohmann::json verdict_parts(std::vector<nlohmann::json> const& records);

}  // namespace rattleback::reports
