// Pages about verdicts: their rules, and their differences from the accepted ones.
#pragma once

#include "reports/site/pages.hpp"
#include "reports/site/results.hpp"

namespace rattleback::reports {

void write_verdicts(Results const& results, Pages& pages);

/// Writes the page of verdicts that differ from the accepted ones, worse ones first.
void write_changes(Results const& results, Pages& pages);

/// Writes the page "Where this was run": compiler, processor, libraries and differences from the
/// accepted run, of this run and of the recorded runs with other builds.
void write_runs(Results const& results, Pages& pages);

}  // namespace rattleback::reports
