// Writers of pages that the site has once.
#pragma once

#include "reports/pages/cards.hpp"
#include "reports/site/pages.hpp"
#include "reports/site/results.hpp"

namespace rattleback::reports {

/// Writes a page for each document of docs/, whose sections the search finds, and a page that lists
/// the documents. Returns the list: name, address, about.
nlohmann::json write_documents(Pages& pages);

/// Write the tables of findings and errata.
void write_findings(Results const& results, Pages& pages);
void write_errata(Results const& results, Pages& pages);

/// Writes the home page: three questions, the strongest findings, and the papers. `documents`:
/// result of write_documents(). Parts without results name the command that makes them.
void write_home_page(Results const& results, nlohmann::json const& documents, Pages& pages);

/// Writes a page for each problem and the list of problems. For missing data a page names the
/// command that makes it.
void write_problem_pages(Results const& results, Cards const& cards, Pages& pages);

/// Writes the rules of verdicts.
void write_verdicts(Results const& results, Pages& pages);

/// Writes the page of verdicts that differ from the accepted ones, worse ones first.
void write_changes(Results const& results, Pages& pages);

/// Writes the page "Where this was run": compiler, processor, libraries and differences from the
/// accepted run, of this run and of the recorded runs with other builds.
void write_runs(Results const& results, Pages& pages);

}  // namespace rattleback::reports
