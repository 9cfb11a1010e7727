// Entries of the site's search: texts of each kind of page, words that users type for the main
// pages, and the settings of the search.
#pragma once

#include "reports/site/pages.hpp"
#include "reports/site/results.hpp"

namespace rattleback::reports {

SearchEntry paper_entry(nlohmann::json const& paper);  ///< record of "papers" in run.json
/// Returns the entry of a headline claim, as headline_views() describes it, on `page`.
SearchEntry headline_entry(nlohmann::json const& view, std::string const& page);
SearchEntry statement_entry(Results const& results, nlohmann::json const& record);
SearchEntry finding_entry(Results const& results, nlohmann::json const& record);
SearchEntry erratum_entry(Results const& results, nlohmann::json const& record);
SearchEntry study_entry(Results const& results, StudyResults const& study);
SearchEntry problem_entry(nlohmann::json const& card);  ///< card of catalogue.json
SearchEntry method_entry(nlohmann::json const& card);   ///< card of catalogue.json
/// Returns the entry of a section of a document.
SearchEntry document_entry(std::string const& title, std::string const& address,
                           std::string const& text);

/// Adds an entry for each page of the menu.
void add_main_pages(Pages& pages);

/// Returns the settings of reports/site/assets/search.js: "topics" (words that users type, by
/// address), "synonyms" (words to add to a word of a query), "ignored" (words without content),
/// "weights" of kinds and "marks" of verdicts.
nlohmann::json search_settings();

}  // namespace rattleback::reports
