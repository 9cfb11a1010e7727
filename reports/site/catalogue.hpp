// The pages of problems, methods and of their comparison.
#pragma once

#include "reports/site/pages.hpp"
#include "reports/site/results.hpp"

namespace rattleback::reports {

/// A page for each problem and each method that the catalogue or the comparison knows, the lists of
/// both, and the matrix of the comparison. Parts without data say what would make it.
void write_catalogue(Results const& results, Pages& pages);

}  // namespace rattleback::reports
