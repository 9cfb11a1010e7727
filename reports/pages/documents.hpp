// Documents of the project as pages.
#pragma once

#include "reports/site/pages.hpp"

namespace rattleback::reports {

/// Writes a page for each document of docs/, whose sections the search finds, and a page that lists
/// the documents. Returns the list: name, address, about.
nlohmann::json write_documents(Pages& pages);

}  // namespace rattleback::reports
