// Pages of problems and methods, and of their comparison.
#pragma once

#include "reports/site/pages.hpp"
#include "reports/site/results.hpp"

namespace rattleback::reports {

/// Writes a page for each problem and each method of the catalogue or the comparison, a list of
/// each kind, and the matrix of the comparison. For missing data a page names the command that
/// makes it.
void write_catalogue(Results const& results, Pages& pages);

}  // namespace rattleback::reports
