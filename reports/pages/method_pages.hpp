// Pages of methods, and of the comparison of all methods on all problems.
#pragma once

#include "reports/pages/cards.hpp"
#include "reports/site/pages.hpp"

namespace rattleback::reports {

/// Writes a page for each method and the table of methods.
void write_method_pages(Results const& results, Cards const& cards, Pages& pages);

/// Returns the data of the heat map, see heat_map(); without a comparison the accepted map, or
/// null.
nlohmann::json comparison_map(Results const& results);

/// Returns build and origin of the map if it is the accepted one, because the folder has none; else
/// false.
nlohmann::json accepted_map(Results const& results, nlohmann::json const& map);

/// Writes the heat map of the comparison with its data.
void write_comparison_page(Results const& results, Pages& pages);

}  // namespace rattleback::reports
