// Tables of findings and errata.
#pragma once

#include "reports/site/pages.hpp"
#include "reports/site/results.hpp"

namespace rattleback::reports {

void write_findings(Results const& results, Pages& pages);
void write_errata(Results const& results, Pages& pages);

}  // namespace rattleback::reports
