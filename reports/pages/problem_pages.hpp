// Pages of problems.
#pragma once

#include "reports/pages/cards.hpp"
#include "reports/site/pages.hpp"

namespace rattleback::reports {

/// Writes a page for each problem and the list of problems. For missing data a page names the
/// command that makes it.
void write_problem_pages(Results const& results, Cards const& cards, Pages& pages);

}  // namespace rattleback::reports
